//! Reading certificates.

use std::io::{self, BufRead, BufReader, Read};

use thiserror::Error;

use super::{
    Builder, Certificate, Claim, Effect, MAX_ZONES, NodeId, Plans, Step, StructureError, VERSION,
};
use crate::square::excerpt;
use crate::{FenError, GameName, Grid, NameError, Player, Setup, Square, SquareError, SquareSet};

/// Why a certificate cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file itself cannot be read.
    #[error("line {line}: {error}")]
    Io {
        /// The line, counted from 1.
        line: usize,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is not a certificate.
    #[error("line {line}: {fault}")]
    Wrong {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is wrong with a line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The first line is not that of a certificate.
    #[error("not a certificate: its first line is 'sixfold-certificate {VERSION}'")]
    NotACertificate,
    /// A certificate of another version of the format.
    #[error("version '{0}' of the format is not known, only {VERSION}")]
    Version(String),
    /// The file ends in the middle.
    #[error("the file ends before '{0}'")]
    Truncated(&'static str),
    /// A line of the head is missing.
    #[error("'{found}' where '{expected}' is expected")]
    Head {
        /// The word that the line should begin with.
        expected: &'static str,
        /// The line.
        found: String,
    },
    /// The game is not known.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The winner is nobody.
    #[error("winner '{0}' is neither black nor white")]
    Winner(String),
    /// The order is no number.
    #[error("order '{0}' is neither a number up to 255 nor '-'")]
    Order(String),
    /// A line that is none of a certificate.
    #[error("'{0}' is no line of a proof")]
    Line(String),
    /// A square cannot be read.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A run of squares that is none.
    #[error("'{0}' is not a run of squares within a row, such as d4-g4")]
    Run(String),
    /// A square comes twice in the zones of one position.
    #[error("square {0} comes twice")]
    Repeated(String),
    /// The line cannot stand here.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// The number of nodes at the end is wrong.
    #[error("'{found}' nodes at the end, but there are {counted}")]
    Count {
        /// What is written.
        found: String,
        /// The nodes that were read.
        counted: usize,
    },
    /// Something follows the last line.
    #[error("'{0}' after the end")]
    AfterEnd(String),
}

/// The word that begins every certificate, of whatever version.
const FIRST_WORD: &str = "sixfold-certificate";

impl Certificate {
    /// Whether a file begins as certificates do. It need not be one.
    #[must_use]
    pub fn is_likely(file: &[u8]) -> bool {
        file.trim_ascii_start().starts_with(FIRST_WORD.as_bytes())
    }

    /// Reads a certificate. The memory needed is bounded by the length of the input.
    pub fn read(input: impl Read) -> Result<Certificate, ReadError> {
        let mut lines = Lines { input: BufReader::new(input), line: String::new(), number: 0 };
        lines.certificate()
    }
}

struct Lines<R> {
    input: BufReader<R>,
    line: String,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Reads the next line, without white space around it; says whether there is one.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        self.line.clear();
        match self.input.read_line(&mut self.line) {
            Ok(length) => Ok(length > 0),
            Err(error) => Err(ReadError::Io { line: self.number, error }),
        }
    }

    /// The next line, which must be there.
    fn expect(&mut self, what: &'static str) -> Result<&str, ReadError> {
        if self.advance()? { Ok(self.line.trim()) } else { Err(self.wrong(Fault::Truncated(what))) }
    }

    fn wrong(&self, fault: impl Into<Fault>) -> ReadError {
        ReadError::Wrong { line: self.number, fault: fault.into() }
    }

    /// The value of a line of the head, which begins with the given word.
    fn head<T>(
        &mut self,
        word: &'static str,
        read: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<T, ReadError> {
        let line = self.expect(word)?;
        let result = match line.split_once(' ') {
            Some((first, value)) if first == word => read(value.trim()),
            _ => Err(Fault::Head { expected: word, found: excerpt(line) }),
        };
        result.map_err(|fault| self.wrong(fault))
    }

    fn certificate(&mut self) -> Result<Certificate, ReadError> {
        let first = self.expect(FIRST_WORD)?;
        let number = first.strip_prefix(FIRST_WORD).filter(|rest| rest.starts_with(' '));
        match number.map(str::trim) {
            Some(number) if number == VERSION.to_string() => {}
            other => {
                let version = other.map(|number| Fault::Version(excerpt(number)));
                return Err(self.wrong(version.unwrap_or(Fault::NotACertificate)));
            }
        }
        let game: GameName = self.head("game", |name| Ok(name.parse()?))?;
        let (game, setup) = self.head("fen", |fen| {
            let game = game.seen_in_fen(fen)?;
            Ok((game, Setup::from_fen(game, fen)?))
        })?;
        let winner = self.head("winner", |name| match name {
            "black" => Ok(Player::Black),
            "white" => Ok(Player::White),
            other => Err(Fault::Winner(excerpt(other))),
        })?;
        let order = self.head("order", |number| match number {
            "-" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| Fault::Order(excerpt(digits))),
        })?;
        let claim = Claim { game, setup, winner, order };
        if let GameName::Hex(_) = game { self.plans(claim) } else { self.tree(&claim) }
    }

    fn tree(&mut self, claim: &Claim) -> Result<Certificate, ReadError> {
        let mut builder = Builder::new(claim).map_err(|error| self.wrong(error))?;
        let grid = claim.game.grid();
        self.proof(|line| push_line(&mut builder, grid, line))?;
        self.count(builder.nodes())?;
        let certificate = builder.finish().map_err(|error| self.wrong(error))?;
        self.nothing_more()?;
        Ok(certificate)
    }

    fn plans(&mut self, claim: Claim) -> Result<Certificate, ReadError> {
        let mut plans = Plans::default();
        self.proof(|line| plans.push_line(claim.game.grid(), line))?;
        self.count(plans.plans.len())?;
        self.nothing_more()?;
        Ok(Certificate::of_plans(claim, plans))
    }

    /// Reads the lines of the proof and the one that ends it.
    fn proof(&mut self, mut push: impl FnMut(&str) -> Result<(), Fault>) -> Result<(), ReadError> {
        loop {
            let line = self.expect("end")?;
            if line.split_ascii_whitespace().next() == Some("end") {
                return Ok(());
            }
            if let Err(fault) = push(line) {
                return Err(self.wrong(fault));
            }
        }
    }

    /// The last line tells the number of nodes.
    fn count(&self, counted: usize) -> Result<(), ReadError> {
        let found = self.line.trim().trim_start_matches("end").trim();
        if found == counted.to_string() {
            return Ok(());
        }
        Err(self.wrong(Fault::Count { found: excerpt(found), counted }))
    }

    fn nothing_more(&mut self) -> Result<(), ReadError> {
        while self.advance()? {
            if !self.line.trim().is_empty() {
                return Err(self.wrong(Fault::AfterEnd(excerpt(self.line.trim()))));
            }
        }
        Ok(())
    }
}

/// Reads one step and adds it to the proof.
fn push_line(builder: &mut Builder, grid: Grid, line: &str) -> Result<(), Fault> {
    let unknown = || Fault::Line(excerpt(line));
    let mut words = line.split_ascii_whitespace();
    let kind = words.next().ok_or_else(unknown)?;
    let pushed = match kind {
        "a" => {
            let stones = read_stones(grid, words.next().ok_or_else(unknown)?)?;
            let effect = match words.next() {
                None => Effect::Continues,
                Some("!") => Effect::Completes,
                Some("+") => Effect::Overwhelms,
                Some(_) => return Err(unknown()),
            };
            builder.push(Step::Attack { stones: &stones, effect })
        }
        "=" => {
            let number = words.next().and_then(|number| number.parse().ok());
            let target = number.and_then(NodeId::from_number).ok_or_else(unknown)?;
            builder.push(Step::Same(target))
        }
        "d" => builder.push(Step::Defence),
        "r" => {
            let stones = read_stones(grid, words.next().ok_or_else(unknown)?)?;
            builder.push(Step::Reply(&stones))
        }
        "." => builder.push(Step::Close(&read_zones(grid, words.by_ref())?)),
        _ => return Err(unknown()),
    };
    pushed?;
    if words.next().is_some() { Err(unknown()) } else { Ok(()) }
}

/// Square names without spaces between them, or `-` for none.
pub(super) fn read_stones(grid: Grid, text: &str) -> Result<Vec<Square>, Fault> {
    let mut stones = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (square, after) = grid.parse_prefix(rest)?;
        stones.push(square);
        rest = after;
    }
    Ok(stones)
}

/// Zones, each given by the squares that the zone before it lacks.
fn read_zones<'a>(
    grid: Grid,
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<SquareSet>, Fault> {
    let mut zones = Vec::new();
    let mut zone = SquareSet::EMPTY;
    for word in words {
        let mut rest = if word == "-" { "" } else { word };
        while !rest.is_empty() {
            let begin = rest;
            let (first, mut after) = grid.parse_prefix(rest)?;
            let mut last = first;
            if let Some(end) = after.strip_prefix('-') {
                (last, after) = grid.parse_prefix(end)?;
                if last < first || grid.row(last) != grid.row(first) {
                    return Err(Fault::Run(excerpt(begin)));
                }
            }
            for square in (first.index()..=last.index()).map(Square::from_index) {
                if zone.contains(square) {
                    return Err(Fault::Repeated(grid.name(square).to_string()));
                }
                zone.insert(square);
            }
            rest = after;
        }
        if zones.len() == MAX_ZONES {
            return Err(StructureError::TooManyZones.into());
        }
        zones.push(zone);
    }
    Ok(zones)
}
