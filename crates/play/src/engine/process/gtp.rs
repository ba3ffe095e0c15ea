//! The Go Text Protocol, one stone at a time.

use std::time::Duration;

use sixfold_connect::GeneralPosition;
use sixfold_game::record::Stone;
use sixfold_game::{Game, GameName, Grid, Player, Record, Square};
use sixfold_solve::Stones;

use super::session::{Deadline, Session};
use super::{GtpLetters, ProcessError, place};
use crate::clock::Limits;

/// Which stones a program knows of.
#[derive(Default)]
pub(super) struct Progress {
    known: Vec<Stone>,
}

/// What a move needs to be talked about.
pub(super) struct Talk<'a> {
    pub(super) session: &'a mut Session,
    pub(super) letters: GtpLetters,
    pub(super) deadline: &'a Deadline<'a>,
}

/// Clears the board.
pub(super) fn begin(
    session: &mut Session,
    game: GameName,
    deadline: &Deadline,
) -> Result<Progress, ProcessError> {
    let grid = game.grid();
    let size = if grid.rows() == grid.columns() {
        format!("boardsize {}", grid.columns())
    } else {
        format!("boardsize {} {}", grid.columns(), grid.rows())
    };
    ask(session, &size, deadline)?;
    ask(session, "clear_board", deadline)?;
    Ok(Progress::default())
}

impl Progress {
    /// Tells what the program does not know of the game, and asks for the rest of the turn.
    pub(super) fn choose(
        &mut self,
        mut talk: Talk,
        record: &Record,
        position: &mut GeneralPosition,
        limits: &Limits,
    ) -> Result<Stones, ProcessError> {
        let grid = position.grid();
        let stones: Vec<Stone> = record.stones().collect();
        if !stones.starts_with(&self.known) {
            *self = begin(talk.session, record.game(), talk.deadline)?;
        }
        for &stone in &stones[self.known.len()..] {
            let (colour, vertex) = (colour(stone.player), vertex(grid, stone.square, talk.letters));
            talk.ask(&format!("play {colour} {vertex}"))?;
            self.known.push(stone);
        }
        let player = position.turn().player;
        talk.tell_time(player, position.turn().stones_left, limits)?;
        let mut chosen = Stones::new();
        while position.turn().player == player && position.outcome().is_none() {
            let answer = talk.ask(&format!("genmove {}", colour(player)))?;
            if answer.eq_ignore_ascii_case("resign") {
                return Err(ProcessError::Resigned);
            }
            let square = square(grid, &answer, talk.letters);
            let square = square.ok_or(ProcessError::Unreadable(answer))?;
            place(position, square)?;
            self.known.push(Stone { player, square });
            chosen.push(square);
        }
        Ok(chosen)
    }
}

impl Talk<'_> {
    fn ask(&mut self, command: &str) -> Result<String, ProcessError> {
        ask(self.session, command, self.deadline)
    }

    /// Says how much time there is. Programs that have no clock refuse to hear it.
    fn tell_time(
        &mut self,
        player: Player,
        stones: u16,
        limits: &Limits,
    ) -> Result<(), ProcessError> {
        let command = match (limits.clock, limits.time) {
            (Some(clock), _) => {
                format!("time_left {} {} 0", colour(player), clock.left.as_secs())
            }
            (None, Some(time)) => format!("time_settings 0 {} {stones}", whole_seconds(time)),
            (None, None) => return Ok(()),
        };
        match self.ask(&command) {
            Ok(_) | Err(ProcessError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// The protocol knows whole seconds only, and takes 0 for no limit.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

/// Sends a command and reads what is answered.
fn ask(session: &mut Session, command: &str, deadline: &Deadline) -> Result<String, ProcessError> {
    session.forget_lines();
    session.send(command)?;
    let first = loop {
        let line = session.line(deadline)?;
        if line.starts_with(['=', '?']) {
            break line;
        }
    };
    // An answer ends with an empty line.
    while !session.line(deadline)?.trim().is_empty() {}
    let words = first[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
    if first.starts_with('?') {
        return Err(ProcessError::Refused { command: command.to_string(), answer: words });
    }
    Ok(words)
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
    }
}

/// The number of the letter I.
const LETTER_I: u8 = b'I' - b'A';

fn vertex(grid: Grid, square: Square, letters: GtpLetters) -> String {
    let column = grid.column(square);
    let skipped = u8::from(letters == GtpLetters::WithoutI && column >= LETTER_I);
    format!("{}{}", (b'A' + column + skipped) as char, grid.row(square) + 1)
}

fn square(grid: Grid, vertex: &str, letters: GtpLetters) -> Option<Square> {
    let letter = vertex.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
    let row = vertex.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
    let column = match letters {
        GtpLetters::WithoutI if letter == LETTER_I => return None,
        GtpLetters::WithoutI if letter > LETTER_I => letter - 1,
        _ => letter,
    };
    grid.square(column, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_i_is_skipped_unless_all_letters_are_asked_for() {
        let grid = GameName::CONNECT6.grid();
        let named = |name| grid.parse(name).unwrap();
        for (name, without_i) in [("a1", "A1"), ("h8", "H8"), ("i9", "J9"), ("s19", "T19")] {
            assert_eq!(vertex(grid, named(name), GtpLetters::WithoutI), without_i);
            assert_eq!(square(grid, without_i, GtpLetters::WithoutI), Some(named(name)));
            assert_eq!(square(grid, name, GtpLetters::All), Some(named(name)));
        }
        for nonsense in ["", "I9", "pass", "A0", "U1", "A20", "Ä1", "9"] {
            assert_eq!(square(grid, nonsense, GtpLetters::WithoutI), None, "{nonsense}");
        }
    }
}
