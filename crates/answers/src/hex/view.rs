//! What there is to see of a position of Hex: connections instead of threats.

use serde::Serialize;
use sixfold_game::record::move_list;
use sixfold_game::{Game, Grid, Outcome, PerPlayer, Player, Record, SquareSet};
use sixfold_hex::connections::Settings;
use sixfold_hex::survey::{Link, Prospect, Side, Survey, survey};
use sixfold_hex::{Edge, Place, Position};
use utoipa::ToSchema;

use crate::AskError;
use crate::view::{BoardView, Cells, Ended, View};

/// Connections, the must-play region and inferior cells of a position of Hex.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HexView {
    /// What Black has.
    pub black: HexSide,
    /// What White has.
    pub white: HexSide,
    /// Where the side to move must play if it is not to lose at once; nothing if it may play anywhere.
    pub must_play: Option<Vec<String>>,
    /// Empty cells that matter to nobody.
    pub dead: Vec<String>,
    /// Empty cells that are as good as a player's.
    pub captured: PerPlayer<Vec<String>>,
}

/// What a player of Hex has.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HexSide {
    /// Whether his connections decide the game.
    pub wins: HexWins,
    /// Connected groups and edges.
    pub links: Vec<HexLink>,
    /// Groups and edges that are semi-connected only.
    pub semi: Vec<HexLink>,
    /// How many connections are known, those of empty cells included.
    pub connections: usize,
    /// How many semi-connections are known, those of empty cells included.
    pub semi_connections: usize,
    /// How much each cell matters to his circuit, as a part of the largest: row by row from a1.
    pub energy: Vec<f64>,
}

/// Whether connections decide a game of Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HexWins {
    /// The player wins, whoever moves.
    Always,
    /// He wins if he moves.
    ToMove,
    /// Neither is known.
    Unknown,
}

/// A connection or semi-connection of Hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HexLink {
    /// What it joins: a stone of each group, or `top`, `bottom`, `left`, `right`.
    pub ends: Vec<String>,
    /// The empty cells that it needs.
    pub carrier: Vec<String>,
    /// The first stone of a semi-connection.
    pub key: Option<String>,
}

impl HexView {
    /// What was seen of a position, as it is sent.
    #[must_use]
    pub fn new(grid: Grid, survey: &Survey) -> HexView {
        let names = |cells: SquareSet| grid.names(cells.iter());
        HexView {
            black: HexSide::new(grid, &survey.sides.black),
            white: HexSide::new(grid, &survey.sides.white),
            must_play: survey.must_play.map(names),
            dead: names(survey.dead),
            captured: PerPlayer::from_fn(|player| names(survey.captured[player])),
        }
    }
}

impl HexSide {
    fn new(grid: Grid, side: &Side) -> HexSide {
        let links = |links: &[Link]| links.iter().map(|link| HexLink::new(grid, link)).collect();
        HexSide {
            wins: match side.prospect {
                Prospect::Always => HexWins::Always,
                Prospect::ToMove => HexWins::ToMove,
                Prospect::Unknown => HexWins::Unknown,
            },
            links: links(&side.links),
            semi: links(&side.semi),
            connections: side.counts.full,
            semi_connections: side.counts.semi,
            energy: side.energy.iter().map(|energy| (energy * 1000.0).round() / 1000.0).collect(),
        }
    }
}

impl HexLink {
    fn new(grid: Grid, link: &Link) -> HexLink {
        HexLink {
            ends: link.ends.map(|place| place_name(grid, place)).into(),
            carrier: grid.names(link.carrier.iter()),
            key: link.key.map(|cell| grid.name(cell).to_string()),
        }
    }
}

fn place_name(grid: Grid, place: Place) -> String {
    match place {
        Place::Cell(cell) => grid.name(cell).to_string(),
        Place::Edge(Edge::Top) => "top".to_string(),
        Place::Edge(Edge::Bottom) => "bottom".to_string(),
        Place::Edge(Edge::Left) => "left".to_string(),
        Place::Edge(Edge::Right) => "right".to_string(),
    }
}

/// What there is to see of the position at the end of the main line.
pub(crate) fn view(record: &Record) -> Result<View, AskError> {
    let position = Position::replay(record)?;
    let grid = position.grid();
    let setup = position.setup();
    let seen = survey(&position, Settings::default());
    Ok(View {
        game: position.name().to_string(),
        fen: setup.to_string(),
        moves: move_list::write(record).ok(),
        board: BoardView {
            lattice: Cells::Rhombus,
            columns: grid.columns(),
            rows: grid.rows(),
            stones_per_turn: 1,
            first_turn: 1,
            in_a_row: 0,
        },
        black: grid.names(setup.stones(Player::Black).iter()),
        white: grid.names(setup.stones(Player::White).iter()),
        to_move: setup.turn.player,
        stones_left: setup.turn.stones_left,
        outcome: position.outcome().map(Ended::from),
        winning_line: match position.outcome() {
            Some(Outcome::Win(_)) => grid.names(position.winning_chain().iter()),
            _ => Vec::new(),
        },
        threats: PerPlayer::default(),
        last_turn: grid.names(position.diagram().last_move.iter()),
        hex: seen.map(|survey| HexView::new(grid, &survey)),
    })
}
