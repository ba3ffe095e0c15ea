//! `sixfold library build`: a proof by jobs, and the library that comes of it.

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::json;
use sixfold_game::record::move_list;
use sixfold_library::{Counts, Library, joseki};
use sixfold_prove::Campaign;

use crate::arguments::LibraryBuildArguments;
use crate::prove::{Conclusion, Purpose, pursue};
use crate::report::Report;
use crate::search::{counted, file_place};

/// Runs the command.
pub fn run(arguments: &LibraryBuildArguments) -> anyhow::Result<Report> {
    let LibraryBuildArguments { out, proof } = arguments;
    file_place("--out", "the library", out)?;
    let store = proof.store.clone().unwrap_or_else(|| beside(out));
    pursue(proof, Some(&store), &mut Joseki { path: out, library: None })
}

/// Where the proof is kept unless the user wants it elsewhere.
fn beside(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_os_string();
    name.push(".proof");
    name.into()
}

/// A proof that is to fill a library.
struct Joseki<'a> {
    path: &'a Path,
    /// Opened before the proof is worked at, so that nobody works for nothing.
    library: Option<Library>,
}

impl Purpose for Joseki<'_> {
    fn words(&self, store: &Path) -> Vec<String> {
        let library = self.path.display().to_string();
        let mut words = vec!["library".into(), "build".into(), "--out".into(), library];
        if store != beside(self.path) {
            words.extend(["--store".to_string(), store.display().to_string()]);
        }
        words
    }

    fn begin(&mut self, campaign: &Campaign) -> anyhow::Result<()> {
        let game = campaign.tree().game();
        let is_there = self.path.metadata().is_ok_and(|file| file.len() > 0);
        let library =
            if is_there { Library::open(self.path)? } else { Library::create(self.path, game)? };
        if library.game() != game {
            bail!("--out: {} is about {}, not {game}", self.path.display(), library.game());
        }
        self.library = Some(library);
        Ok(())
    }

    /// Lines that are not finished are kept too.
    fn conclude(&mut self, campaign: &Campaign) -> anyhow::Result<Conclusion> {
        let Some(library) = &mut self.library else { return Ok(Conclusion::default()) };
        let moves = campaign.store().header()?.moves;
        let opening = moves.and_then(|moves| move_list::read(library.game(), &moves).ok());
        joseki::build(campaign.tree(), opening.as_ref(), library)?;
        let Counts { positions, won, open, moves, certificates, .. } = library.counts()?;
        let path = self.path.display().to_string();
        let text = format!(
            "{path}: {} ({won} won, {open} open), {}, {}\n",
            counted(positions, "position"),
            counted(moves, "move"),
            counted(certificates, "certificate")
        );
        let fields = [
            ("library", json!(path)),
            ("positions", json!(positions)),
            ("open", json!(open)),
            ("moves", json!(moves)),
            ("certificates", json!(certificates)),
        ];
        let fields = fields.map(|(name, value)| (name.to_string(), value)).into_iter().collect();
        Ok(Conclusion { text, fields })
    }
}
