//! The `sixfold` command: arguments in, text or JSON out, nothing else.
//!
//! Each subcommand is a module that turns its arguments into a [`report::Report`]; this file maps
//! what comes back to the exit codes that scripts rely on: 0 done, 1 a negative answer, 2 bad input
//! with one line on standard error, 130 interrupted.

mod analyze;
mod arguments;
mod atlas;
mod bench;
mod bestmove;
mod check;
mod contest;
mod convert;
mod draws;
mod engine;
mod export;
mod family;
mod input;
mod library;
mod output;
mod play;
mod prove;
mod puzzle;
mod report;
mod review;
mod search;
mod serve;
mod shell;
mod show;
mod simulate;
mod solve;
mod thinking;
mod tune;
mod verify;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use report::{Ending, Report};

const NEGATIVE: u8 = 1;
const BAD_INPUT: u8 = 2;
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return answer_without_command(&error),
    };
    let finished = run(&cli).and_then(|report| {
        output::print(&report, cli.output)?;
        Ok(report.ending)
    });
    match finished {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Negative) => ExitCode::from(NEGATIVE),
        Ok(Ending::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => complain(&format!("{error:#}")),
    }
}

fn run(cli: &Cli) -> anyhow::Result<Report> {
    match &cli.command {
        Command::Show(arguments) => show::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Prove(arguments) => prove::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Library(arguments) => library::run(arguments),
        Command::Puzzle(arguments) => puzzle::run(arguments, cli.output),
        Command::Atlas(arguments) => atlas::run(arguments),
        Command::Draws(arguments) => draws::run(arguments),
        Command::Family(arguments) => family::run(arguments),
        Command::Bestmove(arguments) => bestmove::run(arguments),
        Command::Analyze(arguments) => analyze::run(arguments, cli.output),
        Command::Play(arguments) => play::run(arguments, cli.output),
        Command::Review(arguments) => review::run(arguments),
        Command::Engine(arguments) => engine::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Match(arguments) => contest::run_match(arguments),
        Command::Tournament(arguments) => contest::run_tournament(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
        Command::Worker(arguments) => worker::run(arguments),
        Command::Completions(arguments) => shell::completions(arguments),
        Command::Man(arguments) => shell::manual(arguments),
    }
}

/// Help and version are answers; anything else is a mistake, told in one line.
fn answer_without_command(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match output::closed_pipe_is_fine(error.print()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => complain(&format!("{error:#}")),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            complain("no command given (try 'sixfold --help')")
        }
        _ => {
            let message = error.render().to_string();
            let reason = message.strip_prefix("error: ").unwrap_or(&message);
            let reason = reason.split("\n\n").next().unwrap_or(reason);
            let words: Vec<&str> = reason.split_whitespace().collect();
            complain(&format!("{} (try 'sixfold --help')", words.join(" ")))
        }
    }
}

fn complain(reason: &str) -> ExitCode {
    // If not even this can be written, the exit code has to say it all.
    let _ = writeln!(io::stderr(), "sixfold: {}", reason.replace(char::is_control, " "));
    ExitCode::from(BAD_INPUT)
}
