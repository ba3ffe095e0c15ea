//! Importing: sums, files that come twice, imports that are broken off.

mod support;

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sixfold_game::record::move_list;
use sixfold_game::{GameName, Setup};
use sixfold_library::{
    ImportEnding, ImportOptions, ImportProgress, ImportSummary, Library, LibraryError,
};
use support::{game, new_library, position, turn};

fn import(library: &mut Library, name: &str, text: &str) -> ImportSummary {
    try_import(library, name, text).expect("an import")
}

fn try_import(
    library: &mut Library,
    name: &str,
    text: &str,
) -> Result<ImportSummary, LibraryError> {
    let watch = &mut |_: &ImportProgress| ControlFlow::Continue(());
    library.import_bytes(name, text.as_bytes(), ImportOptions::default(), watch)
}

#[test]
fn games_are_counted_and_files_count_once() {
    let (_folder, mut library) = new_library();
    let table = "id,result,moves\n1,B,c3 b2a3 d4d5\n2,W,c3 d2e3\n3,,c3 a1a2\n4,W,c3 c3c4\n";
    let summary = import(&mut library, "games.csv", table);
    assert_eq!((summary.games, summary.skipped_count), (3, 1));
    assert_eq!(summary.skipped[0].place, "line 5");
    let start = library.look(&Setup::start(game())).expect("an entry");
    assert_eq!(start.statistics.games, 3);
    assert_eq!((start.statistics.black_wins, start.statistics.white_wins), (1, 1));
    let after = library.lookup(&position("c3")).expect("an answer").expect("an entry");
    // The second game is the first one, mirrored.
    assert_eq!(after.moves.iter().map(|it| it.statistics.games).collect::<Vec<_>>(), [2, 1]);
    let again = import(&mut library, "again.csv", table);
    assert_eq!(again.ending, ImportEnding::Already);
    assert_eq!(library.look(&Setup::start(game())).expect("an entry").statistics.games, 3);
}

#[test]
fn variations_comments_and_marks_of_an_sgf_are_kept() {
    let (_folder, mut library) = new_library();
    let text = "(;GM[1]FF[4]SZ[5]RU[connect(5,5,4,2,1)]C[an opening];B[c3](;W[b2a3]C[good]TR[d4]\
                ;B[d4d5])(;W[a1a2]C[bad]))";
    let record = sixfold_game::record::sgf::read(text, Some(game())).expect("an SGF");
    let summary = import(&mut library, "a.sgf", text);
    assert_eq!((summary.games, summary.skipped_count), (0, 0), "{summary:?}");
    let expect = |library: &Library| {
        let after = library.lookup(&position("c3")).expect("it").expect("an entry");
        assert_eq!(after.moves.len(), 2);
        let good = library.lookup(&position("c3 b2a3")).expect("it").expect("an entry");
        assert_eq!(good.description.comment, "good");
        assert_eq!(good.marks.len(), 1);
        assert_eq!(good.moves[0].stones, turn("d4d5"));
        let top = library.look(&Setup::start(game())).expect("an entry");
        assert_eq!(top.comment, "an opening");
    };
    expect(&library);
    // Pasting the same is one step that changes nothing.
    let version = library.version().expect("a version");
    library.paste(&record).expect("a step");
    assert_eq!(library.version().expect("a version"), version);
}

#[test]
fn what_is_no_record_is_refused_in_one_line() {
    let (_folder, mut library) = new_library();
    for text in ["what is this?", "", "\u{0}\u{1}", "a,b\n1,2\n"] {
        let refused = try_import(&mut library, "x", text).expect_err("no record").to_string();
        assert!(!refused.contains('\n') && refused.len() < 300, "{refused}");
    }
    assert_eq!(library.version().expect("a version"), 0);
}

/// Games that all differ, with a known sum.
fn many_games(count: usize) -> String {
    let mut random = fastrand::Rng::with_seed(7);
    let grid = game().grid();
    let mut text = String::from("result,moves\n");
    for number in 0..count {
        let mut squares: Vec<_> = grid.squares().collect();
        random.shuffle(&mut squares);
        let names = grid.names(squares.into_iter().take(7));
        let result = ["B", "W", "D"][number % 3];
        let (first, rest) = names.split_first().expect("stones");
        let turns: Vec<String> = rest.chunks(2).map(<[String]>::concat).collect();
        writeln!(text, "{result},{first} {}", turns.join(" ")).expect("a text");
    }
    text
}

#[test]
fn an_import_that_is_stopped_goes_on_where_it_was() {
    let (_folder, mut library) = new_library();
    let text = many_games(1000);
    let mut left = 2;
    let watch = &mut |_: &ImportProgress| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ImportOptions::default();
    let stopped = library.import_bytes("a.csv", text.as_bytes(), options, watch).expect("it");
    assert_eq!((stopped.ending, stopped.games), (ImportEnding::Stopped, 400));
    let done = import(&mut library, "a.csv", &text);
    assert_eq!((done.ending, done.games), (ImportEnding::Done, 1000));
    let start = library.look(&Setup::start(game())).expect("an entry");
    assert_eq!(start.statistics.games, 1000);
    assert_eq!(start.statistics.black_wins, 334);
}

const FILE: &str = "SIXFOLD_TEST_LIBRARY";

#[test]
#[ignore = "run by the test below as a process of its own"]
fn a_process_that_imports() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let mut library = Library::open(&path).expect("the library");
    let text = many_games(60_000);
    let watch = &mut |progress: &ImportProgress| {
        println!("\ngames {}", progress.games);
        ControlFlow::Continue(())
    };
    let options = ImportOptions { turns: 4 };
    library.import_bytes("many.csv", text.as_bytes(), options, watch).expect("an import");
}

#[test]
fn a_killed_import_leaves_whole_batches_and_goes_on() {
    let (folder, library) = new_library();
    drop(library);
    let path = folder.path().join("a.6lib");
    for patience in [15, 25] {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["a_process_that_imports", "--exact", "--ignored", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let is_progress = |line: &String| line.starts_with("games ");
        let seen = lines.map_while(Result::ok).filter(is_progress).take(patience).count();
        child.kill().expect("the end");
        child.wait().expect("the end");
        assert_eq!(seen, patience);
        let library = Library::open(&path).expect("the library");
        let start = library.look(&Setup::start(game())).expect("an entry").statistics;
        assert_eq!(start.games % 2000, 0);
        assert_eq!(library.counts().expect("counts").games, start.games);
        assert!(start.games >= 2000, "{start:?}");
        let sum: u64 = library
            .lookup(&Setup::start(game()))
            .expect("an answer")
            .expect("an entry")
            .moves
            .iter()
            .map(|it| it.statistics.games)
            .sum();
        assert_eq!(sum, start.games);
    }
    let mut library = Library::open(&path).expect("the library");
    let watch = &mut |_: &ImportProgress| ControlFlow::Continue(());
    let text = many_games(60_000);
    let options = ImportOptions { turns: 4 };
    let done = library.import_bytes("many.csv", text.as_bytes(), options, watch).expect("it");
    assert_eq!((done.ending, done.games), (ImportEnding::Done, 60_000));
    assert_eq!(library.look(&Setup::start(game())).expect("it").statistics.games, 60_000);
}

/// A file of the data beside the checkout.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if !path.exists() {
        eprintln!("SKIPPED: there is no {}", path.display());
    }
    path.exists().then_some(path)
}

/// Imports the beginnings of the games of a file, and says how many they are.
fn import_file(library: &mut Library, path: &Path) -> u64 {
    let watch = &mut |_: &ImportProgress| ControlFlow::Continue(());
    let summary = library.import(path, ImportOptions { turns: 3 }, watch).expect("an import");
    assert_eq!(summary.skipped_count, 0, "{:?}", summary.skipped);
    summary.games
}

#[test]
fn the_statistics_of_all_known_games_are_those_of_the_table_of_openings() {
    let names = [
        "connect6-games-littlegolem.csv",
        "connect6-games-nebula.csv",
        "connect6-opening-stats.csv",
    ];
    let [Some(players), Some(engines), Some(table)] = names.map(shared) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.6lib");
    let mut library = Library::create(&path, GameName::CONNECT6).expect("a library");
    // The table is about the games of people that have at least five turns.
    let text = std::fs::read_to_string(&players).expect("a text");
    let is_long = |line: &&str| line.starts_with("gid") || line.split(' ').count() >= 5;
    let long: Vec<&str> = text.lines().filter(is_long).collect();
    let long_path = folder.path().join("long.csv");
    std::fs::write(&long_path, long.join("\n")).expect("a file");
    import_file(&mut library, &long_path);
    let mut openings = csv::Reader::from_path(table).expect("a table");
    let mut compared = 0;
    for row in openings.records() {
        let row = row.expect("a row");
        let number = |column: usize| row[column].parse::<u64>().expect("a number");
        let moves = format!("j10 {}", row[0].to_lowercase());
        let Ok(record) = move_list::read(GameName::CONNECT6, &moves) else { continue };
        let found = library.look(&record.final_setup()).expect("an entry").statistics;
        let found = (found.games, found.black_wins, found.white_wins, found.draws);
        assert_eq!(found, (number(2), number(3), number(4), number(5)), "{moves}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
    drop(library);
    let path = folder.path().join("all.6lib");
    let mut library = Library::create(&path, GameName::CONNECT6).expect("a library");
    let games: u64 = [players, engines].iter().map(|file| import_file(&mut library, file)).sum();
    let start = library.look(&Setup::start(GameName::CONNECT6)).expect("an entry");
    assert_eq!((games, start.statistics.games), (45_618, 45_618));
}
