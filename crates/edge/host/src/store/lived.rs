//! A village lived on a faulty disk in virtual time: the clockwork, the store and a guest on a line, with power failures, a full disk, late writes, lost snapshots and broken lines. Seeded; no thread, no clock, no socket.
//!
//! What is held: whatever a guest was shown is in the world that comes back, no wish is done twice, and what is on the disk replays hash for hash.

use super::conformance::META;
use super::faulty_disk::FaultyDisk;
use super::folder_store::Manner;
use super::{FolderStore, LogConfig, Store, TickRecord};
use crate::archive;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wold_chance::{Seed, Stream};
use wold_guest::{Guest, GuestConfig};
use wold_lore::land::ThingKind;
use wold_space::{EntityId, GuestId, Tick};
use wold_stage::village;
use wold_stage::village::MUSHROOMS_AT;
use wold_steward::clockwork::{Clockwork, ClockworkConfig, Diary, Effect, Event, LineId, Page};
use wold_steward::{Arrival, Out, Reach, Steward, StewardConfig, Stock};
use wold_wire::state::metres_to_steps;
use wold_wire::{Down, Intent, Outcome, Receiver};
use wold_world::parts::Bag;
use wold_world::{Decree, Realm};

const ADA: GuestId = GuestId(1);

fn on(disk: &FaultyDisk) -> FolderStore {
    let config = LogConfig { segment_bytes: 8 * 1024, keep_bytes: None, keep_seconds: None };
    FolderStore::with(Arc::new(disk.clone()), PathBuf::from("disk"), Some(&META), config, Manner::Mend)
        .expect("a disk with power opens")
}

/// A diary on a disk: what it took is written every so many steps, and again if that fails.
struct Book {
    store: FolderStore,
    queue: VecDeque<TickRecord>,
    /// Steps from one writing to the next.
    every: u64,
    steps: u64,
    lost_snapshots: usize,
}

impl Book {
    fn on(disk: &FaultyDisk, every: u64) -> Self {
        Self { store: on(disk), queue: VecDeque::new(), every, steps: 0, lost_snapshots: 0 }
    }

    fn work(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(self.every) && !self.queue.is_empty() {
            let batch: Vec<TickRecord> = self.queue.iter().cloned().collect();
            if self.store.append(&batch).is_ok() {
                self.queue.clear();
            }
        }
    }
}

impl Diary for Book {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        if self.queue.len() >= 40 {
            return Err(page);
        }
        let Page { tick, hash, payload } = page;
        self.queue.push_back(TickRecord { tick, hash, payload });
        Ok(())
    }

    fn snapshot(&mut self, tick: Tick, state: Vec<u8>) {
        // A snapshot may only be kept once its log is.
        let batch: Vec<TickRecord> = self.queue.iter().cloned().collect();
        let written = self.store.append(&batch).is_ok();
        if written {
            self.queue.clear();
        }
        if !written || self.store.put_snapshot(tick, &state, 2).is_err() {
            self.lost_snapshots += 1;
        }
    }

    fn durable(&self) -> Option<Tick> {
        // Reading needs no power here; what the store has acknowledged it knows.
        self.store.last_tick().ok().flatten()
    }
}

/// The village, its book, and Ada on a line to it.
struct Host {
    clockwork: Clockwork,
    book: Book,
    disk: FaultyDisk,
    now: Duration,
    ada: Guest,
    receiver: Receiver,
    line: LineId,
    waits: usize,
}

impl Host {
    /// Opens whatever is on the disk, and lets Ada in by a line of that number.
    fn open(disk: &FaultyDisk, every: u64, line: u64) -> Self {
        let book = Book::on(disk, every);
        let origin = village(1);
        let shelf = Stock::new(origin.source.clone());
        let mut realm = Realm::new(origin);
        archive::resume(&mut realm, &book.store).expect("what is on the disk replays hash for hash");
        let steward = Steward::new(realm, shelf, StewardConfig::default());
        let config = ClockworkConfig { snapshot_ticks: 100, ..ClockworkConfig::default() };
        let mut host = Self {
            clockwork: Clockwork::new(steward, config, Duration::ZERO),
            book,
            disk: disk.clone(),
            now: Duration::ZERO,
            ada: Guest::admitted(GuestConfig { view: 2, ..GuestConfig::default() }),
            receiver: Receiver::default(),
            line: LineId(line),
            waits: 0,
        };
        host.come_in();
        host
    }

    fn come_in(&mut self) {
        let arrival = Arrival {
            guest: ADA,
            name: "Ada".into(),
            human: true,
            operator: false,
            token: [1; 16],
            view: 2,
            account: Some("ada".into()),
            reach: Reach::Wire,
        };
        self.happens(Event::Admit { arrival: Box::new(arrival), line: self.line });
    }

    fn happens(&mut self, event: Event) {
        let effects = self.clockwork.handle(event);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Deliver(delivery) => {
                    let Out::Frame(frame) = delivery.out else { panic!("she is on a line") };
                    if let Some(down) = Down::decode(&frame, &mut self.receiver).expect("our own frames") {
                        self.ada.take(down);
                    }
                }
                Effect::Waits => self.waits += 1,
                _ => {}
            }
        }
    }

    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            for up in self.ada.step() {
                self.happens(Event::Said { guest: ADA, line: self.line, up });
            }
            self.now += ClockworkConfig::default().step;
            self.book.work();
            let effects = self.clockwork.step(self.now, &mut self.book, &mut |_| {});
            self.carry_out(effects);
        }
    }

    fn body(&self) -> EntityId {
        self.clockwork.steward().realm().body_of(ADA).expect("she is in")
    }

    fn go_to_the_mushrooms(&mut self) {
        self.steps(10);
        let to = [MUSHROOMS_AT.x, MUSHROOMS_AT.y + 0.8].map(metres_to_steps);
        let who = self.body();
        self.clockwork.steward_mut().decree(Decree::Move { who, to });
        self.steps(30);
    }

    /// Picks a mushroom up, or puts one down; the wish's number.
    fn wish(&mut self, luck: &mut Stream) -> u32 {
        let known = self.ada.known();
        let carried = known.bag().iter().position(Option::is_some);
        let mut lying = known.entities().values().filter(|it| it.thing() == Some(ThingKind::Mushroom));
        let intent = match (lying.next(), carried) {
            (Some(mushroom), slot) if slot.is_none() || luck.below(3) > 0 => Intent::Take(mushroom.card.id),
            (_, Some(slot)) => Intent::Drop { slot: slot as u8 },
            _ => Intent::Hold { slot: 0 },
        };
        self.ada.wish(intent)
    }

    /// What she was shown to carry.
    fn shown(&self) -> Vec<EntityId> {
        let mut shown: Vec<EntityId> = self.ada.known().bag().iter().flatten().map(|slot| slot.id).collect();
        shown.sort_unstable();
        shown
    }

    /// What she carries in the world.
    fn carried(&self) -> Vec<EntityId> {
        let bag = self.clockwork.steward().realm().part::<Bag>(self.body()).expect("people have bags");
        let mut carried: Vec<EntityId> = bag.slots.iter().flatten().copied().collect();
        carried.sort_unstable();
        carried
    }
}

/// Whether two lists differ by one thing at most: what was under way.
fn differ_by_one(a: &[EntityId], b: &[EntityId]) -> bool {
    let only = |a: &[EntityId], b: &[EntityId]| a.iter().filter(|id| !b.contains(id)).count();
    only(a, b) + only(b, a) <= 1
}

#[test]
fn whatever_was_shown_is_in_the_world_that_comes_back_after_a_power_failure_at_any_moment() {
    for seed in 0..10 {
        let mut luck = Stream::named(Seed(seed), "power", &[]);
        let mut disk = FaultyDisk::default();
        let mut host = Host::open(&disk, 1 + luck.below(6), 1);
        host.go_to_the_mushrooms();
        for failure in 2..5 {
            let cut_at = luck.below(120);
            let mut pending = None;
            for step in 0..300 {
                let answered = pending.is_none_or(|number| host.ada.known().answer(number).is_some());
                if answered {
                    pending = Some(host.wish(&mut luck));
                }
                if step == cut_at {
                    host.disk.cut_power_after(luck.below(9) as u32);
                }
                host.steps(1);
            }
            assert_eq!(host.waits, 1, "seed {seed}: without its disk the world stands still, and says so");
            let shown = host.shown();
            disk = disk.after_power_failure(|most| luck.below(most.max(1) as u64) as usize);
            drop(host);
            host = Host::open(&disk, 1 + luck.below(6), failure);
            host.steps(20);
            let carried = host.carried();
            assert!(
                differ_by_one(&shown, &carried),
                "seed {seed}: she was shown {shown:?} and carries {carried:?}"
            );
            assert_eq!(host.shown(), carried, "and she is shown it again");
        }
    }
}

#[test]
fn a_full_disk_stops_the_world_until_there_is_room_and_nothing_is_lost() {
    let disk = FaultyDisk::default();
    let mut host = Host::open(&disk, 3, 1);
    host.go_to_the_mushrooms();
    host.steps(5);
    // Somebody else filled it.
    disk.set_room(Some(0));
    let mut luck = Stream::named(Seed(3), "room", &[]);
    let number = host.wish(&mut luck);
    host.steps(150);
    assert_eq!((host.ada.known().answer(number), host.waits), (None, 1));
    assert_eq!(host.shown(), [], "nobody is shown what is on no disk");
    disk.set_room(None);
    host.steps(60);
    assert_eq!(host.ada.known().answer(number), Some(&Outcome::Done));
    assert_eq!(host.shown().len(), 1);
    let carried = host.carried();
    drop(host);
    let mut again = Host::open(&disk, 1, 2);
    again.steps(10);
    assert_eq!(again.carried(), carried);
}

#[test]
fn a_snapshot_that_could_not_be_written_is_missed_by_nobody() {
    for late in 0..6 {
        let disk = FaultyDisk::default();
        let mut host = Host::open(&disk, 2, 1);
        host.go_to_the_mushrooms();
        let mut luck = Stream::named(Seed(late), "snapshots", &[]);
        let mut lost = 0;
        for _ in 0..300 {
            // The next snapshot's writing fails, after a few calls of it went well.
            let next = host.clockwork.steward().realm().now().0 + 1;
            if next.is_multiple_of(100) {
                host.steps(0);
                disk.fail_once_after(Some(1 + luck.below(4) as u32));
            }
            if next % 20 == 7 {
                host.wish(&mut luck);
            }
            host.steps(1);
            lost = host.book.lost_snapshots;
        }
        disk.fail_once_after(None);
        assert!(lost > 0, "{late}: some were lost");
        let (carried, hash) = (host.carried(), host.clockwork.steward().realm().hash());
        let tick = host.clockwork.steward().realm().now();
        host.book.every = 1;
        host.steps(1);
        drop(host);
        let store = on(&disk);
        let mut realm = Realm::new(village(1));
        archive::resume(&mut realm, &store).expect("the log leads to the same");
        while realm.now() < tick {
            realm.step(Vec::new());
        }
        if realm.now() == tick {
            assert_eq!(realm.hash(), hash);
        }
        let body = realm.body_of(ADA).expect("she is in");
        let bag = realm.part::<Bag>(body).expect("people have bags");
        let mut again: Vec<EntityId> = bag.slots.iter().flatten().copied().collect();
        again.sort_unstable();
        assert_eq!(again, carried);
    }
}

#[test]
fn a_line_that_breaks_leaves_the_body_and_what_came_by_it_later_is_not_heard() {
    let disk = FaultyDisk::default();
    let mut host = Host::open(&disk, 1, 1);
    host.go_to_the_mushrooms();
    let mut luck = Stream::named(Seed(1), "lines", &[]);
    let number = host.wish(&mut luck);
    host.steps(10);
    assert_eq!(host.ada.known().answer(number), Some(&Outcome::Done));
    let (body, carried) = (host.body(), host.carried());
    let old = host.line;
    host.happens(Event::Lost { guest: ADA, line: old });
    assert_eq!(host.clockwork.guests(), 0);
    for up in host.ada.step() {
        host.happens(Event::Said { guest: ADA, line: old, up });
    }
    host.steps(40);
    assert_eq!((host.body(), host.carried()), (body, carried.clone()), "the body waits with what it has");
    (host.line, host.receiver) = (LineId(2), Receiver::default());
    host.ada = Guest::admitted(GuestConfig { view: 2, ..GuestConfig::default() });
    host.come_in();
    host.steps(10);
    assert_eq!((host.body(), host.shown()), (body, carried), "she is who she was");
    let slot = host.ada.known().bag().iter().position(Option::is_some).expect("she has a mushroom");
    let number = host.ada.wish(Intent::Drop { slot: slot as u8 });
    host.happens(Event::Lost { guest: ADA, line: old });
    host.steps(10);
    assert_eq!(host.ada.known().answer(number), Some(&Outcome::Done), "an old line's end is nobody's");
    assert_eq!(host.shown(), []);
}
