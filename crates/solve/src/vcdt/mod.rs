//! VCDT: victory by continuous double threats, the wins of order 1 (THEORY 2 and 4).
//!
//! Every move of the attacker makes as many threats as the defender has stones a turn, so that the
//! defender can only choose among the normal defences; the last makes one more. The search deepens
//! by the attacker's turns, and so finds a shortest win first.

pub(crate) mod attack;
pub(crate) mod defence;
mod proof;
mod search;
mod table;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget};

use crate::solution::{Answer, Solved};
use crate::{Budget, Meter};
use proof::{Failure, tell};
use search::{Found, Search};
use table::Table;

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
/// assert_eq!(result.length(), Some(3));
/// ```
#[must_use]
pub fn solve<S: SegmentState>(position: &Position<S>, budget: &Budget) -> Solved {
    let mut meter = Meter::start(budget.clone());
    let found = Vcdt::new(budget.memory).find(position, MOST_TURNS, &mut meter);
    let is_shortest = matches!(found, Ok(Some(_))).then_some(true);
    Solved { is_shortest, ..Solved::new(found, meter.nodes()) }
}

/// The VCDT solver with what it remembers of earlier positions.
#[derive(Default)]
pub struct Vcdt {
    table: Table,
}

impl Vcdt {
    /// A solver whose table may take so many bytes.
    #[must_use]
    pub fn new(memory: usize) -> Vcdt {
        Vcdt { table: Table::new(memory) }
    }

    /// The shortest VCDT of the side to move, or nothing if there is none that takes so many turns
    /// at most.
    pub fn find<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        most_turns: u8,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, SpentBudget> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let mut search = Search::new(position.clone(), std::mem::take(&mut self.table));
        let found = shortest(&mut search, most_turns, meter);
        self.table = search.table;
        match found {
            Ok(answer) => Ok(answer),
            Err(Failure::Budget(spent)) => Err(spent),
            Err(Failure::FalseTableEntry) => {
                // The same again without a table cannot go wrong.
                let mut search = Search::new(position.clone(), Table::forgetful());
                match shortest(&mut search, most_turns, meter) {
                    Ok(answer) => Ok(answer),
                    Err(Failure::Budget(spent)) => Err(spent),
                    Err(Failure::FalseTableEntry) => Err(SpentBudget::Depth),
                }
            }
        }
    }
}

fn shortest<S: SegmentState>(
    search: &mut Search<S>,
    most_turns: u8,
    meter: &mut Meter,
) -> Result<Option<Answer>, Failure> {
    for turns in 1..=most_turns.min(MOST_TURNS) {
        match search.attack(turns, meter)? {
            Found::Never => return Ok(None),
            Found::Beyond => {}
            Found::Win => return tell(search, turns, meter).map(Some),
        }
    }
    if most_turns < MOST_TURNS { Ok(None) } else { Err(Failure::Budget(SpentBudget::Depth)) }
}
