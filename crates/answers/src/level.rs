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
/// The first levels do not search or search without the threat solver, the others search more and
/// more nodes, and the last one searches as long as it may.
///
/// ```
/// use sixfold_answers::level::Level;
/// use sixfold_game::GameName;
///
/// let level = Level::try_from(1).unwrap();
/// assert_eq!(level.engine(GameName::CONNECT6).to_string(), "greedy");
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

/// What a level of Connect games is made of.
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
    nodes: u64,
}

/// The levels before the last, which is not limited. The first ones know no connections but those of
/// neighbours.
const HEX_STRENGTHS: [HexStrength; 9] = [
    HexStrength { depth: 1, connections: 0, solving: Solving::Never, nodes: 4 },
    HexStrength { depth: 1, connections: 0, solving: Solving::Never, nodes: 200 },
    HexStrength { depth: 2, connections: 0, solving: Solving::Never, nodes: 400 },
    HexStrength { depth: 3, connections: 0, solving: Solving::Never, nodes: 800 },
    HexStrength { depth: 1, connections: 20, solving: Solving::Never, nodes: 200 },
    HexStrength { depth: 2, connections: 20, solving: Solving::Never, nodes: 300 },
    HexStrength { depth: 2, connections: 20, solving: Solving::Around, nodes: 300 },
    HexStrength { depth: 3, connections: 20, solving: Solving::Around, nodes: 600 },
    HexStrength { depth: 3, connections: 20, solving: Solving::Around, nodes: 1500 },
];

impl Level {
    /// The strongest level.
    pub const STRONGEST: u8 = STRENGTHS.len() as u8 + 2;

    fn strength(self) -> Option<&'static Strength> {
        usize::from(self.0).checked_sub(2).and_then(|index| STRENGTHS.get(index))
    }

    fn hex_strength(self) -> Option<&'static HexStrength> {
        usize::from(self.0).checked_sub(1).and_then(|index| HEX_STRENGTHS.get(index))
    }

    /// The engine that plays a game at this level.
    #[must_use]
    pub fn engine(self, game: GameName) -> BuiltIn {
        match game {
            GameName::Connect(_) => match self.strength() {
                None if self.0 == 1 => BuiltIn::Greedy,
                None => BuiltIn::usual(game),
                Some(strength) => {
                    BuiltIn::AlphaBeta(Settings { solver: strength.solver, ..Settings::default() })
                }
            },
            GameName::Hex(_) => match self.hex_strength() {
                None => BuiltIn::usual(game),
                Some(&HexStrength { depth, connections, solving, .. }) => {
                    let usual = hexy::Settings::default();
                    BuiltIn::Hexy(hexy::Settings { depth, connections, solving, ..usual })
                }
            },
        }
    }

    /// How much it may search in a game where these limits are given. Only the strongest level has no
    /// limit of its own.
    #[must_use]
    pub fn limits(self, game: GameName, given: Limits) -> Limits {
        let most = match game {
            GameName::Connect(_) => self.strength().map(|strength| strength.nodes),
            GameName::Hex(_) => self.hex_strength().map(|strength| strength.nodes),
        };
        match most {
            None => given.or_usual(),
            Some(most) => {
                let nodes = given.nodes.map_or(most, |nodes| nodes.min(most));
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
        for game in [GameName::CONNECT6, GameName::HEX11] {
            for number in 2..Level::STRONGEST {
                let level = Level::try_from(number).unwrap();
                assert!(level.limits(game, given).nodes.is_some_and(|nodes| nodes <= 120_000));
            }
            let strongest = Level::try_from(Level::STRONGEST).unwrap();
            assert_eq!(strongest.limits(game, given), given.or_usual());
            assert_eq!(strongest.engine(game), BuiltIn::usual(game));
        }
    }

    #[test]
    fn every_level_of_hex_plays_hex() {
        let mut names = Vec::new();
        for number in 1..=Level::STRONGEST {
            let level = Level::try_from(number).unwrap();
            let engine = level.engine(GameName::HEX11);
            assert_eq!(engine.name(), "hexy");
            names.push((engine.to_string(), level.limits(GameName::HEX11, Limits::default())));
        }
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
