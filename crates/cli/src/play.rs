//! `sixfold play`: a person plays against an engine, on the terminal.

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::bail;
use serde_json::json;
use sixfold_answers::think::{self, Trust};
use sixfold_answers::wording::counted;
use sixfold_game::diagram::TextStyle;
use sixfold_game::record::Event;
use sixfold_game::record::sgf::{self, Style};
use sixfold_game::{Game, Outcome, PerPlayer, Player, Record, excerpt};
use sixfold_hex::SwapRule;
use sixfold_play::clock::Limits;
use sixfold_play::engine::{EngineError, Request};
use sixfold_play::protocol::{
    CannotPlace, CannotSwap, Notation, NotationError, PlayedGame, Sketch, Worker,
};
use sixfold_play::{AnyPosition, Choice, PositionError};
use sixfold_solve::Budget;
use thiserror::Error;

use crate::arguments::{OutputOptions, PlayArguments};
use crate::input::read_record;
use crate::output::{coloured_stdout, deliver};
use crate::report::Report;
use crate::show::threat_sentences;
use crate::thinking;

const HELP: &str = "\
A move is its stones, together or one by one: k11i9, or k11 and then i9. Besides, there are:
  undo       take back your last stone, and what followed it
  hint       what the engine would play in your place
  score      what the engine thinks of the position
  threats    the threats of both sides; in Hex, their connections
  swap       take over the first stone, where the rules let you (Hex)
  board      draw the board again
  save FILE  write the game to a file (SGF)
  new        begin again
  resign     give the game up
  quit       end the program
";

/// Runs the command.
pub fn run(arguments: &PlayArguments, output: OutputOptions) -> anyhow::Result<Report> {
    if output.json {
        bail!("--json: a game against a person has no JSON (try bestmove, or engine)");
    }
    let record = read_record(&arguments.position)?;
    let thinking = &arguments.thinking;
    thinking::check_swap(arguments.swap, record.game())?;
    let limits = Limits::from(thinking.limits);
    let (worker, limits) = match arguments.level {
        Some(level) => {
            let game = record.game();
            (thinking::worker_as(level.engine(game), thinking)?, level.limits(game, limits))
        }
        None => (thinking::worker(thinking, record.game())?, limits.or_usual()),
    };
    let mut table = Table {
        game: PlayedGame::from_record(&record)?,
        start: Record::from_setup(record.game(), &record.first_setup()),
        person: arguments.colour.into(),
        resigned: Resigned::Nobody,
        swap: if arguments.swap { SwapRule::SwapPieces } else { SwapRule::Off },
        worker,
        limits,
    };
    let mut output = coloured_stdout(output);
    match table.play(&mut io::stdin().lock(), &mut output) {
        Err(Stop::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            bail!("the terminal cannot be written to: {error}")
        }
        Err(Stop::Engine(error)) => bail!("the engine does not play: {error}"),
        Ok(()) | Err(Stop::Output(_)) => Ok(Report::done(String::new(), json!({}))),
    }
}

/// A game at the terminal.
struct Table {
    game: PlayedGame,
    /// Where a new game begins.
    start: Record,
    /// The colour of the person.
    person: Player,
    resigned: Resigned,
    swap: SwapRule,
    worker: Worker,
    limits: Limits,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Resigned {
    Nobody,
    Person,
}

/// Why a game cannot go on.
#[derive(Debug, Error)]
enum Stop {
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Why a line of input is not obeyed.
#[derive(Debug, Error)]
enum Mistake {
    #[error("{0} (help lists all commands)")]
    Square(#[from] NotationError),
    #[error("{square}: {}", fault.reason)]
    Stone { square: String, fault: CannotPlace },
    #[error("only {left} left to place in this turn")]
    TooManyStones { left: String },
    #[error("the game is over (try new, undo, save FILE or quit)")]
    GameOver,
    #[error("there is nothing to take back")]
    NothingToUndo,
    #[error("the name of a file is missing: save FILE")]
    NoFile,
    #[error("{0:#}")]
    NotSaved(anyhow::Error),
    #[error("the game cannot begin again: {0}")]
    Start(#[from] PositionError),
    #[error("{0}")]
    Swap(#[from] CannotSwap),
    #[error("this game is played without the swap rule (sixfold play --swap)")]
    NoSwapRule,
}

/// What a line of input leads to.
enum Step {
    /// The position has changed.
    Moved,
    /// Something is said.
    Said(String),
    /// The engine is asked what it thinks.
    Asked(Question),
    Quit,
}

#[derive(Clone, Copy)]
enum Question {
    Hint,
    Score,
}

impl Table {
    fn play(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Stop> {
        let (game, person) = (self.start.game(), self.person);
        writeln!(
            output,
            "{game}: you are {person} against {}. 'help' lists all commands.",
            self.worker.engine.name()
        )?;
        self.engine_moves(output)?;
        self.draw(output)?;
        loop {
            write!(output, "{}", self.prompt())?;
            output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(output, "\nGood-bye.")?;
                return Ok(());
            }
            match self.obey(&String::from_utf8_lossy(&line)) {
                Ok(Step::Moved) => {
                    self.engine_moves(output)?;
                    self.draw(output)?;
                }
                Ok(Step::Said(text)) => write!(output, "{text}")?,
                Ok(Step::Asked(question)) => {
                    let choice = self.choose()?;
                    write!(output, "{}", self.opinion(question, &choice))?;
                }
                Ok(Step::Quit) => {
                    writeln!(output, "Good-bye.")?;
                    return Ok(());
                }
                Err(mistake) => writeln!(output, "{mistake}")?,
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Step, Mistake> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_ascii_lowercase().as_str() {
            "" => Ok(Step::Said(String::new())),
            "help" => Ok(Step::Said(HELP.to_string())),
            "quit" | "exit" => Ok(Step::Quit),
            "board" => Ok(Step::Moved),
            "threats" => Ok(Step::Said(self.threats())),
            "save" => self.save(rest.trim()).map(Step::Said),
            "new" => {
                self.game = PlayedGame::from_record(&self.start)?;
                self.resigned = Resigned::Nobody;
                Ok(Step::Moved)
            }
            "undo" => self.undo(),
            _ if self.is_over() => Err(Mistake::GameOver),
            "hint" => Ok(Step::Asked(Question::Hint)),
            "score" => Ok(Step::Asked(Question::Score)),
            "swap" => self.take_over(),
            "resign" => {
                self.resigned = Resigned::Person;
                Ok(Step::Moved)
            }
            _ => self.place(line),
        }
    }

    fn place(&mut self, text: &str) -> Result<Step, Mistake> {
        let grid = self.game.position().grid();
        let squares = Notation::Plain.read(grid, &text.replace(',', " "))?;
        let left = self.game.position().turn().stones_left.into();
        if squares.len() > left {
            return Err(Mistake::TooManyStones { left: counted(left, "stone is", "stones are") });
        }
        self.game.place(self.person, &squares).map_err(|fault| Mistake::Stone {
            square: grid.name(fault.square).to_string(),
            fault,
        })?;
        Ok(Step::Moved)
    }

    fn take_over(&mut self) -> Result<Step, Mistake> {
        if self.swap == SwapRule::Off {
            return Err(Mistake::NoSwapRule);
        }
        self.game.swap(self.person)?;
        Ok(Step::Moved)
    }

    fn threats(&self) -> String {
        match self.game.position() {
            AnyPosition::Connect(position) => threat_sentences(position),
            AnyPosition::Hex(_) => {
                let record = self.game.record();
                let sketches = Player::BOTH.map(Sketch::Connections).into_iter();
                let drawings = sketches.chain([Sketch::MustPlay]).map(|what| what.draw(&record));
                drawings.map(|drawing| words_of(&drawing.unwrap_or_default())).collect()
            }
        }
    }

    /// Takes back the person's last move, and all that came after it.
    fn undo(&mut self) -> Result<Step, Mistake> {
        let is_own = |event: &Event| match event {
            Event::Stone(stone) => stone.player == self.person,
            Event::Swap => self.person == Player::White,
            Event::Nothing | Event::Edit(_) => false,
        };
        let record = self.game.record();
        let is_move = |event: &&Event| matches!(event, Event::Stone(_) | Event::Swap);
        let events = record.main_line().map(|id| &record.node(id).event);
        let moves: Vec<&Event> = events.filter(is_move).collect();
        let own = moves.iter().rposition(|&event| is_own(event)).ok_or(Mistake::NothingToUndo)?;
        for _ in own..moves.len() {
            self.game.undo();
        }
        self.resigned = Resigned::Nobody;
        Ok(Step::Moved)
    }

    fn save(&self, name: &str) -> Result<String, Mistake> {
        if name.is_empty() {
            return Err(Mistake::NoFile);
        }
        let mut record = self.game.record();
        let engine = format!("Sixfold {}", self.worker.engine.name());
        record.info.players = PerPlayer::from_fn(|player| {
            if player == self.person { "Person".to_string() } else { engine.clone() }
        });
        record.info.result = self.outcome();
        if self.resigned == Resigned::Person {
            let winner = self.person.opponent().letter().to_ascii_uppercase();
            record.info.result_text = format!("{winner}+R");
        }
        let text = sgf::write(&record, Style::Standard);
        deliver(Path::new(name), text.into_bytes(), "game").map_err(Mistake::NotSaved)?;
        Ok(format!("game written to {}\n", excerpt(name)))
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Resigned::Person => Some(Outcome::Win(self.person.opponent())),
            Resigned::Nobody => self.game.position().outcome(),
        }
    }

    /// Whether no more stones are placed. A window of an unbounded board may be full.
    fn is_over(&self) -> bool {
        self.outcome().is_some() || self.game.position().legal_squares().is_empty()
    }

    fn request(&self) -> Request<'static> {
        let memory = self.worker.resources.memory;
        Request {
            threads: self.worker.resources.threads,
            budget: Budget { memory, ..Budget::default() },
            swap: self.swap,
            ..Request::within(self.limits)
        }
    }

    fn choose(&mut self) -> Result<Choice, EngineError> {
        let request = self.request();
        self.worker.engine.choose(&self.game.record(), &request)
    }

    /// Whether the engine takes over the person's first stone.
    fn engine_takes_over(&mut self) -> Result<bool, EngineError> {
        if self.swap == SwapRule::Off || self.game.position().after_swap().is_none() {
            return Ok(false);
        }
        let request = self.request();
        self.worker.engine.takes_over(&self.game.record(), &request)
    }

    /// Lets the engine move as long as it is its turn.
    fn engine_moves(&mut self, output: &mut dyn Write) -> Result<(), Stop> {
        let engine = self.person.opponent();
        while !self.is_over() && self.game.position().turn().player == engine {
            if self.engine_takes_over()? && self.game.swap(engine).is_ok() {
                writeln!(output, "{engine} takes over your stone (swap).")?;
                continue;
            }
            let choice = self.choose()?;
            let stones = choice.turn().to_vec();
            if stones.is_empty() || self.game.place(engine, &stones).is_err() {
                return Err(io::Error::other("the engine has chosen an illegal move").into());
            }
            let names = self.game.position().grid().names(stones);
            writeln!(output, "{engine} plays {}.", names.concat())?;
        }
        Ok(())
    }

    fn draw(&self, output: &mut dyn Write) -> io::Result<()> {
        let diagram = self.game.position().diagram();
        write!(output, "{}", diagram.to_styled_text(TextStyle::Coloured))?;
        match self.outcome() {
            Some(outcome) => writeln!(output, "The game is over: {outcome}."),
            None => Ok(()),
        }
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "(game over) > ".to_string();
        }
        let turn = self.game.position().turn();
        let stones = counted(turn.stones_left.into(), "stone", "stones");
        format!("{}, {stones} to place > ", turn.player)
    }

    fn opinion(&self, question: Question, choice: &Choice) -> String {
        let Some(variation) = choice.thought.variations.first() else { return String::new() };
        let turns = thinking::turns(self.game.position().grid(), variation);
        match question {
            Question::Hint => format!("{}\n", turns.first().map_or("-", String::as_str)),
            Question::Score => {
                let trust = think::trust(choice).unwrap_or(Trust::Claimed);
                let player = self.game.position().turn().player;
                let score = thinking::score(self.start.game(), variation.score, trust, player);
                format!("{score}, expecting {}\n", turns.join(" "))
            }
        }
    }
}

/// The words of a drawing, one sentence a line.
fn words_of(drawing: &str) -> String {
    drawing
        .lines()
        .filter_map(|line| line.strip_prefix("TEXT "))
        .fold(String::new(), |text, words| text + words + "\n")
}
