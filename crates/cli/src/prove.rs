//! `sixfold prove`: a proof by jobs, which can be stopped, gone on with and steered.

mod answer;
mod ear;
mod screen;
mod session;
mod settings;
mod workforce;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::{Map, Value};
use sixfold_game::{Game, Player, Record};
use sixfold_play::AnyPosition;
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Settings};
use sixfold_store::Reader;
use tempfile::TempDir;

use crate::arguments::{PositionArguments, ProveArguments};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{certificate_place, file_place, write_certificate};
use answer::Answer;
use ear::Ear;
use screen::{Screen, Verbosity};
pub use session::Interrupt;
use session::Session;
pub use workforce::start as start_workforce;

/// What a proof is for.
pub trait Purpose {
    /// The words of a command that goes on with a proof that is kept there.
    fn words(&self, store: &Path) -> Vec<String>;

    /// Sees the proof before it is worked at, and may refuse it.
    fn begin(&mut self, campaign: &Campaign) -> anyhow::Result<()>;

    /// Takes what the proof has come to.
    fn conclude(&mut self, campaign: &Campaign) -> anyhow::Result<Conclusion>;
}

/// What is to be said besides of a proof.
#[derive(Default)]
pub struct Conclusion {
    /// For a person.
    pub text: String,
    /// For a script.
    pub fields: Map<String, Value>,
}

/// A proof for its own sake.
struct Alone;

impl Purpose for Alone {
    fn words(&self, store: &Path) -> Vec<String> {
        ["prove".into(), "--store".into(), store.display().to_string()].into()
    }

    fn begin(&mut self, _: &Campaign) -> anyhow::Result<()> {
        Ok(())
    }

    fn conclude(&mut self, _: &Campaign) -> anyhow::Result<Conclusion> {
        Ok(Conclusion::default())
    }
}

/// Runs the command.
pub fn run(arguments: &ProveArguments) -> anyhow::Result<Report> {
    pursue(arguments, arguments.store.as_deref(), &mut Alone)
}

/// Proves something, in this file if there is one, for this purpose.
pub fn pursue(
    arguments: &ProveArguments,
    store: Option<&Path>,
    purpose: &mut dyn Purpose,
) -> anyhow::Result<Report> {
    certificate_place(arguments.cert.as_deref())?;
    let place = Place::of(store)?;
    let mut campaign = open(arguments, &place)?;
    purpose.begin(&campaign)?;
    steer_at_once(arguments, &mut campaign)?;
    let ear = listen(arguments)?;
    let interrupt = Interrupt::watch()?;
    let verbosity = if arguments.verbose { Verbosity::Verbose } else { Verbosity::Quiet };
    let screen = Screen::new(verbosity);
    let session =
        Session { interrupt: &interrupt, ear: &ear, screen: &screen, time: arguments.time };
    let started = Instant::now();
    let name = workforce::name_of(&campaign.store().header()?);
    let mut runner = workforce::start(&arguments.workforce, &name)?;
    let ending = session.run(&mut campaign, &mut *runner)?;
    drop(runner);
    let found = sixfold_prove::Answer::of(&mut campaign, ending)?;
    let is_solved = found.is_solved();
    let mut answer = Answer {
        found,
        is_interrupted: interrupt.is_pressed() && !is_solved,
        elapsed: started.elapsed(),
        store: place.kept().map(Path::to_path_buf),
        written: None,
    };
    let mut text = answer.text();
    if let (Some(path), Some(certificate)) = (&arguments.cert, &answer.found.certificate) {
        text += &write_certificate(path, certificate)?;
        answer.written = Some(path.clone());
    }
    let conclusion = purpose.conclude(&campaign)?;
    text += &conclusion.text;
    if !is_solved {
        text += &place.farewell(arguments, purpose);
    }
    let ending = match () {
        () if answer.is_interrupted => Ending::Interrupted,
        () if is_solved => Ending::Done,
        () => Ending::Negative,
    };
    let mut json = answer.json();
    if let Some(object) = json.as_object_mut() {
        object.extend(conclusion.fields);
    }
    Ok(Report { body: Body::Text(text), json, ending })
}

/// Where the file of the proof is.
enum Place {
    /// Where the user wants it.
    Kept(PathBuf),
    /// Somewhere from where it goes away.
    Temporary(TempDir),
}

impl Place {
    fn of(store: Option<&Path>) -> anyhow::Result<Place> {
        if let Some(path) = store {
            file_place("--store", "the proof", path)?;
            return Ok(Place::Kept(path.to_path_buf()));
        }
        let folder = tempfile::Builder::new().prefix("sixfold-").tempdir();
        Ok(Place::Temporary(folder.context("cannot make a temporary folder")?))
    }

    fn path(&self) -> PathBuf {
        match self {
            Place::Kept(path) => path.clone(),
            Place::Temporary(folder) => folder.path().join("proof.db"),
        }
    }

    fn kept(&self) -> Option<&Path> {
        match self {
            Place::Kept(path) => Some(path),
            Place::Temporary(_) => None,
        }
    }

    /// Whether a proof has been begun there.
    fn is_begun(&self) -> bool {
        self.kept().and_then(|path| path.metadata().ok()).is_some_and(|file| file.len() > 0)
    }

    /// How to go on with what is not finished.
    fn farewell(&self, arguments: &ProveArguments, purpose: &dyn Purpose) -> String {
        let Place::Kept(path) = self else {
            return "with --store FILE the proof could be gone on with\n".to_string();
        };
        let mut words = vec!["sixfold".to_string()];
        words.extend(purpose.words(path));
        if let Some(certificate) = &arguments.cert {
            words.extend(["--cert".to_string(), certificate.display().to_string()]);
        }
        words.extend(arguments.workforce.words());
        let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        format!("go on with:\n  {command}\n")
    }
}

/// Begins the proof, or opens the one that is there.
fn open(arguments: &ProveArguments, place: &Place) -> anyhow::Result<Campaign> {
    let path = place.path();
    if !place.is_begun() {
        // Whoever mistypes the name of a file does not want the empty board to be proven.
        if place.kept().is_some() && !is_given(&arguments.position) {
            bail!("--store: there is no proof in {} yet, so a position is needed", path.display());
        }
        let record = read_record(&arguments.position)?;
        return begin(arguments, &path, &record);
    }
    let header = Reader::open(&path).and_then(|reader| reader.header()).context("--store")?;
    let name = path.display();
    if is_given(&arguments.position) {
        let record = read_record(&arguments.position)?;
        if (record.game(), record.final_setup()) != (header.game, header.root) {
            bail!("--store: {name} is about another position: {} {}", header.game, header.root);
        }
    }
    if arguments.prover.is_some_and(|prover| Player::from(prover) != header.prover) {
        bail!("--prover: {name} is about a win of {}", header.prover);
    }
    let kept = Settings::of(&header).with_context(|| format!("--store: {name}"))?;
    let settings = arguments.settings.over(kept)?;
    Campaign::resume(&path, Some(settings)).context("--store")
}

fn begin(arguments: &ProveArguments, path: &Path, record: &Record) -> anyhow::Result<Campaign> {
    if let Some(outcome) = AnyPosition::replay(record)?.outcome() {
        bail!("there is nothing to prove, the game is over: {outcome}");
    }
    let settings = arguments.settings.over(Settings::usual(record.game()))?;
    let root = record.final_setup();
    let mut header = settings.header(record.game(), root, arguments.position.moves.clone());
    header.prover = arguments.prover.map_or(root.turn.player, Into::into);
    Ok(Campaign::begin(path, &header, settings)?)
}

/// Whether the user has named a position.
fn is_given(position: &PositionArguments) -> bool {
    let PositionArguments { file, fen, moves, game, .. } = position;
    file.is_some() || fen.is_some() || moves.is_some() || game.is_some()
}

/// Does what the command line says of branches.
fn steer_at_once(arguments: &ProveArguments, campaign: &mut Campaign) -> anyhow::Result<()> {
    let game = campaign.tree().game();
    let suggested = arguments.suggest.iter().map(|line| ("--suggest", format!("suggest {line}")));
    let forbidden = arguments.forbid.iter().map(|line| ("--forbid", format!("forbid {line}")));
    for (option, text) in suggested.chain(forbidden) {
        let command = Command::read(game, &text).context(option)?;
        campaign.steer(&command).context(option)?;
    }
    Ok(())
}

/// Listens to whoever steers the proof.
fn listen(arguments: &ProveArguments) -> anyhow::Result<Ear> {
    let standard_input = Some(Path::new("-"));
    let steer = arguments.steer.as_deref();
    if steer == standard_input && arguments.position.file.as_deref() == standard_input {
        bail!("--steer: the position comes from standard input, commands cannot");
    }
    Ear::on(steer)
}
