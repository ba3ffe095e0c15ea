//! What is wrong with a proof.

use thiserror::Error;

/// Why a document proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// An exchange of squares that does not take lines to lines.
    #[error("symmetry {0} does not take lines to lines")]
    Symmetry(usize),
    /// The beginning of the game is not covered.
    #[error("the beginning of the game is not one of its positions")]
    Beginning,
    /// A stance in which Maker fills a line at once.
    #[error("stance {stance}: Maker fills {line} at once")]
    AlreadyLost {
        /// The number of the stance, counted from 1.
        stance: usize,
        /// The names of the squares.
        line: String,
    },
    /// A move without a good reply.
    #[error("stance {stance}: no reply to {stones} leads to a stance")]
    NoReply {
        /// The number of the stance, counted from 1.
        stance: usize,
        /// Maker's stones.
        stones: String,
    },
    /// Too many stones, or none.
    #[error("step {0}: Maker does not place between one stone and as many as he may")]
    Stones(usize),
    /// A reply that Maker has no answer to.
    #[error("step {step}: {reply} is a defence")]
    Defended {
        /// The number of the step, counted from 1.
        step: usize,
        /// Breaker's stones.
        reply: String,
    },
    /// The number of stones of a turn makes no sense.
    #[error("between 1 and {most} stones a turn are possible, not {stones}")]
    TurnSize {
        /// The largest possible number.
        most: usize,
        /// What was asked for.
        stones: usize,
    },
    /// Periods along one line, or very large ones.
    #[error("the periods of the tiling do not span the plane, or more of it than {0} squares")]
    Periods(i64),
    /// A copy of a board that there is none of.
    #[error("there is no board {0:?}")]
    NoSuchBoard(String),
    /// Two boards of one name.
    #[error("there are two boards {0:?}")]
    TwoBoards(String),
    /// A tiling without copies.
    #[error("a tiling needs a copy of a board")]
    NoCopies,
    /// A copy that is laid down where nobody looks.
    #[error("a copy lies more than {0} columns or rows away")]
    TooFar(u32),
    /// Copies that share a square.
    #[error("column {column}, row {row} is covered twice")]
    Overlap {
        /// The column in the plane.
        column: i32,
        /// The row in the plane.
        row: i32,
    },
    /// A run without a line.
    #[error(
        "the {direction} run of {run} squares from column {column}, row {row} contains no line"
    )]
    OpenRun {
        /// The direction of the run.
        direction: &'static str,
        /// How long the run is.
        run: usize,
        /// The column where it begins.
        column: i32,
        /// The row where it begins.
        row: i32,
    },
    /// A step of a derivation that does not follow.
    #[error("step {0} of the derivation does not follow")]
    Derivation(usize),
    /// A derivation of something else.
    #[error("the derivation does not end in what is claimed")]
    Conclusion,
}
