//! What a position looks like before anything is searched.

use sixfold_game::{PerPlayer, Player, Square, SquareSet};

use super::Settings;
use super::node::{Evaluation, Evaluator};
use crate::Position;
use crate::circuit::flow;

/// No circuit conducts less, so that ratios stay finite.
const LEAST_CONDUCTANCE: f64 = 1e-9;

/// What a position looks like to the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Moves of which one wins if any move does, those that matter most in both circuits first.
    /// None if the side to move is lost; one that wins if its connections show one.
    pub moves: Vec<Square>,
    /// The logarithm of the ratio of both circuits' conductances, the side to move's first: above 0 it
    /// stands better. Infinite if connections decide.
    pub balance: f64,
}

/// Looks at a position in which the game is not over.
#[must_use]
pub fn outlook(position: &Position, settings: Settings) -> Outlook {
    match position.board().len() {
        0..=64 => outlook_in::<1>(position, settings),
        65..=128 => outlook_in::<2>(position, settings),
        129..=256 => outlook_in::<4>(position, settings),
        _ => outlook_in::<11>(position, settings),
    }
}

fn outlook_in<const WORDS: usize>(position: &Position, settings: Settings) -> Outlook {
    let mut evaluator = Evaluator::<WORDS>::new(position.board().clone(), settings);
    let stones = position.stones();
    let stones = PerPlayer::from_fn(|player| stones[player].into());
    let side = position.to_move();
    let node = evaluator.node(stones, side);
    match evaluator.evaluate(&node, 1) {
        Evaluation::Won { key, .. } => {
            let moves = super::winning_cell(key, &node, side).into_iter().collect();
            Outlook { moves, balance: f64::INFINITY }
        }
        Evaluation::Lost { .. } => Outlook { moves: Vec::new(), balance: f64::NEG_INFINITY },
        Evaluation::Open(choice) => {
            let ranked = choice.ranking.iter().map(|&cell| Square::from_index(cell.into()));
            let mut moves: Vec<Square> = ranked.collect();
            let others = choice.moves.to_squares() - moves.iter().copied().collect::<SquareSet>();
            moves.extend(others.iter());
            let merit = |player: Player| {
                flow(&evaluator.connections()[player]).conductance.max(LEAST_CONDUCTANCE).ln()
            };
            Outlook { moves, balance: merit(side) - merit(side.opponent()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::{Game, HexRules};

    use super::*;
    use crate::brute::WholeGame;

    fn position(fen: &str) -> Position {
        Position::from_fen(HexRules::new(4, 4).unwrap(), fen).unwrap()
    }

    #[test]
    fn one_of_the_moves_wins_if_any_does() {
        let mut truth = WholeGame::new(position("4/4/4/4 b 1").grid()).unwrap();
        for fen in ["4/4/4/4 b 1", "1o2/4/2x1/4 w 1", "x3/4/3o/4 b 1", "3x/o3/4/x3 w 1"] {
            let position = position(fen);
            let mut wins = |cell: Square| {
                let mut after = position.clone();
                after.try_play(cell).unwrap();
                truth.winner(after.stones(), after.to_move()) == position.to_move()
            };
            let is_won = position.empty_cells().iter().any(&mut wins);
            let found = outlook(&position, Settings::default()).moves.into_iter().any(&mut wins);
            assert_eq!(found, is_won, "{fen}");
        }
    }

    #[test]
    fn whoever_has_more_stones_in_the_middle_stands_better() {
        assert!(outlook(&position("4/4/4/4 b 1"), Settings::default()).balance > -1.0);
        let lost = outlook(&position("4/1oo1/1o2/4 b 1"), Settings::default());
        assert!(lost.balance < 0.0);
    }
}
