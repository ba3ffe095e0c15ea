//! Engines as they are written on a command line.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::clock::Limits;
use crate::engine::process::{C6Settings, ForcedWins, GtpLetters, Program, Protocol};
use crate::engine::{BuiltIn, Engine, UnknownEngine};

/// An engine by its description: `greedy`, `c6:./program --fast`, `c6(depth=5,vcf):./program`,
/// `gtp:./program`, `htp:./program`; with a name of one's own before it: `old=c6:./program`.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    name: String,
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    BuiltIn(BuiltIn),
    Program(Program),
}

/// Why a text describes no engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// It is no program, and no built-in engine is called so.
    #[error("{0}; another program is c6:COMMAND, gtp:COMMAND or htp:COMMAND")]
    Unknown(#[from] UnknownEngine),
    /// There is no program after the protocol.
    #[error("'{0}' names no program")]
    NoCommand(String),
    /// A setting of a program is none.
    #[error(
        "'{0}' is not a setting (for c6: depth=N, vcf, unvcf; for gtp: letters=all; for all: time=SECONDS)"
    )]
    Setting(String),
    /// The settings have no end.
    #[error("'{0}' lacks a closing parenthesis and a colon after the settings")]
    Settings(String),
    /// The name before the engine is empty.
    #[error("'{0}' gives the engine an empty name")]
    EmptyName(String),
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let text = text.trim();
        let (given_name, described) = match text.split_once('=') {
            // Any other = belongs to a setting or a command.
            Some((name, rest)) if !name.contains([':', '(', ' ']) => (Some(name), rest),
            _ => (None, text),
        };
        if given_name == Some("") {
            return Err(SpecError::EmptyName(text.to_string()));
        }
        let kind = match program(described)? {
            Some(program) => Kind::Program(program),
            None => Kind::BuiltIn(described.parse()?),
        };
        let name = match (given_name, &kind) {
            (Some(name), _) => name.to_string(),
            (None, Kind::BuiltIn(_)) => described.to_string(),
            (None, Kind::Program(program)) => program.name(),
        };
        Ok(EngineSpec { name, text: text.to_string(), kind })
    }
}

/// The program that a text describes, if it begins like one.
fn program(text: &str) -> Result<Option<Program>, SpecError> {
    let (mut protocol, rest) = if let Some(rest) = text.strip_prefix("c6") {
        (Protocol::C6(C6Settings::default()), rest)
    } else if let Some(rest) = text.strip_prefix("gtp") {
        (Protocol::Gtp(GtpLetters::default()), rest)
    } else if let Some(rest) = text.strip_prefix("htp") {
        (Protocol::Htp, rest)
    } else {
        return Ok(None);
    };
    let (settings, command) = if let Some(rest) = rest.strip_prefix('(') {
        rest.split_once("):").ok_or_else(|| SpecError::Settings(text.to_string()))?
    } else if let Some(command) = rest.strip_prefix(':') {
        ("", command)
    } else {
        return Ok(None);
    };
    let mut time = None;
    for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
        let fault = || SpecError::Setting(setting.to_string());
        match setting.split_once('=') {
            Some(("time", seconds)) => time = Some(duration(seconds).ok_or_else(fault)?),
            _ => set(&mut protocol, setting).ok_or_else(fault)?,
        }
    }
    match shlex::split(command) {
        Some(command) if !command.is_empty() => Ok(Some(Program { protocol, command, time })),
        _ => Err(SpecError::NoCommand(text.to_string())),
    }
}

/// Changes one setting of a protocol; nothing if it has no such setting.
fn set(protocol: &mut Protocol, setting: &str) -> Option<()> {
    match (protocol, setting) {
        (Protocol::C6(settings), "vcf") => settings.forced_wins = ForcedWins::On,
        (Protocol::C6(settings), "unvcf") => settings.forced_wins = ForcedWins::Off,
        (Protocol::C6(settings), _) => {
            settings.depth = Some(setting.strip_prefix("depth=")?.parse().ok()?);
        }
        (Protocol::Gtp(letters), "letters=all") => *letters = GtpLetters::All,
        (Protocol::Gtp(_) | Protocol::Htp, _) => return None,
    }
    Some(())
}

fn duration(seconds: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    (!time.is_zero()).then_some(time)
}

impl EngineSpec {
    /// What the engine is called in results.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The engine. An answer of another program may come so much later than its limit.
    #[must_use]
    pub fn engine(&self, margin: Duration) -> Box<dyn Engine> {
        match &self.kind {
            Kind::BuiltIn(built_in) => Box::new(built_in.engine()),
            Kind::Program(program) => Box::new(program.engine(margin)),
        }
    }

    /// The limits that hold for this engine in a contest with such limits.
    #[must_use]
    pub fn limits(&self, limits: Limits) -> Limits {
        match &self.kind {
            Kind::BuiltIn(_) => limits,
            Kind::Program(program) => program.limits(limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program_of(text: &str) -> Program {
        match text.parse::<EngineSpec>().unwrap().kind {
            Kind::Program(program) => program,
            Kind::BuiltIn(_) => panic!("{text} is a program"),
        }
    }

    #[test]
    fn an_engine_is_built_in_or_a_program() {
        let greedy: EngineSpec = "greedy".parse().unwrap();
        assert_eq!((greedy.name(), &greedy.kind), ("greedy", &Kind::BuiltIn(BuiltIn::Greedy)));
        let program = program_of("c6(depth=5,vcf,time=60):./bin/engine 'an argument' b=c");
        assert_eq!(program.command, ["./bin/engine", "an argument", "b=c"]);
        assert_eq!(program.time, Some(Duration::from_secs(60)));
        let settings = C6Settings { depth: Some(5), forced_wins: ForcedWins::On };
        assert_eq!(program.protocol, Protocol::C6(settings));
        assert_eq!(program_of("gtp(letters=all):x").protocol, Protocol::Gtp(GtpLetters::All));
        assert_eq!(program_of("htp(time=2):x").protocol, Protocol::Htp);
    }

    #[test]
    fn an_engine_may_be_given_a_name() {
        let name = |text: &str| text.parse::<EngineSpec>().unwrap().name().to_string();
        assert_eq!(name("old=greedy"), "old");
        assert_eq!(name("old=c6(depth=3):./engine.sh --a=b"), "old");
        assert_eq!(name("c6:./engine.sh --a=b"), "engine");
    }

    #[test]
    fn what_is_no_engine_is_told_in_one_line() {
        for (text, reason) in [
            ("genius", "'genius' is not an engine"),
            ("c6:", "'c6:' names no program"),
            ("gtp:'open", "'gtp:'open' names no program"),
            ("c6(depth=x):y", "'depth=x' is not a setting"),
            ("gtp(vcf):y", "'vcf' is not a setting"),
            ("htp(letters=all):y", "'letters=all' is not a setting"),
            ("c6(time=-1):y", "'time=-1' is not a setting"),
            ("c6(depth=3:y", "'c6(depth=3:y' lacks a closing parenthesis"),
            ("=greedy", "'=greedy' gives the engine an empty name"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
