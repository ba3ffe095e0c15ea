//! A search made again from its records.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::graph::Graph;
use super::{Counts, EdgeError, NodeId, NodeRecord, RestoreError, Search, Settings};

impl<P: Clone + Eq + Hash, M: Clone + Eq> Search<P, M> {
    /// A search whose nodes have been kept elsewhere, in any order. Nothing is in flight, and jobs
    /// are numbered from 0 again; numbers are worked out anew.
    ///
    /// # Errors
    ///
    /// If the records are not those of a search.
    pub fn restore(
        settings: Settings,
        root: NodeId,
        mut records: Vec<NodeRecord<P, M>>,
    ) -> Result<Search<P, M>, RestoreError> {
        records.sort_by_key(|record| record.id);
        let mut graph = Graph {
            root,
            nodes: Vec::with_capacity(records.len()),
            index: HashMap::with_capacity(records.len()),
            settings,
            counts: Counts::default(),
            changed: Vec::new(),
        };
        for mut record in records {
            if record.id != graph.next_id() {
                return Err(RestoreError::Missing(graph.next_id()));
            }
            if let Some(known) = graph.index.get(&record.position) {
                return Err(RestoreError::SamePosition(*known, record.id));
            }
            record.edges.sort_by_key(|edge| edge.rank);
            graph.insert(record, 0);
        }
        if root >= graph.next_id() {
            return Err(RestoreError::Missing(root));
        }
        graph.connect_all()?;
        let sorted = graph.find_levels()?;
        graph.update(sorted);
        let mut search = Search::of(graph);
        search.take_changed();
        Ok(search)
    }
}

impl<P: Clone + Eq + Hash, M: Clone + Eq> Graph<P, M> {
    fn connect_all(&mut self) -> Result<(), RestoreError> {
        for from in (0..self.next_id().0).map(NodeId) {
            let children: Vec<NodeId> =
                self.at(from).record.edges.iter().map(|edge| edge.child).collect();
            for to in children {
                if to >= self.next_id() {
                    return Err(RestoreError::Dangling { from, to });
                }
                if self.at(to).record.side == self.at(from).record.side {
                    return Err(EdgeError::SameSide { from, to }.into());
                }
                self.connect(from, to);
            }
        }
        Ok(())
    }

    /// Puts every node below its parents. Gives all nodes.
    fn find_levels(&mut self) -> Result<Vec<NodeId>, RestoreError> {
        let mut parents_left: Vec<usize> =
            self.nodes.iter().map(|node| node.parents.len()).collect();
        let mut ready: VecDeque<NodeId> = (0..self.next_id().0)
            .map(NodeId)
            .filter(|id| self.at(*id).parents.is_empty())
            .collect();
        let mut sorted = Vec::with_capacity(self.nodes.len());
        while let Some(id) = ready.pop_front() {
            sorted.push(id);
            let below = self.at(id).level + 1;
            for child in self.at(id).children.clone() {
                let level = self.at(child).level.max(below);
                self.at_mut(child).level = level;
                parents_left[child.0 as usize] -= 1;
                if parents_left[child.0 as usize] == 0 {
                    ready.push_back(child);
                }
            }
        }
        if sorted.len() == self.nodes.len() { Ok(sorted) } else { Err(RestoreError::Cycle) }
    }
}
