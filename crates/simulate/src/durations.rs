//! How long jobs take.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sixfold_proof::job_level::Side;
use thiserror::Error;

use crate::dice::{dice, normal};
use crate::tree::ModelPosition;

/// The kinds of job that a search gives out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// The best move of the prover.
    Move,
    /// The defences of his opponent.
    Verify,
}

impl JobKind {
    /// The job that is done where this side is to move.
    #[must_use]
    pub const fn of(side: Side) -> JobKind {
        match side {
            Side::Prover => JobKind::Move,
            Side::Opponent => JobKind::Verify,
        }
    }
}

/// How long jobs take, by kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Durations {
    /// A guess, where nothing has been recorded: jobs of both kinds take a minute on average, half
    /// of them less than 40 seconds, none more than ten minutes (log-normal, deviation 0.9).
    #[default]
    Guess,
    /// Drawn from what has been recorded.
    Recorded(Recorded),
}

/// Durations of jobs that were done, at least one of each kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    moves: Vec<Duration>,
    verifications: Vec<Duration>,
}

/// Why durations cannot be read.
#[derive(Debug, Error)]
pub enum DurationsError {
    /// The table cannot be read.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The JSON cannot be read.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A number is no duration.
    #[error("job {number} of the list takes {seconds} seconds, which is not a time above 0")]
    NotATime {
        /// Which one, from 1.
        number: usize,
        /// What it says.
        seconds: f64,
    },
    /// Nothing is known of a kind.
    #[error("there is no duration of a {} job", match .0 { JobKind::Move => "move", JobKind::Verify => "verify" })]
    Missing(JobKind),
}

/// A job in a file.
#[derive(Deserialize)]
struct Entry {
    kind: JobKind,
    seconds: f64,
}

const MEDIAN_SECONDS: f64 = 40.0;
const DEVIATION: f64 = 0.9;
const LONGEST_SECONDS: f64 = 600.0;

impl Durations {
    /// Reads a table with the columns `kind` (move or verify) and `seconds`, separated by commas; or
    /// a JSON list of objects with the same fields.
    pub fn read(text: &str) -> Result<Durations, DurationsError> {
        let entries: Vec<Entry> = if text.trim_start().starts_with('[') {
            serde_json::from_str(text)?
        } else {
            let mut reader =
                csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
            reader.deserialize().collect::<Result<_, _>>()?
        };
        Durations::from_entries(&entries)
    }

    fn from_entries(entries: &[Entry]) -> Result<Durations, DurationsError> {
        let (mut moves, mut verifications) = (Vec::new(), Vec::new());
        for (index, &Entry { kind, seconds }) in entries.iter().enumerate() {
            let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            let time = time.ok_or(DurationsError::NotATime { number: index + 1, seconds })?;
            match kind {
                JobKind::Move => moves.push(time),
                JobKind::Verify => verifications.push(time),
            }
        }
        if moves.is_empty() {
            return Err(DurationsError::Missing(JobKind::Move));
        }
        if verifications.is_empty() {
            return Err(DurationsError::Missing(JobKind::Verify));
        }
        Ok(Durations::Recorded(Recorded { moves, verifications }))
    }

    /// How long the job takes at a position that has so many moves already: always the same for
    /// the same job.
    #[must_use]
    pub fn of(&self, position: &ModelPosition, known: usize) -> Duration {
        /// Tells these random numbers from those that the tree is made of.
        const PURPOSE: u64 = 0x6475_7261_7469_6f6e;
        let mut dice = dice(&[position.number(), PURPOSE, known as u64]);
        match self {
            Durations::Guess => {
                let seconds = MEDIAN_SECONDS * libm::exp(DEVIATION * normal(&mut dice));
                Duration::from_secs_f64(seconds.min(LONGEST_SECONDS))
            }
            Durations::Recorded(recorded) => {
                let times = match JobKind::of(position.side()) {
                    JobKind::Move => &recorded.moves,
                    JobKind::Verify => &recorded.verifications,
                };
                times[dice.usize(..times.len())]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelTree;

    #[test]
    fn tables_and_lists_say_the_same() {
        let table = "kind,seconds\nmove,1.5\nverify, 20\nmove,3\n";
        let list = r#"[{"kind":"move","seconds":1.5},{"kind":"verify","seconds":20},
                       {"kind":"move","seconds":3}]"#;
        let durations = Durations::read(table).unwrap();
        assert_eq!(durations, Durations::read(list).unwrap());
        let root = ModelTree::new(1, 3).root();
        let times: Vec<f64> =
            (0..20).map(|known| durations.of(&root, known).as_secs_f64()).collect();
        assert!(
            times.contains(&1.5) && times.contains(&3.0) && !times.contains(&20.0),
            "{times:?}"
        );
    }

    #[test]
    fn the_guess_takes_about_a_minute_on_average() {
        let root = ModelTree::new(1, 3).root();
        let sum: f64 =
            (0..10_000).map(|known| Durations::Guess.of(&root, known).as_secs_f64()).sum();
        assert!((55.0..65.0).contains(&(sum / 10_000.0)), "{sum}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let reason = |text| Durations::read(text).unwrap_err().to_string();
        assert_eq!(reason("kind,seconds\nmove,1\n"), "there is no duration of a verify job");
        assert!(
            reason("kind,seconds\nmove,1\nverify,-1\n").starts_with("job 2 of the list takes -1")
        );
        assert!(
            reason("kind,seconds\nfly,1\n").contains("line: 2"),
            "{}",
            reason("kind,seconds\nfly,1\n")
        );
        assert!(reason("[1]").contains("line 1"));
    }
}
