//! Tilings, and the two classical theorems as documents.

use std::collections::{HashMap, HashSet};

use sixfold_draws::bands::{TiledBoard, b1, b2};
use sixfold_draws::check::{Checked, Fault, check_document, check_tiling};
use sixfold_draws::document::{DefendedBoard, Document, TilingProof};
use sixfold_draws::plane::{Direction, Place};
use sixfold_draws::solve::{Game, Verdict, Watch, solve};
use sixfold_draws::tiling::Tiling;

/// The rules and nothing else: lays copies on a piece of the plane and looks at every run in its
/// middle.
fn is_tiling(tiled: &TiledBoard, tiling: &Tiling, run: i32) -> bool {
    let board = &tiled.board.board;
    let [first, second] = tiling.periods;
    if first.columns * second.rows == first.rows * second.columns {
        return false;
    }
    let mut squares = HashSet::new();
    let mut lines: Vec<Vec<Place>> = Vec::new();
    for copy in &tiling.copies {
        for i in -12..=12 {
            for j in -12..=12 {
                let shift = Place::new(
                    i * first.columns + j * second.columns,
                    i * first.rows + j * second.rows,
                );
                for &place in board.places() {
                    if !squares.insert(copy.place(place).moved_by(shift)) {
                        return false;
                    }
                }
                let moved = |square| copy.place(board.places()[square]).moved_by(shift);
                lines.extend(board.lines().iter().map(|line| line.iter().map(moved).collect()));
            }
        }
    }
    let mut through: HashMap<Place, Vec<&Vec<Place>>> = HashMap::new();
    for line in &lines {
        through.entry(line[0]).or_default().push(line);
    }
    let starts = (0..12).flat_map(|column| (0..12).map(move |row| Place::new(column, row)));
    starts.into_iter().all(|start| {
        Direction::ALL.into_iter().all(|direction| {
            let run: HashSet<Place> = (0..run).map(|step| start.step(direction, step)).collect();
            let mut touching = run.iter().filter_map(|place| through.get(place)).flatten();
            touching.any(|line| line.iter().all(|place| run.contains(place)))
        })
    })
}

#[test]
fn b1_leaves_no_run_of_eight_and_b2_none_of_eleven() {
    let (one, two) = (b1().unwrap(), b2().unwrap());
    let report = check_tiling(&[one.board], &one.tiling, 8).unwrap();
    assert_eq!((report.squares, report.covered), (24, 24));
    let report = check_tiling(&[two.board], &two.tiling, 11).unwrap();
    assert_eq!((report.squares, report.covered), (48, 48));
}

#[test]
fn shorter_runs_are_open() {
    let two = b2().unwrap();
    let fault = check_tiling(&[two.board], &two.tiling, 10).unwrap_err();
    assert!(matches!(fault, Fault::OpenRun { run: 10, .. }), "{fault}");
}

#[test]
fn every_change_of_a_number_of_a_tiling_is_judged_as_the_rules_judge_it() {
    for (tiled, run) in [(b1().unwrap(), 8), (b2().unwrap(), 11)] {
        let boards = [tiled.board.clone()];
        let (mut refused, mut accepted) = (0, 0);
        for number in 0..8 {
            for change in [-2, -1, 1, 2, 3] {
                let mut tiling = tiled.tiling.clone();
                let [first, second] = &mut tiling.periods;
                let [lower, upper] = &mut tiling.copies[..] else { panic!("two copies") };
                let numbers = [
                    &mut first.columns,
                    &mut first.rows,
                    &mut second.columns,
                    &mut second.rows,
                    &mut lower.column,
                    &mut lower.row,
                    &mut upper.column,
                    &mut upper.row,
                ];
                for (index, value) in numbers.into_iter().enumerate() {
                    if index == number {
                        *value += change;
                    }
                }
                let verdict = check_tiling(&boards, &tiling, run);
                let truth = is_tiling(&tiled, &tiling, run as i32);
                assert_eq!(verdict.is_ok(), truth, "{tiling:?}: {verdict:?}");
                *(if truth { &mut accepted } else { &mut refused }) += 1;
            }
        }
        assert!(refused > 25, "{refused} refused, {accepted} accepted");
    }
}

#[test]
fn every_line_that_a_tiling_loses_opens_a_run() {
    let tiled = b2().unwrap();
    for missing in 0..tiled.board.board.lines().len() {
        let board = &tiled.board.board;
        let places = board.places().iter().copied().collect();
        let lines = board.lines().iter().enumerate().filter(|&(index, _)| index != missing);
        let lines =
            lines.map(|(_, line)| line.iter().map(|square| board.places()[square]).collect());
        let mut named = tiled.board.clone();
        named.board = sixfold_draws::Board::new(&places, lines).unwrap();
        assert!(check_tiling(&[named], &tiled.tiling, 11).is_err(), "without line {missing}");
    }
}

fn theorem(tiled: TiledBoard, run: usize, stones: usize) -> Document {
    let game = Game { board: &tiled.board.board, stones };
    let Verdict::Held(defence) = solve(game, u64::MAX, &Watch::default()) else {
        panic!("the board is held")
    };
    let boards = vec![DefendedBoard { board: tiled.board, defence }];
    Document::Tiling(TilingProof { run, stones, boards, tiling: tiled.tiling })
}

#[test]
fn nobody_forces_eight_with_one_stone_or_eleven_with_two() {
    for (tiled, run, stones) in [(b1().unwrap(), 8, 1), (b2().unwrap(), 11, 2)] {
        let document = theorem(tiled, run, stones);
        let again = Document::read(document.write().as_bytes()).unwrap();
        assert_eq!(again, document);
        let checked = check_document(&again).unwrap();
        assert!(matches!(checked, Checked::DrawnByTiling { .. }), "{checked:?}");
    }
}

#[test]
fn a_document_that_claims_more_is_refused() {
    let Document::Tiling(proof) = theorem(b1().unwrap(), 8, 1) else { panic!("a tiling") };
    let refused = |proof: TilingProof| check_document(&Document::Tiling(proof)).is_err();
    assert!(refused(TilingProof { run: 7, ..proof.clone() }));
    assert!(refused(TilingProof { stones: 2, ..proof.clone() }));
    assert!(refused(TilingProof { boards: Vec::new(), ..proof.clone() }));
    assert!(!refused(TilingProof { run: 9, ..proof }));
}

#[test]
fn what_is_no_document_is_refused_in_one_line() {
    for text in
        ["", "{}", "[1]", r#"{"format":"x","proof":"derivation","run":1,"stones":1,"steps":[]}"#]
    {
        let error = Document::read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
