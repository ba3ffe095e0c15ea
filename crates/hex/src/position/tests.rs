use proptest::prelude::*;

use super::*;

fn rules(rows: u8, columns: u8) -> HexRules {
    HexRules::new(rows, columns).unwrap()
}

fn play(position: &mut Position, names: &str) {
    for name in names.split_ascii_whitespace() {
        position.try_play(position.grid().parse(name).unwrap()).unwrap();
    }
}

/// The winner by a flood from one edge, looked at cell by cell.
fn naive_winner(position: &Position) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| {
        let [from, to] = Edge::of(player);
        let board = position.board();
        let own = position.stones()[player];
        let mut seen = SquareSet::EMPTY;
        let mut open: Vec<Square> = (own & board.along(from)).iter().collect();
        while let Some(cell) = open.pop() {
            if seen.contains(cell) {
                continue;
            }
            if board.touches(cell, to) {
                return true;
            }
            seen.insert(cell);
            open.extend(board.neighbours(cell).iter().filter(|&&beside| own.contains(beside)));
        }
        false
    })
}

#[test]
fn black_joins_top_and_bottom_and_white_left_and_right() {
    let mut position = Position::start(rules(2, 3));
    play(&mut position, "c1 a1 b2");
    assert_eq!(position.winner(), Some(Player::Black));
    let mut position = Position::start(rules(2, 3));
    play(&mut position, "a1 a2 b1 b2 c1 c2");
    assert_eq!(position.winner(), Some(Player::White));
    assert_eq!(position.try_play(Square::from_index(5)), Err(IllegalStone::GameOver));
    assert_eq!(position.legal_squares(), SquareSet::EMPTY);
}

#[test]
fn a_stone_needs_an_empty_cell_of_the_board() {
    let mut position = Position::start(rules(2, 3));
    play(&mut position, "a1");
    assert_eq!(position.try_play(Square::from_index(0)), Err(IllegalStone::Occupied));
    assert_eq!(position.try_play(Square::from_index(6)), Err(IllegalStone::OffTheBoard));
}

#[test]
fn a_fen_lists_rows_from_the_top() {
    let fen = "3x/1o2/4 w 1";
    let position = Position::from_fen(rules(3, 4), fen).unwrap();
    assert_eq!(position.stone(position.grid().parse("d1").unwrap()), Some(Player::Black));
    assert_eq!(position.setup().to_string(), fen);
    assert_eq!(position.name().to_string(), "hex(3,4)");
}

#[test]
fn a_setup_of_another_board_is_refused() {
    let setup = Setup::start(GameName::Hex(rules(3, 4)));
    assert!(Position::from_setup(Arc::new(Board::new(rules(4, 3))), &setup).is_none());
}

#[test]
fn swapping_takes_the_first_stone_to_the_reflected_cell() {
    let mut position = Position::start(rules(3, 3)).with_swap_rule(SwapRule::SwapPieces);
    assert_eq!(position.swap(), None);
    play(&mut position, "c1");
    let before = position.setup();
    position.swap().unwrap();
    assert_eq!(position.setup().to_string(), "3/3/o2 b 1");
    assert_eq!(position.swap(), None);
    play(&mut position, "b2");
    assert_eq!(position.swap(), None);
    position.undo();
    position.undo();
    assert_eq!(position.setup(), before);
    assert_eq!(position.hash(), Position::from_fen(rules(3, 3), "2x/3/3 w 1").unwrap().hash());
    position.undo();
    play(&mut position, "a1 a2 b1");
    assert_eq!(position.setup().to_string(), "xx1/o2/3 w 1");
}

#[test]
fn nobody_swaps_without_the_rule_or_on_a_board_without_the_reflection() {
    let mut position = Position::start(rules(3, 3));
    play(&mut position, "a1");
    assert_eq!(position.swap(), None);
    let mut position = Position::start(rules(3, 4)).with_swap_rule(SwapRule::SwapPieces);
    play(&mut position, "a1");
    assert_eq!(position.swap(), None);
}

#[test]
fn stones_beside_an_edge_reach_it() {
    let position = Position::from_fen(rules(3, 3), "x2/1x1/1x1 w 1").unwrap();
    let cell = |name| position.grid().parse(name).unwrap();
    assert!(position.reaches(cell("b2"), Edge::Bottom));
    assert!(!position.reaches(cell("b2"), Edge::Top));
    assert!(position.reaches(cell("a1"), Edge::Top));
    assert!(position.are_joined(cell("b2"), cell("b3")));
}

proptest! {
    #[test]
    fn the_winner_is_found_when_the_last_stone_falls_and_undo_forgets_it(
        (rows, columns, order) in (1_u8..6, 1_u8..6).prop_flat_map(|(rows, columns)| {
            let cells: Vec<usize> = (0..usize::from(rows) * usize::from(columns)).collect();
            (Just(rows), Just(columns), Just(cells).prop_shuffle())
        }),
    ) {
        let mut position = Position::start(rules(rows, columns));
        let mut path = vec![(position.setup(), position.hash())];
        for index in order {
            prop_assert_eq!(position.winner(), naive_winner(&position));
            if position.try_play(Square::from_index(index)).is_err() {
                break;
            }
            path.push((position.setup(), position.hash()));
            let again = Position::from_setup(position.board().clone(), &position.setup()).unwrap();
            prop_assert_eq!(again.hash(), position.hash());
            prop_assert_eq!(again.winner(), position.winner());
            let rotated = position.setup().mapped(|cell| position.board().rotated(cell));
            let rotated = Position::from_setup(position.board().clone(), &rotated).unwrap();
            prop_assert_eq!(rotated.canonical_setup(), position.canonical_setup());
            prop_assert_eq!(rotated.canonical_hash(), position.canonical_hash());
        }
        // Hex has no draws.
        prop_assert!(position.winner().is_some());
        while let Some((setup, hash)) = path.pop() {
            prop_assert_eq!((position.setup(), position.hash()), (setup, hash));
            prop_assert_eq!(position.winner(), naive_winner(&position));
            position.undo();
        }
    }
}
