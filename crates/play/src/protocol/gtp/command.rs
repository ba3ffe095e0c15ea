//! The commands of GTP.

use std::time::Duration;

use sixfold_game::{
    ConnectRules, Extent, Game, GameName, HexRules, Lattice, Outcome, Player, Setup,
};

use super::fault::Fault;
use super::hex::{is_swap, load};
use super::{About, Gtp, Info, Reply};
use crate::clock::GameClock;
use crate::engine::EngineError;
use crate::protocol::Notation;
use crate::protocol::session::{
    Allowance, BadValue, NoMove, number, seconds, seconds_or_none, switch,
};

/// All commands, in the order in which they are listed.
const COMMANDS: [&str; 36] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "loadsgf",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "sixfold-game",
    "sixfold-genturn",
    "sixfold-play-turn",
    "sixfold-position",
    "sixfold-setup",
    "sixfold-solve",
    "sixfold-stop",
    "sixfold-limits",
    "sixfold-coordinates",
    "sixfold-info",
    "sixfold-ponder",
    "sixfold-swap",
    "hexgui-analyze_commands",
    "gogui-analyze_commands",
    "sixfold-connections",
    "sixfold-must-play",
    "sixfold-inferior",
    "sixfold-resistances",
];

impl Gtp {
    pub(super) fn obey(&mut self, command: &str, arguments: &str) -> Result<Reply, Fault> {
        let mut words = arguments.split_whitespace();
        match command {
            "protocol_version" => Ok(Reply::Now("2".to_string())),
            "name" => Ok(Reply::Now(format!("sixfold-{}", self.engine))),
            "version" => Ok(Reply::Now(env!("CARGO_PKG_VERSION").to_string())),
            "known_command" => {
                let is_known = words.next().is_some_and(|word| COMMANDS.contains(&word));
                Ok(Reply::Now(is_known.to_string()))
            }
            "list_commands" => Ok(Reply::Now(COMMANDS.join("\n"))),
            "quit" => Ok(Reply::Quit),
            "boardsize" => self.set_size(arguments),
            "clear_board" => self.begin(self.session.game.position().name()),
            // It means nothing here, but graphical programs send it.
            "komi" | "sixfold-stop" => Ok(Reply::NOTHING),
            "play" | "sixfold-play-turn" => self.place(arguments),
            "genmove" => self.generate(About::Stone, words.next()),
            "reg_genmove" => self.generate(About::Opinion, words.next()),
            "loadsgf" => load(arguments),
            "sixfold-genturn" => self.generate(About::Turn, words.next()),
            "undo" => self.session.game.undo().map(|_| Reply::NOTHING).ok_or(Fault::CannotUndo),
            "showboard" => Ok(Reply::Now(format!("\n{}", self.board()))),
            "time_settings" => self.set_clocks([words.next(), words.next(), words.next()]),
            "time_left" => self.set_clock([words.next(), words.next(), words.next()]),
            "final_score" => self.score(),
            _ => self.obey_extension(command, arguments),
        }
    }

    fn obey_extension(&mut self, command: &str, arguments: &str) -> Result<Reply, Fault> {
        let mut words = arguments.split_whitespace();
        match command {
            "sixfold-game" => {
                let game = arguments.parse().map_err(Fault::Game)?;
                self.begin(game)
            }
            "sixfold-position" => Ok(Reply::Now(self.session.game.position().setup().to_string())),
            "sixfold-setup" => {
                let game = self.session.game.position().name().seen_in_fen(arguments)?;
                let setup = Setup::from_fen(game, arguments)?;
                self.check_letters(game)?;
                Ok(Reply::AndThen(self.session.set_up(game, &setup)?))
            }
            "sixfold-solve" => Ok(Reply::Later(About::Solution, self.session.solve())),
            "sixfold-limits" => self.set_limit(words.next(), words.next()),
            "sixfold-coordinates" => self.set_notation(words.next()),
            "sixfold-info" => self.set_info(words.next()),
            "sixfold-ponder" => {
                self.session.pondering = switch(words.next())?;
                Ok(Reply::NOTHING)
            }
            _ => self.obey_hex(command, arguments),
        }
    }

    pub(super) fn begin(&mut self, game: GameName) -> Result<Reply, Fault> {
        self.check_letters(game)?;
        Ok(Reply::AndThen(self.session.begin(game)))
    }

    pub(super) fn check_letters(&self, game: GameName) -> Result<(), Fault> {
        if self.notation.can_write(game.grid()) { Ok(()) } else { Err(Fault::NoLetter) }
    }

    /// Another board for the same game: one number for a square, or width and height.
    fn set_size(&mut self, arguments: &str) -> Result<Reply, Fault> {
        let numbers: Result<Vec<u8>, _> = arguments.split_whitespace().map(str::parse).collect();
        let (columns, rows) = match numbers.as_deref() {
            Ok([side]) => (*side, *side),
            Ok([columns, rows]) => (*columns, *rows),
            Ok(_) => return Err(Fault::Syntax("a size is missing")),
            Err(_) => return Err(Fault::Size),
        };
        let rules = match self.session.game.position().name() {
            GameName::Connect(rules) => rules,
            GameName::Hex(_) => return self.begin(GameName::Hex(HexRules::new(rows, columns)?)),
        };
        let lattice = Lattice::Square { rows, columns };
        let rules = match rules.extent() {
            Extent::Window => rules.with_window(lattice)?,
            Extent::Whole => ConnectRules::new(
                lattice,
                rules.in_a_row(),
                rules.stones_per_turn(),
                rules.first_stones(),
            )?,
        };
        self.begin(GameName::Connect(rules))
    }

    fn place(&mut self, arguments: &str) -> Result<Reply, Fault> {
        let (colour, stones) = arguments.trim().split_once(' ').unwrap_or((arguments, ""));
        let player = player(Some(colour))?;
        if is_swap(stones) {
            self.session.game.swap(player)?;
            return Ok(Reply::NOTHING);
        }
        let grid = self.session.grid();
        let squares = self.notation.read(grid, stones)?;
        self.session.game.place(player, &squares).map_err(|fault| Fault::Stone {
            square: self.notation.square(grid, fault.square),
            fault,
        })?;
        Ok(Reply::NOTHING)
    }

    fn generate(&mut self, about: About, colour: Option<&str>) -> Result<Reply, Fault> {
        let player = player(colour)?;
        if self.session.outcome().is_some() {
            return Err(NoMove::Engine(EngineError::GameOver).into());
        }
        if about == About::Opinion && player != self.session.game.position().turn().player {
            return Err(Fault::NotToMove);
        }
        self.session.game.give_turn(player);
        if about == About::Stone
            && let Some(stone) = self.planned()
        {
            return stone.map(Reply::Now);
        }
        Ok(Reply::Later(about, self.session.choose()?))
    }

    /// The board, with the letters that are in use.
    fn board(&self) -> String {
        let text = self.session.game.position().diagram().to_text();
        let text = text.trim_end();
        if self.notation != Notation::WithoutI {
            return text.to_string();
        }
        let relabelled = |line: &str| -> String {
            line.chars().map(|c| if ('I'..'Z').contains(&c) { next_letter(c) } else { c }).collect()
        };
        let is_label = |line: &str| line.chars().all(|c| c == ' ' || c.is_ascii_uppercase());
        let lines = text.lines();
        let lines = lines.map(|line| if is_label(line) { relabelled(line) } else { line.into() });
        lines.collect::<Vec<String>>().join("\n")
    }

    /// Main time, overtime, and the stones that it is for. Overtime for no stones means no limit.
    fn set_clocks(&mut self, words: [Option<&str>; 3]) -> Result<Reply, Fault> {
        let [main, overtime, stones] = words;
        let (main, overtime) = (seconds_or_none(main)?, seconds_or_none(overtime)?);
        let stones = stones.and_then(|word| word.parse::<u32>().ok());
        let stones = stones.ok_or(Fault::Syntax("the number of stones is missing"))?;
        let a_turn = u32::from(self.session.game.position().name().turn_order().later);
        let allowance = match (overtime.is_zero(), stones) {
            (false, 0) => Allowance::Endless,
            (false, stones) if main.is_zero() => Allowance::Stone(overtime / stones),
            (is_absolute, stones) => Allowance::Game(GameClock {
                left: main,
                increment: if is_absolute {
                    overtime
                } else {
                    (overtime / stones).saturating_mul(a_turn)
                },
            }),
        };
        for player in Player::BOTH {
            self.session.allowances[player] = allowance;
        }
        Ok(Reply::NOTHING)
    }

    /// What a player has left: of his main time, or for so many stones. Programs of Hex leave out the
    /// number of stones if there is none.
    fn set_clock(&mut self, words: [Option<&str>; 3]) -> Result<Reply, Fault> {
        let [colour, left, stones] = words;
        let player = player(colour)?;
        let left = seconds_or_none(left)?;
        let stones = match stones {
            None => 0,
            Some(word) => {
                let number = word.parse::<u32>().ok();
                number.ok_or(Fault::Syntax("the number of stones is missing"))?
            }
        };
        let allowance = &mut self.session.allowances[player];
        *allowance = match (stones, *allowance) {
            (0, Allowance::Game(clock)) => Allowance::Game(GameClock { left, ..clock }),
            (0, _) => Allowance::Game(GameClock { left, increment: Duration::ZERO }),
            (stones, _) => Allowance::Stone(left / stones),
        };
        Ok(Reply::NOTHING)
    }

    fn score(&self) -> Result<Reply, Fault> {
        match self.session.outcome() {
            Some(Outcome::Win(Player::Black)) => Ok(Reply::Now("B+1".to_string())),
            Some(Outcome::Win(Player::White)) => Ok(Reply::Now("W+1".to_string())),
            Some(Outcome::Draw) => Ok(Reply::Now("0".to_string())),
            None => Err(Fault::NotOver),
        }
    }

    fn set_limit(&mut self, which: Option<&str>, value: Option<&str>) -> Result<Reply, Fault> {
        let limits = &mut self.session.limits;
        match which {
            Some("time") => limits.time = seconds(value)?,
            Some("nodes") => limits.nodes = number(value)?,
            Some("depth") => limits.depth = number(value)?,
            _ => return Err(Fault::Syntax("time, nodes or depth expected")),
        }
        Ok(Reply::NOTHING)
    }

    fn set_notation(&mut self, word: Option<&str>) -> Result<Reply, Fault> {
        let notation = match word {
            Some("gtp") => Notation::WithoutI,
            Some("plain") => Notation::Plain,
            Some("small") => Notation::Small,
            _ => return Err(Fault::Syntax("gtp, plain or small expected")),
        };
        if !notation.can_write(self.session.grid()) {
            return Err(Fault::NoLetter);
        }
        self.notation = notation;
        Ok(Reply::NOTHING)
    }

    fn set_info(&mut self, word: Option<&str>) -> Result<Reply, Fault> {
        self.info = match word {
            Some("off") => Info::Nowhere,
            Some("stderr") => Info::Notes,
            Some("comments") => Info::Comments,
            _ => return Err(Fault::Syntax("off, stderr or comments expected")),
        };
        Ok(Reply::NOTHING)
    }
}

fn next_letter(letter: char) -> char {
    (letter as u8 + 1) as char
}

pub(super) fn player(word: Option<&str>) -> Result<Player, Fault> {
    match word.ok_or(BadValue::Missing)?.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(Fault::Syntax("a colour is expected (black or white)")),
    }
}
