//! A game in progress, of which stones can be taken back.

use sixfold_game::record::{Edit, Event, Stone};
use sixfold_game::{Game, GameName, IllegalStone, Player, Record, Setup, Square, Turn};
use thiserror::Error;

use crate::{AnyBoard, AnyPosition, PositionError};

/// A game in progress. Unlike in a game by the rules, a player may be given a turn that is not his:
/// other programs set up positions so.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    start: Setup,
    position: AnyPosition,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    before: AnyPosition,
    event: Event,
}

/// Why a stone cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{reason}")]
pub struct CannotPlace {
    /// Where it should have been placed.
    pub square: Square,
    /// What is wrong with it.
    pub reason: IllegalStone,
}

/// Why no stone can be taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("only White may swap, as the second move of Hex on a board with equal sides")]
pub struct CannotSwap;

impl PlayedGame {
    /// A game before the first stone.
    #[must_use]
    pub fn new(game: GameName) -> PlayedGame {
        let position = AnyBoard::new(game).start();
        PlayedGame { start: Setup::start(game), position, steps: Vec::new() }
    }

    /// The main line of a record.
    pub fn from_record(record: &Record) -> Result<PlayedGame, PositionError> {
        // Says which stone is wrong, if one is.
        AnyPosition::replay(record)?;
        let start = record.first_setup();
        let board = AnyBoard::new(record.game());
        let set_up = |setup: &Setup| {
            AnyPosition::replay_on(&board, &Record::from_setup(record.game(), setup))
        };
        let mut game = PlayedGame { start, position: set_up(&start)?, steps: Vec::new() };
        for id in record.main_line().skip(1) {
            let event = record.node(id).event.clone();
            let mut after = game.position.clone();
            match &event {
                Event::Nothing => continue,
                // All of them have been tried already.
                Event::Stone(stone) => after.try_play(stone.square).unwrap_or_default(),
                Event::Swap => after = after.after_swap().unwrap_or(after),
                Event::Edit(_) => after = set_up(&record.setup_at(id))?,
            }
            game.step(event, after);
        }
        Ok(game)
    }

    fn step(&mut self, event: Event, after: AnyPosition) {
        let before = std::mem::replace(&mut self.position, after);
        self.steps.push(Step { before, event });
    }

    /// A game that begins with a position.
    pub fn from_setup(game: GameName, setup: &Setup) -> Result<PlayedGame, PositionError> {
        PlayedGame::from_record(&Record::from_setup(game, setup))
    }

    /// The game as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::from_setup(self.position.name(), &self.start);
        let mut tip = record.root();
        for step in &self.steps {
            tip = record.add(tip, step.event.clone());
        }
        record
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Who has placed the last stone, or taken it over.
    #[must_use]
    pub fn last_mover(&self) -> Option<Player> {
        self.steps.iter().rev().find_map(|step| match step.event {
            Event::Stone(stone) => Some(stone.player),
            Event::Swap => Some(Player::White),
            Event::Nothing | Event::Edit(_) => None,
        })
    }

    /// Places stones of a player, whose turn it becomes if it is not: all of them or, if one cannot
    /// be placed, none.
    pub fn place(&mut self, player: Player, squares: &[Square]) -> Result<(), CannotPlace> {
        let (steps, before) = (self.steps.len(), self.position.clone());
        for &square in squares {
            self.give_turn(player);
            let mut after = self.position.clone();
            if let Err(reason) = after.try_play(square) {
                self.steps.truncate(steps);
                self.position = before;
                return Err(CannotPlace { square, reason });
            }
            self.step(Event::Stone(Stone { player, square }), after);
        }
        Ok(())
    }

    /// Lets a player take over the only stone, if he is White and the rules of Hex let him.
    pub fn swap(&mut self, player: Player) -> Result<(), CannotSwap> {
        let after = self.position.after_swap().filter(|_| player == Player::White);
        self.step(Event::Swap, after.ok_or(CannotSwap)?);
        Ok(())
    }

    /// Makes it the turn of a player. If it is already, nothing changes.
    pub fn give_turn(&mut self, player: Player) {
        if self.position.turn().player == player {
            return;
        }
        let stones_left = self.position.name().turn_order().later;
        let turn = Turn { player, stones_left };
        let edit = Edit { turn: Some(turn), ..Edit::default() };
        let event = Event::Edit(Box::new(edit));
        let after = self.position.with_turn(turn);
        self.step(event, after);
    }

    /// Takes back the last stone, or that it was taken over, and says where it was.
    pub fn undo(&mut self) -> Option<Square> {
        let is_move = |step: &Step| matches!(step.event, Event::Stone(_) | Event::Swap);
        let last = self.steps.iter().rposition(is_move)?;
        let step = self.steps.drain(last..).next()?;
        let after = std::mem::replace(&mut self.position, step.before);
        match step.event {
            Event::Stone(stone) => Some(stone.square),
            // It was the only stone.
            _ => after.setup().stones(Player::White).iter().next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    fn squares(names: &[&str]) -> Vec<Square> {
        names.iter().map(|name| GameName::CONNECT6.grid().parse(name).unwrap()).collect()
    }

    #[test]
    fn the_record_leads_to_the_position() {
        let mut game = PlayedGame::new(GameName::CONNECT6);
        game.place(Player::Black, &squares(&["j10"])).unwrap();
        game.place(Player::Black, &squares(&["k10", "l10", "m10"])).unwrap();
        game.place(Player::White, &squares(&["a1"])).unwrap();
        assert_eq!(game.record().final_setup(), game.position().setup());
        assert_eq!(game.last_mover(), Some(Player::White));
    }

    #[test]
    fn a_turn_is_placed_whole_or_not_at_all() {
        let mut game = PlayedGame::new(GameName::CONNECT6);
        game.place(Player::Black, &squares(&["j10"])).unwrap();
        let before = game.position().setup();
        let fault = game.place(Player::White, &squares(&["k10", "j10"])).unwrap_err();
        assert_eq!(fault.reason, IllegalStone::Occupied);
        assert_eq!((game.position().setup(), game.record().stones().count()), (before, 1));
    }

    #[test]
    fn a_stone_that_was_taken_over_is_given_back() {
        let record = move_list::read("hex3".parse().unwrap(), "b1 swap c3").unwrap();
        let mut game = PlayedGame::from_record(&record).unwrap();
        assert_eq!(
            (game.record(), game.position().setup()),
            (record.clone(), record.final_setup())
        );
        let mut fens = Vec::new();
        while let Some(square) = game.undo() {
            let name = game.position().grid().name(square);
            fens.push(format!("{name} {}", game.position().setup()));
        }
        assert_eq!(fens, ["c3 3/o2/3 b 1", "a2 1x1/3/3 w 1", "b1 3/3/3 b 1"]);
        game.place(Player::Black, &[record.game().grid().parse("b1").unwrap()]).unwrap();
        assert_eq!(game.swap(Player::Black), Err(CannotSwap));
        assert_eq!(game.swap(Player::White), Ok(()));
        assert_eq!(game.last_mover(), Some(Player::White));
    }

    #[test]
    fn stones_are_taken_back_one_by_one_also_those_of_a_record() {
        let record = move_list::read(GameName::CONNECT6, "j10 k11i9 h9j9").unwrap();
        let mut game = PlayedGame::from_record(&record).unwrap();
        assert_eq!(game.record(), record);
        let mut taken = Vec::new();
        while let Some(square) = game.undo() {
            taken.push(square);
        }
        assert_eq!(taken, squares(&["j9", "h9", "i9", "k11", "j10"]));
        assert_eq!(game.position().setup(), Setup::start(GameName::CONNECT6));
    }
}
