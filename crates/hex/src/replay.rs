//! From a game record to the position at the end of its main line.

use std::sync::Arc;

use sixfold_game::record::{Event, SquareOnGrid};
use sixfold_game::{Game, GameName, HexRules, IllegalStone, Record};
use thiserror::Error;

use crate::{Board, Position, SwapRule};

/// The size of a board of Hex, or an error for any other game.
pub fn hex_rules(game: GameName) -> Result<HexRules, ReplayError> {
    match game {
        GameName::Hex(rules) => Ok(rules),
        GameName::Connect(_) => Err(ReplayError::NotHex(game)),
    }
}

impl Position {
    /// Plays the main line of a record.
    ///
    /// ```
    /// use sixfold_game::Game;
    /// use sixfold_game::record::move_list;
    /// use sixfold_hex::Position;
    ///
    /// let record = move_list::read("hex3".parse().unwrap(), "b1 swap c3").unwrap();
    /// let position = Position::replay(&record).unwrap();
    /// assert_eq!(position.setup().to_string(), "3/o2/2x w 1");
    /// ```
    pub fn replay(record: &Record) -> Result<Position, ReplayError> {
        Position::replay_on(&Arc::new(Board::new(hex_rules(record.game())?)), record)
    }

    /// Plays the main line of a record on a board that is there already: for many records of one
    /// game.
    ///
    /// # Panics
    /// If the board has another size.
    pub fn replay_on(board: &Arc<Board>, record: &Record) -> Result<Position, ReplayError> {
        assert_eq!(hex_rules(record.game())?, board.rules(), "the board of the game");
        let set_up = |id| Position::from_setup(board.clone(), &record.setup_at(id));
        let mut position = Position::start_on(board.clone());
        let mut number = 0;
        for id in record.main_line() {
            match &record.node(id).event {
                Event::Nothing => {}
                Event::Edit(_) => {
                    position = set_up(id).ok_or(ReplayError::NotHex(record.game()))?;
                    number = 0;
                }
                Event::Stone(stone) => {
                    number += 1;
                    let square = SquareOnGrid { grid: position.grid(), square: stone.square };
                    position.try_play(stone.square).map_err(|reason| ReplayError::Stone {
                        number,
                        square,
                        reason,
                    })?;
                }
                Event::Swap => {
                    number += 1;
                    let rule = position.swap_rule();
                    position = position.with_swap_rule(SwapRule::SwapPieces);
                    position.swap().ok_or(ReplayError::Swap { number })?;
                    position = position.with_swap_rule(rule);
                }
            }
        }
        Ok(position)
    }
}

/// Why a record does not lead to a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// It is a record of another game.
    #[error("'{0}' is not a game of Hex")]
    NotHex(GameName),
    /// A stone cannot be placed.
    #[error("stone {number} at {square}: {reason}")]
    Stone {
        /// The stone, counted from 1 after the last setup.
        number: usize,
        /// Where it falls.
        square: SquareOnGrid,
        /// What is wrong with it.
        reason: IllegalStone,
    },
    /// Nothing can be taken over.
    #[error("move {number}: there is no stone to be taken over")]
    Swap {
        /// The move, counted from 1 after the last setup.
        number: usize,
    },
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::{move_list, sgf};

    use super::*;

    fn replayed(game: &str, moves: &str) -> Result<Position, ReplayError> {
        Position::replay(&move_list::read(game.parse().unwrap(), moves).unwrap())
    }

    #[test]
    fn stones_taken_over_setups_and_moves_lead_to_the_position_of_the_record() {
        for text in [
            "(;GM[11]SZ[4];B[a2];W[swap-pieces];B[c3];W[d1])",
            "(;GM[11]SZ[4]AB[a2][a3]AW[d1]PL[W];W[b2];B[c1])",
            "(;GM[11]SZ[4];B[a2];AE[a2]AW[b2]PL[W];W[c2];B[d2])",
            "(;GM[11]SZ[3:5];B[a2];W[c5])",
        ] {
            let record = sgf::read(text, None).unwrap();
            assert_eq!(Position::replay(&record).unwrap().setup(), record.final_setup(), "{text}");
        }
    }

    #[test]
    fn a_stone_taken_over_is_given_back_by_undo() {
        let mut position = replayed("hex4", "b1 swap c3").unwrap();
        while position.undo().is_some() {}
        assert_eq!(position.setup().to_string(), "4/4/4/4 b 1");
    }

    #[test]
    fn nothing_can_be_played_when_the_game_is_over() {
        let error = replayed("hex2", "a1 b1 a2 b2").unwrap_err().to_string();
        assert_eq!(error, "stone 4 at B2: the game is already over");
    }

    #[test]
    fn other_games_are_refused() {
        let error = replayed("tictactoe", "b2").unwrap_err().to_string();
        assert_eq!(error, "'tictactoe' is not a game of Hex");
    }
}
