use super::*;
use std::sync::Arc;
use wold_guest::fixtures::welcome;
use wold_guest::guest::{Guest, GuestConfig};
use wold_lore::land::{Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, House, Roof, RoomUse};
use wold_space::{EntityId, Tick};
use wold_wire::state::metres_to_steps;
use wold_wire::{Card, ChunkChanges, Down, EntityKind, EntityState, FromHost, OwnState, Snapshot};

/// One room of 6 by 5 metres without a door.
fn house() -> House {
    let (width, depth) = (6, 5);
    let edge = |x, y, side| Edge { x, y, side, kind: EdgeKind::Wall };
    let mut edges: Vec<Edge> =
        (0..width).flat_map(|x| [edge(x, 0, EdgeSide::South), edge(x, depth, EdgeSide::South)]).collect();
    edges.extend((0..depth).flat_map(|y| [edge(0, y, EdgeSide::West), edge(width, y, EdgeSide::West)]));
    let rooms = vec![1; usize::from(width) * usize::from(depth)];
    let floor = Floor { rooms, uses: vec![RoomUse::Hall], edges, stairs: None, furniture: Vec::new() };
    let corner = DVec2::new(12.0, 12.0);
    House { corner, width, depth, base: 0, floors: vec![floor], roof: Roof::Flat, facade: 0 }
}

/// Somebody on a meadow with a house and an oak, and a foe in sight.
fn knows(own: DVec2, foe: DVec2, felled: bool) -> Guest {
    let mut chunk = Chunk::meadow(ChunkPos::default());
    chunk.houses.push(house());
    chunk.growths.push(Growth { kind: GrowthKind::Oak, at: [26 * 128, 20 * 128], size: 128, turn: 0 });
    let mut changes = ChunkChanges::default();
    if felled {
        changes.gone.insert(0);
    }
    let mut guest = Guest::admitted(GuestConfig::default());
    guest.take(welcome(0, 1));
    guest.take(Down::Message(FromHost::Chunk { land: Arc::new(chunk), changes }));
    let card = Card { id: EntityId(2), kind: EntityKind::HUMAN, name: "Ada".into(), look: 0 };
    let state = EntityState {
        x: metres_to_steps(foe.x),
        y: metres_to_steps(foe.y),
        health: 255,
        ..Default::default()
    };
    guest.take(Down::Snapshot(Snapshot {
        tick: Tick(1),
        own: OwnState { place: own, health: 255, ..Default::default() },
        entered: vec![(Arc::new(card), state)],
        ..Default::default()
    }));
    guest
}

fn ground(guest: &Guest) -> Ground {
    let known = guest.known();
    let sides = Sides { foes: known.entities().values().collect(), ..Sides::default() };
    Ground::around(known, &sides).expect("there is ground")
}

#[test]
fn the_dearer_being_seen_the_more_of_the_way_is_behind_the_house() {
    let guest = knows(DVec2::new(9.5, 18.5), DVec2::new(15.0, 26.0), false);
    let ground = ground(&guest);
    let to = DVec2::new(21.5, 18.5);
    let way = |seen: f64| {
        let price = Price { seen, gaze: None, shunned: &|_| false };
        ground.way(to, &price).expect("there is a way")
    };
    let (short, hidden) = (way(1.0), way(4.0));
    assert!(short.metres < 13.0 && short.exposed > 11.0, "straight on, before its eyes: {short:?}");
    assert!(hidden.exposed < 0.75 * short.exposed && hidden.metres < 30.0, "round the back: {hidden:?}");
    assert_eq!(hidden.corners.last(), Some(&to));
}

#[test]
fn ground_that_is_shunned_and_a_gaze_are_walked_round() {
    let (own, foe) = (DVec2::new(20.5, 5.5), DVec2::new(6.5, 5.5));
    let guest = knows(own, foe, false);
    let ground = ground(&guest);
    let way = |price: Price<'_>| ground.way(DVec2::new(3.5, 5.5), &price).expect("there is a way");
    let through = |way: &Way, at: DVec2| {
        let ends = [own].into_iter().chain(way.corners.iter().copied()).collect::<Vec<_>>();
        ends.windows(2).any(|leg| {
            let share =
                ((at - leg[0]).dot(leg[1] - leg[0]) / leg[0].distance_squared(leg[1])).clamp(0.0, 1.0);
            leg[0].lerp(leg[1], share).distance(at) < 1.0
        })
    };
    let blood = DVec2::new(14.5, 5.5);
    let plain = way(Price { seen: 1.0, gaze: None, shunned: &|_| false });
    assert!(through(&plain, blood) && through(&plain, foe + DVec2::new(4.0, 0.0)));
    let careful = way(Price { seen: 1.0, gaze: None, shunned: &|at| at.distance(blood) < 1.5 });
    assert!(!through(&careful, blood), "{careful:?}");
    let round = way(Price { seen: 1.0, gaze: Some((foe, DVec2::X)), shunned: &|_| false });
    assert!(!through(&round, foe + DVec2::new(4.0, 0.0)), "not before its eyes: {round:?}");
}

#[test]
fn houses_and_trees_are_cover_and_a_felled_tree_is_none() {
    let at = |felled| ground(&knows(DVec2::new(22.0, 22.0), DVec2::new(30.0, 18.0), felled));
    let oak = DVec2::new(26.0, 20.0);
    let near_oak = |ground: &Ground| {
        ground.scene.covers.iter().filter(|cover| (cover.at + ground.corner).distance(oak) < 1.6).count()
    };
    let (standing, felled) = (at(false), at(true));
    assert!(near_oak(&standing) > 0 && near_oak(&felled) == 0);
    assert!(felled.scene.covers.len() > 8, "the house still is");
}
