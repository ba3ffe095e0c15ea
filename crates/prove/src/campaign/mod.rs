//! A proof from beginning to end: the tree, its file and whoever does the jobs.

mod event;
mod steer;
mod work;

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sixfold_jobs::{JobKey, Order, Runner};
use sixfold_proof::job_level::{NodeId, Status, TaskId};
use sixfold_store::{Header, Store};

pub use event::{CampaignError, Conditions, Ending, Event, Watch};

use crate::progress::Progress;
use crate::settings::Settings;
use crate::tree::{Kept, Tree};
use work::Supply;

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

impl Pace {
    fn begin() -> Pace {
        Pace { started: Instant::now(), done: 0, failed: 0, seconds: 0.0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Running,
    Paused,
    /// What is being done is finished, nothing else is begun.
    Stopping,
    /// Nobody waits for what is being done.
    Quitting,
}

/// How long to wait for an answer before looking at commands and progress again.
const PATIENCE: Duration = Duration::from_millis(100);

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
        let kept_settings = Settings::of(&header)?;
        let settings = settings.unwrap_or(kept_settings);
        if settings != kept_settings {
            store.set_settings(&serde_json::json!(settings))?;
        }
        let Header { game, root, prover, .. } = header;
        let tree = Tree::restore(game, root, prover, settings.search(), Kept::read(&store)?)?;
        Ok(Campaign::over(tree, store, settings))
    }

    fn over(tree: Tree, store: Store, settings: Settings) -> Campaign {
        Campaign {
            tree,
            store,
            settings,
            waiting: HashMap::new(),
            attempts: HashMap::new(),
            pace: Pace::begin(),
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
        self.pace = Pace::begin();
        self.stage = Stage::Running;
        if self.tree.search().status() == Status::Open {
            self.resubmit(runner)?;
        }
        loop {
            self.listen(runner, conditions)?;
            let is_late = |most| self.pace.started.elapsed() >= most;
            if self.stage == Stage::Quitting || conditions.time.is_some_and(is_late) {
                self.stage = Stage::Stopping;
                self.withdraw(runner);
            }
            let supply = match self.stage {
                Stage::Running => self.hand_out(runner, conditions.watch)?,
                _ => Supply::Left,
            };
            if let Some(ending) = self.ending(supply) {
                self.withdraw(runner);
                return Ok(ending);
            }
            if let Some(report) = runner.receive(PATIENCE)? {
                self.take(runner, &report, conditions.watch)?;
            }
            (conditions.watch)(self, runner, Event::Tick);
        }
    }

    /// Does what the user has said meanwhile.
    fn listen(
        &mut self,
        runner: &dyn Runner,
        conditions: &mut Conditions<'_>,
    ) -> Result<(), CampaignError> {
        while let Some(command) = (conditions.command)() {
            let answer = match self.steer(&command) {
                Err(CampaignError::Refused(reason)) => Err(reason),
                answer => Ok(answer?),
            };
            (conditions.watch)(self, runner, Event::Steered(answer));
        }
        Ok(())
    }

    fn ending(&self, supply: Supply) -> Option<Ending> {
        let is_idle = self.waiting.is_empty();
        match (self.tree.search().status(), self.stage) {
            (Status::Proven, _) => Some(Ending::Proven),
            (Status::Disproven, _) => Some(Ending::Disproven),
            (Status::Open, Stage::Stopping) if is_idle => Some(Ending::Stopped),
            (Status::Open, Stage::Running) if is_idle && supply == Supply::Exhausted => {
                Some(Ending::Stuck)
            }
            (Status::Open, _) => None,
        }
    }
}
