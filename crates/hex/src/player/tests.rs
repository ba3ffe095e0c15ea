use proptest::prelude::*;
use sixfold_game::{Game, HexRules, PerPlayer, Player, Setup, SquareSet, Turn};

use super::distance::{Distance, Steps};
use super::*;
use crate::SwapRule;
use crate::brute::WholeGame;
use crate::connections::{Connections, Goal};
use crate::solve::{self, solve};

fn start(side: u8) -> Position {
    Position::start(HexRules::new(side, side).unwrap())
}

fn position(fen: &str) -> Position {
    let side = fen.split('/').count() as u8;
    Position::from_fen(HexRules::new(side, side).unwrap(), fen).unwrap()
}

fn nodes(most: u64) -> Budget {
    Budget { nodes: Some(most), memory: 1 << 20, ..Budget::default() }
}

fn alone(settings: Settings) -> Settings {
    Settings { solving: Solving::Never, ..settings }
}

fn chosen(position: &Position, settings: Settings) -> Choice {
    choose(position, settings, &nodes(400)).answer.unwrap()
}

fn chosen_cell(position: &Position, settings: Settings) -> String {
    match chosen(position, settings).action {
        Action::Place(cell) => position.grid().name(cell).to_string(),
        Action::Swap => "swap".into(),
    }
}

const MEASURES: [Measure; 3] = [Measure::Resistance, Measure::ShortestPath, Measure::TwoDistance];

fn presets() -> Vec<Settings> {
    let measured = MEASURES.map(|measure| Settings { measure, ..alone(Settings::hexy()) });
    [Settings::hexy(), Settings::quick(), Settings::deep()].into_iter().chain(measured).collect()
}

#[test]
fn everybody_completes_his_last_gap() {
    for settings in presets() {
        assert_eq!(chosen_cell(&position("xo2/xo2/1o2/xo2 b 1"), settings), "a3");
    }
}

/// White's chain lacks nothing but c2.
#[test]
fn everybody_stops_a_chain_with_one_gap() {
    for settings in presets() {
        let choice = chosen(&position("1x2/oo1o/x3/4 b 1"), settings);
        assert_eq!(choice.action, Action::Place(start(4).grid().parse("c2").unwrap()));
    }
}

#[test]
fn a_central_first_stone_is_taken_over_and_one_in_the_corner_is_not() {
    for settings in [Settings::hexy(), Settings::quick()] {
        for (name, swaps) in [("c3", true), ("a1", false)] {
            let mut position = start(5).with_swap_rule(SwapRule::SwapPieces);
            position.try_play(position.grid().parse(name).unwrap()).unwrap();
            let choice = chosen(&position, settings);
            assert_eq!(choice.action == Action::Swap, swaps, "{name}: {choice:?}");
            assert!(choice.score > 0.0);
        }
    }
}

#[test]
fn the_first_stone_that_may_be_taken_over_is_not_in_the_middle() {
    let position = start(5).with_swap_rule(SwapRule::SwapPieces);
    let name = chosen_cell(&position, Settings::hexy());
    assert!(!["c3", "c2", "c4", "b3", "d3"].contains(&name.as_str()), "{name}");
}

#[test]
fn without_a_budget_there_is_a_choice_all_the_same() {
    let cancelled = Budget::default();
    cancelled.control.cancel();
    for budget in [nodes(0), nodes(1), cancelled] {
        for settings in presets() {
            let choice = choose(&start(5), settings, &budget).answer.unwrap();
            assert!(
                matches!(choice.action, Action::Place(cell) if start(5).board().cells().contains(cell))
            );
        }
    }
}

/// An eighth of the budget is too little for the solver, what a short search leaves of it is enough.
#[test]
fn the_solver_gets_what_the_search_leaves() {
    let position = position("6/6/x5/6/6/6 w 1");
    let needed = solve(&position, solve::Settings::default(), nodes(10_000)).nodes;
    let most = nodes(needed * 2 + 100);
    assert!(most.nodes.unwrap() / 8 < needed);
    let quick = Settings { depth: 1, ..Settings::hexy() };
    let solution = choose(&position, quick, &most);
    assert!(solution.answer.unwrap().proven.is_some());
    assert!(solution.nodes >= needed && Some(solution.nodes) <= most.nodes, "{}", solution.nodes);
    assert_eq!(choose(&position, alone(quick), &most).answer.unwrap().proven, None);
}

#[test]
fn several_moves_are_told_the_best_first() {
    for settings in presets() {
        for fen in ["5/5/2x2/5/5 w 1", "5/1o1x1/5/1x3/5 w 1", "xo3/xo3/1o3/xo3/5 b 1"] {
            let position = position(fen);
            let question = Question { moves: 4, ..Question::default() };
            let choices = consider(&position, settings, &nodes(400), question).answer;
            let cells: Vec<Action> = choices.iter().map(|choice| choice.action).collect();
            let different = cells.iter().enumerate().all(|(at, cell)| !cells[..at].contains(cell));
            assert!(different && (1..=4).contains(&cells.len()), "{fen}: {cells:?}");
        }
    }
    let question = Question { moves: 5, ..Question::default() };
    let choices = consider(&start(5), Settings::quick(), &Budget::default(), question).answer;
    assert!(choices.is_sorted_by(|one, other| one.score >= other.score), "{choices:?}");
    let alone = choose(&start(5), Settings::quick(), &Budget::default()).answer.unwrap();
    assert_eq!(choices[0].action, alone.action);
}

#[test]
fn excluded_moves_are_chosen_only_if_nothing_else_is_left() {
    for settings in presets() {
        for fen in ["3/1x1/3 w 1", "3/3/3 b 1", "xo1/xo1/1o1 b 1", "oo1/1x1/xxo w 1"] {
            let position = position(fen);
            let mut excluded = SquareSet::EMPTY;
            for _ in position.empty_cells().iter() {
                let question = Question { excluded, ..Question::default() };
                let choice = consider(&position, settings, &nodes(200), question).answer[0];
                let Action::Place(cell) = choice.action else { panic!("{choice:?}") };
                assert!(!excluded.contains(cell), "{fen}");
                excluded.insert(cell);
            }
            let question = Question { excluded, ..Question::default() };
            assert_eq!(consider(&position, settings, &nodes(200), question).answer.len(), 1);
        }
    }
}

#[test]
fn the_listener_hears_of_every_move_further_ahead() {
    let depths = std::cell::RefCell::new(Vec::new());
    let listener = |choices: &[Choice]| depths.borrow_mut().push(choices[0].depth);
    let question = Question { listener: &listener, ..Question::default() };
    let settings = Settings { depth: 2, ..alone(Settings::hexy()) };
    let _ = consider(&position("7/7/7/3x3/7/7/7 w 1"), settings, &Budget::default(), question);
    assert_eq!(depths.into_inner(), [1, 2]);
}

#[test]
fn nobody_moves_when_the_game_is_over() {
    let over = position("1x/x1 w 1");
    assert_eq!(over.winner(), Some(Player::Black));
    assert_eq!(choose(&over, Settings::hexy(), &nodes(10)).answer, None);
}

/// Who wins a game between two ways to think.
fn winner(first: Settings, second: Settings, mut position: Position) -> Player {
    while position.winner().is_none() {
        let settings = if position.to_move() == Player::Black { first } else { second };
        match chosen(&position, settings).action {
            Action::Place(cell) => position.try_play(cell).unwrap(),
            Action::Swap => assert!(position.swap().is_some()),
        }
    }
    position.winner().unwrap()
}

#[test]
fn games_of_all_presets_end_and_repeat_themselves() {
    for settings in presets() {
        let games = [0; 2].map(|_| winner(Settings::quick(), settings, start(4)));
        assert_eq!(games[0], games[1]);
    }
}

#[test]
fn hexy_wins_from_every_winning_opening_of_4x4_against_the_deep_one() {
    let mut game = WholeGame::new(start(4).grid()).unwrap();
    for cell in start(4).grid().squares() {
        let mut position = start(4);
        position.try_play(cell).unwrap();
        if game.winner(position.stones(), Player::White) == Player::Black {
            assert_eq!(winner(Settings::hexy(), Settings::deep(), position), Player::Black);
        }
    }
}

fn steps(fen: &str, rows: u8, columns: u8, steps: Steps) -> Distance {
    let position = Position::from_fen(HexRules::new(rows, columns).unwrap(), fen).unwrap();
    let plain = connections::Settings { full_limit: 0, ..connections::Settings::EXHAUSTIVE };
    let (board, stones) = (position.board().clone(), position.stones());
    let known = Connections::<1>::new(board, Player::Black, stones, plain, Goal::Everything);
    Distance::measure(&known, steps)
}

#[test]
fn a_cell_on_a_shortest_way_counts_for_both_edges() {
    // Three stones join the edges; the one that is counted from both ends makes four.
    assert_eq!(steps("3/3/3 b 1", 3, 3, Steps::FromNearest).steps, 4);
    assert_eq!(steps("3/1x1/3 b 1", 3, 3, Steps::FromNearest).steps, 3);
}

#[test]
fn the_second_nearest_neighbour_is_as_good_where_there_are_two_ways() {
    assert_eq!(steps("3/3/3 b 1", 3, 3, Steps::FromSecond).steps, 4);
    assert!(steps("1/1/1 b 1", 3, 1, Steps::FromSecond).steps > 4);
}

#[test]
fn a_stone_of_ones_own_shortens_every_distance() {
    for measure in MEASURES {
        let merit = |fen: &str| {
            let position = position(fen);
            let known = PerPlayer::from_fn(|player| {
                let (board, stones) = (position.board().clone(), position.stones());
                let settings = connections::Settings { full_limit: 0, ..Default::default() };
                Connections::<1>::new(board, player, stones, settings, Goal::Everything)
            });
            measure.balance(&known, Player::Black)
        };
        assert!(merit("4/4/4/4 b 1").abs() < 1e-3);
        assert!(merit("4/1x2/4/4 b 1") > 0.0, "{measure:?}");
        assert!(merit("4/1o2/4/4 b 1") < 0.0, "{measure:?}");
    }
}

fn positions(side: u8) -> impl Strategy<Value = Position> {
    let letter = prop_oneof![2 => Just(0), 1 => Just(1), 1 => Just(2)];
    proptest::collection::vec(letter, usize::from(side).pow(2)).prop_map(move |colours| {
        let start = start(side);
        let of = |colour: usize| -> SquareSet {
            start.grid().squares().filter(|cell| colours[cell.index()] == colour).collect()
        };
        let stones = PerPlayer::from_fn(|player| of(player.index() + 1));
        let player =
            if stones.black.len() > stones.white.len() { Player::White } else { Player::Black };
        let setup = Setup::with_stones(start.grid(), stones, Turn { player, stones_left: 1 });
        Position::from_setup(start.board().clone(), &setup).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What is proven is true, and with depth for the whole game nothing is missed.
    #[test]
    fn no_win_is_missed_that_brute_force_sees(position in positions(4)) {
        prop_assume!(position.winner().is_none());
        let mut game = WholeGame::new(position.grid()).unwrap();
        let player = position.to_move();
        let wins = game.winner(position.stones(), player) == player;
        let whole_game = Settings { depth: 16, ..alone(Settings::hexy()) };
        for settings in presets().into_iter().chain([whole_game]) {
            let budget = Budget { memory: 1 << 20, ..Budget::default() };
            let choice = choose(&position, settings, &budget).answer.unwrap();
            let Action::Place(cell) = choice.action else { panic!("{choice:?}") };
            let mut after = position.stones();
            after[player].insert(cell);
            let keeps = game.winner(after, player.opponent()) == player;
            if let Some(value) = choice.proven {
                prop_assert_eq!(value == Value::Win, wins);
                prop_assert_eq!(keeps, wins);
            }
            if settings.depth == 16 || settings.solving == Solving::Around {
                prop_assert_eq!(keeps, wins);
            }
        }
    }
}
