//! Puzzles are made out of games, the same whoever makes them.

use std::sync::Arc;

use sixfold_puzzle::{
    Collection, Ending, Goal, Level, Material, Plan, Puzzle, exhaustive, generate, verify,
};
use sixfold_solve::{Budget, Control};
use tempfile::TempDir;

fn plan(game: &str, games: u64) -> Plan {
    Plan {
        game: game.to_string(),
        seed: 5,
        count: 1000,
        levels: Level::all().collect(),
        most: Goal { order: 1, turns: 6 },
        least_turns: 2,
        effort: 30_000,
        games,
    }
}

fn made(plan: &Plan, material: Material, threads: usize) -> Vec<Puzzle> {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    match generate(plan, material, threads, &journal, &Arc::default(), &mut |_| ()).unwrap() {
        Ending::Finished(puzzles) => {
            assert!(!journal.exists(), "the journal has done its work");
            puzzles
        }
        Ending::Stopped => panic!("nobody has stopped it"),
    }
}

/// Every puzzle is proven again, by the solvers and by the plain search.
fn assert_sound(puzzles: &[Puzzle]) {
    for puzzle in puzzles {
        verify(puzzle, &Budget::default())
            .unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.id()));
        let searched = exhaustive::search(puzzle, &mut |_| std::ops::ControlFlow::Continue(()));
        searched.unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.id()));
    }
}

#[test]
fn puzzles_from_self_play_are_what_they_claim_however_many_threads_make_them() {
    let plan = plan("connect6", 40);
    let puzzles = made(&plan, Material::SelfPlay, 2);
    assert!(puzzles.len() > 3, "{} puzzles", puzzles.len());
    assert_sound(&puzzles);
    assert_eq!(puzzles, made(&plan, Material::SelfPlay, 1));
}

#[test]
fn gomoku_has_puzzles_too() {
    let puzzles = made(&plan("gomoku", 24), Material::SelfPlay, 2);
    assert!(!puzzles.is_empty());
    assert_sound(&puzzles);
}

#[test]
fn work_that_was_stopped_goes_on_where_it_was() {
    let plan = plan("connect6", 40);
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let control = Arc::new(Control::default());
    let mut stop_after_a_batch = |progress: &sixfold_puzzle::Progress| {
        if progress.games > 0 {
            control.cancel();
        }
    };
    let stopped =
        generate(&plan, Material::SelfPlay, 2, &journal, &control, &mut stop_after_a_batch);
    assert_eq!(stopped.unwrap(), Ending::Stopped);
    let mut looked_at = Vec::new();
    let finished =
        generate(&plan, Material::SelfPlay, 2, &journal, &Arc::default(), &mut |progress| {
            looked_at.push(progress.games);
        });
    assert!(looked_at[0] > 0, "what was done is not done again");
    assert_eq!(finished.unwrap(), Ending::Finished(made(&plan, Material::SelfPlay, 2)));
}

#[test]
fn a_journal_of_another_plan_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    std::fs::write(&journal, "something else\n").unwrap();
    let plan = plan("connect6", 40);
    let refused = generate(&plan, Material::SelfPlay, 1, &journal, &Arc::default(), &mut |_| ());
    assert!(refused.unwrap_err().to_string().contains("belongs to another plan"));
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), "something else\n");
}

#[test]
fn the_starter_collection_has_every_level_and_is_what_it_claims() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/puzzles/starter.json");
    let starter = Collection::read(path.as_ref()).unwrap();
    assert!(starter.puzzles().len() >= 200);
    for level in Level::all() {
        let of_level = starter.puzzles().iter().filter(|puzzle| puzzle.grade.level == level);
        assert!(of_level.count() >= 20, "level {}", level.number());
    }
    assert_sound(starter.puzzles());
}
