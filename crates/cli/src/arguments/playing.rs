//! The command line of what plays.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sixfold_answers::level::Level;
use sixfold_game::Player;
use sixfold_play::clock::Limits;

use super::{MOST_THREADS, PositionArguments, seconds};

/// How much an engine may think about a move.
#[derive(Args, Clone, Copy)]
pub struct LimitArguments {
    /// Think about a move for at most so many seconds [default: 1, if nothing else is limited]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Search at most so many nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Look at most so many turns ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), allow_hyphen_values = true)]
    pub depth: Option<u32>,
}

impl From<LimitArguments> for Limits {
    fn from(LimitArguments { time, nodes, depth }: LimitArguments) -> Limits {
        Limits { time, nodes, depth, clock: None }
    }
}

/// Which engine thinks, and how long.
#[derive(Args)]
pub struct ThinkingArguments {
    /// The engine [default: alphabeta, or hexy for Hex]
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Play from a book as long as it can: a game record with variations, in any known format
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Threads that think about a move; 0 stands for all cores
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub threads: u16,
    /// Memory for tables and search trees, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: u32,
}

#[derive(Args)]
pub struct EngineArguments {
    /// The protocol
    #[arg(long, value_enum, default_value_t = ProtocolName::C6)]
    pub protocol: ProtocolName,
    #[command(flatten)]
    pub thinking: ThinkingArguments,
}

/// A text protocol.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// That of most Connect6 programs
    C6,
    /// The Go Text Protocol, version 2, for every game
    Gtp,
    /// The same as programs of Hex speak it
    Htp,
}

#[derive(Args)]
pub struct BestmoveArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    #[command(flatten)]
    pub thinking: ThinkingArguments,
}

#[derive(Args)]
pub struct AnalyzeArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// How many of the best moves to tell
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000), allow_negative_numbers = true)]
    pub variations: u16,
    #[command(flatten)]
    pub thinking: ThinkingArguments,
}

#[derive(Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The colour that you play
    #[arg(long, value_enum, default_value_t = Side::Black)]
    pub colour: Side,
    /// How strong the engine plays, from 1 to 10
    #[arg(long, value_name = "N", value_parser = level, allow_negative_numbers = true, conflicts_with_all = ["engine", "nodes", "depth"])]
    pub level: Option<Level>,
    /// Play Hex with the swap rule: whoever moves second may take over the first stone
    #[arg(long)]
    pub swap: bool,
    #[command(flatten)]
    pub thinking: ThinkingArguments,
}

fn level(text: &str) -> Result<Level, String> {
    let number: u8 = text.parse().map_err(|_| "not a number from 1 to 10".to_string())?;
    Level::try_from(number).map_err(|error| error.to_string())
}

#[derive(Args)]
pub struct ReviewArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The engine that judges where nothing is proven [default: alphabeta, or hexy for Hex]
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Look at each position for so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_hyphen_values = true)]
    pub time_per_move: Duration,
    /// Search so many nodes in each position instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true, conflicts_with = "time_per_move")]
    pub nodes: Option<u64>,
    /// Write the game with comments, and the better lines as variations; - writes it to standard
    /// output
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Threads that work on a position; 0 stands for all cores
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub threads: u16,
    /// Memory for tables and search trees, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: u32,
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The first player
    Black,
    /// The second player
    White,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Black => Player::Black,
            Side::White => Player::White,
        }
    }
}
