//! Small searches that are drawn by hand. A move has the number of the position that it leads to.

use sixfold_proof::Numbers;
use sixfold_proof::job_level::{
    ApplyError, Child, Cover, Finding, Grade, NodeId, NodeView, Others, Search, Settings, Side,
    Stage, Status, Task, TaskKind,
};

use crate::game::{Move, Position};

pub struct Drawn {
    pub search: Search<Position, Move>,
}

pub fn child(position: Position, grade: Grade) -> Child<Position, Move> {
    Child { played: position as Move, position, grade }
}

impl Drawn {
    pub fn new(side: Side) -> Drawn {
        Drawn::with(side, Settings::default())
    }

    pub fn with(side: Side, settings: Settings) -> Drawn {
        Drawn { search: Search::new(0, side, settings) }
    }

    pub fn id(&self, position: Position) -> NodeId {
        self.search.find(&position).expect("a node of the drawing")
    }

    pub fn view(&self, position: Position) -> NodeView<'_, Position, Move> {
        self.search.node(self.id(position)).expect("a node of the drawing")
    }

    pub fn status(&self, position: Position) -> Status {
        self.view(position).record.status
    }

    pub fn numbers(&self, position: Position) -> Numbers {
        self.view(position).numbers
    }

    pub fn stage(&self, position: Position) -> Stage {
        self.view(position).stage
    }

    /// A job at a position, whether it was picked or not.
    pub fn begin(&mut self, at: Position) -> Task<Move> {
        let id = self.id(at);
        let kind = match self.view(at).record.side {
            Side::Prover => TaskKind::Move { excluded: Vec::new() },
            Side::Opponent => TaskKind::Verify,
        };
        self.search.resume(id, kind).expect("a job")
    }

    pub fn apply(
        &mut self,
        at: Position,
        finding: Finding<Position, Move>,
    ) -> Result<(), ApplyError> {
        let task = self.begin(at);
        self.search.apply(task.id, finding)
    }

    pub fn found(&mut self, at: Position, finding: Finding<Position, Move>) {
        self.apply(at, finding).expect("a finding that can be taken in");
    }

    pub fn move_found(&mut self, at: Position, to: Position) {
        self.graded_move(at, to, Grade::Stable);
    }

    pub fn graded_move(&mut self, at: Position, to: Position, grade: Grade) {
        self.found(at, Finding::Move { child: child(to, grade), others: Others::Open });
    }

    pub fn last_move(&mut self, at: Position, to: Position) {
        self.found(at, Finding::Move { child: child(to, Grade::Stable), others: Others::Lose });
    }

    pub fn defences(&mut self, at: Position, to: &[Position], cover: Cover) {
        let children = to.iter().map(|to| child(*to, Grade::Stable)).collect();
        self.found(at, Finding::Defences { children, cover });
    }

    pub fn proven(&mut self, at: Position) {
        self.found(at, Finding::Proven);
    }

    pub fn disproven(&mut self, at: Position) {
        self.found(at, Finding::Disproven);
    }

    /// The next jobs, in words.
    pub fn next(&mut self) -> Vec<String> {
        let tasks = self.search.next();
        tasks
            .into_iter()
            .map(|task| {
                let position = self.search.node(task.node).expect("a node").record.position;
                match task.kind {
                    TaskKind::Move { excluded } if excluded.is_empty() => {
                        format!("move at {position}")
                    }
                    TaskKind::Move { excluded } => {
                        let excluded: Vec<String> =
                            excluded.iter().map(ToString::to_string).collect();
                        format!("move at {position} except {}", excluded.join(" "))
                    }
                    TaskKind::Verify => format!("verify {position}"),
                }
            })
            .collect()
    }
}
