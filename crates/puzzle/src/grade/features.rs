//! What can be counted about a puzzle.

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Grid, Player, SpentBudget, Square, SquareSet};
use sixfold_solve::Meter;

use super::human::{considered, least_threats, replies_to_key};
use super::natural::{NaturalTurn, natural_turns};
use super::walk::Ply;
use super::{Features, Subject};

/// More tempting turns than this are not counted.
const MOST_TEMPTING: usize = 1_000;

/// Counts everything.
pub(super) fn features<S: SegmentState>(
    subject: &Subject,
    position: &Position<S>,
    plies: &[Ply<S>],
    meter: &mut Meter,
) -> Result<Features, SpentBudget> {
    let attacker = position.turn().player;
    let first_turns = natural_turns(position, least_threats(subject));
    let counted = |is_counted: fn(&Ply<S>) -> bool| {
        let own = plies.iter().filter(|ply| ply.mover == attacker);
        own.filter(|ply| is_counted(ply)).count() as u8
    };
    Ok(Features {
        turns: subject.goal.turns,
        quiet_turns: counted(is_quiet),
        single_threats: counted(is_single_threat),
        tempting_turns: tempting_turns(&first_turns, subject.key).count().min(MOST_TEMPTING) as u16,
        first_turns: first_turns.len() as u32,
        defences: replies_to_key(subject).map_or(0, |replies| replies.len()) as u16,
        counter_threats: counted(is_under_threat),
        distance: distance(position, subject.key, attacker),
        considered: considered(subject, position, &first_turns, meter)?,
        stones: Player::BOTH.map(|player| position.stones(player).len()).iter().sum::<usize>()
            as u16,
    })
}

/// The wrong first turns that look at least as good as the key.
pub(super) fn tempting_turns(
    first_turns: &[NaturalTurn],
    key: SquareSet,
) -> impl Iterator<Item = &NaturalTurn> {
    let value = first_turns.iter().find(|turn| turn.stones == key).map(|turn| turn.value);
    let looks_good = move |turn: &&NaturalTurn| value.is_none_or(|value| turn.value >= value);
    first_turns.iter().filter(looks_good).filter(move |turn| turn.stones != key)
}

/// Whether a turn neither makes a threat nor completes a row.
pub(super) fn is_quiet<S: SegmentState>(ply: &Ply<S>) -> bool {
    ply.after.outcome().is_none() && ply.after.threat_number(ply.mover) == 0
}

/// Whether a turn makes threats that the opponent can parry with a stone to spare.
pub(super) fn is_single_threat<S: SegmentState>(ply: &Ply<S>) -> bool {
    let threats = ply.after.threat_number(ply.mover);
    ply.after.outcome().is_none() && 0 < threats && threats < ply.after.turn().stones_left
}

/// Whether a turn has to do with threats of the opponent.
pub(super) fn is_under_threat<S: SegmentState>(ply: &Ply<S>) -> bool {
    ply.before.threat_number(ply.mover.opponent()) > 0
}

/// The squares between the farthest stone of a turn and the nearest stone of a player.
fn distance<S: SegmentState>(position: &Position<S>, turn: SquareSet, player: Player) -> u8 {
    let stones = *position.stones(player);
    let steps = turn.iter().map(|square| steps_to_nearest(position.grid(), square, stones));
    steps.max().unwrap_or(0).saturating_sub(1)
}

/// The steps from a square to the nearest of these, diagonal ones included.
pub(super) fn steps_to_nearest(grid: Grid, square: Square, others: SquareSet) -> u8 {
    let steps = |other: Square| {
        let columns = grid.column(square).abs_diff(grid.column(other));
        columns.max(grid.row(square).abs_diff(grid.row(other)))
    };
    others.iter().map(steps).min().unwrap_or(0)
}
