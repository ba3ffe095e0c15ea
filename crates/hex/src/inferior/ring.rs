//! What the six places around a cell say about it.

use sixfold_game::{Player, Square};

use crate::board::{Board, Edge};
use crate::cells::CellSet;

/// The six places around a cell, one after the other, each Black's, White's or empty: a number in
/// base 3.
type Code = u16;

const CODES: usize = 729;

/// Whether a cell with these places around it is dead.
static DEAD: [bool; CODES] = dead_codes();

const EMPTY: u16 = 0;
const BLACK: u16 = 1;
const WHITE: u16 = 2;

/// A cell matters only if it can join two runs of Black's stones around it that do not touch, which
/// is when it can join two runs of White's. If no way to fill the empty places leaves two runs of
/// Black's, the cell is dead.
const fn dead_codes() -> [bool; CODES] {
    let mut dead = [false; CODES];
    let mut code = 0;
    while code < CODES {
        let mut places = [EMPTY; 6];
        let (mut rest, mut place) = (code as u16, 0);
        while place < 6 {
            places[place] = rest % 3;
            rest /= 3;
            place += 1;
        }
        dead[code] = !can_have_two_runs(places);
        code += 1;
    }
    dead
}

const fn can_have_two_runs(places: [u16; 6]) -> bool {
    let mut filling = 0_u16;
    while filling < 64 {
        let (mut changes, mut fits, mut place) = (0, true, 0);
        while place < 6 {
            let black = filling >> place & 1 == 1;
            let next = filling >> ((place + 1) % 6) & 1 == 1;
            fits = fits && places[place] != (if black { WHITE } else { BLACK });
            changes += (black != next) as u16;
            place += 1;
        }
        if fits && changes >= 4 {
            return true;
        }
        filling += 1;
    }
    false
}

/// Something that lies around a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beside {
    Cell(Square),
    EdgeOf(Player),
}

/// What lies around each cell of a board.
#[derive(Clone, Debug)]
pub(super) struct Rings(Vec<[Beside; 6]>);

impl Rings {
    pub(super) fn new(board: &Board) -> Rings {
        Rings(board.grid().squares().map(|cell| ring(board, cell)).collect())
    }

    /// Whether a cell is dead with these stones on the board, however play goes on.
    #[inline]
    pub(super) fn is_dead<const WORDS: usize>(
        &self,
        cell: Square,
        black: &CellSet<WORDS>,
        white: &CellSet<WORDS>,
    ) -> bool {
        let code = self.0[cell.index()].iter().rev().fold(0, |code: Code, &beside| {
            let place = match beside {
                Beside::EdgeOf(Player::Black) => BLACK,
                Beside::EdgeOf(Player::White) => WHITE,
                Beside::Cell(cell) if black.contains(cell) => BLACK,
                Beside::Cell(cell) if white.contains(cell) => WHITE,
                Beside::Cell(_) => EMPTY,
            };
            code * 3 + place
        });
        DEAD[usize::from(code)]
    }
}

/// Beyond the board lies the edge that the cell touches on that side. Where two edges meet around an
/// obtuse corner, the place between them may be either's: they are beside each other anyway.
fn ring(board: &Board, cell: Square) -> [Beside; 6] {
    // As in `Board::around`: right, down, down left, left, up, up right.
    let beyond = [
        [Edge::Right, Edge::Right],
        [Edge::Bottom, Edge::Bottom],
        [Edge::Bottom, Edge::Left],
        [Edge::Left, Edge::Left],
        [Edge::Top, Edge::Top],
        [Edge::Top, Edge::Right],
    ];
    let around = board.around(cell);
    std::array::from_fn(|place| {
        if let Some(beside) = around[place] {
            return Beside::Cell(beside);
        }
        let [one, other] = beyond[place];
        let edge = if board.touches(cell, one) { one } else { other };
        Beside::EdgeOf(edge.owner())
    })
}
