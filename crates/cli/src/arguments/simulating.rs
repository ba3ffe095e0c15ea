//! The arguments of `sixfold simulate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sixfold_proof::job_level;

use super::MOST_THREADS;

#[derive(Args)]
pub struct SimulateArguments {
    /// Numbers of workers, separated by commas
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_value = "1,2,4,8,16,32,64,128,256,512,1024,2048,4096", value_parser = clap::value_parser!(u32).range(1..=MOST_WORKERS), allow_negative_numbers = true)]
    pub workers: Vec<u32>,
    /// How leaves that are being worked on are looked at; several are separated by commas
    #[arg(
        long,
        value_enum,
        value_name = "POLICY,...",
        value_delimiter = ',',
        default_value = "all"
    )]
    pub policy: Vec<PolicyChoice>,
    /// When the next move of the attacker is asked for
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = SiblingsChoice::Postponed)]
    pub siblings: SiblingsChoice,
    /// How many trees are searched
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000), allow_negative_numbers = true)]
    pub trees: u32,
    /// About how many jobs each of them takes one worker
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(10..=1_000_000), allow_negative_numbers = true)]
    pub jobs: u32,
    /// Break a search off after so many jobs; it counts as if it had ended there, and is told of.
    /// Some searches of large trees wander off [default: none is broken off]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    pub most_jobs: Option<u64>,
    /// Draw durations of jobs from this file, such as 'sixfold export --format durations' writes: a table with the columns 'kind' (move or verify) and
    /// 'seconds', separated by commas, or a JSON list of objects with these fields; - reads standard
    /// input [default: a guess, a minute on average]
    #[arg(long, value_name = "FILE")]
    pub durations: Option<PathBuf>,
    #[command(flatten)]
    pub faults: FaultArguments,
    /// Decides the trees, the durations and the faults
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Draw speed-up and efficiency as a picture, SVG or PNG by the name of the file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Threads that simulate; 0 stands for all cores. The figures do not depend on them
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub threads: u16,
}

/// What disturbs the workers.
#[derive(Args)]
pub struct FaultArguments {
    /// How often a worker is lost, per hour of work
    #[arg(long, value_name = "RATE", default_value_t = 0.0, allow_negative_numbers = true)]
    pub loss: f64,
    /// Seconds until the job of a lost worker is given to another one, and until the worker is
    /// replaced
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds_from_zero, allow_negative_numbers = true)]
    pub ack_wait: Duration,
    /// The share of workers that are slow
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, allow_negative_numbers = true)]
    pub slow: f64,
    /// How many times as long slow workers take
    #[arg(long, value_name = "FACTOR", default_value_t = 3.0, allow_negative_numbers = true)]
    pub slow_factor: f64,
    /// Milliseconds that the coordinator is busy with a result
    #[arg(long, value_name = "MS", default_value = "0", value_parser = milliseconds, allow_negative_numbers = true)]
    pub coordinator: Duration,
    /// Milliseconds that a job or a result is on its way
    #[arg(long, value_name = "MS", default_value = "0", value_parser = milliseconds, allow_negative_numbers = true)]
    pub latency: Duration,
}

/// More would be another kind of machine.
const MOST_WORKERS: i64 = 65_536;

/// How leaves that are being worked on are looked at.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PolicyChoice {
    /// All of the following
    All,
    /// As if they were proven
    VirtualWin,
    /// As if they were disproven
    VirtualLoss,
    /// As whatever their numbers favour
    Greedy,
    /// As they are, but not picked again
    VirtualEquivalence,
}

/// When the next move of the attacker is asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SiblingsChoice {
    /// When the last one is chosen for expansion
    Postponed,
    /// Whenever the search passes
    Eager,
}

impl From<SiblingsChoice> for job_level::Siblings {
    fn from(choice: SiblingsChoice) -> Self {
        match choice {
            SiblingsChoice::Postponed => job_level::Siblings::Postponed,
            SiblingsChoice::Eager => job_level::Siblings::Eager,
        }
    }
}

fn seconds_from_zero(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a time from 0 seconds".to_string())
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let milliseconds: f64 = text.parse().map_err(|_| "not a number of milliseconds".to_string())?;
    Duration::try_from_secs_f64(milliseconds / 1000.0)
        .map_err(|_| "not a time from 0 milliseconds".to_string())
}
