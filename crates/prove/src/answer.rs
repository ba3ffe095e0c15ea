//! What came of a proof.

use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, Player, Setup, Square, SquareSet};
use sixfold_store::Totals;

use crate::{Campaign, CampaignError, Ending, EvidenceError, Progress, TreeError, proofs};

/// What came of a proof, over all its runs.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The game.
    pub game: GameName,
    /// The position that was to be proven.
    pub setup: Setup,
    /// The player who was to be shown to win.
    pub prover: Player,
    /// How the last run ended.
    pub ending: Ending,
    /// The proof that the prover wins, or that his opponent does, checked.
    pub certificate: Option<Certificate>,
    /// The order of the win.
    pub order: Option<u16>,
    /// The relevance zones of the proof.
    pub zones: Vec<SquareSet>,
    /// The longest line of the proof, or the line that the search thinks most of.
    pub line: Vec<Vec<Square>>,
    /// How far the search is.
    pub progress: Progress,
    /// What all jobs have cost.
    pub totals: Totals,
}

impl Answer {
    /// Puts the answer together after a run that ended so.
    pub fn of(campaign: &mut Campaign, ending: Ending) -> Result<Answer, CampaignError> {
        let certificate = match ending {
            Ending::Proven => Some(campaign.tree_mut().certificate()?),
            Ending::Disproven => campaign.tree().refutation()?,
            Ending::Stuck | Ending::Stopped => None,
        };
        let progress = campaign.progress();
        let line = match &certificate {
            Some(certificate) => proofs::line(campaign.tree().symmetries(), certificate)?,
            None => progress.best_line.iter().map(|turn| turn.iter().collect()).collect(),
        };
        let report = certificate.as_ref().map(sixfold_check::check).transpose();
        let report = report.map_err(|fault| {
            let node = campaign.tree().search().root();
            TreeError::from(EvidenceError::Wrong { node, reason: fault.to_string() })
        })?;
        let tree = campaign.tree();
        Ok(Answer {
            game: tree.game(),
            setup: tree.root(),
            prover: tree.prover(),
            ending,
            certificate,
            order: report.as_ref().and_then(|report| report.order),
            zones: report.map_or_else(Vec::new, |report| report.zones),
            line,
            progress,
            totals: campaign.store().totals()?,
        })
    }

    /// Whether it is known if the prover wins.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        matches!(self.ending, Ending::Proven | Ending::Disproven)
    }

    /// The player who is proven to win.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.certificate.as_ref().map(|certificate| certificate.claim.winner)
    }

    /// The result in words of the side to move.
    #[must_use]
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(winner) if winner == self.setup.turn.player => "win",
            Some(_) => "loss",
            None if self.is_solved() => "none",
            None => "unknown",
        }
    }

    /// The turn with which the side to move wins; empty if it does not.
    #[must_use]
    pub fn key_move(&self) -> Vec<String> {
        let is_win = self.winner() == Some(self.setup.turn.player);
        let first = self.line.first().filter(|_| is_win);
        self.game.grid().names(first.into_iter().flatten().copied())
    }

    /// Jobs that were not done.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.totals.failed + self.totals.given_up
    }
}
