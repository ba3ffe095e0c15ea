//! Looking for boards that tile the plane with shorter runs than those that are known.
//!
//! A candidate is a way to cut the plane into pieces, repeated along two periods. On every track
//! lines inside the pieces are chosen so that every run contains one, and the solver judges the boards
//! that result. Candidates are numbered and follow from the seed and their number alone, so a search
//! can go on where another one ended.

mod family;
mod layout;
mod lines;

use rayon::prelude::*;
use serde::Serialize;

pub use family::Family;

use crate::board::Board;
use crate::check::{NamedBoard, check_document};
use crate::document::{DefendedBoard, Document, TilingProof};
use crate::plane::Orientation;
use crate::solve::{Game, Verdict, Watch, is_held, solve};
use crate::tiling::{Copy, Tiling};
use family::Families;
use layout::Layout;

/// What is looked for, and how hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quest {
    /// The length of the runs.
    pub run: usize,
    /// The stones of a turn.
    pub stones: usize,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The most positions that the solver looks at for a board.
    pub nodes: u64,
}

/// What became of the candidates of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// How many there were.
    pub candidates: u64,
    /// Pieces that are too small, or too many, to have a line in every run.
    pub uncovered: u64,
    /// Maker wins one of the boards.
    pub lost: u64,
    /// The solver gave up.
    pub unknown: u64,
    /// Breaker holds all of them.
    pub held: u64,
}

/// How far a search is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// By family, in the order of [`Family::ALL`].
    pub tallies: [Tally; Family::ALL.len()],
    /// The number of the candidate to go on with.
    pub next: u64,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What was covered.
    pub coverage: Coverage,
    /// The first theorem, checked.
    pub found: Option<Document>,
}

/// Candidates that are judged at once, so that a search can be stopped between them.
const BATCH: u64 = 64;

/// Judges candidates from a number on until one proves the quest, or `goes_on` says no.
pub fn search(
    quest: Quest,
    from: u64,
    watch: &Watch,
    goes_on: &mut dyn FnMut(&Coverage) -> bool,
) -> Outcome {
    let families = Families::new(quest);
    let mut coverage = Coverage { next: from, ..Coverage::default() };
    while goes_on(&coverage) {
        let first = coverage.next;
        let judged: Vec<(Family, Judgement)> = (first..first + BATCH)
            .into_par_iter()
            .map(|number| {
                let candidate = families.candidate(number);
                (candidate.family, judge(quest, number, candidate.layout.as_ref(), watch))
            })
            .collect();
        if watch.is_stopped() {
            break;
        }
        let mut found = None;
        for (family, judgement) in judged {
            coverage.next += 1;
            let tally = &mut coverage.tallies[family as usize];
            tally.candidates += 1;
            match judgement {
                Judgement::Uncovered => tally.uncovered += 1,
                Judgement::Lost => tally.lost += 1,
                Judgement::Unknown => tally.unknown += 1,
                Judgement::Held(document) => {
                    tally.held += 1;
                    found = Some(*document);
                    break;
                }
            }
        }
        if found.is_some() {
            return Outcome { coverage, found };
        }
    }
    Outcome { coverage, found: None }
}

enum Judgement {
    Uncovered,
    Lost,
    Unknown,
    Held(Box<Document>),
}

fn judge(quest: Quest, number: u64, layout: Option<&Layout>, watch: &Watch) -> Judgement {
    let chance = &mut fastrand::Rng::with_seed(quest.seed ^ number.wrapping_mul(0x9e37_79b9));
    let Some(layout) = layout else { return Judgement::Uncovered };
    let Some(lines) = lines::choose(layout, quest, chance) else { return Judgement::Uncovered };
    let mut boards = Vec::new();
    for lines in lines {
        if lines.is_empty() {
            continue;
        }
        let places = lines.iter().flatten().copied().collect();
        let Ok(board) = Board::new(&places, lines) else { return Judgement::Uncovered };
        // The board was moved to the corner; its copy takes it back.
        let column = places.iter().map(|place| place.column).min().unwrap_or(0);
        let row = places.iter().map(|place| place.row).min().unwrap_or(0);
        let name = char::from(b'A' + boards.len() as u8).to_string();
        let copy = Copy { board: name.clone(), column, row, orientation: Orientation::Plain };
        boards.push((NamedBoard { name, board }, copy));
    }
    // Few positions show that most boards are lost, so all are tried a little before one is tried
    // hard.
    for nodes in [quest.nodes / 64, quest.nodes] {
        for (named, _) in &boards {
            let game = Game { board: &named.board, stones: quest.stones };
            match is_held(game, nodes, watch) {
                Some(false) => return Judgement::Lost,
                None if nodes == quest.nodes => return Judgement::Unknown,
                _ => {}
            }
        }
    }
    let (named, copies): (Vec<NamedBoard>, Vec<Copy>) = boards.into_iter().unzip();
    prove(quest, named, Tiling { periods: layout.periods, copies }, watch)
}

fn prove(quest: Quest, boards: Vec<NamedBoard>, tiling: Tiling, watch: &Watch) -> Judgement {
    let mut defended = Vec::new();
    for board in boards {
        let game = Game { board: &board.board, stones: quest.stones };
        let Verdict::Held(defence) = solve(game, u64::MAX, watch) else {
            return Judgement::Unknown;
        };
        defended.push(DefendedBoard { board, defence });
    }
    let Quest { run, stones, .. } = quest;
    let document = Document::Tiling(TilingProof { run, stones, boards: defended, tiling });
    match check_document(&document) {
        Ok(_) => Judgement::Held(Box::new(document)),
        Err(_) => Judgement::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_finds_that_eight_cannot_be_forced_with_one_stone() {
        let quest = Quest { run: 8, stones: 1, seed: 1, nodes: 2000 };
        let mut rounds = 0;
        let outcome = search(quest, 0, &Watch::default(), &mut |_| {
            rounds += 1;
            rounds < 200
        });
        assert!(outcome.found.is_some(), "{:?}", outcome.coverage);
    }

    #[test]
    fn a_search_in_two_parts_covers_what_a_search_in_one_part_covers() {
        let quest = Quest { run: 7, stones: 1, seed: 1, nodes: 200 };
        let go = |from: u64, to: u64| {
            let watch = Watch::default();
            search(quest, from, &watch, &mut |coverage| coverage.next < to).coverage
        };
        let (first, second, whole) = (go(0, 128), go(128, 256), go(0, 256));
        for family in Family::ALL {
            let lost = |coverage: &Coverage| coverage.tallies[family as usize].lost;
            assert_eq!(lost(&first) + lost(&second), lost(&whole));
        }
    }
}
