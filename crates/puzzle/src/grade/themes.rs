//! What a puzzle is about.

use sixfold_connect::hitting::smallest_hitting_set;
use sixfold_connect::{Line, Position, Segment, SegmentState};
use sixfold_game::{Game, Grid, Player, Square, SquareSet};

use super::features::{
    is_quiet, is_single_threat, is_under_threat, steps_to_nearest, tempting_turns,
};
use super::human::least_threats;
use super::natural::natural_turns;
use super::walk::{Ply, after_turn};
use super::{Subject, Theme};

/// A stone this many steps from every other is a distant one.
const DISTANT_STEPS: u8 = 3;
/// So many turns of both sides make a ladder: three of the attacker and the replies between them.
const LADDER: usize = 5;
/// So many tempting turns are looked at for a crossing block.
const MOST_TEMPTING: usize = 1_000;

/// The themes of a puzzle, in the order of [`Theme::ALL`].
pub(super) fn themes<S: SegmentState>(
    subject: &Subject,
    position: &Position<S>,
    plies: &[Ply<S>],
) -> Vec<Theme> {
    let attacker = position.turn().player;
    let own: Vec<&Ply<S>> = plies.iter().filter(|ply| ply.mover == attacker).collect();
    let is_there = |theme: &Theme| match theme {
        Theme::QuietMove => own.iter().any(|ply| is_quiet(ply)),
        Theme::SingleThreat => own.iter().any(|ply| is_single_threat(ply)),
        Theme::CounterThreat => own.iter().skip(1).any(|ply| is_under_threat(ply)),
        Theme::ParryAndAttack => own.iter().any(|ply| parries_and_attacks(ply)),
        Theme::Sacrifice => gives_a_line_away(&own),
        Theme::CrossingBlock => {
            plies.iter().any(|ply| ply.mover != attacker && blocks_a_crossing(ply))
                || tempts_into_a_crossing(subject, position)
        }
        Theme::Ladder => {
            plies.windows(LADDER).step_by(2).any(|plies| is_ladder(position.grid(), plies))
        }
        Theme::DistantStone => is_distant(position, subject.key),
    };
    Theme::ALL.into_iter().filter(is_there).collect()
}

/// Whether one stone of a turn parries a threat and is part of one.
fn parries_and_attacks<S: SegmentState>(ply: &Ply<S>) -> bool {
    let mut parried = SquareSet::EMPTY;
    ply.before.visit_threats(ply.mover.opponent(), |squares| {
        parried |= squares.iter().copied().collect();
    });
    !(ply.stones & parried & threatening_squares(&ply.after, ply.mover)).is_empty()
}

/// Whether the first turn makes threats, but no stone on their lines is part of the last ones.
fn gives_a_line_away<S: SegmentState>(own: &[&Ply<S>]) -> bool {
    let [first, .., last] = own else { return false };
    let given = threatening_squares(&first.after, first.mover) & *first.after.stones(first.mover);
    !given.is_empty() && (given & threatening_squares(&last.after, last.mover)).is_empty()
}

/// All squares of the threat segments of a player, those of a completed row included.
fn threatening_squares<S: SegmentState>(position: &Position<S>, player: Player) -> SquareSet {
    let segments = position.threat_segments(player);
    let geometry = position.geometry();
    segments.iter().flat_map(|&segment| geometry.segment_squares(segment)).copied().collect()
}

/// Whether one stone of a reply parries threats on two lines.
fn blocks_a_crossing<S: SegmentState>(reply: &Ply<S>) -> bool {
    let position = &reply.before;
    let lines_through = |square: Square| {
        let threats = position.threat_segments(reply.mover.opponent()).into_iter();
        let through = threats.filter(|&s| position.empty_squares_of(s).contains(&square));
        let mut lines: Vec<Line> = through.map(|segment| line_of(position, segment)).collect();
        lines.dedup();
        lines.len()
    };
    reply.stones.iter().any(|square| lines_through(square) > 1)
}

/// Whether a first turn looks at least as good as the key and seems to make enough threats, but two of
/// their lines cross on an empty square, so that one stone blocks both.
fn tempts_into_a_crossing<S: SegmentState>(subject: &Subject, position: &Position<S>) -> bool {
    let least = least_threats(subject);
    if least < 2 {
        return false;
    }
    let player = position.turn().player;
    let first_turns = natural_turns(position, 1);
    tempting_turns(&first_turns, subject.key).take(MOST_TEMPTING).any(|turn| {
        after_turn(position, turn.stones).is_some_and(|after| {
            after.threat_number(player) < least && threats_line_by_line(&after, player) >= least
        })
    })
}

/// The threats of a player, counted on each line as if there were no other.
fn threats_line_by_line<S: SegmentState>(position: &Position<S>, player: Player) -> u16 {
    let threats = position.threat_segments(player);
    let on_lines = threats.chunk_by(|&a, &b| line_of(position, a) == line_of(position, b));
    let stones_per_turn = position.name().turn_order().later;
    let needed = |segments: &[Segment]| {
        let squares: Vec<_> = segments.iter().map(|&s| position.empty_squares_of(s)).collect();
        smallest_hitting_set(&squares, stones_per_turn).lower_bound()
    };
    on_lines.map(needed).sum()
}

fn line_of<S: SegmentState>(position: &Position<S>, segment: Segment) -> Line {
    position.geometry().segment_place(segment).line
}

/// Whether both sides repeat themselves along the board: a stone of the first turn comes again in the
/// third and the fifth, and one of the second in the fourth, all moved by the same step.
fn is_ladder<S>(grid: Grid, plies: &[Ply<S>]) -> bool {
    let [rung, parry, second_rung, second_parry, third_rung] = plies else { return false };
    let first_steps = steps(grid, rung.stones, second_rung.stones);
    let again = steps(grid, second_rung.stones, third_rung.stones);
    let parried = steps(grid, parry.stones, second_parry.stones);
    first_steps.iter().any(|first| {
        again.iter().any(|next| next.from == first.to && next.way == first.way)
            && parried.iter().any(|parry| parry.way == first.way)
    })
}

/// How to get from one stone to another.
struct Step {
    from: Square,
    to: Square,
    way: Way,
}

/// So many columns to the right and rows up.
#[derive(PartialEq, Eq)]
struct Way {
    columns: i16,
    rows: i16,
}

/// All steps from a stone of one turn to a stone of another.
fn steps(grid: Grid, from: SquareSet, to: SquareSet) -> Vec<Step> {
    let way = |from: Square, to: Square| Way {
        columns: i16::from(grid.column(to)) - i16::from(grid.column(from)),
        rows: i16::from(grid.row(to)) - i16::from(grid.row(from)),
    };
    let from_one = |from: Square| {
        let ends: Vec<Square> = to.iter().collect();
        ends.into_iter().map(move |to| Step { from, to, way: way(from, to) })
    };
    from.iter().flat_map(from_one).collect()
}

/// Whether a stone of the turn is far from all stones on the board.
fn is_distant<S: SegmentState>(position: &Position<S>, turn: SquareSet) -> bool {
    let stones = *position.stones(Player::Black) | *position.stones(Player::White);
    turn.iter().any(|square| steps_to_nearest(position.grid(), square, stones) >= DISTANT_STEPS)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Drawn;
    use super::*;

    fn has(theme: Theme, order: u8, rows: &[&str]) -> bool {
        let drawn = Drawn::new(rows, order);
        let themes = drawn.themes();
        assert_eq!(drawn.plies().len(), drawn.line.len(), "the line can be played");
        themes.contains(&theme)
    }

    #[test]
    fn a_quiet_move_makes_no_threat() {
        assert!(has(Theme::QuietMove, 3, &["xx1", "..1"]));
        assert!(!has(Theme::QuietMove, 1, &[".xx11."]));
    }

    #[test]
    fn a_single_threat_leaves_the_defender_a_stone() {
        assert!(has(Theme::SingleThreat, 2, &["oxx11.."]));
        assert!(!has(Theme::SingleThreat, 1, &["..xx11.."]));
        assert!(!has(Theme::SingleThreat, 3, &["..x.1..1"]));
    }

    #[test]
    fn a_counter_threat_is_made_by_a_parry() {
        // White parries at both ends of the row, and the upper end makes four in a column.
        let column = ["......o", "......o", "......o", "..xx112", "......."];
        let away = ["......o", "......o", ".......", "..xx112", "......."];
        let with_reply = |rows: [&str; 5]| {
            let rows = rows.map(|row| row.replace("..xx11", ".2xx11"));
            let mut rows: Vec<String> = rows.to_vec();
            rows.push("3......3".to_string());
            has(Theme::CounterThreat, 3, &rows.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert!(with_reply(column));
        assert!(!with_reply(away));
    }

    #[test]
    fn a_stone_that_parries_and_attacks_does_both() {
        let both = ["...o.....", "...o.....", "...o.....", "...o.....", ".xx11....", "........."];
        assert!(has(Theme::ParryAndAttack, 1, &both));
        let beside = ["1..o.....", "...o.....", "...o.....", "...o.....", ".xx.x1...", "........."];
        assert!(!has(Theme::ParryAndAttack, 1, &beside));
        let no_need =
            ["...o.....", "...o.....", ".........", ".........", ".xx11....", "........."];
        assert!(!has(Theme::ParryAndAttack, 1, &no_need));
    }

    #[test]
    fn a_line_is_given_away_if_the_key_has_no_part_in_the_end() {
        let away = [".2xx112.", "........", "........", "..xx33.."];
        assert!(has(Theme::Sacrifice, 1, &away));
        let kept = [".2xx112.", "....x...", "....3...", "....3..."];
        assert!(!has(Theme::Sacrifice, 1, &kept));
    }

    #[test]
    fn a_crossing_block_stops_two_lines_at_once() {
        let crossing = [
            "..oxxx12....",
            ".......1....",
            ".......x....",
            ".......x....",
            ".......x....",
            ".......o....",
        ];
        assert!(has(Theme::CrossingBlock, 2, &crossing));
        let beside = [
            "..oxxx1.2...",
            ".......1....",
            ".......x....",
            ".......x....",
            ".......x....",
            ".......o....",
        ];
        assert!(!has(Theme::CrossingBlock, 2, &beside));
    }

    #[test]
    fn a_crossing_block_may_be_what_is_wrong_with_a_tempting_turn() {
        let tempting = [
            "..oxxx.....",
            ".......1..o",
            ".......x..x",
            ".......x..x",
            ".......x..x",
            ".......o..1",
        ];
        assert!(has(Theme::CrossingBlock, 1, &tempting));
        // Here the column ends before it meets the row.
        let apart = [
            "..oxxx.....",
            "..........o",
            ".......1..x",
            ".......x..x",
            ".......x..x",
            ".......x..1",
            ".......o...",
        ];
        assert!(!has(Theme::CrossingBlock, 1, &apart));
    }

    #[test]
    fn in_a_ladder_both_sides_repeat_themselves_along_the_board() {
        assert!(has(Theme::Ladder, 3, &["1.2...1.", "..3.4...", "....5.3."]));
        let other_way = ["1.2...1.", "..3.4...", "...5..3."];
        assert!(!has(Theme::Ladder, 3, &other_way));
        let parried_elsewhere = ["1.2...1.", "..3.....", "....5.34"];
        assert!(!has(Theme::Ladder, 3, &parried_elsewhere));
    }

    #[test]
    fn a_distant_stone_is_far_from_all_others() {
        assert!(has(Theme::DistantStone, 3, &["xx1...1"]));
        assert!(!has(Theme::DistantStone, 3, &["xx1.1.o"]));
    }
}
