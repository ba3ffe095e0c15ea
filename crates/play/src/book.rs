//! Opening books: turns to play without thinking, from the variations of game records.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::{Geometry, Position, ReplayError, SegmentState, Symmetry, connect_rules};
use sixfold_game::record::{Event, NodeId};
use sixfold_game::{Game, GameName, Player, Record, Setup, Square};
use sixfold_solve::Stones;

/// Turns by position. Positions that are the same up to a symmetry of the board share an entry.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{GameName, record::move_list};
/// use sixfold_play::book::Book;
///
/// let line = move_list::read(GameName::CONNECT6, "j10 j9k12 l11k13").unwrap();
/// let book = Book::new(&[line]).unwrap();
/// let mirrored = move_list::read(GameName::CONNECT6, "j10 j9i12").unwrap();
/// let position = Connect6Position::replay(&mirrored).unwrap();
/// let answer = book.turn(&position).unwrap();
/// assert_eq!(position.grid().names(answer), ["h11", "i13"]);
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    game: GameName,
    turns: HashMap<Setup, Stones>,
}

/// A place in a record from which its variations are followed.
struct Walk {
    node: NodeId,
    /// The position at the beginning of the turn.
    begin: Setup,
    /// The position now.
    now: Setup,
    /// The stones of the turn so far.
    stones: Stones,
}

impl Book {
    /// The book of all variations of these records, which must be of one game. Where they differ, what
    /// comes first counts: the main line of a record, and records before others.
    pub fn new(records: &[Record]) -> Result<Book, ReplayError> {
        let game = records.first().map_or(GameName::CONNECT6, Record::game);
        let geometry = Arc::new(Geometry::new(connect_rules(game)?));
        let mut book = Book { game, turns: HashMap::new() };
        for record in records.iter().filter(|record| record.game() == game) {
            book.add(record, &geometry);
        }
        Ok(book)
    }

    fn add(&mut self, record: &Record, geometry: &Geometry) {
        let start = Setup::start(self.game);
        let root = Walk { node: record.root(), begin: start, now: start, stones: Stones::new() };
        let mut open = vec![root];
        while let Some(mut walk) = open.pop() {
            match &record.node(walk.node).event {
                Event::Nothing => {}
                Event::Edit(_) | Event::Swap => {
                    walk.now = record.setup_at(walk.node);
                    walk.begin = walk.now;
                    walk.stones.clear();
                }
                Event::Stone(stone) => {
                    walk.now.set(stone.square, Some(stone.player));
                    walk.now.turn = walk.now.turn.after_stone(self.game.turn_order());
                    walk.stones.push(stone.square);
                    if walk.now.turn.player != walk.begin.turn.player {
                        self.insert(&walk, geometry);
                        walk.begin = walk.now;
                        walk.stones.clear();
                    }
                }
            }
            // The main line is the first child: it has to come off the stack first.
            let children = record.node(walk.node).children().iter().rev();
            open.extend(children.map(|&node| Walk { node, stones: walk.stones.clone(), ..walk }));
        }
    }

    fn insert(&mut self, walk: &Walk, geometry: &Geometry) {
        let (setup, symmetry) = canonical(&walk.begin, geometry);
        let image = walk.stones.iter().map(|&square| symmetry.image(square)).collect();
        self.turns.entry(setup).or_insert(image);
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The turn to play in a position, if the book knows it.
    #[must_use]
    pub fn turn<S: SegmentState>(&self, position: &Position<S>) -> Option<Stones> {
        if position.name() != self.game {
            return None;
        }
        let (setup, symmetry) = canonical(&position.setup(), position.geometry());
        let image = self.turns.get(&setup)?;
        let original =
            |square: &Square| position.grid().squares().find(|&s| symmetry.image(s) == *square);
        image.iter().map(original).collect()
    }
}

/// The one representative of all positions like this one, and the symmetry that leads to it.
fn canonical<'a>(setup: &Setup, geometry: &'a Geometry) -> (Setup, &'a Symmetry) {
    let images = geometry.symmetries().iter().map(|symmetry| {
        let image = setup.mapped(|square| symmetry.image(square));
        (image, symmetry)
    });
    let key = |image: &Setup| Player::BOTH.map(|player| image.stones(player));
    images.min_by_key(|(image, _)| key(image)).unwrap_or((*setup, &geometry.symmetries()[0]))
}

#[cfg(test)]
mod tests {
    use sixfold_connect::Connect6Position;
    use sixfold_game::record::move_list;

    use super::*;

    fn record(moves: &str) -> Record {
        move_list::read(GameName::CONNECT6, moves).unwrap()
    }

    #[test]
    fn what_comes_first_counts() {
        let book = Book::new(&[record("j10 k11i9 h9j9"), record("j10 k11i9 a1a2 b1b2")]).unwrap();
        let position = Connect6Position::replay(&record("j10 k11i9")).unwrap();
        let names = position.grid().names(book.turn(&position).unwrap());
        assert_eq!(names, ["h9", "j9"]);
        assert_eq!(book.len(), 4);
    }

    #[test]
    fn an_unfinished_turn_and_an_unknown_position_have_no_answer() {
        let book = Book::new(&[record("j10 k11i9 h9")]).unwrap();
        for moves in ["j10 k11i9", "j10 a1a2"] {
            let position = Connect6Position::replay(&record(moves)).unwrap();
            assert_eq!(book.turn(&position), None, "{moves}");
        }
    }
}
