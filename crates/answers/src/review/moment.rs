//! The positions of a game.

use sixfold_game::record::Event;
use sixfold_game::{Record, Square};

/// A position of a game before a turn, or the one at the end.
pub(super) struct Moment {
    /// The game so far.
    pub(super) record: Record,
    /// The turn that was played then; nothing at the end.
    pub(super) played: Vec<Square>,
    /// Whether this turn, a whole one, leads to the next position.
    pub(super) leads_on: bool,
}

/// The positions of the main line, from the first to the last.
pub(super) fn moments(record: &Record) -> Vec<Moment> {
    let mut so_far = Record::new(record.game());
    let mut end = so_far.root();
    so_far.node_mut(end).event = record.node(record.root()).event.clone();
    let mut moments: Vec<Moment> = Vec::new();
    let mut mover = None;
    for id in record.main_line().skip(1) {
        let event = &record.node(id).event;
        match event {
            Event::Nothing => continue,
            Event::Edit(_) | Event::Swap => mover = None,
            Event::Stone(stone) => {
                if mover != Some(stone.player) {
                    let record = so_far.clone();
                    moments.push(Moment { record, played: Vec::new(), leads_on: false });
                }
                mover = Some(stone.player);
                if let Some(moment) = moments.last_mut() {
                    moment.played.push(stone.square);
                }
            }
        }
        end = so_far.add(end, event.clone());
    }
    moments.push(Moment { record: so_far, played: Vec::new(), leads_on: false });
    for index in 1..moments.len() {
        moments[index - 1].leads_on = leads_on(&moments[index - 1], &moments[index]);
    }
    moments
}

/// Whether nothing but the turn happens between two positions, and it is whole.
fn leads_on(moment: &Moment, next: &Moment) -> bool {
    let mut setup = moment.record.final_setup();
    let player = setup.turn.player;
    for &square in &moment.played {
        setup.set(square, Some(player));
        setup.turn = setup.turn.after_stone(moment.record.game().turn_order());
    }
    setup == next.record.final_setup() && setup.turn.player != player
}
