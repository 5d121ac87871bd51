//! What it costs to tell guests what they perceive: time by movers, bytes by update.
//!
//! `cargo bench --bench replication` prints times; every benchmark asserts that what arrived is right. The peer for bytes is the plain
//! serialisation of the same states by postcard, in the same run.

use divan::Bencher;
use std::cell::RefCell;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_genesis::Genesis;
use wold_space::{DVec2, EntityId, GuestId, Tick};
use wold_wire::snapshot::SenderConfig;
use wold_wire::{
    Acks, Card, EntityKind, EntityState, Gait, Intent, OwnState, Receiver, Sender, Seq, Steering,
};
use wold_world::replication::{PerceptionConfig, Replicator, Watch};
use wold_world::{Act, Command, Origin, Realm};

fn main() {
    report_bytes_per_update();
    divan::main();
}

fn enter(guest: u64) -> Command {
    let act = Act::Enter { name: format!("P{guest}"), human: true, look: 0 };
    Command { guest: GuestId(guest), number: 0, act }
}

/// A realm with `people`, spread over a square so that about a hundred are in view, of whom `movers` walk.
fn crowd(people: u64, movers: u64) -> (Realm, Replicator, Vec<Watch>) {
    let mut realm = Realm::new(Origin::meadow(1));
    let mut replicator = Replicator::new(&mut realm, PerceptionConfig::default());
    realm.step((0..people).map(enter).collect());
    let side = (people as f64 / 100.0).sqrt().max(1.0) * 160.0;
    let mut stream = Stream::named(Seed(1), "crowd", &[]);
    let world = realm.ecs_mut();
    let mut bodies = world.query::<&mut wold_world::parts::Body>();
    for mut body in bodies.iter_mut(world) {
        body.0.place = DVec2::new(stream.range(0.0, side), stream.range(0.0, side));
    }
    let walk = |guest: u64| {
        let steering = Steering { east: 90, north: 90, heading: 32, gait: Gait::Walk };
        Command { guest: GuestId(guest), number: 0, act: Act::Intent(Intent::Move(steering)) }
    };
    realm.step((0..movers).map(walk).collect());
    replicator.observe(&mut realm);
    let mut watches: Vec<Watch> =
        (0..people.min(300)).map(|g| Watch::new(realm.body_of(GuestId(g)).expect("it entered"))).collect();
    for watch in &mut watches {
        watch.look(&replicator, &realm);
    }
    (realm, replicator, watches)
}

/// The cost of observing and looking, the step itself aside, grows with the hundred who move, not with how many stand about.
#[divan::bench(args = [100, 1_000, 10_000], sample_size = 1)]
fn perception_with_100_movers_among(bencher: Bencher, people: u64) {
    let stage = RefCell::new(crowd(people, 100));
    bencher
        .with_inputs(|| {
            stage.borrow_mut().0.step(Vec::new());
        })
        .bench_local_values(|()| {
            let (realm, replicator, watches) = &mut *stage.borrow_mut();
            replicator.observe(realm);
            let moved: usize =
                watches.iter_mut().map(|watch| watch.look(replicator, realm).moved.len()).sum();
            assert!(moved > 0, "movers are seen");
            moved
        });
}

/// A market: 340 people on a square of 190 m, two thirds of them walking, a quarter of these turning in any tick; 300 of them are guests
/// who acknowledge what they got three ticks ago.
struct Market {
    realm: Realm,
    replicator: Replicator,
    guests: Vec<(Watch, Sender)>,
    stream: Stream,
    packets: u16,
}

impl Market {
    fn new(origin: Origin) -> Self {
        let mut realm = Realm::new(origin);
        let replicator = Replicator::new(&mut realm, PerceptionConfig::default());
        realm.step((0..340).map(enter).collect());
        let mut stream = Stream::named(Seed(1), "market", &[]);
        let world = realm.ecs_mut();
        let mut bodies = world.query::<&mut wold_world::parts::Body>();
        // Everybody comes in on one square; the market is the land around it.
        for mut body in bodies.iter_mut(world) {
            let corner = body.0.place - 95.0;
            body.0.place = corner + DVec2::new(stream.range(0.0, 190.0), stream.range(0.0, 190.0));
        }
        let body = |guest| realm.body_of(GuestId(guest)).expect("it entered");
        let guests = (0..300).map(|g| (Watch::new(body(g)), Sender::new(SenderConfig::default()))).collect();
        let mut market = Self { realm, replicator, guests, stream, packets: 0 };
        for _ in 0..60 {
            market.live();
            market.tell();
        }
        market
    }

    /// The world's tick.
    fn live(&mut self) {
        let commands = (0..226)
            .filter_map(|guest| {
                let turns = self.stream.chance(0.25);
                let [east, north] = [0; 2].map(|_| (self.stream.below(255) as i16 - 127) as i8);
                let heading = self.stream.below(256) as u8;
                let steering = Steering { east, north, heading, gait: Gait::Walk };
                turns.then(|| Command {
                    guest: GuestId(guest),
                    number: 0,
                    act: Act::Intent(Intent::Move(steering)),
                })
            })
            .collect();
        self.realm.step(commands);
    }

    /// Tells every guest what it perceives; bytes sent.
    fn tell(&mut self) -> usize {
        self.replicator.observe(&mut self.realm);
        let tick = self.realm.now();
        self.packets = self.packets.wrapping_add(1);
        let newest = (self.packets > 3).then(|| Seq(self.packets.wrapping_sub(3)));
        let acks = Acks { newest, before: u32::MAX };
        let mut bytes = 0;
        for (watch, sender) in &mut self.guests {
            let own = watch.own(&self.realm).expect("guests have bodies");
            let view = watch.look(&self.replicator, &self.realm);
            sender.acknowledged(tick, &acks);
            view.left.iter().for_each(|&id| sender.leave(tick, id));
            view.entered.into_iter().for_each(|(card, state, far)| sender.enter(tick, card, state, far));
            view.moved.iter().for_each(|&(id, state, far)| sender.offer(tick, id, state, far));
            bytes += sender.pack(tick, own).len();
        }
        bytes
    }
}

/// One tick's telling on one core, the world's own step aside.
#[divan::bench(sample_size = 1)]
fn tell_300_guests_of_a_market(bencher: Bencher) {
    tell(bencher, Origin::meadow(1));
}

/// The same in a town, where houses hide most of the others from each.
#[divan::bench(sample_size = 1)]
fn tell_300_guests_of_a_town(bencher: Bencher) {
    let genesis = Genesis::new(Seed(42));
    let start = genesis.start();
    tell(bencher, Origin { start, source: Arc::new(genesis), ..Origin::meadow(42) });
}

fn tell(bencher: Bencher, origin: Origin) {
    let market = RefCell::new(Market::new(origin));
    bencher.with_inputs(|| market.borrow_mut().live()).bench_local_values(|()| {
        let bytes = market.borrow_mut().tell();
        assert!(
            (300 * 6..300 * 1140).contains(&bytes),
            "{bytes} bytes: news for everybody, within the budget"
        );
        bytes
    });
    let market = market.borrow();
    let told: u64 = market.guests.iter().map(|(_, sender)| sender.stats().updates).sum();
    assert!(told > 300 * 60, "only {told} updates were told");
}

fn card(id: u64) -> Arc<Card> {
    Arc::new(Card { id: EntityId(id), kind: EntityKind::INHABITANT, name: format!("N{id}"), look: 0 })
}

/// A hundred walkers that turn now and then, as people do.
struct Walkers {
    states: Vec<EntityState>,
    stream: Stream,
}

impl Walkers {
    fn new() -> Self {
        let mut stream = Stream::named(Seed(3), "walkers", &[]);
        let states = (0..100)
            .map(|_| EntityState {
                x: stream.below(20_000) as i32,
                y: stream.below(20_000) as i32,
                speed: 35,
                heading: stream.below(256) as u8,
                health: 255,
                ..Default::default()
            })
            .collect();
        Self { states, stream }
    }

    fn step(&mut self) {
        for state in &mut self.states {
            *state = state.predicted(1);
            if self.stream.chance(0.3) {
                state.heading = state.heading.wrapping_add(self.stream.below(24) as u8).wrapping_sub(12);
                state.speed = 28 + self.stream.below(12) as u8;
            }
            state.course = state.heading;
        }
    }
}

/// Runs ten seconds of walkers through sender and receiver, two ticks of latency; bytes of snapshots and number of updates.
fn ten_seconds(plain: &mut usize) -> (u64, u64) {
    let mut walkers = Walkers::new();
    let mut sender = Sender::new(SenderConfig::default());
    let mut receiver = Receiver::default();
    let mut acks = std::collections::VecDeque::new();
    for (id, state) in walkers.states.iter().enumerate() {
        sender.enter(Tick(0), card(id as u64), *state, 20.0);
    }
    for tick in 0..200 {
        walkers.step();
        for (id, state) in walkers.states.iter().enumerate() {
            sender.offer(Tick(tick), EntityId(id as u64), *state, 20.0);
        }
        let updates = sender.stats().updates;
        let bytes = sender.pack(Tick(tick), OwnState::default());
        *plain += (sender.stats().updates - updates) as usize
            * postcard::to_stdvec(&(7u16, &walkers.states[0])).expect("plain data encodes").len();
        receiver.take(&bytes).expect("our own packets decode");
        acks.push_back(receiver.acks());
        if acks.len() > 2 {
            sender.acknowledged(Tick(tick), &acks.pop_front().expect("three wait"));
        }
    }
    (sender.stats().bytes, sender.stats().updates)
}

fn report_bytes_per_update() {
    let mut plain = 0;
    let (bytes, updates) = ten_seconds(&mut plain);
    let (ours, theirs) = (bytes as f64 / updates as f64, plain as f64 / updates as f64);
    println!(
        "bytes per entity update, headers and entering included: {ours:.2}; plain postcard: {theirs:.2}"
    );
    assert!(ours < 3.3, "{ours:.2} bytes per update");
}

#[divan::bench]
fn pack_ten_seconds_of_100_walkers(bencher: Bencher) {
    bencher.bench_local(|| ten_seconds(&mut 0));
}
