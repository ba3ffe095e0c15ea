//! What is kept of a finished game.

use serde::{Deserialize, Serialize};
use sixfold_game::record::{Located, move_list};
use sixfold_game::{GameName, Outcome, PerPlayer, Player, Record};

/// A finished game: one line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The number of the game in its contest, from 0.
    pub number: usize,
    /// The names of the engines.
    pub engines: PerPlayer<String>,
    /// Who won; nobody if it was a draw.
    pub winner: Option<Player>,
    /// How it ended.
    pub ending: Ending,
    /// What the engines did wrong: proofs that are none, and why the game was forfeited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The stones, those of the opening included.
    pub moves: String,
    /// What the engines did for it.
    pub effort: PerPlayer<Effort>,
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Which engine it was.
    pub player: Player,
    /// What it did.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Enough stones in a row.
    Row,
    /// A chain between both edges.
    Chain,
    /// No square is left.
    FullBoard,
    /// As many moves as a game may have.
    MovesLimit,
    /// A proof that the checker has accepted.
    Proof,
    /// An engine gave up.
    Resignation,
    /// An engine ended in the middle of the game.
    Crash,
    /// An engine played an illegal move, or something that is no move.
    IllegalMove,
    /// An engine took more time than it had.
    Time,
}

/// What an engine did in one game or in many.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// Turns that it chose.
    pub turns: u32,
    /// The time that took, in seconds.
    pub seconds: f64,
    /// Nodes that it searched.
    pub nodes: u64,
    /// Positions whose result it said to be proven.
    pub claimed: u32,
    /// Proofs that the checker accepted.
    pub confirmed: u32,
    /// Proofs that the checker rejected.
    pub rejected: u32,
}

impl Effort {
    /// Adds what was done in another game.
    pub fn add(&mut self, other: &Effort) {
        self.turns += other.turns;
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        self.claimed += other.claimed;
        self.confirmed += other.confirmed;
        self.rejected += other.rejected;
    }
}

impl GameReport {
    /// The game as a record with names and result.
    pub fn record(&self, game: GameName) -> Result<Record, Located<move_list::Fault>> {
        let mut record = move_list::read(game, &self.moves)?;
        record.info.players = self.engines.clone();
        record.info.event = format!("game {}", self.number + 1);
        record.info.result = Some(self.winner.map_or(Outcome::Draw, Outcome::Win));
        let reason = match self.ending {
            Ending::Row
            | Ending::Chain
            | Ending::FullBoard
            | Ending::MovesLimit
            | Ending::Proof => None,
            Ending::Resignation => Some("R"),
            Ending::Crash | Ending::IllegalMove => Some("F"),
            Ending::Time => Some("T"),
        };
        if let (Some(winner), Some(reason)) = (self.winner, reason) {
            record.info.result_text = format!("{}+{reason}", winner.letter().to_ascii_uppercase());
        }
        Ok(record)
    }
}
