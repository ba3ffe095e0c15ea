//! Positions as electrical circuits (THEORY section 9).
//!
//! For one player an empty cell resists by 1, an own stone not at all, and the opponent's cells do
//! not conduct. Two places are linked if they are neighbours or connected; a link resists by the sum
//! of its places. With a voltage between the player's edges, the current through the board says how
//! well they are joined, and the energy that a cell dissipates how much it matters.

use nalgebra::{DMatrix, DVector};

use crate::board::Place;
use crate::cells::CellSet;
use crate::connections::Connections;

/// What a connection that is not one of neighbours resists beyond its ends.
const RESISTANCE_OF_A_CARRIER: f64 = 1.0;

/// What a link between two own groups resists, which would otherwise be nothing.
const LEAST_RESISTANCE: f64 = 0.1;

/// What every place conducts to the ground: places that are linked with no edge would otherwise have
/// any potential at all. Nobody sees it in the results.
const LEAKAGE: f64 = 1e-9;

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

/// Kirchhoff's equations, factorised as a dense matrix: at the sizes of boards this is as fast as
/// iterating over the links, and exact. Places without links have a potential of 0.
fn potentials(links: &[Link], nodes: usize, source: usize, sink: usize) -> Vec<f64> {
    let unknowns = Unknowns::new(links, nodes, [source, sink]);
    let mut matrix = DMatrix::from_diagonal_element(unknowns.count, unknowns.count, LEAKAGE);
    let mut current = DVector::zeros(unknowns.count);
    for link in links {
        let numbers = link.ends.map(|end| unknowns.number[end]);
        for (end, other) in [(0, 1), (1, 0)] {
            let Some(row) = numbers[end] else { continue };
            matrix[(row, row)] += link.conductance;
            match numbers[other] {
                Some(column) => matrix[(row, column)] -= link.conductance,
                None if link.ends[other] == source => current[row] += link.conductance,
                None => {}
            }
        }
    }
    if let Some(factors) = matrix.cholesky() {
        factors.solve_mut(&mut current);
    }
    let of_unknown = |number: &Option<usize>| number.map_or(0.0, |number| current[number]);
    let mut potential: Vec<f64> = unknowns.number.iter().map(of_unknown).collect();
    potential[source] = 1.0;
    potential
}

/// The places whose potential is to be found: those with links, but for the two edges.
struct Unknowns {
    number: Vec<Option<usize>>,
    count: usize,
}

impl Unknowns {
    fn new(links: &[Link], nodes: usize, edges: [usize; 2]) -> Unknowns {
        let mut has_links = vec![false; nodes];
        links.iter().flat_map(|link| link.ends).for_each(|end| has_links[end] = true);
        let mut count = 0;
        let number = (0..nodes).map(|node| {
            let is_unknown = has_links[node] && !edges.contains(&node);
            count += usize::from(is_unknown);
            is_unknown.then(|| count - 1)
        });
        Unknowns { number: number.collect(), count }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use sixfold_game::{Game, HexRules, PerPlayer, Player, Square};

    use super::*;
    use crate::connections::{Goal, Settings};
    use crate::{Board, Position};

    /// The plain twin: all places, the edges included, by Gaussian elimination. What is linked with no
    /// edge has no say.
    fn plain_potentials(links: &[Link], nodes: usize, source: usize, sink: usize) -> Vec<f64> {
        let mut rows = vec![vec![0.0; nodes + 1]; nodes];
        for link in links {
            let [one, other] = link.ends;
            for (end, other) in [(one, other), (other, one)] {
                rows[end][end] += link.conductance;
                rows[end][other] -= link.conductance;
            }
        }
        for (edge, potential) in [(source, 1.0), (sink, 0.0)] {
            rows[edge].fill(0.0);
            rows[edge][edge] = 1.0;
            rows[edge][nodes] = potential;
        }
        for column in 0..nodes {
            let size = |row: &usize| rows[*row][column].abs();
            let pivot = (column..nodes).max_by(|one, other| size(one).total_cmp(&size(other)));
            rows.swap(column, pivot.unwrap());
            if rows[column][column].abs() < 1e-9 {
                rows[column].fill(0.0);
                rows[column][column] = 1.0;
            }
            let pivot = rows[column].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|&(number, _)| number != column) {
                let factor = row[column] / pivot[column];
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
        (0..nodes).map(|node| rows[node][nodes] / rows[node][node]).collect()
    }

    proptest! {
        #[test]
        fn it_is_what_plain_elimination_finds(
            owners in proptest::collection::vec(prop_oneof![3 => Just(None), 1 => Just(Some(Player::Black)), 1 => Just(Some(Player::White))], 36),
            full_limit in prop_oneof![Just(0_usize), Just(20)],
        ) {
            let board = Arc::new(Board::new(HexRules::new(6, 6).unwrap()));
            let stones = PerPlayer::from_fn(|player| {
                let is_own = |cell: &Square| owners[cell.index()] == Some(player);
                board.grid().squares().filter(is_own).collect()
            });
            let settings = Settings { full_limit, ..Settings::default() };
            for player in Player::BOTH {
                let known = Connections::<1>::new(
                    board.clone(), player, stones, settings, Goal::Everything,
                );
                if known.are_joined(known.edges()) {
                    continue;
                }
                let [source, sink] = known.edges().map(|edge| known.node_number(edge));
                let links = links(&known);
                let plain = plain_potentials(&links, known.nodes(), source, sink);
                let found = potentials(&links, known.nodes(), source, sink);
                for link in &links {
                    let voltage = |of: &[f64]| of[link.ends[0]] - of[link.ends[1]];
                    prop_assert!((voltage(&plain) - voltage(&found)).abs() < 1e-6);
                }
            }
        }
    }

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
