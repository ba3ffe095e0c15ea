//! Games that are added up before they are written: most of them begin alike.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use sixfold_game::record::{Event, Record};
use sixfold_game::{Setup, SquareSet};
use sixfold_jobs::wire::name;

use super::records::Nature;
use crate::book::Book;
use crate::paste;
use crate::rows::PositionId;
use crate::writing::Writing;
use crate::{Problem, Statistics};

/// Some records.
pub(super) struct Batch {
    book: Book,
    /// How many turns of a game are kept.
    turns: usize,
    positions: HashMap<Setup, Statistics>,
    moves: HashMap<Step, Statistics>,
    trees: Vec<Record>,
    records: usize,
}

/// A move from one canonical position to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Step {
    before: Setup,
    turn: SquareSet,
    after: Setup,
}

impl Batch {
    pub fn new(book: Book, turns: usize) -> Batch {
        let (positions, moves) = (HashMap::new(), HashMap::new());
        Batch { book, turns, positions, moves, trees: Vec::new(), records: 0 }
    }

    pub fn len(&self) -> usize {
        self.records
    }

    /// Takes a record, and says how many games it is: an analysis without a result is none.
    pub fn take(&mut self, record: Record, nature: Nature) -> Result<u64, String> {
        if record.game() != self.book.game {
            return Err(format!("this is {}, not {}", record.game(), self.book.game));
        }
        record.check().map_err(|error| error.to_string())?;
        self.records += 1;
        let is_tree = nature == Nature::Tree;
        let is_game = !is_tree && (record.info.result.is_some() || !paste::has_variations(&record));
        if is_game {
            self.count(&record).map_err(|problem| problem.to_string())?;
        }
        if is_tree || paste::is_annotated(&record) {
            self.trees.push(record);
        }
        Ok(is_game.into())
    }

    fn count(&mut self, record: &Record) -> Result<(), Problem> {
        let games = Statistics::of_game(record.info.result);
        let mut before = self.book.placed_unchecked(&record.first_setup())?;
        *self.positions.entry(before.canonical).or_default() += games;
        let mut turn = SquareSet::EMPTY;
        let mut played = 0;
        for id in record.main_line().skip(1) {
            match record.node(id).event {
                Event::Nothing => continue,
                // What follows did not come about by play.
                Event::Edit(_) => break,
                // A stone that is taken over is no move of a library: the game goes on from there.
                Event::Swap => {
                    before = self.book.placed_unchecked(&record.setup_at(id))?;
                    *self.positions.entry(before.canonical).or_default() += games;
                    continue;
                }
                Event::Stone(stone) => turn.insert(stone.square),
            }
            if turn.len() < usize::from(before.position.turn.stones_left) {
                continue;
            }
            if played == self.turns {
                break;
            }
            played += 1;
            let after = self.book.placed_unchecked(&self.book.after(&before.position, turn))?;
            let kept = before.inwards.images(turn);
            let turn_kept = self.book.representative(&before.canonical, kept);
            let step = Step { before: before.canonical, turn: turn_kept, after: after.canonical };
            *self.moves.entry(step).or_default() += games;
            *self.positions.entry(after.canonical).or_default() += games;
            (before, turn) = (after, SquareSet::EMPTY);
        }
        Ok(())
    }

    /// Writes everything, and says how many positions are new.
    pub fn write(&mut self, writing: &mut Writing<'_>) -> Result<u64, Problem> {
        let count = |connection: &Connection| {
            connection.query_one("SELECT count(*) FROM position", [], |row| row.get::<_, i64>(0))
        };
        let before = count(writing.connection)?;
        let mut numbers: HashMap<Setup, PositionId> = HashMap::new();
        // In the order of the index, so that its pages are touched one after the other.
        let mut positions: Vec<(Setup, Statistics)> = self.positions.drain().collect();
        positions.sort_by_cached_key(|(position, _)| position.to_string());
        for (position, games) in positions {
            let id = writing.position(&position)?;
            numbers.insert(position, id);
            count_position(writing.connection, id, games)?;
        }
        for (step, games) in self.moves.drain() {
            let (Some(&before), Some(&after)) =
                (numbers.get(&step.before), numbers.get(&step.after))
            else {
                continue;
            };
            let played = name(self.book.game, step.turn);
            count_move(writing.connection, before, &played, after, games)?;
        }
        for record in self.trees.drain(..) {
            paste::add_tree(writing, &record)?;
        }
        self.records = 0;
        Ok((count(writing.connection)? - before).unsigned_abs())
    }
}

fn count_position(writing: &Connection, id: PositionId, games: Statistics) -> Result<(), Problem> {
    let Statistics { games, black_wins, white_wins, draws } = games;
    writing
        .prepare_cached(
            "UPDATE position SET games = games + ?2, black_wins = black_wins + ?3,
                 white_wins = white_wins + ?4, draws = draws + ?5 WHERE id = ?1",
        )?
        .execute(params![id, games as i64, black_wins as i64, white_wins as i64, draws as i64])?;
    Ok(())
}

fn count_move(
    writing: &Connection,
    position: PositionId,
    played: &str,
    child: PositionId,
    games: Statistics,
) -> Result<(), Problem> {
    let Statistics { games, black_wins, white_wins, draws } = games;
    writing
        .prepare_cached(
            "INSERT INTO move (position, played, child, games, black_wins, white_wins, draws)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (position, played) DO UPDATE SET games = games + ?4,
                 black_wins = black_wins + ?5, white_wins = white_wins + ?6, draws = draws + ?7",
        )?
        .execute(params![
            position,
            played,
            child,
            games as i64,
            black_wins as i64,
            white_wins as i64,
            draws as i64,
        ])?;
    Ok(())
}
