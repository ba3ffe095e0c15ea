//! Certificates: a proof of a win as data, and the file it is kept in.
//!
//! A [`Certificate`] is a [`Claim`] (this player wins this position) and a [`Proof`] of it: for
//! every position in which the *attacker*, the player who is said to win, is to move, the stones
//! of his turn; for every position of the *defender* the replies that need an answer, and
//! optionally the relevance zones by which they stand for all others. In Hex a proof is a list of
//! [`Plans`] instead. What makes it a proof is said in `docs/certificates.md` and decided by the
//! crate `sixfold-check`; this module only knows its form.
//!
//! A proof is given step by step, in the order in which it is read, to a [`Sink`]: to a
//! [`Writer`], which keeps nothing of it, or to a [`Builder`], which keeps all of it.
//!
//! ```
//! use sixfold_game::certificate::{Certificate, Claim, Effect, Sink, Writer};
//! use sixfold_game::{GameName, Player, Setup};
//!
//! let game: GameName = "connect(1,5,3,1,1)".parse().unwrap();
//! let square = |name| game.grid().parse(name).unwrap();
//! let setup = Setup::from_fen(game, "2x2 b 1").unwrap();
//! let claim = Claim { game, setup, winner: Player::Black, order: Some(1) };
//!
//! let mut writer = Writer::new(Vec::new(), &claim).unwrap();
//! // Black takes b1, and both a1 and d1 would complete three in a row: White cannot stop both.
//! writer.attack(&[square("b1")], Effect::Overwhelms).unwrap();
//! let file = writer.finish().unwrap();
//!
//! let certificate = Certificate::read(&file[..]).unwrap();
//! assert_eq!(certificate.claim, claim);
//! assert_eq!(certificate.to_string().as_bytes(), file);
//! ```

mod outline;
mod plan;
mod proof;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

pub use outline::{Effect, Sink, SinkError, Step, StructureError};
pub use plan::{Plan, PlanId, Plans, Threat};
pub use proof::{Attack, Builder, Defence, Node, NodeId, Proof, Reply};
pub use reader::{Fault, ReadError};
pub use writer::Writer;

use crate::{GameName, MAX_SIDE, Player, Setup};

/// The version of the file format that this module reads and writes.
pub const VERSION: u32 = 1;

/// The most attacks on one path of a proof: each adds a stone to the largest board.
pub const MAX_DEPTH: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// The most zones that a defence may claim. Zones of order k and above are all alike, and k is at
/// most the side of the largest board.
pub const MAX_ZONES: usize = MAX_SIDE as usize;

/// What a certificate says: this player wins this position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// The game that is played.
    pub game: GameName,
    /// The position. Either side may be to move.
    pub setup: Setup,
    /// The player who wins: the attacker.
    pub winner: Player,
    /// The order of the win (THEORY 2), if the certificate speaks of it: the proof shows a win of
    /// at most this order.
    pub order: Option<u8>,
}

impl fmt::Display for Claim {
    /// The claim in words, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { game, setup, winner, order } = self;
        write!(f, "{winner} wins {game} from {setup}")?;
        match order {
            Some(order) => write!(f, " by a win of order {order}"),
            None => Ok(()),
        }
    }
}

/// A claim and its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What is proven.
    pub claim: Claim,
    evidence: Evidence,
}

/// What a proof consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Evidence {
    /// Connect games: attacks and replies.
    Tree(Proof),
    /// Hex: plans to join the edges.
    Plans(Plans),
}

impl Certificate {
    /// A certificate of a game of Hex.
    #[must_use]
    pub fn of_plans(claim: Claim, plans: Plans) -> Certificate {
        Certificate { claim, evidence: Evidence::Plans(plans) }
    }

    /// The proof of a Connect game.
    #[must_use]
    pub fn tree(&self) -> Option<&Proof> {
        match &self.evidence {
            Evidence::Tree(proof) => Some(proof),
            Evidence::Plans(_) => None,
        }
    }

    /// The proof of a game of Hex.
    #[must_use]
    pub fn plans(&self) -> Option<&Plans> {
        match &self.evidence {
            Evidence::Plans(plans) => Some(plans),
            Evidence::Tree(_) => None,
        }
    }

    /// How many nodes or plans the proof has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        match &self.evidence {
            Evidence::Tree(proof) => proof.len(),
            Evidence::Plans(plans) => plans.plans.len(),
        }
    }

    /// Writes the certificate as a file.
    pub fn write(&self, mut out: impl std::io::Write) -> Result<(), SinkError> {
        match &self.evidence {
            Evidence::Tree(proof) => {
                let mut writer = Writer::new(out, &self.claim)?;
                proof.steps().try_for_each(|step| writer.step(step).map(drop))?;
                writer.finish().map(drop)
            }
            Evidence::Plans(plans) => {
                writer::write_head(&mut out, &self.claim)?;
                for line in plans.lines(self.claim.game.grid()) {
                    writeln!(out, "{line}")?;
                }
                writeln!(out, "end {}", plans.plans.len())?;
                Ok(out.flush()?)
            }
        }
    }
}

impl fmt::Display for Certificate {
    /// The text of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        self.write(&mut bytes).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&bytes))
    }
}
