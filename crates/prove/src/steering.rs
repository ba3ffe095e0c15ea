//! What a user may say to a proof while it runs.

use sixfold_game::{GameName, SquareSet};
use sixfold_jobs::wire::squares;
use thiserror::Error;

/// Something that a user says to a running proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Try the last of these turns, after the others, first.
    Suggest(Vec<SquareSet>),
    /// Leave the position after these turns alone.
    Forbid(Vec<SquareSet>),
    /// Work again on the position after these turns.
    Allow(Vec<SquareSet>),
    /// So many nodes of the solvers for each new job.
    Nodes(u64),
    /// So many nodes of the player for each new job.
    PlayerNodes(u64),
    /// Wins of at most this order are looked for by each new job.
    Order(u8),
    /// Give out no new jobs.
    Pause,
    /// Give out jobs again.
    Resume,
    /// Finish what is being done, and stop.
    Stop,
    /// Stop at once; what is being done is begun again next time.
    Quit,
}

/// The commands in one line each, for help.
pub const HELP: &str = "\
suggest MOVES   try the last turn of MOVES (from the root) first
forbid MOVES    leave the position after MOVES alone
allow MOVES     work on it again
nodes N         nodes of the solvers for each new job
player-nodes N  nodes of the player for each new job
order R         highest order of wins for each new job
pause, resume   give out no jobs, or jobs again
stop            finish the jobs that are being done, and stop
quit            stop at once; these jobs are begun again next time";

/// Text that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// There is no such command.
    #[error(
        "'{0}' is not a command (there are: suggest, forbid, allow, nodes, player-nodes, order, pause, resume, stop, quit)"
    )]
    Unknown(String),
    /// Turns are missing or cannot be read.
    #[error("'{0}' is not a turn")]
    Turn(String),
    /// The turns are missing.
    #[error("{0} needs the turns from the root on")]
    NoTurns(&'static str),
    /// A number is missing or cannot be read.
    #[error("{0} needs a number above 0")]
    Number(&'static str),
}

impl Command {
    /// Reads a command.
    pub fn read(game: GameName, text: &str) -> Result<Command, CommandError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let turns = |what| {
            let turns: Vec<SquareSet> =
                words.clone().map(|word| turn(game, word)).collect::<Result<_, _>>()?;
            if turns.is_empty() { Err(CommandError::NoTurns(what)) } else { Ok(turns) }
        };
        let number = |what| {
            let number = words.clone().next().and_then(|word| word.replace(',', "").parse().ok());
            number.filter(|&number: &u64| number > 0).ok_or(CommandError::Number(what))
        };
        Ok(match name {
            "suggest" => Command::Suggest(turns("suggest")?),
            "forbid" => Command::Forbid(turns("forbid")?),
            "allow" => Command::Allow(turns("allow")?),
            "nodes" => Command::Nodes(number("nodes")?),
            "player-nodes" => Command::PlayerNodes(number("player-nodes")?),
            "order" => Command::Order(number("order")?.min(u64::from(u8::MAX)) as u8),
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            other => return Err(CommandError::Unknown(other.chars().take(40).collect())),
        })
    }
}

/// The stones of a turn such as `j10k11`; `-` stands for one that is not placed.
fn turn(game: GameName, text: &str) -> Result<SquareSet, CommandError> {
    let wrong = || CommandError::Turn(text.chars().take(40).collect());
    squares(game, text.trim_end_matches('-')).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Command, CommandError> {
        Command::read(GameName::CONNECT6, text)
    }

    #[test]
    fn turns_are_given_from_the_root_on() {
        let Ok(Command::Suggest(turns)) = read("suggest k11l10 h9- j9i8") else { panic!() };
        assert_eq!(turns.iter().map(SquareSet::len).collect::<Vec<_>>(), [2, 1, 2]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(
            read("sugest k11l10").unwrap_err().to_string(),
            "'sugest' is not a command (there are: suggest, forbid, allow, nodes, player-nodes, \
             order, pause, resume, stop, quit)"
        );
        assert_eq!(read("forbid k11x99").unwrap_err().to_string(), "'k11x99' is not a turn");
        assert_eq!(read("forbid").unwrap_err(), CommandError::NoTurns("forbid"));
        assert_eq!(read("nodes 0").unwrap_err(), CommandError::Number("nodes"));
        assert_eq!(read("nodes 1,000,000"), Ok(Command::Nodes(1_000_000)));
    }
}
