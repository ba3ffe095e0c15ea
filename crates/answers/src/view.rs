//! What there is to see of a position: the board, and the threats of both sides.

use std::ops::ControlFlow;

use serde::Serialize;
use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{
    DefenceKind, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::record::move_list;
use sixfold_game::{
    ConnectRules, Extent, Game, GameName, Lattice, Outcome, PerPlayer, Player, Record, SquareSet,
};
use utoipa::ToSchema;

use crate::AskError;
use crate::hex::{self, HexView};

/// What there is to see of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct View {
    /// The game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The moves that lead to it, if it began with the empty board.
    pub moves: Option<String>,
    /// The board.
    pub board: BoardView,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The side to move.
    pub to_move: Player,
    /// The stones that it still has to place.
    pub stones_left: u16,
    /// How the game has ended.
    pub outcome: Option<Ended>,
    /// The stones in a row, or the chain of Hex, with which it was won.
    pub winning_line: Vec<String>,
    /// The threats of both sides; none once the game is over.
    pub threats: PerPlayer<Threats>,
    /// The stones of the last turn.
    pub last_turn: Vec<String>,
    /// In Hex: connections instead of threats; none once the game is over.
    pub hex: Option<HexView>,
}

/// The board of a game, and its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// The shape of its cells.
    pub lattice: Cells,
    /// Its columns.
    pub columns: u8,
    /// Its rows.
    pub rows: u8,
    /// The stones of a turn.
    pub stones_per_turn: u16,
    /// The stones of Black's first turn.
    pub first_turn: u16,
    /// The stones in a row that win; 0 in Hex.
    pub in_a_row: u8,
}

/// The shape of the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cells {
    /// Squares.
    Square,
    /// Hexagons.
    Hexagonal,
    /// Hexagons in a rhombus whose sides belong to the players: Hex.
    Rhombus,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Black has won.
    Black,
    /// White has won.
    White,
    /// Nobody has won.
    Draw,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        match outcome {
            Outcome::Win(Player::Black) => Ended::Black,
            Outcome::Win(Player::White) => Ended::White,
            Outcome::Draw => Ended::Draw,
        }
    }
}

impl BoardView {
    fn new(rules: ConnectRules) -> BoardView {
        BoardView {
            lattice: match rules.lattice() {
                Lattice::Square { .. } => Cells::Square,
                Lattice::Hexagonal { .. } => Cells::Hexagonal,
            },
            columns: rules.grid().columns(),
            rows: rules.grid().rows(),
            stones_per_turn: rules.stones_per_turn(),
            first_turn: rules.first_stones(),
            in_a_row: rules.in_a_row(),
        }
    }
}

/// What there is to see of the position at the end of the main line.
pub fn view(record: &Record) -> Result<View, AskError> {
    if let GameName::Hex(_) = record.game() {
        return hex::view(record);
    }
    Ok(if LinePlanes::serve(connect_rules(record.game())?) {
        View::new(&Position::<LinePlanes>::replay(record)?, record)
    } else {
        View::new(&Position::<SegmentCounts>::replay(record)?, record)
    })
}

impl View {
    fn new<S: SegmentState>(position: &Position<S>, record: &Record) -> View {
        let grid = position.grid();
        let setup = position.setup();
        let outcome = position.outcome();
        let threats = |player| match outcome {
            None => Threats::of(position, player),
            Some(_) => Threats::default(),
        };
        View {
            game: position.name().to_string(),
            fen: setup.to_string(),
            moves: move_list::write(record).ok(),
            board: BoardView::new(position.geometry().rules()),
            black: grid.names(setup.stones(Player::Black).iter()),
            white: grid.names(setup.stones(Player::White).iter()),
            to_move: setup.turn.player,
            stones_left: setup.turn.stones_left,
            outcome: outcome.map(Ended::from),
            winning_line: match outcome {
                Some(Outcome::Win(winner)) => grid.names(winning_stones(position, winner).iter()),
                _ => Vec::new(),
            },
            threats: PerPlayer::from_fn(threats),
            last_turn: grid.names(position.last_move().iter()),
            hex: None,
        }
    }
}

/// The stones of all completed segments.
fn winning_stones<S: SegmentState>(position: &Position<S>, winner: Player) -> SquareSet {
    let geometry = position.geometry();
    let is_complete =
        |&segment: &_| usize::from(position.segment_counts(segment)[winner]) == geometry.in_a_row();
    let complete = geometry.segments().filter(is_complete);
    complete.flat_map(|segment| geometry.segment_squares(segment).iter().copied()).collect()
}

/// The stones whose threats may reach beyond the window of an unbounded board, where they are not
/// seen.
#[must_use]
pub fn stones_near_edge<S: SegmentState>(position: &Position<S>) -> Vec<String> {
    let geometry = position.geometry();
    match geometry.rules().extent() {
        Extent::Whole => Vec::new(),
        Extent::Window => {
            let stones = *position.stones(Player::Black) | *position.stones(Player::White);
            geometry.grid().names(stones.iter().filter(|&square| !geometry.is_inner(square)))
        }
    }
}

/// What a player threatens.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
pub struct Threats {
    /// How many stones it takes to block everything.
    pub number: u16,
    /// Whether `number` is exact.
    pub certainty: Certainty,
    /// Whether `number` stands for any number from there on, more than a turn can block.
    pub unstoppable: bool,
    /// Whether the player could win at once if it were his turn.
    pub can_complete: bool,
    /// The segments that threaten.
    pub segments: Vec<Vec<String>>,
    /// Defences with as few stones as possible.
    pub normal_defences: Vec<Vec<String>>,
    /// Defences with more stones, none of which can be left out.
    pub relaxed_defences: Vec<Vec<String>>,
    /// Whether there are more defences than are listed.
    pub more_defences: bool,
    /// The lines by what they hold, the strongest first.
    pub shapes: Vec<Shape>,
}

/// Whether a number of threats is exact, or a lower bound of one that takes too long to find.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Exact.
    #[default]
    Exactly,
    /// A lower bound.
    AtLeast,
}

/// So many lines hold a live-l or dead-l.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Shape {
    /// Such as `live-3`.
    pub name: String,
    /// The number of lines.
    pub lines: usize,
}

/// More defences of a kind than this are not listed.
const MOST_DEFENCES: usize = 500;
/// Looking for defences ends after so many steps.
const MOST_STEPS: u64 = 100_000;

impl Threats {
    /// What a player threatens in a position.
    #[must_use]
    pub fn of<S: SegmentState>(position: &Position<S>, player: Player) -> Threats {
        let grid = position.grid();
        let exact_number = position.exact_threat_number(player);
        let number = exact_number.lower_bound();
        let mut threats = Threats {
            number,
            certainty: match exact_number {
                HittingNumber::Exactly(_) => Certainty::Exactly,
                HittingNumber::AtLeast(_) => Certainty::AtLeast,
            },
            unstoppable: number > position.geometry().rules().stones_per_turn(),
            can_complete: position.can_complete(player),
            shapes: shapes(position, player),
            ..Threats::default()
        };
        if number == 0 {
            return threats;
        }
        let squares = |segment| position.geometry().segment_squares(segment).iter().copied();
        threats.segments =
            position.threat_segments(player).into_iter().map(|s| grid.names(squares(s))).collect();
        if threats.certainty == Certainty::Exactly && !threats.unstoppable {
            threats.list_defences(position, player);
        }
        threats
    }

    /// Lists the defences, the normal ones first, since both lists together have an end.
    fn list_defences<S: SegmentState>(&mut self, position: &Position<S>, attacker: Player) {
        let grid = position.grid();
        let mut list = |most_stones, kind| {
            let mut defences = Vec::new();
            let flow = position.visit_critical_defences(
                attacker.opponent(),
                most_stones,
                MOST_STEPS,
                &mut |squares| {
                    if defences.len() == MOST_DEFENCES {
                        return ControlFlow::Break(());
                    }
                    if DefenceKind::of(squares.len(), self.number) == kind {
                        defences.push(grid.names(squares.iter().copied()));
                    }
                    ControlFlow::Continue(())
                },
            );
            self.more_defences |= flow.is_break();
            defences
        };
        let normal = list(self.number, DefenceKind::Normal);
        let relaxed = list(position.geometry().rules().stones_per_turn(), DefenceKind::Relaxed);
        (self.normal_defences, self.relaxed_defences) = (normal, relaxed);
    }
}

/// Counts the lines by their shape, strongest first. A live-l counts as nothing else; weak shapes,
/// with fewer than two stones, are left out.
fn shapes<S: SegmentState>(position: &Position<S>, player: Player) -> Vec<Shape> {
    let of_line = |line| position.line_shape(line, player);
    let all: Vec<_> = position.geometry().lines().map(of_line).collect();
    let mut shapes = Vec::new();
    for strength in (2..=position.geometry().rules().in_a_row()).rev() {
        let live = all.iter().filter(|shape| shape.live == strength).count();
        let dead = all.iter().filter(|s| s.dead == strength && s.live < strength).count();
        for (kind, lines) in [("live", live), ("dead", dead)] {
            if lines > 0 {
                shapes.push(Shape { name: format!("{kind}-{strength}"), lines });
            }
        }
    }
    shapes
}
