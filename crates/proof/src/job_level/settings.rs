//! What may be chosen about a search.

use serde::{Deserialize, Serialize};

use super::GradeTable;
use crate::Numbers;

/// What may be chosen about a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The numbers that leaves begin with.
    pub grades: GradeTable,
    /// How leaves in flight are looked at.
    pub policy: Policy,
    /// When the next move of an OR node is asked for.
    pub siblings: Siblings,
}

/// When the next move of an OR node is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Siblings {
    /// When the last one that it has is chosen for expansion (THEORY 6).
    #[default]
    Postponed,
    /// Whenever the search passes the node and no such job is in flight: the next move is there
    /// before the last one is needed.
    Eager,
}

/// How leaves that are being worked on are looked at, so that the next pick differs (THEORY 6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// As if they were proven.
    VirtualWin,
    /// As if they were disproven.
    VirtualLoss,
    /// As whatever their numbers favour.
    Greedy,
    /// As they are, but they are not picked again; a node all of whose children are such is one too.
    #[default]
    VirtualEquivalence,
}

impl Policy {
    /// What a leaf in flight is taken for.
    pub(super) fn expected(self, leaf: Numbers) -> Numbers {
        match self {
            Policy::VirtualEquivalence => leaf,
            Policy::VirtualWin => Numbers::PROVEN,
            Policy::Greedy if leaf.proof <= leaf.disproof => Numbers::PROVEN,
            Policy::Greedy | Policy::VirtualLoss => Numbers::DISPROVEN,
        }
    }
}
