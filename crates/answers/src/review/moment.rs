//! The positions of a game.

use sixfold_game::record::Event;
use sixfold_game::{Record, Square};

/// A position of a game before a turn, or the one at the end.
pub(super) struct Moment {
    /// The game so far.
    pub(super) record: Record,
    /// The turn that was played then; nothing at the end, or where a stone was taken over.
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
            Event::Edit(_) => mover = None,
            Event::Swap => {
                let record = so_far.clone();
                moments.push(Moment { record, played: Vec::new(), leads_on: false });
                mover = None;
            }
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
        // A stone that was taken over was meant to be neither good nor bad.
        let is_taken_over = moments[index].played.is_empty() && index + 1 < moments.len();
        moments[index - 1].leads_on =
            !is_taken_over && leads_on(&moments[index - 1], &moments[index]);
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

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    #[test]
    fn a_stone_that_is_taken_over_is_a_turn_and_nobody_is_blamed_for_it() {
        let record = move_list::read("hex3".parse().unwrap(), "b1 swap c3 a1").unwrap();
        let moments = moments(&record);
        let fens: Vec<String> =
            moments.iter().map(|moment| moment.record.final_setup().to_string()).collect();
        let positions = ["3/3/3 b 1", "1x1/3/3 w 1", "3/o2/3 b 1", "3/o2/2x w 1", "o2/o2/2x b 1"];
        assert_eq!(fens, positions);
        let judged: Vec<bool> = moments.iter().map(|moment| moment.leads_on).collect();
        assert_eq!(judged, [false, false, true, true, false]);
        assert_eq!(moments.len(), record.turns().len() + 1);
    }
}
