//! The page: its files are part of the program.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;
use crate::hexadecimal::hexadecimal;

/// What `npm run build` in `web/` has made, if it has been run.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// Nothing may come from anywhere else, and no script may stand in the page itself.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says to the browser.
pub const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Sixfold</title><h1>Sixfold</h1>\
    <p>This program was built without its page. The API is there: see \
    <a href=\"/api/openapi.json\">its description</a>.</p>\
    <p>To have the page, run <code>npm install</code> and <code>npm run build</code> in \
    <code>web/</code>, then build the program again.</p></html>";

/// Whatever is not the API is the page.
pub async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::missing("there is no such part of the API").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let reason = "the page can only be read";
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, reason).into_response();
    }
    let name = if path.is_empty() { INDEX } else { path };
    match Files::get(name) {
        Some(file) => answer(&request, name, file),
        None if name == INDEX => Html(NOT_BUILT).into_response(),
        None => ApiError::missing("there is no such file").into_response(),
    }
}

const INDEX: &str = "index.html";

fn answer(request: &Request, name: &str, file: EmbeddedFile) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", hexadecimal(&hash[..16]));
    let is_known = request.headers().get(header::IF_NONE_MATCH);
    let is_known = is_known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    // The build puts a hash of the content into the names of these files.
    let caching = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = file.metadata.mimetype().to_string();
    let kind = if kind.starts_with("text/") { kind + "; charset=utf-8" } else { kind };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, caching.to_string()),
        (header::ETAG, tag),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.data)).into_response()
}
