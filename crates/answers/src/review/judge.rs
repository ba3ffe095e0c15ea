//! Whether a turn should have been played.

use sixfold_game::{GameName, Grid, Square, SquareSet};

use super::assess::{Assessment, Fate, Reviewer};
use super::{Finding, FindingKind, Moment};
use crate::AskError;
use crate::wording::{length_of_win, names_of_turns};

/// A drop of the chance by more than this is a mistake.
const DROP: f64 = 0.2;

/// What is wrong with a turn, and how much.
#[derive(Clone, Copy)]
enum Fault {
    MissedWin,
    Blunder,
    /// The chances after the better turn and after the one that was played.
    Mistake {
        better: f64,
        played: f64,
    },
}

impl Fault {
    fn kind(self) -> FindingKind {
        match self {
            Fault::MissedWin => FindingKind::MissedWin,
            Fault::Blunder => FindingKind::Blunder,
            Fault::Mistake { .. } => FindingKind::Mistake,
        }
    }
}

impl Reviewer<'_> {
    /// What is wrong with the turn that was played between two positions, if anything is.
    pub(super) fn judge(
        &mut self,
        turn: usize,
        moment: &Moment,
        before: &Assessment,
        after: &mut Assessment,
    ) -> Result<Option<Finding>, AskError> {
        let Some(fault) = self.fault(moment, before, after)? else { return Ok(None) };
        let grid = moment.record.game().grid();
        Ok(Some(Finding {
            turn,
            player: before.player,
            kind: fault.kind(),
            played: grid.names(moment.played.iter().copied()),
            better: grid.names(before.best().iter().copied()),
            line: names_of_turns(grid, &before.line),
            proven: fault.kind() != FindingKind::Mistake,
            text: text(fault, moment.record.game(), before, after),
            advice: advice(fault, grid, before),
        }))
    }

    fn fault(
        &mut self,
        moment: &Moment,
        before: &Assessment,
        after: &mut Assessment,
    ) -> Result<Option<Fault>, AskError> {
        let (record, played) = (&moment.record, &moment.played);
        if same(before.best(), played) || after.fate == Fate::Loses {
            return Ok(None);
        }
        Ok(match (before.fate, after.fate) {
            (Fate::Wins, Fate::Wins | Fate::Draws) => Some(Fault::MissedWin),
            (Fate::Wins, _) => {
                let wins_too = self.loses_after_all(record, played, after)?;
                (!wins_too).then_some(Fault::MissedWin)
            }
            (Fate::Open, Fate::Wins) => {
                let had_choice =
                    !before.best().is_empty() && !self.gives_win(record, before.best())?;
                had_choice.then_some(Fault::Blunder)
            }
            (Fate::Open, Fate::Open) if before.chance - (1.0 - after.chance) > DROP => {
                // Engines think better of whoever moves: only what is judged after either turn can
                // be compared.
                let better = self.chance_after(record, before.best())?;
                let played = 1.0 - after.chance;
                (better - played > DROP).then_some(Fault::Mistake { better, played })
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

fn text(fault: Fault, game: GameName, before: &Assessment, after: &Assessment) -> String {
    let grid = game.grid();
    let (player, opponent) = (before.player, after.player);
    let better = grid.names(before.best().iter().copied()).concat();
    match fault {
        Fault::MissedWin => {
            let now = match after.fate {
                Fate::Wins => format!(" Now {opponent} wins (proven)."),
                _ => String::new(),
            };
            format!("{player} misses a win: {better} {} (proven).{now}", wins(game, before))
        }
        Fault::Blunder => {
            let answer = grid.names(after.best().iter().copied()).concat();
            format!("{player} lets {opponent} win: {answer} {} (proven).", wins(game, after))
        }
        Fault::Mistake { better: chance, played } => format!(
            "{player}'s chance drops to {:.0} %: {better} looks better, {:.0} % (not proven).",
            played * 100.0,
            chance * 100.0
        ),
    }
}

/// What the engine would have played, where nothing proves that it holds.
fn advice(fault: Fault, grid: Grid, before: &Assessment) -> String {
    match fault {
        Fault::Blunder => {
            let preferred = grid.names(before.best().iter().copied()).concat();
            format!("The engine preferred {preferred} (not proven).")
        }
        Fault::MissedWin | Fault::Mistake { .. } => String::new(),
    }
}

/// How soon the best turn wins.
fn wins(game: GameName, assessment: &Assessment) -> String {
    match assessment.length {
        Some(length) => format!("wins in {}", length_of_win(game, length)),
        None => "wins".to_string(),
    }
}
