//! `sixfold show` for Hex: connections instead of threats.

use std::fmt::Write;

use serde_json::{Value, json};
use sixfold_answers::hex::HexView;
use sixfold_answers::wording::{counted, names_of_zones};
use sixfold_game::diagram::{BoardSide, DrawnLink, LinkEnd, ZoneKind};
use sixfold_game::record::Sign;
use sixfold_game::{Diagram, Game, Player, Record, SquareSet};
use sixfold_hex::connections::Settings;
use sixfold_hex::survey::{Link, Prospect, Survey, survey};
use sixfold_hex::{Edge, Place, Position};

use super::claim::ShownClaim;
use super::{drawn, json_of_position, status};
use crate::arguments::ShowArguments;
use crate::report::{Ending, Report};

/// Shows the position at the end of the main line.
pub fn show(
    record: &Record,
    claim: Option<&ShownClaim>,
    arguments: &ShowArguments,
) -> anyhow::Result<Report> {
    let position = Position::replay(record)?;
    let seen = survey(&position, Settings::default());
    let shown = seen.as_ref().filter(|_| !arguments.plain);
    let diagram = diagram(&position, record, shown, claim);
    let body = drawn(&diagram, arguments, || text(&position, shown, claim))?;
    let json = json_of(&position, record, seen.as_ref(), claim);
    Ok(Report { body, json, ending: Ending::Done })
}

/// The board with the carrier of a proof, or else with connections and the must-play region.
fn diagram(
    position: &Position,
    record: &Record,
    seen: Option<&Survey>,
    claim: Option<&ShownClaim>,
) -> Diagram {
    let mut diagram = position.diagram();
    if let Some(end) = record.main_line().last() {
        diagram.marks.clone_from(&record.node(end).marks);
    }
    if let Some(zones) = claim.and_then(|claim| claim.zones.as_ref()) {
        diagram.zones.clone_from(zones);
        diagram.zone_kind = ZoneKind::Carrier;
    } else if let Some(survey) = seen {
        diagram.zones = survey.must_play.filter(|cells| !cells.is_empty()).into_iter().collect();
        diagram.zone_kind = ZoneKind::MustPlay;
        for player in Player::BOTH {
            let links = survey.sides[player].links.iter();
            diagram.links.extend(links.map(|link| drawn_link(player, link)));
        }
        let cross = |square| sixfold_game::record::Mark { square, sign: Sign::Cross };
        diagram.marks.extend(survey.dead.iter().map(cross));
    }
    diagram
}

fn drawn_link(player: Player, link: &Link) -> DrawnLink {
    let end = |place| match place {
        Place::Cell(cell) => LinkEnd::Stone(cell),
        Place::Edge(Edge::Top) => LinkEnd::Side(BoardSide::Top),
        Place::Edge(Edge::Bottom) => LinkEnd::Side(BoardSide::Bottom),
        Place::Edge(Edge::Left) => LinkEnd::Side(BoardSide::Left),
        Place::Edge(Edge::Right) => LinkEnd::Side(BoardSide::Right),
    };
    DrawnLink { player, ends: link.ends.map(end), carrier: link.carrier, key: link.key }
}

fn text(position: &Position, seen: Option<&Survey>, claim: Option<&ShownClaim>) -> String {
    let mut text = status(&position.setup(), position);
    if let Some(claim) = claim {
        text.push_str(&claim.text());
    }
    let Some(survey) = seen else { return text };
    for player in Player::BOTH {
        let side = &survey.sides[player];
        let prospect = match side.prospect {
            Prospect::Always => "wins, whoever moves",
            Prospect::ToMove => "wins if he moves first",
            Prospect::Unknown => "no connection decides the game",
        };
        let (full, semi) = (side.counts.full, side.counts.semi);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{player}: {prospect}; {}, {}",
            counted(full, "connection", "connections"),
            counted(semi, "semi-connection", "semi-connections"),
        );
    }
    let mover = position.to_move();
    let names = |cells: SquareSet| position.grid().names(cells.iter()).join(" ");
    let _ = match survey.must_play {
        None => writeln!(text, "{mover} may play anywhere"),
        Some(cells) if cells.is_empty() => writeln!(text, "{mover} loses wherever he plays"),
        Some(cells) => writeln!(text, "{mover} must play on one of: {}", names(cells)),
    };
    if !survey.dead.is_empty() {
        let _ = writeln!(text, "Dead cells: {}", names(survey.dead));
    }
    for player in Player::BOTH {
        if !survey.captured[player].is_empty() {
            let _ = writeln!(text, "Captured by {player}: {}", names(survey.captured[player]));
        }
    }
    text
}

fn json_of(
    position: &Position,
    record: &Record,
    seen: Option<&Survey>,
    claim: Option<&ShownClaim>,
) -> Value {
    let grid = position.grid();
    let mut json = json_of_position(position, grid, record);
    json["hex"] = json!(seen.map(|survey| HexView::new(grid, survey)));
    if let Some(claim) = claim {
        json["certificate"] = claim.json();
        if let Some(zones) = &claim.zones {
            json["zones"] = json!(names_of_zones(grid, zones));
        }
    }
    json
}
