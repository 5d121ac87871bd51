use super::*;
use crate::command::{Act, Command};
use crate::parts::{Body, Lies, Thing};
use crate::realm::{Origin, spawn};
use crate::registry::Roll;
use wold_lore::land::ThingKind;
use wold_space::GuestId;

fn enter(guest: u64) -> Command {
    let act = Act::Enter { name: format!("P{guest}"), human: true, look: 0 };
    Command { guest: GuestId(guest), number: 0, act }
}

/// A meadow with people on it.
pub(super) struct Stage {
    pub(super) realm: Realm,
    pub(super) replicator: Replicator,
}

impl Stage {
    pub(super) fn with_people(count: u64) -> Self {
        let mut realm = Realm::new(Origin::meadow(1));
        let replicator = Replicator::new(&mut realm, PerceptionConfig::default());
        let mut stage = Self { realm, replicator };
        stage.step((1..=count).map(enter).collect());
        stage
    }

    pub(super) fn step(&mut self, commands: Vec<Command>) {
        self.realm.step(commands);
        self.replicator.observe(&mut self.realm);
    }

    pub(super) fn body(&self, guest: u64) -> EntityId {
        self.realm.body_of(GuestId(guest)).expect("the guest has a body")
    }

    pub(super) fn put(&mut self, guest: u64, place: DVec2) {
        let entity = self.realm.ecs().resource::<Roll>().0[&self.body(guest)];
        self.realm.ecs_mut().get_mut::<Body>(entity).expect("bodies").0.place = place;
    }

    pub(super) fn look(&self, watch: &mut Watch) -> View {
        watch.look(&self.replicator, &self.realm)
    }
}

#[test]
fn whoever_is_near_enters_once_and_leaves_once() {
    let mut stage = Stage::with_people(2);
    let mut watch = Watch::new(stage.body(1));
    let view = stage.look(&mut watch);
    assert_eq!(view.entered.iter().map(|e| e.0.id).collect::<Vec<_>>(), [stage.body(2)]);
    stage.step(vec![]);
    assert_eq!(stage.look(&mut watch), View::default(), "who stands still is no news");
    stage.put(2, DVec2::new(500.0, 16.0));
    stage.step(vec![]);
    assert_eq!(stage.look(&mut watch).left, [stage.body(2)]);
    stage.put(1, DVec2::new(480.0, 16.0));
    stage.step(vec![]);
    assert_eq!(stage.look(&mut watch).entered.len(), 1, "going there shows it again");
}

#[test]
fn a_thing_picked_up_is_no_longer_seen_and_one_put_down_is() {
    let mut stage = Stage::with_people(1);
    let mut watch = Watch::new(stage.body(1));
    let world = stage.realm.ecs_mut();
    let lies = Lies { place: DVec2::new(16.0, 16.0), level: 0 };
    let thing = spawn(world, (Thing { kind: ThingKind::Apple, lit: false }, lies));
    stage.step(vec![]);
    let view = stage.look(&mut watch);
    assert_eq!(view.entered.len(), 1);
    let id = view.entered[0].0.id;
    stage.realm.ecs_mut().entity_mut(thing).remove::<Lies>();
    stage.step(vec![]);
    assert_eq!(stage.look(&mut watch).left, [id]);
    stage.realm.ecs_mut().entity_mut(thing).insert(lies);
    stage.step(vec![]);
    assert_eq!(stage.look(&mut watch).entered.len(), 1);
}

#[test]
fn cells_never_miss_what_the_formula_would_show() {
    // The cell filter is a superset of the disc of 64 m, whatever people do.
    let mut stage = Stage::with_people(30);
    let mut watches: Vec<Watch> = (1..=30).map(|guest| Watch::new(stage.body(guest))).collect();
    let mut stream = wold_chance::Stream::named(wold_chance::Seed(5), "test", &[]);
    for _ in 0..60 {
        for guest in 1..=30 {
            if stream.below(4) == 0 {
                stage.put(guest, DVec2::new(stream.range(-150.0, 150.0), stream.range(-150.0, 150.0)));
            }
        }
        stage.step(vec![]);
        for watch in &mut watches {
            let view = stage.look(watch);
            let replicator = &stage.replicator;
            let mine = replicator.of(watch.body()).expect("it is there").seen.place;
            for other in replicator.by_id.values().map(|&track| replicator.at(track).seen) {
                let (id, known) = (other.id, watch.knows(replicator, other.id));
                if id != watch.body() && other.place.distance(mine) < 58.0 {
                    assert!(known, "{id} is near and unknown");
                }
                if other.place.distance(mine) > 150.0 {
                    assert!(!known, "{id} is far and known");
                }
            }
            let mut twice = view.left.clone();
            twice.dedup();
            assert_eq!(twice, view.left);
        }
    }
}

#[test]
fn somebody_who_goes_away_vanishes_and_returns_under_the_same_name() {
    let mut stage = Stage::with_people(2);
    let mut watch = Watch::new(stage.body(1));
    stage.look(&mut watch);
    let other = stage.body(2);
    stage.step(vec![Command { guest: GuestId(2), number: 0, act: Act::Leave { keep: true } }]);
    assert_eq!(stage.look(&mut watch).left, [other]);
    stage.step(vec![Command {
        guest: GuestId(9),
        number: 0,
        act: Act::Enter { name: "P2".into(), human: true, look: 0 },
    }]);
    assert_eq!(stage.body(9), other);
    assert_eq!(stage.look(&mut watch).entered.len(), 1);
}

#[test]
fn whoever_takes_the_place_of_somebody_gone_is_seen_as_somebody_new() {
    let mut stage = Stage::with_people(2);
    let mut watch = Watch::new(stage.body(1));
    stage.look(&mut watch);
    for guest in 3..20 {
        let gone = stage.body(guest - 1);
        let leave = Command { guest: GuestId(guest - 1), number: 0, act: Act::Leave { keep: false } };
        stage.step(vec![leave, enter(guest)]);
        let view = stage.look(&mut watch);
        assert_eq!(view.left, [gone]);
        assert_eq!(view.entered.iter().map(|e| e.0.id).collect::<Vec<_>>(), [stage.body(guest)]);
        assert_eq!(watch.perceives(), 1);
    }
    assert!(stage.replicator.tracked.len() <= 4, "tracks are used again");
}
