//! What can go wrong. Whatever is refused has changed nothing.

use thiserror::Error;

use super::{NodeId, TaskId};

/// There is no such job: it never was, or has been applied or given back already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("job {} is not in flight", .0.0)]
pub struct UnknownTask(pub TaskId);

/// There is no such node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no node {}", .0.0)]
pub struct NoSuchNode(pub NodeId);

/// Why a move cannot be taken into the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EdgeError {
    /// The position after it is known, and the same side is to move there.
    #[error("a move from node {} to node {} does not change the side to move", from.0, to.0)]
    SameSide {
        /// Where the move is played.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// The position after it leads back here.
    #[error("a move from node {} to node {} would close a cycle", from.0, to.0)]
    Cycle {
        /// Where the move is played.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// Nodes are numbered with 32 bits.
    #[error("the tree has as many nodes as can be numbered")]
    Full,
}

/// Why a finding is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ApplyError {
    /// There is no such job.
    #[error(transparent)]
    UnknownTask(#[from] UnknownTask),
    /// Moves are found where the prover is to move, defences where his opponent is.
    #[error("the finding does not fit the side to move at node {}", .0.0)]
    WrongSide(NodeId),
    /// The opposite is proven.
    #[error("the finding contradicts what is proven of node {}", .0.0)]
    Contradiction(NodeId),
    /// One of its moves cannot be taken in.
    #[error(transparent)]
    Edge(#[from] EdgeError),
}

/// Why a wish is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SteerError {
    /// There is no such node.
    #[error(transparent)]
    NoSuchNode(#[from] NoSuchNode),
    /// Moves are sought where the prover is to move, defences where his opponent is.
    #[error("this cannot be done at node {}: the other side is to move", .0.0)]
    WrongSide(NodeId),
    /// The move cannot be taken in.
    #[error(transparent)]
    Edge(#[from] EdgeError),
}

/// Why records are not a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RestoreError {
    /// A node is missing, or there twice.
    #[error("the record of node {} is missing", .0.0)]
    Missing(NodeId),
    /// A move leads to a node that is not there.
    #[error("node {} has a move to node {}, which is not there", from.0, to.0)]
    Dangling {
        /// Where the move is played.
        from: NodeId,
        /// Where it leads.
        to: NodeId,
    },
    /// Two nodes are the same position.
    #[error("nodes {} and {} are the same position", .0.0, .1.0)]
    SamePosition(NodeId, NodeId),
    /// A move does not change the side to move.
    #[error(transparent)]
    Edge(#[from] EdgeError),
    /// Moves lead back to where they came from.
    #[error("the moves close a cycle")]
    Cycle,
}
