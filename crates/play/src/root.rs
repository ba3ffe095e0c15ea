//! What every player that searches does at the root.
//!
//! A segment that can be completed is completed. Else the solvers look for a win, the player searches with
//! most of what is left, and the solvers look whether the opponent refutes what it likes best
//! and prove what it believes.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, Square, SquareSet};
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use sixfold_solve::verify::verify;
use sixfold_solve::{Budget, Solved, Stones, vcdt};

use crate::proof::{Win, can_be_claimed};
use crate::purse::{Purse, Share};
use crate::tactics::is_within_reach;
use crate::{Choice, Ground, Score, Task, Thought, Variation};

/// What the solvers have to say at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Solvers {
    /// Nothing.
    Silent,
    /// They look for a win by double threats first, and prove what the search believes.
    DoubleThreats,
    /// They look for a win by single threats too, and for such wins of the opponent after what the
    /// search has chosen.
    SingleThreats,
}

/// What the search for a win by double threats may take.
const SHARE_OF_DOUBLE_THREATS: Share = Share(25);
/// What the search for a win by single threats may take.
const SHARE_OF_SINGLE_THREATS: Share = Share(25);
/// What the player's own search may take of what is left then; the rest is for guarding and proving.
const SHARE_OF_SEARCH: Share = Share(60);
/// What a look at the turn that is liked best may take, and at each one that comes after it.
const SHARE_OF_FIRST_GUARD: Share = Share(70);
const SHARE_OF_NEXT_GUARD: Share = Share(50);
/// What the proof of a win or of a loss may take that the search believes in.
const SHARE_OF_PROOF_OF_WIN: Share = Share(50);
const SHARE_OF_PROOF_OF_LOSS: Share = Share(12);

const DOUBLE_THREATS: Order = Order::UpTo(1);
const SINGLE_THREATS: Order = Order::UpTo(2);
/// The highest order of wins by which a belief is proven.
const MOST_ORDER_OF_PROOF: u8 = 3;
/// The best turns that are guarded.
const GUARDED: usize = 6;
/// The solvers take this part of the memory; what the player remembers needs the rest.
const PART_OF_MEMORY: usize = 4;
/// The memory for a win that needs no search.
const MEMORY_WITHOUT_SEARCH: usize = 1 << 10;

/// A position in which a turn is to be chosen.
pub(crate) struct Root<'a, S> {
    pub(crate) position: &'a Position<S>,
    pub(crate) task: &'a Task<'a>,
    pub(crate) threads: usize,
    pub(crate) purse: Purse,
    solvers: Solvers,
}

impl<'a, S: SegmentState + Send + Sync> Root<'a, S> {
    /// The clock starts.
    pub(crate) fn new(
        position: &'a Position<S>,
        task: &'a Task<'a>,
        threads: usize,
        solvers: Solvers,
    ) -> Root<'a, S> {
        let purse = Purse::new(task.budget.clone());
        Root { position, task, threads, purse, solvers }
    }

    /// A win that is found before any search.
    pub(crate) fn win(&mut self) -> Option<Win> {
        let solved = if self.position.can_complete(self.position.turn().player) {
            let budget = Budget { memory: MEMORY_WITHOUT_SEARCH, ..Budget::default() };
            vcdt::solve(self.position, &budget)
        } else {
            self.solve_first()?
        };
        Win::of(&solved, self.position).filter(|win| self.task.allows(win.stones()))
    }

    /// Looks for a win by threats.
    fn solve_first(&mut self) -> Option<Solved> {
        match self.solvers {
            Solvers::Silent => None,
            Solvers::DoubleThreats => {
                self.solve(self.position, DOUBLE_THREATS, SHARE_OF_DOUBLE_THREATS)
            }
            Solvers::SingleThreats => {
                self.solve(self.position, SINGLE_THREATS, SHARE_OF_SINGLE_THREATS)
            }
        }
    }

    /// Looks for a win of the side to move, if the solvers can cope with the turns of the position.
    fn solve(&mut self, position: &Position<S>, order: Order, share: Share) -> Option<Solved> {
        let budget = self.budget_of_solvers(position, share)?;
        let wanted = Wanted { order, length: Length::Any };
        let solved = orders::solve(position, wanted, self.methods(), &budget);
        self.purse.spend(solved.nodes);
        Some(solved)
    }

    fn methods(&self) -> Methods {
        Methods { threads: self.threads, ..Methods::default() }
    }

    fn budget_of_solvers(&self, position: &Position<S>, share: Share) -> Option<Budget> {
        let budget = self.purse.share(share).filter(|_| is_within_reach(position))?;
        Some(Budget { memory: budget.memory / PART_OF_MEMORY, ..budget })
    }

    /// What the search of the player may take.
    pub(crate) fn search_budget(&self) -> Budget {
        let whole = self.purse.rest();
        let is_limited = whole.nodes.is_some() || whole.time.is_some();
        let part = match self.solvers {
            Solvers::SingleThreats if is_limited => self.purse.share(SHARE_OF_SEARCH),
            _ => None,
        };
        part.unwrap_or(whole)
    }

    /// After how many of his turns the opponent wins by single threats after each of the turns that
    /// are liked best, the best first. It ends before the first turn after which nothing is found.
    pub(crate) fn refutations(&mut self, turns: &[Stones]) -> Vec<u32> {
        let mut lengths = Vec::new();
        if self.solvers == Solvers::SingleThreats && self.task.depth.is_none() {
            for stones in turns.iter().take(GUARDED) {
                let first = lengths.is_empty();
                let share = if first { SHARE_OF_FIRST_GUARD } else { SHARE_OF_NEXT_GUARD };
                let Some(length) = self.refutation(stones, share) else { break };
                lengths.push(length);
            }
        }
        lengths
    }

    fn refutation(&mut self, stones: &Stones, share: Share) -> Option<u32> {
        let mut position = self.position.clone();
        position.play_turn(stones).ok()?;
        if position.outcome().is_some() {
            return None;
        }
        let solved = self.solve(&position, SINGLE_THREATS, share)?;
        solved.length().map(|length| length as u32)
    }

    /// What is thought now, with so many nodes that the purse does not know of yet.
    pub(crate) fn thought(&self, variations: Vec<Variation>, depth: u32, nodes: u64) -> Thought {
        let nodes = self.purse.spent() + nodes;
        Thought { variations, depth, nodes, elapsed: self.purse.elapsed() }
    }

    /// The answer: a win that is known already, or what the search has found, proven if possible. If
    /// there is no win, there is at least one variation.
    pub(crate) fn conclude(
        &mut self,
        mut variations: Vec<Variation>,
        mut depth: u32,
        win: Option<Win>,
    ) -> Choice {
        let belief = variations.first().map(|best| best.score).filter(|_| self.may_prove());
        let mut proof = None;
        if let Some(win) = win.or_else(|| self.prove_win(belief)) {
            depth = depth.max(win.variation.turns.len() as u32);
            proof.clone_from(&win.certificate);
            put_in_front(&mut variations, win, self.task.variations);
        } else if let Some(certificate) = self.prove_loss(belief) {
            variations[0].ground = Ground::Proven;
            proof = Some(certificate);
        }
        let thought = self.thought(variations, depth, 0);
        (self.task.watch)(&thought);
        Choice { thought, proof }
    }

    /// Whether beliefs are proven: not those of a search that leaves out turns or is to be shallow.
    fn may_prove(&self) -> bool {
        let is_plain = self.task.excluded.is_empty() && self.task.depth.is_none();
        is_plain && self.solvers != Solvers::Silent && can_be_claimed(self.position)
    }

    fn prove_win(&mut self, belief: Option<Score>) -> Option<Win> {
        let Some(Score::Wins(_)) = belief else { return None };
        let order = Order::LowestUpTo(MOST_ORDER_OF_PROOF);
        let solved = self.solve(self.position, order, SHARE_OF_PROOF_OF_WIN)?;
        Win::of(&solved, self.position)
    }

    fn prove_loss(&mut self, belief: Option<Score>) -> Option<Arc<Certificate>> {
        let Some(Score::Loses(_)) = belief else { return None };
        let budget = self.budget_of_solvers(self.position, SHARE_OF_PROOF_OF_LOSS)?;
        let verified = verify(self.position, MOST_ORDER_OF_PROOF, self.methods(), &budget);
        self.purse.spend(verified.nodes);
        Some(Arc::new(verified.certificate(self.position)?.ok()?))
    }
}

/// Puts a win before all other variations, of which as many stay as are wanted.
fn put_in_front(variations: &mut Vec<Variation>, win: Win, wanted: usize) {
    let set = |stones: &[Square]| stones.iter().copied().collect::<SquareSet>();
    let turn = set(win.stones());
    variations.retain(|variation| set(&variation.turns[0]) != turn);
    variations.insert(0, win.variation);
    variations.truncate(wanted.max(1));
}

#[cfg(test)]
mod tests {
    use sixfold_connect::{Connect6Position, GeneralPosition};
    use sixfold_game::record::move_list;
    use sixfold_game::{GameName, Record};

    use super::*;

    const BUDGET: u64 = 400_000;

    fn connect6(moves: &str) -> Connect6Position {
        Connect6Position::replay(&move_list::read(GameName::CONNECT6, moves).unwrap()).unwrap()
    }

    fn task() -> Task<'static> {
        Task::within(Budget { nodes: Some(BUDGET), memory: 64 << 20, ..Budget::default() })
    }

    #[test]
    fn a_win_by_single_threats_is_seen_by_whoever_looks_for_it() {
        let position = connect6("j10 h9i8 k11l10 k8m9");
        let task = task();
        let ground =
            |solvers| Root::new(&position, &task, 1, solvers).win().map(|win| win.variation.ground);
        assert_eq!(ground(Solvers::SingleThreats), Some(Ground::Proven));
        assert_eq!(ground(Solvers::DoubleThreats), None);
        assert_eq!(ground(Solvers::Silent), None);
    }

    #[test]
    fn a_segment_is_completed_unless_the_turn_is_excluded() {
        let position = connect6("j10 a1b1 k10l10 a2b2 m10n10 a3b3");
        let plain = task();
        let win = Root::new(&position, &plain, 1, Solvers::Silent).win().unwrap();
        assert_eq!(win.variation.score, Score::Wins(1));
        let excluded = [win.stones().iter().copied().collect()];
        let task = Task { excluded: &excluded, ..task() };
        assert!(Root::new(&position, &task, 1, Solvers::Silent).win().is_none());
    }

    #[test]
    fn turns_that_lose_to_single_threats_are_refuted() {
        // Black wins unless White does something about it, and the corners are far away.
        let position = connect6("j10 h9i8 k11l10");
        let grid = position.grid();
        let turn =
            |names: [&str; 2]| names.map(|name| grid.parse(name).unwrap()).into_iter().collect();
        let task = task();
        let mut root = Root::new(&position, &task, 1, Solvers::SingleThreats);
        assert_eq!(root.refutations(&[turn(["k8", "m9"]), turn(["a1", "s19"])]).len(), 2);
    }

    #[test]
    fn nothing_is_claimed_on_a_board_without_an_edge() {
        let game: GameName = "connect(6,2,1)".parse().unwrap();
        let mut position = GeneralPosition::replay(&Record::new(game)).unwrap();
        let line = position.geometry().lines().next().unwrap();
        let row = position.geometry().line_squares(line).to_vec();
        position.add_stones(row[..4].iter().copied(), position.turn().player);
        position.set_turn(sixfold_game::Turn { stones_left: 2, ..position.turn() });
        let task = task();
        let win = Root::new(&position, &task, 1, Solvers::SingleThreats).win().unwrap();
        assert_eq!(win.variation.score, Score::Wins(1));
        assert_eq!((win.variation.ground, win.certificate), (Ground::Estimated, None));
    }
}
