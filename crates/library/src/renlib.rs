//! Libraries of `RenLib` (`.lib`): trees of moves on a board of 15x15, one stone a turn.
//!
//! Behind a header of 20 bytes each node has two: its square and its flags, then its texts. Nodes stand
//! in pre-order; one flag says that a sibling follows the whole subtree, another that there is no
//! child. Rows count from the top.

use encoding::{decode, encode};
use sixfold_game::record::{Event, Mark, NodeId, Record, Sign, Stone};
use sixfold_game::{ConnectRules, GameName, Lattice, Setup, Square};
use thiserror::Error;

/// How such a file begins.
pub const MAGIC: &[u8] = b"\xffRenLib\xff";

const HEADER: usize = 20;
const MAJOR: u8 = 3;
const MINOR: u8 = 4;
/// The side of the board.
const SIDE: u8 = 15;
/// More nodes than this are taken for a mistake.
const MOST_NODES: usize = 5_000_000;

const SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
const BOARD_TEXT: u16 = 0x0100;

/// What stands between the parts of a text.
const PART: u8 = 0x08;

/// What is wrong with such a file, or with what is to be one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It begins otherwise.
    #[error("this is no RenLib file")]
    Magic,
    /// Another version of the format.
    #[error("RenLib format {major}.{minor} is not known (only 3.x)")]
    Version {
        /// The first number.
        major: u8,
        /// The second number.
        minor: u8,
    },
    /// It breaks off.
    #[error("byte {0}: the file ends in the middle of a node")]
    End(usize),
    /// A node is on no square.
    #[error("byte {byte}: {square:#04x} is no square")]
    Square {
        /// Where.
        byte: usize,
        /// What stands there.
        square: u8,
    },
    /// A stone on a stone.
    #[error("byte {0}: a stone on an occupied square")]
    Occupied(usize),
    /// More comes behind the last node.
    #[error("byte {0}: the tree has ended, but the file goes on")]
    Behind(usize),
    /// Absurdly long.
    #[error("more than {MOST_NODES} nodes")]
    TooMany,
    /// A game that such files cannot hold.
    #[error("RenLib files hold games on boards up to 15x15 with one stone a turn, not {0}")]
    Game(GameName),
    /// Stones that were not played from the empty board.
    #[error("RenLib files begin with the empty board")]
    Setup,
}

/// Texts are in the code page of whoever wrote them: UTF-8 if they can be read so, else as Windows has
/// it in the west.
mod encoding {
    pub fn decode(bytes: &[u8]) -> String {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.to_string(),
            Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
        }
    }

    /// Without the bytes that end and part texts.
    pub fn encode(text: &str) -> Vec<u8> {
        text.bytes().filter(|&byte| byte != 0 && byte != super::PART).collect()
    }
}

/// Checks that a game fits.
pub fn check_game(game: GameName) -> Result<ConnectRules, Fault> {
    match game {
        GameName::Connect(rules)
            if matches!(rules.lattice(), Lattice::Square { rows, columns }
                if rows <= SIDE && columns <= SIDE)
                && rules.stones_per_turn() == 1
                && rules.first_stones() == 1 =>
        {
            Ok(rules)
        }
        _ => Err(Fault::Game(game)),
    }
}

/// Reads a file into a tree of variations.
pub fn read(bytes: &[u8], game: GameName) -> Result<Record, Fault> {
    if !bytes.starts_with(MAGIC) {
        return Err(Fault::Magic);
    }
    check_game(game)?;
    let header = bytes.get(..HEADER).ok_or(Fault::End(bytes.len()))?;
    let (major, minor) = (header[MAGIC.len()], header[MAGIC.len() + 1]);
    if major != MAJOR {
        return Err(Fault::Version { major, minor });
    }
    let mut reader = Reader { bytes, at: HEADER, game, record: Record::new(game), nodes: 0 };
    reader.tree()?;
    Ok(reader.record)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    game: GameName,
    record: Record,
    nodes: usize,
}

/// Where the next node belongs.
#[derive(Clone, Copy)]
struct Tip {
    node: NodeId,
    setup: Setup,
}

/// A node as it stands in the file.
struct Raw {
    square: u8,
    flags: u8,
    comment: String,
    board_text: String,
    byte: usize,
}

impl Reader<'_> {
    fn tree(&mut self) -> Result<(), Fault> {
        let mut tip = Tip { node: self.record.root(), setup: Setup::start(self.game) };
        let mut parents = Vec::new();
        let mut is_open = true;
        while self.at < self.bytes.len() {
            if !is_open {
                return self.expect_padding();
            }
            let raw = self.raw()?;
            if raw.flags & SIBLING != 0 {
                parents.push(tip);
            }
            let here = self.add(tip, &raw)?;
            if raw.flags & NO_CHILD == 0 {
                tip = here;
            } else if let Some(parent) = parents.pop() {
                tip = parent;
            } else {
                is_open = false;
            }
        }
        if is_open && self.nodes > 0 { Err(Fault::End(self.at)) } else { Ok(()) }
    }

    fn expect_padding(&self) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..];
        if rest.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(Fault::Behind(self.at)) }
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.bytes.get(self.at).ok_or(Fault::End(self.at))?;
        self.at += 1;
        Ok(byte)
    }

    fn raw(&mut self) -> Result<Raw, Fault> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Fault::TooMany);
        }
        let byte = self.at;
        let (square, flags) = (self.byte()?, self.byte()?);
        let extension = if flags & EXTENSION == 0 {
            0
        } else {
            u16::from_be_bytes([self.byte()?, self.byte()?])
        };
        let has_comment = flags & (COMMENT | OLD_COMMENT) != 0;
        let comment = if has_comment { self.text()? } else { String::new() };
        let has_board_text = extension & BOARD_TEXT != 0;
        let board_text = if has_board_text { self.text()? } else { String::new() };
        Ok(Raw { square, flags, comment, board_text, byte })
    }

    /// A text ends with a zero and fills an even number of bytes.
    fn text(&mut self) -> Result<String, Fault> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| byte == 0);
        let length = length.ok_or(Fault::End(self.bytes.len()))?;
        let parts = rest[..length].split(|&byte| byte == PART).map(decode);
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        self.at = (self.at + (length + 1).next_multiple_of(2)).min(self.bytes.len());
        let text = parts.join("\n").replace("\r\n", "\n").replace('\r', "\n");
        Ok(text.trim_matches('\n').trim_end().to_string())
    }

    /// Adds a node behind another. One without a move is that node itself.
    fn add(&mut self, tip: Tip, raw: &Raw) -> Result<Tip, Fault> {
        let square = self.square(raw)?;
        let mut here = tip;
        if let Some(square) = square.filter(|_| raw.flags & NO_MOVE == 0) {
            if tip.setup.stone(square).is_some() {
                return Err(Fault::Occupied(raw.byte));
            }
            let player = tip.setup.turn.player;
            here.node = self.record.add(tip.node, Event::Stone(Stone { player, square }));
            here.setup.set(square, Some(player));
            here.setup.turn = tip.setup.turn.after_stone(self.game.turn_order());
        } else if square.is_none() && raw.square == 0 && self.nodes > 1 {
            // A pass: the other player is to move.
            here.setup.turn = tip.setup.turn.after_stone(self.game.turn_order());
            let edit = sixfold_game::record::Edit {
                turn: Some(here.setup.turn),
                ..sixfold_game::record::Edit::default()
            };
            here.node = self.record.add(tip.node, Event::Edit(Box::new(edit)));
        }
        let node = self.record.node_mut(here.node);
        if !raw.comment.is_empty() {
            node.comment = crate::paste::joined(&node.comment, &raw.comment);
        }
        if let Some(square) = square {
            if raw.flags & MARK != 0 {
                node.marks.push(Mark { square, sign: Sign::Circle });
            }
            if !raw.board_text.is_empty() {
                node.marks.push(Mark { square, sign: Sign::Label(raw.board_text.clone()) });
            }
        }
        node.marks.sort_unstable();
        node.marks.dedup();
        Ok(here)
    }

    fn square(&self, raw: &Raw) -> Result<Option<Square>, Fault> {
        if raw.square == 0 {
            return Ok(None);
        }
        let wrong = Fault::Square { byte: raw.byte, square: raw.square };
        let grid = self.game.grid();
        let column = (raw.square & 0x0f).checked_sub(1);
        let row = grid.rows().checked_sub(1 + (raw.square >> 4));
        let square = column.zip(row).and_then(|(column, row)| grid.square(column, row));
        square.map(Some).ok_or(wrong)
    }
}

/// Writes a tree of variations as a file.
pub fn write(record: &Record) -> Result<Vec<u8>, Fault> {
    let game = record.game();
    check_game(game)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([MAJOR, MINOR]);
    bytes.resize(HEADER, 0xff);
    // Pre-order: a node and whether a sibling follows it.
    let mut open = vec![Written { node: record.root(), follows: Follows::Nothing }];
    while let Some(Written { node, follows }) = open.pop() {
        write_node(&mut bytes, record, node, follows)?;
        let children = record.node(node).children();
        let last = children.len().saturating_sub(1);
        let next = children.iter().enumerate().rev();
        open.extend(next.map(|(index, &node)| {
            let follows = if index < last { Follows::Sibling } else { Follows::Nothing };
            Written { node, follows }
        }));
    }
    Ok(bytes)
}

/// A node that is to be written.
struct Written {
    node: NodeId,
    follows: Follows,
}

/// What follows the subtree of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Sibling,
    Nothing,
}

fn write_node(
    bytes: &mut Vec<u8>,
    record: &Record,
    id: NodeId,
    follows: Follows,
) -> Result<(), Fault> {
    let node = record.node(id);
    let grid = record.game().grid();
    let on = match &node.event {
        Event::Stone(stone) => Some(stone.square),
        Event::Nothing if id == record.root() => None,
        Event::Nothing | Event::Edit(_) | Event::Swap => return Err(Fault::Setup),
    };
    let byte = |square| 16 * (grid.rows() - 1 - grid.row(square)) + grid.column(square) + 1;
    let own = node.marks.iter().filter(|mark| Some(mark.square) == on);
    let label = own.clone().find_map(|mark| match &mark.sign {
        Sign::Label(text) => Some(encode(text)),
        _ => None,
    });
    let is_marked = own.into_iter().any(|mark| !matches!(mark.sign, Sign::Label(_)));
    let comment = encode(&node.comment);
    let flags = [
        (follows == Follows::Sibling, SIBLING),
        (node.children().is_empty(), NO_CHILD),
        (is_marked, MARK),
        (!comment.is_empty(), COMMENT),
        (label.is_some(), EXTENSION),
    ];
    let flags = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
    bytes.extend([on.map_or(0, byte), flags]);
    if label.is_some() {
        bytes.extend(BOARD_TEXT.to_be_bytes());
    }
    if !comment.is_empty() {
        // The first line, then the others.
        let mut parts = comment.splitn(2, |&byte| byte == b'\n');
        let first = parts.next().unwrap_or_default();
        let rest = parts.next().map(|rest| [&[PART][..], rest].concat());
        write_text(bytes, &[first, &rest.unwrap_or_default()].concat());
    }
    if let Some(label) = label {
        write_text(bytes, &label);
    }
    Ok(())
}

fn write_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend(text);
    let padding = (text.len() + 1).next_multiple_of(2) - text.len();
    bytes.resize(bytes.len() + padding, 0);
}
