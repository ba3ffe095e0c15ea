//! A game in progress, of which stones can be taken back.

use sixfold_connect::{GeneralPosition, Geometry, ReplayError};
use sixfold_game::record::{Edit, Event, SquareOnGrid, Stone};
use sixfold_game::{
    ConnectRules, Game, GameName, IllegalStone, Player, Record, Setup, Square, Turn,
};
use thiserror::Error;

/// A game in progress. Unlike in a game by the rules, a player may be given a turn that is not his:
/// other programs set up positions so.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    start: Setup,
    position: GeneralPosition,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    before: GeneralPosition,
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

impl PlayedGame {
    /// A game of Connect6 before the first stone.
    #[must_use]
    pub fn connect6() -> PlayedGame {
        let geometry = Geometry::new(ConnectRules::CONNECT6);
        PlayedGame {
            start: Setup::start(GameName::CONNECT6),
            position: GeneralPosition::start(geometry.into()),
            steps: Vec::new(),
        }
    }

    /// The main line of a record.
    pub fn from_record(record: &Record) -> Result<PlayedGame, ReplayError> {
        let start = record.first_setup();
        let root = Record::from_setup(record.game(), &start);
        let position = GeneralPosition::replay(&root)?;
        let mut game = PlayedGame { start, position, steps: Vec::new() };
        for id in record.main_line().skip(1) {
            let event = &record.node(id).event;
            let before = game.position.clone();
            match *event {
                Event::Nothing => continue,
                Event::Stone(Stone { square, .. }) => {
                    game.position.try_play(square).map_err(|reason| ReplayError::Stone {
                        number: before.history().len() + 1,
                        square: SquareOnGrid { grid: before.grid(), square },
                        reason,
                    })?;
                }
                Event::Edit(_) => {
                    let geometry = before.geometry().clone();
                    game.position = GeneralPosition::from_setup(geometry, &record.setup_at(id))?;
                }
            }
            game.steps.push(Step { before, event: event.clone() });
        }
        Ok(game)
    }

    /// A game before the first stone.
    pub fn new(game: GameName) -> Result<PlayedGame, ReplayError> {
        PlayedGame::from_record(&Record::new(game))
    }

    /// A game that begins with a position.
    pub fn from_setup(game: GameName, setup: &Setup) -> Result<PlayedGame, ReplayError> {
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
    pub fn position(&self) -> &GeneralPosition {
        &self.position
    }

    /// Who has placed the last stone.
    #[must_use]
    pub fn last_mover(&self) -> Option<Player> {
        self.steps.iter().rev().find_map(|step| match step.event {
            Event::Stone(stone) => Some(stone.player),
            _ => None,
        })
    }

    /// Places stones of a player, whose turn it becomes if it is not: all of them or, if one cannot
    /// be placed, none.
    pub fn place(&mut self, player: Player, squares: &[Square]) -> Result<(), CannotPlace> {
        let (steps, before) = (self.steps.len(), self.position.clone());
        for &square in squares {
            self.give_turn(player);
            let step = Step {
                before: self.position.clone(),
                event: Event::Stone(Stone { player, square }),
            };
            if let Err(reason) = self.position.try_play(square) {
                self.steps.truncate(steps);
                self.position = before;
                return Err(CannotPlace { square, reason });
            }
            self.steps.push(step);
        }
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
        self.steps.push(Step { before: self.position.clone(), event });
        self.position.set_turn(turn);
    }

    /// Takes back the last stone, and says where it was.
    pub fn undo(&mut self) -> Option<Square> {
        let last = self.steps.iter().rposition(|step| matches!(step.event, Event::Stone(_)))?;
        let step = self.steps.drain(last..).next()?;
        self.position = step.before;
        match step.event {
            Event::Stone(stone) => Some(stone.square),
            _ => None,
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
        let mut game = PlayedGame::connect6();
        game.place(Player::Black, &squares(&["j10"])).unwrap();
        game.place(Player::Black, &squares(&["k10", "l10", "m10"])).unwrap();
        game.place(Player::White, &squares(&["a1"])).unwrap();
        assert_eq!(game.record().final_setup(), game.position().setup());
        assert_eq!(game.last_mover(), Some(Player::White));
    }

    #[test]
    fn a_turn_is_placed_whole_or_not_at_all() {
        let mut game = PlayedGame::connect6();
        game.place(Player::Black, &squares(&["j10"])).unwrap();
        let before = game.position().setup();
        let fault = game.place(Player::White, &squares(&["k10", "j10"])).unwrap_err();
        assert_eq!(fault.reason, IllegalStone::Occupied);
        assert_eq!((game.position().setup(), game.record().stones().count()), (before, 1));
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
