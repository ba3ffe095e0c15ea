//! From a game record to the position at the end of its main line.

use std::sync::Arc;

use sixfold_game::record::{Event, SquareOnGrid};
use sixfold_game::{ConnectRules, Game, GameName, IllegalStone, Record};
use thiserror::Error;

use crate::{Geometry, Position, SegmentState, SetupError};

/// The rules of a Connect game, or an error for any other game.
pub fn connect_rules(game: GameName) -> Result<ConnectRules, ReplayError> {
    match game {
        GameName::Connect(rules) => Ok(rules),
        GameName::Hex(_) => Err(ReplayError::NotConnect(game)),
    }
}

impl<S: SegmentState> Position<S> {
    /// Plays the main line of a record.
    ///
    /// ```
    /// use sixfold_connect::Connect6Position;
    /// use sixfold_game::{GameName, record::move_list};
    ///
    /// let record = move_list::read(GameName::CONNECT6, "j10 k11i9 h9j9").unwrap();
    /// let position = Connect6Position::replay(&record).unwrap();
    /// assert_eq!(position.history().len(), 5);
    /// ```
    pub fn replay(record: &Record) -> Result<Position<S>, ReplayError> {
        Self::replay_on(&Arc::new(Geometry::new(connect_rules(record.game())?)), record)
    }

    /// Plays the main line of a record on a board that is there already: for many records of one
    /// game.
    ///
    /// # Panics
    /// If the board is one of another game.
    pub fn replay_on(
        geometry: &Arc<Geometry>,
        record: &Record,
    ) -> Result<Position<S>, ReplayError> {
        assert_eq!(connect_rules(record.game())?, geometry.rules(), "the board of the game");
        let mut position: Position<S> = Position::start(geometry.clone());
        for id in record.main_line() {
            match &record.node(id).event {
                Event::Nothing => {}
                Event::Swap => return Err(ReplayError::Swap),
                Event::Edit(_) => {
                    position = Position::from_setup(geometry.clone(), &record.setup_at(id))?;
                }
                Event::Stone(stone) => {
                    let number = position.history().len() + 1;
                    let square = SquareOnGrid { grid: position.grid(), square: stone.square };
                    position.try_play(stone.square).map_err(|reason| ReplayError::Stone {
                        number,
                        square,
                        reason,
                    })?;
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
    #[error("'{0}' is not a Connect game")]
    NotConnect(GameName),
    /// A stone is taken over, as only in Hex it can be.
    #[error("nobody takes over a stone in a Connect game")]
    Swap,
    /// The stones set up are no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
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
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;
    use crate::{Connect6Position, GeneralPosition, LinePlanes};

    #[test]
    fn a_window_as_large_as_connect6_is_served_by_line_planes() {
        let game: GameName = "connect(6,2,3)".parse().unwrap();
        let wider = connect_rules(game).unwrap().grown(1).unwrap();
        assert!(LinePlanes::serve(connect_rules(game).unwrap()) && !LinePlanes::serve(wider));
        let record = move_list::read(game, "j10j11j12 a1a2 j13j14").unwrap();
        let fast = Connect6Position::replay(&record).unwrap();
        let plain = GeneralPosition::replay(&record).unwrap();
        assert_eq!((fast.name(), fast.setup()), (game, plain.setup()));
    }
}
