//! What must hold of every world.

use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_genesis::house::{inspect, street_door};
use wold_lore::land::{Chunk, DRY, Ecosystem, HEIGHT_STEPS_PER_METRE, LATTICE, PlaceKind};
use wold_space::{ChunkPos, DVec2, Vec2};

/// Chunks made so far: many points of a test lie in the same one.
#[derive(Default)]
struct Atlas(std::collections::BTreeMap<ChunkPos, Chunk>);

impl Atlas {
    fn ground(&mut self, world: &Genesis, point: DVec2) -> (&Chunk, Vec2) {
        let pos = ChunkPos::of(point);
        let chunk = self.0.entry(pos).or_insert_with(|| world.chunk(pos));
        (chunk, (point - pos.origin()).as_vec2())
    }
}

#[test]
fn neighbouring_chunks_share_their_rim() {
    let world = Genesis::new(Seed(42));
    for (x, y) in [(0, 0), (20, 25), (-300, 77), (200_000, -260_000)] {
        let west = world.chunk(ChunkPos { x, y });
        let east = world.chunk(ChunkPos { x: x + 1, y });
        let north = world.chunk(ChunkPos { x, y: y + 1 });
        for i in 0..LATTICE {
            assert_eq!(west.heights[i * LATTICE + LATTICE - 1], east.heights[i * LATTICE]);
            assert_eq!(west.water[i * LATTICE + LATTICE - 1], east.water[i * LATTICE]);
            assert_eq!(west.ecosystems[i * LATTICE + LATTICE - 1], east.ecosystems[i * LATTICE]);
            assert_eq!(west.road[i * LATTICE + LATTICE - 1], east.road[i * LATTICE]);
            assert_eq!(west.heights[(LATTICE - 1) * LATTICE + i], north.heights[i]);
            assert_eq!(west.moisture[(LATTICE - 1) * LATTICE + i], north.moisture[i]);
        }
    }
}

#[test]
fn order_and_company_change_nothing() {
    let chunks: Vec<ChunkPos> = ChunkPos { x: 24, y: 24 }.around(4).collect();
    let one = Genesis::new(Seed(7));
    let forward: Vec<Chunk> = chunks.iter().map(|&pos| one.chunk(pos)).collect();
    let other = Genesis::new(Seed(7));
    for (pos, chunk) in chunks.iter().zip(&forward).rev() {
        assert_eq!(&other.chunk(*pos), chunk);
    }
    let together: Vec<Chunk> = std::thread::scope(|scope| {
        let shared = Genesis::new(Seed(7));
        let handles: Vec<_> = chunks
            .iter()
            .map(|&pos| {
                let shared = shared.clone();
                scope.spawn(move || shared.chunk(pos))
            })
            .collect();
        handles.into_iter().map(|h| h.join().expect("chunks are made without panic")).collect()
    });
    assert_eq!(together, forward);
}

#[test]
fn every_world_starts_dry_outdoors_on_the_square_of_a_town() {
    for seed in 0..8 {
        let world = Genesis::new(Seed(seed));
        let start = world.start();
        let mut atlas = Atlas::default();
        let (chunk, local) = atlas.ground(&world, start);
        assert_eq!(chunk.ecosystem(local), Ecosystem::Town, "seed {seed}");
        assert_eq!(chunk.water(local), None);
        assert!(chunk.road.contains(&255));
        assert!(
            chunk.growths.iter().all(|g| g.local().distance(local) > g.trunk_radius() + 0.5),
            "seed {seed}"
        );
        let near = world.places_near(start, 150.0);
        for kind in [PlaceKind::Town, PlaceKind::Well, PlaceKind::Inn, PlaceKind::Market, PlaceKind::Smithy] {
            assert!(near.iter().any(|p| p.kind == kind), "seed {seed} lacks {kind:?}");
        }
        assert!(near.iter().filter(|p| p.kind == PlaceKind::Home).count() >= 10);
        assert!(near.windows(2).all(|w| w[0].at.distance(start) <= w[1].at.distance(start)));
    }
}

#[test]
fn houses_stand_level_on_dry_ground_with_a_door_to_the_street() {
    for seed in [0, 42] {
        let world = Genesis::new(Seed(seed));
        let mut atlas = Atlas::default();
        for town in world.towns_near(world.start(), 2_500.0) {
            assert!(
                (10..=40).contains(&town.houses.len()),
                "seed {seed}: {} has {}",
                town.name,
                town.houses.len()
            );
            for (lot, house) in town.lots.iter().zip(&town.houses) {
                assert_eq!(inspect(house), Ok(()), "seed {seed}, {}", town.name);
                let (_, outside) = street_door(house).expect("inspected");
                let step = house.corner + DVec2::new(f64::from(outside.0) + 0.5, f64::from(outside.1) + 0.5);
                let (chunk, local) = atlas.ground(&world, step);
                assert!(
                    (chunk.height(local) - house.floor_height(0)).abs() < 0.3,
                    "doorstep of {}",
                    town.name
                );
                assert_eq!(chunk.water(local), None);
                let street =
                    town.streets.iter().chain([&town.square]).any(|s| s.distance(lot.path.centre()) < 4.0);
                assert!(street, "lot {:?} has no street", lot.ground);
                for x in 0..=house.width {
                    for y in 0..=house.depth {
                        let corner = house.corner + DVec2::new(f64::from(x), f64::from(y));
                        let (chunk, local) = atlas.ground(&world, corner);
                        assert!(chunk.height(local) <= house.floor_height(0) + 0.01);
                        assert_eq!(chunk.water(local), None);
                    }
                }
            }
            for (i, a) in town.lots.iter().enumerate() {
                assert!(town.lots[i + 1..].iter().all(|b| !a.house.meets(&b.house)));
                assert!(town.streets.iter().all(|s| !a.house.meets(s)));
            }
        }
    }
}

#[test]
fn nothing_stands_in_a_doorway_or_in_water() {
    let world = Genesis::new(Seed(42));
    let town = world.towns_near(world.start(), 50.0).remove(0);
    let doors: Vec<DVec2> = town.houses.iter().map(wold_genesis::town::doorstep).collect();
    let lo = ChunkPos::of(town.bounds.centre());
    for pos in lo.around(5) {
        let chunk = world.chunk(pos);
        for growth in &chunk.growths {
            let at = pos.origin() + growth.local().as_dvec2();
            let close = doors.iter().any(|d| d.distance(at) < f64::from(growth.trunk_radius()) + 0.6);
            assert!(growth.trunk_radius() == 0.0 || !close, "{growth:?} at {at}");
            assert_eq!(chunk.water(growth.local()), None);
        }
    }
}

#[test]
fn height_is_that_of_the_chunk() {
    let world = Genesis::new(Seed(3));
    for pos in ChunkPos::of(world.start()).around(2) {
        let chunk = world.chunk(pos);
        for (index, &steps) in chunk.heights.iter().enumerate() {
            let local = DVec2::new((index % LATTICE) as f64, (index / LATTICE) as f64) * 2.0;
            let metres = world.height(pos.origin() + local);
            assert!((metres - f32::from(steps) / HEIGHT_STEPS_PER_METRE).abs() <= 1.0 / 32.0);
        }
    }
}

#[test]
fn roads_lead_dry_from_gate_to_gate_and_can_be_walked() {
    let world = Genesis::new(Seed(42));
    let roads = world.roads_near(world.start(), 200.0);
    assert!(!roads.is_empty(), "a town without a road");
    for road in roads {
        let mut atlas = Atlas::default();
        let mut last: Option<(f32, DVec2)> = None;
        for pair in road.line.windows(2) {
            for i in 0..4 {
                let point = pair[0].lerp(pair[1], f64::from(i) / 4.0);
                let (chunk, local) = atlas.ground(&world, point);
                assert_eq!(chunk.water(local), None, "wet road at {point}");
                let height = chunk.height(local);
                if let Some((before, at)) = last {
                    let slope = (height - before).abs() / (point.distance(at) as f32).max(0.5);
                    assert!(slope < 0.9, "a step of {slope} at {point}");
                }
                last = Some((height, point));
            }
        }
    }
}

#[test]
fn rivers_flow_through_chunks_above_their_beds() {
    let world = Genesis::new(Seed(42));
    let mut wet = 0;
    for pos in ChunkPos::of(world.start()).around(14).step_by(3) {
        let chunk = world.chunk(pos);
        for (height, water) in chunk.heights.iter().zip(chunk.water.iter()) {
            if *water != DRY {
                wet += 1;
                assert!(height <= water, "water below the ground in {pos}");
            }
        }
    }
    assert!(wet > 50, "{wet} wet vertices around a town by a river");
}
