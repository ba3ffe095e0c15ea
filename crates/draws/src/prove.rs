//! Theorems by one command.

use thiserror::Error;

use crate::bands::{TiledBoard, b1, b2};
use crate::board::BoardError;
use crate::derivation::{derivation, drawn_length, shortest_lines};
use crate::document::{DefendedBoard, DerivationProof, Document, TilingProof};
use crate::solve::{Game, Verdict, Watch, solve};

/// The most stones of a turn that derivations are made for.
pub const MOST_STONES: usize = 1000;

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotProven {
    /// The run is shorter than what is known.
    #[error("whether {run} can be forced with {stones} a turn is not known; {least} cannot")]
    TooShort {
        /// What was asked for.
        run: usize,
        /// The stones of a turn.
        stones: usize,
        /// The shortest run that is known not to be forced.
        least: usize,
    },
    /// No derivation goes so far.
    #[error("between 1 and {MOST_STONES} stones a turn are possible, not {0}")]
    Stones(usize),
    /// The solver was stopped.
    #[error("stopped before the board was solved")]
    Stopped,
    /// A built-in board is none.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Proves that nobody forces `run` in a row with `stones` stones a turn.
pub fn prove(run: usize, stones: usize, watch: &Watch) -> Result<Document, NotProven> {
    if stones > MOST_STONES {
        return Err(NotProven::Stones(stones));
    }
    let least = drawn_length(stones).ok_or(NotProven::Stones(stones))?;
    if run < least {
        return Err(NotProven::TooShort { run, stones, least });
    }
    match stones {
        1 => prove_by_tiling(b1()?, run, stones, watch),
        2 => prove_by_tiling(b2()?, run, stones, watch),
        _ => {
            let steps = shortest_lines(stones).and_then(derivation);
            let steps = steps.ok_or(NotProven::Stones(stones))?;
            Ok(Document::Derivation(DerivationProof { run, stones, steps }))
        }
    }
}

fn prove_by_tiling(
    tiled: TiledBoard,
    run: usize,
    stones: usize,
    watch: &Watch,
) -> Result<Document, NotProven> {
    let TiledBoard { board, tiling } = tiled;
    let Verdict::Held(defence) = solve(Game { board: &board.board, stones }, u64::MAX, watch)
    else {
        return Err(NotProven::Stopped);
    };
    let boards = vec![DefendedBoard { board, defence }];
    Ok(Document::Tiling(TilingProof { run, stones, boards, tiling }))
}
