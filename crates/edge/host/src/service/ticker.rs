//! The world's thread: it sleeps until a tick is due, takes what comes meanwhile, and carries out what the [`Clockwork`] says.

use super::reception::Desk;
use crate::scribe::{NotTaken, Scribe, Unwritten};
use crate::store::TickRecord;
use crate::transport::Outbox;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, select};
use metrics::{counter, gauge, histogram};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wold_inspect::report::{LineReport, Report};
use wold_inspect::{Inspected, ToWorld, answer, ways};
use wold_space::{DVec2, GuestId, TICKS_PER_SECOND, Tick};
use wold_steward::clockwork::{self, Clockwork, ClockworkConfig, Diary, Effect, LineId, Page};
use wold_steward::{Arrival, Delivery, Looker, Out, Remembered, Stage, Steward};
use wold_wire::{Down, FromHost, Up};
use wold_world::bearer::Whose;

/// How a guest is connected.
pub(super) enum Line {
    Network(Outbox),
    Local { up: Receiver<Up>, down: Sender<Down> },
}

/// Every guest of this process has one line for as long as it is in.
pub(super) const LOCAL: LineId = LineId(u64::MAX);

/// Where an answer goes; whoever asked may have gone away.
pub(super) type Reply<T> = tokio::sync::oneshot::Sender<T>;

/// All that reaches the world's thread: there is no other way to it.
pub(super) enum Event {
    Admit {
        arrival: Box<Arrival>,
        line: Line,
        id: LineId,
    },
    Watch {
        looker: Looker,
        line: Line,
        id: LineId,
    },
    Happens(clockwork::Event),
    /// An operator asks, or wants something done.
    Ask {
        question: ToWorld,
        reply: Reply<Report>,
    },
    /// An operator wants the ground about a place drawn.
    Survey {
        middle: DVec2,
        reply: Reply<ways::Survey>,
    },
    /// A page of the program has words for somebody.
    Tell {
        guest: GuestId,
        words: String,
    },
}

/// The world and its connections.
pub(super) struct Ticker {
    clockwork: Clockwork,
    scribe: Scribe,
    inbox: Receiver<Event>,
    /// Comes when more of the log is on disk.
    bell: Receiver<()>,
    desk: Arc<Desk>,
    lines: BTreeMap<GuestId, Line>,
}

impl Ticker {
    pub(super) fn new(
        steward: Steward,
        scribe: Scribe,
        inbox: Receiver<Event>,
        desk: Arc<Desk>,
        snapshot_seconds: u32,
    ) -> Self {
        let snapshot_ticks = u64::from(snapshot_seconds.max(1)) * TICKS_PER_SECOND;
        let config = ClockworkConfig { snapshot_ticks, ..ClockworkConfig::default() };
        let mut clockwork = Clockwork::new(steward, config, desk.age());
        recall(&mut clockwork, &desk);
        let bell = scribe.bell();
        Self { clockwork, scribe, inbox, bell, desk, lines: BTreeMap::new() }
    }

    /// Runs until told to stop.
    pub(super) fn run(mut self) -> Self {
        while !self.clockwork.is_stopped() {
            self.wait_until(self.desk.birth + self.clockwork.due());
            self.hear_locals();
            self.expire();
            self.step();
        }
        self
    }

    /// Writes what is left. Called after the thread has ended.
    pub(super) fn finish(self) -> Result<(), Unwritten> {
        if let Some((tick, state)) = self.clockwork.last_state() {
            self.scribe.snapshot(tick, state.into());
        }
        self.scribe.stop()
    }

    /// Handles events until it is time for the next step.
    fn wait_until(&mut self, due: Instant) {
        loop {
            let heard = select! {
                recv(self.inbox) -> event => event.map_err(|_| RecvTimeoutError::Disconnected),
                recv(self.bell) -> _ => {
                    // What waited for the disk goes out at once, not with the next tick; a tick that is due begins with hearing everybody.
                    if Instant::now() >= due {
                        return;
                    }
                    self.step();
                    continue;
                }
                default(due.saturating_duration_since(Instant::now())) => Err(RecvTimeoutError::Timeout),
            };
            match heard {
                Ok(Event::Admit { arrival, line, id }) => self.admit(arrival, line, id),
                Ok(Event::Watch { looker, line, id }) => {
                    let guest = looker.guest;
                    self.happens(clockwork::Event::Watch { looker, line: id });
                    self.lines.insert(guest, line);
                }
                Ok(Event::Happens(event)) => self.happens(event),
                Ok(Event::Ask { question, reply }) => drop(reply.send(self.answer(question))),
                Ok(Event::Survey { middle, reply }) => {
                    drop(reply.send(ways::survey(self.clockwork.steward(), middle)));
                }
                Ok(Event::Tell { guest, words }) => {
                    self.clockwork.steward_mut().tell(guest, FromHost::Notice(words));
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    self.happens(clockwork::Event::Stop("the host stops".into()));
                }
            }
            gauge!("wold_guests").set(self.clockwork.guests() as f64);
            gauge!("wold_watchers").set(self.clockwork.watchers() as f64);
            if self.clockwork.is_stopped() {
                return;
            }
        }
    }

    fn happens(&mut self, event: clockwork::Event) {
        let effects = self.clockwork.handle(event);
        self.carry_out(effects);
    }

    fn admit(&mut self, arrival: Box<Arrival>, line: Line, id: LineId) {
        let guest = arrival.guest;
        // The word of an older connection's end may have come between the welcome at the door and this: being lost is over, having left is not.
        if !self.desk.register().connected(guest) {
            if let Line::Network(outbox) = line {
                outbox.close("you said goodbye");
            }
            return;
        }
        // Closes the line it had before, if any.
        self.happens(clockwork::Event::Admit { arrival, line: id });
        self.lines.insert(guest, line);
    }

    /// Takes what guests in this process said since the last step; one that hung up has left.
    fn hear_locals(&mut self) {
        let mut heard = Vec::new();
        for (&guest, line) in &self.lines {
            let Line::Local { up, .. } = line else { continue };
            loop {
                match up.try_recv() {
                    Ok(up) => heard.push(clockwork::Event::Said { guest, line: LOCAL, up }),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        heard.push(clockwork::Event::Left { guest, line: LOCAL });
                        break;
                    }
                }
            }
        }
        heard.into_iter().for_each(|event| self.happens(event));
    }

    /// Lets the bodies of those go who did not come back in time.
    fn expire(&mut self) {
        let gone = self.desk.register().expire(self.desk.age());
        gone.into_iter().for_each(|guest| self.happens(clockwork::Event::Expired(guest)));
    }

    /// Takes the tick that is due.
    fn step(&mut self) {
        let start = Instant::now();
        let mut stages = [Duration::ZERO; 4];
        let mut last = start;
        let effects = self.clockwork.step(self.desk.age(), &mut self.scribe, &mut |stage| {
            let now = Instant::now();
            stages[stage as usize] = now - last;
            last = now;
        });
        let ticked = effects.iter().rev().find_map(|effect| match effect {
            Effect::Ticked { tick, late, .. } => Some((*tick, *late)),
            _ => None,
        });
        self.carry_out(effects);
        if let Some((tick, late)) = ticked {
            // Writing it down and bringing it to everybody is part of the delivery.
            stages[Stage::Delivery as usize] += last.elapsed();
            let total = start.elapsed();
            count_tick(tick, total, &stages, late);
            self.desk.figures.note(tick, total, stages, late);
            if tick.0.is_multiple_of(TICKS_PER_SECOND) {
                let residents = self.clockwork.steward().realm().residents();
                *self.desk.residents.lock().expect("no holder of the residents panics") = residents;
            }
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Deliver(delivery) => self.deliver(delivery),
                Effect::Close { guest, words } => self.close(guest, words),
                Effect::PutOut { guest, offence } => {
                    counter!("wold_refused_total", "reason" => "offence").increment(1);
                    tracing::info!(guest = guest.0, %offence, "guest put out");
                    self.close(guest, offence.to_string());
                }
                Effect::Lost(guest) => {
                    self.lines.remove(&guest);
                    self.desk.register().lose(guest, self.desk.age());
                }
                Effect::Left(guest) => {
                    self.lines.remove(&guest);
                    self.desk.register().leave(guest);
                }
                Effect::Waits => tracing::error!("the log takes no more; the world waits for the disk"),
                Effect::Ticked { deeds, .. } => {
                    for deed in &deeds {
                        counter!("wold_deeds_total", "kind" => deed.kind.label()).increment(1);
                    }
                }
            }
        }
    }

    fn deliver(&self, Delivery { to, out }: Delivery) {
        match (self.lines.get(&to), out) {
            // A line that has ended says so by an event of its own.
            (Some(Line::Network(outbox)), Out::Frame(frame)) => drop(outbox.push(frame)),
            // A local guest that does not listen misses news, as a slow one would.
            (Some(Line::Local { down, .. }), Out::Typed(message)) => drop(down.try_send(message)),
            _ => {}
        }
    }

    fn close(&self, guest: GuestId, words: String) {
        if let Some(Line::Network(outbox)) = self.lines.get(&guest) {
            outbox.close(words);
        }
    }

    fn answer(&mut self, question: ToWorld) -> Report {
        let lines = &self.lines;
        let line = |guest: GuestId| match lines.get(&guest)? {
            Line::Network(outbox) => Some(line_report(outbox)),
            Line::Local { .. } => None,
        };
        let gallery = &self.desk.gallery;
        answer(&mut Inspected { clockwork: &mut self.clockwork, gallery, line: &line }, question)
    }
}

fn line_report(outbox: &Outbox) -> LineReport {
    let traffic = outbox.traffic();
    LineReport {
        address: outbox.peer().to_string(),
        transport: outbox.carrier().label().to_owned(),
        bytes_in: traffic.bytes_in,
        bytes_out: traffic.bytes_out,
        dropped: traffic.dropped,
    }
}

/// Tells `/metrics` of a tick.
fn count_tick(tick: Tick, total: Duration, stages: &[Duration; 4], late: bool) {
    histogram!("wold_tick_seconds", "stage" => "all").record(total.as_secs_f64());
    for (stage, time) in Stage::ALL.iter().zip(stages) {
        histogram!("wold_tick_seconds", "stage" => stage.label()).record(time.as_secs_f64());
    }
    counter!("wold_ticks_total").increment(1);
    counter!("wold_ticks_late_total").increment(u64::from(late));
    gauge!("wold_tick").set(tick.0 as f64);
}

/// The clockwork's diary is the log.
impl Diary for Scribe {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        let Page { tick, hash, payload } = page;
        Self::record(self, TickRecord { tick, hash, payload })
            .map_err(|NotTaken(TickRecord { tick, hash, payload })| Page { tick, hash, payload })
    }

    fn snapshot(&mut self, tick: Tick, state: Vec<u8>) {
        Self::snapshot(self, tick, state.into());
    }

    fn durable(&self) -> Option<Tick> {
        Self::durable(self)
    }
}

/// Takes everybody down at the door whom the world remembers from before the host stopped: they have lost their connection just now.
fn recall(clockwork: &mut Clockwork, desk: &Desk) {
    for Remembered { guest, name, bearer, .. } in clockwork.steward().remembered() {
        let account = matches!(bearer.whose, Whose::Account(_));
        match name.parse() {
            Ok(name) => desk.register().remember(guest, name, bearer.token, account, desk.age()),
            // The rules for names were looser when it came; nobody is on a line yet who would have to be told.
            Err(_) => drop(clockwork.handle(clockwork::Event::Expired(guest))),
        }
    }
}
