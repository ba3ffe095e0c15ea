//! What is said of a proof.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use sixfold_answers::wording::names_of_turns;
use sixfold_prove::{self as prove, Ending, Progress};

use crate::search::{grouped, order_and_zones};

/// What came of a proof, and of the run that has just ended.
pub struct Answer {
    pub found: prove::Answer,
    pub is_interrupted: bool,
    pub elapsed: Duration,
    /// Where the proof is kept.
    pub store: Option<PathBuf>,
    /// Where the certificate is.
    pub written: Option<PathBuf>,
}

impl Answer {
    fn reason(&self) -> &'static str {
        match self.found.ending {
            _ if self.is_interrupted => "interrupted",
            Ending::Proven | Ending::Disproven => "",
            Ending::Stuck => "nothing is left to try",
            Ending::Stopped => "stopped",
        }
    }

    pub fn json(&self) -> Value {
        let Progress { root, counts, .. } = &self.found.progress;
        json!({
            "game": self.found.game.to_string(),
            "fen": self.found.setup.to_string(),
            "to_move": self.found.setup.turn.player,
            "prover": self.found.prover,
            "result": self.found.result(),
            "reason": self.reason(),
            "key_move": self.found.key_move(),
            "line": names_of_turns(self.found.game.grid(), &self.found.line),
            "order": self.found.order,
            "jobs": self.found.totals.done,
            "jobs_failed": self.found.failed(),
            "nodes": self.found.totals.cost.nodes,
            "seconds": self.found.totals.cost.seconds,
            "elapsed": self.elapsed.as_secs_f64(),
            "proof": root.proof.finite(),
            "disproof": root.disproof.finite(),
            "tree": {
                "nodes": counts.nodes,
                "proven": counts.proven,
                "disproven": counts.disproven,
            },
            "certificate": self.written.as_ref().map(|path| path.display().to_string()),
            "store": self.store.as_ref().map(|path| path.display().to_string()),
        })
    }

    pub fn text(&self) -> String {
        let to_move = self.found.setup.turn.player;
        let mut text = format!("{}, {to_move} to move: {}\n", self.found.game, self.finding());
        // Writing to a string cannot fail.
        let key_move = self.found.key_move();
        if !key_move.is_empty() {
            let _ = writeln!(text, "move    {}", key_move.concat());
        }
        if self.found.line.len() > 1 {
            let turns = names_of_turns(self.found.game.grid(), &self.found.line);
            let name = |turn: &Vec<String>| {
                if turn.is_empty() { "-".to_string() } else { turn.concat() }
            };
            let turns: Vec<String> = turns.iter().map(name).collect();
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
        if let Some(order) = self.found.order {
            text += &order_and_zones(order, &self.found.zones);
        }
        let Progress { root, counts, .. } = &self.found.progress;
        let _ = writeln!(
            text,
            "tree    {} nodes, {} proven, {} disproven, root {root}",
            grouped(counts.nodes as u64),
            grouped(counts.proven as u64),
            grouped(counts.disproven as u64),
        );
        let _ = writeln!(
            text,
            "jobs    {} done, {} failed",
            self.found.totals.done,
            self.found.failed()
        );
        let _ = writeln!(
            text,
            "nodes   {} in {:.1} s of the workers ({:.1} s for this run)",
            grouped(self.found.totals.cost.nodes),
            self.found.totals.cost.seconds,
            self.elapsed.as_secs_f64(),
        );
        if let Some(certificate) = &self.found.certificate {
            let _ = writeln!(text, "proof   {} nodes", grouped(certificate.nodes() as u64));
        }
        text
    }

    fn finding(&self) -> String {
        match self.found.winner() {
            Some(winner) => format!("{winner} wins (proven)"),
            None if self.found.is_solved() => {
                format!("no win of {} (every turn that was found is met)", self.found.prover)
            }
            None => format!("unknown whether {} wins ({})", self.found.prover, self.reason()),
        }
    }
}
