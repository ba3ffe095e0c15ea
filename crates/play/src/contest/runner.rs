//! Playing what is missing of a contest, several games at a time.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use sixfold_game::PerPlayer;
use thiserror::Error;

use super::referee::{Abandoned, Judge, Referee};
use super::{Contest, GameReport, Halt, Results};
use crate::engine::{Engine, EngineError};

/// Who does the work.
pub struct Staff<'a> {
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Decides about proofs.
    pub judge: &'a Judge<'a>,
    /// The line by which the contest is stopped.
    pub halt: &'a Halt,
}

/// Why a contest cannot go on.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An engine cannot play at all.
    #[error("{name}: {error}")]
    Engine {
        /// The engine.
        name: String,
        /// Why.
        error: EngineError,
    },
    /// A finished game could not be recorded.
    #[error("cannot record a game: {0}")]
    Record(#[from] io::Error),
}

/// Plays all games that have no result yet and adds them to the results, until all are done, the
/// test is decided, or the contest is interrupted. Each game is reported when it is done.
pub fn run(
    contest: &Contest,
    results: &mut Results,
    staff: &Staff,
    report: &mut dyn FnMut(&GameReport, &Results) -> io::Result<()>,
) -> Result<(), ContestError> {
    results.truncate(contest.games());
    if let Some(games) = results.decided_after(contest) {
        results.truncate(games);
        return Ok(());
    }
    let open: Vec<usize> =
        (0..contest.games()).filter(|&number| results.get(number).is_none()).collect();
    let workers = staff.concurrency.clamp(1, open.len().max(1));
    let queue = Mutex::new(open.into_iter());
    let (sender, games) = channel();
    let finished = std::thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || work(contest, staff, queue, &sender));
        }
        drop(sender);
        let finished = games.into_iter().try_for_each(|game| {
            let game = game?;
            results.insert(game.clone());
            report(&game, results)?;
            if results.decided_after(contest).is_some() {
                staff.halt.stop();
            }
            Ok(())
        });
        // After a failure the others need not finish their games.
        if finished.is_err() {
            staff.halt.stop();
        }
        finished
    });
    if let Some(games) = results.decided_after(contest) {
        results.truncate(games);
    }
    finished
}

/// Plays one game after the other.
fn work(
    contest: &Contest,
    staff: &Staff,
    queue: &Mutex<std::vec::IntoIter<usize>>,
    sender: &Sender<Result<GameReport, ContestError>>,
) {
    let margin = contest.terms.margin;
    let mut engines: Vec<Box<dyn Engine>> =
        contest.engines().iter().map(|engine| engine.engine(margin)).collect();
    let control = staff.halt.control();
    let referee = Referee { contest, judge: staff.judge, halt: staff.halt, control };
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(number) = next.filter(|_| !staff.halt.is_stopped()) else { return };
        let fixture = contest.fixture(number);
        let PerPlayer { black, white } = fixture.engines;
        let Ok([black, white]) = engines.get_disjoint_mut([black, white]) else { return };
        let mut players = PerPlayer { black: &mut **black as &mut dyn Engine, white: &mut **white };
        let game = match referee.play(&fixture, &mut players) {
            Ok(game) => Ok(game),
            Err(Abandoned::Stopped) => return,
            Err(Abandoned::Engine { engine, error }) => {
                Err(ContestError::Engine { name: contest.names()[engine].clone(), error })
            }
        };
        // Nobody listens any more once the contest has failed.
        if sender.send(game).is_err() {
            return;
        }
    }
}
