//! The values of patterns.

use std::sync::{Arc, LazyLock};

use sixfold_game::ConnectRules;

/// The values of all patterns of a game, as the side to move sees them.
#[derive(Clone, Debug)]
pub struct Tables {
    /// What a window is worth, in thousandths of the logarithm of the odds of winning.
    pub windows: Box<[i16]>,
    /// What it is worth to place a stone amid these squares, in thousandths of the logarithm of the
    /// odds that it is played.
    pub stones: Box<[i16]>,
}

impl Tables {
    /// The tables for a game.
    #[must_use]
    pub fn of(rules: ConnectRules) -> Arc<Tables> {
        static CONNECT6: LazyLock<Arc<Tables>> =
            LazyLock::new(|| Arc::new(Tables::by_formula(ConnectRules::CONNECT6)));
        let same = |other: ConnectRules| {
            (rules.in_a_row(), rules.stones_per_turn())
                == (other.in_a_row(), other.stones_per_turn())
        };
        if same(ConnectRules::CONNECT6) {
            CONNECT6.clone()
        } else {
            Arc::new(Tables::by_formula(rules))
        }
    }

    /// Each segment inside a pattern that one player can still fill counts, the more the more stones it
    /// holds.
    #[must_use]
    pub fn by_formula(rules: ConnectRules) -> Tables {
        let span = rules.in_a_row().min(super::SPAN as u8);
        let worth = |own: u8, opposing: u8| -> i32 {
            let segments = (0..=super::SPAN as u8 - span).map(|start| {
                let window = (!0_u8 >> (8 - span)) << start;
                match (opposing & window, (own & window).count_ones()) {
                    (0, count @ 1..) => 8 << (2 * count.min(5)),
                    _ => 0,
                }
            });
            segments.sum()
        };
        let table = |value: &dyn Fn(u8, u8) -> i32| -> Box<[i16]> {
            (0..=u16::MAX)
                .map(|pattern| {
                    let [own, opposing] = pattern.to_le_bytes();
                    value(own, opposing).clamp(-16_000, 16_000) as i16
                })
                .collect()
        };
        Tables {
            windows: table(&|own, opposing| {
                (worth(own, opposing) * 5 / 4 - worth(opposing, own)) / 8
            }),
            stones: table(&|own, opposing| worth(own, opposing) + worth(opposing, own) * 3 / 4),
        }
    }
}
