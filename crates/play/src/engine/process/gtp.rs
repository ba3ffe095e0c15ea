//! The Go Text Protocol, one stone at a time.

use std::time::Duration;

use sixfold_game::record::{Event, Stone};
use sixfold_game::{Game, GameName, Grid, Player, Record, Square};
use sixfold_hex::SwapRule;
use sixfold_solve::Stones;

use super::session::{Deadline, Session};
use super::{Action, GtpLetters, ProcessError, place};
use crate::AnyPosition;
use crate::clock::Limits;
use crate::engine::Request;

/// How a program of Hex says that it takes over the first stone.
pub(super) const SWAP: &str = "swap-pieces";

/// How programs of different games speak the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// As those of Go do, rows counted from the bottom.
    Go(GtpLetters),
    /// As those of Hex do: small letters, rows counted from the top.
    Hex,
}

/// What a program makes of a command that it need not understand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    Accepted,
    Refused,
}

/// What a program knows of the game.
#[derive(Default)]
pub(super) struct Progress {
    known: Vec<Stone>,
    /// The last of them, a stone that the program has chosen and nobody has asked for yet.
    kept: Option<Square>,
}

/// What a move needs to be talked about.
pub(super) struct Talk<'a> {
    pub(super) session: &'a mut Session,
    pub(super) dialect: Dialect,
    pub(super) deadline: &'a Deadline<'a>,
}

/// Clears the board.
pub(super) fn begin(
    session: &mut Session,
    dialect: Dialect,
    game: GameName,
    deadline: &Deadline,
) -> Result<Progress, ProcessError> {
    let grid = game.grid();
    let (columns, rows) = (grid.columns(), grid.rows());
    let size = match (dialect, game) {
        (Dialect::Hex, GameName::Connect(_)) => {
            return Err(ProcessError::OtherGame { game, protocol: "htp" });
        }
        (Dialect::Go(_), GameName::Hex(_)) => {
            return Err(ProcessError::OtherGame { game, protocol: "gtp" });
        }
        (Dialect::Go(_), GameName::Connect(_)) if rows == columns => format!("boardsize {rows}"),
        _ => format!("boardsize {columns} {rows}"),
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
        position: &mut AnyPosition,
        request: &Request,
    ) -> Result<Action, ProcessError> {
        let stones = stones_of(record);
        if let Some(square) = self.kept.take()
            && self.known.split_last().is_some_and(|(_, known)| known == stones)
        {
            place(position, square)?;
            return Ok(Action::Stones([square].into_iter().collect()));
        }
        if !stones.starts_with(&self.known) {
            *self = begin(talk.session, talk.dialect, record.game(), talk.deadline)?;
        }
        if self.known.is_empty() {
            talk.tell_swap(request.swap, record)?;
        }
        for &next in &stones[self.known.len()..] {
            talk.tell(position.grid(), next)?;
            self.known.push(next);
        }
        let player = position.turn().player;
        talk.tell_time(player, position.turn().stones_left, &request.limits)?;
        self.ask_for_turn(talk, position, request)
    }

    fn ask_for_turn(
        &mut self,
        mut talk: Talk,
        position: &mut AnyPosition,
        request: &Request,
    ) -> Result<Action, ProcessError> {
        let (grid, player) = (position.grid(), position.turn().player);
        let may_swap = request.swap == SwapRule::SwapPieces && position.after_swap().is_some();
        let mut chosen = Stones::new();
        while position.turn().player == player && position.outcome().is_none() {
            let answer = talk.ask(&format!("genmove {}", colour(player)))?;
            if answer.eq_ignore_ascii_case("resign") {
                return Err(ProcessError::Resigned);
            }
            if may_swap && answer.eq_ignore_ascii_case(SWAP) {
                return Ok(Action::Swap);
            }
            let square = talk.dialect.square(grid, &answer);
            let square = square.ok_or(ProcessError::Unreadable(answer))?;
            place(position, square)?;
            self.known.push(Stone { player, square });
            chosen.push(square);
        }
        // Who is only asked whether it takes over the stone is asked for its own next.
        self.kept = chosen.first().copied().filter(|_| may_swap);
        Ok(Action::Stones(chosen))
    }
}

/// The stones of the main line. One that was taken over is its new owner's from the beginning: what
/// becomes of it when they hear of a swap, programs do not agree about.
fn stones_of(record: &Record) -> Vec<Stone> {
    let grid = record.game().grid();
    let mut stones: Vec<Stone> = Vec::new();
    for id in record.main_line() {
        match record.node(id).event {
            Event::Stone(stone) => stones.push(stone),
            Event::Swap => {
                let reflected = |taken: Stone| {
                    let square = grid.reflected(taken.square)?;
                    Some(Stone { player: taken.player.opponent(), square })
                };
                let taken = stones.pop();
                stones.extend(taken.and_then(reflected));
            }
            Event::Nothing | Event::Edit(_) => {}
        }
    }
    stones
}

impl Talk<'_> {
    /// Tells of a stone.
    fn tell(&mut self, grid: Grid, stone: Stone) -> Result<(), ProcessError> {
        let vertex = self.dialect.vertex(grid, stone.square);
        self.ask(&format!("play {} {vertex}", colour(stone.player))).map(drop)
    }

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
        match (limits.clock, limits.time) {
            (Some(clock), _) => {
                let left = format!("time_left {} {}", colour(player), clock.left.as_secs());
                let heard = self.offer(&format!("{left} 0"))?;
                // Programs of Hex know no number of stones.
                if heard == Heard::Refused && self.dialect == Dialect::Hex {
                    self.offer(&left)?;
                }
            }
            (None, Some(time)) => {
                self.offer(&format!("time_settings 0 {} {stones}", whole_seconds(time)))?;
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Lets a program of Hex that has a switch for the swap rule know whether somebody may still make
    /// use of it; those that have none refuse.
    fn tell_swap(&mut self, swap: SwapRule, record: &Record) -> Result<(), ProcessError> {
        if self.dialect != Dialect::Hex || swap != SwapRule::SwapPieces {
            return Ok(());
        }
        let is_over = record.main_line().any(|id| record.node(id).event == Event::Swap);
        self.offer(if is_over { "param_game allow_swap 0" } else { "param_game allow_swap 1" })?;
        Ok(())
    }

    /// Says what a program need not understand.
    fn offer(&mut self, command: &str) -> Result<Heard, ProcessError> {
        match self.ask(command) {
            Ok(_) => Ok(Heard::Accepted),
            Err(ProcessError::Refused { .. }) => Ok(Heard::Refused),
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

impl Dialect {
    fn vertex(self, grid: Grid, square: Square) -> String {
        let column = grid.column(square);
        let skipped = u8::from(self == Dialect::Go(GtpLetters::WithoutI) && column >= LETTER_I);
        let name = format!("{}{}", (b'A' + column + skipped) as char, grid.row(square) + 1);
        match self {
            Dialect::Go(_) => name,
            Dialect::Hex => name.to_ascii_lowercase(),
        }
    }

    fn square(self, grid: Grid, vertex: &str) -> Option<Square> {
        let letter = vertex.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
        let row = vertex.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
        let column = match self {
            Dialect::Go(GtpLetters::WithoutI) if letter == LETTER_I => return None,
            Dialect::Go(GtpLetters::WithoutI) if letter > LETTER_I => letter - 1,
            _ => letter,
        };
        grid.square(column, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_i_is_skipped_unless_all_letters_are_asked_for() {
        let grid = GameName::CONNECT6.grid();
        let named = |name| grid.parse(name).unwrap();
        let dialect = Dialect::Go(GtpLetters::WithoutI);
        for (name, without_i) in [("a1", "A1"), ("h8", "H8"), ("i9", "J9"), ("s19", "T19")] {
            assert_eq!(dialect.vertex(grid, named(name)), without_i);
            assert_eq!(dialect.square(grid, without_i), Some(named(name)));
            assert_eq!(Dialect::Go(GtpLetters::All).square(grid, name), Some(named(name)));
        }
        for nonsense in ["", "I9", "pass", "A0", "U1", "A20", "Ä1", "9"] {
            assert_eq!(dialect.square(grid, nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn programs_of_hex_are_told_cells_as_players_name_them() {
        let grid = "hex11".parse::<GameName>().unwrap().grid();
        for square in grid.squares() {
            let name = grid.name(square).to_string();
            assert_eq!(Dialect::Hex.vertex(grid, square), name);
            assert_eq!(Dialect::Hex.square(grid, &name.to_uppercase()), Some(square));
        }
    }
}
