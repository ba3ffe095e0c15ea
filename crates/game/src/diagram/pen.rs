//! The colours of terminal text: the one place that writes escape sequences.

use std::fmt;

use super::TextStyle;
use crate::Player;

/// What a character is part of, and so its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// What is beside the board: the colours of the terminal.
    Frame,
    Board,
    /// Whose stone, and whether it is of the last move.
    Stone(Player, bool),
    /// The parentheses of the last move.
    LastMove,
    Threat(Player),
    BothThreaten,
    Mark,
    /// What shows of a zone, counted from 0 from the innermost.
    Zone(usize),
}

impl Ink {
    /// The parameters of the escape sequence that sets this ink. Foreground and background are
    /// always set together, so that dark and light terminals show the same board.
    const fn sgr(self) -> &'static str {
        match self {
            Ink::Frame => "0",
            Ink::Board => "0;38;5;236;48;5;137",
            Ink::Stone(Player::Black, false) | Ink::Mark => "0;1;38;5;16;48;5;137",
            Ink::Stone(Player::White, false) => "0;1;38;5;231;48;5;137",
            Ink::Stone(Player::Black, true) => "0;1;38;5;16;48;5;30",
            Ink::Stone(Player::White, true) | Ink::LastMove => "0;1;38;5;231;48;5;30",
            Ink::Threat(Player::Black) => "0;1;38;5;88;48;5;137",
            Ink::Threat(Player::White) => "0;1;38;5;18;48;5;137",
            Ink::BothThreaten => "0;1;38;5;53;48;5;137",
            Ink::Zone(0) => "0;38;5;231;48;5;23",
            Ink::Zone(1) => "0;38;5;16;48;5;66",
            Ink::Zone(2) => "0;38;5;16;48;5;108",
            Ink::Zone(_) => "0;38;5;16;48;5;144",
        }
    }
}

/// Writes characters, and an escape sequence wherever the ink changes.
pub(super) struct Pen {
    style: TextStyle,
    ink: Ink,
}

impl Pen {
    pub(super) fn new(style: TextStyle) -> Pen {
        Pen { style, ink: Ink::Frame }
    }

    pub(super) fn write(
        &mut self,
        f: &mut fmt::Formatter<'_>,
        ink: Ink,
        glyph: char,
    ) -> fmt::Result {
        self.switch_to(f, ink)?;
        write!(f, "{glyph}")
    }

    pub(super) fn switch_to(&mut self, f: &mut fmt::Formatter<'_>, ink: Ink) -> fmt::Result {
        if self.ink != ink && self.style == TextStyle::Coloured {
            write!(f, "\x1b[{}m", ink.sgr())?;
        }
        self.ink = ink;
        Ok(())
    }
}
