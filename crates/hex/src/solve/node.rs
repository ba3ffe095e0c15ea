//! What connections and inferior cells say about a position before anything is searched.

use std::sync::Arc;

use arrayvec::ArrayVec;
use sixfold_game::{PerPlayer, Player, Square};

use super::Settings;
use crate::board::Board;
use crate::cells::CellSet;
use crate::circuit::flow;
use crate::connections::{Connections, Goal};
use crate::inferior::{InferiorCells, Stones};

/// A position on the path of a search, with what was filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const WORDS: usize> {
    /// All stones, those filled in included.
    pub(crate) stones: Stones<WORDS>,
    /// What was filled in here, and not before the last move.
    pub(crate) filled: Stones<WORDS>,
    pub(crate) to_move: Player,
}

/// What there is to say about a position at once. Carriers do not count the cells filled in, for
/// which of its stones are filled in is not part of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Evaluation<const WORDS: usize> {
    /// The side to move wins inside the carrier, beginning with this move (none if it has won).
    Won { carrier: CellSet<WORDS>, key: Option<Square> },
    /// Its opponent wins inside the carrier.
    Lost { carrier: CellSet<WORDS> },
    /// It has to be searched.
    Open(Choice<WORDS>),
}

/// The moves among which a search has to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice<const WORDS: usize> {
    /// One of them wins if any move does.
    pub(crate) moves: CellSet<WORDS>,
    /// What the opponent needs against the moves that lose at once.
    pub(crate) carrier: CellSet<WORDS>,
    /// Vulnerable cells that were left out.
    pub(crate) vulnerable: CellSet<WORDS>,
    pub(crate) ranking: Ranking,
}

/// The moves that look best, best first.
pub(crate) type Ranking = ArrayVec<u16, RANKED>;

/// So many moves are ranked; all others come after them.
pub(crate) const RANKED: usize = 12;

/// Evaluates positions along a path. Connections are built up from those of the nearest position
/// above that has them.
pub(crate) struct Evaluator<const WORDS: usize> {
    board: Arc<Board>,
    inferior: InferiorCells,
    settings: Settings,
    connections: PerPlayer<Connections<WORDS>>,
    /// The stones of each level of the connections, and how long the path was.
    levels: Vec<Level<WORDS>>,
}

#[derive(Clone, Copy, Debug)]
struct Level<const WORDS: usize> {
    stones: Stones<WORDS>,
    path: usize,
}

impl<const WORDS: usize> Evaluator<WORDS> {
    pub(crate) fn new(board: Arc<Board>, settings: Settings) -> Self {
        let connections = PerPlayer::from_fn(|player| {
            let none = PerPlayer::default();
            Connections::new(board.clone(), player, none, settings.connections, Goal::Everything)
        });
        Evaluator {
            inferior: InferiorCells::new(&board),
            board,
            settings,
            connections,
            levels: Vec::new(),
        }
    }

    /// Another one for the same board.
    pub(crate) fn beside(&self) -> Self {
        Evaluator::new(self.board.clone(), self.settings)
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// What is known of both players' connections in the position evaluated last, if it is open.
    pub(crate) fn connections(&self) -> &PerPlayer<Connections<WORDS>> {
        &self.connections
    }

    /// A position with these stones, after filling in.
    pub(crate) fn node(&self, stones: Stones<WORDS>, to_move: Player) -> Node<WORDS> {
        let filled = self.inferior.fill_in(self.without(&stones), &stones, self.settings.filling);
        let stones = PerPlayer::from_fn(|player| stones[player] | filled[player]);
        Node { stones, filled, to_move }
    }

    /// The position in which every empty cell is the opponent's but those that the winner needs: he
    /// wins there as well, and whatever he does there serves wherever he has these cells.
    pub(crate) fn confined(
        &self,
        node: &Node<WORDS>,
        carrier: CellSet<WORDS>,
        winner: Player,
    ) -> Node<WORDS> {
        let mut stones = node.stones;
        stones[winner.opponent()] = stones[winner.opponent()] | (self.empty(node) - carrier);
        Node { stones, filled: Stones::default(), to_move: node.to_move }
    }

    /// The cells that are empty after filling in.
    pub(crate) fn empty(&self, node: &Node<WORDS>) -> CellSet<WORDS> {
        self.without(&node.stones)
    }

    fn without(&self, stones: &Stones<WORDS>) -> CellSet<WORDS> {
        CellSet::from(self.board.cells()) - stones.black - stones.white
    }

    /// The position after a move.
    pub(crate) fn after(&self, node: &Node<WORDS>, cell: Square) -> Node<WORDS> {
        let mut stones = node.stones;
        stones[node.to_move].insert(cell);
        let filled = self.inferior.fill_in_beside(cell, &stones, self.settings.filling);
        let stones = PerPlayer::from_fn(|player| stones[player] | filled[player]);
        Node { stones, filled, to_move: node.to_move.opponent() }
    }

    /// The path has become as short as this.
    pub(crate) fn back_to(&mut self, path: usize) {
        while self.levels.last().is_some_and(|level| level.path > path) {
            self.levels.pop();
            for player in Player::BOTH {
                self.connections[player].take_back();
            }
        }
    }

    /// Evaluates the position at the end of a path of this length.
    pub(crate) fn evaluate(&mut self, node: &Node<WORDS>, path: usize) -> Evaluation<WORDS> {
        let base = self.levels.last().map_or(Stones::default(), |level| level.stones);
        let new = PerPlayer::from_fn(|player| node.stones[player] - base[player]);
        let (side, opponent) = (node.to_move, node.to_move.opponent());

        let own = &mut self.connections[side];
        own.place(new[side], new[opponent], Goal::WinToMove);
        let winning = own.winning().or_else(|| own.winning_to_move().next());
        if let Some(winning) = winning {
            let mut key = winning.key;
            if key.is_none() {
                key = winning.carrier.first();
            }
            own.take_back();
            return Evaluation::Won { carrier: winning.carrier, key };
        }
        let theirs = &mut self.connections[opponent];
        theirs.place(new[opponent], new[side], Goal::Win);
        let evaluation = judge_replies(theirs);
        if let Evaluation::Lost { .. } = evaluation {
            for player in Player::BOTH {
                self.connections[player].take_back();
            }
            return evaluation;
        }
        self.levels.push(Level { stones: node.stones, path });
        match evaluation {
            Evaluation::Open(choice) => self.without_inferior(&choice, node),
            decided => decided,
        }
    }

    /// Vulnerable moves go first: what is left out because another move dominates it must not rest
    /// on one that is left out itself.
    fn without_inferior(&self, choice: &Choice<WORDS>, node: &Node<WORDS>) -> Evaluation<WORDS> {
        let vulnerable = self.inferior.vulnerable(choice.moves, node.to_move, &node.stones);
        let moves = choice.moves - vulnerable;
        if moves.is_empty() {
            return Evaluation::Lost {
                carrier: self.carrier_of_loss(node, &choice.carrier, vulnerable),
            };
        }
        let moves = self.inferior.undominated(moves, node.to_move, &node.stones);
        let ranking = self.rank(moves);
        Evaluation::Open(Choice { moves, vulnerable, ranking, carrier: choice.carrier })
    }

    /// What the opponent of the side to move needs to win, if this is enough against all moves but
    /// the vulnerable ones.
    pub(crate) fn carrier_of_loss(
        &self,
        node: &Node<WORDS>,
        carrier: &CellSet<WORDS>,
        vulnerable: CellSet<WORDS>,
    ) -> CellSet<WORDS> {
        self.inferior.with_killers(*carrier, vulnerable, node.to_move, &node.stones)
    }

    /// Moves matter as much as their cells do in both circuits.
    fn rank(&self, moves: CellSet<WORDS>) -> Ranking {
        let flows = Player::BOTH.map(|player| flow(&self.connections[player]));
        let worth = |cell: Square| {
            flows
                .iter()
                .map(|flow| flow.energy[cell.index()] / flow.conductance.max(1e-9))
                .sum::<f64>()
        };
        let mut ranked: Vec<(f64, u16)> =
            moves.iter().map(|cell| (worth(cell), cell.index() as u16)).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        ranked.into_iter().take(RANKED).map(|(_, cell)| cell).collect()
    }
}

/// Where the player must move whose opponent has these connections.
fn judge_replies<const WORDS: usize>(theirs: &Connections<WORDS>) -> Evaluation<WORDS> {
    if let Some(winning) = theirs.winning() {
        return Evaluation::Lost { carrier: winning.carrier };
    }
    let mut moves = theirs.empty();
    let mut carrier = CellSet::EMPTY;
    for semi in theirs.winning_to_move() {
        if (moves & semi.carrier) != moves {
            moves = moves & semi.carrier;
            carrier = carrier | semi.carrier;
        }
    }
    if moves.is_empty() {
        Evaluation::Lost { carrier }
    } else {
        let (vulnerable, ranking) = (CellSet::EMPTY, Ranking::new());
        Evaluation::Open(Choice { moves, carrier, vulnerable, ranking })
    }
}
