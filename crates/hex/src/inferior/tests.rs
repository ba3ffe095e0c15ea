use std::sync::Arc;

use proptest::prelude::*;
use sixfold_game::{HexRules, SquareSet};

use super::*;
use crate::brute::WholeGame;
use crate::{Edge, Position};

/// A position drawn row by row: `x` Black, `o` White, `.` empty.
fn drawn(rows: &[&str]) -> (Arc<Board>, Stones<1>) {
    let board = Board::new(HexRules::new(rows.len() as u8, rows[0].len() as u8).unwrap());
    let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let stones = PerPlayer::from_fn(|player| {
        board
            .grid()
            .squares()
            .filter(|cell| letters[cell.index()] == player.stone_letter())
            .collect()
    });
    (Arc::new(board), stones)
}

fn empty(board: &Board, stones: &Stones<1>) -> CellSet<1> {
    CellSet::from(board.cells()) - stones.black - stones.white
}

fn names(board: &Board, cells: CellSet<1>) -> Vec<String> {
    board.grid().names(cells.iter())
}

fn filled(rows: &[&str]) -> [Vec<String>; 2] {
    let (board, stones) = drawn(rows);
    let added = InferiorCells::new(&board).fill_in(empty(&board, &stones), &stones, Filling::Both);
    [names(&board, added.black), names(&board, added.white)]
}

/// The winner of a full board, by its definition.
fn winner_of_full(board: &Arc<Board>, stones: &Stones<1>) -> Player {
    let stones = PerPlayer::from_fn(|player| stones[player].to_squares());
    let turn = sixfold_game::Turn { player: Player::Black, stones_left: 1 };
    let setup = sixfold_game::Setup::with_stones(board.grid(), stones, turn);
    Position::from_setup(board.clone(), &setup).unwrap().winner().unwrap()
}

/// Whether a cell is dead by definition: its colour matters in no full board.
fn is_dead_by_definition(board: &Arc<Board>, stones: &Stones<1>, cell: Square) -> bool {
    let others: Vec<Square> = empty(board, stones).iter().filter(|&other| other != cell).collect();
    (0..1_u32 << others.len()).all(|filling| {
        let winners = Player::BOTH.map(|colour| {
            let mut full = *stones;
            full[colour].insert(cell);
            for (number, &other) in others.iter().enumerate() {
                full[Player::BOTH[(filling >> number & 1) as usize]].insert(other);
            }
            winner_of_full(board, &full)
        });
        winners[0] == winners[1]
    })
}

#[test]
fn a_cell_beside_four_stones_in_a_row_is_dead() {
    let (board, stones) = drawn(&[".xx.", "x.x.", "....", "...."]);
    let cells = InferiorCells::new(&board);
    assert!(cells.is_dead(board.grid().parse("b2").unwrap(), &stones));
    assert!(!cells.is_dead(board.grid().parse("b3").unwrap(), &stones));
}

#[test]
fn a_two_bridge_to_the_edge_is_captured() {
    let [black, white] = filled(&["......", "......", "..x...", "......"]);
    assert_eq!((black, white), (vec!["b4".into(), "c4".into()], vec![]));
}

#[test]
fn the_only_one_to_get_stones_gets_the_dead_cells_too() {
    let (board, stones) = drawn(&[".oo.", "o.o.", ".x..", "...."]);
    let cells = InferiorCells::new(&board);
    let dead = board.grid().parse("b2").unwrap();
    for player in Player::BOTH {
        let added = cells.fill_in(empty(&board, &stones), &stones, Filling::Only(player));
        assert!(added[player].contains(dead));
        assert!(added[player.opponent()].is_empty());
    }
}

#[test]
fn a_stone_on_the_second_row_dominates_the_cells_below_it() {
    let (board, stones) = drawn(&["...", "...", "..."]);
    let cells = InferiorCells::new(&board);
    let all = empty(&board, &stones);
    let kept = cells.undominated(all, Player::Black, &stones);
    // b2 captures a3, b3 below and b1, c1 above.
    assert!(kept.contains(board.grid().parse("b2").unwrap()) || kept.len() < 9);
    for name in ["a3", "b3"] {
        assert!(!kept.contains(board.grid().parse(name).unwrap()), "{name}");
    }
}

#[test]
fn a_vulnerable_cell_has_killers_some_of_them_by_what_they_capture() {
    // White on a3 captures a2.
    let (board, stones) = drawn(&[".oo.", "..o.", "....", "...."]);
    let cells = InferiorCells::new(&board);
    let killers = cells.killers(board.grid().parse("b2").unwrap(), Player::Black, &stones);
    let replies = killers.map(|killer| killer.reply).collect();
    let replies = names(&board, replies);
    for name in ["a2", "a3", "b3"] {
        assert!(replies.iter().any(|reply| reply == name), "{replies:?}");
    }
    assert!(!replies.iter().any(|reply| reply == "d4"), "{replies:?}");
}

/// Positions of a board with these sides, in which about this share of cells is empty.
fn positions(
    sides: std::ops::RangeInclusive<u8>,
    empty: u32,
) -> impl Strategy<Value = (Arc<Board>, Stones<1>)> {
    (sides.clone(), sides).prop_flat_map(move |(rows, columns)| {
        let cells = usize::from(rows) * usize::from(columns);
        let letter = prop_oneof![empty => Just('.'), 50 => Just('x'), 50 => Just('o')];
        proptest::collection::vec(letter, cells).prop_map(move |letters| {
            let rows: Vec<String> =
                letters.chunks(columns.into()).map(|row| row.iter().collect()).collect();
            drawn(&rows.iter().map(String::as_str).collect::<Vec<_>>())
        })
    })
}

fn squares(stones: &Stones<1>) -> PerPlayer<SquareSet> {
    PerPlayer::from_fn(|player| stones[player].to_squares())
}

/// Whether a player who is to move wins by playing here.
fn wins_by(cell: Square, player: Player, stones: &Stones<1>, game: &mut WholeGame) -> bool {
    let mut after = *stones;
    after[player].insert(cell);
    game.winner(squares(&after), player.opponent()) == player
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn dead_cells_are_dead_by_definition((board, stones) in positions(2..=4, 80)) {
        let cells = InferiorCells::new(&board);
        let all = empty(&board, &stones);
        prop_assume!(all.len() <= 11);
        for cell in all.iter().filter(|&cell| cells.is_dead(cell, &stones)) {
            prop_assert!(is_dead_by_definition(&board, &stones, cell));
        }
    }

    #[test]
    fn filling_in_changes_no_winner((board, stones) in positions(3..=5, 100)) {
        let all = empty(&board, &stones);
        prop_assume!(all.len() <= 15);
        let cells = InferiorCells::new(&board);
        let mut game = WholeGame::new(board.grid()).unwrap();
        for filling in
            [Filling::Both, Filling::Only(Player::Black), Filling::Only(Player::White)]
        {
            let added = cells.fill_in(all, &stones, filling);
            let full = PerPlayer::from_fn(|player| stones[player] | added[player]);
            for to_move in Player::BOTH {
                prop_assert_eq!(
                    game.winner(squares(&full), to_move),
                    game.winner(squares(&stones), to_move)
                );
            }
        }
    }

    #[test]
    fn an_undominated_move_wins_if_any_does((board, stones) in positions(3..=4, 200)) {
        let all = empty(&board, &stones);
        prop_assume!(all.len() <= 14);
        let cells = InferiorCells::new(&board);
        let mut game = WholeGame::new(board.grid()).unwrap();
        for player in Player::BOTH {
            let kept = cells.undominated(all, player, &stones);
            let mut wins = |cell| wins_by(cell, player, &stones, &mut game);
            let any = all.iter().any(&mut wins);
            prop_assert_eq!(kept.iter().any(&mut wins), any);
        }
    }

    /// Without dead cells, as in search, where they have been filled in.
    #[test]
    fn a_move_that_is_neither_vulnerable_nor_dominated_wins_if_any_does(
        (board, stones) in positions(3..=4, 200),
    ) {
        let cells = InferiorCells::new(&board);
        let added = cells.fill_in(empty(&board, &stones), &stones, Filling::Both);
        let stones = PerPlayer::from_fn(|player| stones[player] | added[player]);
        let all = empty(&board, &stones);
        prop_assume!(all.len() <= 14);
        let mut game = WholeGame::new(board.grid()).unwrap();
        for player in Player::BOTH {
            let mut worst = stones;
            worst[player.opponent()] = worst[player.opponent()] | all;
            if game.winner(squares(&worst), player) == player {
                // He has won; no cell matters any more.
                continue;
            }
            let kept = all - cells.vulnerable(all, player, &stones);
            let kept = cells.undominated(kept, player, &stones);
            let mut wins = |cell| wins_by(cell, player, &stones, &mut game);
            let any = all.iter().any(&mut wins);
            prop_assert_eq!(kept.iter().any(&mut wins), any);
        }
    }

    #[test]
    fn filling_in_beside_the_only_new_stone_leaves_nothing_to_fill_in(
        (board, stones) in positions(3..=5, 150), number in any::<usize>(),
    ) {
        let cells = InferiorCells::new(&board);
        let fill = |stones: &Stones<1>, added: Stones<1>| {
            PerPlayer::from_fn(|player| stones[player] | added[player])
        };
        let all = empty(&board, &stones);
        let mut stones = fill(&stones, cells.fill_in(all, &stones, Filling::Both));
        let open: Vec<Square> = empty(&board, &stones).iter().collect();
        prop_assume!(!open.is_empty());
        let stone = open[number % open.len()];
        stones.black.insert(stone);
        let stones = fill(&stones, cells.fill_in_beside(stone, &stones, Filling::Both));
        let rest = empty(&board, &stones);
        prop_assert_eq!(cells.fill_in(rest, &stones, Filling::Both), Stones::default());
    }

    /// A stone on a vulnerable cell and its killer leave the owner no better off than a pass.
    #[test]
    fn killers_make_a_stone_worthless((board, stones) in positions(3..=4, 80)) {
        let all = empty(&board, &stones);
        prop_assume!(all.len() <= 12);
        let cells = InferiorCells::new(&board);
        for player in Player::BOTH {
            for cell in all.iter() {
                for killer in cells.killers(cell, player, &stones) {
                    let mut after = stones;
                    after[player.opponent()] = after[player.opponent()] | killer.needs;
                    prop_assert!(is_dead_by_definition(&board, &after, cell));
                }
            }
        }
    }
}

#[test]
fn an_edge_counts_as_stones_of_its_owner() {
    let board = Board::new(HexRules::new(3, 3).unwrap());
    let cells = InferiorCells::new(&board);
    // In the acute corner a1 matters only if it can join a2 to Black's edge and b1 to White's.
    let (_, stones) = drawn(&[".x.", "x..", "..."]);
    assert!(board.touches(Square::from_index(0), Edge::Left));
    assert!(cells.is_dead(Square::from_index(0), &stones));
    let (_, stones) = drawn(&[".x.", "o..", "..."]);
    assert!(cells.is_dead(Square::from_index(0), &stones));
    let (_, stones) = drawn(&[".o.", "x..", "..."]);
    assert!(!cells.is_dead(Square::from_index(0), &stones));
}
