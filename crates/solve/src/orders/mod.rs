//! Wins of any order: VCST and beyond (THEORY 2 to 4).
//!
//! A proof-number search over attacks and defences. An attack is first tried by the VCDT solver
//! under a small allowance; if that fails its moves are tried, the most promising first. At a
//! defence the replies are worked off as THEORY 3 says: null and semi-null moves first, each by
//! a win of a lower order, then what lies in the zones of their answers. Every answer is replayed
//! against what is still open (*zone cutting*), and remembered for positions like it (*patterns*).

mod first;
mod moves;
mod patterns;
mod team;
mod tree;
mod worker;

use std::sync::{Condvar, Mutex, PoisonError};

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget};

pub use self::first::{First, Limit, Tested, test};
pub use crate::replay::Cutting;
use crate::solution::{Answer, Solved, Stones};
use crate::{Budget, Meter};
pub(crate) use team::Team;
use team::Tools;
use tree::{Aim, AttackState, Tree};
use worker::{Role, Shared, Worker};

/// How a search goes about it. What it finds does not depend on this, only how soon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Methods {
    /// The threads that work on one position.
    pub threads: usize,
    /// Whether answers are replayed against other replies.
    pub cutting: Cutting,
    /// How many solutions are remembered for positions like the one they were found in.
    pub patterns: usize,
    /// Nodes that the verifier may take for each reply in its first round.
    pub first_effort: u64,
}

impl Default for Methods {
    fn default() -> Self {
        Methods { threads: 1, cutting: Cutting::Replay, patterns: 1024, first_effort: 50_000 }
    }
}

/// Which win is looked for. Order 1 is VCDT; in Connect6 order 2 is VCST.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The order of the win.
    pub order: Order,
    /// The length of the win.
    pub length: Length,
}

/// The order of the win that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Any order up to this one.
    UpTo(u8),
    /// The lowest order first, up to this one. Each order gets as much effort as those before it,
    /// in rounds of growing effort.
    LowestUpTo(u8),
}

/// The length of the win that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// However many turns it takes.
    Any,
    /// As few turns as possible among the wins of its order.
    Shortest,
}

/// Looks for a win of the side to move.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{GameName, record::move_list};
/// use sixfold_solve::Budget;
/// use sixfold_solve::orders::{Length, Methods, Order, Wanted, solve};
///
/// let moves = "j10 h9i8 k11l10 k8m9";
/// let record = move_list::read(GameName::CONNECT6, moves).unwrap();
/// let position = Connect6Position::replay(&record).unwrap();
/// let wanted = Wanted { order: Order::LowestUpTo(2), length: Length::Any };
/// let solved = solve(&position, wanted, Methods::default(), &Budget::default());
/// assert_eq!(solved.order(), Some(2));
/// ```
#[must_use]
pub fn solve<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    wanted: Wanted,
    methods: Methods,
    budget: &Budget,
) -> Solved {
    let mut meter = Meter::start(budget.clone());
    let team = Team::new(methods, 1, budget.memory);
    let mut solver = team.solver();
    let mut found = match wanted.order {
        Order::UpTo(order) => solver.find(position, order, &mut meter),
        Order::LowestUpTo(order) => solver.find_lowest(position, order, None, &mut meter),
    };
    let mut shortened = None;
    if let (Ok(Some(answer)), Length::Shortest) = (&mut found, wanted.length) {
        shortened = Some(solver.shorten(position, answer, &mut meter).is_ok());
    }
    Solved { is_shortest: shortened, ..Solved::new(found, meter.nodes()) }
}

/// One thread's solver of all orders. Threads of the team that have nothing to do help it.
pub(crate) struct Solver<'a> {
    team: &'a Team,
    tools: Tools<'a>,
}

impl Solver<'_> {
    /// A win of at most this order, or nothing if there is none.
    pub(crate) fn find<S: SegmentState + Send + Sync>(
        &mut self,
        position: &Position<S>,
        order: u8,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, SpentBudget> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        self.find_within(position, Aim { order, turns: Aim::ANY_LENGTH }, meter)
    }

    fn find_within<S: SegmentState + Send + Sync>(
        &mut self,
        position: &Position<S>,
        aim: Aim,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, SpentBudget> {
        let tree = Tree::new(position.turn().player, aim, self.team.cutting());
        let (found, tree) = self.search(position, tree, meter);
        tree.discard();
        found
    }

    /// Looks for shorter wins of the same order until there is none. If the budget does not last, the
    /// shortest one found so far stays.
    fn shorten<S: SegmentState + Send + Sync>(
        &mut self,
        position: &Position<S>,
        answer: &mut Answer,
        meter: &mut Meter,
    ) -> Result<(), SpentBudget> {
        loop {
            let length = answer.attack.length();
            let turns = u8::try_from(length - 1).map_err(|_| SpentBudget::Depth)?;
            let aim = Aim { order: answer.order, turns };
            match self.find_within(position, aim, meter)? {
                Some(shorter) => *answer = shorter,
                None => return Ok(()),
            }
        }
    }

    /// A win of the lowest order that is found, or nothing if there is none of this order. Moves that
    /// are favoured are tried first.
    pub(crate) fn find_lowest<S: SegmentState + Send + Sync>(
        &mut self,
        position: &Position<S>,
        most_order: u8,
        favoured: Option<&[Stones]>,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, SpentBudget> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let attacker = position.turn().player;
        let new_tree = |order| {
            let aim = Aim { order, turns: Aim::ANY_LENGTH };
            Some(Tree::new(attacker, aim, self.team.cutting()).favouring(favoured))
        };
        // Nothing stands for an order of which there is no win.
        let mut trees: Vec<Option<Tree>> = (most_order.min(1)..=most_order).map(new_tree).collect();
        let found = self.find_in(&mut trees, position, meter);
        trees.into_iter().flatten().for_each(Tree::discard);
        found
    }

    /// Works on the trees, one for each order, in rounds of growing effort.
    fn find_in<S: SegmentState + Send + Sync>(
        &mut self,
        trees: &mut [Option<Tree>],
        position: &Position<S>,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, SpentBudget> {
        let last = trees.len() - 1;
        let mut effort = FIRST_EFFORT;
        while trees[last].is_some() {
            for (i, place) in trees.iter_mut().enumerate() {
                let Some(tree) = place.take() else { continue };
                let searched = meter.within(effort, |meter| {
                    let (found, tree) = self.search(position, tree, meter);
                    match found {
                        Err(spent) if spent != SpentBudget::Depth => {
                            *place = Some(tree);
                            Err(spent)
                        }
                        // A higher order may still tell; its tree holds all lower ones.
                        Err(_) if i < last => Ok(None),
                        found => {
                            tree.discard();
                            found
                        }
                    }
                })?;
                if let Some(Some(answer)) = searched {
                    return Ok(Some(answer));
                }
            }
            effort *= 2;
        }
        Ok(None)
    }

    /// Goes on with a search, and gives the tree back.
    fn search<S: SegmentState + Send + Sync>(
        &mut self,
        position: &Position<S>,
        tree: Tree,
        meter: &mut Meter,
    ) -> (Result<Option<Answer>, SpentBudget>, Tree) {
        let shared = Shared { tree: Mutex::new(tree), team: self.team, changed: Condvar::new() };
        let mut helpers = self.team.idle_tools();
        let mut worker =
            |role, tools| Worker::new(&shared, role, position.clone(), tools, meter.fork());
        let owner = worker(Role::Owner, &mut self.tools.vcdt);
        let helpers: Vec<Worker<S>> =
            helpers.iter_mut().map(|tools| worker(Role::Helper, &mut tools.vcdt)).collect();
        let ended: Vec<Result<(), SpentBudget>> = std::thread::scope(|scope| {
            // If the system has no more threads to give, those that are there do the work.
            let helpers: Vec<_> = helpers
                .into_iter()
                .filter_map(|worker| {
                    std::thread::Builder::new().spawn_scoped(scope, || worker.run()).ok()
                })
                .collect();
            let own = owner.run();
            let joined = helpers.into_iter().map(|thread| match thread.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(own).chain(joined).collect()
        });
        meter.report();
        let tree = shared.tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spent = || ended.into_iter().find_map(Result::err).unwrap_or(SpentBudget::Depth);
        let found = match &tree.attack(Tree::ROOT).state {
            AttackState::Won(answer) => Ok(Some(answer.clone())),
            AttackState::Lost => Ok(None),
            AttackState::Stuck => Err(SpentBudget::Depth),
            _ => Err(spent()),
        };
        (found, tree)
    }
}

/// The nodes that each order may take in the first round.
const FIRST_EFFORT: u64 = 20_000;
