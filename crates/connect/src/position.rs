//! Positions of Connect games.

use std::ops::ControlFlow;
use std::sync::Arc;

use sixfold_game::diagram::{Diagram, Layout};
use sixfold_game::{
    ConnectRules, Extent, Game, GameName, IllegalStone, Lattice, Outcome, PerPlayer, Player, Setup,
    Square, SquareSet, Turn, TurnOrder,
};
use thiserror::Error;

use crate::hash::{stone_key, turn_key};
use crate::hitting::{EmptySquares, HittingNumber, visit_minimal_hitting_sets};
use crate::shape::{LineShape, ShapeRules};
use crate::state::SegmentState;
use crate::{Geometry, Line, LinePlanes, OpenSegments, Prospect, Segment, SegmentCounts};

/// A position of any Connect game.
pub type GeneralPosition = Position<SegmentCounts>;
/// A position of Connect6 on 19x19: the same interface, specialised for speed.
pub type Connect6Position = Position<LinePlanes>;

/// A position: stones, turn, history, and incremental knowledge `S` of all segments.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{Game, Player};
///
/// let mut position = Connect6Position::connect6();
/// for name in ["j10", "a1", "b1", "k10", "l10", "a2", "b2", "m10"] {
///     let square = position.grid().parse(name).unwrap();
///     position.try_play(square).unwrap();
/// }
/// // Four in a row with open ends need two blocking stones.
/// assert_eq!(position.threat_number(Player::Black), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Position<S> {
    geometry: Arc<Geometry>,
    state: S,
    stones: PerPlayer<SquareSet>,
    stones_hash: u64,
    turn: Turn,
    order: TurnOrder,
    empty: u16,
    winner: Option<Player>,
    history: Vec<Square>,
}

impl Connect6Position {
    /// The start of a game of Connect6.
    #[must_use]
    pub fn connect6() -> Connect6Position {
        Position::start(Arc::new(Geometry::new(ConnectRules::CONNECT6)))
    }
}

impl<S: SegmentState> Position<S> {
    /// The start of a game.
    #[must_use]
    pub fn start(geometry: Arc<Geometry>) -> Self {
        let order = GameName::Connect(geometry.rules()).turn_order();
        Position {
            state: S::new(&geometry),
            stones: PerPlayer::default(),
            stones_hash: 0,
            turn: order.first_turn(),
            order,
            empty: geometry.cells().len() as u16,
            winner: None,
            history: Vec::with_capacity(geometry.cells().len()),
            geometry,
        }
    }

    /// The position with the given stones, without a history. It must not hold k in a row for
    /// both players.
    pub fn from_setup(geometry: Arc<Geometry>, setup: &Setup) -> Result<Self, SetupError> {
        let mut position = Self::start(geometry);
        for player in Player::BOTH {
            for square in setup.stones(player).iter() {
                if position.put(square, player) && position.winner == Some(player.opponent()) {
                    return Err(SetupError::TwoWinners(position.geometry.rules().in_a_row()));
                }
            }
        }
        position.turn = setup.turn;
        Ok(position)
    }

    /// Adds a stone without regard to turns, and says whether it completes a segment.
    #[inline]
    fn put(&mut self, square: Square, player: Player) -> bool {
        let completes = self.state.place(&self.geometry, square, player);
        self.stones[player].insert(square);
        self.stones_hash ^= stone_key(player, square);
        self.empty -= 1;
        if completes && self.winner.is_none() {
            self.winner = Some(player);
        }
        completes
    }

    /// Places the next stone of the side to move. The square must be empty and the game not
    /// over: [`Game::try_play`] checks this, search does not need to.
    #[inline]
    pub fn play(&mut self, square: Square) {
        debug_assert!(self.legality(square).is_ok());
        self.put(square, self.turn.player);
        self.turn = self.turn.after_stone(self.order);
        self.history.push(square);
    }

    /// Places several stones, all of them or, if one cannot be placed, none.
    pub fn play_turn(&mut self, squares: &[Square]) -> Result<(), IllegalStone> {
        for (played, &square) in squares.iter().enumerate() {
            if let Err(illegal) = self.try_play(square) {
                self.undo_stones(played);
                return Err(illegal);
            }
        }
        Ok(())
    }

    /// Takes back the last stone. Undoing on an empty history does nothing.
    #[inline]
    pub fn take_back(&mut self) -> Option<Square> {
        let square = self.history.pop()?;
        let player = if self.stones.black.contains(square) { Player::Black } else { Player::White };
        self.lift(square, player);
        let stones_left = if self.turn.player == player { self.turn.stones_left + 1 } else { 1 };
        self.turn = Turn { player, stones_left };
        Some(square)
    }

    #[inline]
    fn lift(&mut self, square: Square, player: Player) {
        self.state.lift(&self.geometry, square, player);
        self.stones[player].remove(square);
        self.stones_hash ^= stone_key(player, square);
        self.empty += 1;
        if self.winner == Some(player) && !self.state.can_complete(&self.geometry, player, 0) {
            self.winner = None;
        }
    }

    /// Takes back several stones.
    pub fn undo_stones(&mut self, stones: usize) {
        for _ in 0..stones {
            self.take_back();
        }
    }

    /// Adds a stone on an empty square without regard to turns: the history does not know of it.
    /// Proofs need this, where the defender forgoes stones or places more than his turn allows.
    pub fn add_stone(&mut self, square: Square, player: Player) {
        debug_assert!(self.geometry.cells().contains(square) && self.stone(square).is_none());
        self.put(square, player);
    }

    /// Takes away a stone that [`Position::add_stone`] has added.
    pub fn remove_stone(&mut self, square: Square) {
        if let Some(player) = self.stone(square) {
            self.lift(square, player);
        }
    }

    /// Adds several stones of one player; see [`Position::add_stone`].
    pub fn add_stones(&mut self, squares: impl IntoIterator<Item = Square>, player: Player) {
        for square in squares {
            self.add_stone(square, player);
        }
    }

    /// Takes away several stones; see [`Position::remove_stone`].
    pub fn remove_stones(&mut self, squares: impl IntoIterator<Item = Square>) {
        for square in squares {
            self.remove_stone(square);
        }
    }

    /// Makes it this turn, whoever has moved last.
    pub fn set_turn(&mut self, turn: Turn) {
        self.turn = turn;
    }

    /// A player who has won in the middle of his turn may still place the rest of it, as real games
    /// often do.
    #[inline]
    fn legality(&self, square: Square) -> Result<(), IllegalStone> {
        if !self.geometry.cells().contains(square) {
            Err(IllegalStone::OffTheBoard)
        } else if self.stone(square).is_some() {
            Err(IllegalStone::Occupied)
        } else if self.winner.is_some_and(|winner| winner != self.turn.player) {
            Err(IllegalStone::GameOver)
        } else {
            Ok(())
        }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The grid that names the squares.
    #[must_use]
    pub fn grid(&self) -> sixfold_game::Grid {
        self.geometry.grid()
    }

    /// The stones of a player.
    #[must_use]
    pub fn stones(&self, player: Player) -> &SquareSet {
        &self.stones[player]
    }

    /// The empty squares.
    #[must_use]
    pub fn empty_squares(&self) -> SquareSet {
        self.geometry.cells() - self.stones.black - self.stones.white
    }

    /// The stones played so far, in order, without those that were set up.
    #[must_use]
    pub fn history(&self) -> &[Square] {
        &self.history
    }

    /// The squares of the last turn of which a stone has been placed.
    #[must_use]
    pub fn last_move(&self) -> SquareSet {
        let newest_first = || self.history.iter().rev();
        let mover = newest_first().next().and_then(|&square| self.stone(square));
        newest_first().copied().take_while(|&square| self.stone(square) == mover).collect()
    }

    /// A 64-bit hash of stones and turn.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.stones_hash ^ turn_key(self.turn)
    }

    /// The number of threats of a player: how many stones the opponent needs to block all his
    /// threat segments, p + 1 standing for any number beyond p. It is exact up to four stones a
    /// turn; beyond, [`Position::exact_threat_number`] tells an exact number from a lower bound.
    #[must_use]
    #[inline]
    pub fn threat_number(&self, player: Player) -> u16 {
        self.exact_threat_number(player).lower_bound()
    }

    /// The number of threats of a player, or a lower bound where finding it takes too long.
    #[must_use]
    #[inline]
    pub fn exact_threat_number(&self, player: Player) -> HittingNumber {
        self.state.threat_number(&self.geometry, player)
    }

    /// The threat segments of a player in ascending order: no opposing stone, at most p empty.
    #[must_use]
    pub fn threat_segments(&self, player: Player) -> Vec<Segment> {
        self.state.threat_segments(&self.geometry, player)
    }

    /// Visits the empty squares of every threat segment of a player, in ascending order.
    #[inline]
    pub fn visit_threats(&self, player: Player, visit: impl FnMut(&[Square])) {
        self.state.visit_threats(&self.geometry, player, visit);
    }

    /// Visits the lines on which a player is one or two stones short of a threat.
    #[inline]
    pub fn visit_prospects(&self, player: Player, visit: impl FnMut(Prospect)) {
        self.state.visit_prospects(&self.geometry, player, visit);
    }

    /// Visits the open segments of a player that hold at least so many stones of his, by line and
    /// number of stones, in no particular order.
    #[inline]
    pub fn visit_open_segments(
        &self,
        player: Player,
        least_stones: u8,
        visit: impl FnMut(OpenSegments),
    ) {
        self.state.visit_open_segments(&self.geometry, player, least_stones, visit);
    }

    /// Adds the empty squares of a player's open segments to nested sets: to the first those of segments
    /// that hold at least so many stones of his, to each further one those of segments that hold at
    /// least one fewer.
    #[inline]
    pub fn add_open_squares(&self, player: Player, most_stones: u8, sets: &mut [SquareSet]) {
        self.state.add_open_squares(&self.geometry, player, most_stones, sets);
    }

    /// The stones of each player on a line: bit i is the square at offset i.
    #[must_use]
    #[inline]
    pub fn line_stones(&self, line: Line) -> PerPlayer<u32> {
        self.state.line_stones(&self.geometry, line)
    }

    /// The empty squares of a segment.
    #[must_use]
    pub fn empty_squares_of(&self, segment: Segment) -> EmptySquares {
        self.state.empty_squares(&self.geometry, segment)
    }

    /// The stones of each player on a segment.
    #[must_use]
    pub fn segment_counts(&self, segment: Segment) -> PerPlayer<u8> {
        self.state.counts(&self.geometry, segment)
    }

    /// Whether a player can complete a segment on his next turn: with the stones left if it is
    /// his turn, with p stones otherwise.
    #[must_use]
    pub fn can_complete(&self, player: Player) -> bool {
        let stones =
            if self.turn.player == player { self.turn.stones_left } else { self.order.later };
        self.state.can_complete(&self.geometry, player, stones)
    }

    /// The squares by which the side to move completes a segment right now, as few as possible.
    #[must_use]
    pub fn completing_squares(&self) -> Option<EmptySquares> {
        let mover = self.turn.player;
        if !self.can_complete(mover) {
            return None;
        }
        if self.turn.stones_left > self.order.later {
            // A first turn of more stones completes what is not even a threat.
            let open = self.geometry.segments();
            let open = open.filter(|&segment| self.segment_counts(segment)[mover.opponent()] == 0);
            return open
                .map(|segment| self.empty_squares_of(segment))
                .min_by_key(EmptySquares::len);
        }
        let mut fewest: Option<EmptySquares> = None;
        self.visit_threats(mover, |squares| {
            if fewest.as_ref().is_none_or(|fewest| squares.len() < fewest.len()) {
                fewest = Some(squares.iter().copied().collect());
            }
        });
        fewest
    }

    /// Visits every critical defence of a player against the threats of his opponent that takes
    /// at most so many stones: each set of empty squares that blocks all threat segments, and
    /// would not without any one of them. The visitor may stop the enumeration, and so do spent
    /// steps. Without threats there is one: no stone at all.
    pub fn visit_critical_defences(
        &self,
        defender: Player,
        most_stones: u16,
        steps: u64,
        visit: &mut dyn FnMut(&[Square]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let segments: Vec<EmptySquares> = self
            .threat_segments(defender.opponent())
            .into_iter()
            .map(|segment| self.empty_squares_of(segment))
            .collect();
        visit_minimal_hitting_sets(&segments, most_stones, steps, visit)
    }

    /// All critical defences of a player, of at most p stones. There may be very many when p is
    /// large.
    #[must_use]
    pub fn critical_defences(&self, defender: Player) -> Vec<CriticalDefence> {
        let threats = self.threat_number(defender.opponent());
        let mut defences = Vec::new();
        let _ =
            self.visit_critical_defences(defender, self.order.later, u64::MAX, &mut |squares| {
                let kind = DefenceKind::of(squares.len(), threats);
                defences.push(CriticalDefence { kind, squares: squares.to_vec() });
                ControlFlow::Continue(())
            });
        defences
    }

    /// The live and dead threats of a player on a line.
    #[must_use]
    pub fn line_shape(&self, line: Line, player: Player) -> LineShape {
        let stones = self.state.line_stones(&self.geometry, line);
        let rules = ShapeRules {
            in_a_row: self.geometry.rules().in_a_row(),
            stones_per_turn: self.order.later,
        };
        let length = self.geometry.line_squares(line).len() as u8;
        rules.shape(stones[player], stones[player.opponent()], length)
    }

    /// How much a square promises to either player: the segments through it that one of them can
    /// still fill, each counted four times for every stone on it.
    #[must_use]
    pub fn promise(&self, square: Square) -> u64 {
        let weight = |&segment: &Segment| {
            let counts = self.segment_counts(segment);
            match (counts.black, counts.white) {
                (count, 0) | (0, count) => 1 << (2 * count),
                _ => 0,
            }
        };
        self.geometry.segments_through(square).iter().map(weight).sum()
    }

    /// The hash that this position would have after a symmetry of the board.
    fn hash_of_image(&self, symmetry: &crate::Symmetry) -> u64 {
        let stones = Player::BOTH.into_iter().flat_map(|player| {
            self.stones[player].iter().map(move |square| stone_key(player, symmetry.image(square)))
        });
        stones.fold(turn_key(self.turn), |hash, key| hash ^ key)
    }
}

impl<S: SegmentState> Game for Position<S> {
    fn name(&self) -> GameName {
        GameName::Connect(self.geometry.rules())
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn stone(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones[player].contains(square))
    }

    fn legal_squares(&self) -> SquareSet {
        if self.winner.is_some() { SquareSet::EMPTY } else { self.empty_squares() }
    }

    fn try_play(&mut self, square: Square) -> Result<(), IllegalStone> {
        self.legality(square)?;
        self.play(square);
        Ok(())
    }

    fn undo(&mut self) -> Option<Square> {
        self.take_back()
    }

    fn outcome(&self) -> Option<Outcome> {
        // Beyond a full window of an unbounded board the game goes on.
        let is_full = || self.empty == 0 && self.geometry.rules().extent() == Extent::Whole;
        self.winner.map(Outcome::Win).or_else(|| is_full().then_some(Outcome::Draw))
    }

    fn setup(&self) -> Setup {
        Setup::with_stones(self.grid(), self.stones, self.turn)
    }

    fn canonical_setup(&self) -> Setup {
        let setup = self.setup();
        let images = self
            .geometry
            .symmetries()
            .iter()
            .map(|symmetry| setup.mapped(|square| symmetry.image(square)));
        let key = |image: &Setup| Player::BOTH.map(|player| image.stones(player));
        images.min_by_key(key).unwrap_or(setup)
    }

    fn canonical_hash(&self) -> u64 {
        let images = self.geometry.symmetries().iter().map(|symmetry| self.hash_of_image(symmetry));
        images.min().unwrap_or(self.hash())
    }

    fn diagram(&self) -> Diagram {
        let layout = match self.geometry.rules().lattice() {
            Lattice::Square { .. } => Layout::Intersections,
            Lattice::Hexagonal { .. } => Layout::Hexagons,
        };
        let mut diagram = Diagram::new(&self.setup(), layout, self.geometry.cells());
        diagram.last_move = self.last_move();
        diagram
    }
}

/// A set of squares that blocks all threats and has no square to spare.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CriticalDefence {
    /// Whether it uses more stones than there are threats.
    pub kind: DefenceKind,
    /// The squares.
    pub squares: Vec<Square>,
}

/// Whether a critical defence is as small as possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefenceKind {
    /// As many stones as there are threats.
    Normal,
    /// More stones than there are threats.
    Relaxed,
}

impl DefenceKind {
    /// The kind of a critical defence with so many stones against so many threats.
    #[must_use]
    pub fn of(stones: usize, threats: u16) -> DefenceKind {
        if stones == threats as usize { DefenceKind::Normal } else { DefenceKind::Relaxed }
    }
}

/// Why a setup is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A game cannot have two winners.
    #[error("both players have {0} in a row")]
    TwoWinners(u8),
}
