//! The exact solver of Maker-Breaker boards.
//!
//! Depth-first search over positions in their least form, part by part, with a table of everything that
//! was solved, up to the symmetries of the board.

mod attack;
mod defence;
mod moves;
mod position;
mod symmetry;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moves::{maker_moves, replies};
use position::Position;
use symmetry::Exchange;

use crate::board::Board;
use crate::squares::Squares;
use crate::strategy::{Attack, Defence, Symmetry};

/// How long the solver may work, and how those outside see how far it is.
#[derive(Debug, Default)]
pub struct Watch {
    nodes: AtomicU64,
    stop: AtomicBool,
}

impl Watch {
    /// How many positions have been looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Asks the solver to give up.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the solver found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Breaker holds the board.
    Held(Defence),
    /// Maker fills a line.
    Lost(Attack),
    /// It gave up.
    Unknown,
}

/// The game: a board and how many stones Maker places in a turn.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The board.
    pub board: &'a Board,
    /// The most stones of a turn.
    pub stones: usize,
}

/// Solves a game, with the strategy of whoever succeeds. At most `nodes` positions are looked at.
#[must_use]
pub fn solve(game: Game<'_>, nodes: u64, watch: &Watch) -> Verdict {
    let mut solver = Solver::new(game, nodes, watch);
    match solver.holds(&Position::new(game.board.lines().to_vec())) {
        Ok(true) => defence::write(&mut solver, game.board).map_or(Verdict::Unknown, Verdict::Held),
        Ok(false) => attack::write(&mut solver, game.board).map_or(Verdict::Unknown, Verdict::Lost),
        Err(GaveUp) => Verdict::Unknown,
    }
}

/// Whether Breaker holds a game, without a strategy; nothing if the solver gave up.
#[must_use]
pub fn is_held(game: Game<'_>, nodes: u64, watch: &Watch) -> Option<bool> {
    Solver::new(game, nodes, watch).holds(&Position::new(game.board.lines().to_vec())).ok()
}

/// The limits are reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GaveUp;

/// What is known about a part, in its canonical orientation.
#[derive(Clone, Copy)]
enum Known {
    Held,
    /// Lost to this move.
    Lost(Squares),
}

pub(crate) struct Solver<'a> {
    stones: usize,
    symmetries: Vec<Symmetry>,
    exchanges: Vec<Exchange>,
    table: HashMap<Position, Known>,
    nodes: u64,
    most_nodes: u64,
    watch: &'a Watch,
}

/// A part in its canonical orientation, and the exchange that leads there; nothing if none is needed.
struct Canonical {
    part: Position,
    exchange: Option<usize>,
}

impl<'a> Solver<'a> {
    fn new(game: Game<'_>, most_nodes: u64, watch: &'a Watch) -> Solver<'a> {
        let symmetries = symmetry::symmetries(game.board.lines(), game.board.places().len());
        let exchanges = symmetries.iter().map(Exchange::new).collect();
        let stones = game.stones;
        Solver { stones, symmetries, exchanges, table: HashMap::new(), nodes: 0, most_nodes, watch }
    }

    /// Whether Breaker holds a position in which Maker is to move.
    fn holds(&mut self, position: &Position) -> Result<bool, GaveUp> {
        if position.smallest().is_some_and(|size| size <= self.stones) {
            return Ok(false);
        }
        for part in position.parts() {
            if !self.holds_part(&part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds_part(&mut self, part: &Position) -> Result<bool, GaveUp> {
        // Breaker hits the only line as soon as Maker has touched it.
        if part.open().len() <= 1 {
            return Ok(true);
        }
        let canonical = self.canonical(part).part;
        if let Some(known) = self.table.get(&canonical) {
            return Ok(matches!(known, Known::Held));
        }
        self.count()?;
        let refuting = self.refuting_move(&canonical)?;
        self.table.insert(canonical, refuting.map_or(Known::Held, Known::Lost));
        Ok(refuting.is_none())
    }

    fn count(&mut self) -> Result<(), GaveUp> {
        self.nodes += 1;
        self.watch.nodes.fetch_add(1, Ordering::Relaxed);
        if self.nodes > self.most_nodes || self.watch.is_stopped() { Err(GaveUp) } else { Ok(()) }
    }

    /// A move of Maker after which Breaker has no reply.
    fn refuting_move(&mut self, part: &Position) -> Result<Option<Squares>, GaveUp> {
        let mut moves: Vec<(u64, Squares)> = maker_moves(part, self.stones)
            .into_iter()
            .map(|stones| (part.after_maker(stones).danger(), stones))
            .collect();
        moves.sort_unstable_by_key(|&(danger, stones)| (std::cmp::Reverse(danger), stones));
        // A few replies answer most moves, and trying them first saves looking for all others.
        let mut proven: Vec<Squares> = Vec::new();
        for (_, stones) in moves {
            let after = part.after_maker(stones);
            if proven.iter().any(|&reply| self.is_known_answer(&after, stones, reply)) {
                continue;
            }
            match self.saving_reply(&after, stones)? {
                Some(reply) => proven.push(reply),
                None => return Ok(Some(stones)),
            }
        }
        Ok(None)
    }

    /// Whether a reply is allowed and leads to parts that are known to be held.
    fn is_known_answer(&self, after: &Position, stones: Squares, reply: Squares) -> bool {
        if reply.len() > stones.len() || reply.meets(stones) {
            return false;
        }
        let rest = after.after_breaker(reply);
        let is_held = |part: &Position| {
            part.open().len() <= 1
                || matches!(self.table.get(&self.canonical(part).part), Some(Known::Held))
        };
        rest.smallest().is_none_or(|size| size > self.stones) && rest.parts().iter().all(is_held)
    }

    /// A reply after which Breaker still holds.
    fn saving_reply(
        &mut self,
        after: &Position,
        stones: Squares,
    ) -> Result<Option<Squares>, GaveUp> {
        let mut answers: Vec<(u64, Squares, Position)> = replies(after, stones.len(), self.stones)
            .into_iter()
            .map(|reply| (reply, after.after_breaker(reply)))
            .map(|(reply, rest)| (rest.danger(), reply, rest))
            .collect();
        answers.sort_unstable_by_key(|&(danger, reply, _)| (danger, reply));
        for (_, reply, rest) in answers {
            if self.holds(&rest)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    fn canonical(&self, part: &Position) -> Canonical {
        let mut least = part.clone();
        let mut chosen = None;
        for (index, exchange) in self.exchanges.iter().enumerate() {
            let image = Position::new(part.open().iter().map(|&set| exchange.apply(set)).collect());
            if image.open() < least.open() {
                least = image;
                chosen = Some(index);
            }
        }
        Canonical { part: least, exchange: chosen }
    }

    /// Maker's winning move in a part that is lost, in the part's own orientation.
    fn winning_move(&mut self, part: &Position) -> Result<Option<Squares>, GaveUp> {
        if self.holds_part(part)? {
            return Ok(None);
        }
        let Canonical { part: canonical, exchange } = self.canonical(part);
        let Some(Known::Lost(stones)) = self.table.get(&canonical).copied() else {
            return Ok(None);
        };
        Ok(Some(match exchange {
            None => stones,
            Some(index) => {
                let images = &self.symmetries[index];
                (0..images.len()).filter(|&square| stones.contains(images[square])).collect()
            }
        }))
    }
}
