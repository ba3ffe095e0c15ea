//! Trees for other programs.

use std::collections::HashSet;

use insta::assert_snapshot;
use sixfold_game::record::{Record, move_list, sgf};
use sixfold_game::{GameName, Player, Setup, SquareSet};
use sixfold_jobs::GradedTurn;
use sixfold_proof::job_level::{
    Child, Cover, Finding, Grade, NodeId, Others, Settings, Task, TaskKind,
};
use sixfold_prove::Tree;
use sixfold_prove::export::{Choice, Outline, Scope, dot, json, sgf as variations};

const OPENING: &str = "d4 a4g4";

fn game() -> GameName {
    "connect(7,7,5,2,1)".parse().expect("a game")
}

fn turn(text: &str) -> SquareSet {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.map(|word| game().grid().parse(word).expect("a square")).collect()
}

fn child(tree: &Tree, at: NodeId, text: &str, grade: Grade) -> Child<Setup, SquareSet> {
    let position = tree.search().node(at).expect("a node").record.position;
    // The moves below are given as they lie for the user, and these positions lie that way.
    let seen = tree.root_orientation().expect("an orientation");
    let stones = seen.back().images(turn(text));
    tree.child(&position, GradedTurn { stones, grade }).expect("a move")
}

fn apply(tree: &mut Tree, task: TaskKind<SquareSet>, at: u32, finding: Finding<Setup, SquareSet>) {
    let Task { id, .. } = tree.search_mut().resume(NodeId(at), task).expect("a task");
    tree.search_mut().apply(id, finding).expect("a finding");
}

fn propose(tree: &mut Tree, text: &str) {
    let child = child(tree, NodeId(0), text, Grade::Winning2);
    let finding = Finding::Move { child, others: Others::Open };
    apply(tree, TaskKind::Move { excluded: Vec::new() }, 0, finding);
}

/// Black's two first moves are mirror images of each other, and his third loses. After the first,
/// White has two defences, one of them with a null stone.
fn tree() -> Tree {
    let root = move_list::read(game(), OPENING).expect("moves").final_setup();
    let mut tree = Tree::new(game(), root, Player::Black, Settings::default()).expect("a tree");
    propose(&mut tree, "c3 c5");
    propose(&mut tree, "e3 e5");
    propose(&mut tree, "d2 d3");
    apply(&mut tree, TaskKind::Verify, 2, Finding::Disproven);
    let position = tree.search().node(NodeId(1)).expect("a node").record.position;
    let reply = |stones: SquareSet, grade| {
        tree.child(&position, GradedTurn { stones, grade }).expect("a reply")
    };
    let taken = position.stones(Player::Black) | position.stones(Player::White);
    let free = tree.symmetries().cells() - taken;
    let two: SquareSet = free.iter().take(2).collect();
    let one: SquareSet = free.iter().skip(2).take(1).collect();
    let children = vec![reply(two, Grade::Winning3), reply(one, Grade::Winning1)];
    let defences = Finding::Defences { children, cover: Cover::SoFar };
    apply(&mut tree, TaskKind::Verify, 1, defences);
    tree
}

/// The same tree once both defences are refuted and the node is verified again.
fn proven_tree() -> Tree {
    let mut tree = tree();
    for defence in [3, 4] {
        apply(&mut tree, TaskKind::Move { excluded: Vec::new() }, defence, Finding::Proven);
    }
    apply(&mut tree, TaskKind::Verify, 1, Finding::Proven);
    tree
}

fn opening() -> Record {
    move_list::read(game(), OPENING).expect("moves")
}

#[test]
fn a_record_has_a_comment_on_each_node_and_reads_back_the_same() {
    let tree = tree();
    let outline = Outline::of(&tree, Choice::default());
    let record = variations::record(&outline, Some(opening()));
    let text = sgf::write(&record, sgf::Style::Standard);
    assert_snapshot!(text.replace(';', "\n;"));
    assert_eq!(sgf::read(&text, None).expect("an SGF"), record);
    record.check().expect("all variations can be played");
}

#[test]
fn a_record_without_its_opening_begins_with_the_position() {
    let tree = tree();
    let outline = Outline::of(&tree, Choice::default());
    for opening in [None, Some(Record::new(game()))] {
        let record = variations::record(&outline, opening);
        assert_eq!(record.first_setup(), tree.root());
        let text = sgf::write(&record, sgf::Style::Standard);
        assert_eq!(sgf::read(&text, None).expect("an SGF"), record);
    }
}

#[test]
fn a_picture_shows_what_is_known_by_colour() {
    let tree = tree();
    assert_snapshot!(dot::text(&Outline::of(&tree, Choice::default())));
}

#[test]
fn a_picture_names_only_nodes_that_it_has() {
    let tree = tree();
    for most in 1..=6 {
        let choice = Choice { most: Some(most), ..Choice::default() };
        let text = dot::text(&Outline::of(&tree, choice));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let is_balanced = |open, close| text.matches(open).count() == text.matches(close).count();
        assert!(is_balanced('{', '}') && is_balanced('[', ']'));
        assert_eq!(text.matches('"').count() % 2, 0);
        let declared: HashSet<&str> = lines
            .iter()
            .filter(|line| line.starts_with('n') && !line.contains("->"))
            .filter_map(|line| line.split(' ').next())
            .filter(|name| *name != "node")
            .collect();
        assert_eq!(declared.len(), most.min(5));
        for line in lines.iter().filter(|line| line.contains("->")) {
            let ends: Vec<&str> = line.split(' ').step_by(2).take(2).collect();
            assert!(ends.iter().all(|end| declared.contains(end)), "{line}");
        }
    }
}

#[test]
fn json_has_the_moves_from_the_root_as_the_user_sees_them() {
    let tree = tree();
    let document = json::document(&Outline::of(&tree, Choice::default()));
    assert_snapshot!(serde_json::to_string_pretty(&document).expect("JSON"));
    for node in &document.nodes {
        let turns: Vec<SquareSet> = node.moves.iter().map(|text| named(text)).collect();
        let seen = tree.walk(&turns).expect("a way");
        assert_eq!(seen.node, NodeId(node.id));
        assert_eq!(seen.position.to_string(), node.fen);
    }
}

fn named(text: &str) -> SquareSet {
    sixfold_jobs::wire::squares(game(), text.trim_end_matches('-')).expect("squares")
}

#[test]
fn what_is_too_deep_or_too_much_is_counted() {
    let tree = tree();
    let depth = |depth| Outline::of(&tree, Choice { depth: Some(depth), ..Choice::default() });
    let left_out = |outline: &Outline<'_>| {
        outline.items().iter().map(|item| item.left_out).collect::<Vec<_>>()
    };
    assert_eq!(left_out(&depth(0)), [3]);
    assert_eq!(left_out(&depth(1)), [0, 2, 0]);
    assert_eq!(left_out(&depth(2)), [0, 0, 0, 0, 0]);
    let most = Outline::of(&tree, Choice { most: Some(2), ..Choice::default() });
    assert_eq!(left_out(&most), [1, 2]);
}

#[test]
fn a_proof_has_one_move_of_the_winner_and_all_defences() {
    let tree = proven_tree();
    let choice = Choice { scope: Scope::Proof, ..Choice::default() };
    let outline = Outline::of(&tree, choice);
    let nodes: Vec<u32> = outline.items().iter().map(|item| item.node.0).collect();
    assert_eq!(nodes, [0, 1, 3, 4]);
    assert_eq!(outline.items()[0].steps.len(), 1);
    assert!(outline.items().iter().all(|item| item.left_out == 0));
}
