//! Who wins a position of Hex.

use std::time::{Duration, Instant};

use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, Record, SpentBudget, Square, Value, Verdict};
use sixfold_hex::Position;
use sixfold_hex::line::line_of_play;
use sixfold_hex::solve::{JudgedMove, Settings, prove, solve_moves};
use sixfold_play::hexy::budget_of_hex;
use sixfold_solve::Budget;
use sixfold_solve::verify::{Refuted, Unrefuted, Verified};

use crate::search::Finding;
use crate::solve::{Goal, Solution};
use crate::verify::Verification;
use crate::{AskError, solve, verify};

/// Finds out who wins, with a certificate that the checker has accepted.
pub(crate) fn solve(
    record: &Record,
    question: solve::Question,
    budget: &Budget,
) -> Result<Solution, AskError> {
    let goal = match question.goal {
        None | Some(Goal::Exact) => Goal::Exact,
        Some(Goal::Win) => Goal::Win,
        Some(goal @ (Goal::Vcdt | Goal::Vcst)) => return Err(AskError::NoThreats(goal.name())),
    };
    let position = Position::replay(record)?;
    let proof = prove(&position, Settings::default(), budget_of_hex(budget));
    let solution = Solution {
        game: position.name(),
        setup: position.setup(),
        goal,
        verdict: verdict(&position, &proof.answer),
        outcome: position.outcome(),
        order: None,
        line: line(&proof.answer),
        length: None,
        is_shortest: None,
        zones: Vec::new(),
        nodes: proof.nodes,
        elapsed: Duration::ZERO,
        certificate: proof.answer.ok(),
    };
    solution.checked()
}

fn verdict(position: &Position, proof: &Result<Certificate, SpentBudget>) -> Verdict {
    match proof {
        Ok(certificate) if certificate.claim.winner == position.to_move() => {
            Verdict::Proven(Value::Win)
        }
        Ok(_) => Verdict::Proven(Value::Loss),
        Err(spent) => Verdict::Unknown(*spent),
    }
}

/// A game that follows the proof.
fn line(proof: &Result<Certificate, SpentBudget>) -> Vec<Vec<Square>> {
    let proof = proof.as_ref().ok().and_then(|proof| Some((proof.claim, proof.plans()?)));
    let line = proof.map(|(claim, plans)| line_of_play(plans, &claim));
    line.unwrap_or_default().into_iter().map(|cell| vec![cell]).collect()
}

/// Finds out which moves of the side to move lose.
pub(crate) fn verify(
    record: &Record,
    question: verify::Question,
    budget: &Budget,
) -> Result<Verification, AskError> {
    let started = Instant::now();
    let position = Position::replay(record)?;
    let proof = prove(&position, Settings::default(), budget_of_hex(budget));
    let is_loss = verdict(&position, &proof.answer) == Verdict::Proven(Value::Loss);
    let verified = if is_loss || position.winner().is_some() {
        Verified {
            verdict: verdict(&position, &proof.answer),
            unrefuted: Vec::new(),
            refutation: None,
            answers: Vec::new(),
            refuted: Vec::new(),
            calls: 1,
            nodes: proof.nodes,
        }
    } else {
        let rest = budget_of_hex(budget).after(proof.nodes, started.elapsed());
        one_by_one(&position, proof.nodes, rest)
    };
    let verification = Verification {
        game: position.name(),
        setup: position.setup(),
        outcome: position.outcome(),
        certificate: proof.answer.ok().filter(|_| is_loss),
        verified,
        asked_order: question.order,
        order: None,
        zones: Vec::new(),
        elapsed: Duration::ZERO,
    };
    verification.checked()
}

/// Every move by itself, after so many nodes.
fn one_by_one(position: &Position, spent: u64, budget: sixfold_hex::solve::Budget) -> Verified {
    let judged = solve_moves(position, Settings::default(), budget, |_| {});
    let loses = |judged: &&JudgedMove| judged.finding.verdict == Verdict::Proven(Value::Win);
    let refuted = judged.answer.iter().filter(loses);
    let unrefuted = judged.answer.iter().filter(|judged| !loses(judged));
    let unrefuted: Vec<Unrefuted> = unrefuted
        .map(|judged| Unrefuted {
            stones: std::iter::once(judged.cell).collect(),
            // A move that wins leaves the opponent no win.
            verdict: match judged.finding.verdict {
                Verdict::Proven(_) => Verdict::Absent,
                other => other,
            },
        })
        .collect();
    let unknown = unrefuted.iter().map(|open| open.verdict);
    let verdict = unknown.clone().find(|&verdict| verdict == Verdict::Absent);
    Verified {
        verdict: verdict.or(unknown.clone().next()).unwrap_or(Verdict::Absent),
        refuted: refuted
            .map(|judged| Refuted { stones: std::iter::once(judged.cell).collect(), order: 0 })
            .collect(),
        unrefuted,
        refutation: None,
        answers: Vec::new(),
        calls: judged.answer.len() as u64,
        nodes: spent + judged.nodes,
    }
}
