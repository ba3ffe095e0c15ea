//! The work of one thread: it goes down the tree to the most promising leaf, does there what takes
//! time, and brings the result back up.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Player, SpentBudget, SquareSet, Turn};

use super::moves::MoveList;
use super::patterns::Pattern;
use super::team::Team;
use super::tree::{Aim, AttackId, AttackState, DefenceId, DefenceNode, Numbers, Tree, Tried};
use crate::Meter;
use crate::defence::{Shortened, Shorter};
use crate::replay::{completing, replay, replay_shortened};
use crate::solution::{Answer, Stones};
use crate::vcdt::Vcdt;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tree: Mutex<Tree>,
    pub(super) team: &'a Team,
    /// Something in the tree has changed.
    pub(super) changed: Condvar,
}

/// Why a thread works on a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is its own task.
    Owner,
    /// It has nothing better to do, and leaves as soon as that changes.
    Helper,
}

pub(super) struct Worker<'a, S> {
    shared: &'a Shared<'a>,
    role: Role,
    position: Position<S>,
    attacker: Player,
    vcdt: &'a mut Vcdt,
    meter: Meter,
    path: Vec<Step>,
    /// The attacker's turn at the root, which may have begun, and all later ones.
    root_turn: Turn,
    later_turn: Turn,
}

/// One turn of each side on the way down.
struct Step {
    attack: AttackId,
    defence: DefenceId,
    stones: Stones,
    reply: SquareSet,
}

enum Task {
    /// Look for a win by threats, or list the moves.
    Evaluate { attack: AttackId, aim: Aim, tries: u32 },
    /// Try the next move.
    Try { attack: AttackId, aim: Aim, stones: Stones },
    /// The tree was out of date on the way down, which going up again mends.
    Again,
    /// All that could be done is being done by other threads.
    Wait,
    /// The root is settled.
    Finished,
}

/// What has been found out at a leaf.
enum Found {
    Settled(AttackState),
    /// Still unknown after so many tries.
    Fresh(u32),
    Moves(MoveList),
    Tried(Tried),
}

/// Nodes that the first threat search after a semi-null or null move may take; each further one
/// may take four times as many.
const FIRST_ALLOWANCE: u64 = 64;
/// Nodes that the threat search may take where moves that do not force can be tried next.
const ALLOWANCE_BEFORE_MOVES: u64 = 1024;
/// Threat searches that are given up are tried again so many times at most; then their moves are
/// tried one by one, by all threads.
const MOST_TRIES: u32 = 6;

impl<'a, S: SegmentState> Worker<'a, S> {
    /// A worker at the root position, with the attacker to move.
    pub(super) fn new(
        shared: &'a Shared<'a>,
        role: Role,
        position: Position<S>,
        vcdt: &'a mut Vcdt,
        meter: Meter,
    ) -> Worker<'a, S> {
        let root_turn = position.turn();
        let stones_left = position.geometry().rules().stones_per_turn();
        Worker {
            shared,
            role,
            position,
            attacker: root_turn.player,
            vcdt,
            meter,
            path: Vec::new(),
            root_turn,
            later_turn: Turn { stones_left, ..root_turn },
        }
    }

    /// Works until the root is settled, the budget spent, or a helper is wanted elsewhere.
    pub(super) fn run(mut self) -> Result<(), SpentBudget> {
        let ended = self.work();
        self.meter.report();
        ended
    }

    fn work(&mut self) -> Result<(), SpentBudget> {
        loop {
            self.meter.look()?;
            if self.role == Role::Helper && self.shared.team.needs_helpers_back() {
                return Ok(());
            }
            let mut tree = self.lock();
            if tree.memory() > self.shared.team.memory_of_tree() {
                return Err(SpentBudget::Memory);
            }
            match self.descend(&mut tree) {
                Task::Finished => return Ok(()),
                Task::Again => self.ascend(&mut tree),
                Task::Wait => {
                    self.ascend(&mut tree);
                    let pause = Duration::from_millis(10);
                    drop(self.shared.changed.wait_timeout(tree, pause));
                }
                Task::Evaluate { attack, aim, tries } => {
                    let shorter = self.shorter(&tree);
                    let favoured = tree.favoured(self.path.last().map(|step| step.defence));
                    drop(tree);
                    let found = self.evaluate(aim, tries, &favoured);
                    let shortened = match &found {
                        Ok(Found::Settled(AttackState::Won(answer))) => {
                            Some(self.replay_shortened(&shorter, answer))
                        }
                        _ => None,
                    };
                    self.report(attack, found, shortened)?;
                }
                Task::Try { attack, aim, stones } => {
                    if let Err(spent) = self.meter.count() {
                        tree.give_back(attack, stones);
                        self.ascend(&mut tree);
                        return Err(spent);
                    }
                    drop(tree);
                    let tried = self.try_move(&stones, aim);
                    self.report(attack, Ok(Found::Tried(tried)), None)?;
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'a, Tree> {
        self.shared.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes to the leaf where a proof or disproof of the root is expected to take the least.
    fn descend(&mut self, tree: &mut Tree) -> Task {
        let mut attack = Tree::ROOT;
        loop {
            let node = tree.attack(attack);
            let aim = node.aim;
            match node.state {
                AttackState::Fresh { .. } if tree.is_taken(attack) => return Task::Wait,
                AttackState::Fresh { tries } => {
                    self.mark(tree, attack);
                    return Task::Evaluate { attack, aim, tries };
                }
                AttackState::Open { .. } => {}
                AttackState::Won(_) | AttackState::Lost | AttackState::Stuck => {
                    return if self.path.is_empty() { Task::Finished } else { Task::Again };
                }
            }
            let Some(child) = tree.best_child(attack) else {
                let task = match self.next_move(tree, attack) {
                    Some(stones) => Task::Try { attack, aim, stones },
                    None => return out_of_moves(tree, attack),
                };
                self.mark(tree, attack);
                return task;
            };
            match self.step_down(tree, attack, child) {
                Some(next) => attack = next,
                None => return Task::Again,
            }
        }
    }

    fn next_move(&self, tree: &mut Tree, attack: AttackId) -> Option<Stones> {
        match &mut tree.attack_mut(attack).state {
            AttackState::Open { moves, .. } => moves.take(&self.position),
            _ => None,
        }
    }

    /// Goes on to the open reply that looks hardest to refute.
    fn step_down(
        &mut self,
        tree: &mut Tree,
        attack: AttackId,
        defence: DefenceId,
    ) -> Option<AttackId> {
        let stones = tree.defence(defence)?.stones.clone();
        self.position.add_stones(stones.iter().copied(), self.attacker);
        self.position.set_turn(self.later_turn);
        if tree.defence(defence)?.children.is_empty() {
            tree.update_defence(attack, defence, &mut self.position);
        }
        let children = &tree.defence(defence).map(|node| &node.children[..]).unwrap_or_default();
        let effort = |attack: AttackId| {
            let node = tree.attack(attack);
            (tree.is_taken(attack), node.numbers.disproof + 2 * node.busy)
        };
        let hardest = children.iter().min_by_key(|child| effort(child.attack));
        let reply = hardest.map(|child| child.reply).unwrap_or_default();
        self.position.add_stones(reply.iter(), self.attacker.opponent());
        self.path.push(Step { attack, defence, stones, reply });
        hardest.map(|child| child.attack)
    }

    /// Tells other threads that this leaf is taken care of.
    fn mark(&self, tree: &mut Tree, leaf: AttackId) {
        tree.attack_mut(leaf).busy += 1;
        for step in self.path.iter().rev() {
            tree.update_numbers(step.attack, step.defence);
        }
    }

    /// The replies that an answer found at this leaf will be replayed against.
    fn shorter(&self, tree: &Tree) -> Vec<Shorter> {
        let step = self.path.last();
        step.map(|step| tree.shorter(step.defence, step.reply)).unwrap_or_default()
    }

    /// Replays an answer that was found at this leaf. The tree need not wait for that.
    fn replay_shortened(&mut self, shorter: &[Shorter], answer: &Answer) -> Vec<Shortened> {
        let reply = self.path.last().map(|step| step.reply).unwrap_or_default();
        self.position.remove_stones(reply.iter());
        let shortened = replay_shortened(shorter, answer, &mut self.position, self.attacker);
        self.position.add_stones(reply.iter(), self.attacker.opponent());
        shortened
    }

    /// Brings a result into the tree.
    fn report(
        &mut self,
        attack: AttackId,
        found: Result<Found, SpentBudget>,
        shortened: Option<Vec<Shortened>>,
    ) -> Result<(), SpentBudget> {
        let mut tree = self.lock();
        if let (Some(shortened), Some(step)) = (shortened, self.path.last()) {
            tree.add_shortened(step.defence, step.reply, shortened);
        }
        tree.attack_mut(attack).busy -= 1;
        let reported = found.map(|found| match found {
            Found::Settled(state) => tree.settle(attack, state),
            Found::Fresh(tries) => {
                let node = tree.attack_mut(attack);
                node.state = AttackState::Fresh { tries };
                node.numbers = Numbers { proof: 1 << (2 * tries), disproof: 1 << (2 * tries) };
            }
            Found::Moves(moves) => {
                tree.attack_mut(attack).state =
                    AttackState::Open { moves, children: Vec::new(), not_judged: 0 };
            }
            Found::Tried(tried) => tree.add_tried(attack, tried),
        });
        tree.update_attack(attack);
        self.ascend(&mut tree);
        self.shared.changed.notify_all();
        reported
    }

    /// Goes back to the root and updates the tree on the way.
    fn ascend(&mut self, tree: &mut Tree) {
        while let Some(step) = self.path.pop() {
            self.position.remove_stones(step.reply.iter());
            tree.update_defence(step.attack, step.defence, &mut self.position);
            self.position.remove_stones(step.stones.iter().copied());
            tree.update_attack(step.attack);
            if matches!(tree.attack(step.attack).state, AttackState::Won(_)) {
                self.shared.team.history().add(&step.stones);
            }
        }
        self.position.set_turn(self.root_turn);
    }

    fn evaluate(
        &mut self,
        aim: Aim,
        tries: u32,
        favoured: &[Stones],
    ) -> Result<Found, SpentBudget> {
        if aim.turns == 0 {
            return Ok(Found::Settled(AttackState::Lost));
        }
        if let Some(answer) = completing(&mut self.position, self.attacker) {
            return Ok(Found::Settled(AttackState::Won(answer)));
        }
        if aim.order == 0 || aim.turns <= 1 {
            return Ok(Found::Settled(AttackState::Lost));
        }
        if let Some(answer) = self.win_by_pattern(aim) {
            return Ok(Found::Settled(AttackState::Won(answer)));
        }
        let allowance = match aim.order {
            1 => FIRST_ALLOWANCE << (2 * tries),
            _ => ALLOWANCE_BEFORE_MOVES,
        };
        let (vcdt, position) = (&mut *self.vcdt, &self.position);
        match self.meter.within_own(allowance, |meter| vcdt.find(position, aim.turns, meter))? {
            Some(Some(answer)) => {
                self.remember(&answer);
                Ok(Found::Settled(AttackState::Won(answer)))
            }
            Some(None) if aim.order == 1 => Ok(Found::Settled(AttackState::Lost)),
            None if aim.order == 1 && tries < MOST_TRIES => Ok(Found::Fresh(tries + 1)),
            _ => {
                let history = self.shared.team.history();
                let favoured = history.after(favoured, position.empty_squares());
                drop(history);
                Ok(Found::Moves(MoveList::new(position, aim.order, favoured)))
            }
        }
    }

    /// Solutions are made of full turns; a turn that has begun is none of theirs.
    fn has_full_turn(&self) -> bool {
        self.position.turn() == self.later_turn
    }

    fn win_by_pattern(&mut self, aim: Aim) -> Option<Answer> {
        if !self.has_full_turn() {
            return None;
        }
        let patterns = self.shared.team.patterns();
        let matching = patterns.matching(&self.position, self.attacker, aim.order);
        drop(patterns);
        matching.iter().find_map(|attack| {
            let answer = replay(&mut self.position, self.attacker, attack)?;
            aim.is_met_by(&answer).then_some(answer)
        })
    }

    fn remember(&mut self, answer: &Answer) {
        if !self.has_full_turn() {
            return;
        }
        let pattern = Pattern::new(&mut self.position, self.attacker, answer);
        self.shared.team.patterns_mut().add(pattern);
    }

    fn try_move(&mut self, stones: &Stones, aim: Aim) -> Tried {
        self.position.add_stones(stones.iter().copied(), self.attacker);
        let tried = DefenceNode::after_move(&self.position, self.attacker, stones, aim);
        self.position.remove_stones(stones.iter().copied());
        tried
    }
}

/// The list of moves has come to its end, and no child is left.
fn out_of_moves(tree: &mut Tree, attack: AttackId) -> Task {
    tree.update_attack(attack);
    if tree.attack(attack).busy > 0 { Task::Wait } else { Task::Again }
}
