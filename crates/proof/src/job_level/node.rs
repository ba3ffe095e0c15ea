//! What follows for a node from its own record and its children.

use super::{Cover, Grade, NodeId, NodeRecord, Others, Settings, Side, Stage, Status, TaskId};
use crate::{Number, Numbers};

/// A node with its place in the graph.
#[derive(Clone, Debug)]
pub(super) struct Node<P, M> {
    pub record: NodeRecord<P, M>,
    /// Where its moves lead, each node once, in the order of the moves.
    pub children: Vec<NodeId>,
    pub parents: Vec<NodeId>,
    /// Greater than that of all parents.
    pub level: u32,
    pub in_flight: Vec<TaskId>,
    pub outlook: Outlook,
    /// Whether it is on the list of nodes that a store has to write.
    pub changed: bool,
}

/// What follows from the children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    pub stage: Stage,
    pub numbers: Numbers,
    /// The numbers with leaves in flight taken for what the policy says.
    pub expected: Numbers,
    /// Nothing is left to be picked at or below it.
    pub flagged: bool,
}

/// What a child means to its parents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    status: Status,
    numbers: Numbers,
    expected: Numbers,
    pub flagged: bool,
}

/// Neither to be proven nor to be disproven.
const HOPELESS: Numbers = Numbers { proof: Number::INFINITY, disproof: Number::INFINITY };

impl<P, M> Node<P, M> {
    pub fn new(record: NodeRecord<P, M>, level: u32) -> Node<P, M> {
        let outlook =
            Outlook { stage: Stage::Stuck, numbers: HOPELESS, expected: HOPELESS, flagged: true };
        Node {
            record,
            children: Vec::new(),
            parents: Vec::new(),
            level,
            in_flight: Vec::new(),
            outlook,
            changed: false,
        }
    }

    /// What it means to its parents. A forbidden node neither helps nor harms.
    pub fn share(&self) -> Share {
        let Outlook { numbers, expected, flagged, .. } = self.outlook;
        match self.record.status {
            Status::Open if self.record.forbidden => {
                Share { status: Status::Open, numbers: HOPELESS, expected: HOPELESS, flagged: true }
            }
            status => Share { status, numbers, expected, flagged },
        }
    }

    /// What is known of it, given its children. It never forgets.
    pub fn status(&self, shares: &[Share]) -> Status {
        let any = |status| shares.iter().any(|share| share.status == status);
        let all = |status| shares.iter().all(|share| share.status == status);
        let record = &self.record;
        match (record.status, record.side) {
            (Status::Open, Side::Prover) if any(Status::Proven) => Status::Proven,
            (Status::Open, Side::Prover)
                if record.others == Others::Lose && all(Status::Disproven) =>
            {
                Status::Disproven
            }
            (Status::Open, Side::Opponent) if any(Status::Disproven) => Status::Disproven,
            (Status::Open, Side::Opponent)
                if record.cover == Some(Cover::Complete) && all(Status::Proven) =>
            {
                Status::Proven
            }
            (status, _) => status,
        }
    }

    /// Stage and numbers, given its children and that its status is up to date.
    pub fn outlook(&self, shares: &[Share], settings: &Settings) -> Outlook {
        let (stage, numbers) = match (self.record.status, self.record.side) {
            (Status::Proven, _) => (Stage::Solved, Numbers::PROVEN),
            (Status::Disproven, _) => (Stage::Solved, Numbers::DISPROVEN),
            (Status::Open, Side::Prover) => self.prover_to_move(shares, settings),
            (Status::Open, Side::Opponent) => self.opponent_to_move(shares, settings),
        };
        let busy = !self.in_flight.is_empty();
        match stage {
            Stage::Leaf => {
                let expected = if busy { settings.policy.expected(numbers) } else { numbers };
                Outlook { stage, numbers, expected, flagged: busy }
            }
            Stage::Inner => {
                let expected = combined(self.record.side, shares.iter().map(|s| s.expected));
                let flagged = shares.iter().all(|share| share.flagged);
                Outlook { stage, numbers, expected, flagged }
            }
            Stage::Solved | Stage::Stuck => {
                Outlook { stage, numbers, expected: numbers, flagged: true }
            }
        }
    }

    fn prover_to_move(&self, shares: &[Share], settings: &Settings) -> (Stage, Numbers) {
        let numbers = combined(Side::Prover, shares.iter().map(|share| share.numbers));
        if numbers.proof != Number::INFINITY {
            return (Stage::Inner, numbers);
        }
        if self.record.may_have_other_moves() {
            let own = self.leaf_numbers(Grade::Losing4, settings);
            let disproof = own.disproof + numbers.disproof;
            return (Stage::Leaf, Numbers { proof: own.proof, disproof });
        }
        let unclear = self.record.others == Others::Open
            || shares.iter().any(|share| share.numbers == HOPELESS);
        if unclear { (Stage::Stuck, HOPELESS) } else { (Stage::Inner, numbers) }
    }

    fn opponent_to_move(&self, shares: &[Share], settings: &Settings) -> (Stage, Numbers) {
        if shares.iter().all(|share| share.status == Status::Proven) {
            return if self.record.may_have_other_defences() {
                (Stage::Leaf, self.leaf_numbers(Grade::Winning4, settings))
            } else {
                (Stage::Stuck, HOPELESS)
            };
        }
        match combined(Side::Opponent, shares.iter().map(|share| share.numbers)) {
            HOPELESS => (Stage::Stuck, HOPELESS),
            numbers => (Stage::Inner, numbers),
        }
    }

    /// The numbers of a leaf: those of its grade, or of another if it has been expanded before and
    /// nothing of that is left.
    fn leaf_numbers(&self, again: Grade, settings: &Settings) -> Numbers {
        let grade = match self.record.expansions {
            0 if self.record.suggested => Grade::Winning4,
            0 => self.record.grade,
            _ => again,
        };
        settings.grades.numbers(grade)
    }
}

impl Outlook {
    /// Whether a walk from above may come here.
    pub fn invites(&self) -> bool {
        let Numbers { proof, disproof } = self.expected;
        let solved = proof == Number::ZERO || disproof == Number::ZERO;
        !self.flagged && !solved && self.expected != HOPELESS
    }
}

/// Least proof and sum of disproofs where the prover is to move, the other way round where his
/// opponent is. A hopeless move is no reason for the prover to think worse of the others.
fn combined(side: Side, children: impl Iterator<Item = Numbers>) -> Numbers {
    match side {
        Side::Prover => {
            children.filter(|child| *child != HOPELESS).fold(Numbers::DISPROVEN, |sum, child| {
                Numbers {
                    proof: sum.proof.min(child.proof),
                    disproof: sum.disproof + child.disproof,
                }
            })
        }
        Side::Opponent => children.fold(Numbers::PROVEN, |sum, child| Numbers {
            proof: sum.proof + child.proof,
            disproof: sum.disproof.min(child.disproof),
        }),
    }
}
