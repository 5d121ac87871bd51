use super::*;
use crate::RoadMap;
use std::sync::Arc;
use wold_chance::Seed;
use wold_guest::fixtures::welcome;
use wold_guest::guest::{Guest, GuestConfig};
use wold_land::{Land, Motion, Physique, movement};
use wold_lore::land::{Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, Roof, RoomUse};
use wold_space::{ChunkPos, Tick};
use wold_wire::{ChunkChanges, Down, FromHost, OwnState, Snapshot};

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
        guest.take(welcome(0, 1));
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
            level: self.body.level,
            pose: self.body.pose,
            stamina: 255,
            health: 255,
            ..Default::default()
        };
        self.guest.take(Down::Snapshot(Snapshot { tick: Tick(self.tick), own, ..Default::default() }));
    }

    /// Holds the land of a whole world around the body, as a host would keep it.
    fn load(&mut self, world: &wold_genesis::Genesis) {
        let here = ChunkPos::of(self.body.place);
        let gone: Vec<ChunkPos> =
            self.land.plots().map(|plot| plot.chunk.pos).filter(|pos| pos.rings_to(here) > 3).collect();
        for pos in gone {
            self.land.forget(pos);
            self.guest.take(Down::Message(FromHost::Forget(pos)));
        }
        for pos in here.around(2) {
            if self.land.plot(pos).is_none() {
                let land = Arc::new(world.chunk(pos));
                let changes = ChunkChanges::default();
                self.land.put(land.clone(), changes.clone());
                self.guest.take(Down::Message(FromHost::Chunk { land, changes }));
            }
        }
    }

    fn step(&mut self) {
        self.step_among(&[]);
    }

    /// One step with others close by.
    fn step_among(&mut self, others: &[Vec2]) {
        let steering = self.legs.step(self.guest.known());
        self.body = movement::step(&Physique::default(), &self.land, &self.body, &steering, others);
        self.tick += 1;
        self.guest.step();
        self.tell();
    }

    fn walk_to(&mut self, to: DVec2, most: u64) -> Walk {
        self.walk_to_spot(Spot::ground(to), most)
    }

    fn walk_to_spot(&mut self, to: Spot, most: u64) -> Walk {
        self.legs.go(self.guest.known(), to, Gait::Walk, 0.5);
        for _ in 0..most {
            self.step();
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

/// A walker on the market square of a real town.
fn in_town(world: &wold_genesis::Genesis) -> Walker {
    let start = world.start();
    let mut walker = Walker::on(world.chunk(ChunkPos::of(start)), start);
    walker.load(world);
    walker
}

#[test]
fn a_walker_climbs_to_the_top_floor_and_comes_down_again() {
    let world = wold_genesis::Genesis::new(Seed(42));
    let mut walker = in_town(&world);
    let houses: Vec<House> = ChunkPos::of(walker.body.place)
        .around(1)
        .filter_map(|pos| walker.land.plot(pos))
        .flat_map(|plot| plot.chunk.houses.iter().cloned())
        .filter(|house| house.floors.len() > 1 && house.floors[0].stairs.is_some())
        .take(3)
        .collect();
    assert!(!houses.is_empty(), "the town has houses of two floors");
    let start = walker.body.place;
    for house in &houses {
        let spots = crate::indoors::standable(house);
        let &upstairs = spots.last().expect("houses have rooms");
        assert!(upstairs.level > 0);
        assert_eq!(walker.walk_to_spot(upstairs, 4000), Walk::Arrived, "up to {upstairs:?}");
        assert_eq!(walker.body.level, upstairs.level);
        assert_eq!(walker.walk_to(start, 4000), Walk::Arrived, "down from {upstairs:?}");
        assert_eq!(walker.body.level, 0);
    }
}

#[test]
fn a_walker_takes_the_road_to_the_next_town() {
    let seed = Seed(42);
    let world = wold_genesis::Genesis::new(seed);
    let map = RoadMap::of(seed);
    let mut walker = in_town(&world);
    let towns = map.towns(walker.body.place, 3000.0);
    let trail = map.trail(towns[0], towns[1]).expect("a road joins neighbours");
    for &point in &trail {
        if walker.body.place.distance(point) > 10.0 {
            walker.load(&world);
            walker.legs.go(walker.guest.known(), Spot::ground(point), Gait::Run, 2.0);
            for step in 0..3000 {
                if step % 40 == 0 {
                    walker.load(&world);
                }
                walker.step();
                if walker.legs.walk() != Walk::Going {
                    break;
                }
            }
            assert_eq!(walker.legs.walk(), Walk::Arrived, "to {point} from {}", walker.body.place);
        }
    }
    assert!(walker.body.place.distance(towns[1]) < 10.0);
}

#[test]
fn a_crowd_passes_a_door_in_and_out_without_jamming() {
    let goals: Vec<DVec2> =
        (0..10).map(|n| DVec2::new(12.5 + f64::from(n % 5), 12.5 + f64::from(n / 5) * 1.2)).collect();
    let outside: Vec<DVec2> =
        (0..10).map(|n| DVec2::new(8.0 + f64::from(n % 5) * 2.0, 20.0 + f64::from(n / 5) * 2.0)).collect();
    let mut crowd: Vec<Walker> = outside.iter().map(|&place| Walker::on(with_house(), place)).collect();
    // In, then out again: everybody through the one door to the street.
    for targets in [&goals, &outside] {
        for (walker, &to) in crowd.iter_mut().zip(targets) {
            walker.legs.go(walker.guest.known(), Spot::ground(to), Gait::Walk, 0.8);
        }
        let mut steps = 0;
        while crowd.iter().any(|walker| walker.legs.walk() == Walk::Going) && steps < 1200 {
            let places: Vec<DVec2> = crowd.iter().map(|walker| walker.body.place).collect();
            for (n, walker) in crowd.iter_mut().enumerate() {
                let here = walker.body.place;
                let others: Vec<Vec2> = (0..places.len())
                    .filter(|&m| m != n)
                    .map(|m| (places[m] - here).as_vec2())
                    .filter(|apart| apart.length() < 1.5)
                    .collect();
                walker.step_among(&others);
            }
            steps += 1;
        }
        for walker in &crowd {
            assert_eq!(walker.legs.walk(), Walk::Arrived, "after {steps} steps at {}", walker.body.place);
            // Who has arrived may be shoved a little by those who come after.
            let indoors = walker.land.house_at(walker.body.place, 0).is_some();
            assert_eq!(indoors, std::ptr::eq(targets, &goals), "at {}", walker.body.place);
        }
    }
}

#[test]
fn a_walker_gets_around_a_wall_that_is_longer_than_it_searches() {
    let mut walker = Walker::on(Chunk::meadow(ChunkPos::default()), DVec2::new(12.0, 16.0));
    for pos in ChunkPos::default().around(2) {
        let land = Arc::new(Chunk::meadow(pos));
        let mut changes = ChunkChanges::default();
        // From the south end of all it knows to fifty metres north of where it stands.
        if pos.x == 0 && pos.y < 2 {
            changes.built.extend((0..32).map(|y| ((16, y, EdgeSide::West), EdgeKind::Wall)));
            changes.version = 1;
        }
        walker.land.put(land.clone(), changes.clone());
        walker.guest.take(Down::Message(FromHost::Chunk { land, changes }));
    }
    assert_eq!(walker.walk_to(DVec2::new(20.0, 16.0), 3_000), Walk::Arrived, "at {}", walker.body.place);
}
