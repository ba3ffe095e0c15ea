//! Everything about a search worked out from the records alone, from scratch.

use std::collections::{BTreeSet, HashMap};

use sixfold_proof::Numbers;
use sixfold_proof::job_level::{
    Counts, Cover, Grade, NodeId, NodeRecord, Others, Policy, Settings, Side, Stage, Status,
};

use crate::game::{Move, Position, TestSearch};

const INFINITY: f64 = f64::INFINITY;
const HOPELESS: Pair = (INFINITY, INFINITY);

/// Proof and disproof number.
type Pair = (f64, f64);

#[derive(Clone, Copy)]
struct Appraisal {
    real: Pair,
    pretended: Pair,
    flagged: bool,
    stage: Stage,
}

pub struct Naive<'a> {
    search: &'a TestSearch,
    settings: Settings,
    known: HashMap<NodeId, Appraisal>,
}

impl Naive<'_> {
    pub fn new(search: &TestSearch, settings: Settings) -> Naive<'_> {
        Naive { search, settings, known: HashMap::new() }
    }

    fn record(&self, id: NodeId) -> &NodeRecord<Position, Move> {
        self.search.node(id).expect("a node").record
    }

    fn children(&self, id: NodeId) -> Vec<NodeId> {
        let mut seen = BTreeSet::new();
        let edges = self.record(id).edges.iter().map(|edge| edge.child);
        edges.filter(|child| seen.insert(*child)).collect()
    }

    fn is_out(&self, id: NodeId) -> bool {
        self.record(id).forbidden && self.record(id).status == Status::Open
    }

    fn appraise(&mut self, id: NodeId) -> Appraisal {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let children: Vec<Appraisal> = self
            .children(id)
            .into_iter()
            .map(|child| match self.appraise(child) {
                known if self.is_out(child) => {
                    Appraisal { real: HOPELESS, pretended: HOPELESS, flagged: true, ..known }
                }
                known => known,
            })
            .collect();
        let (stage, real) = self.stage_and_numbers(id, &children);
        let busy = !self.search.node(id).expect("a node").in_flight.is_empty();
        let side = self.record(id).side;
        let pretended = match stage {
            Stage::Leaf if busy => self.pretended(real),
            Stage::Inner => min_and_sum(side, &children, |child| child.pretended),
            _ => real,
        };
        let flagged = match stage {
            Stage::Leaf => busy,
            Stage::Inner => children.iter().all(|child| child.flagged),
            Stage::Solved | Stage::Stuck => true,
        };
        let appraisal = Appraisal { real, pretended, flagged, stage };
        self.known.insert(id, appraisal);
        appraisal
    }

    fn pretended(&self, real: Pair) -> Pair {
        match self.settings.policy {
            Policy::VirtualEquivalence => real,
            Policy::VirtualLoss => (INFINITY, 0.0),
            Policy::Greedy if real.0 > real.1 => (INFINITY, 0.0),
            Policy::Greedy | Policy::VirtualWin => (0.0, INFINITY),
        }
    }

    fn stage_and_numbers(&self, id: NodeId, children: &[Appraisal]) -> (Stage, Pair) {
        let record = self.record(id);
        let sums = min_and_sum(record.side, children, |child| child.real);
        let leaf = |again| {
            let first = if record.suggested { Grade::Winning4 } else { record.grade };
            let grade = if record.expansions == 0 { first } else { again };
            pair(self.settings.grades.numbers(grade))
        };
        let hopeless = (Stage::Stuck, HOPELESS);
        let all_proven = children.iter().all(|child| child.real.0 == 0.0);
        match (record.status, record.side) {
            (Status::Proven, _) => (Stage::Solved, (0.0, INFINITY)),
            (Status::Disproven, _) => (Stage::Solved, (INFINITY, 0.0)),
            (_, Side::Prover) if sums.0 == INFINITY => match record.others {
                Others::Open if record.fruitless < 2 => {
                    let own = leaf(Grade::Losing4);
                    (Stage::Leaf, (own.0, own.1 + sums.1))
                }
                Others::Lose if children.iter().all(|child| child.real != HOPELESS) => {
                    (Stage::Inner, sums)
                }
                _ => hopeless,
            },
            (_, Side::Opponent) if all_proven && record.fruitless == 0 => {
                (Stage::Leaf, leaf(Grade::Winning4))
            }
            (_, Side::Opponent) if all_proven || sums == HOPELESS => hopeless,
            _ => (Stage::Inner, sums),
        }
    }

    /// Every number, flag and stage is what it should be, and nothing that follows is missing.
    pub fn assert_agrees(&mut self) {
        let mut counts = Counts { in_flight: self.search.counts().in_flight, ..Counts::default() };
        for view in self.search.nodes() {
            let id = view.record.id;
            let expected = self.appraise(id);
            assert_eq!(pair(view.numbers), expected.real, "numbers of {id:?}");
            assert_eq!(view.stage, expected.stage, "stage of {id:?}");
            assert_eq!(view.flagged, expected.flagged, "flag of {id:?}");
            self.assert_nothing_follows(view.record);
            counts.nodes += 1;
            match (view.record.status, view.stage) {
                (Status::Proven, _) => counts.proven += 1,
                (Status::Disproven, _) => counts.disproven += 1,
                (_, Stage::Leaf) => counts.leaves += 1,
                (_, Stage::Stuck) => counts.stuck += 1,
                _ => {}
            }
        }
        assert_eq!(self.search.counts(), counts);
    }

    fn assert_nothing_follows(&self, record: &NodeRecord<Position, Move>) {
        let children = record.edges.iter().map(|edge| self.record(edge.child).status);
        if record.status == Status::Open {
            let (sooner, closed) = match record.side {
                Side::Prover => (Status::Proven, record.others == Others::Lose),
                Side::Opponent => (Status::Disproven, record.cover == Some(Cover::Complete)),
            };
            assert!(children.clone().all(|status| status != sooner));
            assert!(!closed || children.clone().any(|status| status == Status::Open));
        }
    }

    /// The leaf that a textbook would pick.
    pub fn pick(&mut self) -> Option<NodeId> {
        let mut id = self.search.root();
        if !self.may_pick(id) {
            return None;
        }
        while self.appraise(id).stage == Stage::Inner {
            let side = self.record(id).side;
            let mut best: Option<(f64, NodeId)> = None;
            for child in self.children(id) {
                let pretended = self.appraise(child).pretended;
                let effort = match side {
                    Side::Prover if self.record(child).suggested => -1.0,
                    Side::Prover => pretended.0,
                    Side::Opponent => pretended.1,
                };
                if self.may_pick(child) && best.is_none_or(|(least, _)| effort < least) {
                    best = Some((effort, child));
                }
            }
            id = best.expect("a way down").1;
        }
        Some(id)
    }

    fn may_pick(&mut self, id: NodeId) -> bool {
        let Appraisal { pretended, flagged, .. } = self.appraise(id);
        let solved = pretended.0 == 0.0 || pretended.1 == 0.0 || pretended == HOPELESS;
        let flagged = flagged && self.settings.policy == Policy::VirtualEquivalence;
        !solved && !flagged && !self.is_out(id)
    }
}

fn min_and_sum(side: Side, children: &[Appraisal], of: fn(&Appraisal) -> Pair) -> Pair {
    let pairs: Vec<Pair> = children.iter().map(of).collect();
    let least = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(INFINITY, f64::min);
    match side {
        Side::Prover => (
            least(&mut pairs.iter().map(|pair| pair.0)),
            pairs.iter().filter(|pair| **pair != HOPELESS).map(|pair| pair.1).sum(),
        ),
        Side::Opponent => {
            (pairs.iter().map(|pair| pair.0).sum(), least(&mut pairs.iter().map(|pair| pair.1)))
        }
    }
}

fn pair(numbers: Numbers) -> Pair {
    let float = |number: sixfold_proof::Number| number.finite().map_or(INFINITY, f64::from);
    (float(numbers.proof), float(numbers.disproof))
}
