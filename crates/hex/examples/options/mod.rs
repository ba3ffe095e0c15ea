//! Options of H-search as words on the command line of an example: `captured`, `apart`,
//! `edges=allowed|near|forbidden`,
//! `crossing`, `or=subsets|covering|greedy`, `full=N`, `semi=N`, `or-limit=N`, `paper`, `exhaustive`.

use sixfold_hex::connections::{Captured, Crossing, OrRule, OverEdges, Settings};

/// Changes the default settings as the words say; the other words are left.
pub fn read(words: Vec<String>) -> Result<(Settings, Vec<String>), Box<dyn std::error::Error>> {
    let mut settings = Settings::default();
    let mut rest = Vec::new();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((&word, ""));
        match (name, value) {
            ("paper", _) => settings = Settings::PAPER,
            ("exhaustive", _) => settings = Settings::EXHAUSTIVE,
            ("captured", _) => settings.captured = Captured::Shared,
            ("apart", _) => settings.captured = Captured::Apart,
            ("edges", "allowed") => settings.over_edges = OverEdges::Allowed,
            ("edges", "near") => settings.over_edges = OverEdges::Near,
            ("edges", "forbidden") => settings.over_edges = OverEdges::Forbidden,
            ("crossing", _) => settings.crossing = Crossing::BetweenGroups,
            ("or", "subsets") => settings.or_rule = OrRule::Subsets,
            ("or", "covering") => settings.or_rule = OrRule::Covering,
            ("or", "greedy") => settings.or_rule = OrRule::CoveringThenGreedy,
            ("full", limit) => settings.full_limit = limit.parse()?,
            ("semi", limit) => settings.semi_limit = limit.parse()?,
            ("or-limit", limit) => settings.or_limit = limit.parse()?,
            _ => rest.push(word),
        }
    }
    Ok((settings, rest))
}
