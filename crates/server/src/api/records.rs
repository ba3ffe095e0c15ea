//! Game records and pictures.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use sixfold_answers::picture;
use sixfold_answers::record::RecordTree;
use sixfold_game::certificate::Certificate;
use sixfold_game::diagram::{Coordinates, NumberedStone};
use sixfold_game::record::{self, Encoding, Event, Format, sgf};
use sixfold_game::{Game, GameName, Record};
use sixfold_jobs::Sealed;
use sixfold_library::renlib;
use sixfold_library::wire::Mark;
use sixfold_play::AnyPosition;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use crate::error::{ApiError, Complaint};
use crate::place::Place;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(read)).routes(routes!(write)).routes(routes!(draw))
}

/// A file with game records: as text, or in base64 if it may be anything.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RecordFile {
    /// What the user calls it.
    #[expect(dead_code, reason = "what a file is called does not matter; it says what it is")]
    name: Option<String>,
    /// The text.
    text: Option<String>,
    /// The bytes.
    base64: Option<String>,
    /// The game, if the file does not say it.
    game: Option<String>,
}

/// What was read.
#[derive(Serialize, ToSchema)]
struct ReadRecords {
    /// The format of the file.
    format: RecordFormat,
    /// The games.
    records: Vec<RecordTree>,
}

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RecordFormat {
    /// Smart Game Format.
    Sgf,
    /// The notation of Chinese contests.
    Contest,
    /// A list of moves.
    Moves,
    /// A position.
    Fen,
    /// A table of games.
    Table,
    /// A library of `RenLib`.
    Renlib,
    /// A proof of this program; the record has its position and its longest line.
    Certificate,
}

/// What a file begins with that is packed by gzip, as certificates are.
const PACKED: &[u8] = &[0x1f, 0x8b];

/// Reads game records in any format
#[utoipa::path(
    post,
    path = "/api/record/read",
    tag = "records",
    request_body = RecordFile,
    responses((status = 200, body = ReadRecords), (status = "4XX", body = Complaint))
)]
async fn read(Body(file): Body<RecordFile>) -> Result<Json<ReadRecords>, ApiError> {
    aside(move || {
        let bytes = match (file.text, file.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(base64)) => BASE64_STANDARD
                .decode(base64.trim())
                .map_err(|error| ApiError::bad(format!("base64: {error}")))?,
            _ => return Err(ApiError::bad("either text or base64 is needed")),
        };
        let game = file.game.map(|game| game.parse::<GameName>()).transpose();
        let game = game.map_err(ApiError::bad)?;
        Ok(Json(read_records(&bytes, game)?))
    })
    .await
}

fn read_records(bytes: &[u8], game: Option<GameName>) -> Result<ReadRecords, ApiError> {
    let (format, records) = if bytes.starts_with(renlib::MAGIC) {
        let game = game.unwrap_or(GameName::Connect(sixfold_game::ConnectRules::GOMOKU));
        (RecordFormat::Renlib, vec![renlib::read(bytes, game).map_err(ApiError::bad)?])
    } else if bytes.starts_with(PACKED) || Certificate::is_likely(bytes) {
        let certificate = if bytes.starts_with(PACKED) {
            Sealed::from_bytes(bytes.to_vec()).open().map_err(ApiError::bad)?
        } else {
            Certificate::read(bytes).map_err(ApiError::bad)?
        };
        let record = sixfold_answers::proven::record(&certificate).map_err(ApiError::bad)?;
        (RecordFormat::Certificate, vec![record])
    } else {
        let records = record::read_collection(bytes, game).map_err(ApiError::bad)?;
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}');
        let format = match Format::detect(text) {
            _ if record::table::rows(text).is_some() => RecordFormat::Table,
            Some(Format::Contest(_)) => RecordFormat::Contest,
            Some(Format::MoveList | Format::HexWorld) => RecordFormat::Moves,
            Some(Format::Fen) => RecordFormat::Fen,
            Some(Format::Sgf(_)) | None => RecordFormat::Sgf,
        };
        (format, records)
    };
    Ok(ReadRecords { format, records: records.iter().map(RecordTree::from).collect() })
}

/// A record that is to be written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WantedRecord {
    /// The record.
    record: RecordTree,
    /// How.
    format: WrittenFormat,
}

/// A format in which records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum WrittenFormat {
    /// Smart Game Format, with everything.
    Sgf,
    /// The notation of Chinese contests.
    Contest,
    /// The moves alone.
    Moves,
}

/// A record as text.
#[derive(Serialize, ToSchema)]
struct WrittenRecord {
    /// The text.
    text: String,
    /// What a file with it could be called.
    file_name: String,
}

/// Writes a game record
#[utoipa::path(
    post,
    path = "/api/record/write",
    tag = "records",
    request_body = WantedRecord,
    responses((status = 200, body = WrittenRecord), (status = "4XX", body = Complaint))
)]
async fn write(
    Body(WantedRecord { record, format }): Body<WantedRecord>,
) -> Result<Json<WrittenRecord>, ApiError> {
    aside(move || {
        let record = Record::try_from(&record).map_err(ApiError::bad)?;
        let (format, ending) = match format {
            WrittenFormat::Sgf => (Format::Sgf(sgf::Style::Standard), "sgf"),
            WrittenFormat::Contest => (Format::Contest(Encoding::Utf8), "c6"),
            WrittenFormat::Moves => (Format::MoveList, "moves"),
        };
        let bytes = format.write(&record).map_err(ApiError::bad)?;
        let text = String::from_utf8(bytes).map_err(ApiError::internal)?;
        Ok(Json(WrittenRecord { text, file_name: format!("{}.{ending}", stem(&record)) }))
    })
    .await
}

/// What a file with a record could be called, without its ending.
fn stem(record: &Record) -> String {
    let players = &record.info.players;
    let words = [players.black.as_str(), players.white.as_str(), record.info.date.as_str()];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let is_plain = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let stem: String = words.join("-").chars().filter(is_plain).take(60).collect();
    if stem.trim().is_empty() { "game".to_string() } else { stem.trim().to_string() }
}

/// A picture that is wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WantedPicture {
    /// The position.
    #[serde(default)]
    place: Place,
    /// Which kind of file.
    format: PictureFormat,
    /// Whether stones bear the number of their turn.
    numbers: Option<bool>,
    /// Whether letters and numbers stand around the board; they do unless said otherwise.
    coordinates: Option<bool>,
    /// What is drawn over the stones.
    overlay: Option<Overlay>,
    /// Signs on squares.
    #[serde(default)]
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PictureFormat {
    /// Lines and circles.
    Svg,
    /// Pixels.
    Png,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Overlay {
    /// The threats of both players.
    Threats,
}

/// A picture of a position
#[utoipa::path(
    post,
    path = "/api/picture",
    tag = "records",
    request_body = WantedPicture,
    responses(
        (status = 200, description = "The picture", content(
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
        )),
        (status = "4XX", body = Complaint),
    )
)]
async fn draw(Body(wanted): Body<WantedPicture>) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let svg = svg(&wanted)?;
        let (kind, bytes) = match wanted.format {
            PictureFormat::Svg => ("image/svg+xml", svg.into_bytes()),
            PictureFormat::Png => ("image/png", picture::png(&svg).map_err(ApiError::bad)?),
        };
        Ok(([(header::CONTENT_TYPE, kind)], bytes))
    })
    .await
}

/// The stones with the numbers of their moves; one that was taken over has none.
fn numbers(record: &Record, position: &AnyPosition) -> Vec<NumberedStone> {
    if let AnyPosition::Connect(position) = position {
        let stones = position.history().iter().zip(1..);
        return stones.map(|(&square, number)| NumberedStone { square, number }).collect();
    }
    let mut numbers = Vec::new();
    let events = record.main_line().map(|id| &record.node(id).event);
    let moves = events.filter(|event| matches!(event, Event::Stone(_) | Event::Swap));
    for (event, number) in moves.zip(1..) {
        match event {
            Event::Stone(stone) => numbers.push(NumberedStone { square: stone.square, number }),
            _ => numbers.clear(),
        }
    }
    numbers
}

fn svg(wanted: &WantedPicture) -> Result<String, ApiError> {
    let record = wanted.place.record().map_err(ApiError::bad)?;
    let position = AnyPosition::replay(&record).map_err(ApiError::bad)?;
    let mut diagram = position.diagram();
    if wanted.numbers == Some(true) {
        diagram.numbers = numbers(&record, &position);
    }
    if wanted.coordinates == Some(false) {
        diagram.coordinates = Coordinates::Hidden;
    }
    if let AnyPosition::Connect(position) = &position
        && wanted.overlay == Some(Overlay::Threats)
        && position.outcome().is_none()
    {
        diagram.threats = picture::threat_segments(position);
    }
    let marks = wanted.marks.iter().map(|mark| mark.to_mark(record.game()));
    diagram.marks = marks.collect::<Result<_, _>>().map_err(ApiError::bad)?;
    Ok(diagram.to_svg())
}
