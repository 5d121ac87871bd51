//! Interest by medium in a world: focus, nimbus, who matters more, and why.

use super::tests::Stage;
use super::*;
use crate::command::{Act, Command};
use crate::parts::{Body, Lies, Thing};
use crate::realm::spawn;
use crate::registry::Roll;
use proptest::prelude::*;
use wold_lore::Pose;
use wold_lore::land::ThingKind;
use wold_senses::aura::Sort;
use wold_space::GuestId;
use wold_wire::{FromHost, Gait, Intent, Loudness, Steering};

/// Ticks after which everybody near was looked for, and after which who stays hidden is forgotten.
const LOOKED: usize = 24;
const FORGOTTEN: usize = 90;

/// Somebody stands, facing so, sneaking or not.
fn holds(stage: &mut Stage, guest: u64, heading: u8, gait: Gait) {
    let intent = Intent::Move(Steering { east: 0, north: 0, heading, gait });
    stage.step(vec![Command { guest: GuestId(guest), number: 1, act: Act::Intent(intent) }]);
}

fn pass(stage: &mut Stage, ticks: usize, watches: &mut [Watch]) -> Vec<View> {
    let mut last = Vec::new();
    for _ in 0..ticks {
        stage.step(vec![]);
        last = watches.iter_mut().map(|watch| stage.look(watch)).collect();
    }
    last
}

#[test]
fn who_sneaks_knows_of_who_stands_and_is_not_known_until_focus_and_nimbus_meet() {
    let mut stage = Stage::with_people(2);
    stage.put(1, DVec2::ZERO);
    stage.put(2, DVec2::new(56.0, 0.0));
    let mut watches = [Watch::new(stage.body(1)), Watch::new(stage.body(2))];
    pass(&mut stage, LOOKED, &mut watches);
    let [seeker, hider] = [stage.body(1), stage.body(2)];
    assert!(watches[0].knows(&stage.replicator, hider), "upright he is seen from afar");
    holds(&mut stage, 2, 128, Gait::Sneak);
    pass(&mut stage, FORGOTTEN, &mut watches);
    assert!(!watches[0].knows(&stage.replicator, hider) && watches[1].knows(&stage.replicator, seeker));
    let interest = watches[0].interest(&stage.replicator, &stage.realm, 80.0).expect("there");
    let why = interest.others.iter().find(|other| other.id == hider).expect("near");
    assert_eq!((why.reason, why.told), (Reason::Small, false));
    assert!(interest.focus + why.nimbus < 56.0);
    stage.put(2, DVec2::new(interest.focus + why.nimbus - 1.0, 0.0));
    pass(&mut stage, LOOKED, &mut watches);
    assert!(watches[0].knows(&stage.replicator, hider), "now the two meet");
    // By ear he was no farther than anybody: sneaking says nothing of other media.
    let auras = Auras::default();
    let of = |medium, pose| auras.of(medium, Sort::Person, pose);
    assert_eq!(of(Medium::Speech, Pose::Sneaking), of(Medium::Speech, Pose::Standing));
}

#[test]
fn two_who_come_towards_each_other_learn_of_each_other_at_once_and_one_who_hides_learns_first() {
    for (gait, together) in [(Gait::Walk, true), (Gait::Sneak, false)] {
        let mut stage = Stage::with_people(2);
        stage.put(1, DVec2::ZERO);
        stage.put(2, DVec2::new(160.0, 0.0));
        holds(&mut stage, 2, 128, gait);
        let mut watches = [Watch::new(stage.body(1)), Watch::new(stage.body(2))];
        let [seeker, hider] = [stage.body(1), stage.body(2)];
        let mut learnt = [None; 2];
        for step in 0_u32..150 {
            stage.put(2, DVec2::new(160.0 - f64::from(step), 0.0));
            pass(&mut stage, 10, &mut watches);
            let known =
                [watches[0].knows(&stage.replicator, hider), watches[1].knows(&stage.replicator, seeker)];
            for (learnt, known) in learnt.iter_mut().zip(known) {
                *learnt = learnt.or(known.then_some(step));
            }
        }
        let [of_hider, of_seeker] = learnt.map(|step| step.expect("they meet"));
        assert_eq!(of_hider.abs_diff(of_seeker) <= 3, together, "{of_hider} {of_seeker}");
        assert!(of_seeker <= of_hider);
    }
}

/// What one perceives may be changed by one whom one does not: the change is told, its maker is not, and all is in order when they come into view.
#[test]
fn what_somebody_unnoticed_takes_is_seen_to_be_gone_and_their_shout_is_heard() {
    let mut stage = Stage::with_people(2);
    stage.put(1, DVec2::ZERO);
    stage.put(2, DVec2::new(56.0, 0.0));
    holds(&mut stage, 2, 128, Gait::Sneak);
    let lies = Lies { place: DVec2::new(55.5, 0.0), level: 0 };
    let apple = spawn(stage.realm.ecs_mut(), (Thing { kind: ThingKind::Apple, lit: false }, lies));
    let mut watches = [Watch::new(stage.body(1))];
    pass(&mut stage, FORGOTTEN, &mut watches);
    let apple = stage.realm.ecs().get::<crate::parts::Id>(apple).expect("named").0;
    let hider = stage.body(2);
    let knows = |stage: &Stage, watches: &[Watch], id| watches[0].knows(&stage.replicator, id);
    assert!(knows(&stage, &watches, apple) && !knows(&stage, &watches, hider));
    stage.step(vec![Command { guest: GuestId(2), number: 2, act: Act::Intent(Intent::Take(apple)) }]);
    assert_eq!(stage.look(&mut watches[0]).left, [apple]);
    assert!(!knows(&stage, &watches, hider), "nobody is seen to take it");
    let text = "Thief!".to_owned();
    let shout = Intent::Say { text, loudness: Loudness::Shout, act: None };
    let report = stage.realm.step(vec![Command { guest: GuestId(2), number: 3, act: Act::Intent(shout) }]);
    let heard = report.mail.iter().any(|mail| {
        mail.to == GuestId(1) && matches!(&mail.message, FromHost::Heard { speaker, .. } if *speaker == hider)
    });
    assert!(heard, "by ear one keeps as large as anybody");
    stage.replicator.observe(&mut stage.realm);
    holds(&mut stage, 2, 128, Gait::Walk);
    pass(&mut stage, LOOKED, &mut watches);
    assert!(knows(&stage, &watches, hider) && !knows(&stage, &watches, apple));
}

#[test]
fn who_looks_at_somebody_matters_more_than_who_looks_away_and_who_fights_them_most() {
    let mut stage = Stage::with_people(3);
    stage.put(1, DVec2::ZERO);
    stage.put(2, DVec2::new(12.0, 0.0));
    stage.put(3, DVec2::new(0.0, 12.0));
    holds(&mut stage, 2, 128, Gait::Walk);
    holds(&mut stage, 3, 64, Gait::Walk);
    let mut watches = [Watch::new(stage.body(1))];
    pass(&mut stage, LOOKED, &mut watches);
    let regard = |stage: &Stage, watches: &[Watch]| {
        let interest = watches[0].interest(&stage.replicator, &stage.realm, 80.0).expect("there");
        [2, 3].map(|guest| {
            let other = interest.others.iter().find(|other| other.id == stage.body(guest));
            other.expect("near").regard
        })
    };
    let Regard { looks, fights, .. } = Regard::default();
    assert_eq!(regard(&stage, &watches), [looks, 1.0]);
    stage.put(3, DVec2::new(0.0, 1.2));
    stage.step(vec![]);
    let strike = Intent::Strike(stage.body(1));
    stage.step(vec![Command { guest: GuestId(3), number: 2, act: Act::Intent(strike) }]);
    assert_eq!(regard(&stage, &watches)[1], fights);
}

#[test]
fn the_formula_admits_nobody_beyond_the_cells_that_are_looked_through() {
    let config = PerceptionConfig::default();
    assert!(config.auras.farthest(Medium::Sight) <= config.covered());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Wherever two are, and wherever in their sticky cells they came from.
    #[test]
    fn whoever_is_within_what_cells_cover_is_in_one_of_them(
        me in (-200.0..200.0, -200.0..200.0), off in (-1.0..1.0, -1.0..1.0), near in 0.0..1.0,
        was_me in (-3.0..3.0, -3.0..3.0), was_other in (-3.0..3.0, -3.0..3.0), rings in 1i32..4,
    ) {
        let config = PerceptionConfig { rings, ..PerceptionConfig::default() };
        let me = DVec2::from(me);
        let other = me + DVec2::from(off).normalize_or_zero() * near * config.covered();
        let cell = |place: DVec2, was: (f64, f64)| {
            sticky_cell(ChunkPos::of(place + DVec2::from(was)), place, config.stickiness)
        };
        prop_assert!(cell(other, was_other).rings_to(cell(me, was_me)) <= rings as u32);
    }
}

/// A field of people, half of whom sneak.
#[test]
fn among_many_who_sneak_everybody_knows_all_the_formula_admits() {
    let mut stage = Stage::with_people(16);
    let mut stream = wold_chance::Stream::named(wold_chance::Seed(9), "auras", &[]);
    for guest in 1..=16 {
        let gait = if guest % 2 == 0 { Gait::Sneak } else { Gait::Walk };
        holds(&mut stage, guest, 0, gait);
        stage.put(guest, DVec2::new(stream.range(-60.0, 60.0), stream.range(-60.0, 60.0)));
    }
    let mut watches: Vec<Watch> = (1..=16).map(|guest| Watch::new(stage.body(guest))).collect();
    pass(&mut stage, FORGOTTEN, &mut watches);
    let (config, mut unaware) = (PerceptionConfig::default(), 0);
    for watch in &watches {
        let place = |id: EntityId| {
            let world = stage.realm.ecs();
            world.get::<Body>(world.resource::<Roll>().0[&id]).expect("a body").0
        };
        let me = place(watch.body());
        for other in watches.iter().filter(|other| other.body() != watch.body()) {
            let body = place(other.body());
            let aura = |pose| config.auras.of(Medium::Sight, Sort::Person, pose);
            let distance = body.place.distance(me.place);
            let reach = aura(me.pose).focus + aura(body.pose).nimbus;
            let knows = watch.knows(&stage.replicator, other.body());
            assert!(knows || distance > reach.min(config.covered()), "{distance} of {reach}");
            assert!(!knows || distance <= reach, "{distance} of {reach}");
            unaware += usize::from(!knows && distance < config.covered());
        }
    }
    assert!(unaware > 3, "some keep small enough: {unaware}");
}
