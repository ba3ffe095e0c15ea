//! How good a position is for whom, without looking ahead.

use sixfold_game::{PerPlayer, Player};

use super::distance::{Distance, Steps};
use crate::circuit::flow;
use crate::connections::Connections;

/// No circuit conducts less, so that ratios stay finite.
const LEAST_CONDUCTANCE: f64 = 1e-9;

/// What one more cell on a shortest way is worth, against a step less.
const WORTH_OF_A_WAY: f64 = 0.01;

/// What a position is judged by. Links are the same for all: neighbours and connections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// The resistance of both circuits (THEORY section 9): all ways count, the better the more.
    Resistance,
    /// How many stones each player needs to join his edges if his opponent passes.
    ShortestPath,
    /// The same if the opponent may close the best way at each step: a cell is one step farther than
    /// its second nearest neighbour (as Queenbee measured).
    TwoDistance,
}

impl Measure {
    /// Above 0 if the player stands better than his opponent. Nobody's edges are joined yet.
    pub(super) fn balance<const WORDS: usize>(
        self,
        connections: &PerPlayer<Connections<WORDS>>,
        player: Player,
    ) -> f64 {
        let merit = |player| self.merit(&connections[player]);
        merit(player) - merit(player.opponent())
    }

    fn merit<const WORDS: usize>(self, connections: &Connections<WORDS>) -> f64 {
        match self {
            Measure::Resistance => flow(connections).conductance.max(LEAST_CONDUCTANCE).ln(),
            Measure::ShortestPath => merit_of(Distance::measure(connections, Steps::FromNearest)),
            Measure::TwoDistance => merit_of(Distance::measure(connections, Steps::FromSecond)),
        }
    }
}

fn merit_of(distance: Distance) -> f64 {
    WORTH_OF_A_WAY * distance.cells as f64 - distance.steps as f64
}
