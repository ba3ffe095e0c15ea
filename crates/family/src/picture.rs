//! First turns as pictures.

use sixfold_game::diagram::{Coordinates, Diagram, Layout};
use sixfold_game::{Grid, MAX_SIDE, PerPlayer, Player, RowOne, Setup, SquareSet, Turn};

use crate::plane::Point;
use crate::theorem::FirstTurn;

/// Empty squares around the stones.
const MARGIN: i16 = 3;
/// Wider gaps between stones are drawn so wide.
const GAP: i16 = 5;

/// A picture of some stones on an unbounded board; groups that are far apart are drawn closer together.
/// Nothing if they do not fit a board.
#[must_use]
pub fn picture(turn: &FirstTurn, caption: String) -> Option<Diagram> {
    let all: Vec<Point> = turn.black.iter().chain(&turn.white).copied().collect();
    let columns = places(all.iter().map(|point| point.x).collect());
    let rows = places(all.iter().map(|point| point.y).collect());
    let side = |places: &[(i16, i16)]| {
        let last = places.last().map_or(0, |&(_, place)| place);
        u8::try_from(last + 1 + MARGIN).ok().filter(|&side| side <= MAX_SIDE)
    };
    let grid = Grid::new(side(&rows)?, side(&columns)?, RowOne::Bottom)?;
    let square = |point: &Point| {
        let find = |places: &[(i16, i16)], value| {
            let place = places.iter().find(|&&(old, _)| old == value)?.1;
            u8::try_from(place).ok()
        };
        grid.square(find(&columns, point.x)?, find(&rows, point.y)?)
    };
    let squares = |points: &[Point]| points.iter().map(square).collect::<Option<SquareSet>>();
    let stones = PerPlayer { black: squares(&turn.black)?, white: squares(&turn.white)? };
    let setup = Setup::with_stones(grid, stones, Turn { player: Player::Black, stones_left: 1 });
    let mut diagram = Diagram::new(&setup, Layout::Intersections, SquareSet::first(grid.len()));
    diagram.coordinates = Coordinates::Hidden;
    diagram.caption = caption;
    Some(diagram)
}

/// Coordinates with where they are drawn.
fn places(mut values: Vec<i16>) -> Vec<(i16, i16)> {
    values.sort_unstable();
    values.dedup();
    let mut places: Vec<(i16, i16)> = Vec::new();
    for value in values {
        let place = match places.last() {
            Some(&(before, place)) => place + (value - before).min(GAP),
            None => MARGIN,
        };
        places.push((value, place));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_are_far_apart_are_drawn_together() {
        let black = vec![Point { x: 0, y: 0 }, Point { x: 100, y: 1 }];
        let turn = FirstTurn { black, white: Vec::new() };
        let text = picture(&turn, String::new()).unwrap().to_text();
        assert_eq!(text.matches('●').count(), 2, "{text}");
    }
}
