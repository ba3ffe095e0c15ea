//! `sixfold solve`: who wins.

use anyhow::bail;
use serde_json::json;
use sixfold_answers::solve::{self as question, Goal, Question, Solution};
use sixfold_answers::wording::{counted, names_of_turns, turn_name};
use sixfold_game::{Extent, GameName, SpentBudget, Verdict};
use sixfold_solve::orders::Length;
use std::fmt::Write;

use crate::arguments::{self, SolveArguments};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{
    self, certificate_place, grouped, order_and_zones, watched, write_certificate,
};

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let goal = arguments.goal.map_or_else(|| Goal::usual(record.game()), Goal::from);
    if let (GameName::Connect(rules), Goal::Exact) = (record.game(), goal) {
        if arguments.cert.is_some() {
            bail!("--cert: the goal exact has no certificates");
        }
        if rules.extent() == Extent::Window {
            bail!("--goal: an unbounded board cannot be solved exactly (try win)");
        }
    }
    certificate_place(arguments.cert.as_deref())?;
    let budget = search::budget(&arguments.budget)?;
    let question = Question {
        goal: Some(goal),
        order: arguments.order,
        length: if arguments.shortest { Length::Shortest } else { Length::Any },
        threads: arguments.budget.threads,
    };
    let solution = watched(&budget.control, || question::solve(&record, question, &budget))?;
    let note = match (&arguments.cert, &solution.certificate) {
        (Some(path), Some(certificate)) => write_certificate(path, certificate)?,
        _ => String::new(),
    };
    let ending = match solution.verdict {
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Done,
    };
    Ok(Report { body: Body::Text(text(&solution) + &note), json: json!(solution.answer()), ending })
}

impl From<arguments::Goal> for Goal {
    fn from(goal: arguments::Goal) -> Goal {
        match goal {
            arguments::Goal::Vcdt => Goal::Vcdt,
            arguments::Goal::Vcst => Goal::Vcst,
            arguments::Goal::Win => Goal::Win,
            arguments::Goal::Exact => Goal::Exact,
        }
    }
}

fn text(solution: &Solution) -> String {
    let Solution { game, setup, verdict, .. } = solution;
    if let Some(outcome) = solution.outcome {
        return format!("{game}: the game is over, {outcome}\n");
    }
    let mut text = format!("{game}, {} to move: {}\n", setup.turn.player, finding(solution));
    let turns = names_of_turns(game.grid(), &solution.line);
    // Writing to a string cannot fail.
    if let Some(best) = turns.first() {
        let _ = writeln!(text, "move    {}", best.concat());
    }
    if turns.len() > 1 {
        let turns: Vec<String> = turns.iter().map(|names| turn_name(names)).collect();
        let _ = writeln!(text, "line    {}", turns.join(" "));
    }
    if let (Some(order), Verdict::Proven(_)) = (solution.order, verdict) {
        text += &order_and_zones(order, &solution.zones);
    }
    if let (GameName::Hex(_), Some(carrier)) = (game, solution.zones.first()) {
        let cells = counted(carrier.len(), "cell", "cells");
        let _ = writeln!(text, "carrier {cells}: the winner needs no other");
    }
    let seconds = solution.elapsed.as_secs_f64();
    let rate = solution.nodes as f64 / seconds.max(1e-9);
    let nodes = grouped(solution.nodes);
    let _ = writeln!(text, "nodes   {nodes} in {seconds:.3} s ({}/s)", grouped(rate as u64));
    text
}

fn finding(solution: &Solution) -> String {
    let (verdict, goal) = (solution.verdict, solution.goal.name());
    match (verdict, solution.length) {
        (Verdict::Absent, _) => format!("no {goal} (the whole space is searched)"),
        (Verdict::Unknown(_), _) => format!("{goal} unknown ({})", verdict.reason()),
        (Verdict::Proven(_), Some(length)) if solution.certificate.is_some() => {
            let shortest = match solution.is_shortest {
                Some(true) => ", none is shorter",
                _ => "",
            };
            let turns = counted(length, "turn", "turns");
            format!("{} in {turns} (proven{shortest})", verdict.result())
        }
        (Verdict::Proven(_), _) => format!("{} (proven)", verdict.result()),
    }
}
