//! What is learned: a weight for every pattern, made of what it shares with others of its shape and
//! what is its own.
//!
//! Many patterns are rare. Their own share stays small, because regularisation holds it down, and
//! they are worth what patterns of the same shape are worth.

use std::collections::BTreeMap;

use crate::evaluate::{Pattern, Segments, Standing, Values};

/// Values are written in thousandths.
const THOUSAND: f32 = 1000.0;
/// Larger values say nothing more: sums of them must stay far from the limits of their type.
const LARGEST: f32 = 16_000.0;

/// The patterns by number: mirror images are one, and each knows the shape it has.
#[derive(Debug)]
pub(super) struct PatternIndex {
    numbers: Box<[u16]>,
    /// One pattern of each number.
    patterns: Vec<Pattern>,
    /// The shape of each pattern, by the number of the pattern.
    shapes: Vec<u16>,
    shape_count: usize,
}

impl PatternIndex {
    /// Patterns with equal standings of both players are of one shape.
    pub(super) fn new(segments: &Segments) -> PatternIndex {
        let all = || (0..=u16::MAX).map(Pattern);
        let mut index = PatternIndex {
            numbers: vec![0; all().count()].into_boxed_slice(),
            patterns: Vec::new(),
            shapes: Vec::new(),
            shape_count: 0,
        };
        let mut shapes: BTreeMap<[Standing; 2], u16> = BTreeMap::new();
        for pattern in all().filter(|&p| p.is_possible() && p == p.canonical()) {
            let [own, opposing] = pattern.0.to_le_bytes();
            let standings = [segments.standing(own, opposing), segments.standing(opposing, own)];
            let next = shapes.len() as u16;
            let number = index.len() as u16;
            index.patterns.push(pattern);
            index.shapes.push(*shapes.entry(standings).or_insert(next));
            for image in [pattern, pattern.mirrored()] {
                index.numbers[image.index()] = number;
            }
        }
        index.shape_count = shapes.len();
        index
    }

    /// The number of a possible pattern.
    pub(super) fn number(&self, pattern: Pattern) -> u16 {
        self.numbers[pattern.index()]
    }

    /// The values of a table by the numbers of its patterns.
    pub(super) fn values(&self, values: &Values) -> Vec<i16> {
        self.patterns.iter().map(|pattern| values.patterns[pattern.index()]).collect()
    }

    /// How many patterns there are.
    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }
}

/// How the weights are learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learning {
    /// The size of the first steps; later ones get smaller until the last is nothing.
    pub(super) rate: f32,
    /// How much a weight of its own costs a pattern, as the square of it, per example.
    pub(super) own_cost: f32,
    /// How much the weight of a shape costs.
    pub(super) shape_cost: f32,
}

/// The slope of the loss along each weight.
#[derive(Debug)]
pub(super) struct Slope {
    /// Along the weight of each pattern.
    pub(super) patterns: Vec<f32>,
    /// Along the constant.
    pub(super) constant: f32,
}

/// The weights, with what Adam (Kingma and Ba, 2015) remembers of their slopes.
#[derive(Debug)]
pub(super) struct Weights<'a> {
    index: &'a PatternIndex,
    learning: Learning,
    /// The weights of patterns, then of shapes, then the constant.
    parameters: Vec<Parameter>,
    /// The whole weight of each pattern.
    sums: Vec<f32>,
    steps_taken: i32,
    steps_planned: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Parameter {
    value: f32,
    mean_slope: f32,
    mean_square: f32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;

impl<'a> Weights<'a> {
    /// All weights nothing, to be learned in so many steps.
    pub(super) fn new(index: &'a PatternIndex, learning: Learning, steps: usize) -> Weights<'a> {
        let parameters = vec![Parameter::default(); index.len() + index.shape_count + 1];
        let sums = vec![0.0; index.len()];
        Weights { index, learning, parameters, sums, steps_taken: 0, steps_planned: steps }
    }

    /// The weight of each pattern, by its number.
    pub(super) fn patterns(&self) -> &[f32] {
        &self.sums
    }

    /// The weight that does not depend on patterns.
    pub(super) fn constant(&self) -> f32 {
        self.parameters[self.parameters.len() - 1].value
    }

    /// No slope yet.
    pub(super) fn level(&self) -> Slope {
        Slope { patterns: vec![0.0; self.index.len()], constant: 0.0 }
    }

    /// One step down the mean slope of some examples; the slope is level again afterwards.
    pub(super) fn step(&mut self, slope: &mut Slope, examples: usize) {
        let patterns = self.index.len();
        let per_example = 1.0 / examples.max(1) as f32;
        let mut of_shapes = vec![0.0; self.index.shape_count];
        for (&shape, slope) in self.index.shapes.iter().zip(&slope.patterns) {
            of_shapes[usize::from(shape)] += slope;
        }
        let slopes = slope.patterns.iter().chain(&of_shapes).chain([&slope.constant]);
        let progress = self.steps_taken as f32 / self.steps_planned.max(1) as f32;
        let rate = self.learning.rate * (1.0 - progress).max(0.0);
        self.steps_taken += 1;
        let adam = Adam::at(self.steps_taken, rate);
        for (number, (parameter, slope)) in self.parameters.iter_mut().zip(slopes).enumerate() {
            let cost =
                if number < patterns { self.learning.own_cost } else { self.learning.shape_cost };
            adam.step(parameter, slope * per_example + cost * parameter.value);
        }
        for (number, sum) in self.sums.iter_mut().enumerate() {
            let shape = usize::from(self.index.shapes[number]);
            *sum = self.parameters[number].value + self.parameters[patterns + shape].value;
        }
        slope.patterns.fill(0.0);
        slope.constant = 0.0;
    }

    /// The weights in thousandths, of the patterns that are wanted.
    pub(super) fn values(&self, is_wanted: impl Fn(Pattern) -> bool) -> Values {
        let thousandths = |weight: f32| (weight * THOUSAND).round().clamp(-LARGEST, LARGEST) as i16;
        let value = |pattern: Pattern| {
            if pattern.is_possible() && is_wanted(pattern) {
                thousandths(self.sums[usize::from(self.index.number(pattern))])
            } else {
                0
            }
        };
        Values {
            to_move: thousandths(self.constant()),
            patterns: (0..=u16::MAX).map(|pattern| value(Pattern(pattern))).collect(),
        }
    }
}

/// The part of a step that all parameters have in common.
struct Adam {
    rate: f32,
    mean_share: f32,
    square_share: f32,
}

impl Adam {
    fn at(step: i32, rate: f32) -> Adam {
        let share = |decay: f32| 1.0 / (1.0 - decay.powi(step));
        Adam { rate, mean_share: share(MEAN_DECAY), square_share: share(SQUARE_DECAY) }
    }

    fn step(&self, parameter: &mut Parameter, slope: f32) {
        let mix = |old: f32, new: f32, decay: f32| decay * old + (1.0 - decay) * new;
        parameter.mean_slope = mix(parameter.mean_slope, slope, MEAN_DECAY);
        parameter.mean_square = mix(parameter.mean_square, slope * slope, SQUARE_DECAY);
        let size = (parameter.mean_square * self.square_share).sqrt() + 1e-8;
        parameter.value -= self.rate * parameter.mean_slope * self.mean_share / size;
    }
}
