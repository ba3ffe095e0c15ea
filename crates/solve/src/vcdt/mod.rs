//! VCDT: victory by continuous double threats, the wins of order 1 (THEORY 2 and 4).
//!
//! Every move of the attacker makes as many threats as the defender has stones a turn, so that the
//! defender can only choose among the normal defences; the last makes one more. The search deepens
//! by the attacker's turns, and so finds a shortest win first.

mod attack;
mod defence;
mod proof;
mod search;
mod table;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, SpentBudget, Square, Value, Verdict};

use crate::{Budget, Meter};
use proof::{Failure, Win, write_down};
use search::{Found, Search};

/// What the VCDT solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VcdtResult {
    /// A win, no such win, or unknown.
    pub verdict: Verdict,
    /// The attacker's turns to the end of a shortest win, the one that completes it included.
    pub length: Option<u8>,
    /// A line of play turn by turn in which the defender holds out as long as he can. It ends with
    /// the move that cannot be parried, or with the completed segment.
    pub line: Vec<Vec<Square>>,
    /// The proof of a win.
    pub certificate: Option<Certificate>,
    /// Attacking turns searched whose replies were generated.
    pub nodes: u64,
}

/// Deeper than this is not searched: 90 turns fill a Connect6 board.
const MOST_TURNS: u8 = 200;

/// Looks for a VCDT of the side to move.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{GameName, record::move_list};
/// use sixfold_solve::{Budget, vcdt};
///
/// let moves = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";
/// let record = move_list::read(GameName::CONNECT6, moves).unwrap();
/// let position = Connect6Position::replay(&record).unwrap();
/// let result = vcdt::solve(&position, &Budget::default());
/// assert_eq!(result.length, Some(3));
/// ```
#[must_use]
pub fn solve<S: SegmentState>(position: &Position<S>, budget: &Budget) -> VcdtResult {
    let mut meter = Meter::start(budget.clone());
    let (verdict, win) = match shortest(position, budget.memory, &mut meter) {
        Ok(Some(win)) => (Verdict::Proven(Value::Win), Some(win)),
        Ok(None) => (Verdict::Absent, None),
        Err(spent) => (Verdict::Unknown(spent), None),
    };
    let mut result = VcdtResult {
        verdict,
        length: None,
        line: Vec::new(),
        certificate: None,
        nodes: meter.nodes(),
    };
    if let Some((turns, win)) = win {
        result.length = Some(turns);
        result.line = win.line.into_iter().map(|stones| stones.to_vec()).collect();
        result.certificate = Some(win.certificate);
    }
    result
}

fn shortest<S: SegmentState>(
    position: &Position<S>,
    memory: usize,
    meter: &mut Meter,
) -> Result<Option<(u8, Win)>, SpentBudget> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut search = Search::new(position.clone(), memory);
    let mut turns = 1;
    while turns <= MOST_TURNS {
        match search.attack(turns, meter)? {
            Found::Never => return Ok(None),
            Found::Beyond => turns += 1,
            Found::Win => match write_down(&mut search, turns, meter) {
                Ok(win) => return Ok(Some((turns, win))),
                Err(Failure::Budget(spent)) => return Err(spent),
                // The same again without a table cannot go wrong.
                Err(Failure::FalseTableEntry) => {
                    search = Search::without_table(position.clone());
                    turns = 1;
                }
            },
        }
    }
    Err(SpentBudget::Depth)
}
