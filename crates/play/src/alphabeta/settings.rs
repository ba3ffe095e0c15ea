//! How the alpha-beta player is set.

use std::num::NonZero;
use std::str::FromStr;

use thiserror::Error;

use crate::Task;
use crate::root::Solvers;

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
        self.threads.map_or(task.threads, NonZero::get).max(1)
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
#[error("'{0}' is not a setting of alphabeta (there are: solver=on|off, threads=N)")]
pub struct UnknownSetting(String);

impl FromStr for Settings {
    type Err = UnknownSetting;

    fn from_str(text: &str) -> Result<Settings, UnknownSetting> {
        let mut settings = Settings::default();
        for setting in text.split(',').filter(|setting| !setting.is_empty()) {
            let unknown = || UnknownSetting(setting.to_string());
            match setting.split_once('=').ok_or_else(unknown)? {
                ("solver", "on") => settings.solver = SolverUse::Everywhere,
                ("solver", "off") => settings.solver = SolverUse::Nowhere,
                ("threads", number) => {
                    settings.threads = Some(number.parse().map_err(|_| unknown())?);
                }
                _ => return Err(unknown()),
            }
        }
        Ok(settings)
    }
}
