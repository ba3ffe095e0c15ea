//! The search below the root.

use sixfold_connect::SegmentState;
use sixfold_game::{Game, SpentBudget};
use sixfold_solve::{Meter, Stones};

use super::ordering::Ordering;
use super::settings::{Settings, SolverUse};
use super::table::{Bound, Known, Table};
use super::value::{self, BEYOND, Value};
use crate::Board;
use crate::candidates::{Candidate, Ways, Width, candidates};
use crate::tactics::{Sight, Tactics};

/// The search of one thread.
pub(super) struct Search<'a, S> {
    pub(super) board: Board<S>,
    pub(super) settings: &'a Settings,
    pub(super) table: &'a Table,
    pub(super) tactics: &'a mut Tactics,
    pub(super) ordering: Ordering,
    pub(super) meter: Meter,
}

/// The values between which the search has to tell the truth.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

/// Where in the tree the search is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Turns that are still to be looked ahead; below 0 while threats are being parried.
    pub(super) depth: i32,
    /// Turns since the root.
    pub(super) ply: u32,
}

impl Bounds {
    pub(super) const ALL: Bounds = Bounds { alpha: -BEYOND, beta: BEYOND };

    fn for_opponent(self) -> Bounds {
        Bounds { alpha: -self.beta, beta: -self.alpha }
    }

    fn just_above_alpha(self) -> Bounds {
        Bounds { beta: self.alpha + 1, ..self }
    }
}

impl Place {
    fn after_turn(self, reduction: i32) -> Place {
        Place { depth: self.depth - 1 - reduction, ply: self.ply + 1 }
    }
}

/// The depth at which a solved position counts as searched.
const DEPTH_OF_PROOF: i32 = 60;
/// Parrying goes on for so many turns beyond the depth.
const MOST_PARRIES: i32 = 4;
/// Turns before this one in order are searched to the full depth.
const FULL_DEPTH_TURNS: usize = 4;

impl<S: SegmentState> Search<'_, S> {
    /// The value of the position for the side to move, which is at the beginning of its turn or, at
    /// the root, within it.
    pub(super) fn visit(&mut self, place: Place, bounds: Bounds) -> Result<Value, SpentBudget> {
        self.meter.count()?;
        let position = self.board.position();
        let turn = position.turn();
        if position.can_complete(turn.player) {
            return Ok(value::win_at(place.ply));
        }
        if position.empty_squares().is_empty() {
            return Ok(0);
        }
        let threats = position.threat_number(turn.player.opponent());
        if threats > turn.stones_left {
            return Ok(-value::win_at(place.ply + 1));
        }
        let key = position.hash();
        let known = self.table.get(key);
        if let Some(value) = known.as_ref().and_then(|known| usable(known, place, bounds)) {
            return Ok(value);
        }
        if let Some(value) = self.own_win(place, key)? {
            return Ok(value);
        }
        if place.depth <= 0 && (threats == 0 || place.depth <= -MOST_PARRIES) {
            return Ok(value::estimate(self.board.value()));
        }
        let ways = self.ways(place)?;
        let mut turns = candidates(&mut self.board, &ways, width(place.depth)).list;
        if turns.is_empty() {
            // Nothing is relevant to the opponent's win.
            return Ok(-value::win_at(place.ply + 3));
        }
        let best = known.map(|known| known.best).unwrap_or_default();
        self.ordering.sort(&mut turns, &best, turn.player, place.ply);
        self.best_of(&turns, place, bounds, key)
    }

    fn best_of(
        &mut self,
        turns: &[Candidate],
        place: Place,
        bounds: Bounds,
        key: u64,
    ) -> Result<Value, SpentBudget> {
        let player = self.board.position().turn().player;
        let mut best = (-BEYOND, &turns[0].stones);
        let mut window = bounds;
        for (number, turn) in turns.iter().enumerate() {
            let value = self.after(&turn.stones, place, window, number)?;
            if value > best.0 {
                best = (value, &turn.stones);
                window.alpha = window.alpha.max(value);
            }
            if value >= bounds.beta {
                self.ordering.was_too_good(&turn.stones, player, place.ply, place.depth);
                break;
            }
        }
        let (value, stones) = best;
        let bound = match value {
            value if value >= bounds.beta => Bound::AtLeast,
            value if value > bounds.alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.store(key, value, bound, place, stones.clone());
        Ok(value)
    }

    fn store(&self, key: u64, value: Value, bound: Bound, place: Place, best: Stones) {
        let value = value::from_here(value, place.ply);
        self.table.put(key, &Known { value, bound, depth: place.depth, best });
    }

    /// The value of a turn for the one who plays it: the first is searched with the whole window, the
    /// others only to see whether they are better, late ones less deep at first.
    pub(super) fn after(
        &mut self,
        stones: &Stones,
        place: Place,
        bounds: Bounds,
        number: usize,
    ) -> Result<Value, SpentBudget> {
        let before = self.board.position().history().len();
        for &square in stones {
            self.board.play(square);
        }
        let value = self.value_after(place, bounds, number);
        while self.board.position().history().len() > before {
            self.board.take_back();
        }
        value
    }

    fn value_after(
        &mut self,
        place: Place,
        bounds: Bounds,
        number: usize,
    ) -> Result<Value, SpentBudget> {
        if number == 0 {
            return Ok(-self.visit(place.after_turn(0), bounds.for_opponent())?);
        }
        let narrow = bounds.just_above_alpha().for_opponent();
        if number >= FULL_DEPTH_TURNS && place.depth >= 2 {
            let value = -self.visit(place.after_turn(1), narrow)?;
            if value <= bounds.alpha {
                return Ok(value);
            }
        }
        let value = -self.visit(place.after_turn(0), narrow)?;
        if value <= bounds.alpha || value >= bounds.beta {
            return Ok(value);
        }
        Ok(-self.visit(place.after_turn(0), bounds.for_opponent())?)
    }

    /// The value of the position if the side to move wins by double threats.
    fn own_win(&mut self, place: Place, key: u64) -> Result<Option<Value>, SpentBudget> {
        if self.settings.solver == SolverUse::Nowhere {
            return Ok(None);
        }
        let allowance = win_allowance(place);
        let position = self.board.position();
        let Sight::Win(answer) = self.tactics.win(position, allowance, &mut self.meter)? else {
            return Ok(None);
        };
        let length = answer.attack.length() as u32;
        let value = value::win_at(place.ply + 2 * (length - 1));
        let settled = Place { depth: DEPTH_OF_PROOF, ..place };
        self.store(key, value, Bound::Exact, settled, answer.attack.stones.clone());
        Ok(Some(value))
    }

    /// The ways to parry the opponent's threats, each with what else it has to do about the win by double
    /// threats that he would have if the rest of the turn were forgone.
    pub(super) fn ways(&mut self, place: Place) -> Result<Ways, SpentBudget> {
        let mut ways = Ways::to_parry(self.board.position());
        if self.settings.solver == SolverUse::Everywhere && place.depth > 0 {
            let (position, allowance) = (self.board.position(), threat_allowance(place));
            ways.find_zones(position, self.tactics, allowance, &mut self.meter)?;
        }
        Ok(ways)
    }
}

/// The value that is known of a position, if it is enough for what is asked.
fn usable(known: &Known, place: Place, bounds: Bounds) -> Option<Value> {
    let value = value::from_root(known.value, place.ply);
    if known.depth < place.depth && !value::is_decided(value) {
        return None;
    }
    match known.bound {
        Bound::Exact => Some(value),
        Bound::AtLeast if value >= bounds.beta => Some(value),
        Bound::AtMost if value <= bounds.alpha => Some(value),
        Bound::AtLeast | Bound::AtMost => None,
    }
}

/// The turns that are looked at, by the depth that is left.
pub(super) fn width(depth: i32) -> Width {
    match depth {
        ..=0 => Width { stones: 4, turns: 5 },
        1 => Width { stones: 8, turns: 12 },
        2 => Width { stones: 10, turns: 18 },
        3 => Width { stones: 12, turns: 24 },
        _ => Width { stones: 14, turns: 30 },
    }
}

/// The nodes that the threat solver may take for the side to move.
fn win_allowance(place: Place) -> u64 {
    match (place.ply, place.depth) {
        (0..=1, _) => 2_000,
        (_, 1..) => 300,
        _ => 100,
    }
}

/// The nodes that the threat solver may take for the opponent after a null move.
fn threat_allowance(place: Place) -> u64 {
    match (place.ply, place.depth) {
        (0..=1, _) => 2_000,
        (_, 2..) => 300,
        _ => 100,
    }
}
