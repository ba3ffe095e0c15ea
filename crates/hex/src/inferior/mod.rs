//! Inferior cells: cells that need not be played on, and cells that can be filled in.
//!
//! * A cell is *dead* if its colour can never matter, however the rest of the board is filled.
//! * Two cells are *captured* by a player if each of them is dead once he has the other: whatever his
//!   opponent plays there he answers, so both may as well be his.
//! * A cell is *dominated* for a player if he captures it by playing elsewhere, for that move brings
//!   him both.
//! * A cell is *vulnerable* for a player if a reply of his opponent makes it dead: he need not play
//!   there.
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
    /// The cells beside each cell.
    beside: Vec<Vec<Square>>,
    /// The cells at most two steps away from each cell, where replies are looked for.
    near: Vec<Vec<Square>>,
}

impl InferiorCells {
    /// The tables for a board.
    #[must_use]
    pub fn new(board: &Board) -> InferiorCells {
        let beside = board.grid().squares().map(|cell| board.neighbours(cell).to_vec());
        let near = board.grid().squares().map(|cell| {
            let around = |cell: &Square| board.neighbours(*cell).iter().copied();
            let mut near: Vec<Square> = around(&cell).flat_map(|beside| around(&beside)).collect();
            near.extend(around(&cell));
            near.sort_unstable();
            near.dedup();
            near.retain(|&other| other != cell);
            near
        });
        InferiorCells { rings: Rings::new(board), beside: beside.collect(), near: near.collect() }
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
        self.fill_in_from(empty, stones, filling)
    }

    /// The same where only this stone is new: where nothing could be filled in without it. What a
    /// cell is depends on the cells around it, so only those beside new stones are looked at.
    #[must_use]
    pub fn fill_in_beside<const WORDS: usize>(
        &self,
        stone: Square,
        stones: &Stones<WORDS>,
        filling: Filling,
    ) -> Stones<WORDS> {
        let beside = self.beside[stone.index()].iter().copied().collect::<CellSet<WORDS>>();
        self.fill_in_from(beside - stones.black - stones.white, stones, filling)
    }

    /// The cells that a player captures by taking an empty cell.
    #[must_use]
    pub fn captured_by<const WORDS: usize>(
        &self,
        cell: Square,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        let mut after = *stones;
        after[player].insert(cell);
        self.fill_in_beside(cell, &after, Filling::Only(player))[player]
    }

    /// Fills in, beginning with some empty cells and going on beside the cells filled in.
    fn fill_in_from<const WORDS: usize>(
        &self,
        cells: CellSet<WORDS>,
        stones: &Stones<WORDS>,
        filling: Filling,
    ) -> Stones<WORDS> {
        let (players, for_dead): (&[Player], Player) = match filling {
            Filling::Both => (&Player::BOTH, Player::Black),
            Filling::Only(Player::Black) => (&[Player::Black], Player::Black),
            Filling::Only(Player::White) => (&[Player::White], Player::White),
            Filling::Nothing => return Stones::default(),
        };
        let mut filled = *stones;
        let mut to_look_at = cells;
        while let Some(cell) = to_look_at.first() {
            to_look_at.remove(cell);
            let (new, owner) = if self.is_dead(cell, &filled) {
                (CellSet::of(cell), for_dead)
            } else if let Some((other, player)) = self.captured_with(cell, players, &filled) {
                (CellSet::of(cell) | CellSet::of(other), player)
            } else {
                continue;
            };
            filled[owner] = filled[owner] | new;
            let beside = new.iter().flat_map(|cell| &self.beside[cell.index()]).copied();
            to_look_at = (to_look_at | beside.collect()) - filled.black - filled.white;
        }
        PerPlayer::from_fn(|player| filled[player] - stones[player])
    }

    /// An empty cell that one of the players captures together with this one.
    fn captured_with<const WORDS: usize>(
        &self,
        cell: Square,
        players: &[Player],
        stones: &Stones<WORDS>,
    ) -> Option<(Square, Player)> {
        let is_empty =
            |&&cell: &&Square| !stones.black.contains(cell) && !stones.white.contains(cell);
        self.beside[cell.index()].iter().filter(is_empty).find_map(|&other| {
            let captures = |&&player: &&Player| self.are_captured([cell, other], player, stones);
            players.iter().find(captures).map(|&player| (other, player))
        })
    }

    /// The moves of a player that are worth a look: those that no other of them dominates.
    #[must_use]
    pub fn undominated<const WORDS: usize>(
        &self,
        moves: CellSet<WORDS>,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        let mut kept = moves;
        for cell in moves.iter() {
            if !kept.contains(cell) {
                continue;
            }
            kept = kept - self.captured_by(cell, player, stones);
        }
        kept
    }

    /// The replies of the opponent that make a player's stone on an empty cell dead, at once or by
    /// what they capture.
    pub fn killers<'a, const WORDS: usize>(
        &'a self,
        cell: Square,
        player: Player,
        stones: &'a Stones<WORDS>,
    ) -> impl Iterator<Item = Killer<WORDS>> + 'a {
        let opponent = player.opponent();
        let is_empty =
            |&&cell: &&Square| !stones.black.contains(cell) && !stones.white.contains(cell);
        self.near[cell.index()].iter().filter(is_empty).filter_map(move |&reply| {
            let mut after = *stones;
            after[player].insert(cell);
            after[opponent].insert(reply);
            let captured = self.fill_in_beside(reply, &after, Filling::Only(opponent))[opponent];
            after[opponent] = after[opponent] | captured;
            let needs = captured | CellSet::of(reply);
            self.is_dead(cell, &after).then_some(Killer { reply, needs })
        })
    }

    /// The vulnerable cells among some moves of a player.
    ///
    /// A player who has a winning move has one that is not vulnerable. Let K be a largest set of cells
    /// such that he, to move, wins even if they are his opponent's. Some live cell wins there, and
    /// here too. If it had a killer, he would win against that reply and all it captures as well,
    /// where his own stone is dead: K would not be largest, or his stone dead from the start.
    #[must_use]
    pub fn vulnerable<const WORDS: usize>(
        &self,
        moves: CellSet<WORDS>,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        moves.iter().filter(|&cell| self.killers(cell, player, stones).next().is_some()).collect()
    }

    /// What the opponent of a player needs to win: this, his carrier against all moves but the
    /// vulnerable ones, and killers for those of them that are inside.
    #[must_use]
    pub fn with_killers<const WORDS: usize>(
        &self,
        carrier: CellSet<WORDS>,
        vulnerable: CellSet<WORDS>,
        player: Player,
        stones: &Stones<WORDS>,
    ) -> CellSet<WORDS> {
        let (mut carrier, mut open) = (carrier, vulnerable);
        while let Some(cell) = (open & carrier).first() {
            open.remove(cell);
            let cost = |killer: &Killer<WORDS>| (killer.needs - carrier).len();
            if let Some(killer) = self.killers(cell, player, stones).min_by_key(cost) {
                carrier = carrier | killer.needs;
            }
        }
        carrier
    }
}

/// A reply that makes a stone dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Killer<const WORDS: usize> {
    /// The reply.
    pub reply: Square,
    /// The reply and the cells it captures.
    pub needs: CellSet<WORDS>,
}

#[cfg(test)]
mod tests;
