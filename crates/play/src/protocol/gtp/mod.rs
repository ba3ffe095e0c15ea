//! The Go Text Protocol, version 2: one stone at a time. Programs of Hex call it HTP.

mod command;
mod fault;
mod hex;
#[cfg(test)]
mod tests;

use sixfold_game::{Game, GameName, Setup, Square};

use self::fault::Fault;
use super::session::{NoMove, Session};
use super::{Action, Answer, Job, Notation, Protocol, Urgency, info_lines};
use crate::Thought;
use crate::clock::Limits;

/// The other side of a dialogue in GTP. It plays Connect6 until it is told another game.
pub struct Gtp {
    session: Session,
    engine: String,
    notation: Notation,
    info: Info,
    /// The rest of a turn of which the first stones have been told.
    plan: Option<Plan>,
    /// The question that the engine is working on.
    question: Option<Question>,
}

/// What the engine will play if it is asked again.
struct Plan {
    position: Setup,
    stones: Vec<Square>,
}

/// A command that is still to be answered.
struct Question {
    id: String,
    about: About,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Stone,
    Turn,
    /// A stone that is told and not placed.
    Opinion,
    Solution,
    Drawing,
    File,
}

/// Where lines go that tell what the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Info {
    Nowhere,
    Notes,
    Comments,
}

/// What a command leads to.
enum Reply {
    Now(String),
    /// The answer, and something for the engine to do.
    AndThen(Job),
    Later(About, Job),
    Quit,
}

impl Reply {
    const NOTHING: Reply = Reply::Now(String::new());
}

impl Gtp {
    /// A dialogue about the engine of this name. It begins with Connect6.
    #[must_use]
    pub fn new(engine: &str, limits: Limits) -> Gtp {
        Gtp::begun(engine, limits, GameName::CONNECT6, Notation::WithoutI)
    }

    /// The same in the manner of programs of Hex. It begins with Hex on the usual board.
    #[must_use]
    pub fn of_hex(engine: &str, limits: Limits) -> Gtp {
        Gtp::begun(engine, limits, hex::USUAL_GAME, Notation::Small)
    }

    fn begun(engine: &str, limits: Limits, game: GameName, notation: Notation) -> Gtp {
        Gtp {
            session: Session::new(game, limits),
            engine: engine.to_string(),
            notation,
            info: Info::Nowhere,
            plan: None,
            question: None,
        }
    }

    fn reply(&mut self, id: &str, reply: Result<Reply, Fault>) -> Vec<Action> {
        match reply {
            Ok(Reply::Now(text)) => vec![success(id, &text)],
            Ok(Reply::AndThen(job)) => vec![success(id, ""), Action::Work(job)],
            Ok(Reply::Quit) => vec![success(id, ""), Action::Quit],
            Ok(Reply::Later(about, job)) => {
                self.question = Some(Question { id: id.to_string(), about });
                vec![Action::Work(job)]
            }
            Err(fault) => vec![Action::Print(format!("?{id} {fault}\n"))],
        }
    }

    /// The stone or turn that the engine has chosen, played and told.
    fn play(&mut self, about: About, stones: &[Square]) -> Result<String, Fault> {
        let grid = self.session.grid();
        if about == About::Opinion {
            return Ok(stones.first().map_or(String::new(), |&s| self.notation.square(grid, s)));
        }
        let player = self.session.game.position().turn().player;
        let (now, later) = match about {
            About::Stone => stones.split_at(1),
            _ => (stones, &[][..]),
        };
        self.session.game.place(player, now).map_err(NoMove::Illegal)?;
        let position = self.session.game.position().setup();
        self.plan = (!later.is_empty()).then(|| Plan { position, stones: later.to_vec() });
        let names: Vec<String> = now.iter().map(|&s| self.notation.square(grid, s)).collect();
        Ok(names.join(" "))
    }

    /// The next stone of the plan, if the position is the one it was made for.
    fn planned(&mut self) -> Option<Result<String, Fault>> {
        let plan = self.plan.take()?;
        let is_current = plan.position == self.session.game.position().setup();
        is_current.then(|| self.play(About::Stone, &plan.stones))
    }

    fn answer(&mut self, about: About, answer: Answer) -> Result<Reply, Fault> {
        match answer {
            Answer::Choice(choice) => {
                let stones = self.session.chosen(choice)?;
                self.play(about, &stones).map(Reply::Now)
            }
            Answer::Swap(elapsed) => {
                self.session.taken_over(elapsed)?;
                self.swap(about).map(Reply::Now)
            }
            Answer::Loaded(record) => self.loaded(&*record?),
            Answer::Drawing(drawing) => Ok(Reply::Now(drawing.map_err(NoMove::Engine)?)),
            Answer::Solution(solution) => {
                let grid = self.session.grid();
                let solution = solution?;
                Ok(Reply::Now(solution.sentence(|stones| self.notation.turn(grid, stones))))
            }
            Answer::Done => Ok(Reply::NOTHING),
        }
    }
}

/// A line without its comment, as GTP wants it, and its number if it has one.
struct Line<'a> {
    id: &'a str,
    command: &'a str,
    arguments: &'a str,
}

impl Line<'_> {
    fn read(line: &str) -> Option<Line<'_>> {
        let text = line.split('#').next().unwrap_or_default().trim();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (id, text) = if is_number(first) { (first, rest.trim()) } else { ("", text) };
        let (command, arguments) = text.split_once(' ').unwrap_or((text, ""));
        (!(id.is_empty() && command.is_empty())).then_some(Line { id, command, arguments })
    }
}

fn success(id: &str, text: &str) -> Action {
    let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    Action::Print(format!("={id}{gap}{text}\n"))
}

impl Protocol for Gtp {
    fn take_line(&mut self, line: &str) -> Vec<Action> {
        let Some(line) = Line::read(line) else { return Vec::new() };
        let reply = self.obey(line.command, line.arguments);
        self.reply(line.id, reply)
    }

    fn take_answer(&mut self, answer: Answer) -> Vec<Action> {
        if matches!(answer, Answer::Done) {
            return Vec::new();
        }
        let Some(Question { id, about }) = self.question.take() else { return Vec::new() };
        let mut actions = match &answer {
            Answer::Choice(Ok(choice)) => self.tell_thought(&choice.thought),
            _ => Vec::new(),
        };
        let reply = self.answer(about, answer);
        actions.extend(self.reply(&id, reply));
        if matches!(about, About::Stone | About::Turn) {
            actions.extend(self.session.ponder().map(Action::Work));
        }
        actions
    }

    fn tell_thought(&self, thought: &Thought) -> Vec<Action> {
        let lines = || info_lines(thought, self.notation, self.session.grid()).into_iter();
        match self.info {
            Info::Nowhere => Vec::new(),
            Info::Notes => lines().map(Action::Note).collect(),
            Info::Comments => lines().map(|line| Action::Print(format!("# {line}"))).collect(),
        }
    }

    fn urgency(&self, line: &str) -> Urgency {
        // Not a command at all, but what graphical programs send.
        if line.trim().eq_ignore_ascii_case("# interrupt") {
            return Urgency::Stops;
        }
        match Line::read(line).map(|line| line.command) {
            Some("sixfold-stop") => Urgency::Stops,
            Some("quit") => Urgency::Quits,
            _ => Urgency::None,
        }
    }
}
