//! Moves that are worth trying.
//!
//! If one square lies in every open set in which another one lies, both players do at least as well on the
//! first: after exchanging the names of the two, Maker has the smaller sets, Breaker has hit
//! more of them.

use std::collections::BTreeSet;

use super::position::{Position, Ranked};
use crate::squares::Squares;

/// All sets of at most `most` stones of Maker but those that leave out a better square.
pub(crate) fn maker_moves(position: &Position, most: usize) -> Vec<Squares> {
    let ranked = position.better_squares();
    let mut moves = Vec::new();
    extend(&ranked, Squares::NONE, most, &mut moves);
    moves
}

fn extend(ranked: &[Ranked], chosen: Squares, most: usize, moves: &mut Vec<Squares>) {
    if most == 0 {
        return;
    }
    for (i, entry) in ranked.iter().enumerate() {
        if entry.better.is_within(chosen) {
            let stones = chosen | Squares::one(entry.square);
            moves.push(stones);
            extend(&ranked[i + 1..], stones, most - 1, moves);
        }
    }
}

/// All replies of at most `stones` stones that hit everything that Maker could fill in his next turn
/// of `most` stones, but those that leave out a better square.
pub(crate) fn replies(position: &Position, stones: usize, most: usize) -> Vec<Squares> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    reply(position, Squares::NONE, stones, most, &mut seen, &mut found);
    found.into_iter().collect()
}

fn reply(
    position: &Position,
    chosen: Squares,
    stones: usize,
    most: usize,
    seen: &mut BTreeSet<Squares>,
    found: &mut BTreeSet<Squares>,
) {
    let is_threatened = position.smallest().is_some_and(|size| size <= most);
    if !is_threatened && (stones == 0 || position.open().is_empty()) {
        found.insert(chosen);
    }
    if stones == 0 || position.open().is_empty() || !seen.insert(chosen) {
        return;
    }
    let candidates = if is_threatened { position.open()[0] } else { position.squares() };
    for entry in position.better_squares() {
        if candidates.contains(entry.square) && entry.better.is_empty() {
            let stone = Squares::one(entry.square);
            let rest = position.after_breaker(stone);
            reply(&rest, chosen | stone, stones - 1, most, seen, found);
        }
    }
}
