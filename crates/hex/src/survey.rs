//! What there is to see of a position: connections of stones and edges, the must-play region, cells
//! that do not matter, and how much the others do.

use sixfold_game::{PerPlayer, Player, Square, SquareSet};

use crate::circuit::flow;
use crate::connections::{Connection, Connections, Counts, Goal, Settings};
use crate::inferior::{Filling, InferiorCells, Stones};
use crate::{CellSet, Place, Position};

/// Whether connections decide the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prospect {
    /// The player's edges are connected: he wins, whoever moves.
    Always,
    /// They are semi-connected: he wins if he moves.
    ToMove,
    /// Neither is known.
    Unknown,
}

/// A connection or semi-connection between two groups or edges, the one with the smallest carrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// What it joins: stones that stand for their groups, and edges.
    pub ends: [Place; 2],
    /// The empty cells that it needs.
    pub carrier: SquareSet,
    /// The first stone of a semi-connection.
    pub key: Option<Square>,
}

/// What a player has.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// Whether his connections decide the game.
    pub prospect: Prospect,
    /// Connected groups and edges.
    pub links: Vec<Link>,
    /// Groups and edges that are semi-connected only.
    pub semi: Vec<Link>,
    /// How many connections H-search has found, those of empty cells included.
    pub counts: Counts,
    /// How much each cell matters to his circuit, as a part of the largest.
    pub energy: Vec<f64>,
}

/// What there is to see of a position in which nobody has won.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// What each player has.
    pub sides: PerPlayer<Side>,
    /// Where the side to move must play if it is not to lose at once; nothing if it may play anywhere.
    pub must_play: Option<SquareSet>,
    /// Empty cells that matter to nobody.
    pub dead: SquareSet,
    /// Empty cells that are as good as a player's.
    pub captured: PerPlayer<SquareSet>,
}

/// Looks at a position. Nothing is seen once the game is over.
#[must_use]
pub fn survey(position: &Position, settings: Settings) -> Option<Survey> {
    if position.winner().is_some() {
        return None;
    }
    Some(match position.board().len() {
        0..=64 => survey_in::<1>(position, settings),
        65..=128 => survey_in::<2>(position, settings),
        129..=256 => survey_in::<4>(position, settings),
        _ => survey_in::<11>(position, settings),
    })
}

fn survey_in<const WORDS: usize>(position: &Position, settings: Settings) -> Survey {
    let known = PerPlayer::from_fn(|player| {
        let (board, stones) = (position.board().clone(), position.stones());
        Connections::<WORDS>::new(board, player, stones, settings, Goal::Everything)
    });
    let must_play = known[position.to_move().opponent()].must_play().to_squares();
    let inferior = InferiorCells::new(position.board());
    let stones: Stones<WORDS> = PerPlayer::from_fn(|player| position.stones()[player].into());
    let empty: CellSet<WORDS> = position.empty_cells().into();
    let dead: CellSet<WORDS> =
        empty.iter().filter(|&cell| inferior.is_dead(cell, &stones)).collect();
    let filled = inferior.fill_in(empty, &stones, Filling::Both);
    Survey {
        sides: PerPlayer::from_fn(|player| side(position, player, &known[player])),
        must_play: (must_play != position.empty_cells()).then_some(must_play),
        dead: dead.to_squares(),
        captured: PerPlayer::from_fn(|player| (filled[player] - dead).to_squares()),
    }
}

fn side<const WORDS: usize>(
    position: &Position,
    player: Player,
    known: &Connections<WORDS>,
) -> Side {
    let is_own = |place: Place| match place {
        Place::Cell(cell) => position.stones()[player].contains(cell),
        Place::Edge(_) => true,
    };
    let (mut links, mut semi) = (Vec::new(), Vec::new());
    for ends in known.ends().filter(|ends| ends.iter().all(|&end| is_own(end))) {
        if let Some(connection) = known.full(ends).next() {
            links.push(link(ends, &connection));
        } else if let Some(connection) = known.semi(ends).next() {
            semi.push(link(ends, &connection));
        }
    }
    let prospect = match (known.winning(), known.winning_to_move().next()) {
        (Some(_), _) => Prospect::Always,
        (None, Some(_)) => Prospect::ToMove,
        (None, None) => Prospect::Unknown,
    };
    let energy = flow(known).energy;
    let cells = &energy[..position.board().len()];
    let largest = cells.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let energy = cells.iter().map(|energy| energy / largest).collect();
    Side { prospect, links, semi, counts: known.counts(), energy }
}

fn link<const WORDS: usize>(ends: [Place; 2], connection: &Connection<WORDS>) -> Link {
    Link { ends, carrier: connection.carrier.to_squares(), key: connection.key }
}

#[cfg(test)]
mod tests {
    use sixfold_game::HexRules;

    use super::*;
    use crate::Edge;

    fn seen(side: u8, fen: &str) -> (Position, Survey) {
        let position = Position::from_fen(HexRules::new(side, side).unwrap(), fen).unwrap();
        let survey = survey(&position, Settings::default()).unwrap();
        (position, survey)
    }

    #[test]
    fn a_stone_on_the_second_row_is_linked_with_its_edges() {
        let (position, survey) = seen(3, "3/1x1/3 w 1");
        let black = &survey.sides.black;
        assert_eq!(black.prospect, Prospect::Always);
        let carriers = |edge| {
            let link = black.links.iter().find(|link| link.ends.contains(&Place::Edge(edge)));
            position.grid().names(link.unwrap().carrier.iter()).concat()
        };
        assert_eq!([carriers(Edge::Top), carriers(Edge::Bottom)], ["b1c1", "a3b3"]);
        assert_eq!(survey.must_play, Some(SquareSet::EMPTY));
    }

    #[test]
    fn the_side_to_move_must_play_where_all_ways_to_win_meet() {
        let (position, survey) = seen(3, "3/3/3 w 1");
        assert_eq!(survey.sides.black.prospect, Prospect::ToMove);
        let must_play = survey.must_play.unwrap();
        assert!(must_play.contains(position.grid().parse("b2").unwrap()));
        assert!(must_play.len() < 9);
    }

    #[test]
    fn there_is_nothing_to_see_of_a_game_that_is_over() {
        let position = Position::from_fen(HexRules::new(2, 2).unwrap(), "x1/x1 w 1").unwrap();
        assert!(survey(&position, Settings::default()).is_none());
    }

    #[test]
    fn the_centre_matters_most_and_a_corner_little() {
        let (position, survey) = seen(3, "3/3/3 b 1");
        let energy = |name| survey.sides.black.energy[position.grid().parse(name).unwrap().index()];
        assert!(energy("b2") > 0.99 && energy("a1") < energy("b2"));
    }
}
