//! Printing, and writing files whole or not at all.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, bail};

use crate::arguments::{Colour, OutputOptions};
use crate::report::{Body, Report};

/// Prints a report to standard output.
pub fn print(report: &Report, options: OutputOptions) -> anyhow::Result<()> {
    match &report.body {
        _ if options.json => print_bytes(format!("{}\n", json(report)?).as_bytes()),
        Body::File(contents)
            if std::str::from_utf8(contents).is_err() && io::stdout().is_terminal() =>
        {
            bail!("a picture cannot be shown on a terminal (name a file, or redirect the output)")
        }
        Body::File(contents) => print_bytes(contents),
        Body::Text(text) => {
            let mut stream = coloured_stdout(options);
            closed_pipe_is_fine(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()))
        }
    }
}

/// Standard output, which drops colours where they are not wanted.
pub fn coloured_stdout(options: OutputOptions) -> impl Write {
    let choice = match options.color {
        Colour::Auto => anstream::AutoStream::choice(&io::stdout()),
        Colour::Always => anstream::ColorChoice::Always,
        Colour::Never => anstream::ColorChoice::Never,
    };
    anstream::AutoStream::new(io::stdout().lock(), choice)
}

/// The JSON of a report. A file meant for standard output becomes a field of it.
fn json(report: &Report) -> anyhow::Result<String> {
    let mut json = report.json.clone();
    if let (Body::File(contents), Some(object)) = (&report.body, json.as_object_mut()) {
        let text = std::str::from_utf8(contents)
            .context("only text can be part of JSON (name a file for the output)")?;
        object.insert("contents".to_string(), text.into());
    }
    Ok(serde_json::to_string(&json)?)
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    closed_pipe_is_fine(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// `sixfold show | head -3` is no mistake.
pub fn closed_pipe_is_fine(result: io::Result<()>) -> anyhow::Result<()> {
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
    deliver_stream(path, what, |out| out.write_all(&contents)).map(Body::Text)
}

/// Writes a file piece by piece so that it is either complete or as it was before, and says so.
pub fn deliver_stream(
    path: &Path,
    what: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<String> {
    write_beside_and_rename(path, write)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(format!("{what} written to {}\n", path.display()))
}

fn write_beside_and_rename(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // The file that a link points to is what is to be replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let existing = path.metadata().ok();
    if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        // A device or a pipe cannot be replaced by renaming.
        let mut out = BufWriter::new(std::fs::OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let permissions = existing.map(|metadata| metadata.permissions());
    if permissions.as_ref().is_some_and(std::fs::Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(
        permissions.unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)),
    );
    let mut file = builder.prefix(".sixfold-").tempfile_in(folder).map_err(|e| without_path(&e))?;
    let mut out = BufWriter::new(&mut file);
    write(&mut out).and_then(|()| out.flush()).map_err(|error| without_path(&error))?;
    drop(out);
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| without_path(&error.error))?;
    Ok(())
}

/// The name of a temporary file means nothing to the user.
fn without_path(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(std::error::Error::source);
    let original = inner.and_then(|source| source.downcast_ref::<io::Error>()).unwrap_or(error);
    match original.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => original.kind().into(),
    }
}
