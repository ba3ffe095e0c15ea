//! Checks proofs on the plane, from the rules alone.
//!
//! The rules are those of THEORY 3, named in the code as there; `docs/certificates.md` says why they
//! hold. Nothing is shared with the search: segments are found by walking from stones, defences by
//! trying. The plane has no edge, so a zone that would hold the empty squares of segments without any
//! stone is the whole board. With p stones to come, those are the zones of order d = k - p and above; only
//! the ones below are kept.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use thiserror::Error;

use crate::plane::{
    DIRECTIONS, Direction, PlaneAttack, PlaneProof, PlaneReply, Point, Root, Rules,
};

/// A set of squares.
pub type Points = BTreeSet<Point>;

/// What a proof has been found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The relevance zones of the position, Z1 first. All further ones are the whole board.
    ///
    /// The attacker also wins with stones of his opponent added on any list of squares of which every
    /// Zi holds fewer than i.
    pub zones: Vec<Points>,
    /// Turns of the attacker that were checked.
    pub attacks: usize,
}

/// Why a proof is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The numbers make no game in which anything could be proven this way.
    #[error("Connect(k = {k}, p = {p}) is out of range (1 <= p < k <= 40)")]
    Rules {
        /// Stones in a row.
        k: u16,
        /// Stones a turn.
        p: u16,
    },
    /// A square is used twice, or too far away.
    #[error("({},{}) is taken, or out of range", .0.x, .0.y)]
    Taken(Point),
    /// A turn has the wrong number of stones.
    #[error("a turn of {placed} stones where {allowed} may be placed")]
    Stones {
        /// The stones placed.
        placed: usize,
        /// The stones of a turn.
        allowed: usize,
    },
    /// The defender completes k in a row.
    #[error("after {0} the opponent completes a row")]
    DefenderCompletes(Path),
    /// A move of the defender is not refuted.
    #[error("after {path} the reply {reply} is not answered")]
    Unanswered {
        /// The turns before.
        path: Path,
        /// The reply.
        reply: Path,
    },
    /// The answer to a reply with so many null stones says nothing about them: they may be anywhere.
    #[error("after {path} a reply leaves {nulls} stones that may be anywhere on the board")]
    Endless {
        /// The turns before.
        path: Path,
        /// The null stones.
        nulls: usize,
    },
    /// There are too many ways to parry.
    #[error("after {0} there are too many ways to parry")]
    TooWide(Path),
    /// The position is over before the proof begins.
    #[error("a row is complete before the proof begins")]
    Over,
}

/// Stones in the order in which they were placed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path(pub Vec<Point>);

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no stones");
        }
        let names: Vec<String> = self.0.iter().map(|p| format!("({},{})", p.x, p.y)).collect();
        f.write_str(&names.join(" "))
    }
}

/// Coordinates beyond this are refused, so that arithmetic with them is safe.
const FARTHEST: i16 = 10_000;
/// The most sets of stones that are tried at one position.
const MOST_SETS: u32 = 5_000_000;

/// Checks a proof.
pub fn check(proof: &PlaneProof) -> Result<Checked, Fault> {
    let Rules { k, p } = proof.rules;
    if p == 0 || p >= k || k > 40 {
        return Err(Fault::Rules { k, p });
    }
    let board = Board::around(proof)?;
    let mut checker = Checker { k: k as i16, p: p as usize, board, path: Vec::new(), attacks: 0 };
    checker.place(&proof.attacker, Side::Attacker)?;
    checker.place(&proof.defender, Side::Defender)?;
    checker.path.clear();
    if [Side::Attacker, Side::Defender].into_iter().any(|side| checker.has_row(side)) {
        return Err(Fault::Over);
    }
    let zones = match &proof.root {
        Root::Attack(attack) => checker.attack(attack)?,
        Root::Defence(replies) => checker.defence(replies)?,
    };
    Ok(Checked { zones, attacks: checker.attacks })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Attacker,
    Defender,
}

/// The stones, on a rectangle that holds all of a proof. Squares outside it are empty.
struct Board {
    lowest: Point,
    width: usize,
    squares: Vec<Option<Side>>,
    stones: Vec<(Point, Side)>,
}

impl Board {
    /// An empty board with room for all stones of a proof.
    fn around(proof: &PlaneProof) -> Result<Board, Fault> {
        let mut points: Vec<Point> = [&proof.attacker[..], &proof.defender[..]].concat();
        let mut replies: Vec<&PlaneReply> = Vec::new();
        match &proof.root {
            Root::Attack(attack) => {
                points.extend(&attack.stones);
                replies.extend(&attack.replies);
            }
            Root::Defence(first) => replies.extend(first),
        }
        while let Some(reply) = replies.pop() {
            points.extend(reply.stones.iter().chain(&reply.answer.stones));
            replies.extend(&reply.answer.replies);
        }
        let is_far = |p: &&Point| {
            p.x.unsigned_abs() > FARTHEST.unsigned_abs()
                || p.y.unsigned_abs() > FARTHEST.unsigned_abs()
        };
        if let Some(&far) = points.iter().find(is_far) {
            return Err(Fault::Taken(far));
        }
        let least = |of: fn(&Point) -> i16| points.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Point) -> i16| points.iter().map(of).max().unwrap_or(0);
        let lowest = Point { x: least(|p| p.x), y: least(|p| p.y) };
        let width = (most(|p| p.x) - lowest.x + 1) as usize;
        let height = (most(|p| p.y) - lowest.y + 1) as usize;
        Ok(Board { lowest, width, squares: vec![None; width * height], stones: Vec::new() })
    }

    fn index(&self, point: Point) -> Option<usize> {
        let column = usize::try_from(point.x - self.lowest.x).ok().filter(|&x| x < self.width)?;
        let row = usize::try_from(point.y - self.lowest.y).ok()?;
        Some(row * self.width + column).filter(|&index| index < self.squares.len())
    }

    fn stone(&self, point: Point) -> Option<Side> {
        self.index(point).and_then(|index| self.squares[index])
    }
}

struct Checker {
    k: i16,
    p: usize,
    board: Board,
    path: Vec<Point>,
    attacks: usize,
}

/// The zones of a position that are not the whole board.
type Zones = Vec<Points>;

/// An answered reply with null stones.
struct SemiNull {
    stones: Points,
    zones: Zones,
}

impl Checker {
    fn place(&mut self, stones: &[Point], side: Side) -> Result<(), Fault> {
        for &point in stones {
            let index = self.board.index(point).ok_or(Fault::Taken(point))?;
            if self.board.squares[index].replace(side).is_some() {
                return Err(Fault::Taken(point));
            }
            self.board.stones.push((point, side));
            self.path.push(point);
        }
        Ok(())
    }

    /// Takes the last stones away again.
    fn lift(&mut self, stones: &[Point]) {
        for &point in stones {
            if let Some(index) = self.board.index(point) {
                self.board.squares[index] = None;
            }
            self.board.stones.pop();
            self.path.pop();
        }
    }

    fn path(&self) -> Path {
        Path(self.path.clone())
    }

    /// The empty squares of every segment that holds a stone of this side, none of the other, and at
    /// most so many empty squares.
    fn active(&self, side: Side, most_empty: usize) -> Vec<Vec<Point>> {
        let mut found = Vec::new();
        let own = self.board.stones.iter().filter(|(_, owner)| *owner == side);
        for &(stone, _) in own {
            for direction in DIRECTIONS {
                found
                    .extend((0..self.k).filter_map(|back| {
                        self.active_segment(stone, direction, back, most_empty)
                    }));
            }
        }
        found
    }

    /// The empty squares of the segment that begins so many steps before a stone, if it is active and
    /// this is the first stone on it.
    fn active_segment(
        &self,
        stone: Point,
        direction: Direction,
        back: i16,
        most_empty: usize,
    ) -> Option<Vec<Point>> {
        let side = self.board.stone(stone);
        let mut empty = Vec::new();
        for step in -back..self.k - back {
            let square = stone.along(direction, step);
            match self.board.stone(square) {
                None if empty.len() < most_empty => empty.push(square),
                owner if owner == side && step >= 0 => {}
                _ => return None,
            }
        }
        Some(empty)
    }

    fn has_row(&self, side: Side) -> bool {
        !self.active(side, 0).is_empty()
    }

    /// Zi: the empty squares of active segments of the defender with at most i + `stones` of them, as
    /// long as these are fewer than k. A segment without a stone has k.
    fn counter_wins(&self, stones: usize) -> Zones {
        let k = self.k as usize;
        let orders = k.saturating_sub(stones + 1);
        let mut zones = vec![Points::new(); orders];
        for segment in self.active(Side::Defender, k - 1) {
            let least = segment.len().saturating_sub(stones).max(1);
            zones.iter_mut().skip(least - 1).for_each(|zone| zone.extend(&segment));
        }
        zones
    }

    /// **AT**, and **EP** if the stones complete a row.
    fn attack(&mut self, attack: &PlaneAttack) -> Result<Zones, Fault> {
        self.attacks += 1;
        let placed = attack.stones.len();
        self.place(&attack.stones, Side::Attacker)?;
        let mut zones = if self.has_row(Side::Attacker) && placed <= self.p {
            self.counter_wins(0)
        } else if placed == self.p {
            self.defence(&attack.replies)?
        } else {
            return Err(Fault::Stones { placed, allowed: self.p });
        };
        self.lift(&attack.stones);
        for zone in &mut zones {
            zone.extend(&attack.stones);
        }
        Ok(zones)
    }

    /// **T(p+1)** and **Tt**: the defender cannot win at once, and whatever he plays leaves a threat
    /// open or is refuted.
    fn defence(&mut self, replies: &[PlaneReply]) -> Result<Zones, Fault> {
        if !self.active(Side::Defender, self.p).is_empty() {
            return Err(Fault::DefenderCompletes(self.path()));
        }
        let threats = self.active(Side::Attacker, self.p);
        let mut zones = self.counter_wins(self.p);
        for zone in &mut zones {
            zone.extend(threats.iter().flatten());
        }
        let mut full: HashSet<Points> = HashSet::new();
        let mut semi_null: Vec<SemiNull> = Vec::new();
        for reply in replies {
            let placed = reply.stones.len();
            let Some(nulls) = self.p.checked_sub(placed) else {
                return Err(Fault::Stones { placed, allowed: self.p });
            };
            self.place(&reply.stones, Side::Defender)?;
            let after = self.attack(&reply.answer)?;
            self.lift(&reply.stones);
            // Promotion: Z(i + nulls) is added to Zi.
            zones.truncate(after.len().saturating_sub(nulls));
            for (zone, other) in zones.iter_mut().zip(&after[nulls.min(after.len())..]) {
                zone.extend(other);
            }
            let stones: Points = reply.stones.iter().copied().collect();
            if nulls == 0 {
                full.insert(stones);
            } else if nulls > after.len() {
                return Err(Fault::Endless { path: self.path(), nulls });
            } else {
                semi_null.push(SemiNull { stones, zones: after[..nulls].to_vec() });
            }
        }
        Coverage::new(self.p, &threats, &full, &semi_null).check().map_err(
            |missed| match missed {
                Missed::Reply(reply) => Fault::Unanswered {
                    path: self.path(),
                    reply: Path(reply.into_iter().collect()),
                },
                Missed::TooWide => Fault::TooWide(self.path()),
            },
        )?;
        Ok(zones)
    }
}

/// Whether every move of p stones that leaves no threat open is refuted: it is answered itself, or it
/// contains an answered reply D and its other stones are irrelevant to the zones after D.
struct Coverage<'a> {
    p: usize,
    threats: &'a [Vec<Point>],
    full: &'a HashSet<Points>,
    /// Answered replies with null stones, by their first stone; those without any stand under nothing.
    semi_null: BTreeMap<Option<Point>, Vec<&'a SemiNull>>,
    steps: u32,
}

enum Missed {
    Reply(Points),
    TooWide,
}

impl<'a> Coverage<'a> {
    fn new(
        p: usize,
        threats: &'a [Vec<Point>],
        full: &'a HashSet<Points>,
        replies: &'a [SemiNull],
    ) -> Coverage<'a> {
        let mut semi_null: BTreeMap<_, Vec<&SemiNull>> = BTreeMap::new();
        for reply in replies {
            semi_null.entry(reply.stones.first().copied()).or_default().push(reply);
        }
        Coverage { p, threats, full, semi_null, steps: 0 }
    }

    fn check(&mut self) -> Result<(), Missed> {
        self.parry(&mut Points::new())
    }

    /// Every set that meets all threats contains one that is found by meeting the first open threat in
    /// every way.
    fn parry(&mut self, chosen: &mut Points) -> Result<(), Missed> {
        self.step()?;
        let is_needed = |point: &Point| {
            let alone = |threat: &&Vec<Point>| {
                threat.contains(point) && !threat.iter().any(|p| p != point && chosen.contains(p))
            };
            self.threats.iter().any(|threat| alone(&threat))
        };
        // A stone that is not needed now will not be needed with more stones either; the set without
        // it is looked at elsewhere.
        if !chosen.iter().all(is_needed) {
            return Ok(());
        }
        let is_open = |threat: &&Vec<Point>| !threat.iter().any(|p| chosen.contains(p));
        // Threats without a common square take a stone each.
        let mut apart: Vec<&Vec<Point>> = Vec::new();
        for threat in self.threats.iter().filter(is_open) {
            if !threat.iter().any(|p| apart.iter().any(|other| other.contains(p))) {
                apart.push(threat);
            }
        }
        if apart.len() > self.p - chosen.len() {
            return Ok(());
        }
        let open = self.threats.iter().find(is_open);
        match open {
            None => self.cover(chosen),
            Some(threat) => threat.iter().try_for_each(|&point| {
                chosen.insert(point);
                let found = self.parry(chosen);
                chosen.remove(&point);
                found
            }),
        }
    }

    /// Looks for a move with the chosen stones that is not refuted.
    fn cover(&mut self, chosen: &mut Points) -> Result<(), Missed> {
        self.step()?;
        let more = self.p - chosen.len();
        if more == 0 && self.full.contains(chosen) {
            return Ok(());
        }
        // Further stones outside the largest zone of a reply that refutes stay irrelevant to it: put
        // last, each is outside the zone of its order. So one of them must be inside.
        let within = self.refuting(chosen).filter_map(|reply| reply.zones.last());
        let Some(zone) = within.min_by_key(|zone| zone.len()) else {
            return Err(Missed::Reply(chosen.clone()));
        };
        if more == 0 {
            return Ok(());
        }
        let others: Vec<Point> = zone.difference(chosen).copied().collect();
        others.into_iter().try_for_each(|point| {
            chosen.insert(point);
            let found = self.cover(chosen);
            chosen.remove(&point);
            found
        })
    }

    /// The answered replies with null stones that refute every move of the chosen stones and null
    /// stones.
    fn refuting(&self, chosen: &Points) -> impl Iterator<Item = &'a SemiNull> {
        let firsts = chosen.iter().copied().map(Some).chain([None]);
        let replies: Vec<&SemiNull> =
            firsts.filter_map(|first| self.semi_null.get(&first)).flatten().copied().collect();
        let chosen = chosen.clone();
        replies.into_iter().filter(move |reply| {
            reply.stones.is_subset(&chosen)
                && reply.zones.iter().zip(1..).all(|(zone, order)| {
                    chosen.difference(&reply.stones).filter(|p| zone.contains(p)).count() < order
                })
        })
    }

    fn step(&mut self) -> Result<(), Missed> {
        self.steps += 1;
        if self.steps > MOST_SETS { Err(Missed::TooWide) } else { Ok(()) }
    }
}
