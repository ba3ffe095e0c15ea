//! The board of a conservative search: macro defences, and which threats of the defender are real.
//!
//! A *macro defence* puts every square of every normal defence on the board at once, many more
//! stones than the defender has. In a game only one of the normal defences was played, so squares
//! that never occur together in one of them, *disjoint squares*, are never both taken (THEORY 4).
//! A segment of the defender therefore counts from each macro defence only as many squares as one
//! normal defence takes of it; squares of different macro defences may well come together.

use sixfold_connect::hitting::{EmptySquares, smallest_hitting_set};
use sixfold_connect::{Position, Segment, SegmentState};
use sixfold_game::{Game, Player, Square, SquareSet, Turn};
use smallvec::SmallVec;

use super::DefenderThreats;
use crate::Stones;
use crate::vcdt::attack::{Moves, candidates};
use crate::vcdt::defence::Replies;

/// A position with macro defences on top. It is always the attacker's turn.
pub(super) struct Board<S> {
    position: Position<S>,
    attacker: Player,
    defender_threats: DefenderThreats,
    /// The macro defences of more than one normal defence, the last one on top.
    macros: Vec<MacroDefence>,
    macros_hash: u64,
}

/// All normal defences against one attack at once.
struct MacroDefence {
    alternatives: Replies,
    squares: SquareSet,
    hash: u64,
}

impl MacroDefence {
    fn new(alternatives: Replies) -> MacroDefence {
        let squares = alternatives.iter().flatten().copied().collect();
        // Neither the order of the defences nor that of their squares matters.
        let hash_of_one = |stones: &Stones| {
            stones.iter().fold(0, |hash: u64, square| hash.wrapping_add(mix(square.index() as u64)))
        };
        let hash =
            alternatives.iter().fold(0, |hash: u64, one| hash.wrapping_add(mix(hash_of_one(one))));
        MacroDefence { alternatives, squares, hash: mix(hash) }
    }

    /// How many squares of the list cannot be had because they are disjoint from others of it.
    fn disjoint(&self, list: &[Square]) -> usize {
        let count = |taken: &dyn Fn(Square) -> bool| list.iter().filter(|&&s| taken(s)).count();
        let of_all = count(&|square| self.squares.contains(square));
        if of_all < 2 {
            return 0;
        }
        let of_one = |stones: &Stones| count(&|square| stones.contains(&square));
        of_all - self.alternatives.iter().map(of_one).max().unwrap_or(0)
    }
}

/// The finalizer of splitmix64: every bit of the number changes about half the bits.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl<S: SegmentState> Board<S> {
    pub(super) fn new(position: Position<S>, defender_threats: DefenderThreats) -> Board<S> {
        let attacker = position.turn().player;
        Board { position, attacker, defender_threats, macros: Vec::new(), macros_hash: 0 }
    }

    pub(super) fn position(&self) -> &Position<S> {
        &self.position
    }

    pub(super) fn attacker(&self) -> Player {
        self.attacker
    }

    pub(super) fn stones_per_turn(&self) -> u16 {
        self.position.geometry().rules().stones_per_turn()
    }

    /// A hash of the stones, the turn, and which of them belong to which macro defence.
    pub(super) fn hash(&self) -> u64 {
        self.position.hash() ^ self.macros_hash
    }

    /// Plays a turn of the attacker, and returns what [`Board::undo_attack`] needs.
    pub(super) fn attack(&mut self, stones: &Stones) -> Turn {
        let turn = self.position.turn();
        for &square in stones {
            self.position.add_stone(square, self.attacker);
        }
        self.position.set_turn(Turn { player: self.attacker, stones_left: self.stones_per_turn() });
        turn
    }

    pub(super) fn undo_attack(&mut self, stones: &Stones, turn: Turn) {
        self.remove(stones.iter().copied());
        self.position.set_turn(turn);
    }

    /// Plays one normal defence.
    pub(super) fn defend(&mut self, stones: &Stones) {
        for &square in stones {
            self.position.add_stone(square, self.attacker.opponent());
        }
    }

    pub(super) fn undo_defence(&mut self, stones: &Stones) {
        self.remove(stones.iter().copied());
    }

    /// Plays all these normal defences at once.
    pub(super) fn defend_by_all(&mut self, alternatives: Replies) {
        let defence = MacroDefence::new(alternatives);
        for square in defence.squares.iter() {
            self.position.add_stone(square, self.attacker.opponent());
        }
        self.macros_hash ^= defence.hash;
        self.macros.push(defence);
    }

    pub(super) fn undo_macro_defence(&mut self) {
        if let Some(defence) = self.macros.pop() {
            self.remove(defence.squares.iter());
            self.macros_hash ^= defence.hash;
        }
    }

    fn remove(&mut self, squares: impl Iterator<Item = Square>) {
        squares.for_each(|square| self.position.remove_stone(square));
    }

    /// The moves that may make so many threats and leave the defender no real one.
    pub(super) fn forcing_moves(&self, threats: u16) -> impl Iterator<Item = Stones> + use<S> {
        let to_parry = self.real_threats();
        let stones = self.position.turn().stones_left;
        let can_parry = smallest_hitting_set(&to_parry, stones).lower_bound() <= stones;
        let moves: Option<Moves> = can_parry.then(|| candidates(&self.position, threats));
        moves.into_iter().flatten().filter(move |stones| {
            to_parry.iter().all(|squares| stones.iter().any(|stone| squares.contains(stone)))
        })
    }

    /// The squares on which the attacker can block each segment that the defender may be able to
    /// complete on his next turn. There may be none: a segment filled by macro defences, of which
    /// he really has but all save p squares, or all of them.
    fn real_threats(&self) -> SmallVec<[EmptySquares; 8]> {
        let defender = self.attacker.opponent();
        if !self.position.can_complete(defender) {
            return SmallVec::new();
        }
        let threats = self.position.threat_segments(defender);
        let real = threats.into_iter().filter(|&segment| self.is_real_threat(segment, defender));
        real.map(|segment| self.position.empty_squares_of(segment)).collect()
    }

    fn is_real_threat(&self, segment: Segment, defender: Player) -> bool {
        match self.defender_threats {
            DefenderThreats::AllDrawn => true,
            DefenderThreats::Possible => {
                let drawn = self.position.segment_counts(segment)[defender] as usize;
                let squares = self.position.geometry().segment_squares(segment);
                let disjoint: usize = self.macros.iter().map(|each| each.disjoint(squares)).sum();
                let lacking = squares.len() - (drawn - disjoint);
                lacking <= self.stones_per_turn() as usize
            }
        }
    }
}
