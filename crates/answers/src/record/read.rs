//! From a tree that was sent to a record.

use sixfold_game::record::{Edit, Event, Info, Mark, MoveError, NodeId, Property, Sign, Stone};
use sixfold_game::{
    Extent, GameName, Grid, NameError, PerPlayer, Player, Record, Setup, SquareError, SquareSet,
    Turn, excerpt,
};
use thiserror::Error;

use super::write::null_move;
use super::{MarkSign, RecordMark, RecordNode, RecordProperty, RecordSetup, RecordTree};

/// The longest line of a record, its root included; each stone counts.
const MOST_NODES_DEEP: usize = 1000;

/// The most stones and other nodes of a record.
const MOST_NODES: usize = 500_000;

/// Why a tree is not a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// A window is told, but the board has an edge.
    #[error("'{0}' has a board with an edge, and no window")]
    NoWindow(GameName),
    /// A node is wrong.
    #[error("node {number}: {fault}")]
    Node {
        /// The node, counted from 1, each before its children.
        number: usize,
        /// What is wrong.
        fault: NodeFault,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
}

/// What is wrong with a node.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NodeFault {
    /// A name is not one of a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The root has stones.
    #[error("the root of a record has no stones")]
    StonesAtRoot,
    /// A stone is taken over and another one placed.
    #[error("who takes over a stone places none")]
    StonesOfSwap,
    /// Somebody else is to move.
    #[error("a null move of {player}, but {} is to move", player.opponent())]
    NullMove {
        /// Who is said to make it.
        player: Player,
    },
    /// A setup says how many stones are left, but not whose.
    #[error("a setup with stones_left needs to_move")]
    NoMover,
    /// No turn has so many stones.
    #[error("{stones_left} stones left to place, but a turn has at least 1 and at most {most}")]
    StonesLeft {
        /// The stones told.
        stones_left: u16,
        /// The stones of a turn.
        most: u16,
    },
    /// A label without its text, or a text without a label.
    #[error("a mark has a label exactly if its sign is 'label'")]
    Label,
    /// An SGF cannot hold the property, or a record says it in another way.
    #[error("'{0}' with these values is not a property that a record keeps")]
    Property(String),
    /// The line is too long.
    #[error("more than {MOST_NODES_DEEP} stones in one line")]
    TooDeep,
    /// The tree is too large.
    #[error("more than {MOST_NODES} stones in one record")]
    TooLarge,
}

impl TryFrom<&RecordTree> for Record {
    type Error = RecordError;

    fn try_from(tree: &RecordTree) -> Result<Record, RecordError> {
        let mut record = Record::new(game_of(tree)?);
        record.info = info_of(tree);
        let mut reader = Reader { record, nodes: 1 };
        let mut open = vec![Work { node: &tree.root, parent: None }];
        let mut number = 0;
        while let Some(work) = open.pop() {
            number += 1;
            let place = reader.node(&work).map_err(|fault| RecordError::Node { number, fault })?;
            let children = work.node.children.iter().rev();
            open.extend(children.map(|node| Work { node, parent: Some(place) }));
        }
        reader.record.check()?;
        Ok(reader.record)
    }
}

fn game_of(tree: &RecordTree) -> Result<GameName, RecordError> {
    let game: GameName = tree.game.parse()?;
    let has_window = matches!(game, GameName::Connect(rules) if rules.extent() == Extent::Window);
    match tree.window {
        None => Ok(game),
        Some(window) if has_window => Ok(game.seen_through(window.rows, window.columns)?),
        Some(_) => Err(RecordError::NoWindow(game)),
    }
}

fn info_of(tree: &RecordTree) -> Info {
    let sent = &tree.info;
    let mut info = Info {
        players: PerPlayer { black: sent.black.clone(), white: sent.white.clone() },
        event: sent.event.clone(),
        date: sent.date.clone(),
        place: sent.place.clone(),
        ..Info::default()
    };
    info.set_result_from_sgf(&sent.result);
    info
}

/// A node that is still to be read.
struct Work<'a> {
    node: &'a RecordNode,
    /// Where it belongs; the root belongs nowhere.
    parent: Option<Place>,
}

/// The end of a line of the record.
#[derive(Clone, Copy)]
struct Place {
    id: NodeId,
    setup: Setup,
    depth: usize,
}

struct Reader {
    record: Record,
    nodes: usize,
}

impl Reader {
    fn node(&mut self, work: &Work) -> Result<Place, NodeFault> {
        let game = self.record.game();
        let node = work.node;
        let place = match work.parent {
            Some(parent) => self.steps(parent, node)?,
            None => self.root(node)?,
        };
        let marks: Result<Vec<Mark>, NodeFault> =
            node.marks.iter().map(|mark| read_mark(game.grid(), mark)).collect();
        let properties: Result<Vec<Property>, NodeFault> =
            node.properties.iter().map(read_property).collect();
        let (mut marks, properties) = (marks?, properties?);
        marks.sort_unstable();
        marks.dedup();
        let last = self.record.node_mut(place.id);
        last.comment.clone_from(&node.comment);
        last.marks = marks;
        last.properties = properties;
        Ok(place)
    }

    fn root(&mut self, node: &RecordNode) -> Result<Place, NodeFault> {
        if !node.stones.is_empty() || node.swap {
            return Err(NodeFault::StonesAtRoot);
        }
        let (game, id) = (self.record.game(), self.record.root());
        let start = Setup::start(game);
        if let Some(setup) = &node.setup {
            let edit = read_setup(game, setup)?;
            self.record.node_mut(id).event = Event::Edit(Box::new(edit));
        }
        Ok(Place { id, setup: self.record.after(start, id), depth: 1 })
    }

    /// Adds what happens on the board: perhaps an edit, then the stones one by one.
    fn steps(&mut self, mut place: Place, node: &RecordNode) -> Result<Place, NodeFault> {
        let game = self.record.game();
        if let Some(setup) = &node.setup {
            let edit = read_setup(game, setup)?;
            place = self.add(place, Event::Edit(Box::new(edit)))?;
        }
        if node.swap {
            return match node.stones[..] {
                [] => self.add(place, Event::Swap),
                _ => Err(NodeFault::StonesOfSwap),
            };
        }
        let mover = place.setup.turn.player;
        if node.stones.is_empty() && node.setup.is_none() {
            return match node.player {
                None => self.add(place, Event::Nothing),
                Some(player) if player == mover => {
                    let edit = null_move(game, place.setup.turn);
                    self.add(place, Event::Edit(Box::new(edit)))
                }
                Some(player) => Err(NodeFault::NullMove { player }),
            };
        }
        let player = node.player.unwrap_or(mover);
        for name in &node.stones {
            let square = game.grid().parse(name)?;
            place = self.add(place, Event::Stone(Stone { player, square }))?;
        }
        Ok(place)
    }

    fn add(&mut self, place: Place, event: Event) -> Result<Place, NodeFault> {
        if place.depth == MOST_NODES_DEEP {
            return Err(NodeFault::TooDeep);
        }
        if self.nodes == MOST_NODES {
            return Err(NodeFault::TooLarge);
        }
        self.nodes += 1;
        let id = self.record.add(place.id, event);
        Ok(Place { id, setup: self.record.after(place.setup, id), depth: place.depth + 1 })
    }
}

fn read_setup(game: GameName, setup: &RecordSetup) -> Result<Edit, NodeFault> {
    let grid = game.grid();
    let squares = |names: &[String]| -> Result<SquareSet, SquareError> {
        let mut squares = SquareSet::EMPTY;
        for name in names {
            squares.insert(grid.parse(name)?);
        }
        Ok(squares)
    };
    let order = game.turn_order();
    let most = order.first.max(order.later);
    let turn = match (setup.to_move, setup.stones_left) {
        (None, None) => None,
        (None, Some(_)) => return Err(NodeFault::NoMover),
        (Some(player), None) => Some(Turn { player, stones_left: order.later }),
        (Some(player), Some(stones_left)) if (1..=most).contains(&stones_left) => {
            Some(Turn { player, stones_left })
        }
        (Some(_), Some(stones_left)) => return Err(NodeFault::StonesLeft { stones_left, most }),
    };
    Ok(Edit {
        added: PerPlayer { black: squares(&setup.black)?, white: squares(&setup.white)? },
        cleared: squares(&setup.cleared)?,
        turn,
    })
}

fn read_mark(grid: Grid, mark: &RecordMark) -> Result<Mark, NodeFault> {
    let sign = match (mark.sign, &mark.label) {
        (MarkSign::Circle, None) => Sign::Circle,
        (MarkSign::Cross, None) => Sign::Cross,
        (MarkSign::Square, None) => Sign::Square,
        (MarkSign::Triangle, None) => Sign::Triangle,
        (MarkSign::Label, Some(label)) => Sign::Label(label.clone()),
        _ => return Err(NodeFault::Label),
    };
    Ok(Mark { square: grid.parse(&mark.square)?, sign })
}

fn read_property(property: &RecordProperty) -> Result<Property, NodeFault> {
    Property::new(&property.name, property.values.iter().cloned())
        .ok_or_else(|| NodeFault::Property(excerpt(&property.name)))
}
