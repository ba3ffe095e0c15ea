//! The arguments of `sixfold tune`.

use std::path::PathBuf;

use clap::Args;
use sixfold_game::GameName;

#[derive(Args)]
pub struct TuneArguments {
    /// Tables of games, comma-separated, with the columns 'moves' and 'result' (B, W or D)
    #[arg(value_name = "GAMES", required = true)]
    pub files: Vec<PathBuf>,
    /// Folder for the tables that are learned: windows.txt and stones.txt
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The game that is played in all of them
    #[arg(long, value_name = "GAME", default_value_t = GameName::CONNECT6)]
    pub game: GameName,
    /// Decides which games are held out, and the order of the others
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// How often every game is looked at
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub epochs: u32,
    /// The share of games that are held out, to tell how good the tables are
    #[arg(long, value_name = "FRACTION", default_value_t = 0.1, value_parser = share, allow_negative_numbers = true)]
    pub held_out: f64,
    /// Take only so many of the games, at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub games: Option<u32>,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("not a number between 0 and 1".to_string()),
    }
}
