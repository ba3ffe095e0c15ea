//! Certificates as they are stored and sent: compressed, and known by what is in them.

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sixfold_game::certificate::{Certificate, ReadError, SinkError};
use thiserror::Error;

/// The hash of some content, by which it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(blake3::hash(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no digest.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a digest of 64 hexadecimal digits")]
pub struct NotADigest(String);

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Digest, NotADigest> {
        let wrong = || NotADigest(text.chars().take(80).collect());
        let hash = blake3::Hash::from_hex(text).map_err(|_| wrong())?;
        Ok(Digest(hash.into()))
    }
}

impl TryFrom<String> for Digest {
    type Error = NotADigest;

    fn try_from(text: String) -> Result<Digest, NotADigest> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

/// A compressed certificate. It is a gzip file, which `sixfold check` reads, and `zcat` too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    digest: Digest,
    bytes: Vec<u8>,
}

/// The most bytes that a sealed certificate may have when it is opened: whoever sends more wants
/// to fill the memory.
const MOST_BYTES: u64 = 4 << 30;

/// Why a sealed certificate cannot be opened.
#[derive(Debug, Error)]
pub enum UnsealError {
    /// The bytes are not those that were sealed.
    #[error("the certificate has another digest than {0}")]
    Digest(Digest),
    /// What is inside is not a certificate.
    #[error("the certificate cannot be read: {0}")]
    Read(#[from] ReadError),
}

impl Sealed {
    /// Compresses a certificate. The same certificate always gives the same bytes.
    pub fn seal(certificate: &Certificate) -> Result<Sealed, SinkError> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        certificate.write(&mut encoder)?;
        Ok(Sealed::from_bytes(encoder.finish()?))
    }

    /// Bytes that were sealed somewhere.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Sealed {
        Sealed { digest: Digest::of(&bytes), bytes }
    }

    /// The certificate.
    pub fn open(&self) -> Result<Certificate, UnsealError> {
        let text = GzDecoder::new(&self.bytes[..]).take(MOST_BYTES);
        Ok(Certificate::read(text)?)
    }

    /// What it is known by.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The bytes of the gzip file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
