//! Taking away stones that the puzzle does not need.
//!
//! Stones far from the solution are tried first, in groups that get smaller. In the end stones are put
//! back until their numbers are those of a game; they are *spare*.

use sixfold_game::{Player, Setup, Square, SquareSet};

use super::Limits;
use super::draft::Draft;
use super::legality::StoneCounts;
use crate::Referee;

/// A puzzle without the stones that it does not need.
pub(super) struct Simplified {
    pub(super) draft: Draft,
    /// Stones that are there for their number only.
    pub(super) spare: SquareSet,
}

/// The puzzle with as few stones as a legal position allows, or nothing if that is too costly or no way
/// was found to bring the numbers in order.
pub(super) fn simplified(
    draft: &Draft,
    limits: &Limits,
    referee: &dyn Referee,
) -> Option<Simplified> {
    let is_sound = |draft: &Draft| draft.is_sound(referee, &limits.budget) == Ok(true);
    let nodes = || limits.budget.control.nodes();
    let most_nodes = nodes().saturating_add(limits.economy);
    let mut least = *draft;
    let mut removed: Vec<Square> = Vec::new();
    let mut size = stones_of(&draft.setup).len().div_ceil(2);
    loop {
        let removed_before = removed.len();
        for group in far_from(draft, stones_of(&least.setup)).chunks(size) {
            if nodes() > most_nodes {
                return None;
            }
            let without = Draft { setup: without(&least.setup, group), ..least };
            if is_sound(&without) {
                least = without;
                removed.extend(group);
            }
        }
        // A stone that was needed while another was there may be needless without it.
        if size == 1 && removed.len() == removed_before {
            break;
        }
        size = size.div_ceil(2);
    }
    // Stones near the solution mislead best, those far away disturb least.
    let near_first: Vec<Square> =
        far_from(draft, removed.iter().copied().collect()).into_iter().rev().collect();
    let far_first: Vec<Square> = near_first.iter().rev().copied().collect();
    [near_first, far_first].into_iter().find_map(|order| {
        let spare = spare_stones(draft, &least, &order)?;
        let mut setup = least.setup;
        for square in spare.iter() {
            setup.set(square, draft.setup.stone(square));
        }
        let draft = Draft { setup, ..least };
        is_sound(&draft).then_some(Simplified { draft, spare })
    })
}

/// The first of these stones that bring the numbers in order.
fn spare_stones(before: &Draft, least: &Draft, stones: &[Square]) -> Option<SquareSet> {
    let counts = StoneCounts::of(&least.setup);
    let wanted = counts.raised_for(before.game, least.setup.turn.player);
    let mut spare = SquareSet::EMPTY;
    for (player, missing) in
        [(Player::Black, wanted.black - counts.black), (Player::White, wanted.white - counts.white)]
    {
        let of_player = stones.iter().filter(|&&square| before.setup.stone(square) == Some(player));
        let chosen: Vec<Square> = of_player.copied().take(missing).collect();
        if chosen.len() < missing {
            return None;
        }
        spare |= chosen.into_iter().collect();
    }
    Some(spare)
}

pub(super) fn stones_of(setup: &Setup) -> SquareSet {
    setup.stones(Player::Black) | setup.stones(Player::White)
}

fn without(setup: &Setup, squares: &[Square]) -> Setup {
    let mut setup = *setup;
    for &square in squares {
        setup.set(square, None);
    }
    setup
}

/// These stones, those farthest from the key first.
fn far_from(draft: &Draft, stones: SquareSet) -> Vec<Square> {
    let grid = draft.setup.grid();
    let distance = |one: Square, other: Square| {
        let columns = grid.column(one).abs_diff(grid.column(other));
        columns.max(grid.row(one).abs_diff(grid.row(other)))
    };
    let from_key = |stone: &Square| draft.key.iter().map(|square| distance(*stone, square)).min();
    let mut stones: Vec<Square> = stones.iter().collect();
    stones.sort_by_key(|stone| std::cmp::Reverse(from_key(stone)));
    stones
}
