//! The world's thread: twenty steps a second, everything else in between.

use super::reception::Desk;
use crate::scribe::{NotTaken, Scribe, Unwritten};
use crate::store::TickRecord;
use crate::transport::Outbox;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use metrics::{counter, gauge};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wold_space::{GuestId, TICKS_PER_SECOND};
use wold_steward::{Arrival, Delivery, Out, Remembered, Stage, Steward, TickWork};
use wold_wire::{Down, FromHost, Up};
use wold_world::bearer::Whose;

/// One step's share of a second.
const STEP: Duration = Duration::from_millis(1000 / TICKS_PER_SECOND);
/// When the thread is this far behind it gives the lost time up instead of racing after it.
const GIVE_UP: Duration = Duration::from_millis(500);

/// Ticks the world runs ahead of the disk while nobody may be shown them: two seconds.
const MOST_TICKS_HELD: usize = 2 * TICKS_PER_SECOND as usize;

/// How a guest is connected.
pub(super) enum Line {
    Network(Outbox),
    Local { up: Receiver<Up>, down: Sender<Down> },
}

/// What reaches the world's thread.
pub(super) enum Event {
    Admit { arrival: Box<Arrival>, line: Line, connection: u64 },
    Said { guest: GuestId, connection: u64, up: Up },
    Lost { guest: GuestId, connection: u64 },
    Left { guest: GuestId, connection: u64 },
    Ask(Box<dyn FnOnce(&mut Ticker) + Send>),
    Stop(String),
}

struct Connected {
    line: Line,
    connection: u64,
}

/// What a guest is, beyond any one of its connections.
#[derive(Clone, Copy)]
struct Standing {
    human: bool,
    operator: bool,
    keep: bool,
}

/// The world and its connections.
pub(super) struct Ticker {
    pub(super) steward: Steward,
    pub(super) paused: bool,
    steps_owed: u32,
    scribe: Scribe,
    inbox: Receiver<Event>,
    desk: Arc<Desk>,
    lines: BTreeMap<GuestId, Connected>,
    standings: BTreeMap<GuestId, Standing>,
    snapshot_ticks: u64,
    /// The last tick's record while the log does not take it.
    unlogged: Option<TickRecord>,
    waits: bool,
    stopping: Option<String>,
}

impl Ticker {
    pub(super) fn new(
        mut steward: Steward,
        scribe: Scribe,
        inbox: Receiver<Event>,
        desk: Arc<Desk>,
        snapshot_seconds: u32,
    ) -> Self {
        let standings = recall(&mut steward, &desk);
        Self {
            steward,
            paused: false,
            steps_owed: 0,
            scribe,
            inbox,
            desk,
            lines: BTreeMap::new(),
            standings,
            unlogged: None,
            waits: false,
            snapshot_ticks: u64::from(snapshot_seconds.max(1)) * TICKS_PER_SECOND,
            stopping: None,
        }
    }

    /// Runs until told to stop.
    pub(super) fn run(mut self) -> Self {
        let mut due = Instant::now() + STEP;
        while self.stopping.is_none() {
            self.wait_until(due);
            let now = Instant::now();
            let behind = now.saturating_duration_since(due);
            self.settle_durable();
            self.hear_locals();
            self.expire();
            if self.disk_keeps_up() && (!self.paused || self.steps_owed > 0) {
                self.steps_owed = self.steps_owed.saturating_sub(1);
                self.tick(behind > STEP);
            }
            due = if behind > GIVE_UP { now + STEP } else { due + STEP };
        }
        self
    }

    /// Writes what is left. Called after the thread has ended.
    pub(super) fn finish(self) -> Result<(), Unwritten> {
        // A tick the log never took was shown to nobody: it has not happened, and no snapshot may know of it.
        if self.unlogged.is_none() {
            let state = self.steward.save();
            self.scribe.snapshot(self.steward.realm().now(), state.into());
        }
        self.scribe.stop()
    }

    /// Handles events until it is time for the next step.
    fn wait_until(&mut self, due: Instant) {
        loop {
            match self.inbox.recv_deadline(due) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    self.stopping = Some("the host stops".into());
                    return;
                }
            }
            if self.stopping.is_some() {
                return;
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Admit { arrival, line, connection } => self.admit(*arrival, line, connection),
            Event::Said { guest, connection, up } => {
                if self.is_current(guest, connection) {
                    self.take(guest, up);
                }
            }
            Event::Lost { guest, connection } => {
                if self.is_current(guest, connection) {
                    self.lines.remove(&guest);
                    self.steward.lose(guest);
                    self.desk.register().lose(guest, self.desk.age());
                }
            }
            Event::Left { guest, connection } => {
                if self.is_current(guest, connection) {
                    self.release(guest);
                    self.desk.register().leave(guest);
                }
            }
            Event::Ask(question) => question(self),
            Event::Stop(words) => {
                self.steward.announce(&FromHost::Goodbye(words.clone()));
                let farewell = self.steward.take_ready();
                self.deliver(farewell);
                for connected in self.lines.values() {
                    if let Line::Network(outbox) = &connected.line {
                        outbox.close(words.clone());
                    }
                }
                self.stopping = Some(words);
            }
        }
        gauge!("wold_guests").set(self.lines.len() as f64);
    }

    fn is_current(&self, guest: GuestId, connection: u64) -> bool {
        self.lines.get(&guest).is_some_and(|line| line.connection == connection)
    }

    fn admit(&mut self, mut arrival: Arrival, line: Line, connection: u64) {
        let guest = arrival.guest;
        // The word of an older connection's end may have come between the welcome at the door and this: being lost is over, having left is not.
        if !self.desk.register().connected(guest) {
            if let Line::Network(outbox) = line {
                outbox.close("you said goodbye");
            }
            return;
        }
        let newcomer =
            Standing { human: arrival.human, operator: arrival.operator, keep: arrival.account.is_some() };
        // Whoever comes back by token is who it was; a guest may have become the owner of an account.
        let standing = self.standings.entry(guest).or_insert(newcomer);
        standing.keep |= newcomer.keep;
        standing.operator |= newcomer.operator;
        arrival.human = standing.human;
        arrival.operator = standing.operator;
        if let Some(Connected { line: Line::Network(old), .. }) =
            self.lines.insert(guest, Connected { line, connection })
        {
            old.close("you came in by another connection");
        }
        self.steward.admit(arrival);
    }

    fn release(&mut self, guest: GuestId) {
        if let Some(Connected { line: Line::Network(outbox), .. }) = self.lines.remove(&guest) {
            outbox.close("goodbye");
        }
        let keep = self.standings.remove(&guest).is_some_and(|standing| standing.keep);
        self.steward.release(guest, keep);
    }

    fn take(&mut self, guest: GuestId, up: Up) {
        if let Err(offence) = self.steward.take(guest, up) {
            counter!("wold_refused_total", "reason" => "offence").increment(1);
            tracing::info!(guest = guest.0, %offence, "guest put out");
            if let Some(Connected { line: Line::Network(outbox), .. }) = self.lines.get(&guest) {
                outbox.close(offence.to_string());
            }
        }
        let ready = self.steward.take_ready();
        self.deliver(ready);
    }

    /// Takes what guests in this process said since the last step; one that hung up has left.
    fn hear_locals(&mut self) {
        let mut said = Vec::new();
        let mut left = Vec::new();
        for (&guest, connected) in &self.lines {
            let Line::Local { up, .. } = &connected.line else { continue };
            loop {
                match up.try_recv() {
                    Ok(up) => said.push((guest, up)),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        left.push(guest);
                        break;
                    }
                }
            }
        }
        for (guest, up) in said {
            self.take(guest, up);
        }
        for guest in left {
            self.release(guest);
            self.desk.register().leave(guest);
        }
    }

    /// Lets the bodies of those go who did not come back in time.
    fn expire(&mut self) {
        let gone = self.desk.register().expire(self.desk.age());
        for guest in gone {
            self.release(guest);
        }
    }

    fn settle_durable(&mut self) {
        if let Some(tick) = self.scribe.durable() {
            self.steward.durable(tick);
            let ready = self.steward.take_ready();
            self.deliver(ready);
        }
    }

    fn tick(&mut self, late: bool) {
        let start = Instant::now();
        let mut stages = [Duration::ZERO; 4];
        let mut last = start;
        let work = self.steward.step(&mut |stage| {
            let now = Instant::now();
            stages[stage as usize] = now - last;
            last = now;
        });
        let before_delivery = Instant::now();
        self.log(&work);
        self.deliver(work.deliveries);
        stages[Stage::Delivery as usize] += before_delivery.elapsed();
        self.desk.figures.note(work.tick, start.elapsed(), stages, late);
        for deed in &work.deeds {
            counter!("wold_deeds_total", "kind" => deed.kind.label()).increment(1);
        }
        if work.tick.0.is_multiple_of(self.snapshot_ticks) {
            self.scribe.snapshot(work.tick, self.steward.save().into());
        }
    }

    /// Hands the tick to the log.
    fn log(&mut self, work: &TickWork) {
        const NOTHING: usize = 1; // An empty list of commands is one byte.
        if work.log.len() <= NOTHING && work.hash.is_none() {
            return;
        }
        let record = TickRecord { tick: work.tick, hash: work.hash, payload: work.log.clone().into() };
        self.unlogged = self.scribe.record(record).err().map(|NotTaken(record)| record);
    }

    /// Whether the world may go on. While the log takes nothing it stands still: what is not logged has not happened, and
    /// nobody is shown what might be undone. Guests still come, go and are answered meanwhile, and the host can be stopped.
    fn disk_keeps_up(&mut self) -> bool {
        if let Some(record) = self.unlogged.take() {
            self.unlogged = self.scribe.record(record).err().map(|NotTaken(record)| record);
        }
        let waits = self.unlogged.is_some() || self.steward.ticks_held() > MOST_TICKS_HELD;
        if waits && !self.waits {
            tracing::error!("the log takes no more; the world waits for the disk");
            self.steward.announce(&FromHost::Notice("The world waits for its disk.".into()));
            let ready = self.steward.take_ready();
            self.deliver(ready);
        }
        self.waits = waits;
        !waits
    }

    fn deliver(&mut self, deliveries: Vec<Delivery>) {
        for Delivery { to, out } in deliveries {
            match (self.lines.get(&to).map(|connected| &connected.line), out) {
                // A line that has ended says so by an event of its own.
                (Some(Line::Network(outbox)), Out::Frame(frame)) => drop(outbox.push(frame)),
                // A local guest that does not listen misses news, as a slow one would.
                (Some(Line::Local { down, .. }), Out::Typed(message)) => drop(down.try_send(message)),
                _ => {}
            }
        }
    }

    /// Whether the world may stand still for an operator: nobody else is in it.
    pub(super) fn is_alone(&self) -> bool {
        self.lines.keys().filter(|guest| self.standings.get(guest).is_some_and(|s| s.human)).count() <= 1
    }

    /// One step while paused.
    pub(super) fn owe_step(&mut self) {
        self.steps_owed += 1;
    }

    /// Traffic of a guest's connection.
    pub(super) fn outbox(&self, guest: GuestId) -> Option<&Outbox> {
        match &self.lines.get(&guest)?.line {
            Line::Network(outbox) => Some(outbox),
            Line::Local { .. } => None,
        }
    }
}

/// Takes everybody down at the door whom the world remembers from before the host stopped: they have lost their connection just now.
fn recall(steward: &mut Steward, desk: &Desk) -> BTreeMap<GuestId, Standing> {
    let mut register = desk.register();
    let mut standings = BTreeMap::new();
    for Remembered { guest, name, human, bearer } in steward.remembered() {
        let keep = matches!(bearer.whose, Whose::Account(_));
        match name.parse() {
            Ok(name) => {
                standings.insert(guest, Standing { human, operator: false, keep });
                register.remember(guest, name, bearer.token, keep, desk.age());
            }
            // The rules for names were looser when it came.
            Err(_) => steward.release(guest, keep),
        }
    }
    standings
}
