//! Games to learn from: tables with the columns `moves` and `result`.

use std::sync::Arc;

use sixfold_connect::{GeneralPosition, Geometry, ReplayError, connect_rules};
use sixfold_game::record::table::{self, Row};
use sixfold_game::record::{Located, move_list};
use sixfold_game::{Game, GameName, Outcome, Player, Square};
use thiserror::Error;

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The stones in playing order.
    pub stones: Vec<Square>,
    /// How it ended, on the board or by resignation.
    pub outcome: Outcome,
}

/// Why a text is not a table of games, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct GamesError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: GamesFault,
}

/// What is wrong with a line of a table of games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GamesFault {
    /// The head names no column `moves`.
    #[error("the table has no column 'moves'")]
    NoMovesColumn,
    /// The line is too short to have moves.
    #[error("no moves")]
    NoMoves,
    /// The moves cannot be read.
    #[error("{0}")]
    Moves(String),
    /// The moves cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The result is neither given nor on the board.
    #[error("'{0}' is not a result (B, W or D)")]
    Result(String),
}

impl From<Located<move_list::Fault>> for GamesFault {
    fn from(fault: Located<move_list::Fault>) -> GamesFault {
        // The place within the field means nothing to who looks at the file.
        GamesFault::Moves(fault.fault.to_string())
    }
}

/// Reads all games of a table of comma-separated values. Where the table has no column `result`, the
/// game must have been played to its end.
pub fn read(game: GameName, text: &str) -> Result<Vec<PlayedGame>, GamesError> {
    let at = |line: usize| move |fault: GamesFault| GamesError { line, fault };
    let rules = connect_rules(game).map_err(|error| at(1)(error.into()))?;
    let geometry = Arc::new(Geometry::new(rules));
    let rows = table::rows(text).ok_or_else(|| at(1)(GamesFault::NoMovesColumn))?;
    rows.map(|row| read_row(&geometry, row).map_err(at(row.line))).collect()
}

fn read_row(geometry: &Arc<Geometry>, row: Row<'_>) -> Result<PlayedGame, GamesFault> {
    let moves = row.moves.ok_or(GamesFault::NoMoves)?;
    let record = move_list::read(GameName::Connect(geometry.rules()), moves)?;
    let position = GeneralPosition::replay_on(geometry, &record)?;
    let outcome = match row.result {
        Some("B") => Some(Outcome::Win(Player::Black)),
        Some("W") => Some(Outcome::Win(Player::White)),
        Some("D") => Some(Outcome::Draw),
        Some(_) => None,
        None => position.outcome(),
    };
    let no_result =
        || GamesFault::Result(row.result.unwrap_or_default().chars().take(20).collect());
    let outcome = outcome.ok_or_else(no_result)?;
    Ok(PlayedGame { stones: position.history().to_vec(), outcome })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_moves_and_results() {
        let text = "id,result,moves\n1,W,j10 k11i9\n\n2,D,j10 k11i9 h9j9\n";
        let games = read(GameName::CONNECT6, text).unwrap();
        let lengths: Vec<usize> = games.iter().map(|game| game.stones.len()).collect();
        assert_eq!(lengths, [3, 5]);
        assert_eq!(games[0].outcome, Outcome::Win(Player::White));
        assert_eq!(games[1].outcome, Outcome::Draw);
    }

    #[test]
    fn a_finished_game_needs_no_result() {
        let games = read("tictactoe".parse().unwrap(), "moves\na1 a2 b1 b2 c1\n").unwrap();
        assert_eq!(games[0].outcome, Outcome::Win(Player::Black));
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, reason) in [
            ("", "line 1: the table has no column 'moves'"),
            ("id,result\n", "line 1: the table has no column 'moves'"),
            ("result,moves\nB\n", "line 2: no moves"),
            ("result,moves\nB,j10\n\nX,j10\n", "line 4: 'X' is not a result (B, W or D)"),
            ("moves\nj10\n", "line 2: '' is not a result (B, W or D)"),
            ("result,moves\nB,j10 j10k1\n", "line 2: stone 2: square J10 is occupied"),
        ] {
            assert_eq!(read(GameName::CONNECT6, text).unwrap_err().to_string(), reason);
        }
        let hex = read("hex5".parse().unwrap(), "moves\n").unwrap_err().to_string();
        assert!(hex.starts_with("line 1: 'hex5' is not a Connect game"), "{hex}");
    }
}
