//! `sixfold show`: a board, and its threats or the zones of a proof.

mod claim;

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Serialize;
use serde_json::{Value, json};
use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{
    DefenceKind, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::certificate::Certificate;
use sixfold_game::diagram::{NumberedStone, TextStyle, ThreatSegment};
use sixfold_game::{
    Diagram, Extent, Game, Grid, PerPlayer, Player, Record, Setup, Square, SquareSet,
};
use sixfold_solve::Budget;
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};

use self::claim::ShownClaim;
use crate::arguments::ShowArguments;
use crate::input::{Source, claimed_position, read_source, source_name};
use crate::output::deliver;
use crate::picture;
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
    if LinePlanes::serve(connect_rules(record.game())?) {
        show(&Position::<LinePlanes>::replay(&record)?, &record, claim.as_ref(), arguments)
    } else {
        show(&Position::<SegmentCounts>::replay(&record)?, &record, claim.as_ref(), arguments)
    }
}

/// A proof that the side to move wins, if one is found soon.
fn proof(record: &Record) -> anyhow::Result<Certificate> {
    let rules = connect_rules(record.game())?;
    if rules.extent() == Extent::Window {
        bail!("--zones: name a certificate; 'sixfold solve --cert FILE' writes one")
    }
    let proof = if LinePlanes::serve(rules) {
        proof_on::<LinePlanes>(record)?
    } else {
        proof_on::<SegmentCounts>(record)?
    };
    let seconds = TIME_FOR_PROOF.as_secs();
    proof.with_context(|| {
        format!(
            "--zones: no win of the side to move was found in {seconds} s ('sixfold solve --cert \
             FILE' can take longer, and its file has the zones)"
        )
    })
}

fn proof_on<S: SegmentState + Send + Sync>(record: &Record) -> anyhow::Result<Option<Certificate>> {
    let position = Position::<S>::replay(record)?;
    let wanted = Wanted { order: Order::LowestUpTo(3), length: Length::Any };
    let budget = Budget { time: Some(TIME_FOR_PROOF), ..Budget::default() };
    let solved = orders::solve(&position, wanted, Methods::default(), &budget);
    Ok(solved.certificate(&position).transpose()?)
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
    let body = if let Some(path) = &arguments.svg {
        deliver(path, diagram.to_svg().into_bytes(), "picture")?
    } else if let Some(path) = &arguments.png {
        deliver(path, picture::png(&diagram.to_svg())?, "picture")?
    } else {
        Body::Text(diagram.to_styled_text(TextStyle::Coloured) + &view.text())
    };
    Ok(Report { body, json: view.json(), ending: Ending::Done })
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
            diagram.threats = threat_segments(position);
        }
        diagram
    }

    fn json(&self) -> Value {
        let position = self.position;
        let mut json = json!({
            "game": position.name().to_string(),
            "fen": position.setup().to_string(),
            "canonical_fen": position.canonical_setup().to_string(),
            "to_move": position.turn().player,
            "stones_left": position.turn().stones_left,
            "outcome": position.outcome().map(|outcome| outcome.to_string()),
            "moves": names_of_turns(position.grid(), &self.record.turns()),
            "threats": self.threats,
        });
        if !self.near_edge.is_empty() {
            json["near_edge"] = self.near_edge.clone().into();
        }
        if let Some(claim) = self.claim {
            json["certificate"] = claim.json();
        }
        if let Some(zones) = self.zones() {
            json["zones"] = zones.iter().map(|zone| position.grid().names(zone.iter())).collect();
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
                text.push_str(&threats[player].sentence(player));
            }
        }
        text
    }
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

/// The stones whose threats may reach beyond the window of an unbounded board, where they are not
/// seen.
fn stones_near_edge<S: SegmentState>(position: &Position<S>) -> Vec<String> {
    let geometry = position.geometry();
    match geometry.rules().extent() {
        Extent::Whole => Vec::new(),
        Extent::Window => {
            let stones = *position.stones(Player::Black) | *position.stones(Player::White);
            geometry.grid().names(stones.iter().filter(|&square| !geometry.is_inner(square)))
        }
    }
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

/// A sentence on the threats of each player.
pub fn threat_sentences<S: SegmentState>(position: &Position<S>) -> String {
    Player::BOTH.map(|player| Threats::of(position, player).sentence(player)).concat()
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
