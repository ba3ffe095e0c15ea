//! Somebody solves a puzzle.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use sixfold_answers::wording::counted;
use sixfold_game::{GameName, Grid, Player, Square, SquareSet};
use sixfold_puzzle::{Puzzle, Response};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::{Body, Path};
use super::Found;
use crate::error::{ApiError, Complaint};
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(answer)).routes(routes!(hint))
}

/// The turns of both sides from the puzzle's position on; the last one is to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PuzzleTurns)]
struct Turns {
    /// The turns, each a list of squares.
    #[schema(example = json!([["k10", "l12"]]))]
    turns: Vec<Vec<String>>,
}

/// What the program says to a turn.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleAnswer)]
struct Answer {
    /// Whether it is right.
    verdict: TurnVerdict,
    /// The program's turn; nothing once the puzzle is solved.
    reply: Option<Vec<String>>,
    /// The verdict in words.
    message: String,
}

/// Whether a turn is right.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TurnVerdict {
    /// The puzzle is solved.
    Solved,
    /// The turn is right, and the solution goes on.
    Right,
    /// The turn does not win as asked for.
    Wrong,
}

/// Reads turns as they are sent.
fn read_turns(puzzle: &Puzzle, turns: &[Vec<String>]) -> Result<Vec<SquareSet>, ApiError> {
    let most = match puzzle.game {
        GameName::Connect(_) => 2 * usize::from(puzzle.goal.turns),
        // Whoever wins may take his time.
        GameName::Hex(rules) => rules.grid().len(),
    };
    if turns.len() > most {
        return Err(ApiError::bad("there are more turns than the puzzle has"));
    }
    let grid = puzzle.game.grid();
    let mut read = Vec::new();
    for (i, names) in turns.iter().enumerate() {
        let squares = names.iter().map(|name| grid.parse(name)).collect::<Result<SquareSet, _>>();
        let squares = squares.map_err(|error| ApiError::bad(format!("turn {}: {error}", i + 1)))?;
        if squares.len() != names.len() {
            return Err(ApiError::bad(format!("turn {} names a square twice", i + 1)));
        }
        read.push(squares);
    }
    Ok(read)
}

/// What these turns are about: the puzzle itself, so that nothing is locked meanwhile.
struct Asked {
    puzzle: Puzzle,
    turns: Vec<SquareSet>,
}

async fn asked(
    workbench: &Workbench,
    collection: String,
    id: String,
    turns: Vec<Vec<String>>,
) -> Result<Asked, ApiError> {
    let puzzles = workbench.puzzles.clone();
    aside(move || {
        let found = Found::new(&puzzles, &collection, id)?;
        let puzzle = found.puzzle()?;
        Ok(Asked { puzzle: puzzle.clone(), turns: read_turns(puzzle, &turns)? })
    })
    .await
}

/// Plays a turn: says whether it is right, and replies
#[utoipa::path(
    post,
    path = "/api/puzzles/{collection}/{puzzle}/answer",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    request_body = Turns,
    responses((status = 200, body = Answer), (status = "4XX", body = Complaint))
)]
async fn answer(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
    Body(Turns { turns }): Body<Turns>,
) -> Result<Json<Answer>, ApiError> {
    let Asked { puzzle, turns } = asked(&workbench, collection, id, turns).await?;
    let left = turns_left(&puzzle, turns.len().saturating_sub(1));
    let response = workbench.puzzles.judging().respond(puzzle.clone(), turns).await?;
    Ok(Json(in_words(&puzzle, left, response)))
}

/// The turns of the attacker that are left after so many turns of both sides.
fn turns_left(puzzle: &Puzzle, turns: usize) -> usize {
    usize::from(puzzle.goal.turns).saturating_sub(turns / 2)
}

/// What the program says, with so many turns left before the turn that is judged.
fn in_words(puzzle: &Puzzle, left: usize, response: Response) -> Answer {
    let grid = puzzle.game.grid();
    let (attacker, defender) = (puzzle.attacker(), puzzle.attacker().opponent());
    let names = |reply: SquareSet| grid.names(reply.iter());
    if let GameName::Hex(_) = puzzle.game {
        return in_words_of_hex(attacker, response, names);
    }
    match response {
        Response::Solved => Answer {
            verdict: TurnVerdict::Solved,
            reply: None,
            message: "Solved: this cannot be stopped any more.".to_string(),
        },
        Response::Right { reply } => {
            let stones = names(reply);
            let message = format!(
                "Right. {defender} replies {}; {} to go.",
                stones.join(" "),
                counted(left - 1, "turn", "turns")
            );
            Answer { verdict: TurnVerdict::Right, reply: Some(stones), message }
        }
        Response::Wrong { reply } if reply.is_empty() => Answer {
            verdict: TurnVerdict::Wrong,
            reply: None,
            message: format!("Wrong: this does not win in {}.", counted(left, "turn", "turns")),
        },
        Response::Wrong { reply } => {
            let stones = names(reply);
            let message = format!(
                "Wrong: after {defender}'s {} there is no win in {} any more.",
                stones.join(" "),
                counted(left, "turn", "turns")
            );
            Answer { verdict: TurnVerdict::Wrong, reply: Some(stones), message }
        }
    }
}

/// The same for Hex, where nobody counts turns.
fn in_words_of_hex(
    attacker: Player,
    response: Response,
    names: impl Fn(SquareSet) -> Vec<String>,
) -> Answer {
    let defender = attacker.opponent();
    let (verdict, reply, message) = match response {
        Response::Solved => {
            let message =
                format!("Solved: {defender} cannot keep {attacker}'s edges apart any more.");
            (TurnVerdict::Solved, SquareSet::EMPTY, message)
        }
        Response::Right { reply } => {
            let message = format!("Right. {defender} replies {}.", names(reply).concat());
            (TurnVerdict::Right, reply, message)
        }
        Response::Wrong { reply } if reply.is_empty() => {
            (TurnVerdict::Wrong, reply, "Wrong: this does not win.".to_string())
        }
        Response::Wrong { reply } => {
            let message = format!("Wrong: {defender} wins with {}.", names(reply).concat());
            (TurnVerdict::Wrong, reply, message)
        }
    };
    let reply = Some(names(reply)).filter(|stones| !stones.is_empty());
    Answer { verdict, reply, message }
}

/// A hint that is wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WantedHint {
    /// The turns of both sides so far.
    turns: Vec<Vec<String>>,
    /// How much is to be told: 1 is what it is about and where to look, 2 one stone of a right turn, 3 all of it.
    #[schema(minimum = 1, maximum = 3)]
    step: u8,
}

/// A hint.
#[derive(Serialize, ToSchema)]
struct Hint {
    /// The hint in words.
    message: String,
    /// Squares that it is about.
    squares: Vec<String>,
}

/// Gives a hint
#[utoipa::path(
    post,
    path = "/api/puzzles/{collection}/{puzzle}/hint",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    request_body = WantedHint,
    responses((status = 200, body = Hint), (status = "4XX", body = Complaint))
)]
async fn hint(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
    Body(WantedHint { turns, step }): Body<WantedHint>,
) -> Result<Json<Hint>, ApiError> {
    if !(1..=3).contains(&step) {
        let reason = "a hint has step 1, 2 or 3";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason));
    }
    let Asked { puzzle, turns } = asked(&workbench, collection, id, turns).await?;
    let right = workbench.puzzles.judging().right_turn(puzzle.clone(), turns).await?;
    let Some(right) = right else {
        let message = match puzzle.game {
            GameName::Connect(_) => "There is no win in time from here: take the last turn back.",
            GameName::Hex(_) => "No move wins from here: take the last one back.",
        };
        let message = message.to_string();
        return Ok(Json(Hint { message, squares: Vec::new() }));
    };
    if step == 1 {
        return Ok(Json(Hint { message: where_to_look(&puzzle, right), squares: Vec::new() }));
    }
    let mut squares = puzzle.game.grid().names(right.iter());
    let message = if step == 2 {
        squares.truncate(1);
        format!("One stone belongs on {}.", squares.concat())
    } else {
        format!("Play {}.", squares.join(" "))
    };
    Ok(Json(Hint { message, squares }))
}

/// What the win is about, and in which parts of the board its turn lies. Parts are told by their corners:
/// the board may be shown turned.
fn where_to_look(puzzle: &Puzzle, right: SquareSet) -> String {
    let grid = puzzle.game.grid();
    let mut parts: Vec<String> = right.iter().map(|stone| part_of(grid, stone)).collect();
    parts.dedup();
    let place = match parts.as_slice() {
        [only] => format!("Look between {only}."),
        parts => format!("One stone lies between {}.", parts.join(", the other between ")),
    };
    let themes: Vec<&str> = puzzle.grade.themes.iter().map(|theme| theme.name()).collect();
    match themes.as_slice() {
        [] => place,
        themes => format!("It is about: {}. {place}", themes.join(", ")),
    }
}

/// The ninth of the board in which a square lies, by two of its corners: "a1 and g7".
fn part_of(grid: Grid, stone: Square) -> String {
    let band = |at: u8, size: u8| {
        let third = |number: u16| (u16::from(size) * number).div_ceil(3);
        let number = (0..3).rev().find(|&number| third(number) <= u16::from(at)).unwrap_or(0);
        (third(number) as u8, (third(number + 1) - 1) as u8)
    };
    let (left, right) = band(grid.column(stone), grid.columns());
    let (low, high) = band(grid.row(stone), grid.rows());
    let corners = [grid.square(left, low), grid.square(right, high)];
    grid.names(corners.into_iter().flatten()).join(" and ")
}

#[cfg(test)]
mod tests {
    use sixfold_game::GameName;

    use super::*;

    #[test]
    fn nobody_counts_the_turns_of_a_win_of_hex() {
        let grid = "hex5".parse::<GameName>().unwrap().grid();
        let reply: SquareSet = [grid.parse("c4").unwrap()].into_iter().collect();
        let said = |response| {
            let answer = in_words_of_hex(Player::Black, response, |turn| grid.names(turn.iter()));
            (answer.message, answer.reply)
        };
        let named = Some(vec!["c4".to_string()]);
        let right = said(Response::Right { reply });
        assert_eq!(right, ("Right. White replies c4.".to_string(), named.clone()));
        let wrong = said(Response::Wrong { reply });
        assert_eq!(wrong, ("Wrong: White wins with c4.".to_string(), named));
        let (solved, reply) = said(Response::Solved);
        assert!(!solved.contains("turn") && reply.is_none(), "{solved}");
    }

    #[test]
    fn every_square_lies_in_the_part_of_the_board_that_is_told() {
        let grid = GameName::CONNECT6.grid();
        let part = |name: &str| part_of(grid, grid.parse(name).unwrap());
        assert_eq!(part("a1"), "a1 and g7");
        assert_eq!(part("g7"), "a1 and g7");
        assert_eq!(part("h8"), "h8 and m13");
        assert_eq!(part("s13"), "n8 and s13");
        assert_eq!(part("n19"), "n14 and s19");
    }
}
