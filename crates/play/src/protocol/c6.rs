//! The protocol of most Connect6 programs: `new black`, `move XXYY`, `next`.

use sixfold_game::{Game, GameName, Player, Setup, Square, excerpt};
use thiserror::Error;

use super::session::{
    Allowance, BadValue, NoMove, Session, Switch, number, seconds, seconds_or_none, switch,
};
use super::{Action, Answer, CannotPlace, Notation, NotationError, Protocol, Urgency, info_lines};
use crate::Thought;
use crate::clock::{GameClock, Limits};

/// The other side of a dialogue in `c6`. It plays Connect6.
pub struct C6 {
    session: Session,
    engine: String,
    info: Switch,
}

/// Why a command is not carried out. Its message never begins as a move does.
#[derive(Debug, Error)]
enum Fault {
    #[error(transparent)]
    Square(#[from] NotationError),
    #[error("{square}: {}", fault.reason)]
    Stone { square: String, fault: CannotPlace },
    #[error(transparent)]
    Value(#[from] BadValue),
    #[error(transparent)]
    NoMove(#[from] NoMove),
    #[error("unknown command '{0}' (try help)")]
    Unknown(String),
}

const HELP: &str = "\
  name               the name of the engine
  new black          begin a game; the engine plays Black and moves
  new white, new xxx begin a game
  black XX[YY]       place stones of Black
  white XX[YY]       place stones of White
  next               let the engine move for the side opposite the last mover
  move XX[YY]        place stones of the side to move, and let the engine answer
  depth D            look at most D turns ahead; off for no limit
  time SECONDS       think at most so long about a move; off for no limit
  nodes N            search at most so many nodes a move; off for no limit
  game_time S I      S seconds for the rest of the game, I more after each move; off for no limit
  info on|off        tell what the engine thinks
  ponder on|off      think while the opponent does
  vcf, unvcf         accepted; the engine always looks for threats
  undo               take back the last stone
  stop               end the search, and move
  print              draw the board
  help               this text
  quit, exit         end the program
Stones are a column letter and a row letter from the bottom: JJ is the centre.";

impl C6 {
    /// A dialogue about the engine of this name.
    #[must_use]
    pub fn new(engine: &str, limits: Limits) -> C6 {
        C6 {
            session: Session::new(GameName::CONNECT6, limits),
            engine: engine.to_string(),
            info: Switch::On,
        }
    }

    fn obey(&mut self, command: &str, rest: &str) -> Result<Vec<Action>, Fault> {
        let mut words = rest.split_whitespace();
        match command {
            "name" => return Ok(print(format!("name sixfold-{}", self.engine))),
            "new" => return self.begin(rest),
            "black" => self.place(Player::Black, rest)?,
            "white" => self.place(Player::White, rest)?,
            "next" => return self.answer(),
            "move" => {
                self.place(self.session.game.position().turn().player, rest)?;
                return self.answer();
            }
            "depth" => self.session.limits.depth = number(words.next())?,
            "time" => self.session.limits.time = seconds(words.next())?,
            "nodes" => self.session.limits.nodes = number(words.next())?,
            "game_time" => {
                let left = seconds(words.next())?;
                let increment = words.next().map(|word| seconds_or_none(Some(word))).transpose()?;
                self.set_clock(
                    left.map(|left| GameClock { left, increment: increment.unwrap_or_default() }),
                );
            }
            "info" => self.info = switch(words.next())?,
            "ponder" => self.session.pondering = switch(words.next())?,
            "undo" => drop(self.session.game.undo()),
            "print" => {
                let board = self.session.game.position().diagram().to_text();
                return Ok(print(board.trim_end().to_string()));
            }
            "help" => return Ok(print(HELP.to_string())),
            "quit" | "exit" => return Ok(vec![Action::Quit]),
            // Stopping is done when the line arrives; threats are always looked for.
            "" | "stop" | "vcf" | "unvcf" => {}
            _ => return Err(Fault::Unknown(excerpt(command))),
        }
        Ok(Vec::new())
    }

    fn begin(&mut self, who: &str) -> Result<Vec<Action>, Fault> {
        let mut actions = vec![Action::Work(self.session.begin(GameName::CONNECT6))];
        if who.trim().eq_ignore_ascii_case("black") {
            actions.extend(self.answer()?);
        }
        Ok(actions)
    }

    fn place(&mut self, player: Player, text: &str) -> Result<(), Fault> {
        let squares = Notation::LetterPairs.read(self.session.grid(), text)?;
        self.session.game.place(player, &squares).map_err(|fault| {
            let square = Notation::LetterPairs.square(self.session.grid(), fault.square);
            Fault::Stone { square, fault }
        })
    }

    /// Lets the engine move for the side opposite the last mover, even if he has placed one stone
    /// only. Other programs take it for granted that Black begins in the centre.
    fn answer(&mut self) -> Result<Vec<Action>, Fault> {
        let grid = self.session.grid();
        if self.session.game.position().setup() == Setup::start(GameName::CONNECT6)
            && let Some(centre) = grid.square(grid.columns() / 2, grid.rows() / 2)
        {
            return self.play(&[centre]).map(print);
        }
        if self.session.outcome().is_none()
            && let Some(mover) = self.session.game.last_mover()
        {
            self.session.game.give_turn(mover.opponent());
        }
        Ok(vec![Action::Work(self.session.choose()?)])
    }

    fn set_clock(&mut self, clock: Option<GameClock>) {
        for player in Player::BOTH {
            self.session.allowances[player] = clock.map_or(Allowance::Endless, Allowance::Game);
        }
    }

    /// Plays what the engine has chosen.
    fn play(&mut self, stones: &[Square]) -> Result<String, Fault> {
        let player = self.session.game.position().turn().player;
        let mut stones = stones.to_vec();
        self.session.game.place(player, &stones).map_err(NoMove::Illegal)?;
        // Other programs expect a whole turn, even if the first stone has won.
        while self.session.outcome().is_some()
            && self.session.game.position().turn().player == player
        {
            let empty = self.session.game.position().empty_squares();
            let Some(square) = empty.iter().next() else { break };
            self.session.game.place(player, &[square]).map_err(NoMove::Illegal)?;
            stones.push(square);
        }
        Ok(format!("move {}", Notation::LetterPairs.turn(self.session.grid(), &stones)))
    }
}

fn print(text: String) -> Vec<Action> {
    vec![Action::Print(text)]
}

fn complaint(fault: &Fault) -> Vec<Action> {
    print(format!("error: {fault}"))
}

impl Protocol for C6 {
    fn take_line(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        self.obey(&command.to_ascii_lowercase(), rest).unwrap_or_else(|fault| complaint(&fault))
    }

    fn take_answer(&mut self, answer: Answer) -> Vec<Action> {
        let Answer::Choice(choice) = answer else { return Vec::new() };
        let mut actions = choice.as_ref().map_or(Vec::new(), |c| self.tell_thought(&c.thought));
        let played = self.session.chosen(choice).map_err(Fault::from);
        match played.and_then(|stones| self.play(&stones)) {
            Ok(line) => {
                actions.push(Action::Print(line));
                actions.extend(self.session.ponder().map(Action::Work));
            }
            Err(fault) => actions.extend(complaint(&fault)),
        }
        actions
    }

    fn tell_thought(&self, thought: &Thought) -> Vec<Action> {
        match self.info {
            Switch::On => {
                let lines = info_lines(thought, Notation::LetterPairs, self.session.grid());
                lines.into_iter().map(Action::Print).collect()
            }
            Switch::Off => Vec::new(),
        }
    }

    fn urgency(&self, line: &str) -> Urgency {
        match line.trim().to_ascii_lowercase().as_str() {
            "stop" => Urgency::Stops,
            "quit" | "exit" => Urgency::Quits,
            _ => Urgency::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Job;
    use crate::protocol::testing::{converse_with_greedy, unchanged_by};

    fn dialogue(input: &str) -> Vec<String> {
        let mut protocol = C6::new("greedy", Limits::default());
        converse_with_greedy(&mut protocol, &format!("info off\n{input}"))
    }

    #[test]
    fn the_engine_opens_in_the_centre() {
        assert_eq!(dialogue("name\nnew black\n"), ["name sixfold-greedy", "move JJ"]);
    }

    #[test]
    fn a_game_is_begun_silently_with_the_opponent_to_open() {
        let lines = dialogue("new white\nmove JJ\n");
        assert_eq!(lines.len(), 1);
        assert!(lines[0].starts_with("move ") && lines[0].len() == "move XXYY".len(), "{lines:?}");
    }

    #[test]
    fn a_position_sent_whole_is_answered_for_the_side_opposite_the_last_mover() {
        let game = "new xxx\nblack JJ\nwhite AABA\nblack KJLJ\nwhite ABBB\nblack MJ\n";
        let mut protocol = C6::new("greedy", Limits::default());
        converse_with_greedy(&mut protocol, &format!("{game}next\n"));
        assert_eq!(protocol.session.game.last_mover(), Some(Player::White));
        // If White has moved last, Black completes the row.
        assert_eq!(dialogue(&format!("{game}white SS\nnext\n")), ["move HJIJ"]);
    }

    #[test]
    fn a_turn_that_wins_with_its_first_stone_is_whole_all_the_same() {
        let game =
            "new xxx\nblack JJ\nwhite AABA\nblack KJLJ\nwhite ABBB\nblack MJNJ\nwhite SSSR\n";
        let lines = dialogue(&format!("{game}next\nnext\nmove AF\n"));
        assert!(lines[0].starts_with("move ") && lines[0].len() == 9, "{lines:?}");
        assert_eq!(lines[1], "error: the game is already over");
        assert_eq!(lines[2], "error: AF: the game is already over");
    }

    #[test]
    fn what_cannot_be_placed_is_told_and_the_position_stays() {
        let mut protocol = C6::new("greedy", Limits::default());
        converse_with_greedy(&mut protocol, "new xxx\nblack JJ\nwhite KKLL\n");
        for (line, answer) in [
            ("black JJ", "error: JJ: the square is occupied"),
            ("black AAJJ", "error: JJ: the square is occupied"),
            ("move JZ", "error: 'JZ' is not on the board"),
            ("white J", "error: 'J' is not a square"),
            ("move", "error: a square is missing"),
            ("moves JJ", "error: unknown command 'moves' (try help)"),
            ("depth 0", "error: '0' is not a number from 1"),
            ("time nan", "error: 'nan' is not a number of seconds from 0.001 to 10000000"),
            ("game_time", "error: a value is missing"),
        ] {
            assert_eq!(unchanged_by(&mut protocol, line, |c6| c6.session.game.record()), [answer]);
        }
    }

    #[test]
    fn only_moves_begin_as_moves_do() {
        let lines = dialogue("help\nprint\nname\nmove\nmove 1\n");
        assert!(lines.len() > 30 && lines.iter().all(|line| !line.starts_with("move ")));
    }

    #[test]
    fn what_the_engine_thinks_comes_before_its_move() {
        let mut protocol = C6::new("greedy", Limits::default());
        let input = "black JJKJLJMJ\nwhite AA\nnext\n";
        let lines = converse_with_greedy(&mut protocol, input);
        assert!(lines[0].starts_with("info depth 1 score win 1 nodes "), "{lines:?}");
        assert!(lines[0].ends_with(" proven no pv HJIJ"), "{lines:?}");
        assert_eq!(lines[1], "move HJIJ");
    }

    #[test]
    fn limits_and_clocks_reach_the_engine() {
        let mut protocol = C6::new("greedy", Limits::default());
        let lines = "depth 4\ntime 2.5\nnodes 1000\ngame_time 60 1\n";
        assert!(converse_with_greedy(&mut protocol, lines).is_empty());
        let Some(Action::Work(Job::Choose { limits, .. })) = protocol.take_line("move JJ").pop()
        else {
            panic!("the engine is asked");
        };
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(1000)));
        assert_eq!(limits.time.map(|time| time.as_millis()), Some(2500));
        assert_eq!(limits.clock.map(|clock| clock.left.as_secs()), Some(60));
    }

    #[test]
    fn only_stop_and_quit_end_a_search() {
        let protocol = C6::new("greedy", Limits::default());
        assert_eq!(protocol.urgency(" STOP "), Urgency::Stops);
        assert_eq!(protocol.urgency("exit"), Urgency::Quits);
        assert_eq!(protocol.urgency("print"), Urgency::None);
    }
}
