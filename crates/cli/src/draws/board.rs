//! `sixfold draws board`: who succeeds on a board.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use serde_json::json;
use sixfold_draws::check::{NamedBoard, check_document};
use sixfold_draws::document::{BoardProof, Document, Play};
use sixfold_draws::plan::Plan;
use sixfold_draws::solve::{Game, Verdict, Watch, solve};

use super::prove::{place, stop_watch, watched, written};
use super::{as_json, read_plan, told};
use crate::arguments::DrawsBoardArguments;
use crate::input::source_name;
use crate::report::{Body, Ending, Report};
use crate::search::grouped;

/// Runs the command.
pub fn run(arguments: &DrawsBoardArguments) -> anyhow::Result<Report> {
    place(arguments.out.as_deref())?;
    let plan = read_plan(&arguments.file)?;
    let board = choose(plan, arguments)?;
    let stones = arguments.stones.into();
    let watch = Arc::new(Watch::default());
    stop_watch(&watch)?;
    let started = Instant::now();
    let game = Game { board: &board.board, stones };
    let verdict = watched(&watch, || solve(game, arguments.nodes.unwrap_or(u64::MAX), &watch));
    let seconds = started.elapsed().as_secs_f64();
    let nodes = watch.nodes();
    let (strategy, ending) = match verdict {
        Verdict::Held(defence) => (Play::Defence(defence), Ending::Done),
        Verdict::Lost(attack) => (Play::Attack(attack), Ending::Negative),
        Verdict::Unknown => {
            let text = format!("Not known after {} positions.\n", grouped(nodes));
            let json = json!({ "held": null, "nodes": nodes, "seconds": seconds });
            let ending = if watch.is_stopped() { Ending::Interrupted } else { Ending::Negative };
            return Ok(Report { body: Body::Text(text), json, ending });
        }
    };
    let document = Document::Board(BoardProof { stones, board, play: strategy });
    let checked = check_document(&document)
        .map_err(|fault| anyhow::anyhow!("the strategy is wrong, please report this: {fault}"))?;
    let mut json = as_json(&checked);
    json["nodes"] = nodes.into();
    json["seconds"] = seconds.into();
    let mut text = told(&checked);
    let _ = writeln!(text, "solved with {} positions in {seconds:.3} s", grouped(nodes));
    text += &written(arguments.out.as_deref(), &document)?;
    Ok(Report { body: Body::Text(text), json, ending })
}

fn choose(plan: Plan, arguments: &DrawsBoardArguments) -> anyhow::Result<NamedBoard> {
    let file = source_name(&arguments.file);
    let mut boards = plan.boards;
    match &arguments.name {
        Some(name) => match boards.into_iter().find(|board| board.name == *name) {
            Some(board) => Ok(board),
            None => bail!("{file}: there is no board {name:?}"),
        },
        None if boards.len() > 1 => {
            bail!("{file}: {} boards (choose one with --name)", boards.len())
        }
        None => Ok(boards.remove(0)),
    }
}
