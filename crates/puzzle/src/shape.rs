//! Positions up to symmetry and translation.

use sixfold_connect::Geometry;
use sixfold_game::{GameName, Player, Setup, Square};

/// The stones of a position, wherever they lie on the board and however it is turned. Their colours
/// do not matter, only which are the side's to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    game: String,
    stones: Vec<PlacedStone>,
}

/// A stone, counted from the lower left corner of all stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct PlacedStone {
    row: u8,
    column: u8,
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Side {
    Attacker,
    Defender,
}

impl Shape {
    /// The shape of a position.
    #[must_use]
    pub fn of(game: GameName, setup: &Setup) -> Shape {
        let turned = match game {
            GameName::Connect(rules) => {
                let geometry = Geometry::new(rules);
                let ways = geometry.symmetries().iter();
                ways.map(|way| placed_stones(&setup.mapped(|square| way.image(square)))).min()
            }
            GameName::Hex(_) => return Shape::on_board(game, setup),
        };
        let stones = turned.unwrap_or_else(|| placed_stones(setup));
        Shape { game: game.to_string(), stones }
    }

    /// The shape of a position of Hex: the edges are part of it, so nothing can be shifted. The board
    /// may be turned by half, and if its sides are equal reflected so that the players change places.
    fn on_board(game: GameName, setup: &Setup) -> Shape {
        let grid = setup.grid();
        let turned = |cell: Square| Square::from_index(grid.len() - 1 - cell.index());
        let reflected = |cell| grid.reflected(cell).unwrap_or(cell);
        let player = setup.turn.player;
        let (game, upright) = if grid.rows() != grid.columns() {
            (format!("{game} {player}"), *setup)
        } else if player == Player::White {
            (game.to_string(), setup.mapped(reflected))
        } else {
            (game.to_string(), *setup)
        };
        let images = [upright, upright.mapped(turned)];
        let stones = images.iter().map(sided_stones).min().unwrap_or_default();
        Shape { game, stones }
    }

    /// A short name for it.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.game.as_bytes());
        for stone in &self.stones {
            hasher.update(&[stone.row, stone.column, stone.side as u8]);
        }
        hasher.finalize().to_hex()[..10].to_string()
    }
}

/// The stones where they lie, in order.
fn sided_stones(setup: &Setup) -> Vec<PlacedStone> {
    let columns = usize::from(setup.grid().columns());
    let placed = |square: Square, side| PlacedStone {
        row: (square.index() / columns) as u8,
        column: (square.index() % columns) as u8,
        side,
    };
    let mut stones = Vec::new();
    for player in Player::BOTH {
        let side = if player == setup.turn.player { Side::Attacker } else { Side::Defender };
        stones.extend(setup.stones(player).iter().map(|square| placed(square, side)));
    }
    stones.sort_unstable();
    stones
}

/// The stones as if they lay in the lower left corner, in order.
fn placed_stones(setup: &Setup) -> Vec<PlacedStone> {
    let mut stones = sided_stones(setup);
    let lowest = stones.iter().map(|stone| stone.row).min().unwrap_or(0);
    let leftmost = stones.iter().map(|stone| stone.column).min().unwrap_or(0);
    for stone in &mut stones {
        stone.row -= lowest;
        stone.column -= leftmost;
    }
    stones.sort_unstable();
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(fen: &str) -> Shape {
        let game: GameName = "connect(5,5,4,2,1)".parse().unwrap();
        Shape::of(game, &Setup::from_fen(game, fen).unwrap())
    }

    #[test]
    fn a_shape_may_be_turned_mirrored_and_shifted() {
        let one = shape("5/1x3/1xo2/5/5 b 2");
        for same in ["5/2x2/2xo1/5/5 b 2", "5/5/1xx2/2o2/5 b 2", "3x1/2ox1/5/5/5 b 2"] {
            assert_eq!(one, shape(same), "{same}");
            assert_eq!(one.digest(), shape(same).digest());
        }
    }

    #[test]
    fn in_hex_the_edges_matter_and_the_players_may_change_places() {
        let shape = |game: &str, fen: &str| {
            let game: GameName = game.parse().unwrap();
            Shape::of(game, &Setup::from_fen(game, fen).unwrap())
        };
        let one = shape("hex4", "4/2x1/o3/4 b 1");
        assert_eq!(one, shape("hex4", "4/3o/1x2/4 b 1"), "turned by half");
        assert_eq!(one, shape("hex4", "2x1/4/1o2/4 w 1"), "reflected");
        assert_ne!(one, shape("hex4", "2x1/o3/4/4 b 1"), "shifted");
        assert_ne!(shape("hex(3,4)", "4/4/4 b 1"), shape("hex(3,4)", "4/4/4 w 1"));
    }

    #[test]
    fn who_is_to_move_matters_and_not_his_colour() {
        assert_ne!(shape("5/1x3/1xo2/5/5 b 2"), shape("5/1x3/1xo2/5/5 w 2"));
        assert_eq!(shape("5/1x3/1xo2/5/5 b 2"), shape("5/1o3/1ox2/5/5 w 2"));
    }
}
