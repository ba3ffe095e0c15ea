//! What is seen in one position: the solvers first, then the evaluation and the turns to try.

use fastrand::Rng;
use sixfold_connect::SegmentState;
use sixfold_game::{Game, Outcome, SpentBudget};
use sixfold_solve::{Meter, Stones};

use super::playout::playout;
use super::select::{BONUS, Errand, Journey};
use super::settings::{FirstStage, Leaves, Settings, Switch};
use super::threats::threat_turns;
use super::tree::{Certainty, Fate, Stage};
use crate::candidates::{Candidate, Candidates, Coverage, Way, Ways, Width, candidates};
use crate::tactics::{Sight, Tactics};
use crate::{Board, Task};

/// What is seen in a position.
pub(super) struct Insight {
    pub(super) hash: u64,
    pub(super) fate: Fate,
    pub(super) stage: Stage,
    pub(super) coverage: Coverage,
    pub(super) width: u16,
    pub(super) bonus: u16,
    pub(super) candidates: Vec<Candidate>,
    /// A turn that wins.
    pub(super) win: Option<Win>,
    /// What it is worth to the side to move, from -1 to 1.
    pub(super) value: f64,
}

/// A turn that wins.
pub(super) struct Win {
    pub(super) candidate: Candidate,
    /// The own turns to the end.
    pub(super) turns: u32,
}

/// Looks into positions. Each thread has its own.
pub(super) struct Examiner<'a, S> {
    board: Board<S>,
    tactics: &'a mut Tactics,
    settings: Settings,
    rng: Rng,
    task: &'a Task<'a>,
}

/// Where a position is in the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Below,
}

/// The nodes that the threat solver may take to find a win of the side to move.
const ALLOWANCE: u64 = 200;
/// The nodes that it may take to find what the opponent threatens; it may take more where more
/// turns are wanted, and most at the root.
const THREAT_ALLOWANCE: u64 = 20;
const THREAT_ALLOWANCE_AT_ROOT: u64 = 200;
/// The squares among which each stone is chosen at first, and each time more turns are wanted
/// twice as many.
const FIRST_WIDTH: u16 = 12;
const MOST_WIDTH: u16 = 96;
/// As many turns are kept for each of these squares.
const TURNS_A_SQUARE: usize = 2;
/// The logarithm of the odds in thousandths by which chance may move a turn.
const NOISE: f64 = 100.0;

impl<'a, S: SegmentState> Examiner<'a, S> {
    pub(super) fn new(
        board: &Board<S>,
        tactics: &'a mut Tactics,
        settings: Settings,
        task: &'a Task<'a>,
    ) -> Examiner<'a, S> {
        let rng = Rng::with_seed(settings.seed ^ board.position().hash());
        Examiner { board: board.clone(), tactics, settings, rng, task }
    }

    /// Goes on a journey and does its errand. An error if the budget does not last.
    pub(super) fn travel(
        &mut self,
        journey: &Journey,
        meter: &mut Meter,
    ) -> Result<Insight, SpentBudget> {
        meter.count()?;
        journey.turns.iter().flatten().for_each(|&square| self.board.play(square));
        let place = if journey.turns.is_empty() { Place::Root } else { Place::Below };
        let insight = match journey.errand {
            Errand::Evaluate => self.evaluate(place, meter),
            Errand::Widen(width) => self.widen(width, place, meter),
            Errand::Revisit => Ok(self.nothing()),
        };
        journey.turns.iter().flatten().for_each(|_| self.board.take_back());
        let mut insight = insight?;
        if place == Place::Root {
            self.leave_out_excluded(&mut insight);
        }
        Ok(insight)
    }

    fn nothing(&self) -> Insight {
        Insight {
            hash: self.board.position().hash(),
            fate: Fate::Open,
            stage: Stage::All,
            coverage: Coverage::Partial,
            width: 0,
            bonus: 0,
            candidates: Vec::new(),
            win: None,
            value: 0.0,
        }
    }

    fn evaluate(&mut self, place: Place, meter: &mut Meter) -> Result<Insight, SpentBudget> {
        let mut insight = self.nothing();
        let position = self.board.position();
        if position.outcome().is_some() || position.empty_squares().is_empty() {
            insight.stage = Stage::Over;
            if let Some(Outcome::Win(_)) = position.outcome() {
                // Only the one who has moved last can have completed a segment.
                insight.fate = Fate::Loses(0, Certainty::Sure);
            }
            return Ok(insight);
        }
        let (win, sight) = self.look_for_win(meter)?;
        insight.win = win;
        if insight.win.is_some() && !self.wants_more(place) {
            return Ok(insight);
        }
        let turn = self.board.position().turn();
        if self.board.position().threat_number(turn.player.opponent()) > turn.stones_left {
            insight.fate = Fate::Loses(1, Certainty::Sure);
            if place == Place::Below {
                return Ok(insight);
            }
        }
        insight.value = self.value();
        insight.candidates = self.first_stage_turns(&sight);
        if !insight.candidates.is_empty() {
            (insight.stage, insight.bonus) = (Stage::Threats, BONUS);
        } else if place == Place::Root {
            self.find_candidates(FIRST_WIDTH, place, &mut insight, meter)?;
        } else {
            // Most positions are seen but once: their turns can wait.
            insight.stage = Stage::Barren;
        }
        Ok(insight)
    }

    /// Whether one winning turn is not enough.
    fn wants_more(&self, place: Place) -> bool {
        let Task { excluded, variations, .. } = self.task;
        place == Place::Root && (*variations > 1 || !excluded.is_empty())
    }

    /// The turns that threaten, after what the solver has seen.
    fn first_stage_turns(&mut self, sight: &Sight) -> Vec<Candidate> {
        let stones_per_turn = self.board.position().geometry().rules().stones_per_turn();
        match self.settings.first_stage {
            FirstStage::AllThreats => threat_turns(&mut self.board, 1),
            // If the solver has seen everything, there is nothing to be found by double threats.
            FirstStage::DoubleThreats if matches!(sight, Sight::Unclear) => {
                threat_turns(&mut self.board, stones_per_turn)
            }
            FirstStage::DoubleThreats | FirstStage::Off => Vec::new(),
        }
    }

    fn look_for_win(&mut self, meter: &mut Meter) -> Result<(Option<Win>, Sight), SpentBudget> {
        let win = |stones: &[_], turns| Win {
            candidate: Candidate { stones: Stones::from_slice(stones), value: 0 },
            turns,
        };
        if let Some(squares) = self.board.position().completing_squares() {
            return Ok((Some(win(&squares, 1)), Sight::Unclear));
        }
        let sight = self.tactics.win(self.board.position(), ALLOWANCE, meter)?;
        let found = match &sight {
            Sight::Win(answer) => Some(win(&answer.attack.stones, answer.attack.length() as u32)),
            _ => None,
        };
        Ok((found, sight))
    }

    fn value(&mut self) -> f64 {
        match self.settings.leaves {
            Leaves::Evaluation => (f64::from(self.board.value()) / 2000.0).tanh(),
            Leaves::Playouts => playout(&mut self.board, &mut self.rng),
        }
    }

    fn widen(
        &mut self,
        width: u16,
        place: Place,
        meter: &mut Meter,
    ) -> Result<Insight, SpentBudget> {
        let mut insight = self.nothing();
        let width = if width == 0 { FIRST_WIDTH } else { width.saturating_mul(2) };
        self.find_candidates(width, place, &mut insight, meter)?;
        Ok(insight)
    }

    fn find_candidates(
        &mut self,
        width: u16,
        place: Place,
        insight: &mut Insight,
        meter: &mut Meter,
    ) -> Result<(), SpentBudget> {
        let mut ways = Ways::to_parry(self.board.position());
        if ways.list.is_empty() {
            // Nothing helps; but a turn has to be played.
            ways.list.push(Way::FREE);
        }
        if self.settings.zones == Switch::On {
            let growth = u64::from(width / FIRST_WIDTH).max(1);
            let allowance = match place {
                Place::Root => THREAT_ALLOWANCE_AT_ROOT,
                Place::Below => THREAT_ALLOWANCE * growth * growth,
            };
            ways.find_zones(self.board.position(), self.tactics, allowance, meter)?;
        }
        let stones = usize::from(width);
        let widths = Width { stones, turns: TURNS_A_SQUARE * stones };
        let Candidates { mut list, mut coverage } = candidates(&mut self.board, &ways, widths);
        if width >= MOST_WIDTH && coverage == Coverage::Partial {
            coverage = Coverage::Closed;
        }
        let mut noise = Rng::with_seed(self.settings.seed ^ insight.hash);
        for candidate in &mut list {
            let shift = (noise.f64() - 0.5) * NOISE;
            candidate.value = candidate.value.saturating_add(shift as i32);
        }
        (insight.candidates, insight.coverage) = (list, coverage);
        (insight.width, insight.stage) = (width, Stage::All);
        Ok(())
    }

    /// Leaves out the excluded turns of the root.
    fn leave_out_excluded(&self, insight: &mut Insight) {
        let is_allowed = |candidate: &Candidate| self.task.allows(&candidate.stones);
        insight.candidates.retain(is_allowed);
        insight.win = insight.win.take().filter(|win| is_allowed(&win.candidate));
        if !self.task.excluded.is_empty() && insight.coverage == Coverage::Complete {
            insight.coverage = Coverage::Closed;
        }
    }
}
