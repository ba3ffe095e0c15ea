//! What all commands that play have in common: engines, limits, and what a choice looks like.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::Context;
use serde_json::{Value, json};
use sixfold_game::{Grid, Player, Record, Setup};
use sixfold_play::book::Book;
use sixfold_play::engine::{BuiltIn, Engine};
use sixfold_play::protocol::{Resources, Worker};
use sixfold_play::{Choice, Ground, Score, Thought, Variation};

use crate::arguments::ThinkingArguments;
use crate::input::read_collection;
use crate::search::{self, Checked, grouped};
use crate::show::names_of_turns;

/// The engine that was asked for, with what it may use.
pub fn worker(arguments: &ThinkingArguments) -> anyhow::Result<Worker> {
    let built_in: BuiltIn = arguments.engine.parse().context("--engine")?;
    let mut engine = built_in.engine();
    if let Some(file) = &arguments.book {
        let records = read_collection(file, None).context("--book")?;
        let book = Book::new(&records).with_context(|| format!("--book: {}", file.display()))?;
        engine = engine.with_book(Arc::new(book));
    }
    let engine: Box<dyn Engine> = Box::new(engine);
    let resources = Resources {
        memory: (arguments.memory as usize) << 20,
        threads: search::methods_with(arguments.threads).threads,
    };
    Ok(Worker { engine, resources })
}

/// What a score rests on, after the checker has had its say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// The independent checker accepts the proof.
    Proven,
    /// The engine says so.
    Claimed,
}

/// Has the proof of a choice checked. A proof that is wrong is an error.
pub fn trust(choice: &Choice) -> anyhow::Result<Trust> {
    match (&choice.proof, choice.thought.variations.first().map(|line| line.ground)) {
        (Some(proof), Some(Ground::Proven)) => match search::check(proof)? {
            Checked::Proof(_) => Ok(Trust::Proven),
            Checked::RestsOnEdge => Ok(Trust::Claimed),
        },
        _ => Ok(Trust::Claimed),
    }
}

/// A position, and what an engine thinks of it.
pub struct Opinion<'a> {
    pub record: &'a Record,
    pub engine: &'a str,
    pub thought: &'a Thought,
    /// Whether the first variation is proven. All others are claims.
    pub trust: Trust,
}

impl Opinion<'_> {
    fn grid(&self) -> Grid {
        self.record.game().grid()
    }

    fn setup(&self) -> Setup {
        self.record.final_setup()
    }

    /// The variations with what can be said for them.
    pub fn variations(&self) -> impl Iterator<Item = (&Variation, Trust)> {
        let trusts = std::iter::once(self.trust).chain(std::iter::repeat(Trust::Claimed));
        self.thought.variations.iter().zip(trusts)
    }

    pub fn json(&self) -> Value {
        let setup = self.setup();
        let mut json = json!({
            "game": self.record.game().to_string(),
            "fen": setup.to_string(),
            "to_move": setup.turn.player,
            "engine": self.engine,
        });
        if let (Some(object), Some((variation, trust))) =
            (json.as_object_mut(), self.variations().next())
        {
            object.extend(fields(self.grid(), variation, trust));
        }
        json["depth"] = self.thought.depth.into();
        json["nodes"] = self.thought.nodes.into();
        json["seconds"] = self.thought.elapsed.as_secs_f64().into();
        json
    }

    /// All variations as JSON.
    pub fn json_of_variations(&self) -> Value {
        let variations = self.variations();
        variations.map(|(line, trust)| Value::Object(fields(self.grid(), line, trust))).collect()
    }

    /// The game and whose turn it is.
    pub fn title(&self) -> String {
        let turn = self.setup().turn;
        format!("{}, {} to move ({})\n", self.record.game(), turn.player, self.engine)
    }

    pub fn text(&self) -> String {
        let mut text = self.title();
        // Writing to a string cannot fail.
        if let Some((variation, trust)) = self.variations().next() {
            let turns = turns(self.grid(), variation);
            let _ = writeln!(text, "move    {}", turns.first().map_or("-", String::as_str));
            let player = self.setup().turn.player;
            let _ = writeln!(text, "score   {}", score(variation.score, trust, player));
            if turns.len() > 1 {
                let _ = writeln!(text, "line    {}", turns.join(" "));
            }
        }
        let _ = writeln!(text, "depth   {}", self.thought.depth);
        let _ = writeln!(text, "nodes   {}", effort(self.thought));
        text
    }
}

/// How much work a thought has taken.
pub fn effort(thought: &Thought) -> String {
    let seconds = thought.elapsed.as_secs_f64();
    let rate = thought.nodes as f64 / seconds.max(1e-6);
    format!("{} in {seconds:.3} s ({}/s)", grouped(thought.nodes), grouped(rate as u64))
}

/// The turns of a variation by name.
pub fn turns(grid: Grid, variation: &Variation) -> Vec<String> {
    let turns: Vec<Vec<_>> = variation.turns.iter().map(|turn| turn.to_vec()).collect();
    // A turn in which nothing is placed is a null move.
    let name = |names: Vec<String>| if names.is_empty() { "-".into() } else { names.concat() };
    names_of_turns(grid, &turns).into_iter().map(name).collect()
}

/// A score as the text says it: what is estimated, claimed and proven never look alike.
pub fn score(score: Score, trust: Trust, player: Player) -> String {
    let turns = |turns| search::counted(turns as usize, "turn", "turns");
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

fn fields(grid: Grid, variation: &Variation, trust: Trust) -> serde_json::Map<String, Value> {
    let line: Vec<Vec<_>> = variation.turns.iter().map(|turn| turn.to_vec()).collect();
    let line = names_of_turns(grid, &line);
    let score = match variation.score {
        Score::Estimate(thousandths) => json!({
            "kind": "estimate",
            "log_odds": f64::from(thousandths) / 1000.0,
            "chance": variation.score.chance(),
        }),
        Score::Wins(turns) => json!({ "kind": "win", "turns": turns }),
        Score::Loses(turns) => json!({ "kind": "loss", "turns": turns }),
    };
    let fields = [
        ("move", json!(line.first().cloned().unwrap_or_default())),
        ("score", score),
        ("proven", json!(trust == Trust::Proven)),
        ("line", json!(line)),
    ];
    fields.map(|(name, value)| (name.to_string(), value)).into_iter().collect()
}
