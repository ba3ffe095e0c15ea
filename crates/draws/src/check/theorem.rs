//! Checking whole documents.

use super::attack::check_attack;
use super::defence::check_defence;
use super::derivation::check_derivation;
use super::fault::Fault;
use super::tiling::{NamedBoard, check_tiling};
use crate::document::{Document, Play, TilingProof};

/// What a document proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// Breaker holds a board.
    Held {
        /// Its name.
        board: String,
        /// The stones of a turn.
        stones: usize,
        /// How many positions the defence knows.
        stances: usize,
        /// How many moves of Maker were answered.
        moves: u64,
    },
    /// Maker wins on a board.
    Lost {
        /// Its name.
        board: String,
        /// The stones of a turn.
        stones: usize,
        /// How many positions the attack knows.
        steps: usize,
    },
    /// Connect(run, stones) is drawn, by a tiling.
    DrawnByTiling {
        /// The length of the runs.
        run: usize,
        /// The stones of a turn.
        stones: usize,
        /// How many positions the defences know.
        stances: usize,
        /// How many moves of Maker were answered.
        moves: u64,
        /// How many runs were looked at.
        runs: usize,
    },
    /// Connect(run, stones) is drawn, by a derivation: the lemmas are taken as proven.
    DrawnByDerivation {
        /// The length of the runs.
        run: usize,
        /// The stones of a turn.
        stones: usize,
        /// How many inferences there are.
        steps: usize,
        /// How many runs were looked at.
        runs: usize,
    },
}

/// Checks a document, and says what it proves.
pub fn check_document(document: &Document) -> Result<Checked, Fault> {
    match document {
        Document::Board(proof) => {
            let (board, stones) = (&proof.board, proof.stones);
            let name = board.name.clone();
            match &proof.play {
                Play::Defence(defence) => {
                    let report = check_defence(&board.board, stones, defence)?;
                    let (stances, moves) = (report.stances, report.moves);
                    Ok(Checked::Held { board: name, stones, stances, moves })
                }
                Play::Attack(attack) => {
                    let steps = check_attack(&board.board, stones, attack)?;
                    Ok(Checked::Lost { board: name, stones, steps })
                }
            }
        }
        Document::Tiling(proof) => check_tiling_proof(proof),
        Document::Derivation(proof) => {
            let (run, stones, steps) = (proof.run, proof.stones, proof.steps.len());
            let runs = check_derivation(&proof.steps, run, stones)?;
            Ok(Checked::DrawnByDerivation { run, stones, steps, runs })
        }
    }
}

/// Copies do not overlap, so that Breaker may answer in each by itself; each holds; and whoever fills a
/// run fills a line.
fn check_tiling_proof(proof: &TilingProof) -> Result<Checked, Fault> {
    let (run, stones) = (proof.run, proof.stones);
    let boards: Vec<NamedBoard> =
        proof.boards.iter().map(|defended| defended.board.clone()).collect();
    let runs = check_tiling(&boards, &proof.tiling, run)?.runs;
    let (mut stances, mut moves) = (0, 0);
    for defended in &proof.boards {
        let report = check_defence(&defended.board.board, stones, &defended.defence)?;
        stances += report.stances;
        moves += report.moves;
    }
    Ok(Checked::DrawnByTiling { run, stones, stances, moves, runs })
}
