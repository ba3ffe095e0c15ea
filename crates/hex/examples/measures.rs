//! How often the move that a measure likes best wins, on positions with solved moves:
//! `cargo run --release -p sixfold-hex --example measures -- 6 8 200`.
//!
//! The arguments are the side of the board, the stones of each position and how many positions are
//! asked; only those count in which some moves win and others lose, and which connections do not
//! decide at once. Players look one move ahead, with connections and without.

use sixfold_game::{HexRules, PerPlayer, Player, Setup, Square, SquareSet, Turn, Value, Verdict};
use sixfold_hex::Position;
use sixfold_hex::connections;
use sixfold_hex::player::{Action, Measure, Settings, choose};
use sixfold_hex::solve::{self, Budget, solve_moves};

const MEASURES: [Measure; 3] = [Measure::ShortestPath, Measure::TwoDistance, Measure::Resistance];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let argument = |index: usize, default: &'static str| {
        arguments.get(index).map_or(default, String::as_str).to_owned()
    };
    let rules = HexRules::new(argument(1, "5").parse()?, argument(1, "5").parse()?)?;
    let stones: usize = argument(2, "6").parse()?;
    let wanted: usize = argument(3, "100").parse()?;
    let mut random = fastrand::Rng::with_seed(9);
    let (mut asked, mut moves, mut winning) = (0, 0, 0);
    let mut right = [[0; 3]; 2];
    while asked < wanted {
        let position = random_position(&mut random, rules, stones);
        let budget = Budget { memory: 64 << 20, ..Budget::default() };
        if position.winner().is_some() || is_decided_at_once(&position) {
            continue;
        }
        let judged = solve_moves(&position, solve::Settings::default(), budget, |_| {}).answer;
        let wins: SquareSet = judged
            .iter()
            .filter(|judged| judged.finding.verdict == Verdict::Proven(Value::Loss))
            .map(|judged| judged.cell)
            .collect();
        if wins.is_empty() || wins.len() == judged.len() {
            continue;
        }
        asked += 1;
        moves += judged.len();
        winning += wins.len();
        for (row, full_limit) in [0, 20].into_iter().enumerate() {
            for (column, measure) in MEASURES.into_iter().enumerate() {
                let connections = connections::Settings { full_limit, ..Default::default() };
                let settings = Settings { measure, connections, ..Settings::quick() };
                let choice = choose(&position, settings, &Budget::default()).answer;
                if let Some(Action::Place(cell)) = choice.map(|choice| choice.action) {
                    right[row][column] += u32::from(wins.contains(cell));
                }
            }
        }
    }
    println!("{asked} positions, {:.0} % of all moves win", 100.0 * winning as f64 / moves as f64);
    println!("winning choices: {MEASURES:?}");
    println!("without connections {:?}, with connections {:?}", right[0], right[1]);
    Ok(())
}

fn is_decided_at_once(position: &Position) -> bool {
    let budget = Budget { nodes: Some(1), ..Budget::default() };
    let finding = solve::solve(position, solve::Settings::default(), budget).answer;
    !matches!(finding.verdict, Verdict::Unknown(_))
}

fn random_position(random: &mut fastrand::Rng, rules: HexRules, stones: usize) -> Position {
    let start = Position::start(rules);
    let mut cells: Vec<Square> = start.grid().squares().collect();
    random.shuffle(&mut cells);
    let mut placed = PerPlayer::<SquareSet>::default();
    for (number, &cell) in cells.iter().take(stones).enumerate() {
        placed[Player::BOTH[number % 2]].insert(cell);
    }
    let player = Player::BOTH[stones % 2];
    let setup = Setup::with_stones(start.grid(), placed, Turn { player, stones_left: 1 });
    Position::from_setup(start.board().clone(), &setup).expect("the stones are on the board")
}
