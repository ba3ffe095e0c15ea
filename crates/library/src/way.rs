//! One way from the start of the game to each position.

use std::collections::{HashSet, VecDeque};

use rusqlite::Connection;
use sixfold_game::{Player, Setup, Square, SquareSet};

use crate::Problem;
use crate::book::Book;
use crate::rows::PositionId;

impl Book {
    /// The turns of a shortest way from the start of the game to a position as it lies here, by
    /// moves of the library as far as they go; the rest in some order. Nothing if the position
    /// cannot arise in a game.
    pub fn way_to(
        &self,
        reading: &Connection,
        position: &Setup,
    ) -> Result<Option<Vec<SquareSet>>, Problem> {
        let start = Setup::start(self.game);
        let mut open = VecDeque::from([Step { position: *position, turn: None }]);
        let mut steps: Vec<Step> = Vec::new();
        let mut seen: HashSet<PositionId> = HashSet::new();
        while let Some(step) = open.pop_front() {
            let index = steps.len();
            let here = step.position;
            steps.push(step);
            if here == start {
                return Ok(Some(line(&steps, index)));
            }
            for arrival in self.arrivals(reading, &here)? {
                if seen.insert(arrival.parent) {
                    let turn = Some(Onwards { turn: arrival.turn, to: index });
                    open.push_back(Step { position: arrival.before, turn });
                }
            }
        }
        // No way leads to the start: the stones were set up, or a proof begins there. The farthest
        // back is the last.
        let index = steps.len() - 1;
        let turns = self.any_order(&steps[index].position);
        Ok(turns.map(|mut turns| {
            turns.extend(line(&steps, index));
            turns
        }))
    }

    /// The stones of a position in some order that the rules allow.
    fn any_order(&self, position: &Setup) -> Option<Vec<SquareSet>> {
        let mut left = Player::BOTH.map(|player| {
            let squares: Vec<Square> = position.stones(player).iter().collect();
            squares.into_iter()
        });
        let mut setup = Setup::start(self.game);
        let mut turns = Vec::new();
        while setup != *position {
            let count = usize::from(setup.turn.stones_left);
            let turn: SquareSet = left[setup.turn.player.index()].by_ref().take(count).collect();
            if turn.len() < count {
                return None;
            }
            setup = self.after(&setup, turn);
            turns.push(turn);
        }
        Some(turns)
    }

    /// Turns from the start of the game as a move list.
    pub fn line_name(&self, turns: &[SquareSet]) -> String {
        let mut position = Setup::start(self.game);
        let mut names = Vec::new();
        for &turn in turns {
            names.push(self.turn_name(&position, turn));
            position = self.after(&position, turn);
        }
        names.join(" ")
    }

    /// One way to a position as a move list; empty if there is none.
    pub fn way_name(&self, reading: &Connection, position: &Setup) -> Result<String, Problem> {
        Ok(self.way_to(reading, position)?.map_or_else(String::new, |way| self.line_name(&way)))
    }
}

/// A position on the way back to the start.
struct Step {
    position: Setup,
    turn: Option<Onwards>,
}

/// The turn by which a step nearer to the goal is reached.
#[derive(Clone, Copy)]
struct Onwards {
    turn: SquareSet,
    to: usize,
}

fn line(steps: &[Step], from: usize) -> Vec<SquareSet> {
    let onwards = |index: &Onwards| steps[index.to].turn;
    std::iter::successors(steps[from].turn, onwards).map(|onwards| onwards.turn).collect()
}
