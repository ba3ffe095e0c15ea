//! Proof-number search in memory against plain minimax, and against results that are known.

mod support;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;
use sixfold_connect::{GeneralPosition, Geometry, Position};
use sixfold_game::{
    ConnectRules, Game, GameName, Lattice, Outcome, Player, Setup, SpentBudget, Square, Turn,
};
use sixfold_proof::memory::{
    Answer, LeafNumbers, Limits, Method, Settings, Solution, Widening, prove, prove_ranked,
};
use sixfold_proof::{Number, Numbers};
use support::tiny_hex::TinyHex;
use support::wins;

const DEEP: LeafNumbers = LeafNumbers::Deep { base: 3, depth: 5 };
const WIDE: Method = Method::DepthFirst(Widening::of_thousandths(250));
const NARROW: Method = Method::DepthFirst(Widening::NONE);

/// Every method with every kind of leaf, and memory for all positions.
fn roomy_settings() -> Vec<Settings> {
    let memory = Settings::default().memory;
    let methods = [Method::BestFirst, NARROW, WIDE];
    let with = |leaves| methods.map(|method| Settings { method, leaves, memory });
    [LeafNumbers::Plain, DEEP].into_iter().flat_map(with).collect()
}

/// The same, and those with a table again with one that forgets.
fn all_settings() -> Vec<Settings> {
    let roomy = roomy_settings();
    let tables = roomy.iter().filter(|settings| settings.method != Method::BestFirst);
    let forgetful = tables.map(|&settings| Settings { memory: 7, ..settings });
    roomy.iter().copied().chain(forgetful).collect()
}

fn start(name: &str) -> GeneralPosition {
    let Ok(GameName::Connect(rules)) = name.parse() else { panic!("{name} is a Connect game") };
    Position::start(Arc::new(Geometry::new(rules)))
}

/// Plays the line of a solution, which must be legal, and says how the game then stands.
fn end_of_line<G: Game>(position: &G, solution: &Solution) -> Option<Outcome> {
    let mut position = position.clone();
    for &square in &solution.line {
        assert_eq!(position.outcome(), None, "the line goes on after the end of the game");
        position.try_play(square).expect("the line is legal");
    }
    position.outcome()
}

/// Whether a solution claims that the prover wins, with numbers and a line that say so too.
fn claims_win<G: Game>(position: &G, prover: Player, solution: &Solution) -> bool {
    let outcome = end_of_line(position, solution);
    match solution.answer {
        Answer::Proven => {
            assert_eq!(solution.numbers, Numbers::PROVEN);
            assert_eq!(outcome, Some(Outcome::Win(prover)));
            true
        }
        Answer::Disproven => {
            assert_eq!(solution.numbers, Numbers::DISPROVEN);
            assert!(outcome.is_some_and(|outcome| outcome != Outcome::Win(prover)));
            false
        }
        Answer::Unknown(spent) => panic!("no limits, but {spent:?}"),
    }
}

/// Positions with so many empty squares at most, of games with any k, p and q.
fn endgames(most_empty: usize) -> impl Strategy<Value = GeneralPosition> {
    let lattice = prop_oneof![
        4 => (1_u8..6, 1_u8..6).prop_map(|(rows, columns)| Lattice::Square { rows, columns }),
        1 => (1_u8..3).prop_map(|radius| Lattice::Hexagonal { radius }),
    ];
    let rules = (lattice, 2_u8..6, 1_u16..4, 1_u16..4)
        .prop_filter_map("no room for k", |(l, k, p, q)| ConnectRules::new(l, k, p, q).ok());
    (rules, any::<u64>()).prop_filter_map("two winners", move |(rules, seed)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let game = GameName::Connect(rules);
        let mut cells: Vec<Square> = rules.cells().iter().collect();
        random.shuffle(&mut cells);
        let mut setup = Setup::start(game);
        for &square in cells.iter().skip(most_empty) {
            setup.set(square, random.choice(Player::BOTH));
        }
        let player = random.choice(Player::BOTH)?;
        let most = game.turn_order().first.max(game.turn_order().later);
        setup.turn = Turn { player, stones_left: random.u16(1..=most) };
        Position::from_setup(Arc::new(Geometry::new(rules)), &setup).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_method_agrees_with_plain_minimax(mut position in endgames(8)) {
        for prover in Player::BOTH {
            let value = wins(&mut position, prover, &mut HashMap::new());
            for settings in roomy_settings() {
                let solution = prove(&position, prover, &settings, &Limits::default());
                let claim = claims_win(&position, prover, &solution);
                prop_assert_eq!(claim, value, "{:?} for {}", settings, prover);
            }
        }
    }

    #[test]
    fn a_table_that_forgets_agrees_with_plain_minimax(
        mut position in endgames(6),
        memory in 0_usize..60,
    ) {
        let prover = position.turn().player;
        let value = wins(&mut position, prover, &mut HashMap::new());
        for settings in roomy_settings() {
            if settings.method != Method::BestFirst {
                let settings = Settings { memory, ..settings };
                let solution = prove(&position, prover, &settings, &Limits::default());
                let claim = claims_win(&position, prover, &solution);
                prop_assert_eq!(claim, value, "{:?} for {}", settings, prover);
            }
        }
    }

    #[test]
    fn a_ranking_changes_no_answer(mut position in endgames(6), seed in any::<u64>()) {
        let prover = position.turn().player;
        let value = wins(&mut position, prover, &mut HashMap::new());
        let whim = |_: &GeneralPosition, square: Square| {
            fastrand::Rng::with_seed(seed ^ square.index() as u64).i64(..)
        };
        for settings in all_settings() {
            let solution = prove_ranked(&position, prover, &settings, &Limits::default(), whim);
            prop_assert_eq!(claims_win(&position, prover, &solution), value, "{:?}", settings);
        }
    }

    #[test]
    fn a_search_cut_short_never_claims_what_is_false(
        mut position in endgames(6),
        nodes in 0_u64..40,
        memory in 0_usize..40,
    ) {
        let prover = position.turn().player;
        let value = wins(&mut position, prover, &mut HashMap::new());
        for settings in all_settings() {
            let settings = Settings { memory, ..settings };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let solution = prove(&position, prover, &settings, &limits);
            prop_assert!(solution.nodes <= nodes);
            end_of_line(&position, &solution);
            match solution.answer {
                Answer::Proven => prop_assert!(value),
                Answer::Disproven => prop_assert!(!value),
                Answer::Unknown(spent) => {
                    prop_assert!(matches!(spent, SpentBudget::Nodes | SpentBudget::Memory));
                    prop_assert!(solution.numbers.proof < Number::INFINITY);
                    prop_assert!(solution.numbers.disproof < Number::INFINITY);
                }
            }
        }
    }
}

#[test]
fn small_games_have_their_known_values() {
    for settings in roomy_settings() {
        for (name, black_wins) in
            [("tictactoe", false), ("connect(3,4,3,1,1)", true), ("connect(4,4,3,2,1)", true)]
        {
            let position = start(name);
            let solution = prove(&position, Player::Black, &settings, &Limits::default());
            let claim = claims_win(&position, Player::Black, &solution);
            assert_eq!(claim, black_wins, "{name} by {settings:?}");
        }
    }
}

#[test]
fn four_in_a_row_on_four_by_four_is_no_win() {
    // Draws show only on a full board, so this takes long, and one quick variant has to do.
    let leaves = LeafNumbers::Deep { base: 2, depth: 8 };
    let settings = Settings { method: WIDE, leaves, ..Settings::default() };
    let position = start("connect(4,4,4,1,1)");
    let solution = prove(&position, Player::Black, &settings, &Limits::default());
    assert!(!claims_win(&position, Player::Black, &solution));
}

#[test]
fn a_table_of_few_entries_still_answers_rightly() {
    for method in [NARROW, WIDE] {
        for memory in [0, 1, 50] {
            let settings = Settings { method, memory, ..Settings::default() };
            for (name, black_wins) in [("tictactoe", false), ("connect(3,4,3,1,1)", true)] {
                let position = start(name);
                let solution = prove(&position, Player::Black, &settings, &Limits::default());
                assert_eq!(claims_win(&position, Player::Black, &solution), black_wins, "{name}");
            }
        }
    }
}

#[test]
fn a_game_that_is_not_connect_is_proven_as_well() {
    for (name, winner) in [("hex3", Player::Black), ("hex(2,3)", Player::Black)] {
        let mut position = TinyHex::start(name);
        for prover in Player::BOTH {
            let value = wins(&mut position, prover, &mut HashMap::new());
            assert_eq!(value, prover == winner, "{name}");
            for settings in all_settings() {
                let solution = prove(&position, prover, &settings, &Limits::default());
                assert_eq!(claims_win(&position, prover, &solution), value, "{settings:?}");
            }
        }
    }
}

#[test]
fn a_finished_game_needs_no_search() {
    let mut position = start("connect(3,3,2,2,2)");
    for square in [0, 1].map(Square::from_index) {
        position.play(square);
    }
    for settings in all_settings() {
        for (prover, answer) in
            [(Player::Black, Answer::Proven), (Player::White, Answer::Disproven)]
        {
            let solution = prove(&position, prover, &settings, &Limits::default());
            assert_eq!((solution.answer, solution.nodes), (answer, 0));
            assert_eq!(solution.line, []);
        }
    }
}

#[test]
fn a_full_window_holds_no_win() {
    let Ok(GameName::Connect(rules)) = "connect(3,1,1)".parse() else { panic!("a Connect game") };
    let rules = rules.with_window(Lattice::Square { rows: 1, columns: 3 }).expect("room for k");
    let position: GeneralPosition = Position::start(Arc::new(Geometry::new(rules)));
    for settings in all_settings() {
        for prover in Player::BOTH {
            let solution = prove(&position, prover, &settings, &Limits::default());
            assert_eq!(solution.answer, Answer::Disproven);
        }
    }
}

#[test]
fn a_spent_budget_is_not_an_answer() {
    let position = start("connect(6,6,4,1,1)");
    let cancelled = AtomicBool::new(true);
    for settings in all_settings() {
        for (limits, spent) in [
            (Limits { nodes: Some(10), ..Limits::default() }, SpentBudget::Nodes),
            (Limits { time: Some(Duration::ZERO), ..Limits::default() }, SpentBudget::Time),
            (Limits { cancelled: Some(&cancelled), ..Limits::default() }, SpentBudget::Cancelled),
        ] {
            let solution = prove(&position, Player::Black, &settings, &limits);
            assert_eq!(solution.answer, Answer::Unknown(spent), "{settings:?}");
            assert_eq!(solution.line, []);
        }
    }
}

#[test]
fn a_full_tree_ends_the_search() {
    let settings = Settings { method: Method::BestFirst, memory: 100, ..Settings::default() };
    let position = start("connect(6,6,4,1,1)");
    let solution = prove(&position, Player::Black, &settings, &Limits::default());
    assert_eq!(solution.answer, Answer::Unknown(SpentBudget::Memory));
}

#[test]
fn a_search_can_be_repeated_node_by_node() {
    let position = start("connect(4,4,4,1,1)");
    for settings in all_settings() {
        let settings = Settings { memory: settings.memory.min(2000), ..settings };
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let first = prove(&position, Player::Black, &settings, &limits);
        assert_eq!(prove(&position, Player::Black, &settings, &limits), first, "{settings:?}");
    }
}
