//! Checks certificates.
//!
//! A certificate says that a player, the *attacker*, wins a position, and gives a tree of moves and
//! replies, or in Hex plans to join his edges. [`check`] decides whether that is a proof. It trusts nothing
//! but the rules of the game: it shares no code with the solvers, finds segments by walking,
//! threats by counting and defences by trying, and derives every relevance zone itself. It is
//! meant to be read: the rules are those of THEORY 3 (\[RZOP\]), named in the code as there, and
//! `docs/certificates.md` says why they hold.
//!
//! ```
//! use sixfold_game::certificate::Certificate;
//!
//! let file = "\
//! sixfold-certificate 1
//! game connect(1,5,3,1,1)
//! fen 2x2 b 1
//! winner black
//! order 1
//! a b1 +
//! end 1
//! ";
//! let certificate = Certificate::read(file.as_bytes()).unwrap();
//! let report = sixfold_check::check(&certificate).unwrap();
//! assert_eq!(report.to_string(), "Black wins connect(1,5,3,1,1) from 2x2 b 1 by a win of order 1");
//!
//! let other = file.replace("a b1 +", "a a1 +");
//! let certificate = Certificate::read(other.as_bytes()).unwrap();
//! let fault = sixfold_check::check(&certificate).unwrap_err();
//! assert_eq!(fault.to_string(), "node 1 (line 6) after a1: the reply b1 is not answered");
//! ```

mod board;
mod defences;
mod fault;
mod hex;
mod verifier;
mod zones;

use std::fmt;

pub use fault::{Fault, PlanFault, Reason};
use sixfold_game::certificate::{Certificate, Claim, Proof};
use sixfold_game::{Extent, GameName, SquareSet};

/// What a certificate has been found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The claim, which is true.
    pub claim: Claim,
    /// The nodes of the proof.
    pub nodes: usize,
    /// How many of them are defences, those counted that are only marked `+`.
    pub defences: usize,
    /// The proof shows a win of at most this order (THEORY 2). Hex has no orders.
    pub order: Option<u16>,
    /// The relevance zones of the claimed position, Z1 first, up to order k. All higher orders
    /// equal the last. On an unbounded board only those that have an end: all others are the whole
    /// board. In Hex the one zone is the carrier: the empty cells that the winner needs.
    pub zones: Vec<SquareSet>,
    /// Whether the proof holds on an unbounded board: always if that is what it is about.
    pub unbounded: bool,
}

impl fmt::Display for Report {
    /// The claim in words, with the order that has been shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.order.map(|order| u8::try_from(order).unwrap_or(u8::MAX));
        Claim { order, ..self.claim }.fmt(f)?;
        match self.claim.game {
            GameName::Connect(rules) if rules.extent() == Extent::Window => {
                f.write_str(", on an unbounded board")
            }
            _ if self.unbounded => f.write_str(", on an unbounded board too"),
            _ => Ok(()),
        }
    }
}

/// Checks a certificate: either what it claims is true, or here is the first node that is not
/// proven. "First" is meant in the order in which nodes are completed, leaves before their parents.
pub fn check(certificate: &Certificate) -> Result<Report, Fault> {
    let claim = &certificate.claim;
    match (claim.game, certificate.tree(), certificate.plans()) {
        (GameName::Connect(rules), Some(proof), _) => verifier::verify(claim, rules, proof),
        (GameName::Hex(rules), _, Some(plans)) => hex::verify(claim, rules, plans),
        _ => Err(Fault {
            node: Proof::ROOT,
            line: 1,
            moves: String::new(),
            reason: Reason::OtherGame,
        }),
    }
}
