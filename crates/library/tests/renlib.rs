//! `RenLib` files: they come back, and whatever is wrong is said.

use std::ops::ControlFlow;

use sixfold_game::record::{Event, Mark, Record, Sign, Stone, move_list};
use sixfold_game::{GameName, Player, Setup, Square};
use sixfold_library::renlib::{Fault, read, write};
use sixfold_library::{ExportFormat, ImportOptions, Library};

fn gomoku() -> GameName {
    "gomoku".parse().expect("a game")
}

/// H8 with a comment of two parts and a mark, then two replies, the second with a text on the board.
fn sample() -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend([0x00, 0x00]);
    bytes.extend([0x78, 0x18]);
    bytes.extend(b"one\x08two\nthree\0");
    bytes.extend([0x68, 0xc0]);
    bytes.extend([0x69, 0x41, 0x01, 0x00]);
    bytes.extend(b"A1\0\0");
    bytes
}

#[test]
fn a_file_is_read_as_it_is_meant() {
    let record = read(&sample(), gomoku()).expect("a tree");
    let root = record.node(record.root());
    let first = record.node(root.children()[0]);
    let grid = gomoku().grid();
    let centre = grid.parse("h8").expect("a square");
    let stone = Stone { player: Player::Black, square: centre };
    assert_eq!(first.event, Event::Stone(stone));
    assert_eq!(first.comment, "one\ntwo\nthree");
    assert_eq!(first.marks, [Mark { square: centre, sign: Sign::Circle }]);
    assert_eq!(first.children().len(), 2);
    let second = record.node(first.children()[1]);
    let square = grid.parse("i9").expect("a square");
    assert_eq!(second.event, Event::Stone(Stone { player: Player::White, square }));
    assert_eq!(second.marks, [Mark { square, sign: Sign::Label("A1".into()) }]);
    assert_eq!(read(&write(&record).expect("a file"), gomoku()), Ok(record));
}

/// Some tree of stones with comments and marks.
fn random_tree(random: &mut fastrand::Rng) -> Record {
    let mut record = Record::new(gomoku());
    let mut nodes = vec![record.root()];
    for number in 0..random.usize(1..40) {
        let parent = nodes[random.usize(..nodes.len())];
        let setup = record.setup_at(parent);
        let square = Square::from_index(random.usize(..225));
        let is_there = record.node(parent).children().iter().any(|&child| {
            matches!(record.node(child).event, Event::Stone(stone) if stone.square == square)
        });
        if setup.stone(square).is_some() || is_there {
            continue;
        }
        let stone = Stone { player: setup.turn.player, square };
        let id = record.add(parent, Event::Stone(stone));
        if random.bool() {
            record.node_mut(id).comment = format!("comment {number}\nñ");
        }
        if random.bool() {
            record.node_mut(id).marks.push(Mark { square, sign: Sign::Circle });
        }
        if random.bool() {
            record.node_mut(id).marks.push(Mark { square, sign: Sign::Label("x".into()) });
        }
        nodes.push(id);
    }
    record
}

#[test]
fn every_tree_comes_back() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let record = random_tree(&mut random);
        let bytes = write(&record).expect("a file");
        assert_eq!(read(&bytes, gomoku()), Ok(record));
    }
}

#[test]
fn wrong_bytes_give_an_error_and_nothing_else() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..3000 {
        let mut bytes = write(&random_tree(&mut random)).expect("a file");
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.u8(..3) {
                0 => bytes[at] = random.u8(..),
                1 => drop(bytes.drain(at..)),
                _ => bytes.insert(at, random.u8(..)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        match read(&bytes, gomoku()) {
            Ok(record) => record.check().expect("a legal tree"),
            Err(fault) => assert!(!fault.to_string().contains('\n')),
        }
    }
    assert_eq!(read(b"no", gomoku()), Err(Fault::Magic));
    assert!(matches!(read(&sample(), GameName::CONNECT6), Err(Fault::Game(_))));
}

#[test]
fn a_library_goes_out_as_a_file_and_comes_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = |name: &str| Library::create(&folder.path().join(name), gomoku()).expect("it");
    let import = |library: &mut Library, bytes: &[u8]| {
        let watch = &mut |_: &_| ControlFlow::Continue(());
        library.import_bytes("a.lib", bytes, ImportOptions::default(), watch).expect("an import")
    };
    let mut first = new("first.6lib");
    assert_eq!(import(&mut first, &sample()).games, 0);
    let bytes = first.export(&Setup::start(gomoku()), ExportFormat::Lib).expect("a file");
    let mut second = new("second.6lib");
    import(&mut second, &bytes);
    for moves in ["h8", "h8 h9", "h8 i9"] {
        let position = move_list::read(gomoku(), moves).expect("moves").final_setup();
        let [one, two] = [&first, &second].map(|library| library.look(&position).expect("it"));
        assert!(one.known);
        assert_eq!((one.comment, one.marks, one.moves), (two.comment, two.marks, two.moves));
    }
    let other = folder.path().join("connect6.6lib");
    let other = Library::create(&other, GameName::CONNECT6).expect("a library");
    let refused = other.export(&Setup::start(GameName::CONNECT6), ExportFormat::Lib);
    assert!(refused.expect_err("another game").to_string().contains("one stone a turn"));
}
