//! A node as plain data: all that must be kept of it.

use serde::{Deserialize, Serialize};

use super::{Cover, Grade, NodeId, Others, Side};

/// What is known of a node for certain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing yet.
    Open,
    /// The prover wins.
    Proven,
    /// He does not.
    Disproven,
}

/// A move of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge<M> {
    /// The move.
    pub played: M,
    /// Where it leads. Two moves may lead to the same node.
    pub child: NodeId,
    /// How many moves of the node were found before it.
    pub rank: u32,
}

/// A node as plain data. Numbers, parents and jobs in flight follow from the records of all nodes
/// and from what is being done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeRecord<P, M> {
    /// Its number.
    pub id: NodeId,
    /// Its position.
    pub position: P,
    /// Who is to move.
    pub side: Side,
    /// What was thought of it when it was made.
    pub grade: Grade,
    /// What is known of it. Once it is solved it stays so.
    pub status: Status,
    /// What is known of the moves that it does not have; at AND nodes nothing.
    pub others: Others,
    /// What its defences stand for, once they have been sought.
    pub cover: Option<Cover>,
    /// Its moves, in the order in which they were found.
    pub edges: Vec<Edge<M>>,
    /// It is not to be worked on.
    pub forbidden: bool,
    /// Somebody wants it to be tried first, and it has not been expanded yet.
    pub suggested: bool,
    /// Findings taken in.
    pub expansions: u32,
    /// How many findings in a row have brought nothing to go on with. Where a job answers what is
    /// known already it is not asked for ever.
    pub fruitless: u32,
}

impl<P, M> NodeRecord<P, M> {
    pub(super) fn new(id: NodeId, position: P, side: Side, grade: Grade) -> NodeRecord<P, M> {
        NodeRecord {
            id,
            position,
            side,
            grade,
            status: grade.status(),
            others: Others::Open,
            cover: None,
            edges: Vec::new(),
            forbidden: false,
            suggested: false,
            expansions: 0,
            fruitless: 0,
        }
    }

    /// Whether another job may find a move that this OR node does not have.
    pub(super) fn may_have_other_moves(&self) -> bool {
        /// A job that repeats itself may have been given an older list of exclusions; twice in a
        /// row it has nothing else to say.
        const PATIENCE: u32 = 2;
        self.side == Side::Prover && self.others == Others::Open && self.fruitless < PATIENCE
    }

    /// Whether another job may find a defence that this AND node does not have.
    pub(super) fn may_have_other_defences(&self) -> bool {
        self.side == Side::Opponent && self.cover != Some(Cover::Complete) && self.fruitless == 0
    }
}
