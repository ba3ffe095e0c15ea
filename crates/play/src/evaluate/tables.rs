//! The values of patterns.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sixfold_game::{ConnectRules, Lattice};

use super::formula;
use super::{TableError, Values};

/// The values of all patterns of a game, as the side to move sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// What it is worth to be to move, whatever stands on the board, in the unit of windows.
    pub to_move: i16,
    /// What a window is worth, in thousandths of the logarithm of the odds of winning.
    pub windows: Box<[i16]>,
    /// What it is worth to place a stone amid these squares, in thousandths of the logarithm of the
    /// odds that it is played.
    pub stones: Box<[i16]>,
}

/// What decides about the values of patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rules {
    in_a_row: u8,
    stones_per_turn: u16,
}

impl Tables {
    /// The tables for a game: tuned on games for six in a row with two stones a turn, by a formula
    /// for every other.
    #[must_use]
    pub fn of(rules: ConnectRules) -> Arc<Tables> {
        static BY_FORMULA: Mutex<BTreeMap<Rules, Arc<Tables>>> = Mutex::new(BTreeMap::new());
        let key = |rules: ConnectRules| Rules {
            in_a_row: rules.in_a_row(),
            stones_per_turn: rules.stones_per_turn(),
        };
        let is_square = matches!(rules.lattice(), Lattice::Square { .. });
        if is_square && key(rules) == key(ConnectRules::CONNECT6) {
            return CONNECT6.clone();
        }
        // A map that lacks an entry because another thread broke off is as good as any.
        let mut tables = BY_FORMULA.lock().unwrap_or_else(PoisonError::into_inner);
        let made = tables.entry(key(rules)).or_insert_with(|| Arc::new(Tables::by_formula(rules)));
        made.clone()
    }

    /// Tables that nobody had to learn: each segment inside a pattern that one player can still fill
    /// counts, the more the fewer stones it lacks.
    #[must_use]
    pub fn by_formula(rules: ConnectRules) -> Tables {
        Tables { to_move: 0, windows: formula::windows(rules), stones: formula::stones(rules) }
    }

    /// Reads the two tables as `sixfold tune` writes them.
    pub fn read(windows: &str, stones: &str) -> Result<Tables, TableError> {
        let (windows, stones) = (Values::read(windows)?, Values::read(stones)?);
        Ok(Tables { to_move: windows.to_move, windows: windows.patterns, stones: stones.patterns })
    }

    /// The values of windows.
    pub(crate) fn window_values(&self) -> Values {
        Values { to_move: self.to_move, patterns: self.windows.clone() }
    }

    /// The values of stones.
    pub(crate) fn stone_values(&self) -> Values {
        Values { to_move: 0, patterns: self.stones.clone() }
    }
}

const CONNECT6_WINDOWS: &str = include_str!("../../data/connect6/windows.txt");
const CONNECT6_STONES: &str = include_str!("../../data/connect6/stones.txt");

/// A test holds the tables to being readable.
static CONNECT6: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    let tables = Tables::read(CONNECT6_WINDOWS, CONNECT6_STONES);
    Arc::new(tables.unwrap_or_else(|_| Tables::by_formula(ConnectRules::CONNECT6)))
});

#[cfg(test)]
mod tests {
    use sixfold_game::GameName;

    use super::*;
    use crate::evaluate::Pattern;

    fn rules(game: &str) -> ConnectRules {
        sixfold_connect::connect_rules(game.parse::<GameName>().unwrap()).unwrap()
    }

    fn value(values: &[i16], pattern: &str) -> i16 {
        values[pattern.parse::<Pattern>().unwrap().index()]
    }

    #[test]
    fn the_tables_of_connect6_are_what_their_files_say() {
        let tables = Tables::read(CONNECT6_WINDOWS, CONNECT6_STONES).unwrap();
        assert_eq!(*Tables::of(ConnectRules::CONNECT6), tables);
        for (values, text) in
            [(tables.window_values(), CONNECT6_WINDOWS), (tables.stone_values(), CONNECT6_STONES)]
        {
            let comments = text.lines().filter_map(|line| line.strip_prefix("% "));
            assert_eq!(values.write(&comments.collect::<Vec<_>>().join("\n")), text);
        }
    }

    #[test]
    fn whoever_is_to_move_and_has_a_threat_wins_at_sight() {
        for game in ["connect6", "gomoku", "tictactoe"] {
            let tables = Tables::of(rules(game));
            let mut values = tables.windows.clone();
            formula::add_wins_at_sight(rules(game), &mut values);
            assert!(values == tables.windows, "{game}");
        }
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        for game in ["connect6", "gomoku", "tictactoe", "connect(10,3,1)"] {
            let tables = Tables::of(rules(game));
            for pattern in (0..=u16::MAX).map(Pattern).filter(|pattern| pattern.is_possible()) {
                let mirrored = pattern.mirrored();
                assert_eq!(tables.windows[pattern.index()], tables.windows[mirrored.index()]);
                assert_eq!(tables.stones[pattern.index()], tables.stones[mirrored.index()]);
            }
        }
    }

    #[test]
    fn other_boards_of_six_in_a_row_use_the_same_tables() {
        let connect6 = Tables::of(ConnectRules::CONNECT6);
        assert!(Arc::ptr_eq(&connect6, &Tables::of(rules("connect(6,2,1)"))));
        assert!(Arc::ptr_eq(&connect6, &Tables::of(rules("connect(9,11,6,2,3)"))));
        for other in ["gomoku", "connect(19,19,6,3,1)", "connect(19,19,7,2,1)"] {
            assert_eq!(*Tables::of(rules(other)), Tables::by_formula(rules(other)));
        }
    }

    #[test]
    fn a_stone_that_continues_a_row_is_worth_more_than_one_by_itself() {
        for game in ["connect6", "gomoku", "connect(19,19,7,3,1)"] {
            let stones = &Tables::of(rules(game)).stones;
            for (better, worse) in
                [("..xx....", "...x...."), ("...x....", "........"), ("..oo....", "........")]
            {
                let (better, worse) = (value(stones, better), value(stones, worse));
                assert!(better > worse, "{game}: {better} {worse}");
            }
        }
    }

    #[test]
    fn own_stones_that_can_grow_are_good_and_opposing_ones_bad() {
        for game in ["connect6", "gomoku", "connect(19,19,7,3,1)"] {
            let windows = &Tables::of(rules(game)).windows;
            assert!(value(windows, "..xxx...") > value(windows, "..xx....").max(0), "{game}");
            assert!(value(windows, "..ooo...") < value(windows, "..oo....").min(0), "{game}");
            assert!(value(windows, "..xxxx..") > value(windows, "..xxx..."), "{game}");
        }
    }
}
