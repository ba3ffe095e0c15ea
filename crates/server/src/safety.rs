//! Who may ask: decided before anything else is looked at.
//!
//! Other sites must not reach the server through the user's browser. Their pages cannot read answers,
//! since there are no CORS headers; their forms cannot post, since JSON is asked for; and a name of
//! theirs that leads to this machine does not help them, since the Host header must be local.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::hexadecimal::hexadecimal;

/// The secret by which a user is known.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token that the user has chosen. It must be able to stand in a header and a cookie.
    #[must_use]
    pub fn chosen(text: &str) -> Option<Token> {
        let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.~".contains(letter);
        let is_token = !text.is_empty() && text.len() <= 256 && text.chars().all(is_fine);
        is_token.then(|| Token(text.to_string()))
    }

    /// A token that nobody can guess.
    pub fn random() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hexadecimal(&bytes)))
    }

    /// The token as it is typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Hashes are compared, in constant time, so that nobody finds it letter by letter.
    fn is(&self, text: &str) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(text.as_bytes())
    }
}

/// Who may ask.
#[derive(Clone)]
pub struct Access {
    /// Where the server listens.
    pub address: SocketAddr,
    /// What every request must bring along, if anything.
    pub token: Option<Token>,
}

const COOKIE: &str = "sixfold_token";

impl Access {
    /// Lets a request pass, or says why not.
    fn admit(&self, request: &Request) -> Result<(), ApiError> {
        let forbidden = |reason: &str| ApiError::new(StatusCode::FORBIDDEN, reason);
        let host = host(request).ok_or_else(|| ApiError::bad("the Host header is missing"))?;
        if !self.is_own_host(host.host()) {
            return Err(forbidden("the Host header names another host than this one"));
        }
        let headers = request.headers();
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| own.as_bytes() == origin.as_bytes()) {
                return Err(forbidden("requests from other sites are not served"));
            }
        }
        if let Some(token) = &self.token
            && !given_tokens(headers).any(|given| token.is(given))
        {
            let reason =
                "a token is needed: open /?token=TOKEN, or send Authorization: Bearer TOKEN";
            return Err(ApiError::new(StatusCode::UNAUTHORIZED, reason));
        }
        if *request.method() == Method::POST && !has_fitting_type(request) {
            let reason =
                "Content-Type must be application/json (application/octet-stream for uploads)";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
        }
        Ok(())
    }

    /// Whether a name is one of this machine. A server for other machines has a token, which a page
    /// that comes under another name does not have; so it may be called as people like.
    fn is_own_host(&self, name: &str) -> bool {
        if !self.address.ip().is_loopback() {
            return true;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// What opening the page with the token in its address is answered: a cookie, and the page
    /// without the token in its address, where others might read it.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let query = request.uri().query().unwrap_or_default();
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        let is_page = *request.method() == Method::GET && request.uri().path() == "/";
        if !is_page
            || !token.is(given)
            || !host(request).is_some_and(|h| self.is_own_host(h.host()))
        {
            return None;
        }
        let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict", token.as_str());
        let cookie = HeaderValue::from_str(&cookie).ok()?;
        let headers = [
            (header::SET_COOKIE, cookie),
            (header::LOCATION, HeaderValue::from_static("/")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// The host that a request is for.
fn host(request: &Request) -> Option<Authority> {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    match named {
        Some(host) => host.parse().ok(),
        None => request.uri().authority().cloned(),
    }
}

fn given_tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let texts = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let bearers = texts(header::AUTHORIZATION).filter_map(|text| text.strip_prefix("Bearer "));
    let cookies = texts(header::COOKIE).flat_map(|text| text.split(';'));
    let cookies = cookies.filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    bearers.chain(cookies)
}

/// Forms of other sites cannot send these types without asking first, and nobody answers them.
fn has_fitting_type(request: &Request) -> bool {
    let wanted = match request.uri().path() {
        "/api/uploads" => "application/octet-stream",
        _ => "application/json",
    };
    let given = request.headers().get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok());
    let given = given.and_then(|given| given.split(';').next()).unwrap_or_default();
    given.trim().eq_ignore_ascii_case(wanted)
}

/// The layer around everything.
pub async fn guard(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    if let Some(welcome) = access.welcome(&request) {
        return welcome;
    }
    match access.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn access(address: &str, token: Option<&str>) -> Access {
        let address = address.parse().unwrap();
        Access { address, token: token.and_then(Token::chosen) }
    }

    fn status(access: &Access, headers: &[(&str, &str)], method: Method) -> Option<StatusCode> {
        let mut request = axum::http::Request::builder().method(method).uri("/api/tasks");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        access.admit(&request).err().map(|error| error.into_response().status())
    }

    #[test]
    fn names_of_other_machines_are_refused() {
        let access = access("127.0.0.1:7316", None);
        for host in ["localhost:7316", "LOCALHOST", "127.0.0.1", "127.1.2.3:1", "[::1]:7316"] {
            assert_eq!(status(&access, &[("host", host)], Method::GET), None, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "192.168.1.1", "127.0.0.1.nip.io"] {
            let found = status(&access, &[("host", host)], Method::GET);
            assert_eq!(found, Some(StatusCode::FORBIDDEN), "{host}");
        }
        assert_eq!(status(&access, &[], Method::GET), Some(StatusCode::BAD_REQUEST));
    }

    #[test]
    fn other_sites_are_refused() {
        let access = access("127.0.0.1:7316", None);
        for origin in ["http://evil.example", "null", "http://localhost:1", "localhost:7316"] {
            let headers = [("host", "localhost:7316"), ("origin", origin)];
            let found = status(&access, &headers, Method::GET);
            assert_eq!(found, Some(StatusCode::FORBIDDEN), "{origin}");
        }
        let own = [("host", "localhost:7316"), ("origin", "http://localhost:7316")];
        assert_eq!(status(&access, &own, Method::GET), None);
    }

    #[test]
    fn forms_cannot_post() {
        let access = access("127.0.0.1:7316", None);
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
            let headers = [("host", "localhost"), ("content-type", kind)];
            let found = status(&access, &headers, Method::POST);
            assert_eq!(found, Some(StatusCode::UNSUPPORTED_MEDIA_TYPE), "{kind}");
        }
        let json = [("host", "localhost"), ("content-type", "application/json; charset=utf-8")];
        assert_eq!(status(&access, &json, Method::POST), None);
    }

    #[test]
    fn a_token_is_asked_for_where_there_is_one() {
        let access = access("0.0.0.0:7316", Some("secret"));
        let host = ("host", "workstation:7316");
        assert_eq!(status(&access, &[host], Method::GET), Some(StatusCode::UNAUTHORIZED));
        let wrong = [host, ("authorization", "Bearer secre")];
        assert_eq!(status(&access, &wrong, Method::GET), Some(StatusCode::UNAUTHORIZED));
        assert_eq!(status(&access, &[host, ("authorization", "Bearer secret")], Method::GET), None);
        let cookie = [host, ("cookie", "a=b; sixfold_token=secret")];
        assert_eq!(status(&access, &cookie, Method::GET), None);
    }
}
