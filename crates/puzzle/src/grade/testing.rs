//! Drawn positions for tests.

use std::sync::Arc;

use sixfold_connect::{Connect6Position, Geometry};
use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, Sink};
use sixfold_game::{ConnectRules, GameName, Player, Setup, Square, SquareSet, Turn};

use super::walk::{Ply, plies};
use super::{Subject, Theme, themes};
use crate::Goal;

/// A position of Connect6 in which Black is to move, and a line of play.
pub(super) struct Drawn {
    pub(super) setup: Setup,
    pub(super) line: Vec<SquareSet>,
    pub(super) goal: Goal,
    certificate: Certificate,
}

impl Drawn {
    /// Reads a picture whose lower left corner is e5: `x` and `o` are the stones, a digit those of a
    /// turn, the odd ones Black's.
    pub(super) fn new(rows: &[&str], order: u8) -> Drawn {
        let game = GameName::CONNECT6;
        let mut setup = Setup::start(game);
        let mut line: Vec<SquareSet> = Vec::new();
        for (row, text) in rows.iter().rev().enumerate() {
            for (column, stone) in text.chars().enumerate() {
                let square = game.grid().square(4 + column as u8, 4 + row as u8).unwrap();
                match stone {
                    'x' => setup.set(square, Some(Player::Black)),
                    'o' => setup.set(square, Some(Player::White)),
                    _ => add_to_line(&mut line, stone, square),
                }
            }
        }
        setup.turn = Turn { player: Player::Black, stones_left: 2 };
        let goal = Goal { order, turns: line.len().div_ceil(2) as u8 + 1 };
        let claim = Claim { game, setup, winner: Player::Black, order: Some(order) };
        let mut builder = Builder::new(&claim).unwrap();
        let key: Vec<Square> = line[0].iter().collect();
        builder.attack(&key, Effect::Overwhelms).unwrap();
        Drawn { setup, line, goal, certificate: builder.finish().unwrap() }
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        Subject {
            game: GameName::CONNECT6,
            setup: &self.setup,
            goal: self.goal,
            key: self.line[0],
            line: &self.line,
            certificate: &self.certificate,
        }
    }

    pub(super) fn position(&self) -> Connect6Position {
        let geometry = Arc::new(Geometry::new(ConnectRules::CONNECT6));
        Connect6Position::from_setup(geometry, &self.setup).unwrap()
    }

    pub(super) fn plies(&self) -> Vec<Ply<sixfold_connect::LinePlanes>> {
        plies(&self.position(), &self.line)
    }

    pub(super) fn themes(&self) -> Vec<Theme> {
        themes::themes(&self.subject(), &self.position(), &self.plies())
    }
}

fn add_to_line(line: &mut Vec<SquareSet>, digit: char, square: Square) {
    let Some(number) = digit.to_digit(10) else { return };
    let number = number as usize;
    line.resize(line.len().max(number), SquareSet::EMPTY);
    line[number - 1].insert(square);
}
