//! What connections alone prove, and proofs of what is known already.

use sixfold_game::certificate::{Certificate, Plan, Plans};
use sixfold_game::{PerPlayer, Player, SpentBudget, Square};

use super::Writer;
use crate::Position;
use crate::cells::CellSet;
use crate::connections::Goal;
use crate::solve::{Budget, Settings, Solution};
use crate::threats::ProvenThreat;

/// Proves that a player wins a position, once it is known that he does.
///
/// If he does not, the search goes on until the budget is spent.
#[must_use]
pub fn write(
    position: &Position,
    winner: Player,
    settings: Settings,
    budget: Budget,
) -> Solution<Result<Certificate, SpentBudget>> {
    match position.board().len() {
        0..=64 => Writer::<1>::write(position, winner, settings, budget),
        65..=128 => Writer::<2>::write(position, winner, settings, budget),
        129..=256 => Writer::<4>::write(position, winner, settings, budget),
        _ => Writer::<11>::write(position, winner, settings, budget),
    }
}

/// The threats of a player whose opponent is to move, as far as his connections show them without any
/// search: one for each semi-connection of his edges. If his edges are connected that is all he needs.
#[must_use]
pub fn shown_threats(position: &Position, player: Player, settings: Settings) -> Vec<ProvenThreat> {
    match position.board().len() {
        0..=64 => Writer::<1>::new(position, player, settings, Budget::default()).shown(position),
        65..=128 => Writer::<2>::new(position, player, settings, Budget::default()).shown(position),
        129..=256 => {
            Writer::<4>::new(position, player, settings, Budget::default()).shown(position)
        }
        _ => Writer::<11>::new(position, player, settings, Budget::default()).shown(position),
    }
}

impl<const WORDS: usize> Writer<WORDS> {
    fn shown(&mut self, position: &Position) -> Vec<ProvenThreat> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        let node = self.search.evaluator.node(stones, self.winner.opponent());
        let own = node.stones[self.winner];
        if self.joining(self.edges(), own).is_some() {
            self.push(Plan::Joined);
            return self.take_threat(None).into_iter().collect();
        }
        let known = self.connections(&node, Goal::Win);
        if let Some(winning) = known.winning() {
            let Some(derivation) = known.derivation(self.edges(), &winning.carrier) else {
                return Vec::new();
            };
            self.plan(&derivation, self.edges(), own);
            return self.take_threat(None).into_iter().collect();
        }
        let mut threats = Vec::new();
        for semi in known.winning_to_move() {
            let derivation = known.derivation(self.edges(), &semi.carrier);
            if let (Some(derivation), Some(cell)) = (derivation, semi.key) {
                self.plan(&derivation, self.edges(), own | CellSet::of(cell));
                threats.extend(self.take_threat(Some(cell)));
            }
        }
        threats
    }

    /// All plans that were written, as those of one threat.
    fn take_threat(&mut self, first: Option<Square>) -> Option<ProvenThreat> {
        ProvenThreat::of(Plans { first, plans: self.take_plans() })
    }
}
