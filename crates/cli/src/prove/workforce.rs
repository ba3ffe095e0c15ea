//! Who does the jobs.

use std::io::{self, Write};

use sixfold_answers::methods_with;
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Digest, Runner};
use sixfold_nats::{NatsRunner, RunnerOptions};
use sixfold_store::Header;

use crate::arguments::WorkforceArguments;

/// Starts whoever is to do the jobs. On a broker they go by this name.
pub fn start(arguments: &WorkforceArguments, name: &str) -> anyhow::Result<Box<dyn Runner>> {
    let Some(address) = &arguments.nats else {
        let workers = methods_with(arguments.workers).threads;
        return Ok(Box::new(LocalRunner::start(workers)?));
    };
    let connection = arguments.access.connection(address);
    let options = RunnerOptions::new(connection, name.parse()?);
    Ok(Box::new(NatsRunner::start(options, |event| {
        // The proof goes on even if nobody reads what its workers are up to.
        let _ = writeln!(io::stderr(), "{}", event.to_string().replace(char::is_control, " "));
    })?))
}

/// The name under which a broker knows a proof: the same whenever it is gone on with.
pub fn name_of(header: &Header) -> String {
    let Header { game, root, prover, created, .. } = header;
    let text = format!("{game} {root} {prover} {created:?}");
    let digest = Digest::of(text.as_bytes()).to_string();
    format!("proof-{}", &digest[..16])
}

impl WorkforceArguments {
    /// The words of a command line that asks for the same. Passwords are not repeated.
    pub fn words(&self) -> Vec<String> {
        match (&self.nats, self.workers) {
            (Some(address), _) => vec!["--nats".to_string(), address.to_string()],
            (None, 0) => Vec::new(),
            (None, workers) => vec!["--workers".to_string(), workers.to_string()],
        }
    }
}
