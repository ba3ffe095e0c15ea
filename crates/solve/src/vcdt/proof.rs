//! Writing down a win: a move for every position of the attacker, against every defence.

use std::collections::HashMap;

use sixfold_connect::SegmentState;
use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, NodeId, Sink, SinkError};
use sixfold_game::{Game, Setup, SpentBudget};

use super::attack::Stones;
use super::defence::normal_defences;
use super::search::{Found, Search};
use crate::Meter;

/// A win with its proof.
pub(super) struct Win {
    pub(super) certificate: Certificate,
    /// The turns of the line in which the defender holds out longest.
    pub(super) line: Vec<Stones>,
}

/// Why a win could not be written down.
pub(super) enum Failure {
    Budget(SpentBudget),
    /// The search rested on a table entry that belongs to another position of the same hash.
    FalseTableEntry,
}

impl From<SpentBudget> for Failure {
    fn from(spent: SpentBudget) -> Failure {
        Failure::Budget(spent)
    }
}

impl From<SinkError> for Failure {
    fn from(_: SinkError) -> Failure {
        // A tree of legal turns always has the form of a proof: something else is on the board.
        Failure::FalseTableEntry
    }
}

/// Writes down a win that the search has found within so many turns.
pub(super) fn write_down<S: SegmentState>(
    search: &mut Search<S>,
    turns: u8,
    meter: &mut Meter,
) -> Result<Win, Failure> {
    let claim = Claim {
        game: search.position.name(),
        setup: search.position.setup(),
        winner: search.position.turn().player,
        order: Some(1),
    };
    let builder = Builder::new(&claim).map_err(|_| Failure::FalseTableEntry)?;
    let mut scribe = Scribe { search, meter, builder, written: HashMap::new() };
    let line = scribe.attack(turns)?;
    let certificate = scribe.builder.finish().map_err(|_| Failure::FalseTableEntry)?;
    Ok(Win { certificate, line })
}

struct Scribe<'a, S> {
    search: &'a mut Search<S>,
    meter: &'a mut Meter,
    builder: Builder,
    /// The attacks written so far, with their lines, by the position in which they are played.
    written: HashMap<Setup, (NodeId, Vec<Stones>)>,
}

impl<S: SegmentState> Scribe<'_, S> {
    /// Writes the attack on the current position and returns its longest line.
    fn attack(&mut self, turns: u8) -> Result<Vec<Stones>, Failure> {
        let setup = self.search.position.setup();
        if let Some((id, line)) = self.written.get(&setup) {
            let line = line.clone();
            self.builder.same_as(*id)?;
            return Ok(line);
        }
        let (id, line) = match self.search.position.completing_squares() {
            Some(squares) => {
                let id = self.builder.attack(&squares, Effect::Completes)?;
                (id, vec![Stones::from_slice(&squares)])
            }
            None => self.forcing_attack(turns)?,
        };
        self.written.insert(setup, (id, line.clone()));
        Ok(line)
    }

    fn forcing_attack(&mut self, turns: u8) -> Result<(NodeId, Vec<Stones>), Failure> {
        let (stones, turns) = self.winning_move(turns)?;
        self.search.play(&stones);
        let written = self.after_move(&stones, turns);
        self.search.position.undo_stones(stones.len());
        written
    }

    /// The first move that wins in as few turns as possible, and how many that are.
    fn winning_move(&mut self, most_turns: u8) -> Result<(Stones, u8), Failure> {
        for turns in 2..=most_turns {
            if self.search.attack(turns, self.meter)? != Found::Win {
                continue;
            }
            for stones in self.search.forcing_moves(self.search.stones_per_turn) {
                if self.search.try_move(&stones, turns, self.meter)? == Found::Win {
                    return Ok((stones, turns));
                }
            }
        }
        Err(Failure::FalseTableEntry)
    }

    fn after_move(&mut self, stones: &Stones, turns: u8) -> Result<(NodeId, Vec<Stones>), Failure> {
        let attacker = self.search.attacker;
        let threats = self.search.position.threat_number(attacker);
        let replies = normal_defences(&self.search.position, attacker, threats);
        if threats > self.search.stones_per_turn {
            let id = self.builder.attack(stones, Effect::Overwhelms)?;
            return Ok((id, vec![stones.clone()]));
        }
        let id = self.builder.attack(stones, Effect::Continues)?;
        self.builder.defence()?;
        let mut longest: Vec<Stones> = Vec::new();
        for reply in replies {
            self.builder.reply(&reply)?;
            self.search.play(&reply);
            let line = self.attack(turns - 1);
            self.search.position.undo_stones(reply.len());
            let mut line = line?;
            if line.len() + 1 > longest.len() {
                line.insert(0, reply);
                longest = line;
            }
        }
        self.builder.close(&[])?;
        longest.insert(0, stones.clone());
        Ok((id, longest))
    }
}
