//! The values of stones: where is the next one placed?
//!
//! Each empty square near a stone has a value, the sum of the weights of the patterns around it. The
//! chance that it is played is its share of the exponentials of all values, and the weights are learned
//! under which the stones of real games are likeliest.

use std::sync::Arc;

use fastrand::Rng;
use sixfold_connect::{Geometry, Position, SegmentState};
use sixfold_game::{Game, Outcome, Square, SquareSet};

use super::figures::StoneFigures;
use super::weights::{Learning, PatternIndex, Slope, Weights};
use super::{Course, Learned, Part, PlayedGame, Progress};
use crate::evaluate::{PaddedLine, Segments, Values};

/// Squares at most so many steps from a stone are candidates.
const NEIGHBOURHOOD: u8 = 3;
/// Games that one step of learning looks at.
const BATCH: usize = 16;
const LEARNING: Learning = Learning { rate: 0.01, own_cost: 1e-5, shape_cost: 1e-6 };

/// Learns the values of stones.
pub(super) fn learn<S: SegmentState>(course: &mut Course) -> Learned<StoneFigures> {
    let index = PatternIndex::new(&Segments::through_stone(course.geometry.rules().in_a_row()));
    let replayer = Replayer {
        geometry: course.geometry.clone(),
        index: &index,
        neighbourhoods: neighbourhoods(&course.geometry),
    };
    let values = fit::<S>(&replayer, course).values(|_| true);
    let mut figures =
        |values: &Values| replayer.figures::<S>(course.held_out, values, &mut course.random);
    let (tuned, formula) = (figures(&values), figures(&course.formula.stone_values()));
    Learned { figures: tuned, formula, values }
}

fn fit<'a, S: SegmentState>(replayer: &Replayer<'a>, course: &mut Course) -> Weights<'a> {
    let epochs = course.epochs;
    let mut order: Vec<&PlayedGame> = course.games.iter().collect();
    let mut weights = Weights::new(replayer.index, LEARNING, order.len().div_ceil(BATCH) * epochs);
    let mut slope = weights.level();
    for epoch in 1..=epochs {
        course.random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut stones = 0;
            for game in batch {
                replayer.visit::<S>(game, &mut course.random, |candidates, played| {
                    candidates.descend(played, &weights, &mut slope);
                    stones += 1;
                });
            }
            weights.step(&mut slope, stones);
        }
        (course.watch)(Progress { part: Part::Stones, done: epoch, of: epochs });
    }
    weights
}

/// The empty squares that a stone could be placed on, with the patterns around them.
#[derive(Debug, Default)]
struct Candidates {
    squares: Vec<Square>,
    /// The patterns on the lines through each square, all squares one after the other.
    patterns: Vec<u16>,
    /// Where the patterns of each square end.
    ends: Vec<usize>,
}

impl Candidates {
    fn find<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        squares: SquareSet,
        index: &PatternIndex,
    ) {
        let (geometry, mover) = (position.geometry(), position.turn().player);
        self.squares.clear();
        self.patterns.clear();
        self.ends.clear();
        for square in squares.iter() {
            for place in geometry.places(square) {
                let length = geometry.line_squares(place.line).len();
                let line = PaddedLine::new(position.line_stones(place.line), length, mover);
                self.patterns.push(index.number(line.around(place.offset.into())));
            }
            self.squares.push(square);
            self.ends.push(self.patterns.len());
        }
    }

    /// The patterns of each square.
    fn patterns(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.patterns[start..end])
    }

    /// The logarithm of the chance of each square.
    fn log_chances(&self, weights: &[f32]) -> Vec<f32> {
        let value = |patterns: &[u16]| -> f32 {
            patterns.iter().map(|&pattern| weights[usize::from(pattern)]).sum()
        };
        let mut values: Vec<f32> = self.patterns().map(value).collect();
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = values.iter().map(|value| (value - most).exp()).sum();
        let whole = most + total.ln();
        for value in &mut values {
            *value -= whole;
        }
        values
    }

    /// Adds to the slope of the loss what one stone contributes to it.
    fn descend(&self, played: Square, weights: &Weights, slope: &mut Slope) {
        let chances = self.log_chances(weights.patterns());
        for ((&square, patterns), chance) in self.squares.iter().zip(self.patterns()).zip(chances) {
            let error = chance.exp() - if square == played { 1.0 } else { 0.0 };
            for &pattern in patterns {
                slope.patterns[usize::from(pattern)] += error;
            }
        }
    }
}

/// Plays games again.
struct Replayer<'a> {
    geometry: Arc<Geometry>,
    index: &'a PatternIndex,
    neighbourhoods: Vec<SquareSet>,
}

impl Replayer<'_> {
    /// Visits the stones of the winner of a game: the squares that each could be placed on, and the one
    /// where it is placed. The stones of a turn come in any order, for all orders are
    /// equally right.
    fn visit<S: SegmentState>(
        &self,
        game: &PlayedGame,
        random: &mut Rng,
        mut visit: impl FnMut(&Candidates, Square),
    ) {
        let mut position: Position<S> = Position::start(self.geometry.clone());
        let mut near = SquareSet::default();
        let mut candidates = Candidates::default();
        let mut rest = &game.stones[..];
        while !rest.is_empty() {
            let stones_left = usize::from(position.turn().stones_left);
            let (turn, later) = rest.split_at(rest.len().min(stones_left));
            rest = later;
            let mut turn = turn.to_vec();
            random.shuffle(&mut turn);
            let is_learned = !near.is_empty() && is_worth_learning(&position, game.outcome);
            for square in turn {
                if is_learned {
                    let mut squares = near & position.empty_squares();
                    squares.insert(square);
                    candidates.find(&position, squares, self.index);
                    visit(&candidates, square);
                }
                position.play(square);
                near |= self.neighbourhoods[square.index()];
            }
        }
    }

    /// How well a table foretells the stones.
    fn figures<S: SegmentState>(
        &self,
        games: &[PlayedGame],
        values: &Values,
        random: &mut Rng,
    ) -> StoneFigures {
        let by_number = self.index.values(values);
        let weights: Vec<f32> = by_number.iter().map(|&value| f32::from(value) / 1000.0).collect();
        let mut figures = StoneFigures::default();
        for game in games {
            self.visit::<S>(game, random, |candidates, played| {
                let chances = candidates.log_chances(&weights);
                let place = candidates.squares.iter().position(|&square| square == played);
                if let Some(place) = place {
                    figures.add(&chances, place);
                }
            });
        }
        figures
    }
}

/// Whether the side to move wins the game later, but not at once: then its stones are worth learning.
fn is_worth_learning<S: SegmentState>(position: &Position<S>, outcome: Outcome) -> bool {
    let mover = position.turn().player;
    outcome == Outcome::Win(mover) && !position.can_complete(mover)
}

/// The squares near each square.
fn neighbourhoods(geometry: &Geometry) -> Vec<SquareSet> {
    let grid = geometry.grid();
    let near = |a: Square, b: Square| {
        grid.column(a).abs_diff(grid.column(b)) <= NEIGHBOURHOOD
            && grid.row(a).abs_diff(grid.row(b)) <= NEIGHBOURHOOD
    };
    let cells = geometry.cells();
    let all = (0..grid.len()).map(Square::from_index);
    all.map(|square| cells.iter().filter(|&other| near(square, other)).collect()).collect()
}
