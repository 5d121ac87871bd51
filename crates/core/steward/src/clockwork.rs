//! The world's clockwork: when a tick is taken, what must be written down first, and who is on which line. Without thread, clock, disk or socket.
//!
//! The caller brings the time, counted from any fixed moment, and the [`Diary`] in which ticks are written down; it hands over what happens
//! ([`Event`]) and carries out what follows ([`Effect`]), in order. A tick is due every [`ClockworkConfig::step`]. The world stands still while the diary
//! takes nothing, or while too many ticks wait to be on disk: what is not written down has not happened, and nobody is shown what might be undone. Guests still
//! come, go and are answered meanwhile. Many clockworks run in one test in virtual time, with diaries that fail.

use crate::{Arrival, Delivery, Looker, Offence, Reach, Remembered, Stage, Steward, TickWork};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::time::Duration;
use wold_space::{GuestId, TICKS_PER_SECOND, Tick};
use wold_wire::{FromHost, Up};
use wold_world::bearer::Whose;
use wold_world::books::Entry;

/// How a clockwork goes.
#[derive(Clone, Copy, Debug)]
pub struct ClockworkConfig {
    /// Time from one tick to the next. Default a twentieth of a second.
    pub step: Duration,
    /// When it is this far behind it gives the lost time up instead of racing after it. Default half a second.
    pub give_up: Duration,
    /// Ticks the world runs ahead of the disk while nobody may be shown them. Default two seconds' worth.
    pub most_held: usize,
    /// Ticks between two snapshots of the world. Default a minute's worth.
    pub snapshot_ticks: u64,
}

impl Default for ClockworkConfig {
    fn default() -> Self {
        Self {
            step: Duration::from_millis(1000 / TICKS_PER_SECOND),
            give_up: Duration::from_millis(500),
            most_held: 2 * TICKS_PER_SECOND as usize,
            snapshot_ticks: 60 * TICKS_PER_SECOND,
        }
    }
}

/// One of the lines a guest has come in by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineId(pub u64);

/// A tick as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Which tick.
    pub tick: Tick,
    /// The state's hash after it, once a second.
    pub hash: Option<[u8; 32]>,
    /// Its commands.
    pub payload: Bytes,
}

/// Where ticks are written down. What it takes it writes in that order, when it can.
pub trait Diary {
    /// Takes a tick, or gives it back because it can take no more now.
    fn record(&mut self, page: Page) -> Result<(), Page>;

    /// Takes the world's state after a tick; kept once everything up to that tick is.
    fn snapshot(&mut self, tick: Tick, state: Vec<u8>);

    /// Up to which tick everything it took is on disk.
    fn durable(&self) -> Option<Tick>;
}

/// What happens to a clockwork between two ticks.
#[derive(Debug)]
pub enum Event {
    /// Somebody is let in, or comes back, by a line.
    Admit {
        /// Who.
        arrival: Box<Arrival>,
        /// By which line.
        line: LineId,
    },
    /// Somebody looks on, by a line.
    Watch {
        /// Who.
        looker: Looker,
        /// By which line.
        line: LineId,
    },
    /// Somebody says something.
    Said {
        /// Who.
        guest: GuestId,
        /// By which line; what comes by an older one is not heard.
        line: LineId,
        /// What.
        up: Up,
    },
    /// A line broke: its guest's body waits.
    Lost {
        /// Whose it was.
        guest: GuestId,
        /// Which.
        line: LineId,
    },
    /// A guest has said goodbye.
    Left {
        /// Who.
        guest: GuestId,
        /// By which line.
        line: LineId,
    },
    /// Somebody did not come back in time, or may not.
    Expired(GuestId),
    /// The host stops; everybody is told these words.
    Stop(String),
}

/// What the caller has to do.
#[derive(Debug)]
pub enum Effect {
    /// Bring this to a guest, by the line it is on.
    Deliver(Delivery),
    /// Close the line a guest is on until now, with these words.
    Close {
        /// Whose.
        guest: GuestId,
        /// Why.
        words: String,
    },
    /// Put a guest out who did what nobody may; its line then says itself that it ended.
    PutOut {
        /// Whom.
        guest: GuestId,
        /// What it did.
        offence: Offence,
    },
    /// Forget a guest's line: it broke. The guest may come back.
    Lost(GuestId),
    /// Forget a guest's line, and the guest: it is gone.
    Left(GuestId),
    /// The world begins to wait for its diary.
    Waits,
    /// A tick was taken.
    Ticked {
        /// Which.
        tick: Tick,
        /// Whether it began more than one step after it was due.
        late: bool,
        /// What was done in it.
        deeds: Vec<Entry>,
    },
}

/// What a guest is, beyond any one of its lines.
#[derive(Clone, Copy)]
struct Standing {
    human: bool,
    operator: bool,
    keep: bool,
}

impl From<&Remembered> for Standing {
    fn from(remembered: &Remembered) -> Self {
        let keep = matches!(remembered.bearer.whose, Whose::Account(_));
        Self { human: remembered.human, operator: false, keep }
    }
}

/// The world's clockwork.
pub struct Clockwork {
    config: ClockworkConfig,
    steward: Steward,
    due: Duration,
    paused: bool,
    steps_owed: u32,
    lines: BTreeMap<GuestId, LineId>,
    /// Lines of those who only look on.
    watching: BTreeMap<GuestId, LineId>,
    standings: BTreeMap<GuestId, Standing>,
    /// The last tick while the diary does not take it.
    unwritten: Option<Page>,
    waits: bool,
    stopped: bool,
    effects: Vec<Effect>,
}

impl Clockwork {
    /// A clockwork that begins now. Whom the world remembers from before ([`Steward::remembered`]) may come back until [`Event::Expired`] says otherwise.
    #[must_use]
    pub fn new(steward: Steward, config: ClockworkConfig, now: Duration) -> Self {
        let remembered = steward.remembered();
        let standings = remembered.iter().map(|one| (one.guest, Standing::from(one))).collect();
        Self {
            config,
            steward,
            due: now + config.step,
            paused: false,
            steps_owed: 0,
            lines: BTreeMap::new(),
            watching: BTreeMap::new(),
            standings,
            unwritten: None,
            waits: false,
            stopped: false,
            effects: Vec::new(),
        }
    }

    /// The steward it drives.
    #[must_use]
    pub fn steward(&self) -> &Steward {
        &self.steward
    }

    /// The same, to give it orders.
    pub fn steward_mut(&mut self) -> &mut Steward {
        &mut self.steward
    }

    /// When the next tick is due.
    #[must_use]
    pub fn due(&self) -> Duration {
        self.due
    }

    /// Whether it was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How many guests are on a line.
    #[must_use]
    pub fn guests(&self) -> usize {
        self.lines.len()
    }

    /// How many only look on.
    #[must_use]
    pub fn watchers(&self) -> usize {
        self.watching.len()
    }

    /// Whether the world stands still because an operator wants it so.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Lets the world stand still, or go on.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// One tick while paused.
    pub fn owe_step(&mut self) {
        self.steps_owed += 1;
    }

    /// Whether the world may stand still for an operator: nobody else is in it.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.lines.keys().filter(|guest| self.standings.get(guest).is_some_and(|s| s.human)).count() <= 1
    }

    /// The world's state as it may be kept when all is over. A tick the diary never took was shown to nobody: it has not happened, and nothing may
    /// be kept that knows of it.
    #[must_use]
    pub fn last_state(&self) -> Option<(Tick, Vec<u8>)> {
        self.unwritten.is_none().then(|| (self.steward.realm().now(), self.steward.save()))
    }

    /// Takes an event up at once.
    #[must_use]
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Admit { arrival, line } => self.admit(*arrival, line),
            Event::Watch { looker, line } => {
                self.watching.insert(looker.guest, line);
                self.steward.watch(looker);
            }
            Event::Said { guest, line, up } if self.is_current(guest, line) => self.take(guest, up),
            Event::Lost { guest, .. } | Event::Left { guest, .. }
                if self.watching.remove(&guest).is_some() =>
            {
                self.steward.unwatch(guest);
                self.effects.push(Effect::Left(guest));
            }
            Event::Lost { guest, line } if self.is_current(guest, line) => {
                self.lines.remove(&guest);
                self.steward.lose(guest);
                self.effects.push(Effect::Lost(guest));
            }
            Event::Left { guest, line } if self.is_current(guest, line) => self.release(guest),
            // Words from a line that is no longer the guest's.
            Event::Said { .. } | Event::Lost { .. } | Event::Left { .. } => {}
            Event::Expired(guest) => self.release(guest),
            Event::Stop(words) => {
                self.steward.announce(&FromHost::Goodbye(words.clone()));
                self.deliver_ready();
                let close = |guest: &GuestId| Effect::Close { guest: *guest, words: words.clone() };
                self.effects.extend(self.lines.keys().chain(self.watching.keys()).map(close));
                self.stopped = true;
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// Time has come to `now`: what is on disk by now goes out, and the tick that is due is taken. `lap` is called as each stage of it ends.
    #[must_use]
    pub fn step(&mut self, now: Duration, diary: &mut dyn Diary, lap: &mut dyn FnMut(Stage)) -> Vec<Effect> {
        if let Some(tick) = diary.durable() {
            self.steward.durable(tick);
            self.deliver_ready();
        }
        if now >= self.due && !self.stopped {
            let behind = now - self.due;
            if self.diary_keeps_up(diary) && (!self.paused || self.steps_owed > 0) {
                self.steps_owed = self.steps_owed.saturating_sub(1);
                self.tick(diary, behind > self.config.step, lap);
            }
            self.due = if behind > self.config.give_up { now } else { self.due } + self.config.step;
        }
        std::mem::take(&mut self.effects)
    }

    fn is_current(&self, guest: GuestId, line: LineId) -> bool {
        self.lines.get(&guest).or_else(|| self.watching.get(&guest)) == Some(&line)
    }

    fn admit(&mut self, mut arrival: Arrival, line: LineId) {
        let guest = arrival.guest;
        // The host's own come back to their bodies by name.
        let keep = arrival.account.is_some() || matches!(arrival.reach, Reach::Local);
        let newcomer = Standing { human: arrival.human, operator: arrival.operator, keep };
        // Whoever comes back by token is who it was; a guest may have become the owner of an account.
        let standing = self.standings.entry(guest).or_insert(newcomer);
        standing.keep |= newcomer.keep;
        standing.operator |= newcomer.operator;
        arrival.human = standing.human;
        arrival.operator = standing.operator;
        if self.lines.insert(guest, line).is_some() {
            let words = "you came in by another connection".to_owned();
            self.effects.push(Effect::Close { guest, words });
        }
        self.steward.admit(arrival);
    }

    fn release(&mut self, guest: GuestId) {
        if self.lines.remove(&guest).is_some() {
            self.effects.push(Effect::Close { guest, words: "goodbye".to_owned() });
        }
        let keep = self.standings.remove(&guest).is_some_and(|standing| standing.keep);
        self.steward.release(guest, keep);
        self.effects.push(Effect::Left(guest));
    }

    fn take(&mut self, guest: GuestId, up: Up) {
        if let Err(offence) = self.steward.take(guest, up) {
            self.effects.push(Effect::PutOut { guest, offence });
        }
        self.deliver_ready();
    }

    fn deliver_ready(&mut self) {
        self.effects.extend(self.steward.take_ready().into_iter().map(Effect::Deliver));
    }

    fn tick(&mut self, diary: &mut dyn Diary, late: bool, lap: &mut dyn FnMut(Stage)) {
        const NOTHING: usize = 1; // An empty list of commands is one byte.
        let TickWork { tick, log, hash, deliveries, deeds } = self.steward.step(lap);
        if log.len() > NOTHING || hash.is_some() {
            self.unwritten = diary.record(Page { tick, hash, payload: log.into() }).err();
        }
        self.effects.extend(deliveries.into_iter().map(Effect::Deliver));
        self.effects.push(Effect::Ticked { tick, late, deeds });
        if tick.0.is_multiple_of(self.config.snapshot_ticks) {
            diary.snapshot(tick, self.steward.save());
        }
    }

    /// Whether the world may go on.
    fn diary_keeps_up(&mut self, diary: &mut dyn Diary) -> bool {
        if let Some(page) = self.unwritten.take() {
            self.unwritten = diary.record(page).err();
        }
        let waits = self.unwritten.is_some() || self.steward.ticks_held() > self.config.most_held;
        if waits && !self.waits {
            self.effects.push(Effect::Waits);
            self.steward.announce(&FromHost::Notice("The world waits for its disk.".into()));
            self.deliver_ready();
        }
        self.waits = waits;
        !waits
    }
}

#[cfg(test)]
#[path = "clockwork_tests.rs"]
mod tests;
