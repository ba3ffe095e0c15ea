//! A search with several jobs in flight, whose results come in any order, twice, or never.

use fastrand::Rng;
use sixfold_proof::job_level::{
    ApplyError, Child, Cover, Finding, Grade, NodeId, Others, Policy, Search, Settings, Siblings,
    Side, Status, Task, UnknownTask,
};

use crate::game::{Move, Position, Shape, TestGame, TestSearch};

pub const POLICIES: [Policy; 4] =
    [Policy::VirtualWin, Policy::VirtualLoss, Policy::Greedy, Policy::VirtualEquivalence];

/// All settings that a search may have.
pub fn all_settings() -> impl Iterator<Item = Settings> {
    POLICIES.into_iter().flat_map(|policy| {
        [Siblings::Postponed, Siblings::Eager].map(|siblings| Settings {
            policy,
            siblings,
            ..Settings::default()
        })
    })
}

pub struct Turmoil {
    pub rng: Rng,
    pub game: TestGame,
    pub settings: Settings,
    pub search: TestSearch,
    pub in_flight: Vec<(Task<Move>, Finding<Position, Move>)>,
}

impl Turmoil {
    pub fn new(seed: u64, shape: Shape, settings: Settings) -> Turmoil {
        let mut rng = Rng::with_seed(seed);
        let size = rng.usize(2..40);
        let game = TestGame::random(&mut rng, shape, size);
        let search = Search::new(0, game.side(), settings);
        Turmoil { rng, game, settings, search, in_flight: Vec::new() }
    }

    /// Gives out the next jobs, if any.
    pub fn ask(&mut self) -> Vec<Task<Move>> {
        let tasks = self.search.next();
        for task in &tasks {
            let finding = self.game.answer(&mut self.rng, &self.search, task);
            self.in_flight.push((task.clone(), finding));
        }
        tasks
    }

    /// One job comes back, now and then twice or undone.
    pub fn deliver(&mut self) {
        if self.in_flight.is_empty() {
            return;
        }
        let (task, finding) = self.in_flight.swap_remove(self.rng.usize(..self.in_flight.len()));
        if self.rng.u8(..100) < 10 {
            self.search.give_back(task.id).expect("the job is in flight");
        } else {
            self.search.apply(task.id, finding.clone()).expect("the finding is true");
        }
        if self.rng.u8(..100) < 20 {
            let unknown = UnknownTask(task.id);
            assert_eq!(self.search.give_back(task.id), Err(unknown));
            assert_eq!(self.search.apply(task.id, finding), Err(ApplyError::UnknownTask(unknown)));
        }
    }

    /// One job comes back with something that its node has already.
    pub fn deliver_nothing_new(&mut self) {
        if self.in_flight.is_empty() {
            return;
        }
        let index = self.rng.usize(..self.in_flight.len());
        let record = self.search.node(self.in_flight[index].0.node).expect("a node").record;
        let known = record.edges.iter().map(|edge| Child {
            played: edge.played,
            position: self.search.node(edge.child).expect("a node").record.position,
            grade: Grade::Stable,
        });
        let finding = match (record.side, known.clone().next_back()) {
            (Side::Prover, Some(child)) => Finding::Move { child, others: Others::Open },
            (Side::Prover, None) => return self.deliver(),
            (Side::Opponent, _) => {
                Finding::Defences { children: known.collect(), cover: Cover::SoFar }
            }
        };
        let (task, _) = self.in_flight.swap_remove(index);
        self.search.apply(task.id, finding).expect("nothing new");
    }

    /// Somebody interferes.
    pub fn steer(&mut self) {
        let node = NodeId(self.rng.u32(..self.search.counts().nodes as u32));
        match self.rng.u8(..3) {
            0 => self.search.forbid(node).expect("the node is there"),
            1 => self.search.allow(node).expect("the node is there"),
            _ => {
                let position = self.search.node(node).expect("the node").record.position;
                let moves = self.game.moves(position);
                if !moves.is_empty() {
                    let (played, to) = moves[self.rng.usize(..moves.len())];
                    let child = self.game.child(&mut self.rng, played, to);
                    // It is refused where the opponent is to move.
                    let _refused = self.search.suggest(node, child);
                }
            }
        }
    }

    pub fn allow_everything(&mut self) {
        for node in 0..self.search.counts().nodes as u32 {
            self.search.allow(NodeId(node)).expect("the node is there");
        }
    }

    pub fn give_everything_back(&mut self) {
        for (task, _) in self.in_flight.drain(..) {
            self.search.give_back(task.id).expect("the job is in flight");
        }
    }

    /// Works until the root is solved, looking at the search after every step.
    pub fn finish(&mut self, workers: usize, mut look: impl FnMut(&mut Turmoil)) {
        while self.search.status() == Status::Open {
            let idle = self.in_flight.len() >= workers || self.ask().is_empty();
            assert!(!self.in_flight.is_empty(), "there is something to do");
            if idle || self.rng.bool() {
                self.deliver();
            }
            look(self);
        }
    }
}
