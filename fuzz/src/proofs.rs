//! Targets for the files of drawn games and of the family Connect(k,p,q).

use sixfold_draws::check::check_document;
use sixfold_draws::document::Document;
use sixfold_draws::plan::Plan;
use sixfold_family::check;
use sixfold_family::plane::PlaneProof;
use sixfold_family::theorem::Theorem;

use crate::check_message;

/// A proof about drawn games: it comes back, and the checker makes up its mind.
///
/// # Panics
/// If a proof that was written is not read back.
pub fn draws(data: &[u8]) {
    match Document::read(data) {
        Ok(document) => {
            let again = Document::read(document.write().as_bytes());
            assert_eq!(again.ok().as_ref(), Some(&document));
            if let Err(fault) = check_document(&document) {
                check_message(&fault.to_string());
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Boards as people draw them: they come back.
///
/// # Panics
/// If a plan that was written is not read back.
pub fn draws_plan(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Plan::read(text) {
        Ok(plan) => assert_eq!(Plan::read(&plan.write()).as_ref(), Ok(&plan), "{text}"),
        Err(error) => check_message(&error.to_string()),
    }
}

/// Theorems and proofs on the plane: they come back, and the checker makes up its mind.
///
/// # Panics
/// If what was written is not read back.
pub fn family(data: &[u8]) {
    if let Ok(proof) = serde_json::from_slice::<PlaneProof>(data) {
        let text = serde_json::to_string(&proof).expect("JSON");
        assert_eq!(serde_json::from_str::<PlaneProof>(&text).ok().as_ref(), Some(&proof));
        if let Err(fault) = check::check(&proof) {
            check_message(&fault.to_string());
        }
    }
    let Ok(theorems) = serde_json::from_slice::<Vec<Theorem>>(data) else { return };
    for theorem in theorems {
        // What is meant to be a proof is none.
        if let Err(fault) = theorem.check(data) {
            check_message(&fault.to_string());
        }
        if let Err(fault) = theorem.first_turn(data) {
            check_message(&fault.to_string());
        }
    }
}
