//! Iterative deepening over the attacker's turns.

use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Player, SpentBudget};
use smallvec::SmallVec;

use super::attack::candidates;
use super::defence::normal_defences;
use super::table::{Known, NEVER, Table};
use crate::Meter;
use crate::solution::Stones;

/// What a search to a limited number of turns found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A win within the limit.
    Win,
    /// Nothing within the limit; there may be a longer win.
    Beyond,
    /// Nothing, however many turns are allowed.
    Never,
}

pub(super) struct Search<S> {
    pub(super) position: Position<S>,
    pub(super) attacker: Player,
    pub(super) stones_per_turn: u16,
    pub(super) table: Table,
}

impl<S: SegmentState> Search<S> {
    pub(super) fn new(position: Position<S>, table: Table) -> Search<S> {
        Search {
            attacker: position.turn().player,
            stones_per_turn: position.geometry().rules().stones_per_turn(),
            table,
            position,
        }
    }

    /// Whether the attacker, who is to move, wins within so many turns of his.
    pub(super) fn attack(&mut self, turns: u8, meter: &mut Meter) -> Result<Found, SpentBudget> {
        if self.position.can_complete(self.attacker) {
            return Ok(Found::Win);
        }
        if turns <= 1 {
            return Ok(Found::Beyond);
        }
        let hash = self.position.hash();
        let known = self.table.get(hash).unwrap_or(Known { win_in: 0, none_within: 1 });
        if known.win_in != 0 && known.win_in <= turns {
            return Ok(Found::Win);
        }
        if known.none_within == NEVER {
            return Ok(Found::Never);
        }
        if known.none_within >= turns {
            return Ok(Found::Beyond);
        }
        let found = self.try_moves(turns, meter)?;
        let known = match found {
            Found::Win => Known { win_in: turns, ..known },
            Found::Beyond => Known { none_within: turns, ..known },
            Found::Never => Known { none_within: NEVER, ..known },
        };
        self.table.put(hash, known);
        Ok(found)
    }

    fn try_moves(&mut self, turns: u8, meter: &mut Meter) -> Result<Found, SpentBudget> {
        if turns == 2 && self.stones_per_turn <= 2 {
            // Only a move that cannot be parried would do now. Whether there are others, which
            // take longer, is left to the next round; with more stones a turn, where moves are
            // found by trying all, that would cost more than it saves.
            for stones in self.forcing_moves(self.stones_per_turn + 1) {
                if self.try_move(&stones, turns, meter)? == Found::Win {
                    return Ok(Found::Win);
                }
            }
            return Ok(Found::Beyond);
        }
        let mut result = Found::Never;
        for stones in self.forcing_moves(self.stones_per_turn) {
            match self.try_move(&stones, turns, meter)? {
                Found::Win => return Ok(Found::Win),
                Found::Beyond => result = Found::Beyond,
                Found::Never => {}
            }
        }
        Ok(result)
    }

    /// The moves that may make so many threats and leave the defender none.
    pub(super) fn forcing_moves(&self, threats: u16) -> impl Iterator<Item = Stones> + use<S> {
        let defender = self.attacker.opponent();
        let mut to_parry: SmallVec<[Stones; 8]> = SmallVec::new();
        self.position.visit_threats(defender, |squares| to_parry.push(Stones::from_slice(squares)));
        let can_parry = self.position.threat_number(defender) <= self.position.turn().stones_left;
        let moves = can_parry.then(|| candidates(&self.position, threats));
        moves.into_iter().flatten().filter(move |stones| {
            to_parry.iter().all(|squares| stones.iter().any(|stone| squares.contains(stone)))
        })
    }

    pub(super) fn try_move(
        &mut self,
        stones: &Stones,
        turns: u8,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        meter.tick()?;
        self.play(stones);
        let result = self.after_move(turns, meter);
        self.position.undo_stones(stones.len());
        result
    }

    pub(super) fn play(&mut self, stones: &Stones) {
        for &square in stones {
            self.position.play(square);
        }
    }

    fn after_move(&mut self, turns: u8, meter: &mut Meter) -> Result<Found, SpentBudget> {
        let number = self.position.exact_threat_number(self.attacker);
        let threats = number.lower_bound();
        if threats > self.stones_per_turn {
            return Ok(Found::Win);
        }
        if matches!(number, HittingNumber::AtLeast(_)) {
            // With so many stones a turn the move may force or not: it settles nothing.
            return Ok(Found::Beyond);
        }
        if threats < self.stones_per_turn {
            return Ok(Found::Never);
        }
        if turns <= 2 {
            return Ok(Found::Beyond);
        }
        meter.count()?;
        for reply in normal_defences(&self.position, self.attacker, threats) {
            self.play(&reply);
            let found = self.attack(turns - 1, meter);
            self.position.undo_stones(reply.len());
            let found = found?;
            if found != Found::Win {
                return Ok(found);
            }
        }
        Ok(Found::Win)
    }
}
