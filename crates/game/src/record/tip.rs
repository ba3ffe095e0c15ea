//! The end of a line of play, to which readers add one node after the other.

use super::{Edit, Event, MoveError, NodeId, Record, Stone, check_stone, check_swap};
use crate::{Player, Setup, Square};

/// The last node of a line so far, with the position there. Checking each stone as it comes stops
/// a reader at the first wrong one, however long the text is.
#[derive(Clone, Copy)]
pub(super) struct Tip {
    pub node: NodeId,
    pub setup: Setup,
    /// How many nodes lead here, the root included.
    pub depth: usize,
    stones: usize,
}

impl Tip {
    /// The root of a record in which nothing has happened yet.
    pub fn root(record: &Record) -> Tip {
        Tip { node: record.root(), setup: Setup::start(record.game()), depth: 1, stones: 0 }
    }

    /// Adds a stone of the side to move.
    pub fn play(&mut self, record: &mut Record, square: Square) -> Result<(), MoveError> {
        self.play_stone(record, Stone { player: self.setup.turn.player, square })
    }

    /// Adds a stone of a player who should be to move.
    pub fn play_stone(&mut self, record: &mut Record, stone: Stone) -> Result<(), MoveError> {
        check_stone(&self.setup, stone, self.stones + 1)?;
        self.stones += 1;
        self.add(record, Event::Stone(stone));
        Ok(())
    }

    /// Lets a player take over the only stone.
    pub fn swap(&mut self, record: &mut Record, player: Player) -> Result<(), MoveError> {
        let number = self.stones + 1;
        if player != self.setup.turn.player {
            return Err(MoveError::Swap { number });
        }
        check_swap(record.game(), &self.setup, number)?;
        self.stones = number;
        self.add(record, Event::Swap);
        Ok(())
    }

    /// Adds a node of any kind but an unchecked stone.
    pub fn add(&mut self, record: &mut Record, event: Event) {
        self.node = record.add(self.node, event);
        self.setup = record.after(self.setup, self.node);
        self.depth += 1;
    }

    /// Lets the root begin with an edited position.
    pub fn edit_root(&mut self, record: &mut Record, edit: &Edit) {
        let root = record.root();
        record.node_mut(root).event = Event::Edit(Box::new(*edit));
        self.setup = record.after(self.setup, root);
    }
}
