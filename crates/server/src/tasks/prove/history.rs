//! How a proof has come along, for charts.

use serde::{Deserialize, Serialize};

/// How far a proof was at some moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Seconds of work before it.
    pub seconds: f64,
    /// The proof number of the root, if it is finite.
    pub proof: Option<u32>,
    /// The disproof number of the root, if it is finite.
    pub disproof: Option<u32>,
    /// Jobs done.
    pub jobs_done: u64,
    /// Nodes of the tree.
    pub nodes: usize,
}

/// Samples of the whole time, so many at most: when there are too many, every other one goes, and
/// the next ones are taken half as often.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    samples: Vec<Sample>,
    /// Seconds between samples.
    interval: f64,
}

const MOST_SAMPLES: usize = 300;
const FIRST_INTERVAL: f64 = 1.0;

impl History {
    /// A history that goes on from these samples.
    pub fn after(samples: Vec<Sample>) -> History {
        let last = samples.last().map_or(0.0, |last| last.seconds);
        let interval = FIRST_INTERVAL.max(2.0 * last / MOST_SAMPLES as f64);
        History { samples, interval }
    }

    /// All samples, the first ones first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Adds a sample unless it comes too early.
    pub fn add(&mut self, sample: Sample) {
        let is_due = |last: &Sample| sample.seconds >= last.seconds + self.interval;
        if !self.samples.last().is_none_or(is_due) {
            return;
        }
        if self.samples.len() + 1 >= MOST_SAMPLES {
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.interval *= 2.0;
        }
        self.samples.push(sample);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seconds: f64) -> Sample {
        Sample { seconds, proof: Some(1), disproof: None, jobs_done: 0, nodes: 1 }
    }

    #[test]
    fn a_long_history_is_thinned_and_still_covers_the_whole_time() {
        let mut history = History::after(Vec::new());
        for tenths in 0..200_000 {
            history.add(sample(f64::from(tenths) / 10.0));
        }
        let samples = history.samples();
        assert!((100..=MOST_SAMPLES).contains(&samples.len()), "{}", samples.len());
        assert!(samples.first().is_some_and(|first| first.seconds < 1.0));
        assert!(samples.last().is_some_and(|last| last.seconds > 19_000.0));
        assert!(samples.is_sorted_by(|one, other| one.seconds < other.seconds));
    }

    #[test]
    fn a_history_goes_on_after_an_interruption() {
        let mut history = History::after(vec![sample(0.0), sample(600.0)]);
        history.add(sample(601.0));
        history.add(sample(610.0));
        assert_eq!(history.samples().len(), 3);
    }
}
