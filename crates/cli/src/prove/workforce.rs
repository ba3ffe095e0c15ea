//! Who does the jobs.

use sixfold_jobs::Runner;
use sixfold_jobs::local::LocalRunner;

use crate::arguments::WorkforceArguments;
use crate::search;

/// Starts whoever is to do the jobs.
pub fn start(arguments: &WorkforceArguments) -> anyhow::Result<Box<dyn Runner>> {
    let workers = search::methods_with(arguments.workers).threads;
    Ok(Box::new(LocalRunner::start(workers)?))
}

impl WorkforceArguments {
    /// The words of a command line that asks for the same.
    pub fn words(&self) -> Vec<String> {
        match self.workers {
            0 => Vec::new(),
            workers => vec!["--workers".to_string(), workers.to_string()],
        }
    }
}
