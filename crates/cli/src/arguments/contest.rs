//! The arguments of matches and tournaments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sixfold_game::GameName;
use sixfold_play::clock::GameClock;
use sixfold_play::contest::EngineSpec;

use super::{LimitArguments, MOST_THREADS, seconds};

#[derive(Args)]
#[command(after_long_help = ENGINES)]
pub struct MatchArguments {
    /// The first engine; results are told from its side
    #[arg(value_name = "ENGINE")]
    pub first: EngineSpec,
    /// Its opponent
    #[arg(value_name = "ENGINE")]
    pub second: EngineSpec,
    /// End the match as soon as it is clear whether the first engine is ELO0 or ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    pub sprt: Option<Hypotheses>,
    /// The most likely that this test errs, either way
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_share, requires = "sprt")]
    pub error: f64,
    #[command(flatten)]
    pub contest: ContestArguments,
}

#[derive(Args)]
#[command(after_long_help = ENGINES)]
pub struct TournamentArguments {
    /// The engines
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    pub engines: Vec<EngineSpec>,
    /// Print the tables in Markdown
    #[arg(long)]
    pub markdown: bool,
    #[command(flatten)]
    pub contest: ContestArguments,
}

const ENGINES: &str = "\
Engines:
  alphabeta, mcts, greedy           built in, for Connect games
  hexy, hexy:depth=6,connections=0  built in, for Hex
  mcts:type=2,seed=7                with settings (see docs/playing.md)
  c6:COMMAND ARGS...                another program that speaks c6
  c6(depth=5,vcf,time=60):COMMAND   told a depth and to look for forced wins, with its own limit of time
  gtp:COMMAND ARGS...               another program that speaks GTP; gtp(letters=all) names columns with I
  htp:COMMAND ARGS...               another program that plays Hex, by HTP
  NAME=ENGINE                       any of them under a name of your own";

/// What matches and tournaments have in common.
#[derive(Args)]
pub struct ContestArguments {
    /// Games between any two engines; each opening is played twice, with colours swapped
    #[arg(long, value_name = "N", default_value = "100", value_parser = even, allow_negative_numbers = true)]
    pub games: usize,
    /// Openings: a move list a line, or a table with a column 'moves' [default: built-in ones]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Seconds for a whole game, and those added after each turn
    #[arg(long, value_name = "SECONDS+INCREMENT", value_parser = clock, allow_hyphen_values = true)]
    pub clock: Option<GameClock>,
    /// Seconds by which an engine may overstep its time before it loses
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_hyphen_values = true)]
    pub margin: Duration,
    /// Memory for each engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1 << 20), allow_negative_numbers = true)]
    pub memory: u32,
    /// Games played at a time; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub concurrency: u16,
    /// Keep each finished game in this file; the same command with the same file goes on where it
    /// was stopped
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write all games as SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Decides the order of the openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The game: connect6, gomoku, tictactoe, connect(M,N,K,P,Q), connect(K,P,Q), hexN or hex(M,N)
    #[arg(long, value_name = "GAME", default_value_t = GameName::CONNECT6)]
    pub game: GameName,
    /// A game of so many turns, those of the opening included, is a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub moves_limit: Option<u32>,
    /// Play Hex with the swap rule: whoever moves second may take over the first stone
    #[arg(long)]
    pub swap: bool,
    /// Whether a proven win that the checker accepts ends a game
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Adjudicate::On)]
    pub adjudicate: Adjudicate,
}

/// Whether proofs end games.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Adjudicate {
    /// They do
    On,
    /// They do not
    Off,
}

/// The differences in Elo between which a test decides.
#[derive(Clone, Copy, PartialEq)]
pub struct Hypotheses {
    pub elo0: f64,
    pub elo1: f64,
}

fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
    let numbers = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Hypotheses { elo0, elo1 }),
        _ => Err("two Elo differences are needed, the smaller one first, such as 0,10".to_string()),
    }
}

fn error_share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0001..=0.4).contains(share));
    share.ok_or_else(|| "a share between 0.0001 and 0.4 is needed".to_string())
}

fn even(text: &str) -> Result<usize, String> {
    /// More is taken for a mistake.
    const MOST_GAMES: usize = 1_000_000;
    let games = text.parse().ok().filter(|games| (2..=MOST_GAMES).contains(games));
    games.filter(|games| games.is_multiple_of(2)).ok_or_else(|| {
        "an even number of games is needed: each opening is played twice".to_string()
    })
}

fn clock(text: &str) -> Result<GameClock, String> {
    let (left, increment) = match text.split_once('+') {
        Some((left, "0")) => (left, Duration::ZERO),
        Some((left, increment)) => (left, seconds(increment)?),
        None => (text, Duration::ZERO),
    };
    Ok(GameClock { left: seconds(left)?, increment })
}
