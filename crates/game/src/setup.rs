//! A position as data: the stones, whose turn it is, and its text form, the FEN.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::square::excerpt;
use crate::{GameName, Grid, NameError, PerPlayer, Player, Square, SquareSet, TurnOrder};

/// Whose turn it is, and how many stones of it are still to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Turn {
    /// The side to move.
    pub player: Player,
    /// Stones still to place in this turn, at least one.
    pub stones_left: u16,
}

impl Turn {
    /// The turn after one more stone.
    #[must_use]
    #[inline]
    pub const fn after_stone(self, order: TurnOrder) -> Turn {
        if self.stones_left > 1 {
            Turn { player: self.player, stones_left: self.stones_left - 1 }
        } else {
            Turn { player: self.player.opponent(), stones_left: order.later }
        }
    }
}

/// The stones on the board and the turn: all that the future of a game depends on.
///
/// Any stone counts are allowed, so that problems and null moves can be written down.
///
/// ```
/// use sixfold_game::{GameName, Setup};
///
/// let game: GameName = "tictactoe".parse().unwrap();
/// let setup = Setup::from_fen(game, "3/1x1/o2 b 1").unwrap();
/// assert_eq!(setup.stone(game.grid().parse("b2").unwrap()), Some(sixfold_game::Player::Black));
/// assert_eq!(setup.to_string(), "3/1x1/o2 b 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    grid: Grid,
    stones: PerPlayer<SquareSet>,
    /// Whose turn it is.
    pub turn: Turn,
}

impl Setup {
    /// The empty board before the first move.
    #[must_use]
    pub fn start(game: GameName) -> Setup {
        Setup {
            grid: game.grid(),
            stones: PerPlayer::default(),
            turn: game.turn_order().first_turn(),
        }
    }

    /// A position with these stones. Squares in both sets count as Black's.
    #[must_use]
    pub fn with_stones(grid: Grid, stones: PerPlayer<SquareSet>, turn: Turn) -> Setup {
        let stones = PerPlayer { black: stones.black, white: stones.white - stones.black };
        Setup { grid, stones, turn }
    }

    /// The grid that names the squares.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The stones of a player.
    #[must_use]
    pub fn stones(&self, player: Player) -> SquareSet {
        self.stones[player]
    }

    /// The stone on a square, if any.
    #[must_use]
    pub fn stone(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones[player].contains(square))
    }

    /// Puts a stone on a square, whatever was there, or takes it away. The turn stays.
    pub fn set(&mut self, square: Square, stone: Option<Player>) {
        for player in Player::BOTH {
            if stone == Some(player) {
                self.stones[player].insert(square);
            } else {
                self.stones[player].remove(square);
            }
        }
    }

    /// The position after the side to move has ended its turn with these stones; some of them may
    /// have been forgone.
    #[must_use]
    pub fn after_turn(&self, stones: SquareSet, order: TurnOrder) -> Setup {
        let Turn { player, .. } = self.turn;
        let mut after = *self;
        stones.iter().for_each(|square| after.set(square, Some(player)));
        after.turn = Turn { player: player.opponent(), stones_left: order.later };
        after
    }

    /// The position after White has taken over Black's only stone by the swap rule of Hex: the stone
    /// becomes his on the cell where the reflection that exchanges the players' edges puts it, and
    /// Black is to move. Nothing if this is not the second move, or the board has no such reflection.
    #[must_use]
    pub fn after_swap(&self) -> Option<Setup> {
        let (grid, black) = (self.grid, self.stones.black);
        // On a board of one cell the first stone has won.
        let is_open = grid.len() > 1;
        let is_second_move =
            self.turn.player == Player::White && black.len() == 1 && self.stones.white.is_empty();
        let taken = black.iter().next().filter(|_| is_open && is_second_move)?;
        let image = grid.reflected(taken)?;
        let stones = PerPlayer { black: SquareSet::EMPTY, white: [image].into_iter().collect() };
        Some(Setup { stones, turn: Turn { player: Player::Black, stones_left: 1 }, ..*self })
    }

    /// The same position with every square moved, as by a symmetry of the board.
    #[must_use]
    pub fn mapped(&self, image: impl Fn(Square) -> Square) -> Setup {
        let stones = PerPlayer::from_fn(|player| self.stones[player].iter().map(&image).collect());
        Setup { stones, ..*self }
    }

    /// Reads a FEN: rows from the top separated by `/`, run lengths for empty squares, `x` for
    /// Black, `o` for White, of either case; then the side to move and the stones still to place.
    ///
    /// The board must be that of the game; the window of an unbounded game can be fitted to it
    /// with [`GameName::seen_in_fen`].
    pub fn from_fen(game: GameName, fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let board = fields.next().ok_or(FenError::Missing("the board is"))?;
        let player = match fields.next().ok_or(FenError::Missing("the side to move (b or w) is"))? {
            "b" | "B" => Player::Black,
            "w" | "W" => Player::White,
            other => return Err(FenError::Side(excerpt(other))),
        };
        let stones_left =
            fields.next().ok_or(FenError::Missing("the stones still to place are"))?;
        let most = game.turn_order().first.max(game.turn_order().later);
        let stones_left = match stones_left.parse() {
            Ok(count) if (1..=most).contains(&count) => count,
            _ => return Err(FenError::StonesLeft { text: excerpt(stones_left), most }),
        };
        if let Some(extra) = fields.next() {
            return Err(FenError::Extra(excerpt(extra)));
        }
        let grid = game.grid();
        let stones = board_from_fen(grid, board)?;
        if let GameName::Connect(rules) = game {
            let off_board = (stones.black | stones.white) - rules.cells();
            if let Some(square) = off_board.iter().next() {
                return Err(FenError::OffTheBoard(format!("{:#}", grid.name(square))));
            }
        }
        Ok(Setup { grid, stones, turn: Turn { player, stones_left } })
    }
}

fn board_from_fen(grid: Grid, board: &str) -> Result<PerPlayer<SquareSet>, FenError> {
    let rows = board.split('/').count();
    if rows != grid.rows() as usize {
        return Err(FenError::Rows { found: rows, expected: grid.rows() });
    }
    let mut stones = PerPlayer::<SquareSet>::default();
    for ((row, text), number) in grid.rows_from_top().zip(board.split('/')).zip(1..) {
        let wrong_width = FenError::Columns { row: number, expected: grid.columns() };
        let mut column = 0_u8;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let run = rest[..digits].parse::<u8>().ok().filter(|&run| run > 0);
                column = run
                    .and_then(|run| column.checked_add(run))
                    .filter(|&end| end <= grid.columns())
                    .ok_or(wrong_width.clone())?;
                rest = &rest[digits..];
                continue;
            }
            let player = Player::BOTH
                .into_iter()
                .find(|player| player.stone_letter() == letter.to_ascii_lowercase())
                .ok_or(FenError::Letter { row: number, letter })?;
            stones[player].insert(grid.square(column, row).ok_or(wrong_width.clone())?);
            column += 1;
            rest = &rest[letter.len_utf8()..];
        }
        if column != grid.columns() {
            return Err(wrong_width);
        }
    }
    Ok(stones)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, number) in self.grid.rows_from_top().zip(0..) {
            if number > 0 {
                f.write_str("/")?;
            }
            let mut run = 0;
            for square in
                (0..self.grid.columns()).filter_map(|column| self.grid.square(column, row))
            {
                let Some(player) = self.stone(square) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(f, "{run}")?;
                }
                run = 0;
                write!(f, "{}", player.stone_letter())?;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
        }
        write!(f, " {} {}", self.turn.player.letter(), self.turn.stones_left)
    }
}

/// Why a text is not a FEN of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is missing.
    #[error("FEN: {0} missing")]
    Missing(&'static str),
    /// The wrong number of rows.
    #[error("FEN: {found} rows, the board has {expected}")]
    Rows {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: u8,
    },
    /// A row is too short or too long.
    #[error("FEN: row {row} from the top does not have {expected} squares")]
    Columns {
        /// The row, from the top, counted from 1.
        row: usize,
        /// Columns of the board.
        expected: u8,
    },
    /// A letter that is no stone.
    #[error("FEN: row {row} from the top: {letter:?} is neither x, o nor a number")]
    Letter {
        /// The row, from the top, counted from 1.
        row: usize,
        /// The letter.
        letter: char,
    },
    /// An unbounded board cannot be seen through a window of this size.
    #[error("FEN: {0}")]
    Window(NameError),
    /// A stone in a corner of the grid that a hexagonal board does not have.
    #[error("FEN: there is no square {0} on this board")]
    OffTheBoard(String),
    /// The side to move is neither `b` nor `w`.
    #[error("FEN: side to move '{0}' is neither b nor w")]
    Side(String),
    /// The number of stones still to place is not possible in this game.
    #[error("FEN: stones still to place '{text}' is not a number from 1 to {most}")]
    StonesLeft {
        /// What was written.
        text: String,
        /// The largest possible number.
        most: u16,
    },
    /// Something follows the last field.
    #[error("FEN: unexpected '{0}' at the end")]
    Extra(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_may_be_a_capital_letter() {
        let game = "tictactoe".parse().unwrap();
        for (fen, written) in [("3/1X1/O2 B 1", "3/1x1/o2 b 1"), ("3/1x1/3 W 1", "3/1x1/3 w 1")] {
            assert_eq!(Setup::from_fen(game, fen).unwrap().to_string(), written);
        }
    }

    #[test]
    fn who_takes_over_the_first_stone_has_it_on_the_reflected_cell() {
        let after_swap = |game: &str, fen: &str| {
            let setup = Setup::from_fen(game.parse().unwrap(), fen).unwrap();
            setup.after_swap().map(|setup| setup.to_string())
        };
        assert_eq!(after_swap("hex3", "1x1/3/3 w 1").as_deref(), Some("3/o2/3 b 1"));
        assert_eq!(after_swap("hex3", "3/1x1/3 w 1").as_deref(), Some("3/1o1/3 b 1"));
        for (game, fen) in [
            ("hex3", "3/3/3 w 1"),
            ("hex3", "1x1/3/3 b 1"),
            ("hex3", "1x1/o2/3 w 1"),
            ("hex3", "xx1/3/3 w 1"),
            ("hex(2,3)", "1x1/3 w 1"),
            ("hex1", "x w 1"),
        ] {
            assert_eq!(after_swap(game, fen), None, "{fen}");
        }
    }

    #[test]
    fn a_missing_field_is_named() {
        let game = "tictactoe".parse().unwrap();
        for (fen, message) in [
            ("", "FEN: the board is missing"),
            ("3/3/3", "FEN: the side to move (b or w) is missing"),
            ("3/3/3 b", "FEN: the stones still to place are missing"),
        ] {
            assert_eq!(Setup::from_fen(game, fen).unwrap_err().to_string(), message);
        }
    }
}
