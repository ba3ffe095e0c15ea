use std::collections::BTreeSet;
use std::path::Path;

use sixfold_check::{PlanFault, Reason, check};
use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans};
use sixfold_game::{Game, GameName, HexRules, Setup, Turn};

use super::*;
use crate::brute::WholeGame;

fn rules(rows: u8, columns: u8) -> HexRules {
    HexRules::new(rows, columns).unwrap()
}

fn solver(position: &Position) -> Solver<1> {
    Solver::new(position, Settings::default(), Budget::default())
}

fn winner(finding: &Finding, to_move: Player) -> Player {
    match finding.verdict {
        Verdict::Proven(Value::Win) => to_move,
        Verdict::Proven(Value::Loss) => to_move.opponent(),
        other => panic!("{other:?}"),
    }
}

fn position(start: &Position, stones: PerPlayer<SquareSet>, to_move: Player) -> Position {
    let turn = Turn { player: to_move, stones_left: 1 };
    let setup = Setup::with_stones(start.grid(), stones, turn);
    Position::from_setup(start.board().clone(), &setup).unwrap()
}

/// Holds a finding to brute force: the winner, that he wins without the cells outside the carrier,
/// and that the best move wins.
fn assert_right(game: &mut WholeGame, position: &Position, finding: &Finding) {
    let stones = position.stones();
    let to_move = position.to_move();
    let winner = winner(finding, to_move);
    let fen = position.setup().to_string();
    assert_eq!(winner, game.winner(stones, to_move), "{fen}");
    let mut worst = stones;
    worst[winner.opponent()] =
        worst[winner.opponent()] | (position.empty_cells() - finding.carrier);
    assert_eq!(winner, game.winner(worst, to_move), "{fen} inside {:?}", finding.carrier);
    if let Some(best) = finding.best {
        let mut after = stones;
        after[to_move].insert(best);
        assert_eq!(game.winner(after, to_move.opponent()), to_move, "{fen}");
    } else {
        assert!(winner != to_move || position.winner().is_some(), "{fen}");
    }
}

#[test]
fn every_position_of_3x3_is_solved_as_by_brute_force() {
    let start = Position::start(rules(3, 3));
    let mut game = WholeGame::new(start.grid()).unwrap();
    let mut solver = solver(&start);
    for code in 0..3_usize.pow(9) {
        let colour = |cell: Square| code / 3_usize.pow(cell.index() as u32) % 3;
        let stones = PerPlayer::from_fn(|player| {
            start.grid().squares().filter(|&cell| colour(cell) == player.index() + 1).collect()
        });
        for to_move in Player::BOTH {
            let position = position(&start, stones, to_move);
            assert_right(&mut game, &position, &solver.find(&position));
        }
    }
}

fn assert_random_positions(rows: u8, columns: u8, empty: std::ops::Range<usize>, count: usize) {
    let start = Position::start(rules(rows, columns));
    let mut game = WholeGame::new(start.grid()).unwrap();
    let mut random = fastrand::Rng::with_seed(u64::from(rows) * 100 + u64::from(columns));
    // One table for all positions, as for the moves of one position.
    let mut solver = solver(&start);
    for _ in 0..count {
        let mut cells: Vec<Square> = start.grid().squares().collect();
        random.shuffle(&mut cells);
        cells.truncate(cells.len() - random.usize(empty.clone()));
        let mut stones = PerPlayer::<SquareSet>::default();
        for (number, &cell) in cells.iter().enumerate() {
            stones[Player::BOTH[number % 2]].insert(cell);
        }
        let position = position(&start, stones, Player::BOTH[random.usize(0..2)]);
        assert_right(&mut game, &position, &solver.find(&position));
    }
}

#[test]
fn random_positions_of_4x4_are_solved_as_by_brute_force() {
    assert_random_positions(4, 4, 2..14, 2000);
}

#[test]
fn random_positions_of_5x5_are_solved_as_by_brute_force() {
    assert_random_positions(5, 5, 4..13, 2000);
}

#[test]
fn random_positions_of_boards_that_are_not_square_are_solved_as_by_brute_force() {
    assert_random_positions(3, 5, 2..14, 1000);
    assert_random_positions(5, 3, 2..14, 1000);
}

#[test]
fn the_winning_openings_are_the_known_ones() {
    for (side, known) in [(1, 1), (2, 2), (3, 5), (4, 4), (5, 13)] {
        let start = Position::start(rules(side, side));
        let solution = solve_moves(&start, Settings::default(), Budget::default(), |_| {});
        let wins = |judged: &&JudgedMove| judged.finding.verdict == Verdict::Proven(Value::Loss);
        assert_eq!(solution.answer.iter().filter(wins).count(), known, "{side}x{side}");
    }
}

#[test]
fn a_spent_budget_is_no_answer() {
    let start = Position::start(rules(7, 7));
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    let solution = solve(&start, Settings::default(), budget);
    assert_eq!(solution.answer.verdict, Verdict::Unknown(SpentBudget::Nodes));
    let budget = Budget::default();
    budget.control.cancel();
    let solution = solve(&start, Settings::default(), budget);
    assert_eq!(solution.answer.verdict, Verdict::Unknown(SpentBudget::Cancelled));
}

#[test]
fn a_small_table_forgets_and_finds_the_same() {
    let start = Position::start(rules(5, 5));
    let budget = Budget { memory: 1, ..Budget::default() };
    let small = solve_moves(&start, Settings::default(), budget, |_| {});
    let large = solve_moves(&start, Settings::default(), Budget::default(), |_| {});
    let verdicts = |solution: &Solution<Vec<JudgedMove>>| {
        solution.answer.iter().map(|judged| judged.finding.verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&small), verdicts(&large));
}

#[test]
fn several_threads_find_the_same() {
    let start = Position::start(rules(5, 5));
    let verdicts = |threads: usize| {
        let threads = threads.try_into().unwrap();
        let budget = Budget { threads, ..Budget::default() };
        let mut told = Vec::new();
        let solution = solve_moves(&start, Settings::default(), budget, |judged| {
            told.push(judged.cell);
        });
        told.sort();
        let judged =
            solution.answer.into_iter().map(|judged| (judged.cell, judged.finding.verdict));
        let judged: Vec<_> = judged.collect();
        assert_eq!(told, judged.iter().map(|(cell, _)| *cell).collect::<Vec<_>>());
        judged
    };
    assert_eq!(verdicts(3), verdicts(1));
}

#[test]
fn positions_of_the_data_files_are_solved_with_all_their_winning_moves() {
    for name in ["hex-bruteforce-4x4.csv", "hex-bruteforce-5x5.csv"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
        let Ok(mut file) = csv::Reader::from_path(&path) else {
            eprintln!("SKIPPED: there is no {}", path.display());
            continue;
        };
        for row in file.records() {
            let row = row.unwrap();
            let GameName::Hex(rules) = row[0].parse().unwrap() else { panic!("{row:?}") };
            let position = Position::from_fen(rules, &row[1]).unwrap();
            let solution = solve(&position, Settings::default(), Budget::default());
            let winner = winner(&solution.answer, position.to_move());
            assert_eq!(winner.to_string().to_lowercase(), row[2], "{row:?}");
            let moves = solve_moves(&position, Settings::default(), Budget::default(), |_| {});
            let wins =
                |judged: &&JudgedMove| judged.finding.verdict == Verdict::Proven(Value::Loss);
            let winning = moves.answer.iter().filter(wins).map(|judged| judged.cell);
            let winning: BTreeSet<String> = position.grid().names(winning).into_iter().collect();
            let known: BTreeSet<String> =
                row[3].split_ascii_whitespace().map(str::to_owned).collect();
            assert_eq!(winning, known, "{row:?}");
        }
    }
}

fn random_position(random: &mut fastrand::Rng, start: &Position, stones: usize) -> Position {
    let mut cells: Vec<Square> = start.grid().squares().collect();
    random.shuffle(&mut cells);
    let mut placed = PerPlayer::<SquareSet>::default();
    for (number, &cell) in cells.iter().take(stones).enumerate() {
        placed[Player::BOTH[number % 2]].insert(cell);
    }
    position(start, placed, Player::BOTH[random.usize(0..2)])
}

/// All options of H-search that go beyond the paper.
fn with_all_rules() -> Settings {
    let connections = connections::Settings {
        over_edges: connections::OverEdges::Near,
        captured: connections::Captured::Shared,
        ..connections::Settings::default()
    };
    Settings { connections, ..Settings::default() }
}

#[test]
fn with_all_rules_the_answers_are_those_of_brute_force_and_have_certificates() {
    let mut random = fastrand::Rng::with_seed(2);
    for (rows, columns, empty, count) in [(3, 5, 12, 60), (4, 4, 12, 60), (5, 5, 11, 40)] {
        let start = Position::start(rules(rows, columns));
        let mut game = WholeGame::new(start.grid()).unwrap();
        let mut solver = Solver::<1>::new(&start, with_all_rules(), Budget::default());
        for _ in 0..count {
            let stones = start.board().len() - random.usize(4..empty);
            let position = random_position(&mut random, &start, stones);
            let finding = solver.find(&position);
            assert_right(&mut game, &position, &finding);
            let proof = prove(&position, with_all_rules(), Budget::default()).answer.unwrap();
            assert!(check(&proof).is_ok(), "{}", position.setup());
        }
    }
}

#[test]
fn every_answer_has_a_certificate_that_the_checker_accepts() {
    let mut random = fastrand::Rng::with_seed(1);
    for (rows, columns, count) in [(3, 3, 300), (4, 4, 300), (5, 5, 150), (4, 6, 50)] {
        let start = Position::start(rules(rows, columns));
        for _ in 0..count {
            let stones = random.usize(0..start.board().len());
            let position = random_position(&mut random, &start, stones);
            let finding = solve(&position, Settings::default(), Budget::default()).answer;
            let proof = prove(&position, Settings::default(), Budget::default()).answer.unwrap();
            assert_eq!(proof.claim.winner, winner(&finding, position.to_move()));
            let checked = check(&proof);
            assert!(checked.is_ok(), "{}: {checked:?}", position.setup());
            assert!((checked.unwrap().zones[0] - position.empty_cells()).is_empty());
        }
    }
}

#[test]
fn a_certificate_for_the_loser_or_with_a_threat_less_is_refused() {
    let start = Position::start(rules(5, 5));
    let proof = prove(&start, Settings::default(), Budget::default()).answer.unwrap();
    assert!(check(&proof).is_ok());
    let (claim, plans) = (proof.claim, proof.plans().unwrap().clone());
    let winner = claim.winner.opponent();
    let other = Plans { first: None, ..plans.clone() };
    assert!(check(&Certificate::of_plans(Claim { winner, ..claim }, other)).is_err());
    let passed = Plans { first: None, ..plans.clone() };
    assert!(check(&Certificate::of_plans(claim, passed)).is_err());
    let mut refused = 0;
    for number in 0..plans.plans.len() {
        let mut wrong = plans.clone();
        match &mut wrong.plans[number] {
            Plan::Threats(threats) => threats.truncate(threats.len() - 1),
            Plan::Region(cells) => {
                cells.pop();
            }
            Plan::Joined | Plan::Chain { .. } => continue,
        }
        refused += usize::from(check(&Certificate::of_plans(claim, wrong)).is_err());
    }
    assert!(refused > 0);
    // A plan may be used only by a later one.
    let last = plans.plans.len() - 1;
    let mut circular = plans;
    circular.plans[last] = Plan::Chain { over: vec![], plans: vec![PlanId::from_index(last)] };
    let fault = check(&Certificate::of_plans(claim, circular)).unwrap_err();
    assert_eq!(fault.reason, Reason::Plan(PlanFault::Order));
}
