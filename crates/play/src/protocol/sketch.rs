//! What is known of a position of Hex, as lines that graphical programs draw (`gogui-gfx`).

use std::fmt::Write;

use sixfold_game::{Grid, Player, Record, Square, SquareSet};
use sixfold_hex::connections::Settings;
use sixfold_hex::survey::{Link, Prospect, Survey, survey};
use sixfold_hex::{Edge, Place, Position};

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
        let seen = survey(&position, Settings::default()).ok_or(EngineError::GameOver)?;
        let grid = position.grid();
        Ok(match self {
            Sketch::Connections(player) => connections(grid, player, &seen),
            Sketch::MustPlay => must_play(grid, position.to_move(), &seen),
            Sketch::Inferior => inferior(grid, &seen),
            Sketch::Resistances(player) => resistances(&position, player, &seen),
        })
    }
}

/// A command of the notation with its cells, or nothing without any.
fn line(command: &str, grid: Grid, cells: impl IntoIterator<Item = Square>) -> String {
    let names = grid.names(cells);
    if names.is_empty() { String::new() } else { format!("{command} {}\n", names.join(" ")) }
}

/// Lines between connected stones, a triangle or square on those that are connected with the first or
/// second edge, and the carriers in colour.
fn connections(grid: Grid, player: Player, seen: &Survey) -> String {
    let side = &seen.sides[player];
    let [first, _] = Edge::of(player);
    let mut text: String = side
        .links
        .iter()
        .map(|Link { ends, .. }| match *ends {
            [Place::Cell(one), Place::Cell(other)] => line("LINE", grid, [one, other]),
            [Place::Cell(cell), Place::Edge(edge)] | [Place::Edge(edge), Place::Cell(cell)] => {
                line(if edge == first { "TRIANGLE" } else { "SQUARE" }, grid, [cell])
            }
            [Place::Edge(_), Place::Edge(_)] => String::new(),
        })
        .collect();
    let carriers = side.links.iter().fold(SquareSet::EMPTY, |all, link| all | link.carrier);
    text += &line(&format!("COLOR {OF_CARRIERS}"), grid, carriers.iter());
    let wins = match side.prospect {
        Prospect::Always => "wins, whoever moves",
        Prospect::ToMove => "wins if he moves first",
        Prospect::Unknown => "has no winning connection",
    };
    let (full, semi) = (side.counts.full, side.counts.semi);
    // Writing to a string cannot fail.
    let _ = write!(text, "TEXT {player} {wins}; {full} connections, {semi} semi-connections");
    text
}

fn must_play(grid: Grid, player: Player, seen: &Survey) -> String {
    let Some(cells) = seen.must_play else { return format!("TEXT {player} may play anywhere") };
    let mut text = line(&format!("COLOR {OF_MUST_PLAY}"), grid, cells.iter());
    let _ = match cells.len() {
        0 => write!(text, "TEXT {player} loses wherever he plays"),
        number => write!(text, "TEXT {player} must play on one of {number} cells"),
    };
    text
}

/// Dead cells are crossed out; a stone of its owner stands for a captured cell.
fn inferior(grid: Grid, seen: &Survey) -> String {
    let mut text = line("MARK", grid, seen.dead.iter());
    text += &line(&format!("COLOR {OF_THE_DEAD}"), grid, seen.dead.iter());
    text += &line("BLACK", grid, seen.captured.black.iter());
    text += &line("WHITE", grid, seen.captured.white.iter());
    let [dead, black, white] =
        [seen.dead, seen.captured.black, seen.captured.white].map(|cells| cells.len());
    let _ = write!(text, "TEXT {dead} cells are dead; Black has captured {black}, White {white}");
    text
}

/// The energy of each cell, as a part of the largest.
fn resistances(position: &Position, player: Player, seen: &Survey) -> String {
    let grid = position.grid();
    let sign = if player == Player::Black { 1.0 } else { -1.0 };
    let mut text = String::from("INFLUENCE");
    for cell in position.empty_cells().iter() {
        let energy = sign * seen.sides[player].energy[cell.index()];
        let _ = write!(text, " {} {energy:.2}", grid.name(cell));
    }
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
