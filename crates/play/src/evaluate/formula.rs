//! Values that nobody had to learn, for games without tables.

use sixfold_game::ConnectRules;

use super::{Pattern, SPAN, Segments};

/// What a segment is worth that is one stone short of being a threat.
const ALMOST_A_THREAT: i32 = 160;
/// No value is larger.
const LARGEST: i32 = 16_000;
/// What a window is worth in which the side to move completes a segment.
const WIN: i16 = 2_000;

/// What a segment with so many stones of one player and none of the other is worth. A stone counts for
/// more where a turn has few of them.
fn worth(rules: ConnectRules, stones: u8) -> i32 {
    let lacking = i32::from(rules.in_a_row()) - i32::from(stones);
    let short = lacking - i32::from(rules.stones_per_turn());
    let growth: i32 = if rules.stones_per_turn() == 1 { 4 } else { 3 };
    match (stones, short) {
        (0, _) => 0,
        (_, ..=1) => ALMOST_A_THREAT * growth.pow((1 - short).min(2) as u32),
        _ => ALMOST_A_THREAT / growth.saturating_pow((short - 1).min(8) as u32),
    }
}

fn table(value: impl Fn(u8, u8) -> i32) -> Box<[i16]> {
    let value = |pattern: Pattern| {
        let [own, opposing] = pattern.0.to_le_bytes();
        value(own, opposing).clamp(-LARGEST, LARGEST) as i16
    };
    (0..=u16::MAX).map(|pattern| value(Pattern(pattern))).collect()
}

/// What windows are worth.
pub(super) fn windows(rules: ConnectRules) -> Box<[i16]> {
    let segments = Segments::of_window(rules.in_a_row());
    // Each segment lies in so many windows.
    let windows = (SPAN as i32 + 1 - i32::from(rules.in_a_row())).max(1);
    let sum = |own, opposing| -> i32 {
        segments.open(own, opposing).map(|stones| worth(rules, stones)).sum()
    };
    let mut values =
        table(|own, opposing| (sum(own, opposing) * 5 / 4 - sum(opposing, own)) / windows);
    add_wins_at_sight(rules, &mut values);
    values
}

/// The side to move wins at once where it has a threat. Games cannot teach what that is worth, because
/// such positions are over.
pub(crate) fn add_wins_at_sight(rules: ConnectRules, values: &mut [i16]) {
    if usize::from(rules.in_a_row()) > SPAN {
        return;
    }
    let segments = Segments::of_window(rules.in_a_row());
    for pattern in (0..=u16::MAX).map(Pattern).filter(|pattern| pattern.is_possible()) {
        let [own, opposing] = pattern.0.to_le_bytes();
        let most = segments.standing(own, opposing).stones;
        let lacking = rules.in_a_row() - most;
        if most > 0 && u16::from(lacking) <= rules.stones_per_turn() {
            values[pattern.index()] = WIN;
        }
    }
}

/// What stones are worth.
pub(super) fn stones(rules: ConnectRules) -> Box<[i16]> {
    let segments = Segments::through_stone(rules.in_a_row());
    let sum = |own, opposing| -> i32 {
        segments.open(own, opposing).map(|stones| worth(rules, stones)).sum()
    };
    table(|own, opposing| 16 * sum(own, opposing) + 12 * sum(opposing, own))
}
