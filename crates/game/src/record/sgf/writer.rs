//! From a record to an SGF.

use std::fmt::Write as _;

use super::point::write_square;
use super::{Style, usual_stones_left};
use crate::record::property::is_interpreted;
use crate::record::{Edit, Event, Mark, NodeId, Record, Sign, Stone};
use crate::{ConnectRules, GameName, Player, Setup, Square};

/// Writes a record with everything in it, on one line.
///
/// [`read`](super::read) gives an equal record again, save that the Little Golem style knows whole
/// turns only; that a line of more than 1000 nodes is not read; and that a root with setup stones
/// gets an explicit turn.
#[must_use]
pub fn write(record: &Record, style: Style) -> String {
    let mut writer = Writer { record, style, text: "(".to_owned() };
    let mut open = vec![Work::Node(writer.root())];
    while let Some(work) = open.pop() {
        let item = match work {
            Work::Close => {
                writer.text.push(')');
                continue;
            }
            Work::Variation(item) => {
                writer.text.push('(');
                open.push(Work::Close);
                item
            }
            Work::Node(item) => item,
        };
        writer.item(&item);
        let mut items = writer.items_after(&item);
        if items.len() == 1 {
            open.extend(items.pop().map(Work::Node));
        } else {
            open.extend(items.into_iter().rev().map(Work::Variation));
        }
    }
    writer.text.push(')');
    writer.text
}

/// What is still to be written.
enum Work {
    Node(Item),
    Variation(Item),
    Close,
}

/// Nodes of the record that become one node of the file: one node or the stones of one turn.
struct Item {
    nodes: Vec<NodeId>,
    /// The position behind the last of the nodes.
    after: Setup,
    /// The nodes that follow.
    children: Vec<NodeId>,
}

struct Writer<'a> {
    record: &'a Record,
    style: Style,
    text: String,
}

impl Writer<'_> {
    fn root(&self) -> Item {
        let root = self.record.root();
        let before = Setup::start(self.record.game());
        self.single(root, before)
    }

    fn single(&self, id: NodeId, before: Setup) -> Item {
        let after = self.record.after(before, id);
        Item { nodes: vec![id], after, children: self.record.node(id).children().to_vec() }
    }

    fn items_after(&self, item: &Item) -> Vec<Item> {
        let mut items = Vec::new();
        for &child in &item.children {
            let is_stone = matches!(self.record.node(child).event, Event::Stone(_));
            if is_stone && self.style == Style::LittleGolem {
                self.turns_from(child, item.after, &mut items);
            } else {
                items.push(self.single(child, item.after));
            }
        }
        items
    }

    /// All ways through the turn that begins with this stone. A way ends where the turn does, or
    /// where something else than a stone follows.
    fn turns_from(&self, first: NodeId, before: Setup, turns: &mut Vec<Item>) {
        let player = before.turn.player;
        let mut open = vec![(vec![first], before)];
        while let Some((nodes, before_last)) = open.pop() {
            let Some(&last) = nodes.last() else { continue };
            let after = self.record.after(before_last, last);
            let children = self.record.node(last).children();
            let goes_on = after.turn.player == player
                && !children.is_empty()
                && children.iter().all(|&child| self.is_stone_of(child, player));
            if goes_on {
                let longer = |&child| nodes.iter().copied().chain([child]).collect();
                open.extend(children.iter().rev().map(|child| (longer(child), after)));
            } else {
                turns.push(Item { nodes, after, children: children.to_vec() });
            }
        }
    }

    fn is_stone_of(&self, id: NodeId, player: Player) -> bool {
        matches!(self.record.node(id).event, Event::Stone(stone) if stone.player == player)
    }

    fn square(&self, square: Square) -> String {
        write_square(self.record.game(), self.style, square)
    }

    fn item(&mut self, item: &Item) {
        let record = self.record;
        let is_root = item.nodes.first() == Some(&record.root());
        self.text.push(';');
        if is_root {
            self.game();
            self.info();
        }
        let mut stones = String::new();
        let mut mover = None;
        for &id in &item.nodes {
            match &record.node(id).event {
                Event::Nothing => {}
                Event::Edit(edit) => self.edit(edit, item, is_root),
                Event::Swap => {
                    mover = Some(Player::White);
                    stones.push_str("swap-pieces");
                }
                &Event::Stone(Stone { player, square }) => {
                    mover = Some(player);
                    stones.push_str(&self.square(square));
                }
            }
        }
        if let Some(player) = mover {
            let property = player.letter().to_ascii_uppercase();
            self.property(&property.to_string(), &stones);
        }
        let annotated = self.annotated(&item.nodes);
        let nodes = || annotated.iter().map(|&id| record.node(id));
        let comments: Vec<&str> =
            nodes().map(|node| node.comment.as_str()).filter(|text| !text.is_empty()).collect();
        self.text_property("C", &comments.join("\n"));
        let mut marks: Vec<&Mark> = nodes().flat_map(|node| &node.marks).collect();
        marks.sort_unstable();
        marks.dedup();
        self.marks(&marks);
        for property in nodes().flat_map(|node| &node.properties) {
            // At the root, some have been written already.
            if !is_interpreted(property.identifier(), is_root) {
                self.text.push_str(property.identifier());
                property.values().iter().for_each(|value| self.property("", value));
            }
        }
    }

    /// The nodes of a turn whose comments and marks are written with it. Where variations share
    /// the beginning of a turn, what is said there is written with the first of them only.
    fn annotated<'b>(&self, nodes: &'b [NodeId]) -> &'b [NodeId] {
        let is_first =
            |pair: &[NodeId]| self.record.node(pair[0]).children().first() == pair.last();
        let shared = nodes.windows(2).rposition(|pair| !is_first(pair));
        &nodes[shared.map_or(0, |last| last + 1)..]
    }

    fn property(&mut self, name: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{name}[{value}]");
    }

    /// Writes a text unless it is empty.
    fn text_property(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, &escape(value));
        }
    }

    fn game(&mut self) {
        let game = self.record.game();
        let number = match game {
            GameName::Hex(_) => "11",
            GameName::Connect(rules) if is_five_in_a_row(rules) => "4",
            // No number is registered; this one is in use for Connect6.
            GameName::Connect(_) => "511",
        };
        let (rows, columns) = (game.grid().rows(), game.grid().columns());
        self.property("FF", "4");
        self.property("CA", "UTF-8");
        self.property("GM", number);
        if rows == columns {
            self.property("SZ", &rows.to_string());
        } else {
            self.property("SZ", &format!("{columns}:{rows}"));
        }
        self.property("RU", &game.to_string());
    }

    fn info(&mut self) {
        let info = &self.record.info;
        self.text_property("PB", &info.players.black);
        self.text_property("PW", &info.players.white);
        self.text_property("EV", &info.event);
        self.text_property("DT", &info.date);
        self.text_property("PC", &info.place);
        self.text_property("RE", info.result_in_sgf());
    }

    fn squares(&mut self, property: &str, squares: impl IntoIterator<Item = Square>) {
        let mut name = property;
        for square in squares {
            self.property(name, &self.square(square));
            // Only the first value has the name before it.
            name = "";
        }
    }

    fn edit(&mut self, edit: &Edit, item: &Item, is_root: bool) {
        self.squares("AB", edit.added.black.iter());
        self.squares("AW", edit.added.white.iter());
        self.squares("AE", edit.cleared.iter());
        // Without an explicit turn a reader would have to guess who moves in a set-up position.
        let sets_up = is_root && !(edit.added.black | edit.added.white).is_empty();
        let Some(turn) = edit.turn.or(sets_up.then_some(item.after.turn)) else { return };
        let stones = item.after.stones(Player::Black) | item.after.stones(Player::White);
        let order = self.record.game().turn_order();
        self.property("PL", &turn.player.letter().to_ascii_uppercase().to_string());
        if turn.stones_left != usual_stones_left(order, turn.player, stones.is_empty()) {
            self.property("LEFT", &turn.stones_left.to_string());
        }
    }

    fn marks(&mut self, marks: &[&Mark]) {
        let signs = [
            ("CR", Sign::Circle),
            ("MA", Sign::Cross),
            ("SQ", Sign::Square),
            ("TR", Sign::Triangle),
        ];
        for (property, sign) in signs {
            let squares = marks.iter().filter(|mark| mark.sign == sign).map(|mark| mark.square);
            self.squares(property, squares);
        }
        let mut name = "LB";
        for mark in marks {
            if let Sign::Label(label) = &mark.sign {
                let label = escape(label).replace(':', "\\:");
                let value = format!("{}:{label}", self.square(mark.square));
                self.property(name, &value);
                name = "";
            }
        }
    }
}

fn is_five_in_a_row(rules: ConnectRules) -> bool {
    (rules.in_a_row(), rules.stones_per_turn(), rules.first_stones()) == (5, 1, 1)
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
