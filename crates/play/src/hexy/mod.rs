//! The player of Hex, after Hexy: alpha-beta over must-play regions, judged by circuits.
//!
//! The search is that of [`sixfold_hex::player`]; here it is asked and answers like every player.

mod settings;

use std::sync::Arc;
use std::time::Instant;

use sixfold_game::certificate::Certificate;
use sixfold_game::{SquareSet, Value};
use sixfold_hex::player::{self, Action, Question};
use sixfold_hex::solve::{self, Budget, Control};
use sixfold_hex::{Position, SwapRule};
use sixfold_solve::Stones;

use crate::{Choice, Ground, Score, Task, Thought, Variation};
pub use settings::{Settings, UnknownSetting};

/// The part of a task that the question takes whether to take over a stone.
const SHARE_OF_TAKING_OVER: u32 = 4;

/// A proof takes no more nodes than this: what is left of a large budget is better saved.
const MOST_NODES_OF_A_PROOF: u64 = 2000;

/// The player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hexy {
    settings: Settings,
}

impl Hexy {
    /// A player that is set like this.
    #[must_use]
    pub fn new(settings: Settings) -> Hexy {
        Hexy { settings }
    }

    /// Chooses a cell. The game must not be over. Where the first stone may be taken over afterwards,
    /// it is placed so that neither side gains by that.
    #[must_use]
    pub fn choose(&self, position: &Position, swap: SwapRule, task: &Task) -> Choice {
        let rule = if position.stones().black.is_empty() { self.rule(swap) } else { SwapRule::Off };
        let position = position.clone().with_swap_rule(rule);
        let started = Instant::now();
        let budget = budget(task, 1);
        let listener = |choices: &[player::Choice]| {
            (task.watch)(&thought(&position, choices, &budget.control, started));
        };
        // A turn of Hex is one cell.
        let excluded = task.excluded.iter().filter(|turn| turn.len() == 1);
        let question = Question {
            excluded: excluded.flat_map(SquareSet::iter).collect(),
            moves: task.variations.max(1),
            listener: &listener,
        };
        let choices = player::consider(&position, self.player(task), &budget, question).answer;
        let mut thought = thought(&position, &choices, &budget.control, started);
        let is_decided = choices.first().is_some_and(|choice| choice.proven.is_some());
        let proven = if is_decided { prove(&position, &budget, started) } else { None };
        let proof = proven.and_then(|proven| proven.support(&mut thought, &position, task));
        (thought.nodes, thought.elapsed) = (budget.control.nodes(), started.elapsed());
        (task.watch)(&thought);
        Choice { thought, proof }
    }

    /// Whether White takes over the first stone, if the rule lets him.
    #[must_use]
    pub fn takes_over(&self, position: &Position, swap: SwapRule, task: &Task) -> bool {
        let position = position.clone().with_swap_rule(self.rule(swap));
        if position.swappable().is_none() {
            return false;
        }
        let budget = budget(task, SHARE_OF_TAKING_OVER);
        let choice = player::choose(&position, self.player(task), &budget).answer;
        choice.is_some_and(|choice| choice.action == Action::Swap)
    }

    /// Whether the swap rule holds: what it is told, or else what it is set to.
    fn rule(&self, told: SwapRule) -> SwapRule {
        if told == SwapRule::Off { self.settings.swap } else { told }
    }

    fn player(&self, task: &Task) -> player::Settings {
        let settings = self.settings.of_player();
        let most = task.depth.map_or(usize::MAX, |depth| depth as usize);
        player::Settings { depth: settings.depth.min(most), ..settings }
    }
}

/// The part of a budget that a task gives.
fn budget(task: &Task, parts: u32) -> Budget {
    let whole = budget_of_hex(&task.budget);
    Budget {
        nodes: whole.nodes.map(|nodes| nodes.div_ceil(parts.into())),
        time: whole.time.map(|time| time / parts),
        ..whole
    }
}

/// A budget as searches of Hex take it. They are told to stop by the same line.
#[must_use]
pub fn budget_of_hex(budget: &sixfold_solve::Budget) -> Budget {
    let control = budget.control.clone();
    Budget {
        nodes: budget.nodes,
        time: budget.time,
        memory: budget.memory,
        control: Arc::new(Control::under(move || control.is_cancelled())),
        ..Budget::default()
    }
}

fn thought(
    position: &Position,
    choices: &[player::Choice],
    control: &Control,
    started: Instant,
) -> Thought {
    let variations = choices.iter().filter_map(|choice| variation(position, choice));
    let depth = choices.first().map_or(0, |choice| choice.depth as u32);
    let (nodes, elapsed) = (control.nodes(), started.elapsed());
    Thought { variations: variations.collect(), depth, nodes, elapsed }
}

/// A certificate that the checker has accepted.
struct Proven {
    certificate: Certificate,
    /// The cells that the winner needs.
    carrier: SquareSet,
}

/// Proves who wins a position in which the search has seen it, with what is left of its budget.
fn prove(position: &Position, budget: &Budget, started: Instant) -> Option<Proven> {
    let left = budget.nodes.unwrap_or(u64::MAX).saturating_sub(budget.control.nodes());
    let budget = Budget {
        nodes: Some(left.min(MOST_NODES_OF_A_PROOF)),
        time: budget.time.map(|time| time.saturating_sub(started.elapsed())),
        ..budget.clone()
    };
    let certificate = solve::prove(position, solve::Settings::default(), budget).answer.ok()?;
    let report = sixfold_check::check(&certificate).ok()?;
    Some(Proven { certificate, carrier: report.zones.first().copied().unwrap_or_default() })
}

impl Proven {
    /// Lets the first variation rest on the certificate, if that is about it.
    fn support(
        self,
        thought: &mut Thought,
        position: &Position,
        task: &Task,
    ) -> Option<Arc<Certificate>> {
        let variation = thought.variations.first_mut()?;
        let longest = position.empty_cells().len().div_ceil(2).min(self.carrier.len()) as u32;
        if self.certificate.claim.winner == position.to_move() {
            let first: Stones = [self.certificate.plans()?.first?].into_iter().collect();
            if !task.allows(&first) {
                return None;
            }
            variation.score = Score::Wins(longest);
            variation.turns = vec![first];
        } else if task.excluded.is_empty() {
            variation.score = Score::Loses(longest);
        } else {
            // Whoever may not play everywhere may lose for that reason only.
            return None;
        }
        variation.ground = Ground::Proven;
        let chosen = variation.turns.clone();
        let mut number = 0;
        thought.variations.retain(|variation| {
            number += 1;
            number == 1 || variation.turns != chosen
        });
        Some(Arc::new(self.certificate))
    }
}

fn variation(position: &Position, choice: &player::Choice) -> Option<Variation> {
    let Action::Place(cell) = choice.action else { return None };
    // No game is longer than its board.
    let left = position.empty_cells().len() as u32;
    let score = match choice.proven {
        Some(Value::Win) => Score::Wins(left.div_ceil(2)),
        Some(_) => Score::Loses(left / 2),
        None => Score::Estimate((choice.score * 1000.0).clamp(-20_000.0, 20_000.0) as i32),
    };
    let turns = vec![[cell].into_iter().collect()];
    // What is proven is said when there is a certificate.
    Some(Variation { score, ground: Ground::Estimated, visits: None, turns })
}
