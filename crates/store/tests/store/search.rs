//! The search whose tree it is.

use sixfold_game::{Setup, SquareSet};
use sixfold_proof::job_level::{
    Child, Cover, Finding, Grade, NodeId, Others, Search, Settings, Side, TaskKind,
};
use sixfold_store::{Changes, Store};

use crate::chain;

type Tree = Search<Setup, SquareSet>;

fn save(store: &mut Store, search: &mut Tree) {
    let changed = search.take_changed();
    let nodes = changed.iter().map(|id| search.node(*id).unwrap().record.clone()).collect();
    store.save(&Changes { nodes, ..Changes::default() }).unwrap();
}

/// Answers the jobs of a search with moves that are worth less and less.
fn expand(search: &mut Tree, next_position: &mut u32) {
    let mut child = || {
        *next_position += 1;
        let squares = chain::game().grid().squares();
        Child {
            played: squares.skip(*next_position as usize % 60).take(2).collect(),
            position: chain::position(*next_position),
            grade: Grade::ALL[1 + *next_position as usize % 11],
        }
    };
    for task in search.next() {
        let finding = match task.kind {
            TaskKind::Move { .. } => Finding::Move { child: child(), others: Others::Open },
            TaskKind::Verify => {
                Finding::Defences { children: vec![child(), child()], cover: Cover::SoFar }
            }
        };
        search.apply(task.id, finding).unwrap();
    }
}

#[test]
fn a_search_goes_on_from_its_file_as_if_it_had_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    let mut store = Store::create(&path, &chain::header()).unwrap();
    let mut search = Tree::new(chain::position(0), Side::Prover, Settings::default());
    let mut next_position = 0;
    for _ in 0..30 {
        expand(&mut search, &mut next_position);
        save(&mut store, &mut search);
    }
    drop(store);
    let nodes = Store::open(&path).unwrap().nodes().unwrap();
    let mut restored = Tree::restore(Settings::default(), NodeId(0), nodes).unwrap();
    assert_eq!(restored.counts(), search.counts());
    for (one, other) in search.nodes().zip(restored.nodes()) {
        assert!(one.record == other.record && one.numbers == other.numbers);
    }
    let picked = |search: &mut Tree| search.next().into_iter().map(|task| (task.node, task.kind));
    assert!(picked(&mut search).eq(picked(&mut restored)));
}
