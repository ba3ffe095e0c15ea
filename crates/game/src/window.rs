//! Windows: how a board without an edge is seen.
//!
//! The name of an unbounded game, such as `connect(6,2,3)`, does not say through which window it is
//! seen. Whatever comes along with the name and has a size does: a FEN, or the size that a game
//! record gives.

use crate::{
    ConnectRules, Extent, FenError, GameName, Lattice, NameError, PerPlayer, Player, Setup, Square,
    SquareSet,
};

impl GameName {
    /// An unbounded game, seen through a window of this size. Any other game stays as it is.
    pub fn seen_through(self, rows: u8, columns: u8) -> Result<GameName, NameError> {
        let GameName::Connect(rules) = self else { return Ok(self) };
        let window = match (rules.extent(), rules.lattice()) {
            (Extent::Whole, _) => return Ok(self),
            (Extent::Window, Lattice::Square { .. }) => Lattice::Square { rows, columns },
            (Extent::Window, Lattice::Hexagonal { .. }) => Lattice::Hexagonal { radius: rows / 2 },
        };
        rules.with_window(window).map(GameName::Connect)
    }

    /// An unbounded game, seen through a window of the size of a FEN. Any other game stays as it
    /// is. The rest of the FEN is not looked at; [`Setup::from_fen`] does that.
    ///
    /// ```
    /// use sixfold_game::{GameName, Setup};
    ///
    /// let fen = "5/2x2/5 w 1";
    /// let game: GameName = "connect(3,1,1)".parse().unwrap();
    /// let game = game.seen_in_fen(fen).unwrap();
    /// assert_eq!((game.grid().rows(), game.grid().columns()), (3, 5));
    /// assert_eq!(Setup::from_fen(game, fen).unwrap().to_string(), fen);
    /// ```
    pub fn seen_in_fen(self, fen: &str) -> Result<GameName, FenError> {
        let Some(board) = fen.split_ascii_whitespace().next() else { return Ok(self) };
        let rows = board.split('/').count();
        let columns = columns_of(board.split('/').next().unwrap_or_default());
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(rows), Ok(columns)) => self.seen_through(rows, columns).map_err(FenError::Window),
            // If the board has an edge, reading the FEN will say which size is the right one.
            _ => match self {
                GameName::Connect(rules) if rules.extent() == Extent::Window => {
                    let rows = rows as u32;
                    Err(FenError::Window(NameError::BoardSize { rows, columns }))
                }
                other => Ok(other),
            },
        }
    }
}

/// The squares of a row of a FEN: numbers count so many, letters one each.
fn columns_of(row: &str) -> u32 {
    let letters = row.chars().filter(|letter| !letter.is_ascii_digit()).count();
    let runs = row.split(|letter: char| !letter.is_ascii_digit()).filter(|run| !run.is_empty());
    let lengths = runs.map(|run| run.parse().unwrap_or(u32::MAX));
    lengths.fold(letters as u32, u32::saturating_add)
}

impl ConnectRules {
    /// The same unbounded game, seen through a window with so many more squares on every side.
    /// Nothing if that is larger than any board, or if the board has an edge.
    #[must_use]
    pub fn grown(self, by: u8) -> Option<ConnectRules> {
        if self.extent() == Extent::Whole {
            return None;
        }
        let wider = |side: u8| side.checked_add(by)?.checked_add(by);
        let window = match self.lattice() {
            Lattice::Square { rows, columns } => {
                Lattice::Square { rows: wider(rows)?, columns: wider(columns)? }
            }
            Lattice::Hexagonal { radius } => Lattice::Hexagonal { radius: radius.checked_add(by)? },
        };
        self.with_window(window).ok()
    }

    /// The same position of an unbounded game, moved so that its stones lie in the middle of this
    /// window; it may have been seen through another one. Nothing if they do not fit, or if the
    /// board has an edge.
    ///
    /// ```
    /// use sixfold_game::{GameName, Setup};
    ///
    /// let fen = "x4/1o3/5 w 1";
    /// let game = "connect(3,1,1)".parse::<GameName>().unwrap().seen_in_fen(fen).unwrap();
    /// let GameName::Connect(rules) = game else { unreachable!() };
    /// let setup = Setup::from_fen(game, fen).unwrap();
    /// let grown = rules.grown(1).unwrap();
    /// assert_eq!(grown.centred(&setup).unwrap().to_string(), "7/7/2x4/3o3/7 w 1");
    /// ```
    #[must_use]
    pub fn centred(self, setup: &Setup) -> Option<Setup> {
        if self.extent() == Extent::Whole {
            return None;
        }
        let (from, to) = (setup.grid(), self.grid());
        let stones = setup.stones(Player::Black) | setup.stones(Player::White);
        let right = shift(&stones, |square| from.column(square), to.columns())?;
        let up = shift(&stones, |square| from.row(square), to.rows())?;
        let cells = self.cells();
        let moved = |square: Square| {
            let column = from.column(square).checked_add_signed(right)?;
            let row = from.row(square).checked_add_signed(up)?;
            to.square(column, row).filter(|&square| cells.contains(square))
        };
        let of_player = |player| setup.stones(player).iter().map(moved).collect();
        let [black, white]: [Option<SquareSet>; 2] = Player::BOTH.map(of_player);
        let stones = PerPlayer { black: black?, white: white? };
        Some(Setup::with_stones(to, stones, setup.turn))
    }
}

/// How far to move stones so that their columns, or rows, are in the middle of a side.
fn shift(stones: &SquareSet, place: impl Fn(Square) -> u8, side: u8) -> Option<i8> {
    let Some(first) = stones.iter().map(&place).min() else { return Some(0) };
    let last = stones.iter().map(&place).max().unwrap_or(first);
    let free = side.checked_sub(last - first + 1)?;
    Some((free / 2) as i8 - first as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_SIDE;

    fn rules(name: &str) -> ConnectRules {
        match name.parse() {
            Ok(GameName::Connect(rules)) => rules,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn size(game: GameName) -> (u8, u8) {
        (game.grid().rows(), game.grid().columns())
    }

    #[test]
    fn only_unbounded_games_have_a_window() {
        let fen = "5/5/5/5 b 1";
        for (name, expected) in [
            ("connect(3,1,1)", (4, 5)),
            ("tictactoe", (3, 3)),
            ("connect(9,9,3,1,1)", (9, 9)),
            ("hex3", (3, 3)),
        ] {
            let game: GameName = name.parse().unwrap();
            assert_eq!(size(game.seen_in_fen(fen).unwrap()), expected, "{name}");
        }
        assert_eq!(rules("connect6").grown(1), None);
        assert_eq!(rules("connect6").centred(&Setup::start(GameName::CONNECT6)), None);
    }

    #[test]
    fn a_window_that_cannot_be_is_named() {
        let game: GameName = "connect(6,2,1)".parse().unwrap();
        for (fen, reason) in [
            ("5/5 b 1", "FEN: k = 6 in a row is out of range (1 to 5 on this board)"),
            ("x27/28 b 1", "FEN: a 2x28 board is out of range"),
            ("9999999999 b 1", "FEN: a 1x4294967295 board is out of range"),
            ("/ b 1", "FEN: a 2x0 board is out of range"),
        ] {
            let error = game.seen_in_fen(fen).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{fen}: {error}");
        }
        let rows = vec!["6"; 300].join("/");
        assert!(game.seen_in_fen(&rows).unwrap_err().to_string().contains("300x6"));
        // These faults are for the reader of the FEN.
        assert_eq!(game.seen_in_fen(""), Ok(game));
        assert_eq!(GameName::CONNECT6.seen_in_fen(&rows), Ok(GameName::CONNECT6));
    }

    #[test]
    fn a_window_grows_as_far_as_boards_go() {
        let small = rules("connect(6,2,3)");
        assert_eq!(size(GameName::Connect(small)), (19, 19));
        let sides: Vec<u8> = std::iter::successors(Some(small), |rules| rules.grown(1))
            .map(|rules| rules.grid().rows())
            .collect();
        assert_eq!(sides, [19, 21, 23, 25]);
        assert!(sides.iter().all(|&side| side <= MAX_SIDE));
        assert_eq!(small.grown(u8::MAX), None);
        assert_eq!(small.grown(2).unwrap().to_string(), "connect(6,2,3)");
        let hexagon = ConnectRules::new(Lattice::Hexagonal { radius: 3 }, 3, 1, 1).unwrap();
        let hexagon = hexagon.with_window(hexagon.lattice()).unwrap();
        assert_eq!(hexagon.grown(2).unwrap().lattice(), Lattice::Hexagonal { radius: 5 });
        assert_eq!(hexagon.grown(10), None);
    }

    #[test]
    fn stones_that_do_not_fit_are_not_moved() {
        let game: GameName = "connect(3,1,1)".parse().unwrap();
        let fen = "x5x/7/7 w 1";
        let setup = Setup::from_fen(game.seen_in_fen(fen).unwrap(), fen).unwrap();
        let window = |rows, columns| match game.seen_through(rows, columns) {
            Ok(GameName::Connect(rules)) => rules,
            other => panic!("{other:?}"),
        };
        assert_eq!(window(9, 6).centred(&setup), None);
        assert_eq!(window(2, 8).centred(&setup).unwrap().to_string(), "8/x5x1 w 1");
        let empty = Setup::start(game);
        assert_eq!(window(2, 4).centred(&empty).unwrap().to_string(), "4/4 b 1");
    }
}
