//! One question, "can the attacker force a win?", by depth-first proof-number search.
//!
//! A node is a position before one stone. Where the attacker is to place it the node is an OR
//! node: one winning child proves it; where the defender is, an AND node. Numbers are combined
//! as the greatest of the children plus one for each other open child instead of their sum
//! ("weak" proof numbers): the same position is reached by many orders of stones, and a sum
//! would count it each time.

use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Outcome, Player, SpentBudget, Square, SquareSet};

use super::bound::Potential;
use super::key::{KeySet, Weights};
use super::table::{INFINITE, Numbers, Table};
use crate::{Budget, Meter};

/// The answer to the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The attacker can force a win.
    Proven,
    /// He cannot.
    Refuted,
}

/// What is known of a position without looking at its children.
enum Leaf {
    Settled(Answer),
    /// The squares worth a stone, the most promising first.
    Open(Vec<Square>),
}

pub(super) struct Search {
    position: GeneralPosition,
    attacker: Player,
    weights: Weights,
    keys: KeySet,
    potential: Potential,
    table: Table,
}

struct Child {
    square: Square,
    key: u128,
    numbers: Numbers,
}

impl Search {
    pub(super) fn new(position: GeneralPosition, attacker: Player, memory: usize) -> Search {
        let rules = position.geometry().rules();
        let weights = Weights::new(&position);
        Search {
            keys: weights.root(),
            weights,
            attacker,
            potential: Potential::new(rules.in_a_row().into(), rules.stones_per_turn()),
            table: Table::new(memory),
            position,
        }
    }

    /// Answers the question for the root.
    pub(super) fn prove(&mut self, meter: &mut Meter) -> Result<Answer, SpentBudget> {
        let most = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.explore(most, meter)?;
        Ok(if numbers.proof == 0 { Answer::Proven } else { Answer::Refuted })
    }

    /// Searches below the current position until one of its numbers reaches its limit.
    fn explore(&mut self, limit: Numbers, meter: &mut Meter) -> Result<Numbers, SpentBudget> {
        meter.count()?;
        let nodes_before = meter.nodes();
        let key = self.keys.canonical();
        let mut children = match self.leaf() {
            Leaf::Settled(answer) => {
                let numbers = match answer {
                    Answer::Proven => Numbers::PROVEN,
                    Answer::Refuted => Numbers::REFUTED,
                };
                self.table.put(key, numbers, 1);
                return Ok(numbers);
            }
            Leaf::Open(squares) => self.children(squares),
        };
        let kind = self.kind();
        loop {
            for child in &mut children {
                child.numbers = self.table.get(child.key).unwrap_or(child.numbers);
            }
            let numbers = kind.combine(&children);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                self.table.put(key, numbers, 1 + meter.nodes() - nodes_before);
                return Ok(numbers);
            }
            let (index, child_limit) = kind.select(&children, numbers, limit);
            children[index].numbers = self.explore_child(&children[index], child_limit, meter)?;
        }
    }

    fn explore_child(
        &mut self,
        child: &Child,
        limit: Numbers,
        meter: &mut Meter,
    ) -> Result<Numbers, SpentBudget> {
        let keys = self.keys;
        self.play(child.square);
        let result = self.explore(limit, meter);
        self.keys = keys;
        self.position.take_back();
        result
    }

    fn play(&mut self, square: Square) {
        self.keys = self.keys.plus(self.weights.of(square, self.position.turn().player));
        self.position.play(square);
    }

    fn kind(&self) -> NodeKind {
        if self.position.turn().player == self.attacker { NodeKind::Or } else { NodeKind::And }
    }

    fn children(&self, squares: Vec<Square>) -> Vec<Child> {
        let mover = self.position.turn().player;
        let child = |square| Child {
            square,
            key: self.keys.canonical_after(self.weights.of(square, mover)),
            numbers: Numbers::UNKNOWN,
        };
        squares.into_iter().map(child).collect()
    }

    /// Settles the position by what is on the board, or lists the squares worth a stone.
    fn leaf(&self) -> Leaf {
        let answer = |attacker_wins| {
            Leaf::Settled(if attacker_wins { Answer::Proven } else { Answer::Refuted })
        };
        let position = &self.position;
        match position.outcome() {
            Some(Outcome::Win(winner)) => return answer(winner == self.attacker),
            Some(Outcome::Draw) => return answer(false),
            None => {}
        }
        let mover = position.turn().player;
        if position.can_complete(mover) {
            return answer(mover == self.attacker);
        }
        let threats = position.threat_number(mover.opponent());
        if threats > position.turn().stones_left {
            return answer(mover != self.attacker);
        }
        if self.potential.refutes(position, self.attacker) {
            return answer(false);
        }
        Leaf::Open(self.squares_worth_a_stone(threats))
    }

    fn squares_worth_a_stone(&self, threats: u16) -> Vec<Square> {
        let position = &self.position;
        let turn = position.turn();
        let mut squares = position.empty_squares();
        if threats == turn.stones_left {
            // Every stone is needed for the defence.
            let threatened = position.threat_segments(turn.player.opponent()).into_iter();
            squares = threatened.flat_map(|s| position.empty_squares_of(s)).collect();
        }
        self.ordered(squares)
    }

    /// Orders squares by the segments through them; of those that lie on no segment that anybody
    /// can still fill, one is as good as all.
    fn ordered(&self, squares: SquareSet) -> Vec<Square> {
        let mut scored: Vec<(u64, Square)> =
            squares.iter().map(|square| (self.position.promise(square), square)).collect();
        scored.sort_by_key(|&(score, square)| (std::cmp::Reverse(score), square));
        let useless = scored.iter().position(|&(score, _)| score == 0);
        scored.truncate(useless.map_or(scored.len(), |first| first + 1));
        scored.into_iter().map(|(_, square)| square).collect()
    }

    /// The stones by which the attacker wins, to the end, from a proven root.
    pub(super) fn winning_line(&mut self) -> Vec<Square> {
        let root_keys = self.keys;
        let mut line = Vec::new();
        while self.position.outcome().is_none() {
            let square = self.next_of_line();
            self.play(square);
            line.push(square);
        }
        self.position.undo_stones(line.len());
        self.keys = root_keys;
        line
    }

    /// A winning stone of the attacker, or any stone of the lost defender: he blocks if he can.
    fn next_of_line(&mut self) -> Square {
        let mover = self.position.turn().player;
        if mover == self.attacker
            && let Some(&square) = self.position.completing_squares().iter().flatten().next()
        {
            return square;
        }
        let threatened = self.position.threat_segments(mover.opponent());
        let blocking: SquareSet =
            threatened.into_iter().flat_map(|s| self.position.empty_squares_of(s)).collect();
        let squares = if blocking.is_empty() { self.position.empty_squares() } else { blocking };
        if mover != self.attacker {
            return self.ordered(squares)[0];
        }
        self.child_with(Answer::Proven)
    }

    /// The stones of the side to move that keep a refuted question refuted, for one turn.
    pub(super) fn refuting_turn(&mut self) -> Vec<Square> {
        let root_keys = self.keys;
        let mover = self.position.turn().player;
        let mut turn = Vec::new();
        while self.position.outcome().is_none() && self.position.turn().player == mover {
            let square = self.child_with(Answer::Refuted);
            self.play(square);
            turn.push(square);
        }
        self.position.undo_stones(turn.len());
        self.keys = root_keys;
        turn
    }

    /// A child with the given answer, which the node itself is known to have. Mostly the table
    /// still holds it; what it has forgotten is searched again, without a budget, since the
    /// question is settled and what remains is little.
    fn child_with(&mut self, wanted: Answer) -> Square {
        let squares = self.ordered(self.position.empty_squares());
        let mut children = self.children(squares);
        for child in &mut children {
            child.numbers = self.table.get(child.key).unwrap_or(child.numbers);
        }
        let settled = match wanted {
            Answer::Proven => Numbers::PROVEN,
            Answer::Refuted => Numbers::REFUTED,
        };
        if let Some(child) = children.iter().find(|child| child.numbers == settled) {
            return child.square;
        }
        let mut meter = Meter::start(Budget::default());
        for child in &children {
            let most = Numbers { proof: INFINITE, disproof: INFINITE };
            if self.explore_child(child, most, &mut meter) == Ok(settled) {
                return child.square;
            }
        }
        unreachable!("a node has a child with its own answer")
    }
}

#[derive(Clone, Copy)]
enum NodeKind {
    Or,
    And,
}

impl NodeKind {
    /// The number that one good child settles: the proof of an OR node.
    fn easy(self, numbers: Numbers) -> u32 {
        match self {
            NodeKind::Or => numbers.proof,
            NodeKind::And => numbers.disproof,
        }
    }

    /// The number that all children together settle.
    fn hard(self, numbers: Numbers) -> u32 {
        match self {
            NodeKind::Or => numbers.disproof,
            NodeKind::And => numbers.proof,
        }
    }

    fn numbers(self, easy: u32, hard: u32) -> Numbers {
        match self {
            NodeKind::Or => Numbers { proof: easy, disproof: hard },
            NodeKind::And => Numbers { proof: hard, disproof: easy },
        }
    }

    fn combine(self, children: &[Child]) -> Numbers {
        let easy = children.iter().map(|child| self.easy(child.numbers)).min();
        let hard = || children.iter().map(|child| self.hard(child.numbers));
        let open = hard().filter(|&number| number > 0).count() as u32;
        let most = hard().max().unwrap_or(0);
        let hard = if most >= INFINITE { INFINITE } else { most + open.saturating_sub(1) };
        self.numbers(easy.unwrap_or(INFINITE), hard)
    }

    /// The child to search next and how far.
    fn select(self, children: &[Child], numbers: Numbers, limit: Numbers) -> (usize, Numbers) {
        let mut best = 0;
        let mut second = INFINITE;
        for (i, child) in children.iter().enumerate().skip(1) {
            let number = self.easy(child.numbers);
            if number < self.easy(children[best].numbers) {
                second = self.easy(children[best].numbers);
                best = i;
            } else {
                second = second.min(number);
            }
        }
        // A little beyond the second best child, lest the search jump back and forth.
        let easy = self.easy(limit).min(second.saturating_add(1 + second / 4));
        let of_others = self.hard(numbers) - self.hard(children[best].numbers);
        let hard = self.hard(limit) - of_others.min(self.hard(limit));
        (best, self.numbers(easy.min(INFINITE), hard.min(INFINITE)))
    }
}
