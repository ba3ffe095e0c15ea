//! A tree as JSON.

use serde::Serialize;
use sixfold_game::{Player, SquareSet};
use sixfold_proof::Numbers;
use sixfold_proof::job_level::{Grade, Side, Stage, Status};

use super::{Item, Outline, Way};
use crate::tree::Tree;

/// A tree. Turns are squares in a row such as `j10k11`; `-` stands for a stone that is not placed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Document {
    /// The game.
    pub game: String,
    /// The position at the root, as it was asked for.
    pub fen: String,
    /// The player who is to be shown to win.
    pub prover: Player,
    /// What is known of the root.
    pub status: Status,
    /// How many nodes the whole tree has.
    pub nodes_in_tree: usize,
    /// The nodes that are wanted, the root first, each after the one that it is reached from.
    pub nodes: Vec<Node>,
}

/// A node.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    /// Its number, by which others refer to it. Those of a file stay as they are.
    pub id: u32,
    /// The turns that lead to it from the root.
    pub moves: Vec<String>,
    /// Its position after these turns.
    pub fen: String,
    /// Who is to move.
    pub to_move: Side,
    /// What is known of it.
    pub status: Status,
    /// Its proof number; null for infinity.
    pub proof: Option<u32>,
    /// Its disproof number; null for infinity.
    pub disproof: Option<u32>,
    /// What was thought of it when it was found.
    pub grade: Grade,
    /// Nothing can be done here: jobs repeat themselves, or what is left is forbidden.
    pub stuck: bool,
    /// The user does not want it to be worked on.
    pub forbidden: bool,
    /// Its moves.
    pub children: Vec<Child>,
    /// How many more moves it has that are not among the children.
    pub left_out: usize,
}

/// A move of a node.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Child {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The node that it leads to.
    pub id: u32,
    /// The node has come before, after other moves, so that its position may lie another way there.
    pub again: bool,
}

/// The outline as JSON.
#[must_use]
pub fn document(outline: &Outline<'_>) -> Document {
    let tree = outline.tree();
    Document {
        game: tree.game().to_string(),
        fen: tree.root().to_string(),
        prover: tree.prover(),
        status: tree.search().status(),
        nodes_in_tree: tree.search().counts().nodes,
        nodes: outline.items().iter().filter_map(|item| node(outline, item)).collect(),
    }
}

fn node(outline: &Outline<'_>, item: &Item) -> Option<Node> {
    let tree: &Tree = outline.tree();
    let view = outline.view(item.node)?;
    let Numbers { proof, disproof } = view.numbers;
    let name = |turn: SquareSet| tree.turn_name(turn);
    let children = item.steps.iter().map(|step| Child {
        played: name(step.played),
        id: step.child.0,
        again: step.way == Way::Again,
    });
    Some(Node {
        id: item.node.0,
        moves: item.moves.iter().copied().map(name).collect(),
        fen: item.position.to_string(),
        to_move: view.record.side,
        status: view.record.status,
        proof: proof.finite(),
        disproof: disproof.finite(),
        grade: view.record.grade,
        stuck: view.stage == Stage::Stuck,
        forbidden: view.record.forbidden,
        children: children.collect(),
        left_out: item.left_out,
    })
}

/// A grade as JSON writes it.
pub(super) fn word(grade: Grade) -> String {
    let json = serde_json::to_value(grade).unwrap_or_default();
    json.as_str().unwrap_or_default().to_string()
}
