//! The replies of the defender in a VCDT: all ways to block as many threats as he has stones.

use sixfold_connect::hitting::{EmptySquares, visit_minimal_hitting_sets};
use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, Square};
use smallvec::{SmallVec, smallvec};

use crate::solution::Stones;

/// A handful of replies.
pub(crate) type Replies = SmallVec<[Stones; 8]>;

/// All normal defences against exactly `threats` threats of the attacker.
pub(crate) fn normal_defences<S: SegmentState>(
    position: &Position<S>,
    attacker: Player,
    threats: u16,
) -> Replies {
    if threats == 2 { pairs(position, attacker) } else { sets(position, attacker, threats) }
}

fn sets<S: SegmentState>(position: &Position<S>, attacker: Player, threats: u16) -> Replies {
    let mut segments = Vec::new();
    position.visit_threats(attacker, |squares| segments.push(squares.iter().copied().collect()));
    let segments: Vec<EmptySquares> = segments;
    let mut replies = Replies::new();
    let _ = visit_minimal_hitting_sets(&segments, threats, u64::MAX, &mut |squares| {
        replies.push(Stones::from_slice(squares));
        std::ops::ControlFlow::Continue(())
    });
    replies
}

/// Two threats: one stone in the first segment, the other in the first segment that it misses.
fn pairs<S: SegmentState>(position: &Position<S>, attacker: Player) -> Replies {
    let mut segments: SmallVec<[SmallVec<[Square; 2]>; 16]> = SmallVec::new();
    position.visit_threats(attacker, |squares| segments.push(SmallVec::from_slice(squares)));
    let first_missed = |a: Square, b: Square| {
        segments.iter().find(|segment| !segment.contains(&a) && !segment.contains(&b))
    };
    let mut replies = Replies::new();
    let Some(first) = segments.first() else {
        return replies;
    };
    for (i, &a) in first.iter().enumerate() {
        for &b in first_missed(a, a).into_iter().flatten() {
            // A pair within the first segment has come up already, the other way round.
            if !first[..i].contains(&b) && first_missed(a, b).is_none() {
                replies.push(smallvec![a, b]);
            }
        }
    }
    replies
}
