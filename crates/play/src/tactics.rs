//! What the solvers see in a position: the eyes of every player that searches.

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget, SquareSet, Turn};
use sixfold_solve::vcdt::Vcdt;
use sixfold_solve::{Answer, Meter};

/// The threat solver with what it remembers. Each thread has its own.
pub(crate) struct Tactics {
    vcdt: Vcdt,
}

/// What a solver sees.
pub(crate) enum Sight {
    /// A win, with the zones it rests on.
    Win(Box<Answer>),
    /// There is no win by double threats.
    Nothing,
    /// The allowance was not enough to tell, or there are too many turns to look at.
    Unclear,
}

/// Wins of more turns than this are left to the solvers proper.
const MOST_TURNS: u8 = 40;

/// Turns of more than two stones the solvers find by trying all, without counting them; more than
/// this take too long.
const MOST_LARGE_TURNS: usize = 5_000;

/// Whether a position has few enough turns for the solvers.
pub(crate) fn is_within_reach<S: SegmentState>(position: &Position<S>) -> bool {
    let most = position.turn().stones_left.max(position.geometry().rules().stones_per_turn());
    if most <= 2 {
        return true;
    }
    let empty = position.empty_squares().len();
    let turns = (0..usize::from(most).min(empty)).try_fold(1_usize, |turns, i| {
        turns.checked_mul(empty - i).map(|product| product / (i + 1))
    });
    turns.is_some_and(|turns| turns <= MOST_LARGE_TURNS)
}

impl Tactics {
    /// Solvers whose tables may take so many bytes.
    pub(crate) fn new(memory: usize) -> Tactics {
        Tactics { vcdt: Vcdt::new(memory) }
    }

    /// Whether the side to move wins by double threats. An error if the whole budget is spent.
    pub(crate) fn win<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        allowance: u64,
        meter: &mut Meter,
    ) -> Result<Sight, SpentBudget> {
        if !is_within_reach(position) {
            return Ok(Sight::Unclear);
        }
        let vcdt = &mut self.vcdt;
        let found = meter.within_own(allowance, |meter| vcdt.find(position, MOST_TURNS, meter));
        match found {
            Ok(Some(Some(answer))) => Ok(Sight::Win(Box::new(answer))),
            Ok(Some(None)) => Ok(Sight::Nothing),
            Ok(None) | Err(SpentBudget::Depth) => Ok(Sight::Unclear),
            Err(spent) => Err(spent),
        }
    }

    /// Whether the opponent would win by double threats if the side to move placed these stones and
    /// forwent the rest of its turn.
    pub(crate) fn threat_after<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        stones: SquareSet,
        allowance: u64,
        meter: &mut Meter,
    ) -> Result<Sight, SpentBudget> {
        let mut position = position.clone();
        let player = position.turn().player;
        position.add_stones(stones.iter(), player);
        let stones_left = position.geometry().rules().stones_per_turn();
        position.set_turn(Turn { player: player.opponent(), stones_left });
        self.win(&position, allowance, meter)
    }
}

#[cfg(test)]
mod tests {
    use sixfold_connect::GeneralPosition;
    use sixfold_game::Record;
    use sixfold_solve::Budget;

    use super::*;

    fn sight(game: &str) -> Sight {
        let position = GeneralPosition::replay(&Record::new(game.parse().unwrap())).unwrap();
        let mut meter = Meter::start(Budget::default());
        Tactics::new(1 << 16).win(&position, 1_000, &mut meter).unwrap()
    }

    #[test]
    fn games_with_too_many_turns_are_not_looked_into() {
        assert!(matches!(sight("connect(19,19,9,4,4)"), Sight::Unclear));
        assert!(matches!(sight("connect(3,3,3,3,3)"), Sight::Win(_)));
        assert!(matches!(sight("connect6"), Sight::Nothing));
    }
}
