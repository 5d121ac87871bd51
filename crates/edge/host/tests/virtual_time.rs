//! The host's logic, its store and several worlds in virtual time, with faults: no thread, no clock, no socket.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;
use wold_guest::{Guest, GuestConfig};
use wold_host::store::{MemoryStore, Store, TickRecord, WorldMeta};
use wold_lore::land::ThingKind;
use wold_space::{GuestId, Tick};
use wold_stage::village;
use wold_stage::village::APPLE_AT;
use wold_steward::clockwork::{Clockwork, ClockworkConfig, Diary, Effect, Event, LineId, Page};
use wold_steward::{Arrival, Out, Reach, Steward, StewardConfig, Stock};
use wold_wire::state::metres_to_steps;
use wold_wire::{Intent, Outcome};
use wold_world::{Decree, Realm, decode_commands};

const ADA: GuestId = GuestId(1);
const LINE: LineId = LineId(1);

/// A log in a store, written every so many steps, on a disk that may fail.
struct Log {
    store: MemoryStore,
    queue: VecDeque<TickRecord>,
    /// Records it takes before it must write some.
    room: usize,
    every: u32,
    steps: u32,
    broken: bool,
}

impl Log {
    fn new(every: u32) -> Self {
        let meta = WorldMeta { seed: 1, version: 1, created: 0 };
        let store = MemoryStore::new(meta);
        Self { store, queue: VecDeque::new(), room: 8, every, steps: 0, broken: false }
    }

    /// A step's time passes for the disk.
    fn work(&mut self) {
        self.steps += 1;
        if !self.broken && self.steps.is_multiple_of(self.every) {
            let batch: Vec<TickRecord> = self.queue.drain(..).collect();
            self.store.append(&batch).expect("ticks rise");
        }
    }

    fn pages(&self) -> Vec<TickRecord> {
        let mut pages = Vec::new();
        let kept = self.store.scan(Tick(0), &mut |record| {
            pages.push(record);
            ControlFlow::Continue(())
        });
        kept.expect("memory can be read");
        pages
    }
}

impl Diary for Log {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        if self.queue.len() >= self.room {
            return Err(page);
        }
        let Page { tick, hash, payload } = page;
        self.queue.push_back(TickRecord { tick, hash, payload });
        Ok(())
    }

    fn snapshot(&mut self, tick: Tick, state: Vec<u8>) {
        self.store.put_snapshot(tick, &state, 4).expect("memory has room");
    }

    fn durable(&self) -> Option<Tick> {
        self.store.last_tick().expect("memory can be read")
    }
}

/// A village with its log, and Ada in it.
struct Host {
    clockwork: Clockwork,
    log: Log,
    now: Duration,
    ada: Guest,
    waits: usize,
}

impl Host {
    fn new(log: Log) -> Self {
        let origin = village(1);
        let shelf = Stock::new(origin.source.clone());
        let steward = Steward::new(Realm::new(origin), shelf, StewardConfig::default());
        let clockwork = Clockwork::new(steward, ClockworkConfig::default(), Duration::ZERO);
        let ada = Guest::admitted(GuestConfig { view: 2, ..GuestConfig::default() });
        let mut host = Self { clockwork, log, now: Duration::ZERO, ada, waits: 0 };
        let arrival = Arrival {
            guest: ADA,
            name: "Ada".into(),
            human: true,
            operator: false,
            token: [1; 16],
            view: 2,
            account: None,
            reach: Reach::Local,
        };
        host.happens(Event::Admit { arrival: Box::new(arrival), line: LINE });
        host.steps(20);
        let who = host.clockwork.steward().realm().body_of(ADA).expect("she came in");
        let to = [metres_to_steps(APPLE_AT.x), metres_to_steps(APPLE_AT.y + 0.8)];
        host.clockwork.steward_mut().decree(Decree::Move { who, to });
        host.steps(40);
        host
    }

    fn happens(&mut self, event: Event) {
        let effects = self.clockwork.handle(event);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Deliver(delivery) => match delivery.out {
                    Out::Typed(down) => self.ada.take(down),
                    Out::Frame(_) => panic!("she is of this process"),
                },
                Effect::Waits => self.waits += 1,
                _ => {}
            }
        }
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            for up in self.ada.step() {
                self.happens(Event::Said { guest: ADA, line: LINE, up });
            }
            self.now += ClockworkConfig::default().step;
            self.log.work();
            let effects = self.clockwork.step(self.now, &mut self.log, &mut |_| {});
            self.carry_out(effects);
        }
    }

    /// Wishes for the apple; the number of the wish.
    fn take_apple(&mut self) -> u32 {
        let mut things = self.ada.known().entities().values();
        let apple = things.find(|sighted| sighted.thing() == Some(ThingKind::Apple)).expect("she sees it");
        let apple = apple.card.id;
        self.ada.wish(Intent::Take(apple))
    }

    fn has_apple(&self) -> bool {
        self.ada.known().bag().iter().flatten().any(|slot| slot.kind == ThingKind::Apple)
    }

    fn tick(&self) -> u64 {
        self.clockwork.steward().realm().now().0
    }

    /// Replays the store from the beginning; how many hashes were found right.
    fn replays(&self) -> usize {
        let mut realm = Realm::new(village(1));
        let mut right = 0;
        for record in self.log.pages() {
            while realm.now().next() < record.tick {
                realm.step(Vec::new());
            }
            let report = realm.step(decode_commands(&record.payload).expect("our own log decodes"));
            if record.hash.is_some() {
                assert_eq!(report.hash, record.hash, "tick {}", record.tick);
                right += 1;
            }
        }
        right
    }
}

#[test]
fn no_deed_is_shown_before_it_is_on_disk_and_none_is_lost_when_the_disk_fails() {
    let (mut sound, mut ailing) = (Host::new(Log::new(1)), Host::new(Log::new(5)));
    ailing.log.broken = true;
    let wishes = [sound.take_apple(), ailing.take_apple()];
    let failed_at = ailing.tick();
    for _ in 0..100 {
        sound.steps(1);
        ailing.steps(1);
        assert_eq!(ailing.ada.known().answer(wishes[1]), None, "it is on no disk");
        assert!(!ailing.has_apple(), "and shown to nobody");
    }
    assert_eq!(sound.ada.known().answer(wishes[0]), Some(&Outcome::Done));
    assert!(sound.has_apple(), "the other world's disk is well");
    assert_eq!(ailing.waits, 1, "the world waits for its disk and says so once");
    assert!(ailing.tick() < failed_at + 100, "it stands still");
    ailing.log.broken = false;
    ailing.steps(100);
    assert_eq!(ailing.ada.known().answer(wishes[1]), Some(&Outcome::Done));
    assert!(ailing.has_apple());
    for host in [&sound, &ailing] {
        assert!(host.replays() >= 5, "what is on disk is what was shown");
    }
}
