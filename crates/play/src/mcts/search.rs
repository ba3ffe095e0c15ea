//! The threads that grow the tree.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sixfold_connect::SegmentState;
use sixfold_game::SpentBudget;
use sixfold_solve::Meter;

use super::examine::Examiner;
use super::report;
use super::select::Guide;
use super::settings::Settings;
use super::tree::{Edge, Fate, Stage, Tree};
use crate::Board;
use crate::candidates::Coverage;
use crate::root::Root;
use crate::tactics::Tactics;

/// What the threads share.
struct Shared<'a, S> {
    tree: Mutex<Tree>,
    guide: Guide,
    root: &'a Root<'a, S>,
    /// The bytes that the tree may take.
    memory: usize,
}

/// Grows the tree of a position until it is settled or the budget is spent, and gives it back.
pub(super) fn grow<S: SegmentState + Send + Sync>(
    tree: Tree,
    board: &Board<S>,
    settings: Settings,
    tactics: &mut [Tactics],
    root: &mut Root<S>,
) -> Tree {
    let task = root.task;
    let mut meter = Meter::start(root.search_budget());
    let guide = Guide::new(settings, task.depth, tree[Tree::ROOT].mover);
    let memory = task.budget.memory / 2;
    let shared = Shared { tree: Mutex::new(tree), guide, root, memory };
    let workers: Vec<Worker<S>> = tactics
        .iter_mut()
        .enumerate()
        .map(|(i, tactics)| Worker {
            shared: &shared,
            examiner: Examiner::new(board, tactics, settings, task),
            meter: meter.fork(),
            watch: (i == 0).then_some(Watch { simulations: 0, last: Duration::ZERO }),
        })
        .collect();
    std::thread::scope(|scope| {
        let mut workers = workers.into_iter();
        let own = workers.next();
        // If the system has no more threads to give, those that are there do the work.
        let others: Vec<_> = workers
            .filter_map(|worker| {
                std::thread::Builder::new().spawn_scoped(scope, || worker.run()).ok()
            })
            .collect();
        if let Some(own) = own {
            own.run();
        }
        for thread in others {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    let tree = shared.tree.into_inner().unwrap_or_else(PoisonError::into_inner);
    meter.report();
    root.purse.spend(meter.nodes());
    tree
}

struct Worker<'a, S> {
    shared: &'a Shared<'a, S>,
    examiner: Examiner<'a, S>,
    meter: Meter,
    /// One of the threads tells what the search thinks.
    watch: Option<Watch>,
}

/// When the search has told last what it thinks.
struct Watch {
    simulations: u64,
    last: Duration,
}

/// What the search thinks is told that often.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

impl<S: SegmentState + Send + Sync> Worker<'_, S> {
    fn run(mut self) {
        // Why it ends, nobody asks: the tree says what it has found.
        let _ = self.simulate();
        self.meter.report();
    }

    fn simulate(&mut self) -> Result<(), SpentBudget> {
        loop {
            self.meter.look()?;
            let journey = {
                let mut tree = self.shared.lock();
                if self.shared.is_done(&tree) {
                    return Ok(());
                }
                self.shared.guide.descend(&mut tree)
            };
            let Some(journey) = journey else {
                std::thread::yield_now();
                continue;
            };
            let insight = self.examiner.travel(&journey, &mut self.meter);
            let mut tree = self.shared.lock();
            match insight {
                Ok(insight) => self.shared.guide.arrive(&mut tree, &journey, insight),
                Err(spent) => {
                    Guide::abandon(&mut tree, &journey);
                    return Err(spent);
                }
            }
            if let Some(watch) = &mut self.watch {
                watch.tell(self.shared, tree, &self.meter);
            }
        }
    }
}

impl Watch {
    fn tell<S: SegmentState + Send + Sync>(
        &mut self,
        shared: &Shared<S>,
        tree: MutexGuard<Tree>,
        meter: &Meter,
    ) {
        self.simulations += 1;
        let elapsed = meter.elapsed();
        if !self.simulations.is_power_of_two() && elapsed < self.last + BETWEEN_THOUGHTS {
            return;
        }
        self.last = elapsed;
        let variations = report::variations(&tree, shared.root.task.variations);
        let depth = report::depth(&tree);
        drop(tree);
        if !variations.is_empty() {
            let thought = shared.root.thought(variations, depth, meter.nodes());
            (shared.root.task.watch)(&thought);
        }
    }
}

impl<S> Shared<'_, S> {
    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing more is worth looking at.
    fn is_done(&self, tree: &Tree) -> bool {
        let root = &tree[Tree::ROOT];
        if tree.size() > self.memory {
            return true;
        }
        let fate = |edge: &Edge| tree.after(edge).map_or(Fate::Open, |child| child.fate);
        let wanted = self.root.task.variations;
        if wanted <= 1 {
            let is_only_turn = root.stage == Stage::All
                && root.coverage == Coverage::Complete
                && root.edges.len() == 1;
            return root.fate != Fate::Open || is_only_turn;
        }
        let won = root.edges.iter().filter(|edge| matches!(fate(edge), Fate::Loses(..))).count();
        let is_known = root.stage == Stage::All
            && root.coverage != Coverage::Partial
            && root.edges.iter().all(|edge| fate(edge) != Fate::Open);
        won >= wanted || is_known
    }
}
