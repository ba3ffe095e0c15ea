//! What the tests of this crate share: an oracle, and a game that is not Connect.

pub mod tiny_hex;

use std::collections::HashMap;

use sixfold_game::{Game, Outcome, Player, Setup};

/// Whether the prover wins, by trying everything.
pub fn wins<G: Game>(position: &mut G, prover: Player, known: &mut HashMap<Setup, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(prover);
    }
    let setup = position.setup();
    if let Some(&value) = known.get(&setup) {
        return value;
    }
    let mut values = Vec::new();
    for square in position.legal_squares().iter() {
        position.try_play(square).expect("a legal square");
        values.push(wins(position, prover, known));
        position.undo();
    }
    let value =
        if setup.turn.player == prover { values.contains(&true) } else { !values.contains(&false) };
    known.insert(setup, value);
    value
}
