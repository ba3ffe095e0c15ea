//! Positions that are the same up to a symmetry are one node, and answers come as they were asked for.

use std::collections::HashSet;

use sixfold_game::{Player, Setup};
use sixfold_prove::Ending;

use crate::runner::{Manner, Scripted};
use crate::setting::{begin, game, images, run};

#[test]
fn a_proof_comes_out_in_the_orientation_in_which_it_was_asked_for() {
    let game = game("connect(7,7,4,1,1)");
    let root = Setup::from_fen(game, "7/7/7/3x3/7/2o4/7 b 1").unwrap();
    let mut nodes = HashSet::new();
    for image in images(game, &root) {
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = begin(folder.path(), game, image, Player::Black);
        let ending = run(&mut campaign, &mut Scripted::new(Manner::Honest, 7), u64::MAX).ending;
        assert_eq!(ending, Ending::Proven, "{image}");
        let certificate = campaign.tree_mut().certificate().unwrap();
        assert_eq!(certificate.claim.setup, image);
        sixfold_check::check(&certificate).unwrap();
        nodes.insert(campaign.progress().counts.nodes);
    }
    assert_eq!(nodes.len(), 1, "all of them are the same proof");
}

#[test]
fn no_two_nodes_are_the_same_up_to_a_symmetry() {
    let game = game("connect(7,7,4,1,1)");
    let root = Setup::from_fen(game, "7/7/7/3x3/2o4/7/7 b 1").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    run(&mut campaign, &mut Scripted::new(Manner::Honest, 3), 20);
    let mut seen = HashSet::new();
    let nodes = campaign.tree().search().nodes();
    for view in nodes {
        let same = images(game, &view.record.position);
        assert!(same.iter().all(|image| !seen.contains(image)), "{}", view.record.position);
        seen.extend(same);
    }
    assert!(campaign.progress().counts.nodes > 5);
}
