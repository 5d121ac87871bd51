//! Property tests of the floor algorithm.

use super::*;
use proptest::prelude::*;
use wold_chance::Seed;

fn any_brief() -> impl Strategy<Value = HouseBrief> {
    let purpose = prop_oneof![Just(Purpose::Home), Just(Purpose::Inn), Just(Purpose::Smithy)];
    (purpose, 5u8..=16, 5u8..=16, 0u8..4, 1u8..=4).prop_map(|(purpose, width, depth, front, storeys)| {
        HouseBrief { purpose, width, depth, front, storeys, ..HouseBrief::home() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_house_passes_the_inspector(brief in any_brief(), seed in any::<u64>()) {
        let house = build(&brief, &mut Stream::named(Seed(seed), "house", &[]));
        prop_assert_eq!(inspect(&house), Ok(()));
    }

    #[test]
    fn the_street_door_is_on_the_front(brief in any_brief(), seed in any::<u64>()) {
        let house = build(&brief, &mut Stream::named(Seed(seed), "house", &[]));
        let (inside, outside) = street_door(&house).expect("inspected above");
        prop_assert_eq!(outside, step(inside, brief.front));
        let beyond = outside.0 < 0 || outside.1 < 0
            || outside.0 >= i32::from(house.width) || outside.1 >= i32::from(house.depth);
        prop_assert!(beyond, "the door opens to the street, not to a yard");
    }

    #[test]
    fn the_same_seed_builds_the_same_house(brief in any_brief(), seed in any::<u64>()) {
        let one = build(&brief, &mut Stream::named(Seed(seed), "house", &[]));
        let two = build(&brief, &mut Stream::named(Seed(seed), "house", &[]));
        prop_assert_eq!(one, two);
    }
}

#[test]
fn ordinary_homes_get_the_storeys_they_ask_for() {
    let tall = (0..200)
        .map(|s| {
            build(&HouseBrief { storeys: 3, ..HouseBrief::home() }, &mut Stream::named(Seed(s), "house", &[]))
        })
        .filter(|h| h.floors.len() == 3)
        .count();
    assert!(tall > 120, "{tall} of 200");
}

#[test]
fn the_inspector_finds_flaws() {
    let sound = build(&HouseBrief::home(), &mut Stream::named(Seed(1), "house", &[]));
    assert_eq!(inspect(&sound), Ok(()));

    let mut bricked_up = sound.clone();
    for edge in &mut bricked_up.floors[0].edges {
        edge.kind = EdgeKind::Wall;
    }
    assert_eq!(inspect(&bricked_up), Err(Flaw::NoStreetDoor));

    let mut no_stairs = sound.clone();
    no_stairs.floors[0].stairs = None;
    assert_eq!(inspect(&no_stairs), Err(Flaw::NoStairs { level: 1 }));

    let mut hollow = sound;
    hollow.floors[0].rooms[0] = 0;
    hollow.floors[1].rooms[0] = 1;
    assert!(inspect(&hollow).is_err());
}

#[test]
fn sizes_out_of_range_are_brought_into_it() {
    let brief = HouseBrief { width: 0, depth: 255, ..HouseBrief::home() };
    let house = build(&brief, &mut Stream::named(Seed(1), "house", &[]));
    assert_eq!((house.width, house.depth), (HouseBrief::SMALLEST, HouseBrief::LARGEST));
    assert_eq!(inspect(&house), Ok(()));
}
