//! Workers and coordinators of a broker that wants certificates, as `docs/jobs.md` has it.

#[path = "../../nats/tests/support/broker.rs"]
mod broker;
mod support;

use std::fs;
use std::path::Path;

use broker::TestBroker;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use support::worker::Worker;
use support::{json, sixfold};
use tempfile::TempDir;

/// Somebody who vouches for others.
fn authority(folder: &Path, name: &str) -> Issuer<'static, KeyPair> {
    let mut parameters = CertificateParams::default();
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let certificate = parameters.self_signed(&key).unwrap();
    fs::write(folder.join(format!("{name}.pem")), certificate.pem()).unwrap();
    Issuer::new(parameters, key)
}

/// Writes a certificate and its key.
fn certify(folder: &Path, name: &str, issuer: &Issuer<'static, KeyPair>) {
    let parameters = CertificateParams::new(vec!["127.0.0.1".to_string()]).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = parameters.signed_by(&key, issuer).unwrap();
    fs::write(folder.join(format!("{name}.pem")), certificate.pem()).unwrap();
    fs::write(folder.join(format!("{name}.key")), key.serialize_pem()).unwrap();
}

/// A broker that shows a certificate and wants to see one, and a folder with all of them.
struct Guarded {
    folder: TempDir,
    broker: TestBroker,
}

impl Guarded {
    fn start() -> Option<Guarded> {
        let folder = tempfile::tempdir().unwrap();
        let issuer = authority(folder.path(), "ca");
        certify(folder.path(), "server", &issuer);
        certify(folder.path(), "client", &issuer);
        let stranger = authority(folder.path(), "other-ca");
        certify(folder.path(), "stranger", &stranger);
        let at = |name: &str| folder.path().join(name).display().to_string();
        let configuration = format!(
            "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}\n",
            at("server.pem"),
            at("server.key"),
            at("ca.pem"),
        );
        let broker = TestBroker::start_configured(&configuration)?;
        Some(Guarded { folder, broker })
    }

    fn url(&self) -> String {
        format!("tls://127.0.0.1:{}", self.broker.port())
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

#[test]
fn workers_and_coordinators_show_their_certificates_and_ask_for_that_of_the_broker() {
    let Some(guarded) = Guarded::start() else { return };
    let (ca, client, key) =
        (guarded.path("ca.pem"), guarded.path("client.pem"), guarded.path("client.key"));
    let access = ["--tls-ca", &ca, "--tls-cert", &client, "--tls-key", &key];
    let url = guarded.url();
    let worker = Worker::start_with(&url, "ada", &access);
    worker.says("connected");
    let small = ["--order", "1", "--nodes", "30", "--player-nodes", "20"];
    let proof = ["prove", "--game", "connect(7,7,4,1,1)", "--moves", "d4 c3", "--nats", &url];
    let proven = json(guarded.folder.path(), &[&proof[..], &small, &access].concat());
    assert_eq!(proven["result"], "win");
}

#[test]
fn whoever_is_not_vouched_for_is_refused_in_one_line() {
    let Some(guarded) = Guarded::start() else { return };
    let at = |name: &str| guarded.path(name);
    let (ca, other, client, key) =
        (at("ca.pem"), at("other-ca.pem"), at("client.pem"), at("client.key"));
    let (stranger, strange_key) = (at("stranger.pem"), at("stranger.key"));
    let of_broker = "no authority that is trusted here vouches for its certificate";
    let of_ours = "it wants a certificate that it trusts";
    let cases: [(&str, &[&str], &str); 5] = [
        (
            "another authority",
            &["--tls-ca", &other, "--tls-cert", &client, "--tls-key", &key],
            of_broker,
        ),
        ("no authority", &["--tls-cert", &client, "--tls-key", &key], of_broker),
        ("a file without an authority", &["--tls-ca", &key], "certificate"),
        ("no certificate", &["--tls-ca", &ca], of_ours),
        (
            "a certificate of another authority",
            &["--tls-ca", &ca, "--tls-cert", &stranger, "--tls-key", &strange_key],
            of_ours,
        ),
    ];
    let url = guarded.url();
    let prove = ["prove", "--moves", "j10 d10p10", "--nats", &url];
    for (case, access, reason) in cases {
        for command in [&["worker", "--nats", &url][..], &prove] {
            let arguments = [command, access].concat();
            let output = sixfold(guarded.folder.path(), &arguments, b"");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{case}: {errors}");
            assert!(errors.contains("refuses the connection"), "{case}: {errors}");
            assert!(errors.contains(reason), "{case}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{case}: {errors}");
        }
    }
}
