//! Files that are not what they should be.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use sixfold_jobs::Failure;
use sixfold_store::{Changes, Counted, Problem, Reader, Store};

use crate::chain;

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    Place { _folder: folder, path }
}

/// What both who write and who read are told, in one line that names the file.
fn refusal(path: &Path) -> Problem {
    let refused = Store::open(path).unwrap_err();
    let line = refused.to_string();
    assert!(line.starts_with(&path.display().to_string()) && !line.contains('\n'), "{line}");
    assert_eq!(Reader::open(path).unwrap_err().to_string(), line);
    refused.problem
}

fn execute(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_file_comes_back_as_it_was_begun() {
    let place = place();
    drop(Store::create(&place.path, &chain::header()).unwrap());
    let store = Store::open(&place.path).unwrap();
    assert_eq!(store.header().unwrap(), chain::header());
    assert!(store.nodes().unwrap().is_empty());
}

#[test]
fn an_unbounded_board_is_seen_through_the_window_of_its_root() {
    let place = place();
    let fen = "5/2x2/5 w 1";
    let game: sixfold_game::GameName = "connect(3,1,1)".parse().unwrap();
    let game = game.seen_in_fen(fen).unwrap();
    let root = sixfold_game::Setup::from_fen(game, fen).unwrap();
    let header = sixfold_store::Header { game, root, moves: None, ..chain::header() };
    drop(Store::create(&place.path, &header).unwrap());
    assert_eq!(Reader::open(&place.path).unwrap().header().unwrap(), header);
}

#[test]
fn files_of_others_are_refused_and_left_alone() {
    let place = place();
    assert!(matches!(refusal(&place.path), Problem::Io(_)));
    assert!(!place.path.exists());
    for content in ["hello", &"a rather long text ".repeat(1000)] {
        fs::write(&place.path, content).unwrap();
        assert!(matches!(refusal(&place.path), Problem::OtherFile));
        assert!(Store::create(&place.path, &chain::header()).is_err());
        assert_eq!(fs::read_to_string(&place.path).unwrap(), content);
    }
    fs::remove_file(&place.path).unwrap();
    execute(&place.path, "CREATE TABLE shopping (item TEXT)");
    assert!(matches!(refusal(&place.path), Problem::OtherFile));
    let exists = Store::create(&place.path, &chain::header()).unwrap_err();
    assert!(matches!(exists.problem, Problem::Exists));
    assert!(!place.path.with_extension("db-lock").exists());
}

#[test]
fn a_file_that_is_there_is_not_begun_again_unless_it_is_empty() {
    let place = place();
    fs::write(&place.path, "").unwrap();
    assert!(matches!(refusal(&place.path), Problem::Empty));
    drop(chain::create(&place.path));
    let exists = Store::create(&place.path, &chain::header()).unwrap_err();
    assert!(matches!(exists.problem, Problem::Exists));
    chain::expect_steps(&Store::open(&place.path).unwrap(), 0);
}

#[test]
fn a_file_of_a_later_program_is_refused() {
    let place = place();
    drop(chain::create(&place.path));
    execute(&place.path, "PRAGMA user_version = 99");
    assert!(matches!(refusal(&place.path), Problem::TooNew { found: 99, .. }));
}

#[test]
fn a_reader_does_not_bring_an_old_file_up_to_date() {
    let place = place();
    drop(chain::create(&place.path));
    execute(&place.path, "PRAGMA user_version = 0");
    let refused = Reader::open(&place.path).unwrap_err();
    assert!(matches!(refused.problem, Problem::TooOld { found: 0, .. }), "{refused}");
}

#[test]
fn a_file_with_damaged_pages_is_refused() {
    let place = place();
    let mut store = chain::create(&place.path);
    (0..5).for_each(|number| chain::take_step(&mut store, number).unwrap());
    drop(store);
    let mut bytes = fs::read(&place.path).unwrap();
    let page = 4096;
    bytes[page..].chunks_mut(page).for_each(|page| page[..8].fill(0xff));
    fs::write(&place.path, bytes).unwrap();
    assert!(matches!(refusal(&place.path), Problem::Damaged(_)));
}

#[test]
fn a_certificate_that_was_tampered_with_is_not_handed_out() {
    let place = place();
    let mut store = chain::create(&place.path);
    chain::take_step(&mut store, 0).unwrap();
    let digest = chain::certificate(0).digest();
    assert!(store.certificate(digest).unwrap() == Some(chain::certificate(0)));
    execute(&place.path, "UPDATE certificate SET content = x'00'");
    assert!(matches!(store.certificate(digest).unwrap_err().problem, Problem::Damaged(_)));
    let result = store.result(chain::open_job(0).job.key()).unwrap_err();
    assert!(matches!(result.problem, Problem::Damaged(_)));
    assert_eq!(store.certificate(chain::certificate(1).digest()).unwrap(), None);
}

#[test]
fn a_step_that_comes_twice_counts_once() {
    let place = place();
    let mut store = chain::create(&place.path);
    chain::take_step(&mut store, 0).unwrap();
    let mut again = chain::step(0);
    again.worker = "somebody else".to_string();
    again.changes.nodes[0].expansions = 2;
    assert_eq!(store.finish(&again).unwrap(), Counted::Before);
    let key = chain::open_job(0).job.key();
    assert_eq!(store.fail(key, &Failure::Cancelled).unwrap(), Counted::Before);
    store.begin(&[chain::open_job(0)]).unwrap();
    assert!(store.open_jobs().unwrap().is_empty());
    chain::expect_steps(&store, 1);
}

#[test]
fn a_step_that_speaks_of_what_is_not_there_changes_nothing() {
    let place = place();
    let mut store = chain::create(&place.path);
    let unknown = store.finish(&chain::step(0)).unwrap_err();
    assert!(matches!(unknown.problem, Problem::UnknownJob(_)));
    store.begin(&[chain::open_job(0)]).unwrap();
    let mut step = chain::step(0);
    step.changes.nodes.pop();
    assert!(matches!(store.finish(&step).unwrap_err().problem, Problem::Dangling));
    let mut changes = Changes::default();
    changes.evidence = chain::step(0).changes.evidence;
    assert!(matches!(store.save(&changes).unwrap_err().problem, Problem::Dangling));
    chain::expect_steps(&store, 0);
    assert_eq!(store.open_jobs().unwrap(), [chain::open_job(0)]);
}
