//! `sixfold puzzle generate`: puzzles out of games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_puzzle::{
    Collection, Ending as Made, Goal, Level, Making, Material, Plan, PlayedGame, Progress, generate,
};
use sixfold_solve::Control;

use crate::arguments::PuzzleGenerateArguments;
use crate::input::{read_collection, source_name};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{progress_style, stop_on_interrupt};

/// The word that stands for games of the program with itself.
const SELF_PLAY: &str = "selfplay";

/// Runs the command.
pub fn run(arguments: &PuzzleGenerateArguments) -> anyhow::Result<Report> {
    let material = material(arguments)?;
    let plan = plan(arguments)?;
    let control = Arc::new(Control::default());
    let stopping = control.clone();
    stop_on_interrupt(move || stopping.cancel())?;
    let started = Instant::now();
    let bar = progress_bar(&plan);
    let mut last = Progress::default();
    let mut watch = |progress: &Progress| {
        show(&bar, progress);
        last = progress.clone();
    };
    let journal = journal(&arguments.out);
    let made = generate(&plan, material, arguments.threads, &journal, &control, &mut watch)?;
    bar.finish_and_clear();
    let Made::Finished(puzzles) = made else {
        let text = "stopped: the same command goes on with it\n".to_string();
        let json = json!({ "stopped": true, "games": last.games, "puzzles": last.kept });
        return Ok(Report { body: Body::Text(text), json, ending: Ending::Interrupted });
    };
    let mut collection = Collection::new(name(arguments), Some(making(arguments, &plan)));
    collection.extend(puzzles);
    collection.sort_by_difficulty();
    let file = collection.to_json().into_bytes();
    let body =
        deliver(&arguments.out, file, &counted(collection.puzzles().len(), "puzzle", "puzzles"))?;
    let yielded = Yield { progress: &last, elapsed: started.elapsed() };
    let body = match body {
        Body::Text(text) => Body::Text(text + &yielded.table()),
        file @ Body::File(_) => file,
    };
    let json = json!({
        "stopped": false,
        "games": last.games,
        "puzzles": collection.puzzles().len(),
        "seconds": yielded.elapsed.as_secs_f64(),
        "made_by_level": last.made.iter().map(|(level, made)| (level.number().to_string(), *made))
            .collect::<std::collections::BTreeMap<_, _>>(),
    });
    Ok(Report { body, json, ending: Ending::Done })
}

fn plan(arguments: &PuzzleGenerateArguments) -> anyhow::Result<Plan> {
    if arguments.least_turns > arguments.most_turns {
        bail!("--least-turns is more than --most-turns");
    }
    let mut levels: Vec<Level> = arguments.level.iter().filter_map(|&n| Level::new(n)).collect();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() {
        levels = Level::all().collect();
    }
    Ok(Plan {
        game: arguments.game.to_string(),
        seed: arguments.seed,
        count: arguments.count,
        levels,
        most: Goal { order: arguments.order, turns: arguments.most_turns },
        least_turns: arguments.least_turns,
        effort: arguments.effort,
        games: arguments.games,
    })
}

fn material(arguments: &PuzzleGenerateArguments) -> anyhow::Result<Material> {
    if arguments.from == [Path::new(SELF_PLAY)] {
        return Ok(Material::SelfPlay);
    }
    let mut games = Vec::new();
    for path in &arguments.from {
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        for (index, record) in read_collection(path, Some(arguments.game))?.into_iter().enumerate()
        {
            if record.game() != arguments.game {
                bail!("{}: game {} is {}", source_name(path), index + 1, record.game());
            }
            games.push(PlayedGame::of_record(&record, file.clone(), index + 1));
        }
    }
    Ok(Material::Games(games))
}

/// The file that holds what has been made so far.
fn journal(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn name(arguments: &PuzzleGenerateArguments) -> String {
    let stem = || arguments.out.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    arguments.name.clone().or_else(stem).unwrap_or_default()
}

/// The command without what does not change the puzzles.
fn making(arguments: &PuzzleGenerateArguments, plan: &Plan) -> Making {
    let from: Vec<String> = arguments
        .from
        .iter()
        .map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
        .collect();
    let mut levels = String::new();
    for level in &arguments.level {
        let _ = write!(levels, " --level {level}");
    }
    let Plan { game, seed, count, most, least_turns, effort, games, .. } = plan;
    let Goal { order, turns } = most;
    Making {
        command: format!(
            "sixfold puzzle generate --from {} --game {game} --seed {seed} --count {count}{levels} \
             --order {order} --least-turns {least_turns} --most-turns {turns} --effort {effort} \
             --games {games}",
            from.join(" ")
        ),
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
}

fn progress_bar(plan: &Plan) -> ProgressBar {
    let style = progress_style("{pos} of {len} puzzles {wide_bar} {msg} [{elapsed}]");
    let bar = ProgressBar::new(plan.count as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_position(progress.kept as u64);
    let by_level: Vec<String> = Level::all()
        .map(|level| progress.made.get(&level).copied().unwrap_or(0).to_string())
        .collect();
    bar.set_message(format!("{} games, by level {}", progress.games, by_level.join("/")));
}

/// What the work has brought, wanted or not.
struct Yield<'a> {
    progress: &'a Progress,
    elapsed: Duration,
}

impl Yield<'_> {
    fn table(&self) -> String {
        let minutes = self.elapsed.as_secs_f64() / 60.0;
        let mut text = format!(
            "{} in {:.1} minutes\n\n| level | made | per minute |\n| --- | ---: | ---: |\n",
            counted(self.progress.games as usize, "game", "games"),
            minutes
        );
        for (level, made) in &self.progress.made {
            let rate = *made as f64 / minutes;
            let _ = writeln!(text, "| {} {} | {made} | {rate:.1} |", level.number(), level.name());
        }
        text
    }
}
