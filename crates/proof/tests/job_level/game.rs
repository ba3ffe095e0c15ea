//! A random game as a graph, its values by brute force, and jobs that answer truthfully but
//! vaguely.

use std::collections::HashSet;

use fastrand::Rng;
use sixfold_proof::job_level::{
    Child, Cover, Finding, Grade, Others, Search, Side, Status, Task, TaskKind,
};

pub type Position = usize;
pub type Move = u32;
pub type TestSearch = Search<Position, Move>;

/// Every move leads to a position with a higher number; position 0 is the root.
pub struct TestGame {
    sides: Vec<Side>,
    moves: Vec<Vec<(Move, Position)>>,
    won: Vec<bool>,
}

/// How positions hang together.
#[derive(Clone, Copy)]
pub enum Shape {
    Tree,
    Graph,
}

impl TestGame {
    pub fn random(rng: &mut Rng, shape: Shape, size: usize) -> TestGame {
        let mut sides = vec![if rng.bool() { Side::Prover } else { Side::Opponent }];
        let mut moves: Vec<Vec<(Move, Position)>> = vec![Vec::new(); size];
        for position in 1..size {
            let parent = rng.usize(position.saturating_sub(8)..position);
            sides.push(sides[parent].other());
            let parents = match shape {
                Shape::Tree => 0,
                Shape::Graph => rng.usize(0..4),
            };
            for _ in 0..parents {
                let other = rng.usize(0..position);
                if sides[other] != sides[position] {
                    moves[other].push((rng.u32(..), position));
                }
            }
            moves[parent].push((rng.u32(..), position));
        }
        let mut won = vec![false; size];
        for position in (0..size).rev() {
            let mut values = moves[position].iter().map(|(_, to)| won[*to]);
            won[position] = match sides[position] {
                _ if moves[position].is_empty() => rng.bool(),
                Side::Prover => values.any(|won| won),
                Side::Opponent => values.all(|won| won),
            };
        }
        TestGame { sides, moves, won }
    }

    pub fn side(&self) -> Side {
        self.sides[0]
    }

    pub fn value(&self, position: Position) -> Status {
        if self.won[position] { Status::Proven } else { Status::Disproven }
    }

    pub fn moves(&self, position: Position) -> &[(Move, Position)] {
        &self.moves[position]
    }

    /// What a job finds. It sees what is proven when it is begun.
    pub fn answer(
        &self,
        rng: &mut Rng,
        search: &TestSearch,
        task: &Task<Move>,
    ) -> Finding<Position, Move> {
        let position = search.node(task.node).expect("the node of a task").record.position;
        if self.moves[position].is_empty() || rng.u8(..100) < 10 {
            return if self.won[position] { Finding::Proven } else { Finding::Disproven };
        }
        match &task.kind {
            TaskKind::Move { excluded } => self.best_move(rng, position, excluded),
            TaskKind::Verify => self.defences(rng, position, search),
        }
    }

    fn best_move(
        &self,
        rng: &mut Rng,
        position: Position,
        excluded: &[Move],
    ) -> Finding<Position, Move> {
        let mut left = self.moves[position].clone();
        left.retain(|(played, _)| !excluded.contains(played));
        let lost = |moves: &[(Move, Position)]| moves.iter().all(|(_, to)| !self.won[*to]);
        if left.is_empty() || lost(&left) && rng.u8(..100) < 30 {
            return Finding::NoOtherMove;
        }
        let (played, to) = left.swap_remove(rng.usize(..left.len()));
        let others = if lost(&left) && rng.bool() { Others::Lose } else { Others::Open };
        Finding::Move { child: self.child(rng, played, to), others }
    }

    fn defences(
        &self,
        rng: &mut Rng,
        position: Position,
        search: &TestSearch,
    ) -> Finding<Position, Move> {
        let is_proven = |to: &Position| {
            let node = search.find(to).and_then(|id| search.node(id));
            node.is_some_and(|view| view.record.status == Status::Proven)
        };
        let moves = &self.moves[position];
        let new: Vec<_> = moves.iter().filter(|(_, to)| !is_proven(to)).collect();
        let mut children = Vec::new();
        let cover = match new.get(rng.usize(..=new.len())) {
            Some((played, to)) => {
                children.push(self.child(rng, *played, *to));
                Cover::SoFar
            }
            None => Cover::Complete,
        };
        for (played, to) in moves {
            let needed = cover == Cover::Complete && !self.won[*to];
            if needed || rng.bool() {
                children.push(self.child(rng, *played, *to));
            }
        }
        Finding::Defences { children, cover }
    }

    pub fn child(&self, rng: &mut Rng, played: Move, position: Position) -> Child<Position, Move> {
        let grade = match rng.u8(..10) {
            0 if self.won[position] => Grade::Won,
            0 => Grade::Lost,
            _ => Grade::ALL[rng.usize(1..12)],
        };
        Child { played, position, grade }
    }

    /// Everything that is proven is true.
    pub fn assert_no_lies(&self, search: &TestSearch) {
        let mut positions = HashSet::new();
        for view in search.nodes() {
            let position = view.record.position;
            assert!(positions.insert(position), "one node a position");
            if view.record.status != Status::Open {
                assert_eq!(view.record.status, self.value(position), "position {position}");
            }
        }
    }
}
