//! `sixfold puzzle play`: a person solves puzzles at the terminal.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::bail;
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_game::diagram::TextStyle;
use sixfold_game::{GameName, SquareSet};
use sixfold_play::protocol::{Notation, NotationError};
use sixfold_puzzle::{Collection, Puzzle, Response, SessionError, export, respond, right_turn};
use sixfold_solve::Budget;
use thiserror::Error;

use super::check::read;
use super::show::{question, solution};
use super::{not_empty, place_of};
use crate::arguments::{OutputOptions, PuzzlePlayArguments};
use crate::output::coloured_stdout;
use crate::report::Report;

const HELP: &str = "\
A turn is all its stones: k11i9. Besides, there are:
  hint    what the puzzle is about, then one stone, then the whole turn
  reveal  the solution
  undo    take back your last turn and the reply
  board   draw the board again
  next    go on to the next puzzle
  quit    end the program
";

/// How long the program may think about a turn.
const TIME_FOR_REPLY: Duration = Duration::from_secs(20);

/// Runs the command.
pub fn run(arguments: &PuzzlePlayArguments, output: OutputOptions) -> anyhow::Result<Report> {
    if output.json {
        bail!("--json: puzzles for a person have no JSON (try puzzle list, or puzzle show)");
    }
    let whole = read(&arguments.file)?;
    let first = arguments.puzzle.as_deref().map(|wanted| place_of(&whole, wanted)).transpose()?;
    let filter = arguments.filter.filter();
    // A puzzle that is named is meant, whatever its level.
    let is_meant = |&place: &usize| {
        first.is_none_or(|first| first <= place)
            && (first == Some(place) || filter.accepts(&whole.puzzles()[place]))
    };
    let puzzles = (0..whole.puzzles().len()).filter(is_meant);
    let puzzles: Vec<Puzzle> = puzzles.map(|place| whole.puzzles()[place].clone()).collect();
    not_empty(&puzzles)?;
    let mut collection = Collection::new(whole.name(), None);
    collection.extend(puzzles);
    let mut training = Training { collection, results: Vec::new() };
    match training.run(&mut io::stdin().lock(), &mut coloured_stdout(output)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            bail!("the terminal cannot be written to: {error}")
        }
        _ => Ok(Report::done(String::new(), json!({}))),
    }
}

/// How a puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Outcome {
    solved: Solved,
    hints: usize,
    mistakes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Solved {
    #[default]
    NotYet,
    Yes,
    Revealed,
}

impl Outcome {
    fn was_tried(self) -> bool {
        self != Outcome::default()
    }

    fn is_clean(self) -> bool {
        self.solved == Solved::Yes && self.hints == 0 && self.mistakes == 0
    }
}

/// Why a line of input is not obeyed.
#[derive(Debug, Error)]
enum Mistake {
    #[error("{0} (help lists all commands)")]
    Square(#[from] NotationError),
    #[error("a turn has {0}")]
    Stones(String),
    #[error("{0}")]
    Session(SessionError),
    #[error("there is nothing to take back")]
    NothingToUndo,
    #[error("the puzzle is over (try next or quit)")]
    Over,
}

impl From<SessionError> for Mistake {
    fn from(error: SessionError) -> Mistake {
        match error {
            SessionError::Turn(_) => Mistake::Session(SessionError::Turn(1)),
            other => Mistake::Session(other),
        }
    }
}

/// What a line of input leads to.
enum Step {
    Said(String),
    Next,
    Quit,
}

/// Many puzzles, one after the other.
struct Training {
    collection: Collection,
    results: Vec<Outcome>,
}

impl Training {
    fn run(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
        let puzzles = self.collection.puzzles();
        writeln!(
            output,
            "{}. 'help' lists all commands.",
            counted(puzzles.len(), "puzzle", "puzzles")
        )?;
        for (puzzle, number) in puzzles.iter().zip(1..) {
            writeln!(output, "\nPuzzle {number} of {}", puzzles.len())?;
            let mut attempt = Attempt::new(puzzle);
            let step = attempt.run(input, output)?;
            self.results.push(attempt.outcome);
            if step == Ended::ByQuitting {
                break;
            }
        }
        write!(output, "{}", self.summary())
    }

    fn summary(&self) -> String {
        let count = |of: fn(&Outcome) -> bool| self.results.iter().filter(|&o| of(o)).count();
        let tried = count(|outcome| outcome.was_tried());
        let solved = count(|outcome| outcome.solved == Solved::Yes);
        let clean = count(|outcome| outcome.is_clean());
        let revealed = count(|outcome| outcome.solved == Solved::Revealed);
        format!(
            "You have solved {solved} of {}, {clean} without a hint or a mistake; {revealed} revealed.\n",
            counted(tried, "puzzle", "puzzles")
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    ByNext,
    ByQuitting,
}

/// Somebody at a puzzle.
struct Attempt<'a> {
    puzzle: &'a Puzzle,
    /// The turns of both sides.
    turns: Vec<SquareSet>,
    /// Hints on the turn to be found.
    hints: usize,
    outcome: Outcome,
}

impl<'a> Attempt<'a> {
    fn new(puzzle: &'a Puzzle) -> Attempt<'a> {
        Attempt { puzzle, turns: Vec::new(), hints: 0, outcome: Outcome::default() }
    }

    fn run(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<Ended> {
        write!(output, "{}", question(self.puzzle))?;
        loop {
            write!(output, "{}", self.prompt())?;
            output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(output)?;
                return Ok(Ended::ByQuitting);
            }
            match self.obey(&String::from_utf8_lossy(&line)) {
                Ok(Step::Said(text)) => write!(output, "{text}")?,
                Ok(Step::Next) => return Ok(Ended::ByNext),
                Ok(Step::Quit) => return Ok(Ended::ByQuitting),
                Err(mistake) => writeln!(output, "{mistake}")?,
            }
        }
    }

    fn prompt(&self) -> String {
        match self.outcome.solved {
            // Nobody counts the turns of a win of Hex.
            Solved::NotYet if matches!(self.puzzle.game, GameName::Hex(_)) => {
                format!("{} > ", self.puzzle.attacker())
            }
            Solved::NotYet => {
                let left = usize::from(self.puzzle.goal.turns) - self.turns.len() / 2;
                format!("{}, {} > ", self.puzzle.attacker(), counted(left, "turn", "turns"))
            }
            Solved::Yes | Solved::Revealed => "next or quit > ".to_string(),
        }
    }

    fn obey(&mut self, line: &str) -> Result<Step, Mistake> {
        let line = line.trim();
        let is_open = self.outcome.solved == Solved::NotYet;
        Ok(match line.to_ascii_lowercase().as_str() {
            "" => Step::Said(String::new()),
            "help" => Step::Said(HELP.to_string()),
            "next" => Step::Next,
            "quit" | "exit" => Step::Quit,
            "board" => Step::Said(self.board()),
            "reveal" => Step::Said(self.reveal()),
            _ if !is_open => return Err(Mistake::Over),
            "undo" => Step::Said(self.undo()?),
            "hint" => Step::Said(self.hint()?),
            _ => Step::Said(self.play(line)?),
        })
    }

    fn play(&mut self, text: &str) -> Result<String, Mistake> {
        let grid = self.puzzle.game.grid();
        let turn = Notation::Plain.read(grid, &text.replace(',', " "))?;
        let stones = usize::from(self.puzzle.setup.turn.stones_left);
        let turn: SquareSet = turn.into_iter().collect();
        if turn.len() != stones {
            return Err(Mistake::Stones(counted(stones, "stone", "different stones")));
        }
        let turns: Vec<SquareSet> = self.turns.iter().copied().chain([turn]).collect();
        let response = respond(self.puzzle, &turns, &budget())?;
        let name = |reply: SquareSet| grid.names(reply.iter()).concat();
        let defender = self.puzzle.attacker().opponent();
        Ok(match response {
            Response::Solved => {
                self.turns.push(turn);
                self.outcome.solved = Solved::Yes;
                format!("{}Solved.\n", self.board())
            }
            Response::Right { reply } => {
                self.turns.extend([turn, reply]);
                self.hints = 0;
                format!("{}Right. {defender} replies {}.\n", self.board(), name(reply))
            }
            Response::Wrong { reply } => {
                self.outcome.mistakes += 1;
                format!("Wrong: {defender} replies {}. Try again.\n", name(reply))
            }
        })
    }

    fn undo(&mut self) -> Result<String, Mistake> {
        if self.turns.is_empty() {
            return Err(Mistake::NothingToUndo);
        }
        self.turns.truncate(self.turns.len() - 2);
        self.hints = 0;
        Ok(self.board())
    }

    fn hint(&mut self) -> Result<String, Mistake> {
        let right = right_turn(self.puzzle, &self.turns, &budget())?.ok_or(Mistake::Over)?;
        self.outcome.hints += 1;
        self.hints += 1;
        let names = self.puzzle.game.grid().names(right.iter());
        Ok(match self.hints {
            1 => match export::themes(&self.puzzle.grade.themes) {
                themes if themes.is_empty() => format!("{}.\n", self.puzzle.task()),
                themes => format!("It is about: {themes}.\n"),
            },
            2 => format!("One stone is {}.\n", names.first().map_or("-", String::as_str)),
            _ => format!("The turn is {}.\n", names.concat()),
        })
    }

    fn reveal(&mut self) -> String {
        if self.outcome.solved == Solved::NotYet {
            self.outcome.solved = Solved::Revealed;
        }
        solution(self.puzzle)
    }

    /// The board as it is now; the last turn stands out.
    fn board(&self) -> String {
        let mut diagram = export::diagram(self.puzzle);
        let attacker = self.puzzle.attacker();
        let players = [attacker, attacker.opponent()].into_iter().cycle();
        for (&turn, player) in self.turns.iter().zip(players) {
            diagram.stones[player] |= turn;
            diagram.last_move = turn;
        }
        diagram.to_styled_text(TextStyle::Coloured)
    }
}

fn budget() -> Budget {
    Budget { time: Some(TIME_FOR_REPLY), ..Budget::default() }
}
