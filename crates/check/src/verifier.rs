//! The verifier V of THEORY 3, led through the tree of a certificate.

use std::collections::{HashMap, HashSet};

use sixfold_game::certificate::{Attack, Claim, Defence, Effect, Node, NodeId, Proof, Reply};
use sixfold_game::{ConnectRules, Extent, Player, Square, SquareSet};

use crate::board::Board;
use crate::defences::{Answered, SemiNull, TooMany, critical_defences};
use crate::zones::Zones;
use crate::{Fault, Reason, Report};

/// What is known of a position that the attacker has been shown to win.
#[derive(Clone)]
struct Won {
    /// Relevant zones.
    zones: Zones,
    /// A bound of the order of the win.
    order: u16,
}

/// The stones of both players: attacker's, defender's.
type Position = [SquareSet; 2];

struct Verifier<'a> {
    claim: &'a Claim,
    proof: &'a Proof,
    board: Board,
    /// The moves on the board since the claimed position, with the null stones of each.
    path: Vec<(&'a [Square], usize)>,
    /// The attacks that others refer to, once they have been proven, and their positions.
    proven: HashMap<NodeId, (Position, Won)>,
    referred: HashSet<NodeId>,
    defences: usize,
    /// Whether nothing so far rests on the edge of the board.
    unbounded: bool,
}

pub(crate) fn verify(claim: &Claim, rules: ConnectRules, proof: &Proof) -> Result<Report, Fault> {
    let fault = |reason| {
        let (node, moves) = (Proof::ROOT, String::new());
        Fault { node, line: proof.line(node), moves, reason }
    };
    let board = Board::new(rules, &claim.setup);
    if let Some(winner) = Player::BOTH.into_iter().find(|&player| board.has_won(player)) {
        return Err(fault(Reason::AlreadyOver(winner)));
    }
    let stones_left = claim.setup.turn.stones_left as usize;
    if stones_left == 0 {
        return Err(fault(Reason::NoStonesLeft));
    }
    let references = proof.ids().filter_map(|id| match proof.node(id) {
        Node::Same(target) => Some(target),
        _ => None,
    });
    let mut verifier = Verifier {
        claim,
        proof,
        path: Vec::new(),
        proven: HashMap::new(),
        referred: references.collect(),
        defences: 0,
        unbounded: true,
        board,
    };
    let occupied = claim.setup.stones(Player::Black) | claim.setup.stones(Player::White);
    verifier.check_distance(Proof::ROOT, occupied.iter())?;
    let won = if claim.setup.turn.player == claim.winner {
        verifier.attack(Proof::ROOT, stones_left)?
    } else {
        verifier.defence(Proof::ROOT, stones_left)?
    };
    if let Some(claimed) = claim.order.filter(|&claimed| u16::from(claimed) < won.order) {
        return Err(fault(Reason::Order { proven: won.order, claimed }));
    }
    let zones = match rules.extent() {
        Extent::Whole => won.zones.into_sets(),
        Extent::Window => won.zones.first(won.zones.bounded.saturating_sub(1)),
    };
    Ok(Report {
        claim: *claim,
        nodes: proof.len(),
        defences: verifier.defences,
        order: Some(won.order),
        zones,
        unbounded: verifier.unbounded,
    })
}

impl<'a> Verifier<'a> {
    fn stones_per_turn(&self) -> usize {
        self.board.rules.stones_per_turn() as usize
    }

    /// A node with the attacker to move.
    fn attack(&mut self, id: NodeId, stones_left: usize) -> Result<Won, Fault> {
        let won = match self.proof.node(id) {
            Node::Attack(attack) => self.attack_with(id, attack, stones_left)?,
            Node::Same(target) => match self.proven.get(&target) {
                Some((position, won)) if *position == self.position() => won.clone(),
                _ => return Err(self.fault(id, Reason::OtherPosition(target))),
            },
            Node::Defence(_) => return Err(self.fault(id, Reason::Confused)),
        };
        if self.referred.contains(&id) {
            self.proven.insert(id, (self.position(), won.clone()));
        }
        Ok(won)
    }

    /// **AT**: the attacker plays his stones; they belong to every zone.
    fn attack_with(
        &mut self,
        id: NodeId,
        Attack { stones, effect, defence }: Attack<'a>,
        stones_left: usize,
    ) -> Result<Won, Fault> {
        let needed = stones_left.min(self.board.empty_squares().len());
        self.place(id, stones, stones_left, self.claim.winner)?;
        let completes = self.board.has_won(self.claim.winner);
        let mut won = match effect {
            Effect::Completes if !completes => Err(self.fault(id, Reason::NotCompleting)),
            // **EP**: the attacker has k in a row.
            Effect::Completes => Ok(Won { zones: self.counter_wins(0), order: 0 }),
            _ if completes => Err(self.fault(id, Reason::Completing)),
            _ if stones.len() < needed => {
                let (placed, left) = (stones.len(), needed);
                Err(self.fault(id, Reason::TooFewStones { placed, left }))
            }
            Effect::Overwhelms => self.defend(id, [].into_iter(), &[], self.stones_per_turn()),
            Effect::Continues => match defence {
                Some(defence) => self.defence(defence, self.stones_per_turn()),
                None => Err(self.fault(id, Reason::Confused)),
            },
        }?;
        won.zones.add_everywhere(stones.iter().copied());
        self.lift(stones, self.claim.winner);
        Ok(won)
    }

    /// A node with the defender to move.
    fn defence(&mut self, id: NodeId, stones_left: usize) -> Result<Won, Fault> {
        let Node::Defence(defence) = self.proof.node(id) else {
            return Err(self.fault(id, Reason::Confused));
        };
        let Defence { zones, .. } = defence;
        self.defend(id, defence.replies(), zones, stones_left)
    }

    /// **T(p+1)** and **Tt**: the defender cannot win at once, and whatever he plays leaves a threat
    /// open or is refuted. With s stones left in his turn, s stands for p in the rules.
    fn defend(
        &mut self,
        id: NodeId,
        replies: impl Iterator<Item = Reply<'a>>,
        claimed: &[SquareSet],
        stones_left: usize,
    ) -> Result<Won, Fault> {
        self.defences += 1;
        let empty = self.board.empty_squares();
        if let Some((segment, _)) = self.board.active(self.defender(), stones_left).next() {
            let missing: Vec<Square> = (segment.squares & empty).iter().collect();
            return Err(self.fault(id, Reason::DefenderCompletes(self.names(&missing))));
        }
        let longest_turn = stones_left.max(self.stones_per_turn());
        if longest_turn >= self.board.rules.in_a_row() as usize {
            self.rest_on_edge(id, Reason::RoomForRow(longest_turn))?;
        }
        let threats: Vec<SquareSet> = self
            .board
            .active(self.claim.winner, self.stones_per_turn())
            .map(|(segment, _)| segment.squares & empty)
            .collect();
        let mut zones = self.counter_wins(stones_left);
        zones.add_everywhere(threats.iter().flat_map(SquareSet::iter));

        let mut answered = Answered::default();
        let mut orders = Vec::new();
        for reply in replies {
            self.place(id, reply.stones, stones_left, self.defender())?;
            let won = self.attack(reply.answer, self.stones_per_turn())?;
            self.lift(reply.stones, self.defender());
            let nulls = stones_left - reply.stones.len();
            zones.add_promoted(&won.zones, nulls);
            let stones: SquareSet = reply.stones.iter().copied().collect();
            orders.push((stones, nulls as u16, won.order));
            if nulls == 0 {
                answered.full.insert(stones);
            } else {
                if nulls >= won.zones.bounded {
                    let (reply, order) = (self.turn_name(reply.stones, nulls), nulls);
                    self.rest_on_edge(id, Reason::EndlessZone { reply, order })?;
                }
                answered.semi_null.push(SemiNull { stones, zones: won.zones.first(nulls) });
            }
        }
        self.check_coverage(id, &threats, &answered, stones_left)?;
        self.check_claim(id, &mut zones, claimed)?;
        Ok(Won { zones, order: order_of_defence(orders) })
    }

    /// Every move of the defender that leaves no threat open contains a critical defence; is it
    /// refuted?
    fn check_coverage(
        &self,
        id: NodeId,
        threats: &[SquareSet],
        answered: &Answered,
        stones_left: usize,
    ) -> Result<(), Fault> {
        let too_wide = |TooMany| self.fault(id, Reason::TooWide);
        let empty = self.board.empty_squares();
        for critical in critical_defences(threats, stones_left).map_err(too_wide)? {
            let escape = answered.escape(critical, stones_left, empty).map_err(too_wide)?;
            if let Some(escape) = escape {
                let stones: Vec<Square> = escape.iter().collect();
                let reply = self.turn_name(&stones, stones_left - stones.len());
                return Err(self.fault(id, Reason::Unanswered(reply)));
            }
        }
        Ok(())
    }

    /// Claimed zones must be empty squares and contain the derived ones, in whose place they stand
    /// from here on.
    fn check_claim(
        &self,
        id: NodeId,
        zones: &mut Zones,
        claimed: &[SquareSet],
    ) -> Result<(), Fault> {
        let largest = claimed.last().copied().unwrap_or_default();
        if let Some(square) = (largest - self.board.empty_squares()).iter().next() {
            return Err(self.fault(id, Reason::ZoneOccupied(self.names(&[square]))));
        }
        zones.enlarge(claimed).map_err(|order| self.fault(id, Reason::ZoneTooSmall(order)))
    }

    fn defender(&self) -> Player {
        self.claim.winner.opponent()
    }

    fn counter_wins(&self, stones: usize) -> Zones {
        Zones::of_counter_wins(&self.board, self.defender(), stones)
    }

    fn position(&self) -> Position {
        [self.board.stones(self.claim.winner), self.board.stones(self.defender())]
    }

    /// Places stones of one turn, if they are legal.
    fn place(
        &mut self,
        id: NodeId,
        stones: &'a [Square],
        stones_left: usize,
        player: Player,
    ) -> Result<(), Fault> {
        if stones.len() > stones_left {
            let (placed, left) = (stones.len(), stones_left);
            return Err(self.fault(id, Reason::TooManyStones { placed, left }));
        }
        for (i, &square) in stones.iter().enumerate() {
            if !self.board.is_empty(square) || stones[..i].contains(&square) {
                return Err(self.fault(id, Reason::NotEmpty(self.names(&[square]))));
            }
        }
        self.check_distance(id, stones.iter().copied())?;
        self.board.place(stones, player);
        let nulls = if player == self.claim.winner { 0 } else { stones_left - stones.len() };
        self.path.push((stones, nulls));
        Ok(())
    }

    /// All segments of an unbounded board on which the stones lie must be on this one, or else the
    /// proof rests on the edge.
    fn check_distance(
        &mut self,
        id: NodeId,
        mut stones: impl Iterator<Item = Square>,
    ) -> Result<(), Fault> {
        let Some(near) = stones.find(|&square| !self.board.inner.contains(square)) else {
            return Ok(());
        };
        let square = self.names(&[near]);
        let needed = self.board.rules.in_a_row() - 1;
        self.rest_on_edge(id, Reason::NearEdge { square, needed })
    }

    /// Notes that the proof rests on the edge of the board: a fault if the board has none.
    fn rest_on_edge(&mut self, id: NodeId, reason: Reason) -> Result<(), Fault> {
        self.unbounded = false;
        match self.board.rules.extent() {
            Extent::Whole => Ok(()),
            Extent::Window => Err(self.fault(id, reason)),
        }
    }

    fn lift(&mut self, stones: &[Square], player: Player) {
        self.board.lift(stones, player);
        self.path.pop();
    }

    fn names(&self, squares: &[Square]) -> String {
        self.claim.game.grid().names(squares.iter().copied()).concat()
    }

    /// The stones of a turn, and `-` for each null stone.
    fn turn_name(&self, stones: &[Square], nulls: usize) -> String {
        self.names(stones) + &"-".repeat(nulls)
    }

    fn fault(&self, node: NodeId, reason: Reason) -> Fault {
        let turns = self.path.iter().map(|&(stones, nulls)| self.turn_name(stones, nulls));
        let moves = turns.collect::<Vec<_>>().join(" ");
        Fault { node, line: self.proof.line(node), moves, reason }
    }
}

/// The order of a win whose last attack is met by these replies, each with its null stones and the
/// order of its answer (THEORY 2).
///
/// Order r asks that after a reply with z null stones there is a win of order 0, or of order r - z
/// at most. If a reply has several answers, one of them shows this; the others only refute replies
/// with more stones, and so with fewer null stones.
fn order_of_defence(mut replies: Vec<(SquareSet, u16, u16)>) -> u16 {
    let least = |order: u16, nulls| if order == 0 { 0 } else { order.saturating_add(nulls) };
    replies.sort_unstable();
    let same_stones = replies.chunk_by(|one, other| one.0 == other.0).map(|answers| {
        let best = answers.iter().map(|&(_, nulls, order)| least(order, nulls)).min();
        let others = answers.iter().map(|&(_, nulls, order)| least(order, nulls.saturating_sub(1)));
        others.chain(best).max().unwrap_or(0)
    });
    same_stones.max().unwrap_or(0).max(1)
}
