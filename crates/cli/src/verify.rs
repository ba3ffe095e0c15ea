//! `sixfold verify`: does the side to move lose, whatever it replies?

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::json;
use sixfold_answers::verify::{self as question, Question, Verification};
use sixfold_answers::wording::counted;
use sixfold_game::{GameName, SpentBudget, Square, Verdict};
use sixfold_solve::verify::Refuted;

use crate::arguments::VerifyArguments;
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{
    self, certificate_place, grouped, order_and_zones, watched, write_certificate,
};

/// Runs the command.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    certificate_place(arguments.cert.as_deref())?;
    let budget = search::budget(&arguments.budget)?;
    let question = Question { order: arguments.order, threads: arguments.budget.threads };
    let found = watched(&budget.control, || question::verify(&record, question, &budget))?;
    let note = match (&arguments.cert, &found.certificate) {
        (Some(path), Some(certificate)) => write_certificate(path, certificate)?,
        _ => String::new(),
    };
    let ending = match found.verified.verdict {
        Verdict::Proven(_) => Ending::Done,
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Negative,
    };
    let json = json!(found.answer());
    Ok(Report { body: Body::Text(Description(&found).text() + &note), json, ending })
}

/// So many replies are listed by name.
const FEW: usize = 12;

/// What the verifier finds, in words.
struct Description<'a>(&'a Verification);

impl Description<'_> {
    fn name(&self, stones: &[Square]) -> String {
        let nulls = (self.0.setup.turn.stones_left as usize).saturating_sub(stones.len());
        self.0.game.grid().names(stones.iter().copied()).concat() + &"-".repeat(nulls)
    }

    /// The replies that a solver has refuted, by their null stones and the order of the win.
    fn by_order(&self) -> BTreeMap<(Reverse<usize>, u8), Vec<String>> {
        let mut groups: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for Refuted { stones, order } in &self.0.verified.refuted {
            let nulls = (self.0.setup.turn.stones_left as usize).saturating_sub(stones.len());
            groups.entry((Reverse(nulls), *order)).or_default().push(self.name(stones));
        }
        groups
    }

    fn text(&self) -> String {
        if let Some(outcome) = self.0.outcome {
            return format!("{}: the game is over, {outcome}\n", self.0.game);
        }
        let mut text =
            format!("{}, {} to move: {}\n", self.0.game, self.0.setup.turn.player, self.finding());
        // Writing to a string cannot fail.
        let verified = &self.0.verified;
        if !verified.unrefuted.is_empty() {
            let names: Vec<String> =
                verified.unrefuted.iter().map(|r| self.name(&r.stones)).collect();
            let _ = writeln!(text, "left    {}", names.join(" "));
        }
        if let Some(order) = self.0.order {
            text += &order_and_zones(order, &self.0.zones);
        }
        for ((Reverse(nulls), order), names) in self.by_order() {
            let listed =
                if names.len() <= FEW { format!(": {}", names.join(" ")) } else { String::new() };
            if let GameName::Hex(_) = self.0.game {
                let _ = writeln!(text, "refuted {}{listed}", names.len());
                continue;
            }
            let what = match nulls {
                0 => "without null stones",
                _ if nulls == self.0.setup.turn.stones_left as usize => "null move",
                1 => "with a null stone",
                _ => "with null stones",
            };
            let _ = writeln!(text, "refuted {} {what} by order {order}{listed}", names.len());
        }
        let _ = writeln!(text, "calls   {} of the solvers", verified.calls);
        let seconds = self.0.elapsed.as_secs_f64();
        let rate = verified.nodes as f64 / seconds.max(1e-9);
        let nodes = grouped(verified.nodes);
        let _ = writeln!(text, "nodes   {nodes} in {seconds:.3} s ({}/s)", grouped(rate as u64));
        text
    }

    fn finding(&self) -> String {
        let verdict = self.0.verified.verdict;
        let left = self.0.verified.unrefuted.len();
        match verdict {
            Verdict::Proven(_) => "every reply loses (proven)".to_string(),
            Verdict::Absent if left == 0 => "not lost, a reply wins or cannot be met".to_string(),
            Verdict::Absent if matches!(self.0.game, GameName::Hex(_)) => {
                format!(
                    "not lost: {}",
                    counted(left, "move is not refuted", "moves are not refuted")
                )
            }
            Verdict::Absent => {
                let replies = counted(left, "reply is", "replies are");
                format!("not lost by order {}: {replies} not refuted", self.0.asked_order)
            }
            Verdict::Unknown(_) => {
                let replies = counted(left, "reply is", "replies are");
                format!("unknown ({}), {replies} left", verdict.reason())
            }
        }
    }
}
