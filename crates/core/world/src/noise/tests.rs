use super::*;
use crate::source::ChunkSource;
use crate::{Act, Command, Decree, Origin, Realm};
use proptest::prelude::*;
use std::sync::Arc;
use wold_lore::land::{Chunk, Edge, EdgeKind, EdgeSide, Floor, House, Roof, RoomUse};
use wold_space::ChunkPos;
use wold_wire::state::metres_to_steps;
use wold_wire::{Intent, Loudness};

/// A house of two rooms in a meadow: 16 by 8 metres, a wall between them with a doorway at its southern end, and a door out of the western room.
struct TwoRooms;

pub(crate) const CORNER: DVec2 = DVec2::new(8.0, 40.0);

fn house() -> House {
    let (width, depth, middle) = (16u8, 8u8, 8u8);
    let mut edges = Vec::new();
    let wall = |x, y, side, kind| Edge { x, y, side, kind };
    for x in 0..width {
        let kind = if x == 1 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(wall(x, 0, EdgeSide::South, kind));
        edges.push(wall(x, depth, EdgeSide::South, EdgeKind::Wall));
    }
    for y in 0..depth {
        edges.push(wall(0, y, EdgeSide::West, EdgeKind::Wall));
        edges.push(wall(width, y, EdgeSide::West, EdgeKind::Wall));
        edges.push(wall(middle, y, EdgeSide::West, if y == 0 { EdgeKind::Door } else { EdgeKind::Wall }));
    }
    let rooms = (0..depth).flat_map(|_| (0..width).map(move |x| if x < middle { 1 } else { 2 })).collect();
    let uses = vec![RoomUse::Kitchen, RoomUse::Bedroom];
    let floors = vec![Floor { rooms, uses, edges, stairs: None, furniture: Vec::new() }];
    House { corner: CORNER, width, depth, base: 0, floors, roof: Roof::Flat, facade: 0 }
}

impl ChunkSource for TwoRooms {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos == ChunkPos::of(CORNER) {
            chunk.houses.push(house());
        }
        Arc::new(chunk)
    }
}

/// A realm with so many people, the first of whom play.
pub(crate) fn realm(people: u64, humans: u64) -> Realm {
    let mut origin = Origin::meadow(5);
    origin.source = Arc::new(TwoRooms);
    origin.config.environment.storm_minutes = 0.0;
    let mut realm = Realm::new(origin);
    let enter = |n| Act::Enter { name: format!("Person {n}"), human: n <= humans, look: 0 };
    realm.step((1..=people).map(|n| Command { guest: GuestId(n), number: 0, act: enter(n) }).collect());
    realm
}

pub(crate) fn put(realm: &mut Realm, guest: u64, place: DVec2) {
    let who = realm.body_of(GuestId(guest)).expect("in");
    let to = [metres_to_steps(place.x), metres_to_steps(place.y)];
    let act = Act::Decree(Decree::Move { who, to });
    realm.step(vec![Command { guest: GuestId(0), number: 0, act }]);
}

fn heard(mail: &[crate::books::Mail], guest: u64) -> Vec<FromHost> {
    let own = mail.iter().filter(|mail| mail.to == GuestId(guest)).map(|mail| mail.message.clone());
    own.filter(|message| matches!(message, FromHost::Heard { .. } | FromHost::Noise { .. })).collect()
}

fn say(
    realm: &mut Realm,
    guest: u64,
    number: u32,
    text: &str,
    loudness: Loudness,
) -> Vec<crate::books::Mail> {
    let act = Act::Intent(Intent::Say { text: text.into(), loudness, act: None });
    realm.step(vec![Command { guest: GuestId(guest), number, act }]).mail
}

/// Lets somebody make a sound, and answers who was told of it.
fn sound(realm: &mut Realm, sound: Sound, guest: u64) -> Vec<crate::books::Mail> {
    let by = realm.body_of(GuestId(guest)).expect("in");
    make(realm.ecs_mut(), sound, by);
    realm.step(Vec::new()).mail
}

const TALE: &str = "the miller keeps his silver under the third board from the hearth as everybody knows";

#[test]
fn who_is_next_door_hears_muffled_words_and_not_what_was_meant() {
    let mut realm = realm(3, 0);
    put(&mut realm, 1, CORNER + DVec2::new(7.5, 7.5));
    // A step beside the speaker, but for the wall: by the doorway it is 14 m and more.
    put(&mut realm, 2, CORNER + DVec2::new(8.5, 7.5));
    // In the same room.
    put(&mut realm, 3, CORNER + DVec2::new(1.0, 7.0));
    let mail = say(&mut realm, 1, 1, &format!("Listen, Bo: {TALE}"), Loudness::Talk);
    let [FromHost::Heard { text, act, muffled: true, .. }] = &heard(&mail, 2)[..] else {
        panic!("{:?}", heard(&mail, 2))
    };
    assert!(text.contains('…') && text.len() < TALE.len() && act.is_none(), "{text}");
    let clear = heard(&mail, 3);
    assert!(
        matches!(&clear[..], [FromHost::Heard { muffled: false, text, .. }] if text.ends_with(TALE)),
        "{clear:?}"
    );
    let whispered = say(&mut realm, 1, 2, TALE, Loudness::Whisper);
    assert!(heard(&whispered, 2).is_empty(), "a whisper does not go round by the doorway");
}

#[test]
fn the_same_words_are_lost_in_every_world_of_a_seed() {
    let lost = || {
        let mut realm = realm(2, 0);
        put(&mut realm, 1, CORNER + DVec2::new(7.5, 7.5));
        put(&mut realm, 2, CORNER + DVec2::new(8.5, 7.5));
        heard(&say(&mut realm, 1, 1, TALE, Loudness::Talk), 2)
    };
    assert_eq!(lost(), lost());
}

#[test]
fn a_shout_is_heard_round_two_corners_by_the_length_of_its_way() {
    let mut realm = realm(2, 0);
    put(&mut realm, 1, CORNER + DVec2::new(15.5, 7.5));
    // Behind the house: out of the eastern room, through the western one, out of its door, and round.
    put(&mut realm, 2, CORNER + DVec2::new(15.5, 10.0));
    let mail = say(&mut realm, 1, 1, TALE, Loudness::Shout);
    assert_eq!(heard(&mail, 2).len(), 1);
    let trace = realm.ecs().resource::<Noises>().lately().last().expect("heard").clone();
    let [(_, loudness, points)] = &trace.heard[..] else { panic!("{trace:?}") };
    let metres: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    assert!(metres > 35.0 && points.len() > 4, "{metres} m by {points:?}");
    // The door out is shut.
    let muffled = realm.ecs().resource::<Noises>().sounds.rows().muffling.closed_door;
    assert!((loudness - (1.0 - (metres + muffled) / 60.0)).abs() < 1e-9, "{loudness} after {metres} m");
}

#[test]
fn a_blow_is_told_to_who_does_not_see_it_and_seems_to_come_from_the_door() {
    let mut realm = realm(3, 0);
    put(&mut realm, 1, CORNER + DVec2::new(4.0, 6.0));
    put(&mut realm, 2, CORNER + DVec2::new(12.0, 6.0));
    put(&mut realm, 3, CORNER + DVec2::new(2.0, 2.0));
    let mail = sound(&mut realm, Sound::Blow, 1);
    let told = heard(&mail, 2);
    let [FromHost::Noise { sound: Sound::Blow, turn, muffled: false, .. }] = told[..] else {
        panic!("{told:?}")
    };
    // The doorway is at 8, 0.5 of the house: south-west of the one who hears.
    assert!((150..175).contains(&turn), "{turn}");
    assert!(heard(&mail, 3).is_empty(), "who sees it is told nothing");
    assert!(heard(&mail, 1).is_empty(), "nobody hears themselves");
}

#[test]
fn who_plays_is_told_unless_the_world_says_otherwise_and_their_own_noise_is_fair() {
    let mut realm = realm(2, 1);
    put(&mut realm, 1, CORNER + DVec2::new(12.0, 6.0));
    put(&mut realm, 2, CORNER + DVec2::new(4.0, 6.0));
    let told = |mail: &[crate::books::Mail], guest| heard(mail, guest).len();
    assert_eq!(told(&sound(&mut realm, Sound::Blow, 2), 1), 1);
    realm.ecs_mut().resource_mut::<WorldConfig>().hearing.captions = false;
    assert_eq!(told(&sound(&mut realm, Sound::Blow, 2), 1), 0);
    // By the doorway it is 13.6 m: a thing that falls is heard 12 m off, a door 10 m.
    put(&mut realm, 1, CORNER + DVec2::new(9.0, 4.0));
    put(&mut realm, 2, CORNER + DVec2::new(7.0, 5.5));
    // 9.6 m now: farther than is plausible, and off the screen of the player who let it fall, who stands behind a wall.
    assert_eq!(told(&sound(&mut realm, Sound::ThingFalls, 1), 2), 0, "half of 12 m is too little");
    assert_eq!(told(&sound(&mut realm, Sound::Blow, 1), 2), 1, "blows are not made fairer");
}

#[test]
fn rain_muffles() {
    let mut realm = realm(2, 0);
    put(&mut realm, 1, CORNER + DVec2::new(12.0, 6.0));
    put(&mut realm, 2, CORNER + DVec2::new(4.0, 6.0));
    // Until nature has stepped there is no weather.
    (0..30).for_each(|_| drop(realm.step(Vec::new())));
    let loudness = |realm: &mut Realm| match heard(&sound(realm, Sound::Blow, 1), 2)[..] {
        [FromHost::Noise { loudness, .. }] => loudness,
        _ => 0,
    };
    let dry = loudness(&mut realm);
    let cell = crate::environment::cell_of(CORNER + DVec2::new(12.0, 6.0));
    let mut environment = realm.ecs_mut().resource_mut::<crate::environment::Environment>();
    for (property, value) in [("moisture", 400.0), ("warmth", 12.0)] {
        environment.edit(property, [cell.x as i32, cell.y as i32], value);
    }
    let wet = loudness(&mut realm);
    assert!(dry > 0 && wet < dry, "{dry} dry, {wet} in the rain");
}

#[test]
fn runners_are_heard_behind_a_wall_and_sneakers_are_not() {
    use wold_wire::{Gait, Steering};
    let steps = |gait: Gait| {
        let mut realm = realm(2, 0);
        // Eastward through the western room; the other is behind the wall it runs up to.
        put(&mut realm, 1, CORNER + DVec2::new(1.0, 4.0));
        put(&mut realm, 2, CORNER + DVec2::new(10.0, 4.0));
        let steering = Steering { east: 127, north: 0, heading: 0, gait };
        let act = Act::Intent(Intent::Move(steering));
        realm.step(vec![Command { guest: GuestId(1), number: 1, act }]);
        let mail: Vec<_> = (0..60).flat_map(|_| realm.step(Vec::new()).mail).collect();
        heard(&mail, 2).len()
    };
    assert!(steps(Gait::Run) > 0);
    assert_eq!(steps(Gait::Sneak), 0);
}

#[test]
fn the_same_is_heard_whatever_the_number_of_threads() {
    let heard = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut realm = realm(5, 1);
            for (guest, x) in (1..=5).zip([1.0, 6.0, 9.0, 15.0, 30.0]) {
                put(&mut realm, guest, CORNER + DVec2::new(x, 6.0));
            }
            let mut mail = sound(&mut realm, Sound::Felling, 1);
            mail.extend(say(&mut realm, 4, 1, TALE, Loudness::Shout));
            (mail, realm.hash())
        })
    };
    let alone = heard(1);
    assert!(alone.0.len() > 3, "{:?}", alone.0);
    assert_eq!(alone, heard(4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn nobody_hears_beyond_the_radius_along_the_way(
        places in prop::collection::vec((-12.0f64..28.0, -12.0f64..20.0), 2..7),
        kind in prop::sample::select(vec![Sound::Blow, Sound::Door, Sound::Fall, Sound::Felling]),
    ) {
        let mut realm = realm(places.len() as u64, 0);
        for (guest, (x, y)) in (1..).zip(&places) {
            put(&mut realm, guest, CORNER + DVec2::new(*x, *y));
        }
        sound(&mut realm, kind, 1);
        let noises = realm.ecs().resource::<Noises>();
        let radius = noises.radius(kind);
        for trace in noises.lately().filter(|trace| trace.sound == kind) {
            for (_, loudness, points) in &trace.heard {
                let metres: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                prop_assert!(metres <= radius + 1e-9, "{metres} of {radius} m");
                prop_assert!((0.0..=1.0).contains(loudness));
            }
        }
    }
}
