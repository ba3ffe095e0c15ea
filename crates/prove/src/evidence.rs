//! What proves the nodes of a tree.

use std::collections::HashMap;

use sixfold_game::certificate::SinkError;
use sixfold_jobs::{Sealed, UnsealError};
use sixfold_proof::job_level::NodeId;
use sixfold_store::Role;
use thiserror::Error;

/// The certificates of a tree: those that prove a node, and those that answer some replies of one.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    proofs: HashMap<NodeId, Sealed>,
    partials: HashMap<NodeId, Sealed>,
    news: Vec<News>,
}

/// Something that has been added to the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The node.
    pub node: NodeId,
    /// What the certificate says of it.
    pub role: Role,
    /// The certificate.
    pub sealed: Sealed,
}

/// Why evidence cannot be had.
#[derive(Debug, Error)]
pub enum EvidenceError {
    /// A proven node has no certificate.
    #[error("the proof of node {} is missing", .0.0)]
    Missing(NodeId),
    /// A certificate cannot be read.
    #[error(transparent)]
    Unseal(#[from] UnsealError),
    /// A certificate cannot be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// A certificate that was put together proves nothing.
    #[error("the proof of node {} is wrong, please report this: {reason}", .node.0)]
    Wrong {
        /// The node.
        node: NodeId,
        /// What the checker says.
        reason: String,
    },
}

impl Evidence {
    /// The certificate that proves a node.
    #[must_use]
    pub fn proof(&self, node: NodeId) -> Option<&Sealed> {
        self.proofs.get(&node)
    }

    /// The certificate that answers some replies of a node.
    #[must_use]
    pub fn partial(&self, node: NodeId) -> Option<&Sealed> {
        self.partials.get(&node)
    }

    /// Keeps the proof of a node, which makes answers to some of its replies superfluous.
    pub fn prove(&mut self, node: NodeId, proof: Sealed) {
        self.news.push(News { node, role: Role::Proof, sealed: proof.clone() });
        self.partials.remove(&node);
        self.proofs.insert(node, proof);
    }

    /// Keeps answers to some replies of a node.
    pub fn answer(&mut self, node: NodeId, partial: Sealed) {
        self.news.push(News { node, role: Role::Partial, sealed: partial.clone() });
        self.partials.insert(node, partial);
    }

    /// What has been added since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }
}
