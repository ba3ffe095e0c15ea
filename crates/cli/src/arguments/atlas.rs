//! The arguments of atlases.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use sixfold_game::GameName;

use super::{SettingsArguments, WorkforceArguments, seconds};

#[derive(Args)]
pub struct AtlasArguments {
    #[command(subcommand)]
    pub command: AtlasCommand,
}

#[derive(Subcommand)]
pub enum AtlasCommand {
    /// Prove positions by jobs, one after the other, and add those that are solved
    Prove(Box<AtlasProveArguments>),
    /// Prove all openings of a game: the positions after each first stone, up to symmetry
    Openings(Box<AtlasOpeningsArguments>),
    /// Check every certificate, and that it proves what the index says
    Check(AtlasFolder),
    /// Print the index as a table in Markdown
    Table(AtlasFolder),
}

#[derive(Args)]
pub struct AtlasFolder {
    /// The folder of the atlas
    #[arg(value_name = "FOLDER", default_value = "data/openings")]
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct AtlasProveArguments {
    /// File with a move list a line. Positions that are in the atlas already are passed over
    #[arg(value_name = "FILE")]
    pub positions: PathBuf,
    #[command(flatten)]
    pub folder: AtlasFolder,
    /// The game: connect6, gomoku, hex11, hex(M,N), connect(M,N,K,P,Q), or connect(K,P,Q)
    #[arg(long, value_name = "GAME", default_value_t = GameName::CONNECT6)]
    pub game: GameName,
    #[command(flatten)]
    pub work: AtlasWork,
}

#[derive(Args)]
pub struct AtlasOpeningsArguments {
    /// The game: hex7, hex(M,N), connect(M,N,K,P,Q)
    #[arg(long, value_name = "GAME")]
    pub game: GameName,
    /// The folder of the atlas. Openings that are in it already are passed over
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub work: AtlasWork,
}

/// How positions are proven.
#[derive(Args)]
pub struct AtlasWork {
    /// Give up a position after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Duration,
    /// Keep the proofs in this folder, one file a position, so that those that are given up can be gone
    /// on with
    #[arg(long, value_name = "FOLDER")]
    pub stores: Option<PathBuf>,
    #[command(flatten)]
    pub workforce: WorkforceArguments,
    #[command(flatten)]
    pub settings: SettingsArguments,
}
