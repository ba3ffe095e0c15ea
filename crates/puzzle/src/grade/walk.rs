//! A line of play, turn by turn.

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Player, SquareSet, Turn};

/// A turn of the line with the positions around it.
pub(super) struct Ply<S> {
    /// Who plays it.
    pub(super) mover: Player,
    /// Its stones.
    pub(super) stones: SquareSet,
    /// The position in which it is played.
    pub(super) before: Position<S>,
    /// The position after it, in which the opponent is to move.
    pub(super) after: Position<S>,
}

/// The turns of a line, as far as they can be played.
pub(super) fn plies<S: SegmentState>(position: &Position<S>, line: &[SquareSet]) -> Vec<Ply<S>> {
    let mut plies: Vec<Ply<S>> = Vec::with_capacity(line.len());
    for &stones in line {
        let before = plies.last().map_or(position, |ply| &ply.after).clone();
        let Some(after) = after_turn(&before, stones) else { break };
        plies.push(Ply { mover: before.turn().player, stones, before, after });
    }
    plies
}

/// The position after a turn, which may have fewer stones than the rules say: a null stone is one that
/// does not matter. Nothing if a stone is not on an empty square.
pub(super) fn after_turn<S: SegmentState>(
    position: &Position<S>,
    stones: SquareSet,
) -> Option<Position<S>> {
    if !(stones - position.empty_squares()).is_empty() {
        return None;
    }
    let mover = position.turn().player;
    let stones_left = position.name().turn_order().later;
    let mut after = position.clone();
    after.add_stones(stones.iter(), mover);
    after.set_turn(Turn { player: mover.opponent(), stones_left });
    Some(after)
}
