//! Engines: players of any game behind one interface, built in or another program.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sixfold_connect::{LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::{ConnectRules, Game, GameName, Record, SquareSet};
use sixfold_hex::SwapRule;
use sixfold_solve::{Budget, Stones};
use thiserror::Error;

use crate::alphabeta::{self, AlphaBeta};
use crate::book::Book;
use crate::clock::Limits;
use crate::greedy::Greedy;
use crate::hexy::{self, Hexy};
use crate::mcts::{self, Mcts};
use crate::{Board, Choice, Ground, Player, PositionError, Score, Task, Thought, Variation};

pub mod process;

/// Plays one game at a time, whatever it is made of.
pub trait Engine: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Begins a new game.
    fn new_game(&mut self, game: GameName) -> Result<(), EngineError>;

    /// Chooses the rest of the turn after the main line of a record.
    fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError>;

    /// Whether it takes over the first stone instead, where the swap rule of Hex lets it. Who never
    /// does need not be asked.
    fn takes_over(&mut self, record: &Record, request: &Request) -> Result<bool, EngineError> {
        let _ = (record, request);
        Ok(false)
    }
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
    /// Whether the first stone of Hex may be taken over.
    pub swap: SwapRule,
    /// Is told what the engine thinks, as often as that changes.
    pub watch: &'a (dyn Fn(&Thought) + Sync),
}

impl Request<'_> {
    /// A request with nothing but limits.
    #[must_use]
    pub fn within(limits: Limits) -> Request<'static> {
        let budget = Budget::default();
        let (swap, watch) = (SwapRule::Off, &|_: &Thought| {});
        Request { limits, variations: 1, excluded: &[], threads: 1, budget, swap, watch }
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
    Replay(#[from] PositionError),
    /// The engine knows nothing of the game.
    #[error("{engine} does not play {game} (try {usual})")]
    OtherGame {
        /// The engine.
        engine: &'static str,
        /// The game.
        game: GameName,
        /// The engine that plays it.
        usual: &'static str,
    },
    /// The game is over.
    #[error("the game is already over")]
    GameOver,
    /// Another program does not play as it should.
    #[error(transparent)]
    Process(#[from] process::ProcessError),
}

/// A built-in engine and how it is set, as it is written on a command line: `greedy`, `alphabeta`,
/// `alphabeta:threads=2`, `mcts:type=2`, `hexy:depth=6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltIn {
    /// The baseline without search.
    Greedy,
    /// Alpha-beta search.
    AlphaBeta(alphabeta::Settings),
    /// Monte-Carlo tree search.
    Mcts(mcts::Settings),
    /// The player of Hex.
    Hexy(hexy::Settings),
}

/// Text that is no built-in engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownEngine {
    /// There is no engine of this name.
    #[error("'{0}' is not an engine (there are: alphabeta, mcts, greedy, hexy)")]
    Name(String),
    /// The alpha-beta player cannot be set so.
    #[error(transparent)]
    AlphaBeta(#[from] alphabeta::UnknownSetting),
    /// The Monte-Carlo player cannot be set so.
    #[error(transparent)]
    Mcts(#[from] mcts::UnknownSetting),
    /// The player of Hex cannot be set so.
    #[error(transparent)]
    Hexy(#[from] hexy::UnknownSetting),
}

impl FromStr for BuiltIn {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<BuiltIn, UnknownEngine> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        match name {
            "greedy" if settings.is_empty() => Ok(BuiltIn::Greedy),
            "alphabeta" => Ok(BuiltIn::AlphaBeta(settings.parse()?)),
            "mcts" => Ok(BuiltIn::Mcts(settings.parse()?)),
            "hexy" => Ok(BuiltIn::Hexy(settings.parse()?)),
            _ => Err(UnknownEngine::Name(text.to_string())),
        }
    }
}

impl BuiltIn {
    /// The engine that plays a game unless another one is asked for.
    #[must_use]
    pub fn usual(game: GameName) -> BuiltIn {
        match game {
            GameName::Connect(_) => BuiltIn::AlphaBeta(alphabeta::Settings::default()),
            GameName::Hex(_) => BuiltIn::Hexy(hexy::Settings::default()),
        }
    }

    /// Its name without settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BuiltIn::Greedy => "greedy",
            BuiltIn::AlphaBeta(_) => "alphabeta",
            BuiltIn::Mcts(_) => "mcts",
            BuiltIn::Hexy(_) => "hexy",
        }
    }

    /// The player of a game, if it plays that game.
    fn player_of(self, game: GameName) -> Result<AnyPlayer, EngineError> {
        match (self, game) {
            (BuiltIn::Hexy(settings), GameName::Hex(_)) => Ok(AnyPlayer::Hex(Hexy::new(settings))),
            (BuiltIn::Hexy(_), GameName::Connect(_)) | (_, GameName::Hex(_)) => {
                let usual = BuiltIn::usual(game).name();
                Err(EngineError::OtherGame { engine: self.name(), game, usual })
            }
            (BuiltIn::Greedy, GameName::Connect(rules)) => {
                Ok(AnyPlayer::of_connect(rules, || Box::new(Greedy), || Box::new(Greedy)))
            }
            (BuiltIn::AlphaBeta(settings), GameName::Connect(rules)) => Ok(AnyPlayer::of_connect(
                rules,
                || Box::new(AlphaBeta::new(settings)),
                || Box::new(AlphaBeta::new(settings)),
            )),
            (BuiltIn::Mcts(settings), GameName::Connect(rules)) => Ok(AnyPlayer::of_connect(
                rules,
                || Box::new(Mcts::new(settings)),
                || Box::new(Mcts::new(settings)),
            )),
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
        let settings = match self {
            BuiltIn::Greedy => String::new(),
            BuiltIn::AlphaBeta(settings) => settings.to_string(),
            BuiltIn::Mcts(settings) => settings.to_string(),
            BuiltIn::Hexy(settings) => settings.to_string(),
        };
        match settings.as_str() {
            "" => f.write_str(self.name()),
            settings => write!(f, "{}:{settings}", self.name()),
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
    Hex(Hexy),
}

impl AnyPlayer {
    fn of_connect(
        rules: ConnectRules,
        fast: impl Fn() -> Box<dyn Player<LinePlanes>>,
        general: impl Fn() -> Box<dyn Player<SegmentCounts>>,
    ) -> AnyPlayer {
        if LinePlanes::serve(rules) {
            AnyPlayer::Connect6(fast())
        } else {
            AnyPlayer::General(general())
        }
    }

    /// Whether it can go on with another game of this name.
    fn serves(&self, game: GameName) -> bool {
        match (self, game) {
            (AnyPlayer::Connect6(_), GameName::Connect(rules)) => LinePlanes::serve(rules),
            (AnyPlayer::General(_), GameName::Connect(rules)) => !LinePlanes::serve(rules),
            (AnyPlayer::Hex(_), GameName::Hex(_)) => true,
            _ => false,
        }
    }
}

impl BuiltInEngine {
    /// The player of a game: the one at work, or a new one.
    fn player_of(&mut self, game: GameName) -> Result<&mut AnyPlayer, EngineError> {
        if !self.players.as_ref().is_some_and(|player| player.serves(game)) {
            self.players = None;
        }
        match &mut self.players {
            Some(player) => Ok(player),
            none => Ok(none.insert(self.kind.player_of(game)?)),
        }
    }
}

impl Engine for BuiltInEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: GameName) -> Result<(), EngineError> {
        match self.player_of(game)? {
            AnyPlayer::Connect6(player) => player.new_game(),
            AnyPlayer::General(player) => player.new_game(),
            // It remembers nothing of a game.
            AnyPlayer::Hex(_) => {}
        }
        Ok(())
    }

    fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
        let book = self.book.clone();
        let book = book.as_deref();
        match self.player_of(record.game())? {
            AnyPlayer::Connect6(player) => choose(&mut **player, book, record, request),
            AnyPlayer::General(player) => choose(&mut **player, book, record, request),
            AnyPlayer::Hex(player) => {
                let position = position_of_hex(record)?;
                Ok(player.choose(&position, request.swap, &request.task()))
            }
        }
    }

    fn takes_over(&mut self, record: &Record, request: &Request) -> Result<bool, EngineError> {
        match self.player_of(record.game())? {
            AnyPlayer::Hex(player) => {
                Ok(player.takes_over(&position_of_hex(record)?, request.swap, &request.task()))
            }
            AnyPlayer::Connect6(_) | AnyPlayer::General(_) => Ok(false),
        }
    }
}

/// The position in which a player of Hex has to move.
fn position_of_hex(record: &Record) -> Result<sixfold_hex::Position, EngineError> {
    let position = sixfold_hex::Position::replay(record).map_err(PositionError::from)?;
    if position.winner().is_some() { Err(EngineError::GameOver) } else { Ok(position) }
}

fn choose<S: SegmentState>(
    player: &mut dyn Player<S>,
    book: Option<&Book>,
    record: &Record,
    request: &Request,
) -> Result<Choice, EngineError> {
    let position = Position::<S>::replay(record).map_err(PositionError::from)?;
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
mod tests;
