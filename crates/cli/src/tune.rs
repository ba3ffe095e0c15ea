//! `sixfold tune`: the tables of the evaluation, learned from games.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use sixfold_connect::connect_rules;
use sixfold_game::GameName;
use sixfold_play::tune::figures::{StoneFigures, WindowFigures};
use sixfold_play::tune::{Part, PlayedGame, Progress, Settings, Tuned, games, tune};

use crate::arguments::TuneArguments;
use crate::input::{read_bytes, source_name};
use crate::output::deliver_stream;
use crate::report::Report;
use crate::search::{grouped, progress_style};

/// Runs the command.
pub fn run(arguments: &TuneArguments) -> anyhow::Result<Report> {
    let rules = connect_rules(arguments.game)?;
    let mut games = Vec::new();
    for file in &arguments.files {
        games.extend(read(file, arguments.game)?);
    }
    // The folder first: nobody wants to learn after minutes that there is no place for the result.
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make the folder {}", arguments.out.display()))?;
    let settings = Settings {
        seed: arguments.seed,
        epochs: arguments.epochs as usize,
        held_out: arguments.held_out,
        games: arguments.games.map(|games| games as usize),
    };
    let bar =
        ProgressBar::new(0).with_style(progress_style("{msg} {wide_bar} {percent} % [{eta}]"));
    let tuned = tune(rules, &games, settings, &mut |progress| show(&bar, progress))?;
    bar.finish_and_clear();
    let mut text = figures(&tuned);
    text.push('\n');
    let command = command(arguments);
    for (name, contents) in [
        ("windows.txt", tuned.windows.values.write(&window_comment(&tuned, arguments, &command))),
        ("stones.txt", tuned.stones.values.write(&stone_comment(&tuned, arguments, &command))),
    ] {
        let path = arguments.out.join(name);
        let what = format!("{} values", value_count(&contents));
        text.push_str(&deliver_stream(&path, &what, |out| out.write_all(contents.as_bytes()))?);
    }
    Ok(Report::done(text, json(&tuned)))
}

fn read(file: &Path, game: GameName) -> anyhow::Result<Vec<PlayedGame>> {
    let name = || source_name(file);
    let text = String::from_utf8(read_bytes(file)?).context("not a text").with_context(name)?;
    games::read(game, &text).with_context(name)
}

fn show(bar: &ProgressBar, progress: Progress) {
    let message = match progress.part {
        Part::Positions => "taking positions from games",
        Part::Windows => "learning windows",
        Part::Stones => "learning stones",
    };
    if bar.message() != message {
        bar.reset();
        bar.set_message(message);
    }
    bar.set_length(progress.of as u64);
    bar.set_position(progress.done as u64);
}

fn value_count(contents: &str) -> usize {
    contents.lines().filter(|line| !line.starts_with('%')).count()
}

/// The command that makes the same tables again, wherever the files lie.
fn command(arguments: &TuneArguments) -> String {
    let file_name = |path: &PathBuf| path.file_name().map(Path::new).map(source_name);
    let files: Vec<String> = arguments.files.iter().filter_map(file_name).collect();
    let mut command = format!("sixfold tune {} --out FOLDER", files.join(" "));
    if arguments.game != GameName::CONNECT6 {
        let _ = write!(command, " --game \"{}\"", arguments.game);
    }
    let (seed, epochs, held_out) = (arguments.seed, arguments.epochs, arguments.held_out);
    let _ = write!(command, " --seed {seed} --epochs {epochs} --held-out {held_out}");
    if let Some(games) = arguments.games {
        let _ = write!(command, " --games {games}");
    }
    command
}

const LETTERS: &str = "x own stone, o opposing stone, . empty, # beyond the edge; a line stands for its \
                       mirror image too";

fn window_comment(tuned: &Tuned, arguments: &TuneArguments, command: &str) -> String {
    let (windows, game) = (&tuned.windows, arguments.game);
    format!(
        "{game}: what windows are worth to the side to move, in thousandths of the logarithm of \
         the odds\n{LETTERS}\n{command}\n{} positions of {} games held out: {}\n",
        windows.figures.positions(),
        tuned.held_out,
        windows.figures,
    )
}

fn stone_comment(tuned: &Tuned, arguments: &TuneArguments, command: &str) -> String {
    let (stones, game) = (&tuned.stones, arguments.game);
    format!(
        "{game}: what a stone between the four squares on its left and the four on its right is \
         worth\n{LETTERS}\n{command}\n{} stones of {} games held out: {}\n",
        stones.figures.stones(),
        tuned.held_out,
        stones.figures,
    )
}

fn figures(tuned: &Tuned) -> String {
    let (windows, stones) = (&tuned.windows, &tuned.stones);
    let base_rate = windows.figures.base_rate();
    let window_row = |name: &str, loss: f64, accuracy: f64| {
        format!("{name:<10} {loss:>9.4} {:>9.1} %\n", 100.0 * accuracy)
    };
    let stone_row = |name: &str, figures: &StoneFigures| {
        let shares = figures.shares().map(|share| format!(" {:>7.1} %", 100.0 * share));
        format!("{name:<10} {:>9.4}{}\n", figures.log_loss(), shares.concat())
    };
    let mut text = format!(
        "learned from {} games; {} held out\n\nwindows: who wins {} quiet positions held out\n",
        grouped(tuned.games as u64),
        grouped(tuned.held_out as u64),
        grouped(windows.figures.positions().into()),
    );
    text.push_str("            log loss    accuracy\n");
    let base_loss = windows.figures.base_log_loss();
    text.push_str(&window_row("base rate", base_loss, base_rate.max(1.0 - base_rate)));
    let row =
        |name, figures: &WindowFigures| window_row(name, figures.log_loss(), figures.accuracy());
    text.push_str(&row("formula", &windows.formula));
    text.push_str(&row("tuned", &windows.figures));
    let count = grouped(stones.figures.stones().into());
    let _ = writeln!(text, "\nstones: where {count} stones held out were placed");
    let ranks = StoneFigures::RANKS.map(|rank| format!(" {:>9}", format!("top {rank}")));
    let _ = writeln!(text, "            log loss{}", ranks.concat());
    text.push_str(&stone_row("formula", &stones.formula));
    text.push_str(&stone_row("tuned", &stones.figures));
    text
}

fn json(tuned: &Tuned) -> Value {
    let window = |figures: &WindowFigures| {
        json!({
            "log_loss": figures.log_loss(),
            "accuracy": figures.accuracy(),
        })
    };
    let stone = |figures: &StoneFigures| {
        json!({
            "log_loss": figures.log_loss(),
            "top": StoneFigures::RANKS,
            "shares": figures.shares(),
        })
    };
    let windows = &tuned.windows;
    json!({
        "games": tuned.games,
        "held_out": tuned.held_out,
        "windows": {
            "positions": windows.figures.positions(),
            "base_rate": windows.figures.base_rate(),
            "base_log_loss": windows.figures.base_log_loss(),
            "formula": window(&windows.formula),
            "tuned": window(&windows.figures),
        },
        "stones": {
            "stones": tuned.stones.figures.stones(),
            "formula": stone(&tuned.stones.formula),
            "tuned": stone(&tuned.stones.figures),
        },
    })
}
