//! The arguments of proofs by jobs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sixfold_nats::Address;
use sixfold_proof::job_level;

use super::{AccessArguments, MOST_ORDER, MOST_THREADS, PositionArguments, Side, seconds};

#[derive(Args)]
#[command(after_long_help = STEERING)]
pub struct ProveArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The player who is to be shown to win [default: the side to move]
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub prover: Option<Side>,
    /// Keep the proof in this file. If there is a proof in it already it is gone on with, and the
    /// position need not be given
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Write the proof to a file that `sixfold check` accepts, compressed if its name ends in .gz
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    /// Try the last turn of a line from the position on first, for example "k11l10"; may be given
    /// several times
    #[arg(long, value_name = "MOVES")]
    pub suggest: Vec<String>,
    /// Leave the position after a line alone; may be given several times
    #[arg(long, value_name = "MOVES")]
    pub forbid: Vec<String>,
    /// Take commands from a file or pipe while the proof runs; - reads standard input [default:
    /// standard input if it is a terminal]
    #[arg(long, value_name = "FILE")]
    pub steer: Option<PathBuf>,
    /// Say every few seconds on standard error how far the proof is, even if that is no terminal
    #[arg(long)]
    pub verbose: bool,
    #[command(flatten)]
    pub workforce: WorkforceArguments,
    #[command(flatten)]
    pub settings: SettingsArguments,
}

const STEERING: &str = "\
While it runs it takes commands, one a line:
  suggest MOVES, forbid MOVES, allow MOVES, nodes N, player-nodes N, order R, pause, resume, stop, quit, help";

/// Who does the jobs.
#[derive(Args)]
pub struct WorkforceArguments {
    /// How many jobs to do at a time on this machine; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub workers: u16,
    /// Have the jobs done by the workers (`sixfold worker`) of this NATS broker
    #[arg(long, value_name = "URL", conflicts_with = "workers")]
    pub nats: Option<Address>,
    #[command(flatten)]
    pub access: AccessArguments,
}

/// What may be chosen about a proof. What is not said stays as it is in the file, or as usual.
#[derive(Args)]
pub struct SettingsArguments {
    /// Nodes of the solvers for each job [default: 4000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Nodes of the player who chooses turns, for each job [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub player_nodes: Option<u64>,
    /// The highest order of the wins that jobs look for [default: 3]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u8).range(1..=MOST_ORDER), allow_negative_numbers = true)]
    pub order: Option<u8>,
    /// Memory for each job, in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: Option<u32>,
    /// What positions that are being worked on are taken for [default: virtual-equivalence]
    #[arg(long, value_enum)]
    pub policy: Option<Policy>,
    /// When the next turn of the prover is looked for [default: postponed]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub siblings: Option<Siblings>,
    /// The numbers that positions begin with: a JSON object such as {"winning3": [2, 12]}
    #[arg(long, value_name = "FILE")]
    pub grades: Option<PathBuf>,
}

/// What positions that are being worked on are taken for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Proven
    VirtualWin,
    /// Disproven
    VirtualLoss,
    /// Whatever their numbers favour
    Greedy,
    /// What they are, but they are not worked on twice
    VirtualEquivalence,
}

impl From<Policy> for job_level::Policy {
    fn from(policy: Policy) -> job_level::Policy {
        match policy {
            Policy::VirtualWin => job_level::Policy::VirtualWin,
            Policy::VirtualLoss => job_level::Policy::VirtualLoss,
            Policy::Greedy => job_level::Policy::Greedy,
            Policy::VirtualEquivalence => job_level::Policy::VirtualEquivalence,
        }
    }
}

/// When the next turn of the prover is looked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Siblings {
    /// When the last one that is known is worked on
    Postponed,
    /// Before it is needed
    Eager,
}

impl From<Siblings> for job_level::Siblings {
    fn from(siblings: Siblings) -> job_level::Siblings {
        match siblings {
            Siblings::Postponed => job_level::Siblings::Postponed,
            Siblings::Eager => job_level::Siblings::Eager,
        }
    }
}
