//! The positions from which games start.

use std::collections::BTreeSet;
use std::sync::Arc;

use sixfold_connect::{GeneralPosition, Geometry, ReplayError, connect_rules};
use sixfold_game::record::{Event, Located, Stone, move_list};
use sixfold_game::{Game, GameName, Record};
use thiserror::Error;

/// The openings of a contest, in the order in which they are played.
#[derive(Clone, Debug)]
pub struct Openings {
    geometry: Arc<Geometry>,
    records: Vec<Record>,
}

/// What is wrong with a file of openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] ReplayError),
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
        reason: ReplayError,
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
        let geometry = Arc::new(Geometry::new(connect_rules(game)?));
        let mut start = GeneralPosition::start(geometry.clone());
        let mut seen = BTreeSet::new();
        let mut records = Vec::new();
        for square in geometry.cells().iter() {
            start.play(square);
            if seen.insert(start.canonical_hash()) && start.outcome().is_none() {
                records.push(record_of(game, [square]));
            }
            start.take_back();
        }
        if records.is_empty() {
            records.push(Record::new(game));
        }
        Ok(Openings { geometry, records })
    }

    /// Reads a list of moves a line, or a table with a column `moves`. Empty lines and those that
    /// begin with `#` do not count.
    pub fn read(game: GameName, text: &str) -> Result<Openings, OpeningError> {
        let geometry = Arc::new(Geometry::new(connect_rules(game)?));
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
            let position = GeneralPosition::replay_on(&geometry, &record)
                .map_err(|reason| OpeningError::Replay { line, reason })?;
            if position.outcome().is_some() {
                return Err(OpeningError::Over { line });
            }
            records.push(record);
        }
        if records.is_empty() {
            Err(OpeningError::Empty)
        } else {
            Ok(Openings { geometry, records })
        }
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
    pub(super) fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The opening of a round, counted from 0. When all have been played they come again turned and
    /// mirrored, so that engines without chance do not play the same games again.
    #[must_use]
    pub fn of_round(&self, round: usize) -> Record {
        let record = &self.records[round % self.records.len()];
        let symmetries = self.geometry.symmetries();
        let symmetry = &symmetries[round / self.records.len() % symmetries.len()];
        record_of(record.game(), record.stones().map(|stone| symmetry.image(stone.square)))
    }
}

/// The record of stones placed one after the other.
fn record_of(game: GameName, squares: impl IntoIterator<Item = sixfold_game::Square>) -> Record {
    let mut record = Record::new(game);
    let (mut tip, mut turn) = (record.root(), game.turn_order().first_turn());
    for square in squares {
        tip = record.add(tip, Event::Stone(Stone { player: turn.player, square }));
        turn = turn.after_stone(game.turn_order());
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
