//! Proofs in Hex: a strategy with which the winner joins his edges, whatever his opponent does.
//!
//! A [`Plan`] joins two places, edges or own stones, while the opponent is to move. Its *region* is the
//! set of empty cells that it plays on; what happens elsewhere does not matter. There are four kinds:
//!
//! * the places hang together already;
//! * a *chain* over own stones, whose plans have no cell in common: each attack is answered where it
//!   falls;
//! * *threats*: moves each of which leaves a plan, and no cell is in all of their regions, so that
//!   some threat is left wherever the opponent plays;
//! * a small region in which trying everything shows that the places are joined.

use std::fmt::{self, Write};

use super::reader::{Fault, read_stones};
use super::writer::push_squares;
use crate::square::excerpt;
use crate::{Grid, Square};

/// Names a plan of [`Plans`]. People see numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlanId(u32);

impl PlanId {
    /// The plan at this place of the list.
    #[must_use]
    pub fn from_index(index: usize) -> PlanId {
        PlanId(u32::try_from(index).unwrap_or(u32::MAX - 1))
    }

    /// The plan's place in the list, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u64::from(self.0) + 1).fmt(f)
    }
}

/// How two places are joined while the opponent is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plan {
    /// They hang together.
    Joined,
    /// From one place over own stones to the other.
    Chain {
        /// The stones, in order.
        over: Vec<Square>,
        /// The plans between the first place, the stones, and the last place: one more than stones.
        plans: Vec<PlanId>,
    },
    /// Moves of which one is left after any move of the opponent.
    Threats(Vec<Threat>),
    /// Trying everything on these few cells shows it.
    Region(Vec<Square>),
}

/// A move after which a plan joins the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Threat {
    /// Where the stone goes.
    pub cell: Square,
    /// The plan after that.
    pub plan: PlanId,
}

/// The proof that a player wins a position of Hex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plans {
    /// His first move, if it is his turn and he needs one.
    pub first: Option<Square>,
    /// All plans. Each is used by some that come later; the last joins the winner's edges.
    pub plans: Vec<Plan>,
}

impl Plans {
    /// The line of the certificate's file on which a plan stands, counted from 1.
    #[must_use]
    pub fn line(&self, plan: PlanId) -> usize {
        super::writer::HEADER_LINES as usize + usize::from(self.first.is_some()) + plan.index() + 1
    }

    /// The same plans with every cell's image in its place. The ends of a chain stay in their order, so
    /// where the winner's edges change places its plans have to be turned around as well.
    #[must_use]
    pub fn mapped(&self, image: impl Fn(Square) -> Square) -> Plans {
        let images = |cells: &[Square]| cells.iter().map(|&cell| image(cell)).collect();
        let turned = |plan: &Plan| match plan {
            Plan::Joined => Plan::Joined,
            Plan::Chain { over, plans } => Plan::Chain { over: images(over), plans: plans.clone() },
            Plan::Threats(threats) => Plan::Threats(
                threats.iter().map(|t| Threat { cell: image(t.cell), plan: t.plan }).collect(),
            ),
            Plan::Region(cells) => Plan::Region(images(cells)),
        };
        Plans { first: self.first.map(&image), plans: self.plans.iter().map(turned).collect() }
    }

    /// Reads one line and adds it to the proof.
    pub(super) fn push_line(&mut self, grid: Grid, line: &str) -> Result<(), Fault> {
        let unknown = || Fault::Line(excerpt(line));
        let mut words = line.split_ascii_whitespace();
        let kind = words.next().ok_or_else(unknown)?;
        if kind == "m" && self.first.is_none() && self.plans.is_empty() {
            let &[cell] = &read_stones(grid, words.next().ok_or_else(unknown)?)?[..] else {
                return Err(unknown());
            };
            self.first = Some(cell);
            return if words.next().is_some() { Err(unknown()) } else { Ok(()) };
        }
        let plan = match kind {
            "j" => Plan::Joined,
            "c" => {
                let over = read_stones(grid, words.next().ok_or_else(unknown)?)?;
                let plans: Option<Vec<_>> = words.by_ref().map(plan_by_number).collect();
                Plan::Chain { over, plans: plans.ok_or_else(unknown)? }
            }
            "t" => {
                let mut threats = Vec::new();
                while let Some(word) = words.next() {
                    let &[cell] = &read_stones(grid, word)?[..] else { return Err(unknown()) };
                    let plan = words.next().and_then(plan_by_number).ok_or_else(unknown)?;
                    threats.push(Threat { cell, plan });
                }
                Plan::Threats(threats)
            }
            "r" => Plan::Region(read_stones(grid, words.next().ok_or_else(unknown)?)?),
            _ => return Err(unknown()),
        };
        if words.next().is_some() {
            return Err(unknown());
        }
        self.plans.push(plan);
        Ok(())
    }

    /// The lines of the proof.
    pub(super) fn lines(&self, grid: Grid) -> impl Iterator<Item = String> {
        let first = self.first.map(|cell| format!("m {}", grid.name(cell)));
        first.into_iter().chain(self.plans.iter().map(move |plan| line_of(grid, plan)))
    }
}

fn plan_by_number(word: &str) -> Option<PlanId> {
    word.parse::<u32>().ok()?.checked_sub(1).map(PlanId)
}

fn line_of(grid: Grid, plan: &Plan) -> String {
    let mut line = String::new();
    match plan {
        Plan::Joined => line.push('j'),
        Plan::Chain { over, plans } => {
            line.push_str("c ");
            push_squares(&mut line, grid, over);
            for plan in plans {
                // Writing to a string cannot fail.
                let _ = write!(line, " {plan}");
            }
        }
        Plan::Threats(threats) => {
            line.push('t');
            for threat in threats {
                let _ = write!(line, " {} {}", grid.name(threat.cell), threat.plan);
            }
        }
        Plan::Region(cells) => {
            line.push_str("r ");
            push_squares(&mut line, grid, cells);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use crate::certificate::{Certificate, Claim};
    use crate::{GameName, Player, Setup, Square};

    use super::*;

    fn certificate() -> Certificate {
        let game: GameName = "hex2".parse().unwrap();
        let cell = |name| -> Square { game.grid().parse(name).unwrap() };
        let claim = Claim { game, setup: Setup::start(game), winner: Player::Black, order: None };
        let id = PlanId::from_index;
        let plans = Plans {
            first: Some(cell("b1")),
            plans: vec![
                Plan::Joined,
                Plan::Joined,
                Plan::Threats(vec![
                    Threat { cell: cell("a2"), plan: id(0) },
                    Threat { cell: cell("b2"), plan: id(1) },
                ]),
                Plan::Region(vec![]),
                Plan::Chain { over: vec![cell("b1")], plans: vec![id(3), id(2)] },
            ],
        };
        Certificate::of_plans(claim, plans)
    }

    const TEXT: &str = "sixfold-certificate 1\ngame hex2\nfen 2/2 b 1\nwinner black\norder -\n\
                        m b1\nj\nj\nt a2 1 b2 2\nr -\nc b1 4 3\nend 5\n";

    #[test]
    fn a_proof_of_hex_is_read_as_it_was_written() {
        assert_eq!(certificate().to_string(), TEXT);
        assert_eq!(Certificate::read(TEXT.as_bytes()).unwrap(), certificate());
    }

    #[test]
    fn a_proof_turned_twice_by_half_is_the_same() {
        let proof = certificate();
        let plans = proof.plans().unwrap();
        let turned = plans.mapped(|cell| Square::from_index(3 - cell.index()));
        assert_eq!(turned.first.map(Square::index), Some(2));
        assert_eq!(turned.mapped(|cell| Square::from_index(3 - cell.index())), *plans);
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (right, wrong, reason) in [
            ("hex2", "hex99", "line 2: "),
            ("game hex2", "game connect(2,2,2,1,1)", "line 6: "),
            ("a2 1", "z9 1", "line 9: square z9 is not on the 2x2 board"),
            ("a2 1", "a2 0", "line 9: 't a2 0 b2 2' is no line of a proof"),
            ("a2 1", "a2 b2", "is no line of a proof"),
            ("m b1", "m b1b2", "line 6: "),
            ("m b1", "m b1\nm b1", "line 7: "),
            ("j\nj", "j\nk", "line 8: "),
            ("end 5", "end 4", "line 12: '4' nodes at the end, but there are 5"),
            ("end 5\n", "", "the file ends before 'end'"),
        ] {
            let error = Certificate::read(TEXT.replace(right, wrong).as_bytes()).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
        }
    }
}
