//! `sixfold show`: a board, and its threats or the zones of a proof.

mod claim;
mod hex;

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sixfold_answers::picture;
use sixfold_answers::solve::{self, Goal, Question};
use sixfold_answers::view::{Certainty, Shape, Threats, stones_near_edge};
use sixfold_answers::wording::{names_of_turns, names_of_zones};
use sixfold_connect::{LinePlanes, Position, SegmentCounts, SegmentState, connect_rules};
use sixfold_game::certificate::Certificate;
use sixfold_game::diagram::{NumberedStone, TextStyle};
use sixfold_game::{
    Diagram, Extent, Game, GameName, Grid, PerPlayer, Player, Record, Setup, SquareSet,
};
use sixfold_solve::Budget;

pub use self::claim::steps;

use self::claim::ShownClaim;
use crate::arguments::ShowArguments;
use crate::input::{Source, claimed_position, read_source, source_name};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &ShowArguments) -> anyhow::Result<Report> {
    let (record, claim) = match read_source(&arguments.position)? {
        Source::Record(record) if arguments.zones => {
            let claim = ShownClaim::checked(&proof(&record)?)?;
            (record, Some(claim))
        }
        Source::Record(record) => (record, None),
        Source::Certificate(certificate) => {
            let claim = if arguments.zones {
                let file = arguments.position.file.as_deref();
                let name = || file.map_or_else(String::new, source_name);
                ShownClaim::checked(&certificate).with_context(name)?
            } else {
                ShownClaim::unchecked(&certificate)
            };
            (claimed_position(&certificate), Some(claim))
        }
    };
    if let GameName::Hex(_) = record.game() {
        return hex::show(&record, claim.as_ref(), arguments);
    }
    if LinePlanes::serve(connect_rules(record.game())?) {
        show(&Position::<LinePlanes>::replay(&record)?, &record, claim.as_ref(), arguments)
    } else {
        show(&Position::<SegmentCounts>::replay(&record)?, &record, claim.as_ref(), arguments)
    }
}

/// A proof that the side to move wins, if one is found soon.
fn proof(record: &Record) -> anyhow::Result<Certificate> {
    if let GameName::Connect(rules) = record.game()
        && rules.extent() == Extent::Window
    {
        bail!("--zones: name a certificate; 'sixfold solve --cert FILE' writes one")
    }
    let question = Question { goal: Some(Goal::Win), ..Question::default() };
    let budget = Budget { time: Some(TIME_FOR_PROOF), ..Budget::default() };
    let proof = solve::solve(record, question, &budget)?.certificate;
    let seconds = TIME_FOR_PROOF.as_secs();
    proof.with_context(|| {
        format!(
            "--zones: no win of the side to move was found in {seconds} s ('sixfold solve --cert \
             FILE' can take longer, and its file has the zones)"
        )
    })
}

/// How long a win is looked for whose zones are to be drawn.
const TIME_FOR_PROOF: Duration = Duration::from_secs(10);

fn show<S: SegmentState>(
    position: &Position<S>,
    record: &Record,
    claim: Option<&ShownClaim>,
    arguments: &ShowArguments,
) -> anyhow::Result<Report> {
    let with_threats = !arguments.plain && position.outcome().is_none();
    let threats = with_threats.then(|| PerPlayer::from_fn(|player| Threats::of(position, player)));
    let view = View { position, record, claim, threats, near_edge: stones_near_edge(position) };
    let diagram = view.diagram(arguments);
    let body = drawn(&diagram, arguments, || view.text())?;
    Ok(Report { body, json: view.json(), ending: Ending::Done })
}

/// The picture where it is asked for, or else as text with something said below it.
fn drawn(
    diagram: &Diagram,
    arguments: &ShowArguments,
    text: impl FnOnce() -> String,
) -> anyhow::Result<Body> {
    Ok(if let Some(path) = &arguments.svg {
        deliver(path, diagram.to_svg().into_bytes(), "picture")?
    } else if let Some(path) = &arguments.png {
        deliver(path, picture::png(&diagram.to_svg())?, "picture")?
    } else {
        Body::Text(diagram.to_styled_text(TextStyle::Coloured) + &text())
    })
}

/// What there is to show of a position.
struct View<'a, S> {
    position: &'a Position<S>,
    record: &'a Record,
    claim: Option<&'a ShownClaim>,
    threats: Option<PerPlayer<Threats>>,
    near_edge: Vec<String>,
}

impl<S: SegmentState> View<'_, S> {
    fn zones(&self) -> Option<&[SquareSet]> {
        self.claim.and_then(|claim| claim.zones.as_deref())
    }

    /// The board with what is drawn on it: the zones of a proof, or else the threats.
    fn diagram(&self, arguments: &ShowArguments) -> Diagram {
        let position = self.position;
        let mut diagram = position.diagram();
        if let Some(end) = self.record.main_line().last() {
            diagram.marks.clone_from(&self.record.node(end).marks);
        }
        if arguments.numbers {
            let stones = position.history().iter().zip(1..);
            diagram.numbers =
                stones.map(|(&square, number)| NumberedStone { square, number }).collect();
        }
        if let Some(zones) = self.zones() {
            diagram.zones = zones.to_vec();
            if position.geometry().rules().extent() == Extent::Window {
                // All further zones hold the whole board.
                diagram.zones.push(position.empty_squares());
            }
        } else if self.threats.is_some() {
            diagram.threats = picture::threat_segments(position);
        }
        diagram
    }

    fn json(&self) -> Value {
        let position = self.position;
        let mut json = json_of_position(position, position.grid(), self.record);
        json["threats"] = json!(self.threats);
        if !self.near_edge.is_empty() {
            json["near_edge"] = self.near_edge.clone().into();
        }
        if let Some(claim) = self.claim {
            json["certificate"] = claim.json();
        }
        if let Some(zones) = self.zones() {
            json["zones"] = json!(names_of_zones(position.grid(), zones));
        }
        json
    }

    /// What is said below the board.
    fn text(&self) -> String {
        let mut text = status(&self.position.setup(), self.position);
        if let Some(claim) = self.claim {
            text.push_str(&claim.text());
        }
        if !self.near_edge.is_empty() {
            let stones = self.near_edge.join(" ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "The window is narrow: lines through {stones} reach beyond it.");
        }
        if let Some(threats) = &self.threats {
            for player in Player::BOTH {
                text.push_str(&sentence(&threats[player], player));
            }
        }
        text
    }
}

/// What there is to tell of a position of any game.
fn json_of_position(position: &impl Game, grid: Grid, record: &Record) -> Value {
    json!({
        "game": position.name().to_string(),
        "fen": position.setup().to_string(),
        "canonical_fen": position.canonical_setup().to_string(),
        "to_move": position.turn().player,
        "stones_left": position.turn().stones_left,
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
        "moves": names_of_turns(grid, &record.turns()),
    })
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

/// A sentence on what a player threatens.
fn sentence(threats: &Threats, player: Player) -> String {
    let mut text = format!("{player}: ");
    // Writing to a string cannot fail.
    let _ = match threats.number {
        0 => write!(text, "no threat"),
        n if threats.certainty == Certainty::AtLeast => write!(text, "at least {n} threats"),
        1 if !threats.unstoppable => write!(text, "1 threat"),
        n if threats.unstoppable => {
            write!(text, "{n} or more threats, more than a turn can block")
        }
        n => write!(text, "{n} threats"),
    };
    if !threats.normal_defences.is_empty() {
        let shown: Vec<String> =
            threats.normal_defences.iter().take(12).map(|names| names.concat()).collect();
        let more = threats.normal_defences.len() > shown.len() || threats.more_defences;
        let dots = if more { " …" } else { "" };
        let _ = write!(text, "; normal defences: {}{dots}", shown.join(" "));
    }
    for Shape { name, lines } in &threats.shapes {
        let _ = write!(text, "; {name}");
        if *lines > 1 {
            let _ = write!(text, " ×{lines}");
        }
    }
    text.push('\n');
    text
}
/// A sentence on the threats of each player.
pub fn threat_sentences<S: SegmentState>(position: &Position<S>) -> String {
    Player::BOTH.map(|player| sentence(&Threats::of(position, player), player)).concat()
}
