//! Whatever is written, in whatever order, and however often the file is opened again: it is what a
//! plain store in memory holds.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fastrand::Rng;
use serde_json::json;
use sixfold_game::SquareSet;
use sixfold_jobs::{
    Cost, Digest, Done, Effort, Failure, Finding, GradedTurn, Job, Kind, Rejected, Sealed,
};
use sixfold_proof::job_level::{Cover, Edge, Grade, NodeId, Others, Status};
use sixfold_store::{
    Changes, Counted, Evidence, JobState, Node, Note, OpenJob, Reader, Role, Step, Store,
};

use crate::chain;
use crate::model::Model;

const SEQUENCES: u64 = 12;
const STEPS: usize = 80;

#[test]
fn a_store_holds_what_was_written_however_often_it_is_opened_again() {
    for seed in 0..SEQUENCES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof.db");
        let mut store = Store::create(&path, &chain::header()).unwrap();
        let mut writer =
            Writer { random: Rng::with_seed(seed), model: Model::new(chain::header()) };
        for _ in 0..STEPS {
            store = writer.act(store, &path);
        }
        writer.model.expect_equal(&store);
        drop(store);
        writer.model.expect_equal(&Store::open(&path).unwrap());
        chain::expect_integrity(&path);
    }
}

/// Does anything to a store, and the same to a model.
struct Writer {
    random: Rng,
    model: Model,
}

impl Writer {
    fn act(&mut self, mut store: Store, path: &Path) -> Store {
        match self.random.u8(..14) {
            0..4 => {
                let changes = self.changes();
                store.save(&changes).unwrap();
                self.model.save(&changes);
            }
            4..7 if !self.model.nodes.is_empty() => self.begin(&mut store),
            7..10 if !self.model.jobs.is_empty() => self.finish(&mut store),
            10 if !self.model.jobs.is_empty() => self.fail(&mut store),
            11 => {
                let note = Note { time: self.time(), text: format!("wish {}", self.random.u8(..)) };
                let changes = self.changes();
                store.note(&note, &changes).unwrap();
                self.model.note(note);
                self.model.save(&changes);
            }
            12 => {
                let settings = json!({ "nodes": self.random.u32(..) });
                store.set_settings(&settings).unwrap();
                self.model.header.settings = settings;
            }
            _ => {
                self.model.expect_equal(&Reader::open(path).unwrap());
                drop(store);
                return Store::open(path).unwrap();
            }
        }
        store
    }

    fn begin(&mut self, store: &mut Store) {
        let open: Vec<OpenJob> = (0..self.random.usize(1..3)).map(|_| self.open_job()).collect();
        store.begin(&open).unwrap();
        for job in &open {
            self.model.begin(job);
        }
    }

    fn finish(&mut self, store: &mut Store) {
        let job = &self.model.jobs[self.random.usize(..self.model.jobs.len())];
        let (key, expected) = (job.open.job.key(), counted(job.state));
        let mut changes = self.changes();
        let done = self.done();
        if let Some(sealed) = &done.certificate
            && let Some(node) = changes.nodes.first()
        {
            let (node, certificate) = (node.id, sealed.digest());
            changes.evidence.push(Evidence { node, role: Role::Partial, certificate });
        }
        let worker = format!("worker {}", self.random.u8(..));
        let step = Step { key, worker, done, finished: self.time(), changes };
        assert_eq!(store.finish(&step).unwrap(), expected);
        self.model.finish(&step);
    }

    fn fail(&mut self, store: &mut Store) {
        let job = &self.model.jobs[self.random.usize(..self.model.jobs.len())];
        let (key, expected) = (job.open.job.key(), counted(job.state));
        let failure = match self.random.u8(..4) {
            0 => Failure::Rejected(Rejected::NoCertificate),
            1 => Failure::Impossible("no engine".to_string()),
            2 => Failure::GivenUp { attempts: 3, reason: "workers were lost".to_string() },
            _ => Failure::Cancelled,
        };
        assert_eq!(store.fail(key, &failure).unwrap(), expected);
        self.model.fail(key, &failure);
    }

    /// To the millisecond, as times are kept.
    fn time(&mut self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.random.u64(..1 << 40))
    }

    fn turn(&mut self) -> SquareSet {
        let squares = chain::game().grid().squares();
        let from = self.random.usize(..40);
        squares.skip(from).take(self.random.usize(..3)).collect()
    }

    fn grade(&mut self) -> Grade {
        Grade::ALL[self.random.usize(..Grade::ALL.len())]
    }

    fn known_certificate(&mut self) -> Option<Digest> {
        let digests: Vec<Digest> = self.model.certificates.keys().copied().collect();
        self.random.choice(digests)
    }

    fn sealed(&mut self) -> Sealed {
        // Few, so that some come again.
        Sealed::from_bytes(vec![self.random.u8(..20); 100])
    }

    fn open_job(&mut self) -> OpenJob {
        let node = self.random.u32(..self.model.nodes.len() as u32);
        let kind = match self.random.u8(..3) {
            0 => Kind::Solve,
            1 => Kind::Move { excluded: vec![self.turn()] },
            _ => Kind::Verify { known: self.known_certificate() },
        };
        let job = Job::new(chain::game(), chain::position(node), kind, Effort::default());
        OpenJob { node: NodeId(node), job }
    }

    fn done(&mut self) -> Done {
        let finding = match self.random.u8(..4) {
            0 => Finding::Won,
            1 => Finding::NoWin,
            2 => Finding::Best {
                turns: vec![GradedTurn { stones: self.turn(), grade: self.grade() }],
                others: Others::Lose,
            },
            _ => Finding::Unrefuted(vec![GradedTurn { stones: self.turn(), grade: self.grade() }]),
        };
        let certificate = self.random.bool().then(|| self.sealed());
        // Quarters add up exactly.
        let seconds = f64::from(self.random.u16(..)) / 4.0;
        Done { finding, certificate, cost: Cost { nodes: self.random.u32(..).into(), seconds } }
    }

    /// A new node, or an old one that has changed, and its child, which may come after it.
    fn changes(&mut self) -> Changes {
        let count = self.model.nodes.len() as u32;
        let id = self.random.u32(..=count);
        let mut nodes = vec![self.model.nodes.get(&id).cloned().unwrap_or_else(|| chain::node(id))];
        if self.random.bool() {
            nodes.push(chain::node(count.max(id + 1)));
        }
        let child = nodes.last().map_or(id, |node| node.id.0);
        self.change(&mut nodes[0], child);
        let certificates: Vec<Sealed> =
            (0..self.random.usize(..3)).map(|_| self.sealed()).collect();
        let evidence = certificates.iter().map(|sealed| Evidence {
            node: NodeId(id),
            role: if self.random.bool() { Role::Proof } else { Role::Partial },
            certificate: sealed.digest(),
        });
        Changes { nodes, evidence: evidence.collect(), certificates }
    }

    fn change(&mut self, node: &mut Node, child: u32) {
        node.grade = self.grade();
        node.status =
            self.random.choice([Status::Open, Status::Proven, Status::Disproven]).unwrap();
        node.others = self.random.choice([Others::Open, Others::Lose]).unwrap();
        node.cover = self.random.choice([None, Some(Cover::Complete), Some(Cover::SoFar)]).unwrap();
        node.forbidden = self.random.bool();
        node.suggested = self.random.bool();
        node.expansions += 1;
        node.fruitless = self.random.u32(..3);
        if self.random.u8(..4) == 0 {
            node.edges.pop();
        } else {
            let rank = node.edges.len() as u32;
            node.edges.push(Edge { played: self.turn(), child: NodeId(child), rank });
        }
    }
}

fn counted(state: JobState) -> Counted {
    if state == JobState::Done { Counted::Before } else { Counted::Now }
}
