//! Plain questions: positions, records, pictures, the atlas, the page.

mod support;

use std::io::Read;

use serde_json::json;
use support::start;

#[test]
fn the_server_says_that_it_is_there_and_what_it_can_do() {
    let server = start();
    let health = server.get("/api/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    let described = server.get("/api/openapi.json").json();
    assert_eq!(described, json!(sixfold_server::openapi()));
    assert!(described["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    for path in ["/api/tasks", "/api/events", "/api/libraries/{name}/look", "/api/picture"] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
}

#[test]
fn a_position_is_seen_with_its_threats() {
    let server = start();
    let view = server.done("/api/position", &json!({ "moves": "j10 i9k9 j9j8" }));
    assert_eq!(view["game"], "connect6");
    assert_eq!(view["to_move"], "white");
    assert_eq!(view["board"]["columns"], 19);
    assert_eq!(view["black"].as_array().unwrap().len(), 3);
    assert_eq!(view["threats"]["black"]["number"], 0);
    let same = server.done("/api/position", &json!({ "fen": view["fen"] }));
    assert_eq!(same["black"], view["black"]);
    let empty = server.done("/api/position", &json!({ "game": "tictactoe" }));
    assert_eq!(empty["board"]["in_a_row"], 3);
}

#[test]
fn records_are_read_and_written() {
    let server = start();
    let read = server.done("/api/record/read", &json!({ "name": "a", "text": "j10 i9k9 h9j8" }));
    let record = &read["records"][0];
    assert_eq!(record["game"], "connect6");
    for format in ["sgf", "moves", "contest"] {
        let written =
            server.done("/api/record/write", &json!({ "record": record, "format": format }));
        assert!(written["text"].as_str().unwrap().to_lowercase().contains('j'), "{written}");
        let again = server.done("/api/record/read", &json!({ "text": written["text"] }));
        assert_eq!(again["format"], format);
    }
    let moves = server.done("/api/record/read", &json!({ "base64": "ajEwIGk5azk=" }));
    assert_eq!(moves["format"], "moves");
    assert_eq!(server.post("/api/record/read", &json!({ "base64": "!" })).status, 400);
    assert_eq!(server.post("/api/record/read", &json!({})).status, 400);
    assert_eq!(server.post("/api/record/read", &json!({ "text": "?" })).status, 400);
}

#[test]
fn a_long_game_is_read_although_its_tree_is_deep() {
    let server = start();
    let game = server.done("/api/position", &json!({ "game": "connect(19,19,19,1,1)" }));
    assert_eq!(game["stones_left"], 1);
    let mut moves = Vec::new();
    for row in 1..=19 {
        for column in 'a'..='s' {
            if moves.len() < 300 && !(row + column as u32).is_multiple_of(3) {
                moves.push(format!("{column}{row}"));
            }
        }
    }
    let text = moves.join(" ");
    let read =
        server.done("/api/record/read", &json!({ "text": text, "game": "connect(19,19,19,1,1)" }));
    let body = json!({ "record": read["records"][0], "format": "moves" });
    let written = server.done("/api/record/write", &body);
    assert_eq!(written["text"].as_str().unwrap().split_whitespace().count(), moves.len());
}

#[test]
fn pictures_are_drawn() {
    let server = start();
    let place = json!({ "moves": "j10 i9k9 j9j8" });
    let svg = server.post(
        "/api/picture",
        &json!({ "place": place, "format": "svg", "numbers": true, "overlay": "threats",
                 "marks": [{ "square": "a1", "sign": "label", "label": "<A>" }] }),
    );
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    let svg = String::from_utf8(svg.body).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("&lt;A&gt;"));
    let bare = json!({ "place": place, "format": "svg", "coordinates": false });
    assert!(server.post("/api/picture", &bare).body.len() < svg.len());
    let png = server.post("/api/picture", &json!({ "place": place, "format": "png" }));
    assert!(png.body.starts_with(b"\x89PNG"));
    let wrong = json!({ "format": "svg", "marks": [{ "square": "z99", "sign": "circle" }] });
    assert_eq!(server.post("/api/picture", &wrong).status, 400);
}

#[test]
fn the_atlas_is_part_of_the_program() {
    let server = start();
    let atlas = server.get("/api/atlas").json();
    let first = &atlas.as_array().unwrap()[0];
    assert_eq!(first["winner"], "black");
    assert_eq!(first["key_move"].as_array().unwrap().len(), 2);
    let name = first["certificate"].as_str().unwrap();
    let certificate = server.get(&format!("/api/atlas/{name}"));
    assert_eq!(certificate.header("content-type"), Some("application/gzip"));
    assert_eq!(first["bytes"], certificate.body.len());
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&certificate.body[..]).read_to_end(&mut text).unwrap();
    assert!(!text.is_empty());
    for name in ["atlas.json", "README.md", "nothing.cert.gz"] {
        assert_eq!(server.get(&format!("/api/atlas/{name}")).status, 404, "{name}");
    }
}

#[test]
fn the_page_or_a_hint_is_served() {
    let server = start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    assert!(String::from_utf8_lossy(&page.body).contains("Sixfold"));
    assert_eq!(server.get("/index").status, 404);
    assert_eq!(server.get("/nothing.js").status, 404);
}
