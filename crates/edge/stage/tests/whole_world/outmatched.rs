//! Fights that are not begun: who would lose keeps out, lies in wait out of sight, and tells every place it thought of.

use super::fight::{BY_THE_HOUSE, animate, arm, is_hidden, put};
use super::neighbours::{live, mind, strike_often};
use std::collections::BTreeSet;
use wold_folk::fight::Ring;
use wold_folk::report::fights::{CandidateFate, Fighter};
use wold_space::{DVec2, EntityId};
use wold_stage::town::{Town, Who};
use wold_stage::village::village;
use wold_world::Decree;

#[test]
fn a_thug_attacks_one_armed_traveller_but_not_three_and_hides_from_them() {
    let play = |travellers: &[&str]| {
        let mut town = Town::new(village(9));
        let ring = Ring::default();
        let others: Vec<Who> = travellers.iter().map(|name| town.join_locally(name)).collect();
        let thug = town.join_locally("Ulf");
        town.gather();
        for (number, who) in others.iter().enumerate() {
            put(&mut town, *who, BY_THE_HOUSE + DVec2::new(0.0, number as f64 * 1.5));
            arm(&mut town, *who, true);
        }
        put(&mut town, thug, BY_THE_HOUSE + DVec2::new(7.0, 1.0));
        arm(&mut town, thug, false);
        // Only the first of them is a foe; the others came along, and carry axes.
        animate(&mut town, thug, "Ulf", &ring, &travellers[..1], &[]);
        let body = town.body(thug);
        let (mut whys, mut hidden, mut hurt) = (BTreeSet::new(), 0, false);
        for _ in 0..300 {
            town.run(0.05);
            whys.extend(ring.reason(body));
            hidden += u32::from(is_hidden(&town, thug, others[0]));
            hurt |= others.iter().any(|who| town.known(*who).own().health < 255);
        }
        (hurt, hidden, whys)
    };
    let (hurt, _, whys) = play(&["Ada"]);
    assert!(hurt && whys.iter().any(|why| why.contains("1 against 1")), "it attacks one: {whys:?}");
    let (hurt, hidden, whys) = play(&["Ada", "Bo", "Cy"]);
    assert!(!hurt && whys.iter().all(|why| why.contains("keeps out")), "it does not attack three: {whys:?}");
    assert!(
        whys.iter().any(|why| why.contains("1 against 3") && why.contains("behind something")),
        "{whys:?}"
    );
    assert!(hidden > 200, "out of their sight most of the time: {hidden} of 300 ticks");
}

/// What a household lets be known of one of its fighters.
fn report(ring: &Ring, id: EntityId) -> Option<Fighter> {
    ring.report().fighters.into_iter().find(|fighter| fighter.id == id.into())
}

#[test]
fn a_lone_guard_keeps_away_from_an_axe_and_tells_every_place_it_thought_of() {
    let mut town = Town::new(village(9));
    let ring = Ring::default();
    let [rogue, bo, guard] = ["Rogue", "Bo", "Wat"].map(|name| town.join_locally(name));
    town.gather();
    put(&mut town, rogue, BY_THE_HOUSE);
    arm(&mut town, rogue, true);
    put(&mut town, bo, BY_THE_HOUSE + DVec2::new(1.1, 0.0));
    let body = town.body(guard);
    town.steward_mut().decree(Decree::Appoint { who: body, guard: true });
    let watch = mind("Wat", "guard", "sharp").with_ring(ring.clone());
    // Nobody it holds dear stands by.
    live(&mut town, guard, watch, BY_THE_HOUSE + DVec2::new(7.0, 1.0), &[("Bo", 0.5), ("Rogue", 0.5)]);
    town.run(2.0);
    strike_often(&mut town, rogue, bo, 2);
    let asked = |fighter: &Fighter| fighter.query.is_some() && fighter.why.contains("lies in wait");
    let mut told = None;
    for _ in 0..200 {
        town.run(0.05);
        told = told.or_else(|| report(&ring, body).filter(asked));
    }
    let told = told.unwrap_or_else(|| panic!("it asks where to hide: {:?}", report(&ring, body)));
    assert!(told.why.starts_with("keeps out of it, ") && told.why.contains("1 against 1"), "{}", told.why);
    let odds = told.odds.expect("it weighed them first");
    assert!(odds.chance < 0.4 && (odds.ours, odds.theirs) == (1, 1), "{odds:?}");
    assert_eq!(told.foe, Some(town.body(rogue).into()));
    let query = told.query.expect("it asked");
    assert_eq!(query.name, "lie in wait");
    assert!(query.option.is_some() && query.eyes.len() == 1, "one foe is minded: {query:?}");
    let of = |fate: CandidateFate| query.candidates.iter().filter(move |place| place.fate == fate);
    assert_eq!(of(CandidateFate::Won).count(), 1, "one place was taken: {query:?}");
    assert!(of(CandidateFate::Failed).count() > 0, "others were no good: {query:?}");
    assert!(
        query.candidates.iter().all(|place| place.why.is_some() == (place.fate == CandidateFate::Failed)),
        "each that failed says by what, the others say nothing: {query:?}"
    );
    assert_eq!(town.known(rogue).own().health, 255, "nobody struck back");
    assert!(is_hidden(&town, guard, rogue), "and it got there: {:?}", ring.reason(body));
}
