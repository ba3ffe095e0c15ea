//! Who has won how much, and how.

use serde::Serialize;
use sixfold_game::{PerPlayer, Player, Value};

use super::rating::Points;
use super::results::half_points;
use super::statistics::Pentanomial;
use super::{Contest, Effort, Ending, GameReport, Results};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// The games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points: a draw is half of one.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Counts one more game.
    fn add(&mut self, value: Value) {
        match value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
    }

    fn plus(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// What one engine has done in a contest.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Tally {
    /// Its results with each colour.
    pub score: PerPlayer<Score>,
    /// Games lost because it ended in the middle of them.
    pub crashes: u32,
    /// Games lost by an illegal move, or by something that is no move.
    pub illegal_moves: u32,
    /// Games lost on time.
    pub time_losses: u32,
    /// What it did in all its games.
    pub effort: Effort,
}

impl Tally {
    /// Its results with both colours.
    #[must_use]
    pub fn total(&self) -> Score {
        self.score.black.plus(self.score.white)
    }

    fn add(&mut self, game: &GameReport, player: Player) {
        let value = match game.winner {
            None => Value::Draw,
            Some(winner) if winner == player => Value::Win,
            Some(_) => Value::Loss,
        };
        self.score[player].add(value);
        self.effort.add(&game.effort[player]);
        if value == Value::Loss {
            match game.ending {
                Ending::Crash => self.crashes += 1,
                Ending::IllegalMove => self.illegal_moves += 1,
                Ending::Time => self.time_losses += 1,
                _ => {}
            }
        }
    }
}

/// What one engine has won against another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Meeting {
    /// Points of all games.
    pub points: Points,
    /// Scores of the pairs that are complete.
    pub pairs: Pentanomial,
}

/// The results of a contest, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Each engine's own.
    pub tallies: Vec<Tally>,
    /// Each engine against each: a row for every engine, a column for every opponent.
    pub meetings: Vec<Vec<Meeting>>,
}

impl Standings {
    /// Counts the games of a contest.
    #[must_use]
    pub fn of(contest: &Contest, results: &Results) -> Standings {
        let engines = contest.engines().len();
        let mut standings = Standings {
            tallies: vec![Tally::default(); engines],
            meetings: vec![vec![Meeting::default(); engines]; engines],
        };
        for game in results.games() {
            standings.add(contest, results, game);
        }
        standings
    }

    fn add(&mut self, contest: &Contest, results: &Results, game: &GameReport) {
        let fixture = contest.fixture(game.number);
        for player in Player::BOTH {
            let (engine, opponent) = (fixture.engines[player], fixture.engines[player.opponent()]);
            self.tallies[engine].add(game, player);
            let points = &mut self.meetings[engine][opponent].points;
            points.won += half_points(game, player) as f64 / 2.0;
            points.games += 1.0;
        }
        let is_first_of_pair = game.number.is_multiple_of(2);
        let whole_pair = results.half_points_of_pair(game.number / 2);
        if let Some(won) = whole_pair.filter(|_| is_first_of_pair) {
            let (first, second) = (fixture.engines.black, fixture.engines.white);
            self.meetings[first][second].pairs.add(won);
            self.meetings[second][first].pairs.add(4 - won);
        }
    }

    /// The ratings of all engines, their mean 0.
    #[must_use]
    pub fn ratings(&self) -> Vec<f64> {
        let points = self.meetings.iter();
        let points: Vec<Vec<Points>> =
            points.map(|row| row.iter().map(|meeting| meeting.points).collect()).collect();
        super::rating::ratings(&points)
    }
}
