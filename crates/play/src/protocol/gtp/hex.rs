//! The commands that programs of Hex know: taking over a stone, loading games, pictures.

use sixfold_game::{Game, GameName, Record};
use sixfold_hex::SwapRule;

use super::command::player;
use super::fault::Fault;
use super::{About, Gtp, Reply};
use crate::protocol::session::{NoMove, Switch, switch};
use crate::protocol::{Job, Sketch};

/// How it is said that the first stone is taken over.
const SWAP: &str = "swap-pieces";

/// The board that programs of Hex begin with.
pub(super) const USUAL_GAME: GameName = GameName::HEX11;

/// What graphical programs offer in a menu: kind, label, command.
const ANALYSES: &str = "\
gfx/Connections of a colour/sixfold-connections %c
gfx/Must-play region/sixfold-must-play
gfx/Dead and captured cells/sixfold-inferior
gfx/Resistances of a colour/sixfold-resistances %c
string/Who wins/sixfold-solve
move/Best move/reg_genmove %m";

/// Whether a word says that the first stone is taken over.
pub(super) fn is_swap(word: &str) -> bool {
    [SWAP, "swap"].iter().any(|swap| word.trim().eq_ignore_ascii_case(swap))
}

impl Gtp {
    pub(super) fn obey_hex(&mut self, command: &str, arguments: &str) -> Result<Reply, Fault> {
        let mut words = arguments.split_whitespace();
        match command {
            "sixfold-swap" => {
                self.session.swap = match switch(words.next())? {
                    Switch::On => SwapRule::SwapPieces,
                    Switch::Off => SwapRule::Off,
                };
                Ok(Reply::NOTHING)
            }
            "hexgui-analyze_commands" | "gogui-analyze_commands" => {
                Ok(Reply::Now(ANALYSES.to_string()))
            }
            "sixfold-connections" => Ok(self.draw(Sketch::Connections(player(words.next())?))),
            "sixfold-must-play" => Ok(self.draw(Sketch::MustPlay)),
            "sixfold-inferior" => Ok(self.draw(Sketch::Inferior)),
            "sixfold-resistances" => Ok(self.draw(Sketch::Resistances(player(words.next())?))),
            _ => Err(Fault::UnknownCommand),
        }
    }

    fn draw(&self, sketch: Sketch) -> Reply {
        let record = Box::new(self.session.game.record());
        Reply::Later(About::Drawing, Job::Draw { record, sketch })
    }

    /// The engine takes over the first stone.
    pub(super) fn swap(&mut self, about: About) -> Result<String, Fault> {
        if about != About::Opinion {
            let player = self.session.game.position().turn().player;
            self.session.game.swap(player).map_err(NoMove::IllegalSwap)?;
        }
        Ok(SWAP.to_string())
    }

    /// Goes on with a game that was loaded.
    pub(super) fn loaded(&mut self, record: &Record) -> Result<Reply, Fault> {
        self.check_letters(record.game())?;
        Ok(Reply::AndThen(self.session.load(record)?))
    }
}

/// Asks for the main line of a file, or for as much of it as comes before a move.
pub(super) fn load(arguments: &str) -> Result<Reply, Fault> {
    let arguments = arguments.trim();
    let (path, before_move) = match arguments.rsplit_once(' ') {
        Some((path, number)) if number.parse::<usize>().is_ok() => (path, number.parse().ok()),
        _ => (arguments, None),
    };
    if path.is_empty() {
        return Err(Fault::Syntax("a file is missing"));
    }
    Ok(Reply::Later(About::File, Job::Load { path: path.into(), before_move }))
}
