//! The arguments of `sixfold serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sixfold_server::log::Format;

#[derive(Args)]
pub struct ServeArguments {
    /// Where to listen. An address that other machines can reach needs a token
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7316")]
    pub listen: SocketAddr,
    /// The folder of libraries, proofs and tasks [default: the platform's data folder / sixfold]
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// What everybody who asks must know [default: none on this machine, else a random one]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    /// How the log on standard error is written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log: LogFormat,
    /// Print the description of the API as JSON and exit
    #[arg(long)]
    pub openapi: bool,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// A JSON object a line
    Json,
}

impl From<LogFormat> for Format {
    fn from(format: LogFormat) -> Format {
        match format {
            LogFormat::Text => Format::Text,
            LogFormat::Json => Format::Json,
        }
    }
}
