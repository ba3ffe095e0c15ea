//! How the tree search is set, as it is written on a command line: `mcts:type=2,threads=2`.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use thiserror::Error;

use crate::root::Solvers;
use crate::{Task, threads};

/// How the tree search goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Which turns the first stage tries.
    pub first_stage: FirstStage,
    /// Whether turns that cannot stop a win of the opponent are left out.
    pub zones: Switch,
    /// What a new position is worth.
    pub leaves: Leaves,
    /// How the next position to look at is chosen.
    pub selection: Selection,
    /// The threads that work on one tree, whatever the task says.
    pub threads: Option<NonZero<usize>>,
    /// Two searches with the same seed, one thread and a budget of nodes go the same way.
    pub seed: u64,
}

/// The turns that are tried before all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstStage {
    /// None: threats are turns like others.
    Off,
    /// Turns that make as many threats as the opponent has stones (type I of the paper).
    DoubleThreats,
    /// All turns that make a threat (type II of the paper).
    AllThreats,
}

/// What a position is worth that is new in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// What the evaluation says.
    Evaluation,
    /// How a game between two hasty players ends.
    Playouts,
}

/// How the next position to look at is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// By values and by what stones are worth (PUCT).
    Priors,
    /// By values and visits alone, with a bonus for threats (UCT), as in the paper.
    Paper,
}

/// Something is done or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// It is done.
    On,
    /// It is not done.
    Off,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            first_stage: FirstStage::Off,
            zones: Switch::On,
            leaves: Leaves::Evaluation,
            selection: Selection::Priors,
            threads: None,
            seed: 0,
        }
    }
}

impl Settings {
    /// The search of the paper: two stages, playouts, UCT.
    #[must_use]
    pub fn paper() -> Settings {
        Settings {
            first_stage: FirstStage::DoubleThreats,
            leaves: Leaves::Playouts,
            selection: Selection::Paper,
            ..Settings::default()
        }
    }

    /// The threads that search for a task.
    pub(super) fn threads_for(&self, task: &Task) -> usize {
        threads::for_task(self.threads, task)
    }

    /// What the solvers have to say at the root: the search of the paper knows only double threats.
    pub(super) fn solvers(&self) -> Solvers {
        match self.selection {
            Selection::Priors => Solvers::SingleThreats,
            Selection::Paper => Solvers::DoubleThreats,
        }
    }
}

/// All settings with their values.
const KNOWN: &str = "type=off|1|2, zones=on|off, playouts=on|off, paper=on|off, threads=1..256, \
                     seed=NUMBER";

/// A setting that there is not.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("mcts has no setting '{setting}' (there are: {KNOWN})")]
pub struct UnknownSetting {
    setting: String,
}

impl FromStr for Settings {
    type Err = UnknownSetting;

    /// Reads settings separated by commas; a later one overrides an earlier one, and nothing at all
    /// stands for the default.
    fn from_str(text: &str) -> Result<Settings, UnknownSetting> {
        let mut settings = Settings::default();
        for setting in text.split(',').filter(|_| !text.is_empty()) {
            let unknown = || UnknownSetting { setting: setting.to_string() };
            let (key, value) = setting.split_once('=').ok_or_else(unknown)?;
            settings.set(key, value).ok_or_else(unknown)?;
        }
        Ok(settings)
    }
}

impl Settings {
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "type" => {
                self.first_stage = match value {
                    "off" => FirstStage::Off,
                    "1" => FirstStage::DoubleThreats,
                    "2" => FirstStage::AllThreats,
                    _ => return None,
                }
            }
            "zones" => self.zones = switch(value)?,
            "playouts" => {
                self.leaves = match switch(value)? {
                    Switch::On => Leaves::Playouts,
                    Switch::Off => Leaves::Evaluation,
                }
            }
            "paper" => {
                let Settings { zones, threads, seed, .. } = *self;
                let whole = match switch(value)? {
                    Switch::On => Settings::paper(),
                    Switch::Off => Settings::default(),
                };
                *self = Settings { zones, threads, seed, ..whole };
            }
            "threads" => self.threads = Some(threads::read(value)?),
            "seed" => self.seed = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

fn switch(value: &str) -> Option<Switch> {
    match value {
        "on" => Some(Switch::On),
        "off" => Some(Switch::Off),
        _ => None,
    }
}

impl fmt::Display for Settings {
    /// What differs from the default, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut base = Settings::default();
        let mut parts = Vec::new();
        if self.selection == Selection::Paper {
            base = Settings::paper();
            parts.push("paper=on".to_string());
        }
        if self.first_stage != base.first_stage {
            parts.push(match self.first_stage {
                FirstStage::Off => "type=off".to_string(),
                FirstStage::DoubleThreats => "type=1".to_string(),
                FirstStage::AllThreats => "type=2".to_string(),
            });
        }
        if self.zones == Switch::Off {
            parts.push("zones=off".to_string());
        }
        if self.leaves != base.leaves {
            parts.push(match self.leaves {
                Leaves::Evaluation => "playouts=off".to_string(),
                Leaves::Playouts => "playouts=on".to_string(),
            });
        }
        if let Some(threads) = self.threads {
            parts.push(format!("threads={threads}"));
        }
        if self.seed != 0 {
            parts.push(format!("seed={}", self.seed));
        }
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        for text in [
            "",
            "type=1",
            "type=2,zones=off",
            "playouts=on,threads=2,seed=7",
            "paper=on",
            "paper=on,type=2,playouts=off",
        ] {
            assert_eq!(text.parse::<Settings>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_unknown_setting_is_told_with_those_there_are() {
        for text in ["depth=3", "zones", "zones=maybe", "threads=0", "seed=x", "type=1,,seed=2"] {
            let error = text.parse::<Settings>().unwrap_err().to_string();
            assert!(error.contains("zones=on|off"), "{error}");
        }
    }
}
