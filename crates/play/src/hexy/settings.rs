//! How the player of Hex is set.

use std::fmt;
use std::str::FromStr;

use sixfold_hex::SwapRule;
use sixfold_hex::connections;
use sixfold_hex::player::{self, Measure, Solving};
use thiserror::Error;

/// Looking further ahead than this is no use on any board.
const MOST_DEPTH: usize = 50;

/// More connections for two ends than this are never kept.
const MOST_CONNECTIONS: usize = 10_000;

/// How the player goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many moves ahead it looks (D).
    pub depth: usize,
    /// How many connections H-search keeps for two ends (M).
    pub connections: usize,
    /// How it judges positions.
    pub measure: Measure,
    /// Whether the solver is asked first.
    pub solving: Solving,
    /// Whether it reckons with the swap rule where nobody tells it.
    pub swap: SwapRule,
}

impl Default for Settings {
    fn default() -> Settings {
        let player::Settings { depth, connections, measure, solving, .. } =
            player::Settings::hexy();
        let connections = connections.full_limit;
        Settings { depth, connections, measure, solving, swap: SwapRule::Off }
    }
}

impl Settings {
    /// The settings of the player itself.
    pub(super) fn of_player(&self) -> player::Settings {
        let usual = player::Settings::hexy();
        player::Settings {
            depth: self.depth,
            connections: connections::Settings {
                full_limit: self.connections,
                ..usual.connections
            },
            measure: self.measure,
            solving: self.solving,
            ..usual
        }
    }
}

/// A setting that there is not.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "hexy has no setting '{0}' (there are: depth=1..{MOST_DEPTH}, connections=0..{MOST_CONNECTIONS}, \
     measure=resistance|shortest-path|two-distance, solver=on|off, swap=on|off)"
)]
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
                ("depth", number) => {
                    let depth =
                        number.parse().ok().filter(|depth| (1..=MOST_DEPTH).contains(depth));
                    settings.depth = depth.ok_or_else(unknown)?;
                }
                ("connections", number) => {
                    let most = number.parse().ok().filter(|&most| most <= MOST_CONNECTIONS);
                    settings.connections = most.ok_or_else(unknown)?;
                }
                ("measure", name) => settings.measure = measure_named(name).ok_or_else(unknown)?,
                ("solver", "on") => settings.solving = Solving::Around,
                ("solver", "off") => settings.solving = Solving::Never,
                ("swap", "on") => settings.swap = SwapRule::SwapPieces,
                ("swap", "off") => settings.swap = SwapRule::Off,
                _ => return Err(unknown()),
            }
        }
        Ok(settings)
    }
}

const MEASURES: [(Measure, &str); 3] = [
    (Measure::Resistance, "resistance"),
    (Measure::ShortestPath, "shortest-path"),
    (Measure::TwoDistance, "two-distance"),
];

fn measure_named(name: &str) -> Option<Measure> {
    MEASURES.into_iter().find_map(|(measure, text)| (text == name).then_some(measure))
}

fn name_of(measure: Measure) -> &'static str {
    MEASURES.into_iter().find_map(|(other, text)| (other == measure).then_some(text)).unwrap_or("")
}

impl fmt::Display for Settings {
    /// What differs from the default, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Settings::default();
        let mut parts = Vec::new();
        if self.depth != usual.depth {
            parts.push(format!("depth={}", self.depth));
        }
        if self.connections != usual.connections {
            parts.push(format!("connections={}", self.connections));
        }
        if self.measure != usual.measure {
            parts.push(format!("measure={}", name_of(self.measure)));
        }
        if self.solving != usual.solving {
            parts.push("solver=off".to_string());
        }
        if self.swap != usual.swap {
            parts.push("swap=on".to_string());
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
            "depth=6",
            "connections=0",
            "swap=on",
            "depth=6,connections=0,measure=two-distance,solver=off,swap=on",
        ] {
            assert_eq!(text.parse::<Settings>().unwrap().to_string(), text);
        }
        assert_eq!("depth=3,solver=on,swap=off".parse(), Ok(Settings::default()));
    }

    #[test]
    fn an_unknown_setting_is_told_with_those_there_are() {
        for text in ["width=3", "depth=0", "depth=51", "connections=-1", "measure=x", "swap", ","] {
            let error = text.parse::<Settings>().unwrap_err().to_string();
            assert!(error.contains("depth=1..50"), "{error}");
        }
    }
}
