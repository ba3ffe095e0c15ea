//! The results of contests for scripts, and in one line.

use serde_json::{Value, json};
use sixfold_play::contest::{Contest, Results, Standings};

use super::Played;
use crate::report::Ending;

/// The state of a contest while it is played.
pub fn progress(contest: &Contest, results: &Results) -> String {
    let standings = Standings::of(contest, results);
    if let [first, _] = &standings.tallies[..] {
        let elo = standings.meetings[0][1].pairs.elo();
        let elo = elo.map_or(String::new(), |elo| {
            format!(", Elo {:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)
        });
        let total = first.total();
        return format!("{} {}/{}{elo}", contest.names()[0], total.points(), total.games());
    }
    let leader = (0..contest.names().len())
        .max_by(|&a, &b| points(&standings, a).total_cmp(&points(&standings, b)));
    leader.map_or(String::new(), |leader| {
        format!("{} leads with {}", contest.names()[leader], points(&standings, leader))
    })
}

fn points(standings: &Standings, engine: usize) -> f64 {
    standings.tallies[engine].total().points()
}

/// A match as JSON.
pub fn of_match(played: &Played) -> Value {
    let meeting = &played.standings.meetings[0][1];
    let mut json = head(played);
    json["engines"] = (0..2).map(|engine| engine_of(played, engine)).collect();
    json["score"] = json!(meeting.pairs.score());
    json["pentanomial"] = json!(meeting.pairs);
    json["elo"] = json!(meeting.pairs.elo());
    json["superiority"] = json!(meeting.pairs.superiority());
    if let Some(sprt) = played.contest.terms.sprt {
        json["sprt"] = json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio(&meeting.pairs),
            "lower": sprt.lower_bound(),
            "upper": sprt.upper_bound(),
            "decision": sprt.decision(&meeting.pairs),
        });
    }
    json
}

/// A tournament as JSON.
pub fn of_tournament(played: &Played) -> Value {
    let mut json = head(played);
    let ratings = played.standings.ratings();
    let engines = ratings.iter().enumerate().map(|(engine, elo)| {
        let mut json = engine_of(played, engine);
        json["elo"] = json!(elo);
        json
    });
    json["engines"] = engines.collect();
    let cross = played.standings.meetings.iter().enumerate().map(|(engine, row)| {
        let cells = row.iter().enumerate().map(|(opponent, meeting)| {
            (engine != opponent).then(|| {
                let (points, games) = (meeting.points.won, meeting.points.games);
                json!({ "points": points, "games": games, "pentanomial": meeting.pairs })
            })
        });
        json!(cells.collect::<Vec<_>>())
    });
    json["cross"] = cross.collect();
    json
}

fn head(played: &Played) -> Value {
    let faults = played.results.games().flat_map(|game| {
        game.faults.iter().map(|fault| {
            let (engine, number) = (&game.engines[fault.player], game.number + 1);
            json!({ "game": number, "engine": engine, "fault": fault.text })
        })
    });
    json!({
        "game": played.contest.game.to_string(),
        "games": played.results.len(),
        "planned": played.contest.games(),
        "interrupted": played.ending == Ending::Interrupted,
        "seed": played.contest.terms.seed,
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn engine_of(played: &Played, engine: usize) -> Value {
    let tally = &played.standings.tallies[engine];
    let effort = &tally.effort;
    let turns = f64::from(effort.turns.max(1));
    json!({
        "name": played.contest.names()[engine],
        "engine": played.contest.engines()[engine].text(),
        "points": tally.total().points(),
        "black": tally.score.black,
        "white": tally.score.white,
        "crashes": tally.crashes,
        "illegal_moves": tally.illegal_moves,
        "time_losses": tally.time_losses,
        "proofs_claimed": effort.claimed,
        "proofs_confirmed": effort.confirmed,
        "proofs_rejected": effort.rejected,
        "turns": effort.turns,
        "seconds_per_turn": effort.seconds / turns,
        "nodes_per_turn": effort.nodes as f64 / turns,
    })
}
