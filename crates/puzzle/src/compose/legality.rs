//! Whether a position could have come about in a game.

use sixfold_connect::{GeneralPosition, Geometry};
use sixfold_game::{Game, GameName, MAX_SIDE, Player, Setup};
use thiserror::Error;

/// Why a position cannot be that of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game is not of the family.
    #[error("there are no puzzles of this game")]
    Game,
    /// The numbers of stones do not fit the turn.
    #[error("the numbers of stones do not fit the turn")]
    StoneCounts,
    /// A turn is under way.
    #[error("a turn is under way")]
    PartOfTurn,
    /// Somebody has won already.
    #[error("the game is over")]
    Over,
}

const MAX_SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// How many stones each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoneCounts {
    pub(super) black: usize,
    pub(super) white: usize,
}

impl StoneCounts {
    pub(super) fn of(setup: &Setup) -> StoneCounts {
        StoneCounts {
            black: setup.stones(Player::Black).len(),
            white: setup.stones(Player::White).len(),
        }
    }

    /// The fewest stones at the beginning of a player's turn that are no fewer than these.
    pub(super) fn raised_for(self, game: GameName, mover: Player) -> StoneCounts {
        let order = game.turn_order();
        let (first, later) = (usize::from(order.first), usize::from(order.later));
        let after_rounds = |rounds: usize| match mover {
            Player::Black if rounds == 0 => StoneCounts { black: 0, white: 0 },
            Player::Black => {
                StoneCounts { black: first + (rounds - 1) * later, white: rounds * later }
            }
            Player::White => StoneCounts { black: first + rounds * later, white: rounds * later },
        };
        let fits = |counts: &StoneCounts| counts.black >= self.black && counts.white >= self.white;
        // Every round adds stones of both colours.
        (0..MAX_SQUARES).map(after_rounds).find(fits).unwrap_or(self)
    }
}

/// Whether the position could have come about in a game.
pub fn legality(game: GameName, setup: &Setup) -> Result<(), Illegal> {
    let counts = StoneCounts::of(setup);
    let order = game.turn_order();
    let is_start = counts == StoneCounts { black: 0, white: 0 };
    if setup.turn.stones_left != if is_start { order.first } else { order.later } {
        return Err(Illegal::PartOfTurn);
    }
    let is_open = match game {
        GameName::Connect(rules) => {
            let position = GeneralPosition::from_setup(Geometry::new(rules).into(), setup);
            position.is_ok_and(|position| position.outcome().is_none())
        }
        GameName::Hex(rules) => crate::hex::open_position(rules, setup).is_some(),
    };
    if !is_open {
        return Err(Illegal::Over);
    }
    let fits = counts.raised_for(game, setup.turn.player) == counts;
    if fits { Ok(()) } else { Err(Illegal::StoneCounts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(game: &str, fen: &str) -> Result<(), Illegal> {
        let game: GameName = game.parse().unwrap();
        legality(game, &Setup::from_fen(game, fen).unwrap())
    }

    #[test]
    fn stones_are_as_many_as_the_turns_before_have_brought() {
        let game = "connect(5,5,4,2,1)";
        assert_eq!(judged(game, "5/5/2x2/5/5 w 2"), Ok(()));
        assert_eq!(judged(game, "5/2o2/2xo1/5/5 b 2"), Ok(()));
        assert_eq!(judged(game, "5/2o2/2x2/5/5 b 2"), Err(Illegal::StoneCounts));
        assert_eq!(judged(game, "5/2o2/2xo1/5/5 w 2"), Err(Illegal::StoneCounts));
        assert_eq!(judged(game, "5/2o2/2xo1/5/5 b 1"), Err(Illegal::PartOfTurn));
        assert_eq!(judged(game, "5/5/5/5/5 b 1"), Ok(()));
    }

    #[test]
    fn nobody_has_won_yet() {
        assert_eq!(judged("tictactoe", "xxx/oo1/3 w 1"), Err(Illegal::Over));
    }
}
