//! The library that a new data folder begins with: the solved openings of the atlas.

use std::fs;
use std::io;

use sixfold_game::record::{Record, move_list};
use sixfold_game::{GameName, SquareSet};
use sixfold_jobs::Sealed;
use sixfold_jobs::wire::squares;
use sixfold_library::{Edit, Library};
use sixfold_prove::atlas::Entry;
use thiserror::Error;

use crate::api::atlas;
use crate::folder::CheckedName;
use crate::libraries::SAMPLE;
use crate::workbench::Workbench;

/// A certificate of more bytes than these takes seconds to check. The page knows the number, too.
const LARGE: usize = 100_000;

/// Why there is no sample.
#[derive(Debug, Error)]
enum SampleError {
    #[error(transparent)]
    Library(#[from] sixfold_library::LibraryError),
    #[error(transparent)]
    Moves(#[from] sixfold_game::record::Located<move_list::Fault>),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Name(#[from] crate::folder::NameError),
}

/// Has the sample made in the background, if the folder is new or the sample was not finished.
pub fn begin(workbench: &Workbench) -> io::Result<()> {
    let unfinished = workbench.folder.unfinished_sample();
    if workbench.folder.is_new() {
        fs::write(&unfinished, "")?;
    }
    if !unfinished.exists() {
        return Ok(());
    }
    let workbench = workbench.clone();
    let make = move || match make(&workbench) {
        Ok(()) => tracing::info!("the sample library is there"),
        Err(error) => tracing::warn!(%error, "the sample library could not be made"),
    };
    std::thread::Builder::new().name("sample".to_string()).spawn(make).map(drop)
}

fn make(workbench: &Workbench) -> Result<(), SampleError> {
    let name = CheckedName::new(SAMPLE)?;
    let mut library = workbench.libraries.open_apart(&name, GameName::CONNECT6)?;
    for entry in in_order(atlas::entries()) {
        if workbench.tasks.is_stopped() {
            // The rest is made when the server starts again.
            return Ok(());
        }
        add(&mut library, &entry)?;
        workbench.libraries.tell(&name, library.version()?);
    }
    fs::remove_file(workbench.folder.unfinished_sample())?;
    workbench.libraries.tell(&name, library.version()?);
    Ok(())
}

/// Every proof is checked, and large ones take their time: they come last. The first one is that of the
/// opening with which the page greets: of those with a small proof the one that took the most work.
fn in_order(mut entries: Vec<Entry>) -> Vec<Entry> {
    let is_large = |entry: &Entry| {
        let bytes = atlas::certificate_bytes(&entry.certificate).unwrap_or_default();
        bytes.len() > LARGE
    };
    let small = entries.iter().filter(|entry| !is_large(entry));
    let most = small.map(|entry| entry.jobs).max();
    entries.sort_by_cached_key(|entry| (is_large(entry), Some(entry.jobs) != most));
    entries
}

/// Adds a solved opening with its proof.
fn add(library: &mut Library, entry: &Entry) -> Result<(), SampleError> {
    let game = library.game();
    let record = move_list::read(game, &entry.moves)?;
    let turns = record.turns().into_iter().map(|turn| turn.into_iter().collect::<SquareSet>());
    let start = Record::new(game).final_setup();
    library.edit(&start, &[Edit::AddLine(turns.collect())])?;
    let position = record.final_setup();
    let key_move = entry.key_move.as_deref().unwrap_or("any move");
    let comment = format!(
        "{} wins with {key_move}: a proof{}, found by {} job{} in {:.0} seconds.",
        entry.winner,
        entry.order.map_or_else(String::new, |order| format!(" of order {order}")),
        entry.jobs,
        if entry.jobs == 1 { "" } else { "s" },
        entry.seconds
    );
    let mut edits = vec![Edit::Name(entry.moves.clone()), Edit::Comment(comment)];
    let key_move = entry.key_move.as_deref().and_then(|turn| squares(game, turn).ok());
    edits.extend(key_move.map(Edit::Add));
    let certificate = atlas::certificate_bytes(&entry.certificate).map(Sealed::from_bytes);
    edits.extend(certificate.map(Edit::Proof));
    Ok(library.edit(&position, &edits)?)
}
