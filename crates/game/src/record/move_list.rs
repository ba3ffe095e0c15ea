//! Move lists: one token a turn, the stones of a turn joined, as in `j10 k11i9 h9j9`.
//!
//! Who takes over the first stone, as in Hex he may, writes `swap`: `a3 swap b4`.
//!
//! Reading is tolerant: upper case, commas, move numbers (`1. j10 2. k11i9`), a `resign` at the
//! end, and lists of single stones (`j10 k11 i9`), which the rules group into turns. But where any
//! token has several stones, tokens are turns: each must be one whole turn, though the last may
//! lack stones. Whose stone each one is follows from the rules.
//!
//! Several games stand one on each line. Line breaks mean nothing inside a game, so a text is
//! taken for several games only if it is not one: see [`read_collection`].

use thiserror::Error;

use super::tip::Tip;
use super::{Event, Located, MoveError, Record, WriteError};
use crate::square::excerpt;
use crate::{GameName, SquareError};

/// More games than this in one file are taken for a mistake.
const MOST_GAMES: usize = 100_000;

/// More stones than this in one file are taken for a mistake.
const MOST_STONES: usize = 2_000_000;

/// What is wrong with a move list.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// A token is not made of squares of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// A token of a list of turns has too many stones, or too few and is not the last.
    #[error("'{token}' is not one turn: {} has {stones} stone{}",
        if *is_first { "the first turn" } else { "a turn" },
        if *stones == 1 { "" } else { "s" })]
    NotOneTurn {
        /// The token.
        token: String,
        /// How many stones the turn has.
        stones: u16,
        /// Whether it is Black's first turn.
        is_first: bool,
    },
    /// The game goes on after a player has resigned.
    #[error("nothing may follow 'resign'")]
    AfterResign,
    /// The file is absurdly long.
    #[error("more than {MOST_GAMES} games in one file")]
    TooManyGames,
    /// The file is absurdly long.
    #[error("more than {MOST_STONES} stones in one file")]
    TooManyStones,
}

/// Reads a move list of the given game.
///
/// ```
/// use sixfold_game::{GameName, record::move_list};
///
/// let record = move_list::read(GameName::CONNECT6, "1. J10 2. K11I9, h9j9").unwrap();
/// assert_eq!(move_list::write(&record).unwrap(), "j10 k11i9 h9j9");
/// let record = move_list::read(GameName::CONNECT6, "j10 k11 i9 h9 j9").unwrap();
/// assert_eq!(move_list::write(&record).unwrap(), "j10 k11i9 h9j9");
/// ```
pub fn read(game: GameName, text: &str) -> Result<Record, Located<Fault>> {
    let mut record = Record::new(game);
    let mut tip = Tip::root(&record);
    let tokens_are_turns = tokens(text).any(|token| has_several_stones(token.stones));
    let mut short_turn = None;
    for Token { stones: token, .. } in tokens(text) {
        if record.info.result.is_some() {
            return Err(Located::at(text, token, Fault::AfterResign));
        }
        if is_resignation(token) {
            record.info.resign(tip.setup.turn.player);
            continue;
        }
        if let Some(fault) = short_turn.take() {
            return Err(fault);
        }
        let turn = tip.setup.turn;
        if is_swap(token) {
            let swapped = tip.swap(&mut record, turn.player);
            swapped.map_err(|error| Located::at(text, token, error))?;
            continue;
        }
        let not_one_turn = Fault::NotOneTurn {
            token: excerpt(token),
            stones: turn.stones_left,
            is_first: tip.depth == 1,
        };
        let mut rest = token;
        while !rest.is_empty() {
            if tokens_are_turns && tip.setup.turn.player != turn.player {
                return Err(Located::at(text, token, not_one_turn));
            }
            let (square, after) =
                game.grid().parse_prefix(rest).map_err(|error| Located::at(text, rest, error))?;
            tip.play(&mut record, square).map_err(|error| Located::at(text, rest, error))?;
            rest = after;
        }
        if tokens_are_turns && tip.setup.turn.player == turn.player {
            short_turn = Some(Located::at(text, token, not_one_turn));
        }
    }
    Ok(record)
}

/// Reads a text that may hold several games, one on each line.
///
/// A text that can be read as one game is one game, however many lines it has. Else it is several
/// games if it has several lines and each of them is a legal game of at least two turns that does
/// not begin with a later move number. Empty lines do not count.
///
/// ```
/// use sixfold_game::{GameName, record::move_list};
///
/// let read = |text| move_list::read_collection(GameName::CONNECT6, text).map(|games| games.len());
/// assert_eq!(read("j10 k11i9 h9j9\nj10 i9i11 h10h11\n"), Ok(2));
/// assert_eq!(read("j10 k11i9\nh9j9"), Ok(1));
/// ```
pub fn read_collection(game: GameName, text: &str) -> Result<Vec<Record>, Located<Fault>> {
    let fault = match read(game, text) {
        Ok(record) => return Ok(vec![record]),
        Err(fault) => fault,
    };
    let mut records = Vec::new();
    let mut stones = 0;
    for line in text.lines().filter(|line| tokens(line).next().is_some()) {
        let Some(record) = game_on_one_line(game, line) else { return Err(fault) };
        stones += record.stones().count();
        if records.len() == MOST_GAMES {
            return Err(Located::at(text, line, Fault::TooManyGames));
        }
        if stones > MOST_STONES {
            return Err(Located::at(text, line, Fault::TooManyStones));
        }
        records.push(record);
    }
    if records.len() > 1 { Ok(records) } else { Err(fault) }
}

fn game_on_one_line(game: GameName, line: &str) -> Option<Record> {
    let mut first_tokens = tokens(line);
    let is_beginning = first_tokens.next()?.number.is_none_or(|number| number == "1");
    let has_turns = first_tokens.next().is_some();
    if is_beginning && has_turns { read(game, line).ok() } else { None }
}

/// Whether a text begins as a move list does: with a square, a move number or a resignation.
pub(super) fn is_likely(text: &str) -> bool {
    let Some(first) = words(text).next() else { return false };
    let Token { number, stones } = Token::new(first);
    let mut letters = stones.bytes();
    let is_square = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.next().is_some_and(|digit| digit.is_ascii_digit());
    number.is_some() || is_square || is_resignation(stones)
}

/// A word of a list without the number before it.
struct Token<'a> {
    /// The move number, if it is in the same word.
    number: Option<&'a str>,
    stones: &'a str,
}

impl<'a> Token<'a> {
    /// Takes `12.` from the beginning of a word, if it is there.
    fn new(word: &'a str) -> Token<'a> {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &word[..word.len() - rest.len()];
        if !number.is_empty() && rest.starts_with('.') {
            Token { number: Some(number), stones: rest.trim_start_matches('.') }
        } else {
            Token { number: None, stones: word }
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
}

/// The tokens with stones in them; numbers that stand alone belong to what follows.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut number = None;
    words(text).filter_map(move |word| {
        let token = Token::new(word);
        number = token.number.or(number);
        if token.stones.is_empty() {
            return None;
        }
        Some(Token { number: number.take(), stones: token.stones })
    })
}

fn has_several_stones(token: &str) -> bool {
    let letters = token.bytes().filter(u8::is_ascii_alphabetic).take(2).count();
    letters == 2 && token.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_resignation(token: &str) -> bool {
    ["resign", "resigns", "resigned"].iter().any(|word| token.eq_ignore_ascii_case(word))
}

fn is_swap(token: &str) -> bool {
    ["swap", "swap-pieces"].iter().any(|word| token.eq_ignore_ascii_case(word))
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
            Event::Swap => {
                list.push_str("swap ");
                setup = record.after(setup, id);
            }
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
    use crate::{Outcome, Player, Setup};

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
            "j10,k11,i9, h9 , j9",
            "1. j10 2. k11i9 3. h9j9\n",
            "1.j10 2.k11i9 3.h9j9",
            "\tj10\r\nk11i9\n\nh9j9 ",
        ] {
            assert_eq!(read(GameName::CONNECT6, list), record, "{list}");
        }
    }

    #[test]
    fn tokens_of_several_stones_are_turns() {
        for (list, reason) in [
            ("j10k11", "line 1, column 1: 'j10k11' is not one turn: the first turn has 1 stone"),
            ("j10 k11i9h9", "line 1, column 5: 'k11i9h9' is not one turn: a turn has 2 stones"),
            ("j10 k11 i9 h9j9", "line 1, column 5: 'k11' is not one turn: a turn has 2 stones"),
            ("j10 k11i9 h9 j9", "line 1, column 11: 'h9' is not one turn: a turn has 2 stones"),
            ("j10k11i9h9j9", "line 1, column 1: 'j10k11i9h9j9' is not one turn"),
        ] {
            assert!(fault(list).starts_with(reason), "{list}: {}", fault(list));
        }
        for (game, list) in [
            ("connect6", "j10 k11i9 h9"),
            ("connect6", "j10 k11i9 h9 resign"),
            ("gomoku", "h8 h9 g8"),
            ("connect(5,5,4,1,3)", "a1b1c1 d1 e1"),
            ("connect(5,5,4,3,2)", "a1a2 b1b2b3 c1c2"),
            ("connect(5,5,4,3,2)", "a1 a2 b1 b2 b3 c1 c2"),
            ("connect(5,5,4,3,2)", "a1"),
            ("hex5", "a1 b2 c3"),
        ] {
            let game: GameName = game.parse().unwrap();
            assert!(read(game, list).is_ok(), "{list}");
        }
        let gomoku = read("gomoku".parse().unwrap(), "h8 h9g8").unwrap_err().to_string();
        assert!(gomoku.ends_with("'h9g8' is not one turn: a turn has 1 stone"), "{gomoku}");
    }

    #[test]
    fn several_games_stand_one_on_each_line() {
        let games = |text: &str| read_collection(GameName::CONNECT6, text).map(|games| games.len());
        for text in [
            "j10 k11i9\nj10 i11k11 h9j9\n",
            "1. j10 2. k11i9\r\n\r\n1.j10 2.i11k11\r\n",
            "j10 k11 i9\nj10 i11 k11",
            "j10 k11i9 resign\nj10 resign",
        ] {
            assert_eq!(games(text), Ok(2), "{text}");
        }
        assert_eq!(games("j10 k11i9\nh9j9 g9g8\n"), Ok(1));
    }

    #[test]
    fn a_mistake_does_not_make_a_game_of_each_line() {
        let gomoku = "gomoku".parse().unwrap();
        for text in ["h8\nh9\nh8", "1. h8 h9\n2. h8 g9", "h8 h9\nh8 z9", "h8 h9 h8 g7"] {
            let refused = read_collection(gomoku, text).unwrap_err();
            assert_eq!(Err(refused), read(gomoku, text), "{text}");
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
    fn white_takes_over_the_first_stone() {
        let hex: GameName = "hex3".parse().unwrap();
        for list in ["b1 swap c3", "1. B1 2. SWAP-PIECES 3. c3"] {
            let record = read(hex, list).unwrap();
            assert_eq!(record.final_setup().to_string(), "3/o2/2x w 1");
            assert_eq!(record.check(), Ok(()));
            assert_eq!(write(&record).unwrap(), "b1 swap c3");
            assert_eq!(record.turns().len(), 3);
        }
        for (game, list) in [
            ("hex3", "swap"),
            ("hex3", "b1 swap swap"),
            ("hex3", "b1 c3 swap"),
            ("hex(3,4)", "b1 swap"),
            ("connect6", "j10 swap"),
        ] {
            let error = read(game.parse().unwrap(), list).unwrap_err().to_string();
            assert!(error.contains("only White may swap"), "{list}: {error}");
        }
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
