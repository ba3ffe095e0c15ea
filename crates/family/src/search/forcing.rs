//! Wins by forcing turns: each makes at least p threats, so that only normal defences are left
//! (THEORY 4, VCDT).

use std::ops::ControlFlow;

use sixfold_connect::hitting::visit_minimal_hitting_sets;
use sixfold_game::SpentBudget;
use sixfold_solve::Meter;

use super::board::{Board, Cell, Side};
use super::turns::{Turn, Width, judged, turns};

/// A winning turn of the attacker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attack {
    pub(super) stones: Vec<Cell>,
    /// The replies that need an answer. There are none if the stones complete a segment or cannot be
    /// parried.
    pub(super) replies: Vec<Reply>,
}

/// A reply, and what refutes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    pub(super) stones: Vec<Cell>,
    pub(super) answer: Attack,
}

/// So many normal defences are looked at; a turn that leaves more is passed over.
const MOST_REPLIES: usize = 4000;
const MOST_REPLY_STEPS: u64 = 400_000;
/// Turns that won elsewhere and are tried first.
const REMEMBERED: usize = 64;

/// A search for wins by forcing turns, with the turns that have won so far.
pub(super) struct Forcing {
    width: Width,
    /// The most turns of the attacker, the completing one included.
    most_turns: u8,
    remembered: Vec<Vec<Cell>>,
}

impl Forcing {
    pub(super) fn new(width: Width, most_turns: u8) -> Forcing {
        Forcing { width, most_turns, remembered: Vec::new() }
    }

    /// A win of the attacker, who is to move with a full turn. Nothing means that none was found.
    pub(super) fn find(
        &mut self,
        board: &mut Board,
        meter: &mut Meter,
    ) -> Result<Option<Attack>, SpentBudget> {
        self.find_within(board, self.most_turns, meter)
    }

    /// The same in so many turns, the shortest first.
    fn find_within(
        &mut self,
        board: &mut Board,
        most_turns: u8,
        meter: &mut Meter,
    ) -> Result<Option<Attack>, SpentBudget> {
        if let Some(segment) = board
            .open_segments(Side::Attacker, board.rules.p.into())
            .min_by_key(super::board::OpenSegment::lacking)
        {
            return Ok(Some(Attack { stones: segment.cells().collect(), replies: Vec::new() }));
        }
        if let Some(attack) = self.remembered_win(board) {
            return Ok(Some(attack));
        }
        for turns_left in 2..=most_turns {
            if let Some(attack) = self.attack(board, turns_left, meter)? {
                return Ok(Some(attack));
            }
        }
        Ok(None)
    }

    fn attack(
        &mut self,
        board: &mut Board,
        turns_left: u8,
        meter: &mut Meter,
    ) -> Result<Option<Attack>, SpentBudget> {
        meter.count()?;
        meter.look()?;
        let p = board.rules.p;
        let needed = if turns_left == 2 { p + 1 } else { p };
        for turn in turns(board, needed, self.width) {
            if turn.threats > p {
                self.remembered.truncate(REMEMBERED - 1);
                self.remembered.insert(0, turn.stones.clone());
                return Ok(Some(Attack { stones: turn.stones, replies: Vec::new() }));
            }
            if let Some(attack) = self.force(board, turn, turns_left, meter)? {
                return Ok(Some(attack));
            }
        }
        Ok(None)
    }

    /// Whether a forcing turn wins against every normal defence.
    fn force(
        &mut self,
        board: &mut Board,
        turn: Turn,
        turns_left: u8,
        meter: &mut Meter,
    ) -> Result<Option<Attack>, SpentBudget> {
        board.place(&turn.stones, Side::Attacker);
        let answered = match defences(board, MOST_REPLIES) {
            Some(defences) => self.answer_all(board, defences, turns_left - 1, meter),
            None => Ok(None),
        };
        board.lift(&turn.stones, Side::Attacker);
        Ok(answered?.map(|replies| Attack { stones: turn.stones, replies }))
    }

    fn answer_all(
        &mut self,
        board: &mut Board,
        defences: Vec<Vec<Cell>>,
        most_turns: u8,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Reply>>, SpentBudget> {
        let mut replies = Vec::new();
        for stones in defences {
            board.place(&stones, Side::Defender);
            let answer = self.find_within(board, most_turns, meter);
            board.lift(&stones, Side::Defender);
            match answer? {
                Some(answer) => replies.push(Reply { stones, answer }),
                None => return Ok(None),
            }
        }
        Ok(Some(replies))
    }

    fn remembered_win(&mut self, board: &mut Board) -> Option<Attack> {
        let overwhelming = board.rules.p + 1;
        let place = self.remembered.iter().position(|stones| {
            stones.iter().all(|&cell| board.is_empty(cell))
                && judged(board, stones.clone(), overwhelming).is_some()
        })?;
        // What has just won is likely to win again.
        let stones = self.remembered.remove(place);
        self.remembered.insert(0, stones.clone());
        Some(Attack { stones, replies: Vec::new() })
    }
}

/// All critical defences against the threats of the attacker, or nothing if they are more than so
/// many.
pub(super) fn defences(board: &Board, most: usize) -> Option<Vec<Vec<Cell>>> {
    let mut defences = Vec::new();
    let threats = board.threats(Side::Attacker);
    let p = board.rules.p;
    let flow = visit_minimal_hitting_sets(&threats, p, MOST_REPLY_STEPS, &mut |cells| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        defences.push(cells);
        if defences.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_continue().then_some(defences)
}
