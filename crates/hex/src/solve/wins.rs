//! Wins that were found by search, for use in other positions.
//!
//! Who wins with certain stones inside a carrier wins with them wherever all cells of the carrier are
//! empty: what else happens on the board does not matter. If he lacks one of the stones and can
//! place it, he has a threat.

use std::sync::{PoisonError, RwLock};

use sixfold_game::{PerPlayer, Player, Square};

use super::symmetry::Symmetry;
use crate::board::Board;
use crate::cells::CellSet;
use crate::inferior::Stones;

/// So many wins of a player are kept: looking through them takes less time than building
/// connections.
const MOST: usize = 1 << 17;

/// The wins of both players, the opponent to move.
pub(super) struct Wins<const WORDS: usize> {
    symmetries: Vec<Symmetry>,
    of: RwLock<PerPlayer<Vec<Win<WORDS>>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Win<const WORDS: usize> {
    /// The stones that the winner has.
    own: CellSet<WORDS>,
    /// The empty cells that he needs.
    carrier: CellSet<WORDS>,
}

/// What known wins say about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deduced<const WORDS: usize> {
    /// The side to move wins inside the carrier, beginning with this move.
    Won { carrier: CellSet<WORDS>, key: Option<Square> },
    /// Its opponent wins inside the carrier.
    Lost { carrier: CellSet<WORDS> },
    /// All moves but these lose, and the opponent needs the carrier for that.
    Open { moves: CellSet<WORDS>, carrier: CellSet<WORDS> },
}

impl<const WORDS: usize> Wins<WORDS> {
    pub(super) fn new(board: &Board) -> Wins<WORDS> {
        Wins { symmetries: Symmetry::all(board), of: RwLock::default() }
    }

    /// Keeps a win with these stones inside a carrier, and its images. Stones that do not lead there
    /// are not needed: he wins even if everything around them is his opponent's.
    pub(super) fn add(
        &self,
        board: &Board,
        winner: Player,
        stones: CellSet<WORDS>,
        carrier: CellSet<WORDS>,
    ) {
        let own = leading_to(board, carrier, stones);
        let mut of = self.of.write().unwrap_or_else(PoisonError::into_inner);
        for symmetry in &self.symmetries {
            let wins = &mut of[symmetry.of_player(winner)];
            if wins.len() >= MOST {
                wins.drain(..MOST / 2);
            }
            wins.push(Win { own: symmetry.of_cells(own), carrier: symmetry.of_cells(carrier) });
        }
    }

    /// What follows for a position with these empty cells.
    pub(super) fn deduce(
        &self,
        empty: CellSet<WORDS>,
        stones: &Stones<WORDS>,
        to_move: Player,
    ) -> Deduced<WORDS> {
        let of = self.of.read().unwrap_or_else(PoisonError::into_inner);
        let threats = |player: Player| {
            let own = stones[player];
            of[player].iter().rev().filter_map(move |win| win.in_position(own, empty))
        };
        if let Some(Threat { key, carrier }) = threats(to_move).next() {
            return Deduced::Won { key: key.or(carrier.first()), carrier };
        }
        let mut moves = empty;
        let mut needed = CellSet::EMPTY;
        for Threat { key, carrier } in threats(to_move.opponent()) {
            if key.is_none() {
                return Deduced::Lost { carrier };
            }
            if !moves.is_within(&carrier) {
                moves = moves & carrier;
                needed = needed | carrier;
            }
        }
        // On a full board there are no moves, whoever has won.
        if moves.is_empty() && !empty.is_empty() {
            return Deduced::Lost { carrier: needed };
        }
        Deduced::Open { moves, carrier: needed }
    }
}

/// A win that a player has, or would have with one stone more.
struct Threat<const WORDS: usize> {
    key: Option<Square>,
    /// The empty cells that he needs, that of the stone among them.
    carrier: CellSet<WORDS>,
}

impl<const WORDS: usize> Win<WORDS> {
    #[inline]
    fn in_position(&self, own: CellSet<WORDS>, empty: CellSet<WORDS>) -> Option<Threat<WORDS>> {
        let missing = self.own - own;
        let carrier = (self.carrier - own) | missing;
        if carrier.is_within(&empty) && missing.len() <= 1 {
            Some(Threat { key: missing.first(), carrier })
        } else {
            None
        }
    }
}

/// The stones of groups that touch a carrier.
fn leading_to<const WORDS: usize>(
    board: &Board,
    carrier: CellSet<WORDS>,
    stones: CellSet<WORDS>,
) -> CellSet<WORDS> {
    let mut leading = CellSet::EMPTY;
    let mut open = carrier;
    while let Some(cell) = open.first() {
        open.remove(cell);
        for &neighbour in board.neighbours(cell) {
            if stones.contains(neighbour) && !leading.contains(neighbour) {
                leading.insert(neighbour);
                open.insert(neighbour);
            }
        }
    }
    leading
}

#[cfg(test)]
mod tests {
    use sixfold_game::HexRules;

    use super::*;
    use crate::Position;

    fn position(fen: &str) -> Position {
        Position::from_fen(HexRules::new(4, 4).unwrap(), fen).unwrap()
    }

    fn cells(names: &str) -> CellSet<1> {
        let grid = position("4/4/4/4 b 1").grid();
        names.split_ascii_whitespace().map(|name| grid.parse(name).unwrap()).collect()
    }

    /// Black's stones b2 and b3 win with two ways to each edge; a stone in the corner does not help.
    fn wins() -> Wins<1> {
        let board = position("4/4/4/4 b 1").board().clone();
        let wins = Wins::new(&board);
        wins.add(&board, Player::Black, cells("b2 b3 d4"), cells("b1 c1 a4 b4"));
        wins
    }

    fn deduced(fen: &str) -> Deduced<1> {
        let position = position(fen);
        let stones = PerPlayer::from_fn(|player| position.stones()[player].into());
        wins().deduce(position.empty_cells().into(), &stones, position.to_move())
    }

    #[test]
    fn a_win_is_a_win_with_other_stones_elsewhere() {
        let carrier = cells("b1 c1 a4 b4");
        assert_eq!(deduced("o3/1x1o/1xo1/4 w 1"), Deduced::Lost { carrier });
    }

    #[test]
    fn a_stone_in_the_carrier_spoils_a_win_unless_it_is_the_winners() {
        let spoilt = deduced("2o1/1x2/1x2/4 w 1");
        assert!(matches!(spoilt, Deduced::Open { .. }));
        assert_eq!(deduced("2x1/1x2/1x2/4 w 1"), Deduced::Lost { carrier: cells("b1 a4 b4") });
    }

    #[test]
    fn a_win_that_lacks_a_stone_is_a_threat() {
        let carrier = cells("b1 c1 a4 b4 b3");
        assert_eq!(deduced("4/1x2/4/4 w 1"), Deduced::Open { moves: carrier, carrier });
        let key = carrier.iter().find(|cell| cells("b3").contains(*cell));
        assert_eq!(deduced("4/1x2/4/4 b 1"), Deduced::Won { carrier, key });
    }

    #[test]
    fn images_of_a_win_are_wins() {
        assert!(matches!(deduced("4/2x1/2x1/4 w 1"), Deduced::Lost { .. }));
        assert!(matches!(deduced("4/1oo1/4/4 b 1"), Deduced::Lost { .. }));
    }
}
