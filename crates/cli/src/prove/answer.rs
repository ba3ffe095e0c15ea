//! What came of a proof.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use sixfold_answers::wording::names_of_turns;
use sixfold_answers::{Checked, check};
use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, Player, Setup, Square, SquareSet};
use sixfold_prove::{Campaign, Ending, Progress};
use sixfold_solve::{Attack, recall};
use sixfold_store::Totals;

use crate::search::{grouped, order_and_zones};

/// What came of a proof, over all its runs.
pub struct Answer {
    game: GameName,
    setup: Setup,
    prover: Player,
    ending: Ending,
    pub is_interrupted: bool,
    /// The proof that the prover wins, or that his opponent does.
    pub certificate: Option<Certificate>,
    order: Option<u16>,
    zones: Vec<SquareSet>,
    line: Vec<Vec<Square>>,
    progress: Progress,
    totals: Totals,
    elapsed: Duration,
    /// Where the proof is kept.
    pub store: Option<PathBuf>,
    /// Where the certificate is.
    pub written: Option<PathBuf>,
}

impl Answer {
    /// Puts the answer together after a run that took so long.
    pub fn of(
        campaign: &mut Campaign,
        ending: Ending,
        elapsed: Duration,
    ) -> anyhow::Result<Answer> {
        let certificate = match ending {
            Ending::Proven => Some(campaign.tree_mut().certificate()?),
            Ending::Disproven => campaign.tree().refutation()?,
            Ending::Stuck | Ending::Stopped => None,
        };
        let progress = campaign.progress();
        let line = match &certificate {
            Some(certificate) => longest_line(certificate),
            None => progress.best_line.iter().map(|turn| turn.iter().collect()).collect(),
        };
        let tree = campaign.tree();
        let mut answer = Answer {
            game: tree.game(),
            setup: tree.root(),
            prover: tree.prover(),
            ending,
            is_interrupted: false,
            certificate,
            order: None,
            zones: Vec::new(),
            line,
            progress,
            totals: campaign.store().totals()?,
            elapsed,
            store: None,
            written: None,
        };
        if let Some(Checked::Proof(report)) = answer.certificate.as_ref().map(check).transpose()? {
            answer.order = Some(report.order);
            answer.zones = report.zones;
        }
        Ok(answer)
    }

    /// Whether it is known if the prover wins.
    pub fn is_solved(&self) -> bool {
        matches!(self.ending, Ending::Proven | Ending::Disproven)
    }

    /// The player who is proven to win.
    fn winner(&self) -> Option<Player> {
        self.certificate.as_ref().map(|certificate| certificate.claim.winner)
    }

    /// The result in words of the side to move.
    fn result(&self) -> &'static str {
        match self.winner() {
            Some(winner) if winner == self.setup.turn.player => "win",
            Some(_) => "loss",
            None if self.is_solved() => "none",
            None => "unknown",
        }
    }

    fn reason(&self) -> &'static str {
        match self.ending {
            _ if self.is_interrupted => "interrupted",
            Ending::Proven | Ending::Disproven => "",
            Ending::Stuck => "nothing is left to try",
            Ending::Stopped => "stopped",
        }
    }

    /// The turn with which the side to move wins.
    fn key_move(&self) -> Vec<String> {
        let is_win = self.winner() == Some(self.setup.turn.player);
        let first = self.line.first().filter(|_| is_win);
        self.game.grid().names(first.into_iter().flatten().copied())
    }

    fn failed(&self) -> u64 {
        self.totals.failed + self.totals.given_up
    }

    pub fn json(&self) -> Value {
        let Progress { root, counts, .. } = &self.progress;
        json!({
            "game": self.game.to_string(),
            "fen": self.setup.to_string(),
            "to_move": self.setup.turn.player,
            "prover": self.prover,
            "result": self.result(),
            "reason": self.reason(),
            "key_move": self.key_move(),
            "line": names_of_turns(self.game.grid(), &self.line),
            "order": self.order,
            "jobs": self.totals.done,
            "jobs_failed": self.failed(),
            "nodes": self.totals.cost.nodes,
            "seconds": self.totals.cost.seconds,
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
        let to_move = self.setup.turn.player;
        let mut text = format!("{}, {to_move} to move: {}\n", self.game, self.finding());
        // Writing to a string cannot fail.
        let key_move = self.key_move();
        if !key_move.is_empty() {
            let _ = writeln!(text, "move    {}", key_move.concat());
        }
        if self.line.len() > 1 {
            let turns = names_of_turns(self.game.grid(), &self.line);
            let name = |turn: &Vec<String>| {
                if turn.is_empty() { "-".to_string() } else { turn.concat() }
            };
            let turns: Vec<String> = turns.iter().map(name).collect();
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
        if let Some(order) = self.order {
            text += &order_and_zones(order, &self.zones);
        }
        let Progress { root, counts, .. } = &self.progress;
        let _ = writeln!(
            text,
            "tree    {} nodes, {} proven, {} disproven, root {root}",
            grouped(counts.nodes as u64),
            grouped(counts.proven as u64),
            grouped(counts.disproven as u64),
        );
        let _ = writeln!(text, "jobs    {} done, {} failed", self.totals.done, self.failed());
        let _ = writeln!(
            text,
            "nodes   {} in {:.1} s of the workers ({:.1} s for this run)",
            grouped(self.totals.cost.nodes),
            self.totals.cost.seconds,
            self.elapsed.as_secs_f64(),
        );
        if let Some(certificate) = &self.certificate {
            let _ = writeln!(text, "proof   {} nodes", grouped(certificate.proof().len() as u64));
        }
        text
    }

    fn finding(&self) -> String {
        match self.winner() {
            Some(winner) => format!("{winner} wins (proven)"),
            None if self.is_solved() => {
                format!("no win of {} (every turn that was found is met)", self.prover)
            }
            None => format!("unknown whether {} wins ({})", self.prover, self.reason()),
        }
    }
}

/// The line in which the loser holds out longest.
fn longest_line(certificate: &Certificate) -> Vec<Vec<Square>> {
    let turns = |attack: &Attack| -> Vec<Vec<Square>> {
        attack.longest_line().iter().map(|stones| stones.to_vec()).collect()
    };
    if let Some(attack) = recall::attack(certificate, &|square| square) {
        return turns(&attack);
    }
    let replies = recall::replies(certificate, &|square| square);
    let stubborn = replies.iter().max_by_key(|reply| (reply.answer.length(), reply.stones.len()));
    stubborn.map_or_else(Vec::new, |reply| {
        std::iter::once(reply.stones.to_vec()).chain(turns(&reply.answer)).collect()
    })
}
