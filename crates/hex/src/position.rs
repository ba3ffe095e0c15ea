//! Positions of Hex.

use std::sync::Arc;

use sixfold_game::diagram::{Diagram, Layout};
use sixfold_game::{
    FenError, Game, GameName, Grid, HexRules, IllegalStone, Outcome, PerPlayer, Player, Setup,
    Square, SquareSet, Turn,
};

use crate::board::{Board, Edge};
use crate::groups::{Groups, Mark, Member};
use crate::hash::{stone_key, turn_key};

/// Whether the second player may take over the first stone instead of placing one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SwapRule {
    /// He may not.
    #[default]
    Off,
    /// He may: the stone becomes his, on the reflected cell, and Black is to move. Only boards with
    /// as many rows as columns have the reflection.
    SwapPieces,
}

/// One step of a game, to be taken back.
#[derive(Clone, Copy, Debug)]
enum Step {
    Stone { cell: Square, before: Mark, winner_before: Option<Player> },
    Swap { taken: Square },
}

/// A position: stones, whose turn it is, groups, history.
///
/// ```
/// use sixfold_game::{Game, HexRules, Outcome, Player};
/// use sixfold_hex::Position;
///
/// let mut position = Position::start(HexRules::new(2, 2).unwrap());
/// for name in ["b1", "a1", "b2"] {
///     let cell = position.grid().parse(name).unwrap();
///     position.try_play(cell).unwrap();
/// }
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::Black)));
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Arc<Board>,
    swap_rule: SwapRule,
    stones: PerPlayer<SquareSet>,
    hash: u64,
    to_move: Player,
    groups: Groups,
    winner: Option<Player>,
    history: Vec<Step>,
}

impl Position {
    /// The start of a game on a board of this size.
    #[must_use]
    pub fn start(rules: HexRules) -> Position {
        Position::start_on(Arc::new(Board::new(rules)))
    }

    /// The start of a game on a board that is there already.
    #[must_use]
    pub fn start_on(board: Arc<Board>) -> Position {
        Position::empty(board, Player::Black)
    }

    fn empty(board: Arc<Board>, to_move: Player) -> Position {
        Position {
            groups: Groups::new(board.len() + Edge::ALL.len()),
            board,
            swap_rule: SwapRule::default(),
            stones: PerPlayer::default(),
            hash: 0,
            to_move,
            winner: None,
            history: Vec::new(),
        }
    }

    /// The position with the given stones, without a history. Nothing if the setup is for a board of
    /// another size.
    #[must_use]
    pub fn from_setup(board: Arc<Board>, setup: &Setup) -> Option<Position> {
        if setup.grid() != board.grid() {
            return None;
        }
        let mut position = Position::empty(board, setup.turn.player);
        for player in Player::BOTH {
            for cell in setup.stones(player).iter() {
                position.put(cell, player);
            }
        }
        Some(position)
    }

    /// Reads a FEN of a game on a board of this size.
    pub fn from_fen(rules: HexRules, fen: &str) -> Result<Position, FenError> {
        let setup = Setup::from_fen(GameName::Hex(rules), fen)?;
        let mut position = Position::start(rules);
        for player in Player::BOTH {
            for cell in setup.stones(player).iter() {
                position.put(cell, player);
            }
        }
        position.to_move = setup.turn.player;
        Ok(position)
    }

    /// The same position played with or without the swap rule.
    #[must_use]
    pub fn with_swap_rule(mut self, swap_rule: SwapRule) -> Position {
        self.swap_rule = swap_rule;
        self
    }

    /// Whether the game is played with the swap rule.
    #[must_use]
    pub fn swap_rule(&self) -> SwapRule {
        self.swap_rule
    }

    /// The board and its tables.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The grid that names the cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The stones of both players.
    #[must_use]
    pub fn stones(&self) -> PerPlayer<SquareSet> {
        self.stones
    }

    /// The cells without a stone.
    #[must_use]
    pub fn empty_cells(&self) -> SquareSet {
        self.board.cells() - self.stones.black - self.stones.white
    }

    /// Who has joined his edges, if anybody has.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The stones that hang together with the edges that the winner has joined.
    #[must_use]
    pub fn winning_chain(&self) -> SquareSet {
        let Some(winner) = self.winner else { return SquareSet::EMPTY };
        let [edge, _] = Edge::of(winner);
        self.stones[winner].iter().filter(|&cell| self.reaches(cell, edge)).collect()
    }

    /// A 64-bit hash of the stones and the side to move.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash ^ turn_key(self.to_move)
    }

    /// Whether two stones hang together, over an edge of their owner if need be.
    #[must_use]
    pub fn are_joined(&self, one: Square, other: Square) -> bool {
        self.groups.are_joined(one.index() as Member, other.index() as Member)
    }

    /// Whether a stone hangs together with an edge.
    #[must_use]
    pub fn reaches(&self, cell: Square, edge: Edge) -> bool {
        self.groups.are_joined(cell.index() as Member, self.edge(edge))
    }

    fn edge(&self, edge: Edge) -> Member {
        (self.board.len() + edge as usize) as Member
    }

    fn put(&mut self, cell: Square, player: Player) {
        self.stones[player].insert(cell);
        self.hash ^= stone_key(player, cell);
        for &beside in self.board.neighbours(cell) {
            if self.stones[player].contains(beside) {
                self.groups.join(cell.index() as Member, beside.index() as Member);
            }
        }
        let [one, other] = Edge::of(player);
        for edge in [one, other] {
            if self.board.touches(cell, edge) {
                self.groups.join(cell.index() as Member, self.edge(edge));
            }
        }
        if self.groups.are_joined(self.edge(one), self.edge(other)) {
            self.winner = Some(player);
        }
    }

    fn lift(&mut self, cell: Square, player: Player) {
        self.stones[player].remove(cell);
        self.hash ^= stone_key(player, cell);
    }

    /// The stone that White may take over now.
    #[must_use]
    pub fn swappable(&self) -> Option<Square> {
        let black = self.stones.black;
        let is_second_move =
            self.to_move == Player::White && black.len() == 1 && self.stones.white.is_empty();
        let first = black.iter().next()?;
        let allowed = self.swap_rule == SwapRule::SwapPieces && is_second_move;
        (allowed && self.winner.is_none() && self.board.reflected(first).is_some()).then_some(first)
    }

    /// White takes over Black's first stone: it becomes White's on the reflected cell, which is
    /// returned. Nothing happens where this is not allowed.
    pub fn swap(&mut self) -> Option<Square> {
        let taken = self.swappable()?;
        let image = self.board.reflected(taken)?;
        self.replace_only_stone(taken, image);
        self.history.push(Step::Swap { taken });
        Some(image)
    }

    /// Groups forget nothing but joins made last, so the only stone's are made anew.
    fn replace_only_stone(&mut self, old: Square, new: Square) {
        let owner = self.to_move.opponent();
        self.lift(old, owner);
        self.groups = Groups::new(self.board.len() + Edge::ALL.len());
        self.winner = None;
        self.put(new, self.to_move);
        self.to_move = owner;
    }

    fn legality(&self, cell: Square) -> Result<(), IllegalStone> {
        if cell.index() >= self.board.len() {
            Err(IllegalStone::OffTheBoard)
        } else if self.winner.is_some() {
            Err(IllegalStone::GameOver)
        } else if Player::BOTH.iter().any(|&player| self.stones[player].contains(cell)) {
            Err(IllegalStone::Occupied)
        } else {
            Ok(())
        }
    }
}

impl Game for Position {
    fn name(&self) -> GameName {
        GameName::Hex(self.board.rules())
    }

    fn turn(&self) -> Turn {
        Turn { player: self.to_move, stones_left: 1 }
    }

    fn stone(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones[player].contains(square))
    }

    /// Taking over the first stone by the swap rule is not the placing of a stone: see
    /// [`Position::swap`].
    fn legal_squares(&self) -> SquareSet {
        if self.winner.is_some() { SquareSet::EMPTY } else { self.empty_cells() }
    }

    fn try_play(&mut self, cell: Square) -> Result<(), IllegalStone> {
        self.legality(cell)?;
        let step = Step::Stone { cell, before: self.groups.mark(), winner_before: self.winner };
        self.put(cell, self.to_move);
        self.to_move = self.to_move.opponent();
        self.history.push(step);
        Ok(())
    }

    /// Takes back the last stone, or the taking over of one, and says where it was.
    fn undo(&mut self) -> Option<Square> {
        let cell = match self.history.pop()? {
            Step::Stone { cell, before, winner_before } => {
                self.to_move = self.to_move.opponent();
                self.lift(cell, self.to_move);
                self.groups.back_to(before);
                self.winner = winner_before;
                cell
            }
            Step::Swap { taken } => {
                let image = self.board.reflected(taken)?;
                self.replace_only_stone(image, taken);
                // The stone was placed before the swap, and can be taken back as well.
                if let Some(Step::Stone { before, .. }) = self.history.last_mut() {
                    *before = Groups::new(0).mark();
                }
                image
            }
        };
        Some(cell)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    fn setup(&self) -> Setup {
        Setup::with_stones(self.grid(), self.stones, self.turn())
    }

    /// Up to the rotation by half. The reflection makes the players change places, so what is
    /// proven for Black in a position is not proven for him in its image.
    fn canonical_setup(&self) -> Setup {
        let setup = self.setup();
        let rotated = setup.mapped(|cell| self.board.rotated(cell));
        let key = |image: &Setup| Player::BOTH.map(|player| image.stones(player));
        if key(&rotated) < key(&setup) { rotated } else { setup }
    }

    fn canonical_hash(&self) -> u64 {
        let rotated = Player::BOTH.into_iter().flat_map(|player| {
            let cells = self.stones[player];
            let keys: Vec<u64> =
                cells.iter().map(|cell| stone_key(player, self.board.rotated(cell))).collect();
            keys
        });
        let rotated = rotated.fold(0, |hash, key| hash ^ key) ^ turn_key(self.to_move);
        self.hash().min(rotated)
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::new(&self.setup(), Layout::Rhombus, self.board.cells());
        let last = self.history.last().and_then(|step| match *step {
            Step::Stone { cell, .. } => Some(cell),
            Step::Swap { taken } => self.board.reflected(taken),
        });
        diagram.last_move = last.into_iter().collect();
        diagram
    }
}

#[cfg(test)]
mod tests;
