//! Theorems: who wins a game, and what proves it.

use std::collections::BTreeSet;
use std::io::Read;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Extent, GameName, Player};
use thiserror::Error;

use crate::blocking::blocking_number;
use crate::check::{self, Checked, Fault, Points};
use crate::game::Family;
use crate::overwhelm::most_blocks_of_three;
use crate::plane::{PlaneProof, Point, Root};

/// A theorem, as the index keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Theorem {
    /// The game.
    #[serde(flatten)]
    pub game: Family,
    /// Who wins.
    pub winner: Player,
    /// What proves it.
    #[serde(flatten)]
    pub proof: Proof,
    /// Seconds that it took to find the proof.
    pub seconds: f64,
    /// Attacking turns searched.
    pub nodes: u64,
}

/// What proves a theorem. Files are in the folder of the index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "proof", rename_all = "kebab-case")]
pub enum Proof {
    /// A certificate of `sixfold check`, on an unbounded board, of the position after Black's first
    /// turn.
    Certificate {
        /// The certificate.
        file: String,
    },
    /// A proof on the plane of the position after Black's first turn.
    Plane {
        /// A [`PlaneProof`].
        file: String,
    },
    /// White plays where Black has no stones: a proof on the plane that p stones win against a player
    /// without any, and whose zones Z1 to Zq are finite. Black's q stones are outside of them.
    Breakaway {
        /// A [`PlaneProof`].
        file: String,
    },
    /// White's answers to every first turn of Black, of one or two stones.
    Answers {
        /// A list of [`PlaneProof`]. Those against one stone come first.
        file: String,
    },
    /// Black's first stones take more than p stones to block.
    Overwhelm {
        /// The stones.
        stones: Vec<Point>,
    },
    /// White blocks Black's three stones wherever they are, and has enough stones left for these,
    /// somewhere else, which take more than p stones to block.
    BlockAndBuild {
        /// The stones.
        stones: Vec<Point>,
    },
}

impl Proof {
    /// The file that the proof is in, if it needs one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Proof::Certificate { file }
            | Proof::Plane { file }
            | Proof::Breakaway { file }
            | Proof::Answers { file } => Some(file),
            Proof::Overwhelm { .. } | Proof::BlockAndBuild { .. } => None,
        }
    }

    /// What it is called in tables.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Proof::Certificate { .. } => "certificate",
            Proof::Plane { .. } => "proof on the plane",
            Proof::Breakaway { .. } => "breakaway",
            Proof::Answers { .. } => "answers to every first turn",
            Proof::Overwhelm { .. } => "too many threats",
            Proof::BlockAndBuild { .. } => "block and build",
        }
    }
}

/// Why a theorem is not proven.
#[derive(Debug, Error)]
pub enum NotProven {
    /// The file cannot be unpacked or read.
    #[error("the proof cannot be read: {0}")]
    Unreadable(String),
    /// A proof on the plane is none.
    #[error(transparent)]
    Plane(#[from] Fault),
    /// The certificate is none.
    #[error("{0}")]
    Certificate(String),
    /// The proof proves something else.
    #[error("it is about something else: {0}")]
    Other(&'static str),
    /// Black has a first turn without an answer.
    #[error("Black's stones ({},{}) and ({},{}) have no answer", .0.x, .0.y, .1.x, .1.y)]
    NoAnswer(Point, Point),
}

/// What the check of a theorem has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirmed {
    /// Turns of the winner that were checked.
    pub turns: usize,
}

impl Theorem {
    /// Checks the theorem against the bytes of its file, which are not looked at where it needs none.
    pub fn check(&self, bytes: &[u8]) -> Result<Confirmed, NotProven> {
        let turns = match &self.proof {
            Proof::Certificate { .. } => self.check_certificate(bytes)?,
            Proof::Plane { .. } => {
                self.expect(Player::Black)?;
                let proof: PlaneProof = read(bytes)?;
                let is_first_turn =
                    proof.attacker.len() == self.game.q as usize && proof.defender.is_empty();
                self.checked(&proof, is_first_turn)?.attacks
            }
            Proof::Breakaway { .. } => {
                self.expect(Player::White)?;
                let proof: PlaneProof = read(bytes)?;
                let is_turn =
                    proof.attacker.len() == self.game.p as usize && proof.defender.is_empty();
                let checked = self.checked(&proof, is_turn)?;
                if checked.zones.len() < self.game.q as usize {
                    return Err(NotProven::Other("Black's first stones may be relevant"));
                }
                checked.attacks
            }
            Proof::Answers { .. } => {
                self.expect(Player::White)?;
                self.check_answers(&read::<Vec<PlaneProof>>(bytes)?)?
            }
            Proof::Overwhelm { stones } => {
                self.expect(Player::Black)?;
                self.overwhelm(stones, self.game.q)?
            }
            Proof::BlockAndBuild { stones } => {
                self.expect(Player::White)?;
                let blocks = most_blocks_of_three(self.game.rules());
                if self.game.q != 3 || self.game.k != self.game.p + 2 {
                    return Err(NotProven::Other("it is for three stones where two make a threat"));
                }
                self.overwhelm(stones, self.game.p.saturating_sub(blocks))?
            }
        };
        Ok(Confirmed { turns })
    }

    fn expect(&self, winner: Player) -> Result<(), NotProven> {
        let is_so = self.winner == winner;
        if is_so { Ok(()) } else { Err(NotProven::Other("such a proof is for the other player")) }
    }

    fn overwhelm(&self, stones: &[Point], most: u16) -> Result<usize, NotProven> {
        let different: BTreeSet<&Point> = stones.iter().collect();
        if different.len() != stones.len() || stones.len() > most as usize {
            return Err(NotProven::Other("there are more stones than may be placed"));
        }
        let is_far = stones.iter().any(|p| p.x.unsigned_abs() > 1000 || p.y.unsigned_abs() > 1000);
        if self.game.k > 200 || self.game.p >= self.game.k || is_far {
            return Err(NotProven::Other("the game is out of range"));
        }
        if blocking_number(stones, self.game.rules()) <= self.game.p {
            return Err(NotProven::Other("the stones can be blocked"));
        }
        Ok(1)
    }

    /// A proof on the plane of the position after the winner's turn.
    fn checked(&self, proof: &PlaneProof, fits: bool) -> Result<Checked, NotProven> {
        if !fits || proof.rules != self.game.rules() || !matches!(proof.root, Root::Defence(_)) {
            return Err(NotProven::Other("another position or another game"));
        }
        Ok(check::check(proof)?)
    }

    fn check_certificate(&self, bytes: &[u8]) -> Result<usize, NotProven> {
        let certificate = Certificate::read(GzDecoder::new(bytes))
            .map_err(|error| NotProven::Unreadable(error.to_string()))?;
        let claim = &certificate.claim;
        let is_game = match claim.game {
            GameName::Connect(rules) => {
                rules.extent() == Extent::Window && claim.game.to_string() == self.game.to_string()
            }
            GameName::Hex(_) => false,
        };
        let black = claim.setup.stones(Player::Black).len();
        let is_first_turn = black == self.game.q as usize
            && claim.setup.stones(Player::White).is_empty()
            && claim.setup.turn.player == Player::White
            && claim.setup.turn.stones_left == self.game.p;
        if !is_game || !is_first_turn || claim.winner != Player::Black {
            return Err(NotProven::Other("another position or another game"));
        }
        self.expect(Player::Black)?;
        let report = sixfold_check::check(&certificate)
            .map_err(|fault| NotProven::Certificate(fault.to_string()))?;
        Ok(report.nodes)
    }

    fn check_answers(&self, proofs: &[PlaneProof]) -> Result<usize, NotProven> {
        let mut turns = 0;
        let mut open: Option<Points> = None;
        let mut cases: BTreeSet<Point> = BTreeSet::new();
        for proof in proofs {
            // More than two first stones have no finite list of answers here.
            let is_first_turn = matches!((self.game.q, proof.defender.len()), (1 | 2, 1) | (2, 2));
            let fits = is_first_turn && proof.attacker.len() == self.game.p as usize;
            let checked = self.checked(proof, fits)?;
            turns += checked.attacks;
            match proof.defender[..] {
                [_] if self.game.q == 1 => open = Some(Points::new()),
                [stone] => {
                    let zone = relevant_to(proof, &checked)?;
                    let still_open = open_seconds(stone, &zone);
                    open = Some(match open {
                        Some(open) => open.intersection(&still_open).copied().collect(),
                        None => still_open,
                    });
                }
                [stone, second] => {
                    cases.insert(least_image(second.from_origin(stone)));
                }
                _ => return Err(NotProven::Other("it is for one or two stones")),
            }
        }
        let open = open.ok_or(NotProven::Other("no answer to a single stone"))?;
        match open.into_iter().find(|second| !cases.contains(&least_image(*second))) {
            Some(second) => Err(NotProven::NoAnswer(Point { x: 0, y: 0 }, second)),
            None => Ok(turns),
        }
    }
}

/// Stones to be drawn: a first turn of Black, or White's answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstTurn {
    /// Black's stones.
    pub black: Vec<Point>,
    /// White's stones.
    pub white: Vec<Point>,
}

impl Theorem {
    /// The winner's first turn, and the stones of his opponent if they matter.
    pub fn first_turn(&self, bytes: &[u8]) -> Result<FirstTurn, NotProven> {
        let black = |stones| FirstTurn { black: stones, ..FirstTurn::default() };
        let white = |stones| FirstTurn { white: stones, ..FirstTurn::default() };
        Ok(match &self.proof {
            Proof::Certificate { .. } => {
                let certificate = Certificate::read(GzDecoder::new(bytes))
                    .map_err(|error| NotProven::Unreadable(error.to_string()))?;
                let setup = &certificate.claim.setup;
                let grid = setup.grid();
                let point = |s| Point { x: grid.column(s).into(), y: grid.row(s).into() };
                black(setup.stones(Player::Black).iter().map(point).collect())
            }
            Proof::Plane { .. } => black(read::<PlaneProof>(bytes)?.attacker),
            Proof::Breakaway { .. } => white(read::<PlaneProof>(bytes)?.attacker),
            Proof::Answers { .. } => {
                let mut proofs = read::<Vec<PlaneProof>>(bytes)?.into_iter();
                let first = proofs.next().ok_or(NotProven::Other("no answers"))?;
                FirstTurn { black: first.defender, white: first.attacker }
            }
            Proof::Overwhelm { stones } => black(stones.clone()),
            Proof::BlockAndBuild { stones } => white(stones.clone()),
        })
    }
}

/// The squares where another stone of the defender would matter.
fn relevant_to(proof: &PlaneProof, checked: &Checked) -> Result<Points, NotProven> {
    let zone = checked.zones.first();
    let mut zone = zone.cloned().ok_or(NotProven::Other("a second stone may be anywhere"))?;
    zone.extend(&proof.attacker);
    Ok(zone)
}

/// The places of a second stone, as seen from the first, that an answer to the first leaves open: the
/// answer may be turned and mirrored, so that only what matters to all its images is left.
#[must_use]
pub fn open_seconds(stone: Point, zone: &Points) -> Points {
    let seen: Points = zone.iter().map(|point| point.from_origin(stone)).collect();
    let is_open = |point: &Point| point.images().iter().all(|image| seen.contains(image));
    seen.iter().copied().filter(is_open).collect()
}

/// One of the images of a point under the symmetries of the board, the same for all of them.
#[must_use]
pub fn least_image(point: Point) -> Point {
    point.images().into_iter().min().unwrap_or(point)
}

/// What matters to one proof about a single stone, for those who look for the cases that are left.
pub(crate) fn seconds_left_open(proof: &PlaneProof) -> Result<Points, NotProven> {
    let checked = check::check(proof)?;
    let stone = proof.defender.first().copied().ok_or(NotProven::Other("no stone"))?;
    Ok(open_seconds(stone, &relevant_to(proof, &checked)?))
}

/// Packs something into a gzip file of JSON.
pub(crate) fn pack<T: Serialize>(what: &T) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut encoder, what)?;
    encoder.finish()
}

/// The most bytes that a file may unpack to.
const MOST_BYTES: u64 = 1 << 30;

fn read<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, NotProven> {
    let mut text = String::new();
    GzDecoder::new(bytes)
        .take(MOST_BYTES)
        .read_to_string(&mut text)
        .map_err(|error| NotProven::Unreadable(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| NotProven::Unreadable(error.to_string()))
}
