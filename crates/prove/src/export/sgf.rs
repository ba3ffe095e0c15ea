//! A tree as a game record with variations.

use std::collections::HashMap;

use sixfold_game::record::{Edit, Event, NodeId as Place, Record, Stone};
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_proof::job_level::{NodeId, Status};

use super::{Item, Outline, Step, Way};

/// The record of an outline: what is known of each node is the comment on the last stone of the turn
/// that leads to it.
///
/// A stone that is not placed (a null stone) is a node without a stone after which the other side is
/// to move, and its comment says so. The record begins with the opening if that leads to the root,
/// else with the root set up.
#[must_use]
pub fn record(outline: &Outline<'_>, opening: Option<Record>) -> Record {
    let tree = outline.tree();
    let opening = opening.filter(|record| record.final_setup() == tree.root());
    let mut record = opening.unwrap_or_else(|| Record::from_setup(tree.game(), &tree.root()));
    let root = record.main_line().last().unwrap_or(record.root());
    let mut places: HashMap<NodeId, Place> = HashMap::new();
    if let Some(first) = outline.items().first() {
        let title = format!("{} is to be shown to win.", tree.prover());
        append(&mut record, root, &format!("{title}\n{}", remark(outline, first)));
        places.insert(first.node, root);
    }
    for item in outline.items() {
        let Some(&place) = places.get(&item.node) else { continue };
        for step in &item.steps {
            let after = tree.symmetries().after(&item.position, step.played);
            let end = play(&mut record, place, &item.position, &after);
            let comment = match (step.way, outline.item(step.child)) {
                (Way::First, Some(child)) => {
                    places.insert(step.child, end);
                    remark(outline, child)
                }
                _ => reference(outline, step),
            };
            append(&mut record, end, &comment);
        }
    }
    record
}

/// Adds a turn stone by stone; turns that begin with the same stone share it.
fn play(record: &mut Record, from: Place, before: &Setup, after: &Setup) -> Place {
    let player = before.turn.player;
    let stones: SquareSet = after.stones(player) - before.stones(player);
    let mut end = from;
    for square in stones.iter() {
        end = variation(record, end, Event::Stone(Stone { player, square }));
    }
    let missing = usize::from(before.turn.stones_left).saturating_sub(stones.len());
    if missing > 0 {
        let edit = Edit { turn: Some(after.turn), ..Edit::default() };
        end = variation(record, end, Event::Edit(Box::new(edit)));
        let stones = if missing == 1 { "a stone" } else { "stones" };
        append(record, end, &format!("{player} forgoes {stones} (a null stone)."));
    }
    end
}

fn variation(record: &mut Record, from: Place, event: Event) -> Place {
    let same =
        record.node(from).children().iter().find(|&&child| record.node(child).event == event);
    match same {
        Some(&child) => child,
        None => record.add(from, event),
    }
}

fn append(record: &mut Record, place: Place, text: &str) {
    let comment = &mut record.node_mut(place).comment;
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// What is known of a node, in a few words.
fn remark(outline: &Outline<'_>, item: &Item) -> String {
    let Some(view) = outline.view(item.node) else { return String::new() };
    let prover = outline.tree().prover();
    let known = match view.record.status {
        Status::Proven => format!("proven, {prover} wins"),
        Status::Disproven => match outline.tree().game() {
            GameName::Connect(_) => format!("disproven, {prover} does not win"),
            GameName::Hex(_) => format!("disproven, {} wins", prover.opponent()),
        },
        Status::Open => {
            let grade = super::json::word(view.record.grade);
            format!("open, proof/disproof {}, graded {grade} when it was found", view.numbers)
        }
    };
    let forbidden = if view.record.forbidden { ", forbidden" } else { "" };
    let more = match item.left_out {
        0 => String::new(),
        count => format!("; {count} more moves are not shown"),
    };
    format!("Node {}: {known}{forbidden}{more}.", item.node.0)
}

fn reference(outline: &Outline<'_>, step: &Step) -> String {
    let tree = outline.tree();
    let moves = outline.item(step.child).map(|item| item.moves.as_slice()).unwrap_or_default();
    let names: Vec<String> = moves.iter().map(|&turn| tree.turn_name(turn)).collect();
    format!("The same position as node {} (after {}), maybe turned.", step.child.0, names.join(" "))
}
