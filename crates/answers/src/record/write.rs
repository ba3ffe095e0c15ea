//! From a record to the tree that is sent.

use sixfold_game::record::{Edit, Event, Mark, Node, NodeId, Property, Record, Sign, Stone};
use sixfold_game::{Extent, GameName, Grid, Setup, SquareSet, Turn};

use super::{
    MarkSign, RecordInfo, RecordMark, RecordNode, RecordProperty, RecordSetup, RecordTree,
    WindowSize,
};

impl From<&Record> for RecordTree {
    fn from(record: &Record) -> RecordTree {
        let grid = record.game().grid();
        let is_window =
            matches!(record.game(), GameName::Connect(rules) if rules.extent() == Extent::Window);
        let info = &record.info;
        RecordTree {
            game: record.game().to_string(),
            window: is_window.then(|| WindowSize { rows: grid.rows(), columns: grid.columns() }),
            info: RecordInfo {
                black: info.players.black.clone(),
                white: info.players.white.clone(),
                event: info.event.clone(),
                date: info.date.clone(),
                place: info.place.clone(),
                result: info.result_in_sgf().to_owned(),
            },
            root: write_tree(record),
        }
    }
}

/// A node on the way from the root to the one that is being written, its children half done.
struct Open<'a> {
    node: RecordNode,
    after: Setup,
    children: std::slice::Iter<'a, NodeId>,
}

/// Writes all nodes, without recursion: a record may be deep.
fn write_tree(record: &Record) -> RecordNode {
    let root = record.root();
    let mut open = vec![write_node(record, root, Setup::start(record.game()))];
    loop {
        let Some(last) = open.last_mut() else { return RecordNode::default() };
        if let Some(&child) = last.children.next() {
            let before = last.after;
            open.push(write_node(record, child, before));
            continue;
        }
        let Some(Open { node, .. }) = open.pop() else { return RecordNode::default() };
        match open.last_mut() {
            Some(parent) => parent.node.children.push(node),
            None => return node,
        }
    }
}

/// Writes a node, with the stones of the same turn that simply follow.
fn write_node(record: &Record, id: NodeId, before: Setup) -> Open<'_> {
    let grid = record.game().grid();
    let mut node = RecordNode::default();
    let mut last = id;
    let mut after = record.after(before, id);
    match &record.node(id).event {
        Event::Nothing => {}
        Event::Edit(edit) if id != record.root() && is_null_move(record, edit, before.turn) => {
            node.player = Some(before.turn.player);
        }
        Event::Edit(edit) => node.setup = Some(write_setup(grid, edit)),
        Event::Swap => {
            node.player = Some(before.turn.player);
            node.swap = true;
        }
        Event::Stone(Stone { player, square }) => {
            node.player = Some(*player);
            node.stones.push(grid.name(*square).to_string());
            while let Some((next, stone)) = rest_of_turn(record, last, after.turn) {
                node.stones.push(grid.name(stone.square).to_string());
                after = record.after(after, next);
                last = next;
            }
        }
    }
    annotate(&mut node, grid, record.node(last));
    Open { node, after, children: record.node(last).children().iter() }
}

/// The stone of the same turn that follows, if nothing else does and nothing is said in between.
fn rest_of_turn(record: &Record, id: NodeId, turn: Turn) -> Option<(NodeId, Stone)> {
    let node = record.node(id);
    let is_silent = node.comment.is_empty() && node.marks.is_empty() && node.properties.is_empty();
    match (&node.event, node.children()) {
        (Event::Stone(before), &[next]) if is_silent && before.player == turn.player => {
            match record.node(next).event {
                Event::Stone(stone) if stone.player == turn.player => Some((next, stone)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether all that happens is that a player forgoes his stones.
fn is_null_move(record: &Record, edit: &Edit, before: Turn) -> bool {
    *edit == null_move(record.game(), before)
}

/// What a null move does.
pub(super) fn null_move(game: GameName, before: Turn) -> Edit {
    let turn = Turn { player: before.player.opponent(), stones_left: game.turn_order().later };
    Edit { turn: Some(turn), ..Edit::default() }
}

fn write_setup(grid: Grid, edit: &Edit) -> RecordSetup {
    let names = |squares: SquareSet| grid.names(squares.iter());
    RecordSetup {
        black: names(edit.added.black),
        white: names(edit.added.white),
        cleared: names(edit.cleared),
        to_move: edit.turn.map(|turn| turn.player),
        stones_left: edit.turn.map(|turn| turn.stones_left),
    }
}

fn annotate(node: &mut RecordNode, grid: Grid, from: &Node) {
    node.comment.clone_from(&from.comment);
    node.marks = from.marks.iter().map(|mark| write_mark(grid, mark)).collect();
    let property = |property: &Property| RecordProperty {
        name: property.identifier().to_owned(),
        values: property.values().to_vec(),
    };
    node.properties = from.properties.iter().map(property).collect();
}

fn write_mark(grid: Grid, mark: &Mark) -> RecordMark {
    let (sign, label) = match &mark.sign {
        Sign::Circle => (MarkSign::Circle, None),
        Sign::Cross => (MarkSign::Cross, None),
        Sign::Square => (MarkSign::Square, None),
        Sign::Triangle => (MarkSign::Triangle, None),
        Sign::Label(label) => (MarkSign::Label, Some(label.clone())),
    };
    RecordMark { square: grid.name(mark.square).to_string(), sign, label }
}
