use super::*;
use crate::guest::{Guest, GuestConfig};
use std::sync::Arc;
use wold_space::land::{Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, Roof, RoomUse};
use wold_space::{ChunkPos, EntityId, GuestId, Tick};
use wold_wire::{ChunkChanges, Down, FromHost, OwnState, Snapshot, Welcome};
use wold_world::{Land, Motion, Physique, movement};

/// Walks on one chunk without a host: the test moves the body as the world would.
struct Walker {
    guest: Guest,
    land: Land,
    legs: Legs,
    body: Motion,
    tick: u64,
}

impl Walker {
    fn on(chunk: Chunk, place: DVec2) -> Self {
        let chunk = Arc::new(chunk);
        let mut land = Land::default();
        land.put(chunk.clone(), ChunkChanges::default());
        let mut guest = Guest::admitted(GuestConfig::default());
        let changes = ChunkChanges::default();
        guest.take(Down::Message(FromHost::Welcome(Welcome {
            guest: GuestId(1),
            body: EntityId(1),
            seed: 1,
            tick: Tick(0),
            token: [0; 16],
            operator: false,
            view: 1,
            world: String::new(),
            physique: Physique::default(),
        })));
        guest.take(Down::Message(FromHost::Chunk { land: chunk, changes }));
        let body = Motion { place, stamina: 1.0, ..Default::default() };
        let mut walker = Self { guest, land, legs: Legs::new(0), body, tick: 0 };
        walker.tell();
        walker
    }

    fn tell(&mut self) {
        let own = OwnState {
            place: self.body.place,
            velocity: self.body.velocity.as_dvec2(),
            stamina: 255,
            health: 255,
            ..Default::default()
        };
        self.guest.take(Down::Snapshot(Snapshot { tick: Tick(self.tick), own, ..Default::default() }));
    }

    fn walk_to(&mut self, to: DVec2, most: u64) -> Walk {
        self.legs.go(self.guest.known(), to, Gait::Walk, 0.5);
        for _ in 0..most {
            let steering = self.legs.step(self.guest.known());
            self.body = movement::step(&Physique::default(), &self.land, &self.body, &steering, &[]);
            self.tick += 1;
            self.guest.step();
            self.tell();
            if self.legs.walk() != Walk::Going {
                break;
            }
        }
        self.legs.walk()
    }
}

/// A house of 5 by 4 tiles at (12, 12) with one inner wall; doors to the north and between the rooms.
fn with_house() -> Chunk {
    let (width, depth) = (5u8, 4u8);
    let mut edges = Vec::new();
    for x in 0..width {
        edges.push(Edge { x, y: 0, side: EdgeSide::South, kind: EdgeKind::Wall });
        let kind = if x == 0 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(Edge { x, y: depth, side: EdgeSide::South, kind });
    }
    for y in 0..depth {
        let kind = if y == 0 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(Edge { x: 2, y, side: EdgeSide::West, kind });
        edges.push(Edge { x: 0, y, side: EdgeSide::West, kind: EdgeKind::Wall });
        edges.push(Edge { x: width, y, side: EdgeSide::West, kind: EdgeKind::Wall });
    }
    let rooms = (0..depth).flat_map(|_| (0..width).map(|x| if x < 2 { 1 } else { 2 })).collect();
    let uses = vec![RoomUse::Hall, RoomUse::Parlour];
    let floor = Floor { rooms, uses, edges, stairs: None, furniture: Vec::new() };
    let mut chunk = Chunk::meadow(ChunkPos::default());
    chunk.houses.push(House {
        corner: DVec2::splat(12.0),
        width,
        depth,
        base: 0,
        floors: vec![floor],
        roof: Roof::Flat,
        facade: 0,
    });
    chunk
}

#[test]
fn a_walker_goes_around_a_wall_of_stones() {
    let mut chunk = Chunk::meadow(ChunkPos::default());
    for i in 0..7u16 {
        chunk.growths.push(Growth {
            kind: GrowthKind::Boulder,
            at: [16 * 128, (13 + i) * 128],
            size: 128,
            turn: 0,
        });
    }
    let mut walker = Walker::on(chunk, DVec2::new(10.0, 16.0));
    assert_eq!(walker.walk_to(DVec2::new(22.0, 16.0), 600), Walk::Arrived);
}

#[test]
fn a_walker_goes_around_a_house() {
    let mut walker = Walker::on(with_house(), DVec2::new(14.5, 8.0));
    assert_eq!(walker.walk_to(DVec2::new(14.5, 20.0), 800), Walk::Arrived);
}

#[test]
fn a_walker_finds_in_and_out_through_two_doors() {
    let mut walker = Walker::on(with_house(), DVec2::new(12.5, 22.0));
    let inside = DVec2::new(16.5, 14.5);
    assert_eq!(walker.walk_to(inside, 800), Walk::Arrived);
    assert!(walker.body.place.distance(inside) < 0.8);
    assert_eq!(walker.walk_to(DVec2::new(20.0, 20.0), 900), Walk::Arrived);
}

#[test]
fn a_goal_nobody_can_reach_is_given_up() {
    let mut chunk = with_house();
    for edge in &mut chunk.houses[0].floors[0].edges {
        edge.kind = EdgeKind::Wall;
    }
    let mut walker = Walker::on(chunk, DVec2::new(12.5, 22.0));
    assert_eq!(walker.walk_to(DVec2::new(13.5, 13.5), 2000), Walk::Stuck);
}
