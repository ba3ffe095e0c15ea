//! Who wins.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sixfold_connect::{
    GeneralPosition, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::certificate::Certificate;
use sixfold_game::{
    Extent, Game, GameName, Outcome, Player, Record, Setup, SpentBudget, Square, SquareSet, Value,
    Verdict,
};
use sixfold_solve::exact::{self, ExactResult};
use sixfold_solve::orders::{self, Length, Order, Wanted};
use sixfold_solve::{Budget, Solved, vcdt};
use utoipa::ToSchema;

use crate::hex;
use crate::search::{Finding, on_growing_window};
use crate::wording::{names_of_turns, names_of_zones};
use crate::{AskError, Checked, check, methods_with};

/// Boards up to this size are solved exactly unless something else is asked for.
const SMALL_BOARD: usize = 64;

/// What a solver looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// A win by continuous double threats, the shortest one.
    Vcdt,
    /// A win by continuous single threats.
    Vcst,
    /// A win of the lowest order that is found, up to that of the question.
    Win,
    /// The value of a small game or of Hex: win, loss or draw.
    Exact,
}

impl Goal {
    /// What is looked for unless something else is asked for: the value of a small board or of Hex,
    /// a win on a larger board.
    #[must_use]
    pub fn usual(game: GameName) -> Goal {
        let GameName::Connect(rules) = game else { return Goal::Exact };
        let is_small = rules.cells().len() <= SMALL_BOARD && rules.extent() == Extent::Whole;
        if is_small { Goal::Exact } else { Goal::Win }
    }

    /// Its name for scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Vcdt => "vcdt",
            Goal::Vcst => "vcst",
            Goal::Win => "win",
            Goal::Exact => "exact",
        }
    }
}

/// Which win of a position is looked for, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What to look for; nothing stands for the [usual](Goal::usual) goal of the game.
    pub goal: Option<Goal>,
    /// The highest order of a win, for the goal [`Goal::Win`].
    pub order: u8,
    /// The length of the win.
    pub length: Length,
    /// The threads that work on it; 0 stands for all cores.
    pub threads: u16,
}

impl Default for Question {
    fn default() -> Self {
        Question { goal: None, order: 3, length: Length::Any, threads: 1 }
    }
}

/// Finds out who wins.
pub fn solve(record: &Record, question: Question, budget: &Budget) -> Result<Solution, AskError> {
    let started = Instant::now();
    if let GameName::Hex(_) = record.game() {
        let solution = hex::solve(record, question, budget)?;
        return Ok(Solution { elapsed: started.elapsed(), ..solution });
    }
    let rules = connect_rules(record.game())?;
    let goal = question.goal.unwrap_or_else(|| Goal::usual(record.game()));
    if goal == Goal::Exact && rules.extent() == Extent::Window {
        return Err(AskError::ExactWithoutEdge);
    }
    let search = |record: &Record, budget: &Budget| search(record, goal, question, budget);
    let solution = on_growing_window(record, budget, search)?;
    Ok(Solution { elapsed: started.elapsed(), ..solution })
}

fn search(
    record: &Record,
    goal: Goal,
    question: Question,
    budget: &Budget,
) -> Result<Solution, AskError> {
    if goal == Goal::Exact {
        let position = GeneralPosition::replay(record)?;
        return Ok(Solution::exact(&position, exact::solve(&position, budget)));
    }
    if LinePlanes::serve(connect_rules(record.game())?) {
        search_by_threats::<LinePlanes>(record, goal, question, budget)
    } else {
        search_by_threats::<SegmentCounts>(record, goal, question, budget)
    }
}

fn search_by_threats<S: SegmentState + Send + Sync>(
    record: &Record,
    goal: Goal,
    question: Question,
    budget: &Budget,
) -> Result<Solution, AskError> {
    let position = Position::<S>::replay(record)?;
    let methods = methods_with(question.threads);
    let order = match goal {
        Goal::Vcdt if methods.threads == 1 => {
            return Solution::new(&position, goal, &vcdt::solve(&position, budget));
        }
        Goal::Vcdt => Order::UpTo(1),
        Goal::Vcst => Order::UpTo(2),
        Goal::Win | Goal::Exact => Order::LowestUpTo(question.order),
    };
    let wanted = Wanted { order, length: question.length };
    Solution::new(&position, goal, &orders::solve(&position, wanted, methods, budget))
}

/// What any solver finds.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game, seen through the window in which the search ended.
    pub game: GameName,
    /// The position.
    pub setup: Setup,
    /// What was looked for.
    pub goal: Goal,
    /// What is found out about the side to move.
    pub verdict: Verdict,
    /// How the game has ended already.
    pub outcome: Option<Outcome>,
    /// The order of the win.
    pub order: Option<u16>,
    /// The turns of a line of play, all whole: see [`sixfold_solve::Attack::line_of_play`].
    pub line: Vec<Vec<Square>>,
    /// Own turns to the end.
    pub length: Option<usize>,
    /// Whether no win of its order is shorter, if that is known.
    pub is_shortest: Option<bool>,
    /// The relevance zones of the proof.
    pub zones: Vec<SquareSet>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
    /// The proof of a win, which the checker has accepted.
    pub certificate: Option<Certificate>,
}

impl Finding for Solution {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn nodes_mut(&mut self) -> &mut u64 {
        &mut self.nodes
    }

    /// Where the board has no edge, what holds within the window is not enough.
    fn checked(self) -> Result<Solution, AskError> {
        let beyond_window = Verdict::Unknown(SpentBudget::Window);
        let is_window =
            matches!(self.game, GameName::Connect(rules) if rules.extent() == Extent::Window);
        let Some(certificate) = &self.certificate else {
            let settles = !is_window || self.verdict != Verdict::Absent || self.outcome.is_some();
            return Ok(if settles { self } else { Solution { verdict: beyond_window, ..self } });
        };
        Ok(match check(certificate)? {
            Checked::Proof(report) => Solution { order: report.order, zones: report.zones, ..self },
            Checked::RestsOnEdge => Solution {
                verdict: beyond_window,
                certificate: None,
                line: Vec::new(),
                length: None,
                ..self
            },
        })
    }
}

impl Solution {
    fn exact(position: &impl Game, result: ExactResult) -> Solution {
        let decided = matches!(result.verdict, Verdict::Proven(Value::Win | Value::Loss));
        Solution {
            game: position.name(),
            setup: position.setup(),
            goal: Goal::Exact,
            verdict: result.verdict,
            outcome: position.outcome(),
            order: None,
            length: decided.then_some(result.line.len().div_ceil(2)),
            is_shortest: None,
            line: result.line,
            zones: Vec::new(),
            nodes: result.nodes,
            elapsed: Duration::ZERO,
            certificate: None,
        }
    }

    fn new<S: SegmentState>(
        position: &Position<S>,
        goal: Goal,
        solved: &Solved,
    ) -> Result<Solution, AskError> {
        Ok(Solution {
            game: position.name(),
            setup: position.setup(),
            goal,
            verdict: solved.verdict,
            outcome: position.outcome(),
            order: None,
            length: solved.length(),
            is_shortest: solved.is_shortest,
            line: solved.line_of_play(position),
            zones: Vec::new(),
            nodes: solved.nodes,
            elapsed: Duration::ZERO,
            certificate: solved.certificate(position).transpose()?,
        })
    }

    /// The solution as it is sent.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let grid = self.game.grid();
        let line = names_of_turns(grid, &self.line);
        Answer {
            game: self.game.to_string(),
            fen: self.setup.to_string(),
            to_move: self.setup.turn.player,
            goal: self.goal,
            result: self.verdict.result().to_string(),
            reason: self.verdict.reason().to_string(),
            order: self.order,
            best_turn: line.first().cloned().unwrap_or_default(),
            line,
            length: self.length,
            shortest: self.is_shortest,
            nodes: self.nodes,
            seconds: self.elapsed.as_secs_f64(),
            zones: names_of_zones(grid, &self.zones),
        }
    }
}

/// A [`Solution`] as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = SolveAnswer)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub to_move: Player,
    /// What was looked for.
    pub goal: Goal,
    /// `win`, `loss`, `draw`, `none` or `unknown`, for the side to move.
    pub result: String,
    /// What the result rests on.
    pub reason: String,
    /// The order of the win.
    pub order: Option<u16>,
    /// The stones of the first turn.
    #[serde(rename = "move")]
    pub best_turn: Vec<String>,
    /// The turns of a line of play.
    pub line: Vec<Vec<String>>,
    /// Own turns to the end.
    pub length: Option<usize>,
    /// Whether no win of its order is shorter, if that is known.
    pub shortest: Option<bool>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The relevance zones of the proof.
    pub zones: Vec<Vec<String>>,
}
