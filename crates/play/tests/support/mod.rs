//! Playing small contests.

#![allow(dead_code, reason = "every test file uses a part of it")]

use sixfold_game::GameName;
use sixfold_play::clock::Limits;
use sixfold_play::contest::{
    Contest, EngineSpec, GameReport, Halt, Openings, ProofVerdict, Results, Staff, Terms, run,
};

/// A contest with the built-in openings of a game.
pub fn contest(game: &str, engines: &[&str], terms: Terms) -> Contest {
    let game: GameName = game.parse().unwrap();
    let engines: Vec<EngineSpec> = engines.iter().map(|engine| engine.parse().unwrap()).collect();
    Contest::new(game, engines, Openings::built_in(game).unwrap(), terms)
}

/// So many pairs of games without a limit of time.
pub fn pairs(pairs: usize) -> Terms {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    Terms { pairs, limits, ..Terms::default() }
}

/// Plays a whole contest.
pub fn play(contest: &Contest, concurrency: usize) -> Results {
    let mut results = Results::default();
    let judge = |_: &_| ProofVerdict::Accepted;
    let staff = Staff { concurrency, judge: &judge, halt: &Halt::default() };
    run(contest, &mut results, &staff, &mut |_, _| Ok(())).unwrap();
    results
}

/// The games without the times they took.
pub fn untimed(results: &Results) -> Vec<GameReport> {
    let mut games: Vec<GameReport> = results.games().cloned().collect();
    for game in &mut games {
        game.effort.black.seconds = 0.0;
        game.effort.white.seconds = 0.0;
    }
    games
}
