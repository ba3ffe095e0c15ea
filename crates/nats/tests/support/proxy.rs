//! A network that can be cut.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Passes on what it gets to the broker, unless it is cut.
pub struct Proxy {
    port: u16,
    lines: Arc<Lines>,
}

#[derive(Default)]
struct Lines {
    is_cut: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    pub fn to(target: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let lines = Arc::<Lines>::default();
        let own = lines.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if own.is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                if let Ok(server) = TcpStream::connect(("127.0.0.1", target)) {
                    own.join(&client, &server);
                }
            }
        });
        Proxy { port, lines }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn cut(&self) {
        self.lines.is_cut.store(true, Ordering::SeqCst);
        for stream in self.lines.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub fn heal(&self) {
        self.lines.is_cut.store(false, Ordering::SeqCst);
    }
}

impl Lines {
    fn join(&self, client: &TcpStream, server: &TcpStream) {
        let mut open = self.open.lock().unwrap();
        for (from, to) in [(client, server), (server, client)] {
            open.push(from.try_clone().unwrap());
            let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
        }
    }
}
