//! Choosing lines so that every run contains one.

use super::Quest;
use super::layout::{Cell, Layout};
use crate::plane::{Direction, Place};

/// The lines of every piece; nothing if some track cannot be covered by lines that are longer than a
/// turn.
pub(super) fn choose(
    layout: &Layout,
    quest: Quest,
    chance: &mut fastrand::Rng,
) -> Option<Vec<Vec<Vec<Place>>>> {
    let mut lines = vec![Vec::new(); layout.pieces.len()];
    let base = 2.0 + 2.0 * chance.f64();
    for direction in Direction::ALL {
        for track in layout.tracks(direction) {
            let segments = segments(&track, quest, base, chance);
            for segment in cheapest_cover(&segments, track.len(), quest.run)? {
                let (piece, start) = track[segment.start].owner?;
                let places = (0..segment.length as i32).map(|step| start.step(direction, step));
                lines[piece].push(places.collect());
            }
        }
    }
    Some(lines)
}

/// A possible line of a track.
#[derive(Clone, Copy)]
struct Segment {
    start: usize,
    length: usize,
    cost: f64,
}

/// All lines that are longer than a turn, those that are shorter being dearer. A little chance decides
/// between equals.
fn segments(track: &[Cell], quest: Quest, base: f64, chance: &mut fastrand::Rng) -> Vec<Segment> {
    let mut segments = Vec::new();
    for start in 0..track.len() {
        let joined = (0..track.len().min(quest.run))
            .take_while(|step| track[(start + step) % track.len()].is_joined)
            .count();
        let reach = if track[start].owner.is_some() { joined + 1 } else { 0 };
        for length in quest.stones + 1..=reach.min(quest.run) {
            let cost = base.powi(-(length as i32)) * (1.0 + 0.3 * chance.f64());
            segments.push(Segment { start, length, cost });
        }
    }
    segments
}

/// The cheapest segments such that every run contains one. A run that begins just after the start of a
/// segment must contain the next one, so that the next one ends at most `run` squares after that start.
fn cheapest_cover(segments: &[Segment], period: usize, run: usize) -> Option<Vec<Segment>> {
    let mut best: Option<(f64, Vec<Segment>)> = None;
    // The first run contains one of the segments that begin in it.
    for (index, first) in segments.iter().enumerate().filter(|(_, first)| first.start < run) {
        if let Some((cost, cover)) = cover_from(segments, index, first.start + period, run)
            && best.as_ref().is_none_or(|(least, _)| cost < *least)
        {
            best = Some((cost, cover));
        }
    }
    best.map(|(_, cover)| cover)
}

/// The cheapest way from a segment to itself one period later.
fn cover_from(
    segments: &[Segment],
    first: usize,
    end: usize,
    run: usize,
) -> Option<(f64, Vec<Segment>)> {
    // Segments are sorted by their start; those before the first one come a period later.
    let period = end - segments[first].start;
    let order: Vec<Segment> = segments[first..]
        .iter()
        .copied()
        .chain(segments[..first].iter().map(|&segment| moved(segment, period)))
        .chain([moved(segments[first], period)])
        .collect();
    let mut cost = vec![f64::INFINITY; order.len()];
    let mut from = vec![0; order.len()];
    cost[0] = 0.0;
    for here in 0..order.len() {
        if cost[here].is_infinite() {
            continue;
        }
        let limit = order[here].start + 1 + run;
        let later = order.iter().enumerate().skip(here + 1);
        for (next, segment) in later.take_while(|(_, segment)| segment.start < limit) {
            let is_next = segment.start > order[here].start
                && segment.start + segment.length > order[here].start + order[here].length
                && segment.start + segment.length <= limit;
            if is_next && cost[here] + segment.cost < cost[next] {
                cost[next] = cost[here] + segment.cost;
                from[next] = here;
            }
        }
    }
    let last = order.len() - 1;
    if cost[last].is_infinite() {
        return None;
    }
    let mut cover = Vec::new();
    let mut here = last;
    while here != 0 {
        here = from[here];
        cover.push(Segment { start: order[here].start % period, ..order[here] });
    }
    Some((cost[last], cover))
}

const fn moved(segment: Segment, by: usize) -> Segment {
    Segment { start: segment.start + by, ..segment }
}
