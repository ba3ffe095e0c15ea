//! A proof that is easy to tell whole: a chain of nodes, each step proves one and adds the next.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use rusqlite::Connection;
use serde_json::json;
use sixfold_game::{GameName, Player, Setup, SquareSet};
use sixfold_jobs::{Cost, Done, Effort, Finding, Job, Kind, Sealed};
use sixfold_proof::job_level::{Edge, Grade, NodeId, Others, Side, Status};
use sixfold_store::{
    Changes, Counted, Evidence, Header, Node, OpenJob, Reader, Role, Step, Store, StoreError,
};

pub fn game() -> GameName {
    "connect(9,9,6,2,1)".parse().unwrap()
}

pub fn header() -> Header {
    Header {
        game: game(),
        root: position(0),
        moves: Some("e5 d4f6".to_string()),
        prover: Player::Black,
        engine: "sixfold 0".to_string(),
        created: UNIX_EPOCH + Duration::from_millis(1_700_000_000_123),
        settings: json!({ "policy": "greedy", "nodes": 1000 }),
    }
}

/// A position for every number: its binary digits as stones.
pub fn position(number: u32) -> Setup {
    let mut setup = Setup::start(game());
    let ones = game().grid().squares().enumerate().take(32);
    ones.filter(|(digit, _)| number >> digit & 1 == 1)
        .for_each(|(_, square)| setup.set(square, Some(Player::White)));
    setup
}

pub fn node(number: u32) -> Node {
    Node {
        id: NodeId(number),
        position: position(number),
        side: if number.is_multiple_of(2) { Side::Prover } else { Side::Opponent },
        grade: Grade::Stable,
        status: Status::Open,
        others: Others::Open,
        cover: None,
        edges: Vec::new(),
        forbidden: false,
        suggested: false,
        expansions: 0,
        fruitless: 0,
    }
}

pub fn open_job(number: u32) -> OpenJob {
    let kind = Kind::Move { excluded: vec![turn(number)] };
    OpenJob {
        node: NodeId(number),
        job: Job::new(game(), position(number), kind, Effort::default()),
    }
}

fn turn(number: u32) -> SquareSet {
    game().grid().squares().skip(number as usize % 40).take(2).collect()
}

/// Bytes that do not compress, others for every number.
pub fn certificate(number: u32) -> Sealed {
    let mut random = fastrand::Rng::with_seed(number.into());
    Sealed::from_bytes((0..20_000).map(|_| random.u8(..)).collect())
}

/// The step that proves a node and adds the next.
pub fn step(number: u32) -> Step {
    let mut proven = node(number);
    proven.status = Status::Proven;
    proven.expansions = 1;
    proven.edges = vec![Edge { played: turn(number), child: NodeId(number + 1), rank: 0 }];
    let certificate = certificate(number);
    let evidence =
        Evidence { node: NodeId(number), role: Role::Proof, certificate: certificate.digest() };
    Step {
        key: open_job(number).job.key(),
        worker: format!("worker {number}"),
        done: Done {
            finding: Finding::Won,
            certificate: Some(certificate),
            cost: Cost { nodes: u64::from(number), seconds: 0.5 },
        },
        finished: UNIX_EPOCH + Duration::from_secs(number.into()),
        changes: Changes {
            // The parent before the child that it names.
            nodes: vec![proven, node(number + 1)],
            certificates: Vec::new(),
            evidence: vec![evidence],
        },
    }
}

/// A store with a chain that has its first node.
pub fn create(path: &Path) -> Store {
    let mut store = Store::create(path, &header()).unwrap();
    store.save(&Changes { nodes: vec![node(0)], ..Changes::default() }).unwrap();
    store
}

/// Takes the next step of a chain.
pub fn take_step(store: &mut Store, number: u32) -> Result<(), StoreError> {
    store.begin(&[open_job(number)])?;
    assert_eq!(store.finish(&step(number))?, Counted::Now);
    Ok(())
}

/// All of these steps, each once, and nothing of any other.
pub fn expect_steps(reader: &Reader, steps: u32) {
    assert_eq!(u32::try_from(reader.totals().unwrap().done).unwrap(), steps);
    let mut nodes: Vec<Node> =
        (0..steps).map(|number| step(number).changes.nodes[0].clone()).collect();
    nodes.push(node(steps));
    assert!(reader.nodes().unwrap() == nodes);
    for number in 0..steps {
        let step = step(number);
        let stored = reader.result(step.key).unwrap().unwrap();
        assert_eq!(stored.sequence, u64::from(number) + 1);
        assert!(stored.done == step.done);
        let digest = certificate(number).digest();
        assert_eq!(reader.proof_of(NodeId(number)).unwrap(), Some(digest));
    }
    assert_eq!(reader.proof_of(NodeId(steps)).unwrap(), None);
}

/// The thorough check that `SQLite` offers.
pub fn expect_integrity(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let answer: String =
        connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
    assert_eq!(answer, "ok");
    let mut statement = connection.prepare("PRAGMA foreign_key_check").unwrap();
    assert!(statement.query([]).unwrap().next().unwrap().is_none());
}
