//! Puzzles of Hex: one move wins, and everything was tried to find another.

use std::ops::ControlFlow;
use std::sync::Arc;

use sixfold_game::{GameName, Setup};
use sixfold_puzzle::{
    Collection, Ending, Filter, Finding, Goal, Level, Limits, Material, Needless, Plan, Puzzle,
    Response, appraise, exhaustive, export, generate, referee, respond, right_turn, verify,
};
use sixfold_solve::Budget;
use tempfile::TempDir;

fn made(game: &str, games: u64, threads: usize) -> Vec<Puzzle> {
    let plan = Plan {
        game: game.to_string(),
        seed: 3,
        count: 1000,
        levels: Level::all().collect(),
        most: Goal { order: 3, turns: 12 },
        least_turns: 2,
        effort: 20_000,
        games,
    };
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let material = Material::SelfPlay;
    match generate(&plan, material, threads, &journal, &Arc::default(), &mut |_| ()).unwrap() {
        Ending::Finished(puzzles) => puzzles,
        Ending::Stopped => panic!("nobody has stopped it"),
    }
}

fn tried_out(puzzle: &Puzzle) -> Result<exhaustive::Exhausted, exhaustive::Fault> {
    exhaustive::search(puzzle, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn puzzles_from_self_play_are_what_they_claim_however_many_threads_make_them() {
    let puzzles = made("hex4", 30, 2);
    assert!(puzzles.len() > 2, "{} puzzles", puzzles.len());
    assert_eq!(puzzles, made("hex4", 30, 1));
    for puzzle in &puzzles {
        verify(puzzle, &Budget::default()).unwrap();
        tried_out(puzzle).unwrap();
        assert!(puzzle.task().ends_with(" to play and win"), "{}", puzzle.task());
    }
    let mut collection = Collection::new("four", None);
    collection.extend(puzzles);
    let read = Collection::from_json(collection.to_json().as_bytes()).unwrap();
    assert_eq!(read, collection);
}

#[test]
fn a_wrong_key_is_found_out_by_both_checks() {
    let mut puzzle = made("hex4", 30, 2).remove(0);
    let cells = puzzle.setup.grid().squares();
    let free = cells.filter(|&cell| puzzle.setup.stone(cell).is_none());
    let wrong = free.map(|cell| [cell].into_iter().collect()).find(|&turn| turn != puzzle.key);
    puzzle.key = wrong.unwrap();
    assert!(verify(&puzzle, &Budget::default()).is_err());
    assert!(matches!(tried_out(&puzzle), Err(exhaustive::Fault::Another(_))));
}

#[test]
fn the_solver_of_a_puzzle_is_told_what_his_moves_are_worth() {
    for puzzle in made("hex5", 12, 2) {
        let budget = Budget::default();
        let mut turns = Vec::new();
        for _ in 0..25 {
            let turn = right_turn(&puzzle, &turns, &budget).unwrap().unwrap();
            turns.push(turn);
            match respond(&puzzle, &turns, &budget).unwrap() {
                Response::Solved => break,
                Response::Right { reply } => turns.push(reply),
                Response::Wrong { .. } => panic!("{}: a right move is called wrong", puzzle.id()),
            }
        }
        assert_eq!(turns.len() % 2, 1, "{}: it comes to an end", puzzle.id());
        for wrong in &puzzle.tries {
            let response = respond(&puzzle, &[wrong.turn], &budget).unwrap();
            assert!(matches!(response, Response::Wrong { .. }), "{}", puzzle.id());
        }
    }
}

#[test]
fn a_position_is_appraised_in_the_same_way() {
    let game: GameName = "hex4".parse().unwrap();
    let most = Goal { order: 3, turns: 12 };
    let limits = Limits::of_composer(most, &Budget::default());
    let referee = referee(game).unwrap();
    let finding = |fen: &str| {
        let setup = Setup::from_fen(game, fen).unwrap();
        appraise(game, &setup, Needless::Kept, &limits, &*referee).finding
    };
    assert!(matches!(finding("4/4/4/4 b 1"), Finding::Cooked(_)));
    for puzzle in made("hex4", 30, 2) {
        let found = appraise(game, &puzzle.setup, Needless::Kept, &limits, &*referee);
        assert_eq!(found.puzzle().map(|found| found.key), Some(puzzle.key));
    }
}

#[test]
fn puzzles_are_written_for_other_programs_and_on_paper() {
    let puzzles = made("hex4", 30, 2);
    let mut collection = Collection::new("four", None);
    collection.extend(puzzles.clone());
    let text = export::sgf(&collection);
    let records = sixfold_game::record::sgf::read_collection(&text, None).unwrap();
    assert_eq!(records.len(), puzzles.len());
    for (record, puzzle) in records.iter().zip(&puzzles) {
        assert_eq!((record.game(), record.first_setup()), (puzzle.game, puzzle.setup));
    }
    assert!(text.contains("The key."));
    let sheet = export::html(&collection, &Filter::default(), export::PerPage::default());
    assert_eq!(sheet.matches("<article class=\"solution\"").count(), puzzles.len());
}
