//! Completion scripts and manual pages, made from the command line definition itself.

use anyhow::Context;
use clap::CommandFactory;
use serde_json::json;

use crate::arguments::{Cli, CompletionsArguments, ManArguments};
use crate::report::Report;

/// The completion script for a shell.
pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Report> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "sixfold", &mut script);
    let script = String::from_utf8(script).context("the completion script is not text")?;
    let json = json!({ "shell": arguments.shell.to_string(), "script": script });
    Ok(Report::done(script, json))
}

/// The manual: the main page as text, or one page per command in a folder.
pub fn manual(arguments: &ManArguments) -> anyhow::Result<Report> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        let page = String::from_utf8(page).context("the manual page is not text")?;
        let json = json!({ "page": page });
        return Ok(Report::done(page, json));
    };
    let cannot_write = || format!("cannot write manual pages to {}", folder.display());
    std::fs::create_dir_all(folder).with_context(cannot_write)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(cannot_write)?;
    let text = format!("manual pages written to {}\n", folder.display());
    Ok(Report::done(text, json!({ "folder": folder })))
}
