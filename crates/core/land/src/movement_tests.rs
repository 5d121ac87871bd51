use super::*;
use std::sync::Arc;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, LATTICE, Roof, RoomUse, Stairs,
};
use wold_space::ChunkPos;
use wold_wire::ChunkChanges;

fn land_of(chunk: Chunk) -> Land {
    let mut land = Land::default();
    land.put(Arc::new(chunk), ChunkChanges::default());
    land
}

fn meadow() -> Chunk {
    Chunk::meadow(ChunkPos::default())
}

fn walker(x: f64, y: f64) -> Motion {
    Motion { place: DVec2::new(x, y), stamina: 1.0, ..Default::default() }
}

fn go(east: i8, north: i8, gait: Gait) -> Steering {
    Steering { east, north, heading: 0, gait }
}

fn walk(land: &Land, mut body: Motion, steering: Steering, steps: usize) -> Motion {
    for _ in 0..steps {
        body = step(&Physique::default(), land, &body, &steering, &[]);
    }
    body
}

#[test]
fn a_second_of_walking_covers_about_its_speed() {
    let body = walk(&land_of(meadow()), walker(5.0, 5.0), go(127, 0, Gait::Walk), 20);
    assert!((body.place.x - 5.0 - 2.15).abs() < 0.1, "{}", body.place.x);
    assert_eq!((body.place.y, body.pose), (5.0, Pose::Walking));
}

#[test]
fn a_diagonal_wish_is_no_faster() {
    let body = walk(&land_of(meadow()), walker(5.0, 5.0), go(127, 127, Gait::Run), 20);
    assert!(body.velocity.length() <= 5.5 + 1e-3, "{}", body.velocity.length());
}

#[test]
fn breath_runs_out_and_comes_back() {
    let land = land_of(meadow());
    let mut body = walker(2.0, 16.0);
    for i in 0..450 {
        let way = if (i / 60) % 2 == 0 { 127 } else { -127 };
        body = step(&Physique::default(), &land, &body, &go(way, 0, Gait::Run), &[]);
    }
    assert!(body.stamina < 0.1 && body.velocity.length() < 5.0, "{body:?}");
    assert!(walk(&land, body, go(0, 0, Gait::Walk), 250).stamina > 0.95);
}

#[test]
fn a_tree_is_walked_round_not_through() {
    let mut chunk = meadow();
    chunk.growths.push(Growth { kind: GrowthKind::Oak, at: [10 * 128, 5 * 128], size: 128, turn: 0 });
    let land = land_of(chunk);
    let mut body = walker(5.0, 5.0);
    for _ in 0..100 {
        body = step(&Physique::default(), &land, &body, &go(127, 1, Gait::Run), &[]);
        let gap = body.place.distance(DVec2::new(10.0, 5.0));
        assert!(gap >= 0.8 - 1e-3, "{gap}");
    }
    assert!(body.place.x > 12.0, "it slides past: {}", body.place);
}

#[test]
fn cliffs_stop_climbers_and_hills_slow_them() {
    let mut cliff = meadow();
    let mut hill = meadow();
    for j in 0..LATTICE {
        for i in 8..LATTICE {
            cliff.heights[j * LATTICE + i] = 300;
            hill.heights[j * LATTICE + i] = ((i - 7) * 32) as i16;
        }
    }
    let steering = go(127, 0, Gait::Walk);
    let stopped = walk(&land_of(cliff), walker(10.0, 16.0), steering, 200);
    assert!(stopped.place.x < 14.1, "{}", stopped.place.x);
    let slowed = walk(&land_of(hill), walker(15.0, 16.0), steering, 40);
    let level = walk(&land_of(meadow()), walker(15.0, 16.0), steering, 40);
    assert!(slowed.place.x > 16.0 && slowed.place.x < level.place.x - 0.5);
}

#[test]
fn deep_water_is_swum() {
    let mut chunk = meadow();
    chunk.heights.fill(-64);
    chunk.water.fill(0);
    let body = walk(&land_of(chunk), walker(5.0, 5.0), go(127, 0, Gait::Run), 20);
    assert_eq!(body.pose, Pose::Swimming);
    assert!(body.velocity.length() < 1.5);
}

/// A house of 6 × 4 tiles, a door in the west at (0, 1), stairs climbing east along y = 2 from x = 2 to 4, two storeys.
fn house() -> House {
    let mut edges = Vec::new();
    for x in 0..6 {
        for y in [0, 4] {
            edges.push(Edge { x, y, side: EdgeSide::South, kind: EdgeKind::Wall });
        }
    }
    for y in 0..4 {
        let kind = if y == 1 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(Edge { x: 0, y, side: EdgeSide::West, kind });
        edges.push(Edge { x: 6, y, side: EdgeSide::West, kind: EdgeKind::Wall });
    }
    let floor = |stairs| Floor {
        rooms: vec![1; 24],
        uses: vec![RoomUse::Hall],
        edges: edges.clone(),
        stairs,
        furniture: vec![],
    };
    House {
        corner: DVec2::new(10.0, 10.0),
        width: 6,
        depth: 4,
        base: 0,
        floors: vec![floor(Some(Stairs { x: 2, y: 2, quarter: 0, length: 3 })), floor(None)],
        roof: Roof::Flat,
        facade: 0,
    }
}

fn house_land() -> Land {
    let mut chunk = meadow();
    chunk.houses.push(house());
    land_of(chunk)
}

#[test]
fn walls_stop_and_doors_let_in() {
    let mut land = house_land();
    let outside = walk(&land, walker(8.0, 12.5), go(127, 0, Gait::Run), 60);
    assert!(outside.place.x <= 10.0 - 0.35 + 1e-3, "{}", outside.place);
    let inside = walk(&land, walker(8.0, 11.5), go(127, 0, Gait::Walk), 40);
    assert!(inside.place.x > 11.0, "{}", inside.place);
    assert!(land.house_at(inside.place, 0).is_some());
    assert!(!land.in_sight(DVec2::new(8.0, 12.5), DVec2::new(12.0, 12.5), 0), "the wall hides");
    let through_the_door = |land: &Land| land.in_sight(DVec2::new(8.0, 11.5), DVec2::new(12.0, 11.5), 0);
    assert!(!through_the_door(&land), "a shut door hides and stops nobody");
    let open = land.plots().flat_map(|plot| plot.doors().iter().map(|(door, _)| *door)).collect();
    land.set_doors(ChunkPos::default(), open);
    assert!(through_the_door(&land), "the open door shows");
}

#[test]
fn stairs_lead_up_and_down_again() {
    let land = house_land();
    let up = walk(&land, walker(11.5, 12.5), go(127, 0, Gait::Walk), 50);
    assert_eq!(up.level, 1, "{}", up.place);
    assert_eq!(land.standing_height(up.place, 1), 3.0);
    let down = walk(&land, up, go(-127, 0, Gait::Walk), 50);
    assert_eq!((down.level, land.standing_height(down.place, 0)), (0, 0.0));
}

#[test]
fn the_side_of_a_flight_is_closed() {
    let land = house_land();
    let body = walk(&land, walker(14.5, 10.5), go(0, 127, Gait::Walk), 60);
    assert_eq!(body.level, 0);
    assert!(body.place.y < 12.0, "{}", body.place);
}

#[test]
fn people_give_way_softly() {
    let land = land_of(meadow());
    let body =
        step(&Physique::default(), &land, &walker(5.0, 5.0), &go(0, 0, Gait::Walk), &[Vec2::new(0.3, 0.0)]);
    assert!(body.place.x < 5.0 && body.place.x >= 4.95 - 1e-6, "{}", body.place.x);
}

#[test]
fn a_body_at_rest_is_left_where_it_is_and_starts_again_when_steered_turned_or_pushed() {
    let land = land_of(meadow());
    let rested = walk(&land, walker(5.0, 5.0), go(0, 0, Gait::Sit), 3);
    assert_eq!(rested.pose, Pose::Sitting);
    assert_eq!(walk(&land, rested, go(0, 0, Gait::Sit), 1000), rested, "not a hair, however long");
    let stands = walk(&land, rested, go(0, 0, Gait::Walk), 1);
    assert_eq!((stands.pose, stands.place), (Pose::Standing, rested.place));
    let turned = walk(&land, stands, Steering { heading: 64, ..go(0, 0, Gait::Walk) }, 1);
    assert_eq!((turned.heading, turned.place), (64, rested.place));
    assert!(walk(&land, stands, go(127, 0, Gait::Walk), 2).place.x > 5.0, "who is steered walks");
    let pushed = step(&Physique::default(), &land, &stands, &go(0, 0, Gait::Walk), &[Vec2::new(0.3, 0.0)]);
    assert!(pushed.place.x < 5.0, "who is in another's way gives way");
    let winded = Motion { stamina: 0.5, ..stands };
    assert!(walk(&land, winded, go(0, 0, Gait::Walk), 1).stamina > 0.5, "who is out of breath gets it back");
}

#[test]
fn who_rested_and_is_put_elsewhere_finds_out_what_is_there() {
    let mut chunk = meadow();
    chunk.growths.push(Growth { kind: GrowthKind::Oak, at: [10 * 128, 5 * 128], size: 128, turn: 0 });
    let wood = land_of(chunk);
    let mut lake = meadow();
    lake.heights.fill(-64);
    lake.water.fill(0);
    let steering = go(0, 0, Gait::Sit);
    let mut rested = walk(&wood, walker(5.0, 5.0), steering, 3);
    rested.put(DVec2::new(10.2, 5.0), 0);
    let beside = walk(&wood, rested, steering, 1);
    assert!(beside.place.distance(DVec2::new(10.0, 5.0)) >= 0.8 - 1e-3, "not in a tree: {}", beside.place);
    assert_eq!(walk(&land_of(lake), rested, steering, 1).pose, Pose::Swimming, "and in deep water it swims");
}
