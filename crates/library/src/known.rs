//! What is known of a position, and why.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sixfold_game::{Outcome, Player, excerpt};
use thiserror::Error;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Known {
    /// Nothing yet.
    #[default]
    Open,
    /// This player wins.
    Won(Player),
    /// This player cannot force a win.
    NotWon(Player),
    /// Neither player can force a win.
    Draw,
}

impl Known {
    /// All that can be known.
    pub const ALL: [Known; 6] = [
        Known::Open,
        Known::Won(Player::Black),
        Known::Won(Player::White),
        Known::Draw,
        Known::NotWon(Player::Black),
        Known::NotWon(Player::White),
    ];

    /// The word for it in files and answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Known::Open => "open",
            Known::Won(Player::Black) => "black_wins",
            Known::Won(Player::White) => "white_wins",
            Known::Draw => "draw",
            Known::NotWon(Player::Black) => "black_does_not_win",
            Known::NotWon(Player::White) => "white_does_not_win",
        }
    }

    /// All that is known once this is known too, unless one excludes the other. That a player wins
    /// says more than that his opponent does not; that neither wins is a draw.
    #[must_use]
    pub fn and(self, other: Known) -> Option<Known> {
        match (self, other) {
            (Known::Open, known) | (known, Known::Open) => Some(known),
            (one, other) if one == other => Some(one),
            (Known::Won(winner), Known::NotWon(loser))
            | (Known::NotWon(loser), Known::Won(winner))
                if winner != loser =>
            {
                Some(Known::Won(winner))
            }
            (Known::NotWon(_) | Known::Draw, Known::NotWon(_) | Known::Draw) => Some(Known::Draw),
            _ => None,
        }
    }

    /// Whether it is known that this player does not win.
    #[must_use]
    pub fn excludes(self, player: Player) -> bool {
        match self {
            Known::Open => false,
            Known::Won(winner) => winner != player,
            Known::NotWon(loser) => loser == player,
            Known::Draw => true,
        }
    }
}

impl From<Outcome> for Known {
    fn from(outcome: Outcome) -> Known {
        match outcome {
            Outcome::Win(player) => Known::Won(player),
            Outcome::Draw => Known::Draw,
        }
    }
}

impl From<Known> for &'static str {
    fn from(known: Known) -> &'static str {
        known.word()
    }
}

impl TryFrom<String> for Known {
    type Error = NoResult;

    fn try_from(word: String) -> Result<Known, NoResult> {
        word.parse()
    }
}

impl FromStr for Known {
    type Err = NoResult;

    fn from_str(word: &str) -> Result<Known, NoResult> {
        let known = Known::ALL.into_iter().find(|known| known.word() == word);
        known.ok_or_else(|| NoResult(excerpt(word)))
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Open => f.write_str("open"),
            Known::Won(player) => write!(f, "{player} wins"),
            Known::NotWon(player) => write!(f, "{player} does not win"),
            Known::Draw => f.write_str("draw"),
        }
    }
}

/// Text that is no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no result (open, black_wins, white_wins, draw, black_does_not_win, \
     white_does_not_win)"
)]
pub struct NoResult(String);

/// Why a result is known. Later ones are better.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Somebody says so.
    Claim,
    /// It follows from proven results of the positions after it, or from the rules.
    Minimax,
    /// There is a certificate.
    Certificate,
}

impl Ground {
    /// The word for it in files and answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ground::Claim => "claim",
            Ground::Minimax => "minimax",
            Ground::Certificate => "certificate",
        }
    }
}

/// A result and why it is known. An open one has no ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Judgement {
    /// What is known.
    pub known: Known,
    /// Why.
    pub ground: Option<Ground>,
}

impl Judgement {
    /// A result with its ground, if it is one.
    #[must_use]
    pub fn new(known: Known, ground: Ground) -> Judgement {
        Judgement { known, ground: (known != Known::Open).then_some(ground) }
    }

    /// Whether it is more than somebody's word.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.ground > Some(Ground::Claim)
    }

    /// Both together, or nothing if both are proven and exclude each other. What is proven stands
    /// above what is claimed; of two claims that exclude each other the first stays.
    #[must_use]
    pub fn and(self, other: Judgement) -> Option<Judgement> {
        match self.known.and(other.known) {
            Some(known) if known == self.known && known == other.known => {
                Some(Judgement { known, ground: self.ground.max(other.ground) })
            }
            Some(known) if known == self.known => Some(self),
            Some(known) if known == other.known => Some(other),
            // Two that neither wins: as good as the weaker of them.
            Some(known) => Some(Judgement { known, ground: self.ground.min(other.ground) }),
            None if self.is_proven() && other.is_proven() => None,
            None if other.is_proven() => Some(other),
            None => Some(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Known = Known::Won(Player::Black);
    const WHITE: Known = Known::Won(Player::White);

    #[test]
    fn every_word_is_read_back() {
        for known in Known::ALL {
            assert_eq!(known.word().parse(), Ok(known));
        }
        assert!("lost".parse::<Known>().is_err());
    }

    #[test]
    fn neither_wins_is_a_draw() {
        let not = Known::NotWon;
        assert_eq!(not(Player::Black).and(not(Player::White)), Some(Known::Draw));
        assert_eq!(Known::Draw.and(not(Player::White)), Some(Known::Draw));
        assert_eq!(Known::Draw.and(BLACK), None);
        assert_eq!(not(Player::White).and(BLACK), Some(BLACK));
    }

    #[test]
    fn a_proof_stands_above_a_claim() {
        let claim = Judgement::new(WHITE, Ground::Claim);
        let proof = Judgement::new(BLACK, Ground::Certificate);
        assert_eq!(claim.and(proof), Some(proof));
        assert_eq!(proof.and(claim), Some(proof));
        assert_eq!(proof.and(Judgement::new(WHITE, Ground::Minimax)), None);
        let same = Judgement::new(WHITE, Ground::Minimax);
        assert_eq!(claim.and(same), Some(same));
    }
}
