//! A tree as a picture: the language of Graphviz.

use std::fmt::Write as _;

use sixfold_proof::job_level::{NodeView, Side, Status};

use super::{Item, Outline, Step, Way};

/// The outline in the language of Graphviz.
///
/// Boxes are nodes where the prover is to move, ellipses those where his opponent is. Proven nodes
/// are green, disproven ones red, open ones white; forbidden ones have a dashed border. A label is
/// the number of the node and its proof and disproof number, and `+3` for three moves that are left
/// out. Moves to a node that has another way from the root are dashed.
#[must_use]
pub fn text(outline: &Outline<'_>) -> String {
    let mut text = String::from(
        "digraph proof {\n  node [fontname=\"sans-serif\", style=filled];\n  edge [fontname=\"sans-serif\"];\n",
    );
    for item in outline.items() {
        let Some(view) = outline.view(item.node) else { continue };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  n{} [{}];", item.node.0, node(item, &view));
        for step in &item.steps {
            let _ = writeln!(
                text,
                "  n{} -> n{} [{}];",
                item.node.0,
                step.child.0,
                edge(outline, step)
            );
        }
    }
    text + "}\n"
}

fn node<P, M>(item: &Item, view: &NodeView<'_, P, M>) -> String {
    let shape = match view.record.side {
        Side::Prover => "box",
        Side::Opponent => "ellipse",
    };
    let colour = match view.record.status {
        Status::Proven => "palegreen",
        Status::Disproven => "lightpink",
        Status::Open => "white",
    };
    let mut label = item.node.0.to_string();
    if view.record.status == Status::Open {
        let _ = write!(label, "\\n{}", view.numbers);
    }
    if item.left_out > 0 {
        let _ = write!(label, "\\n+{}", item.left_out);
    }
    let style = if view.record.forbidden { ", style=\"filled,dashed\"" } else { "" };
    format!("label=\"{label}\", shape={shape}, fillcolor={colour}{style}")
}

fn edge(outline: &Outline<'_>, step: &Step) -> String {
    let name = outline.tree().turn_name(step.played);
    let style = match step.way {
        Way::First => "",
        Way::Again => ", style=dashed",
    };
    format!("label=\"{name}\"{style}")
}
