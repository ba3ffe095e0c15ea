//! Engines: players of any game behind one interface, built in or another program.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sixfold_connect::{
    LinePlanes, Position, ReplayError, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::{Game, GameName, Record, SquareSet};
use sixfold_solve::{Budget, Stones};
use thiserror::Error;

use crate::alphabeta::{self, AlphaBeta};
use crate::book::Book;
use crate::clock::Limits;
use crate::greedy::Greedy;
use crate::mcts::{self, Mcts};
use crate::{Board, Choice, Ground, Player, Score, Task, Thought, Variation};

pub mod process;

/// Plays one game at a time, whatever it is made of.
pub trait Engine: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Begins a new game.
    fn new_game(&mut self, game: GameName) -> Result<(), EngineError>;

    /// Chooses the rest of the turn after the main line of a record.
    fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError>;
}

/// What an engine is asked.
pub struct Request<'a> {
    /// The limits of the move.
    pub limits: Limits,
    /// How many of the best turns it should tell, at least 1.
    pub variations: usize,
    /// Turns that it must not choose.
    pub excluded: &'a [SquareSet],
    /// How many threads may work on it, at least 1.
    pub threads: usize,
    /// The memory it may take and the line by which it is told to stop; the limits of nodes and
    /// time stand in [`Request::limits`].
    pub budget: Budget,
    /// Is told what the engine thinks, as often as that changes.
    pub watch: &'a (dyn Fn(&Thought) + Sync),
}

impl Request<'_> {
    /// A request with nothing but limits.
    #[must_use]
    pub fn within(limits: Limits) -> Request<'static> {
        let budget = Budget::default();
        Request { limits, variations: 1, excluded: &[], threads: 1, budget, watch: &|_| {} }
    }

    fn task(&self) -> Task<'_> {
        let (nodes, time) = (self.limits.nodes, self.limits.time_for_move());
        Task {
            budget: Budget { nodes, time, ..self.budget.clone() },
            depth: self.limits.depth,
            variations: self.variations,
            excluded: self.excluded,
            threads: self.threads,
            watch: self.watch,
        }
    }
}

/// Why an engine does not play.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The record does not lead to a position it can play.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The game is over.
    #[error("the game is already over")]
    GameOver,
    /// Another program does not play as it should.
    #[error(transparent)]
    Process(#[from] process::ProcessError),
}

/// The built-in engine that plays unless another one is asked for.
pub const DEFAULT_ENGINE: &str = "alphabeta";

/// A built-in engine and how it is set, as it is written on a command line: `greedy`, `alphabeta`,
/// `alphabeta:threads=2`, `mcts:type=2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltIn {
    /// The baseline without search.
    Greedy,
    /// Alpha-beta search.
    AlphaBeta(alphabeta::Settings),
    /// Monte-Carlo tree search.
    Mcts(mcts::Settings),
}

/// Text that is no built-in engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownEngine {
    /// There is no engine of this name.
    #[error("'{0}' is not an engine (there are: alphabeta, mcts, greedy)")]
    Name(String),
    /// The alpha-beta player cannot be set so.
    #[error(transparent)]
    AlphaBeta(#[from] alphabeta::UnknownSetting),
    /// The Monte-Carlo player cannot be set so.
    #[error(transparent)]
    Mcts(#[from] mcts::UnknownSetting),
}

impl FromStr for BuiltIn {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<BuiltIn, UnknownEngine> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        match name {
            "greedy" if settings.is_empty() => Ok(BuiltIn::Greedy),
            "alphabeta" => Ok(BuiltIn::AlphaBeta(settings.parse()?)),
            "mcts" => Ok(BuiltIn::Mcts(settings.parse()?)),
            _ => Err(UnknownEngine::Name(text.to_string())),
        }
    }
}

impl BuiltIn {
    /// A player for one kind of position.
    fn player<S: SegmentState + Send + Sync>(self) -> Box<dyn Player<S>> {
        match self {
            BuiltIn::Greedy => Box::new(Greedy),
            BuiltIn::AlphaBeta(settings) => Box::new(AlphaBeta::new(settings)),
            BuiltIn::Mcts(settings) => Box::new(Mcts::new(settings)),
        }
    }

    /// The engine.
    #[must_use]
    pub fn engine(self) -> BuiltInEngine {
        BuiltInEngine { kind: self, name: self.to_string(), players: None, book: None }
    }
}

impl fmt::Display for BuiltIn {
    /// The name with what differs from the default, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, settings) = match self {
            BuiltIn::Greedy => ("greedy", String::new()),
            BuiltIn::AlphaBeta(settings) => ("alphabeta", settings.to_string()),
            BuiltIn::Mcts(settings) => ("mcts", settings.to_string()),
        };
        match settings.as_str() {
            "" => f.write_str(name),
            settings => write!(f, "{name}:{settings}"),
        }
    }
}

/// A built-in engine at work.
pub struct BuiltInEngine {
    kind: BuiltIn,
    name: String,
    players: Option<AnyPlayer>,
    book: Option<Arc<Book>>,
}

impl BuiltInEngine {
    /// The engine, with a book that it plays from as long as it can.
    #[must_use]
    pub fn with_book(self, book: Arc<Book>) -> BuiltInEngine {
        BuiltInEngine { book: Some(book), ..self }
    }
}

/// The one place where the name of a game turns into a type.
enum AnyPlayer {
    Connect6(Box<dyn Player<LinePlanes>>),
    General(Box<dyn Player<SegmentCounts>>),
}

impl Engine for BuiltInEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: GameName) -> Result<(), EngineError> {
        let is_fast = LinePlanes::serve(connect_rules(game)?);
        match &mut self.players {
            Some(AnyPlayer::Connect6(player)) if is_fast => player.new_game(),
            Some(AnyPlayer::General(player)) if !is_fast => player.new_game(),
            players if is_fast => *players = Some(AnyPlayer::Connect6(self.kind.player())),
            players => *players = Some(AnyPlayer::General(self.kind.player())),
        }
        Ok(())
    }

    fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
        let is_fast = LinePlanes::serve(connect_rules(record.game())?);
        let book = self.book.as_deref();
        match &mut self.players {
            Some(AnyPlayer::Connect6(player)) if is_fast => {
                choose(&mut **player, book, record, request)
            }
            Some(AnyPlayer::General(player)) if !is_fast => {
                choose(&mut **player, book, record, request)
            }
            _ => {
                self.new_game(record.game())?;
                self.choose(record, request)
            }
        }
    }
}

fn choose<S: SegmentState>(
    player: &mut dyn Player<S>,
    book: Option<&Book>,
    record: &Record,
    request: &Request,
) -> Result<Choice, EngineError> {
    let position = Position::<S>::replay(record)?;
    if position.outcome().is_some() {
        return Err(EngineError::GameOver);
    }
    let task = request.task();
    let from_book = book.and_then(|book| book.turn(&position));
    if let Some(stones) = from_book.filter(|stones| task.allows(stones)) {
        return Ok(choice_from_book(stones, position));
    }
    Ok(player.choose(&position, &task))
}

fn choice_from_book<S: SegmentState>(stones: Stones, position: Position<S>) -> Choice {
    let score = Score::Estimate(Board::new(position).value());
    let variation =
        Variation { score, ground: Ground::Estimated, visits: None, turns: vec![stones] };
    let variations = vec![variation];
    let thought = Thought { variations, depth: 0, nodes: 0, elapsed: Duration::ZERO };
    Choice { thought, proof: None }
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    #[test]
    fn an_engine_is_named_as_it_is_written() {
        for name in ["greedy", "alphabeta", "alphabeta:solver=off,threads=2", "mcts", "mcts:seed=7"]
        {
            assert_eq!(name.parse::<BuiltIn>().unwrap().engine().name(), name);
        }
        assert_eq!("mcts:".parse::<BuiltIn>().unwrap().engine().name(), "mcts");
    }

    #[test]
    fn the_greedy_engine_completes_a_segment() {
        let record =
            move_list::read(GameName::CONNECT6, "j10 a1b1 k10l10 a2b2 m10n10 a3b3").unwrap();
        let mut engine = BuiltIn::Greedy.engine();
        let choice = engine.choose(&record, &Request::within(Limits::default())).unwrap();
        let grid = record.game().grid();
        assert!(
            [["o10", "i10"]]
                .iter()
                .flatten()
                .any(|n| choice.turn().contains(&grid.parse(n).unwrap()))
        );
    }

    #[test]
    fn the_greedy_engine_plays_every_game() {
        for name in
            ["gomoku", "tictactoe", "connect(4,9,4,3,2)", "connect(5,1,1)", "connect(9,3,2)"]
        {
            let record = Record::new(name.parse().unwrap());
            let mut engine = BuiltIn::Greedy.engine();
            let choice = engine.choose(&record, &Request::within(Limits::default())).unwrap();
            assert_eq!(
                choice.turn().len(),
                usize::from(record.game().turn_order().first),
                "{name}"
            );
        }
    }
}
