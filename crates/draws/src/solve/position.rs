//! Positions of the solver: what is open, in its least form.

use crate::squares::Squares;

/// What is open, sorted, without what contains something else that is open: Maker fills the smaller
/// set first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position(Vec<Squares>);

impl Position {
    pub fn new(mut open: Vec<Squares>) -> Position {
        open.sort_unstable_by_key(|set| (set.len(), *set));
        open.dedup();
        let mut least: Vec<Squares> = Vec::with_capacity(open.len());
        for set in open {
            if !least.iter().any(|smaller| smaller.is_within(set)) {
                least.push(set);
            }
        }
        Position(least)
    }

    pub fn open(&self) -> &[Squares] {
        &self.0
    }

    pub fn squares(&self) -> Squares {
        self.0.iter().copied().collect()
    }

    /// The size of the smallest open set.
    pub fn smallest(&self) -> Option<usize> {
        self.0.first().map(|set| set.len())
    }

    pub fn after_maker(&self, stones: Squares) -> Position {
        Position::new(self.0.iter().map(|&set| set - stones).collect())
    }

    pub fn after_breaker(&self, stones: Squares) -> Position {
        Position(self.0.iter().copied().filter(|set| !set.meets(stones)).collect())
    }

    /// The parts that share no square. Since Breaker answers as many stones as Maker places, he can
    /// answer in each part by itself, and holds the whole exactly if he holds every part.
    pub fn parts(&self) -> Vec<Position> {
        let mut parts: Vec<(Squares, Vec<Squares>)> = Vec::new();
        for &set in &self.0 {
            let mut merged = (set, vec![set]);
            parts.retain_mut(|part| {
                let is_apart = !part.0.meets(set);
                if !is_apart {
                    merged.0 = merged.0 | part.0;
                    merged.1.append(&mut part.1);
                }
                is_apart
            });
            parts.push(merged);
        }
        parts
            .into_iter()
            .map(|(_, mut open)| {
                open.sort_unstable_by_key(|set| (set.len(), *set));
                Position(open)
            })
            .collect()
    }

    /// How near Maker is to filling lines: each open set counts, and twice as much with each stone.
    pub fn danger(&self) -> u64 {
        self.0.iter().map(|set| 1u64 << (40usize.saturating_sub(2 * set.len()))).sum()
    }

    /// For each square those that are at least as good for either player: they lie in every open set
    /// in which the square lies. Of squares that are equally good only the first counts as better.
    pub fn better_squares(&self) -> Vec<Ranked> {
        let mut ranked: Vec<Ranked> =
            self.squares()
                .iter()
                .map(|square| {
                    let mask =
                        self.0.iter().enumerate().fold(0u128, |mask, (i, set)| {
                            mask | u128::from(set.contains(square)) << i
                        });
                    Ranked { square, open: mask, better: Squares::NONE }
                })
                .collect();
        ranked.sort_by_key(|entry| (std::cmp::Reverse(entry.open.count_ones()), entry.square));
        for i in 1..ranked.len() {
            ranked[i].better = ranked[..i]
                .iter()
                .filter(|other| ranked[i].open & !other.open == 0)
                .map(|other| other.square)
                .collect();
        }
        ranked
    }
}

/// A square with what is better.
pub(crate) struct Ranked {
    pub square: usize,
    open: u128,
    pub better: Squares,
}
