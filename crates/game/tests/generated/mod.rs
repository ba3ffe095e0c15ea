//! Random legal records.

use std::fmt::Debug;

use proptest::prelude::*;
use sixfold_game::record::{Edit, Event, Info, Mark, NodeId, Property, Sign, Stone};
use sixfold_game::{GameName, PerPlayer, Player, Record, Setup, Square, SquareSet, Turn};

/// Steps from which a legal record of any game is grown.
#[derive(Clone, Debug)]
pub struct Ops {
    steps: Vec<Step>,
    info: [String; 5],
}

#[derive(Clone, Debug)]
struct Step {
    parent: prop::sample::Index,
    squares: [prop::sample::Index; 4],
    kind: u8,
    comment: String,
    label: String,
    properties: Vec<(usize, Vec<String>)>,
}

/// Names of properties that are not interpreted, at the root or elsewhere.
const OTHER: [&str; 8] = ["N", "SO", "GN", "BL", "KO", "XX", "X1", "LONGNAMEOFAPROPERTY"];

/// Values as they stand between brackets.
const VALUE: &str = r"([a-cB\[:;(){}先手😀\n\r\t ]|\\[\]\\:a\n先]){0,6}";

/// Any text that a file can hold, with all characters that mean something to some format.
const TEXT: &str = r"[a-cB\\\]\[:;(){}先手😀\n\r\t ]{0,8}";

impl Ops {
    pub fn strategy() -> impl Strategy<Value = Ops> {
        let squares = any::<[prop::sample::Index; 4]>();
        let property = (0..OTHER.len(), prop::collection::vec(VALUE, 1..3));
        let properties = prop::collection::vec(property, 0..2);
        let step = (any::<prop::sample::Index>(), squares, any::<u8>(), TEXT, TEXT, properties)
            .prop_map(|(parent, squares, kind, comment, label, properties)| Step {
                parent,
                squares,
                kind,
                comment,
                label,
                properties,
            });
        let info = [TEXT, TEXT, TEXT, TEXT, TEXT];
        (prop::collection::vec(step, 0..30), info).prop_map(|(steps, info)| Ops { steps, info })
    }

    /// A tree with variations, comments, marks and edited positions anywhere.
    pub fn tree(&self, game: GameName) -> Record {
        self.grow(game, |tree, parent, step| {
            if step.kind.is_multiple_of(8) {
                tree.edit(parent, step)
            } else if step.kind % 8 == 1 {
                tree.add(parent, Event::Nothing)
            } else if step.kind % 8 == 2 && tree.can_swap(parent) {
                tree.add(parent, Event::Swap)
            } else {
                tree.stone(parent, step.squares[0])
            }
        })
    }

    /// A tree in which all these are found at the ends of turns only.
    pub fn tree_of_turns(&self, game: GameName) -> Record {
        self.grow(game, |tree, parent, step| {
            if step.kind.is_multiple_of(8) {
                tree.edit(parent, step)
            } else if step.kind % 8 == 1 {
                tree.add(parent, Event::Nothing)
            } else if step.kind % 8 == 2 && tree.can_swap(parent) {
                tree.add(parent, Event::Swap)
            } else {
                let stones = tree.setups[parent].turn.stones_left as usize;
                if tree.empty_squares(parent).len() < stones {
                    return parent;
                }
                let choices = step.squares.iter().cycle().take(stones);
                choices.fold(parent, |tip, &choice| tree.stone(tip, choice))
            }
        })
    }

    fn grow(&self, game: GameName, next: impl Fn(&mut Tree, usize, &Step) -> usize) -> Record {
        let mut tree = Tree::new(game);
        let [black, white, event, date, place] = self.info.clone();
        tree.record.info =
            Info { players: PerPlayer { black, white }, event, date, place, ..Info::default() };
        // Where the last node is a turn's end, growing goes on there or at an earlier such place.
        let mut ends = vec![0];
        for (number, step) in self.steps.iter().enumerate() {
            let last = ends.len() - 1;
            let parent =
                if step.kind < 100 { ends[step.parent.index(ends.len())] } else { ends[last] };
            if number == 0 && step.kind.is_multiple_of(3) {
                tree.edit_root(step);
            } else {
                ends.push(next(&mut tree, parent, step));
            }
            tree.annotate(ends[ends.len() - 1], step);
        }
        tree.record
    }

    /// Nothing but stones, one after the other; in Hex the first may be taken over.
    pub fn line(&self, game: GameName) -> Record {
        let mut tree = Tree::new(game);
        for (tip, step) in self.steps.iter().enumerate() {
            if tree.empty_squares(tip).is_empty() {
                break;
            }
            if step.kind.is_multiple_of(2) && tree.can_swap(tip) {
                tree.add(tip, Event::Swap);
            } else {
                tree.stone(tip, step.squares[0]);
            }
        }
        tree.record
    }
}

struct Tree {
    record: Record,
    nodes: Vec<NodeId>,
    setups: Vec<Setup>,
}

impl Tree {
    fn new(game: GameName) -> Tree {
        let record = Record::new(game);
        Tree { nodes: vec![record.root()], setups: vec![Setup::start(game)], record }
    }

    fn add(&mut self, parent: usize, event: Event) -> usize {
        let mut setup = self.setups[parent];
        match &event {
            Event::Nothing => {}
            Event::Stone(stone) => {
                setup.set(stone.square, Some(stone.player));
                setup.turn = setup.turn.after_stone(self.record.game().turn_order());
            }
            Event::Edit(edit) => apply(edit, &mut setup),
            Event::Swap => take_over(&mut setup),
        }
        self.nodes.push(self.record.add(self.nodes[parent], event));
        self.setups.push(setup);
        self.nodes.len() - 1
    }

    fn can_swap(&self, node: usize) -> bool {
        let setup = &self.setups[node];
        let (grid, black) = (setup.grid(), setup.stones(Player::Black));
        matches!(self.record.game(), GameName::Hex(_))
            && grid.rows() == grid.columns()
            && black.len() == 1
            && setup.stones(Player::White).is_empty()
            && setup.turn.player == Player::White
    }

    fn empty_squares(&self, node: usize) -> Vec<Square> {
        let setup = &self.setups[node];
        setup.grid().squares().filter(|&square| setup.stone(square).is_none()).collect()
    }

    /// A stone of the side to move on some empty square, if there is one.
    fn stone(&mut self, parent: usize, choice: prop::sample::Index) -> usize {
        let empty = self.empty_squares(parent);
        if empty.is_empty() {
            return parent;
        }
        let square = empty[choice.index(empty.len())];
        let player = self.setups[parent].turn.player;
        self.add(parent, Event::Stone(Stone { player, square }))
    }

    fn some_edit(&self, step: &Step, has_turn: bool) -> Edit {
        let game = self.record.game();
        let len = game.grid().len();
        let [a, b, c, d] = step.squares.map(|choice| Square::from_index(choice.index(len)));
        let order = game.turn_order();
        let most = order.first.max(order.later) as usize;
        let turn = Turn {
            player: Player::BOTH[step.parent.index(2)],
            stones_left: 1 + step.parent.index(most) as u16,
        };
        Edit {
            added: PerPlayer {
                black: [a, b].into_iter().collect(),
                white: [b, c].into_iter().collect(),
            },
            cleared: if step.kind.is_multiple_of(2) {
                SquareSet::EMPTY
            } else {
                [c, d].into_iter().collect()
            },
            turn: has_turn.then_some(turn),
        }
    }

    fn edit(&mut self, parent: usize, step: &Step) -> usize {
        let edit = self.some_edit(step, step.kind.is_multiple_of(16));
        self.add(parent, Event::Edit(Box::new(edit)))
    }

    /// Begins with a position; such a root always says whose turn it is.
    fn edit_root(&mut self, step: &Step) {
        let edit = self.some_edit(step, true);
        apply(&edit, &mut self.setups[0]);
        self.record.node_mut(self.nodes[0]).event = Event::Edit(Box::new(edit));
    }

    fn annotate(&mut self, node: usize, step: &Step) {
        let len = self.record.game().grid().len();
        let signs = [Sign::Circle, Sign::Cross, Sign::Square, Sign::Label(step.label.clone())];
        let mut marks: Vec<Mark> = signs
            .into_iter()
            .zip(&step.squares)
            .filter(|_| step.kind.is_multiple_of(5))
            .map(|(sign, choice)| Mark { square: Square::from_index(choice.index(len)), sign })
            .collect();
        marks.sort();
        let node = self.record.node_mut(self.nodes[node]);
        node.comment.clone_from(&step.comment);
        node.marks = marks;
        let properties = step.properties.iter();
        node.properties = properties
            .map(|(name, values)| Property::new(OTHER[*name], values).expect("it is escaped"))
            .collect();
    }
}

/// Black's only stone becomes White's, with its letter and its number exchanged.
fn take_over(setup: &mut Setup) {
    let grid = setup.grid();
    let taken = setup.stones(Player::Black).iter().next().expect("there is a stone");
    setup.set(taken, None);
    let image = grid.reflected(taken).expect("the sides are equal");
    setup.set(image, Some(Player::White));
    setup.turn.player = Player::Black;
}

fn apply(edit: &Edit, setup: &mut Setup) {
    edit.cleared.iter().for_each(|square| setup.set(square, None));
    for player in Player::BOTH {
        edit.added[player].iter().for_each(|square| setup.set(square, Some(player)));
    }
    setup.turn = edit.turn.unwrap_or(setup.turn);
}

/// Names and places as contests write them: words of characters that GB2312 has.
#[derive(Clone, Debug)]
pub struct PlainText([String; 5]);

impl PlainText {
    pub fn strategy() -> impl Strategy<Value = PlainText> {
        let words = "([A-Za-z;(){},六子棋先手]{1,5}( [A-Z六子棋0-9]{1,4}){0,2})?";
        let date = "([0-9]{4}[.-][0-9]{2}( [0-9]{2}:[0-9]{2})?)?";
        (words, words, words, date, words).prop_map(|(a, b, c, d, e)| PlainText([a, b, c, d, e]))
    }

    pub fn fill(self, info: &mut Info) {
        let [black, white, event, date, place] = self.0;
        let players = PerPlayer { black, white };
        *info = Info { players, event, date, place, ..Info::default() };
    }
}
