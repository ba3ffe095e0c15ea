//! `sixfold verify`: does the side to move lose, whatever it replies?

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use serde_json::json;
use sixfold_connect::{LinePlanes, Position, SegmentCounts, SegmentState, connect_rules};
use sixfold_game::certificate::Certificate;
use sixfold_game::{
    Game, GameName, Outcome, Record, Setup, SpentBudget, Square, SquareSet, Value, Verdict,
};
use sixfold_solve::Budget;
use sixfold_solve::verify::{Refuted, Verified, verify};

use crate::arguments::VerifyArguments;
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{
    self, Checked, Finding, certificate_place, counted, grouped, on_growing_window,
    order_and_zones, write_certificate,
};

/// Runs the command.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    certificate_place(arguments.cert.as_deref())?;
    let budget = search::budget(&arguments.budget)?;
    let started = Instant::now();
    let search = |record: &Record, budget: &Budget| solve(record, arguments, budget);
    let mut answer = on_growing_window(record, &budget, search, Answer::checked)?;
    answer.seconds = started.elapsed().as_secs_f64();
    let note = match (&arguments.cert, &answer.certificate) {
        (Some(path), Some(certificate)) => write_certificate(path, certificate)?,
        _ => String::new(),
    };
    let ending = match answer.verified.verdict {
        Verdict::Proven(_) => Ending::Done,
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Negative,
    };
    Ok(Report { body: Body::Text(answer.text() + &note), json: answer.json(), ending })
}

fn solve(record: &Record, arguments: &VerifyArguments, budget: &Budget) -> anyhow::Result<Answer> {
    if LinePlanes::serve(connect_rules(record.game())?) {
        solve_on::<LinePlanes>(record, arguments, budget)
    } else {
        solve_on::<SegmentCounts>(record, arguments, budget)
    }
}

fn solve_on<S: SegmentState + Send + Sync>(
    record: &Record,
    arguments: &VerifyArguments,
    budget: &Budget,
) -> anyhow::Result<Answer> {
    let position = Position::<S>::replay(record)?;
    let methods = search::methods_with(arguments.budget.threads);
    let verified = verify(&position, arguments.order, methods, budget);
    Ok(Answer {
        game: position.name(),
        setup: position.setup(),
        outcome: position.outcome(),
        certificate: verified.certificate(&position).transpose()?,
        verified,
        asked_order: arguments.order,
        order: None,
        zones: Vec::new(),
        seconds: 0.0,
    })
}

/// So many replies are listed by name.
const FEW: usize = 12;

struct Answer {
    game: GameName,
    setup: Setup,
    outcome: Option<Outcome>,
    verified: Verified,
    asked_order: u8,
    certificate: Option<Certificate>,
    order: Option<u16>,
    zones: Vec<SquareSet>,
    seconds: f64,
}

impl Finding for Answer {
    fn verdict(&self) -> Verdict {
        self.verified.verdict
    }

    fn nodes_mut(&mut self) -> &mut u64 {
        &mut self.verified.nodes
    }
}

impl Answer {
    /// The answer as the checker confirms it. Where the board has no edge, a proof that rests on
    /// that of the window proves nothing.
    fn checked(mut self) -> anyhow::Result<Answer> {
        if let Some(certificate) = &self.certificate {
            match search::check(certificate)? {
                Checked::Proof(report) => {
                    self.order = Some(report.order);
                    self.zones = report.zones;
                }
                Checked::RestsOnEdge => {
                    self.verified.verdict = Verdict::Unknown(SpentBudget::Window);
                    self.certificate = None;
                }
            }
        }
        Ok(self)
    }

    fn name(&self, stones: &[Square]) -> String {
        let nulls = (self.setup.turn.stones_left as usize).saturating_sub(stones.len());
        self.game.grid().names(stones.iter().copied()).concat() + &"-".repeat(nulls)
    }

    /// The replies that a solver has refuted, by their null stones and the order of the win.
    fn by_order(&self) -> BTreeMap<(Reverse<usize>, u8), Vec<String>> {
        let mut groups: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for Refuted { stones, order } in &self.verified.refuted {
            let nulls = (self.setup.turn.stones_left as usize).saturating_sub(stones.len());
            groups.entry((Reverse(nulls), *order)).or_default().push(self.name(stones));
        }
        groups
    }

    fn json(&self) -> serde_json::Value {
        let grid = self.game.grid();
        let zones: Vec<_> = self.zones.iter().map(|zone| grid.names(zone.iter())).collect();
        let unrefuted = self.verified.unrefuted.iter().map(|reply| {
            json!({
                "reply": grid.names(reply.stones.iter().copied()),
                "result": reply.verdict.result(),
            })
        });
        let refuted = self.verified.refuted.iter().map(|reply| {
            json!({
                "reply": grid.names(reply.stones.iter().copied()),
                "order": reply.order,
            })
        });
        json!({
            "game": self.game.to_string(),
            "fen": self.setup.to_string(),
            "to_move": self.setup.turn.player,
            "verified": self.verified.verdict == Verdict::Proven(Value::Loss),
            "result": self.verified.verdict.result(),
            "reason": self.verified.verdict.reason(),
            "order": self.order,
            "unrefuted": unrefuted.collect::<Vec<_>>(),
            "refuted": refuted.collect::<Vec<_>>(),
            "calls": self.verified.calls,
            "nodes": self.verified.nodes,
            "seconds": self.seconds,
            "zones": zones,
        })
    }

    fn text(&self) -> String {
        if let Some(outcome) = self.outcome {
            return format!("{}: the game is over, {outcome}\n", self.game);
        }
        let mut text =
            format!("{}, {} to move: {}\n", self.game, self.setup.turn.player, self.finding());
        // Writing to a string cannot fail.
        let verified = &self.verified;
        if !verified.unrefuted.is_empty() {
            let names: Vec<String> =
                verified.unrefuted.iter().map(|r| self.name(&r.stones)).collect();
            let _ = writeln!(text, "left    {}", names.join(" "));
        }
        if let Some(order) = self.order {
            text += &order_and_zones(order, &self.zones);
        }
        for ((Reverse(nulls), order), names) in self.by_order() {
            let what = match nulls {
                0 => "without null stones",
                _ if nulls == self.setup.turn.stones_left as usize => "null move",
                1 => "with a null stone",
                _ => "with null stones",
            };
            let listed =
                if names.len() <= FEW { format!(": {}", names.join(" ")) } else { String::new() };
            let _ = writeln!(text, "refuted {} {what} by order {order}{listed}", names.len());
        }
        let _ = writeln!(text, "calls   {} of the solvers", verified.calls);
        let rate = verified.nodes as f64 / self.seconds.max(1e-9);
        let _ = writeln!(
            text,
            "nodes   {} in {:.3} s ({}/s)",
            grouped(verified.nodes),
            self.seconds,
            grouped(rate as u64)
        );
        text
    }

    fn finding(&self) -> String {
        let verdict = self.verified.verdict;
        let left = self.verified.unrefuted.len();
        match verdict {
            Verdict::Proven(_) => "every reply loses (proven)".to_string(),
            Verdict::Absent if left == 0 => "not lost, a reply wins or cannot be met".to_string(),
            Verdict::Absent => {
                let replies = counted(left, "reply is", "replies are");
                format!("not lost by order {}: {replies} not refuted", self.asked_order)
            }
            Verdict::Unknown(_) => {
                let replies = counted(left, "reply is", "replies are");
                format!("unknown ({}), {replies} left", verdict.reason())
            }
        }
    }
}
