//! The positions from which games start.

use std::collections::BTreeSet;

use sixfold_game::record::{Event, Located, Stone, move_list};
use sixfold_game::{Game, GameName, Player, Record};
use thiserror::Error;

use crate::{AnyBoard, AnyPosition, PositionError};

/// The openings of a contest, in the order in which they are played.
#[derive(Clone, Debug)]
pub struct Openings {
    board: AnyBoard,
    records: Vec<Record>,
}

/// What is wrong with a file of openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// A line is no list of moves.
    #[error("line {line}: {fault}")]
    Moves {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with the moves.
        fault: move_list::Fault,
    },
    /// A line of a table is too short.
    #[error("line {line}: no moves")]
    NoMoves {
        /// The line, counted from 1.
        line: usize,
    },
    /// A line does not lead to a position.
    #[error("line {line}: {reason}")]
    Replay {
        /// The line, counted from 1.
        line: usize,
        /// Why.
        reason: PositionError,
    },
    /// Nothing is left to be played.
    #[error("line {line}: the game is already over")]
    Over {
        /// The line, counted from 1.
        line: usize,
    },
    /// There is no line at all.
    #[error("no openings")]
    Empty,
}

const CONNECT6: &str = include_str!("connect6.openings");

impl Openings {
    /// Openings for any game. Connect6 has a list of balanced ones; every other game begins with
    /// each first stone that is different up to symmetry.
    pub fn built_in(game: GameName) -> Result<Openings, OpeningError> {
        if game == GameName::CONNECT6 {
            return Openings::read(game, CONNECT6);
        }
        let board = AnyBoard::new(game);
        let mut start = board.start();
        let mut seen = BTreeSet::new();
        let mut records = Vec::new();
        for square in start.legal_squares().iter() {
            if start.try_play(square).is_err() {
                continue;
            }
            if seen.insert(start.canonical_hash()) && start.outcome().is_none() {
                records
                    .push(record_of(game, [Event::Stone(Stone { player: Player::Black, square })]));
            }
            start.undo();
        }
        if records.is_empty() {
            records.push(Record::new(game));
        }
        Ok(Openings { board, records })
    }

    /// Reads a list of moves a line, or a table with a column `moves`. Empty lines and those that
    /// begin with `#` do not count.
    pub fn read(game: GameName, text: &str) -> Result<Openings, OpeningError> {
        let board = AnyBoard::new(game);
        let lines = text.lines().zip(1..).map(|(text, number)| (text.trim(), number));
        let lines = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
        let mut lines = lines.peekable();
        let head = lines.peek().map_or("", |&(text, _)| text);
        let column = head.split(',').position(|name| name == "moves");
        if column.is_some() {
            lines.next();
        }
        let mut records = Vec::new();
        for (text, line) in lines {
            let moves = column.map_or(Some(text), |column| text.split(',').nth(column));
            let moves = moves.ok_or(OpeningError::NoMoves { line })?;
            let record = move_list::read(game, moves)
                .map_err(|Located { fault, .. }| OpeningError::Moves { line, fault })?;
            let position = AnyPosition::replay_on(&board, &record)
                .map_err(|reason| OpeningError::Replay { line, reason })?;
            if position.outcome().is_some() {
                return Err(OpeningError::Over { line });
            }
            records.push(record);
        }
        if records.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings { board, records }) }
    }

    /// The same openings in an order that the seed decides.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Openings {
        fastrand::Rng::with_seed(seed).shuffle(&mut self.records);
        self
    }

    /// The openings as move lists.
    #[must_use]
    pub fn move_lists(&self) -> Vec<String> {
        // Nothing is set up in an opening, so that each has a list.
        self.records.iter().filter_map(|record| move_list::write(record).ok()).collect()
    }

    /// The board of the game.
    pub(super) fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// The opening of a round, counted from 0. When all have been played they come again turned and
    /// mirrored, so that engines without chance do not play the same games again.
    #[must_use]
    pub fn of_round(&self, round: usize) -> Record {
        let record = &self.records[round % self.records.len()];
        let symmetry = round / self.records.len() % self.board.symmetries();
        let events = record.main_line().map(|id| match record.node(id).event.clone() {
            Event::Stone(stone) => {
                Event::Stone(Stone { square: self.board.image(symmetry, stone.square), ..stone })
            }
            other => other,
        });
        record_of(record.game(), events.skip(1))
    }
}

/// The record of what happens one after the other.
fn record_of(game: GameName, events: impl IntoIterator<Item = Event>) -> Record {
    let mut record = Record::new(game);
    let mut tip = record.root();
    for event in events {
        tip = record.add(tip, event);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(game: &str) -> Vec<String> {
        Openings::built_in(game.parse().unwrap()).unwrap().move_lists()
    }

    #[test]
    fn small_boards_begin_with_every_first_stone_up_to_symmetry() {
        assert_eq!(lists("tictactoe"), ["a1", "b1", "b2"]);
        assert_eq!(lists("connect(1,5,3,1,1)"), ["a1", "b1", "c1"]);
        // The first stone would win.
        assert_eq!(lists("connect(1,3,1,1,1)"), [""]);
    }

    #[test]
    fn hex_begins_with_every_first_stone_up_to_the_rotation() {
        assert_eq!(lists("hex3"), ["a1", "b1", "c1", "a2", "b2"]);
        assert_eq!(lists("hex(2,3)"), ["a1", "b1", "c1"]);
        assert_eq!(lists("hex1"), [""]);
    }

    #[test]
    fn openings_of_hex_may_have_a_stone_taken_over() {
        let game = "hex5".parse().unwrap();
        let openings = Openings::read(game, "a2 swap c3\n").unwrap();
        let rounds = [0, 1, 2].map(|round| move_list::write(&openings.of_round(round)).unwrap());
        assert_eq!(rounds, ["a2 swap c3", "e4 swap c3", "a2 swap c3"]);
    }

    #[test]
    fn openings_that_come_again_are_turned() {
        let openings = Openings::read(GameName::CONNECT6, "j10 k11k12").unwrap();
        let rounds: BTreeSet<String> =
            (0..16).map(|round| move_list::write(&openings.of_round(round)).unwrap()).collect();
        assert_eq!(rounds.len(), 8);
        assert_eq!(move_list::write(&openings.of_round(0)).unwrap(), "j10 k11k12");
    }

    #[test]
    fn the_built_in_openings_make_226_positions_in_248_rounds() {
        let openings = Openings::built_in(GameName::CONNECT6).unwrap();
        let positions: BTreeSet<String> =
            (0..248).map(|round| openings.of_round(round).final_setup().to_string()).collect();
        assert_eq!((openings.records.len(), positions.len()), (31, 226));
    }

    #[test]
    fn the_seed_decides_the_order() {
        let openings = Openings::built_in(GameName::CONNECT6).unwrap();
        let shuffled = |seed| openings.clone().shuffled(seed).move_lists();
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let sorted = |mut lists: Vec<String>| {
            lists.sort();
            lists
        };
        assert_eq!(sorted(shuffled(1)), sorted(openings.move_lists()));
    }

    #[test]
    fn a_file_is_a_list_or_a_table() {
        let read = |text| Openings::read(GameName::CONNECT6, text).map(|found| found.move_lists());
        assert_eq!(read("# two\nj10 k11i9\n\nj10 k9i9\n").unwrap(), ["j10 k11i9", "j10 k9i9"]);
        assert_eq!(read("id,moves,x\n1,j10 k11i9,2\n").unwrap(), ["j10 k11i9"]);
        for (text, reason) in [
            ("", "no openings"),
            ("j10\nj10 j10", "line 2: stone 2: square J10 is occupied"),
            ("a,moves\n1\n", "line 2: no moves"),
            ("zz", "line 1: 'zz' is not a square"),
            ("a1 b1b2 a2a3 c1c2 a4a5 d1d2 a6", "line 1: the game is already over"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }

    /// The rule by which the built-in list was made.
    #[test]
    fn the_built_in_openings_are_the_balanced_ones_of_real_games() {
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect6-opening-stats.csv");
        let Ok(statistics) = std::fs::read_to_string(file) else {
            eprintln!("SKIPPED: no {file}");
            return;
        };
        let mut balanced = Vec::new();
        for line in statistics.lines().skip(1) {
            let white = line.split(',').next().unwrap();
            for third in line.rsplit(',').next().unwrap().split_whitespace() {
                let (black, record) = third.split_once(':').unwrap();
                let (wins, games) = record.split_once('/').unwrap();
                let [wins, games] = [wins, games].map(|number| number.parse::<u32>().unwrap());
                if games >= 60 && (4 * games..=6 * games).contains(&(10 * wins)) {
                    let moves = format!("j10 {white} {black}").to_lowercase();
                    balanced.push((std::cmp::Reverse(games), moves));
                }
            }
        }
        balanced.sort();
        let balanced: Vec<String> = balanced.into_iter().map(|(_, moves)| moves).collect();
        assert_eq!(lists("connect6"), balanced);
    }
}
