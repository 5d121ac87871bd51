use super::super::counsel::{Counsel, FALL_BACK};
use super::super::lay::Lay;
use super::super::refuge::{Means, Refuge};
use super::*;
use crate::report::fights::CandidateFate;
use crate::{Spot, Walk};
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_guest::fixtures::welcome;
use wold_guest::guest::{Guest, GuestConfig};
use wold_land::places::Atlas;
use wold_land::walkable::Walkable;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, Roof, RoomUse, Stairs,
};
use wold_space::{ChunkPos, EntityId, Tick};
use wold_tactics::claims::Thing;
use wold_tactics::query::Answer;
use wold_wire::EntityState;
use wold_wire::state::metres_to_steps;
use wold_wire::{Card, ChunkChanges, Down, FromHost, OwnState, Snapshot};

const CORNER: DVec2 = DVec2::new(12.0, 12.0);

/// A house without a door, 8 by 6 metres: one room to a storey, parted on the ground floor if wanted, with stairs if there is more than one.
fn house(storeys: u8, parted: bool) -> House {
    let (width, depth) = (8_u8, 6_u8);
    let floor = |level: u8| {
        let edge = |x, y, side| Edge { x, y, side, kind: EdgeKind::Wall };
        let mut edges: Vec<Edge> =
            (0..width).flat_map(|x| [edge(x, 0, EdgeSide::South), edge(x, depth, EdgeSide::South)]).collect();
        edges.extend((0..depth).flat_map(|y| [edge(0, y, EdgeSide::West), edge(width, y, EdgeSide::West)]));
        if parted && level == 0 {
            edges.extend((0..4).map(|y| edge(4, y, EdgeSide::West)));
        }
        let stairs = (level + 1 < storeys).then_some(Stairs { x: 1, y: 4, quarter: 0, length: 3 });
        let rooms = vec![1; usize::from(width) * usize::from(depth)];
        Floor { rooms, uses: vec![RoomUse::Hall], edges, stairs, furniture: Vec::new() }
    };
    let floors = (0..storeys).map(floor).collect();
    House { corner: CORNER, width, depth, base: 0, floors, roof: Roof::Flat, facade: 0 }
}

/// Somebody on a meadow with a house and an oak, and a foe.
fn knows(house: House, own: DVec2, foe: DVec2, felled: bool) -> Guest {
    knows_at(1, house, own, foe, felled)
}

/// The same in a tick.
fn knows_at(tick: u64, house: House, own: DVec2, foe: DVec2, felled: bool) -> Guest {
    let mut chunk = Chunk::meadow(ChunkPos::default());
    chunk.houses.push(house);
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
        tick: Tick(tick),
        own: OwnState { place: own, health: 255, ..Default::default() },
        entered: vec![(Arc::new(card), state)],
        ..Default::default()
    }));
    guest
}

/// The ground one knows, looked at.
fn on<T>(guest: &Guest, look: impl FnOnce(&Battleground<'_>) -> T) -> T {
    let (known, ring) = (guest.known(), Ring::default());
    let sides = Sides { foes: known.entities().values().collect(), ..Sides::default() };
    let lay = Counsel::default().lay(known);
    look(&Battleground::new(known, &lay, &ring, &sides).expect("there is ground"))
}

/// Where one would fall back to.
fn refuge(guest: &Guest) -> Answer {
    let query = Counsel::default().question(FALL_BACK, true, &[]).expect("it comes with the crate");
    on(guest, |ground| query.run(ground, &Stream::named(Seed(1), "refuge", &[])))
}

#[test]
fn who_fights_in_a_room_hides_in_the_next() {
    let (own, foe) = (CORNER + DVec2::new(4.7, 3.5), CORNER + DVec2::new(7.4, 0.6));
    let answer = refuge(&knows(house(1, true), own, foe, false));
    assert_eq!(
        answer.option,
        Some(0),
        "{:?}",
        answer.tried.iter().map(|option| &option.fates).collect::<Vec<_>>()
    );
    let place = answer.results[0];
    assert!(place.at.x < CORNER.x + 4.0 && place.at.x > CORNER.x && place.storey == 0, "{place:?}");
}

#[test]
fn who_is_cornered_in_a_room_flees_upstairs() {
    let (own, foe) = (CORNER + DVec2::new(1.5, 2.5), CORNER + DVec2::new(7.4, 0.6));
    let guest = knows(house(2, false), own, foe, false);
    let answer = refuge(&guest);
    assert_eq!(answer.option, Some(0));
    let place = answer.results[0];
    assert_eq!(place.storey, 1, "{place:?}");
    let (walk, below) = on(&guest, |ground| {
        (ground.walk(place.point()), ground.walk(Point::ground(CORNER + DVec2::new(7.0, 3.0))))
    });
    assert!((6.0..25.0).contains(&walk), "up the stairs: {walk}");
    assert!(below < 8.0, "the room is open: {below}");
    let one = refuge(&knows(house(1, false), own, foe, false));
    assert_ne!(one.option, Some(0), "without an upper floor there is no hiding in one room");
}

#[test]
fn who_wants_to_hide_again_goes_where_it_went_and_not_back_and_forth_between_two_places_alike() {
    // Before the middle of a house's wall: it is as far to one corner as to the other.
    let at = |tick: u64, off: f64| {
        knows_at(tick, house(1, false), DVec2::new(16.0 + off, 20.5), DVec2::new(16.0, 28.0), true)
    };
    let steps = [-0.6, 0.6, -0.6, 0.6, -0.6];
    let sides = |places: &[DVec2]| places.iter().map(|place| place.x < 16.0).collect::<Vec<_>>();
    let anew: Vec<DVec2> = steps.iter().map(|off| refuge(&at(1, *off)).results[0].at).collect();
    assert_eq!(sides(&anew), [true, false, true, false, true], "whoever thinks of nothing wavers: {anew:?}");
    let (ring, counsel, mut search) = (Ring::default(), Counsel::default(), Refuge::default());
    let mut kept = Vec::new();
    for (tick, off) in (1..).step_by(100).zip(steps) {
        let guest = at(tick, off);
        let known = guest.known();
        let foes = Sides { foes: known.entities().values().collect(), ..Sides::default() };
        let means = Means { known, walk: Walk::Idle, ring: &ring, counsel: &counsel, sides: &foes };
        search.keep(FALL_BACK, means, "falls back").expect("there is a place");
        let claims = ring.claims(known.tick());
        let [(Thing::Place(x, y), _)] = claims[..] else { panic!("it takes one place: {claims:?}") };
        kept.push(DVec2::new(f64::from(x), f64::from(y)) + 0.5);
        // It takes heart, and loses it again.
        search.leave(&counsel, EntityId(1));
        ring.give_back(EntityId(1));
    }
    assert_eq!(kept, vec![kept[0]; 5], "who remembers does not");
    let later = at(2000, 0.6);
    let known = later.known();
    let foes = Sides { foes: known.entities().values().collect(), ..Sides::default() };
    let means = Means { known, walk: Walk::Idle, ring: &ring, counsel: &counsel, sides: &foes };
    search.keep(FALL_BACK, means, "falls back").expect("there is a place");
    let told = ring.report().fighters[0].query.clone().expect("it asked");
    let won = told.candidates.iter().find(|place| place.fate == CandidateFate::Won).expect("it chose");
    assert!(won.x > 16.0, "after a while it is forgotten: {won:?}");
}

#[test]
fn from_upstairs_the_way_leads_down_and_out_of_doors_it_does_not_lead() {
    let guest = knows(house(3, false), CORNER, CORNER, false);
    let from = Spot { place: CORNER + DVec2::new(6.5, 1.5), level: 2 };
    let lay = Lay::of(guest.known().land(), from, &mut Walkable::default(), &Atlas::default());
    let at = |x: f64, y: f64, storey: u8| Point { at: CORNER + DVec2::new(x, y), storey };
    let walks = [2, 1, 0].map(|storey| lay.walk(at(6.5, 1.5, storey)));
    assert!(walks[0] < 1.0 && walks[1] > 8.0 && walks[2] > walks[1] + 5.0 && walks[2] < 60.0, "{walks:?}");
    assert!(lay.stands(at(-3.0, 3.0, 0)) && lay.walk(at(-3.0, 3.0, 0)).is_infinite(), "there is no door");
    assert!(!lay.stands(at(-3.0, 3.0, 1)) && !lay.stands(at(8.0, 3.0, 0)), "no floor, and a wall");
    assert!(lay.covers.iter().any(|cover| cover.storey == 2), "walls of the upper storeys are cover");
}

#[test]
fn roles_are_given_and_fields_say_where_foes_reach() {
    let (own, foe) = (DVec2::new(5.5, 5.5), DVec2::new(8.5, 5.5));
    on(&knows(house(1, false), own, foe, false), |ground| {
        assert_eq!(
            (ground.roles().target, &ground.roles().squad[..], ground.minded),
            (Some(1), &[0][..], (1, 1))
        );
        let threat = |x: f64, storey: u8| {
            let at = Point { at: DVec2::new(x, 5.5), storey };
            ground.value("enemyThreat", at).expect("there is such a field")
        };
        assert!(threat(8.5, 0) > threat(6.0, 0) && threat(6.0, 0) > 0.0 && threat(20.0, 0) == 0.0);
        assert_eq!(threat(8.5, 1), 0.0, "on another storey it reaches nobody");
        assert_eq!(ground.value("deaths", Point::ground(own)), Some(0.0));
        assert_eq!(ground.value("moons", Point::ground(own)), None);
    });
}

#[test]
fn the_dearer_being_seen_the_more_of_the_way_is_behind_the_house() {
    let guest = knows(house(1, false), DVec2::new(9.5, 19.5), DVec2::new(16.0, 26.0), false);
    let to = DVec2::new(23.5, 19.5);
    let way = |seen: f64| {
        let price = Price { seen, gaze: None, shunned: &|_| false };
        on(&guest, |ground| ground.way(to, &price)).expect("there is a way")
    };
    let (short, hidden) = (way(1.0), way(4.0));
    assert!(short.metres < 15.0 && short.exposed > 11.0, "straight on, before its eyes: {short:?}");
    assert!(hidden.exposed < 0.75 * short.exposed && hidden.metres < 40.0, "round the back: {hidden:?}");
    assert_eq!(hidden.corners.last(), Some(&to));
}

#[test]
fn ground_that_is_shunned_and_a_gaze_are_walked_round() {
    let (own, foe) = (DVec2::new(20.5, 5.5), DVec2::new(6.5, 5.5));
    let guest = knows(house(1, false), own, foe, false);
    let way = |price: Price<'_>| {
        on(&guest, |ground| ground.way(DVec2::new(3.5, 5.5), &price)).expect("there is a way")
    };
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
    let covers = |felled| {
        let guest = knows(house(1, false), DVec2::new(22.0, 22.0), DVec2::new(30.0, 18.0), felled);
        on(&guest, |ground| ground.covers().to_vec())
    };
    let oak = DVec2::new(26.0, 20.0);
    let near_oak = |covers: &[Cover]| covers.iter().filter(|cover| cover.at.distance(oak) < 1.6).count();
    let (standing, felled) = (covers(false), covers(true));
    assert!(near_oak(&standing) > 0 && near_oak(&felled) == 0);
    assert!(felled.len() > 8, "the house still is");
}
