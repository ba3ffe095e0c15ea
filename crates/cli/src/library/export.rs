//! `sixfold library export`: libraries for other programs and people.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_library::{ExportFormat, Library};

use super::{is_given, record_of};
use crate::arguments::{LibraryExportArguments, LibraryFormat};
use crate::output::deliver;
use crate::report::{Ending, Report};

/// Runs the command.
pub fn run(arguments: &LibraryExportArguments) -> anyhow::Result<Report> {
    let library = Library::open_read_only(&arguments.library)?;
    let format = arguments.format.unwrap_or_else(|| format_by_ending(&arguments.out));
    let format = match format {
        LibraryFormat::Sgf => ExportFormat::Sgf,
        LibraryFormat::Lib => ExportFormat::Lib,
        LibraryFormat::Json => ExportFormat::Json,
        LibraryFormat::Html => ExportFormat::Html,
        LibraryFormat::Library => return copy(&library, &arguments.out),
        LibraryFormat::Certificates => return certificates(&library, &arguments.out),
    };
    let contents = if is_given(&arguments.position) {
        let position = record_of(&library, &arguments.position)?.final_setup();
        library.export(&position, format)?
    } else {
        library.export_all(format)?
    };
    let json = json!({ "output": arguments.out.display().to_string(), "bytes": contents.len() });
    let body = deliver(&arguments.out, contents, "the library")?;
    Ok(Report { body, json, ending: Ending::Done })
}

fn format_by_ending(path: &Path) -> LibraryFormat {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("lib") => LibraryFormat::Lib,
        Some("json") => LibraryFormat::Json,
        Some("html" | "htm") => LibraryFormat::Html,
        Some("6lib") => LibraryFormat::Library,
        _ => LibraryFormat::Sgf,
    }
}

fn copy(library: &Library, out: &Path) -> anyhow::Result<Report> {
    if out == Path::new("-") {
        bail!("--out: a library needs a file");
    }
    library.copy_to(out)?;
    let name = out.display().to_string();
    Ok(Report::done(format!("the library written to {name}\n"), json!({ "output": name })))
}

fn certificates(library: &Library, folder: &Path) -> anyhow::Result<Report> {
    if folder == Path::new("-") {
        bail!("--out: certificates need a folder");
    }
    let wrong = || format!("cannot write to {}", folder.display());
    std::fs::create_dir_all(folder).with_context(wrong)?;
    let digests = library.certificates()?;
    for &digest in &digests {
        if let Some(sealed) = library.certificate(digest)? {
            std::fs::write(folder.join(format!("{digest}.cert.gz")), sealed.bytes())
                .with_context(wrong)?;
        }
    }
    let name = folder.display().to_string();
    let text = format!("{} certificates written to {name}\n", digests.len());
    Ok(Report::done(text, json!({ "output": name, "certificates": digests.len() })))
}
