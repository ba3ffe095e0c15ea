//! How the alpha-beta player is set.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use thiserror::Error;

use crate::root::Solvers;
use crate::{Task, threads};

/// How the player goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether the threat solver is asked.
    pub solver: SolverUse,
    /// The threads that search, whatever the task says.
    pub threads: Option<NonZero<usize>>,
}

impl Settings {
    /// The threads that search for a task.
    pub(super) fn threads_for(&self, task: &Task) -> usize {
        threads::for_task(self.threads, task)
    }

    /// What the solvers have to say at the root.
    pub(super) fn solvers(&self) -> Solvers {
        match self.solver {
            SolverUse::Everywhere => Solvers::SingleThreats,
            SolverUse::Nowhere => Solvers::Silent,
        }
    }
}

/// Whether the threat solver is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverUse {
    /// In every node, for both sides.
    Everywhere,
    /// Not at all: for comparison.
    Nowhere,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { solver: SolverUse::Everywhere, threads: None }
    }
}

/// A setting that there is not.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("alphabeta has no setting '{0}' (there are: solver=on|off, threads=1..256)")]
pub struct UnknownSetting(String);

impl FromStr for Settings {
    type Err = UnknownSetting;

    /// Reads settings separated by commas; a later one overrides an earlier one, and nothing at all
    /// stands for the default.
    fn from_str(text: &str) -> Result<Settings, UnknownSetting> {
        let mut settings = Settings::default();
        for setting in text.split(',').filter(|_| !text.is_empty()) {
            let unknown = || UnknownSetting(setting.to_string());
            match setting.split_once('=').ok_or_else(unknown)? {
                ("solver", "on") => settings.solver = SolverUse::Everywhere,
                ("solver", "off") => settings.solver = SolverUse::Nowhere,
                ("threads", number) => {
                    settings.threads = Some(threads::read(number).ok_or_else(unknown)?);
                }
                _ => return Err(unknown()),
            }
        }
        Ok(settings)
    }
}

impl fmt::Display for Settings {
    /// What differs from the default, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.solver == SolverUse::Nowhere {
            parts.push("solver=off".to_string());
        }
        if let Some(threads) = self.threads {
            parts.push(format!("threads={threads}"));
        }
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        for text in ["", "solver=off", "threads=2", "solver=off,threads=3"] {
            assert_eq!(text.parse::<Settings>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_unknown_setting_is_told_with_those_there_are() {
        for text in ["depth=3", "solver", "solver=maybe", "threads=0", "solver=on,,threads=2"] {
            let error = text.parse::<Settings>().unwrap_err().to_string();
            assert!(error.contains("solver=on|off"), "{error}");
        }
    }
}
