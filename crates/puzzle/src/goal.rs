//! What a puzzle asks for.

use serde::{Deserialize, Serialize};
use sixfold_game::{GameName, Player};
use utoipa::ToSchema;

/// The win that a puzzle asks for: the space in which its key is the only one.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
pub struct Goal {
    /// The highest order of the win (THEORY 2). In Connect6 order 1 is a win by double threats, order
    /// 2 one by single threats, order 3 one with quiet turns. Hex has no orders: there it is 0.
    pub order: u8,
    /// The attacker's turns, the one that completes the row included. In Hex any win will do, and this
    /// is how many the main line has.
    pub turns: u8,
}

impl Goal {
    /// What is left of the goal once a turn of the attacker has been answered.
    #[must_use]
    pub const fn after_reply(self) -> Goal {
        Goal { turns: self.turns.saturating_sub(1), ..self }
    }

    /// The task in words.
    ///
    /// ```
    /// use sixfold_game::{GameName, Player};
    /// use sixfold_puzzle::Goal;
    ///
    /// let goal = Goal { order: 1, turns: 3 };
    /// assert_eq!(
    ///     goal.task(GameName::CONNECT6, Player::White),
    ///     "White to play and win in 3 turns by double threats"
    /// );
    /// ```
    #[must_use]
    pub fn task(self, game: GameName, attacker: Player) -> String {
        if let GameName::Hex(_) = game {
            return format!("{attacker} to play and win");
        }
        let means = self.means(game.turn_order().later);
        format!("{attacker} to play and win in {} turns {means}", self.turns)
    }

    /// By what the win is reached, for games of so many stones a turn.
    pub(crate) fn means(self, stones_per_turn: u16) -> &'static str {
        // A turn of order r makes at least p + 1 - r threats.
        match (stones_per_turn, (stones_per_turn + 1).saturating_sub(self.order.into())) {
            (_, 0) => "with quiet turns",
            (1, _) => "by threats",
            (_, 1) => "by single threats",
            (_, 2) => "by double threats",
            _ => "by many threats",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_four_of_gomoku_is_a_threat_and_a_three_is_quiet() {
        let gomoku: GameName = "gomoku".parse().unwrap();
        let task = |order| Goal { order, turns: 4 }.task(gomoku, Player::Black);
        assert_eq!(task(1), "Black to play and win in 4 turns by threats");
        assert_eq!(task(2), "Black to play and win in 4 turns with quiet turns");
    }
}
