//! Stopping a contest from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sixfold_solve::Control;

/// The line to a running contest. Games that are stopped do not count and are played again when the
/// contest is resumed.
#[derive(Default, Debug)]
pub struct Halt {
    interrupted: AtomicBool,
    stopped: AtomicBool,
    /// The lines to the engines at work.
    controls: Mutex<Vec<Arc<Control>>>,
}

impl Halt {
    /// Interrupts the contest.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        self.stop();
    }

    /// Whether the contest was interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Stops all games, because nothing more is to be found out.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        let controls = self.controls.lock().unwrap_or_else(PoisonError::into_inner);
        controls.iter().for_each(|control| control.cancel());
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// A line to the engines of one more thread.
    pub(super) fn control(&self) -> Arc<Control> {
        let control = Arc::<Control>::default();
        let mut controls = self.controls.lock().unwrap_or_else(PoisonError::into_inner);
        controls.push(control.clone());
        if self.is_stopped() {
            control.cancel();
        }
        control
    }
}
