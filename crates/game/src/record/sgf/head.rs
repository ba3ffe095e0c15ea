//! Which game a file is of.

use sgf_parse::SgfNode;
use sgf_parse::unknown_game::Prop;

use super::reader::{simple_text, values};
use super::{BoardSize, Fault};
use crate::square::excerpt;
use crate::{ConnectRules, GameName, HexRules, Lattice, NameError};

/// What the root says about the game.
pub(super) struct Head<'a> {
    /// The game that `RU` names. Other rules, such as those of Go, say nothing here.
    rules: Option<GameName>,
    /// The size of the board.
    size: Option<BoardSize>,
    /// The number of the game: what `GM` says.
    number: Option<&'a str>,
}

/// The game of a file.
pub(super) struct FoundGame {
    pub name: GameName,
    /// Whether neither the file nor anybody else has said so.
    pub is_guess: bool,
}

impl<'a> Head<'a> {
    pub fn read(root: &SgfNode<Prop>, number: Option<&'a str>) -> Result<Head<'a>, Fault> {
        let rules = match simple_text(root, "RU").map(str::parse) {
            None | Some(Err(NameError::Unknown(_))) => None,
            Some(Ok(game)) => Some(game),
            Some(Err(error)) => return Err(Fault::Rules(error)),
        };
        let size = match root.get_property("SZ") {
            None => None,
            Some(&Prop::SZ((columns, rows))) => Some(BoardSize { rows, columns }),
            Some(other) => {
                let value = values(other).join(" ");
                return Err(Fault::value("SZ", &value, "a size such as 19 or 19:19"));
            }
        };
        let rules = rules.map(|rules| seen_on(size, rules)).transpose()?;
        Ok(Head { rules, size, number })
    }

    /// The game asked for, or else the file's, if it is played on the file's board.
    pub fn game(&self, asked: Option<GameName>) -> Result<FoundGame, Fault> {
        let board = self.size.or(self.rules.map(|rules| rules.grid().into()));
        let asked = asked.map(|game| seen_on(board, game)).transpose()?;
        let found = match asked.or(self.rules) {
            Some(name) => FoundGame { name, is_guess: false },
            None => self.game_by_number()?,
        };
        let game = BoardSize::from(found.name.grid());
        let other_board =
            |property, file| (file != game).then_some(Fault::OtherBoard { property, file, game });
        let by_size = self.size.and_then(|size| other_board("SZ", size));
        let by_rules = self.rules.and_then(|rules| {
            let differs = rules.grid() != found.name.grid();
            other_board("RU", rules.grid().into())
                .or(differs.then_some(Fault::OtherRules { file: rules, game: found.name }))
        });
        match by_size.or(by_rules) {
            Some(fault) => Err(fault),
            None => Ok(found),
        }
    }

    /// The game that suits the game number and the size.
    fn game_by_number(&self) -> Result<FoundGame, Fault> {
        let size = |usual| self.size.unwrap_or(BoardSize { rows: usual, columns: usual });
        let number = self.number.map(str::parse::<u32>);
        let game = match number {
            Some(Ok(11)) => {
                let BoardSize { rows, columns } = size(11);
                HexRules::new(rows, columns).map(GameName::Hex)
            }
            Some(Ok(4)) => connect(size(15), 5, 1),
            // No number is registered for Connect6. Programs write 511, or that of Go.
            None | Some(Ok(511 | 1)) => connect(size(19), 6, 2),
            Some(_) => return Err(Fault::OtherGame(excerpt(self.number.unwrap_or_default()))),
        };
        let name = game.map_err(Fault::Size)?;
        Ok(FoundGame { name, is_guess: matches!(number, None | Some(Ok(1))) })
    }
}

/// An unbounded game is seen through a window of the size of the file's board.
fn seen_on(board: Option<BoardSize>, game: GameName) -> Result<GameName, Fault> {
    match board {
        Some(BoardSize { rows, columns }) => game.seen_through(rows, columns).map_err(Fault::Size),
        None => Ok(game),
    }
}

fn connect(
    BoardSize { rows, columns }: BoardSize,
    in_a_row: u8,
    stones_per_turn: u16,
) -> Result<GameName, NameError> {
    let lattice = Lattice::Square { rows, columns };
    ConnectRules::new(lattice, in_a_row, stones_per_turn, 1).map(GameName::Connect)
}
