//! From arguments to positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::bufread::MultiGzDecoder;
use sixfold_game::certificate::Certificate;
use sixfold_game::record::{self, Record};
use sixfold_game::{GameName, Setup};

use crate::arguments::PositionArguments;

/// No game record is larger; a file that is gets refused before it fills the memory.
const MAX_BYTES: u64 = 64 << 20;

/// What a message calls a file.
pub fn source_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// Opens a file, or standard input for `-`. What is compressed by gzip is unpacked on the way.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    let open = || -> io::Result<Box<dyn Read>> {
        let mut file: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(path)?))
        };
        let is_compressed = file.fill_buf()?.starts_with(GZIP);
        Ok(if is_compressed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
    };
    open().with_context(|| format!("cannot read {}", source_name(path)))
}

/// What every gzip file begins with.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Reads a whole file, or standard input for `-`.
pub fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let result = open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    result.with_context(|| format!("cannot read {}", source_name(path)))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{}: more than {} MiB is no game record", source_name(path), MAX_BYTES >> 20);
    }
    Ok(bytes)
}

/// Where a position comes from.
pub enum Source {
    /// A game, or just a setup for a FEN.
    Record(Record),
    /// A claim about the position, with its proof.
    Certificate(Certificate),
}

/// The record that leads to the position asked for.
pub fn read_record(arguments: &PositionArguments) -> anyhow::Result<Record> {
    Ok(match read_source(arguments)? {
        Source::Record(record) => record,
        Source::Certificate(certificate) => claimed_position(&certificate),
    })
}

/// The position that a certificate is about.
pub fn claimed_position(certificate: &Certificate) -> Record {
    Record::from_setup(certificate.claim.game, &certificate.claim.setup)
}

/// What the position asked for comes from.
pub fn read_source(arguments: &PositionArguments) -> anyhow::Result<Source> {
    if let Some(path) = &arguments.file {
        let bytes = read_bytes(path)?;
        let source = if Certificate::is_likely(&bytes) {
            read_certificate(&bytes, arguments).map(Source::Certificate)
        } else {
            read_one(&bytes, arguments).map(Source::Record)
        };
        return source.with_context(|| source_name(path));
    }
    let game = arguments.game.unwrap_or(GameName::CONNECT6);
    if let Some(fen) = &arguments.fen {
        let game = game.seen_in_fen(fen).context("--fen")?;
        let setup = Setup::from_fen(game, fen).context("--fen")?;
        return Ok(Source::Record(Record::from_setup(game, &setup)));
    }
    if let Some(moves) = &arguments.moves {
        // An empty list is the start of the game, though an empty file would be a mistake.
        if !moves.trim().is_empty() {
            let record = record::read(moves.as_bytes(), arguments.game).context("--moves")?;
            return Ok(Source::Record(record));
        }
    }
    Ok(Source::Record(Record::new(game)))
}

/// A certificate, if it is about the game that the user named.
fn read_certificate(bytes: &[u8], arguments: &PositionArguments) -> anyhow::Result<Certificate> {
    let certificate = Certificate::read(bytes)?;
    if let Some(number) = arguments.number.filter(|&number| number > 1) {
        bail!("there is no game {number}, a certificate is about one position");
    }
    let game = certificate.claim.game;
    match arguments.game {
        // An unbounded game has one name, whatever the window.
        Some(asked) if asked.to_string() != game.to_string() => {
            bail!("the certificate is about {game}, not {asked}")
        }
        _ => Ok(certificate),
    }
}

/// All games of a file.
pub fn read_collection(path: &Path, game: Option<GameName>) -> anyhow::Result<Vec<Record>> {
    record::read_collection(&read_bytes(path)?, game).with_context(|| source_name(path))
}

/// The only game of a file, or the one that the user chose.
fn read_one(bytes: &[u8], arguments: &PositionArguments) -> anyhow::Result<Record> {
    let records = record::read_collection(bytes, arguments.game)?;
    let index = match arguments.number {
        Some(number) => number as usize - 1,
        None if records.len() > 1 => {
            bail!("the file holds {} games (choose one with --number)", records.len())
        }
        None => 0,
    };
    choose(&records, index).cloned()
}

/// A game of a collection, counted from 0.
pub fn choose(records: &[Record], index: usize) -> anyhow::Result<&Record> {
    let held = records.len();
    records
        .get(index)
        .with_context(|| format!("there is no game {}, the file holds {held}", index + 1))
}
