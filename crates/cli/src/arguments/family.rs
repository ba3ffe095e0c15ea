//! The arguments of the family Connect(k,p,q).

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::seconds;

#[derive(Args)]
pub struct FamilyArguments {
    #[command(subcommand)]
    pub command: FamilyCommand,
}

#[derive(Subcommand)]
pub enum FamilyCommand {
    /// Print who wins the games with the same k - p: what the papers say, and what is proven
    Table(FamilyTableArguments),
    /// Prove who wins a game on an unbounded board, and keep the proof
    Prove(FamilyProveArguments),
    /// Check every proof, and that it proves what the index says
    Check(FamilyFolder),
    /// Show the winning first turn of a proven game
    Show(FamilyShowArguments),
    /// Tell whether Black's first stones can be blocked at all, with a checked configuration
    Bound(FamilyGame),
    /// Let two engines play a game many times, and count who wins
    Play(FamilyPlayArguments),
    /// Solve all small boards exactly
    Mnk(FamilyMnkArguments),
}

/// A game on an unbounded board.
#[derive(Args, Clone, Copy)]
pub struct FamilyGame {
    /// How many stones in a row win
    #[arg(value_name = "K", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub in_a_row: u16,
    /// How many stones a turn places
    #[arg(value_name = "P", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub stones: u16,
    /// How many stones Black places first
    #[arg(value_name = "Q", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub first: u16,
}

#[derive(Args)]
pub struct FamilyFolder {
    /// The folder of the proofs
    #[arg(value_name = "FOLDER", default_value = "data/family")]
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct FamilyTableArguments {
    #[command(flatten)]
    pub folder: FamilyFolder,
    /// k - p
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=20))]
    pub delta: u16,
    /// Print a Markdown table
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Args)]
pub struct FamilyProveArguments {
    #[command(flatten)]
    pub game: FamilyGame,
    /// Keep the proof in this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Duration,
}

#[derive(Args)]
pub struct FamilyShowArguments {
    #[command(flatten)]
    pub game: FamilyGame,
    #[command(flatten)]
    pub folder: FamilyFolder,
    /// Write a picture to a file; - stands for standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Args)]
pub struct FamilyPlayArguments {
    #[command(flatten)]
    pub game: FamilyGame,
    /// How many games; each opening is played twice, with the engines changing colours
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Rows and columns of the board
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(3..=26))]
    pub side: u8,
    /// Nodes that an engine may take for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The two engines, as matches name them
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], default_values = ["alphabeta", "alphabeta"])]
    pub engines: Vec<String>,
    /// Decides the order of the openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// A game is a draw after so many turns
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=676))]
    pub turns: u32,
}

#[derive(Args)]
pub struct FamilyMnkArguments {
    /// How many stones in a row win
    #[arg(long = "k", value_name = "K", value_parser = clap::value_parser!(u8).range(1..=26))]
    pub in_a_row: u8,
    /// The largest board: rows and columns
    #[arg(long, value_name = "M,N", value_parser = size)]
    pub to: Size,
    /// How many stones a turn places
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=676))]
    pub stones: u16,
    /// How many stones Black places first
    #[arg(long, value_name = "Q", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=676))]
    pub first: u16,
    /// Give up a board after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Duration,
    /// Print a Markdown table
    #[arg(long)]
    pub markdown: bool,
}

/// The size of a board.
#[derive(Clone, Copy)]
pub struct Size {
    pub rows: u8,
    pub columns: u8,
}

fn size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=26).contains(side));
    let sides =
        text.split_once(',').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    match sides {
        Some((rows, columns)) => Ok(Size { rows, columns }),
        None => Err("not a size such as 5,6 (each side 1 to 26)".to_string()),
    }
}
