//! A homestead to test on: a copse, a pond, a heap of goods, and a house of two storeys with a door in the west and stairs inside.

// Each test file uses what it needs of it.
#![allow(dead_code)]

use std::sync::Arc;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, LATTICE, Roof, RoomUse, Sprout,
    Stairs, ThingKind,
};
use wold_lore::measure::to_spot;
use wold_space::{ChunkPos, DVec2, EntityId, GuestId};
use wold_wire::{FromHost, Intent, Outcome};
use wold_world::parts::{Bag, Id, Lies, Thing};
use wold_world::{Act, ChunkSource, Command, Decree, Origin, Realm, TickReport};

/// Trees, by index: those of the first chunk.
pub const TREES: u16 = 6;
/// Where the first tree stands; the others follow to the east, 1.5 m apart.
pub const COPSE: DVec2 = DVec2::new(4.0, 6.0);
/// What lies about at first.
pub const GOODS: [ThingKind; 8] = [
    ThingKind::Axe,
    ThingKind::Axe,
    ThingKind::Apple,
    ThingKind::Bread,
    ThingKind::Herb,
    ThingKind::Coin,
    ThingKind::Coin,
    ThingKind::Plank,
];
/// The first of the goods; the others lie around it.
pub const HEAP: DVec2 = DVec2::new(7.0, 4.0);
const CORNER: DVec2 = DVec2::new(14.0, 10.0);

struct Homestead;

impl ChunkSource for Homestead {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos == ChunkPos::default() {
            for tree in 0..TREES {
                let at = to_spot(COPSE + DVec2::new(1.5 * f64::from(tree), 0.0));
                chunk.growths.push(Growth { kind: GrowthKind::Birch, at, size: 128, turn: 0 });
            }
            for (number, kind) in GOODS.into_iter().enumerate() {
                let at = to_spot(HEAP + DVec2::new(0.7 * (number % 4) as f64, 0.7 * (number / 4) as f64));
                chunk.sprouts.push(Sprout { kind, at });
            }
            // A pond in the north-west, deep enough to swim.
            for (i, j) in (0..5).flat_map(|i| (11..16).map(move |j| (i, j))) {
                let at = j * LATTICE + i;
                (chunk.heights[at], chunk.water[at]) = (chunk.heights[at] - 64, chunk.heights[at] - 4);
            }
            chunk.houses.push(house());
        }
        Arc::new(chunk)
    }
}

fn house() -> House {
    let edge = |x, y, side, kind| Edge { x, y, side, kind };
    let floor = |level: u8| {
        let mut edges = Vec::new();
        for x in 0..8 {
            edges.extend([0, 6].map(|y| edge(x, y, EdgeSide::South, EdgeKind::Wall)));
        }
        for y in 0..6 {
            let west = if y == 1 && level == 0 { EdgeKind::Door } else { EdgeKind::Wall };
            edges.extend([edge(0, y, EdgeSide::West, west), edge(8, y, EdgeSide::West, EdgeKind::Wall)]);
        }
        let stairs = (level == 0).then_some(Stairs { x: 3, y: 1, quarter: 0, length: 3 });
        Floor { rooms: vec![1; 48], uses: vec![RoomUse::Hall], edges, stairs, furniture: Vec::new() }
    };
    let floors = vec![floor(0), floor(1)];
    House { corner: CORNER, width: 8, depth: 6, base: 0, floors, roof: Roof::Flat, facade: 0 }
}

/// The homestead and who is in it: guests from 1 up.
pub struct Yard {
    pub realm: Realm,
    pub last: TickReport,
    number: u32,
}

impl Yard {
    /// So many people beside the heap. Land does not bear again and has no animals; `change` has the last word on the settings.
    pub fn new(people: u64, change: impl FnOnce(&mut Origin)) -> Self {
        let mut origin = Origin { source: Arc::new(Homestead), ..Origin::meadow(3) };
        (origin.config.harvest_minutes, origin.config.fauna) = (0.0, 0.0);
        change(&mut origin);
        let mut realm = Realm::new(origin);
        let enter = |guest| Command { guest: GuestId(guest), number: 0, act: entering(guest) };
        let last = realm.step((1..=people).map(enter).collect());
        let mut yard = Self { realm, last, number: 0 };
        for who in 1..=people {
            yard.send(who, HEAP + DVec2::new(0.5 * who as f64, 1.4));
        }
        yard
    }

    pub fn body(&self, who: u64) -> EntityId {
        self.realm.body_of(GuestId(who)).expect("in")
    }

    pub fn decree(&mut self, decree: Decree) {
        let act = Act::Decree(decree);
        self.last = self.realm.step(vec![Command { guest: GuestId(0), number: 0, act }]);
    }

    pub fn send(&mut self, who: u64, at: DVec2) {
        let to = [at.x, at.y].map(|metres| (metres * 128.0) as i32);
        let who = self.body(who);
        self.decree(Decree::Move { who, to });
    }

    /// Gives somebody a thing; the slot it is in.
    pub fn grant(&mut self, who: u64, thing: ThingKind) -> u8 {
        let body = self.body(who);
        let before = self.bag(who);
        self.decree(Decree::Grant { who: body, thing });
        let slots = self.bag(who);
        let new = (0..slots.len()).find(|&slot| slots[slot] != before[slot]);
        // Or it lies on a stack that was there.
        let is_of_kind = |slot: &usize| {
            let part = slots[*slot].and_then(|id| self.realm.part::<Thing>(id));
            part.is_some_and(|part| part.kind == thing)
        };
        new.or_else(|| (0..slots.len()).find(is_of_kind)).expect("granted") as u8
    }

    pub fn bag(&self, who: u64) -> Vec<Option<EntityId>> {
        self.realm.part::<Bag>(self.body(who)).expect("people have bags").slots.to_vec()
    }

    /// A wish as a command of its own number.
    pub fn wish(&mut self, who: u64, intent: Intent) -> Command {
        self.number += 1;
        Command { guest: GuestId(who), number: self.number, act: Act::Intent(intent) }
    }

    /// What becomes of a wish.
    pub fn ask(&mut self, who: u64, intent: Intent) -> Outcome {
        let command = self.wish(who, intent);
        let number = command.number;
        self.last = self.realm.step(vec![command]);
        let answered = |message: &FromHost| match message {
            FromHost::Answer { number: n, outcome } if *n == number => Some(outcome.clone()),
            _ => None,
        };
        self.last.mail.iter().find_map(|mail| answered(&mail.message)).expect("every wish is answered")
    }

    pub fn pass(&mut self, ticks: u64) {
        (0..ticks).for_each(|_| self.last = self.realm.step(vec![]));
    }

    /// What lies about, by kind.
    pub fn lying(&mut self, kind: ThingKind) -> Vec<EntityId> {
        let world = self.realm.ecs_mut();
        let mut things = world.query::<(&Id, &Thing, &Lies)>();
        let mut lying: Vec<EntityId> =
            things.iter(world).filter(|(_, thing, _)| thing.kind == kind).map(|(id, ..)| id.0).collect();
        lying.sort_unstable();
        lying
    }
}

pub fn entering(guest: u64) -> Act {
    Act::Enter { name: format!("Person {guest}"), human: true, look: 0 }
}
