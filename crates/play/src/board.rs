//! A position together with its evaluation, kept in step stone by stone.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, PerPlayer, Player, Square};

use crate::evaluate::{PaddedLine, Tables};

/// A position that knows what it is worth.
#[derive(Clone, Debug)]
pub struct Board<S> {
    position: Position<S>,
    tables: Arc<Tables>,
    /// The sum of the windows as each player sees them when it is his turn.
    values: PerPlayer<i32>,
}

impl<S: SegmentState> Board<S> {
    /// The evaluated position.
    #[must_use]
    pub fn new(position: Position<S>) -> Board<S> {
        let tables = Tables::of(position.geometry().rules());
        Board::with_tables(position, tables)
    }

    /// The position, evaluated by other tables than those of its game.
    #[must_use]
    pub fn with_tables(position: Position<S>, tables: Arc<Tables>) -> Board<S> {
        let mut values = PerPlayer::from_fn(|_| i32::from(tables.to_move));
        for line in position.geometry().lines() {
            let length = position.geometry().line_squares(line).len();
            let stones = position.line_stones(line);
            for window in PaddedLine::new(stones, length, Player::Black).windows() {
                values.black += i32::from(tables.windows[window.index()]);
                values.white += i32::from(tables.windows[window.swapped().index()]);
            }
        }
        Board { position, tables, values }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// Places the next stone; see [`Position::play`].
    pub fn play(&mut self, square: Square) {
        self.add_windows(square, -1);
        self.position.play(square);
        self.add_windows(square, 1);
    }

    /// Takes back the last stone.
    pub fn take_back(&mut self) {
        if let Some(&square) = self.position.history().last() {
            self.add_windows(square, -1);
            self.position.take_back();
            self.add_windows(square, 1);
        }
    }

    fn add_windows(&mut self, square: Square, sign: i32) {
        let geometry = self.position.geometry();
        for place in geometry.places(square) {
            let length = geometry.line_squares(place.line).len();
            let line =
                PaddedLine::new(self.position.line_stones(place.line), length, Player::Black);
            for window in line.windows_around(place.offset.into()) {
                let value = |index: usize| sign * i32::from(self.tables.windows[index]);
                self.values.black += value(window.index());
                self.values.white += value(window.swapped().index());
            }
        }
    }

    /// What the position is worth to the side to move: the logarithm of its odds of winning, in
    /// thousandths. Meant for the beginning of a turn.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.values[self.position.turn().player]
    }

    /// What a stone of this player on an empty square is worth.
    #[must_use]
    pub fn stone_value(&self, square: Square, player: Player) -> i32 {
        let geometry = self.position.geometry();
        let places = geometry.places(square).iter();
        let value = places.map(|place| {
            let length = geometry.line_squares(place.line).len();
            let line = PaddedLine::new(self.position.line_stones(place.line), length, player);
            i32::from(self.tables.stones[line.around(place.offset.into()).index()])
        });
        value.sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sixfold_connect::GeneralPosition;
    use sixfold_game::{GameName, Record};

    use super::*;

    fn start(game: &str) -> GeneralPosition {
        let game: GameName = game.parse().unwrap();
        GeneralPosition::replay(&Record::new(game)).unwrap()
    }

    proptest! {
        #[test]
        fn the_value_after_any_moves_is_that_of_the_position_seen_afresh(
            game in prop::sample::select(vec!["connect6", "tictactoe", "connect(5,9,4,3,2)"]),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            let mut board = Board::new(start(game));
            for pick in picks {
                let legal: Vec<Square> = board.position().legal_squares().iter().collect();
                if legal.is_empty() || pick.index(5) == 0 {
                    board.take_back();
                } else {
                    board.play(*pick.get(&legal));
                }
                prop_assert_eq!(Board::new(board.position().clone()).values, board.values);
            }
        }
    }
}
