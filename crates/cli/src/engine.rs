//! `sixfold engine`: another program plays with an engine, over standard input and output.

use std::io;

use anyhow::Context;
use serde_json::json;
use sixfold_game::GameName;
use sixfold_play::clock::Limits;
use sixfold_play::protocol::{self, C6, Gtp, Protocol};

use crate::arguments::{EngineArguments, ProtocolName};
use crate::report::Report;
use crate::thinking;

/// Runs the command.
pub fn run(arguments: &EngineArguments) -> anyhow::Result<Report> {
    let game = match arguments.protocol {
        ProtocolName::C6 | ProtocolName::Gtp => GameName::CONNECT6,
        ProtocolName::Htp => GameName::HEX11,
    };
    let worker = thinking::worker(&arguments.thinking, game)?;
    let limits = Limits::from(arguments.thinking.limits);
    let name = worker.engine.name().to_string();
    let mut protocol: Box<dyn Protocol> = match arguments.protocol {
        ProtocolName::C6 => Box::new(C6::new(&name, limits)),
        ProtocolName::Gtp => Box::new(Gtp::new(&name, limits)),
        ProtocolName::Htp => Box::new(Gtp::of_hex(&name, limits)),
    };
    let (mut output, mut notes) = (io::stdout(), io::stderr());
    protocol::run(&mut *protocol, worker, io::stdin(), &mut output, &mut notes)
        .context("the dialogue has broken off")?;
    Ok(Report::done(String::new(), json!({ "engine": name })))
}
