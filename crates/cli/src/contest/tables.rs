//! The results of contests for people.

use std::fmt::Write;

use sixfold_play::clock::Limits;
use sixfold_play::contest::statistics::{Decision, Sprt};
use sixfold_play::contest::{Meeting, Score};

use super::Played;
use crate::bench::table::{Style, Table};
use crate::search::grouped;

/// More faults than this are only counted.
const MOST_FAULTS: usize = 10;

/// What a match has shown.
pub fn of_match(played: &Played) -> String {
    let names = played.contest.names();
    let title = format!("{} against {}: {}", names[0], names[1], conditions(played));
    let meeting = &played.standings.meetings[0][1];
    let mut note = verdict(meeting);
    if let Some(sprt) = played.contest.terms.sprt {
        note += &test(&sprt, meeting);
    }
    engines(played, title, note + &faults(played)).write(Style::Plain)
}

/// What a tournament has shown: everybody against everybody, and what they did.
pub fn of_tournament(played: &Played, style: Style) -> String {
    let names = played.contest.names();
    let (standings, ratings) = (&played.standings, played.standings.ratings());
    let mut order: Vec<usize> = (0..names.len()).collect();
    let points = |engine: usize| standings.tallies[engine].total().points();
    order.sort_by(|&a, &b| points(b).total_cmp(&points(a)));
    let numbers = (1..=names.len()).map(|place| place.to_string());
    let ends = ["points", "games", "Elo"].map(String::from);
    let head = std::iter::once("engine".to_string()).chain(numbers).chain(ends).collect();
    let rows = order.iter().enumerate().map(|(place, &engine)| {
        let mut row = vec![format!("{} {}", place + 1, names[engine])];
        row.extend(order.iter().map(|&opponent| {
            let met = &standings.meetings[engine][opponent].points;
            if engine == opponent { "-".to_string() } else { met.won.to_string() }
        }));
        let total = standings.tallies[engine].total();
        row.extend([total.points().to_string(), total.games().to_string()]);
        row.push(format!("{:+.0}", ratings[engine]));
        row
    });
    let cross = Table {
        title: format!("Tournament of {} engines: {}", names.len(), conditions(played)),
        head,
        rows: rows.collect(),
        note:
            "Points of each row against each column; Elo fitted to all games, with one draw added \
               to each meeting, around a mean of 0."
                .to_string(),
    };
    let own = engines(played, "What the engines did".to_string(), faults(played));
    format!("{}\n{}\n", cross.write(style), own.write(style).trim_end())
}

fn conditions(played: &Played) -> String {
    let contest = &played.contest;
    let games = format!("{} of {} games", played.results.len(), contest.games());
    format!("{}, {games}, {}", contest.game, limits(&contest.terms.limits))
}

fn limits(limits: &Limits) -> String {
    let mut texts = Vec::new();
    if let Some(time) = limits.time {
        texts.push(format!("{} s a turn", time.as_secs_f64()));
    }
    if let Some(nodes) = limits.nodes {
        texts.push(format!("{} nodes a turn", grouped(nodes)));
    }
    if let Some(depth) = limits.depth {
        texts.push(format!("depth {depth}"));
    }
    if let Some(clock) = limits.clock {
        let (left, increment) = (clock.left.as_secs_f64(), clock.increment.as_secs_f64());
        texts.push(format!("{left} s a game and {increment} s a turn"));
    }
    texts.join(", ")
}

/// Each engine's own figures.
fn engines(played: &Played, title: String, note: String) -> Table {
    let head = vec![
        "engine",
        "points",
        "black",
        "white",
        "crashes",
        "illegal",
        "late",
        "proofs",
        "ms/turn",
        "nodes/turn",
    ];
    let results = |score: &Score| format!("+{} ={} -{}", score.wins, score.draws, score.losses);
    let rows = played.contest.names().iter().zip(&played.standings.tallies).map(|(name, tally)| {
        let effort = &tally.effort;
        let turns = f64::from(effort.turns.max(1));
        vec![
            name.clone(),
            tally.total().points().to_string(),
            results(&tally.score.black),
            results(&tally.score.white),
            tally.crashes.to_string(),
            tally.illegal_moves.to_string(),
            tally.time_losses.to_string(),
            format!("{}/{}", effort.confirmed, effort.claimed),
            format!("{:.1}", 1000.0 * effort.seconds / turns),
            grouped((effort.nodes as f64 / turns).round() as u64),
        ]
    });
    Table { title, head, rows: rows.collect(), note }
}

/// What the pairs say about the strength of the first engine.
fn verdict(meeting: &Meeting) -> String {
    let pairs = &meeting.pairs;
    let (Some(score), Some(elo), Some(superiority)) =
        (pairs.score(), pairs.elo(), pairs.superiority())
    else {
        return "no pair of games is complete\n".to_string();
    };
    let counts = pairs.counts.map(|count| count.to_string()).join(" ");
    format!(
        "score   {:.1} %\nElo     {:+.0} (95 %: {:+.0} to {:+.0})\nbetter  with a likelihood of {:.1} %\n\
         pairs   {counts} (that won 0, ½, 1, 1½, 2 points)\n",
        100.0 * score,
        elo.value,
        elo.low,
        elo.high,
        100.0 * superiority,
    )
}

fn test(sprt: &Sprt, meeting: &Meeting) -> String {
    let decision = match sprt.decision(&meeting.pairs) {
        Decision::Open => "undecided".to_string(),
        Decision::Elo0 => format!("Elo {:+} is accepted", sprt.elo0),
        Decision::Elo1 => format!("Elo {:+} is accepted", sprt.elo1),
    };
    let (ratio, low, high) = (sprt.ratio(&meeting.pairs), sprt.lower_bound(), sprt.upper_bound());
    format!(
        "test    Elo {:+} against {:+}: {decision} (ratio {ratio:.2} between {low:.2} and {high:.2})\n",
        sprt.elo0, sprt.elo1
    )
}

/// What engines did wrong, game by game.
fn faults(played: &Played) -> String {
    let mut text = String::new();
    let faults: Vec<String> = played
        .results
        .games()
        .flat_map(|game| {
            game.faults.iter().map(|fault| {
                format!("game {}, {}: {}", game.number + 1, game.engines[fault.player], fault.text)
            })
        })
        .collect();
    for fault in faults.iter().take(MOST_FAULTS) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "fault   {fault}");
    }
    if faults.len() > MOST_FAULTS {
        let _ = writeln!(text, "fault   and {} more", faults.len() - MOST_FAULTS);
    }
    text
}
