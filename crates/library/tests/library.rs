//! Libraries, held to a plain map.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_game::record::move_list;
use sixfold_game::{GameName, Player, Setup, SquareSet};
use sixfold_jobs::Sealed;
use sixfold_library::{Description, Entry, Known, Library, Problem};
use sixfold_prove::Symmetries;

fn game() -> GameName {
    "connect(5,5,4,2,1)".parse().expect("a game")
}

fn position(moves: &str) -> Setup {
    move_list::read(game(), moves).expect("moves").final_setup()
}

fn turn(text: &str) -> SquareSet {
    sixfold_jobs::wire::squares(game(), text).expect("squares")
}

fn entry(moves: &str, known: Known, turns: &[&str]) -> Entry {
    let moves = (position(moves), turns.iter().map(|text| turn(text)).collect());
    Entry { position: moves.0, known, certificate: None, moves: moves.1 }
}

fn symmetries() -> Symmetries {
    Symmetries::of(game())
}

#[test]
fn moves_are_turned_the_way_the_position_lies() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::create(&folder.path().join("a.lib"), game()).expect("a library");
    let black = Known::Won(Player::Black);
    library.add(&[entry("c3 b2a3", black, &["d4d5"])]).expect("an entry");
    // The same position mirrored left to right, and rotated.
    for (moves, expected) in [("c3 d2e3", "b4b5"), ("c3 e3d2", "b4b5"), ("c3 b4a3", "d1d2")] {
        let found = library.lookup(&position(moves)).expect("an answer").expect("an entry");
        assert_eq!(found.judgement.known, black);
        assert_eq!(found.moves[0].stones, turn(expected), "{moves}");
    }
    assert_eq!(library.lookup(&position("c3 a1a2")).expect("an answer"), None);
}

#[test]
fn a_library_is_the_same_when_it_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.lib");
    let sealed = Sealed::from_bytes(vec![1, 2, 3]);
    let known = Known::Won(Player::Black);
    let entries = ["c3 b2a3", "c3 a1a2"].map(|moves| Entry {
        certificate: Some(sealed.clone()),
        ..entry(moves, known, &["d4d5", "e5"])
    });
    let said = Description { name: "the corner".to_string(), comment: "it loses".to_string() };
    let mut library = Library::create(&path, game()).expect("a library");
    library.add(&entries).expect("entries");
    library.describe(&position("c3 b2a3"), &said).expect("a description");
    let counts = library.counts().expect("counts");
    assert_eq!((counts.positions, counts.won, counts.moves, counts.certificates), (6, 2, 4, 1));
    drop(library);
    let library = Library::open(&path).expect("the library");
    assert_eq!(library.game(), game());
    assert_eq!(library.counts().expect("counts"), counts);
    let found = library.lookup(&position("c3 b2a3")).expect("an answer").expect("an entry");
    assert_eq!(found.description, said);
    let digest = found.certificate.expect("a certificate");
    assert_eq!(library.certificate(digest).expect("an answer"), Some(sealed));
}

#[test]
fn what_contradicts_the_library_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::create(&folder.path().join("a.lib"), game()).expect("a library");
    library.add(&[entry("c3 b2a3", Known::Won(Player::Black), &[])]).expect("an entry");
    let before = library.counts().expect("counts");
    let refused = library.add(&[
        entry("c3 a1a2", Known::Open, &["e5e4"]),
        entry("c3 d2e3", Known::Won(Player::White), &[]),
    ]);
    assert!(matches!(refused.expect_err("refused").problem, Problem::Contradiction(_)));
    assert_eq!(library.counts().expect("counts"), before);
    let refused = library.add(&[entry("c3 b2a3", Known::Open, &["c3d3"])]);
    assert!(matches!(refused.expect_err("refused").problem, Problem::Move(_)));
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text");
    std::fs::write(&text, "a text that is long enough to be no empty database".repeat(20))
        .expect("a file");
    let database = folder.path().join("database");
    let connection = rusqlite::Connection::open(&database).expect("a database");
    connection.execute_batch("CREATE TABLE other (x)").expect("a table");
    drop(connection);
    for path in [&text, &database] {
        let before = std::fs::read(path).expect("the file");
        let refused = Library::open(path).expect_err("another file");
        assert_eq!(
            refused.to_string(),
            format!("{}: this is not an opening library", path.display())
        );
        let refused = Library::create(path, game()).expect_err("another file");
        assert!(matches!(refused.problem, Problem::Exists), "{refused}");
        assert_eq!(std::fs::read(path).expect("the file"), before);
    }
    let nothing = Library::open(&folder.path().join("nothing")).expect_err("no file");
    assert!(matches!(nothing.problem, Problem::Io(_)));
    let later = folder.path().join("later");
    drop(Library::create(&later, game()).expect("a library"));
    let connection = rusqlite::Connection::open(&later).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("a version");
    drop(connection);
    let refused = Library::open(&later).expect_err("a later format");
    assert!(matches!(refused.problem, Problem::TooNew { found: 99, .. }), "{refused}");
}

/// Some position after a few turns.
fn random_position(random: &mut fastrand::Rng) -> Setup {
    let mut setup = Setup::start(game());
    for _ in 0..random.usize(1..6) {
        let square = random_free(random, &setup);
        setup.set(square, Some(setup.turn.player));
        setup.turn = setup.turn.after_stone(game().turn_order());
    }
    setup
}

fn random_free(random: &mut fastrand::Rng, setup: &Setup) -> sixfold_game::Square {
    let squares: Vec<_> = (0..game().grid().len())
        .map(sixfold_game::Square::from_index)
        .filter(|&square| setup.stone(square).is_none())
        .collect();
    squares[random.usize(..squares.len())]
}

#[test]
fn a_library_answers_as_a_map_of_canonical_positions_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let symmetries = symmetries();
    for seed in 0..4 {
        let mut random = fastrand::Rng::with_seed(seed);
        let path = folder.path().join(format!("{seed}.lib"));
        let mut library = Library::create(&path, game()).expect("a library");
        let mut map: BTreeMap<String, (Known, BTreeSet<String>)> = BTreeMap::new();
        for _ in 0..60 {
            let position = random_position(&mut random);
            let key = symmetries.canonical(&position).to_string();
            let known = [Known::Open, Known::Won(Player::Black)][random.usize(..2)];
            let stones: SquareSet = [random_free(&mut random, &position)].into_iter().collect();
            let after = symmetries.after(&position, stones);
            let child = symmetries.canonical(&after).to_string();
            map.entry(child.clone()).or_default();
            let expected = map.entry(key).or_default();
            expected.0 = expected.0.and(known).expect("no contradiction");
            expected.1.insert(child);
            let entry = Entry { position, known, certificate: None, moves: vec![stones] };
            library.add(&[entry]).expect("an entry");
            if random.u8(..10) == 0 {
                library = Library::open(&path).expect("the library");
            }
        }
        assert_eq!(library.counts().expect("counts").positions, map.len() as u64);
        for (key, (known, children)) in map {
            let canonical = Setup::from_fen(game(), &key).expect("a position");
            for way in symmetries.ways() {
                let position = canonical.mapped(|square| way.image(square));
                let found = library.lookup(&position).expect("an answer").expect("an entry");
                assert_eq!(found.judgement.known, known);
                let reached = found.moves.iter().map(|found| {
                    let after = symmetries.after(&position, found.stones);
                    symmetries.canonical(&after).to_string()
                });
                assert_eq!(reached.collect::<BTreeSet<_>>(), children, "{position}");
            }
        }
    }
}
