//! A model of a game tree, made up as it is looked at.

use std::ops::RangeInclusive;

use sixfold_proof::job_level::{Child, Cover, Finding, Grade, Others, Side};

use crate::dice::{dice, mixed, normal};

/// A position of the model. Positions reached by several ways are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModelPosition {
    ply: u32,
    side: Side,
    value: Value,
    /// How many turns of both sides it is away from positions that solvers decide.
    difficulty: u32,
    number: u64,
    /// Positions of one family share some of their children.
    family: u64,
}

/// What a position is worth, whether or not anybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The prover wins.
    Won,
    /// He does not.
    Lost,
}

/// A game tree that follows from a seed: nothing of it is kept, and every look at a position gives
/// the same answer.
///
/// A won position of the prover has a winning move; the earlier a move is proposed the likelier it
/// wins. Every defence of a won position of the opponent loses, one of them as slowly as can be. Each
/// pair of turns brings the positions that solvers decide nearer, and a mistake of the prover is
/// refuted in about half the turns that his win would have taken. What a job thinks of a position is
/// true on average, and the truer the nearer the end is.
///
/// The figures below are set by hand, not fitted to measurements: so that the size of a search is not
/// mostly luck, and thousands of jobs come of some twenty turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelTree {
    seed: u64,
    difficulty: u32,
}

/// How many moves the prover is ever offered.
const MOVES: RangeInclusive<u32> = 3..=8;
/// How many defences a verify job leaves open.
const DEFENCES: RangeInclusive<u32> = 2..=7;
/// How likely the move that is proposed first wins, in a won position.
const FIRST_MOVE_WINS: f64 = 0.7;
/// How much less likely each following move does.
const NEXT_MOVE_WINS: f64 = 0.7;
/// How likely a defence against a wrong attack is wrong itself.
const WRONG_DEFENCE: f64 = 0.6;
/// How likely a position is one that other ways lead to as well.
const TRANSPOSITION: f64 = 0.15;
/// How many such positions a family has, for each depth, value and difficulty.
const SHARED: u32 = 4;
/// How likely a verify job tells some of the defences only.
const PARTIAL_COVER: f64 = 0.25;
/// The deviation of what jobs think from the truth, in steps between neighbouring grades.
const NOISE: f64 = 1.0;

impl ModelTree {
    /// The tree of a seed. The jobs needed grow exponentially with its difficulty.
    #[must_use]
    pub const fn new(seed: u64, difficulty: u32) -> ModelTree {
        ModelTree { seed, difficulty }
    }

    /// The seed that everything follows from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The position that is to be proven. It is won, with the prover to move.
    #[must_use]
    pub fn root(&self) -> ModelPosition {
        let number = mixed(&[self.seed, Purpose::Root as u64]);
        let (side, value, difficulty) = (Side::Prover, Value::Won, self.difficulty);
        ModelPosition { ply: 0, side, value, difficulty, number, family: number }
    }
}

impl ModelPosition {
    /// What it is worth.
    #[must_use]
    pub const fn value(&self) -> Value {
        self.value
    }

    /// Who is to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// A number that tells it from all others.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What a job finds here, if so many moves are known already.
    #[must_use]
    pub fn finding(&self, known: usize) -> Finding<ModelPosition, u32> {
        match (self.difficulty, self.value, self.side) {
            (0, Value::Won, _) => Finding::Proven,
            (0, Value::Lost, _) => Finding::Disproven,
            (_, _, Side::Prover) => best_move(self, known),
            (_, _, Side::Opponent) => open_defences(self, known),
        }
    }

    fn dice(&self, purpose: Purpose) -> fastrand::Rng {
        dice(&[self.number, purpose as u64])
    }

    /// Where its moves lead, in the order in which jobs tell them.
    fn children(&self) -> Vec<ModelPosition> {
        let mut dice = self.dice(Purpose::Children);
        let prospects = match (self.side, self.value) {
            (Side::Prover, Value::Won) => winning_chances(self.difficulty, &mut dice),
            (Side::Prover, Value::Lost) => lost_attacks(self.difficulty, &mut dice),
            (Side::Opponent, Value::Won) => lost_defences(self.difficulty, &mut dice),
            (Side::Opponent, Value::Lost) => refutations(self.difficulty, &mut dice),
        };
        let ranks = 0..;
        ranks.zip(prospects).map(|(rank, prospect)| self.child(rank, prospect, &mut dice)).collect()
    }

    fn child(&self, rank: u64, prospect: Prospect, dice: &mut fastrand::Rng) -> ModelPosition {
        let Prospect { value, difficulty } = prospect;
        let ply = self.ply + 1;
        let (number, family) = if dice.f64() < TRANSPOSITION {
            let place = [ply, value as u32, difficulty, dice.u32(..SHARED)].map(u64::from);
            let number = mixed(&[&[self.family, Purpose::Shared as u64], &place[..]].concat());
            (number, self.family)
        } else {
            (mixed(&[self.number, Purpose::Own as u64, rank]), self.number)
        };
        ModelPosition { ply, side: self.side.other(), value, difficulty, number, family }
    }

    /// What a job thinks of it.
    fn grade(&self) -> Grade {
        let mut dice = self.dice(Purpose::Grade);
        let certainty = 4.0 / (1.0 + 0.1 * f64::from(self.difficulty));
        let truth = match self.value {
            Value::Won => certainty,
            Value::Lost => -certainty,
        };
        match libm::round(truth + NOISE * normal(&mut dice)) as i32 {
            4.. => Grade::Winning4,
            3 => Grade::Winning3,
            2 => Grade::Winning2,
            1 => Grade::Winning1,
            0 => [Grade::Stable, Grade::Unstable1, Grade::Unstable2][dice.usize(..3)],
            -1 => Grade::Losing1,
            -2 => Grade::Losing2,
            -3 => Grade::Losing3,
            _ => Grade::Losing4,
        }
    }
}

/// What random numbers are for, so that one answer does not follow from another.
#[derive(Clone, Copy)]
enum Purpose {
    Root,
    Children,
    Own,
    Shared,
    Grade,
    Cover,
}

/// What a move leads to.
#[derive(Clone, Copy)]
struct Prospect {
    value: Value,
    difficulty: u32,
}

fn best_move(position: &ModelPosition, known: usize) -> Finding<ModelPosition, u32> {
    let children = position.children();
    match children.get(known) {
        Some(child) => {
            let last = known + 1 == children.len();
            let others = if last { Others::Lose } else { Others::Open };
            Finding::Move { child: graded(known, child), others }
        }
        None => Finding::NoOtherMove,
    }
}

fn open_defences(position: &ModelPosition, known: usize) -> Finding<ModelPosition, u32> {
    let children = position.children();
    let mut dice = position.dice(Purpose::Cover);
    let all = children.len();
    let told = match known {
        0 if dice.f64() < PARTIAL_COVER => dice.usize(1..=all),
        _ => all,
    };
    let ranked = children.iter().enumerate();
    let children = ranked.take(told).skip(known).map(|(rank, child)| graded(rank, child)).collect();
    let cover = if told == all { Cover::Complete } else { Cover::SoFar };
    Finding::Defences { children, cover }
}

fn graded(rank: usize, child: &ModelPosition) -> Child<ModelPosition, u32> {
    Child { played: rank as u32, position: *child, grade: child.grade() }
}

/// The prover's moves in a won position: some win, the others are mistakes.
fn winning_chances(difficulty: u32, dice: &mut fastrand::Rng) -> Vec<Prospect> {
    let mut chance = FIRST_MOVE_WINS;
    let mut wins: Vec<bool> = (0..dice.u32(MOVES))
        .map(|_| {
            let wins = dice.f64() < chance;
            chance *= NEXT_MOVE_WINS;
            wins
        })
        .collect();
    if !wins.contains(&true) {
        let only = dice.usize(..wins.len());
        wins[only] = true;
    }
    wins.into_iter()
        .map(|wins| {
            if wins {
                Prospect { value: Value::Won, difficulty: difficulty - dice.u32(0..=1) }
            } else {
                Prospect { value: Value::Lost, difficulty: 1 + difficulty / 2 }
            }
        })
        .collect()
}

fn lost_attacks(difficulty: u32, dice: &mut fastrand::Rng) -> Vec<Prospect> {
    (0..dice.u32(MOVES))
        .map(|_| Prospect { value: Value::Lost, difficulty: difficulty - dice.u32(0..=1) })
        .collect()
}

/// The opponent's moves in a position that he loses: one holds out as long as can be.
fn lost_defences(difficulty: u32, dice: &mut fastrand::Rng) -> Vec<Prospect> {
    let count = dice.u32(DEFENCES);
    let stubborn = dice.u32(..count);
    (0..count)
        .map(|rank| {
            let easier = if rank == stubborn { difficulty - 1 } else { dice.u32(..difficulty) };
            Prospect { value: Value::Won, difficulty: easier }
        })
        .collect()
}

/// The opponent's moves after a mistake of the prover: one refutes it, the others may be mistakes
/// themselves.
fn refutations(difficulty: u32, dice: &mut fastrand::Rng) -> Vec<Prospect> {
    let count = dice.u32(DEFENCES);
    let refutation = dice.u32(..count);
    (0..count)
        .map(|rank| {
            if rank != refutation && dice.f64() < WRONG_DEFENCE {
                Prospect { value: Value::Won, difficulty: dice.u32(..difficulty) }
            } else {
                Prospect { value: Value::Lost, difficulty: difficulty - 1 }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks down at random from the roots of many trees.
    fn walk(mut visit: impl FnMut(&ModelPosition, &[ModelPosition])) {
        let mut dice = fastrand::Rng::with_seed(7);
        for seed in 0..300 {
            let mut position = ModelTree::new(seed, 8).root();
            while position.difficulty > 0 {
                let children = position.children();
                visit(&position, &children);
                position = children[dice.usize(..children.len())];
            }
        }
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is() {
        walk(|position, children| {
            let any = |value| children.iter().any(|child| child.value == value);
            let expected = match position.side {
                Side::Prover if any(Value::Won) => Value::Won,
                Side::Opponent if !any(Value::Lost) => Value::Won,
                _ => Value::Lost,
            };
            assert_eq!(position.value, expected);
        });
    }

    #[test]
    fn jobs_tell_every_move_once() {
        walk(|position, children| {
            let mut told = Vec::new();
            loop {
                match position.finding(told.len()) {
                    Finding::Move { child, others } => {
                        told.push(child.position);
                        if others == Others::Lose {
                            break;
                        }
                    }
                    Finding::Defences { children, cover } => {
                        told.extend(children.iter().map(|child| child.position));
                        if cover == Cover::Complete {
                            break;
                        }
                    }
                    finding => panic!("{finding:?}"),
                }
            }
            assert_eq!(told, children);
        });
    }

    #[test]
    fn what_is_proposed_first_wins_more_often() {
        let mut wins = [0; 3];
        walk(|position, children| {
            if (position.side, position.value) == (Side::Prover, Value::Won) {
                for (rank, wins) in wins.iter_mut().enumerate() {
                    *wins += u32::from(children[rank].value == Value::Won);
                }
            }
        });
        assert!(wins[0] > wins[1] && wins[1] > wins[2], "{wins:?}");
    }
}
