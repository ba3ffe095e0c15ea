//! Job-level proof-number search (THEORY 6).
//!
//! A tree of positions in which one player, the *prover*, is to be shown to win. Where he is to move
//! one winning move is enough (an OR node); where his opponent is, every defence must be refuted (an
//! AND node). Leaves are expanded by jobs that take seconds or minutes each, somewhere else:
//! [`Search::next`] says which to do, [`Search::apply`] takes in what one has found. Positions that
//! are the same up to symmetry or the order of moves are one node with several parents.

mod error;
mod grade;
mod graph;
mod line;
mod node;
mod record;
mod restore;
mod search;
mod select;
mod settings;
mod steer;
mod view;

use serde::{Deserialize, Serialize};

use crate::{Number, Numbers};

pub use error::{ApplyError, EdgeError, NoSuchNode, RestoreError, SteerError, UnknownTask};
pub use grade::{Grade, GradeTable};
pub use record::{Edge, NodeRecord, Status};
pub use search::Search;
pub use settings::{Policy, Settings, Siblings};
pub use view::{Counts, NodeView, Stage};

/// A node of the tree. Nodes are numbered in the order in which they were made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// A job that has been given out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TaskId(pub u64);

/// Who is to move at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player who is to be shown to win: an OR node.
    Prover,
    /// His opponent: an AND node.
    Opponent,
}

impl Side {
    /// Who is to move after a move of this side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Prover => Side::Opponent,
            Side::Opponent => Side::Prover,
        }
    }

    /// The number that this side chooses its move by: the work left to reach its own goal.
    const fn effort(self, numbers: Numbers) -> Number {
        match self {
            Side::Prover => numbers.proof,
            Side::Opponent => numbers.disproof,
        }
    }
}

/// What is to be done at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<M> {
    /// Its number.
    pub id: TaskId,
    /// Where.
    pub node: NodeId,
    /// What.
    pub kind: TaskKind<M>,
}

/// What is to be done at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskKind<M> {
    /// At an OR node: find a win, or the best move except these.
    Move {
        /// The moves that the node has already.
        excluded: Vec<M>,
    },
    /// At an AND node: find the defences that are not refuted. All children that the node has, if
    /// any, are proven.
    Verify,
}

/// What a job has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding<P, M> {
    /// The prover wins.
    Proven,
    /// He does not.
    Disproven,
    /// At an OR node: a move that it does not have yet, and what is known of its other moves.
    Move {
        /// The move.
        child: Child<P, M>,
        /// All other moves.
        others: Others,
    },
    /// At an OR node: every move that it does not have yet loses (a stopper).
    NoOtherMove,
    /// At an AND node: defences that are not refuted.
    Defences {
        /// The defences. They may be there already.
        children: Vec<Child<P, M>>,
        /// Whether the node is proven once all of them are.
        cover: Cover,
    },
}

/// A move and what is thought of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child<P, M> {
    /// The move.
    pub played: M,
    /// The position after it.
    pub position: P,
    /// What is thought of that position.
    pub grade: Grade,
}

/// What is known of the moves of an OR node that it does not have yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// Nothing.
    Open,
    /// All of them lose: a stopper.
    Lose,
}

/// What the defences that a job has found stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// All defences: when they are proven the node is.
    Complete,
    /// Those that are needed so far: when they are proven the node is to be verified again.
    SoFar,
}
