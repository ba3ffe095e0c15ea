//! The search itself: giving out jobs and taking in what they have found.

use std::collections::HashMap;
use std::hash::Hash;

use super::graph::{Graph, Joined};
use super::{
    ApplyError, Child, Cover, Finding, NoSuchNode, NodeId, Others, Settings, Side, Status,
    SteerError, Task, TaskId, TaskKind, UnknownTask,
};

/// A job-level proof-number search: which jobs to do next, and what follows from their findings.
///
/// `P` is the identity of a position: what is equal is one node. `M` is a move.
#[derive(Clone, Debug)]
pub struct Search<P, M> {
    pub(super) graph: Graph<P, M>,
    pub(super) tasks: HashMap<TaskId, NodeId>,
    pub(super) next_task: TaskId,
}

impl<P: Clone + Eq + Hash, M: Clone + Eq> Search<P, M> {
    /// A search that has yet to begin.
    #[must_use]
    pub fn new(root: P, side: Side, settings: Settings) -> Search<P, M> {
        Search::of(Graph::new(root, side, settings))
    }

    pub(super) fn of(graph: Graph<P, M>) -> Search<P, M> {
        Search { graph, tasks: HashMap::new(), next_task: TaskId(0) }
    }

    /// The jobs to do next: that of the most proving leaf, and the next move of an OR node on the
    /// way to it where one is due. Empty if the root is solved, or all that is worth doing is in
    /// flight.
    ///
    /// They count as in flight until they are applied or given back.
    #[expect(clippy::should_implement_trait, reason = "none now may be followed by some later")]
    pub fn next(&mut self) -> Vec<Task<M>> {
        let nodes = self.graph.picked();
        let tasks = nodes.iter().map(|node| self.give_out(*node)).collect();
        self.graph.update(nodes);
        tasks
    }

    /// Counts a job as in flight that was not picked here: one that was given out before a restart,
    /// or one that somebody wants to be done. It has a new number.
    ///
    /// # Errors
    ///
    /// If there is no such node, or the kind of job does not fit it.
    pub fn resume(&mut self, node: NodeId, kind: TaskKind<M>) -> Result<Task<M>, SteerError> {
        self.require(node)?;
        match (self.graph.at(node).record.side, &kind) {
            (Side::Prover, TaskKind::Move { .. }) | (Side::Opponent, TaskKind::Verify) => {}
            _ => return Err(SteerError::WrongSide(node)),
        }
        let id = self.take_number(node);
        self.graph.update([node]);
        Ok(Task { id, node, kind })
    }

    /// The job will not be done now. It may be picked again.
    ///
    /// # Errors
    ///
    /// If there is no such job in flight.
    pub fn give_back(&mut self, task: TaskId) -> Result<(), UnknownTask> {
        let node = self.land(task)?;
        self.graph.update([node]);
        Ok(())
    }

    /// Takes in what a job has found. The node may be solved meanwhile, and stays so.
    ///
    /// # Errors
    ///
    /// If the job is not in flight, so that a finding that is delivered twice counts once; or if
    /// the finding cannot be true. The job then stays in flight.
    pub fn apply(&mut self, task: TaskId, finding: Finding<P, M>) -> Result<(), ApplyError> {
        let node = *self.tasks.get(&task).ok_or(UnknownTask(task))?;
        self.check(node, &finding)?;
        self.land(task)?;
        let record = &mut self.graph.at_mut(node).record;
        record.expansions += 1;
        record.suggested = false;
        self.graph.mark_changed(node);
        let mut news = self.take_in(node, finding);
        news.push(node);
        self.graph.update(news);
        Ok(())
    }

    pub(super) fn require(&self, node: NodeId) -> Result<(), NoSuchNode> {
        if (node.0 as usize) < self.graph.nodes.len() { Ok(()) } else { Err(NoSuchNode(node)) }
    }

    fn give_out(&mut self, node: NodeId) -> Task<M> {
        let record = &self.graph.at(node).record;
        let kind = match record.side {
            Side::Prover => TaskKind::Move {
                excluded: record.edges.iter().map(|edge| edge.played.clone()).collect(),
            },
            Side::Opponent => TaskKind::Verify,
        };
        Task { id: self.take_number(node), node, kind }
    }

    fn take_number(&mut self, node: NodeId) -> TaskId {
        let id = self.next_task;
        self.next_task = TaskId(id.0 + 1);
        self.tasks.insert(id, node);
        self.graph.at_mut(node).in_flight.push(id);
        id
    }

    fn land(&mut self, task: TaskId) -> Result<NodeId, UnknownTask> {
        let node = self.tasks.remove(&task).ok_or(UnknownTask(task))?;
        self.graph.at_mut(node).in_flight.retain(|other| *other != task);
        Ok(node)
    }

    fn check(&self, node: NodeId, finding: &Finding<P, M>) -> Result<(), ApplyError> {
        let record = &self.graph.at(node).record;
        let (side, claim, children) = match finding {
            Finding::Proven => (record.side, Status::Proven, &[][..]),
            Finding::Disproven => (record.side, Status::Disproven, &[][..]),
            Finding::Move { child, .. } => {
                (Side::Prover, Status::Open, std::slice::from_ref(child))
            }
            Finding::NoOtherMove => (Side::Prover, Status::Open, &[][..]),
            Finding::Defences { children, .. } => (Side::Opponent, Status::Open, &children[..]),
        };
        if side != record.side {
            return Err(ApplyError::WrongSide(node));
        }
        if contradict(record.status, claim) {
            return Err(ApplyError::Contradiction(node));
        }
        self.graph.check_edges(node, children.iter().map(|child| &child.position))?;
        children.iter().try_for_each(|child| self.check_child(node, child))
    }

    /// A grade may claim a proof, which may contradict what is known of the child, or of the node.
    fn check_child(&self, node: NodeId, child: &Child<P, M>) -> Result<(), ApplyError> {
        let known = self.graph.index.get(&child.position).copied();
        let claim = child.grade.status();
        if let Some(known) = known
            && contradict(self.graph.at(known).record.status, claim)
        {
            return Err(ApplyError::Contradiction(known));
        }
        let child = known.map_or(claim, |known| match self.graph.at(known).record.status {
            Status::Open => claim,
            status => status,
        });
        let record = &self.graph.at(node).record;
        let follows = match (record.side, child) {
            (Side::Prover, Status::Proven) => Status::Proven,
            (Side::Opponent, Status::Disproven) => Status::Disproven,
            _ => Status::Open,
        };
        if contradict(record.status, follows) {
            return Err(ApplyError::Contradiction(node));
        }
        Ok(())
    }

    /// Takes in a finding that has been checked. Gives the children that it has touched.
    fn take_in(&mut self, node: NodeId, finding: Finding<P, M>) -> Vec<NodeId> {
        match finding {
            Finding::Proven => self.graph.settle(node, Status::Proven),
            Finding::Disproven => self.graph.settle(node, Status::Disproven),
            Finding::NoOtherMove => self.graph.at_mut(node).record.others = Others::Lose,
            Finding::Move { child, others } => return vec![self.take_move(node, child, others)],
            Finding::Defences { children, cover } => {
                return self.take_defences(node, children, cover);
            }
        }
        Vec::new()
    }

    fn take_move(&mut self, node: NodeId, child: Child<P, M>, others: Others) -> NodeId {
        let Joined { child, known } = self.take_child(node, child);
        let record = &mut self.graph.at_mut(node).record;
        record.fruitless = if known { record.fruitless + 1 } else { 0 };
        if others == Others::Lose {
            record.others = others;
        }
        child
    }

    fn take_defences(
        &mut self,
        node: NodeId,
        children: Vec<Child<P, M>>,
        cover: Cover,
    ) -> Vec<NodeId> {
        let joined: Vec<Joined> =
            children.into_iter().map(|child| self.take_child(node, child)).collect();
        let graph = &mut self.graph;
        let is_proven = |child: &NodeId| graph.at(*child).record.status == Status::Proven;
        let nothing_new = joined.iter().all(|joined| joined.known)
            && graph.at(node).children.iter().all(is_proven);
        let record = &mut graph.at_mut(node).record;
        record.fruitless = if nothing_new { record.fruitless + 1 } else { 0 };
        if record.cover != Some(Cover::Complete) {
            record.cover = Some(cover);
        }
        joined.into_iter().map(|joined| joined.child).collect()
    }

    fn take_child(&mut self, node: NodeId, child: Child<P, M>) -> Joined {
        let joined = self.graph.join(node, child.played, &child.position, child.grade);
        if self.graph.at(joined.child).record.position == child.position {
            self.graph.settle(joined.child, child.grade.status());
        }
        joined
    }
}

/// Whether a claim is the opposite of what is known.
fn contradict(known: Status, claim: Status) -> bool {
    matches!(
        (known, claim),
        (Status::Proven, Status::Disproven) | (Status::Disproven, Status::Proven)
    )
}
