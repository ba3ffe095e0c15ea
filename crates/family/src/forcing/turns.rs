//! Turns of several stones that make many threats, found stone by stone.
//!
//! All sets of p squares are too many from p = 3 on. A beam keeps the sets of the first stones that
//! promise most, by the threats summed over lines, and extends them. It may overlook a turn, so
//! whoever uses it proves wins and never their absence.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use sixfold_connect::GeneralPosition;
use sixfold_game::{Player, Square, SquareSet};

use super::line::{LineRules, LineStones, Worth};

/// How widely turns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// Sets of stones that are kept after each stone.
    pub beam: usize,
    /// Turns whose threats are counted exactly.
    pub turns: usize,
}

/// A turn that does not let the opponent complete a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) stones: SquareSet,
    /// The exact number of threats after it, p + 1 standing for more than p.
    pub(super) threats: u16,
    promise: u32,
}

/// A set of stones on the way to a turn.
#[derive(Clone)]
struct Draft {
    stones: SquareSet,
    worth: Worth,
}

/// A way to count promise against threats: a threat is worth so many points.
const POINTS_OF_A_THREAT: u32 = 96;
/// So many ways to parry the opponent's threats are tried.
const MOST_PARRIES: usize = 24;
const MOST_PARRY_STEPS: u64 = 20_000;

/// Turns of the attacker, who is to move with p stones and cannot complete a segment: those that make
/// at least `needed` threats, the most threats first.
pub(super) fn turns(
    position: &mut GeneralPosition,
    attacker: Player,
    needed: u16,
    width: Width,
) -> Vec<Turn> {
    let p = position.geometry().rules().stones_per_turn() as usize;
    let mut board = Lines::new(position, attacker);
    let parries = parries(position, attacker);
    // A turn that must parry in many ways has few stones left for each of them.
    let width = if parries.len() > 4 {
        Width { beam: (width.beam / 3).max(4), turns: width.turns }
    } else {
        width
    };
    let mut full: HashMap<SquareSet, Worth> = HashMap::new();
    for parry in parries {
        let mut beam = vec![board.draft(parry)];
        while beam.first().is_some_and(|draft| draft.stones.len() < p) {
            beam = board.extend(position, &beam, width.beam);
        }
        full.extend(beam.into_iter().map(|draft| (draft.stones, draft.worth)));
    }
    let mut drafts: Vec<Draft> =
        full.into_iter().map(|(stones, worth)| Draft { stones, worth }).collect();
    drafts.retain(|draft| draft.worth.threats >= u32::from(needed));
    drafts.sort_by_key(|draft| (Reverse((draft.worth.threats, draft.worth.promise)), draft.stones));
    drafts.truncate(width.turns);
    let mut turns: Vec<Turn> =
        drafts.iter().filter_map(|draft| judged(position, attacker, needed, draft)).collect();
    turns.sort_by_key(|turn| Reverse((turn.threats, turn.promise)));
    turns
}

fn judged(
    position: &mut GeneralPosition,
    attacker: Player,
    needed: u16,
    draft: &Draft,
) -> Option<Turn> {
    position.add_stones(draft.stones.iter(), attacker);
    let threats = position.exact_threat_number(attacker).lower_bound();
    let holds = !position.can_complete(attacker.opponent());
    position.remove_stones(draft.stones.iter());
    let turn = Turn { stones: draft.stones, threats, promise: draft.worth.promise };
    (holds && threats >= needed).then_some(turn)
}

/// The sets of stones with which a turn may begin: the ways to parry what the opponent threatens, or
/// no stone if he threatens nothing.
fn parries(position: &GeneralPosition, attacker: Player) -> Vec<SquareSet> {
    let p = position.geometry().rules().stones_per_turn();
    let mut parries: Vec<SquareSet> = Vec::new();
    let _ = position.visit_critical_defences(attacker, p, MOST_PARRY_STEPS, &mut |squares| {
        parries.push(squares.iter().copied().collect());
        ControlFlow::Continue(())
    });
    // Parries that also build something come first.
    let gain = |parry: &SquareSet| -> u64 { parry.iter().map(|s| position.promise(s)).sum() };
    parries.sort_by_key(|parry| (parry.len(), Reverse(gain(parry))));
    parries.truncate(MOST_PARRIES);
    parries
}

/// The lines of a position as the attacker sees them.
struct Lines {
    rules: LineRules,
    stones: Vec<LineStones>,
    worth: Vec<Worth>,
}

impl Lines {
    fn new(position: &GeneralPosition, attacker: Player) -> Lines {
        let geometry = position.geometry();
        let rules = geometry.rules();
        let rules = LineRules::new(rules.in_a_row().into(), rules.stones_per_turn().into());
        let stones: Vec<LineStones> = geometry
            .lines()
            .map(|line| {
                let masks = position.line_stones(line);
                LineStones {
                    own: masks[attacker],
                    opposing: masks[attacker.opponent()],
                    length: geometry.line_squares(line).len() as u32,
                }
            })
            .collect();
        let worth = stones.iter().map(|&line| rules.worth(line)).collect();
        Lines { rules, stones, worth }
    }

    /// Stones as the beginning of a turn.
    fn draft(&self, stones: SquareSet) -> Draft {
        Draft { stones, worth: Worth::default() }
    }

    /// The best sets with one stone more.
    fn extend(&mut self, position: &GeneralPosition, beam: &[Draft], most: usize) -> Vec<Draft> {
        let mut seen: HashSet<SquareSet> = HashSet::new();
        let mut next: Vec<Draft> = Vec::new();
        for draft in beam {
            let before = self.place(position, draft.stones);
            let base = self.total();
            for square in self.neighbours(position, draft.stones).iter() {
                let mut stones = draft.stones;
                stones.insert(square);
                if seen.insert(stones) {
                    next.push(Draft { stones, worth: self.with(position, base, square) });
                }
            }
            self.restore(before);
        }
        if next.is_empty() {
            // No line is open to the attacker any more: any square will do to fill the turn.
            next.extend(self.fill(position, beam));
        }
        let points = |worth: Worth| worth.threats * POINTS_OF_A_THREAT + worth.promise;
        next.sort_by_key(|draft| (Reverse(points(draft.worth)), draft.stones));
        next.truncate(most);
        next
    }

    fn fill(&self, position: &GeneralPosition, beam: &[Draft]) -> Option<Draft> {
        let draft = beam.first()?;
        let square = (position.empty_squares() - draft.stones).iter().next()?;
        let mut stones = draft.stones;
        stones.insert(square);
        Some(Draft { stones, worth: draft.worth })
    }

    fn total(&self) -> Worth {
        self.worth.iter().fold(Worth::default(), |sum, line| Worth {
            threats: sum.threats + line.threats,
            promise: sum.promise + line.promise,
        })
    }

    /// The worth of all lines with one stone more.
    fn with(&self, position: &GeneralPosition, base: Worth, square: Square) -> Worth {
        let mut worth = base;
        for place in position.geometry().places(square) {
            let line = place.line.index();
            let stones = self.stones[line];
            let new = self.rules.worth(LineStones { own: stones.own | 1 << place.offset, ..stones });
            worth.threats = worth.threats + new.threats - self.worth[line].threats;
            worth.promise = worth.promise + new.promise - self.worth[line].promise;
        }
        worth
    }

    /// Adds stones, and tells what the lines were before.
    fn place(&mut self, position: &GeneralPosition, stones: SquareSet) -> Vec<Changed> {
        let mut before = Vec::new();
        for square in stones.iter() {
            for place in position.geometry().places(square) {
                let line = place.line.index();
                before.push(Changed { line, stones: self.stones[line], worth: self.worth[line] });
                self.stones[line].own |= 1 << place.offset;
                self.worth[line] = self.rules.worth(self.stones[line]);
            }
        }
        before
    }

    fn restore(&mut self, before: Vec<Changed>) {
        for Changed { line, stones, worth } in before.into_iter().rev() {
            (self.stones[line], self.worth[line]) = (stones, worth);
        }
    }

    /// The empty squares on lines that hold a stone of the attacker within reach.
    fn neighbours(&self, position: &GeneralPosition, taken: SquareSet) -> SquareSet {
        let geometry = position.geometry();
        let reach = geometry.in_a_row() as u32 - 1;
        let mut squares = SquareSet::EMPTY;
        for line in geometry.lines() {
            let LineStones { own, opposing, .. } = self.stones[line.index()];
            if own == 0 || self.worth[line.index()] == Worth::default() {
                continue;
            }
            let near = (1..=reach).fold(own, |near, step| near | own << step | own >> step);
            let free = near & !own & !opposing;
            for (offset, &square) in geometry.line_squares(line).iter().enumerate() {
                if free >> offset & 1 == 1 {
                    squares.insert(square);
                }
            }
        }
        (squares & position.empty_squares()) - taken
    }
}

/// A line as it was.
struct Changed {
    line: usize,
    stones: LineStones,
    worth: Worth,
}
