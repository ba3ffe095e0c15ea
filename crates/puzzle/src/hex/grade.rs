//! What makes a puzzle of Hex hard.

use sixfold_game::{Game, Player, SpentBudget};
use sixfold_hex::Position;
use sixfold_hex::solve::{self, Settings, outlook, shown_threats};
use sixfold_hex::threats::Defence;
use sixfold_play::hexy::budget_of_hex;
use sixfold_solve::Budget;

use crate::{Features, Subject};

/// The length of the win, the moves that have to be thought of, the replies to the key, and how much the
/// solver has to look at. Threats and rows there are none.
pub(crate) fn features(
    subject: &Subject,
    position: &Position,
    budget: &Budget,
) -> Result<Features, SpentBudget> {
    let moves = outlook(position, Settings::default()).moves;
    let place = moves.iter().position(|&cell| subject.key.contains(cell)).unwrap_or(moves.len());
    let mut after = position.clone();
    for cell in subject.key.iter() {
        // A key that cannot be played makes no puzzle, and nothing of it counts.
        let _ = after.try_play(cell);
    }
    let threats = shown_threats(&after, position.to_move(), Settings::default());
    let defences = Defence::against(threats, after.empty_cells()).open.len();
    let solution = solve::solve(position, Settings::default(), budget_of_hex(budget));
    if let sixfold_game::Verdict::Unknown(spent) = solution.answer.verdict {
        return Err(spent);
    }
    let stones: usize = Player::BOTH.map(|player| position.stones()[player].len()).iter().sum();
    Ok(Features {
        turns: subject.goal.turns,
        tempting_turns: place as u16,
        first_turns: moves.len() as u32,
        defences: defences as u16,
        considered: u32::try_from(solution.nodes).unwrap_or(u32::MAX),
        stones: stones as u16,
        ..Features::default()
    })
}
