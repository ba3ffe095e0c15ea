//! Depth-first proof-number search (df-pn).
//!
//! A child is searched until its numbers reach limits at which the parent would choose another
//! child, or would itself be left. The children of the nodes on the way down are kept outside the
//! table, so that even a table that forgets everything lets the search move on: each return from
//! a child raises the number by which the parent has chosen it above that of the next best, or
//! else settles it or leaves the parent.

use std::collections::HashSet;

use sixfold_game::{Game, Setup, SpentBudget, Square};

use super::Solution;
use super::limits::Meter;
use super::node::{Kind, Prospects};
use super::question::{Question, place};
use super::settings::Widening;
use super::table::{Known, Table};
use crate::{Number, Numbers};

/// Answers the question with a table of this many positions.
pub(super) fn search<G: Game, R: Fn(&G, Square) -> i64>(
    position: &G,
    question: &Question<R>,
    widening: Widening,
    memory: usize,
    meter: Meter,
) -> Solution {
    let mut search = Search {
        position: position.clone(),
        question,
        widening,
        table: Table::new(memory),
        meter,
        depth: 0,
        root: question.leaf(position, 0),
    };
    match search.settle() {
        Ok(()) => {
            let line = search.line();
            Solution::settled(search.root, search.meter.nodes(), line)
        }
        Err(spent) => Solution::unknown(spent, search.root, search.meter.nodes()),
    }
}

struct Search<'a, G, R> {
    position: G,
    question: &'a Question<R>,
    widening: Widening,
    table: Table,
    meter: Meter<'a>,
    /// Stones below the root.
    depth: u32,
    /// The latest numbers of the root.
    root: Numbers,
}

/// A move of a node, with what is known of the position after it.
struct Child {
    square: Square,
    setup: Setup,
    known: Known,
}

/// Nothing but a settled position reaches these limits.
const NO_LIMIT: Numbers = Numbers { proof: Number::INFINITY, disproof: Number::INFINITY };

impl<G: Game, R: Fn(&G, Square) -> i64> Search<'_, G, R> {
    /// Searches until the numbers of the root are settled.
    fn settle(&mut self) -> Result<(), SpentBudget> {
        if self.question.settled(&self.position).is_none() {
            self.expand(NO_LIMIT)?;
        }
        Ok(())
    }

    /// Searches below the current position until one of its numbers reaches its limit, and gives
    /// its children as they are then.
    fn expand(&mut self, limit: Numbers) -> Result<Vec<Child>, SpentBudget> {
        self.meter.count()?;
        let kind = self.question.kind(&self.position);
        let mut children = self.children(kind);
        loop {
            let numbers = combine(kind, &children);
            if self.depth == 0 {
                self.root = numbers;
            }
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Ok(children);
            }
            let choice = self.choose(kind, &children, limit);
            let child = &mut children[choice.index];
            child.known = self.explore(child, choice.limit)?;
        }
    }

    /// Searches below a child, and remembers what has been found.
    fn explore(&mut self, child: &Child, limit: Numbers) -> Result<Known, SpentBudget> {
        let nodes_before = self.meter.nodes();
        place(&mut self.position, child.square);
        self.depth += 1;
        let kind = self.question.kind(&self.position);
        let children = self.expand(limit);
        self.depth -= 1;
        self.position.undo();
        let found =
            Known { numbers: combine(kind, &children?), work: self.meter.nodes() - nodes_before };
        self.table.put(&child.setup, found);
        Ok(Known { work: child.known.work + found.work, ..found })
    }

    /// The children of the current position, mirror images once; just the one that settles it for
    /// the side to move if there is one.
    fn children(&mut self, kind: Kind) -> Vec<Child> {
        let mut seen = HashSet::new();
        let mut children = Vec::new();
        for square in self.question.squares(&self.position) {
            place(&mut self.position, square);
            let setup = self.position.canonical_setup();
            let unknown =
                || Known { numbers: self.question.leaf(&self.position, self.depth + 1), work: 0 };
            let known = self.table.get(&setup).unwrap_or_else(unknown);
            self.position.undo();
            let child = Child { square, setup, known };
            if kind.is_reached_by(known.numbers) {
                return vec![child];
            }
            if seen.insert(setup) {
                children.push(child);
            }
        }
        children
    }

    fn choose(&self, kind: Kind, children: &[Child], limit: Numbers) -> Choice {
        let mut index = 0;
        let (mut best, mut next_best) = (Number::INFINITY, Number::INFINITY);
        for (i, child) in children.iter().enumerate() {
            let own = kind.prospects(child.known.numbers).own;
            if own < best {
                (index, best, next_best) = (i, own, best);
            } else {
                next_best = next_best.min(own);
            }
        }
        let limit = kind.prospects(limit);
        let sum = kind.prospects(combine(kind, children)).other;
        let chosen = kind.prospects(children[index].known.numbers).other;
        let limit = Prospects {
            own: limit.own.min(self.widening.limit(next_best)),
            other: share_of(limit.other, sum, chosen),
        };
        Choice { index, limit: kind.numbers(limit) }
    }

    /// From a settled root to the end of the game. Whoever gets what he wants takes the least
    /// searched of his moves that get it, the other one the most searched of all.
    fn line(&mut self) -> Vec<Square> {
        let mut line = Vec::new();
        while self.question.settled(&self.position).is_none() {
            let Ok(children) = self.expand(NO_LIMIT) else { break };
            let kind = self.question.kind(&self.position);
            let reaching = children.iter().filter(|child| kind.is_reached_by(child.known.numbers));
            let chosen = reaching
                .min_by_key(|child| child.known.work)
                .or_else(|| children.iter().max_by_key(|child| child.known.work));
            let Some(child) = chosen else { break };
            line.push(child.square);
            place(&mut self.position, child.square);
            self.depth += 1;
        }
        line
    }
}

/// Which child is searched next, and how far.
struct Choice {
    index: usize,
    limit: Numbers,
}

/// The limit of a node's child if the node's number is a sum, of which the child is one part.
fn share_of(limit: Number, sum: Number, child: Number) -> Number {
    match (limit.finite(), sum.finite(), child.finite()) {
        (Some(limit), Some(sum), Some(child)) => Number::new(limit - sum + child),
        _ => Number::INFINITY,
    }
}

fn combine(kind: Kind, children: &[Child]) -> Numbers {
    kind.combine(children.iter().map(|child| child.known.numbers))
}
