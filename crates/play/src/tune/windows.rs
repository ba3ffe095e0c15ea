//! The values of windows: who wins from here?
//!
//! The logarithm of the odds that the side to move wins is the sum of the weights of all windows, and
//! logistic regression finds the weights under which the results of real games are likeliest.

use std::ops::Range;
use std::sync::Arc;

use fastrand::Rng;
use sixfold_connect::{Geometry, Position, SegmentState};
use sixfold_game::{Game, Outcome, Player};
use sixfold_solve::{Budget, Meter};

use super::figures::WindowFigures;
use super::weights::{Learning, PatternIndex, Slope, Weights};
use super::{Course, Learned, Part, PlayedGame, Progress, TuneError};
use crate::evaluate::{PaddedLine, Segments, Values, formula};
use crate::tactics::{Sight, Tactics};

/// Positions before this turn, counted from 0, say too little about the result.
const FIRST_TURN: usize = 3;
/// Positions of one game resemble each other: more of them would add little.
const POSITIONS_OF_A_GAME: usize = 10;
/// Nodes that each search for a win by threats may take.
const NODES: u64 = 200;
/// Memory of that search.
const MEMORY: usize = 16 << 20;
/// Positions that one step of learning looks at.
const BATCH: usize = 512;
const LEARNING: Learning = Learning { rate: 0.002, own_cost: 5e-3, shape_cost: 1e-4 };

/// Learns the values of windows.
pub(super) fn learn<S: SegmentState>(
    course: &mut Course,
) -> Result<Learned<WindowFigures>, TuneError> {
    let index = PatternIndex::new(&Segments::of_window(course.geometry.rules().in_a_row()));
    let mut collector = Collector::new(&course.geometry, &index, &mut course.random);
    let of = course.games.len() + course.held_out.len();
    let mut watch = |done| (course.watch)(Progress { part: Part::Positions, done, of });
    let examples = collector.collect::<S>(course.games, &mut watch);
    let held_out = collector.collect::<S>(course.held_out, &mut watch);
    if examples.positions.is_empty() || held_out.positions.is_empty() {
        return Err(TuneError::NoPositions);
    }
    let weights = fit(&examples, &index, course);
    let mut values = weights.values(|pattern| !pattern.is_bare());
    formula::add_wins_at_sight(course.geometry.rules(), &mut values.patterns);
    Ok(Learned {
        figures: held_out.figures(&values, &index),
        formula: held_out.figures(&course.formula.window_values(), &index),
        values,
    })
}

/// A pattern of a position, and how often it occurs.
#[derive(Clone, Copy, Debug)]
struct Term {
    pattern: u16,
    count: u16,
}

/// Positions as the side to move sees them, with how the game ended for it.
#[derive(Debug, Default)]
struct Examples {
    terms: Vec<Term>,
    positions: Vec<Example>,
}

#[derive(Clone, Debug)]
struct Example {
    terms: Range<usize>,
    winner: Winner,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Winner {
    Mover,
    Opponent,
}

impl Examples {
    fn add<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        winner: Player,
        index: &PatternIndex,
    ) {
        let mover = position.turn().player;
        let mut numbers = Vec::new();
        for line in position.geometry().lines() {
            let length = position.geometry().line_squares(line).len();
            let line = PaddedLine::new(position.line_stones(line), length, mover);
            let windows = line.windows().filter(|window| !window.is_bare());
            numbers.extend(windows.map(|window| index.number(window)));
        }
        numbers.sort_unstable();
        let first = self.terms.len();
        let terms = numbers.chunk_by(|a, b| a == b);
        self.terms.extend(terms.map(|same| Term { pattern: same[0], count: same.len() as u16 }));
        let winner = if winner == mover { Winner::Mover } else { Winner::Opponent };
        self.positions.push(Example { terms: first..self.terms.len(), winner });
    }

    fn terms(&self, example: &Example) -> &[Term] {
        &self.terms[example.terms.clone()]
    }

    /// Adds to the slope of the loss what one position contributes to it.
    fn descend(&self, example: &Example, weights: &Weights, slope: &mut Slope) {
        let terms = self.terms(example);
        let weight =
            |term: &Term| weights.patterns()[usize::from(term.pattern)] * f32::from(term.count);
        let sum: f32 = terms.iter().map(weight).sum();
        let result = if example.winner == Winner::Mover { 1.0 } else { 0.0 };
        let error = chance(weights.constant() + sum) - result;
        for term in terms {
            slope.patterns[usize::from(term.pattern)] += error * f32::from(term.count);
        }
        slope.constant += error;
    }

    /// How well a table foretells the results.
    fn figures(&self, values: &Values, index: &PatternIndex) -> WindowFigures {
        let by_number = index.values(values);
        let mut figures = WindowFigures::default();
        for example in &self.positions {
            let value = |term: &Term| {
                i32::from(by_number[usize::from(term.pattern)]) * i32::from(term.count)
            };
            let sum: i32 = self.terms(example).iter().map(value).sum();
            let chance = chance((sum + i32::from(values.to_move)) as f32 / 1000.0);
            match example.winner {
                Winner::Mover => figures.add_win(chance),
                Winner::Opponent => figures.add_loss(chance),
            }
        }
        figures
    }
}

fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn fit<'a>(examples: &Examples, index: &'a PatternIndex, course: &mut Course) -> Weights<'a> {
    let epochs = course.epochs;
    let steps = examples.positions.len().div_ceil(BATCH) * epochs;
    let mut weights = Weights::new(index, LEARNING, steps);
    let mut slope = weights.level();
    let mut order: Vec<&Example> = examples.positions.iter().collect();
    for epoch in 1..=epochs {
        course.random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            for example in batch {
                examples.descend(example, &weights, &mut slope);
            }
            weights.step(&mut slope, batch.len());
        }
        (course.watch)(Progress { part: Part::Windows, done: epoch, of: epochs });
    }
    weights
}

/// Takes positions from games: those at the beginning of a turn that threats do not decide, which is
/// for the search to see.
struct Collector<'a> {
    geometry: &'a Arc<Geometry>,
    index: &'a PatternIndex,
    random: &'a mut Rng,
    tactics: Tactics,
    meter: Meter,
    games_done: usize,
}

impl<'a> Collector<'a> {
    fn new(
        geometry: &'a Arc<Geometry>,
        index: &'a PatternIndex,
        random: &'a mut Rng,
    ) -> Collector<'a> {
        let (tactics, meter) = (Tactics::new(MEMORY), Meter::start(Budget::default()));
        Collector { geometry, index, random, tactics, meter, games_done: 0 }
    }

    fn collect<S: SegmentState>(
        &mut self,
        games: &[PlayedGame],
        watch: &mut dyn FnMut(usize),
    ) -> Examples {
        let mut examples = Examples::default();
        for game in games {
            // A draw says nothing about who stood better.
            if let Outcome::Win(winner) = game.outcome {
                let mut positions = turn_starts::<S>(game, self.geometry);
                self.random.shuffle(&mut positions);
                positions.truncate(POSITIONS_OF_A_GAME);
                positions.retain(|position| self.is_open(position));
                for position in &positions {
                    examples.add(position, winner, self.index);
                }
            }
            self.games_done += 1;
            watch(self.games_done);
        }
        examples
    }

    /// Whether the side to move has no win by double threats, and can parry those of its opponent.
    fn is_open<S: SegmentState>(&mut self, position: &Position<S>) -> bool {
        let stones = position.geometry().rules().stones_per_turn();
        let threats = position.threat_number(position.turn().player.opponent());
        threats <= stones
            && !self.may_win(position)
            && (threats < stones || self.can_parry(position))
    }

    fn may_win<S: SegmentState>(&mut self, position: &Position<S>) -> bool {
        !matches!(self.tactics.win(position, NODES, &mut self.meter), Ok(Sight::Nothing))
    }

    /// Whether some way to block all threats leaves the opponent without a win by more of them.
    fn can_parry<S: SegmentState>(&mut self, position: &Position<S>) -> bool {
        let mut after = position.clone();
        position.critical_defences(position.turn().player).iter().any(|defence| {
            if after.play_turn(&defence.squares).is_err() {
                return false;
            }
            let is_parried = !self.may_win(&after);
            after.undo_stones(defence.squares.len());
            is_parried
        })
    }
}

/// The positions at the beginning of turns.
fn turn_starts<S: SegmentState>(game: &PlayedGame, geometry: &Arc<Geometry>) -> Vec<Position<S>> {
    let mut position: Position<S> = Position::start(geometry.clone());
    let mut starts = vec![position.clone()];
    for &square in &game.stones {
        let mover = position.turn().player;
        position.play(square);
        if position.turn().player != mover && position.outcome().is_none() {
            starts.push(position.clone());
        }
    }
    starts.split_off(starts.len().min(FIRST_TURN))
}
