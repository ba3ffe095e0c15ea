//! The search: an OR tree below macro defences, an AND/OR tree above them.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Setup, SpentBudget};

use super::DefenderThreats;
use super::board::Board;
use super::plan::{Case, Plan};
use super::table::{Table, Tried};
use crate::vcdt::defence::{Replies, normal_defences};
use crate::{Meter, Stones};

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    /// Turns of the attacker, the completing one included.
    pub(super) turns: u8,
    /// Turns of the defender that are searched defence by defence; he answers later ones by macro
    /// defences. Turns that leave him no choice are not counted.
    pub(super) choices: u8,
}

/// What a search within limits found.
pub(super) enum Found {
    Win(Arc<Plan>),
    Nothing(Space),
}

/// The space in which a search found no win, from large to small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Space {
    /// All continuous double threats: there is no such win.
    Everything,
    /// All of them against a defender who somewhere was given more stones than he has.
    Conservative,
    /// Not even that: it was cut off after so many turns.
    Limited,
}

pub(super) struct Search<S> {
    board: Board<S>,
    table: Table,
    /// Wins from real positions after a normal defence. Plans are few and dear: they are kept
    /// by the stones themselves, so that no win rests on a hash.
    won: HashMap<Setup, Arc<Plan>>,
    most_won: usize,
}

/// About what a win takes: its position, and what is new in its plan.
const BYTES_PER_WIN: usize = 1024;

impl<S: SegmentState> Search<S> {
    pub(super) fn new(
        position: Position<S>,
        defender_threats: DefenderThreats,
        memory: usize,
    ) -> Search<S> {
        Search {
            board: Board::new(position, defender_threats),
            table: Table::new(memory / 2),
            won: HashMap::new(),
            most_won: memory / 2 / BYTES_PER_WIN,
        }
    }

    /// Looks for a win of the attacker, who is to move.
    pub(super) fn attack(
        &mut self,
        limits: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        if let Some(squares) = self.board.position().completing_squares() {
            return Ok(Found::Win(Arc::new(Plan::Complete(Stones::from_slice(&squares)))));
        }
        if limits.turns <= 1 {
            return Ok(Found::Nothing(Space::Limited));
        }
        let hash = self.board.hash();
        if let Some(space) = self.table.get(hash).and_then(|tried| tried.covers(limits)) {
            return Ok(Found::Nothing(space));
        }
        let found = self.try_moves(limits, meter)?;
        if let Found::Nothing(space) = found {
            self.table.put(hash, Tried::new(limits, space));
        }
        Ok(found)
    }

    fn try_moves(&mut self, limits: Limits, meter: &mut Meter) -> Result<Found, SpentBudget> {
        let p = self.board.stones_per_turn();
        // Just before the limit only a move that cannot be parried will do. Whether there are
        // others, which take longer, is left to the next round; with more stones a turn, where
        // moves are found by trying all, that would cost more than it saves.
        let (threats, mut space) = if limits.turns == 2 && p <= 2 {
            (p + 1, Space::Limited)
        } else {
            (p, Space::Everything)
        };
        for stones in self.board.forcing_moves(threats) {
            meter.tick()?;
            let turn = self.board.attack(&stones);
            let found = self.after_move(&stones, limits, meter);
            self.board.undo_attack(&stones, turn);
            match found? {
                Found::Nothing(tried) => space = space.max(tried),
                win @ Found::Win(_) => return Ok(win),
            }
        }
        Ok(Found::Nothing(space))
    }

    fn after_move(
        &mut self,
        stones: &Stones,
        limits: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        let (p, attacker) = (self.board.stones_per_turn(), self.board.attacker());
        let number = self.board.position().exact_threat_number(attacker);
        let threats = number.lower_bound();
        if threats > p {
            return Ok(Found::Win(Arc::new(Plan::Overwhelm(stones.clone()))));
        }
        if matches!(number, HittingNumber::AtLeast(_)) {
            // With so many stones a turn the move may force or not: it settles nothing.
            return Ok(Found::Nothing(Space::Limited));
        }
        if threats < p {
            return Ok(Found::Nothing(Space::Everything));
        }
        if limits.turns <= 2 {
            return Ok(Found::Nothing(Space::Limited));
        }
        meter.count()?;
        let replies = normal_defences(self.board.position(), attacker, threats);
        let below = Limits { turns: limits.turns - 1, ..limits };
        match (&replies[..], limits.choices) {
            ([only], _) => self.forced_reply(stones, only, below, meter),
            (_, 0) => self.macro_defence(stones, replies, below, meter),
            (_, choices) => {
                let below = Limits { choices: choices - 1, ..below };
                self.each_reply(stones, &replies, below, meter)
            }
        }
    }

    fn forced_reply(
        &mut self,
        stones: &Stones,
        reply: &Stones,
        below: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        self.board.defend(reply);
        let found = self.attack(below, meter);
        self.board.undo_defence(reply);
        Ok(found?.after(stones))
    }

    fn macro_defence(
        &mut self,
        stones: &Stones,
        replies: Replies,
        below: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        self.board.defend_by_all(replies);
        let found = self.attack(below, meter);
        self.board.undo_macro_defence();
        Ok(match found? {
            Found::Nothing(space) => Found::Nothing(space.max(Space::Conservative)),
            win @ Found::Win(_) => win.after(stones),
        })
    }

    fn each_reply(
        &mut self,
        stones: &Stones,
        replies: &Replies,
        below: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        let mut cases = Vec::with_capacity(replies.len());
        for reply in replies {
            self.board.defend(reply);
            let found = self.attack_or_recall(below, meter);
            self.board.undo_defence(reply);
            match found? {
                Found::Win(then) => cases.push(Case { reply: reply.clone(), then }),
                nothing @ Found::Nothing(_) => return Ok(nothing),
            }
        }
        Ok(Found::Win(Arc::new(Plan::Depending { stones: stones.clone(), cases })))
    }

    /// The same win is needed again in every round in which a sibling is not won yet.
    fn attack_or_recall(
        &mut self,
        limits: Limits,
        meter: &mut Meter,
    ) -> Result<Found, SpentBudget> {
        let setup = self.board.position().setup();
        if let Some(plan) = self.won.get(&setup) {
            return Ok(Found::Win(plan.clone()));
        }
        let found = self.attack(limits, meter)?;
        if let Found::Win(plan) = &found {
            if self.won.len() >= self.most_won {
                self.won.clear();
            }
            self.won.insert(setup, plan.clone());
        }
        Ok(found)
    }
}

impl Found {
    /// The same for the turn before, to which one plan answers all replies.
    fn after(self, stones: &Stones) -> Found {
        match self {
            Found::Win(then) => {
                Found::Win(Arc::new(Plan::Regardless { stones: stones.clone(), then }))
            }
            nothing @ Found::Nothing(_) => nothing,
        }
    }
}
