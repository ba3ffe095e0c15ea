//! Trees of variations that go into a library: turns become moves, and what the annotator says is kept.
//! What he says in the middle of a turn is said of the position after it.

use sixfold_game::record::{Event, NodeId, Record};
use sixfold_game::{Setup, SquareSet};

use crate::book::turned_marks;
use crate::journal::Keeping;
use crate::writing::{Done, Writing};
use crate::{Library, LibraryError, Problem, Statistics};

impl Library {
    /// Adds a tree of variations with its comments and marks, in one step. It counts as no game.
    pub fn paste(&mut self, record: &Record) -> Result<(), LibraryError> {
        self.write(Keeping::Step, |writing| {
            add_tree(writing, record)?;
            Ok(Done { title: "variations pasted".to_string(), answer: () })
        })
    }
}

/// Whether a record is more than a game.
pub(crate) fn is_annotated(record: &Record) -> bool {
    let mut open = vec![record.root()];
    while let Some(id) = open.pop() {
        let node = record.node(id);
        if node.children().len() > 1 || !node.comment.is_empty() || !node.marks.is_empty() {
            return true;
        }
        open.extend(node.children());
    }
    false
}

/// Whether a record has variations.
pub(crate) fn has_variations(record: &Record) -> bool {
    let mut open = vec![record.root()];
    while let Some(id) = open.pop() {
        let children = record.node(id).children();
        if children.len() > 1 {
            return true;
        }
        open.extend(children);
    }
    false
}

/// A node that is to be added, and how it was reached.
struct Step {
    node: NodeId,
    /// The position at the beginning of the turn.
    before: Setup,
    /// The stones of the turn so far.
    turn: SquareSet,
    /// What was said in the middle of the turn.
    said: String,
}

pub(crate) fn add_tree(writing: &mut Writing<'_>, record: &Record) -> Result<(), Problem> {
    if record.game() != writing.book.game {
        return Err(Problem::OtherGame(record.game()));
    }
    let start = Setup::start(record.game());
    let said = String::new();
    let mut open = vec![Step { node: record.root(), before: start, turn: SquareSet::EMPTY, said }];
    while let Some(step) = open.pop() {
        let next = add_node(writing, record, step)?;
        for &child in record.node(next.node).children().iter().rev() {
            open.push(Step { node: child, said: next.said.clone(), ..next });
        }
    }
    Ok(())
}

/// Adds a node, and says how its children are reached.
fn add_node(writing: &mut Writing<'_>, record: &Record, step: Step) -> Result<Step, Problem> {
    let Step { node: id, mut before, mut turn, mut said } = step;
    let node = record.node(id);
    if !node.comment.is_empty() {
        said = joined(&said, &node.comment);
    }
    match &node.event {
        Event::Nothing => {}
        Event::Stone(stone) => turn.insert(stone.square),
        Event::Edit(_) | Event::Swap => {
            before = record.setup_at(id);
            turn = SquareSet::EMPTY;
        }
    }
    let is_whole = turn.len() == usize::from(before.turn.stones_left);
    if is_whole {
        let placed = writing.book.placed_unchecked(&before)?;
        writing.add_move(&placed.canonical, placed.inwards.images(turn), Statistics::default())?;
        before = writing.book.after(&before, turn);
        turn = SquareSet::EMPTY;
    }
    if turn.is_empty() && (!said.is_empty() || !node.marks.is_empty()) {
        annotate(writing, &before, &said, record, id)?;
        said.clear();
    }
    Ok(Step { node: id, before, turn, said })
}

/// Adds what is said of a position to what is said there already.
fn annotate(
    writing: &mut Writing<'_>,
    position: &Setup,
    said: &str,
    record: &Record,
    id: NodeId,
) -> Result<(), Problem> {
    let game = writing.book.game;
    let placed = writing.book.placed_unchecked(position)?;
    let cells = writing.book.symmetries.cells();
    let number = writing.position(&placed.canonical)?;
    let mut marks = writing.row(number)?.marks(game)?;
    let on_board = record.node(id).marks.iter().filter(|mark| cells.contains(mark.square));
    let news = turned_marks(&on_board.cloned().collect::<Vec<_>>(), &placed.inwards);
    marks.extend(news);
    marks.sort_unstable();
    marks.dedup();
    writing.change(number, |row| {
        row.comment = joined(&row.comment, said);
        row.set_marks(game, &marks);
    })
}

/// Two texts one below the other, unless the first says the second already.
pub(crate) fn joined(first: &str, second: &str) -> String {
    let second = second.trim_end();
    match (first.is_empty(), first.contains(second)) {
        (true, _) => second.to_string(),
        (false, true) => first.to_string(),
        (false, false) => format!("{first}\n{second}"),
    }
}
