//! The referee of Connect games: the solvers, asked about first turns.

use std::marker::PhantomData;
use std::sync::Arc;

use sixfold_connect::{Geometry, LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::{ConnectRules, Game, Setup, SpentBudget, Square, SquareSet, Verdict};
use sixfold_play::promising_turns;
use sixfold_solve::orders::{self, First, Length, Limit, Methods, Order, Tested, Wanted};
use sixfold_solve::{Budget, Reply, Solved, Then, vcdt};

use crate::{Goal, Judgement, Referee, Win};

/// So many of the most promising turns may tempt.
const TURNS_LOOKED_AT: usize = 200;

/// The referee of a Connect game.
pub(crate) fn referee(rules: ConnectRules) -> Box<dyn Referee> {
    let geometry = Arc::new(Geometry::new(rules));
    if LinePlanes::serve(rules) {
        Box::new(ConnectReferee::<LinePlanes> { geometry, state: PhantomData })
    } else {
        Box::new(ConnectReferee::<SegmentCounts> { geometry, state: PhantomData })
    }
}

struct ConnectReferee<S> {
    geometry: Arc<Geometry>,
    state: PhantomData<fn() -> S>,
}

impl<S: SegmentState + Send + Sync> Referee for ConnectReferee<S> {
    fn win(&self, setup: &Setup, most: Goal, budget: &Budget) -> Result<Option<Win>, SpentBudget> {
        let Some(position) = self.position(setup) else { return Ok(None) };
        if most.order == 0 || position.outcome().is_some() {
            return Ok(None);
        }
        let mut solved = vcdt::solve(&position, budget);
        if solved.verdict == Verdict::Absent && most.order > 1 {
            let order = Order::LowestUpTo(most.order);
            let wanted = Wanted { order, length: Length::Shortest };
            solved = orders::solve(&position, wanted, Methods::default(), budget);
        }
        match solved.verdict {
            Verdict::Unknown(spent) => Err(spent),
            Verdict::Proven(_) if solved.is_shortest != Some(true) => Err(SpentBudget::Nodes),
            _ => Ok(win(&position, &solved).filter(|win| win.goal.turns <= most.turns)),
        }
    }

    fn win_by(
        &self,
        setup: &Setup,
        goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Option<Win>, SpentBudget> {
        let Some(position) = self.position(setup) else { return Ok(None) };
        let Tested { solved, .. } = test(&position, &First::Only(turn), goal, budget);
        match solved.verdict {
            Verdict::Unknown(spent) => Err(spent),
            _ => Ok(win(&position, &solved)),
        }
    }

    fn winning_turns(
        &self,
        setup: &Setup,
        goal: Goal,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<SquareSet>, SpentBudget> {
        let mut turns: Vec<SquareSet> = Vec::new();
        let Some(position) = self.position(setup) else { return Ok(turns) };
        if let Some(squares) = position.completing_squares() {
            turns.push(whole_turn(position, squares.iter().copied().collect()));
            return Ok(turns);
        }
        while turns.len() < most && goal.turns > 1 {
            let Tested { solved, .. } =
                test(&position, &First::Except(turns.clone()), goal, budget);
            match (solved.verdict, solved.answer) {
                (Verdict::Unknown(spent), _) => return Err(spent),
                (_, None) => break,
                (_, Some(answer)) => turns.push(answer.attack.stones.iter().copied().collect()),
            }
        }
        Ok(turns)
    }

    fn judge(
        &self,
        setup: &Setup,
        goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Judgement, SpentBudget> {
        let nothing = Judgement::Fails { reply: SquareSet::EMPTY };
        let Some(position) = self.position(setup) else { return Ok(nothing) };
        let mut after = position.clone();
        let stones: Vec<Square> = turn.iter().collect();
        if after.play_turn(&stones).is_err() {
            return Ok(nothing);
        }
        if after.outcome().is_some() {
            return Ok(Judgement::Wins);
        }
        if let Some(squares) = after.completing_squares() {
            let reply = whole_turn(after, squares.iter().copied().collect());
            return Ok(Judgement::Fails { reply });
        }
        if goal.turns < 2 || position.completing_squares().is_some() {
            return Ok(judge_late(&after, goal));
        }
        let tested = test(&position, &First::Only(turn), goal, budget);
        if let Verdict::Unknown(spent) = tested.solved.verdict {
            return Err(spent);
        }
        let Some(answer) = tested.solved.answer else {
            let refutation = tested.refutation.unwrap_or_default();
            return Ok(Judgement::Fails { reply: whole_turn(after, refutation) });
        };
        Ok(match &answer.attack.then {
            Then::Completes | Then::Overwhelms => Judgement::Wins,
            Then::Continues(replies) => {
                Judgement::Continues { reply: most_stubborn(&after, replies) }
            }
        })
    }

    fn tempting_turns(&self, setup: &Setup, goal: Goal) -> Vec<SquareSet> {
        let Some(position) = self.position(setup) else { return Vec::new() };
        let attacker = setup.turn.player;
        let stones_per_turn = self.geometry.rules().stones_per_turn();
        // A turn of order r makes at least p + 1 - r threats.
        let needed = (stones_per_turn + 1).saturating_sub(goal.order.into());
        let is_plausible = |turn: &SquareSet| {
            let mut after = position.clone();
            after.add_stones(turn.iter(), attacker);
            after.threat_number(attacker) >= needed
        };
        let turns = promising_turns(&position, TURNS_LOOKED_AT).into_iter();
        let turns = turns.map(|stones| stones.into_iter().collect());
        turns.filter(is_plausible).collect()
    }

    fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet> {
        self.geometry.same_turns(setup, turn)
    }
}

impl<S: SegmentState + Send + Sync> ConnectReferee<S> {
    fn position(&self, setup: &Setup) -> Option<Position<S>> {
        Position::from_setup(self.geometry.clone(), setup).ok()
    }
}

fn test<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    first: &First,
    goal: Goal,
    budget: &Budget,
) -> Tested {
    let limit = Limit { order: goal.order, turns: goal.turns };
    orders::test(position, first, limit, Methods::default(), budget)
}

/// Judges a turn that could have completed a row and has not: it is good enough if the row cannot
/// be stopped and there is time left.
fn judge_late<S: SegmentState>(after: &Position<S>, goal: Goal) -> Judgement {
    let defender = after.turn().player;
    let threats = after.threat_number(defender.opponent());
    if goal.turns > 1 && threats > after.turn().stones_left {
        return Judgement::Wins;
    }
    let parry = after.critical_defences(defender).into_iter().next();
    let reply = parry.map(|defence| defence.squares.into_iter().collect()).unwrap_or_default();
    Judgement::Fails { reply: whole_turn(after.clone(), reply) }
}

/// A win that a solver has found, with its proof.
fn win(position: &impl Game, solved: &Solved) -> Option<Win> {
    let certificate = solved.certificate(position)?.ok()?;
    let goal = Goal { order: solved.order()?.max(1), turns: u8::try_from(solved.length()?).ok()? };
    let line = solved.line().into_iter().map(|turn| turn.into_iter().collect()).collect();
    Some(Win { goal, line, certificate })
}

/// The reply after which the attacker needs most turns; of equal ones the one that promises most.
fn most_stubborn<S: SegmentState>(position: &Position<S>, replies: &[Reply]) -> SquareSet {
    let stubbornness = |reply: &&Reply| {
        let promise: u64 = reply.stones.iter().map(|&square| position.promise(square)).sum();
        (reply.answer.length(), reply.stones.len(), promise)
    };
    let reply = replies.iter().max_by_key(stubbornness);
    let stones = reply.map(|reply| reply.stones.iter().copied().collect()).unwrap_or_default();
    whole_turn(position.clone(), stones)
}

/// These stones of the side to move, and in place of null stones whatever promises most.
fn whole_turn<S: SegmentState>(mut position: Position<S>, stones: SquareSet) -> SquareSet {
    let mut turn = stones;
    let whole = usize::from(position.turn().stones_left);
    let mover = position.turn().player;
    position.add_stones(stones.iter(), mover);
    while turn.len() < whole {
        let empty = position.empty_squares();
        let Some(best) = empty.iter().max_by_key(|&square| position.promise(square)) else { break };
        position.add_stone(best, mover);
        turn.insert(best);
    }
    turn
}

#[cfg(test)]
mod tests {
    use sixfold_game::GameName;
    use sixfold_game::record::move_list;

    use super::*;

    /// Black to play: a win by double threats in three turns.
    const THREE: &str = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";

    fn setup(moves: &str) -> Setup {
        move_list::read(GameName::CONNECT6, moves).unwrap().final_setup()
    }

    fn squares(names: &str) -> SquareSet {
        let grid = GameName::CONNECT6.grid();
        names.split(' ').map(|name| grid.parse(name).unwrap()).collect()
    }

    fn connect6() -> Box<dyn Referee> {
        crate::referee(GameName::CONNECT6).unwrap()
    }

    #[test]
    fn the_shortest_win_is_found_with_its_proof() {
        let most = Goal { order: 1, turns: 5 };
        let win = connect6().win(&setup(THREE), most, &Budget::default()).unwrap().unwrap();
        assert_eq!(win.goal, Goal { order: 1, turns: 3 });
        assert!(sixfold_check::check(&win.certificate).is_ok());
        let too_few = Goal { order: 1, turns: 2 };
        assert_eq!(connect6().win(&setup(THREE), too_few, &Budget::default()), Ok(None));
    }

    #[test]
    fn turns_that_win_are_judged_so_and_others_are_refuted() {
        let referee = connect6();
        let goal = Goal { order: 1, turns: 3 };
        let budget = Budget::default();
        let turns = referee.winning_turns(&setup(THREE), goal, 100, &budget).unwrap();
        assert!(!turns.is_empty());
        for &turn in &turns {
            let judged = referee.judge(&setup(THREE), goal, turn, &budget).unwrap();
            assert!(matches!(judged, Judgement::Continues { .. } | Judgement::Wins), "{turn:?}");
        }
        let wrong = squares("a1 s19");
        let Judgement::Fails { reply } =
            referee.judge(&setup(THREE), goal, wrong, &budget).unwrap()
        else {
            panic!("a turn in the corners does not win");
        };
        assert_eq!(reply.len(), 2);
    }

    #[test]
    fn a_turn_that_overlooks_a_threat_loses_at_once() {
        let setup = setup("j10 a1b1 s19s18 c1d1");
        let goal = Goal { order: 3, turns: 5 };
        let judged = connect6().judge(&setup, goal, squares("j11 j12"), &Budget::default());
        assert_eq!(judged, Ok(Judgement::Fails { reply: squares("e1 f1") }));
    }
}
