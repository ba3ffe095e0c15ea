//! Which turns are worth looking at.
//!
//! The best squares are taken as first stones; for each, the position is evaluated again and the best
//! second stones are taken, fewer for the later ones; turns that come up in both orders are one
//! (the pair generation of the Connect6 programs, for any number of stones).

use std::ops::ControlFlow;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget, Square, SquareSet};
use sixfold_solve::{Meter, Stones, Zones};

use crate::tactics::{Sight, Tactics};
use crate::{Board, Task};

/// A turn that may be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    /// In ascending order.
    pub(crate) stones: Stones,
    /// What its stones are worth, each after those before it.
    pub(crate) value: i32,
}

/// Whether all turns are known that could save the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coverage {
    /// There are more turns to look at.
    Partial,
    /// More could be looked at, but nobody wants to.
    Closed,
    /// All others lose.
    Complete,
}

/// Turns, the best first.
#[derive(Debug)]
pub(crate) struct Candidates {
    pub(crate) list: Vec<Candidate>,
    pub(crate) coverage: Coverage,
}

/// One way to do what a turn has to do.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The turn must contain these stones, or else the opponent completes a segment.
    pub(crate) stones: SquareSet,
    /// The other stones of the turn must not be irrelevant to these zones, or else the opponent wins
    /// as if they had not been played (THEORY 3).
    pub(crate) against: Option<Box<Zones>>,
}

/// The ways to do what a turn has to do.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    pub(crate) list: Vec<Way>,
    pub(crate) coverage: Coverage,
}

/// The most steps that the search for ways to parry may take.
const MOST_STEPS: u64 = 20_000;
/// More ways to parry than this are not looked at.
const MOST_WAYS: usize = 64;

impl Way {
    /// Anything goes.
    pub(crate) const FREE: Way = Way { stones: SquareSet::EMPTY, against: None };

    /// Whether stones besides those of the way may be part of a turn that has room for so many more of
    /// them. Of a relevant set at least one square is in the zone of its size: that one comes first.
    fn allows(&self, others: SquareSet, room: usize) -> bool {
        let Some(zones) = &self.against else { return true };
        match room {
            0 => !zones.is_irrelevant(others),
            _ => others.iter().any(|square| zones.of_order(others.len() + room).contains(square)),
        }
    }
}

impl Ways {
    /// Anything goes.
    pub(crate) fn free() -> Ways {
        Ways { list: vec![Way::FREE], coverage: Coverage::Complete }
    }

    /// All ways to parry the opponent's threats; without any, that is one without a stone. None if
    /// they cannot be parried.
    pub(crate) fn to_parry<S: SegmentState>(position: &Position<S>) -> Ways {
        let turn = position.turn();
        let mut list: Vec<Way> = Vec::new();
        let visited = position.visit_critical_defences(
            turn.player,
            turn.stones_left,
            MOST_STEPS,
            &mut |squares| {
                if list.len() == MOST_WAYS {
                    return ControlFlow::Break(());
                }
                list.push(Way { stones: squares.iter().copied().collect(), against: None });
                ControlFlow::Continue(())
            },
        );
        let coverage = if visited.is_break() { Coverage::Closed } else { Coverage::Complete };
        Ways { list, coverage }
    }

    /// Looks for what else each way has to do: about the win by double threats that the opponent would
    /// have if the rest of the turn were forgone.
    pub(crate) fn find_zones<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        tactics: &mut Tactics,
        allowance: u64,
        meter: &mut Meter,
    ) -> Result<(), SpentBudget> {
        let stones_left = usize::from(position.turn().stones_left);
        for way in self.list.iter_mut().filter(|way| way.stones.len() < stones_left) {
            let sight = tactics.threat_after(position, way.stones, allowance, meter)?;
            if let Sight::Win(answer) = sight {
                way.against = Some(Box::new(answer.zones));
            }
        }
        Ok(())
    }
}

/// How many turns are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    /// Squares for the first stone; one fewer for the second stone of each further one.
    pub(crate) stones: usize,
    /// Turns in all.
    pub(crate) turns: usize,
}

/// Of turns of more stones than this only few are looked at.
const MANY_STONES: usize = 4;
const WIDTH_OF_MANY: Width = Width { stones: 2, turns: 4 };

/// The stones of the turn; a board that is nearly full may have no room for all of them.
fn stones_to_place<S: SegmentState>(position: &Position<S>) -> usize {
    usize::from(position.turn().stones_left).min(position.empty_squares().len())
}

/// A turn that is being put together.
struct Begun<'a> {
    way: &'a Way,
    turn: Candidate,
}

/// The most promising turns that follow one of the ways.
pub(crate) fn candidates<S: SegmentState>(
    board: &mut Board<S>,
    ways: &Ways,
    width: Width,
) -> Candidates {
    let whole = stones_to_place(board.position());
    let width = if whole > MANY_STONES { WIDTH_OF_MANY } else { width };
    let mut finished = Selection::new(width.turns);
    let mut begun = Selection::new(width.turns);
    begun.turns =
        ways.list.iter().map(|way| Begun { way, turn: valued(board, way.stones) }).collect();
    begun.keep_best();
    while !begun.turns.is_empty() {
        let mut longer = Selection::new(width.turns);
        longer.is_cut = begun.is_cut;
        for (place, begun) in begun.turns.into_iter().enumerate() {
            if begun.turn.stones.len() == whole {
                finished.turns.push(begun);
            } else {
                let squares = width.stones.saturating_sub(place).max(1);
                longer.add_with_one_more(board, &begun, whole, squares);
            }
        }
        begun = longer;
        begun.keep_best();
    }
    finished.is_cut = begun.is_cut;
    finished.keep_best();
    let coverage = match ways.coverage {
        Coverage::Complete if finished.is_cut => Coverage::Partial,
        coverage => coverage,
    };
    Candidates { list: finished.turns.into_iter().map(|begun| begun.turn).collect(), coverage }
}

/// The most promising turns of the side to move that parry all threats, the best first, by what the
/// tables of patterns say of their stones. None if the threats cannot be parried.
#[must_use]
pub fn promising_turns<S: SegmentState>(position: &Position<S>, most: usize) -> Vec<Stones> {
    let mut board = Board::new(position.clone());
    let ways = Ways::to_parry(position);
    let width = Width { stones: most.isqrt() * 2, turns: most };
    let turns = candidates(&mut board, &ways, width).list;
    turns.into_iter().map(|turn| turn.stones).collect()
}

/// Turns for the player to choose from, none of them excluded if there is any other. There is always
/// one: if none does what has to be done, any will do.
pub(crate) fn choices<S: SegmentState>(
    board: &mut Board<S>,
    ways: &Ways,
    width: Width,
    task: &Task,
) -> Vec<Candidate> {
    let more = task.excluded.len();
    let wider = Width { stones: width.stones + more, turns: width.turns + more };
    for ways in [ways, &Ways::to_parry(board.position()), &Ways::free()] {
        let mut turns = candidates(board, ways, wider).list;
        turns.retain(|turn| task.allows(&turn.stones));
        if !turns.is_empty() {
            return turns;
        }
    }
    candidates(board, &Ways::free(), width).list
}

/// The stones of a way as the beginning of a turn.
fn valued<S: SegmentState>(board: &mut Board<S>, squares: SquareSet) -> Candidate {
    let mover = board.position().turn().player;
    let stones: Stones = squares.iter().collect();
    let mut value = 0;
    for &square in &stones {
        value += board.stone_value(square, mover);
        board.play(square);
    }
    take_back(board, stones.len());
    Candidate { stones, value }
}

fn take_back<S: SegmentState>(board: &mut Board<S>, stones: usize) {
    for _ in 0..stones {
        board.take_back();
    }
}

/// Turns of which the best are kept.
struct Selection<'a> {
    turns: Vec<Begun<'a>>,
    most: usize,
    /// Whether any have been left out.
    is_cut: bool,
}

impl<'a> Selection<'a> {
    fn new(most: usize) -> Selection<'a> {
        Selection { turns: Vec::new(), most, is_cut: false }
    }

    /// Adds a turn that has begun, with each of the best next stones.
    fn add_with_one_more<S: SegmentState>(
        &mut self,
        board: &mut Board<S>,
        begun: &Begun<'a>,
        whole: usize,
        count: usize,
    ) {
        let Begun { way, turn } = begun;
        let mover = board.position().turn().player;
        let room = whole - turn.stones.len() - 1;
        let played: SquareSet = turn.stones.iter().copied().collect();
        for &square in &turn.stones {
            board.play(square);
        }
        let mut allowed = board.position().empty_squares();
        if way.against.is_some() {
            let others = |square| (played - way.stones) | std::iter::once(square).collect();
            allowed = allowed.iter().filter(|&square| way.allows(others(square), room)).collect();
        }
        self.is_cut |= allowed.len() > count;
        self.turns.extend(best_squares(board, allowed, count).into_iter().map(|square| {
            let mut stones = turn.stones.clone();
            stones.push(square);
            stones.sort_unstable();
            let value = turn.value + board.stone_value(square, mover);
            Begun { way, turn: Candidate { stones, value } }
        }));
        take_back(board, turn.stones.len());
    }

    /// Keeps the best turns, each once.
    fn keep_best(&mut self) {
        self.turns.sort_by(|Begun { turn: one, .. }, Begun { turn: other, .. }| {
            other.value.cmp(&one.value).then_with(|| one.stones.cmp(&other.stones))
        });
        let Selection { turns, most, is_cut } = self;
        let mut seen: Vec<Stones> = Vec::new();
        turns.retain(|begun| {
            let is_full = seen.len() == *most;
            if is_full && *is_cut || seen.contains(&begun.turn.stones) {
                return false;
            }
            *is_cut |= is_full;
            if !is_full {
                seen.push(begun.turn.stones.clone());
            }
            !is_full
        });
    }
}

/// The squares where a stone of the side to move is worth most, the best first.
pub(crate) fn best_squares<S: SegmentState>(
    board: &Board<S>,
    allowed: SquareSet,
    count: usize,
) -> Vec<Square> {
    let mover = board.position().turn().player;
    let mut best: Vec<(i32, Square)> = Vec::with_capacity(count + 1);
    for square in allowed.iter() {
        let value = board.stone_value(square, mover);
        if best.len() < count || best.last().is_some_and(|&(least, _)| value > least) {
            let place = best.partition_point(|&(other, _)| other >= value);
            best.insert(place, (value, square));
            best.truncate(count);
        }
    }
    best.into_iter().map(|(_, square)| square).collect()
}

#[cfg(test)]
mod tests {
    use sixfold_connect::{Connect6Position, GeneralPosition};
    use sixfold_game::record::move_list;
    use sixfold_game::{GameName, Record};
    use sixfold_solve::Budget;

    use super::*;

    const WIDTH: Width = Width { stones: 12, turns: 30 };

    fn board(moves: &str) -> Board<sixfold_connect::LinePlanes> {
        let record = move_list::read(GameName::CONNECT6, moves).unwrap();
        Board::new(Connect6Position::replay(&record).unwrap())
    }

    fn start(game: &str) -> GeneralPosition {
        GeneralPosition::replay(&Record::new(game.parse().unwrap())).unwrap()
    }

    #[test]
    fn under_threat_every_turn_parries() {
        for moves in ["j10 a1b1 k10l10 a2b2 m10s1", "j10 a5b5 j1s1 c5d5"] {
            let mut board = board(moves);
            let ways = Ways::to_parry(board.position());
            let turns = candidates(&mut board, &ways, WIDTH).list;
            assert!(!turns.is_empty());
            for turn in turns {
                let mut position = board.position().clone();
                position.play_turn(&turn.stones).unwrap();
                assert!(!position.can_complete(position.turn().player), "{turn:?}");
            }
        }
    }

    #[test]
    fn against_two_threats_there_are_just_the_critical_defences() {
        let mut board = board("j10 c5d5 a1s1 e5f5");
        let ways = Ways::to_parry(board.position());
        let Candidates { list, coverage } = candidates(&mut board, &ways, WIDTH);
        let defences = board.position().critical_defences(board.position().turn().player);
        assert_eq!((list.len(), coverage), (defences.len(), Coverage::Complete));
    }

    #[test]
    fn against_one_threat_there_is_a_stone_to_spare_and_more_to_look_at() {
        let mut board = board("j10 a5b5 j1s1 c5d5");
        let ways = Ways::to_parry(board.position());
        assert_eq!(candidates(&mut board, &ways, WIDTH).coverage, Coverage::Partial);
    }

    #[test]
    fn turns_that_cannot_stop_a_win_are_left_out() {
        // White to move; Black has two threes that cross, and wins if White looks away.
        let mut board = board("j10 a1s1 j11j12 a19s19 k10l10");
        let mut ways = Ways::to_parry(board.position());
        let mut meter = Meter::start(Budget::default());
        let mut tactics = Tactics::new(1 << 20);
        ways.find_zones(board.position(), &mut tactics, 10_000, &mut meter).unwrap();
        let zones = ways.list[0].against.clone().unwrap();
        let turns = candidates(&mut board, &ways, WIDTH).list;
        assert!(!turns.is_empty());
        for turn in turns {
            assert!(!zones.is_irrelevant(turn.stones.iter().copied().collect()));
        }
    }

    #[test]
    fn the_position_is_left_as_it_was() {
        let mut board = board("j10 k11i9 h9j9");
        let before = (board.position().hash(), board.value());
        candidates(&mut board, &Ways::free(), WIDTH);
        assert_eq!((board.position().hash(), board.value()), before);
    }

    #[test]
    fn turns_have_as_many_stones_as_are_left_and_no_two_are_the_same() {
        for name in ["gomoku", "connect6", "connect(7,7,5,3,1)", "connect(1,2,1,2,2)"] {
            let game: GameName = name.parse().unwrap();
            let mut board = Board::new(start(name));
            let turns = candidates(&mut board, &Ways::free(), WIDTH).list;
            let stones = usize::from(game.turn_order().first);
            assert!(turns.iter().all(|turn| turn.stones.len() == stones), "{name}");
            let mut sets: Vec<&Stones> = turns.iter().map(|turn| &turn.stones).collect();
            sets.sort();
            sets.dedup();
            assert_eq!(sets.len(), turns.len(), "{name}");
        }
    }

    #[test]
    fn a_small_board_is_covered_completely() {
        for (game, turns) in
            [("tictactoe", 9), ("connect(3,3,3,2,2)", 36), ("connect(2,4,4,3,3)", 56)]
        {
            let mut board = Board::new(start(game));
            let width = Width { stones: 40, turns: 80 };
            let Candidates { list, coverage } = candidates(&mut board, &Ways::free(), width);
            assert_eq!((list.len(), coverage), (turns, Coverage::Complete), "{game}");
        }
    }

    #[test]
    fn the_last_turn_takes_the_squares_that_are_left() {
        let mut position = start("connect(1,5,3,2,2)");
        for name in ["a1", "b1", "c1", "d1"] {
            position.try_play(position.grid().parse(name).unwrap()).unwrap();
        }
        let turns = candidates(&mut Board::new(position), &Ways::free(), WIDTH).list;
        assert_eq!(turns.len(), 1);
        assert_eq!(turns[0].stones.len(), 1);
    }

    #[test]
    fn an_excluded_turn_is_offered_only_if_there_is_no_other() {
        let mut board = Board::new(start("tictactoe"));
        let squares: Vec<Square> = board.position().empty_squares().iter().collect();
        let sets: Vec<SquareSet> = squares.iter().map(|&s| std::iter::once(s).collect()).collect();
        let narrow = Width { stones: 1, turns: 1 };
        let mut choices_without = |excluded| {
            let task = Task { excluded, ..Task::within(Budget::default()) };
            choices(&mut board, &Ways::free(), narrow, &task)
        };
        assert_eq!(choices_without(&sets[..8])[0].stones[0], squares[8]);
        assert!(!choices_without(&sets).is_empty());
    }
}
