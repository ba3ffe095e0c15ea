//! Game records: a tree of stones with comments and marks, and the formats it is read from and
//! written to.

use std::fmt;

use thiserror::Error;

use crate::{GameName, Grid, Outcome, PerPlayer, Player, Setup, Square, SquareSet, Turn};

pub mod contest;
mod decode;
mod format;
pub mod hexworld;
pub mod move_list;
mod property;
mod result;
pub mod sgf;
pub mod table;
mod text;
mod tip;

pub use format::{Format, FormatNameError, ReadError, WriteError, read, read_collection};
pub use property::Property;
pub use text::{Encoding, Located, Place};

/// One game, or one tree of variations.
///
/// Each node adds at most one stone, so that variations may part in the middle of a turn. The
/// nodes live in one list, parents before children; the first is the root. Records are equal when
/// their trees are, whatever the order in which the nodes were added.
#[derive(Clone, Debug)]
pub struct Record {
    game: GameName,
    /// Who played, where and how it ended.
    pub info: Info,
    nodes: Vec<Node>,
}

/// What is known of a game besides its moves. Unknown texts are empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// The players' names.
    pub players: PerPlayer<String>,
    /// The tournament or game identifier.
    pub event: String,
    /// The date, as it was written.
    pub date: String,
    /// The place.
    pub place: String,
    /// The recorded result.
    pub result: Option<Outcome>,
    /// The result as an SGF writes it, where that says more than [`Info::result`] or something
    /// else: `B+R`, `W+Time`, `Void`, `?`. Empty where the outcome says it all. A text that
    /// contradicts the outcome is not written.
    pub result_text: String,
}

impl Info {
    /// The result as an SGF writes it. Empty if there is none.
    #[must_use]
    pub fn result_in_sgf(&self) -> &str {
        let text = self.result_text.as_str();
        let is_true = !text.is_empty() && result::outcome_of(text) == self.result;
        if is_true { text } else { result::sgf_text(self.result) }
    }

    /// Takes the result from a text as it stands in an SGF.
    pub fn set_result_from_sgf(&mut self, text: &str) {
        self.result = result::outcome_of(text);
        let says_more = text != result::sgf_text(self.result);
        self.result_text = if says_more { text.to_owned() } else { String::new() };
    }

    /// Notes that a player has resigned.
    fn resign(&mut self, player: Player) {
        let winner = player.opponent();
        self.result = Some(Outcome::Win(winner));
        self.result_text = format!("{}+R", winner.letter().to_ascii_uppercase());
    }
}

/// Names a node of a [`Record`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// One step of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What happens on the board.
    pub event: Event,
    /// What the annotator says.
    pub comment: String,
    /// Signs drawn on the board. Files do not keep their order: readers sort them.
    pub marks: Vec<Mark>,
    /// What an SGF says here that is not interpreted.
    pub properties: Vec<Property>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    fn new(event: Event, parent: Option<NodeId>) -> Node {
        Node {
            event,
            comment: String::new(),
            marks: Vec::new(),
            properties: Vec::new(),
            parent,
            children: Vec::new(),
        }
    }

    /// The node before this one.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The variations that follow, the main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// What a node does to the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Nothing: a root or a mere comment.
    Nothing,
    /// The player to move places a stone.
    Stone(Stone),
    /// White takes over the only stone on the board: the swap rule of Hex. See
    /// [`Setup::after_swap`].
    Swap,
    /// Stones are set up or taken away.
    Edit(Box<Edit>),
}

/// A stone of a player on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    /// Whose stone it is.
    pub player: Player,
    /// Where it is.
    pub square: Square,
}

/// A change of the position that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edit {
    /// Stones added for each player.
    pub added: PerPlayer<SquareSet>,
    /// Squares cleared.
    pub cleared: SquareSet,
    /// Whose turn it is from now on, if that changes.
    pub turn: Option<Turn>,
}

impl Edit {
    /// The edit that makes this position out of an empty board.
    #[must_use]
    pub fn from_setup(setup: &Setup) -> Edit {
        Edit {
            added: PerPlayer::from_fn(|player| setup.stones(player)),
            cleared: SquareSet::EMPTY,
            turn: Some(setup.turn),
        }
    }

    fn apply(&self, setup: &mut Setup) {
        for square in self.cleared.iter() {
            setup.set(square, None);
        }
        for player in Player::BOTH {
            for square in self.added[player].iter() {
                setup.set(square, Some(player));
            }
        }
        setup.turn = self.turn.unwrap_or(setup.turn);
    }
}

/// A sign on a square.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// Where it is.
    pub square: Square,
    /// What it looks like.
    pub sign: Sign,
}

/// The look of a [`Mark`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A short text.
    Label(String),
}

impl Record {
    /// A record that begins with the empty board.
    #[must_use]
    pub fn new(game: GameName) -> Record {
        let root = Node::new(Event::Nothing, None);
        Record { game, info: Info::default(), nodes: vec![root] }
    }

    /// A record that begins with the given position.
    #[must_use]
    pub fn from_setup(game: GameName, setup: &Setup) -> Record {
        let mut record = Record::new(game);
        if *setup != Setup::start(game) {
            record.nodes[0].event = Event::Edit(Box::new(Edit::from_setup(setup)));
        }
        record
    }

    /// The game that was played.
    #[must_use]
    pub fn game(&self) -> GameName {
        self.game
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node by its name.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node by its name, to be annotated.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Adds a node behind another one, as its last variation.
    pub fn add(&mut self, parent: NodeId, event: Event) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(event, Some(parent)));
        self.node_mut(parent).children.push(id);
        id
    }

    /// The nodes of the main line, from the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.node(id).children.first().copied())
    }

    /// The stones of the main line in playing order, each as it was placed: the first one may have been
    /// taken over since.
    pub fn stones(&self) -> impl Iterator<Item = Stone> + '_ {
        self.main_line().filter_map(|id| match self.node(id).event {
            Event::Stone(stone) => Some(stone),
            _ => None,
        })
    }

    /// The stones of the main line turn by turn. A setup in between ends a turn; who takes over the first
    /// stone places none in his.
    #[must_use]
    pub fn turns(&self) -> Vec<Vec<Square>> {
        let mut turns: Vec<Vec<Square>> = Vec::new();
        let mut mover = None;
        for id in self.main_line() {
            match &self.node(id).event {
                Event::Nothing => {}
                Event::Edit(_) => mover = None,
                Event::Swap => {
                    turns.push(Vec::new());
                    mover = None;
                }
                Event::Stone(stone) => {
                    match turns.last_mut() {
                        Some(turn) if mover == Some(stone.player) => turn.push(stone.square),
                        _ => turns.push(vec![stone.square]),
                    }
                    mover = Some(stone.player);
                }
            }
        }
        turns
    }

    /// The position at the root, before the first stone.
    #[must_use]
    pub fn first_setup(&self) -> Setup {
        self.after(Setup::start(self.game), self.root())
    }

    /// The position at the end of the main line.
    #[must_use]
    pub fn final_setup(&self) -> Setup {
        self.main_line().fold(Setup::start(self.game), |setup, id| self.after(setup, id))
    }

    /// The position after a node.
    #[must_use]
    pub fn setup_at(&self, id: NodeId) -> Setup {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        path.reverse();
        path.into_iter().fold(Setup::start(self.game), |setup, id| self.after(setup, id))
    }

    /// The position after a node, given the one before it.
    #[must_use]
    pub fn after(&self, mut setup: Setup, id: NodeId) -> Setup {
        match &self.node(id).event {
            Event::Nothing => {}
            Event::Edit(edit) => edit.apply(&mut setup),
            Event::Swap => setup = setup.after_swap().unwrap_or(setup),
            Event::Stone(stone) => {
                setup.set(stone.square, Some(stone.player));
                setup.turn = setup.turn.after_stone(self.game.turn_order());
            }
        }
        setup
    }

    /// Checks every variation: each stone falls on an empty square and belongs to the side to
    /// move, and nobody takes over a stone where the rules do not let him.
    pub fn check(&self) -> Result<(), MoveError> {
        let mut open = vec![(self.root(), Setup::start(self.game), 1)];
        while let Some((id, before, number)) = open.pop() {
            let mut next_number = number;
            match self.node(id).event {
                Event::Nothing | Event::Edit(_) => {}
                Event::Stone(stone) => {
                    check_stone(&before, stone, number)?;
                    next_number += 1;
                }
                Event::Swap => {
                    check_swap(self.game, &before, number)?;
                    next_number += 1;
                }
            }
            let after = self.after(before, id);
            let children = self.node(id).children.iter().rev();
            open.extend(children.map(|&child| (child, after, next_number)));
        }
        Ok(())
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let mut open = vec![(self.root(), other.root())];
        while let Some((mine, others)) = open.pop() {
            let (mine, others) = (self.node(mine), other.node(others));
            let same = mine.event == others.event
                && mine.comment == others.comment
                && mine.marks == others.marks
                && mine.properties == others.properties
                && mine.children.len() == others.children.len();
            if !same {
                return false;
            }
            open.extend(mine.children.iter().copied().zip(others.children.iter().copied()));
        }
        self.game == other.game && self.info == other.info
    }
}

impl Eq for Record {}

fn check_stone(before: &Setup, stone: Stone, number: usize) -> Result<(), MoveError> {
    let square = SquareOnGrid { grid: before.grid(), square: stone.square };
    if before.stone(stone.square).is_some() {
        return Err(MoveError::Occupied { number, square });
    }
    if stone.player != before.turn.player {
        return Err(MoveError::WrongPlayer { number, square, player: stone.player });
    }
    Ok(())
}

fn check_swap(game: GameName, before: &Setup, number: usize) -> Result<(), MoveError> {
    match (game, before.after_swap()) {
        (GameName::Hex(_), Some(_)) => Ok(()),
        _ => Err(MoveError::Swap { number }),
    }
}

/// Why a stone of a record cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// There is a stone already.
    #[error("stone {number}: square {square} is occupied")]
    Occupied {
        /// The stone, counted from 1 along its variation.
        number: usize,
        /// Where it falls.
        square: SquareOnGrid,
    },
    /// The other player is to move.
    #[error("stone {number}: {player} at {square}, but {} is to move", player.opponent())]
    WrongPlayer {
        /// The stone, counted from 1 along its variation.
        number: usize,
        /// Where it falls.
        square: SquareOnGrid,
        /// Whose stone it is said to be.
        player: Player,
    },
    /// Nothing can be taken over.
    #[error(
        "stone {number}: only White may swap, as the second move of Hex on a board with equal sides"
    )]
    Swap {
        /// The number that his stone would have.
        number: usize,
    },
}

/// A square that knows its name, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareOnGrid {
    /// The grid that names it.
    pub grid: Grid,
    /// The square.
    pub square: Square,
}

impl fmt::Display for SquareOnGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.grid.name(self.square))
    }
}
