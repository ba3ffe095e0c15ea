//! A reviewed game as a record with comments and variations.

use sixfold_game::record::{Event, NodeId, Stone};
use sixfold_game::{Record, Setup, Square};

use super::Review;

/// The record with each finding as a comment on the turn that was played, and the better line as a
/// variation beside it.
#[must_use]
pub fn annotated(record: &Record, review: &Review) -> Record {
    let mut record = record.clone();
    let turns = places_of_turns(&record);
    for finding in &review.findings {
        let Some(place) = turns.get(finding.turn) else { continue };
        let comment = &mut record.node_mut(place.end).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&finding.words());
        let grid = record.game().grid();
        let line: Vec<Vec<Square>> = finding
            .line
            .iter()
            .map(|turn| turn.iter().filter_map(|name| grid.parse(name).ok()).collect())
            .collect();
        add_line(&mut record, place.before, &line);
    }
    record
}

/// Where a turn of the main line is found.
struct Place {
    /// The node before its first stone.
    before: NodeId,
    /// Its last stone.
    end: NodeId,
}

fn places_of_turns(record: &Record) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut mover = None;
    let mut before = record.root();
    for id in record.main_line() {
        match &record.node(id).event {
            Event::Nothing => {}
            Event::Edit(_) | Event::Swap => mover = None,
            Event::Stone(stone) => {
                match places.last_mut() {
                    Some(place) if mover == Some(stone.player) => place.end = id,
                    _ => places.push(Place { before, end: id }),
                }
                mover = Some(stone.player);
            }
        }
        before = id;
    }
    places
}

/// Adds a line as a variation, as far as it consists of stones that can be placed: solvers leave out
/// stones that do not matter.
fn add_line(record: &mut Record, from: NodeId, line: &[Vec<Square>]) {
    let mut setup: Setup = record.setup_at(from);
    let mut end = from;
    for turn in line {
        let player = setup.turn.player;
        for &square in turn {
            if setup.stone(square).is_some() || setup.turn.player != player {
                return;
            }
            end = record.add(end, Event::Stone(Stone { player, square }));
            setup = record.after(setup, end);
        }
        if setup.turn.player == player {
            return;
        }
    }
}
