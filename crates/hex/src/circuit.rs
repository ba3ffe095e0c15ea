//! Positions as electrical circuits (THEORY section 9).
//!
//! For one player an empty cell resists by 1, an own stone not at all, and the opponent's cells do
//! not conduct. Two places are linked if they are neighbours or connected; a link resists by the sum
//! of its places. With a voltage between the player's edges, the current through the board says how
//! well they are joined, and the energy that a cell dissipates how much it matters.

use crate::board::Place;
use crate::cells::CellSet;
use crate::connections::Connections;

/// What a connection that is not one of neighbours resists beyond its ends.
const RESISTANCE_OF_A_CARRIER: f64 = 1.0;

/// What a link between two own groups resists, which would otherwise be nothing.
const LEAST_RESISTANCE: f64 = 0.1;

/// The iteration ends when the rest of the equations has become smaller by this factor.
const PRECISION: f64 = 1e-4;

/// The current through a player's circuit under a voltage of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Flow {
    /// The current: the inverse of the resistance between the edges.
    pub conductance: f64,
    /// The energy that is dissipated on the links of each cell.
    pub energy: Vec<f64>,
}

struct Link {
    ends: [usize; 2],
    conductance: f64,
}

/// The flow through the circuit of a player whose edges are not joined by stones.
#[must_use]
pub fn flow<const WORDS: usize>(connections: &Connections<WORDS>) -> Flow {
    let [source, sink] = connections.edges().map(|edge| connections.node_number(edge));
    let links = links(connections);
    let nodes = connections.nodes();
    let potential = potentials(&links, nodes, source, sink);
    let mut flow = Flow { conductance: 0.0, energy: vec![0.0; nodes] };
    for link in &links {
        let [one, other] = link.ends;
        let voltage = potential[one] - potential[other];
        let energy = link.conductance * voltage * voltage;
        flow.conductance += energy;
        flow.energy[one] += energy;
        flow.energy[other] += energy;
    }
    flow
}

fn links<const WORDS: usize>(connections: &Connections<WORDS>) -> Vec<Link> {
    let empty = connections.empty();
    let link = |ends: [Place; 2]| {
        let smallest = connections.full(ends).next()?;
        let resistance = ends.map(|place| resistance(place, &empty)).iter().sum::<f64>();
        let over_carrier = if smallest.carrier.is_empty() { 0.0 } else { RESISTANCE_OF_A_CARRIER };
        let conductance = 1.0 / (resistance + over_carrier).max(LEAST_RESISTANCE);
        Some(Link { ends: ends.map(|place| connections.node_number(place)), conductance })
    };
    connections.ends().filter_map(link).collect()
}

fn resistance<const WORDS: usize>(place: Place, empty: &CellSet<WORDS>) -> f64 {
    match place {
        Place::Cell(cell) if empty.contains(cell) => 1.0,
        Place::Cell(_) | Place::Edge(_) => 0.0,
    }
}

/// Kirchhoff's equations, solved by conjugate gradients.
fn potentials(links: &[Link], nodes: usize, source: usize, sink: usize) -> Vec<f64> {
    let mut diagonal = vec![0.0; nodes];
    for link in links {
        link.ends.iter().for_each(|&end| diagonal[end] += link.conductance);
    }
    let is_fixed = |node: usize| node == source || node == sink || diagonal[node] == 0.0;
    let apply = |values: &[f64]| {
        let mut result: Vec<f64> =
            values.iter().zip(&diagonal).map(|(value, diagonal)| value * diagonal).collect();
        for link in links {
            let [one, other] = link.ends;
            result[one] -= link.conductance * values[other];
            result[other] -= link.conductance * values[one];
        }
        (0..nodes).filter(|&node| is_fixed(node)).for_each(|node| result[node] = 0.0);
        result
    };
    let mut potential: Vec<f64> =
        (0..nodes).map(|node| if is_fixed(node) { 0.0 } else { 0.5 }).collect();
    potential[source] = 1.0;
    let mut rest: Vec<f64> = apply(&potential).iter().map(|value| -value).collect();
    let conditioned = |rest: &[f64]| -> Vec<f64> {
        rest.iter()
            .zip(&diagonal)
            .map(|(rest, &diagonal)| if diagonal == 0.0 { 0.0 } else { rest / diagonal })
            .collect()
    };
    let mut step = conditioned(&rest);
    let mut size = product(&rest, &step);
    let enough = size * PRECISION * PRECISION;
    for _ in 0..nodes {
        if size <= enough || size == 0.0 {
            break;
        }
        let image = apply(&step);
        let length = size / product(&step, &image);
        for node in 0..nodes {
            potential[node] += length * step[node];
            rest[node] -= length * image[node];
        }
        let next = conditioned(&rest);
        let next_size = product(&rest, &next);
        for node in 0..nodes {
            step[node] = next[node] + next_size / size * step[node];
        }
        size = next_size;
    }
    potential
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use sixfold_game::{Game, HexRules, Player};

    use super::*;
    use crate::Position;
    use crate::connections::{Goal, Settings};

    fn flow_of(fen: &str, rows: u8, columns: u8, player: Player, settings: Settings) -> Flow {
        let position = Position::from_fen(HexRules::new(rows, columns).unwrap(), fen).unwrap();
        assert_eq!(position.outcome(), None);
        let board = position.board().clone();
        let found =
            Connections::<1>::new(board, player, position.stones(), settings, Goal::Everything);
        flow(&found)
    }

    /// Neighbours only.
    const PLAIN: Settings = Settings { full_limit: 0, ..Settings::EXHAUSTIVE };

    #[test]
    fn one_cell_between_the_edges_has_two_links_of_resistance_one() {
        let flow = flow_of("1 b 1", 1, 1, Player::Black, Settings::default());
        assert!((flow.conductance - 0.5).abs() < 1e-6);
        assert!((flow.energy[0] - 0.5).abs() < 1e-6);
    }

    #[test]
    fn parallel_ways_conduct_more() {
        let one = flow_of("o1o b 1", 1, 3, Player::Black, PLAIN);
        let two = flow_of("1o1 b 1", 1, 3, Player::Black, PLAIN);
        assert!((one.conductance - 0.5).abs() < 1e-3);
        assert!((two.conductance - 1.0).abs() < 1e-3);
    }

    #[test]
    fn the_cell_in_the_middle_matters_most() {
        for player in Player::BOTH {
            let flow = flow_of("3/3/3 b 1", 3, 3, player, Settings::default());
            let best = (0..9).max_by(|&a, &b| flow.energy[a].total_cmp(&flow.energy[b]));
            assert_eq!(best, Some(4));
        }
    }

    #[test]
    fn an_own_stone_helps_and_an_opponents_stone_hurts() {
        let conductance = |fen| flow_of(fen, 3, 3, Player::Black, Settings::default()).conductance;
        assert!(conductance("3/1x1/3 w 1") > conductance("3/3/3 b 1"));
        assert!(conductance("3/1o1/3 b 1") < conductance("3/3/3 b 1"));
    }
}
