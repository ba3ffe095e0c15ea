//! How often the player takes over the first stone where he should:
//! `cargo run --release -p sixfold-hex --example swaps -- 7 200`.

use sixfold_game::{Game, HexRules, Value, Verdict};
use sixfold_hex::player::{Action, Settings, choose};
use sixfold_hex::solve::{self, Budget, solve_moves};
use sixfold_hex::{Position, SwapRule};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let side = words.next().unwrap_or_else(|| "5".into()).parse()?;
    let nodes = words.next().unwrap_or_else(|| "200".into()).parse()?;
    let start = Position::start(HexRules::new(side, side)?).with_swap_rule(SwapRule::SwapPieces);
    let truth = solve_moves(&start, solve::Settings::default(), Budget::default(), |_| {}).answer;
    let (mut right, mut taken) = (0, 0);
    for judged in &truth {
        let mut after = start.clone();
        after.try_play(judged.cell)?;
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let choice = choose(&after, Settings::hexy(), &budget).answer;
        let is_swapped = choice.is_some_and(|choice| choice.action == Action::Swap);
        let wins = judged.finding.verdict == Verdict::Proven(Value::Loss);
        taken += usize::from(is_swapped);
        right += usize::from(is_swapped == wins);
    }
    println!("{side}x{side}: {right} of {} right, {taken} taken over", truth.len());
    Ok(())
}
