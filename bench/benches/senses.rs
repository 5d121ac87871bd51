//! What the senses of a world cost: 2,000 inhabitants who walk, run, sneak, strike and shout, once sixty to a town and once all in one: `taskset -c 0 cargo bench --bench senses`.
//!
//! Timed is the whole tick (movement, meters of those who sneak, noises, witnesses, air, fields), in time of the processor, since others may use the machine. The best of several stretches counts, and must
//! be within the limit. Asserted besides: those who sneak were told the meter the world holds; blows and steps were heard, by nobody beyond their reach; deeds have witnesses that stand where they can see; and
//! two runs of the same end in the same hash. With `--test` few people take a few steps.

use std::collections::BTreeMap;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_genesis::Genesis;
use wold_space::{DVec2, EntityId, GuestId};
use wold_wire::state::STEPS_PER_METRE;
use wold_wire::{FromHost, Gait, Intent, Loudness, Steering};
use wold_world::noise::Noises;
use wold_world::parts::Body;
use wold_world::vigil::Vigil;
use wold_world::{Act, Command, Decree, Origin, Realm, WorldConfig};

/// Milliseconds a tick may take.
const LIMIT: f64 = 25.0;
/// People to a town, and metres from its middle they are within.
const TOWNSFOLK: u64 = 60;
const TOWN: f64 = 60.0;
/// Metres from the middle if all are in one.
const CITY: f64 = 200.0;
/// Ticks between two changes of somebody's course.
const COURSE: u64 = 60;

struct Crowd {
    realm: Realm,
    people: u64,
    draws: Stream,
    /// Who sneaks, and what they were told last.
    told: BTreeMap<u64, u8>,
    heard: usize,
    witnessed: usize,
}

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 0, act }
}

/// One in twenty sneaks, one in twenty runs, one in five stands.
fn gait(n: u64) -> Gait {
    match n % 20 {
        3 => Gait::Sneak,
        7 => Gait::Run,
        _ => Gait::Walk,
    }
}

impl Crowd {
    fn new(people: u64, one_town: bool) -> Self {
        let genesis = Genesis::new(Seed(42));
        let start = genesis.start();
        let mut towns: Vec<DVec2> =
            genesis.towns_near(start, 8_000.0).iter().map(|town| town.centre).collect();
        towns.sort_by(|a, b| a.distance_squared(start).total_cmp(&b.distance_squared(start)));
        let config = WorldConfig::default();
        let origin = Origin { seed: Seed(42), source: Arc::new(genesis), start, config, rules: Vec::new() };
        let mut realm = Realm::new(origin);
        let enter =
            |n: u64| command(n, Act::Enter { name: format!("Person {n}"), human: n % 100 == 3, look: 0 });
        realm.step((1..=people).map(enter).collect());
        let mut draws = Stream::named(Seed(7), "senses", &[]);
        let mut commands = Vec::new();
        for n in 1..=people {
            let who = realm.body_of(GuestId(n)).expect("everybody came in");
            let town = if one_town { 0 } else { (n / TOWNSFOLK) as usize % towns.len() };
            let half = if one_town { CITY } else { TOWN };
            let at = towns[town] + DVec2::new(draws.range(-half, half), draws.range(-half, half));
            let to = [(at.x * STEPS_PER_METRE) as i32, (at.y * STEPS_PER_METRE) as i32];
            commands.push(command(0, Act::Decree(Decree::Move { who, to })));
        }
        realm.step(commands);
        let mut crowd = Self { realm, people, draws, told: BTreeMap::new(), heard: 0, witnessed: 0 };
        (0..COURSE + 20).for_each(|_| crowd.step());
        crowd
    }

    /// What people do in a tick: each turns every three seconds, one shouts, two strike whoever is next.
    fn commands(&mut self) -> Vec<Command> {
        let now = self.realm.now().0;
        let mut commands = Vec::new();
        for n in (1..=self.people).filter(|n| (n + now).is_multiple_of(COURSE)) {
            let mut way = || self.draws.range(-127.0, 127.0) as i8;
            let (east, north) = if n % 5 == 0 { (0, 0) } else { (way(), way()) };
            let heading = self.draws.below(256) as u8;
            commands.push(command(
                n,
                Act::Intent(Intent::Move(Steering { east, north, heading, gait: gait(n) })),
            ));
        }
        let [caller, strikers @ ..]: [u64; 3] = std::array::from_fn(|_| 1 + self.draws.below(self.people));
        let shout = Intent::Say { text: "Hey!".into(), loudness: Loudness::Shout, act: None };
        commands.push(command(caller, Act::Intent(shout)));
        for who in strikers {
            if let Some(other) = self.next_to(who) {
                commands.push(command(who, Act::Intent(Intent::Strike(other))));
            }
        }
        commands
    }

    fn place(&self, id: EntityId) -> Option<DVec2> {
        self.realm.part::<Body>(id).map(|body| body.0.place)
    }

    /// Somebody within reach, if anybody is.
    fn next_to(&self, who: u64) -> Option<EntityId> {
        let own = self.realm.body_of(GuestId(who))?;
        let here = self.place(own)?;
        let others = (1..=self.people).filter(|n| *n != who).filter_map(|n| self.realm.body_of(GuestId(n)));
        others
            .filter_map(|id| Some((self.place(id)?.distance(here), id)))
            .filter(|(far, _)| *far < 1.5)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, id)| id)
    }

    fn step(&mut self) {
        let commands = self.commands();
        self.step_with(commands);
    }

    fn step_with(&mut self, commands: Vec<Command>) {
        let report = self.realm.step(commands);
        for mail in &report.mail {
            match mail.message {
                FromHost::Noticed { meter, .. } => drop(self.told.insert(mail.to.0, meter)),
                FromHost::Noise { .. } => self.heard += 1,
                _ => {}
            }
        }
        self.witnessed += report.deeds.iter().map(|deed| deed.seen_by.len()).sum::<usize>();
    }

    /// Milliseconds of the processor a tick, over some ticks.
    fn timed(&mut self, ticks: u64) -> f64 {
        let mut spent = 0.0;
        for _ in 0..ticks {
            let commands = self.commands();
            let before = processor();
            self.step_with(commands);
            spent += processor() - before;
        }
        spent / ticks as f64
    }

    /// Whether what was told and heard is right.
    fn check(&self) {
        let vigil = self.realm.ecs().resource::<Vigil>();
        let mut hidden = 0;
        for n in (1..=self.people).filter(|n| gait(*n) == Gait::Sneak) {
            let Some(id) = self.realm.body_of(GuestId(n)).filter(|id| vigil.is_hiding(*id)) else { continue };
            let meter = (vigil.meter(id) * 255.0).ceil() as u8;
            assert_eq!(
                self.told.get(&n).copied().unwrap_or(0),
                meter,
                "person {n} is told what the world holds"
            );
            hidden += 1;
        }
        assert!(hidden * 40 > self.people, "{hidden} of {} hide", self.people);
        assert!(self.told.values().any(|meter| *meter > 0), "nobody is ever noticed");
        assert!(
            self.heard > 0 && self.witnessed > 0,
            "{} noises heard, {} witnesses",
            self.heard,
            self.witnessed
        );
        for trace in self.realm.ecs().resource::<Noises>().lately() {
            for (_, loudness, way) in &trace.heard {
                assert!((0.0..=1.0).contains(loudness) && way.len() >= 2, "{trace:?}");
            }
        }
    }
}

/// Milliseconds all threads of this process have run, to the nanosecond.
fn processor() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").expect("this is Linux");
    let spent = tasks.filter_map(|task| {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    });
    spent.sum::<f64>() / 1e6
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (people, ticks, rounds) = if test { (60, 20, 1) } else { (2_000, 60, 6) };
    for one_town in [false, true] {
        let mut crowd = Crowd::new(people, one_town);
        let best = (0..rounds).map(|_| crowd.timed(ticks)).fold(f64::INFINITY, f64::min);
        crowd.check();
        let mut again = Crowd::new(people, one_town);
        while again.realm.now() < crowd.realm.now() {
            again.step();
        }
        assert_eq!(again.realm.hash(), crowd.realm.hash(), "the same again");
        let place = if one_town { "all in one town" } else { "sixty to a town" };
        println!(
            "{people} sensing inhabitants, {place}: {best:.1} ms a tick ({} noises heard, {} witnesses, {} told their meter)",
            crowd.heard,
            crowd.witnessed,
            crowd.told.len()
        );
        assert!(test || best <= LIMIT, "{best:.1} ms are more than {LIMIT}");
    }
}
