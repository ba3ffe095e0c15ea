//! Dialogues with built-in engines.

use std::sync::Arc;

use sixfold_game::Record;

use super::{Protocol, Resources, Worker, converse};
use crate::engine::BuiltIn;

fn worker(engine: BuiltIn) -> Worker {
    let resources = Resources { memory: 16 << 20, threads: 1 };
    Worker { engine: Box::new(engine.engine()), resources }
}

/// The lines that an engine prints in answer to some input.
pub(super) fn converse_with(
    engine: BuiltIn,
    protocol: &mut dyn Protocol,
    input: &str,
) -> Vec<String> {
    let output = converse(protocol, &mut worker(engine), &Arc::default(), input.as_bytes());
    output.lines().map(str::to_string).collect()
}

/// The lines that the greedy engine prints in answer to some input.
pub(super) fn converse_with_greedy(protocol: &mut dyn Protocol, input: &str) -> Vec<String> {
    converse_with(BuiltIn::Greedy, protocol, input)
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
