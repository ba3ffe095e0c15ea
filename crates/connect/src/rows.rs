//! The whole board of Connect6 row by row, for questions about all segments at once.
//!
//! A row is a word; the rows above it are its neighbours in an array. So the windows of six squares in
//! one direction are six arrays, each shifted by one row and at most one square against the last,
//! and every operation works on several rows at a time.

use sixfold_game::{Square, SquareSet};

const SIDE: usize = 19;
/// Rows that windows begin on, filled up to a multiple of what a vector holds.
const STARTS: usize = 20;
/// Rows below and above the board, so that no window leaves the array.
const BELOW: usize = 4;
const ABOVE: usize = 5;
const ROWS: usize = BELOW + STARTS + ABOVE;
/// Squares beside the board, likewise.
const BESIDE: usize = 6;
/// The squares of a row that are on the board.
const ON_BOARD: u32 = ((1 << SIDE) - 1) << BESIDE;

type Board = [u32; ROWS];

/// The stones of both players. What is off the board is the opponent's.
pub(crate) struct Rows {
    own: Board,
    opposing: Board,
}

/// How a window goes on from one square to the next.
#[derive(Clone, Copy)]
struct Step {
    rows: usize,
    columns: isize,
}

const STEPS: [Step; 4] = [
    Step { rows: 0, columns: 1 },
    Step { rows: 1, columns: 0 },
    Step { rows: 1, columns: 1 },
    Step { rows: 1, columns: -1 },
];

impl Rows {
    /// The board whose rows have these stones, one bit a square: own ones, then the opponent's.
    pub(crate) fn new(stones: impl Iterator<Item = [u32; 2]>) -> Rows {
        let mut rows = Rows { own: [0; ROWS], opposing: [!0; ROWS] };
        for (row, [own, opposing]) in stones.take(SIDE).enumerate() {
            rows.own[BELOW + row] = own << BESIDE & ON_BOARD;
            rows.opposing[BELOW + row] = opposing << BESIDE | !ON_BOARD;
        }
        rows
    }

    /// The empty squares of the segments without opposing stones that hold at least so many own ones,
    /// then of those that hold one fewer, and one fewer still.
    pub(crate) fn open_squares<const MOST: u8>(&self) -> [SquareSet; 3] {
        let mut covered = [[0; ROWS]; 3];
        self.cover::<MOST, 0>(&mut covered);
        self.cover::<MOST, 1>(&mut covered);
        self.cover::<MOST, 2>(&mut covered);
        self.cover::<MOST, 3>(&mut covered);
        covered.map(|squares| {
            let mut set = SquareSet::EMPTY;
            for row in 0..SIDE {
                let taken = self.own[BELOW + row] | self.opposing[BELOW + row];
                let empty = squares[BELOW + row] & !taken;
                set.insert_run(Square::from_index(row * SIDE), u64::from(empty >> BESIDE));
            }
            set
        })
    }

    /// Adds the squares of the segments of one direction.
    #[inline]
    fn cover<const MOST: u8, const STEP: usize>(&self, covered: &mut [Board; 3]) {
        let mut starts = [[0; ROWS]; 3];
        for row in BELOW..BELOW + STARTS {
            let at = |board: &Board, place: usize| {
                against(board[row + STEPS[STEP].rows * place], STEPS[STEP].columns, place)
            };
            let window = |board: &Board| -> [u32; 6] { std::array::from_fn(|i| at(board, i)) };
            let taken = window(&self.opposing).into_iter().fold(0, |taken, square| taken | square);
            let open = !taken & ON_BOARD;
            let stones = Count::of(window(&self.own));
            for (fewer, starts) in starts.iter_mut().enumerate() {
                starts[row] = open & stones.at_least(MOST - fewer as u8);
            }
        }
        for (starts, covered) in starts.iter().zip(covered) {
            // A segment is two squares, two squares further two more, and four squares further the last
            // two.
            let two = spread::<STEP>(starts, starts, 1);
            let four = spread::<STEP>(&two, &two, 2);
            let six = spread::<STEP>(&four, &two, 4);
            for row in BELOW..BELOW + STARTS {
                covered[row] |= six[row];
            }
        }
    }
}

/// A row seen from so many places before it.
#[inline]
const fn against(row: u32, columns: isize, places: usize) -> u32 {
    match columns {
        0 => row,
        1.. => row >> places,
        _ => row << places,
    }
}

/// The squares of one board, and those of another moved on by so many places.
#[inline]
fn spread<const STEP: usize>(board: &Board, moved: &Board, places: usize) -> Board {
    let step = STEPS[STEP];
    let mut squares = [0; ROWS];
    for row in BELOW..BELOW + STARTS {
        let behind = moved[row - step.rows * places];
        squares[row] = board[row] | against(behind, -step.columns, places);
    }
    squares
}

/// The number of stones in each window, as binary digits.
struct Count {
    ones: u32,
    twos: u32,
    fours: u32,
}

impl Count {
    /// A bit-sliced adder of six squares.
    #[inline]
    fn of(squares: [u32; 6]) -> Count {
        let sum = |three: [u32; 3]| three[0] ^ three[1] ^ three[2];
        let carry = |three: [u32; 3]| (three[0] & three[1]) | (three[2] & (three[0] | three[1]));
        let halves = [0, 3].map(|i| [squares[i], squares[i + 1], squares[i + 2]]);
        let ones = halves.map(sum);
        let twos = [carry(halves[0]), carry(halves[1]), ones[0] & ones[1]];
        Count { ones: ones[0] ^ ones[1], twos: sum(twos), fours: carry(twos) }
    }

    /// The windows with at least so many stones.
    #[inline]
    const fn at_least(&self, stones: u8) -> u32 {
        let Count { ones, twos, fours } = *self;
        match stones {
            0 => !0,
            1 => ones | twos | fours,
            2 => twos | fours,
            3 => (twos & ones) | fours,
            4 => fours,
            5 => fours & (ones | twos),
            _ => fours & twos,
        }
    }
}
