//! A position together with its evaluation, kept in step stone by stone.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, PerPlayer, Player, Square};

use crate::evaluate::{PaddedLine, Pattern, REACH, Tables};

/// A position that knows what it is worth, and what a stone on each square would be worth.
#[derive(Clone, Debug)]
pub struct Board<S> {
    position: Position<S>,
    tables: Arc<Tables>,
    /// The sum of the windows as each player sees them when it is his turn.
    values: PerPlayer<i32>,
    /// What a stone of each player is worth, by the square.
    stone_values: PerPlayer<Box<[i32]>>,
}

/// Whether patterns that hold a square are counted in or out.
#[derive(Clone, Copy)]
enum Counting {
    In,
    Out,
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
        let squares = position.grid().len();
        let mut values = PerPlayer::from_fn(|_| i32::from(tables.to_move));
        let mut stone_values = PerPlayer::from_fn(|_| vec![0; squares].into_boxed_slice());
        let geometry = position.geometry();
        for line in geometry.lines() {
            let squares = geometry.line_squares(line);
            for player in Player::BOTH {
                let seen = PaddedLine::new(position.line_stones(line), squares.len(), player);
                let worth = |window: Pattern| i32::from(tables.windows[window.index()]);
                values[player] += seen.windows().map(worth).sum::<i32>();
                for (offset, square) in squares.iter().enumerate() {
                    let stone = tables.stones[seen.around(offset).index()];
                    stone_values[player][square.index()] += i32::from(stone);
                }
            }
        }
        Board { position, tables, values, stone_values }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// Places the next stone; see [`Position::play`].
    pub fn play(&mut self, square: Square) {
        self.count_patterns(square, Counting::Out);
        self.position.play(square);
        self.count_patterns(square, Counting::In);
    }

    /// Takes back the last stone.
    pub fn take_back(&mut self) {
        if let Some(&square) = self.position.history().last() {
            self.count_patterns(square, Counting::Out);
            self.position.take_back();
            self.count_patterns(square, Counting::In);
        }
    }

    fn count_patterns(&mut self, square: Square, counting: Counting) {
        let Board { position, tables, values, stone_values } = self;
        let sign = match counting {
            Counting::In => 1,
            Counting::Out => -1,
        };
        let geometry = position.geometry();
        for place in geometry.places(square) {
            let squares = geometry.line_squares(place.line);
            let offset = usize::from(place.offset);
            let stones = position.line_stones(place.line);
            for player in Player::BOTH {
                let seen = PaddedLine::new(stones, squares.len(), player);
                let worth = |window: Pattern| i32::from(tables.windows[window.index()]);
                values[player] += sign * seen.windows_around(offset).map(worth).sum::<i32>();
                let first = offset.saturating_sub(REACH);
                let near = squares[first..].iter().take(offset + REACH + 1 - first);
                for (other, square) in (first..).zip(near) {
                    if other != offset {
                        let stone = tables.stones[seen.around(other).index()];
                        stone_values[player][square.index()] += sign * i32::from(stone);
                    }
                }
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
    #[inline]
    pub fn stone_value(&self, square: Square, player: Player) -> i32 {
        self.stone_values[player][square.index()]
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
        #![proptest_config(ProptestConfig::with_cases(32))]

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
                let afresh = Board::new(board.position().clone());
                prop_assert_eq!(afresh.values, board.values);
                prop_assert_eq!(&afresh.stone_values, &board.stone_values);
            }
        }
    }
}
