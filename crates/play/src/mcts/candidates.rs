//! The turns that are worth a look in a position: the second stage of the search.
//!
//! Stones are taken in the order of what they are worth. Under threat only turns that parry are
//! made; if the opponent would win against a null move, only turns that are relevant to his
//! win (THEORY 3).

use std::cmp::Reverse;
use std::ops::ControlFlow;

use sixfold_connect::SegmentState;
use sixfold_game::{Game, SpentBudget, Square, SquareSet};
use sixfold_solve::{Meter, Stones, Zones};

use crate::Board;
use crate::evaluate::SPAN;
use crate::tactics::{Sight, Tactics};

/// A turn with what it seems to be worth, in thousandths of the logarithm of its odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub(super) stones: Stones,
    pub(super) score: i32,
}

/// Whether all turns are known that could save the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coverage {
    /// There are more turns to look at.
    Partial,
    /// More could be looked at, but nobody wants to.
    Closed,
    /// All others lose.
    Complete,
}

/// Candidates, the best first.
#[derive(Debug)]
pub(super) struct Menu {
    pub(super) candidates: Vec<Candidate>,
    pub(super) coverage: Coverage,
}

/// Stones that have to be among those of the turn: they parry all threats, and none is to spare.
pub(super) struct Beginning {
    pub(super) stones: Stones,
    /// The zones of the opponent's win if the rest of the turn is forgone.
    pub(super) zones: Option<Zones>,
}

/// The ways in which a turn may begin.
pub(super) struct Beginnings {
    pub(super) list: Vec<Beginning>,
    pub(super) coverage: Coverage,
}

/// The most steps that the search for critical defences may take.
const MOST_STEPS: u64 = 5_000;
/// More ways to parry than this are not looked at.
const MOST_BEGINNINGS: usize = 64;

impl Beginnings {
    /// All ways to parry the threats of the opponent; one without a stone if there are none.
    pub(super) fn of<S: SegmentState>(board: &Board<S>) -> Beginnings {
        let position = board.position();
        let turn = position.turn();
        let mut list = Vec::new();
        let visited = position.visit_critical_defences(
            turn.player,
            turn.stones_left,
            MOST_STEPS,
            &mut |squares| {
                list.push(Beginning { stones: Stones::from_slice(squares), zones: None });
                if list.len() < MOST_BEGINNINGS {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        let coverage = if visited.is_break() { Coverage::Closed } else { Coverage::Complete };
        if list.is_empty() {
            // Nothing helps; but a turn has to be played.
            list.push(Beginning { stones: Stones::new(), zones: None });
        }
        Beginnings { list, coverage }
    }

    /// Looks where the opponent would win if the side to move placed no more stones than these.
    pub(super) fn find_zones<S: SegmentState>(
        &mut self,
        board: &Board<S>,
        tactics: &mut Tactics,
        allowance: u64,
        meter: &mut Meter,
    ) -> Result<(), SpentBudget> {
        let stones_left = usize::from(board.position().turn().stones_left);
        for beginning in self.list.iter_mut().filter(|b| b.stones.len() < stones_left) {
            let stones = beginning.stones.iter().copied().collect();
            let sight = tactics.threat_after(board.position(), stones, allowance, meter)?;
            if let Sight::Win(answer) = sight {
                beginning.zones = Some(answer.zones);
            }
        }
        Ok(())
    }

    /// The best turns that begin so. Each stone is chosen among about `width` squares.
    pub(super) fn menu<S: SegmentState>(&self, board: &mut Board<S>, width: usize) -> Menu {
        let mut menu = Menu { candidates: Vec::new(), coverage: self.coverage };
        for beginning in &self.list {
            Beam::new(board, beginning, width).fill(&mut menu);
        }
        menu.merge();
        if menu.candidates.len() > MOST_TURNS_A_SQUARE * width {
            menu.candidates.truncate(MOST_TURNS_A_SQUARE * width);
            menu.coverage = Coverage::Partial;
        }
        menu
    }
}

/// As many turns are kept for each square that was considered.
const MOST_TURNS_A_SQUARE: usize = 2;

impl Menu {
    /// Leaves one of each turn, and sorts them.
    fn merge(&mut self) {
        self.candidates = best_of_each(std::mem::take(&mut self.candidates));
    }
}

/// Of candidates with the same stones the best, in descending order.
pub(super) fn best_of_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut keyed: Vec<(SquareSet, Candidate)> = candidates
        .into_iter()
        .map(|candidate| (candidate.stones.iter().copied().collect(), candidate))
        .collect();
    keyed.sort_by_key(|(set, candidate)| (*set, Reverse(candidate.score)));
    keyed.dedup_by_key(|(set, _)| *set);
    keyed.sort_by_key(|(set, candidate)| (Reverse(candidate.score), *set));
    keyed.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The completion of one beginning, stone by stone, of which the best are kept.
struct Beam<'a, S> {
    board: &'a mut Board<S>,
    beginning: &'a Beginning,
    width: usize,
    /// What the beginning is worth.
    score: i32,
    /// The stones that are still to be placed.
    missing: usize,
    /// The empty squares after the beginning, the best first.
    squares: Vec<Valued>,
    is_cut: bool,
}

/// A square for the next stone with what that is worth.
#[derive(Clone, Copy)]
struct Valued {
    square: Square,
    value: i32,
}

/// With more stones than this to place, only few ways are looked at.
const MANY_STONES: usize = 4;
const WIDTH_OF_MANY: usize = 2;

impl<'a, S: SegmentState> Beam<'a, S> {
    /// Places the stones of the beginning but the last of a turn.
    fn new(board: &'a mut Board<S>, beginning: &'a Beginning, width: usize) -> Beam<'a, S> {
        let mover = board.position().turn().player;
        let stones_left = usize::from(board.position().turn().stones_left);
        let stones = stones_left.min(board.position().empty_squares().len());
        let missing = stones - beginning.stones.len();
        let mut score = 0;
        for (i, &square) in beginning.stones.iter().enumerate() {
            score += board.stone_value(square, mover);
            if i + 1 < stones {
                board.play(square);
            }
        }
        let mut squares = Vec::new();
        if missing > 0 {
            let empty = board.position().empty_squares();
            let valued = |square| Valued { square, value: board.stone_value(square, mover) };
            squares = empty.iter().map(valued).collect();
            squares.sort_by_key(|valued| Reverse(valued.value));
        }
        let width = if missing > MANY_STONES { WIDTH_OF_MANY } else { width };
        Beam { board, beginning, width, score, missing, squares, is_cut: false }
    }

    /// Adds the completed turns to the menu, and takes the stones back.
    fn fill(mut self, menu: &mut Menu) {
        let mut partial = vec![Candidate { stones: Stones::new(), score: self.score }];
        for missing in (1..=self.missing).rev() {
            let mut longer = Vec::new();
            for (rank, candidate) in partial.iter().enumerate() {
                self.extend(candidate, rank, missing, &mut longer);
            }
            partial = best_of_each(longer);
            if missing > 1 && partial.len() > self.width {
                partial.truncate(self.width);
                self.is_cut = true;
            }
        }
        let placed = self.beginning.stones.len() - usize::from(self.missing == 0);
        (0..placed).for_each(|_| self.board.take_back());
        menu.candidates.extend(partial.into_iter().map(|Candidate { stones, score }| {
            let stones = self.beginning.stones.iter().copied().chain(stones).collect();
            Candidate { stones, score }
        }));
        if self.is_cut && menu.coverage == Coverage::Complete {
            menu.coverage = Coverage::Partial;
        }
    }

    /// Adds one stone, the better the turn so far the more squares are tried.
    fn extend(
        &mut self,
        candidate: &Candidate,
        rank: usize,
        missing: usize,
        longer: &mut Vec<Candidate>,
    ) {
        candidate.stones.iter().for_each(|&square| self.board.play(square));
        let squares = self.best_squares(&candidate.stones, missing);
        candidate.stones.iter().for_each(|_| self.board.take_back());
        let width =
            if missing == 1 { (self.width - rank.min(self.width)).max(1) } else { self.width };
        self.is_cut |= squares.len() > width;
        longer.extend(squares.into_iter().take(width).map(|Valued { square, value }| {
            let mut stones = candidate.stones.clone();
            stones.push(square);
            Candidate { stones, score: candidate.score.saturating_add(value) }
        }));
    }

    /// The squares for the next stone once these have been placed, the best first. The first stone
    /// of a relevant turn can be taken to be in the largest zone, and the last makes it relevant.
    fn best_squares(&self, placed: &[Square], missing: usize) -> Vec<Valued> {
        let position = self.board.position();
        let mover = position.turn().player;
        let near = placed
            .iter()
            .fold(SquareSet::EMPTY, |near, &square| near | neighbours(position.geometry(), square));
        let fits = |square: Square| match &self.beginning.zones {
            Some(zones) if missing == 1 => {
                !zones.is_irrelevant(placed.iter().copied().chain([square]).collect())
            }
            Some(zones) if placed.is_empty() => zones.of_order(self.missing).contains(square),
            _ => true,
        };
        let free = self.squares.iter().filter(|valued| !placed.contains(&valued.square));
        let mut squares: Vec<Valued> = free
            .filter(|valued| fits(valued.square))
            .map(|&Valued { square, value }| {
                let is_stale = near.contains(square);
                let value = if is_stale { self.board.stone_value(square, mover) } else { value };
                Valued { square, value }
            })
            .collect();
        squares.sort_by_key(|valued| Reverse(valued.value));
        squares
    }
}

/// The squares whose worth a stone may change.
fn neighbours(geometry: &sixfold_connect::Geometry, square: Square) -> SquareSet {
    let reach = SPAN / 2;
    let places = geometry.places(square).iter();
    let squares = places.flat_map(|place| {
        let line = geometry.line_squares(place.line);
        let offset = usize::from(place.offset);
        &line[offset.saturating_sub(reach)..line.len().min(offset + reach + 1)]
    });
    squares.copied().collect()
}

#[cfg(test)]
mod tests {
    use sixfold_connect::{Connect6Position, GeneralPosition};
    use sixfold_game::{GameName, Record, record::move_list};
    use sixfold_solve::Budget;

    use super::*;

    fn connect6(moves: &str) -> Board<sixfold_connect::LinePlanes> {
        let record = move_list::read(GameName::CONNECT6, moves).unwrap();
        Board::new(Connect6Position::replay(&record).unwrap())
    }

    #[test]
    fn against_two_threats_there_are_just_the_critical_defences() {
        let mut board = connect6("j10 c5d5 a1s1 e5f5");
        let menu = Beginnings::of(&board).menu(&mut board, 12);
        let defences = board.position().critical_defences(board.position().turn().player);
        assert_eq!(menu.coverage, Coverage::Complete);
        assert_eq!(menu.candidates.len(), defences.len());
    }

    #[test]
    fn against_one_threat_every_turn_parries_and_has_a_stone_to_spare() {
        let mut board = connect6("j10 a5b5 j1s1 c5d5");
        let menu = Beginnings::of(&board).menu(&mut board, 12);
        assert_eq!(menu.coverage, Coverage::Partial);
        for candidate in menu.candidates {
            let mut position = board.position().clone();
            position.play_turn(&candidate.stones).unwrap();
            assert!(!position.can_complete(position.turn().player));
        }
    }

    #[test]
    fn turns_that_cannot_stop_a_win_are_left_out() {
        // White to move; Black has two threes that cross, and wins if White looks away.
        let mut board = connect6("j10 a1s1 j11j12 a19s19 k10l10");
        let mut beginnings = Beginnings::of(&board);
        let mut meter = Meter::start(Budget::default());
        beginnings.find_zones(&board, &mut Tactics::new(1 << 20), 10_000, &mut meter).unwrap();
        let zones = beginnings.list[0].zones.clone().unwrap();
        let menu = beginnings.menu(&mut board, 12);
        assert!(!menu.candidates.is_empty());
        for candidate in menu.candidates {
            assert!(!zones.is_irrelevant(candidate.stones.iter().copied().collect()));
        }
    }

    #[test]
    fn a_small_board_is_covered_completely() {
        for (game, turns) in
            [("tictactoe", 9), ("connect(3,3,3,2,2)", 36), ("connect(2,4,4,3,3)", 56)]
        {
            let record = Record::new(game.parse().unwrap());
            let mut board = Board::new(GeneralPosition::replay(&record).unwrap());
            let menu = Beginnings::of(&board).menu(&mut board, 40);
            assert_eq!(
                (menu.candidates.len(), menu.coverage),
                (turns, Coverage::Complete),
                "{game}"
            );
        }
    }

    #[test]
    fn the_last_turn_takes_the_squares_that_are_left() {
        let record = Record::new("connect(1,5,3,2,2)".parse().unwrap());
        let mut position = GeneralPosition::replay(&record).unwrap();
        for name in ["a1", "b1", "c1", "d1"] {
            position.try_play(position.grid().parse(name).unwrap()).unwrap();
        }
        let mut board = Board::new(position);
        let menu = Beginnings::of(&board).menu(&mut board, 4);
        assert_eq!(menu.candidates.len(), 1);
        assert_eq!(menu.candidates[0].stones.len(), 1);
    }
}
