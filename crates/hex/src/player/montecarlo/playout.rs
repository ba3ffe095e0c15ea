//! Games that are played to the end at random.

use fastrand::Rng;
use sixfold_game::{Player, Square};

use crate::board::Board;
use crate::inferior::Stones;

/// How a full board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FullBoard<const WORDS: usize> {
    pub(super) winner: Player,
    pub(super) stones: Stones<WORDS>,
}

/// Fills boards of one size.
///
/// Cells lie in a frame, which holds the stones that the edges count as.
#[derive(Clone, Debug)]
pub(super) struct Playouts {
    /// The place of each cell in the frame.
    places: Vec<usize>,
    /// The cell of each place.
    cells: Vec<u16>,
    /// The steps to the six places around a place, in the order in which they go round it. The first
    /// two follow again, so that three in a row can be read from any of them.
    ring: [isize; 8],
    /// The frame without stones.
    blank: Vec<Option<Player>>,
    frame: Vec<Option<Player>>,
    empty: Vec<usize>,
    front: Vec<usize>,
}

impl Playouts {
    pub(super) fn new(board: &Board) -> Playouts {
        let grid = board.grid();
        let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
        let width = columns + 2;
        let mut blank = vec![None; width * (rows + 2)];
        for row in 1..=rows {
            blank[row * width] = Some(Player::White);
            blank[row * width + columns + 1] = Some(Player::White);
        }
        for column in 1..=columns {
            blank[column] = Some(Player::Black);
            blank[(rows + 1) * width + column] = Some(Player::Black);
        }
        let place = |cell: Square| {
            (usize::from(grid.row(cell)) + 1) * width + usize::from(grid.column(cell)) + 1
        };
        let places: Vec<usize> = grid.squares().map(place).collect();
        let mut cells = vec![0; blank.len()];
        for (cell, &place) in places.iter().enumerate() {
            cells[place] = cell as u16;
        }
        let down = width as isize;
        let ring = [1, down, down - 1, -1, -down, 1 - down, 1, down];
        let frame = blank.clone();
        Playouts { places, cells, ring, blank, frame, empty: Vec::new(), front: Vec::new() }
    }

    /// Plays on until the board is full. Whoever's bridge is intruded upon saves it; all other stones
    /// are placed at random.
    pub(super) fn fill<const WORDS: usize>(
        &mut self,
        stones: &Stones<WORDS>,
        to_move: Player,
        last: Option<Square>,
        random: &mut Rng,
    ) -> FullBoard<WORDS> {
        self.set_up(stones);
        let mut left = self.empty.len();
        let mut player = to_move;
        let mut last = last.map(|cell| self.places[cell.index()]);
        let mut filled = *stones;
        loop {
            let saved = last.and_then(|last| self.saved_bridge(last, player));
            let place = match saved {
                Some(place) => place,
                None => match self.random_place(&mut left, random) {
                    Some(place) => place,
                    None => break,
                },
            };
            self.frame[place] = Some(player);
            filled[player].insert(Square::from_index(self.cells[place].into()));
            last = Some(place);
            player = player.opponent();
        }
        FullBoard { winner: self.winner(), stones: filled }
    }

    fn set_up<const WORDS: usize>(&mut self, stones: &Stones<WORDS>) {
        self.frame.copy_from_slice(&self.blank);
        for player in Player::BOTH {
            for cell in stones[player].iter() {
                self.frame[self.places[cell.index()]] = Some(player);
            }
        }
        self.empty.clear();
        let frame = &self.frame;
        self.empty.extend(self.places.iter().copied().filter(|&place| frame[place].is_none()));
    }

    /// One of the places left, those that have been filled since left out.
    fn random_place(&mut self, left: &mut usize, random: &mut Rng) -> Option<usize> {
        while *left > 0 {
            let chosen = random.usize(..*left);
            *left -= 1;
            self.empty.swap(chosen, *left);
            let place = self.empty[*left];
            if self.frame[place].is_none() {
                return Some(place);
            }
        }
        None
    }

    /// The other cell of a bridge of the player's that a stone has intruded upon: it lies between
    /// two of his stones around the intruder.
    #[inline]
    fn saved_bridge(&self, intruder: usize, player: Player) -> Option<usize> {
        let around = self.ring.map(|step| self.frame[intruder.wrapping_add_signed(step)]);
        let own = Some(player);
        let at = (0..6)
            .find(|&at| around[at + 1].is_none() && around[at] == own && around[at + 2] == own)?;
        Some(intruder.wrapping_add_signed(self.ring[at + 1]))
    }

    /// Who has joined his edges on the full board: Black, if his stones reach from the top to the
    /// bottom.
    fn winner(&mut self) -> Player {
        let width = self.ring[1] as usize;
        let bottom = self.frame.len() - width;
        let black = Some(Player::Black);
        self.front.clear();
        let first_row = width + 1..2 * width - 1;
        for place in first_row {
            if self.frame[place] == black {
                self.frame[place] = None;
                self.front.push(place);
            }
        }
        while let Some(place) = self.front.pop() {
            for &step in &self.ring[..6] {
                let beside = place.wrapping_add_signed(step);
                if beside >= bottom {
                    return Player::Black;
                }
                if beside >= width && self.frame[beside] == black {
                    self.frame[beside] = None;
                    self.front.push(beside);
                }
            }
        }
        Player::White
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proptest::prelude::*;
    use sixfold_game::{Game, HexRules, PerPlayer, Setup, SquareSet, Turn};

    use super::*;
    use crate::Position;

    fn fill(position: &Position, last: Option<Square>, seed: u64) -> FullBoard<1> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        let mut random = Rng::with_seed(seed);
        Playouts::new(position.board()).fill(&stones, position.to_move(), last, &mut random)
    }

    #[test]
    fn a_bridge_is_saved_when_it_is_intruded_upon() {
        // White has just played on c2, and Black's bridge from b2 to c3 needs b3 now.
        let rules = HexRules::new(5, 5).unwrap();
        let position = Position::from_fen(rules, "5/1xo2/2x2/5/5 b 1").unwrap();
        let cell = |name| position.grid().parse(name).unwrap();
        for seed in 0..30 {
            let end = fill(&position, Some(cell("c2")), seed);
            assert!(end.stones.black.contains(cell("b3")));
        }
    }

    #[test]
    fn a_bridge_to_an_edge_is_saved() {
        // White has just played on b1, between Black's b2 and the top.
        let rules = HexRules::new(4, 4).unwrap();
        let position = Position::from_fen(rules, "1o2/1x2/4/4 b 1").unwrap();
        let cell = |name| position.grid().parse(name).unwrap();
        for seed in 0..30 {
            assert!(fill(&position, Some(cell("b1")), seed).stones.black.contains(cell("c1")));
        }
    }

    proptest! {
        #[test]
        fn the_board_is_filled_in_turns_and_the_winner_has_joined_his_edges(
            rows in 1_u8..7, columns in 1_u8..7, seed: u64, played in 0_usize..10,
        ) {
            let mut position = Position::start(HexRules::new(rows, columns).unwrap());
            let mut random = Rng::with_seed(seed);
            for _ in 0..played {
                let cells: Vec<Square> = position.legal_squares().iter().collect();
                if let Some(&cell) = random.choice(&cells) {
                    position.try_play(cell).unwrap();
                }
            }
            let end = fill(&position, None, seed);
            let stones = PerPlayer::from_fn(|player| end.stones[player].to_squares());
            prop_assert!((stones.black & stones.white).is_empty());
            prop_assert_eq!(stones.black | stones.white, position.board().cells());
            let placed = |player: Player| -> SquareSet { stones[player] - position.stones()[player] };
            let side = position.to_move();
            let surplus = placed(side).len() - placed(side.opponent()).len();
            prop_assert!(surplus <= 1);
            let turn = Turn { player: side, stones_left: 1 };
            let setup = Setup::with_stones(position.grid(), stones, turn);
            let full = Position::from_setup(position.board().clone(), &setup).unwrap();
            prop_assert_eq!(full.winner(), Some(end.winner));
        }
    }
}
