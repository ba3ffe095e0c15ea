//! Small games, their positions, and proofs of them.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use sixfold_connect::{GeneralPosition, Geometry, connect_rules};
use sixfold_game::{GameName, Player, Setup, SquareSet};
use sixfold_jobs::{ENGINE_VERSION, Effort, Runner};
use sixfold_proof::job_level::Status;
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Conditions, Ending, Event, Settings};
use sixfold_store::Header;

/// Jobs that are too small to solve much at once.
pub const SMALL: Effort = Effort { order: 1, nodes: 30, player_nodes: 20, memory: 4 };

pub fn game(name: &str) -> GameName {
    name.parse().unwrap()
}

pub fn turn(game: GameName, text: &str) -> SquareSet {
    match Command::read(game, &format!("suggest {text}")) {
        Ok(Command::Suggest(turns)) => turns[0],
        other => panic!("{other:?}"),
    }
}

pub fn position(game: GameName, setup: &Setup) -> GeneralPosition {
    let geometry = Arc::new(Geometry::new(connect_rules(game).unwrap()));
    GeneralPosition::from_setup(geometry, setup).unwrap()
}

/// All the ways in which a position can lie on the board.
pub fn images(game: GameName, setup: &Setup) -> Vec<Setup> {
    let position = position(game, setup);
    let ways = position.geometry().symmetries();
    ways.iter().map(|way| setup.mapped(|square| way.image(square))).collect()
}

pub fn settings() -> Settings {
    Settings { effort: SMALL, ..Settings::default() }
}

pub fn header(game: GameName, root: Setup, prover: Player) -> Header {
    Header {
        game,
        root,
        moves: None,
        prover,
        engine: ENGINE_VERSION.to_string(),
        created: SystemTime::now(),
        settings: serde_json::json!(settings()),
    }
}

pub fn begin(folder: &Path, game: GameName, root: Setup, prover: Player) -> Campaign {
    let path = folder.join("proof.db");
    Campaign::begin(&path, &header(game, root, prover), settings()).unwrap()
}

/// What a run has come to.
pub struct Run {
    pub ending: Ending,
    /// Jobs that were done.
    pub done: u64,
    /// Jobs that were not done.
    pub failed: u64,
}

/// Works at a proof until it ends or so many jobs are done.
pub fn run(campaign: &mut Campaign, runner: &mut dyn Runner, most_jobs: u64) -> Run {
    let done = std::cell::Cell::new(0);
    let failed = std::cell::Cell::new(0);
    let mut is_told = false;
    let ending = campaign.run(
        runner,
        &mut Conditions {
            time: None,
            command: &mut || {
                let is_enough = !is_told && done.get() >= most_jobs;
                is_told |= is_enough;
                is_enough.then_some(Command::Quit)
            },
            watch: &mut |_, _, event| match event {
                Event::Done { .. } => done.set(done.get() + 1),
                Event::Failed { .. } => failed.set(failed.get() + 1),
                _ => {}
            },
        },
    );
    Run { ending: ending.unwrap(), done: done.get(), failed: failed.get() }
}

/// Every proven node must have a proof that the checker accepts, in its own orientation.
pub fn expect_proofs(campaign: &mut Campaign) {
    let tree = campaign.tree_mut();
    let (game, prover) = (tree.game(), tree.prover());
    let solved: Vec<_> = tree
        .search()
        .nodes()
        .filter(|view| view.record.status == Status::Proven)
        .map(|view| (view.record.id, view.record.position))
        .collect();
    for (node, position) in solved {
        let certificate = tree.proof(node).unwrap();
        assert_eq!(
            (certificate.claim.game, certificate.claim.setup, certificate.claim.winner),
            (game, position, prover),
        );
        sixfold_check::check(&certificate).unwrap();
    }
}
