//! A house on a meadow, for tests: 8 × 6 m at [`CORNER`], two storeys of two rooms each with a doorway between, a door in the west, a window in the north on either storey, and a flight of stairs in the east.

use crate::command::{Act, Command, Decree};
use crate::parts::Body;
use crate::realm::{Origin, Realm, TickReport};
use crate::registry::Roll;
use crate::replication::{PerceptionConfig, Replicator, Watch};
use crate::source::ChunkSource;
use bevy_ecs::prelude::*;
use std::sync::Arc;
use wold_lore::land::{
    Chunk, Door, Edge, EdgeKind, EdgeSide, Floor, House, Roof, RoomUse, Stairs, ThingKind,
};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, TICKS_PER_SECOND};
use wold_wire::{FromHost, Gait, Intent, Steering};

/// The house's south-western corner.
pub(crate) const CORNER: DVec2 = DVec2::new(8.0, 8.0);
/// Its door, and a place before it, and one behind.
pub(crate) const DOOR: Door = Door { house: 0, level: 0, x: 0, y: 1, side: EdgeSide::West };
pub(crate) const BEFORE: DVec2 = DVec2::new(2.0, 9.5);
pub(crate) const BEHIND: DVec2 = DVec2::new(10.0, 9.5);
/// At the windows, and in the street before them.
pub(crate) const AT_WINDOW: DVec2 = DVec2::new(10.5, 13.4);
pub(crate) const STREET: DVec2 = DVec2::new(10.5, 26.0);

struct Hamlet;

impl ChunkSource for Hamlet {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos == ChunkPos::default() {
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
            edges.push(edge(x, 0, EdgeSide::South, EdgeKind::Wall));
            let north = if x == 2 { EdgeKind::Window } else { EdgeKind::Wall };
            edges.push(edge(x, 6, EdgeSide::South, north));
        }
        for y in 0..6 {
            let west = if y == 1 && level == 0 { EdgeKind::Door } else { EdgeKind::Wall };
            edges.push(edge(0, y, EdgeSide::West, west));
            edges.push(edge(4, y, EdgeSide::West, if y == 4 { EdgeKind::Door } else { EdgeKind::Wall }));
            edges.push(edge(8, y, EdgeSide::West, EdgeKind::Wall));
        }
        let stairs = (level == 0).then_some(Stairs { x: 5, y: 2, quarter: 0, length: 2 });
        Floor { rooms: vec![1; 48], uses: vec![RoomUse::Hall], edges, stairs, furniture: Vec::new() }
    };
    let floors = vec![floor(0), floor(1)];
    House { corner: CORNER, width: 8, depth: 6, base: 0, floors, roof: Roof::Flat, facade: 0 }
}

/// A world with the house and some people, told everything that is sent to them.
pub(crate) struct Yard {
    pub(crate) realm: Realm,
    replicator: Replicator,
    watches: Vec<(u64, Watch)>,
    pub(crate) mail: Vec<(u64, FromHost)>,
}

impl Yard {
    /// People by guest number, and whether humans steer them; at an hour of the first day.
    pub(crate) fn new(hour: f64, people: &[(u64, bool)]) -> Self {
        let mut origin = Origin { source: Arc::new(Hamlet), ..Origin::meadow(1) };
        origin.config.first_hour = hour;
        let mut realm = Realm::new(origin);
        let enter = |&(guest, human): &(u64, bool)| {
            let act = Act::Enter { name: format!("P{guest}"), human, look: 0 };
            Command { guest: GuestId(guest), number: 0, act }
        };
        realm.step(people.iter().map(enter).collect());
        let replicator = Replicator::new(&mut realm, PerceptionConfig::default());
        let watch =
            |&(guest, _): &(u64, bool)| (guest, Watch::new(realm.body_of(GuestId(guest)).expect("in")));
        let watches = people.iter().map(watch).collect();
        Self { realm, replicator, watches, mail: Vec::new() }
    }

    pub(crate) fn body(&self, guest: u64) -> EntityId {
        self.realm.body_of(GuestId(guest)).expect("in")
    }

    pub(crate) fn entity(&self, guest: u64) -> Entity {
        self.realm.ecs().resource::<Roll>().0[&self.body(guest)]
    }

    pub(crate) fn put(&mut self, guest: u64, place: DVec2, level: u8) {
        let entity = self.entity(guest);
        let mut body = self.realm.ecs_mut().get_mut::<Body>(entity).expect("bodies");
        (body.0.place, body.0.level) = (place, level);
    }

    /// Steers somebody in a direction and a gait; they face it, or east.
    pub(crate) fn steer(&mut self, guest: u64, way: DVec2, gait: Gait) {
        let part = |share: f64| (share * 127.0) as i8;
        let turns = way.y.atan2(way.x) / std::f64::consts::TAU;
        let heading = wold_wire::state::turn_to_byte(turns);
        let steering = Steering { east: part(way.x), north: part(way.y), heading, gait };
        self.wish(guest, Intent::Move(steering));
    }

    /// Turns somebody on the spot.
    pub(crate) fn face(&mut self, guest: u64, way: DVec2, gait: Gait) {
        let heading = wold_wire::state::turn_to_byte(way.y.atan2(way.x) / std::f64::consts::TAU);
        self.wish(guest, Intent::Move(Steering { east: 0, north: 0, heading, gait }));
    }

    pub(crate) fn wish(&mut self, guest: u64, intent: Intent) -> TickReport {
        let number = self.realm.now().0 as u32 + 1;
        self.step(vec![Command { guest: GuestId(guest), number, act: Act::Intent(intent) }])
    }

    pub(crate) fn grant(&mut self, guest: u64, thing: ThingKind) {
        let who = self.body(guest);
        self.step(vec![Command {
            guest: GuestId(0),
            number: 0,
            act: Act::Decree(Decree::Grant { who, thing }),
        }]);
    }

    pub(crate) fn step(&mut self, commands: Vec<Command>) -> TickReport {
        let report = self.realm.step(commands);
        self.mail.extend(report.mail.iter().map(|mail| (mail.to.0, mail.message.clone())));
        self.replicator.observe(&mut self.realm);
        for (_, watch) in &mut self.watches {
            watch.look(&self.replicator, &self.realm);
        }
        report
    }

    pub(crate) fn pass(&mut self, seconds: f64) {
        (0..(seconds * TICKS_PER_SECOND as f64) as u64).for_each(|_| drop(self.step(vec![])));
    }

    /// Whether one guest is told of another's body.
    pub(crate) fn knows(&self, guest: u64, other: u64) -> bool {
        let (_, watch) = self.watches.iter().find(|(who, _)| *who == guest).expect("in");
        watch.knows(&self.replicator, self.body(other))
    }

    /// The name on a body's card.
    pub(crate) fn called(&self, guest: u64) -> String {
        let id = self.body(guest);
        let mut cards = self.replicator.all().map(|(card, _)| card);
        cards.find(|card| card.id == id).expect("visible").name.clone()
    }
}
