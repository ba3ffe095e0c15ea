//! Proofs that fill a library.

use serde_json::json;
use sixfold_library::joseki;

use super::desk::{Desk, Outcome, TaskFailure};
use super::prove::Proof;
use super::request::{self, JosekiRequest};
use crate::folder::CheckedName;

/// Works at a proof, and puts what it has come to into a library, also if it is not finished.
pub fn run(desk: &Desk, request: &JosekiRequest) -> Result<Outcome, TaskFailure> {
    let proof_request = request.proof();
    let name = CheckedName::new(&request.library)?;
    let libraries = &desk.tasks.shelf().libraries;
    let mut proof = Proof::open(desk, &proof_request)?;
    let game = proof.campaign.tree().game();
    // Opened before the proof is worked at, so that nobody works for nothing.
    let mut library = libraries.open_apart(&name, game)?;
    if library.game() != game {
        let reason = format!("the library is about {}, not {game}", library.game());
        return Err(TaskFailure(reason));
    }
    let ending = proof.work(desk, &proof_request)?;
    let mut outcome = proof.outcome(ending)?;
    let opening = request::position(&request.place)?;
    joseki::build(proof.campaign.tree(), Some(&opening), &mut library)?;
    libraries.tell(&name, library.version()?);
    if let Some(result) = &mut outcome.result {
        result["library"] = json!(name.as_str());
        result["positions"] = json!(library.counts()?.positions);
    }
    Ok(outcome)
}
