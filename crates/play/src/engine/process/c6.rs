//! The `c6` protocol of Connect6 programs.
//!
//! A stone is two letters, column and row from A, the row counted from the bottom; no letter is
//! left out. The program is told the whole game for every move, so that it need not remember any.

use sixfold_game::{Game, GameName, Grid, Player, Record, Square};
use sixfold_solve::Stones;

use super::session::{Deadline, Session};
use super::{C6Settings, ForcedWins, ProcessError, place};
use crate::AnyPosition;

/// The letters A to S.
const SIDE: u8 = 19;
/// A move of the protocol has one stone or two.
const STONES: u16 = 2;

/// Whether the protocol can say what is played in a game.
pub(super) fn check(game: GameName) -> Result<(), ProcessError> {
    let (grid, order) = (game.grid(), game.turn_order());
    let is_connect = matches!(game, GameName::Connect(_));
    let fits = grid.rows() <= SIDE && grid.columns() <= SIDE;
    if is_connect && fits && order.first <= STONES && order.later <= STONES {
        Ok(())
    } else {
        Err(ProcessError::OtherGame { game, protocol: "c6" })
    }
}

/// Tells a program that has just started how it is to play.
pub(super) fn set(session: &mut Session, settings: C6Settings) -> Result<(), ProcessError> {
    if let Some(depth) = settings.depth {
        session.send(&format!("depth {depth}"))?;
    }
    match settings.forced_wins {
        ForcedWins::Unsaid => Ok(()),
        ForcedWins::On => session.send("vcf"),
        ForcedWins::Off => session.send("unvcf"),
    }
}

/// Tells the game, and asks for the rest of the turn.
pub(super) fn choose(
    session: &mut Session,
    record: &Record,
    position: &mut AnyPosition,
    deadline: &Deadline,
) -> Result<Stones, ProcessError> {
    session.forget_lines();
    session.send("new xxx")?;
    let grid = position.grid();
    let mut mover = Player::Black;
    for turn in record.turns() {
        let colour = if mover == Player::Black { "black" } else { "white" };
        session.send(&format!("{colour} {}", letters(grid, &turn)))?;
        mover = mover.opponent();
    }
    session.send("next")?;
    let answer = loop {
        let line = session.line(deadline)?;
        if let Some(stones) = move_of(&line) {
            break stones.to_string();
        }
    };
    let player = position.turn().player;
    let mut stones = Stones::new();
    for pair in answer.as_bytes().chunks(2) {
        // What follows a winning stone, or the last one on the board, does not matter.
        if position.outcome().is_some() {
            break;
        }
        let square = square(grid, pair).filter(|_| position.turn().player == player);
        let square = square.ok_or_else(|| ProcessError::Unreadable(format!("move {answer}")))?;
        place(position, square)?;
        stones.push(square);
    }
    if position.turn().player == player && position.outcome().is_none() {
        return Err(ProcessError::TooFewStones(format!("move {answer}")));
    }
    Ok(stones)
}

/// The letters of a line `move XXYY`; nothing if it is any other line.
fn move_of(line: &str) -> Option<&str> {
    let letters = line.strip_prefix("move ")?;
    let is_move = (2..=4).contains(&letters.len())
        && letters.bytes().all(|letter| (b'A'..b'A' + SIDE).contains(&letter));
    is_move.then_some(letters)
}

fn letters(grid: Grid, squares: &[Square]) -> String {
    let letter = |number: u8| (b'A' + number) as char;
    squares.iter().flat_map(|&square| [grid.column(square), grid.row(square)]).map(letter).collect()
}

/// The square of a pair of letters; nothing if a letter is missing or off the board.
fn square(grid: Grid, pair: &[u8]) -> Option<Square> {
    match pair {
        [column, row] => grid.square(column - b'A', row - b'A'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_is_two_letters_counted_from_the_lower_left() {
        let grid = GameName::CONNECT6.grid();
        for (name, pair) in [("j10", "JJ"), ("a1", "AA"), ("s1", "SA"), ("i19", "IS")] {
            let named = grid.parse(name).unwrap();
            assert_eq!(letters(grid, &[named]), pair);
            assert_eq!(square(grid, pair.as_bytes()), Some(named));
        }
    }

    #[test]
    fn only_a_move_is_a_move() {
        assert_eq!(move_of("move JJ"), Some("JJ"));
        assert_eq!(move_of("move JJKK"), Some("JJKK"));
        assert_eq!(move_of("move ABC"), Some("ABC"));
        for line in ["", "move", "move ", "move XXXX", "move JJKKLL", "move jj", " move JJ", "JJ"] {
            assert_eq!(move_of(line), None, "{line}");
        }
    }

    #[test]
    fn games_of_three_stones_a_turn_and_hex_cannot_be_told() {
        assert!(check(GameName::CONNECT6).is_ok());
        assert!(check("gomoku".parse().unwrap()).is_ok());
        assert!(check("connect(9,9,5,3,1)".parse().unwrap()).is_err());
        assert!(check("connect(20,20,6,2,1)".parse().unwrap()).is_err());
        assert!(check("hex11".parse().unwrap()).is_err());
    }
}
