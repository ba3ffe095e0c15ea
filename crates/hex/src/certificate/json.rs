//! Certificates as JSON, one object: plans in a list, cells by name, plans by number.

use serde::{Deserialize, Serialize};
use sixfold_game::{FenError, GameName, Grid, NameError, Player, Setup, Square, SquareError};
use thiserror::Error;

use super::{Certificate, Plan, PlanNumber, Threat};

const FORMAT: &str = "sixfold-hex-certificate-1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    game: String,
    fen: String,
    winner: Player,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    first: Option<String>,
    plans: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Line {
    Joined,
    Chain { over: Vec<String>, plans: Vec<PlanNumber> },
    Threats(Vec<Move>),
    Region(Vec<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    cell: String,
    plan: PlanNumber,
}

/// Why a text is not a certificate.
#[derive(Debug, Error)]
pub enum FormatError {
    /// It is not such a JSON object.
    #[error("certificate: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of another kind or version.
    #[error("certificate: the format '{0}' is not {FORMAT}")]
    Format(String),
    /// The game has no such name.
    #[error("certificate: {0}")]
    Name(#[from] NameError),
    /// The game is not Hex.
    #[error("certificate: {0} is not a game of Hex")]
    NotHex(GameName),
    /// The position cannot be read.
    #[error("certificate: {0}")]
    Fen(#[from] FenError),
    /// A cell cannot be read.
    #[error("certificate: {0}")]
    Cell(#[from] SquareError),
}

/// The text of a certificate.
#[must_use]
pub fn write(certificate: &Certificate) -> String {
    let grid = certificate.rules.grid();
    let name = |cell: Square| grid.name(cell).to_string();
    let line = |plan: &Plan| match plan {
        Plan::Joined => Line::Joined,
        Plan::Chain { over, plans } => {
            Line::Chain { over: grid.names(over.iter().copied()), plans: plans.clone() }
        }
        Plan::Threats(threats) => {
            let moves =
                threats.iter().map(|threat| Move { cell: name(threat.cell), plan: threat.plan });
            Line::Threats(moves.collect())
        }
        Plan::Region(cells) => Line::Region(grid.names(cells.iter().copied())),
    };
    let file = File {
        format: FORMAT.into(),
        game: GameName::Hex(certificate.rules).to_string(),
        fen: certificate.setup.to_string(),
        winner: certificate.winner,
        first: certificate.first.map(name),
        plans: certificate.plans.iter().map(line).collect(),
    };
    // Names and numbers can always be written.
    serde_json::to_string(&file).unwrap_or_default()
}

/// Reads a certificate. Whether it proves anything is for the checker to say.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let file: File = serde_json::from_str(text)?;
    if file.format != FORMAT {
        return Err(FormatError::Format(sixfold_game::excerpt(&file.format)));
    }
    let game: GameName = file.game.parse()?;
    let GameName::Hex(rules) = game else { return Err(FormatError::NotHex(game)) };
    let grid = rules.grid();
    let plans: Result<Vec<Plan>, SquareError> =
        file.plans.into_iter().map(|line| plan(grid, line)).collect();
    Ok(Certificate {
        rules,
        setup: Setup::from_fen(game, &file.fen)?,
        winner: file.winner,
        first: file.first.map(|name| grid.parse(&name)).transpose()?,
        plans: plans?,
    })
}

fn plan(grid: Grid, line: Line) -> Result<Plan, SquareError> {
    let cells = |names: Vec<String>| -> Result<Vec<Square>, SquareError> {
        names.iter().map(|name| grid.parse(name)).collect()
    };
    Ok(match line {
        Line::Joined => Plan::Joined,
        Line::Chain { over, plans } => Plan::Chain { over: cells(over)?, plans },
        Line::Threats(moves) => {
            let threat =
                |threat: Move| Ok(Threat { cell: grid.parse(&threat.cell)?, plan: threat.plan });
            Plan::Threats(moves.into_iter().map(threat).collect::<Result<_, SquareError>>()?)
        }
        Line::Region(names) => Plan::Region(cells(names)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_game::HexRules;

    fn certificate() -> Certificate {
        let rules = HexRules::new(2, 2).unwrap();
        let cell = |name| rules.grid().parse(name).unwrap();
        Certificate {
            rules,
            setup: Setup::start(GameName::Hex(rules)),
            winner: Player::Black,
            first: Some(cell("b1")),
            plans: vec![
                Plan::Joined,
                Plan::Joined,
                Plan::Threats(vec![
                    Threat { cell: cell("a2"), plan: 0 },
                    Threat { cell: cell("b2"), plan: 1 },
                ]),
                Plan::Region(vec![]),
                Plan::Chain { over: vec![cell("b1")], plans: vec![3, 2] },
            ],
        }
    }

    #[test]
    fn a_certificate_is_read_as_it_was_written() {
        let text = write(&certificate());
        assert_eq!(read(&text).unwrap(), certificate());
        assert_eq!(
            text,
            "{\"format\":\"sixfold-hex-certificate-1\",\"game\":\"hex2\",\"fen\":\"2/2 b 1\",\
             \"winner\":\"black\",\"first\":\"b1\",\"plans\":[\"joined\",\"joined\",\
             {\"threats\":[{\"cell\":\"a2\",\"plan\":0},{\"cell\":\"b2\",\"plan\":1}]},\
             {\"region\":[]},{\"chain\":{\"over\":[\"b1\"],\"plans\":[3,2]}}]}"
        );
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let text = write(&certificate());
        for (wrong, reason) in [
            (text.replace("hex2", "hex99"), "out of range"),
            (text.replace("hex2", "connect6"), "not a game of Hex"),
            (text.replace("-1\"", "-9\""), "format"),
            (text.replace("\"a2\"", "\"z9\""), "square z9 is not on the 2x2 board"),
            (text.replace("2/2 b", "2/3 b"), "FEN: row 2"),
            (text.replace("joined", "glued"), "unknown variant"),
            ("{".into(), "EOF"),
        ] {
            let error = read(&wrong).unwrap_err().to_string();
            assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
        }
    }
}
