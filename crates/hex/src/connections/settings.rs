//! How far H-search goes.

/// How semi-connections are combined by the OR rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OrRule {
    /// All sets of semi-connections up to the limit, one by one, as in the paper's appendix A.
    Subsets,
    /// Some semi-connection of the set must leave out any given cell that the others have in common:
    /// only those are tried. It finds the same as [`OrRule::Subsets`], sooner.
    Covering,
    /// Like [`OrRule::Covering`]; where the limit is too low for any set, a larger one is put together
    /// greedily.
    #[default]
    CoveringThenGreedy,
}

/// Whether connections are put together over an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OverEdges {
    /// As over any other own stone.
    Allowed,
    /// Only if the other ends are near each other, or one of them is a stone or the other edge.
    Near,
    /// Not: there are many of them, and few are of use.
    #[default]
    Forbidden,
}

/// Whether connections may have cells in common that one of their ends captures.
///
/// Whoever owns the end answers every move there, so these cells are as good as his; the carrier of
/// what is put together takes in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Captured {
    /// They may.
    Shared,
    /// They may not: the rules of the paper.
    #[default]
    Apart,
}

/// Whether connections may be put together from parts that overlap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Crossing {
    /// They may not: the rules of the paper.
    #[default]
    Unused,
    /// Between groups and edges, by the crossing rule.
    BetweenGroups,
}

/// The limits and options of H-search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The most connections kept for a pair of ends (M), those with the smallest carriers. With 0, only
    /// neighbours are connected.
    pub full_limit: usize,
    /// The most semi-connections kept for a pair of ends. Those between the two edges are all kept.
    pub semi_limit: usize,
    /// The most semi-connections that are combined into one connection (K).
    pub or_limit: usize,
    /// How they are combined.
    pub or_rule: OrRule,
    /// Whether connections are put together over an edge.
    pub over_edges: OverEdges,
    /// Whether connections may have captured cells in common.
    pub captured: Captured,
    /// Whether connections may be put together from parts that overlap.
    pub crossing: Crossing,
}

impl Settings {
    /// The rules of the paper with its limits, but that large combinations are put together too.
    pub const PAPER: Settings = Settings {
        full_limit: 20,
        semi_limit: 50,
        or_limit: 4,
        or_rule: OrRule::CoveringThenGreedy,
        over_edges: OverEdges::Forbidden,
        captured: Captured::Apart,
        crossing: Crossing::Unused,
    };

    /// The rules of the paper without any limits: for small boards.
    pub const EXHAUSTIVE: Settings = Settings {
        full_limit: usize::MAX,
        semi_limit: usize::MAX,
        or_limit: usize::MAX,
        or_rule: OrRule::Covering,
        over_edges: OverEdges::Allowed,
        captured: Captured::Apart,
        crossing: Crossing::Unused,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Settings::PAPER
    }
}

/// When H-search may stop before nothing new is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Only when nothing new is found.
    Everything,
    /// When the two edges are connected.
    Win,
    /// When the two edges are connected or semi-connected: enough for the side to move.
    WinToMove,
}
