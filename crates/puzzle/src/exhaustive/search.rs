//! The search itself: the definition of a win, word by word.

use std::ops::ControlFlow;

use sixfold_game::Player;

use super::Progress;
use super::board::{Board, Spot};
use super::known::Known;
use super::turns::Turn;
use crate::Goal;

/// The watcher has asked the search to stop.
pub(super) struct Stopped;

/// What a search tells how far it is, and what tells it to stop.
pub(super) type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

pub(super) struct Search<'a> {
    pub(super) board: Board,
    attacker: Player,
    known: Known,
    /// Replies that have refuted a turn, by the turns that were left: the latest first.
    refutations: Favourites,
    /// Turns that have won, by the turns that were left: the latest first.
    winners: Favourites,
    pub(super) progress: Progress,
    watch: Watch<'a>,
}

/// The watcher hears of the search once in so many positions.
const POSITIONS_BETWEEN_REPORTS: u64 = 1024;

impl<'a> Search<'a> {
    pub(super) fn new(board: Board, attacker: Player, watch: Watch<'a>) -> Search<'a> {
        Search {
            known: Known::new(&board),
            board,
            attacker,
            refutations: Favourites::default(),
            winners: Favourites::default(),
            progress: Progress::default(),
            watch,
        }
    }

    /// Tells the watcher how far the search is.
    pub(super) fn report(&mut self) -> Result<(), Stopped> {
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    /// Whether the attacker, who is to move, wins within these limits.
    pub(super) fn wins(&mut self, goal: Goal) -> Result<bool, Stopped> {
        if self.board.can_complete(self.attacker) {
            return Ok(goal.turns > 0);
        }
        if goal.turns < 2 || goal.order == 0 {
            return Ok(false);
        }
        // One turn before the last the order does not matter: a reply can only be too late.
        let goal = if goal.turns == 2 { Goal { order: 1, ..goal } } else { goal };
        if let Some(wins) = self.known.look_up(&self.board, goal) {
            return Ok(wins);
        }
        self.progress.positions += 1;
        if self.progress.positions.is_multiple_of(POSITIONS_BETWEEN_REPORTS) {
            self.report()?;
        }
        // What wins in fewer turns or by a lower order is found sooner so.
        let wins = (goal.turns > 2 && self.wins(Goal { turns: goal.turns - 1, ..goal })?)
            || (goal.order > 1 && self.wins(Goal { order: goal.order - 1, ..goal })?)
            || self.has_winning_turn(goal)?;
        self.known.remember(&self.board, goal, wins);
        Ok(wins)
    }

    fn has_winning_turn(&mut self, goal: Goal) -> Result<bool, Stopped> {
        for turn in self.winners.of(goal.turns) {
            if self.is_possible(&turn) && self.turn_wins(&turn, goal)? {
                return Ok(true);
            }
        }
        for turn in self.turns(goal) {
            if self.turn_wins(&turn, goal)? {
                self.winners.add(goal.turns, &turn);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_possible(&self, turn: &[Spot]) -> bool {
        turn.iter().all(|&spot| self.board.is_empty(spot))
    }

    /// The turns that may win within these limits, the most promising first. The attacker cannot
    /// complete a row.
    pub(super) fn turns(&mut self, goal: Goal) -> Vec<Turn> {
        let stones = self.board.stones_per_turn;
        let defender = self.attacker.opponent();
        if self.board.stones_to_stop(defender).is_none() {
            return Vec::new();
        }
        let threats = if goal.turns == 2 {
            stones + 1
        } else {
            (stones + 1).saturating_sub(goal.order.into())
        };
        let turns = self.board.turns_with_threats(self.attacker, stones, threats);
        self.by_weight(turns, self.attacker)
    }

    /// Whether a turn of the attacker wins within these limits.
    pub(super) fn turn_wins(&mut self, turn: &[Spot], goal: Goal) -> Result<bool, Stopped> {
        self.board.play(turn, self.attacker);
        let wins = self.wins_after_turn(goal);
        self.board.take_back(turn, self.attacker);
        wins
    }

    /// The same once the turn has been played.
    fn wins_after_turn(&mut self, goal: Goal) -> Result<bool, Stopped> {
        if self.board.can_complete(self.attacker.opponent()) {
            return Ok(false);
        }
        let stones = self.board.stones_per_turn;
        let Some(threats) = self.board.stones_to_stop(self.attacker) else { return Ok(true) };
        let fills_board = self.board.empty().len() <= stones;
        let most_null = stones - threats;
        if goal.turns == 2 || fills_board || most_null >= usize::from(goal.order) {
            return Ok(false);
        }
        let left = goal.after_reply();
        for null_stones in (0..=most_null).rev() {
            let order = left.order - null_stones as u8;
            if !self.wins_after_replies(stones - null_stones, Goal { order, ..left })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker wins within these limits after every reply of so many stones.
    fn wins_after_replies(&mut self, stones: usize, left: Goal) -> Result<bool, Stopped> {
        let mut replies = self.board.stopping_sets(self.attacker, stones);
        let favourites = self.refutations.of(left.turns);
        replies = self.by_weight(replies, self.attacker.opponent());
        replies.sort_by_key(|reply| !favourites.contains(reply));
        for reply in replies {
            let defender = self.attacker.opponent();
            self.board.play(&reply, defender);
            let wins = self.wins(left);
            self.board.take_back(&reply, defender);
            if !wins? {
                self.refutations.add(left.turns, &reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn by_weight(&self, mut turns: Vec<Turn>, mover: Player) -> Vec<Turn> {
        turns.sort_by_cached_key(|turn| {
            let weight = turn.iter().map(|&spot| self.board.weight(spot, mover)).sum::<u32>();
            std::cmp::Reverse(weight)
        });
        turns
    }
}

/// Turns that were good lately, by the number of turns that were left.
#[derive(Default)]
struct Favourites(Vec<Vec<Turn>>);

impl Favourites {
    const MOST: usize = 8;

    fn of(&self, turns: u8) -> Vec<Turn> {
        self.0.get(usize::from(turns)).cloned().unwrap_or_default()
    }

    fn add(&mut self, turns: u8, turn: &Turn) {
        let place = usize::from(turns);
        if self.0.len() <= place {
            self.0.resize(place + 1, Vec::new());
        }
        let list = &mut self.0[place];
        list.retain(|known| known != turn);
        list.insert(0, turn.clone());
        list.truncate(Favourites::MOST);
    }
}
