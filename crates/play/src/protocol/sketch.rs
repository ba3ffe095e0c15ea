//! What is known of a position of Hex, as lines that graphical programs draw (`gogui-gfx`).

use std::fmt::Write;

use sixfold_game::{Grid, PerPlayer, Player, Record, Square};
use sixfold_hex::circuit::flow;
use sixfold_hex::connections::{Connections, Goal, Settings};
use sixfold_hex::inferior::{Filling, InferiorCells, Stones};
use sixfold_hex::{CellSet, Edge, Place, Position};

use crate::PositionError;
use crate::engine::EngineError;

/// What is to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sketch {
    /// The connections of a player's stones with each other and with his edges.
    Connections(Player),
    /// Where the side to move must play.
    MustPlay,
    /// Cells that do not matter, and cells that are as good as a player's.
    Inferior,
    /// How much each cell matters in a player's circuit.
    Resistances(Player),
}

const OF_CARRIERS: &str = "#a0d8a0";
const OF_MUST_PLAY: &str = "#f0d060";
const OF_THE_DEAD: &str = "#909090";

impl Sketch {
    /// Draws it for the end of the main line.
    pub fn draw(self, record: &Record) -> Result<String, EngineError> {
        let position = Position::replay(record).map_err(PositionError::from)?;
        if position.winner().is_some() {
            return Err(EngineError::GameOver);
        }
        Ok(match position.board().len() {
            0..=64 => self.draw_in::<1>(&position),
            65..=128 => self.draw_in::<2>(&position),
            129..=256 => self.draw_in::<4>(&position),
            _ => self.draw_in::<11>(&position),
        })
    }

    fn draw_in<const WORDS: usize>(self, position: &Position) -> String {
        match self {
            Sketch::Connections(player) => connections::<WORDS>(position, player),
            Sketch::MustPlay => must_play::<WORDS>(position),
            Sketch::Inferior => inferior::<WORDS>(position),
            Sketch::Resistances(player) => resistances::<WORDS>(position, player),
        }
    }
}

fn known<const WORDS: usize>(position: &Position, player: Player) -> Connections<WORDS> {
    let (board, stones) = (position.board().clone(), position.stones());
    Connections::new(board, player, stones, Settings::default(), Goal::Everything)
}

/// A command of the notation with its cells, or nothing without any.
fn line(command: &str, grid: Grid, cells: impl IntoIterator<Item = Square>) -> String {
    let names = grid.names(cells);
    if names.is_empty() { String::new() } else { format!("{command} {}\n", names.join(" ")) }
}

/// Lines between connected stones, a triangle or square on those that are connected with the first or
/// second edge, and the carriers in colour.
fn connections<const WORDS: usize>(position: &Position, player: Player) -> String {
    let grid = position.grid();
    let known = known::<WORDS>(position, player);
    let is_own = |cell: Square| position.stones()[player].contains(cell);
    let [first, _] = Edge::of(player);
    let mut carriers = CellSet::<WORDS>::EMPTY;
    let mut text = String::new();
    for ends in known.ends() {
        let Some(connection) = known.full(ends).next() else { continue };
        let (signs, cells) = match ends {
            [Place::Cell(one), Place::Cell(other)] if is_own(one) && is_own(other) => {
                ("LINE", vec![one, other])
            }
            [Place::Cell(cell), Place::Edge(edge)] | [Place::Edge(edge), Place::Cell(cell)]
                if is_own(cell) =>
            {
                (if edge == first { "TRIANGLE" } else { "SQUARE" }, vec![cell])
            }
            _ => continue,
        };
        carriers = carriers | connection.carrier;
        text += &line(signs, grid, cells);
    }
    text += &line(&format!("COLOR {OF_CARRIERS}"), grid, carriers.iter());
    let counts = known.counts();
    let wins = match (known.winning(), known.winning_to_move().next()) {
        (Some(_), _) => "wins, whoever moves",
        (None, Some(_)) => "wins if he moves first",
        (None, None) => "has no winning connection",
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "TEXT {player} {wins}; {} connections, {} semi-connections",
        counts.full, counts.semi
    );
    text
}

fn must_play<const WORDS: usize>(position: &Position) -> String {
    let player = position.to_move();
    let cells = known::<WORDS>(position, player.opponent()).must_play();
    let grid = position.grid();
    let mut text = line(&format!("COLOR {OF_MUST_PLAY}"), grid, cells.iter());
    let _ = match cells.len() {
        0 => write!(text, "TEXT {player} loses wherever he plays"),
        number if number == position.empty_cells().len() => {
            write!(text, "TEXT {player} may play anywhere")
        }
        number => write!(text, "TEXT {player} must play on one of {number} cells"),
    };
    text
}

/// Dead cells are crossed out; a small stone of its owner stands for a captured cell.
fn inferior<const WORDS: usize>(position: &Position) -> String {
    let grid = position.grid();
    let found = InferiorCells::new(position.board());
    let stones: Stones<WORDS> = PerPlayer::from_fn(|player| position.stones()[player].into());
    let empty: CellSet<WORDS> = position.empty_cells().into();
    let dead: CellSet<WORDS> = empty.iter().filter(|&cell| found.is_dead(cell, &stones)).collect();
    let filled = found.fill_in(empty, &stones, Filling::Both);
    let mut text = line("MARK", grid, dead.iter());
    text += &line(&format!("COLOR {OF_THE_DEAD}"), grid, dead.iter());
    for (player, sign) in [(Player::Black, "BLACK"), (Player::White, "WHITE")] {
        text += &line(sign, grid, (filled[player] - dead).iter());
    }
    let captured = [Player::Black, Player::White].map(|player| (filled[player] - dead).len());
    let _ = write!(
        text,
        "TEXT {} cells are dead; Black may fill in {}, White {}",
        dead.len(),
        captured[0],
        captured[1]
    );
    text
}

/// The energy of each cell, as a part of the largest.
fn resistances<const WORDS: usize>(position: &Position, player: Player) -> String {
    let grid = position.grid();
    let flow = flow(&known::<WORDS>(position, player));
    let cells = position.empty_cells();
    let energy = |cell: Square| flow.energy[cell.index()];
    let largest = cells.iter().map(energy).fold(f64::MIN_POSITIVE, f64::max);
    let sign = if player == Player::Black { 1.0 } else { -1.0 };
    let mut text = String::from("INFLUENCE");
    for cell in cells.iter() {
        let _ = write!(text, " {} {:.2}", grid.name(cell), sign * energy(cell) / largest);
    }
    let _ = write!(text, "\nTEXT the resistance of {player} is {:.3}", 1.0 / flow.conductance);
    text
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    fn drawn(sketch: Sketch, game: &str, moves: &str) -> Vec<String> {
        let record = move_list::read(game.parse().unwrap(), moves).unwrap();
        sketch.draw(&record).unwrap().lines().map(str::to_string).collect()
    }

    #[test]
    fn a_bridge_is_a_line_with_its_carrier() {
        // Black's c2 and b4 are a bridge over b3 and c3.
        let lines = drawn(Sketch::Connections(Player::Black), "hex5", "c2 e5 b4");
        assert!(lines.contains(&"LINE c2 b4".to_string()), "{lines:?}");
        let coloured = lines.iter().find(|line| line.starts_with("COLOR")).unwrap();
        assert!(coloured.contains(" b3") && coloured.contains(" c3"), "{coloured}");
        assert!(lines.iter().any(|line| line == "TRIANGLE c2" || line == "SQUARE b4"));
        assert!(lines.last().unwrap().starts_with("TEXT Black wins, whoever moves; "));
    }

    #[test]
    fn who_faces_a_win_must_play_in_its_carrier() {
        let lines = drawn(Sketch::MustPlay, "hex3", "b2");
        assert_eq!(lines, ["TEXT White loses wherever he plays"]);
        let lines = drawn(Sketch::MustPlay, "hex3", "");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].contains(" b2") && lines[1].starts_with("TEXT Black must play on one of"));
        assert_eq!(
            drawn(Sketch::MustPlay, "hex11", "a1").last().unwrap(),
            "TEXT White may play anywhere"
        );
    }

    #[test]
    fn a_dead_cell_is_crossed_out() {
        // The acute corner a1 is dead when both cells beside it are Black's.
        let lines = drawn(Sketch::Inferior, "hex4", "b1 d1 a2");
        assert!(lines.iter().any(|line| line.starts_with("MARK a1")), "{lines:?}");
    }

    #[test]
    fn energies_are_parts_of_the_largest() {
        for player in Player::BOTH {
            let lines = drawn(Sketch::Resistances(player), "hex3", "");
            let numbers: Vec<f64> =
                lines[0].split(' ').filter_map(|word| word.parse().ok()).map(f64::abs).collect();
            assert_eq!(numbers.len(), 9);
            assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)));
            assert!((numbers.iter().copied().fold(0.0, f64::max) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_is_drawn_where_there_is_nothing_to_play() {
        let record = move_list::read("hex2".parse().unwrap(), "a1 b1 a2").unwrap();
        assert!(matches!(Sketch::MustPlay.draw(&record), Err(EngineError::GameOver)));
        let record = Record::new("connect6".parse().unwrap());
        let error = Sketch::MustPlay.draw(&record).unwrap_err().to_string();
        assert_eq!(error, "'connect6' is not a game of Hex");
    }
}
