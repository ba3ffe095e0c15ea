//! The solution of a won position: a move for the attacker, and an answer to every reply.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, NodeId, Sink, SinkError};
use sixfold_game::{Game, Player, SpentBudget, Square, SquareSet, Value, Verdict};
use smallvec::SmallVec;

use crate::Zones;

/// The stones of one turn; two of them need no memory of their own.
pub type Stones = SmallVec<[Square; 2]>;

/// A winning turn of the attacker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// His stones.
    pub stones: Stones,
    /// What they lead to.
    pub then: Then,
}

/// What a turn of the attacker leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// The stones complete a segment.
    Completes,
    /// The stones make more threats than the defender can parry.
    Overwhelms,
    /// The defender has these replies; all others are covered by them.
    Continues(Vec<Reply>),
}

/// A reply of the defender, and the attack that refutes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// His stones; if they are fewer than he has left, the others are null stones.
    pub stones: Stones,
    /// What refutes them.
    pub answer: Arc<Attack>,
}

/// A solution together with what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The winning turn.
    pub attack: Arc<Attack>,
    /// Zones that are relevant for the position in which it is played.
    pub zones: Zones,
    /// A bound of the order of the win (THEORY 2).
    pub order: u8,
}

impl Attack {
    /// The turns of the line in which the defender holds out longest, from this turn on, without the
    /// stones that do not matter.
    #[must_use]
    pub fn longest_line(&self) -> Vec<Stones> {
        let mut lengths = HashMap::new();
        let mut line = vec![self.stones.clone()];
        let mut attack = self;
        while let Some(reply) = attack.most_stubborn_with(&mut lengths) {
            line.extend([reply.stones.clone(), reply.answer.stones.clone()]);
            attack = &reply.answer;
        }
        line
    }

    /// The reply with which the defender holds out longest, if he has one.
    pub(crate) fn most_stubborn_reply(&self) -> Option<&Reply> {
        self.most_stubborn_with(&mut HashMap::new())
    }

    fn most_stubborn_with(&self, lengths: &mut HashMap<*const Attack, usize>) -> Option<&Reply> {
        let Then::Continues(replies) = &self.then else { return None };
        // Of equally long replies one without null stones is easier to read.
        let mut stubborn = |reply: &Reply| (reply.answer.length_with(lengths), reply.stones.len());
        replies.iter().rev().max_by_key(|&reply| stubborn(reply))
    }

    /// The attacker's turns to the end if the defender holds out as long as he can, the one that
    /// completes a segment included.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length_with(&mut HashMap::new())
    }

    fn length_with(&self, known: &mut HashMap<*const Attack, usize>) -> usize {
        match &self.then {
            Then::Completes => 1,
            Then::Overwhelms => 2,
            Then::Continues(replies) => {
                if let Some(&length) = known.get(&std::ptr::from_ref(self)) {
                    return length;
                }
                let longest = replies.iter().map(|r| r.answer.length_with(known)).max();
                let length = 1 + longest.unwrap_or(1);
                known.insert(self, length);
                length
            }
        }
    }
}

/// What a search for a win of the side to move has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// A win, no such win, or unknown.
    pub verdict: Verdict,
    /// How it is won.
    pub answer: Option<Answer>,
    /// Whether it is certain that no win of the same order is shorter; nothing if nobody asked.
    pub is_shortest: Option<bool>,
    /// Attacking turns searched whose replies were generated.
    pub nodes: u64,
}

impl Solved {
    pub(crate) fn new(found: Result<Option<Answer>, SpentBudget>, nodes: u64) -> Solved {
        let verdict = match found {
            Ok(Some(_)) => Verdict::Proven(Value::Win),
            Ok(None) => Verdict::Absent,
            Err(spent) => Verdict::Unknown(spent),
        };
        Solved { verdict, answer: found.unwrap_or_default(), is_shortest: None, nodes }
    }

    /// A bound of the order of the win (THEORY 2).
    #[must_use]
    pub fn order(&self) -> Option<u8> {
        self.answer.as_ref().map(|answer| answer.order)
    }

    /// The attacker's turns to the end of the win.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.answer.as_ref().map(|answer| answer.attack.length())
    }

    /// The turns of a game from the position in which this was found; see
    /// [`Attack::line_of_play`]. It ends with the move that cannot be parried, or with the completed
    /// segment.
    #[must_use]
    pub fn line_of_play<S: SegmentState>(&self, position: &Position<S>) -> Vec<Vec<Square>> {
        let line = self.answer.iter().flat_map(|answer| answer.attack.line_of_play(position));
        line.map(|stones| stones.to_vec()).collect()
    }

    /// The line in which the defender holds out as long as he can, without the stones that do not
    /// matter. It ends with the move that cannot be parried, or with the completed segment.
    #[must_use]
    pub fn line(&self) -> Vec<Vec<Square>> {
        let line = self.answer.iter().flat_map(|answer| answer.attack.longest_line());
        line.map(|stones| stones.to_vec()).collect()
    }

    /// The proof of a win of this position, in which it was found.
    pub fn certificate(&self, position: &impl Game) -> Option<Result<Certificate, SinkError>> {
        let (game, setup) = (position.name(), position.setup());
        let winner = setup.turn.player;
        let claim = Claim { game, setup, winner, order: self.order() };
        self.answer.as_ref().map(|answer| attack_certificate(&claim, &answer.attack))
    }
}

/// The proof of a claim by this attack, if it is one.
pub fn attack_certificate(claim: &Claim, attack: &Attack) -> Result<Certificate, SinkError> {
    let mut builder = Builder::new(claim)?;
    Scribe::new(&mut builder, claim).attack(attack)?;
    Ok(builder.finish()?)
}

/// The empty squares of a player's threat segments.
pub(crate) fn threat_squares<S: SegmentState>(position: &Position<S>, player: Player) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    position.visit_threats(player, |segment| {
        squares |= segment.iter().copied().collect();
    });
    squares
}

/// Gives a solution step by step to a sink. Parts of it that occur twice in the same position are
/// written once.
pub(crate) struct Scribe<'a, T> {
    sink: &'a mut T,
    written: HashMap<(*const Attack, [SquareSet; 2]), NodeId>,
    stones: [SquareSet; 2],
}

impl<'a, T: Sink> Scribe<'a, T> {
    /// A scribe for the proof of this claim.
    pub(crate) fn new(sink: &'a mut T, claim: &Claim) -> Self {
        let stones = [claim.winner, claim.winner.opponent()].map(|p| claim.setup.stones(p));
        Scribe { sink, written: HashMap::new(), stones }
    }

    pub(crate) fn attack(&mut self, attack: &Attack) -> Result<(), SinkError> {
        let key = (std::ptr::from_ref(attack), self.stones);
        if let Some(&node) = self.written.get(&key) {
            return self.sink.same_as(node).map(drop);
        }
        let effect = match attack.then {
            Then::Completes => Effect::Completes,
            Then::Overwhelms => Effect::Overwhelms,
            Then::Continues(_) => Effect::Continues,
        };
        let node = self.sink.attack(&attack.stones, effect)?;
        if let Then::Continues(replies) = &attack.then {
            let before = self.stones;
            self.stones[0] |= attack.stones.iter().copied().collect();
            self.defence(replies)?;
            self.stones = before;
        }
        self.written.insert(key, node);
        Ok(())
    }

    pub(crate) fn defence(&mut self, replies: &[Reply]) -> Result<(), SinkError> {
        self.sink.defence()?;
        for reply in replies {
            self.sink.reply(&reply.stones)?;
            let before = self.stones;
            self.stones[1] |= reply.stones.iter().copied().collect();
            self.attack(&reply.answer)?;
            self.stones = before;
        }
        self.sink.close(&[]).map(drop)
    }
}
