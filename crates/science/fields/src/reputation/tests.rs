use super::groups::{CharacterId, GroupId, Groups, Screening};
use super::*;
use crate::engine::{Cell, Engine, Event, Traveller};
use crate::traffic::{Traffic, TrafficRules};
use wold_space::DVec2;
use wold_space::grid::Rim;

fn engine(groups: u32) -> Engine {
    let layout = Layout::whole(Lattice::Square, 80, 20, Rim::Bounded).expect("a fine size");
    let rules = ReputationRules { groups, ..ReputationRules::default() };
    let traffic = Traffic::new(TrafficRules::default()).expect("fine rules");
    let reputation = Reputation::new(rules).expect("fine rules");
    Engine::new(layout, vec![Box::new(traffic), Box::new(reputation)]).expect("fine systems")
}

#[test]
fn word_stays_where_nobody_travels_and_goes_with_who_does() {
    let deed = Event::new("deed", DVec2::new(10.5, 10.5)).sized(0.0, -500.0);
    let far = Cell::new(60, 10);
    let mut lonely = engine(1);
    lonely.announce(deed.clone()).expect("known");
    (0..200).for_each(|_| lonely.step(&[]));
    assert_eq!(lonely.get("repute.0", far), Ok(0.0));
    assert!(lonely.get("repute.0", Cell::new(10, 10)).expect("inside") < -100.0);

    let mut visited = engine(1);
    visited.announce(deed).expect("known");
    visited.step(&[]);
    for step in 0..120 {
        let at = DVec2::new(8.5 + f64::from(step) * 0.5, 10.5);
        visited.step(&[Traveller { at, velocity: DVec2::new(0.5, 0.0), guard: false }]);
    }
    assert!(
        visited.get("repute.0", far).expect("inside") < 0.0,
        "the murder is known where the traveller went"
    );
    let both = visited.total("word.0").expect("declared") + visited.total("repute.0").expect("declared");
    assert!((both + 500.0).abs() < 0.01, "word and repute are conserved: {both}");
}

#[test]
fn groups_reflect_on_their_members_by_degree() {
    let mut engine = engine(2);
    let (rogue, saint) = (CharacterId(1), CharacterId(2));
    let mut groups = Groups::default();
    groups.found(GroupId(0), Screening::Open);
    groups.found(GroupId(1), Screening::Vote(0.5));
    assert!(groups.join(rogue, GroupId(0), 1.0, 0.0, &[]));
    assert!(groups.join(saint, GroupId(1), 1.0, 0.0, &[]), "the first member needs no vote");
    assert!(!groups.join(rogue, GroupId(1), 0.5, 0.0, &[]), "nobody is for it");
    assert!(groups.join(rogue, GroupId(1), 0.5, 0.0, &[saint]));
    let here = Cell::new(5, 5);
    for event in groups.deed(rogue, DVec2::new(5.5, 5.5), -30.0) {
        engine.announce(event).expect("known");
    }
    (0..60).for_each(|_| engine.step(&[]));
    let of = |who| groups.regard(who, &engine, here).expect("inside");
    assert_eq!(of(saint), -15.0, "half of the deed fell on the second group");
    assert_eq!(of(rogue), (-30.0 - 0.5 * 15.0) / 1.5);
    assert_eq!(of(CharacterId(9)), 0.0, "nobody knows them");
    groups.found(GroupId(0), Screening::Regard(0.0));
    assert!(!groups.join(CharacterId(9), GroupId(0), 0.3, -1.0, &[]));
}
