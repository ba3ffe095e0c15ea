//! Jobs of Hex.
//!
//! The solver is asked first. What it does not decide becomes a node of a larger search: where the
//! prover is to move, his moves by how little they leave to his opponent; where his opponent is, the
//! cells that all known threats of the prover have in common (THEORY section 9).

use std::sync::Arc;
use std::time::Instant;

use sixfold_game::certificate::{Certificate, Claim, Plans};
use sixfold_game::{Game, HexRules, Player, Setup, Square, SquareSet, Value, Verdict};
use sixfold_hex::solve::{self, Outlook, Settings, outlook, shown_threats};
use sixfold_hex::threats::{Defence, ProvenThreat, threats_of};
use sixfold_hex::{Board, Position};
use sixfold_play::hexy::budget_of_hex;
use sixfold_proof::job_level::{Grade, Others};
use sixfold_solve::{Budget, Control};

use crate::perform::{Found, done, known_certificate};
use crate::{Done, Effort, Finding, GradedTurn, JobError, Kind, Order, Rejected};

/// So many of the moves that matter most are tried.
const TRIED_MOVES: u64 = 24;
/// So many of them are told.
const TOLD_MOVES: usize = 8;
/// So many open replies are told at most: what answers them often answers others too.
const TOLD_REPLIES: usize = 4;

pub(crate) fn perform(
    order: &Order,
    rules: HexRules,
    control: &Arc<Control>,
) -> Result<Done, JobError> {
    let started = Instant::now();
    let position = position(rules, &order.job.position)?;
    if position.winner().is_some() {
        return Err(JobError::GameOver);
    }
    let known = known(order)?;
    let effort = order.job.effort;
    let mut work = Work { position: &position, effort, control: control.clone(), nodes: 0 };
    let found = match &order.job.kind {
        Kind::Solve => work.solve(),
        Kind::Move { excluded } => work.choose(excluded),
        Kind::Verify { .. } => work.verify(known),
    };
    done(found, work.nodes, started)
}

fn position(rules: HexRules, setup: &Setup) -> Result<Position, JobError> {
    let board = Arc::new(Board::new(rules));
    let other_board = || JobError::Position("it is one of another board".to_string());
    Position::from_setup(board, setup).ok_or_else(other_board)
}

/// The threats that a job says are known.
fn known(order: &Order) -> Result<Vec<ProvenThreat>, JobError> {
    let Some(certificate) = known_certificate(order)? else { return Ok(Vec::new()) };
    let no_threats = || JobError::KnownUnreadable("they are no threats of Hex".to_string());
    certificate.plans().and_then(threats_of).ok_or_else(no_threats)
}

struct Work<'a> {
    position: &'a Position,
    effort: Effort,
    control: Arc<Control>,
    nodes: u64,
}

/// What came of trying a move.
enum Tried {
    /// Connections show that it wins.
    Wins(Box<Certificate>),
    /// They do not.
    Open(Trial),
}

/// A move that has been tried.
struct Trial {
    cell: Square,
    /// So many cells are left to the opponent.
    open: usize,
    /// How the opponent stands after it.
    balance: f64,
}

impl Work<'_> {
    fn budget(&self) -> solve::Budget {
        let memory = (self.effort.memory as usize) << 20;
        let nodes = Some(self.effort.nodes);
        budget_of_hex(&Budget { nodes, time: None, memory, control: self.control.clone() })
    }

    fn solve(&mut self) -> Found {
        match self.decided() {
            Some((Finding::Lost, _)) => (Finding::NoWin, None),
            Some(won) => won,
            None => (Finding::Unknown, None),
        }
    }

    /// Who wins, if the solver finds it out and can prove it.
    fn decided(&mut self) -> Option<Found> {
        let settings = Settings::default();
        let solved = solve::solve(self.position, settings, self.budget());
        self.nodes += solved.nodes;
        let mover = self.position.to_move();
        let (finding, winner) = match solved.answer.verdict {
            Verdict::Proven(Value::Win) => (Finding::Won, mover),
            Verdict::Proven(_) => (Finding::Lost, mover.opponent()),
            Verdict::Absent | Verdict::Unknown(_) => return None,
        };
        let written = solve::write(self.position, winner, settings, self.budget());
        self.nodes += written.nodes;
        Some((finding, Some(written.answer.ok()?)))
    }

    /// A win of the side to move, or else the moves that leave least to its opponent.
    fn choose(&mut self, excluded: &[SquareSet]) -> Found {
        // With turns excluded the solver has been asked before.
        if excluded.is_empty()
            && let Some(decided) = self.decided()
        {
            return decided;
        }
        let Outlook { moves, .. } = outlook(self.position, Settings::default());
        let is_new = |cell: &Square| !excluded.contains(&[*cell].into_iter().collect());
        let most = self.effort.player_nodes.clamp(1, TRIED_MOVES) as usize;
        let moves: Vec<Square> = moves.into_iter().filter(is_new).collect();
        let mut trials = Vec::new();
        for &cell in moves.iter().take(most) {
            match self.tried(cell) {
                Tried::Open(trial) => trials.push(trial),
                Tried::Wins(certificate) => return (Finding::Won, Some(*certificate)),
            }
        }
        if trials.is_empty() {
            return (Finding::NoOtherTurn, None);
        }
        trials.sort_by(|one, other| {
            one.open.cmp(&other.open).then(one.balance.total_cmp(&other.balance))
        });
        let are_all = trials.len() == moves.len() && trials.len() <= TOLD_MOVES;
        let others = if are_all { Others::Lose } else { Others::Open };
        let empty = self.position.empty_cells().len();
        let turns = trials.iter().take(TOLD_MOVES).enumerate().map(|(rank, trial)| GradedTurn {
            stones: [trial.cell].into_iter().collect(),
            grade: grade(trial.open, empty, -trial.balance)
                .max(grade_of_rank(excluded.len() + rank)),
        });
        (Finding::Best { turns: turns.collect(), others }, None)
    }

    /// Looks at the position after a move. It may win by what connections show.
    fn tried(&mut self, cell: Square) -> Tried {
        self.nodes += 1;
        let mut after = self.position.clone();
        // The move is one of the position's outlook, all of which are legal.
        let _ = after.try_play(cell);
        let mover = self.position.to_move();
        let threats = shown_threats(&after, mover, Settings::default());
        let defence = Defence::against(threats, after.empty_cells());
        if let Some(proof) = defence.proof().filter(|_| defence.open.is_empty()) {
            let plans = Plans { first: Some(cell), ..proof };
            return Tried::Wins(Box::new(self.certificate(mover, plans)));
        }
        let Outlook { balance, .. } = outlook(&after, Settings::default());
        Tried::Open(Trial { cell, open: defence.open.len(), balance })
    }

    /// Whether the side to move loses, or the replies that no known threat answers.
    fn verify(&mut self, known: Vec<ProvenThreat>) -> Found {
        if let Some(decided) = self.decided() {
            return decided;
        }
        let prover = self.position.to_move().opponent();
        let shown = shown_threats(self.position, prover, Settings::default());
        let empty = self.position.empty_cells();
        let defence = Defence::against(known.into_iter().chain(shown), empty);
        let partial = defence.proof().map(|proof| self.certificate(prover, proof));
        if defence.open.is_empty() {
            return (Finding::Lost, partial);
        }
        let Outlook { moves, balance } = outlook(self.position, Settings::default());
        let open = |cell: &Square| defence.open.contains(*cell);
        let mut replies: Vec<Square> = moves.into_iter().filter(open).collect();
        let others = defence.open - replies.iter().copied().collect::<SquareSet>();
        replies.extend(others.iter());
        let grade = grade(defence.open.len(), empty.len(), -balance);
        let told = replies.iter().take(TOLD_REPLIES);
        let told = told.map(|&cell| GradedTurn { stones: [cell].into_iter().collect(), grade });
        (Finding::Unrefuted(told.collect()), partial)
    }

    fn certificate(&self, winner: Player, plans: Plans) -> Certificate {
        let (game, setup) = (self.position.name(), self.position.setup());
        Certificate::of_plans(Claim { game, setup, winner, order: None }, plans)
    }
}

/// The grade of a position for the prover if so many of the empty cells are open to his opponent, by
/// how the circuits stand: above 0 his is better.
fn grade(open: usize, empty: usize, balance: f64) -> Grade {
    match open {
        0..=2 => Grade::Winning4,
        3..=5 => Grade::Winning3,
        6..=10 => Grade::Winning2,
        _ if open < empty => Grade::Winning1,
        _ if balance > 1.0 => Grade::Winning2,
        _ if balance > 0.3 => Grade::Winning1,
        _ if balance > -0.3 => Grade::Stable,
        _ if balance > -1.0 => Grade::Losing1,
        _ => Grade::Losing2,
    }
}

/// The best grade that a move may have where so many better ones are known.
fn grade_of_rank(rank: usize) -> Grade {
    match rank {
        0 => Grade::Winning4,
        1 => Grade::Winning1,
        2..4 => Grade::Stable,
        4..8 => Grade::Losing1,
        _ => Grade::Losing2,
    }
}

/// Every threat of a partial proof must win by itself if the prover is to move.
pub(crate) fn accept_threats(partial: &Certificate) -> Result<(), Rejected> {
    let no_threats = || Rejected::Unreadable("the certificate has no threats".to_string());
    let threats = partial.plans().and_then(threats_of).ok_or_else(no_threats)?;
    let mut claim = partial.claim;
    claim.setup.turn.player = claim.winner;
    threats.iter().try_for_each(|threat| {
        let certificate = Certificate::of_plans(claim, threat.proof().clone());
        match sixfold_check::check(&certificate) {
            Ok(_) => Ok(()),
            Err(fault) => Err(Rejected::NotAProof(fault.to_string())),
        }
    })
}
