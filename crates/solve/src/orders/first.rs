//! Which first turns win: one of them, or any but some, in limited order and length.

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SquareSet};

use super::Methods;
use super::moves::MoveList;
use super::team::Team;
use super::tree::{Aim, Tree};
use crate::solution::{Solved, Stones};
use crate::{Budget, Meter};

/// The first turns that are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum First {
    /// This one.
    Only(SquareSet),
    /// All but these.
    Except(Vec<SquareSet>),
}

/// The wins that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Those of at most this order, at least 1.
    pub order: u8,
    /// Those in at most so many turns of the attacker, at least 2; the turn that completes a segment is
    /// one of them.
    pub turns: u8,
}

/// What has been found out about first turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tested {
    /// Whether one of them wins, and how.
    pub solved: Solved,
    /// If only one was tried and does not win: a reply that no win within the limit answers. If it
    /// has fewer stones than the defender, the others are null stones.
    pub refutation: Option<SquareSet>,
}

/// Looks for a win that begins with one of these turns of the side to move, who cannot complete a
/// segment. Turns are tried one after the other, each in a tree of its own: where most fail, a
/// tree that weighs all of them would grow large and slow.
#[must_use]
pub fn test<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    first: &First,
    limit: Limit,
    methods: Methods,
    budget: &Budget,
) -> Tested {
    let mut meter = Meter::start(budget.clone());
    let team = Team::new(methods, 1, budget.memory);
    if position.outcome().is_some() {
        return Tested { solved: Solved::new(Ok(None), 0), refutation: None };
    }
    let (mut turns, excluded) = match first {
        First::Only(turn) => (MoveList::only(turn.iter().collect::<Stones>()), &[][..]),
        First::Except(excluded) => {
            (MoveList::new(position, limit.order, Vec::new()), &excluded[..])
        }
    };
    let aim = Aim { order: limit.order, turns: limit.turns };
    let mut solver = team.solver();
    let mut found = Ok(None);
    let mut refutation = None;
    while found == Ok(None)
        && let Some(stones) = turns.take(position)
    {
        if excluded.contains(&stones.iter().copied().collect()) {
            continue;
        }
        let only = MoveList::only(stones);
        let tree = Tree::with_moves(position.turn().player, aim, team.cutting(), only);
        let (answer, tree) = solver.search(position, tree, &mut meter);
        refutation = tree.refutation();
        found = answer;
        tree.discard();
    }
    let refutation = refutation.filter(|_| found == Ok(None) && matches!(first, First::Only(_)));
    Tested { solved: Solved::new(found, meter.nodes()), refutation }
}
