//! The arguments about drawn games.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::seconds;

#[derive(Args)]
pub struct DrawsArguments {
    #[command(subcommand)]
    pub command: DrawsCommand,
}

#[derive(Subcommand)]
pub enum DrawsCommand {
    /// Prove that nobody forces so many in a row with so many stones a turn, on any board
    Prove(DrawsProveArguments),
    /// Find out who succeeds on a board: Maker, who wants to fill a line, or Breaker
    Board(DrawsBoardArguments),
    /// Check that copies of boards do not overlap and leave no run without a line
    Tile(DrawsTileArguments),
    /// Check a proof that one of these commands has written
    Check(DrawsCheckArguments),
    /// Print the runs that cannot be forced, by the number of stones
    Table(DrawsTableArguments),
    /// Look for boards and tilings that prove more
    Search(DrawsSearchArguments),
    /// Draw a board or a tiling as an SVG picture
    Picture(DrawsPictureArguments),
}

#[derive(Args)]
pub struct DrawsProveArguments {
    /// How many in a row
    #[arg(value_name = "L", value_parser = clap::value_parser!(u16).range(1..=4000))]
    pub run: u16,
    /// How many stones a turn
    #[arg(value_name = "P", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub stones: u16,
    /// Write the proof to a file that `sixfold draws check` accepts
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct DrawsBoardArguments {
    /// The file with the board; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many stones Maker may place in a turn; Breaker answers with at most as many as he did
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub stones: u8,
    /// The board of this name [default: the only one of the file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Write the strategy to a file that `sixfold draws check` accepts
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Stop after so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

#[derive(Args)]
pub struct DrawsTileArguments {
    /// The file with the boards, periods and copies; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The length of the runs
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u16).range(1..))]
    pub run: u16,
}

#[derive(Args)]
pub struct DrawsCheckArguments {
    /// The proof; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct DrawsTableArguments {
    /// The first number of stones
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub from: u16,
    /// The last number of stones
    #[arg(long, value_name = "P", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub to: u16,
    /// Print how each of them is derived
    #[arg(long)]
    pub steps: bool,
}

#[derive(Args)]
pub struct DrawsSearchArguments {
    /// How many stones a turn
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub stones: u8,
    /// The length of the runs
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(2..=60))]
    pub run: u8,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Duration,
    /// The seed of what is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Go on with this candidate
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 40))]
    pub from: u64,
    /// Stop before this candidate
    #[arg(long, value_name = "N")]
    pub to: Option<u64>,
    /// Give up a board after so many positions
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(64..))]
    pub nodes: u64,
    /// Write what is found to a file that `sixfold draws check` accepts
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct DrawsPictureArguments {
    /// The file with the board, or b1 or b2 for the boards that the program knows
    #[arg(value_name = "BOARD")]
    pub board: PathBuf,
    /// Draw a piece of the tiling instead of the board
    #[arg(long)]
    pub tiling: bool,
    /// The picture to write; - writes it to standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
}
