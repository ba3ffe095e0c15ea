//! What all commands that play have in common: engines, limits, and what a choice looks like.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sixfold_answers::methods_with;
use sixfold_answers::think::{Opinion, Trust};
use sixfold_answers::wording::{length_of_win, names_of_turns, turn_name};
use sixfold_game::{GameName, Grid, Player};
use sixfold_play::book::Book;
use sixfold_play::engine::{BuiltIn, Engine};
use sixfold_play::protocol::{Resources, Worker};
use sixfold_play::{Score, Thought, Variation};

use crate::arguments::ThinkingArguments;
use crate::input::read_collection;
use crate::search::grouped;

/// The engine that was asked for, with what it may use.
pub fn worker(arguments: &ThinkingArguments, game: GameName) -> anyhow::Result<Worker> {
    worker_as(engine_named(arguments.engine.as_deref(), game)?, arguments)
}

/// The built-in engine of this name, or the usual one for a game.
pub fn engine_named(name: Option<&str>, game: GameName) -> anyhow::Result<BuiltIn> {
    match name {
        Some(name) => name.parse().context("--engine"),
        None => Ok(BuiltIn::usual(game)),
    }
}

/// Whether the swap rule makes sense in a game, if it is asked for.
pub fn check_swap(is_asked_for: bool, game: GameName) -> anyhow::Result<()> {
    let grid = game.grid();
    let has_rule = matches!(game, GameName::Hex(_)) && grid.rows() == grid.columns();
    if is_asked_for && !has_rule {
        bail!("--swap: only Hex on a board with equal sides has the swap rule, not {game}");
    }
    Ok(())
}

/// The same for an engine that was chosen in another way.
pub fn worker_as(built_in: BuiltIn, arguments: &ThinkingArguments) -> anyhow::Result<Worker> {
    let mut engine = built_in.engine();
    if let Some(file) = &arguments.book {
        let records = read_collection(file, None).context("--book")?;
        let book = Book::new(&records).with_context(|| format!("--book: {}", file.display()))?;
        engine = engine.with_book(Arc::new(book));
    }
    let engine: Box<dyn Engine> = Box::new(engine);
    let resources = Resources {
        memory: (arguments.memory as usize) << 20,
        threads: methods_with(arguments.threads).threads,
    };
    Ok(Worker { engine, resources })
}

/// An opinion as JSON.
pub fn json(opinion: &Opinion) -> Value {
    let setup = opinion.setup();
    let analysis = opinion.analysis();
    let mut json = json!({
        "game": opinion.record.game().to_string(),
        "fen": setup.to_string(),
        "to_move": setup.turn.player,
        "engine": analysis.engine,
    });
    if let Some(best) = analysis.variations.first() {
        json["move"] = json!(best.turn);
        json["score"] = json!(best.score);
        json["proven"] = json!(best.proven);
        json["line"] = json!(best.line);
    }
    json["depth"] = analysis.depth.into();
    json["nodes"] = analysis.nodes.into();
    json["seconds"] = analysis.seconds.into();
    json
}

/// The game and whose turn it is.
pub fn title(opinion: &Opinion) -> String {
    let turn = opinion.setup().turn;
    format!("{}, {} to move ({})\n", opinion.record.game(), turn.player, opinion.engine)
}

/// An opinion in words.
pub fn text(opinion: &Opinion) -> String {
    let mut text = title(opinion);
    // Writing to a string cannot fail.
    if let Some((variation, trust)) = opinion.variations().next() {
        let turns = turns(opinion.grid(), variation);
        let _ = writeln!(text, "move    {}", turns.first().map_or("-", String::as_str));
        let player = opinion.setup().turn.player;
        let _ = writeln!(
            text,
            "score   {}",
            score(opinion.record.game(), variation.score, trust, player)
        );
        if turns.len() > 1 {
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
    }
    let _ = writeln!(text, "depth   {}", opinion.thought.depth);
    let _ = writeln!(text, "nodes   {}", effort(opinion.thought));
    text
}
/// How much work a thought has taken.
pub fn effort(thought: &Thought) -> String {
    let seconds = thought.elapsed.as_secs_f64();
    let rate = thought.nodes as f64 / seconds.max(1e-6);
    format!("{} in {seconds:.3} s ({}/s)", grouped(thought.nodes), grouped(rate as u64))
}

/// The turns of a variation by name.
pub fn turns(grid: Grid, variation: &Variation) -> Vec<String> {
    names_of_turns(grid, &variation.turns).iter().map(|names| turn_name(names)).collect()
}

/// A score as the text says it: what is estimated, claimed and proven never look alike.
pub fn score(game: GameName, score: Score, trust: Trust, player: Player) -> String {
    let turns = |turns| length_of_win(game, turns as usize);
    let word = match trust {
        Trust::Proven => "proven",
        Trust::Claimed => "not proven",
    };
    match score {
        Score::Estimate(thousandths) => {
            let logit = f64::from(thousandths) / 1000.0;
            format!("{logit:+.2} ({:.0} % for {player})", score.chance() * 100.0)
        }
        Score::Wins(number) => format!("win in {} ({word})", turns(number)),
        Score::Loses(number) => format!("loss in {} ({word})", turns(number)),
    }
}
