//! The command line as it is typed.

mod atlas;
mod contest;
mod draws;
mod exporting;
mod family;
mod jobs;
mod libraries;
mod playing;
mod proving;
mod puzzles;
mod serving;
mod simulating;
mod tuning;

use std::path::PathBuf;
use std::time::Duration;

pub use atlas::*;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
pub use contest::*;
pub use draws::*;
pub use exporting::*;
pub use family::*;
pub use jobs::*;
pub use libraries::*;
pub use playing::*;
pub use proving::*;
pub use puzzles::*;
pub use serving::*;
pub use simulating::*;
use sixfold_game::GameName;
use sixfold_game::record::Format;
pub use tuning::*;

/// Prove and play Connect6, every Connect(m,n,k,p,q) game, and Hex.
#[derive(Parser)]
#[command(name = "sixfold", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_long_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub output: OutputOptions,
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  sixfold show --moves \"j10 i9k9 h9j8\"
  sixfold show game.sgf --png board.png
  sixfold solve --game \"connect(6,5,4,1,1)\"
  sixfold verify --moves \"j10 h8l8 j9k10\" --cert proof.txt
  sixfold check proof.txt
  sixfold prove --moves \"j10 d10p10\" --store proof.db --cert proof.gz
  sixfold bestmove --moves \"j10 i9k9\" --time 5
  sixfold play --colour white
  sixfold review game.sgf --sgf reviewed.sgf
  sixfold match alphabeta mcts --nodes 20000
  sixfold convert game.sgf game.moves

Exit status:
  0    done
  1    the certificate is not a proof (check), not every reply is refuted (verify),
       it is not known yet who wins (prove), the position is no sound puzzle (puzzle make)
  2    bad input; one line on standard error says what is wrong and where
  130  interrupted";

/// How every command prints its result.
#[derive(Args, Clone, Copy)]
pub struct OutputOptions {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that can show them
    Auto,
    /// Even into a file
    Always,
    /// Not at all
    Never,
}

#[derive(Subcommand)]
pub enum Command {
    /// Show a board, and the threats of both sides
    Show(ShowArguments),
    /// Find out who wins
    Solve(SolveArguments),
    /// Verify that the side to move loses, whatever it replies
    Verify(VerifyArguments),
    /// Check a certificate, independently of the solvers
    Check(CheckArguments),
    /// Prove a win by many jobs, in a file from which it can be gone on with
    Prove(Box<ProveArguments>),
    /// Write the tree of a proof as a game record, a picture or JSON
    Export(ExportArguments),
    /// Opening libraries
    Library(LibraryArguments),
    /// Puzzles: positions with one winning turn
    Puzzle(PuzzleArguments),
    /// Prove many positions, and keep those that are solved with their certificates
    Atlas(Box<AtlasArguments>),
    /// Drawn games: boards that are held, tilings, and what nobody can force
    Draws(DrawsArguments),
    /// Who wins the games Connect(k,p,q): theorems, tables, games
    Family(FamilyArguments),
    /// Tell the move that an engine would play
    Bestmove(BestmoveArguments),
    /// Tell what an engine thinks of a position, while it thinks
    Analyze(AnalyzeArguments),
    /// Play against an engine
    Play(PlayArguments),
    /// Tell what went wrong in a game: wins that were missed or given away
    Review(ReviewArguments),
    /// Let another program play with an engine, over standard input and output
    Engine(EngineArguments),
    /// Convert game records and positions from one format to another
    Convert(ConvertArguments),
    /// Let two engines play a match
    Match(Box<MatchArguments>),
    /// Let several engines play a tournament: everybody meets everybody
    Tournament(TournamentArguments),
    /// Do jobs for proofs that run on other machines
    Worker(WorkerArguments),
    /// Serve the workbench: a page in the browser to study, prove, play and keep openings
    Serve(ServeArguments),
    /// Measure the speed of the core and of the solvers
    Bench(BenchArguments),
    /// Predict how a proof by jobs would scale to many workers
    Simulate(SimulateArguments),
    /// Learn the tables of the evaluation from games
    Tune(TuneArguments),
    /// Print a completion script for a shell
    Completions(CompletionsArguments),
    /// Write the manual pages
    Man(ManArguments),
}

/// A position: a FEN, a list of moves, or a file. Without any of them, the start of the game.
#[derive(Args, Clone)]
pub struct PositionArguments {
    /// File with game records, a table of games, a position or a certificate; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The position as a FEN: rows from the top, x Black, o White, side to move, stones to place
    #[arg(long, value_name = "FEN", conflicts_with_all = ["file", "moves"], allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// The moves that lead to the position, for example "j10 k11i9 h9j9"
    #[arg(long, value_name = "MOVES", conflicts_with = "file", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The game: connect6, gomoku, tictactoe, connect(M,N,K,P,Q), connect(K,P,Q) on an unbounded
    /// board, hexN or hex(M,N) [default: what the file says, else connect6]
    #[arg(long, value_name = "GAME")]
    pub game: Option<GameName>,
    /// Take the N-th game of the file
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
}

#[derive(Args)]
pub struct ShowArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// Write the board as an SVG picture; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the board as a PNG picture; - writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    pub png: Option<PathBuf>,
    /// Number the stones in the order in which they were played
    #[arg(long)]
    pub numbers: bool,
    /// Leave out the threats
    #[arg(long)]
    pub plain: bool,
    /// Draw the relevance zones of a proof instead of the threats: of the certificate that is shown,
    /// which is checked, or of a win of the side to move, which is looked for
    #[arg(long)]
    pub zones: bool,
}

#[derive(Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// What to look for [default: exact on boards of up to 64 squares, win on larger ones]
    #[arg(long, value_enum)]
    pub goal: Option<Goal>,
    /// The highest order of a win, for the goal win: 1 double threats, 2 single threats, 3 and more
    /// moves without a threat
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=MOST_ORDER), allow_negative_numbers = true)]
    pub order: u8,
    /// Look for the shortest win of its order (that of the goal vcdt always is)
    #[arg(long)]
    pub shortest: bool,
    /// Write the proof of a win to a file that `sixfold check` accepts (not for the goal exact)
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// Each stone that the defender forgoes lowers the order by one; more than this is never needed.
const MOST_ORDER: i64 = 16;

/// No machine that runs this has more cores, and systems refuse to start many more threads.
const MOST_THREADS: i64 = 256;

#[derive(Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// The highest order of the opponent's win: 1 double threats, 2 single threats, 3 and more moves
    /// without a threat
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=MOST_ORDER), allow_negative_numbers = true)]
    pub order: u8,
    /// Write the proof to a file that `sixfold check` accepts
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// What a solver looks for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// A win by continuous double threats, the shortest one
    Vcdt,
    /// A win by continuous single threats
    Vcst,
    /// A win of the lowest order that is found, up to --order
    Win,
    /// The value of a small game: win, loss or draw
    Exact,
}

/// How long a search may go on.
#[derive(Args)]
pub struct BudgetArguments {
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop after so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Threads that work on the position; 0 stands for all cores
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub threads: u16,
    /// Memory for tables and search trees, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: u32,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("the time must be more than 0 seconds, and not endless".to_string()),
    }
}

#[derive(Args)]
pub struct CheckArguments {
    /// The certificate; - reads standard input
    #[arg(value_name = "CERT")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct ConvertArguments {
    /// File to read, in any known format; - reads standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// File to write; - writes to standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Format to write [default: by the ending of OUT: .sgf, .c6, .moves or .txt, .fen]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub to: Option<Format>,
    /// Take only the N-th game of the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// The game [default: what the file says, else connect6]
    #[arg(long, value_name = "GAME")]
    pub game: Option<GameName>,
}

/// Formats by name; the list of names also serves help and completion.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

#[derive(Args)]
pub struct BenchArguments {
    /// What to measure [default: everything]
    #[arg(value_enum)]
    pub parts: Vec<BenchPart>,
    /// Print the tables in Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Seconds for each measurement of the core
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub time: Duration,
    /// Take the Connect6 positions or games of a file: a move list a line, or a table with a column
    /// 'moves'. May be given several times [default: built-in positions]
    #[arg(long, value_name = "FILE")]
    pub positions: Vec<PathBuf>,
    /// What to look for in the positions of files
    #[arg(long, value_enum, default_value_t = Goal::Vcdt, requires = "positions")]
    pub goal: Goal,
    /// The highest order of a win, for the goal win
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=MOST_ORDER), allow_negative_numbers = true)]
    pub order: u8,
    /// Seconds for each position of a file
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true, requires = "positions")]
    pub limit: Duration,
    /// Threads that work on each position of a file; 0 stands for all cores
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true, requires = "positions")]
    pub threads: u16,
    /// Engines whose blunders are counted
    #[arg(long = "engine", value_name = "ENGINE", default_values = ["alphabeta", "mcts"])]
    pub engines: Vec<String>,
    /// How many positions of each kind the count of blunders takes from the games
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub sample: usize,
    /// Who does the jobs besides local workers: those of a broker
    #[command(flatten)]
    pub workforce: WorkforceArguments,
    /// Only run this many rounds of the core workload, without a clock: for a profiler
    #[arg(long, value_name = "N", conflicts_with_all = ["parts", "markdown"])]
    pub rounds: Option<u64>,
}

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchPart {
    /// Placing and taking back stones, with exact threats
    Core,
    /// The search for double threats
    Vcdt,
    /// The solvers of all orders, on built-in positions or on those of files
    Solve,
    /// The verifier, and what zone cutting and patterns save
    Verify,
    /// The players
    Play,
    /// Whether engines win won positions and defend threatened ones, in games of files (not part of
    /// everything)
    Blunders,
    /// The exact solver on small games
    Exact,
    /// Proofs by jobs: workers and policies (not part of everything)
    Jobs,
    /// What a job costs besides its work (not part of everything)
    Overhead,
}

#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct ManArguments {
    /// Folder for one page per command [default: print the main page]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}
