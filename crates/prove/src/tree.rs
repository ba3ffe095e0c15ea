//! A proof tree over the positions of a game: tasks become jobs, answers become findings.

use std::collections::HashMap;

use sixfold_game::certificate::{Certificate, Claim};
use sixfold_game::{GameName, Player, Setup, SquareSet, Value};
use sixfold_jobs::{Done, Effort, Finding as Answer, GradedTurn, Job, Kind, Order, Sealed};
use sixfold_proof::job_level::{
    ApplyError, Child, Cover, Edge, Finding, Grade, NodeId, NodeRecord, NodeView, Others,
    RestoreError, Search, Settings, Side, Status, Task, TaskId, TaskKind,
};
use thiserror::Error;

use crate::evidence::{Evidence, EvidenceError};
use crate::orientation::{Orientation, PositionError, Symmetries};
use crate::proofs::{self, Answers, Conclusion, ProvenReply, Refuted};
use crate::refutation::TurnFinding;

/// A search whose nodes are positions in their canonical orientation and whose moves are turns; a
/// turn with fewer stones than it has leaves the others unplaced (null stones).
pub type PositionSearch = Search<Setup, SquareSet>;

/// A proof tree with its evidence.
#[derive(Clone, Debug)]
pub struct Tree {
    game: GameName,
    prover: Player,
    symmetries: Symmetries,
    root: Setup,
    search: PositionSearch,
    evidence: Evidence,
    /// Further good turns of OR nodes, the best last, from jobs that have told several.
    spare: HashMap<NodeId, Vec<GradedTurn>>,
}

/// What has been kept of a tree.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its nodes; none if it has yet to begin.
    pub nodes: Vec<NodeRecord<Setup, SquareSet>>,
    /// Their evidence.
    pub evidence: Evidence,
}

/// What is to be done next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A job.
    Job(Box<Assignment>),
    /// Nothing: what is known was enough to prove a node.
    Settled(NodeId),
}

/// A job for a node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The task that the job fulfils.
    pub task: TaskId,
    /// The node.
    pub node: NodeId,
    /// The job.
    pub order: Order,
}

/// Why a tree cannot be grown.
#[derive(Debug, Error)]
pub enum TreeError {
    /// The position is not one of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The evidence does not hold what it should.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// What has been kept is no tree.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// An answer does not fit the tree.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// An answer that says nothing.
    #[error("the job has found nothing out")]
    NothingFound,
}

impl Tree {
    /// A tree for a position that the prover is to be shown to win.
    pub fn new(
        game: GameName,
        root: Setup,
        prover: Player,
        settings: Settings,
    ) -> Result<Tree, TreeError> {
        let symmetries = Symmetries::of(game);
        symmetries.check(&root)?;
        let side = if root.turn.player == prover { Side::Prover } else { Side::Opponent };
        let search = Search::new(symmetries.canonical(&root), side, settings);
        Ok(Tree {
            game,
            prover,
            symmetries,
            root,
            search,
            evidence: Evidence::default(),
            spare: HashMap::new(),
        })
    }

    /// A tree that has been kept elsewhere.
    pub fn restore(
        game: GameName,
        root: Setup,
        prover: Player,
        settings: Settings,
        kept: Kept,
    ) -> Result<Tree, TreeError> {
        let mut tree = Tree::new(game, root, prover, settings)?;
        if !kept.nodes.is_empty() {
            tree.search = Search::restore(settings, tree.search.root(), kept.nodes)?;
        }
        tree.evidence = kept.evidence;
        Ok(tree)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameName {
        self.game
    }

    /// The player who is to be shown to win.
    #[must_use]
    pub fn prover(&self) -> Player {
        self.prover
    }

    /// The position that is to be proven, as it was asked for.
    #[must_use]
    pub fn root(&self) -> Setup {
        self.root
    }

    /// The search.
    #[must_use]
    pub fn search(&self) -> &PositionSearch {
        &self.search
    }

    /// The search, to be steered.
    pub fn search_mut(&mut self) -> &mut PositionSearch {
        &mut self.search
    }

    /// The evidence.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    pub(crate) fn evidence_mut(&mut self) -> &mut Evidence {
        &mut self.evidence
    }

    /// The symmetries of the board.
    #[must_use]
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// How the root lies for whoever asked.
    #[must_use]
    pub fn root_orientation(&self) -> Option<Orientation> {
        self.symmetries.between(&self.node(self.search.root())?.record.position, &self.root)
    }

    /// What to do next; empty if the root is solved or all that is worth doing is being done.
    pub fn next(&mut self, effort: Effort) -> Result<Vec<Next>, TreeError> {
        let tasks = self.search.next();
        tasks.into_iter().map(|task| self.begin(task, effort)).collect()
    }

    /// Makes a job of a task, or settles it with what is known.
    pub fn begin(&mut self, task: Task<SquareSet>, effort: Effort) -> Result<Next, TreeError> {
        let Some(view) = self.node(task.node) else { return Err(TreeError::NothingFound) };
        let position = view.record.position;
        let mut known = None;
        let kind = match task.kind {
            TaskKind::Move { excluded } => {
                let refuted = self.refuted(task.node)?;
                if let Some(proof) = refuted.as_ref().and_then(|refuted| refuted.proof.as_ref()) {
                    self.evidence.prove(task.node, sealed(task.node, proof)?);
                    self.search.apply(task.id, Finding::Disproven)?;
                    return Ok(Next::Settled(task.node));
                }
                if let Some(child) = self.spare_child(task.node, &position, refuted.as_ref())? {
                    self.search.apply(task.id, Finding::Move { child, others: Others::Open })?;
                    return Ok(Next::Settled(task.node));
                }
                let same = |turn: &SquareSet| self.symmetries.same_turns(&position, *turn);
                Kind::Move { excluded: excluded.iter().flat_map(same).collect() }
            }
            TaskKind::Verify => {
                let answers = self.answers(task.node)?;
                match proofs::conclusion(&self.symmetries, &self.claim(position), &answers)? {
                    Conclusion::Proven(proof) => {
                        self.evidence.prove(task.node, sealed(task.node, &proof)?);
                        self.search.apply(task.id, Finding::Proven)?;
                        return Ok(Next::Settled(task.node));
                    }
                    Conclusion::Partial(partial) => {
                        known = Some(Sealed::seal(&partial).map_err(EvidenceError::Sink)?);
                    }
                    Conclusion::Nothing => {}
                }
                Kind::Verify { known: known.as_ref().map(Sealed::digest) }
            }
        };
        let job = Job::new(self.game, position, kind, effort);
        let order = Order { job, known };
        Ok(Next::Job(Box::new(Assignment { task: task.id, node: task.node, order })))
    }

    /// The next good turn of a node that leads to a position that it does not lead to yet, if a job
    /// has told one.
    fn spare_child(
        &mut self,
        node: NodeId,
        position: &Setup,
        refuted: Option<&Refuted>,
    ) -> Result<Option<Child<Setup, SquareSet>>, TreeError> {
        while let Some(turn) = self.spare.get_mut(&node).and_then(Vec::pop) {
            if refuted.is_some_and(|refuted| !refuted.leaves(turn.stones)) {
                continue;
            }
            let child = self.child(position, turn)?;
            let known = self.search.find(&child.position);
            let edges = self.node(node).map(|view| view.record.edges.as_slice());
            let is_known = |edge: &Edge<SquareSet>| Some(edge.child) == known;
            if !edges.is_some_and(|edges| edges.iter().any(is_known)) {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }

    /// Takes in the answer to a job, which has been accepted.
    pub fn take(&mut self, task: TaskId, node: NodeId, done: &Done) -> Result<(), TreeError> {
        let Some(view) = self.node(node) else { return Err(TreeError::NothingFound) };
        let (side, position) = (view.record.side, view.record.position);
        if let (GameName::Hex(_), Answer::Best { .. } | Answer::NoOtherTurn) =
            (self.game, &done.finding)
        {
            return self.take_turns(task, node, &done.finding);
        }
        let finding = self.finding(side, &position, &done.finding)?;
        self.search.apply(task, finding.clone())?;
        if let Answer::Best { turns, .. } = &done.finding {
            self.spare.insert(node, turns.iter().skip(1).rev().copied().collect());
        }
        match (finding, &done.certificate) {
            (Finding::Proven | Finding::Disproven, Some(proof)) => {
                self.evidence.prove(node, proof.clone());
            }
            (Finding::Defences { .. }, Some(partial)) => {
                self.evidence.answer(node, partial.clone());
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes in what a job says about the turns of the prover in Hex.
    fn take_turns(&mut self, task: TaskId, node: NodeId, answer: &Answer) -> Result<(), TreeError> {
        let refuted = self.refuted(node)?;
        let TurnFinding { finding, spare } =
            self.finding_of_turns(node, answer, refuted.as_ref())?;
        let proof = refuted.and_then(|refuted| refuted.proof);
        let proof = proof.filter(|_| finding == Finding::Disproven);
        let proof = proof.map(|proof| sealed(node, &proof)).transpose()?;
        self.search.apply(task, finding)?;
        if let Some(proof) = proof {
            self.evidence.prove(node, proof);
        }
        self.spare.insert(node, spare);
        Ok(())
    }

    fn finding(
        &self,
        side: Side,
        position: &Setup,
        answer: &Answer,
    ) -> Result<Finding<Setup, SquareSet>, TreeError> {
        Ok(match (answer, side) {
            (Answer::Won, Side::Prover) | (Answer::Lost, Side::Opponent) => Finding::Proven,
            (Answer::Lost, Side::Prover) | (Answer::Won, Side::Opponent) => Finding::Disproven,
            (Answer::Best { turns, others }, _) => {
                let best = turns.first().ok_or(TreeError::NothingFound)?;
                let others = if turns.len() == 1 { *others } else { Others::Open };
                Finding::Move { child: self.child(position, *best)?, others }
            }
            (Answer::NoOtherTurn, _) => Finding::NoOtherMove,
            (Answer::Unrefuted(replies), _) => {
                let children = replies.iter().map(|reply| self.child(position, *reply));
                Finding::Defences {
                    children: children.collect::<Result<_, _>>()?,
                    cover: Cover::SoFar,
                }
            }
            (Answer::NoWin | Answer::Unknown, _) => return Err(TreeError::NothingFound),
        })
    }

    /// The node after a turn. A game that is over without a win of the prover is lost to him.
    pub fn child(
        &self,
        position: &Setup,
        turn: GradedTurn,
    ) -> Result<Child<Setup, SquareSet>, TreeError> {
        let after = self.symmetries.after(position, turn.stones);
        let grade = match self.symmetries.outcome(&after)? {
            Some(outcome) if outcome.value_for(self.prover) != Value::Win => Grade::Lost,
            _ => turn.grade,
        };
        Ok(Child { played: turn.stones, position: self.symmetries.canonical(&after), grade })
    }

    pub(crate) fn node(&self, node: NodeId) -> Option<NodeView<'_, Setup, SquareSet>> {
        self.search.node(node)
    }

    pub(crate) fn claim(&self, setup: Setup) -> Claim {
        Claim { game: self.game, setup, winner: self.prover, order: None }
    }

    /// What is known about the replies of an AND node: by jobs, and by its proven children.
    fn answers(&mut self, node: NodeId) -> Result<Answers, TreeError> {
        let mut answers = Answers::default();
        if let Some(partial) = self.evidence.partial(node) {
            answers.partial = Some(partial.open().map_err(EvidenceError::Unseal)?);
        }
        let Some(view) = self.node(node) else { return Ok(answers) };
        let position = view.record.position;
        for edge in view.record.edges.clone() {
            let Some(child) = self.node(edge.child).filter(|c| c.record.status == Status::Proven)
            else {
                continue;
            };
            let turned = child.record.position;
            let after = self.symmetries.after(&position, edge.played);
            let proof = self.proof(edge.child)?;
            let way = self.symmetries.between(&turned, &after);
            let way = way.ok_or(EvidenceError::Missing(edge.child))?;
            answers.proven.push(ProvenReply { played: edge.played, proof, way });
        }
        Ok(answers)
    }

    /// The certificate of a proven node. That of an OR node may have to be put together from that of
    /// the child that proves it.
    pub fn proof(&mut self, node: NodeId) -> Result<Certificate, TreeError> {
        if let Some(proof) = self.evidence.proof(node) {
            return Ok(proof.open().map_err(EvidenceError::Unseal)?);
        }
        let missing = EvidenceError::Missing(node);
        let Some(view) = self.node(node) else { return Err(missing.into()) };
        let position = view.record.position;
        let proven = view.record.edges.iter().find_map(|edge| {
            let child = self.node(edge.child)?;
            let proof = self.evidence.proof(edge.child)?;
            (child.record.status == Status::Proven).then_some((edge.played, child, proof))
        });
        let Some((played, child, proof)) = proven else { return Err(missing.into()) };
        let after = self.symmetries.after(&position, played);
        let way = self.symmetries.between(&child.record.position, &after);
        let way = way.ok_or(EvidenceError::Missing(node))?;
        let proof = proof.open().map_err(EvidenceError::Unseal)?;
        let certificate = proofs::after_turn(&self.claim(position), played, &proof, &way)?;
        self.evidence.prove(node, sealed(node, &certificate)?);
        Ok(certificate)
    }

    /// The proof of the root as it was asked for, checked.
    pub fn certificate(&mut self) -> Result<Certificate, TreeError> {
        let proof = self.proof(self.search.root())?;
        self.as_asked_for(&proof)
    }

    /// A proof about the root in the orientation in which it was asked for, checked.
    pub(crate) fn as_asked_for(&self, proof: &Certificate) -> Result<Certificate, TreeError> {
        let root = self.search.root();
        let missing = EvidenceError::Missing(root);
        let way = self.root_orientation().ok_or(missing)?;
        let claim = Claim { winner: proof.claim.winner, ..self.claim(self.root) };
        let certificate = proofs::turned(&claim, proof, &way)?;
        checked(root, &certificate)?;
        Ok(certificate)
    }
}

/// Nothing counts as proven that the checker does not accept.
fn checked(node: NodeId, certificate: &Certificate) -> Result<(), TreeError> {
    match sixfold_check::check(certificate) {
        Ok(_) => Ok(()),
        Err(fault) => Err(EvidenceError::Wrong { node, reason: fault.to_string() }.into()),
    }
}

fn sealed(node: NodeId, certificate: &Certificate) -> Result<Sealed, TreeError> {
    checked(node, certificate)?;
    Ok(Sealed::seal(certificate).map_err(EvidenceError::Sink)?)
}
