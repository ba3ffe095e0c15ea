//! Which replies of the defender a proof must answer.

use std::collections::{BTreeSet, HashSet};

use sixfold_game::{Square, SquareSet};

use crate::zones::is_irrelevant;

/// The most sets of stones that are looked at for one position, in search of critical defences and
/// of an escape from one. Positions of games with many stones a turn may have more; they cannot be
/// checked this way.
const MOST_DEFENCES: u32 = 1_000_000;
const MOST_ESCAPES: u32 = 20_000_000;

/// There are more sets of stones than anyone wants to look at.
pub(crate) struct TooMany;

/// All *critical defences* of at most so many stones: the sets of squares that meet every threat,
/// and no longer do if a square is left out. Without threats there is one, the set without
/// squares.
pub(crate) fn critical_defences(
    threats: &[SquareSet],
    stones: usize,
) -> Result<BTreeSet<SquareSet>, TooMany> {
    let mut search = Search { threats, found: BTreeSet::new(), steps: 0 };
    search.extend(SquareSet::EMPTY, stones)?;
    Ok(search.found)
}

struct Search<'a> {
    threats: &'a [SquareSet],
    found: BTreeSet<SquareSet>,
    steps: u32,
}

impl Search<'_> {
    /// Finds the critical defences with the chosen squares and at most so many more.
    fn extend(&mut self, chosen: SquareSet, stones: usize) -> Result<(), TooMany> {
        self.steps += 1;
        if self.steps > MOST_DEFENCES {
            return Err(TooMany);
        }
        // A square that is not needed now will not be needed with more squares either.
        if !chosen.iter().all(|square| self.is_needed(chosen, square)) {
            return Ok(());
        }
        match self.threats.iter().find(|&&threat| (threat & chosen).is_empty()) {
            Some(open) if stones > 0 => {
                open.iter().try_for_each(|square| self.extend(with(chosen, square), stones - 1))
            }
            Some(_) => Ok(()),
            None => {
                self.found.insert(chosen);
                Ok(())
            }
        }
    }

    /// Whether some threat is met by this square alone.
    fn is_needed(&self, chosen: SquareSet, square: Square) -> bool {
        let alone: SquareSet = [square].into_iter().collect();
        self.threats.iter().any(|&threat| threat & chosen == alone)
    }
}

/// A reply whose other stones are null stones, and to which the attacker has an answer that wins.
pub(crate) struct SemiNull {
    /// The stones.
    pub(crate) stones: SquareSet,
    /// For each null stone a zone of the position after the stones.
    pub(crate) zones: Vec<SquareSet>,
}

/// The replies of one position that have been answered.
#[derive(Default)]
pub(crate) struct Answered {
    /// Replies without null stones.
    pub(crate) full: HashSet<SquareSet>,
    /// Replies with null stones.
    pub(crate) semi_null: Vec<SemiNull>,
}

impl Answered {
    /// Looks for a move of the defender that contains the critical defence and is not refuted,
    /// and returns the stones of it that matter.
    ///
    /// A move M is refuted if it is answered itself, or if it contains an answered reply D and the
    /// other stones M \ D are irrelevant to the zones of the position after D: then the attacker
    /// wins with them on the board. Every move that SUB of THEORY 3 covers is refuted so. This
    /// rule asks for no more than Lemma 6 of \[RZOP\] does; it lets a pair count as covered by
    /// either of its squares, or by a second answer to the same reply.
    pub(crate) fn escape(
        &self,
        critical: SquareSet,
        stones: usize,
        empty: SquareSet,
    ) -> Result<Option<SquareSet>, TooMany> {
        let more = stones.saturating_sub(critical.len());
        self.escape_with(critical, more, empty, &mut 0)
    }

    /// Looks for a move that is not refuted with the chosen stones and `more` others.
    fn escape_with(
        &self,
        chosen: SquareSet,
        more: usize,
        empty: SquareSet,
        steps: &mut u32,
    ) -> Result<Option<SquareSet>, TooMany> {
        *steps += 1;
        if *steps > MOST_ESCAPES {
            return Err(TooMany);
        }
        if more == 0 && self.full.contains(&chosen) {
            return Ok(None);
        }
        let refutes = |reply: &&SemiNull| {
            (reply.stones - chosen).is_empty() && is_irrelevant(chosen - reply.stones, &reply.zones)
        };
        // Any further stones outside the largest zone of such a reply keep the list irrelevant:
        // put last, each is outside the zone of its order. So one of them must be inside it.
        let largest = |reply: &SemiNull| reply.zones.last().copied().unwrap_or_default() - chosen;
        let within = self.semi_null.iter().filter(refutes).map(largest).min_by_key(SquareSet::len);
        let others = within.unwrap_or(empty - chosen);
        if within.is_none() && (more == 0 || others.is_empty()) {
            return Ok(Some(chosen));
        }
        if more > 0 {
            for square in others.iter() {
                let escape = self.escape_with(with(chosen, square), more - 1, empty, steps)?;
                if escape.is_some() {
                    return Ok(escape);
                }
            }
        }
        Ok(None)
    }
}

fn with(mut set: SquareSet, square: Square) -> SquareSet {
    set.insert(square);
    set
}
