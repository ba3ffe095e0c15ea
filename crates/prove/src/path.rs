//! Finding one's way in a tree, in the orientation in which the root was asked for.

use sixfold_game::{Player, Setup, SquareSet};
use sixfold_jobs::GradedTurn;
use sixfold_proof::job_level::{Edge, Grade, NodeId, SteerError};
use thiserror::Error;

use crate::orientation::Orientation;
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
    /// Turns can only be suggested to the prover.
    #[error("it is not {0}'s turn there: only turns of the prover can be suggested")]
    NotHisTurn(Player),
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

    /// The last of these turns, after the others from the root on, is to be tried first.
    pub fn suggest(&mut self, turns: &[SquareSet]) -> Result<NodeId, PathError> {
        let Some((&last, before)) = turns.split_last() else {
            return Err(PathError::NotThere("turn".to_string()));
        };
        let seen = self.walk(before)?;
        self.child_of(&seen, last)?;
        let here = self.search().node(seen.node).map(|view| view.record);
        let position = here.map_or(seen.position, |record| record.position);
        if position.turn.player != self.prover() {
            return Err(PathError::NotHisTurn(self.prover()));
        }
        if last.len() != usize::from(position.turn.stones_left) {
            return Err(PathError::Illegal(self.turn_name(last)));
        }
        let stones = seen.way.back().images(last);
        let child = self.child(&position, GradedTurn { stones, grade: Grade::Winning4 })?;
        Ok(self.search_mut().suggest(seen.node, child)?)
    }

    /// The position after these turns is not to be worked on. A turn of the prover that the tree
    /// does not have yet is never begun with.
    pub fn forbid(&mut self, turns: &[SquareSet]) -> Result<(), PathError> {
        let node = match self.walk(turns) {
            Ok(seen) => seen.node,
            Err(PathError::NotThere(turn)) => match self.suggest(turns) {
                Err(PathError::NotHisTurn(_)) => return Err(PathError::NotThere(turn)),
                suggested => suggested?,
            },
            Err(error) => return Err(error),
        };
        Ok(self.search_mut().forbid(node).map_err(SteerError::from)?)
    }

    /// The position after these turns may be worked on again.
    pub fn allow(&mut self, turns: &[SquareSet]) -> Result<(), PathError> {
        let node = self.walk(turns)?.node;
        Ok(self.search_mut().allow(node).map_err(SteerError::from)?)
    }

    /// The canonical position after a turn at a node.
    fn child_of(&self, seen: &Seen, turn: SquareSet) -> Result<Setup, PathError> {
        let taken = seen.position.stones(Player::Black) | seen.position.stones(Player::White);
        let cells = self.symmetries().cells();
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
        self.name_of(turn, self.symmetries().stones_per_turn())
    }

    /// Turns from the root on as they are written.
    #[must_use]
    pub fn line_name(&self, turns: &[SquareSet]) -> String {
        let later = self.symmetries().stones_per_turn();
        let stones = std::iter::once(self.root().turn.stones_left).chain(std::iter::repeat(later));
        let names = turns.iter().zip(stones).map(|(&turn, stones)| self.name_of(turn, stones));
        names.collect::<Vec<_>>().join(" ")
    }

    /// A turn of so many stones.
    fn name_of(&self, turn: SquareSet, stones: u16) -> String {
        let missing = usize::from(stones).saturating_sub(turn.len());
        self.game().grid().names(turn.iter()).concat() + &"-".repeat(missing)
    }
}
