//! The solver and the checker against a naive oracle, and the checker against damaged strategies.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use sixfold_draws::bands::{b1, parallelogram, ring};
use sixfold_draws::check::{check_attack, check_defence};
use sixfold_draws::solve::{Game, Verdict, Watch, is_held, solve};
use sixfold_draws::{Board, Place, Squares};

const NO_LIMIT: u64 = u64::MAX;

/// The rules and nothing else: Maker places 1 to `stones` stones anywhere, Breaker at most as many.
struct Oracle<'a> {
    board: &'a Board,
    stones: u32,
    known: HashMap<(u64, u64), bool>,
}

impl Oracle<'_> {
    fn new(board: &Board, stones: usize) -> Oracle<'_> {
        Oracle { board, stones: stones as u32, known: HashMap::new() }
    }

    fn is_filled(&self, maker: u64) -> bool {
        self.board.lines().iter().any(|line| line.bits() & !maker == 0)
    }

    /// Whether Breaker holds with Maker to move.
    fn holds(&mut self, maker: u64, breaker: u64) -> bool {
        if let Some(&known) = self.known.get(&(maker, breaker)) {
            return known;
        }
        let free = Squares::first(self.board.places().len()).bits() & !maker & !breaker;
        let most = self.stones;
        let mut turns = subsets(free).filter(|stones| (1..=most).contains(&stones.count_ones()));
        let holds = turns.all(|stones| {
            let maker = maker | stones;
            let mut replies =
                subsets(free & !stones).filter(|reply| reply.count_ones() <= stones.count_ones());
            !self.is_filled(maker) && replies.any(|reply| self.holds(maker, breaker | reply))
        });
        self.known.insert((maker, breaker), holds);
        holds
    }
}

fn subsets(of: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(of);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != 0).then(|| (set - 1) & of);
        Some(set)
    })
}

/// A board of squares in a row with any lines.
fn board(squares: usize, lines: &[u64]) -> Board {
    let places: BTreeSet<Place> = (0..squares as i32).map(|column| Place::new(column, 0)).collect();
    let line = |bits: &u64| {
        let squares = Squares::from_bits(*bits).iter();
        squares.map(|square| Place::new(square as i32, 0)).collect::<Vec<_>>()
    };
    Board::new(&places, lines.iter().map(line)).unwrap()
}

/// A game whose lines are mostly longer than a turn, so that both players have their chances.
#[derive(Clone, Debug)]
struct AnyGame {
    board: Board,
    stones: usize,
}

fn any_game() -> impl Strategy<Value = AnyGame> {
    (1usize..=3, 6usize..=8).prop_flat_map(|(stones, squares)| {
        let sizes = stones + 1..=stones + 3;
        let line = prop::collection::btree_set(0..squares, sizes);
        prop::collection::vec(line, 1..=7).prop_map(move |lines| {
            let bits: Vec<u64> = lines
                .into_iter()
                .map(|line| line.into_iter().collect::<Squares>().bits())
                .collect();
            AnyGame { board: board(squares, &bits), stones }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_solver_says_what_the_rules_say(AnyGame { board, stones } in any_game()) {
        let truth = Oracle::new(&board, stones).holds(0, 0);
        let game = Game { board: &board, stones };
        prop_assert_eq!(is_held(game, NO_LIMIT, &Watch::default()), Some(truth));
        match solve(game, NO_LIMIT, &Watch::default()) {
            Verdict::Held(defence) => {
                prop_assert!(truth);
                prop_assert!(check_defence(&board, stones, &defence).is_ok());
            }
            Verdict::Lost(attack) => {
                prop_assert!(!truth);
                prop_assert_eq!(check_attack(&board, stones, &attack), Ok(attack.steps.len()));
            }
            Verdict::Unknown => prop_assert!(false),
        }
    }

    #[test]
    fn a_damaged_defence_is_refused_or_the_board_is_held_all_the_same(
        AnyGame { board, stones } in any_game(),
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        bits in 0u64..256,
        kind in 0..4,
    ) {
        let Verdict::Held(mut defence) = solve(Game { board: &board, stones }, NO_LIMIT, &Watch::default())
        else { return Ok(()); };
        if defence.stances.is_empty() {
            return Ok(());
        }
        let set = Squares::from_bits(bits) & Squares::first(board.places().len());
        let index = at.index(defence.stances.len());
        match kind {
            0 => { defence.stances.remove(index); }
            1 => { let stance = &mut defence.stances[index];
                   let count = stance.replies.len();
                   if count > 0 { stance.replies[other.index(count)] = set; } }
            2 => { let stance = &mut defence.stances[index];
                   let count = stance.open.len();
                   stance.open[other.index(count)] = set; }
            _ => { let squares = board.places().len();
                   let mut symmetry: Vec<usize> = (0..squares).collect();
                   symmetry.swap(at.index(squares), other.index(squares));
                   defence.symmetries.push(symmetry); }
        }
        // Whatever is accepted must hold this very board, which the oracle says it does; what is
        // accepted for a board with one line more must hold that one.
        let mut lines: Vec<u64> = board.lines().iter().map(|line| line.bits()).collect();
        if set.len() >= 2 { lines.push(set.bits()); }
        let larger = self::board(board.places().len(), &lines);
        if check_defence(&larger, stones, &defence).is_ok() {
            prop_assert!(Oracle::new(&larger, stones).holds(0, 0));
        }
    }

    #[test]
    fn a_damaged_attack_is_refused_or_the_board_is_lost_all_the_same(
        AnyGame { board, stones } in any_game(),
        at in any::<prop::sample::Index>(),
        bits in 1u64..256,
        kind in 0..3,
    ) {
        let Verdict::Lost(mut attack) = solve(Game { board: &board, stones }, NO_LIMIT, &Watch::default())
        else { return Ok(()); };
        let squares = board.places().len();
        let set = Squares::from_bits(bits) & Squares::first(squares);
        // One line less, and one change.
        let mut lines: Vec<u64> = board.lines().iter().map(|line| line.bits()).collect();
        lines.remove(at.index(lines.len()));
        if lines.is_empty() { return Ok(()); }
        let smaller = self::board(squares, &lines);
        if !attack.steps.is_empty() {
            let index = at.index(attack.steps.len());
            match kind {
                0 => { attack.steps.remove(index); }
                1 => attack.steps[index].stones = set,
                _ => { attack.steps[index].open.pop(); }
            }
        }
        attack.symmetries.clear();
        if check_attack(&smaller, stones, &attack).is_ok() {
            prop_assert!(!Oracle::new(&smaller, stones).holds(0, 0));
        }
    }
}

#[test]
fn both_players_have_their_chances_in_the_games_above() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut held = [0; 4];
    for _ in 0..200 {
        let AnyGame { board, stones } = any_game().new_tree(&mut runner).unwrap().current();
        let game = Game { board: &board, stones };
        held[stones] += usize::from(is_held(game, NO_LIMIT, &Watch::default()) == Some(true));
    }
    assert!(held[1..].iter().all(|count| (5..61).contains(count)), "{held:?}");
}

#[test]
fn every_reply_of_b1_is_needed_or_has_a_substitute() {
    let board = b1().unwrap().board.board;
    let Verdict::Held(defence) =
        solve(Game { board: &board, stones: 1 }, NO_LIMIT, &Watch::default())
    else {
        panic!("B1 is held with one stone a turn")
    };
    assert!(check_defence(&board, 1, &defence).is_ok());
    let mut refused = 0;
    for stance in 0..defence.stances.len() {
        for reply in 0..defence.stances[stance].replies.len() {
            let mut damaged = defence.clone();
            damaged.stances[stance].replies.remove(reply);
            refused += usize::from(check_defence(&board, 1, &damaged).is_err());
        }
    }
    assert!(refused > 40, "{refused}");
}

#[test]
fn three_rows_are_lost_with_two_stones_and_four_are_held() {
    let verdict = |rows, columns, stones| {
        let board = parallelogram(rows, columns).unwrap();
        is_held(Game { board: &board, stones }, NO_LIMIT, &Watch::default())
    };
    assert_eq!(verdict(3, 4, 1), Some(true));
    assert_eq!(verdict(3, 4, 2), Some(false));
    assert_eq!(verdict(3, 5, 2), Some(false));
    assert_eq!(verdict(4, 5, 2), Some(true));
    assert_eq!(verdict(4, 4, 3), Some(false));
}

#[test]
fn short_rings_of_the_band_are_held_with_one_stone() {
    for columns in [4, 5] {
        let board = ring(4, columns).unwrap();
        assert_eq!(
            is_held(Game { board: &board, stones: 1 }, NO_LIMIT, &Watch::default()),
            Some(true)
        );
    }
}

#[test]
fn a_search_that_may_not_look_at_anything_says_that_it_does_not_know() {
    let board = parallelogram(4, 6).unwrap();
    let game = Game { board: &board, stones: 2 };
    assert_eq!(solve(game, 10, &Watch::default()), Verdict::Unknown);
    let watch = Watch::default();
    watch.stop();
    assert_eq!(is_held(game, NO_LIMIT, &watch), None);
}
