//! Evidence where nothing is proven: games of our players, counted by the colour that won.

use std::io;

use serde::Serialize;
use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, NameError, Player};
use sixfold_play::clock::Limits;
use sixfold_play::contest::{
    self, Adjudication, Contest, ContestError, Halt, OpeningError, Openings, ProofVerdict, Results,
    SpecError, Staff, Terms,
};
use thiserror::Error;

use crate::game::Family;

/// Which games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The game.
    pub game: Family,
    /// Rows and columns of the board.
    pub side: u8,
    /// How many games; each opening is played twice, with the players changing colours.
    pub games: usize,
    /// The two players, by the names that matches know them by.
    pub players: [String; 2],
    /// Nodes that a player may take for a move.
    pub nodes: u64,
    /// Decides the order of the openings.
    pub seed: u64,
    /// A game is a draw after so many turns.
    pub most_turns: usize,
}

/// What came of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Games that Black won.
    pub black: usize,
    /// Games that White won.
    pub white: usize,
    /// Games that nobody won.
    pub drawn: usize,
}

impl Counts {
    /// The number of games.
    #[must_use]
    pub fn games(self) -> usize {
        self.black + self.white + self.drawn
    }

    fn of(results: &Results) -> Counts {
        let mut counts = Counts::default();
        for game in results.games() {
            match game.winner {
                Some(Player::Black) => counts.black += 1,
                Some(Player::White) => counts.white += 1,
                None => counts.drawn += 1,
            }
        }
        counts
    }
}

/// Why a series cannot be played.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// The board is too small or too large.
    #[error(transparent)]
    Board(#[from] NameError),
    /// A player is not known.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The first stones do not fit.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player failed.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

impl Series {
    /// The game on a board with edges.
    pub fn name(&self) -> Result<GameName, NameError> {
        let Family { k, p, q } = self.game;
        format!("connect({0},{0},{k},{p},{q})", self.side).parse()
    }

    /// Plays the games, and tells the counts after each of them.
    pub fn play(&self, halt: &Halt, report: &mut dyn FnMut(Counts)) -> Result<Counts, SeriesError> {
        let game = self.name()?;
        let [first, second] = &self.players;
        let engines = vec![first.parse()?, second.parse()?];
        let openings = Openings::read(game, &self.first_stones())?;
        let terms = Terms {
            pairs: self.games.div_ceil(2),
            limits: Limits { nodes: Some(self.nodes), ..Limits::default() },
            seed: self.seed,
            moves_limit: Some(self.most_turns),
            adjudication: Adjudication::Proofs,
            ..Terms::default()
        };
        let contest = Contest::new(game, engines, openings, terms);
        let mut results = Results::default();
        let staff = Staff { concurrency: 1, judge: &judge, halt };
        let mut watch = |_: &contest::GameReport, results: &Results| -> io::Result<()> {
            report(Counts::of(results));
            Ok(())
        };
        contest::run(&contest, &mut results, &staff, &mut watch)?;
        Ok(Counts::of(&results))
    }

    /// Games begin with a stone near the middle; the players choose the rest of the first turn.
    fn first_stones(&self) -> String {
        let middle = self.side / 2;
        let around = |by: u8| [middle.saturating_sub(by), middle, middle + by];
        let names = around(1).into_iter().flat_map(|column| {
            around(1).map(|row| format!("{}{}", char::from(b'a' + column.min(25)), row + 1))
        });
        names.collect::<Vec<_>>().join("\n")
    }
}

/// Asks the independent checker.
fn judge(certificate: &Certificate) -> ProofVerdict {
    match sixfold_check::check(certificate) {
        Ok(_) => ProofVerdict::Accepted,
        Err(fault) => ProofVerdict::Rejected(fault.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(side: u8, player: &str) -> Series {
        Series {
            game: Family { k: 4, p: 1, q: 1 },
            side,
            games: 2,
            players: [player.to_string(), "greedy".to_string()],
            nodes: 500,
            seed: 0,
            most_turns: 60,
        }
    }

    #[test]
    fn games_are_counted_by_the_colour_that_won() {
        let mut reports = 0;
        let counts = series(9, "greedy").play(&Halt::default(), &mut |_| reports += 1).unwrap();
        assert_eq!((counts.games(), reports), (2, 2));
    }

    #[test]
    fn what_cannot_be_played_is_told_in_one_line() {
        for series in [series(9, "nobody"), series(3, "greedy"), series(99, "greedy")] {
            let error = series.play(&Halt::default(), &mut |_| {}).unwrap_err();
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
    }
}
