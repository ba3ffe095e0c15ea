//! How strong an opponent is wanted, and what plays so.

use std::fmt;

use sixfold_game::GameName;
use sixfold_hex::player::Solving;
use sixfold_play::alphabeta::{Settings, SolverUse};
use sixfold_play::clock::Limits;
use sixfold_play::engine::BuiltIn;
use sixfold_play::hexy;
use thiserror::Error;

/// The strength of a player, from 1 to 10.
///
/// In Connect games the first levels do not search or search without the threat solver, the others
/// search more and more nodes, and the last one searches as long as it may. In Hex the first levels
/// know nothing of connections, the others know more and more of them and look further ahead, and
/// the last ones ask the solver as well.
///
/// ```
/// use sixfold_answers::level::Level;
///
/// let level = Level::try_from(1).unwrap();
/// assert_eq!(level.engine("connect6".parse().unwrap()).to_string(), "greedy");
/// assert!(Level::try_from(11).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no level {number}, only 1 to {}", Level::STRONGEST)]
pub struct NoSuchLevel {
    /// The number.
    pub number: u8,
}

/// What a level is made of.
struct Strength {
    solver: SolverUse,
    nodes: u64,
}

/// The levels between the first, which does not search, and the last, which is not limited.
const STRENGTHS: [Strength; 8] = [
    Strength { solver: SolverUse::Nowhere, nodes: 800 },
    Strength { solver: SolverUse::Nowhere, nodes: 3_000 },
    Strength { solver: SolverUse::Nowhere, nodes: 12_000 },
    Strength { solver: SolverUse::Everywhere, nodes: 600 },
    Strength { solver: SolverUse::Everywhere, nodes: 2_000 },
    Strength { solver: SolverUse::Everywhere, nodes: 8_000 },
    Strength { solver: SolverUse::Everywhere, nodes: 30_000 },
    Strength { solver: SolverUse::Everywhere, nodes: 120_000 },
];

/// What a level of Hex is made of.
struct HexStrength {
    depth: usize,
    connections: usize,
    solving: Solving,
}

/// The levels of Hex.
const HEX_STRENGTHS: [HexStrength; Level::STRONGEST as usize] = [
    HexStrength { depth: 1, connections: 0, solving: Solving::Never },
    HexStrength { depth: 2, connections: 0, solving: Solving::Never },
    HexStrength { depth: 3, connections: 0, solving: Solving::Never },
    HexStrength { depth: 1, connections: 5, solving: Solving::Never },
    HexStrength { depth: 1, connections: 20, solving: Solving::Never },
    HexStrength { depth: 2, connections: 10, solving: Solving::Never },
    HexStrength { depth: 2, connections: 20, solving: Solving::Never },
    HexStrength { depth: 3, connections: 20, solving: Solving::Never },
    HexStrength { depth: 3, connections: 20, solving: Solving::First },
    HexStrength { depth: 4, connections: 20, solving: Solving::First },
];

impl Level {
    /// The strongest level.
    pub const STRONGEST: u8 = STRENGTHS.len() as u8 + 2;

    fn strength(self) -> Option<&'static Strength> {
        usize::from(self.0).checked_sub(2).and_then(|index| STRENGTHS.get(index))
    }

    /// The engine that plays a game at this level.
    #[must_use]
    pub fn engine(self, game: GameName) -> BuiltIn {
        match game {
            GameName::Connect(_) => self.engine_of_connect(),
            GameName::Hex(_) => self.engine_of_hex(),
        }
    }

    fn engine_of_hex(self) -> BuiltIn {
        let &HexStrength { depth, connections, solving } = &HEX_STRENGTHS[usize::from(self.0) - 1];
        let usual = hexy::Settings::default();
        BuiltIn::Hexy(hexy::Settings { depth, connections, solving, ..usual })
    }

    fn engine_of_connect(self) -> BuiltIn {
        match self.strength() {
            None if self.0 == 1 => BuiltIn::Greedy,
            None => BuiltIn::AlphaBeta(Settings::default()),
            Some(strength) => {
                BuiltIn::AlphaBeta(Settings { solver: strength.solver, ..Settings::default() })
            }
        }
    }

    /// How much it may search where these limits are given. Only the strongest level of Connect
    /// games has no limit of its own; the levels of Hex differ in what they know.
    #[must_use]
    pub fn limits(self, game: GameName, given: Limits) -> Limits {
        match (game, self.strength()) {
            (GameName::Hex(_), _) | (_, None) => given.or_usual(),
            (GameName::Connect(_), Some(strength)) => {
                let nodes = given.nodes.map_or(strength.nodes, |nodes| nodes.min(strength.nodes));
                Limits { nodes: Some(nodes), ..given }
            }
        }
    }
}

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<Level, NoSuchLevel> {
        match number {
            1..=Level::STRONGEST => Ok(Level(number)),
            _ => Err(NoSuchLevel { number }),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::STRONGEST, 10);
        assert_eq!(Level::try_from(0), Err(NoSuchLevel { number: 0 }));
        assert_eq!(
            Level::try_from(11).unwrap_err().to_string(),
            "there is no level 11, only 1 to 10"
        );
    }

    #[test]
    fn no_level_but_the_strongest_searches_without_end() {
        let given = Limits::default();
        for number in 2..Level::STRONGEST {
            let level = Level::try_from(number).unwrap();
            let limits = level.limits(GameName::CONNECT6, given);
            assert!(limits.nodes.is_some_and(|nodes| nodes <= 120_000));
        }
        let strongest = Level::try_from(Level::STRONGEST).unwrap();
        assert_eq!(strongest.limits(GameName::CONNECT6, given), given.or_usual());
    }

    #[test]
    fn every_level_of_hex_is_another_player_and_looks_no_less_far_than_one_that_knows_as_much() {
        let hex: GameName = "hex11".parse().unwrap();
        let names: Vec<String> = (1..=Level::STRONGEST)
            .map(|number| Level::try_from(number).unwrap().engine(hex).to_string())
            .collect();
        for (index, name) in names.iter().enumerate() {
            assert!(name.starts_with("hexy"), "{name}");
            assert!(!names[..index].contains(name), "{name}");
        }
        let last_two = HEX_STRENGTHS.split_at(8).1;
        assert!(last_two.iter().all(|strength| strength.solving == Solving::First));
    }
}
