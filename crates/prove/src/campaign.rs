//! A proof from beginning to end: the tree, its file and whoever does the jobs.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use sixfold_jobs::{Done, Effort, Failure, JobKey, Kind, Order, Report, Runner, RunnerError};
use sixfold_proof::job_level::{NodeId, Search, Status, TaskId, TaskKind};
use sixfold_store::{Changes, Evidence as Stored, Header, Note, OpenJob, Step, Store, StoreError};
use thiserror::Error;

use crate::evidence::Evidence;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::steering::Command;
use crate::tree::{Assignment, Kept, Next, Tree, TreeError};

/// A proof that is being worked on, and its file.
pub struct Campaign {
    pub(crate) tree: Tree,
    store: Store,
    settings: Settings,
    /// What each job that is handed in is for. Several tasks may wait for the same job.
    waiting: HashMap<JobKey, Vec<Waiting>>,
    attempts: HashMap<JobKey, u32>,
    pace: Pace,
    stage: Stage,
}

/// A task that waits for a job.
struct Waiting {
    task: TaskId,
    node: NodeId,
    order: Order,
}

/// How fast jobs are done in this run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) started: Instant,
    pub(crate) done: u64,
    pub(crate) failed: u64,
    pub(crate) seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Running,
    Paused,
    /// What is being done is finished, nothing else is begun.
    Stopping,
}

/// A job is tried so often before its node is set aside.
const MOST_ATTEMPTS: u32 = 3;
/// How long to wait for an answer before looking at commands and progress again.
const PATIENCE: Duration = Duration::from_millis(100);

/// Why a proof cannot go on.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// The file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The workers.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// The file was made by another engine.
    #[error(
        "the file belongs to '{found}', this is '{}'; begin a new file",
        sixfold_jobs::ENGINE_VERSION
    )]
    Engine {
        /// The engine that made it.
        found: String,
    },
}

/// Something that happens while a proof runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// A job has been answered.
    Done {
        /// The node.
        node: NodeId,
        /// Who has done it.
        worker: &'a str,
        /// The answer.
        done: &'a Done,
    },
    /// A job was not done.
    Failed {
        /// The node.
        node: NodeId,
        /// Who has tried it.
        worker: &'a str,
        /// What went wrong.
        failure: &'a Failure,
    },
    /// A job fails again and again: its node is left alone until the user allows it again.
    SetAside {
        /// The node.
        node: NodeId,
    },
    /// A command was taken, or not.
    Steered(Result<String, String>),
    /// Time passes.
    Tick,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The prover wins.
    Proven,
    /// He does not.
    Disproven,
    /// Nothing is left that could be tried.
    Stuck,
    /// It was stopped, or the time is up.
    Stopped,
}

/// What a run may take, and the line by which it is told something.
pub struct Conditions<'a> {
    /// The time, if it is limited.
    pub time: Option<Duration>,
    /// What the user says, if he has said something.
    pub command: &'a mut dyn FnMut() -> Option<Command>,
    /// Is told what happens.
    pub watch: &'a mut dyn FnMut(&Campaign, &dyn Runner, Event<'_>),
}

impl Campaign {
    /// Begins a proof in a new file.
    pub fn begin(
        path: &Path,
        header: &Header,
        settings: Settings,
    ) -> Result<Campaign, CampaignError> {
        let tree = Tree::new(header.game, header.root, header.prover, settings.search())?;
        let store = Store::create(path, header)?;
        let mut campaign = Campaign::over(tree, store, settings);
        campaign.save()?;
        Ok(campaign)
    }

    /// Goes on with a proof. Settings are those of the file unless others are given.
    pub fn resume(path: &Path, settings: Option<Settings>) -> Result<Campaign, CampaignError> {
        let mut store = Store::open(path)?;
        let header = store.header()?;
        if header.engine != sixfold_jobs::ENGINE_VERSION {
            return Err(CampaignError::Engine { found: header.engine });
        }
        let kept_settings = serde_json::from_value(header.settings.clone()).unwrap_or_default();
        let settings = settings.unwrap_or(kept_settings);
        if settings != kept_settings {
            store.set_settings(&serde_json::json!(settings))?;
        }
        let nodes = store.nodes()?;
        let mut evidence = Evidence::default();
        for node in &nodes {
            if let Some(sealed) = kept(&store, store.partial_of(node.id)?)? {
                evidence.answer(node.id, sealed);
            }
            if let Some(sealed) = kept(&store, store.proof_of(node.id)?)? {
                evidence.prove(node.id, sealed);
            }
        }
        evidence.take_news();
        let Header { game, root, prover, .. } = header;
        let tree = Tree::restore(game, root, prover, settings.search(), Kept { nodes, evidence })?;
        Ok(Campaign::over(tree, store, settings))
    }

    fn over(tree: Tree, store: Store, settings: Settings) -> Campaign {
        Campaign {
            tree,
            store,
            settings,
            waiting: HashMap::new(),
            attempts: HashMap::new(),
            pace: Pace { started: Instant::now(), done: 0, failed: 0, seconds: 0.0 },
            stage: Stage::Running,
        }
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The tree, to have its certificates put together.
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The file.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What has been chosen about it.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress::of(&self.tree, self.pace, self.waiting.len())
    }

    /// Works until the root is solved or something ends the run. What is in the file then can be
    /// gone on with.
    pub fn run(
        &mut self,
        runner: &mut dyn Runner,
        conditions: &mut Conditions<'_>,
    ) -> Result<Ending, CampaignError> {
        self.pace.started = Instant::now();
        self.stage = Stage::Running;
        self.resubmit(runner)?;
        loop {
            while let Some(command) = (conditions.command)() {
                let answer = self.steer(&command)?;
                (conditions.watch)(self, runner, Event::Steered(answer));
            }
            if conditions.time.is_some_and(|most| self.pace.started.elapsed() >= most) {
                self.stage = Stage::Stopping;
                self.withdraw(runner);
            }
            if self.stage == Stage::Running {
                self.hand_out(runner)?;
            }
            if let Some(ending) = self.ending() {
                self.withdraw(runner);
                return Ok(ending);
            }
            if let Some(report) = runner.receive(PATIENCE)? {
                self.take(runner, &report, conditions.watch)?;
            }
            (conditions.watch)(self, runner, Event::Tick);
        }
    }

    fn ending(&self) -> Option<Ending> {
        match self.tree.search().status() {
            Status::Proven => Some(Ending::Proven),
            Status::Disproven => Some(Ending::Disproven),
            Status::Open => match self.stage {
                Stage::Stopping if self.waiting.is_empty() => Some(Ending::Stopped),
                Stage::Running if self.waiting.is_empty() => Some(Ending::Stuck),
                _ => None,
            },
        }
    }

    /// Nobody waits for the answers any more; the jobs stay open in the file, to be done when the
    /// proof is gone on with.
    fn withdraw(&mut self, runner: &mut dyn Runner) {
        for (key, waiting) in self.waiting.drain() {
            runner.cancel(key);
            for Waiting { task, .. } in waiting {
                // It was in flight until now.
                let _ = self.tree.search_mut().give_back(task);
            }
        }
    }

    /// Hands in what was open when the last run ended.
    fn resubmit(&mut self, runner: &mut dyn Runner) -> Result<(), CampaignError> {
        for OpenJob { node, job } in self.store.open_jobs()? {
            let is_open = |view: sixfold_proof::job_level::NodeView<'_, _, _>| {
                view.record.status == Status::Open && !view.record.forbidden
            };
            if !self.tree.search().node(node).is_some_and(is_open) {
                continue;
            }
            let kind = match &job.kind {
                Kind::Move { excluded } => TaskKind::Move { excluded: excluded.clone() },
                Kind::Verify { .. } | Kind::Solve => TaskKind::Verify,
            };
            let Ok(task) = self.tree.search_mut().resume(node, kind) else { continue };
            let known = match &job.kind {
                Kind::Verify { known } => kept(&self.store, *known)?,
                Kind::Move { .. } | Kind::Solve => None,
            };
            let order = Order { job, known };
            self.submit(runner, Assignment { task: task.id, node, order })?;
        }
        Ok(())
    }

    fn hand_out(&mut self, runner: &mut dyn Runner) -> Result<(), CampaignError> {
        while runner.free() > 0 && self.tree.search().status() == Status::Open {
            let next = self.tree.next(self.settings.effort)?;
            if next.is_empty() {
                return Ok(());
            }
            for next in next {
                match next {
                    Next::Settled(_) => self.save()?,
                    Next::Job(assignment) => self.begin_job(runner, *assignment)?,
                }
            }
        }
        Ok(())
    }

    fn begin_job(
        &mut self,
        runner: &mut dyn Runner,
        assignment: Assignment,
    ) -> Result<(), CampaignError> {
        let key = assignment.order.job.key();
        if let Some(known) = self.store.result(key)? {
            // Done before, for this node or one like it.
            self.tree.take(assignment.task, assignment.node, &known.done)?;
            return self.save();
        }
        let mut changes = self.changes();
        changes.certificates.extend(assignment.order.known.clone());
        self.store.save(&changes)?;
        let Assignment { node, order: Order { job, .. }, .. } = &assignment;
        self.store.begin(&[OpenJob { node: *node, job: job.clone() }])?;
        self.submit(runner, assignment)
    }

    fn submit(
        &mut self,
        runner: &mut dyn Runner,
        Assignment { task, node, order }: Assignment,
    ) -> Result<(), CampaignError> {
        let waiting = self.waiting.entry(order.job.key()).or_default();
        waiting.push(Waiting { task, node, order: order.clone() });
        Ok(runner.submit(order)?)
    }

    fn take(
        &mut self,
        runner: &mut dyn Runner,
        report: &Report,
        watch: &mut dyn FnMut(&Campaign, &dyn Runner, Event<'_>),
    ) -> Result<(), CampaignError> {
        let Some(waiting) = self.waiting.remove(&report.key) else {
            // Somebody did it twice, or nobody wants it any more.
            return Ok(());
        };
        let Some(node) = waiting.first().map(|waiting| waiting.node) else { return Ok(()) };
        match &report.result {
            Ok(done) => {
                self.finish(report, done, &waiting)?;
                watch(self, runner, Event::Done { node, worker: &report.worker, done });
            }
            Err(failure) => {
                self.pace.failed += 1;
                self.store.fail(report.key, failure)?;
                watch(self, runner, Event::Failed { node, worker: &report.worker, failure });
                let set_aside = self.retry(runner, report.key, failure, waiting)?;
                for node in set_aside {
                    watch(self, runner, Event::SetAside { node });
                }
            }
        }
        Ok(())
    }

    fn finish(
        &mut self,
        report: &Report,
        done: &Done,
        waiting: &[Waiting],
    ) -> Result<(), CampaignError> {
        self.pace.done += 1;
        self.pace.seconds += done.cost.seconds;
        for Waiting { task, node, .. } in waiting {
            match self.tree.take(*task, *node, done) {
                Ok(()) => {}
                Err(TreeError::NothingFound) => self.set_aside(*task, *node),
                Err(error) => return Err(error.into()),
            }
        }
        let step = Step {
            key: report.key,
            worker: report.worker.clone(),
            done: done.clone(),
            finished: SystemTime::now(),
            changes: self.changes(),
        };
        self.store.finish(&step)?;
        Ok(())
    }

    /// Hands a job in again, or sets its nodes aside if that has been done too often.
    fn retry(
        &mut self,
        runner: &mut dyn Runner,
        key: JobKey,
        failure: &Failure,
        waiting: Vec<Waiting>,
    ) -> Result<Vec<NodeId>, CampaignError> {
        let attempts = self.attempts.entry(key).or_default();
        *attempts += 1;
        let is_hopeless = matches!(failure, Failure::Impossible(_) | Failure::GivenUp { .. });
        let mut set_aside = Vec::new();
        if is_hopeless || *attempts >= MOST_ATTEMPTS {
            for Waiting { task, node, .. } in waiting {
                self.set_aside(task, node);
                set_aside.push(node);
            }
            self.save()?;
        } else {
            for Waiting { task, node, order } in waiting {
                self.submit(runner, Assignment { task, node, order })?;
            }
        }
        Ok(set_aside)
    }

    fn set_aside(&mut self, task: TaskId, node: NodeId) {
        // Both can only fail if the node is not there, and then there is nothing to set aside.
        let _ = self.tree.search_mut().give_back(task);
        let _ = self.tree.search_mut().forbid(node);
    }

    /// What has become different in the tree since it was written last.
    fn changes(&mut self) -> Changes {
        let changed: HashSet<NodeId> = self.tree.search_mut().take_changed().into_iter().collect();
        let search: &Search<_, _> = self.tree.search();
        let mut nodes: Vec<_> = changed
            .into_iter()
            .filter_map(|node| search.node(node).map(|view| view.record.clone()))
            .collect();
        nodes.sort_by_key(|node| node.id);
        let news = self.tree.evidence_mut().take_news();
        let evidence = news.iter().map(|news| Stored {
            node: news.node,
            role: news.role,
            certificate: news.sealed.digest(),
        });
        Changes {
            nodes,
            evidence: evidence.collect(),
            certificates: news.iter().map(|news| news.sealed.clone()).collect(),
        }
    }

    fn save(&mut self) -> Result<(), CampaignError> {
        let changes = self.changes();
        Ok(self.store.save(&changes)?)
    }

    fn steer(&mut self, command: &Command) -> Result<Result<String, String>, CampaignError> {
        let said = match self.obey(command) {
            Ok(said) => said,
            Err(refused) => return Ok(Err(refused)),
        };
        let note = Note { time: SystemTime::now(), text: said.clone() };
        let changes = self.changes();
        self.store.note(&note, &changes)?;
        self.store.set_settings(&serde_json::json!(self.settings))?;
        Ok(Ok(said))
    }

    fn obey(&mut self, command: &Command) -> Result<String, String> {
        let effort: &mut Effort = &mut self.settings.effort;
        Ok(match command {
            Command::Nodes(nodes) => {
                effort.nodes = *nodes;
                format!("{nodes} nodes for each new job")
            }
            Command::PlayerNodes(nodes) => {
                effort.player_nodes = *nodes;
                format!("{nodes} nodes of the player for each new job")
            }
            Command::Order(order) => {
                effort.order = *order;
                format!("wins of order {order} at most for each new job")
            }
            Command::Pause => {
                self.stage = Stage::Paused;
                "paused: what is being done will be finished".to_string()
            }
            Command::Resume => {
                self.stage = Stage::Running;
                "going on".to_string()
            }
            Command::Stop => {
                self.stage = Stage::Stopping;
                "stopping: what is being done will be finished".to_string()
            }
            Command::Suggest(turns) | Command::Forbid(turns) | Command::Allow(turns) => {
                self.tree.steer(command).map_err(|error| error.to_string())?;
                let names: Vec<String> = turns.iter().map(|&t| self.tree.turn_name(t)).collect();
                let verb = match command {
                    Command::Suggest(_) => "suggested",
                    Command::Forbid(_) => "forbidden",
                    _ => "allowed",
                };
                format!("{verb}: {}", names.join(" "))
            }
        })
    }
}

/// A certificate that the file must hold.
fn kept(
    store: &Store,
    digest: Option<sixfold_jobs::Digest>,
) -> Result<Option<sixfold_jobs::Sealed>, CampaignError> {
    match digest {
        Some(digest) => Ok(store.certificate(digest)?),
        None => Ok(None),
    }
}
