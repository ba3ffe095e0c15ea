//! The arguments of what is made of proofs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct ExportArguments {
    /// The file of a proof (see `sixfold prove --store`); it may be in use
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Format to write [default: by the ending of --out, else sgf]
    #[arg(long, value_enum)]
    pub format: Option<TreeFormat>,
    /// File to write; - writes to standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
    /// Leave out what is more than N turns away from the position
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Leave out all but N nodes, those closest to the position first [default: 500 for dot]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub most: Option<u32>,
    /// Where a player is shown to win, only one winning move of his and the answers to it
    #[arg(long)]
    pub proof_only: bool,
}

/// How a proof tree is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// A game record with variations and comments
    Sgf,
    /// A picture for Graphviz
    Dot,
    /// A list of nodes
    Json,
}
