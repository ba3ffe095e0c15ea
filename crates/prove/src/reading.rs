//! A tree out of its file.

use sixfold_jobs::{Digest, Sealed};
use sixfold_store::{Header, Reader, StoreError};

use crate::campaign::CampaignError;
use crate::evidence::Evidence;
use crate::settings::Settings;
use crate::tree::{Kept, Tree};

impl Tree {
    /// The tree of a file to look at, without its evidence. Somebody may be writing the file: it is
    /// the tree of a moment.
    pub fn read(reader: &Reader) -> Result<Tree, CampaignError> {
        let kept = Kept { nodes: reader.nodes()?, evidence: Evidence::default() };
        Tree::kept_in(reader, kept)
    }

    /// The tree of a file with its evidence.
    pub fn read_with_evidence(reader: &Reader) -> Result<Tree, CampaignError> {
        Tree::kept_in(reader, Kept::read(reader)?)
    }

    fn kept_in(reader: &Reader, kept: Kept) -> Result<Tree, CampaignError> {
        let header = reader.header()?;
        let settings = Settings::of(&header)?.search();
        let Header { game, root, prover, .. } = header;
        Ok(Tree::restore(game, root, prover, settings, kept)?)
    }
}

impl Kept {
    /// All that a file holds of a tree.
    pub fn read(reader: &Reader) -> Result<Kept, StoreError> {
        let nodes = reader.nodes()?;
        let mut evidence = Evidence::default();
        for node in &nodes {
            if let Some(sealed) = sealed(reader, reader.partial_of(node.id)?)? {
                evidence.answer(node.id, sealed);
            }
            if let Some(sealed) = sealed(reader, reader.proof_of(node.id)?)? {
                evidence.prove(node.id, sealed);
            }
        }
        // What comes from the file is no news to it.
        evidence.take_news();
        Ok(Kept { nodes, evidence })
    }
}

fn sealed(reader: &Reader, digest: Option<Digest>) -> Result<Option<Sealed>, StoreError> {
    digest.map_or(Ok(None), |digest| reader.certificate(digest))
}
