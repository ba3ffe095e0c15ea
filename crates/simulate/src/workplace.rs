//! Who does the jobs, and what goes wrong.

use std::time::Duration;

use thiserror::Error;

/// The workers, the network and the coordinator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Workplace {
    /// How many workers there are. Each does one job at a time.
    pub workers: u32,
    /// How often a worker is lost while it works, per hour of work.
    pub losses_per_hour: f64,
    /// How long after a loss the job is given to another worker.
    pub ack_wait: Duration,
    /// How long after a loss another worker takes the place of the one that was lost.
    pub replacement: Duration,
    /// The share of workers that are slow.
    pub slow_share: f64,
    /// How many times as long they take.
    pub slow_factor: f64,
    /// How long the coordinator, which does one thing at a time, is busy with a result.
    pub coordinator: Duration,
    /// How long a job takes to reach its worker, and a result to reach the coordinator.
    pub latency: Duration,
}

/// What a workplace cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum InvalidWorkplace {
    /// Nobody would do any job.
    #[error("there must be at least one worker")]
    NoWorkers,
    /// A rate is negative or endless.
    #[error("the losses per hour must be a number from 0")]
    Losses,
    /// A share is none.
    #[error("the share of slow workers must be a number from 0 to 1")]
    SlowShare,
    /// Slow workers are not fast.
    #[error("slow workers must take at least as long as others")]
    SlowFactor,
}

impl Workplace {
    /// Workers whom nothing disturbs.
    #[must_use]
    pub const fn undisturbed(workers: u32) -> Workplace {
        Workplace {
            workers,
            losses_per_hour: 0.0,
            ack_wait: Duration::from_secs(60),
            replacement: Duration::from_secs(60),
            slow_share: 0.0,
            slow_factor: 1.0,
            coordinator: Duration::ZERO,
            latency: Duration::ZERO,
        }
    }

    /// The same with another number of workers.
    #[must_use]
    pub const fn with_workers(self, workers: u32) -> Workplace {
        Workplace { workers, ..self }
    }

    /// Whether there can be such a workplace.
    pub fn validate(&self) -> Result<(), InvalidWorkplace> {
        if self.workers == 0 {
            Err(InvalidWorkplace::NoWorkers)
        } else if !(self.losses_per_hour >= 0.0 && self.losses_per_hour.is_finite()) {
            Err(InvalidWorkplace::Losses)
        } else if !(0.0..=1.0).contains(&self.slow_share) {
            Err(InvalidWorkplace::SlowShare)
        } else if !(self.slow_factor >= 1.0 && self.slow_factor.is_finite()) {
            Err(InvalidWorkplace::SlowFactor)
        } else {
            Ok(())
        }
    }

    /// How long a worker takes for what takes others so long.
    pub(crate) fn stretched(&self, worker: u32, time: Duration) -> Duration {
        if self.is_slow(worker) { time.mul_f64(self.slow_factor) } else { time }
    }

    /// Slow workers are spread evenly among the others.
    fn is_slow(&self, worker: u32) -> bool {
        let slow_up_to = |count: u32| libm::floor(f64::from(count) * self.slow_share);
        slow_up_to(worker + 1) > slow_up_to(worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_workers_is_slow() {
        let place = Workplace { slow_share: 0.25, slow_factor: 3.0, ..Workplace::undisturbed(100) };
        let slow = (0..100).filter(|worker| place.is_slow(*worker)).count();
        assert_eq!(slow, 25);
        assert!(!place.is_slow(0));
    }

    #[test]
    fn nonsense_is_refused() {
        let place = Workplace::undisturbed(4);
        assert_eq!(place.validate(), Ok(()));
        assert_eq!(place.with_workers(0).validate(), Err(InvalidWorkplace::NoWorkers));
        let place = Workplace { losses_per_hour: f64::NAN, ..place };
        assert_eq!(place.validate(), Err(InvalidWorkplace::Losses));
    }
}
