//! The arguments of puzzles.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueEnum};
use sixfold_game::GameName;
use sixfold_puzzle::{Filter, Level, Needless, Theme};

use super::PositionArguments;

#[derive(Args)]
pub struct PuzzleArguments {
    #[command(subcommand)]
    pub command: PuzzleCommand,
}

#[derive(Subcommand)]
pub enum PuzzleCommand {
    /// Make puzzles out of games
    Generate(PuzzleGenerateArguments),
    /// Tell whether a position of your own is a sound puzzle, and add it to a collection
    Make(PuzzleMakeArguments),
    /// Prove again that every puzzle of a collection is what it claims to be
    Check(PuzzleCheckArguments),
    /// List the puzzles of a collection
    List(PuzzleListArguments),
    /// Show a puzzle, or its solution
    Show(PuzzleShowArguments),
    /// Write puzzles for other programs, or as sheets to print
    Export(PuzzleExportArguments),
    /// Solve puzzles at the terminal: you attack, the program defends
    Play(PuzzlePlayArguments),
    /// Tell why each puzzle has its level
    Grade(PuzzleListArguments),
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
pub struct PuzzleMakeArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The most turns to the win
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = RangedU64ValueParser::<u8>::new().range(2..))]
    pub turns: u8,
    /// The highest order of the win: 1 by threats alone, 2 and 3 with single threats and quiet turns
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = RangedU64ValueParser::<u8>::new().range(1..=5))]
    pub order: u8,
    /// The nodes that each question to the solvers may take
    #[arg(long, value_name = "NODES", default_value_t = 3_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub effort: u64,
    /// Leave out the stones that the puzzle does not need, as far as the numbers of stones allow
    #[arg(long)]
    pub trim: bool,
    /// Add the puzzle to this collection, which is made if it is not there
    #[arg(long, value_name = "COLLECTION")]
    pub out: Option<PathBuf>,
    /// What to call a collection that is made [default: the name of its file]
    #[arg(long, value_name = "NAME", requires = "out")]
    pub name: Option<String>,
}

impl PuzzleMakeArguments {
    /// What becomes of needless stones.
    pub fn needless(&self) -> Needless {
        if self.trim { Needless::LeftOut } else { Needless::Kept }
    }
}

#[derive(Args)]
pub struct PuzzleCheckArguments {
    /// The collection; `starter` is the one that comes with the program
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

#[derive(Args)]
pub struct PuzzleListArguments {
    /// The collection; `starter` is the one that comes with the program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: PuzzleFilterArguments,
}

/// Which puzzles of a collection are meant.
#[derive(Args)]
pub struct PuzzleFilterArguments {
    /// Only puzzles of this level, 1 to 6; may be given several times
    #[arg(long, value_name = "LEVEL", value_parser = RangedU64ValueParser::<u8>::new().range(1..=6))]
    pub level: Vec<u8>,
    /// Only puzzles with this theme, such as quiet-move or ladder; may be given several times
    #[arg(long, value_name = "THEME", value_parser = theme)]
    pub theme: Vec<Theme>,
    /// Only puzzles that are won in so many turns; may be given several times
    #[arg(long, value_name = "N")]
    pub turns: Vec<u8>,
}

impl PuzzleFilterArguments {
    /// The filter that is meant.
    pub fn filter(&self) -> Filter {
        Filter {
            levels: self.level.iter().filter_map(|&number| Level::new(number)).collect(),
            themes: self.theme.clone(),
            turns: self.turns.clone(),
        }
    }
}

/// The name of a theme as it is typed.
pub fn theme_word(theme: Theme) -> String {
    serde_json::to_value(theme)
        .ok()
        .and_then(|word| word.as_str().map(str::to_string))
        .unwrap_or_default()
}

fn theme(text: &str) -> Result<Theme, String> {
    Theme::ALL.into_iter().find(|&theme| theme_word(theme) == text).ok_or_else(|| {
        let known: Vec<String> = Theme::ALL.into_iter().map(theme_word).collect();
        format!("the themes are {}", known.join(", "))
    })
}

#[derive(Args)]
pub struct PuzzleShowArguments {
    /// The collection; `starter` is the one that comes with the program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The puzzle: its name, or its number in the collection
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    /// Tell the key, the main line and what refutes the tries
    #[arg(long)]
    pub solution: bool,
}

#[derive(Args)]
pub struct PuzzleExportArguments {
    /// The collection; `starter` is the one that comes with the program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write [default: what the name of the output says, else sgf]
    #[arg(long, value_enum)]
    pub format: Option<PuzzleFormat>,
    /// The file to write, for certificates a folder; - writes to standard output
    #[arg(long, value_name = "PATH")]
    pub out: PathBuf,
    #[command(flatten)]
    pub filter: PuzzleFilterArguments,
    /// Diagrams on a page, for html
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = RangedU64ValueParser::<u8>::new().range(1..=12))]
    pub per_page: u8,
}

/// The forms in which puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PuzzleFormat {
    /// A game record with one tree a puzzle: the solution and the tries are variations
    Sgf,
    /// Sheets to print, the solutions on sheets of their own
    Html,
    /// A collection
    Json,
    /// The proof of each puzzle, which `sixfold check` accepts
    Certificates,
}

#[derive(Args)]
pub struct PuzzlePlayArguments {
    /// The collection; `starter` is the one that comes with the program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Begin with this puzzle: its name, or its number in the collection
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub filter: PuzzleFilterArguments,
}
