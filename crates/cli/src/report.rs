//! What a command has to say, for a person and for a script.

use serde_json::Value;

/// The result of a command.
pub struct Report {
    /// For a person.
    pub body: Body,
    /// For a script.
    pub json: Value,
    /// How the command ended.
    pub ending: Ending,
}

/// What is printed unless JSON is asked for.
pub enum Body {
    /// Text; may hold ANSI colours, which are dropped where they are not wanted.
    Text(String),
    /// The contents of a file that the user wants on standard output.
    File(Vec<u8>),
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It did what it was asked to do.
    Done,
    /// The answer is no.
    Negative,
    /// Ctrl-C.
    Interrupted,
}

impl Report {
    /// A report of a finished command.
    pub fn done(text: String, json: Value) -> Report {
        Report { body: Body::Text(text), json, ending: Ending::Done }
    }
}
