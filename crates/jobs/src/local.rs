//! Jobs done by threads of this process.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use sixfold_solve::Control;

use crate::{
    Done, ENGINE_VERSION, Failure, JobKey, Order, Report, Runner, RunnerError, WorkerStatus,
    accept, perform,
};

/// Worker threads, each of which does one job at a time.
pub struct LocalRunner {
    orders: Option<Sender<Order>>,
    reports: Receiver<Report>,
    shared: Arc<Mutex<Shared>>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads and the runner know together.
struct Shared {
    /// The jobs that are handed in and not answered, with the line to whoever does them.
    open: HashMap<JobKey, Arc<Control>>,
    workers: Vec<WorkerStatus>,
}

impl LocalRunner {
    /// Starts so many workers, at least one.
    pub fn start(workers: usize) -> Result<LocalRunner, RunnerError> {
        let workers = workers.max(1);
        let (orders, queue) = channel();
        let (answers, reports) = channel();
        let shared = Arc::new(Mutex::new(Shared {
            open: HashMap::new(),
            workers: (1..=workers).map(|number| idle(format!("local {number}"))).collect(),
        }));
        let queue = Arc::new(Mutex::new(queue));
        let spawn = |number| {
            let (queue, answers) = (queue.clone(), answers.clone());
            let worker = Worker { number, shared: shared.clone() };
            let builder = std::thread::Builder::new().name(format!("worker {}", number + 1));
            builder
                .spawn(move || worker.work(&queue, &answers))
                .map_err(|e| RunnerError::Broken(format!("cannot start a worker: {e}")))
        };
        let threads = (0..workers).map(spawn).collect::<Result<_, _>>()?;
        Ok(LocalRunner { orders: Some(orders), reports, shared, threads })
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn idle(name: String) -> WorkerStatus {
    WorkerStatus {
        name,
        cores: 1,
        version: ENGINE_VERSION.to_string(),
        current: Vec::new(),
        done: 0,
        rejected: 0,
        silent: Duration::ZERO,
    }
}

impl Runner for LocalRunner {
    fn free(&self) -> usize {
        self.threads.len().saturating_sub(self.shared().open.len())
    }

    fn submit(&mut self, order: Order) -> Result<(), RunnerError> {
        let key = order.job.key();
        if self.shared().open.contains_key(&key) {
            return Ok(());
        }
        self.shared().open.insert(key, Arc::default());
        let gone = || RunnerError::Broken("the workers have stopped".to_string());
        self.orders.as_ref().ok_or_else(gone)?.send(order).map_err(|_| gone())
    }

    fn cancel(&mut self, key: JobKey) {
        if let Some(control) = self.shared().open.get(&key) {
            control.cancel();
        }
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<Report>, RunnerError> {
        match self.reports.recv_timeout(patience) {
            Ok(report) => {
                self.shared().open.remove(&report.key);
                Ok(Some(report))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(RunnerError::Broken("the workers have stopped".to_string()))
            }
        }
    }

    fn workers(&self) -> Vec<WorkerStatus> {
        self.shared().workers.clone()
    }
}

impl Drop for LocalRunner {
    fn drop(&mut self) {
        self.shared().open.values().for_each(|control| control.cancel());
        self.orders = None;
        for thread in self.threads.drain(..) {
            // A worker that panicked has said so already.
            let _ = thread.join();
        }
    }
}

struct Worker {
    number: usize,
    shared: Arc<Mutex<Shared>>,
}

impl Worker {
    fn work(&self, queue: &Mutex<Receiver<Order>>, answers: &Sender<Report>) {
        loop {
            let order = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(order) = order else { return };
            let report = self.report(&order);
            if answers.send(report).is_err() {
                return;
            }
        }
    }

    fn report(&self, order: &Order) -> Report {
        let key = order.job.key();
        let control = self.update(|shared| shared.open.get(&key).cloned()).unwrap_or_default();
        self.update(|shared| shared.workers[self.number].current.push(key));
        let result = answer(order, &control);
        let worker = self.update(|shared| {
            let status = &mut shared.workers[self.number];
            status.current.clear();
            status.done += u64::from(result.is_ok());
            status.name.clone()
        });
        Report { key, worker, result }
    }

    fn update<T>(&self, change: impl FnOnce(&mut Shared) -> T) -> T {
        change(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Does a job and has its answer checked. A job that makes the engine panic is not done, and takes
/// nobody with it.
fn answer(order: &Order, control: &Arc<Control>) -> Result<Done, Failure> {
    let done = catch_unwind(AssertUnwindSafe(|| perform(order, control)));
    let done = done.map_err(|_| Failure::Impossible("the engine failed at it".to_string()))?;
    let done = done.map_err(|e| Failure::Impossible(e.to_string()))?;
    if control.is_cancelled() {
        return Err(Failure::Cancelled);
    }
    accept(&order.job, &done)?;
    Ok(done)
}
