//! The arguments of puzzles.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use sixfold_game::GameName;

#[derive(Args)]
pub struct PuzzleArguments {
    #[command(subcommand)]
    pub command: PuzzleCommand,
}

#[derive(Subcommand)]
pub enum PuzzleCommand {
    /// Make puzzles out of games
    Generate(PuzzleGenerateArguments),
    /// Prove again that every puzzle of a collection is what it claims to be
    Check(PuzzleCheckArguments),
}

#[derive(Args)]
pub struct PuzzleGenerateArguments {
    /// Where games come from: `selfplay`, or files with game records or tables of games
    #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
    pub from: Vec<PathBuf>,
    /// How many puzzles; the levels share them equally
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub count: usize,
    /// The collection to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The name of the collection [default: that of the file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "connect6")]
    pub game: GameName,
    /// What decides which games are looked at: the same seed makes the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only puzzles of this level; may be given several times [default: all]
    #[arg(long, value_name = "LEVEL", value_parser = RangedU64ValueParser::<u8>::new().range(1..=6))]
    pub level: Vec<u8>,
    /// The highest order of the wins: 1 by threats alone, 2 and 3 with single threats and quiet turns
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = RangedU64ValueParser::<u8>::new().range(1..=5))]
    pub order: u8,
    /// The fewest turns to the win
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = RangedU64ValueParser::<u8>::new().range(2..))]
    pub least_turns: u8,
    /// The most turns to the win
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = RangedU64ValueParser::<u8>::new().range(2..))]
    pub most_turns: u8,
    /// The nodes that each question to the solvers may take
    #[arg(long, value_name = "NODES", default_value_t = 300_000)]
    pub effort: u64,
    /// Look at so many games at most
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub games: u64,
    /// The threads; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

#[derive(Args)]
pub struct PuzzleCheckArguments {
    /// The collection
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Check by a plain search from the rules alone as well, which shares no code with the solvers and
    /// takes longer
    #[arg(long)]
    pub exhaustive: bool,
    /// The nodes that each question to the solvers may take
    #[arg(long, value_name = "NODES", default_value_t = 10_000_000)]
    pub effort: u64,
    /// The threads; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}
