//! The user's word counts, in the orientation in which he sees the board.

use sixfold_game::{Player, Setup, SquareSet};
use sixfold_proof::Numbers;
use sixfold_proof::job_level::Grade;
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, CampaignError, Next, PathError, Settings, Tree};

use crate::runner::{Manner, Scripted};
use crate::setting::{SMALL, begin, game, header, images, run, settings, turn};

const GAME: &str = "connect(7,7,5,2,1)";
const ROOT: &str = "7/7/2o4/3x3/5o1/7/7 b 2";

/// A tree for each way in which the root can lie, with the same turn in it.
fn trees(named: &str) -> Vec<(Tree, SquareSet)> {
    let game = game(GAME);
    let root = Setup::from_fen(game, ROOT).unwrap();
    let after = |setup: &Setup, stones: SquareSet| {
        let mut after = *setup;
        stones.iter().for_each(|square| after.set(square, Some(Player::Black)));
        after
    };
    let turned = images(game, &after(&root, turn(game, named)));
    let tree = |root| Tree::new(game, root, Player::Black, settings().search()).unwrap();
    let pairs = images(game, &root).into_iter().zip(turned);
    pairs
        .map(|(root, after)| (tree(root), after.stones(Player::Black) - root.stones(Player::Black)))
        .collect()
}

#[test]
fn a_suggested_turn_is_tried_first_however_the_board_lies() {
    for (mut tree, stones) in trees("a1b3") {
        let wanted = tree.suggest(&[stones]).unwrap();
        let next = tree.next(SMALL).unwrap();
        let Some(Next::Job(assignment)) = next.first() else { panic!("{next:?}") };
        assert_eq!(assignment.node, wanted);
        let after = tree.symmetries().after(&tree.root(), stones);
        let canonical = tree.symmetries().canonical(&after);
        assert_eq!(assignment.order.job.position, canonical);
        assert_eq!(tree.best_line(), [stones]);
    }
}

#[test]
fn a_forbidden_branch_is_left_alone_until_it_is_allowed() {
    for (mut tree, stones) in trees("a1b3") {
        let node = tree.suggest(&[stones]).unwrap();
        tree.forbid(&[stones]).unwrap();
        let next = tree.next(SMALL).unwrap();
        let works_there =
            |next: &Next| matches!(next, Next::Job(assignment) if assignment.node == node);
        assert!(!next.iter().any(works_there), "{next:?}");
        tree.allow(&[stones]).unwrap();
        let next = tree.next(SMALL).unwrap();
        assert!(next.iter().any(works_there), "{next:?}");
    }
}

#[test]
fn a_turn_can_be_forbidden_before_anybody_has_thought_of_it() {
    let game = game("connect(6,6,4,2,1)");
    let root = Setup::from_fen(game, "6/6/2x3/3o2/6/6 b 2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let forbidden = turn(game, "a1f6");
    campaign.steer(&Command::Forbid(vec![forbidden])).unwrap();
    let node = campaign.tree().walk(&[forbidden]).unwrap().node;
    run(&mut campaign, &mut Scripted::new(Manner::Honest, 1), 10);
    let view = campaign.tree().search().node(node).unwrap();
    assert_eq!((view.record.forbidden, view.record.expansions), (true, 0));
    let said = campaign.store().notes().unwrap().remove(0);
    assert_eq!(said.text, "forbidden: a1f6");
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let game = game(GAME);
    let root = Setup::from_fen(game, ROOT).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let mut refused = |text: &str| -> PathError {
        let command = Command::read(game, text).unwrap();
        match campaign.steer(&command) {
            Err(CampaignError::Refused(reason)) => reason,
            other => panic!("{text}: {other:?}"),
        }
    };
    assert!(matches!(refused("suggest d4e4"), PathError::Illegal(_)), "there is a stone");
    assert!(matches!(refused("suggest a1"), PathError::Illegal(_)), "a stone is missing");
    assert!(matches!(refused("suggest a1b1c1"), PathError::Illegal(_)), "one too many");
    assert!(matches!(refused("suggest a1b1 g7g6"), PathError::NotThere(_)));
    assert!(matches!(refused("allow a1b1"), PathError::NotThere(_)));
    assert!(matches!(refused("forbid a1b1 g7g6"), PathError::NotThere(_)));
    assert_eq!(campaign.progress().counts.nodes, 1);
    let suggest = |text| Command::read(game, text).unwrap();
    campaign.steer(&suggest("suggest a1b1")).unwrap();
    let reply = campaign.steer(&suggest("suggest a1b1 g7g6")).unwrap_err();
    assert!(matches!(reply, CampaignError::Refused(PathError::NotHisTurn(_))), "{reply}");
    assert_eq!(campaign.progress().counts.nodes, 2);
}

#[test]
fn the_table_of_grades_is_honoured_also_after_a_restart() {
    let game = game(GAME);
    let root = Setup::from_fen(game, ROOT).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    let chosen = Numbers::new(7, 5);
    let grades = settings().grades.with(Grade::Winning4, chosen).unwrap();
    let settings = Settings { grades, ..settings() };
    let mut header = header(game, root, Player::Black);
    header.settings = serde_json::json!(settings);
    let mut campaign = Campaign::begin(&path, &header, settings).unwrap();
    campaign.steer(&Command::Suggest(vec![turn(game, "a1b3")])).unwrap();
    assert_eq!(campaign.progress().root, chosen);
    drop(campaign);
    let resumed = Campaign::resume(&path, None).unwrap();
    assert_eq!(resumed.settings(), &settings);
    assert_eq!(resumed.progress().root, chosen);
}

#[test]
fn efforts_are_changed_for_this_run_and_the_next() {
    let game = game(GAME);
    let root = Setup::from_fen(game, ROOT).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    for text in ["nodes 77", "player-nodes 7", "order 1"] {
        campaign.steer(&Command::read(game, text).unwrap()).unwrap();
    }
    drop(campaign);
    let resumed = Campaign::resume(&folder.path().join("proof.db"), None).unwrap();
    let effort = resumed.settings().effort;
    assert_eq!((effort.nodes, effort.player_nodes, effort.order), (77, 7, 1));
}
