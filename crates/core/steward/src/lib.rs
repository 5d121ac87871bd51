//! The host without sockets, clock or disk: it turns what guests say into commands, steps the world, and tells each guest what it may know.
//!
//! Everything comes in as typed messages ([`Up`]) and goes out as typed messages or frames ([`Out`]); the caller brings
//! the time by calling [`Steward::step`] twenty times a second and the disk by calling [`Steward::durable`]: a tick in which something
//! was done that people would miss is told to nobody before it is on disk. Whole-world tests run it against
//! guests on a simulated network; the host runs it against real ones. [`clockwork`] is the same with its time and its log: when a tick is
//! due, and what waits for the disk.

pub mod clockwork;
mod deliver;
mod labels;
mod land_mail;
mod meter;
mod session;
mod shelf;
mod steps;
mod watcher;

pub use deliver::{Delivery, Out};
pub use meter::Toll;
pub use session::{Offence, Reach, SessionInfo};
pub use shelf::{Shelf, Stock};
pub use watcher::{Looker, WatcherInfo};

use deliver::Held;
use land_mail::LandRound;
use rayon::prelude::*;
use session::{Proclaimed, Session};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use watcher::{Round, Watcher};
use wold_space::{EntityId, GuestId, TICKS_PER_SECOND, Tick};
use wold_wire::snapshot::SenderConfig;
use wold_wire::{FromHost, Intent, Steering, Up};
use wold_world::bearer::{Bearer, TokenHash, Whose};
use wold_world::books::Entry;
use wold_world::herald::Herald;
use wold_world::parts::Person;
use wold_world::replication::{Interest, PerceptionConfig, Replicator, Watch};
use wold_world::{Act, Arriving, Command, Decree, Realm, encode_commands};

/// How a steward treats its guests.
#[derive(Clone, Copy, Debug)]
pub struct StewardConfig {
    /// Farthest view in rings of chunks. Default 8.
    pub view_limit: u8,
    /// Bytes of land a guest is sent in one tick. Default 24 KiB.
    pub land_bytes: usize,
    /// Deeds a guest may attempt in a second. Default 20.
    pub deeds_per_second: u32,
    /// How snapshots are packed.
    pub sender: SenderConfig,
    /// How far characters perceive.
    pub perception: PerceptionConfig,
}

impl Default for StewardConfig {
    fn default() -> Self {
        Self {
            view_limit: 8,
            land_bytes: 24 * 1024,
            deeds_per_second: 20,
            sender: SenderConfig::default(),
            perception: PerceptionConfig::default(),
        }
    }
}

/// Somebody to let in.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its number.
    pub guest: GuestId,
    /// Its name.
    pub name: String,
    /// Whether a human.
    pub human: bool,
    /// Whether it may operate the host.
    pub operator: bool,
    /// With this it may come back.
    pub token: [u8; 16],
    /// How far it wants to see, in rings of chunks.
    pub view: u8,
    /// The key of its account, if it has one; its body then waits for its return after it leaves.
    pub account: Option<String>,
    /// How it is reached.
    pub reach: Reach,
}

/// Somebody from outside whose body stood in the world when the host stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Its number.
    pub guest: GuestId,
    /// Its name.
    pub name: String,
    /// Whether a human.
    pub human: bool,
    /// For whom the body is, and by what proof.
    pub bearer: Bearer,
}

/// Parts of a tick's work, for those who measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Stage {
    Commands,
    World,
    Replication,
    Delivery,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 4] = [Self::Commands, Self::World, Self::Replication, Self::Delivery];

    /// Its name in metrics.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::World => "world",
            Self::Replication => "replication",
            Self::Delivery => "delivery",
        }
    }
}

/// What a tick produced for the caller.
#[derive(Debug, Default)]
pub struct TickWork {
    /// Which tick.
    pub tick: Tick,
    /// Its commands as the log keeps them.
    pub log: Vec<u8>,
    /// The state's hash, once a second.
    pub hash: Option<[u8; 32]>,
    /// What goes to whom now.
    pub deliveries: Vec<Delivery>,
    /// What was done.
    pub deeds: Vec<Entry>,
}

/// Who decrees; no guest has this number.
const HOST: GuestId = GuestId(0);
/// Commands the inspector can look back on.
const REMEMBERED_COMMANDS: usize = 8192;
/// Ticks between two words about the time.
const CLOCK_TICKS: u64 = 5 * TICKS_PER_SECOND;

/// The host's logic.
pub struct Steward {
    config: StewardConfig,
    realm: Realm,
    replicator: Replicator,
    herald: Herald,
    /// By what rules guards go in this world, for whoever comes in.
    law: FromHost,
    /// What everybody is told of its crafts, and of what can be let fly.
    crafts: FromHost,
    shots: FromHost,
    shelf: Arc<dyn Shelf>,
    sessions: BTreeMap<GuestId, Session>,
    /// Those who only look on.
    watchers: BTreeMap<GuestId, Watcher>,
    orders: Vec<Command>,
    recent: VecDeque<(Tick, Command)>,
    ready: Vec<Delivery>,
    held: Held,
}

impl Steward {
    /// A steward for a world. Guests from outside whom the world remembers from before the host stopped stand still until they come
    /// back or the caller [`Steward::release`]s them; the host's own are away until they come again by their names.
    #[must_use]
    pub fn new(mut realm: Realm, shelf: Arc<dyn Shelf>, config: StewardConfig) -> Self {
        let replicator = Replicator::new(&mut realm, config.perception);
        let herald = Herald::new(&realm);
        let crafts = FromHost::Crafts { crafts: realm.config().trade.crafts.clone() };
        let shots = FromHost::Shots { shots: realm.config().shots.told() };
        let guards = realm.config().environment.rules.rules().unwrap_or_default().law.guards;
        let banish_days = u16::try_from(realm.config().justice.banish_days).unwrap_or(u16::MAX);
        let orders = realm
            .guests()
            .0
            .iter()
            .map(|(&guest, &body)| {
                let act = match realm.part::<Bearer>(body) {
                    Some(_) => Act::Intent(Intent::Move(Steering::default())),
                    None => Act::Leave { keep: true },
                };
                Command { guest, number: 0, act }
            })
            .collect();
        Self {
            config,
            realm,
            replicator,
            herald,
            law: FromHost::Law { guards, banish_days },
            crafts,
            shots,
            shelf,
            sessions: BTreeMap::new(),
            watchers: BTreeMap::new(),
            orders,
            recent: VecDeque::new(),
            ready: Vec::new(),
            held: Held::default(),
        }
    }

    /// Everybody from outside whom the world remembers, by number.
    #[must_use]
    pub fn remembered(&self) -> Vec<Remembered> {
        let remember = |(&guest, &body): (&GuestId, &EntityId)| {
            let (person, bearer) = (self.realm.part::<Person>(body)?, self.realm.part::<Bearer>(body)?);
            let (name, human, bearer) = (person.name.clone(), person.human, bearer.clone());
            Some(Remembered { guest, name, human, bearer })
        };
        self.realm.guests().0.iter().filter_map(remember).collect()
    }

    /// How many ticks wait for the disk before anybody may hear of them.
    #[must_use]
    pub fn ticks_held(&self) -> usize {
        self.held.len()
    }

    /// The world.
    #[must_use]
    pub fn realm(&self) -> &Realm {
        &self.realm
    }

    /// What is visible in it.
    #[must_use]
    pub fn replicator(&self) -> &Replicator {
        &self.replicator
    }

    /// Who is connected.
    pub fn sessions(&self) -> impl Iterator<Item = SessionInfo> + '_ {
        self.sessions.values().map(Session::info)
    }

    /// Who only looks on.
    pub fn watchers(&self) -> impl Iterator<Item = WatcherInfo> + '_ {
        self.watchers.values().map(Watcher::info)
    }

    /// What the character of a guest takes note of within some metres, and why of nothing else; by its body.
    #[must_use]
    pub fn interest(&self, body: EntityId, within: f64) -> Option<Interest> {
        let watch = self.sessions.values().filter_map(Session::watch).find(|watch| watch.body() == body)?;
        watch.interest(&self.replicator, &self.realm, within)
    }

    /// The last commands about an entity, newest first.
    pub fn commands_of(&self, id: EntityId) -> impl Iterator<Item = &(Tick, Command)> {
        let guest = self.realm.guests().0.iter().find(|(_, body)| **body == id).map(|(guest, _)| *guest);
        self.recent.iter().rev().filter(move |(_, command)| Some(command.guest) == guest)
    }

    /// Lets somebody in; its body appears with the next step.
    pub fn admit(&mut self, arrival: Arrival) {
        let look = look_of(&arrival.name);
        let (name, human) = (arrival.name.clone(), arrival.human);
        let act = match arrival.reach {
            Reach::Local => Act::Enter { name, human, look },
            Reach::Wire => {
                let whose = match &arrival.account {
                    Some(key) => Whose::Account(key.clone()),
                    None => Whose::Guest(arrival.guest),
                };
                Act::Arrive(Arriving { name, human, look, whose, token: TokenHash::of(&arrival.token) })
            }
        };
        self.orders.push(Command { guest: arrival.guest, number: 0, act });
        self.sessions.insert(arrival.guest, Session::new(arrival, &self.config));
    }

    /// Lets somebody look on; it is welcomed with the next step.
    pub fn watch(&mut self, looker: Looker) {
        self.watchers.insert(looker.guest, Watcher::new(looker, &self.realm, &self.config));
    }

    /// Somebody looks on no longer.
    pub fn unwatch(&mut self, guest: GuestId) {
        self.watchers.remove(&guest);
    }

    /// Takes what a guest says. An offence means the caller should close its connection.
    pub fn take(&mut self, guest: GuestId, up: Up) -> Result<(), Offence> {
        let now = self.realm.now();
        if let Some(watcher) = self.watchers.get_mut(&guest) {
            return watcher.take(now, up, &self.config, &mut self.ready);
        }
        let Some(session) = self.sessions.get_mut(&guest) else { return Ok(()) };
        session.take(now, up, &self.config, &mut self.ready)
    }

    /// A guest's connection broke: its body stands still and waits.
    pub fn lose(&mut self, guest: GuestId) {
        if self.sessions.remove(&guest).is_some() {
            let act = Act::Intent(Intent::Move(Steering::default()));
            self.orders.push(Command { guest, number: 0, act });
        }
    }

    /// A guest is gone for good.
    pub fn release(&mut self, guest: GuestId, keep: bool) {
        self.sessions.remove(&guest);
        self.orders.push(Command { guest, number: 0, act: Act::Leave { keep } });
    }

    /// An operator's word, done with the next step.
    pub fn decree(&mut self, decree: Decree) {
        self.orders.push(Command { guest: HOST, number: 0, act: Act::Decree(decree) });
    }

    /// Says something to everybody.
    pub fn announce(&mut self, message: &FromHost) {
        for session in self.sessions.values() {
            self.ready.push(session.deliver(message.clone()));
        }
        self.ready.extend(self.watchers.values().map(|watcher| watcher.deliver(message)));
    }

    /// Sends a message to one guest, if it is here.
    pub fn tell(&mut self, guest: GuestId, message: FromHost) {
        if let Some(session) = self.sessions.get(&guest) {
            self.ready.push(session.deliver(message));
        }
    }

    /// Everything up to `tick` is on disk: what waited for it goes out.
    pub fn durable(&mut self, tick: Tick) {
        let released = self.held.durable(tick);
        self.ready.extend(released);
    }

    /// Messages that do not wait for the next tick: answers to pings, ticks that became durable.
    pub fn take_ready(&mut self) -> Vec<Delivery> {
        std::mem::take(&mut self.ready)
    }

    /// Whole state of the world.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.realm.save()
    }

    /// One tick. `lap` is called as each stage ends.
    pub fn step(&mut self, lap: &mut dyn FnMut(Stage)) -> TickWork {
        let commands = self.collect();
        let mut matters = commands.iter().any(|command| !matches!(command.act, Act::Intent(_)));
        let log = encode_commands(&commands);
        self.remember(&commands);
        lap(Stage::Commands);

        let report = self.realm.step(commands);
        lap(Stage::World);

        self.replicator.observe(&mut self.realm);
        self.herald.observe(&mut self.realm);
        let mut deliveries = std::mem::take(&mut self.ready);
        self.greet(&mut deliveries);
        let clock = report.tick.0.is_multiple_of(CLOCK_TICKS).then(|| self.clock());
        let (realm, replicator, herald) = (&self.realm, &self.replicator, &self.herald);
        let mut proclaimed = Proclaimed::new();
        let turns = self.sessions.values().filter_map(|session| session.turn(herald, realm));
        for turn in turns.chain(self.watchers.values().filter_map(|watcher| watcher.turn(herald))) {
            proclaimed.entry(turn).or_insert_with(|| {
                let letters = herald.letters(turn.0, turn.1).into_iter();
                letters.map(|letter| FromHost::Told { letter }).collect()
            });
        }
        let land = LandRound {
            realm,
            shelf: self.shelf.as_ref(),
            changed: &report.changed_chunks,
            doors: &report.moved_doors,
            budget: self.config.land_bytes,
        };
        let mut mail: BTreeMap<GuestId, Vec<_>> = BTreeMap::new();
        for letter in report.mail {
            matters |= letter.after_durable;
            mail.entry(letter.to).or_default().push(letter);
        }
        let mut sessions: Vec<_> = self.sessions.iter_mut().collect();
        let news: Vec<Vec<Delivery>> = sessions
            .par_iter_mut()
            .with_min_len(8)
            .map(|(guest, session)| {
                let mut out = Vec::new();
                for letter in mail.get(*guest).map_or(&[][..], |letters| letters) {
                    out.push(session.deliver(letter.message.clone()));
                }
                if let Some(clock) = &clock {
                    out.push(session.deliver(clock.clone()));
                }
                session.perceive(report.tick, realm, replicator, herald, &mut out);
                session.proclaim(herald, realm, &proclaimed, &mut out);
                session.feel(report.tick, realm, &mut out);
                session.send_land(&land, &mut out);
                out
            })
            .collect();
        let greeting = [self.clock(), self.shots.clone()];
        let round = Round {
            tick: report.tick,
            realm,
            replicator,
            herald,
            proclaimed: &proclaimed,
            land: &land,
            aloud: &report.aloud,
            greeting: &greeting,
            clock: clock.as_ref(),
        };
        let mut watchers: Vec<_> = self.watchers.values_mut().collect();
        let shown: Vec<Vec<Delivery>> = watchers
            .par_iter_mut()
            .map(|watcher| {
                let mut out = Vec::new();
                watcher.tell(&round, &mut out);
                out
            })
            .collect();
        lap(Stage::Replication);
        deliveries.extend(news.into_iter().chain(shown).flatten());
        let deliveries = self.held.push(report.tick, matters, deliveries);
        lap(Stage::Delivery);
        TickWork { tick: report.tick, log, hash: report.hash, deliveries, deeds: report.deeds }
    }

    /// This tick's commands: the host's own first, then each guest's steering and deeds, by guest.
    fn collect(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.orders);
        commands.sort_by_key(|command| command.guest);
        for (&guest, session) in &mut self.sessions {
            session.collect(guest, &mut commands);
        }
        commands
    }

    fn remember(&mut self, commands: &[Command]) {
        let tick = self.realm.now().next();
        self.recent.extend(commands.iter().map(|command| (tick, command.clone())));
        let surplus = self.recent.len().saturating_sub(REMEMBERED_COMMANDS);
        self.recent.drain(..surplus);
    }

    /// Welcomes those whose body has just appeared.
    fn greet(&mut self, out: &mut Vec<Delivery>) {
        let clock = self.clock();
        for (&guest, session) in &mut self.sessions {
            if session.is_waiting()
                && let Some(body) = self.realm.body_of(guest)
            {
                session.welcome(Watch::new(body), &self.realm, out);
                out.push(session.deliver(clock.clone()));
                out.push(session.deliver(self.law.clone()));
                out.push(session.deliver(self.crafts.clone()));
                out.push(session.deliver(self.shots.clone()));
            }
        }
    }

    fn clock(&self) -> FromHost {
        let day = (self.realm.time_of_day() * 65_536.0) as u16;
        FromHost::Clock { tick: self.realm.now(), day, days: self.realm.day_number(), paused: false }
    }
}

/// Clothes and hair of whoever is called so: the same each time they come. Sixteen bits are enough, and cost half on the wire.
fn look_of(name: &str) -> u32 {
    let mixed =
        name.bytes().fold(0x811c_9dc5_u32, |mixed, byte| (mixed ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    mixed.wrapping_mul(0x9e37_79b9) >> 16
}

#[cfg(test)]
mod tests;
