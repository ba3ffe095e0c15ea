//! What a puzzle is about.

use sixfold_connect::hitting::smallest_hitting_set;
use sixfold_connect::{Line, Position, Segment, SegmentState};
use sixfold_game::{Game, Grid, Player, Square, SquareSet};

use super::features::{
    is_quiet, is_single_threat, is_under_threat, steps_to_nearest, tempting_turns,
};
use super::human::least_threats;
use super::natural::natural_turns;
use super::walk::{Ply, after_turn};
use super::{Subject, Theme};

/// A stone this many steps from every other is a distant one.
const DISTANT_STEPS: u8 = 3;
/// As many turns in a row make a ladder.
const RUNGS: usize = 3;
/// So many tempting turns are looked at for a crossing block.
const MOST_TEMPTING: usize = 20;

/// The themes of a puzzle, in the order of [`Theme::ALL`].
pub(super) fn themes<S: SegmentState>(
    subject: &Subject,
    position: &Position<S>,
    plies: &[Ply<S>],
) -> Vec<Theme> {
    let attacker = position.turn().player;
    let own: Vec<&Ply<S>> = plies.iter().filter(|ply| ply.mover == attacker).collect();
    let is_there = |theme: &Theme| match theme {
        Theme::QuietMove => own.iter().any(|ply| is_quiet(ply)),
        Theme::SingleThreat => own.iter().any(|ply| is_single_threat(ply)),
        Theme::CounterThreat => own.iter().skip(1).any(|ply| is_under_threat(ply)),
        Theme::ParryAndAttack => own.iter().any(|ply| parries_and_attacks(ply)),
        Theme::Sacrifice => gives_a_line_away(&own),
        Theme::CrossingBlock => {
            plies.iter().any(|ply| ply.mover != attacker && blocks_a_crossing(ply))
                || tempts_into_a_crossing(subject, position)
        }
        Theme::Ladder => own.windows(RUNGS).any(|turns| is_ladder(position.grid(), turns)),
        Theme::DistantStone => is_distant(position, subject.key),
    };
    Theme::ALL.into_iter().filter(is_there).collect()
}

/// Whether one stone of a turn parries a threat and is part of one.
fn parries_and_attacks<S: SegmentState>(ply: &Ply<S>) -> bool {
    let mut parried = SquareSet::EMPTY;
    ply.before.visit_threats(ply.mover.opponent(), |squares| {
        parried |= squares.iter().copied().collect();
    });
    !(ply.stones & parried & threatening_squares(&ply.after, ply.mover)).is_empty()
}

/// Whether the first turn makes threats, but none of its stones is part of the last ones.
fn gives_a_line_away<S: SegmentState>(own: &[&Ply<S>]) -> bool {
    let [first, .., last] = own else { return false };
    first.after.threat_number(first.mover) > 0
        && (first.stones & threatening_squares(&last.after, last.mover)).is_empty()
}

/// All squares of the threat segments of a player, those of a completed row included.
fn threatening_squares<S: SegmentState>(position: &Position<S>, player: Player) -> SquareSet {
    let segments = position.threat_segments(player);
    let geometry = position.geometry();
    segments.iter().flat_map(|&segment| geometry.segment_squares(segment)).copied().collect()
}

/// Whether one stone of a reply parries threats on two lines.
fn blocks_a_crossing<S: SegmentState>(reply: &Ply<S>) -> bool {
    let position = &reply.before;
    let lines_through = |square: Square| {
        let threats = position.threat_segments(reply.mover.opponent()).into_iter();
        let through = threats.filter(|&s| position.empty_squares_of(s).contains(&square));
        let mut lines: Vec<Line> = through.map(|segment| line_of(position, segment)).collect();
        lines.dedup();
        lines.len()
    };
    reply.stones.iter().any(|square| lines_through(square) > 1)
}

/// Whether a first turn looks at least as good as the key and seems to make enough threats, but two of
/// their lines cross on an empty square, so that one stone blocks both.
fn tempts_into_a_crossing<S: SegmentState>(subject: &Subject, position: &Position<S>) -> bool {
    let least = least_threats(subject);
    if least < 2 {
        return false;
    }
    let player = position.turn().player;
    let first_turns = natural_turns(position, 1);
    tempting_turns(&first_turns, subject.key).take(MOST_TEMPTING).any(|turn| {
        after_turn(position, turn.stones).is_some_and(|after| {
            after.threat_number(player) < least && threats_line_by_line(&after, player) >= least
        })
    })
}

/// The threats of a player, counted on each line as if there were no other.
fn threats_line_by_line<S: SegmentState>(position: &Position<S>, player: Player) -> u16 {
    let threats = position.threat_segments(player);
    let on_lines = threats.chunk_by(|&a, &b| line_of(position, a) == line_of(position, b));
    let stones_per_turn = position.name().turn_order().later;
    let needed = |segments: &[Segment]| {
        let squares: Vec<_> = segments.iter().map(|&s| position.empty_squares_of(s)).collect();
        smallest_hitting_set(&squares, stones_per_turn).lower_bound()
    };
    on_lines.map(needed).sum()
}

fn line_of<S: SegmentState>(position: &Position<S>, segment: Segment) -> Line {
    position.geometry().segment_place(segment).line
}

/// Whether each of these turns is the one before it, moved by the same step.
fn is_ladder<S>(grid: Grid, turns: &[&Ply<S>]) -> bool {
    let mut steps = turns.windows(2).map(|pair| step(grid, pair[0].stones, pair[1].stones));
    let first = steps.next().flatten();
    first.is_some() && steps.all(|step| step == first)
}

/// How far a set of stones is moved to become another.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    columns: i16,
    rows: i16,
}

fn step(grid: Grid, from: SquareSet, to: SquareSet) -> Option<Step> {
    let between = |(a, b): (Square, Square)| Step {
        columns: i16::from(grid.column(b)) - i16::from(grid.column(a)),
        rows: i16::from(grid.row(b)) - i16::from(grid.row(a)),
    };
    // Moving stones does not change the order of their squares.
    let mut steps = from.iter().zip(to.iter()).map(between);
    let first = steps.next()?;
    (from.len() == to.len() && steps.all(|step| step == first)).then_some(first)
}

/// Whether a stone of the turn is far from all stones on the board.
fn is_distant<S: SegmentState>(position: &Position<S>, turn: SquareSet) -> bool {
    let stones = *position.stones(Player::Black) | *position.stones(Player::White);
    turn.iter().any(|square| steps_to_nearest(position.grid(), square, stones) >= DISTANT_STEPS)
}
