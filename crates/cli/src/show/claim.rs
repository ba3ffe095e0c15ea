//! What `sixfold show` says of a certificate.

use anyhow::anyhow;
use serde_json::{Value, json};
use sixfold_answers::wording::counted;
use sixfold_game::certificate::{Certificate, Claim};
use sixfold_game::{Extent, GameName, SquareSet};

use crate::search::grouped;

/// The claim of a certificate.
pub struct ShownClaim {
    claim: Claim,
    nodes: usize,
    /// The zones of the claimed position, known only after the proof has been checked.
    pub zones: Option<Vec<SquareSet>>,
}

/// How many steps a proof consists of: nodes of a tree, or plans.
pub fn steps(game: GameName, number: usize) -> String {
    let (one, many) = match game {
        GameName::Connect(_) => ("node", "nodes"),
        GameName::Hex(_) => ("plan", "plans"),
    };
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

impl ShownClaim {
    /// The claim as it is made.
    pub fn unchecked(certificate: &Certificate) -> ShownClaim {
        ShownClaim { claim: certificate.claim, nodes: certificate.nodes(), zones: None }
    }

    /// The claim, if it is true, with the order that has been shown.
    pub fn checked(certificate: &Certificate) -> anyhow::Result<ShownClaim> {
        let report = sixfold_check::check(certificate)
            .map_err(|fault| anyhow!("the certificate is not a proof: {fault}"))?;
        Ok(ShownClaim {
            claim: Claim {
                order: report.order.and_then(|order| u8::try_from(order).ok()),
                ..report.claim
            },
            nodes: report.nodes,
            zones: Some(report.zones),
        })
    }

    /// The claim in a line, and the zones in another.
    pub fn text(&self) -> String {
        let Claim { winner, order, .. } = self.claim;
        let order = order.map_or_else(String::new, |order| format!(" by a win of order {order}"));
        let nodes = steps(self.claim.game, self.nodes);
        let state = if self.zones.is_some() { "checked" } else { "not checked" };
        let claim = format!("Certificate: {winner} wins{order} ({nodes}, {state})\n");
        claim + &self.zones.as_deref().map_or_else(String::new, |zones| self.sizes(zones))
    }

    /// How large the carrier is, or the zones are. A zone like the one before it is not mentioned.
    fn sizes(&self, zones: &[SquareSet]) -> String {
        if let (GameName::Hex(_), Some(carrier)) = (self.claim.game, zones.first()) {
            return format!("Carrier: {}\n", counted(carrier.len(), "cell", "cells"));
        }
        let before = [SquareSet::EMPTY].into_iter().chain(zones.iter().copied());
        let larger =
            zones.iter().zip(before).zip(1..).filter(|((zone, before), _)| *zone != before);
        let mut sizes: Vec<String> =
            larger.map(|((zone, _), order)| format!("Z{order} {}", zone.len())).collect();
        if let GameName::Connect(rules) = self.claim.game
            && rules.extent() == Extent::Window
        {
            sizes.push(format!("from Z{} on the whole board", zones.len() + 1));
        }
        format!("Squares in zones: {}\n", sizes.join(", "))
    }

    pub fn json(&self) -> Value {
        json!({
            "winner": self.claim.winner,
            "order": self.claim.order,
            "nodes": self.nodes,
            "checked": self.zones.is_some(),
        })
    }
}
