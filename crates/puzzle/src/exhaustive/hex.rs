//! The blind check of puzzles of Hex: everything is tried.

use std::ops::ControlFlow;

use sixfold_game::{GameName, HexRules, PerPlayer, Setup, Square, SquareSet};
use sixfold_hex::brute::WholeGame;

use super::{Exhausted, Fault, Progress};
use crate::Puzzle;

/// Tries to refute a puzzle by another move that wins, or by a key that does not.
pub(super) fn search(
    puzzle: &Puzzle,
    rules: HexRules,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Exhausted, Fault> {
    let grid = puzzle.game.grid();
    let is_move = puzzle.key.len() == 1
        && puzzle
            .key
            .iter()
            .all(|cell| cell.index() < grid.len() && puzzle.setup.stone(cell).is_none());
    if !is_move {
        return Err(Fault::Key(1));
    }
    let found = winning_turns(rules, &puzzle.setup, usize::MAX, watch)?;
    match found.iter().find(|&&turn| turn != puzzle.key) {
        Some(turn) => Err(Fault::Another(grid.names(turn.iter()).concat())),
        None if found.is_empty() => Err(Fault::Fails),
        None => {
            let first_turns = empty_cells(&puzzle.setup).count();
            Ok(Exhausted { first_turns, positions: 0 })
        }
    }
}

/// The moves that win: all of them, or so many.
pub(super) fn winning_turns(
    rules: HexRules,
    setup: &Setup,
    most: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<SquareSet>, Fault> {
    let game = GameName::Hex(rules);
    if setup.turn.stones_left != 1 {
        return Err(Fault::MidTurn);
    }
    crate::hex::open_position(rules, setup).ok_or(Fault::Over)?;
    let mut truth = WholeGame::new(game.grid()).ok_or(Fault::TooLarge)?;
    let mut progress = Progress { first_turns: empty_cells(setup).count(), ..Progress::default() };
    let mut found = Vec::new();
    for cell in empty_cells(setup) {
        let turn: SquareSet = [cell].into_iter().collect();
        let after = setup.after_turn(turn, game.turn_order());
        let stones = PerPlayer::from_fn(|player| after.stones(player));
        if found.len() < most && truth.winner(stones, after.turn.player) == setup.turn.player {
            found.push(turn);
        }
        progress.settled += 1;
        if watch(progress).is_break() {
            return Err(Fault::Cancelled);
        }
    }
    Ok(found)
}

fn empty_cells(setup: &Setup) -> impl Iterator<Item = Square> + '_ {
    setup.grid().squares().filter(|&cell| setup.stone(cell).is_none())
}
