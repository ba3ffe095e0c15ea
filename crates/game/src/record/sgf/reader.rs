//! From a parsed SGF tree to a record.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{Color, GameTree, SgfNode, SgfParseError};

use super::head::Head;
use super::point::{is_pass, read_area, read_square, read_squares};
use super::scan::{self, Tree};
use super::{Fault, MOST_NODES_DEEP, usual_stones_left};
use crate::record::tip::Tip;
use crate::record::{Edit, Event, Info, Located, Mark, MoveError, Property, Record, Sign, Stone};
use crate::{GameName, Grid, Player, Setup, SquareSet, Turn};

/// Reads one game.
pub(super) fn read_tree(
    text: &str,
    tree: &Tree<'_>,
    game: Option<GameName>,
) -> Result<Record, Located<Fault>> {
    let at = |node: usize| tree.nodes.get(node).copied().unwrap_or(tree.start);
    let fault_of = |node: usize, fault: Fault| {
        let property = fault.property().and_then(|name| scan::find_property(text, at(node), name));
        Located::new(text, property.unwrap_or(at(node)), fault)
    };
    let root = parse(&tree.text).map_err(|fault| fault_of(0, fault))?;
    let head = Head::read(&root, tree.game_number).map_err(|fault| fault_of(0, fault))?;
    let game = head.game(game).map_err(|fault| fault_of(0, fault))?;
    let mut record = Record::new(game.name);
    record.info = info_of(&root);
    let start = Tip::root(&record);
    let mut reader = Reader { record, number: 0, is_guess: game.is_guess };
    let mut read = |node, tip, is_main_line| {
        let number = reader.number;
        let is_root = number == 0;
        let properties = scan::other_properties(text, at(number), is_root);
        reader.node(node, properties, tip, is_main_line).map_err(|fault| fault_of(number, fault))
    };
    let tip = read(&root, start, true)?;
    // Depth first and from left to right: the order in which the text has the nodes.
    let mut line = vec![Level { children: root.children.iter(), tip, is_main_line: true }];
    while let Some(level) = line.last_mut() {
        let Some(node) = level.children.next() else {
            line.pop();
            continue;
        };
        let is_main_line = std::mem::take(&mut level.is_main_line);
        let tip = read(node, level.tip, is_main_line)?;
        line.push(Level { children: node.children.iter(), tip, is_main_line });
    }
    Ok(reader.record)
}

/// The variations behind a node of the line that is being read.
struct Level<'a> {
    children: std::slice::Iter<'a, SgfNode<Prop>>,
    /// The end of the line, to which each of them is added.
    tip: Tip,
    /// Whether the next of them belongs to the main line.
    is_main_line: bool,
}

fn parse(text: &str) -> Result<SgfNode<Prop>, Fault> {
    let trees = sgf_parse::parse(text).map_err(Fault::Parser)?;
    match trees.into_iter().next() {
        Some(GameTree::Unknown(root)) => Ok(root),
        _ => Err(Fault::Parser(SgfParseError::UnexpectedGameType)),
    }
}

fn info_of(root: &SgfNode<Prop>) -> Info {
    let text = |property| simple_text(root, property).unwrap_or_default().to_owned();
    let mut info = Info::default();
    info.players.black = text("PB");
    info.players.white = text("PW");
    info.event = text("EV");
    info.date = text("DT");
    info.place = text("PC");
    info.set_result_from_sgf(&text("RE"));
    info
}

pub(super) fn simple_text<'a>(node: &'a SgfNode<Prop>, property: &str) -> Option<&'a str> {
    match node.get_property(property)? {
        Prop::PB(text)
        | Prop::PW(text)
        | Prop::EV(text)
        | Prop::DT(text)
        | Prop::PC(text)
        | Prop::RE(text)
        | Prop::RU(text) => Some(&text.text),
        Prop::Unknown(_, values) | Prop::Invalid(_, values) => values.first().map(String::as_str),
        _ => None,
    }
}

/// The values of a property that has squares, a colour or a number. The parser keeps lists as
/// sets; sorting makes the result the same each time.
pub(super) fn values(property: &Prop) -> Vec<String> {
    let mut values: Vec<String> = match property {
        Prop::B(value) | Prop::W(value) => return vec![value.clone()],
        Prop::AB(set)
        | Prop::AW(set)
        | Prop::AE(set)
        | Prop::CR(set)
        | Prop::MA(set)
        | Prop::SQ(set)
        | Prop::TR(set) => set.iter().cloned().collect(),
        Prop::LB(set) => {
            set.iter().map(|(square, label)| format!("{square}:{}", label.text)).collect()
        }
        Prop::C(text) => return vec![text.text.clone()],
        Prop::PL(Color::Black) => return vec!["B".to_owned()],
        Prop::PL(Color::White) => return vec!["W".to_owned()],
        Prop::Unknown(_, values) | Prop::Invalid(_, values) => return values.clone(),
        _ => Vec::new(),
    };
    values.sort_unstable();
    values
}

/// What one node of the file says.
#[derive(Default)]
struct Step {
    added: crate::PerPlayer<SquareSet>,
    cleared: SquareSet,
    player: Option<Player>,
    stones_left: Option<u16>,
    stones: Vec<Stone>,
    /// Who takes over the only stone.
    swapped: Option<Player>,
    resigned: Option<Player>,
    comment: String,
    marks: Vec<Mark>,
}

impl Step {
    fn read(node: &SgfNode<Prop>, game: GameName) -> Result<Step, Fault> {
        let grid = game.grid();
        let mut step = Step::default();
        for property in node.properties() {
            let values = values(property);
            match name(property) {
                "B" => step.play("B", Player::Black, grid, &values)?,
                "W" => step.play("W", Player::White, grid, &values)?,
                "AB" => step.added.black |= read_areas("AB", grid, &values)?,
                "AW" => step.added.white |= read_areas("AW", grid, &values)?,
                "AE" => step.cleared |= read_areas("AE", grid, &values)?,
                "PL" => step.player = Some(read_player(&values)?),
                "LEFT" => step.stones_left = Some(read_stones_left(game, &values)?),
                "C" => step.say(&values.concat()),
                "CR" => step.mark("CR", &Sign::Circle, grid, &values)?,
                "MA" => step.mark("MA", &Sign::Cross, grid, &values)?,
                "SQ" => step.mark("SQ", &Sign::Square, grid, &values)?,
                "TR" => step.mark("TR", &Sign::Triangle, grid, &values)?,
                "LB" => step.label(grid, &values)?,
                _ => {}
            }
        }
        step.marks.sort_unstable();
        step.marks.dedup();
        Ok(step)
    }

    fn play(
        &mut self,
        property: &'static str,
        player: Player,
        grid: Grid,
        values: &[String],
    ) -> Result<(), Fault> {
        for value in values {
            match value.trim().to_ascii_lowercase().as_str() {
                "resign" => {
                    self.resigned = Some(player);
                    continue;
                }
                "swap" | "swap-pieces" => {
                    self.swapped = Some(player);
                    continue;
                }
                "swap-sides" => {
                    self.say("swap-sides");
                    continue;
                }
                _ if is_pass(grid, value) => return Err(Fault::Pass { property }),
                _ => {}
            }
            let squares =
                read_squares(grid, value).map_err(|error| Fault::Square { property, error })?;
            self.stones.extend(squares.into_iter().map(|square| Stone { player, square }));
        }
        Ok(())
    }

    fn say(&mut self, comment: &str) {
        if !self.comment.is_empty() && !comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(comment);
    }

    fn mark(
        &mut self,
        property: &'static str,
        sign: &Sign,
        grid: Grid,
        values: &[String],
    ) -> Result<(), Fault> {
        let squares = read_areas(property, grid, values)?;
        self.marks.extend(squares.iter().map(|square| Mark { square, sign: sign.clone() }));
        Ok(())
    }

    fn label(&mut self, grid: Grid, values: &[String]) -> Result<(), Fault> {
        for value in values {
            let (square, label) = value
                .split_once(':')
                .ok_or_else(|| Fault::value("LB", value, "a square, ':' and a text"))?;
            let square = read_square(grid, square)
                .map_err(|error| Fault::Square { property: "LB", error })?;
            self.marks.push(Mark { square, sign: Sign::Label(label.to_owned()) });
        }
        Ok(())
    }

    fn has_edit(&self) -> bool {
        self.player.is_some()
            || self.stones_left.is_some()
            || !(self.added.black | self.added.white | self.cleared).is_empty()
    }

    /// The change of the position, before any stone of the node. `before` is the position so far,
    /// `first_mover` who moves next in a file that does not say so with `PL`.
    fn edit(&self, game: GameName, before: Setup, first_mover: Option<Player>) -> Edit {
        let mut edit = Edit { added: self.added, cleared: self.cleared, turn: None };
        let mut after = before;
        edit.apply(&mut after);
        let stones = after.stones(Player::Black) | after.stones(Player::White);
        let turn_of = |player| Turn {
            player,
            stones_left: self.stones_left.unwrap_or(usual_stones_left(
                game.turn_order(),
                player,
                stones.is_empty(),
            )),
        };
        edit.turn = match (self.player, self.stones_left) {
            (Some(player), _) => Some(turn_of(player)),
            (None, Some(_)) => Some(turn_of(before.turn.player)),
            (None, None) => first_mover.map(turn_of),
        };
        edit
    }
}

fn name(property: &Prop) -> &str {
    match property {
        Prop::B(_) => "B",
        Prop::W(_) => "W",
        Prop::AB(_) => "AB",
        Prop::AW(_) => "AW",
        Prop::AE(_) => "AE",
        Prop::PL(_) => "PL",
        Prop::C(_) => "C",
        Prop::CR(_) => "CR",
        Prop::MA(_) => "MA",
        Prop::SQ(_) => "SQ",
        Prop::TR(_) => "TR",
        Prop::LB(_) => "LB",
        Prop::Unknown(name, _) | Prop::Invalid(name, _) => name,
        _ => "",
    }
}

fn read_areas(property: &'static str, grid: Grid, values: &[String]) -> Result<SquareSet, Fault> {
    let mut squares = SquareSet::EMPTY;
    for value in values {
        squares |= read_area(grid, value).map_err(|error| Fault::Square { property, error })?;
    }
    Ok(squares)
}

fn read_player(values: &[String]) -> Result<Player, Fault> {
    let value = values.concat();
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Player::Black),
        "w" | "white" | "2" => Ok(Player::White),
        _ => Err(Fault::value("PL", &value, "B or W")),
    }
}

fn read_stones_left(game: GameName, values: &[String]) -> Result<u16, Fault> {
    let value = values.concat();
    let order = game.turn_order();
    match value.trim().parse() {
        Ok(count) if (1..=order.first.max(order.later)).contains(&count) => Ok(count),
        _ => Err(Fault::value("LEFT", &value, "a number of stones of one turn")),
    }
}

struct Reader {
    record: Record,
    /// How many nodes of the file have been read.
    number: usize,
    /// Whether nobody has said which game it is.
    is_guess: bool,
}

impl Reader {
    /// Adds what a node of the file says: perhaps an edit, then the stones one by one. Comment
    /// and marks go to the last of these, and so does what is not interpreted, unless it is said
    /// of the whole game. Returns the end of the line.
    fn node(
        &mut self,
        node: &SgfNode<Prop>,
        properties: Vec<Property>,
        mut tip: Tip,
        is_main_line: bool,
    ) -> Result<Tip, Fault> {
        let record = &mut self.record;
        let game = record.game();
        let is_root = self.number == 0;
        self.number += 1;
        let step = Step::read(node, game)?;
        let has_edit = step.has_edit();
        if has_edit && is_root {
            // A position from which somebody moves without `PL`: that is whose turn it is.
            let has_stones = !(step.added.black | step.added.white).is_empty();
            let first_mover = has_stones.then(|| first_mover(node));
            tip.edit_root(record, &step.edit(game, tip.setup, first_mover));
        } else if has_edit {
            tip.add(record, Event::Edit(Box::new(step.edit(game, tip.setup, None))));
        } else if step.stones.is_empty() && step.swapped.is_none() && !is_root {
            tip.add(record, Event::Nothing);
        }
        for &stone in &step.stones {
            tip.play_stone(record, stone).map_err(|error| match error {
                MoveError::WrongPlayer { number: 3, .. } if self.is_guess => {
                    Fault::OneStoneATurn { error, board: game.grid().into() }
                }
                error => Fault::Stone(error),
            })?;
        }
        if let Some(player) = step.swapped {
            tip.swap(record, player)?;
        }
        if tip.depth > MOST_NODES_DEEP {
            return Err(Fault::TooDeep);
        }
        let has_result = record.info.result.is_some();
        if let Some(player) = step.resigned.filter(|_| is_main_line && !has_result) {
            record.info.resign(player);
        }
        let last = record.node_mut(tip.node);
        last.comment = step.comment;
        last.marks = step.marks;
        let owner = if is_root { record.root() } else { tip.node };
        record.node_mut(owner).properties = properties;
        Ok(tip)
    }
}

/// Who places the first stone of the main line, or Black if nobody does.
fn first_mover(root: &SgfNode<Prop>) -> Player {
    let mover = |property: &Prop| match name(property) {
        "B" => Some(Player::Black),
        "W" => Some(Player::White),
        _ => None,
    };
    root.main_variation().flat_map(SgfNode::properties).find_map(mover).unwrap_or(Player::Black)
}
