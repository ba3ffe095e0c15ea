//! What is wrong with a certificate, and where.

use sixfold_game::Player;
use sixfold_game::certificate::NodeId;
use thiserror::Error;

/// The first node of a certificate that is not proven, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("node {node} (line {line}){}: {reason}", after(.moves))]
pub struct Fault {
    /// The node.
    pub node: NodeId,
    /// The line of the file on which it begins.
    pub line: usize,
    /// The moves that lead to it from the claimed position, `-` for each null stone.
    pub moves: String,
    /// What is wrong.
    pub reason: Reason,
}

fn after(moves: &str) -> String {
    if moves.is_empty() { String::new() } else { format!(" after {moves}") }
}

/// Why a node is not proven. Squares are written as in move lists.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// A tree in a game of Hex, or plans in a Connect game.
    #[error("a proof of another game")]
    OtherGame,
    /// A plan of a game of Hex does not join what it should.
    #[error(transparent)]
    Plan(#[from] PlanFault),
    /// There is nothing left to prove.
    #[error("{0} has already won")]
    AlreadyOver(Player),
    /// The side to move has no stone to place.
    #[error("no stones left in the first turn")]
    NoStonesLeft,
    /// A stone on a stone, or off the board.
    #[error("{0} is not an empty square")]
    NotEmpty(String),
    /// More stones than the turn has.
    #[error("{placed} stones in a turn of {left}")]
    TooManyStones {
        /// The stones placed.
        placed: usize,
        /// The stones left in the turn.
        left: usize,
    },
    /// Fewer stones than the turn has, and no win.
    #[error("only {placed} stones in a turn of {left}, and no k in a row")]
    TooFewStones {
        /// The stones placed.
        placed: usize,
        /// The stones left in the turn, or the squares of the board.
        left: usize,
    },
    /// Stones that are said to complete k in a row, and do not.
    #[error("the stones do not complete k in a row")]
    NotCompleting,
    /// Stones that complete k in a row without saying so.
    #[error("the stones complete k in a row, but the proof goes on")]
    Completing,
    /// The defender can win at once.
    #[error("the defender completes k in a row on {0}")]
    DefenderCompletes(String),
    /// A move of the defender is neither answered nor irrelevant.
    #[error("the reply {0} is not answered")]
    Unanswered(String),
    /// A claimed zone lacks a square that the proof beneath needs.
    #[error("the claimed zone {0} is too small")]
    ZoneTooSmall(usize),
    /// A claimed zone holds an occupied square.
    #[error("{0} is in a claimed zone, but not empty")]
    ZoneOccupied(String),
    /// A reference to a node that was met in another position.
    #[error("the position is not that of node {0}")]
    OtherPosition(NodeId),
    /// A stone from which a segment reaches beyond the window of an unbounded board.
    #[error(
        "{square} is too near the edge of the window (k - 1 = {needed} squares are needed on every side)"
    )]
    NearEdge {
        /// Where the stone is.
        square: String,
        /// How many squares are needed around it.
        needed: u8,
    },
    /// So many stones a turn that a turn makes k in a row anywhere on an unbounded board.
    #[error("a turn of {0} stones has room for k in a row on an unbounded board")]
    RoomForRow(usize),
    /// A reply rests on a zone that has no end on an unbounded board.
    #[error("the reply {reply} rests on zone {order}, which an unbounded board would fill")]
    EndlessZone {
        /// The reply.
        reply: String,
        /// The order of the zone.
        order: usize,
    },
    /// The proof shows a win, but only one of a higher order.
    #[error("the proof is of order {proven}, the claim of order {claimed}")]
    Order {
        /// What the proof shows.
        proven: u16,
        /// What is claimed.
        claimed: u8,
    },
    /// A position with too many sets of stones to look at.
    #[error("too many moves of the defender to check")]
    TooWide,
    /// The certificate does not have the form of one.
    #[error("an attack and a defence are confused")]
    Confused,
}

/// Why a plan of a game of Hex does not join what it should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanFault {
    /// There is no plan.
    #[error("there is no plan")]
    NoPlan,
    /// A turn in Hex has one stone.
    #[error("a turn of Hex has one stone")]
    Turn,
    /// A first move is given though it is not the winner's turn.
    #[error("a first move is given, but it is not the winner's turn")]
    FirstMove,
    /// A chain leads over a cell without a stone of the winner.
    #[error("{0} is not a stone of the winner")]
    NotOwn(String),
    /// A chain has not one more plan than stones.
    #[error("a chain has one more plan than stones")]
    ChainLength,
    /// Two plans of a chain need the same cell.
    #[error("two plans of the chain need {0}")]
    Shared(String),
    /// All threats need the same cell: the opponent plays there.
    #[error("all threats need {0}")]
    Parried(String),
    /// There are no threats.
    #[error("there are no threats")]
    NoThreats,
    /// The places do not hang together.
    #[error("the places are not joined")]
    NotJoined,
    /// A region has too many cells to try everything.
    #[error("the region is too large to try everything")]
    TooLarge,
    /// A plan uses one that is missing or does not come before it.
    #[error("a plan that it uses is missing or comes later")]
    Order,
    /// Plans are used in too many different ways.
    #[error("plans are used in too many different ways")]
    TooManyUses,
    /// Plans within plans, without end.
    #[error("too many plans within plans")]
    TooDeep,
}
