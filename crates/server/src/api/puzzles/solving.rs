//! Somebody solves a puzzle.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use sixfold_answers::wording::counted;
use sixfold_game::SquareSet;
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
    if turns.len() > 2 * usize::from(puzzle.goal.turns) {
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
    let defender = puzzle.attacker().opponent();
    let names = |reply: SquareSet| grid.names(reply.iter());
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

/// A hint that is wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WantedHint {
    /// The turns of both sides so far.
    turns: Vec<Vec<String>>,
    /// How much is to be told: 1 is what it is about, 2 one stone of a right turn, 3 all of it.
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
    let left = turns_left(&puzzle, turns.len());
    if step == 1 {
        return Ok(Json(Hint { message: what_it_is_about(&puzzle, left), squares: Vec::new() }));
    }
    let right = workbench.puzzles.judging().right_turn(puzzle.clone(), turns).await?;
    let Some(right) = right else {
        let message = "There is no win in time from here: take the last turn back.".to_string();
        return Ok(Json(Hint { message, squares: Vec::new() }));
    };
    let mut squares = puzzle.game.grid().names(right.iter());
    let message = if step == 2 {
        squares.truncate(1);
        format!("One stone belongs on {}.", squares.concat())
    } else {
        format!("Play {}.", squares.join(" "))
    };
    Ok(Json(Hint { message, squares }))
}

fn what_it_is_about(puzzle: &Puzzle, left: usize) -> String {
    let themes: Vec<&str> = puzzle.grade.themes.iter().map(|theme| theme.name()).collect();
    let left = counted(left, "turn", "turns");
    match themes.as_slice() {
        [] => format!("There is a win in {left}; look for threats that cannot all be parried."),
        themes => format!("There is a win in {left}. Look for: {}.", themes.join(", ")),
    }
}
