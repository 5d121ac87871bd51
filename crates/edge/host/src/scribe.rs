//! The scribe writes the log while the world goes on.
//!
//! The tick thread hands over records and never waits for the disk; one thread commits them in groups and publishes the highest
//! durable tick.
//!
//! Back-pressure: the queue is bounded. When it is full, [`Scribe::record`] gives the record back, and the world must not step
//! further until it is taken; going on would make deeds that no log knows. Until then the world only slows down to the speed of
//! the disk.
//!
//! Failure: when the store fails, the scribe says so once, keeps every record in the queue and tries again. Nothing is published
//! as durable that
//! is not. [`Scribe::health`] tells.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender, bounded};
use metrics::{counter, gauge, histogram};
use tokio::sync::watch;
use wold_space::Tick;

use crate::store::{Store, StoreError, TickRecord};

/// How the scribe works.
#[derive(Clone, Debug)]
pub struct ScribeConfig {
    /// Records that may wait: at 20 ticks a second the default is half a minute of a disk that does not answer.
    pub queue: usize,
    /// Shortest time between two commits; longer groups cost less and delay acknowledgements.
    pub interval: Duration,
    /// Most records in one commit.
    pub batch: usize,
    /// Snapshots kept; older ones are forgotten.
    pub snapshots: usize,
    /// Time between attempts while the store fails.
    pub retry: Duration,
    /// Attempts to write the rest when stopping.
    pub last_attempts: u32,
}

impl Default for ScribeConfig {
    fn default() -> Self {
        Self {
            queue: 600,
            interval: Duration::from_millis(5),
            batch: 256,
            snapshots: 4,
            retry: Duration::from_millis(500),
            last_attempts: 3,
        }
    }
}

/// How the log is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// Records become durable; so many wait.
    Good {
        /// Records handed over and not yet durable.
        waiting: usize,
    },
    /// The last attempt failed; records are kept and tried again.
    Failing {
        /// Records handed over and not yet durable.
        waiting: usize,
        /// What the store said.
        error: StoreError,
    },
}

/// The queue is full, or the scribe has stopped: here is the record back.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log cannot take tick {} yet", .0.tick)]
pub struct NotTaken(pub TickRecord);

/// The rest could not be written.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{unwritten} ticks of the log were not written: {error}")]
pub struct Unwritten {
    /// Records that are lost with the process; none of them was ever published as durable.
    pub unwritten: usize,
    /// What the store said last.
    pub error: StoreError,
}

/// A handle to the writing thread.
pub struct Scribe {
    desk: Arc<Desk>,
    thread: Option<JoinHandle<Result<(), Unwritten>>>,
}

/// What the world and the writing thread share.
struct Desk {
    store: Arc<dyn Store>,
    config: ScribeConfig,
    papers: Mutex<Papers>,
    news: Condvar,
    durable: watch::Sender<Option<Tick>>,
    /// Rung when more is durable, once until it is heard.
    bell: (Sender<()>, Receiver<()>),
}

#[derive(Default)]
struct Papers {
    records: VecDeque<TickRecord>,
    snapshot: Option<(Tick, Bytes)>,
    failure: Option<StoreError>,
    stopping: bool,
}

/// What is written in one go.
struct Work {
    batch: Vec<TickRecord>,
    snapshot: Option<(Tick, Bytes)>,
}

impl Scribe {
    /// Starts the thread. What the store already holds is durable from the start.
    pub fn start(store: Arc<dyn Store>, config: ScribeConfig) -> Result<Self, StoreError> {
        let durable = watch::Sender::new(store.last_tick()?);
        let (papers, news, bell) = (Mutex::default(), Condvar::new(), bounded(1));
        let desk = Arc::new(Desk { store, config, papers, news, durable, bell });
        let thread = {
            let desk = desk.clone();
            std::thread::Builder::new().name("scribe".to_owned()).spawn(move || desk.work())
        };
        let thread = thread.map_err(|error| StoreError::Io {
            place: "scribe".into(),
            reason: format!("the system gives no thread ({error})"),
        })?;
        Ok(Self { desk, thread: Some(thread) })
    }

    /// Hands over the record of a tick. Ticks must rise.
    pub fn record(&self, record: TickRecord) -> Result<(), NotTaken> {
        let mut papers = self.desk.papers();
        if papers.stopping || papers.records.len() >= self.desk.config.queue {
            return Err(NotTaken(record));
        }
        papers.records.push_back(record);
        drop(papers);
        self.desk.news.notify_one();
        Ok(())
    }

    /// Hands over a snapshot of the state after `tick`. It is written once the log up to `tick` is durable; a newer one replaces
    /// one that still waits.
    pub fn snapshot(&self, tick: Tick, state: Bytes) {
        self.desk.papers().snapshot = Some((tick, state));
        self.desk.news.notify_one();
    }

    /// The highest durable tick.
    #[must_use]
    pub fn durable(&self) -> Option<Tick> {
        *self.desk.durable.borrow()
    }

    /// Something to wait on that comes when more is durable: who was kept waiting for the disk need not wait for the next tick as well.
    #[must_use]
    pub fn bell(&self) -> Receiver<()> {
        self.desk.bell.1.clone()
    }

    /// How the log is doing.
    #[must_use]
    pub fn health(&self) -> Health {
        self.desk.health()
    }

    /// Tells how the log is doing to others than the scribe's owner.
    pub fn watch_health(&self) -> impl Fn() -> Health + Send + Sync + use<> {
        let desk = self.desk.clone();
        move || desk.health()
    }

    /// Writes the rest and ends the thread.
    pub fn stop(mut self) -> Result<(), Unwritten> {
        self.finish()
    }

    fn finish(&mut self) -> Result<(), Unwritten> {
        self.desk.papers().stopping = true;
        self.desk.news.notify_one();
        match self.thread.take() {
            Some(thread) => thread.join().expect("the scribe does not panic"),
            None => Ok(()),
        }
    }
}

impl Drop for Scribe {
    fn drop(&mut self) {
        if let Err(error) = self.finish() {
            tracing::error!(%error, "the log ends early");
        }
    }
}

impl Desk {
    fn health(&self) -> Health {
        let papers = self.papers();
        let waiting = papers.records.len();
        match &papers.failure {
            None => Health::Good { waiting },
            Some(error) => Health::Failing { waiting, error: error.clone() },
        }
    }

    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().expect("no holder of the papers panics")
    }

    fn work(&self) -> Result<(), Unwritten> {
        let mut attempts_left = self.config.last_attempts.max(1);
        loop {
            let begun = Instant::now();
            let Some(work) = self.next_work() else { return Ok(()) };
            let outcome = self.write(work);
            let stopping = self.settle(&outcome);
            let pause = match &outcome {
                Ok(()) => self.config.interval,
                Err(error) => {
                    if stopping {
                        attempts_left -= 1;
                    }
                    if attempts_left == 0 {
                        let unwritten = self.papers().records.len();
                        return Err(Unwritten { unwritten, error: error.clone() });
                    }
                    self.config.retry
                }
            };
            self.rest(pause.saturating_sub(begun.elapsed()), outcome.is_err());
        }
    }

    /// Waits for something to write: the next group and, if its log is durable by then, a snapshot. None when all is done.
    fn next_work(&self) -> Option<Work> {
        let mut papers = self.papers();
        loop {
            let batch: Vec<TickRecord> = papers.records.iter().take(self.config.batch).cloned().collect();
            let durable = batch.last().map(|record| record.tick).max(*self.durable.borrow());
            // Ticks in which nothing was done have no record: at the end whatever is written with the last one is all there is.
            let ends = papers.stopping && batch.len() == papers.records.len();
            let snapshot = papers.snapshot.take_if(|(tick, _)| ends || Some(*tick) <= durable);
            if !batch.is_empty() || snapshot.is_some() {
                return Some(Work { batch, snapshot });
            }
            if papers.stopping {
                return None;
            }
            papers = self.news.wait(papers).expect("no holder of the papers panics");
        }
    }

    fn write(&self, work: Work) -> Result<(), StoreError> {
        let written = self.write_log(&work.batch);
        let Some((tick, state)) = work.snapshot else { return written };
        let kept = written.and_then(|()| self.store.put_snapshot(tick, &state, self.config.snapshots));
        if kept.is_err() {
            // Tried again with the next attempt, unless a newer one has come.
            self.papers().snapshot.get_or_insert((tick, state));
        }
        kept
    }

    fn write_log(&self, batch: &[TickRecord]) -> Result<(), StoreError> {
        let Some(last) = batch.last() else { return Ok(()) };
        let begun = Instant::now();
        self.store.append(batch)?;
        histogram!("wold_log_commit_seconds").record(begun.elapsed().as_secs_f64());
        counter!("wold_log_records_total").increment(batch.len() as u64);
        let mut papers = self.papers();
        papers.records.drain(..batch.len());
        gauge!("wold_log_lag_ticks").set(papers.records.len() as f64);
        drop(papers);
        self.durable.send_replace(Some(last.tick));
        let _rings_already = self.bell.0.try_send(()).is_err();
        Ok(())
    }

    /// Notes the outcome, says what changed, and tells whether the scribe is to stop.
    fn settle(&self, outcome: &Result<(), StoreError>) -> bool {
        let mut papers = self.papers();
        match (outcome, &papers.failure) {
            (Err(error), None) => {
                tracing::error!(%error, "the log cannot be written; the world's deeds are kept and tried again");
            }
            (Ok(()), Some(_)) => tracing::info!("the log is written again"),
            _ => {}
        }
        if outcome.is_err() {
            counter!("wold_log_errors_total").increment(1);
            gauge!("wold_log_lag_ticks").set(papers.records.len() as f64);
        }
        papers.failure = outcome.as_ref().err().cloned();
        papers.stopping
    }

    /// Lets a group gather. Stopping cuts it short, except between attempts of a failing store.
    fn rest(&self, pause: Duration, failing: bool) {
        let papers = self.papers();
        let (_papers, _) = self
            .news
            .wait_timeout_while(papers, pause, |papers| failing || !papers.stopping)
            .expect("no holder of the papers panics");
    }
}

#[cfg(test)]
#[path = "scribe_tests.rs"]
mod tests;
