//! The arguments of opening libraries.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use sixfold_game::GameName;
use sixfold_library::Known;

use super::{PositionArguments, ProveArguments};

#[derive(Args)]
pub struct LibraryArguments {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Subcommand)]
pub enum LibraryCommand {
    /// Begin an empty opening library
    New(LibraryNewArguments),
    /// Add games, variations or a `RenLib` file to a library
    Import(LibraryImportArguments),
    /// Write a library, or what is below a position, as another file
    Export(LibraryExportArguments),
    /// Take over what other libraries hold; what they disagree about is listed
    Merge(LibraryMergeArguments),
    /// Prove a position and write the attacker's winning moves and all defences into a library
    Build(Box<LibraryBuildArguments>),
    /// Say what is in an opening library, or what it knows of a position
    Show(LibraryShowArguments),
    /// Find positions by what is said and known of them
    Search(LibrarySearchArguments),
    /// Change what a library holds about a position; all changes are one step
    Edit(LibraryEditArguments),
    /// Work out what follows from proven results
    Minimax(LibraryFile),
    /// Undo the last step
    Undo(LibraryFile),
    /// Do again what was undone
    Redo(LibraryFile),
}

#[derive(Args)]
pub struct LibraryFile {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
}

#[derive(Args)]
pub struct LibraryNewArguments {
    /// The library; there must be no such file
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "connect6")]
    pub game: GameName,
}

#[derive(Args)]
pub struct LibraryImportArguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    /// SGF collections, contest records, move lists, CSV with a column `moves`, `RenLib` files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How many turns of a plain game are kept
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub turns: usize,
}

/// Reads the word for a result.
fn results() -> impl TypedValueParser<Value = Known> {
    let words = PossibleValuesParser::new(Known::ALL.map(Known::word));
    words.try_map(|word| word.parse::<Known>())
}

/// How a library is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LibraryFormat {
    /// A game record with variations
    Sgf,
    /// A library of `RenLib`
    Lib,
    /// A list of positions
    Json,
    /// A page for the browser
    Html,
    /// Another opening library
    #[value(name = "6lib")]
    Library,
    /// A folder with all certificates
    Certificates,
}

#[derive(Args)]
pub struct LibraryExportArguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    #[command(flatten)]
    pub position: PositionArguments,
    /// Format to write [default: by the ending of --out, else sgf]
    #[arg(long, value_enum)]
    pub format: Option<LibraryFormat>,
    /// File to write; - writes to standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct LibraryMergeArguments {
    /// The library that takes over
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    /// The others, which stay as they are
    #[arg(value_name = "OTHER", required = true)]
    pub others: Vec<PathBuf>,
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
pub struct LibrarySearchArguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    #[command(flatten)]
    pub position: PositionArguments,
    /// A part of the name or the comment
    #[arg(long, value_name = "TEXT")]
    pub text: Option<String>,
    /// What is known
    #[arg(long, value_name = "RESULT", value_parser = results())]
    pub result: Option<Known>,
    /// List at most N positions
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
}

#[derive(Args)]
pub struct LibraryEditArguments {
    /// The library
    #[arg(value_name = "LIBRARY")]
    pub library: PathBuf,
    #[command(flatten)]
    pub position: PositionArguments,
    /// What the position is called
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// What there is to say about it
    #[arg(long, value_name = "TEXT")]
    pub comment: Option<String>,
    /// Add moves one after the other, for example "i9k9 h9j8"
    #[arg(long, value_name = "MOVES")]
    pub add: Vec<String>,
    /// Remove a move, and whatever nothing else leads to
    #[arg(long, value_name = "MOVE")]
    pub remove: Vec<String>,
    /// Say how it ends
    #[arg(long, value_name = "RESULT", value_parser = results())]
    pub claim: Option<Known>,
    /// A certificate that proves how it ends; it is checked
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

#[derive(Args)]
pub struct LibraryBuildArguments {
    /// The library: it is made if it is not there, else added to. Unless --store says otherwise the
    /// proof is kept beside it, in LIBRARY.proof
    #[arg(long, value_name = "LIBRARY")]
    pub out: PathBuf,
    #[command(flatten)]
    pub proof: ProveArguments,
}
