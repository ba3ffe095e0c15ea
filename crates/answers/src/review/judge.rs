//! Whether a turn should have been played.

use sixfold_game::{Grid, Square, SquareSet};

use super::assess::{Assessment, Fate, Reviewer};
use super::{Finding, FindingKind, Moment};
use crate::AskError;
use crate::wording::{counted, names_of_turns};

/// A drop of the chance by more than this is a mistake.
const DROP: f64 = 0.2;

impl Reviewer<'_> {
    /// What is wrong with the turn that was played between two positions, if anything is.
    pub(super) fn judge(
        &self,
        turn: usize,
        moment: &Moment,
        before: &Assessment,
        after: &mut Assessment,
    ) -> Result<Option<Finding>, AskError> {
        let Some(kind) = self.kind(moment, before, after)? else { return Ok(None) };
        let grid = moment.record.game().grid();
        Ok(Some(Finding {
            turn,
            player: before.player,
            kind,
            played: grid.names(moment.played.iter().copied()),
            better: grid.names(before.best().iter().copied()),
            line: names_of_turns(grid, &before.line),
            proven: kind != FindingKind::Mistake,
            text: text(kind, grid, before, after),
        }))
    }

    fn kind(
        &self,
        moment: &Moment,
        before: &Assessment,
        after: &mut Assessment,
    ) -> Result<Option<FindingKind>, AskError> {
        let (record, played) = (&moment.record, &moment.played);
        if same(before.best(), played) || after.fate == Fate::Loses {
            return Ok(None);
        }
        Ok(match (before.fate, after.fate) {
            (Fate::Wins, Fate::Wins | Fate::Draws) => Some(FindingKind::MissedWin),
            (Fate::Wins, _) => {
                let wins_too = self.loses_after_all(record, played, after)?;
                (!wins_too).then_some(FindingKind::MissedWin)
            }
            (Fate::Open, Fate::Wins) => {
                let is_hopeless = before.best().is_empty() || before.chance <= 0.0;
                let had_choice = !is_hopeless && !self.gives_win(record, before.best())?;
                had_choice.then_some(FindingKind::Blunder)
            }
            (Fate::Open, Fate::Open) => {
                let drop = before.chance - (1.0 - after.chance);
                (drop > DROP).then_some(FindingKind::Mistake)
            }
            _ => None,
        })
    }
}

/// Whether two turns have the same stones.
fn same(one: &[Square], other: &[Square]) -> bool {
    let set = |turn: &[Square]| turn.iter().copied().collect::<SquareSet>();
    set(one) == set(other)
}

fn text(kind: FindingKind, grid: Grid, before: &Assessment, after: &Assessment) -> String {
    let (player, opponent) = (before.player, after.player);
    let better = grid.names(before.best().iter().copied()).concat();
    match kind {
        FindingKind::MissedWin => {
            let now = match after.fate {
                Fate::Wins => format!(" Now {opponent} wins (proven)."),
                _ => String::new(),
            };
            format!("{player} misses a win: {better} {} (proven).{now}", wins(before))
        }
        FindingKind::Blunder => {
            let answer = grid.names(after.best().iter().copied()).concat();
            format!(
                "{player} lets {opponent} win: {answer} {} (proven). {better} was better.",
                wins(after)
            )
        }
        FindingKind::Mistake => format!(
            "{player}'s chance drops from {:.0} % to {:.0} %: {better} looks better (not proven).",
            before.chance * 100.0,
            (1.0 - after.chance) * 100.0
        ),
    }
}

/// How soon the best turn wins.
fn wins(assessment: &Assessment) -> String {
    match assessment.length {
        Some(length) => format!("wins in {}", counted(length, "turn", "turns")),
        None => "wins".to_string(),
    }
}
