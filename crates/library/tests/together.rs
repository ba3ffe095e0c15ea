//! Merging, searching, exporting; old, damaged and busy files.

mod support;

use std::ops::ControlFlow;

use sixfold_game::record::sgf;
use sixfold_game::{Player, Setup};
use sixfold_library::tree::Extent;
use sixfold_library::{
    Disagreement, Edit, ExportFormat, Ground, ImportOptions, Known, Library, Problem, Search,
};
use support::{game, new_library, position, turn};

fn two_libraries() -> (tempfile::TempDir, Library, Library) {
    let (folder, first) = new_library();
    let second = Library::create(&folder.path().join("b.6lib"), game()).expect("a library");
    (folder, first, second)
}

fn line(moves: &[&str]) -> Edit {
    Edit::AddLine(moves.iter().map(|name| turn(name)).collect())
}

#[test]
fn a_merge_takes_over_what_is_new_and_lists_what_is_contested() {
    let (_folder, mut ours, mut theirs) = two_libraries();
    let start = position("");
    let black = Known::Won(Player::Black);
    ours.edit(&start, &[line(&["c3", "b2a3"]), Edit::Name("our name".into())]).expect("edits");
    ours.edit(&position("c3"), &[Edit::Claim(black)]).expect("an edit");
    theirs.edit(&start, &[line(&["c3", "d2e3", "d4d5"]), Edit::Name("theirs".into())]).expect("it");
    theirs
        .edit(&position("c3"), &[Edit::Claim(Known::Draw), Edit::Comment("so".into())])
        .expect("it");
    let games = b"result,moves\nB,c3 a1a2\n";
    let watch = &mut |_: &_| ControlFlow::Continue(());
    theirs.import_bytes("x", games, ImportOptions::default(), watch).expect("an import");
    let merged = ours.merge(&theirs).expect("a merge");
    assert_eq!((merged.positions, merged.moves), (2, 2));
    let what: Vec<Disagreement> = merged.conflicts.iter().map(|it| it.what).collect();
    assert_eq!(what, [Disagreement::Name, Disagreement::Result]);
    let found = ours.look(&position("c3")).expect("an entry");
    assert_eq!(found.result.value, black);
    assert_eq!((found.comment.as_str(), found.statistics.games), ("so", 1));
    // Again: nothing is new, and no game counts twice.
    let again = ours.merge(&theirs).expect("a merge");
    assert_eq!((again.positions, again.moves, again.games_counted), (0, 0, false));
    assert_eq!(ours.look(&position("c3")).expect("an entry").statistics.games, 1);
}

#[test]
fn a_merge_without_games_can_be_undone() {
    let (_folder, mut ours, mut theirs) = two_libraries();
    theirs.edit(&position(""), &[line(&["c3", "d2e3"])]).expect("edits");
    ours.merge(&theirs).expect("a merge");
    assert_eq!(ours.counts().expect("counts").positions, 3);
    assert_eq!(ours.undo().expect("a step").as_deref(), Some("merge"));
    assert_eq!(ours.counts().expect("counts").positions, 0);
}

#[test]
fn positions_are_found_by_what_is_said_and_known() {
    let (_folder, mut library, _) = two_libraries();
    library.edit(&position(""), &[line(&["c3", "b2a3", "d4d5"]), line(&["a1"])]).expect("edits");
    library.edit(&position("c3 b2a3"), &[Edit::Name("The Corner".into())]).expect("an edit");
    library.edit(&position("a1"), &[Edit::Comment("a corner".into())]).expect("an edit");
    let text = |text: &str| Search { text: Some(text.into()), ..Search::default() };
    let found = library.search(&text("corner")).expect("an answer");
    assert_eq!(found.found.len(), 2);
    assert_eq!(found.found[0].name, "The Corner");
    let way = &found.found[0].moves;
    let again = sixfold_game::record::move_list::read(game(), way).expect("moves").final_setup();
    assert_eq!(again.to_string(), found.found[0].fen);
    assert_eq!(way.split(' ').count(), 2);
    let below = Search { below: Some(position("c3")), ..text("corner") };
    assert_eq!(library.search(&below).expect("an answer").found.len(), 1);
    let few = Search { limit: Some(1), ..text("corner") };
    let few = library.search(&few).expect("an answer");
    assert!(few.more && few.found.len() == 1);
    let result = Search { result: Some(Known::Draw), ..Search::default() };
    assert!(library.search(&result).expect("an answer").found.is_empty());
}

#[test]
fn a_tree_shows_transpositions_once() {
    let (_folder, mut library, _) = two_libraries();
    let start = position("");
    library.edit(&start, &[line(&["c3", "a1a2", "d4d5", "e1e2"])]).expect("a line");
    library.edit(&start, &[line(&["d4", "a1a2", "c3d5"])]).expect("a line");
    let tree =
        library.tree_node(&start, Extent { depth: 9, most: 99 }, &[]).expect("it").expect("it");
    assert_eq!(tree.children.len(), 2);
    let ends = tree.children.iter().map(|child| &child.children[0].children[0]);
    let same: Vec<bool> = ends.map(|end| end.transposition_of.is_some()).collect();
    assert_eq!(same.iter().filter(|&&same| same).count(), 1);
    let small =
        library.tree_node(&start, Extent { depth: 1, most: 2 }, &[]).expect("it").expect("it");
    assert_eq!((small.children.len(), small.more), (1, 1));
}

/// The turns that a tree shows after its first one.
fn second_turns(library: &Library, along: &str) -> Vec<String> {
    let line: Vec<_> = along.split_whitespace().map(turn).collect();
    let extent = Extent { depth: 2, most: 99 };
    let tree = library.tree_node(&position(""), extent, &line).expect("it").expect("it");
    tree.children[0].children.iter().map(|child| child.played.concat()).collect()
}

#[test]
fn a_tree_lies_as_its_names_and_as_the_board_say() {
    let (_folder, mut library, _) = two_libraries();
    // All four are the same by a symmetry of the board with one stone in its middle.
    for (played, others) in [("a1b1", ["e1d1", "a5b5", "e5e4"]), ("e4e5", ["a1a2", "a4a5", "e1d1"])]
    {
        let (_folder, mut library, _) = two_libraries();
        library.edit(&position(""), &[line(&["c3", played])]).expect("a line");
        for other in [&[played][..], &others[..]].concat() {
            let shown = second_turns(&library, &format!("c3 {other}"));
            assert_eq!(turn(&shown[0]), turn(other), "{played}");
        }
    }
    library.edit(&position(""), &[line(&["c3", "e5e4"])]).expect("a line");
    let unnamed = second_turns(&library, "");
    for name in ["c3 e5e4", "c3 a1b1", "c3 a4a5"] {
        library.edit(&position(name), &[Edit::Name(name.into())]).expect("a name");
        let last = name.split(' ').nth(1).expect("a turn");
        assert_eq!(turn(&second_turns(&library, "")[0]), turn(last));
        let moves = library.look(&position("c3")).expect("an entry").moves;
        assert_eq!(turn(&moves[0].played.concat()), turn(last));
        // What lies on the board goes before what it is called.
        assert_eq!(turn(&second_turns(&library, "c3 e1d1")[0]), turn("e1d1"));
    }
    // A name that is no way to the position says nothing.
    library.edit(&position("c3 e5e4"), &[Edit::Name("c3 a1e5".into())]).expect("a name");
    assert_eq!(second_turns(&library, ""), unnamed);
}

#[test]
fn every_format_holds_what_is_known() {
    let (folder, mut library, _) = two_libraries();
    let start = position("");
    library.edit(&start, &[line(&["c3", "a1a2", "d4d5", "e1e2"])]).expect("a line");
    library.edit(&start, &[line(&["d4", "a1a2", "c3d5"])]).expect("a line");
    let said = [Edit::Name("<b>".into()), Edit::Comment("a ] comment".into())];
    library.edit(&position("c3"), &said).expect("an edit");
    let text = |format| String::from_utf8(library.export(&start, format).expect("it")).expect("it");
    let record = sgf::read(&text(ExportFormat::Sgf), None).expect("an SGF");
    record.check().expect("all variations can be played");
    let mut again = Library::create(&folder.path().join("c.6lib"), game()).expect("a library");
    again.paste(&record).expect("a tree");
    let (before, after) = (library.counts().expect("counts"), again.counts().expect("counts"));
    assert_eq!((before.positions, before.moves), (after.positions, after.moves));
    assert!(again.look(&position("c3")).expect("it").comment.contains("a ] comment"));
    assert!(text(ExportFormat::Sgf).contains("see "));
    let page = text(ExportFormat::Html);
    assert!(page.contains("&lt;b&gt;") && page.contains("<svg ") && !page.contains("<b>"));
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    let json: serde_json::Value = serde_json::from_str(&text(ExportFormat::Json)).expect("JSON");
    assert_eq!(json["positions"].as_array().expect("positions").len() as u64, before.positions);
    let below = library.export(&position("c3 a1a2"), ExportFormat::Sgf).expect("an SGF");
    let below = sgf::read(&String::from_utf8(below).expect("a text"), None).expect("an SGF");
    assert_eq!(below.stones().count(), 1 + 2 + 2 + 2);
    let missing = library.export(&position("e5"), ExportFormat::Sgf).expect_err("no position");
    assert!(matches!(missing.problem, Problem::Export(_)));
    let copy = folder.path().join("copy.6lib");
    library.copy_to(&copy).expect("a copy");
    assert_eq!(Library::open(&copy).expect("it").counts().expect("it").positions, before.positions);
}

#[test]
fn what_no_move_leads_to_is_exported_too() {
    let (folder, mut library, _) = two_libraries();
    let empty = library.export_all(ExportFormat::Sgf).expect_err("nothing to write");
    assert_eq!(empty.problem.to_string(), "the library is empty");
    library.edit(&position("c3 a1a2"), &[line(&["d4d5"])]).expect("a line");
    library.edit(&position("d4 e1e2 a1a2"), &[Edit::Comment("apart".into())]).expect("an edit");
    let text = |library: &Library, format| {
        String::from_utf8(library.export_all(format).expect("it")).expect("it")
    };
    for with_start in [false, true] {
        if with_start {
            library.edit(&position(""), &[line(&["e5", "b1b2"])]).expect("a line");
        }
        let record = sgf::read(&text(&library, ExportFormat::Sgf), None).expect("an SGF");
        record.check().expect("all variations can be played");
        let name = format!("{with_start}.6lib");
        let mut again = Library::create(&folder.path().join(name), game()).expect("a library");
        again.paste(&record).expect("a tree");
        for moves in ["c3 a1a2 d4d5", "d4 e1e2 a1a2"] {
            assert!(again.lookup(&position(moves)).expect("it").is_some(), "{moves}");
        }
        let page = text(&library, ExportFormat::Html);
        assert!(page.contains("apart"));
        assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
        let json: serde_json::Value =
            serde_json::from_str(&text(&library, ExportFormat::Json)).expect("JSON");
        let positions = json["positions"].as_array().expect("positions").len() as u64;
        assert_eq!(positions, library.counts().expect("counts").positions);
    }
}

#[test]
fn whoever_cannot_write_because_of_another_is_told() {
    fn can_be_sent<T: Send>(_: &T) {}
    let (folder, mut library) = new_library();
    can_be_sent(&library);
    let path = folder.path().join("a.6lib");
    let other = rusqlite::Connection::open(&path).expect("a connection");
    other.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
    assert_eq!(library.counts().expect("reading goes on").positions, 0);
    let refused = library.edit(&position(""), &[line(&["c3"])]).expect_err("busy");
    let expected = format!("{}: another program is writing to it", path.display());
    assert_eq!(refused.to_string(), expected);
}

/// The tables of format 1, with a proven and an open position.
fn old_file(path: &std::path::Path) {
    let connection = rusqlite::Connection::open(path).expect("a file");
    connection.execute_batch(include_str!("../src/schema/1.sql")).expect("tables");
    connection
        .execute_batch(&format!(
            "INSERT INTO header VALUES (1, '{0}', '{1}');
             INSERT INTO position (fen, known) VALUES ('{1}', 'black_wins');
             PRAGMA application_id = {2};
             PRAGMA user_version = 1;",
            game(),
            Setup::start(game()),
            u32::from_be_bytes(*b"6lib")
        ))
        .expect("rows");
}

#[test]
fn an_old_file_is_looked_at_as_it_is_and_brought_up_to_date_when_it_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.6lib");
    old_file(&path);
    let before = std::fs::read(&path).expect("a file");
    let looked = Library::open_read_only(&path).expect("a library");
    let found = looked.lookup(&position("")).expect("an answer").expect("an entry");
    assert_eq!(found.judgement.ground, Some(Ground::Minimax));
    assert_eq!(std::fs::read(&path).expect("a file"), before);
    let mut library = Library::open(&path).expect("a library");
    library.edit(&position(""), &[Edit::Name("new".into())]).expect("an edit");
    let again = Library::open_read_only(&path).expect("a library");
    assert_eq!(again.look(&position("")).expect("an entry").name, "new");
}

#[test]
fn looking_writes_nothing() {
    let (folder, mut library) = new_library();
    library.edit(&position(""), &[line(&["c3"])]).expect("an edit");
    drop(library);
    let path = folder.path().join("a.6lib");
    let names = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name()).collect::<Vec<_>>()
    };
    let before = (std::fs::read(&path).expect("a file"), names());
    let mut looked = Library::open_read_only(&path).expect("a library");
    assert!(looked.look(&position("c3")).expect("an entry").known);
    assert!(looked.edit(&position(""), &[Edit::Name("x".into())]).is_err());
    drop(looked);
    assert_eq!((std::fs::read(&path).expect("a file"), names()), before);
}

#[test]
fn readers_see_what_a_writer_has_done() {
    let (folder, mut library) = new_library();
    let reader = Library::open(&folder.path().join("a.6lib")).expect("a library");
    library.edit(&position(""), &[line(&["c3"])]).expect("an edit");
    assert_eq!(reader.version().expect("a version"), 1);
    assert!(reader.look(&position("c3")).expect("an entry").known);
}

#[test]
fn a_damaged_file_gives_an_error_and_nothing_else() {
    let (folder, mut library) = new_library();
    library.edit(&position(""), &[line(&["c3", "a1a2", "d4d5", "e1e2"])]).expect("a line");
    drop(library);
    let path = folder.path().join("a.6lib");
    let whole = std::fs::read(&path).expect("a file");
    let mut random = fastrand::Rng::with_seed(3);
    for number in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..200) {
            let at = random.usize(100..bytes.len());
            bytes[at] = random.u8(..);
        }
        let damaged = folder.path().join(format!("{number}.6lib"));
        std::fs::write(&damaged, bytes).expect("a file");
        let Ok(mut library) = Library::open(&damaged) else { continue };
        for error in [
            library.look(&position("c3")).err(),
            library.tree(&position(""), Extent::default()).err(),
            library.minimax().err(),
            library.edit(&position("c3"), &[Edit::Name("x".into())]).err(),
        ] {
            assert!(!error.map(|it| it.to_string()).unwrap_or_default().contains('\n'));
        }
    }
}
