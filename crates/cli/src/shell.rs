//! Completion scripts and manual pages, made from the command line definition itself.

use anyhow::Context;
use clap::CommandFactory;
use serde_json::json;

use crate::arguments::{Cli, CompletionsArguments, ManArguments};
use crate::output::deliver;
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
    let command = Cli::command();
    let Some(folder) = &arguments.folder else {
        let page = String::from_utf8(page(command)?).context("the manual page is not text")?;
        let json = json!({ "page": page });
        return Ok(Report::done(page, json));
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut names = vec!["sixfold.1".to_string()];
    deliver(&folder.join(&names[0]), page(command.clone())?, "")?;
    for subcommand in command.get_subcommands() {
        let name = format!("sixfold-{}", subcommand.get_name());
        names.push(format!("{name}.1"));
        let page = page(subcommand.clone().name(name))?;
        deliver(&folder.join(&names[names.len() - 1]), page, "")?;
    }
    let text = format!("{} manual pages written to {}\n", names.len(), folder.display());
    Ok(Report::done(text, json!({ "folder": folder.display().to_string(), "pages": names })))
}

fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
