//! The arguments of what is made of proofs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{MOST_ORDER, MOST_THREADS, PositionArguments, Side, seconds};

#[derive(Args)]
pub struct ExportArguments {
    /// The file of a proof (see `sixfold prove --store`); it may be in use
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Format to write [default: by the ending of --out, else sgf]
    #[arg(long, value_enum)]
    pub format: Option<TreeFormat>,
    /// File to write; - writes to standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
    /// Leave out what is more than N turns away from the position
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Leave out all but N nodes, those closest to the position first [default: 500 for dot]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub most: Option<u32>,
    /// Where a player is shown to win, only one winning move of his and the answers to it
    #[arg(long)]
    pub proof_only: bool,
}

/// How a proof tree is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// A game record with variations and comments
    Sgf,
    /// A picture for Graphviz
    Dot,
    /// A list of nodes
    Json,
}

#[derive(Args)]
pub struct LibraryArguments {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Subcommand)]
pub enum LibraryCommand {
    /// Prove a position and write the attacker's winning moves and all defences into a library
    Build(LibraryBuildArguments),
    /// Say what is in an opening library, or what it knows of a position
    Show(LibraryShowArguments),
}

#[derive(Args)]
pub struct LibraryShowArguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    #[command(flatten)]
    pub position: PositionArguments,
}

#[derive(Args)]
pub struct LibraryBuildArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The library: it is made if it is not there, else added to
    #[arg(long, value_name = "LIBRARY")]
    pub out: PathBuf,
    /// The player who is to be shown to win [default: the side to move]
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub prover: Option<Side>,
    /// The file of the proof. If there is a proof in it already it is gone on with, and the position
    /// need not be given [default: LIBRARY.proof]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// How many jobs to do at a time on this machine; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub workers: u16,
    /// Nodes of the solvers for each job [default: 4000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Nodes of the player who chooses turns, for each job [default: 200000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub player_nodes: Option<u64>,
    /// The highest order of the wins that jobs look for [default: 3]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u8).range(1..=MOST_ORDER), allow_negative_numbers = true)]
    pub order: Option<u8>,
    /// Memory for each job, in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: Option<u32>,
}
