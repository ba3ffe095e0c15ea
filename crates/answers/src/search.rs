//! What all questions to a solver have in common: budgets, certificates that are checked before
//! anything is claimed, and boards without an edge.

use std::time::Instant;

use sixfold_check::Reason;
use sixfold_connect::connect_rules;
use sixfold_game::certificate::Certificate;
use sixfold_game::{Extent, GameName, Lattice, MAX_SIDE, Record, SpentBudget, Verdict};
use sixfold_solve::Budget;
use sixfold_solve::orders::Methods;

use crate::AskError;

/// How a search with so many threads goes about it; 0 stands for all cores.
#[must_use]
pub fn methods_with(threads: u16) -> Methods {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, Into::into),
        threads => threads.into(),
    };
    Methods { threads, ..Methods::default() }
}

/// What the independent checker says about a solver's proof.
pub enum Checked {
    /// It is a proof, of this order and with these zones.
    Proof(Box<sixfold_check::Report>),
    /// It is one on a board with an edge, but the board has none: a larger window is needed.
    RestsOnEdge,
}

/// Has a certificate checked. Nothing is claimed that the independent checker does not accept.
pub fn check(certificate: &Certificate) -> Result<Checked, AskError> {
    match sixfold_check::check(certificate) {
        Ok(report) => Ok(Checked::Proof(Box::new(report))),
        Err(fault) => match fault.reason {
            Reason::NearEdge { .. } | Reason::EndlessZone { .. } => Ok(Checked::RestsOnEdge),
            _ => Err(fault.into()),
        },
    }
}

/// What a search has found on one board.
pub(crate) trait Finding: Sized {
    fn verdict(&self) -> Verdict;

    /// The nodes searched.
    fn nodes_mut(&mut self) -> &mut u64;

    /// The finding as far as the checker confirms it.
    fn checked(self) -> Result<Self, AskError>;
}

/// Searches a position. If the board has no edge and the window proves too small, goes on with a
/// larger one and what is left of the budget; the nodes of all windows are counted.
pub(crate) fn on_growing_window<F: Finding>(
    record: &Record,
    budget: &Budget,
    mut search: impl FnMut(&Record, &Budget) -> Result<F, AskError>,
) -> Result<F, AskError> {
    let started = Instant::now();
    let mut nodes = 0;
    let mut larger = None;
    loop {
        let record = larger.as_ref().unwrap_or(record);
        let mut finding = search(record, &rest(budget, started, nodes))?.checked()?;
        nodes += *finding.nodes_mut();
        *finding.nodes_mut() = nodes;
        let is_settled = finding.verdict() != Verdict::Unknown(SpentBudget::Window);
        match grown(record)? {
            Some(record) if !is_settled => larger = Some(record),
            _ => return Ok(finding),
        }
    }
}

/// What is left of a budget after a first part of the search. A spent one leaves the least there is.
fn rest(budget: &Budget, started: Instant, nodes: u64) -> Budget {
    Budget {
        nodes: budget.nodes.map(|most| most.saturating_sub(nodes).max(1)),
        time: budget.time.map(|most| most.saturating_sub(started.elapsed())),
        memory: budget.memory,
        control: budget.control.clone(),
    }
}

/// The same position of an unbounded game, seen through a larger window. Nothing if it cannot grow,
/// or if the board has an edge.
fn grown(record: &Record) -> Result<Option<Record>, AskError> {
    let rules = connect_rules(record.game())?;
    let Lattice::Square { rows, columns } = rules.lattice() else { return Ok(None) };
    if rules.extent() == Extent::Whole || (rows >= MAX_SIDE && columns >= MAX_SIDE) {
        return Ok(None);
    }
    let wider = |side: u8| (side + 2 * GROWTH).min(MAX_SIDE);
    let window = Lattice::Square { rows: wider(rows), columns: wider(columns) };
    let rules = rules.with_window(window)?;
    let centred = rules.centred(&record.final_setup());
    Ok(centred.map(|setup| Record::from_setup(GameName::Connect(rules), &setup)))
}

/// So many squares are added on every side of a window that proves too small.
const GROWTH: u8 = 2;
