//! Which turns there are: those that make enough threats, and those that stop threats.

use sixfold_game::Player;
use smallvec::SmallVec;

use super::board::{Board, Spot};

/// The stones of a turn in ascending order.
pub(super) type Turn = SmallVec<[Spot; 4]>;

impl Board {
    /// Puts the stones of a turn on the board.
    pub(super) fn play(&mut self, turn: &[Spot], player: Player) {
        for &spot in turn {
            self.place(spot, player);
        }
    }

    /// Takes the stones of a turn from the board.
    pub(super) fn take_back(&mut self, turn: &[Spot], player: Player) {
        for &spot in turn.iter().rev() {
            self.remove(spot, player);
        }
    }

    /// The number of threats of a player: the fewest stones that stop them all. Nothing if a turn is
    /// not enough.
    pub(super) fn stones_to_stop(&self, player: Player) -> Option<usize> {
        (0..=self.stones_per_turn).find(|&stones| self.can_stop(player, stones, &mut Turn::new()))
    }

    /// Whether so many stones besides these stop all threats of a player.
    fn can_stop(&self, player: Player, stones: usize, placed: &mut Turn) -> bool {
        let stopped = |row: u16| placed.iter().any(|&spot| self.goes_through(row, spot));
        let Some(&open) = self.threats(player).iter().find(|&&row| !stopped(row)) else {
            return true;
        };
        stones > 0
            && self.empty_of(open).any(|spot| {
                placed.push(spot);
                let can_stop = self.can_stop(player, stones - 1, placed);
                placed.pop();
                can_stop
            })
    }

    /// All sets of so many stones that stop all threats of a player.
    pub(super) fn stopping_sets(&self, player: Player, stones: usize) -> Vec<Turn> {
        let mut sets = Vec::new();
        self.add_stopping_sets(player, stones, &mut Turn::new(), &mut sets);
        in_order(&mut sets);
        sets
    }

    fn add_stopping_sets(
        &self,
        player: Player,
        stones: usize,
        placed: &mut Turn,
        sets: &mut Vec<Turn>,
    ) {
        let stopped = |row: u16| placed.iter().any(|&spot| self.goes_through(row, spot));
        match self.threats(player).iter().find(|&&row| !stopped(row)) {
            None => self.add_all(stones, placed, sets),
            Some(_) if stones == 0 => {}
            Some(&open) => {
                for spot in self.empty_of(open) {
                    placed.push(spot);
                    self.add_stopping_sets(player, stones - 1, placed, sets);
                    placed.pop();
                }
            }
        }
    }

    /// These stones with every choice of so many more.
    fn add_all(&self, stones: usize, placed: &[Spot], sets: &mut Vec<Turn>) {
        let free = self.empty();
        let free: Vec<Spot> = free
            .iter()
            .map(|square| square.index() as Spot)
            .filter(|spot| !placed.contains(spot))
            .collect();
        add_subsets(&free, stones, &mut Turn::from_slice(placed), sets);
    }

    /// The turns of so many stones after which a player may have so many threats: every turn that
    /// does is among them.
    pub(super) fn turns_with_threats(
        &mut self,
        player: Player,
        stones: usize,
        threats: usize,
    ) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.add_turns(player, stones, threats, &Turn::new(), &mut turns);
        in_order(&mut turns);
        turns
    }

    /// Adds turns that begin with these stones, which are on the board.
    ///
    /// As long as the threats are too few, some row is to become a threat that is none yet, by
    /// enough of the stones still to come; or one of these takes a square of a threat, so that
    /// it cannot be stopped there any more.
    fn add_turns(
        &mut self,
        player: Player,
        stones: usize,
        threats: usize,
        placed: &Turn,
        turns: &mut Vec<Turn>,
    ) {
        if threats == 0 || !self.can_stop(player, threats - 1, &mut Turn::new()) {
            return self.add_all_to_placed(stones, placed, turns);
        }
        let mut steps: Vec<Turn> = Vec::new();
        for &row in self.prospects(player) {
            let missing = self.missing_to_threat(row, player).max(1);
            if missing <= stones {
                let empty: SmallVec<[Spot; 8]> = self.empty_of(row).collect();
                add_subsets(&empty, missing, &mut Turn::new(), &mut steps);
            }
        }
        in_order(&mut steps);
        for step in steps {
            let all: Turn = placed.iter().chain(&step).copied().collect();
            if step.len() == stones {
                turns.push(all);
            } else {
                self.play(&step, player);
                self.add_turns(player, stones - step.len(), threats, &all, turns);
                self.take_back(&step, player);
            }
        }
    }

    fn add_all_to_placed(&self, stones: usize, placed: &Turn, turns: &mut Vec<Turn>) {
        if stones == 0 {
            turns.push(placed.clone());
        } else {
            self.add_all(stones, placed, turns);
        }
    }
}

/// Adds these stones with every choice of so many of the squares.
fn add_subsets(squares: &[Spot], stones: usize, placed: &mut Turn, sets: &mut Vec<Turn>) {
    if stones == 0 {
        sets.push(placed.clone());
        return;
    }
    for (i, &spot) in squares.iter().enumerate() {
        placed.push(spot);
        add_subsets(&squares[i + 1..], stones - 1, placed, sets);
        placed.pop();
    }
}

/// Brings stones and turns into order, each turn once.
fn in_order(turns: &mut Vec<Turn>) {
    for turn in &mut *turns {
        turn.sort_unstable();
    }
    turns.sort_unstable();
    turns.dedup();
}
