//! The naive oracle: what the rules say, written down without any table or increment, and the
//! random games that it is compared on.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::sync::Arc;

use proptest::prelude::*;
use sixfold_connect::{Geometry, Position, SegmentState};
use sixfold_game::{
    ConnectRules, Game, GameName, Grid, Lattice, Player, Setup, Square, SquareSet, Turn,
};

/// A set of empty squares, sorted.
pub type Squares = Vec<Square>;

/// Looks at the board square by square.
pub struct Oracle {
    rules: ConnectRules,
    setup: Setup,
}

impl Oracle {
    pub fn new(rules: ConnectRules, setup: Setup) -> Oracle {
        Oracle { rules, setup }
    }

    /// All runs of k squares, found by walking from each square in each direction.
    pub fn segments(&self) -> Vec<Squares> {
        let grid = self.rules.grid();
        let directions: &[(i32, i32)] = match self.rules.lattice() {
            Lattice::Square { .. } => &[(1, 0), (0, 1), (1, 1), (1, -1)],
            Lattice::Hexagonal { .. } => &[(1, 0), (0, 1), (1, -1)],
        };
        let mut segments = Vec::new();
        for &(dx, dy) in directions {
            for start in grid.squares() {
                let (x, y) = (i32::from(grid.column(start)), i32::from(grid.row(start)));
                let run: Option<Squares> = (0..i32::from(self.rules.in_a_row()))
                    .map(|i| self.cell(grid, x + i * dx, y + i * dy))
                    .collect();
                segments.extend(run);
            }
        }
        segments
    }

    fn cell(&self, grid: Grid, x: i32, y: i32) -> Option<Square> {
        if let Lattice::Hexagonal { radius } = self.rules.lattice() {
            let (radius, q, r) = (i32::from(radius), x - i32::from(radius), y - i32::from(radius));
            if q.abs().max(r.abs()).max((q + r).abs()) > radius {
                return None;
            }
        }
        grid.square(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }

    pub fn count(&self, segment: &[Square], player: Player) -> usize {
        segment.iter().filter(|&&square| self.setup.stone(square) == Some(player)).count()
    }

    pub fn has_won(&self, player: Player) -> bool {
        self.segments().iter().any(|s| self.count(s, player) == s.len())
    }

    /// The empty squares of each segment that the player completes with `stones` stones.
    pub fn lacking_at_most(&self, player: Player, stones: usize) -> Vec<Squares> {
        self.segments()
            .into_iter()
            .filter(|s| self.count(s, player.opponent()) == 0)
            .map(|s| s.into_iter().filter(|&q| self.setup.stone(q).is_none()).collect())
            .filter(|empty: &Squares| empty.len() <= stones)
            .collect()
    }

    pub fn threats(&self, player: Player) -> Vec<Squares> {
        self.lacking_at_most(player, self.rules.stones_per_turn() as usize)
    }

    pub fn threat_number(&self, player: Player) -> u16 {
        let p = self.rules.stones_per_turn();
        smallest_hitting_set(&self.threats(player), p)
    }

    /// All sets of at most p squares that hit every threat and would not without any one square.
    pub fn critical_defences(&self, attacker: Player) -> Vec<Squares> {
        let threats = self.threats(attacker);
        let candidates = union(&threats);
        (0..=self.rules.stones_per_turn() as usize)
            .flat_map(|size| subsets(&candidates, size))
            .filter(|set| {
                let without = |left_out: Square| {
                    set.iter().copied().filter(|&square| square != left_out).collect::<Squares>()
                };
                hits_all(set, &threats)
                    && set.iter().all(|&square| !hits_all(&without(square), &threats))
            })
            .collect()
    }
}

pub fn hits_all(set: &[Square], segments: &[Squares]) -> bool {
    segments.iter().all(|segment| segment.iter().any(|square| set.contains(square)))
}

fn union(segments: &[Squares]) -> Squares {
    segments.iter().flatten().copied().collect::<SquareSet>().iter().collect()
}

/// Tries all sets of 0, 1, 2, ... squares.
pub fn smallest_hitting_set(segments: &[Squares], at_most: u16) -> u16 {
    let candidates = union(segments);
    (0..=at_most)
        .find(|&size| subsets(&candidates, size as usize).iter().any(|s| hits_all(s, segments)))
        .unwrap_or(at_most + 1)
}

pub fn subsets(squares: &[Square], size: usize) -> Vec<Squares> {
    let Some((&first, rest)) = squares.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = subsets(rest, size);
    if size > 0 {
        all.extend(subsets(rest, size - 1).into_iter().map(|mut set| {
            set.insert(0, first);
            set
        }));
    }
    all
}

/// One step of a random game: a stone on the n-th empty square, or some stones taken back.
#[derive(Clone, Debug)]
pub enum Step {
    Play(prop::sample::Index),
    Undo(u8),
}

pub fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => any::<prop::sample::Index>().prop_map(Step::Play),
        1 => (1_u8..4).prop_map(Step::Undo),
    ];
    prop::collection::vec(step, 1..most)
}

/// Games on rectangles and hexagons, small enough for the oracle.
pub fn small_games() -> impl Strategy<Value = ConnectRules> {
    let lattice = prop_oneof![
        3 => (1_u8..8, 1_u8..8).prop_map(|(rows, columns)| Lattice::Square { rows, columns }),
        1 => (1_u8..4).prop_map(|radius| Lattice::Hexagonal { radius }),
    ];
    (lattice, 1_u8..7, 1_u16..4, 1_u16..4).prop_filter_map("no room for k", |(lattice, k, p, q)| {
        ConnectRules::new(lattice, k, p, q).ok()
    })
}

pub fn start<S: SegmentState>(rules: ConnectRules) -> Position<S> {
    Position::start(Arc::new(Geometry::new(rules)))
}

/// Performs a step; a stone that cannot be played is left out.
pub fn perform<S: SegmentState>(position: &mut Position<S>, step: &Step, region: &SquareSet) {
    match step {
        Step::Play(index) => {
            let squares: Squares = (position.legal_squares() & *region).iter().collect();
            if !squares.is_empty() {
                position.play(*index.get(&squares));
            }
        }
        Step::Undo(stones) => position.undo_stones(*stones as usize),
    }
}

/// A position drawn as text, from the top row: `x` Black, `o` White, `.` empty.
pub fn drawn<S: SegmentState>(rules: ConnectRules, rows: &[&str], turn: Turn) -> Position<S> {
    let mut setup = Setup::start(GameName::Connect(rules));
    setup.turn = turn;
    let grid = rules.grid();
    for (row, text) in grid.rows_from_top().zip(rows) {
        for (column, letter) in text.split(' ').enumerate() {
            let stone = Player::BOTH.into_iter().find(|p| letter.starts_with(p.stone_letter()));
            setup.set(grid.square(column as u8, row).expect("a square of the board"), stone);
        }
    }
    Position::from_setup(Arc::new(Geometry::new(rules)), &setup).expect("one winner at most")
}
