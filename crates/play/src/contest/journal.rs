//! The file that a contest is resumed from: a header line that says which contest it is, then one
//! line for each finished game, all in JSON.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Map, Value, json};
use sixfold_game::GameName;
use sixfold_hex::SwapRule;
use thiserror::Error;

use super::{Contest, GameReport, Results};

/// A journal that games are added to. As long as it is open nobody else can open it.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// A journal, and the games that stood in it.
#[derive(Debug)]
pub struct OpenedJournal {
    /// The journal.
    pub journal: Journal,
    /// The games.
    pub results: Results,
}

/// Why a file is not the journal of a contest.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run is writing it.
    #[error("another run is writing to it")]
    InUse,
    /// It is something else.
    #[error("not the record of a match")]
    OtherFile,
    /// It is that of another contest.
    #[error("the record of another match ('{field}' is {recorded}, not {asked})")]
    OtherContest {
        /// What differs.
        field: String,
        /// What the file says.
        recorded: String,
        /// What was asked for.
        asked: String,
    },
    /// A line in the middle is damaged.
    #[error("line {line}: {error}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// The first field of a header: the version of the file.
const VERSION_FIELD: &str = "sixfold-match";
const VERSION: u32 = 1;

/// What a contest is told by. How many games it has is not part of it, so that it can be made longer.
fn header(contest: &Contest) -> Map<String, Value> {
    let terms = &contest.terms;
    let limits = &terms.limits;
    let engines: Vec<&str> = contest.engines().iter().map(super::EngineSpec::text).collect();
    let clock = limits.clock.map(|clock| {
        json!({ "seconds": clock.left.as_secs_f64(), "increment": clock.increment.as_secs_f64() })
    });
    let mut fields = vec![
        (VERSION_FIELD, json!(VERSION)),
        ("game", json!(contest.game.to_string())),
        ("engines", json!(engines)),
        ("time", json!(limits.time.map(|time| time.as_secs_f64()))),
        ("nodes", json!(limits.nodes)),
        ("depth", json!(limits.depth)),
        ("clock", json!(clock)),
        ("margin", json!(terms.margin.as_secs_f64())),
        ("memory", json!(terms.memory)),
        ("moves_limit", json!(terms.moves_limit)),
        ("adjudication", json!(terms.adjudication)),
        ("seed", json!(terms.seed)),
        ("openings", json!(contest.openings().move_lists())),
    ];
    if let GameName::Hex(_) = contest.game {
        fields.push(("swap", json!(terms.swap == SwapRule::SwapPieces)));
    }
    fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

impl Journal {
    /// Opens the journal of a contest, or begins it. A last line that was torn off is dropped.
    pub fn open(path: &Path, contest: &Contest) -> Result<OpenedJournal, JournalError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let header = header(contest);
        let first_line = format!("{}\n", Value::Object(header.clone()));
        let whole_lines = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut journal = Journal { file };
        let mut results = Results::default();
        if whole_lines == 0 {
            // Nothing, or a header that was torn off: anything else belongs to somebody.
            if !first_line.as_bytes().starts_with(&bytes) {
                return Err(JournalError::OtherFile);
            }
            journal.cut(0)?;
            journal.write(first_line.as_bytes())?;
        } else {
            let text = String::from_utf8_lossy(&bytes[..whole_lines]);
            let mut lines = text.lines();
            compare(lines.next().unwrap_or_default(), &header)?;
            for (text, line) in lines.zip(2..) {
                let game = serde_json::from_str::<GameReport>(text)
                    .map_err(|error| JournalError::Line { line, error })?;
                results.insert(game);
            }
            journal.cut(whole_lines as u64)?;
        }
        Ok(OpenedJournal { journal, results })
    }

    /// Adds a game. When this returns it will survive a loss of power.
    pub fn append(&mut self, game: &GameReport) -> io::Result<()> {
        let line = serde_json::to_string(game)?;
        self.write(format!("{line}\n").as_bytes())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.write_all(line)?;
        self.file.sync_data()
    }
}

/// Whether a first line is the header that is expected.
fn compare(line: &str, expected: &Map<String, Value>) -> Result<(), JournalError> {
    let Ok(Value::Object(found)) = serde_json::from_str(line) else {
        return Err(JournalError::OtherFile);
    };
    if !found.contains_key(VERSION_FIELD) {
        return Err(JournalError::OtherFile);
    }
    for (field, asked) in expected {
        let recorded = found.get(field).unwrap_or(&Value::Null);
        if recorded != asked {
            return Err(JournalError::OtherContest {
                field: field.clone(),
                recorded: excerpt(recorded),
                asked: excerpt(asked),
            });
        }
    }
    Ok(())
}

/// The beginning of a value, for a message.
fn excerpt(value: &Value) -> String {
    const LENGTH: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
