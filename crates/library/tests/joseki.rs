//! Libraries of proofs.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::time::{Duration, SystemTime};

use sixfold_game::record::move_list;
use sixfold_game::{GameName, Player, Setup};
use sixfold_jobs::{ENGINE_VERSION, Effort, local::LocalRunner};
use sixfold_library::{Found, Known, Library, joseki};
use sixfold_prove::{Campaign, Conditions, Ending, Settings, Symmetries, Tree};
use sixfold_store::{Header, Reader};

const BLACK_WINS: Known = Known::Won(Player::Black);

fn game() -> GameName {
    "connect(7,7,4,1,1)".parse().expect("a game")
}

/// Jobs that are too small for the whole position, so that the tree has some depth.
fn settings() -> Settings {
    let effort = Effort { order: 1, nodes: 5, player_nodes: 50, memory: 16 };
    Settings { effort, ..Settings::default() }
}

fn prove(path: &Path, root: Setup, time: Option<Duration>) -> Ending {
    let mut campaign = if path.exists() {
        Campaign::resume(path, None).expect("the campaign")
    } else {
        let header = Header {
            game: game(),
            root,
            moves: None,
            prover: Player::Black,
            engine: ENGINE_VERSION.to_string(),
            created: SystemTime::now(),
            settings: serde_json::json!(settings()),
        };
        Campaign::begin(path, &header, settings()).expect("a campaign")
    };
    let mut runner = LocalRunner::start(1).expect("a worker");
    let mut conditions = Conditions { time, command: &mut || None, watch: &mut |_, _, _| () };
    campaign.run(&mut runner, &mut conditions).expect("a run")
}

fn found(library: &Library, position: &Setup) -> Found {
    library.lookup(position).expect("an answer").expect("an entry")
}

/// The certificate of a position is a proof of just that.
fn has_proof(library: &Library, symmetries: &Symmetries, position: &Setup) -> bool {
    let Some(digest) = found(library, position).certificate else { return false };
    let sealed = library.certificate(digest).expect("an answer").expect("a certificate");
    let certificate = sealed.open().expect("a certificate");
    assert_eq!(certificate.claim.setup, symmetries.canonical(position));
    assert_eq!(certificate.claim.winner, Player::Black);
    sixfold_check::check(&certificate).expect("a proof");
    true
}

#[test]
fn every_position_of_the_attacker_has_a_winning_move_and_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = move_list::read(game(), "d4 d5").expect("moves").final_setup();
    let store = folder.path().join("joseki.proof");
    let path = folder.path().join("joseki.lib");
    let mut library = Library::create(&path, game()).expect("a library");
    // A look at what is there before anything is done: the position, open.
    prove(&store, root, Some(Duration::ZERO));
    let tree = Tree::read_with_evidence(&Reader::open(&store).expect("a file")).expect("a tree");
    joseki::build(&tree, None, &mut library).expect("a library");
    assert_eq!(found(&library, &root).judgement.known, Known::Open);
    // The rest, from the same file into the same library.
    assert_eq!(prove(&store, root, None), Ending::Proven);
    let tree = Tree::read_with_evidence(&Reader::open(&store).expect("a file")).expect("a tree");
    joseki::build(&tree, None, &mut library).expect("a library");
    let symmetries = Symmetries::of(game());
    let mut open = VecDeque::from([root]);
    let mut seen = HashSet::new();
    let mut defences = 0;
    while let Some(position) = open.pop_front() {
        if !seen.insert(symmetries.canonical(&position)) {
            continue;
        }
        let entry = found(&library, &position);
        assert_eq!(entry.judgement.known, BLACK_WINS, "{position}");
        let after = |turn| symmetries.after(&position, turn);
        if position.turn.player == Player::Black {
            let best = entry.moves.iter().find(|found| found.judgement.known == BLACK_WINS);
            let best = best.expect("a winning move").stones;
            let own = has_proof(&library, &symmetries, &position);
            assert!(own || has_proof(&library, &symmetries, &after(best)), "{position}");
            // Where the proof is that of the position itself it says all about what follows.
            open.extend((!own).then(|| after(best)));
        } else {
            // The certificate answers all replies, listed or not.
            assert!(has_proof(&library, &symmetries, &position));
            defences += entry.moves.len();
            open.extend(entry.moves.iter().map(|found| after(found.stones)));
        }
    }
    assert!(defences > 0, "the proof was found by one job");
}

#[test]
fn the_turns_that_lead_to_a_proof_are_in_its_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let opening = move_list::read(game(), "d4 d5").expect("moves");
    let store = folder.path().join("joseki.proof");
    let mut library =
        Library::create(&folder.path().join("joseki.lib"), game()).expect("a library");
    prove(&store, opening.final_setup(), Some(Duration::ZERO));
    let tree = Tree::read_with_evidence(&Reader::open(&store).expect("a file")).expect("a tree");
    joseki::build(&tree, Some(&opening), &mut library).expect("a library");
    let mut position = Setup::start(game());
    for turn in opening.turns() {
        let turn = turn.into_iter().collect();
        // The first positions are symmetric: a turn may be told as any that is the same as it.
        let same = tree.symmetries().same_turns(&position, turn);
        let moves = found(&library, &position).moves;
        assert!(moves.iter().any(|found| same.contains(&found.stones)), "{position}");
        position = tree.symmetries().after(&position, turn);
    }
    found(&library, &position);
    // What leads elsewhere is left out.
    let other = move_list::read(game(), "a1 b1").expect("moves");
    joseki::build(&tree, Some(&other), &mut library).expect("a library");
    assert_eq!(library.lookup(&other.final_setup()).expect("an answer"), None);
}
