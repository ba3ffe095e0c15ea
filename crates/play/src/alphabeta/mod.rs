//! The alpha-beta player (THEORY 5).
//!
//! Two levels: a search over turns that looks only at the most promising ones, and inside it the
//! threat solver for both sides. A node in which the side to move wins by double threats is a leaf;
//! in a node in which the opponent would win against a null move only those turns are looked at
//! that are relevant to that win. All else is principal variation search with iterative deepening.

mod ordering;
mod root;
mod search;
mod settings;
mod table;
mod value;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::Game;

use crate::tactics::Tactics;
use crate::{Choice, Player, Task};
pub use settings::{Settings, SolverUse, UnknownSetting};
use table::Table;

/// The player with what it remembers of the game so far.
pub struct AlphaBeta {
    settings: Settings,
    table: Option<Table>,
    /// One for each thread.
    tactics: Vec<Tactics>,
}

impl AlphaBeta {
    /// A player with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> AlphaBeta {
        AlphaBeta { settings, table: None, tactics: Vec::new() }
    }

    fn prepare(&mut self, threads: usize, memory: usize) -> &Table {
        while self.tactics.len() < threads {
            self.tactics.push(Tactics::new(memory / 4 / threads));
        }
        self.table.get_or_insert_with(|| Table::new(memory / 16))
    }
}

impl<S: SegmentState + Send + Sync> Player<S> for AlphaBeta {
    fn choose(&mut self, position: &Position<S>, task: &Task) -> Choice {
        debug_assert!(position.outcome().is_none());
        self.prepare(self.settings.threads_for(task), task.budget.memory);
        let Some(table) = &self.table else { unreachable!("it has just been made") };
        root::choose(position, task, &self.settings, table, &mut self.tactics)
    }

    fn new_game(&mut self) {
        self.tactics.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}
