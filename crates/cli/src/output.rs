//! Printing, and writing files whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use crate::arguments::{Colour, OutputOptions};
use crate::report::{Body, Report};

/// Prints a report to standard output.
pub fn print(report: &Report, options: OutputOptions) -> anyhow::Result<()> {
    if options.json {
        let mut text = serde_json::to_string(&report.json)?;
        text.push('\n');
        return print_bytes(text.as_bytes());
    }
    match &report.body {
        Body::File(contents) => print_bytes(contents),
        Body::Text(text) => {
            let choice = match options.color {
                Colour::Auto => anstream::AutoStream::choice(&io::stdout()),
                Colour::Always => anstream::ColorChoice::Always,
                Colour::Never => anstream::ColorChoice::Never,
            };
            let mut stream = anstream::AutoStream::new(io::stdout().lock(), choice);
            closed_pipe_is_fine(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()))
        }
    }
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    closed_pipe_is_fine(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// `sixfold show | head -3` is no mistake.
fn closed_pipe_is_fine(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// Writes a file so that it is either complete or as it was before, and says so; `-` stands for
/// standard output.
pub fn deliver(path: &Path, contents: Vec<u8>, what: &str) -> anyhow::Result<Body> {
    if path == Path::new("-") {
        return Ok(Body::File(contents));
    }
    write_beside_and_rename(path, &contents)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Body::Text(format!("{what} written to {}\n", path.display())))
}

fn write_beside_and_rename(path: &Path, contents: &[u8]) -> io::Result<()> {
    if !path.metadata().map_or(true, |meta| meta.is_file()) {
        // A device or a pipe cannot be replaced by renaming.
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(contents);
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".sixfold-").tempfile_in(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
