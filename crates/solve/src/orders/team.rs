//! The threads of a search, and what they remember together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

use super::moves::History;
use super::patterns::Patterns;
use super::{Cutting, Methods, Solver};
use crate::vcdt::Vcdt;

/// The threads of a search with what they remember of earlier positions of the same attacker. Each
/// works on a position of its own, or helps another if there is nothing else for it to do.
pub(crate) struct Team {
    methods: Methods,
    patterns: RwLock<Patterns>,
    history: Mutex<History>,
    /// The tools of the threads that have nothing to do.
    idle: Mutex<Vec<Vcdt>>,
    /// One more is idle.
    came_back: Condvar,
    /// Threads that have a task again while their tools are still used to help another.
    waiting: AtomicUsize,
    memory_of_tree: usize,
}

/// What a thread needs to search. Goes back to the team when dropped.
pub(super) struct Tools<'a> {
    team: &'a Team,
    pub(super) vcdt: Vcdt,
}

impl Drop for Tools<'_> {
    fn drop(&mut self) {
        let vcdt = std::mem::take(&mut self.vcdt);
        self.team.idle.lock().unwrap_or_else(PoisonError::into_inner).push(vcdt);
        self.team.came_back.notify_one();
    }
}

impl Team {
    /// A team that searches so many positions at once at most, and may take so many bytes.
    pub(crate) fn new(methods: Methods, positions: usize, memory: usize) -> Team {
        let threads = methods.threads.max(1);
        Team {
            methods,
            patterns: RwLock::new(Patterns::new(methods.patterns)),
            history: Mutex::default(),
            idle: Mutex::new((0..threads).map(|_| Vcdt::new(memory / 4 / threads)).collect()),
            came_back: Condvar::new(),
            waiting: AtomicUsize::new(0),
            memory_of_tree: memory / positions.max(1),
        }
    }

    /// A solver for a thread that has a task. No more may be in use than there are threads.
    pub(crate) fn solver(&self) -> Solver<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut idle = self
            .came_back
            .wait_while(idle, |idle| idle.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        let vcdt = idle.pop().unwrap_or_default();
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Solver { team: self, tools: Tools { team: self, vcdt } }
    }

    /// The tools of all who have nothing to do.
    pub(super) fn idle_tools(&self) -> Vec<Tools<'_>> {
        if self.needs_helpers_back() {
            return Vec::new();
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.drain(..).map(|vcdt| Tools { team: self, vcdt }).collect()
    }

    /// Whether a thread that helps is wanted elsewhere.
    pub(super) fn needs_helpers_back(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    pub(super) fn cutting(&self) -> Cutting {
        self.methods.cutting
    }

    /// The bytes that one tree may take.
    pub(super) fn memory_of_tree(&self) -> usize {
        self.memory_of_tree
    }

    pub(super) fn patterns(&self) -> RwLockReadGuard<'_, Patterns> {
        self.patterns.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn patterns_mut(&self) -> RwLockWriteGuard<'_, Patterns> {
        self.patterns.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
