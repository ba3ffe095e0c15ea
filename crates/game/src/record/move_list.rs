//! Move lists: one token a turn, the stones of a turn joined, as in `j10 k11i9 h9j9`.
//!
//! Reading is tolerant: upper case, commas, single-stone tokens (`j10 k11 i9`), move numbers
//! (`1. j10 2. k11i9`) and a `resign` at the end. Whose stone each one is follows from the rules.

use thiserror::Error;

use super::tip::Tip;
use super::{Event, Located, MoveError, Record, WriteError};
use crate::{GameName, Outcome, SquareError};

/// What is wrong with a move list.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// A token is not made of squares of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// The game goes on after a player has resigned.
    #[error("nothing may follow 'resign'")]
    AfterResign,
}

/// Reads a move list of the given game.
///
/// ```
/// use sixfold_game::{GameName, record::move_list};
///
/// let record = move_list::read(GameName::CONNECT6, "1. J10 2. K11I9, h9 j9").unwrap();
/// assert_eq!(move_list::write(&record).unwrap(), "j10 k11i9 h9j9");
/// ```
pub fn read(game: GameName, text: &str) -> Result<Record, Located<Fault>> {
    let mut record = Record::new(game);
    let mut tip = Tip::root(&record);
    for token in text.split(|letter: char| letter.is_whitespace() || letter == ',') {
        let token = without_move_number(token);
        if token.is_empty() {
            continue;
        }
        if record.info.result.is_some() {
            return Err(Located::at(text, token, Fault::AfterResign));
        }
        if ["resign", "resigns", "resigned"].iter().any(|word| token.eq_ignore_ascii_case(word)) {
            record.info.result = Some(Outcome::Win(tip.setup.turn.player.opponent()));
            continue;
        }
        let mut rest = token;
        while !rest.is_empty() {
            let (square, after) =
                game.grid().parse_prefix(rest).map_err(|error| Located::at(text, rest, error))?;
            tip.play(&mut record, square).map_err(|error| Located::at(text, rest, error))?;
            rest = after;
        }
    }
    Ok(record)
}

/// Takes `12.` from the beginning of a token, if it is there.
fn without_move_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < token.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        token
    }
}

/// Writes the stones of the main line, one token a turn. Comments, marks, variations and the
/// result have no place in a move list.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut list = String::new();
    let mut setup = record.first_setup();
    for id in record.main_line() {
        match record.node(id).event {
            Event::Nothing => {}
            Event::Edit(_) => return Err(WriteError::EditedPosition),
            Event::Stone(stone) => {
                list.push_str(&record.game().grid().name(stone.square).to_string());
                let player = setup.turn.player;
                setup = record.after(setup, id);
                if setup.turn.player != player {
                    list.push(' ');
                }
            }
        }
    }
    list.truncate(list.trim_end().len());
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, Setup};

    const LIST: &str = "j10 k11i9 h9j9";

    fn fault(text: &str) -> String {
        read(GameName::CONNECT6, text).unwrap_err().to_string()
    }

    #[test]
    fn the_rules_say_whose_stone_each_one_is() {
        let record = read(GameName::CONNECT6, LIST).unwrap();
        let players: Vec<_> = record.stones().map(|stone| stone.player).collect();
        let (black, white) = (Player::Black, Player::White);
        assert_eq!(players, [black, white, white, black, black]);
        assert_eq!(record.final_setup().turn.player, white);
        assert_eq!(record.check(), Ok(()));
    }

    #[test]
    fn the_same_game_is_written_in_many_ways() {
        let record = read(GameName::CONNECT6, LIST);
        for list in [
            "J10 K11I9 H9J9",
            "j10 k11 i9 h9 j9",
            "j10,k11,i9, h9j9",
            "j10k11i9h9j9",
            "1. j10 2. k11i9 3. h9j9\n",
            "1.j10 2.k11i9 3.h9j9",
            "\tj10\r\nk11i9\n\nh9j9 ",
        ] {
            assert_eq!(read(GameName::CONNECT6, list), record, "{list}");
        }
    }

    #[test]
    fn who_resigns_loses() {
        for word in ["resign", "Resigns", "RESIGNED"] {
            let record = read(GameName::CONNECT6, &format!("j10 {word}")).unwrap();
            assert_eq!(record.info.result, Some(Outcome::Win(Player::Black)));
        }
        assert_eq!(fault("j10 resign k11"), "line 1, column 12: nothing may follow 'resign'");
    }

    #[test]
    fn a_fault_names_its_place() {
        for (list, reason) in [
            ("j10 k11z9z", "line 1, column 8: square z9 is not on the 19x19 board"),
            ("j10\nk11 ?!", "line 2, column 5: '?!' is not a square"),
            ("j10 k11j10", "line 1, column 8: stone 3: square J10 is occupied"),
            ("j10 3", "line 1, column 5: '3' is not a square"),
            ("j10 k", "line 1, column 5: 'k' is not a square"),
            ("j0", "line 1, column 1: square j0 is not on"),
            ("先手", "line 1, column 1: '先手' is not a square"),
        ] {
            assert!(fault(list).starts_with(reason), "{list}: {}", fault(list));
        }
    }

    #[test]
    fn an_unfinished_turn_is_written_as_it_stands() {
        let record = read(GameName::CONNECT6, "j10 k11").unwrap();
        assert_eq!(write(&record).unwrap(), "j10 k11");
        assert_eq!(write(&Record::new(GameName::CONNECT6)).unwrap(), "");
    }

    #[test]
    fn an_edited_position_cannot_be_written() {
        let game = "tictactoe".parse().unwrap();
        let setup = Setup::from_fen(game, "3/1x1/o2 b 1").unwrap();
        let record = Record::from_setup(game, &setup);
        assert_eq!(write(&record), Err(WriteError::EditedPosition));
    }
}
