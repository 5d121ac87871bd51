use super::tiles::{TileConfig, drawn, from_drawing, survey};
use super::*;
use proptest::prelude::*;
use wold_space::{DVec3, EntityId};
use wold_ways::Budget;

/// Two rooms joined by a door and a window, a hall to the north that both open on, a closet behind a door and a walled garden that only a window looks on.
const HOUSE: &[&str] = &[
    "###############",
    "#....#....#...#",
    "#....+....=...#",
    "#....#....#...#",
    "#....=....#...#",
    "#....#....#...#",
    "##+#####+######",
    "#.........#...#",
    "#.........+...#",
    "#.........#...#",
    "###############",
];

fn house() -> Places {
    from_drawing(HOUSE, &TileConfig::default()).expect("a house")
}

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn bare(name: &str, x: f64) -> Area {
    let shape = vec![Block { low: at(x, 0.0), high: DVec3::new(x + 10.0, 10.0, 3.0) }];
    let centre = DVec3::new(x + 5.0, 5.0, 1.0);
    Area { name: name.into(), kind: AreaKind::Room, size: 100.0, most: 3, centre, shape }
}

fn door(name: &str, x: f64, sides: [u32; 2]) -> Choke {
    Choke {
        name: name.into(),
        kind: ChokeKind::Door,
        at: at(x, 5.0),
        width: 1.0,
        walkable: true,
        sides: sides.map(AreaId),
        nodes: [vec![at(x - 1.0, 5.0)], vec![at(x + 1.0, 5.0)]],
    }
}

#[test]
fn a_house_has_its_rooms_its_doors_and_its_windows() {
    let places = house();
    assert_eq!(places.areas().len(), 5);
    let count = |kind| places.chokes().iter().filter(|choke| choke.kind == kind).count();
    assert_eq!((count(ChokeKind::Door), count(ChokeKind::Window), count(ChokeKind::Gap)), (4, 2, 0));
    assert!(places.check().is_empty(), "{:?}", places.check());
    let (west, east) =
        (places.area_at(at(2.5, 2.5)).expect("west"), places.area_at(at(7.5, 2.5)).expect("east"));
    assert_eq!(places.between(west, east).count(), 2, "a door and a window");
    assert!(places.chokes().iter().all(|choke| choke.nodes.iter().all(|nodes| nodes.len() == 2)));
}

#[test]
fn one_gets_to_a_garden_by_no_window() {
    let places = house();
    let west = places.area_at(at(2.5, 2.5)).expect("west");
    let garden = places.area_at(at(12.5, 3.5)).expect("garden");
    assert_eq!(places.unreachable(west), [garden]);
    assert_eq!(places.path(at(2.5, 2.5), at(12.5, 3.5), 1.0, &mut Budget::unlimited()), None);
    let closet = places.area_at(at(12.5, 8.5)).expect("closet");
    assert_eq!(places.dead_ends(), [closet]);
    let hall = places.area_at(at(4.5, 8.5)).expect("hall");
    assert_eq!(places.cuts(), [hall]);
    let path = places.path(at(1.5, 5.5), at(12.5, 8.5), 1.0, &mut Budget::unlimited()).expect("a way");
    assert_eq!(path.areas, [west, hall, closet]);
    assert_eq!(path.chokes.len(), 2);
}

#[test]
fn a_passage_without_a_door_is_a_gap_and_a_long_border_several() {
    let places =
        from_drawing(&["....#....", ".........", "....#...."], &TileConfig::default()).expect("fits");
    assert_eq!((places.areas().len(), places.chokes().len()), (2, 1));
    assert_eq!(places.chokes()[0].kind, ChokeKind::Gap);
    let shore = from_drawing(&[",,,,,,,,,", ":::::::::"], &TileConfig::default()).expect("fits");
    assert_eq!(shore.areas().len(), 2, "a yard and a street");
    assert_eq!(shore.chokes().len(), 3, "nine tiles of border in pieces of three");
    assert!(shore.check().is_empty());
}

#[test]
fn every_region_lies_in_one_area_and_every_area_is_made_of_regions() {
    let rows: Vec<Vec<char>> = HOUSE.iter().map(|row| row.chars().collect()).collect();
    let tile = |x: i32, y: i32| drawn(rows[y as usize][x as usize]).expect("known");
    let survey = survey(15, 11, tile, &TileConfig::default()).expect("fits");
    let open = survey.regions.iter().filter(|(_, region)| region.open && region.kind != 5);
    assert_eq!(open.count(), survey.areas_of.len());
    for (id, area) in &survey.areas_of {
        let (x, y) = survey.regions.get(*id).expect("there").centre;
        assert_eq!(survey.area(x, y), Some(*area));
    }
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let mut lost = door("trapdoor", 10.0, [0, 1]);
    lost.nodes[1] = vec![at(5.0, 5.0)];
    let mut bare_door = door("bare door", 10.0, [0, 1]);
    bare_door.nodes[0].clear();
    let areas = vec![bare("cellar", 0.0), bare("vault", 10.0), bare("shaft", 15.0), bare("tower", 100.0)];
    let places = Places::new(areas, vec![lost, bare_door, door("mirror", 5.0, [0, 0])]).expect("fits");
    let told: Vec<String> = places.check().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "trapdoor: the place to stand at 5.0, 5.0 is not in vault",
            "bare door: nowhere to stand in cellar",
            "mirror: both sides are cellar",
            "shaft: nothing leads there",
            "tower: nothing leads there",
            "vault and shaft overlap, but nothing joins them",
        ]
    );
    let steps =
        [(at(9.5, 2.0), at(10.5, 2.0)), (at(14.5, 2.0), at(24.0, 2.0)), (at(14.5, 3.0), at(24.0, 3.0))];
    let missing: Vec<String> = places.check_steps(steps).iter().map(ToString::to_string).collect();
    assert_eq!(missing, ["one steps from vault to shaft at 14.5, 2.0, but nothing joins them"]);
}

#[test]
fn what_cannot_be_put_together_is_refused() {
    let wrong = Places::new(vec![bare("a", 0.0)], vec![door("d", 10.0, [0, 7])]).expect_err("no area 7");
    assert_eq!(wrong.to_string(), "d leads to area 7, which is not there");
    let nowhere = Area { centre: DVec3::NAN, ..bare("nowhere", 0.0) };
    assert!(matches!(Places::new(vec![nowhere], Vec::new()), Err(PlacesError::Number(_))));
}

#[test]
fn a_door_that_leads_back_is_a_fault() {
    let places = from_drawing(&["...", "#+#", "###"], &TileConfig::default()).expect("fits");
    assert_eq!(
        places.check(),
        [Fault::OneArea { choke: "door 1 (room 1 - room 1)".into(), area: "room 1".into() }]
    );
}

#[test]
fn guards_spread_over_the_ways_out_and_one_is_enough_for_a_dead_end() {
    let places = house();
    let east = places.area_at(at(7.5, 2.5)).expect("east");
    let guards: Vec<Guard> =
        (0..4).map(|i| Guard { who: EntityId(i), at: at(1.5 + i as f64 * 0.5, 2.5) }).collect();
    let posts = places.guard(east, &guards);
    assert_eq!(posts.len(), 4);
    let mut chokes: Vec<ChokeId> = posts.iter().map(|post| post.choke).collect();
    chokes.sort_unstable();
    chokes.dedup();
    assert_eq!(
        chokes.len(),
        3,
        "the door and the window from the west room, and the door from the hall; the garden cannot be reached"
    );
    for post in &posts {
        let choke = places.choke(post.choke).expect("there");
        let outside = choke.beyond(east).expect("a side");
        assert!(places.area(outside).expect("there").contains(post.stand), "outside, on a place to stand");
        assert_eq!(post.fallback.len(), 1);
    }
    let closet = places.area_at(at(12.5, 8.5)).expect("closet");
    let posts = places.guard(closet, &guards[..1]);
    assert_eq!(posts[0].choke, places.chokes_of(closet)[0], "its only exit");
}

fn maze(salt: u64) -> Places {
    let mut luck = wold_chance::Stream::named(wold_chance::Seed(salt), "maze", &[]);
    let mut rows = vec![vec!['#'; 21]; 21];
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, tile) in row.iter_mut().enumerate() {
            let inside = x % 5 != 0 && y % 5 != 0;
            let edge = x == 0 || y == 0 || x == 20 || y == 20;
            *tile = match luck.below(14) {
                _ if inside => '.',
                0 | 1 if !edge => '+',
                2 if !edge => '=',
                3 if !edge => '.',
                _ => '#',
            };
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    from_drawing(&rows.iter().map(String::as_str).collect::<Vec<_>>(), &TileConfig::default()).expect("fits")
}

proptest! {
    #[test]
    fn guards_never_crowd_one_choke_while_another_they_can_reach_is_free(salt in any::<u64>(), n in 2u64..7) {
        let places = maze(salt);
        let mut luck = wold_chance::Stream::named(wold_chance::Seed(salt), "guards", &[]);
        let guards: Vec<Guard> = (0..n)
            .filter_map(|i| {
                let area = luck.pick(places.areas())?;
                Some(Guard { who: EntityId(i), at: area.centre })
            })
            .collect();
        let target = AreaId(luck.below(places.areas().len() as u64) as u32);
        let posts = places.guard(target, &guards);
        let load = |id: ChokeId| posts.iter().filter(|post| post.choke == id).count();
        for post in posts.iter().filter(|post| load(post.choke) > 1) {
            let guard = guards.iter().find(|guard| guard.who == post.who).expect("one of them");
            for &id in places.chokes_of(target) {
                let alone = places.guard(target, std::slice::from_ref(guard));
                let choke = places.choke(id).expect("there");
                let inside = places.area_near(guard.at, 1.0) == Some(target);
                let side = if inside { target } else { choke.beyond(target).expect("a side") };
                let can = choke.nodes_in(side).first().is_some_and(|&stand| {
                    places.walks_from(guard.at).is_some_and(|reach| reach.to(&places, stand, side).is_some())
                });
                prop_assert!(alone.len() == 1 && (!can || load(id) + 1 >= load(post.choke)));
            }
        }
    }

    #[test]
    fn what_is_built_from_tiles_links_every_step(salt in any::<u64>()) {
        let places = maze(salt);
        let steps = (0..21).flat_map(|y| (0..20).flat_map(move |x| {
            let middle = |x: i32, y: i32| at(f64::from(x) + 0.5, f64::from(y) + 0.5);
            [(middle(x, y), middle(x + 1, y)), (middle(y, x), middle(y, x + 1))]
        }));
        prop_assert_eq!(places.check_steps(steps), Vec::new());
        let wrong = places.check().into_iter().find(|fault| matches!(fault, Fault::NodeOutside { .. } | Fault::Overlap { .. }));
        prop_assert_eq!(wrong, None);
    }
}
