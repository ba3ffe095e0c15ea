//! The joseki builder: the library of a proof (THEORY 7).
//!
//! For the attacker a move that wins, for the defender every defence that needs an answer of its own;
//! all others are refuted by the certificate of the position in which he has them. A line that is
//! not finished is there too, and open.

use sixfold_game::{Record, Setup, SquareSet};
use sixfold_proof::job_level::{NodeView, Side, Status};
use sixfold_prove::export::{Choice, Item, Outline, Scope};
use sixfold_prove::{Tree, first_turn};
use thiserror::Error;

use crate::{Entry, Known, Library, LibraryError};

/// Why a library cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The library.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A certificate of the tree cannot be read.
    #[error(transparent)]
    Certificate(#[from] sixfold_jobs::UnsealError),
}

/// Adds what a tree knows to a library, in one transaction, with the turns that lead to its root if
/// they are known: a library begins at the start of the game.
pub fn build(
    tree: &Tree,
    opening: Option<&Record>,
    library: &mut Library,
) -> Result<(), BuildError> {
    let mut known = opening.map_or_else(Vec::new, |opening| way_to_root(tree, opening));
    known.extend(entries(tree)?);
    Ok(library.add(&known)?)
}

/// The positions before the root of a tree, each with the turn that is played there. None if the record
/// does not lead from the start of the game to the root by whole turns.
fn way_to_root(tree: &Tree, opening: &Record) -> Vec<Entry> {
    let mut position = Setup::start(tree.game());
    let mut entries = Vec::new();
    if opening.game() != tree.game() || opening.first_setup() != position {
        return entries;
    }
    for turn in opening.turns() {
        let turn: SquareSet = turn.into_iter().collect();
        let moves = vec![turn];
        entries.push(Entry { position, known: Known::Open, certificate: None, moves });
        position = tree.symmetries().after(&position, turn);
    }
    if position == tree.root() { entries } else { Vec::new() }
}

/// What a tree knows, as entries of a library.
pub fn entries(tree: &Tree) -> Result<Vec<Entry>, BuildError> {
    let outline = Outline::of(tree, Choice { scope: Scope::Proof, ..Choice::default() });
    let mut entries = Vec::new();
    for item in outline.items() {
        if let Some(view) = outline.view(item.node) {
            entries.extend(entries_of(tree, item, &view)?);
        }
    }
    Ok(entries)
}

/// The position of a node with its moves. Where a solver has found the win, its first move comes from
/// the certificate, and the position after it is won by the same certificate.
fn entries_of(
    tree: &Tree,
    item: &Item,
    view: &NodeView<'_, Setup, SquareSet>,
) -> Result<Vec<Entry>, BuildError> {
    let prover = tree.prover();
    let known = match view.record.status {
        Status::Open => Known::Open,
        Status::Proven => Known::Won(prover),
        Status::Disproven => Known::NotWon(prover),
    };
    let moves: Vec<SquareSet> = item.steps.iter().map(|step| step.played).collect();
    let mut entry = Entry { position: item.position, known, certificate: None, moves };
    if view.record.side == Side::Prover && !entry.moves.is_empty() {
        // The certificate is that of the position after the winning move.
        return Ok(vec![entry]);
    }
    entry.certificate = tree.evidence().proof(item.node).cloned();
    let Some(sealed) = &entry.certificate else { return Ok(vec![entry]) };
    let Some(stones) = first_turn(&sealed.open()?) else {
        return Ok(vec![entry]);
    };
    // Certificates speak of the orientation that the node is kept in.
    entry.position = view.record.position;
    entry.moves.push(stones);
    let position = tree.symmetries().after(&entry.position, stones);
    let after = Entry { position, known, certificate: None, moves: Vec::new() };
    Ok(vec![entry, after])
}
