//! Games from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sixfold_game::Record;
use sixfold_game::record::{self, Event, ReadError};
use thiserror::Error;

/// Longer files hold no game that anybody plays.
const MOST_BYTES: u64 = 10 << 20;

/// Why a game cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadFault {
    /// The file cannot be read.
    #[error("cannot load file: {0}")]
    File(#[from] io::Error),
    /// The file holds no game.
    #[error("cannot load file: {0}")]
    Record(#[from] ReadError),
    /// The game is shorter.
    #[error("cannot load file: there is no move {0}")]
    NoSuchMove(usize),
}

/// The main line of a file, or as much of it as comes before a move, counted from 1.
pub(super) fn load(path: &Path, before_move: Option<usize>) -> Result<Record, LoadFault> {
    // A device or a pipe might never end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file").into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    let record = record::read(&bytes, None)?;
    match before_move {
        None => Ok(record),
        Some(number) => part_before(&record, number).ok_or(LoadFault::NoSuchMove(number)),
    }
}

fn part_before(record: &Record, number: usize) -> Option<Record> {
    let mut left = number.checked_sub(1)?;
    let mut part = Record::from_setup(record.game(), &record.first_setup());
    let mut tip = part.root();
    for id in record.main_line().skip(1) {
        let event = &record.node(id).event;
        if matches!(event, Event::Stone(_) | Event::Swap) {
            if left == 0 {
                return Some(part);
            }
            left -= 1;
        }
        tip = part.add(tip, event.clone());
    }
    (left == 0).then_some(part)
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    #[test]
    fn a_game_is_loaded_up_to_a_move() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a game.sgf");
        std::fs::write(&path, "(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c3];W[d4])").unwrap();
        let moves = |number| move_list::write(&load(&path, number).unwrap()).unwrap();
        assert_eq!(moves(None), "a2 swap c3 d4");
        assert_eq!([1, 2, 3, 5].map(|n| moves(Some(n))), ["", "a2", "a2 swap", "a2 swap c3 d4"]);
        for number in [0, 6] {
            let error = load(&path, Some(number)).unwrap_err().to_string();
            assert_eq!(error, format!("cannot load file: there is no move {number}"));
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &Path| load(path, None).unwrap_err().to_string();
        assert_eq!(error(folder.path()), "cannot load file: not a file");
        let path = folder.path().join("none");
        assert!(error(&path).starts_with("cannot load file: "));
        std::fs::write(&path, "nonsense?").unwrap();
        assert!(error(&path).starts_with("cannot load file: line 1"), "{}", error(&path));
    }
}
