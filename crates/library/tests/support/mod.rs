//! A small game and its libraries.

#![allow(dead_code, reason = "every test file uses a part of it")]

use sixfold_game::record::move_list;
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_library::Library;
use sixfold_prove::Symmetries;
use tempfile::TempDir;

pub fn game() -> GameName {
    "connect(5,5,4,2,1)".parse().expect("a game")
}

pub fn position(moves: &str) -> Setup {
    move_list::read(game(), moves).expect("moves").final_setup()
}

pub fn turn(text: &str) -> SquareSet {
    sixfold_jobs::wire::squares(game(), text).expect("squares")
}

pub fn symmetries() -> Symmetries {
    Symmetries::of(game())
}

/// An empty library `a.6lib` in a folder of its own.
pub fn new_library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::create(&folder.path().join("a.6lib"), game()).expect("a library");
    (folder, library)
}
