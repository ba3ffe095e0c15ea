//! Lets a protocol speak with another program.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use sixfold_solve::Control;

use super::lines::next_line;
use super::{Action, Answer, Job, Protocol, Urgency, Worker};
use crate::Thought;

/// So many events wait to be taken; then whoever reports them has to wait.
const MOST_EVENTS: usize = 256;

/// What happens outside the protocol.
enum Event {
    Line(String),
    EndOfInput,
    Thought(Thought),
    Answer(Answer),
}

/// A job on its way to the engine.
struct Assignment {
    job: Job,
    control: Arc<Control>,
}

/// Runs a protocol until it quits, the input ends or nobody reads the output any more. Lines that come
/// while the engine thinks wait, except that they may end the search. At the end of input, too, a
/// running search ends with what it knows, and what has been asked before is still answered.
pub fn run(
    protocol: &mut dyn Protocol,
    worker: Worker,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    notes: &mut dyn Write,
) -> io::Result<()> {
    let (events_in, events) = mpsc::sync_channel(MOST_EVENTS);
    let (assignments, assignments_out) = mpsc::channel();
    let reader = events_in.clone();
    // The reader may wait for input for ever, so nobody waits for it.
    thread::spawn(move || read_lines(input, &reader));
    thread::spawn(move || work(worker, &assignments_out, &events_in));
    let mut dialogue = Dialogue {
        protocol,
        output,
        notes,
        assignments,
        running: None,
        jobs: VecDeque::new(),
        lines: VecDeque::new(),
        input: Input::Open,
    };
    let result = dialogue.hold(&events);
    dialogue.cancel();
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read_lines(input: impl Read, events: &SyncSender<Event>) {
    let mut input = BufReader::new(input);
    // Input that cannot be read any more has ended.
    while let Ok(Some(line)) = next_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // If nobody listens, nobody minds.
    let _ = events.send(Event::EndOfInput);
}

fn work(mut worker: Worker, assignments: &Receiver<Assignment>, events: &SyncSender<Event>) {
    while let Ok(Assignment { job, control }) = assignments.recv() {
        // A thought that nobody has time for is not worth waiting for.
        let watch = |thought: &Thought| drop(events.try_send(Event::Thought(thought.clone())));
        let answer = worker.work(&job, &control, &watch);
        if events.send(Event::Answer(answer)).is_err() {
            return;
        }
    }
}

/// What is still to come from the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Open,
    /// It has said that it will quit: what comes before that is to be answered soon.
    Quitting,
    Ended,
}

/// A search that is running.
struct Running {
    control: Arc<Control>,
    kind: Kind,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Answer,
    Pondering,
}

struct Dialogue<'a> {
    protocol: &'a mut dyn Protocol,
    output: &'a mut dyn Write,
    notes: &'a mut dyn Write,
    assignments: Sender<Assignment>,
    running: Option<Running>,
    jobs: VecDeque<Job>,
    lines: VecDeque<String>,
    input: Input,
}

/// Whether a dialogue goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoesOn,
    Ends,
}

impl Dialogue<'_> {
    fn hold(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            if self.proceed()? == Flow::Ends {
                return Ok(());
            }
            let Ok(event) = events.recv() else {
                return Err(io::Error::other("the engine has failed"));
            };
            match event {
                Event::Line(line) => self.take(line),
                Event::EndOfInput => {
                    self.input = Input::Ended;
                    self.cancel();
                }
                Event::Thought(thought) => self.tell(&thought)?,
                Event::Answer(answer) => {
                    self.running = None;
                    let actions = self.protocol.take_answer(answer);
                    if self.act(actions)? == Flow::Ends {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Does all that can be done before something happens.
    fn proceed(&mut self) -> io::Result<Flow> {
        while self.running.is_none() {
            if let Some(job) = self.jobs.pop_front() {
                self.start(job)?;
            } else if let Some(line) = self.lines.pop_front() {
                let actions = self.protocol.take_line(&line);
                if self.act(actions)? == Flow::Ends {
                    return Ok(Flow::Ends);
                }
            } else if self.input == Input::Ended {
                return Ok(Flow::Ends);
            } else {
                break;
            }
        }
        Ok(Flow::GoesOn)
    }

    fn start(&mut self, job: Job) -> io::Result<()> {
        let control = Arc::new(Control::default());
        let kind = if matches!(job, Job::Ponder { .. }) { Kind::Pondering } else { Kind::Answer };
        let is_awaited = kind == Kind::Pondering && !self.lines.is_empty();
        if self.input != Input::Open || is_awaited {
            control.cancel();
        }
        self.running = Some(Running { control: control.clone(), kind });
        let sent = self.assignments.send(Assignment { job, control });
        sent.map_err(|_| io::Error::other("the engine has failed"))
    }

    fn take(&mut self, line: String) {
        let is_pondering = self.running.as_ref().is_some_and(|r| r.kind == Kind::Pondering);
        let urgency = self.protocol.urgency(&line);
        if urgency == Urgency::Quits {
            self.input = Input::Quitting;
        }
        if urgency != Urgency::None || is_pondering {
            self.cancel();
        }
        self.lines.push_back(line);
    }

    fn tell(&mut self, thought: &Thought) -> io::Result<()> {
        if self.running.as_ref().is_some_and(|running| running.kind == Kind::Answer) {
            let actions = self.protocol.tell_thought(thought);
            self.act(actions)?;
        }
        Ok(())
    }

    fn act(&mut self, actions: Vec<Action>) -> io::Result<Flow> {
        for action in actions {
            match action {
                Action::Print(text) => {
                    writeln!(self.output, "{text}")?;
                    self.output.flush()?;
                }
                // Notes are not part of the dialogue, and may get lost.
                Action::Note(text) => drop(writeln!(self.notes, "{text}")),
                Action::Work(job) => self.jobs.push_back(job),
                Action::Quit => return Ok(Flow::Ends),
            }
        }
        Ok(Flow::GoesOn)
    }

    fn cancel(&self) {
        if let Some(running) = &self.running {
            running.control.cancel();
        }
    }
}

/// Runs a protocol over a text, line by line and in one thread, and gives all that it prints. All
/// searches answer to the control.
pub fn converse(
    protocol: &mut dyn Protocol,
    worker: &mut Worker,
    control: &Arc<Control>,
    mut input: &[u8],
) -> String {
    let mut output = String::new();
    let mut actions = VecDeque::new();
    loop {
        match actions.pop_front() {
            Some(Action::Print(text)) => {
                output.push_str(&text);
                output.push('\n');
            }
            Some(Action::Note(_) | Action::Work(Job::Ponder { .. })) => {}
            Some(Action::Work(job)) => {
                let answer = worker.work(&job, control, &|_| {});
                // What follows from an answer comes before what was to be done afterwards.
                for action in protocol.take_answer(answer).into_iter().rev() {
                    actions.push_front(action);
                }
            }
            Some(Action::Quit) => return output,
            None => match next_line(&mut input) {
                Ok(Some(line)) => actions.extend(protocol.take_line(&line)),
                _ => return output,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::{Game, GameName, Record};
    use sixfold_solve::Meter;

    use super::*;
    use crate::clock::Limits;
    use crate::engine::{BuiltIn, BuiltInEngine, Engine, EngineError, Request};
    use crate::protocol::{C6, Gtp, PlayedGame, Resources};
    use crate::{Choice, Score};

    /// Thinks until it is told to stop.
    struct Endless(BuiltInEngine);

    impl Engine for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn new_game(&mut self, game: GameName) -> Result<(), EngineError> {
            self.0.new_game(game)
        }

        fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
            let mut meter = Meter::start(request.budget.clone());
            while meter.look().is_ok() {
                thread::yield_now();
            }
            self.0.choose(record, request)
        }
    }

    /// Black to move, with four in a row that greedy completes.
    const OPEN_FOUR: &str = "info off\nnew xxx\nblack JJKJLJMJ\nwhite AA\n";

    fn endless() -> Worker {
        let resources = Resources { memory: 1 << 20, threads: 1 };
        Worker { engine: Box::new(Endless(BuiltIn::Greedy.engine())), resources }
    }

    fn output(protocol: &mut dyn Protocol, input: &'static [u8]) -> String {
        let mut output = Vec::new();
        run(protocol, endless(), input, &mut output, &mut io::sink()).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn stop_quit_and_the_end_of_input_end_an_endless_search() {
        for ending in ["stop\n", "quit\n", "exit", ""] {
            let input = format!("{OPEN_FOUR}next\n{ending}").leak();
            let mut protocol = C6::new("endless", Limits::default());
            assert_eq!(output(&mut protocol, input.as_bytes()), "move HJIJ\n", "{ending}");
        }
    }

    #[test]
    fn lines_that_wait_for_a_search_are_answered_in_their_order() {
        let input = b"1 genmove b\n2 genmove w\n3 genmove w\n4 name\n5 quit\n6 name\n";
        let answers = output(&mut Gtp::new("endless", Limits::default()), input);
        let numbers: Vec<&str> = answers.lines().filter_map(|line| line.get(..2)).collect();
        assert_eq!(numbers, ["=1", "=2", "=3", "=4", "=5"]);
    }

    #[test]
    fn pondering_ends_with_the_next_line() {
        let mut protocol = C6::new("endless", Limits::default());
        let input = b"info off\nponder on\nnew xxx\nmove JJ\nstop\nname\nnext\nstop\nname\n";
        let answers = output(&mut protocol, input);
        let names = answers.lines().filter(|line| *line == "name sixfold-endless").count();
        let moves = answers.lines().filter(|line| line.starts_with("move ")).count();
        assert_eq!((names, moves), (2, 2), "{answers}");
    }

    #[test]
    fn nothing_is_said_when_nobody_listens() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut protocol = C6::new("endless", Limits::default());
        let input: &[u8] = b"new black\nstop\nprint\n";
        assert!(run(&mut protocol, endless(), input, &mut Closed, &mut io::sink()).is_ok());
    }

    #[test]
    fn garbage_is_answered_and_does_no_harm() {
        let input = b"\0\xff\xfe\nmove\0 JJ\r\n\r\nblack \xf0\x9f\nquit";
        let answers = output(&mut C6::new("endless", Limits::default()), input);
        assert!(answers.starts_with("error: unknown command "), "{answers}");
        assert!(answers.contains("move "), "{answers}");
        assert!(answers.ends_with("is not a square\n"), "{answers}");
    }

    #[test]
    fn a_whole_game_can_be_played() {
        let mut game = PlayedGame::new("connect(7,7,4,2,1)".parse().unwrap());
        let mut engine = BuiltIn::Greedy.engine();
        while game.position().outcome().is_none() {
            let request = Request::within(Limits::default());
            let choice = engine.choose(&game.record(), &request).unwrap();
            let player = game.position().turn().player;
            game.place(player, choice.turn()).unwrap();
            let won = matches!(choice.best().score, Score::Wins(1));
            assert_eq!(won, game.position().outcome().is_some());
        }
    }
}
