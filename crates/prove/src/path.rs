//! Finding one's way in a tree, in the orientation in which the root was asked for.

use sixfold_game::{Player, Setup, SquareSet};
use sixfold_jobs::GradedTurn;
use sixfold_proof::job_level::{Edge, Grade, NodeId, SteerError};
use thiserror::Error;

use crate::orientation::Orientation;
use crate::steering::Command;
use crate::tree::{Tree, TreeError};

/// A node as it is seen on the way from the root.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The node.
    pub node: NodeId,
    /// How its position lies on this way: from the node's squares to those of whoever asked.
    pub way: Orientation,
    /// Its position as it lies on this way.
    pub position: Setup,
}

/// Why there is no such way.
#[derive(Debug, Error)]
pub enum PathError {
    /// A turn that cannot be played.
    #[error("{0} cannot be played there")]
    Illegal(String),
    /// The tree has no such node yet.
    #[error("the tree has no {0} there yet")]
    NotThere(String),
    /// The search does not take it.
    #[error(transparent)]
    Steer(#[from] SteerError),
    /// The tree itself is not in order.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl Tree {
    /// The root as it was asked for.
    #[must_use]
    pub fn seen_root(&self) -> Option<Seen> {
        let way = self.root_orientation()?;
        Some(Seen { node: self.search().root(), way, position: self.root() })
    }

    /// The node after a move of one that is seen.
    #[must_use]
    pub fn seen_child(&self, seen: &Seen, edge: &Edge<SquareSet>) -> Option<Seen> {
        let played = seen.way.images(edge.played);
        let position = self.symmetries().after(&seen.position, played);
        let turned = self.search().node(edge.child)?.record.position;
        let way = self.symmetries().between(&turned, &position)?;
        Some(Seen { node: edge.child, way, position })
    }

    /// The node after these turns from the root.
    pub fn walk(&self, turns: &[SquareSet]) -> Result<Seen, PathError> {
        let nowhere = || PathError::NotThere("root".to_string());
        let mut seen = self.seen_root().ok_or_else(nowhere)?;
        for &turn in turns {
            let child = self.child_of(&seen, turn)?;
            let node = self.search().find(&child).filter(|&node| self.has_move(seen.node, node));
            let node = node.ok_or_else(|| PathError::NotThere(self.turn_name(turn)))?;
            let position = self.symmetries().after(&seen.position, turn);
            let way = self.symmetries().between(&child, &position).ok_or_else(nowhere)?;
            seen = Seen { node, way, position };
        }
        Ok(seen)
    }

    /// Does what the user wants of a branch of the tree.
    pub(crate) fn steer(&mut self, command: &Command) -> Result<(), PathError> {
        match command {
            Command::Suggest(turns) => {
                let Some((&last, before)) = turns.split_last() else { return Ok(()) };
                let seen = self.walk(before)?;
                self.child_of(&seen, last)?;
                let record = self.search().node(seen.node).map(|view| view.record.position);
                let Some(position) = record else { return Ok(()) };
                let stones = seen.way.back().images(last);
                let child = self.child(&position, GradedTurn { stones, grade: Grade::Winning4 })?;
                self.search_mut().suggest(seen.node, child)?;
            }
            Command::Forbid(turns) => {
                let node = self.walk(turns)?.node;
                self.search_mut().forbid(node).map_err(SteerError::from)?;
            }
            Command::Allow(turns) => {
                let node = self.walk(turns)?.node;
                self.search_mut().allow(node).map_err(SteerError::from)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The canonical position after a turn at a node.
    fn child_of(&self, seen: &Seen, turn: SquareSet) -> Result<Setup, PathError> {
        let taken = seen.position.stones(Player::Black) | seen.position.stones(Player::White);
        let cells = self.symmetries().geometry().cells();
        let most = usize::from(seen.position.turn.stones_left);
        if !(turn & taken).is_empty() || !(turn - cells).is_empty() || turn.len() > most {
            return Err(PathError::Illegal(self.turn_name(turn)));
        }
        let graded = GradedTurn { stones: turn, grade: Grade::Winning4 };
        Ok(self.child(&seen.position, graded)?.position)
    }

    fn has_move(&self, node: NodeId, child: NodeId) -> bool {
        let view = self.search().node(node);
        view.is_some_and(|view| view.record.edges.iter().any(|edge| edge.child == child))
    }

    /// The moves of the line that the search thinks most of, as they lie for whoever asked.
    #[must_use]
    pub fn best_line(&self) -> Vec<SquareSet> {
        let mut line = Vec::new();
        let Some(mut seen) = self.seen_root() else { return line };
        for edge in self.search().best_line() {
            line.push(seen.way.images(edge.played));
            match self.seen_child(&seen, &edge) {
                Some(child) => seen = child,
                None => break,
            }
        }
        line
    }

    /// A turn as it is written: `-` stands for a stone that is not placed.
    #[must_use]
    pub fn turn_name(&self, turn: SquareSet) -> String {
        let stones = usize::from(self.symmetries().geometry().rules().stones_per_turn());
        let missing = stones.saturating_sub(turn.len());
        self.game().grid().names(turn.iter()).concat() + &"-".repeat(missing)
    }
}
