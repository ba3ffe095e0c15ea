//! Random numbers, games and positions.

use sixfold_game::{ConnectRules, GameName, Lattice, Player, Setup, Square, Turn};

/// The generator of pseudo-random numbers `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// A small game: any k, p and q on a board of at most 25 squares.
    pub fn rules(&mut self) -> ConnectRules {
        loop {
            let lattice = if self.chance(8) {
                Lattice::Hexagonal { radius: 1 + self.below(2) as u8 }
            } else {
                let (rows, columns) = (1 + self.below(5) as u8, 2 + self.below(4) as u8);
                Lattice::Square { rows, columns }
            };
            let k = 2 + self.below(4) as u8;
            let (p, q) = (1 + self.below(3) as u16, 1 + self.below(4) as u16);
            if let Ok(rules) = ConnectRules::new(lattice, k, p, q) {
                return rules;
            }
        }
    }

    /// A game in which d = k - p is 2, so that many positions are won, but not at once.
    pub fn lively_rules(&mut self) -> ConnectRules {
        loop {
            let lattice = if self.chance(8) {
                Lattice::Hexagonal { radius: 2 }
            } else {
                let (rows, columns) = (2 + self.below(4) as u8, 3 + self.below(3) as u8);
                Lattice::Square { rows, columns }
            };
            let p = 1 + self.below(2) as u16;
            if let Ok(rules) = ConnectRules::new(lattice, p as u8 + 2, p, p) {
                return rules;
            }
        }
    }

    /// Any stones, a few more of one colour, and any turn, with at most so many empty squares.
    pub fn setup(&mut self, rules: ConnectRules, most_empty: usize) -> Setup {
        let more = self.below(2);
        let game = GameName::Connect(rules);
        let mut setup = Setup::start(game);
        let mut cells: Vec<Square> = rules.cells().iter().collect();
        let least = cells.len().saturating_sub(most_empty);
        let stones = least + self.below(cells.len() - least);
        for _ in 0..stones {
            let square = cells.swap_remove(self.below(cells.len()));
            let colour = if self.chance(4) { more } else { self.below(2) };
            setup.set(square, Some(Player::BOTH[colour]));
        }
        let order = game.turn_order();
        let stones_left = 1 + self.below(order.first.max(order.later) as usize) as u16;
        setup.turn = Turn { player: Player::BOTH[self.below(2)], stones_left };
        setup
    }
}
