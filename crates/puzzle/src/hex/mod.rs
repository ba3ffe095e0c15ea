//! The referee of Hex: the solver, asked about every move.
//!
//! There are no orders and no lengths of wins in Hex, and no draws: a puzzle asks for the only move that
//! wins at all. The length of its [`Goal`] is that of the main line, and nothing is measured by it.

mod grade;
mod selfplay;

use std::sync::Arc;

use sixfold_game::certificate::{Certificate, Claim, Plans};
use sixfold_game::{Game, HexRules, Setup, SpentBudget, Square, SquareSet, Value, Verdict};
use sixfold_hex::line::line_of_play;
use sixfold_hex::solve::{self, Settings, outlook, shown_threats};
use sixfold_hex::threats::Defence;
use sixfold_hex::{Board, Position};
use sixfold_play::hexy::budget_of_hex;
use sixfold_solve::Budget;

use crate::{Goal, Judgement, Referee, Win};

pub(crate) use grade::features;
pub(crate) use selfplay::game as played_game;

/// The order of wins in a game that has none.
pub(crate) const NO_ORDER: u8 = 0;

/// The referee of boards of this size.
pub(crate) fn referee(rules: HexRules) -> Box<dyn Referee> {
    Box::new(HexReferee { board: Arc::new(Board::new(rules)) })
}

/// A position of Hex, if the setup is one and the game is not over.
pub(crate) fn open_position(rules: HexRules, setup: &Setup) -> Option<Position> {
    let position = Position::from_setup(Arc::new(Board::new(rules)), setup)?;
    position.winner().is_none().then_some(position)
}

struct HexReferee {
    board: Arc<Board>,
}

impl Referee for HexReferee {
    fn win(&self, setup: &Setup, _most: Goal, budget: &Budget) -> Result<Option<Win>, SpentBudget> {
        let Some(position) = self.position(setup) else { return Ok(None) };
        let certificate =
            solve::prove(&position, Settings::default(), budget_of_hex(budget)).answer?;
        let is_win = certificate.claim.winner == position.to_move();
        Ok(is_win.then(|| win(&position, certificate)))
    }

    fn win_by(
        &self,
        setup: &Setup,
        _goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Option<Win>, SpentBudget> {
        let Some(position) = self.position(setup) else { return Ok(None) };
        let Some((cell, after)) = after(&position, turn) else { return Ok(None) };
        let proof = solve::prove(&after, Settings::default(), budget_of_hex(budget)).answer?;
        let winner = position.to_move();
        let Some(plans) = proof.plans().filter(|_| proof.claim.winner == winner) else {
            return Ok(None);
        };
        let claim = Claim { game: position.name(), setup: *setup, winner, order: None };
        let plans = Plans { first: Some(cell), ..plans.clone() };
        Ok(Some(win(&position, Certificate::of_plans(claim, plans))))
    }

    fn winning_turns(
        &self,
        setup: &Setup,
        _goal: Goal,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<SquareSet>, SpentBudget> {
        let Some(position) = self.position(setup) else { return Ok(Vec::new()) };
        let budget = budget_of_hex(budget);
        let judged = solve::solve_moves(&position, Settings::default(), budget, |_| {}).answer;
        let mut turns = Vec::new();
        for judged_move in judged {
            match judged_move.finding.verdict {
                Verdict::Unknown(spent) => return Err(spent),
                Verdict::Proven(Value::Loss) => turns.push(one(judged_move.cell)),
                Verdict::Proven(_) | Verdict::Absent => {}
            }
        }
        turns.truncate(most);
        Ok(turns)
    }

    fn judge(
        &self,
        setup: &Setup,
        _goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Judgement, SpentBudget> {
        let nothing = Judgement::Fails { reply: SquareSet::EMPTY };
        let Some(position) = self.position(setup) else { return Ok(nothing) };
        let Some((_, after)) = after(&position, turn) else { return Ok(nothing) };
        if is_joined(&position, &after) {
            return Ok(Judgement::Wins);
        }
        let solved = solve::solve(&after, Settings::default(), budget_of_hex(budget)).answer;
        match solved.verdict {
            Verdict::Unknown(spent) => Err(spent),
            Verdict::Proven(Value::Loss) => {
                let reply = outlook(&after, Settings::default()).moves.into_iter().next();
                let reply = reply.or(after.empty_cells().iter().next());
                Ok(Judgement::Continues { reply: reply.into_iter().collect() })
            }
            Verdict::Proven(_) | Verdict::Absent => {
                Ok(Judgement::Fails { reply: solved.best.into_iter().collect() })
            }
        }
    }

    fn tempting_turns(&self, setup: &Setup, _goal: Goal) -> Vec<SquareSet> {
        let Some(position) = self.position(setup) else { return Vec::new() };
        outlook(&position, Settings::default()).moves.into_iter().map(one).collect()
    }

    fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet> {
        let mut turns = vec![turn];
        if setup.grid() == self.board.grid()
            && setup.mapped(|cell| self.board.rotated(cell)) == *setup
        {
            turns.push(turn.iter().map(|cell| self.board.rotated(cell)).collect());
            turns.sort_unstable();
            turns.dedup();
        }
        turns
    }
}

impl HexReferee {
    fn position(&self, setup: &Setup) -> Option<Position> {
        let position = Position::from_setup(self.board.clone(), setup)?;
        position.winner().is_none().then_some(position)
    }
}

fn one(cell: Square) -> SquareSet {
    [cell].into_iter().collect()
}

/// The position after a move, if it is one.
fn after(position: &Position, turn: SquareSet) -> Option<(Square, Position)> {
    let cell = turn.iter().next().filter(|_| turn.len() == 1)?;
    let mut after = position.clone();
    after.try_play(cell).ok()?;
    Some((cell, after))
}

/// Whether the edges of the player who has just moved are joined, by stones or by connections that no
/// reply can break.
fn is_joined(before: &Position, after: &Position) -> bool {
    let threats = shown_threats(after, before.to_move(), Settings::default());
    Defence::against(threats, after.empty_cells()).open.is_empty()
}

fn win(position: &Position, certificate: Certificate) -> Win {
    let plans = certificate.plans();
    let line = plans.map(|plans| line_of_play(plans, &certificate.claim)).unwrap_or_default();
    let line: Vec<SquareSet> = line.into_iter().map(one).collect();
    let first = line.first().and_then(|&turn| after(position, turn));
    let ends_it = first.is_some_and(|(_, after)| after.winner().is_some());
    // The main line leaves out what is easily tried out, but there is one more move at least.
    let turns = if ends_it { 1 } else { line.len().div_ceil(2).max(2) };
    let turns = u8::try_from(turns).unwrap_or(u8::MAX);
    Win { goal: Goal { order: NO_ORDER, turns }, line, certificate }
}

#[cfg(test)]
mod tests {
    use sixfold_game::{GameName, PerPlayer};
    use sixfold_hex::brute::WholeGame;

    use super::*;

    const ANY: Goal = Goal { order: NO_ORDER, turns: u8::MAX };

    fn setup(fen: &str) -> Setup {
        Setup::from_fen("hex4".parse::<GameName>().unwrap(), fen).unwrap()
    }

    fn four() -> Box<dyn Referee> {
        referee(HexRules::new(4, 4).unwrap())
    }

    #[test]
    fn the_moves_that_win_are_those_of_trying_everything() {
        let game: GameName = "hex4".parse().unwrap();
        let mut truth = WholeGame::new(game.grid()).unwrap();
        for fen in ["x2o/4/1o2/3x b 1", "o2x/4/3o/1x2 w 1", "x1o1/2x1/4/o3 b 1"] {
            let setup = setup(fen);
            let empty = setup.grid().squares().filter(|&cell| setup.stone(cell).is_none());
            let wins = |cell: &Square| {
                let after = setup.after_turn(one(*cell), game.turn_order());
                let stones = PerPlayer::from_fn(|player| after.stones(player));
                truth.winner(stones, after.turn.player) == setup.turn.player
            };
            let expected: Vec<SquareSet> = empty.filter(wins).map(one).collect();
            let found = four().winning_turns(&setup, ANY, usize::MAX, &Budget::default()).unwrap();
            assert_eq!(found, expected, "{fen}");
            for cell in setup.grid().squares().filter(|&cell| setup.stone(cell).is_none()) {
                let judged = four().judge(&setup, ANY, one(cell), &Budget::default()).unwrap();
                let fails = matches!(judged, Judgement::Fails { .. });
                assert_eq!(fails, !expected.contains(&one(cell)), "{fen} {cell:?}");
            }
        }
    }

    #[test]
    fn a_win_by_a_move_is_proven_and_begins_with_it() {
        let setup = setup("4/4/4/4 b 1");
        let key = one(setup.grid().parse("b3").unwrap());
        let win = four().win_by(&setup, ANY, key, &Budget::default()).unwrap().unwrap();
        assert_eq!(win.line.first(), Some(&key));
        sixfold_check::check(&win.certificate).unwrap();
        let wrong = one(setup.grid().parse("a1").unwrap());
        assert_eq!(four().win_by(&setup, ANY, wrong, &Budget::default()), Ok(None));
    }

    #[test]
    fn turning_by_half_is_the_only_symmetry() {
        let middle = one(Square::from_index(5));
        assert_eq!(four().same_turns(&setup("4/4/4/4 b 1"), middle).len(), 2);
        assert_eq!(four().same_turns(&setup("x3/4/4/4 w 1"), middle).len(), 1);
    }
}
