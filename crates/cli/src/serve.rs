//! `sixfold serve`: the workbench.

use std::io::{self, Write};

use anyhow::Context;
use serde_json::json;
use sixfold_server::{DataFolder, Options, Server, Token, log, openapi};

use crate::arguments::ServeArguments;
use crate::output::closed_pipe_is_fine;
use crate::report::{Body, Ending, Report};
use crate::search::stop_on_interrupt;

/// Runs the command.
pub fn run(arguments: &ServeArguments) -> anyhow::Result<Report> {
    if arguments.openapi {
        let text = serde_json::to_string_pretty(&openapi())? + "\n";
        return Ok(Report { body: Body::Text(text), json: json!(openapi()), ending: Ending::Done });
    }
    log::start(arguments.log.into());
    let server = Server::open(options(arguments)?)?;
    let stopper = server.stopper();
    stop_on_interrupt(move || stopper.stop())?;
    let url = server.url();
    let mut stdout = io::stdout();
    closed_pipe_is_fine(writeln!(stdout, "{url}").and_then(|()| stdout.flush()))?;
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        // Whoever has no browser here can open the address in another one.
        eprintln!("--open: no browser can be started ({error}); open {url} in one");
    }
    server.run()?;
    Ok(Report::done(String::new(), json!({ "url": url })))
}

fn options(arguments: &ServeArguments) -> anyhow::Result<Options> {
    let token = arguments.token.as_deref().map(|token| {
        Token::chosen(token).context("--token: letters, digits, -, _, . and ~ only, at most 256")
    });
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => DataFolder::usual()?,
    };
    Ok(Options { listen: arguments.listen, data, token: token.transpose()? })
}
