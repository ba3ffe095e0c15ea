//! Choosing a turn to be proven.
//!
//! What makes a turn a good one to prove is not what makes it a good one to play: it should leave the
//! opponent few replies. So the verifier tries promising turns, in rounds: all of them a little,
//! then the better ones, those that leave the fewest replies open, more and more.

use std::cmp::Reverse;
use std::collections::HashSet;

use sixfold_connect::{Position, SegmentState, Symmetry};
use sixfold_game::certificate::Claim;
use sixfold_game::{Game, Square, SquareSet};
use sixfold_play::alphabeta::{self, AlphaBeta};
use sixfold_play::{Choice, Ground, Player, Score, Task, promising_turns};
use sixfold_proof::job_level::{Grade, Others};
use sixfold_solve::orders::Methods;
use sixfold_solve::verify::{Verified, verify_knowing};
use sixfold_solve::{Attack, Reply, Stones, Then, attack_certificate};

use crate::perform::{Found, ORDER_OF_COUNTER_WIN, Work, with_certificate};
use crate::{Finding, GradedTurn};

/// This part of the nodes goes to a solver that looks for a win before any turn is tried.
const SHARE_OF_SOLVER: u64 = 8;
/// This part of the nodes of a turn goes to a solver that looks for a win of the opponent after it.
const SHARE_OF_COUNTER_WIN: u64 = 4;
/// So many turns of those that a player would look at are tried.
const PROMISING_TURNS: usize = 48;
/// All turns on so many of the squares that are best for an attack are tried. With one stone on the
/// board these are the squares at most two steps from it.
const ATTACKING_SQUARES: usize = 16;
/// So many turns are tried at most.
const MOST_TURNS: usize = 160;
/// The rounds. The first must be long enough to refute replies with a null stone, which takes some
/// thousand nodes: before that turns look alike. From then on the good ones stand out.
const ROUNDS: [Round; 4] = [
    Round { turns: MOST_TURNS, share: 25 },
    Round { turns: 24, share: 25 },
    Round { turns: 5, share: 25 },
    Round { turns: 1, share: 25 },
];
/// Nodes for each reply in the first round of the verifier: a good turn refutes most replies fast.
const FIRST_EFFORT: u64 = 8_000;
/// So many turns are told.
const TOLD_TURNS: usize = 12;
/// So many of the player's favourites are tried besides the promising ones.
const FAVOURITES: usize = 4;

/// A round of trials.
struct Round {
    /// So many turns are tried, the best ones so far.
    turns: usize,
    /// Percent of the nodes.
    share: u64,
}

/// A turn that is being tried.
struct Trial {
    stones: Stones,
    /// Answers to replies, found in earlier rounds.
    answers: Vec<Reply>,
    left: Left,
}

/// How much the verifier has left of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// Only replies without null stones.
    Replies {
        /// So many, of which more may come up.
        open: usize,
        /// So many have been refuted one by one.
        refuted: usize,
    },
    /// Replies with null stones. So many squares are relevant to what refutes the null move: the
    /// fewer, the tighter the attack.
    NullReplies(usize),
    /// Even the null move is not refuted.
    Everything,
    /// The opponent wins.
    Loses,
}

impl<S: SegmentState + Send + Sync + 'static> Work<'_, S> {
    /// A win of the side to move, or else the turns that are nearest to one.
    pub(crate) fn choose(&mut self, excluded: &[SquareSet]) -> Found {
        let mut nodes = self.effort.nodes;
        if excluded.is_empty() {
            let share = nodes / SHARE_OF_SOLVER;
            nodes -= share;
            let solved = self.solved(self.position, self.effort.order, share);
            if solved.answer.is_some() {
                return with_certificate(Finding::Won, solved.certificate(self.position));
            }
        }
        let choice = self.choice(excluded);
        let best = choice.best();
        let certificate = choice.proof.as_deref().cloned();
        match (best.score, best.ground) {
            (Score::Wins(_), Ground::Proven) => return (Finding::Won, certificate),
            (Score::Loses(_), Ground::Proven) => return (Finding::Lost, certificate),
            _ => {}
        }
        let favourites = choice.thought.variations.iter().map(|variation| &variation.turns[0]);
        let mut turns: Vec<Stones> = favourites.cloned().collect();
        turns.extend(promising_turns(self.position, PROMISING_TURNS + excluded.len()));
        turns.extend(attacking_turns(self.position));
        self.try_out(trials(self.position, turns, excluded), excluded.len(), nodes)
    }

    fn choice(&mut self, excluded: &[SquareSet]) -> Choice {
        let budget = self.budget(self.effort.player_nodes);
        let task = Task { excluded, variations: FAVOURITES, ..Task::within(budget) };
        let mut player = AlphaBeta::new(alphabeta::Settings::default());
        let choice = Player::<S>::choose(&mut player, self.position, &task);
        self.nodes += choice.thought.nodes;
        choice
    }

    /// Tries turns in rounds.
    fn try_out(&mut self, mut trials: Vec<Trial>, known_turns: usize, nodes: u64) -> Found {
        if trials.is_empty() {
            return (Finding::NoOtherTurn, None);
        }
        for Round { turns, share } in ROUNDS {
            let tried = turns.min(trials.len());
            let share = nodes * share / 100 / tried as u64;
            for trial in &mut trials[..tried] {
                if let Some(won) = self.try_turn(trial, share) {
                    return won;
                }
            }
            trials[..tried].sort_by_key(|trial| trial.left.rank());
        }
        if trials[0].left != Left::Loses {
            trials.retain(|trial| trial.left != Left::Loses);
        }
        let turns = trials.iter().take(TOLD_TURNS).enumerate().map(|(rank, trial)| GradedTurn {
            stones: trial.stones.iter().copied().collect(),
            grade: trial.left.grade().max(grade_of_rank(known_turns + rank)),
        });
        (Finding::Best { turns: turns.collect(), others: Others::Open }, None)
    }

    /// Tries a turn for so many nodes more. It may turn out to win.
    fn try_turn(&mut self, trial: &mut Trial, nodes: u64) -> Option<Found> {
        let mut after: Position<S> = self.position.clone();
        if after.play_turn(&trial.stones).is_err() || after.outcome().is_some() {
            return None;
        }
        let order = self.effort.order;
        let methods = Methods { first_effort: FIRST_EFFORT, ..Methods::default() };
        if trial.answers.is_empty() {
            let share = nodes / SHARE_OF_COUNTER_WIN;
            if self.solved(&after, ORDER_OF_COUNTER_WIN, share).answer.is_some() {
                trial.left = Left::Loses;
            }
        }
        if trial.left == Left::Loses {
            return None;
        }
        let budget = self.budget(nodes);
        let verified = verify_knowing(&after, &trial.answers, order, methods, &budget);
        self.nodes += verified.nodes;
        if let Some(refutation) = &verified.refutation {
            let then = match refutation.replies.as_slice() {
                [] => Then::Overwhelms,
                replies => Then::Continues(replies.to_vec()),
            };
            let attack = Attack { stones: trial.stones.clone(), then };
            let (game, setup) = (self.position.name(), self.position.setup());
            let claim = Claim { game, setup, winner: setup.turn.player, order: None };
            let written = Some(attack_certificate(&claim, &attack));
            return Some(with_certificate(Finding::Won, written));
        }
        trial.left = Left::of(&verified, usize::from(after.turn().stones_left));
        trial.answers = verified.answers;
        None
    }
}

/// The turns of two stones on the squares that are best for an attack: those in whose segments the
/// attacker has most stones and his opponent none. Shapes that win are often compact, and a player
/// who minds his opponent's stones does not look at them. With threats to parry, or other numbers
/// of stones, there are none.
fn attacking_turns<S: SegmentState>(position: &Position<S>) -> Vec<Stones> {
    let turn = position.turn();
    if turn.stones_left != 2 || position.threat_number(turn.player.opponent()) > 0 {
        return Vec::new();
    }
    let geometry = position.geometry();
    let worth = |square: Square| -> u64 {
        let segments = geometry.segments_through(square).iter();
        let counts = segments.map(|&segment| position.segment_counts(segment));
        let active = counts.filter(|counts| counts[turn.player.opponent()] == 0);
        active.map(|counts| 4_u64.pow(u32::from(counts[turn.player]))).sum()
    };
    let mut squares: Vec<Square> = position.empty_squares().iter().collect();
    squares.sort_by_cached_key(|&square| Reverse(worth(square)));
    squares.truncate(ATTACKING_SQUARES);
    squares.sort_unstable();
    let pairs = squares.iter().enumerate().flat_map(|(place, &one)| {
        squares[place + 1..].iter().map(move |&other| Stones::from_slice(&[one, other]))
    });
    pairs.collect()
}

/// The turns that are not excluded, each once; those that are the same up to a symmetry of the position
/// are one.
fn trials<S: SegmentState>(
    position: &Position<S>,
    turns: Vec<Stones>,
    excluded: &[SquareSet],
) -> Vec<Trial> {
    let setup = position.setup();
    let symmetries = position.geometry().symmetries().iter();
    let kept: Vec<_> =
        symmetries.filter(|way| setup.mapped(|square| way.image(square)) == setup).collect();
    let representative = |stones: &mut dyn Iterator<Item = Square>| -> Option<SquareSet> {
        let stones: Vec<Square> = stones.collect();
        let image = |way: &&Symmetry| stones.iter().map(|&square| way.image(square)).collect();
        kept.iter().map(image).min()
    };
    let mut seen: HashSet<Option<SquareSet>> =
        excluded.iter().map(|turn| representative(&mut turn.iter())).collect();
    let mut trials = Vec::new();
    for stones in turns {
        let is_new = seen.insert(representative(&mut stones.iter().copied()));
        if is_new && trials.len() < MOST_TURNS {
            trials.push(Trial { stones, answers: Vec::new(), left: Left::Everything });
        }
    }
    trials
}

/// The best grade that a turn may have where so many better ones are known: a search that has tried
/// a few turns should go deeper before it tries them all.
fn grade_of_rank(rank: usize) -> Grade {
    match rank {
        0 => Grade::Winning4,
        1..3 => Grade::Stable,
        3..5 => Grade::Losing1,
        5..7 => Grade::Losing2,
        7..10 => Grade::Losing3,
        _ => Grade::Losing4,
    }
}

impl Left {
    /// What is left after a verification of turns of so many stones.
    fn of(verified: &Verified, stones: usize) -> Left {
        let unrefuted = &verified.unrefuted;
        let whole = verified.refuted.iter().filter(|reply| reply.stones.len() == stones).count();
        match unrefuted.iter().map(|reply| reply.stones.len()).min() {
            None | Some(0) => Left::Everything,
            Some(least) if least < stones => {
                Left::NullReplies(unrefuted.len() + verified.refuted.len() - whole)
            }
            Some(_) => Left::Replies { open: unrefuted.len(), refuted: whole },
        }
    }

    /// What comes first is tried first. Among turns that leave only replies without null stones the
    /// work that is left counts: many replies are no harm if they are refuted fast.
    fn rank(self) -> (u8, usize) {
        match self {
            Left::Replies { open, refuted } => (0, open * 1000 / (refuted + 1)),
            Left::NullReplies(squares) => (1, squares),
            Left::Everything => (2, 0),
            Left::Loses => (3, 0),
        }
    }

    fn grade(self) -> Grade {
        match self {
            Left::Replies { open: 0..=3, .. } => Grade::Winning4,
            Left::Replies { open: 4..=12, .. } => Grade::Winning3,
            Left::Replies { open: 13..=40, .. } => Grade::Winning2,
            Left::Replies { open, refuted } if open < 20 * refuted => Grade::Winning1,
            Left::Replies { open, refuted } if open < 100 * refuted => Grade::Stable,
            Left::Replies { refuted: 1.., .. } => Grade::Losing1,
            Left::Replies { .. } => Grade::Losing2,
            Left::NullReplies(_) => Grade::Losing3,
            Left::Everything | Left::Loses => Grade::Losing4,
        }
    }
}
