//! What a worker tells of itself, and what it is told by coordinators.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use sixfold_jobs::{ENGINE_VERSION, JobKey};
use sixfold_solve::Control;
use tokio::sync::Notify;

use super::{Departure, Events, Farewell, Stage, WorkerEvent};
use crate::broker::Broker;
use crate::connection::PAUSE;
use crate::protocol::{
    Attendance, Campaign, Dismissal, Heartbeat, Hello, NOTICES, Notice, Packet, WorkerId,
    heartbeat_subject,
};

/// Between two heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What all slots of a worker share.
pub(crate) struct Presence {
    worker: WorkerId,
    cores: usize,
    departure: Departure,
    events: Events,
    running: Mutex<HashMap<JobKey, Arc<Control>>>,
    done: AtomicU64,
    dismissal: Mutex<Option<Dismissal>>,
    /// Something has changed that coordinators want to know at once.
    changed: Notify,
}

impl Presence {
    pub fn new(worker: WorkerId, cores: usize, departure: Departure, events: Events) -> Presence {
        Presence {
            worker,
            cores,
            departure,
            events,
            running: Mutex::default(),
            done: AtomicU64::new(0),
            dismissal: Mutex::default(),
            changed: Notify::new(),
        }
    }

    pub fn worker(&self) -> &WorkerId {
        &self.worker
    }

    fn running(&self) -> MutexGuard<'_, HashMap<JobKey, Arc<Control>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job begins. The control is that of whoever does it.
    pub fn begin(&self, key: JobKey, control: Arc<Control>) {
        self.running().insert(key, control);
        self.changed.notify_one();
    }

    /// It has ended.
    pub fn end(&self, key: JobKey) {
        self.running().remove(&key);
        self.changed.notify_one();
    }

    /// Its answer has been sent.
    pub fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn farewell(&self) -> Farewell {
        let dismissal = self.dismissal.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Farewell { done: self.done.load(Ordering::Relaxed), dismissal }
    }

    fn heartbeat(&self, attendance: Attendance) -> Heartbeat {
        Heartbeat {
            worker: self.worker.clone(),
            cores: self.cores,
            version: ENGINE_VERSION.to_string(),
            current: self.running().keys().copied().collect(),
            done: self.done.load(Ordering::Relaxed),
            attendance,
        }
    }

    /// Tells every second what the worker does, and at once when that changes.
    pub async fn tell(self: Arc<Self>, broker: Broker) {
        loop {
            let attendance = match self.departure.stage() {
                Stage::Working => Attendance::Working,
                Stage::Finishing | Stage::AtOnce => Attendance::Finishing,
            };
            // The next one comes in a second; old ones are of no use once the line is up again.
            if broker.is_up() {
                let subject = heartbeat_subject(&self.worker.id);
                let _ = broker.tell(subject, self.heartbeat(attendance)).await;
            }
            tokio::select! {
                () = tokio::time::sleep(HEARTBEAT) => {}
                () = self.changed.notified() => {}
            }
        }
    }

    /// The last heartbeat.
    pub async fn say_goodbye(&self, broker: &Broker) {
        if broker.is_up() {
            let subject = heartbeat_subject(&self.worker.id);
            // Whoever does not hear it waits for the next one in vain.
            let _ = broker.tell(subject, self.heartbeat(Attendance::Gone)).await;
            broker.flush().await;
        }
    }

    /// Listens to coordinators.
    pub async fn hear(self: Arc<Self>, broker: Broker) {
        let mut warned = HashSet::new();
        loop {
            if let Ok(mut notices) = broker.client.subscribe(NOTICES).await {
                while let Some(message) = notices.next().await {
                    let campaign = message.subject.rsplit('.').next().and_then(|c| c.parse().ok());
                    let notice = Packet::<Notice>::read(&message.payload);
                    if let (Some(campaign), Ok(notice)) = (campaign, notice) {
                        self.heed(&campaign, notice.head, &mut warned);
                    }
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn heed(&self, campaign: &Campaign, notice: Notice, warned: &mut HashSet<(Campaign, String)>) {
        match notice {
            Notice::Cancel(keys) => {
                let running = self.running();
                keys.iter().filter_map(|key| running.get(key)).for_each(|control| control.cancel());
            }
            Notice::Hello(hello) => {
                let Hello { version, dismissed, .. } = hello;
                let other = version != ENGINE_VERSION;
                if other && warned.insert((campaign.clone(), version.clone())) {
                    let here = ENGINE_VERSION.to_string();
                    let campaign = campaign.clone();
                    (self.events)(WorkerEvent::OtherVersion { campaign, wanted: version, here });
                }
                let mine = |dismissal: &Dismissal| dismissal.worker == self.worker.id;
                if let Some(dismissal) = dismissed.into_iter().find(mine) {
                    self.leave(campaign, dismissal);
                }
            }
        }
    }

    fn leave(&self, campaign: &Campaign, dismissal: Dismissal) {
        let mut known = self.dismissal.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            let (campaign, reason) = (campaign.clone(), dismissal.reason.clone());
            (self.events)(WorkerEvent::Dismissed { campaign, reason });
            *known = Some(dismissal);
            self.departure.at_once();
        }
    }
}
