//! What a pattern holds of segments: the stretches of k squares that a player could still fill.

use super::SPAN;

/// The segments that a pattern holds, each as the set of its squares. A segment longer than a pattern is
/// seen as far as the pattern reaches.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    squares: Vec<u8>,
}

/// What a player has on the segments of a pattern that hold no opposing stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Standing {
    /// The most stones on one of them.
    pub(crate) stones: u8,
    /// How many of them hold that many.
    pub(crate) segments: u8,
}

impl Segments {
    /// Those within a window of eight squares.
    pub(crate) fn of_window(in_a_row: u8) -> Segments {
        Segments { squares: stretches(usize::from(in_a_row)).collect() }
    }

    /// Those that hold the square between the two halves of the pattern, without that square.
    pub(crate) fn through_stone(in_a_row: u8) -> Segments {
        let left_of_stone = 0x0f;
        let touches = |&squares: &u8| {
            let (left, right) = (squares & left_of_stone, squares & !left_of_stone);
            (left == 0 || left & 0x08 != 0) && (right == 0 || right & 0x10 != 0)
        };
        Segments { squares: stretches(usize::from(in_a_row) - 1).filter(touches).collect() }
    }

    /// The number of own stones on every segment that is free of opposing ones.
    pub(crate) fn open(&self, own: u8, opposing: u8) -> impl Iterator<Item = u8> {
        let open = self.squares.iter().filter(move |&squares| squares & opposing == 0);
        open.map(move |squares| (squares & own).count_ones() as u8)
    }

    /// What a player has on all segments together.
    pub(crate) fn standing(&self, own: u8, opposing: u8) -> Standing {
        self.open(own, opposing).fold(Standing::default(), |best, stones| {
            if best.segments == 0 || stones > best.stones {
                Standing { stones, segments: 1 }
            } else {
                Standing { segments: best.segments + u8::from(stones == best.stones), ..best }
            }
        })
    }
}

/// All stretches of so many neighbouring squares of a pattern.
fn stretches(length: usize) -> impl Iterator<Item = u8> {
    let length = length.min(SPAN);
    let first = (1_u16 << length) - 1;
    (0..=SPAN - length).map(move |start| (first << start) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_three_segments_of_six() {
        let segments = Segments::of_window(6);
        assert_eq!(segments.open(0b0001_1100, 0).collect::<Vec<_>>(), [3, 3, 3]);
        assert_eq!(segments.open(0b0001_1100, 0b1000_0000).collect::<Vec<_>>(), [3, 3]);
        let three = Standing { stones: 3, segments: 2 };
        assert_eq!(segments.standing(0b0001_1100, 0b1000_0000), three);
    }

    #[test]
    fn segments_through_a_stone_reach_four_squares_to_either_side() {
        assert_eq!(Segments::through_stone(6).squares, [0x1f, 0x3e, 0x7c, 0xf8]);
        assert_eq!(Segments::through_stone(3).squares, [0x0c, 0x18, 0x30]);
        assert!(Segments::through_stone(1).squares.iter().all(|&squares| squares == 0));
    }

    #[test]
    fn who_cannot_fill_any_segment_has_nothing() {
        assert_eq!(Segments::of_window(6).standing(0b0000_0011, 0b0000_1100), Standing::default());
    }
}
