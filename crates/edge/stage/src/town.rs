//! The fixture: the clockwork a host runs, guests, and what lies between them.

use crate::soul::{Soul, of_character};
use std::collections::BTreeMap;
use std::time::Duration;
use wold_chance::Seed;
use wold_folk::hunt::Hunts;
use wold_folk::{Inhabitant, Legs, Mind, Spot, Walk};
use wold_folk::{Villager, VillagerConfig};
use wold_guest::{Guest, GuestConfig, Known, RemoteGuest, Standing};
use wold_land::Motion;
use wold_land::places::Atlas;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId, GuestId, Tick};
use wold_steward::clockwork::{Clockwork, ClockworkConfig, Diary, Effect, Event, LineId, Page};
use wold_steward::{Arrival, Delivery, Out, Reach, Steward, StewardConfig, Stock};
use wold_wire::message::protocol_hash;
use wold_wire::network::{Link, LinkConfig};
use wold_wire::state::STEPS_PER_METRE;
use wold_wire::{Down, Frame, FromGuest, Gait, Hello, Intent, Login, Outcome, Refusal, Steering, Up};
use wold_world::books::Entry;
use wold_world::parts::Body;
use wold_world::registry::Roll;
use wold_world::{Decree, Origin, Realm};

/// Microseconds of a tick; guests step halfway between two of the host's.
const TICK: u64 = 50_000;
const HALF: u64 = TICK / 2;

struct Links {
    up: Link,
    down: Link,
}

/// What lies between a guest and the host.
enum Between {
    Network { links: Box<Links>, guest: Box<RemoteGuest> },
    Memory { guest: Box<Guest>, downs: Vec<Down> },
}

/// Somebody in a town, with whatever lies between them and the host.
pub struct Person {
    id: GuestId,
    between: Between,
    inhabitant: Option<Inhabitant>,
    legs: Option<Legs>,
    /// Frames that could not be read, at either end.
    pub garbled: u64,
}

impl Person {
    /// The guest itself.
    pub fn guest(&mut self) -> &mut Guest {
        match &mut self.between {
            Between::Network { guest, .. } => guest.guest_mut(),
            Between::Memory { guest, .. } => guest,
        }
    }

    fn known(&self) -> &Known {
        match &self.between {
            Between::Network { guest, .. } => guest.guest().known(),
            Between::Memory { guest, .. } => guest.known(),
        }
    }
}

/// The town's diary: what it takes is as good as on disk.
#[derive(Default)]
struct Chronicle {
    pages: BTreeMap<Tick, Page>,
}

impl Diary for Chronicle {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        self.pages.insert(page.tick, page);
        Ok(())
    }

    // A town is told again from its beginning.
    fn snapshot(&mut self, _: Tick, _: Vec<u8>) {}

    fn durable(&self) -> Option<Tick> {
        self.pages.last_key_value().map(|(tick, _)| *tick)
    }
}

/// A world with its clockwork and everybody in it, in virtual time.
pub struct Town {
    clockwork: Clockwork,
    chronicle: Chronicle,
    /// Everybody who joined, in that order.
    pub people: Vec<Person>,
    /// What was done in the last tick.
    pub deeds: Vec<Entry>,
    seed: u64,
    now: u64,
    /// The places all of them walk by.
    atlas: Atlas,
}

/// Somebody of a town.
pub type Who = usize;

impl Town {
    /// A world nobody has entered yet.
    pub fn new(origin: Origin) -> Self {
        let seed = origin.seed.0;
        Self::from_realm(Realm::new(origin), seed)
    }

    /// A town that goes on with a realm; `seed` seeds the network.
    pub fn from_realm(realm: Realm, seed: u64) -> Self {
        let shelf = Stock::new(realm.source());
        let steward = Steward::new(realm, shelf, StewardConfig::default());
        let config = ClockworkConfig { snapshot_ticks: u64::MAX, ..ClockworkConfig::default() };
        let clockwork = Clockwork::new(steward, config, Duration::ZERO);
        Self {
            clockwork,
            chronicle: Chronicle::default(),
            people: Vec::new(),
            deeds: Vec::new(),
            seed,
            now: 0,
            atlas: Atlas::default(),
        }
    }

    /// The steward.
    pub fn steward(&self) -> &Steward {
        self.clockwork.steward()
    }

    /// The same, to give it orders.
    pub fn steward_mut(&mut self) -> &mut Steward {
        self.clockwork.steward_mut()
    }

    /// Every tick that was written down, in order; one in which nobody commanded anything is not, except for its hash.
    pub fn log(&self) -> &BTreeMap<Tick, Page> {
        &self.chronicle.pages
    }

    fn person(&mut self, between: Between, id: GuestId) -> Who {
        self.people.push(Person { id, between, inhabitant: None, legs: None, garbled: 0 });
        self.people.len() - 1
    }

    /// Somebody sets out from the far end of a link; it is in after a second or so.
    pub fn join(&mut self, name: &str, link: LinkConfig) -> Who {
        let id = GuestId(self.people.len() as u64 + 1);
        let login = Login::Guest { name: name.to_owned() };
        let config = GuestConfig { view: 2, ..Default::default() };
        let guest = Box::new(RemoteGuest::new(Guest::new(login, config)));
        let seed = Seed(self.seed);
        let (up, down) = (Link::new(link, seed, id.0 * 2), Link::new(link, seed, id.0 * 2 + 1));
        self.person(Between::Network { links: Box::new(Links { up, down }), guest }, id)
    }

    /// Somebody comes in over memory.
    pub fn join_locally(&mut self, name: &str) -> Who {
        let id = GuestId(self.people.len() as u64 + 1);
        let guest = Box::new(Guest::admitted(GuestConfig { view: 2, ..Default::default() }));
        let who = self.person(Between::Memory { guest, downs: Vec::new() }, id);
        self.admit(arrival(id, name, 2, Reach::Local));
        who
    }

    /// An inhabitant of the town comes in over memory.
    pub fn settle(&mut self, name: &str) -> Who {
        let id = GuestId(self.people.len() as u64 + 1);
        let guest = Box::new(Guest::admitted(GuestConfig { view: 2, ..Default::default() }));
        let who = self.person(Between::Memory { guest, downs: Vec::new() }, id);
        self.admit(Arrival { human: false, ..arrival(id, name, 2, Reach::Local) });
        who
    }

    /// Gives somebody a mind of its own.
    pub fn animate(&mut self, who: Who, name: &str, habits: VillagerConfig) {
        let mind = Villager::new(Seed(self.seed), name, habits);
        self.people[who].inhabitant = Some(Inhabitant::new(mind, who as u64).reading(self.atlas.clone()));
    }

    /// Gives somebody this mind.
    pub fn animate_with(&mut self, who: Who, mind: impl Mind + 'static) {
        self.people[who].inhabitant = Some(Inhabitant::new(mind, who as u64).reading(self.atlas.clone()));
    }

    /// Takes somebody's mind away: the body stands still.
    pub fn still(&mut self, who: Who) -> Inhabitant {
        self.guest(who).steer(Steering::default());
        self.people[who].inhabitant.take().expect("it has a mind")
    }

    /// Gives somebody its mind back.
    pub fn wake(&mut self, who: Who, mind: Inhabitant) {
        self.people[who].inhabitant = Some(mind);
    }

    /// What somebody knows.
    pub fn known(&self, who: Who) -> &Known {
        self.people[who].known()
    }

    /// Somebody's guest.
    pub fn guest(&mut self, who: Who) -> &mut Guest {
        self.people[who].guest()
    }

    /// Somebody's body.
    pub fn body(&self, who: Who) -> EntityId {
        self.steward().realm().body_of(self.people[who].id).expect("everybody asked about is in")
    }

    /// Where somebody really is.
    pub fn truth(&self, who: Who) -> Motion {
        let world = self.steward().realm().ecs();
        world.get::<Body>(world.resource::<Roll>().0[&self.body(who)]).expect("people have bodies").0
    }

    /// Where one sees another.
    pub fn sees(&self, who: Who, other: Who) -> Option<DVec2> {
        let known = self.known(who);
        known.entities().get(&self.body(other)).map(|sighted| known.place_of(sighted))
    }

    /// The host takes something from a guest's hand, past its link. An offence is the caller's to see in what it does to the world.
    pub fn slip(&mut self, who: Who, up: Up) {
        let guest = self.people[who].id;
        self.happens(Event::Said { guest, line: line_of(guest), up });
    }

    fn admit(&mut self, arrival: Arrival) {
        let line = line_of(arrival.guest);
        self.happens(Event::Admit { arrival: Box::new(arrival), line });
    }

    fn happens(&mut self, event: Event) {
        let effects = self.clockwork.handle(event);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Deliver(delivery) => self.deliver(delivery),
                // The line of who is put out breaks.
                Effect::PutOut { guest, .. } => self.happens(Event::Lost { guest, line: line_of(guest) }),
                Effect::Ticked { deeds, .. } => self.deeds = deeds,
                Effect::Close { .. } | Effect::Lost(_) | Effect::Left(_) => {}
                Effect::Waits => panic!("a town's diary takes everything"),
            }
        }
    }

    /// The host's half of a tick, then the guests'.
    pub fn tick(&mut self) {
        self.now += TICK;
        self.host_takes();
        // The tick that is due; then what is shown once it is on disk, which it is at once.
        for _ in 0..2 {
            let now = Duration::from_micros(self.now);
            let effects = self.clockwork.step(now, &mut self.chronicle, &mut |_| {});
            self.carry_out(effects);
        }
        self.guests_step();
    }

    fn host_takes(&mut self) {
        for who in 0..self.people.len() {
            let person = &mut self.people[who];
            let Between::Network { links, .. } = &mut person.between else { continue };
            let (guest, line) = (person.id, line_of(person.id));
            for frame in links.up.receive(self.now) {
                match Up::decode(&frame) {
                    Ok(Up::Message(FromGuest::Hello(hello))) => {
                        let Hello { protocol, view, login, .. } = hello;
                        assert_eq!(protocol, protocol_hash(), "guest and host are of one build");
                        let Login::Guest { name } = login else { panic!("{login:?} is not of this town") };
                        self.admit(arrival(guest, &name, view, Reach::Wire));
                    }
                    Ok(Up::Message(FromGuest::Goodbye)) => self.happens(Event::Left { guest, line }),
                    Ok(up) => self.happens(Event::Said { guest, line, up }),
                    Err(_) => self.people[who].garbled += 1,
                }
            }
        }
    }

    fn deliver(&mut self, Delivery { to, out }: Delivery) {
        let Some(person) = self.people.get_mut(to.0 as usize - 1) else { return };
        match (&mut person.between, out) {
            (Between::Network { links, .. }, Out::Frame(frame)) => links.down.send(self.now, frame),
            (Between::Memory { downs, .. }, Out::Typed(message)) => downs.push(message),
            _ => panic!("deliveries fit the line"),
        }
    }

    fn guests_step(&mut self) {
        let now = self.now + HALF;
        for who in 0..self.people.len() {
            let person = &mut self.people[who];
            if let Between::Network { links, guest } = &mut person.between {
                for frame in links.down.receive(now) {
                    person.garbled += u64::from(guest.take(&frame).is_err());
                }
            }
            if let Between::Memory { guest, downs } = &mut person.between {
                downs.drain(..).for_each(|down| guest.take(down));
            }
            if let Some(mut inhabitant) = person.inhabitant.take() {
                inhabitant.live(person.guest());
                person.inhabitant = Some(inhabitant);
            }
            if let Some(legs) = &mut person.legs {
                let steering = legs.step(match &person.between {
                    Between::Network { guest, .. } => guest.guest().known(),
                    Between::Memory { guest, .. } => guest.known(),
                });
                person.guest().steer(steering);
            }
            match &mut person.between {
                Between::Network { links, guest } => {
                    guest.step().iter().for_each(|said| links.up.send(now, said.encode()));
                }
                Between::Memory { guest, .. } => {
                    let said = guest.step();
                    said.into_iter().for_each(|up| self.slip(who, up));
                }
            }
        }
    }

    /// Lets time pass.
    pub fn run(&mut self, seconds: f64) {
        for _ in 0..(seconds * 20.0) as u32 {
            self.tick();
        }
    }

    /// Runs until everybody is in and holds the land around it.
    pub fn gather(&mut self) {
        for _ in 0..400 {
            self.tick();
            let is_in = |known: &Known| *known.standing() == Standing::Inside && known.land().len() >= 25;
            if self.people.iter().all(|person| is_in(person.known())) {
                return;
            }
        }
        panic!("not everybody came in within twenty seconds");
    }

    /// Puts somebody elsewhere, by decree.
    pub fn put(&mut self, who: Who, to: DVec2) {
        let [x, y] = (to * STEPS_PER_METRE).to_array();
        let who = self.body(who);
        self.steward_mut().decree(Decree::Move { who, to: [x as i32, y as i32] });
        self.tick();
    }

    /// Makes somebody a guard with a sharp mind, who searches together with all who share `hunts`.
    pub fn enlist(&mut self, who: Who, name: &str, hunts: &Hunts, respects: &[(&str, f64)]) -> Soul {
        let body = self.body(who);
        self.steward_mut().decree(Decree::Appoint { who: body, guard: true });
        self.run(0.5);
        let soul = Soul::new(of_character(name, "guard", "sharp").with_hunts(hunts.clone()));
        soul.respect_all(respects);
        self.animate_with(who, soul.clone());
        soul
    }

    /// Walks somebody to within 30 cm of a place.
    pub fn walk(&mut self, who: Who, to: DVec2) {
        let mut legs = Legs::new(0);
        legs.read(self.atlas.clone());
        legs.go(self.known(who), Spot { place: to, level: 0 }, Gait::Walk, 0.3);
        self.people[who].legs = Some(legs);
        for _ in 0..3000 {
            self.tick();
            let walk = self.people[who].legs.as_ref().map(Legs::walk);
            match walk {
                Some(Walk::Going) => {}
                Some(Walk::Arrived) => {
                    self.people[who].legs = None;
                    self.guest(who).steer(Steering::default());
                    self.run(0.5);
                    return;
                }
                _ => break,
            }
        }
        panic!("nobody can walk from {} to {to}", self.truth(who).place);
    }

    /// Sends somebody on the way to a place, near enough within so many metres.
    pub fn set_out(&mut self, who: Who, to: DVec2, near: f64) {
        let mut legs = Legs::new(who as u64);
        legs.read(self.atlas.clone());
        legs.go(self.known(who), Spot::ground(to), Gait::Walk, near);
        self.people[who].legs = Some(legs);
    }

    /// How the walk of somebody who set out goes.
    pub fn walk_of(&self, who: Who) -> Walk {
        self.people[who].legs.as_ref().map_or(Walk::Idle, Legs::walk)
    }

    /// Wishes something and waits for the answer.
    pub fn ask(&mut self, who: Who, intent: Intent) -> Outcome {
        let number = self.guest(who).wish(intent);
        for _ in 0..100 {
            self.tick();
            if let Some(outcome) = self.known(who).answer(number) {
                return outcome.clone();
            }
        }
        panic!("wish {number} was never answered");
    }

    /// Why a wish is refused, or `None` if it is not.
    pub fn refusal(&mut self, who: Who, intent: Intent) -> Option<Refusal> {
        match self.ask(who, intent) {
            Outcome::Refused(refusal) => Some(refusal),
            Outcome::Done | Outcome::Told(_) | Outcome::Seen(..) => None,
        }
    }

    /// The things of a kind somebody sees, nearest first.
    pub fn things(&self, who: Who, kind: ThingKind) -> Vec<EntityId> {
        let known = self.known(who);
        let mut things: Vec<_> = known
            .entities()
            .values()
            .filter(|sighted| sighted.thing() == Some(kind))
            .map(|sighted| (sighted.state.place().distance(known.place()), sighted.card.id))
            .collect();
        things.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        things.into_iter().map(|(_, id)| id).collect()
    }

    /// The slot in which somebody carries a thing of a kind.
    pub fn slot_of(&self, who: Who, kind: ThingKind) -> Option<u8> {
        let slot = self.known(who).bag().iter().position(|slot| slot.is_some_and(|s| s.kind == kind));
        slot.map(|slot| slot as u8)
    }

    /// Walks to the nearest thing of a kind and takes it.
    pub fn fetch(&mut self, who: Who, kind: ThingKind, at: DVec2) -> EntityId {
        self.walk(who, at + DVec2::new(0.0, 0.8));
        let thing = *self.things(who, kind).first().expect("it lies there");
        assert_eq!(self.ask(who, Intent::Take(thing)), Outcome::Done);
        thing
    }

    /// Sends bytes to the host as if a guest's link had carried them.
    pub fn send_raw(&mut self, who: Who, frame: Frame) {
        let now = self.now;
        if let Between::Network { links, .. } = &mut self.people[who].between {
            links.up.send(now, frame);
        }
    }

    /// Hands bytes to a guest as if its host had sent them.
    pub fn hand_raw(&mut self, who: Who, frame: Frame) {
        let now = self.now;
        if let Between::Network { links, .. } = &mut self.people[who].between {
            links.down.send(now, frame);
        }
    }

    /// Changes the weather on somebody's link.
    pub fn set_link(&mut self, who: Who, config: LinkConfig) {
        if let Between::Network { links, .. } = &mut self.people[who].between {
            links.up.set_config(config);
            links.down.set_config(config);
        }
    }
}

/// Everybody has one line for as long as the town stands.
fn line_of(guest: GuestId) -> LineId {
    LineId(guest.0)
}

fn arrival(guest: GuestId, name: &str, view: u8, reach: Reach) -> Arrival {
    Arrival {
        guest,
        name: name.to_owned(),
        human: true,
        operator: false,
        token: [guest.0 as u8; 16],
        view,
        account: None,
        reach,
    }
}

/// Full speed in a direction given in degrees, anticlockwise from east.
pub fn towards(degrees: f64, gait: Gait) -> Steering {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Steering {
        east: (cos * 127.0) as i8,
        north: (sin * 127.0) as i8,
        heading: wold_wire::state::turn_to_byte(degrees / 360.0),
        gait,
    }
}
