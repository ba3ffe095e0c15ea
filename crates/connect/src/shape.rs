//! Live and dead threats: how far a line is from a threat.
//!
//! With d = k - p, a line holds a *dead-l* for a player if he needs d - l more stones on it to
//! make a threat, and a *live-l* if he needs d - l more to make two (THEORY 1).

/// What one line holds for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineShape {
    /// The largest l for which the line holds a live-l; 0 if there is none.
    pub live: u8,
    /// The largest l for which the line holds a dead-l; 0 if there is none.
    pub dead: u8,
}

/// The numbers of a game that the shape of a line depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeRules {
    /// Squares of a segment (k).
    pub in_a_row: u8,
    /// Stones a turn (p).
    pub stones_per_turn: u16,
}

impl ShapeRules {
    /// Looks at one line of `length` squares; bit i of `own` and `opposing` is square i. A line
    /// with k in a row is beyond threats and has no shape.
    #[must_use]
    pub fn shape(self, own: u32, opposing: u32, length: u8) -> LineShape {
        let windows = self.active_windows(opposing, length);
        if windows.iter().any(|window| own & window == *window) {
            return LineShape::default();
        }
        let cost_of_one = windows.iter().map(|&window| self.lacking(own, window)).min();
        let cost_of_two = windows
            .iter()
            .enumerate()
            .flat_map(|(i, &first)| windows[i + 1..].iter().map(move |&second| [first, second]))
            .filter_map(|pair| self.cost_of_two(own, pair, &windows))
            .min();
        let strength =
            |cost: Option<u8>| cost.map_or(0, |cost| self.stones_of_threat().saturating_sub(cost));
        LineShape { live: strength(cost_of_two), dead: strength(cost_of_one) }
    }

    /// d: the stones that make a segment a threat.
    fn stones_of_threat(self) -> u8 {
        u16::from(self.in_a_row).saturating_sub(self.stones_per_turn) as u8
    }

    fn active_windows(self, opposing: u32, length: u8) -> arrayvec::ArrayVec<u32, 32> {
        let window = !0_u32 >> (32 - u32::from(self.in_a_row));
        (0..=length.saturating_sub(self.in_a_row))
            .map(|start| window << start)
            .filter(|window| opposing & window == 0)
            .collect()
    }

    /// Own stones that a window lacks to be a threat segment.
    fn lacking(self, own: u32, window: u32) -> u8 {
        self.stones_of_threat().saturating_sub((own & window).count_ones() as u8)
    }

    /// Stones that turn two windows into two threats, the first window beginning before the
    /// second. These need different blocking stones exactly if the windows have no empty square
    /// in common, so their common squares must be filled first. What is still lacking is added as
    /// far out as possible; nothing if even so the stones would complete a segment.
    fn cost_of_two(self, own: u32, [first, second]: [u32; 2], windows: &[u32]) -> Option<u8> {
        let mut filled = own | (first & second);
        for _ in 0..self.lacking(filled, first) {
            filled |= lowest_bit(first & !filled);
        }
        for _ in 0..self.lacking(filled, second) {
            filled |= highest_bit(second & !filled);
        }
        let completes = windows.iter().any(|window| filled & window == *window);
        (!completes).then_some((filled & !own).count_ones() as u8)
    }
}

fn lowest_bit(word: u32) -> u32 {
    word & word.wrapping_neg()
}

fn highest_bit(word: u32) -> u32 {
    word.checked_ilog2().map_or(0, |bit| 1 << bit)
}
