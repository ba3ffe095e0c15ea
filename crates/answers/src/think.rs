//! What an engine thinks of a position.

use serde::Serialize;
use sixfold_game::{Grid, Record, Setup};
use sixfold_play::engine::{Engine, Request};
use sixfold_play::{Choice, Ground, Score, Thought, Variation};
use utoipa::ToSchema;

use crate::wording::names_of_turns;
use crate::{AskError, Checked, check};

/// What a score rests on, after the checker has had its say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// The independent checker accepts the proof.
    Proven,
    /// The engine says so.
    Claimed,
}

/// Has the proof of a choice checked. A proof that is wrong is an error.
pub fn trust(choice: &Choice) -> Result<Trust, AskError> {
    match (&choice.proof, choice.thought.variations.first().map(|line| line.ground)) {
        (Some(proof), Some(Ground::Proven)) => match check(proof)? {
            Checked::Proof(_) => Ok(Trust::Proven),
            Checked::RestsOnEdge => Ok(Trust::Claimed),
        },
        _ => Ok(Trust::Claimed),
    }
}

/// What an engine thinks of a position, and how far it can be trusted.
pub struct Considered {
    /// The turn it chooses, with all it thinks.
    pub choice: Choice,
    /// Whether the first variation is proven.
    pub trust: Trust,
}

/// Asks an engine about the position at the end of the main line. What it thinks meanwhile is told
/// to [`Request::watch`], and can be seen as an [`Opinion`] too, though nothing of it is proven yet.
pub fn think(
    engine: &mut dyn Engine,
    record: &Record,
    request: &Request,
) -> Result<Considered, AskError> {
    let choice = engine.choose(record, request)?;
    let trust = trust(&choice)?;
    Ok(Considered { choice, trust })
}

/// A position, and what an engine thinks of it.
#[derive(Clone, Copy)]
pub struct Opinion<'a> {
    /// The record that leads to the position.
    pub record: &'a Record,
    /// The name of the engine.
    pub engine: &'a str,
    /// What it thinks.
    pub thought: &'a Thought,
    /// Whether the first variation is proven. All others are claims.
    pub trust: Trust,
}

impl Opinion<'_> {
    /// The grid that names the squares.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.record.game().grid()
    }

    /// The position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.record.final_setup()
    }

    /// The variations with what can be said for them.
    pub fn variations(&self) -> impl Iterator<Item = (&Variation, Trust)> {
        let trusts = std::iter::once(self.trust).chain(std::iter::repeat(Trust::Claimed));
        self.thought.variations.iter().zip(trusts)
    }

    /// The opinion as it is sent.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        let grid = self.grid();
        Analysis {
            engine: self.engine.to_string(),
            depth: self.thought.depth,
            nodes: self.thought.nodes,
            seconds: self.thought.elapsed.as_secs_f64(),
            variations: self
                .variations()
                .map(|(line, trust)| Line::new(grid, line, trust))
                .collect(),
        }
    }
}

/// What an engine thinks of a position, as it is sent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Analysis {
    /// The engine.
    pub engine: String,
    /// How many turns it has looked ahead.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The best turns with what they lead to, the best first.
    pub variations: Vec<Line>,
}

/// A variation as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Line {
    /// The stones of the first turn.
    #[serde(rename = "move")]
    pub turn: Vec<String>,
    /// What it is worth to the side to move.
    pub score: ShownScore,
    /// Whether there is a proof that the checker accepts.
    pub proven: bool,
    /// How often a tree search has looked at the first turn.
    pub visits: Option<u64>,
    /// All its turns.
    pub line: Vec<Vec<String>>,
}

impl Line {
    fn new(grid: Grid, variation: &Variation, trust: Trust) -> Line {
        let line = names_of_turns(grid, &variation.turns);
        Line {
            turn: line.first().cloned().unwrap_or_default(),
            score: variation.score.into(),
            proven: trust == Trust::Proven,
            visits: variation.visits,
            line,
        }
    }
}

/// A [`Score`] as it is sent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = Score)]
pub enum ShownScore {
    /// An estimate.
    Estimate {
        /// The logarithm of the odds of winning.
        log_odds: f64,
        /// The chance of winning.
        chance: f64,
    },
    /// A win.
    Win {
        /// In so many own turns.
        turns: u32,
    },
    /// A loss.
    Loss {
        /// After so many turns of the opponent.
        turns: u32,
    },
}

impl From<Score> for ShownScore {
    fn from(score: Score) -> ShownScore {
        match score {
            Score::Estimate(thousandths) => ShownScore::Estimate {
                log_odds: f64::from(thousandths) / 1000.0,
                chance: score.chance(),
            },
            Score::Wins(turns) => ShownScore::Win { turns },
            Score::Loses(turns) => ShownScore::Loss { turns },
        }
    }
}
