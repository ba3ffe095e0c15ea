//! `sixfold show`: a board and its threats.

use std::fmt::Write;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::json;
use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{
    DefenceKind, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::diagram::{NumberedStone, TextStyle, ThreatSegment};
use sixfold_game::{Diagram, Game, Grid, PerPlayer, Player, Record, Setup, Square};

use crate::arguments::ShowArguments;
use crate::input::read_record;
use crate::output::deliver;
use crate::picture;
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &ShowArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    if LinePlanes::serve(connect_rules(record.game())?) {
        show(&Position::<LinePlanes>::replay(&record)?, &record, arguments)
    } else {
        show(&Position::<SegmentCounts>::replay(&record)?, &record, arguments)
    }
}

fn show<S: SegmentState>(
    position: &Position<S>,
    record: &Record,
    arguments: &ShowArguments,
) -> anyhow::Result<Report> {
    let with_threats = !arguments.plain && position.outcome().is_none();
    let threats = with_threats.then(|| PerPlayer::from_fn(|player| Threats::of(position, player)));
    let mut diagram = diagram(position, record, arguments);
    if with_threats {
        diagram.threats = threat_segments(position);
    }
    let json = json!({
        "game": position.name().to_string(),
        "fen": position.setup().to_string(),
        "canonical_fen": position.canonical_setup().to_string(),
        "to_move": position.turn().player,
        "stones_left": position.turn().stones_left,
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
        "moves": names_of_turns(position.grid(), &record.turns()),
        "threats": threats,
    });
    let body = if let Some(path) = &arguments.svg {
        deliver(path, diagram.to_svg().into_bytes(), "picture")?
    } else if let Some(path) = &arguments.png {
        deliver(path, picture::png(&diagram.to_svg())?, "picture")?
    } else {
        let mut text = diagram.to_styled_text(TextStyle::Coloured);
        text.push_str(&status(&position.setup(), position));
        if let Some(threats) = &threats {
            for player in Player::BOTH {
                text.push_str(&threats[player].sentence(player));
            }
        }
        Body::Text(text)
    };
    Ok(Report { body, json, ending: Ending::Done })
}

fn diagram<S: SegmentState>(
    position: &Position<S>,
    record: &Record,
    arguments: &ShowArguments,
) -> Diagram {
    let mut diagram = position.diagram();
    if let Some(end) = record.main_line().last() {
        diagram.marks.clone_from(&record.node(end).marks);
    }
    if arguments.numbers {
        let stones = position.history().iter().zip(1..);
        diagram.numbers =
            stones.map(|(&square, number)| NumberedStone { square, number }).collect();
    }
    diagram
}

fn threat_segments<S: SegmentState>(position: &Position<S>) -> Vec<ThreatSegment> {
    let of_player = |player| {
        position.threat_segments(player).into_iter().map(move |segment| ThreatSegment {
            player,
            squares: position.geometry().segment_squares(segment).to_vec(),
        })
    };
    Player::BOTH.into_iter().flat_map(of_player).collect()
}

/// One line: the game, its state, and the FEN to carry it elsewhere.
fn status(setup: &Setup, game: &impl Game) -> String {
    let state = match game.outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!(
            "{} to move, {} {} to place",
            setup.turn.player,
            setup.turn.stones_left,
            if setup.turn.stones_left == 1 { "stone" } else { "stones" }
        ),
    };
    format!("{}: {state}\nFEN: {setup}\n", game.name())
}

/// What a player threatens.
#[derive(Serialize)]
struct Threats {
    /// How many stones it takes to block everything.
    number: u16,
    certainty: Certainty,
    /// Whether `number` stands for any number from there on, more than a turn can block.
    unstoppable: bool,
    can_complete: bool,
    segments: Vec<Vec<String>>,
    normal_defences: Vec<Vec<String>>,
    relaxed_defences: Vec<Vec<String>>,
    /// Whether there are more defences than are listed.
    more_defences: bool,
    shapes: Vec<Shape>,
}

/// Whether a number of threats is exact, or a lower bound of one that takes too long to find.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Certainty {
    Exactly,
    AtLeast,
}

/// So many lines hold a live-l or dead-l.
#[derive(Serialize)]
struct Shape {
    name: String,
    lines: usize,
}

/// More defences of a kind than this are not listed.
const MOST_DEFENCES: usize = 500;
/// Looking for defences ends after so many steps.
const MOST_STEPS: u64 = 100_000;

impl Threats {
    fn of<S: SegmentState>(position: &Position<S>, player: Player) -> Threats {
        let grid = position.grid();
        let exact_number = position.exact_threat_number(player);
        let number = exact_number.lower_bound();
        let mut threats = Threats {
            number,
            certainty: match exact_number {
                HittingNumber::Exactly(_) => Certainty::Exactly,
                HittingNumber::AtLeast(_) => Certainty::AtLeast,
            },
            unstoppable: number > position.geometry().rules().stones_per_turn(),
            can_complete: position.can_complete(player),
            segments: Vec::new(),
            normal_defences: Vec::new(),
            relaxed_defences: Vec::new(),
            more_defences: false,
            shapes: shapes(position, player),
        };
        if number == 0 {
            return threats;
        }
        let squares = |segment| position.geometry().segment_squares(segment).iter().copied();
        threats.segments =
            position.threat_segments(player).into_iter().map(|s| grid.names(squares(s))).collect();
        if threats.certainty == Certainty::Exactly && !threats.unstoppable {
            threats.list_defences(position, player);
        }
        threats
    }

    /// Lists the defences, the normal ones first, since both lists together have an end.
    fn list_defences<S: SegmentState>(&mut self, position: &Position<S>, attacker: Player) {
        let grid = position.grid();
        let mut list = |most_stones, kind| {
            let mut defences = Vec::new();
            let flow = position.visit_critical_defences(
                attacker.opponent(),
                most_stones,
                MOST_STEPS,
                &mut |squares| {
                    if defences.len() == MOST_DEFENCES {
                        return ControlFlow::Break(());
                    }
                    if DefenceKind::of(squares.len(), self.number) == kind {
                        defences.push(grid.names(squares.iter().copied()));
                    }
                    ControlFlow::Continue(())
                },
            );
            self.more_defences |= flow.is_break();
            defences
        };
        let normal = list(self.number, DefenceKind::Normal);
        let relaxed = list(position.geometry().rules().stones_per_turn(), DefenceKind::Relaxed);
        (self.normal_defences, self.relaxed_defences) = (normal, relaxed);
    }

    fn sentence(&self, player: Player) -> String {
        let mut text = format!("{player}: ");
        // Writing to a string cannot fail.
        let _ = match self.number {
            0 => write!(text, "no threat"),
            n if self.certainty == Certainty::AtLeast => write!(text, "at least {n} threats"),
            1 if !self.unstoppable => write!(text, "1 threat"),
            n if self.unstoppable => {
                write!(text, "{n} or more threats, more than a turn can block")
            }
            n => write!(text, "{n} threats"),
        };
        if !self.normal_defences.is_empty() {
            let shown: Vec<String> =
                self.normal_defences.iter().take(12).map(|names| names.concat()).collect();
            let more = self.normal_defences.len() > shown.len() || self.more_defences;
            let dots = if more { " …" } else { "" };
            let _ = write!(text, "; normal defences: {}{dots}", shown.join(" "));
        }
        for Shape { name, lines } in &self.shapes {
            let _ = write!(text, "; {name}");
            if *lines > 1 {
                let _ = write!(text, " ×{lines}");
            }
        }
        text.push('\n');
        text
    }
}

/// Counts the lines by their shape, strongest first. A live-l counts as nothing else; weak shapes,
/// with fewer than two stones, are left out.
fn shapes<S: SegmentState>(position: &Position<S>, player: Player) -> Vec<Shape> {
    let of_line = |line| position.line_shape(line, player);
    let all: Vec<_> = position.geometry().lines().map(of_line).collect();
    let mut shapes = Vec::new();
    for strength in (2..=position.geometry().rules().in_a_row()).rev() {
        let live = all.iter().filter(|shape| shape.live == strength).count();
        let dead = all.iter().filter(|s| s.dead == strength && s.live < strength).count();
        for (kind, lines) in [("live", live), ("dead", dead)] {
            if lines > 0 {
                shapes.push(Shape { name: format!("{kind}-{strength}"), lines });
            }
        }
    }
    shapes
}

/// The names of the squares of a list of turns.
pub fn names_of_turns(grid: Grid, turns: &[Vec<Square>]) -> Vec<Vec<String>> {
    turns.iter().map(|turn| grid.names(turn.iter().copied())).collect()
}
