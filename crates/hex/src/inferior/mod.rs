//! Inferior cells: cells that need not be played on, and cells that can be filled in.
//!
//! * A cell is *dead* if its colour can never matter, however the rest of the board is filled.
//! * Two cells are *captured* by a player if each of them is dead once he has the other: whatever his
//!   opponent plays there he answers, so both may as well be his.
//! * A cell is *dominated* for a player if he captures it by playing elsewhere, for that move brings
//!   him both.
//! * A cell is *vulnerable* for a player if a reply of his opponent makes it dead.
//!
//! All of it follows from what lies around a cell. Filling in dead and captured cells changes the
//! winner of no position: it is repeated until nothing more is found.

mod ring;

use sixfold_game::{PerPlayer, Player, Square};

use crate::board::Board;
use crate::cells::CellSet;
use ring::Rings;

/// Stones of both players in sets of the board's size.
pub type Stones<const WORDS: usize> = PerPlayer<CellSet<WORDS>>;

/// Which cells may be filled in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filling {
    /// Dead cells, and captured cells of both players.
    Both,
    /// Dead cells and captured cells of this player, all with his stones. Whoever wins against these
    /// stones wins without them too, by the very same moves: a proof for his opponent stays one.
    Only(Player),
    /// None.
    Nothing,
}

/// Finds inferior cells on one board.
#[derive(Clone, Debug)]
pub struct InferiorCells {
    rings: Rings,
    /// The pairs of neighbouring cells.
    pairs: Vec<[Square; 2]>,
}

impl InferiorCells {
    /// The tables for a board.
    #[must_use]
    pub fn new(board: &Board) -> InferiorCells {
        let pairs = board.grid().squares().flat_map(|cell| {
            let beside = board.neighbours(cell).iter();
            beside.filter(move |&&other| other > cell).map(move |&other| [cell, other])
        });
        InferiorCells { rings: Rings::new(board), pairs: pairs.collect() }
    }

    /// Whether a cell is dead.
    #[must_use]
    #[inline]
    pub fn is_dead<const WORDS: usize>(&self, cell: Square, stones: &Stones<WORDS>) -> bool {
        self.rings.is_dead(cell, &stones.black, &stones.white)
    }

    /// Whether two empty cells are captured by a player.
    #[must_use]
    pub fn are_captured<const WORDS: usize>(
        &self,
        cells: [Square; 2],
        player: Player,
        stones: &Stones<WORDS>,
    ) -> bool {
        [cells, [cells[1], cells[0]]].into_iter().all(|[one, other]| {
            let mut stones = *stones;
            stones[player].insert(one);
            self.is_dead(other, &stones)
        })
    }

    /// The stones that fill dead and captured cells. Dead ones become the stones of the player who is
    /// the only one to get stones, otherwise Black's.
    #[must_use]
    pub fn fill_in<const WORDS: usize>(
        &self,
        empty: CellSet<WORDS>,
        stones: &Stones<WORDS>,
        filling: Filling,
    ) -> Stones<WORDS> {
        let mut added = Stones::default();
        let (players, for_dead): (&[Player], Player) = match filling {
            Filling::Both => (&Player::BOTH, Player::Black),
            Filling::Only(Player::Black) => (&[Player::Black], Player::Black),
            Filling::Only(Player::White) => (&[Player::White], Player::White),
            Filling::Nothing => return added,
        };
        let (mut empty, mut stones) = (empty, *stones);
        loop {
            let before = empty;
            let mut fill = |cell: Square, player: Player, stones: &mut Stones<WORDS>| {
                stones[player].insert(cell);
                added[player].insert(cell);
                empty.remove(cell);
            };
            for cell in before.iter() {
                if self.is_dead(cell, &stones) {
                    fill(cell, for_dead, &mut stones);
                }
            }
            for &cells in &self.pairs {
                let is_empty = |cell| !stones.black.contains(cell) && !stones.white.contains(cell);
                if !cells.into_iter().all(is_empty) {
                    continue;
                }
                let captures = |&&player: &&Player| self.are_captured(cells, player, &stones);
                if let Some(&player) = players.iter().find(captures) {
                    for cell in cells {
                        fill(cell, player, &mut stones);
                    }
                }
            }
            if empty == before {
                return added;
            }
        }
    }

    /// The moves of a player that are worth a look: those that no other of them dominates.
    #[must_use]
    pub fn undominated<const WORDS: usize>(
        &self,
        moves: CellSet<WORDS>,
        empty: CellSet<WORDS>,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        let mut kept = moves;
        for cell in moves.iter() {
            if !kept.contains(cell) {
                continue;
            }
            let mut after = *stones;
            after[player].insert(cell);
            let rest = empty - CellSet::of(cell);
            kept = kept - self.fill_in(rest, &after, Filling::Only(player))[player];
        }
        kept
    }

    /// The replies of the opponent that make a player's stone on an empty cell dead.
    #[must_use]
    pub fn killers<const WORDS: usize>(
        &self,
        cell: Square,
        board: &Board,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        let is_empty =
            |&cell: &Square| !stones.black.contains(cell) && !stones.white.contains(cell);
        let kills = |&reply: &Square| {
            let mut after = *stones;
            after[player.opponent()].insert(reply);
            self.is_dead(cell, &after)
        };
        board.neighbours(cell).iter().copied().filter(is_empty).filter(kills).collect()
    }
}

#[cfg(test)]
mod tests;
