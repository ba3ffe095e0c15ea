//! Turns that have won similar positions. Shapes that win are few: a turn that wins against stones on one
//! side of the board often wins, turned, against stones on another.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sixfold_game::record::move_list;
use sixfold_game::{GameName, Setup, Square, SquareSet};
use sixfold_jobs::wire::squares;

use crate::atlas::Entry;
use crate::orientation::Symmetries;

/// So many shapes are told.
const TOLD_SHAPES: usize = 3;

/// Turns to try first in a position: those that win solved positions in which the winner has the same
/// stones, up to symmetry. Of the ways in which a turn can lie the one that is farthest from the
/// opponent's stones is told. What has won most often comes first.
///
/// There are none in Hex, where one job mostly decides a position, whatever is tried first.
#[must_use]
pub fn precedents(entries: &[Entry], game: GameName, position: &Setup) -> Vec<SquareSet> {
    if matches!(game, GameName::Hex(_)) {
        return Vec::new();
    }
    let symmetries = Symmetries::of(game);
    let mut shapes: BTreeMap<Vec<SquareSet>, usize> = BTreeMap::new();
    for entry in entries {
        let ways = entry.win(game).map_or_else(Vec::new, |win| win.images(&symmetries, position));
        if !ways.is_empty() {
            *shapes.entry(ways).or_default() += 1;
        }
    }
    let mut shapes: Vec<(Vec<SquareSet>, usize)> = shapes.into_iter().collect();
    shapes.sort_by_key(|(_, wins)| Reverse(*wins));
    let farthest = |ways: Vec<SquareSet>| {
        ways.into_iter()
            .filter(|turn| turn.iter().all(|square| position.stone(square).is_none()))
            .max_by(|one, other| room(position, *one).total_cmp(&room(position, *other)))
    };
    shapes.into_iter().filter_map(|(ways, _)| farthest(ways)).take(TOLD_SHAPES).collect()
}

/// A turn that wins a position.
struct Win {
    position: Setup,
    turn: SquareSet,
}

impl Entry {
    /// The winning turn of the side to move, if the entry has one and is about this game.
    fn win(&self, game: GameName) -> Option<Win> {
        let turn = squares(game, self.key_move.as_ref()?).ok()?;
        let position = move_list::read(game, &self.moves).ok()?.final_setup();
        Some(Win { position, turn })
    }
}

impl Win {
    /// The ways in which the turn can lie in a position, in order; none if the winner has other
    /// stones there.
    fn images(&self, symmetries: &Symmetries, position: &Setup) -> Vec<SquareSet> {
        let turn = position.turn;
        if self.position.turn != turn {
            return Vec::new();
        }
        let stones = self.position.stones(turn.player);
        let fits = symmetries
            .ways()
            .iter()
            .filter(|way| way.images(stones) == position.stones(turn.player));
        let mut images: Vec<SquareSet> = fits.map(|way| way.images(self.turn)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }
}

/// How far a turn is from the stones of the opponent.
fn room(position: &Setup, turn: SquareSet) -> f64 {
    let opponent = position.stones(position.turn.player.opponent());
    let distance = |one: Square, other: Square| {
        let grid = position.grid();
        let across = f64::from(grid.column(one)) - f64::from(grid.column(other));
        let along = f64::from(grid.row(one)) - f64::from(grid.row(other));
        across.hypot(along)
    };
    turn.iter().flat_map(|one| opponent.iter().map(move |other| distance(one, other))).sum()
}

#[cfg(test)]
mod tests {
    use sixfold_game::Player;

    use super::*;

    fn solved(moves: &str, key_move: &str) -> Entry {
        Entry {
            moves: moves.to_string(),
            winner: Player::Black,
            key_move: Some(key_move.to_string()),
            order: None,
            jobs: 1,
            seconds: 1.0,
            certificate: String::new(),
        }
    }

    fn tried(entries: &[Entry], game: GameName, moves: &str) -> Vec<String> {
        let position = move_list::read(game, moves).unwrap().final_setup();
        let turns = precedents(entries, game, &position);
        turns.iter().map(|turn| game.grid().names(turn.iter()).concat()).collect()
    }

    #[test]
    fn a_turn_that_has_won_is_turned_away_from_the_stones_of_the_opponent() {
        let entries = [solved("j10 d16p16", "j9k10")];
        assert_eq!(tried(&entries, GameName::CONNECT6, "j10 a1b1"), ["k10j11"]);
        assert_eq!(tried(&entries, GameName::CONNECT6, "j10 s19r19"), ["j9i10"]);
    }

    #[test]
    fn what_has_won_most_often_comes_first() {
        let entries = [
            solved("j10 a1b1", "k11l10"),
            solved("j10 a1c1", "j11k10"),
            solved("j10 a19b19", "j9k10"),
        ];
        assert_eq!(tried(&entries, GameName::CONNECT6, "j10 d4e4"), ["k10j11", "k11j12"]);
    }

    #[test]
    fn a_square_that_is_taken_is_not_tried() {
        let entries = [solved("j10 a1b1", "j11k10")];
        assert_eq!(tried(&entries, GameName::CONNECT6, "j10 k10j11"), ["j9i10"]);
    }

    #[test]
    fn where_the_winner_has_other_stones_there_is_no_precedent() {
        let entries = [solved("j10 a1b1", "j11k10")];
        assert!(tried(&entries, GameName::CONNECT6, "j9 a1b1").is_empty());
        assert!(tried(&entries, GameName::CONNECT6, "j10 a1b1 j11k10 c1d1").is_empty());
    }

    #[test]
    fn entries_of_other_games_are_passed_over() {
        let entries = [solved("j10 a1b1", "j11k10")];
        assert!(tried(&entries, "connect(9,9,6,2,1)".parse().unwrap(), "e5 a1b1").is_empty());
    }
}
