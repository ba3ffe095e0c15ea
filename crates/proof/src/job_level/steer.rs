//! Steering a search while it runs.

use std::hash::Hash;

use super::{Child, Grade, NoSuchNode, NodeId, Search, Side, SteerError};

impl<P: Clone + Eq + Hash, M: Clone + Eq> Search<P, M> {
    /// A move of an OR node is to be tried first: it counts as almost won, whatever its grade, until
    /// it has been expanded. A move that has been expanded already stays as it is. Gives the node
    /// after the move.
    ///
    /// # Errors
    ///
    /// If there is no such node, it is an AND node, or the move cannot be taken in.
    pub fn suggest(&mut self, node: NodeId, child: Child<P, M>) -> Result<NodeId, SteerError> {
        self.require(node)?;
        let graph = &mut self.graph;
        if graph.at(node).record.side != Side::Prover {
            return Err(SteerError::WrongSide(node));
        }
        graph.check_edges(node, std::iter::once(&child.position))?;
        let child = graph.join(node, child.played, &child.position, Grade::Winning4).child;
        let record = &mut graph.at_mut(child).record;
        if record.expansions == 0 {
            record.suggested = true;
            graph.mark_changed(child);
        }
        graph.update([child, node]);
        Ok(child)
    }

    /// A node is no longer to be worked on. It is neither proven nor disproven by that, and its
    /// parents go on without it. Jobs in flight may still solve it.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    pub fn forbid(&mut self, node: NodeId) -> Result<(), NoSuchNode> {
        self.require(node)?;
        self.graph.at_mut(node).record.forbidden = true;
        self.tell_parents(node);
        Ok(())
    }

    /// Takes back that a node is forbidden.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    pub fn allow(&mut self, node: NodeId) -> Result<(), NoSuchNode> {
        self.require(node)?;
        self.graph.at_mut(node).record.forbidden = false;
        self.tell_parents(node);
        Ok(())
    }

    /// Whether a node is forbidden itself. Nodes that are only reached through it are not.
    #[must_use]
    pub fn is_forbidden(&self, node: NodeId) -> bool {
        self.node(node).is_some_and(|view| view.record.forbidden)
    }

    fn tell_parents(&mut self, node: NodeId) {
        self.graph.mark_changed(node);
        let parents = self.graph.at(node).parents.clone();
        self.graph.update(parents);
    }
}
