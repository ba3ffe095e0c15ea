//! The arguments of workers, and of whoever has jobs done by them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sixfold_nats::{Address, Connection, Identity};

use super::{MOST_THREADS, seconds};

#[derive(Args)]
#[command(after_long_help = BROKER)]
pub struct WorkerArguments {
    /// The NATS broker that has the jobs
    #[arg(long, value_name = "URL")]
    pub nats: Address,
    #[command(flatten)]
    pub access: AccessArguments,
    /// How many jobs to do at a time; 0 stands for all cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=MOST_THREADS), allow_negative_numbers = true)]
    pub cores: u16,
    /// What to call this worker [default: the name of the machine, and a number]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Let others do the jobs of a worker that has been silent for so long; the first worker on a
    /// broker decides
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_hyphen_values = true)]
    pub silence: Duration,
    /// Do not stand back for other programs on this machine
    #[arg(long)]
    pub eager: bool,
}

const BROKER: &str = "\
The broker is nats-server with JetStream: 'nats-server -js -sd DIR'. A worker serves every coordinator
on it, waits for it if it is not there, and may come and go. The first Ctrl-C lets it finish its jobs,
the second gives them back.";

/// How to be let in by a broker.
#[derive(Args)]
pub struct AccessArguments {
    /// A credentials file for the broker; a user and password can also be part of the URL
    #[arg(long, value_name = "FILE", requires = "nats")]
    pub credentials: Option<PathBuf>,
    /// The certificate of the authority that vouches for the broker, as PEM
    #[arg(long, value_name = "FILE", requires = "nats")]
    pub tls_ca: Option<PathBuf>,
    /// A certificate to show to the broker, as PEM
    #[arg(long, value_name = "FILE", requires_all = ["nats", "tls_key"])]
    pub tls_cert: Option<PathBuf>,
    /// The key of this certificate, as PEM
    #[arg(long, value_name = "FILE", requires_all = ["nats", "tls_cert"])]
    pub tls_key: Option<PathBuf>,
}

impl AccessArguments {
    /// The connection to a broker.
    pub fn connection(&self, address: &Address) -> Connection {
        let identity = self.tls_cert.clone().zip(self.tls_key.clone());
        Connection {
            address: address.clone(),
            credentials: self.credentials.clone(),
            authority: self.tls_ca.clone(),
            identity: identity.map(|(certificate, key)| Identity { certificate, key }),
        }
    }
}
