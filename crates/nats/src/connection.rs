//! The line to the broker.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use async_nats::rustls::{self, AlertDescription, CertificateError};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use percent_encoding::percent_decode_str;
use thiserror::Error;

/// Where the broker is, and who is asking.
#[derive(Clone, Debug)]
pub struct Connection {
    /// Where it is.
    pub address: Address,
    /// A file with credentials, as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// The certificate of whoever vouches for the broker, if the system does not know him.
    pub authority: Option<PathBuf>,
    /// What the broker is shown, if it wants to see a certificate.
    pub identity: Option<Identity>,
}

/// A TLS certificate of our own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The certificate, as PEM.
    pub certificate: PathBuf,
    /// Its key, as PEM.
    pub key: PathBuf,
}

/// The address of a broker, such as `nats://user:password@host:4222`. It is printed without the
/// password.
#[derive(Clone)]
pub struct Address(ServerAddr);

/// Why there is no line to the broker.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NatsError {
    /// The address is none.
    #[error("'{0}' is not the address of a broker, such as nats://host:4222 or tls://host:4222")]
    Address(String),
    /// A file cannot be used.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The broker does not let us in.
    #[error("the broker at {address} refuses the connection: {reason}")]
    Refused {
        /// The broker.
        address: String,
        /// What it says.
        reason: String,
    },
    /// Nobody answers.
    #[error("no broker at {address}: {reason}")]
    Unreachable {
        /// The broker.
        address: String,
        /// What was tried.
        reason: String,
    },
    /// The broker does not do what it is asked.
    #[error("the broker: {0}")]
    Broker(String),
    /// This machine does not.
    #[error("cannot start a thread: {0}")]
    Threads(String),
}

impl NatsError {
    pub(crate) fn broker(error: impl fmt::Display) -> NatsError {
        NatsError::Broker(error.to_string())
    }
}

impl FromStr for Address {
    type Err = NatsError;

    fn from_str(text: &str) -> Result<Address, NatsError> {
        // What is wrong may be the part with the password.
        let shown = || text.rsplit('@').next().unwrap_or_default().chars().take(80).collect();
        let wrong = || NatsError::Address(shown());
        if !["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(wrong());
        }
        let address: ServerAddr = text.parse().map_err(|_| wrong())?;
        if address.host().is_empty() { Err(wrong()) } else { Ok(Address(address)) }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0.host(), self.0.port())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The line has come up or gone down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Up,
    Down,
}

/// Between two attempts to reach the broker.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

impl Connection {
    /// A connection that needs nothing but the address.
    #[must_use]
    pub fn to(address: Address) -> Connection {
        Connection { address, credentials: None, authority: None, identity: None }
    }

    /// Connects once. A line that is up later comes up again by itself whenever it went down.
    pub(crate) async fn connect(
        &self,
        name: &str,
        listener: impl Fn(Line) + Send + Sync + 'static,
    ) -> Result<Client, NatsError> {
        let options = self.options()?.name(name).event_callback(move |event| {
            match event {
                Event::Connected => listener(Line::Up),
                Event::Disconnected => listener(Line::Down),
                _ => {}
            }
            std::future::ready(())
        });
        options.connect(self.address.0.clone()).await.map_err(|error| self.explain(&error))
    }

    fn options(&self) -> Result<ConnectOptions, NatsError> {
        let mut options = ConnectOptions::new()
            .connection_timeout(Duration::from_secs(5))
            .ping_interval(Duration::from_secs(5))
            .reconnect_delay_callback(
                |attempts| if attempts <= 1 { Duration::ZERO } else { PAUSE },
            );
        let Address(address) = &self.address;
        if let Some(user) = address.username() {
            let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
            let password = address.password().unwrap_or_default();
            options = options.user_and_password(plain(user), plain(password));
        }
        if let Some(path) = &self.credentials {
            let text = readable(path)?;
            options = options.credentials(&text).map_err(|_| NatsError::File {
                path: path.clone(),
                reason: "holds no credentials".to_string(),
            })?;
        }
        if let Some(path) = &self.authority {
            readable(path)?;
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some(Identity { certificate, key }) = &self.identity {
            readable(certificate)?;
            readable(key)?;
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        Ok(options)
    }

    fn explain(&self, error: &async_nats::ConnectError) -> NatsError {
        let address = self.address.to_string();
        let cause = std::error::Error::source(error).map(ToString::to_string);
        let reason = cause.unwrap_or_else(|| error.to_string());
        match error.kind() {
            ConnectErrorKind::AuthorizationViolation => {
                let reason = "wrong or missing user, password or credentials".to_string();
                NatsError::Refused { address, reason }
            }
            ConnectErrorKind::ServerParse
            | ConnectErrorKind::Authentication
            | ConnectErrorKind::Tls => NatsError::Refused { address, reason },
            _ => match certificate_trouble(error) {
                Some(reason) => NatsError::Refused { address, reason },
                None => NatsError::Unreachable { address, reason },
            },
        }
    }
}

/// Certificates that do not fit come as data that do not.
fn certificate_trouble(error: &async_nats::ConnectError) -> Option<String> {
    let error = std::error::Error::source(error)?.downcast_ref::<std::io::Error>()?;
    if error.kind() != std::io::ErrorKind::InvalidData {
        return None;
    }
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    Some(tls.map_or_else(|| error.to_string(), words_of_tls))
}

fn words_of_tls(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            "no authority that is trusted here vouches for its certificate".to_string()
        }
        rustls::Error::AlertReceived(
            AlertDescription::BadCertificate
            | AlertDescription::CertificateRequired
            | AlertDescription::CertificateUnknown
            | AlertDescription::UnknownCA,
        ) => "it wants a certificate that it trusts".to_string(),
        other => other.to_string(),
    }
}

fn readable(path: &Path) -> Result<String, NatsError> {
    std::fs::read_to_string(path)
        .map_err(|error| NatsError::File { path: path.to_path_buf(), reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_printed_without_its_password() {
        let address: Address = "nats://worker:secret@lab.example:4333".parse().unwrap();
        assert_eq!(format!("{address} {address:?}"), "lab.example:4333 lab.example:4333");
        let wrong = "http://worker:secret@lab".parse::<Address>().unwrap_err().to_string();
        assert!(!wrong.contains("secret"), "{wrong}");
    }

    #[test]
    fn other_schemes_are_no_addresses_of_brokers() {
        for wrong in ["", "lab", "lab:4222", "http://lab", "nats://", "nats://a b", "tls://x:y"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
        assert!("tls://lab".parse::<Address>().is_ok());
    }

    #[test]
    fn a_missing_credentials_file_is_named() {
        let connection = Connection {
            credentials: Some("/nowhere/lab.creds".into()),
            ..Connection::to("nats://localhost".parse().unwrap())
        };
        let error = connection.options().map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/lab.creds: "), "{error}");
    }
}
