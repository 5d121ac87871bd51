use super::*;
use crate::places::tiles::{TileConfig, from_drawing};
use crate::places::{Area, AreaId, AreaKind, Block, Choke, ChokeId, ChokeKind, Places};
use proptest::prelude::*;
use std::collections::BTreeSet;
use wold_chance::{Seed, Stream};
use wold_space::{DVec3, EntityId, Tick};

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn area(name: &str, low: (f64, f64), high: (f64, f64)) -> Area {
    let shape = vec![Block { low: DVec3::new(low.0, low.1, -1.0), high: DVec3::new(high.0, high.1, 1.0) }];
    Area { name: name.into(), kind: AreaKind::Room, size: 1.0, most: 1, centre: at(low.0, low.1), shape }
}

fn choke(name: &str, kind: ChokeKind, place: DVec3, sides: [u32; 2]) -> Choke {
    let walkable = kind != ChokeKind::Window;
    let nodes = [Vec::new(), Vec::new()];
    Choke { name: name.into(), kind, at: place, width: 1.0, walkable, sides: sides.map(AreaId), nodes }
}

/// Rooms A to D in a row of joints; ends lie in A and D.
fn four_rooms() -> Places {
    let areas = vec![
        area("A", (-1.0, -1.0), (2.9, 4.0)),
        area("B", (3.0, 4.0), (3.1, 4.1)),
        area("C", (50.0, 50.0), (51.0, 51.0)),
        area("D", (10.0, 16.0), (12.0, 22.0)),
    ];
    let chokes = vec![
        choke("window1", ChokeKind::Window, at(3.0, 4.0), [0, 1]),
        choke("door2", ChokeKind::Door, at(3.0, 10.0), [1, 2]),
        choke("window2", ChokeKind::Window, at(13.0, 4.0), [1, 2]),
        choke("door3", ChokeKind::Door, at(11.0, 16.0), [2, 3]),
    ];
    Places::new(areas, chokes).expect("fits")
}

fn air<'a>(places: &'a Places, shut: &'a BTreeSet<ChokeId>) -> Air<'a> {
    Air { places, shut, walls: None, muffling: Sounds::default().rows().muffling }
}

#[test]
fn a_sound_through_window_and_doors_goes_twenty_six_metres() {
    let (places, none) = (four_rooms(), BTreeSet::new());
    let air = air(&places, &none);
    let path = air.path(at(0.0, 0.0), at(11.0, 21.0)).expect("heard");
    assert!((path.metres - 26.0).abs() < 1e-9, "{}", path.metres);
    assert_eq!(path.chokes, [ChokeId(0), ChokeId(1), ChokeId(3)]);
    assert_eq!(path.areas, [0, 1, 2, 3].map(AreaId));
    assert!((at(0.0, 0.0).distance(at(11.0, 21.0)) - 23.71).abs() < 0.005);
}

#[test]
fn the_shortest_way_is_taken_not_the_nearest_choke() {
    let areas = vec![area("west", (-1.0, -1.0), (5.0, 5.0)), area("east", (15.0, -1.0), (21.0, 5.0))];
    let chokes = vec![
        choke("near", ChokeKind::Gap, at(0.0, 3.0), [0, 1]),
        choke("straight", ChokeKind::Gap, at(10.0, 0.0), [0, 1]),
    ];
    let (places, none) = (Places::new(areas, chokes).expect("fits"), BTreeSet::new());
    let (from, to) = (at(0.0, 0.0), at(20.0, 0.0));
    assert_eq!(air(&places, &none).distance(from, to), Some(20.0));
    let greedy = 3.0 + at(0.0, 3.0).distance(to);
    assert!((greedy - 23.22).abs() < 0.005, "what the nearest choke would have given");
}

#[test]
fn walls_stop_sounds_and_shut_doors_muffle_them() {
    let places = from_drawing(&["....#....", "....#....", "....+....", "....#...."], &TileConfig::default())
        .expect("fits");
    let (from, to) = (at(3.5, 0.5), at(5.5, 0.5));
    let (none, shut) = (BTreeSet::new(), BTreeSet::from([ChokeId(0)]));
    let open = air(&places, &none).path(from, to).expect("by the door");
    assert!(open.metres > 4.0 && open.muffled == 0.0, "around, not through the wall");
    let muffled = air(&places, &shut).path(from, to).expect("by the door");
    assert_eq!((muffled.muffled * 1e6).round() / 1e6, 8.0);
    let cell = from_drawing(&["...#...", "...#..."], &TileConfig::default()).expect("fits");
    assert_eq!(air(&cell, &none).path(at(2.5, 0.5), at(4.5, 0.5)), None, "a wall without a choke");
    struct One;
    impl Walls for One {
        fn between(&self, _: DVec3, _: DVec3) -> Option<u32> {
            Some(1)
        }
    }
    let thin = Air { walls: Some(&One), ..air(&cell, &none) };
    let path = thin.path(at(2.5, 0.5), at(4.5, 0.5)).expect("through");
    assert_eq!((path.walls, path.metres, path.muffled), (1, 2.0, 20.0));
}

/// One player whose screen shows only some.
struct Screen(EntityId, Vec<EntityId>);
impl Screens for Screen {
    fn shows(&self, player: EntityId, who: EntityId) -> bool {
        player != self.0 || self.1.contains(&who)
    }
}

fn heard_at(metres: f64, shown: bool, by: u64, by_player: bool, kind: &str) -> Option<Heard> {
    let places = from_drawing(&[&".".repeat(60)], &TileConfig { most_tiles: 100, ..TileConfig::default() })
        .expect("fits");
    let sounds = Sounds::default();
    let screen = Screen(EntityId(1), if shown { vec![EntityId(9)] } else { Vec::new() });
    let none = BTreeSet::new();
    let hearing =
        Hearing { sounds: &sounds, air: air(&places, &none), weather: Weather::default(), screens: &screen };
    let sound = Sound {
        kind: sounds.kind(kind).expect("shipped"),
        at: at(0.5, 0.5),
        tick: Tick(0),
        by: Some(EntityId(by)),
        by_player,
        radius: Some(20.0),
    };
    let listener = Listener { who: EntityId(9), at: at(0.5 + metres, 0.5), ears: 1.0 };
    hear(&hearing, &sound, &[listener]).0.pop()
}

#[test]
fn off_the_screen_of_the_player_who_made_it_and_far_a_sound_is_heard_at_half_its_radius() {
    assert!(heard_at(15.0, true, 1, true, "step").is_some(), "on the screen");
    assert!(heard_at(15.0, false, 1, true, "step").is_none(), "20 becomes 10");
    assert!(
        heard_at(9.9, false, 1, true, "step")
            .is_some_and(|heard| heard.why.halved && heard.why.reach == 10.0)
    );
    assert!(heard_at(7.9, false, 1, true, "step").is_some_and(|heard| !heard.why.halved), "near: all of it");
    assert!(heard_at(15.0, false, 2, true, "step").is_some(), "another player's screen is not asked");
    assert!(heard_at(15.0, false, 1, false, "step").is_some(), "no player made it");
    assert!(heard_at(15.0, false, 1, true, "blow").is_some(), "no fair kind");
}

#[test]
fn nobody_hears_itself_and_rain_takes_its_share() {
    assert!(heard_at(1.0, true, 9, false, "step").is_none());
    let sounds = Sounds::default();
    assert_eq!(sounds.left_by(Weather::default()), 1.0);
    assert!((sounds.left_by(Weather { rain: 1.0, wind: 1.0 }) - 0.42).abs() < 1e-12);
    assert_eq!(sounds.left_by(Weather { rain: f64::NAN, wind: -3.0 }), 1.0);
}

#[test]
fn everybody_in_reach_hears_and_knows_how_many_others_did() {
    let (places, none) =
        (from_drawing(&[&".".repeat(40)], &TileConfig::default()).expect("fits"), BTreeSet::new());
    let sounds = Sounds::default();
    let hearing =
        Hearing { sounds: &sounds, air: air(&places, &none), weather: Weather::default(), screens: &Shown };
    let kind = sounds.kind("door").expect("shipped");
    let sound = Sound { kind, at: at(0.5, 0.5), tick: Tick(3), by: None, by_player: false, radius: None };
    let listeners: Vec<Listener> =
        (0..4).map(|i| Listener { who: EntityId(i), at: at(2.5 + 4.0 * i as f64, 0.5), ears: 1.0 }).collect();
    let (heard, missed) = hear(&hearing, &sound, &listeners);
    assert_eq!(heard.iter().map(|h| (h.who.0, h.others)).collect::<Vec<_>>(), [(0, 2), (1, 2), (2, 2)]);
    assert!(heard.windows(2).all(|pair| pair[0].loudness > pair[1].loudness));
    assert!(missed[0].why.as_ref().is_some_and(|why| why.path.metres > why.reach));
}

#[test]
fn bad_rows_are_refused_with_line_or_name() {
    let good = include_str!("../../data/hearing.toml");
    let wrong = |text: &str| Sounds::parse(text).expect_err("wrong").to_string();
    assert!(wrong("plausible = 8\nnoise = 3").starts_with("line 2: unknown field"));
    assert_eq!(
        wrong(&good.replace("radius = 60.0", "radius = -1.0")),
        "the radius of \"shout\" must be 0 to 1000 m, not -1"
    );
    assert_eq!(wrong(&good.replace("\"whisper\"", "\"step\"")), "sound \"step\" stands twice");
    assert_eq!(wrong(&good.replace("rain = 0.4", "rain = nan")), "rain must be 0 to 1, not NaN");
}

/// A chain of rooms with random doors, and points in them.
fn random_rooms(salt: u64) -> (Places, [DVec3; 3]) {
    let mut luck = Stream::named(Seed(salt), "rooms", &[]);
    let rooms = 2 + luck.below(6) as u32;
    let areas = (0..rooms).map(|i| {
        let x = f64::from(i) * 10.0;
        area(&format!("room {i}"), (x, 0.0), (x + 9.0, 9.0))
    });
    let areas: Vec<Area> = areas.collect();
    let mut chokes = Vec::new();
    for i in 0..rooms + luck.below(u64::from(rooms) * 2) as u32 {
        let a = if i + 1 < rooms { i } else { luck.below(u64::from(rooms)) as u32 };
        let b = if i + 1 < rooms { i + 1 } else { luck.below(u64::from(rooms)) as u32 };
        let place = at(luck.range(0.0, 60.0), luck.range(0.0, 9.0));
        let kind = [ChokeKind::Door, ChokeKind::Window, ChokeKind::Gap][luck.below(3) as usize];
        chokes.push(choke(&format!("choke {i}"), kind, place, [a, b]));
    }
    let mut point = || {
        let room = luck.below(u64::from(rooms)) as f64;
        at(room * 10.0 + luck.range(0.0, 9.0), luck.range(0.0, 9.0))
    };
    let points = [point(), point(), point()];
    (Places::new(areas, chokes).expect("fits"), points)
}

proptest! {
    #[test]
    fn sound_distance_is_a_metric_no_shorter_than_the_straight_line(salt in any::<u64>()) {
        let (places, [a, b, c]) = random_rooms(salt);
        let none = BTreeSet::new();
        let air = air(&places, &none);
        let far = |from: DVec3, to: DVec3| air.distance(from, to).expect("the rooms hang together");
        prop_assert!(far(a, b) >= a.distance(b) - 1e-6);
        prop_assert!((far(a, b) - far(b, a)).abs() < 1e-6);
        prop_assert!(far(a, c) <= far(a, b) + far(b, c) + 1e-6);
        prop_assert_eq!(far(a, a), 0.0);
    }

    #[test]
    fn shutting_doors_never_makes_anything_louder(salt in any::<u64>()) {
        let (places, [a, b, _]) = random_rooms(salt);
        let (none, all) = (BTreeSet::new(), (0..places.chokes().len() as u32).map(ChokeId).collect());
        let open = air(&places, &none).path(a, b).expect("open").heard_metres();
        let shut = air(&places, &all).path(a, b).expect("shut").heard_metres();
        prop_assert!(shut >= open - 1e-6);
    }

    #[test]
    fn louder_speech_is_understood_word_for_word_and_more(salt in any::<u64>(), low in 0.0..1.0f64, more in 0.0..1.0f64) {
        let ears = Stream::named(Seed(salt), "words", &[]);
        let line = "a b c d e f g h i j k l m n o p";
        let kept = |share: f64| -> BTreeSet<String> {
            let words = words::understood(line, share, &ears).unwrap_or_default();
            words.split(' ').filter(|word| !word.is_empty() && *word != "…").map(str::to_owned).collect()
        };
        prop_assert!(kept(low).is_subset(&kept((low + more).min(1.0))));
        prop_assert_eq!(kept(1.0).len(), 16);
    }
}
