//! Dialogues with the greedy engine.

use std::sync::Arc;

use sixfold_game::Record;

use super::{Protocol, Resources, Worker, converse};
use crate::engine::BuiltIn;

pub(super) fn greedy() -> Worker {
    let resources = Resources { memory: 16 << 20, threads: 1 };
    Worker { engine: Box::new(BuiltIn::Greedy.engine()), resources }
}

/// The lines that are printed in answer to some input.
pub(super) fn converse_with_greedy(protocol: &mut dyn Protocol, input: &str) -> Vec<String> {
    let output = converse(protocol, &mut greedy(), &Arc::default(), input.as_bytes());
    output.lines().map(str::to_string).collect()
}

/// The same, for input that must not change the game.
pub(super) fn unchanged_by<P: Protocol>(
    protocol: &mut P,
    input: &str,
    game: impl Fn(&P) -> Record,
) -> Vec<String> {
    let before = game(protocol);
    let lines = converse_with_greedy(protocol, input);
    assert_eq!(game(protocol), before, "after {input}");
    lines
}
