//! Libraries of Hex: games, positions turned by half, proofs, exports.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sixfold_game::record::{move_list, sgf};
use sixfold_game::{GameName, Player, Setup};
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Effort, Job, Kind, Order, perform};
use sixfold_library::{
    Edit, ExportFormat, ImportOptions, ImportSummary, Known, Library, Problem, joseki,
};
use sixfold_prove::{Campaign, Conditions, Ending, Settings, Tree};
use sixfold_store::Reader;
use tempfile::TempDir;

fn game() -> GameName {
    "hex5".parse().expect("a game")
}

fn position(moves: &str) -> Setup {
    move_list::read(game(), moves).expect("moves").final_setup()
}

fn new_library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::create(&folder.path().join("a.6lib"), game()).expect("a library");
    (folder, library)
}

fn import(library: &mut Library, text: &str) -> ImportSummary {
    let watch = &mut |_: &_| ControlFlow::Continue(());
    library.import_bytes("a", text.as_bytes(), ImportOptions::default(), watch).expect("it")
}

#[test]
fn games_turned_by_half_are_counted_together() {
    let (_folder, mut library) = new_library();
    let games =
        "(;GM[11]FF[4]SZ[5]RE[B+R];B[b2];W[c3];B[d3])\n(;GM[11]FF[4]SZ[5]RE[W+R];B[d4];W[c3])";
    let summary = import(&mut library, games);
    assert_eq!((summary.games, summary.skipped_count), (2, 0), "{summary:?}");
    for moves in ["b2", "d4", "b2 c3", "d4 c3"] {
        let found = library.look(&position(moves)).expect("an entry");
        assert_eq!(found.statistics.games, 2, "{moves}");
    }
    assert_eq!(library.look(&position("d4 c3 b3")).expect("an entry").statistics.games, 1);
    // Reflected it is another position: the players' edges have changed places.
    assert_eq!(library.lookup(&position("b4")).expect("an answer"), None);
}

#[test]
fn a_game_goes_on_after_a_stone_is_taken_over() {
    let (_folder, mut library) = new_library();
    import(&mut library, "(;GM[11]FF[4]SZ[5]RE[B+R];B[a2];W[swap-pieces];B[c3];W[d2])");
    let taken = position("a2 swap");
    let found = library.lookup(&taken).expect("an answer").expect("an entry");
    assert_eq!((found.statistics.games, found.moves.len()), (1, 1));
    let after = position("a2 swap c3 d2");
    assert!(library.lookup(&after).expect("an answer").is_some());
}

#[test]
fn a_proof_is_checked_and_kept() {
    let (_folder, mut library) = new_library();
    let won = position("c3");
    let effort = Effort { nodes: 100_000, ..Effort::default() };
    let job = Job::new(game(), won, Kind::Verify { known: None }, effort);
    let done = perform(&Order { job, known: None }, &Arc::default()).expect("an answer");
    let proof = done.certificate.expect("a proof");
    library.edit(&won, &[Edit::Proof(proof.clone())]).expect("an edit");
    let black = Known::Won(Player::Black);
    let found = library.lookup(&won).expect("an answer").expect("an entry");
    assert_eq!(found.judgement.known, black);
    let other = library.edit(&position("a1"), &[Edit::Proof(proof)]).expect_err("another position");
    assert!(matches!(other.problem, Problem::Certificate(_)), "{other}");
}

#[test]
fn a_library_is_written_as_sgf_and_as_a_page_and_merged() {
    let (folder, mut library) = new_library();
    let lines = [["b2", "c3"], ["c3", "d2"]];
    for line in lines {
        let turns = line.iter().map(|name| sixfold_jobs::wire::squares(game(), name).expect("it"));
        library.edit(&position(""), &[Edit::AddLine(turns.collect())]).expect("edits");
    }
    let text = library.export_all(ExportFormat::Sgf).expect("an SGF");
    let text = String::from_utf8(text).expect("text");
    let record = sgf::read(&text, None).expect("a record");
    assert_eq!(record.game(), game());
    let page = library.export_all(ExportFormat::Html).expect("a page");
    let page = String::from_utf8(page).expect("text");
    assert!(page.contains("<svg") && page.contains("hex5"));
    let mut other = Library::create(&folder.path().join("b.6lib"), game()).expect("a library");
    other.merge(&library).expect("a merge");
    assert_eq!(other.counts().expect("counts").positions, 5);
    let refused = Library::create(&folder.path().join("c.6lib"), GameName::CONNECT6)
        .expect("a library")
        .merge(&library);
    assert!(refused.is_err());
}

fn prove(path: &Path, root: Setup, time: Option<Duration>) -> Ending {
    let effort = Effort { order: 1, nodes: 1, player_nodes: 8, memory: 4 };
    let settings = Settings { effort, ..Settings::default() };
    let mut header = settings.header(game(), root, None);
    header.prover = Player::Black;
    let mut campaign = Campaign::begin(path, &header, settings).expect("a file");
    let mut runner = LocalRunner::start(1).expect("a worker");
    let mut conditions = Conditions { time, command: &mut || None, watch: &mut |_, _, _| {} };
    campaign.run(&mut runner, &mut conditions).expect("an end")
}

#[test]
fn a_library_is_built_from_a_proof() {
    let (folder, mut library) = new_library();
    let opening = move_list::read(game(), "c3").expect("moves");
    let store = folder.path().join("proof.db");
    assert_eq!(prove(&store, opening.final_setup(), None), Ending::Proven);
    let tree = Tree::read_with_evidence(&Reader::open(&store).expect("a file")).expect("a tree");
    joseki::build(&tree, Some(&opening), &mut library).expect("a library");
    let found = library.lookup(&opening.final_setup()).expect("an answer").expect("an entry");
    assert_eq!(found.judgement.known, Known::Won(Player::Black));
    assert!(!library.certificates().expect("digests").is_empty());
    let start = library.look(&position("")).expect("an entry");
    assert_eq!(start.moves.len(), 1);
}
