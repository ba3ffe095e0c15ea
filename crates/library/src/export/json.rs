//! A library as a list of positions.

use serde_json::{Value, json};

use crate::tree::Tree;
use crate::{Library, wire};

pub(super) fn write(library: &Library, tree: &Tree) -> Vec<u8> {
    let own = |index: &usize| tree.branches[*index].same_as.is_none();
    let positions = (0..tree.branches.len()).filter(own);
    let positions: Vec<Value> =
        positions.map(|index| position_json(library, tree, index)).collect();
    let value = json!({
        "game": library.game().to_string(),
        "fen": tree.branches.first().map(|top| top.position.to_string()),
        "positions": positions,
    });
    format!("{value:#}\n").into_bytes()
}

fn position_json(library: &Library, tree: &Tree, index: usize) -> Value {
    let game = library.game();
    let branch = &tree.branches[index];
    let found = &branch.found;
    let marks = found.marks.iter().map(|mark| wire::Mark::of(game, mark));
    let moves = found.moves.iter().map(
        |found| json!({ "move": wire::turn(game, found.stones), "statistics": found.statistics }),
    );
    json!({
        "moves": library.book.line_name(&branch.line),
        "fen": branch.position.to_string(),
        "name": found.description.name,
        "comment": found.description.comment,
        "marks": marks.collect::<Vec<_>>(),
        "result": wire::Outcome::from(found.judgement),
        "certificate": found.certificate.map(|digest| digest.to_string()),
        "evaluation": found.evaluation.as_ref().map(|it| wire::Evaluation::of(game, it)),
        "statistics": found.statistics,
        "children": moves.collect::<Vec<_>>(),
    })
}
