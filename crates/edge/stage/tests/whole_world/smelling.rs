//! Smell: who smells the dead finds them and says so, and the diary tells how.

use super::neighbours::mind;
use super::word::send;
use wold_folk::diary::What;
use wold_inspect::why::why;
use wold_lore::land::ThingKind;
use wold_lore::sense::Smell;
use wold_mind::gossip::BeingId;
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::Town;
use wold_wire::Intent;
use wold_world::environment::Environment;
use wold_world::{Decree, Origin};

/// Where somebody is killed while nobody looks.
const SCENE: DVec2 = DVec2::new(24.0, 24.0);

#[test]
fn the_dead_are_smelled_found_and_told_of() {
    let mut town = Town::new(Origin::meadow(7));
    let [rob, vic, ann, tom] = ["Rob", "Vic", "Ann", "Tom"].map(|name| town.settle(name));
    town.gather();
    let far = SCENE + DVec2::new(200.0, 0.0);
    send(&mut town, ann, far);
    send(&mut town, tom, far);
    send(&mut town, vic, SCENE);
    send(&mut town, rob, SCENE + DVec2::new(1.0, 0.0));
    let who = town.body(rob);
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Axe });
    town.run(1.0);
    let slot = town.slot_of(rob, ThingKind::Axe).expect("granted");
    assert_eq!(town.refusal(rob, Intent::Hold { slot }), None);
    let victim = town.body(vic);
    for _ in 0..5 {
        assert_eq!(town.refusal(rob, Intent::Strike(victim)), None);
        town.run(0.8);
    }
    assert!(town.known(vic).is_fallen());
    send(&mut town, rob, far * 2.0);
    town.run(60.0);
    let environment = |town: &Town| town.steward().realm().ecs().resource::<Environment>().weather(SCENE);
    let wind = environment(&town).expect("there is weather").wind.as_dvec2();
    // Out of sight of it, where the wind comes from there.
    let downwind = SCENE + wind.normalize_or(DVec2::X) * 32.0;
    send(&mut town, ann, downwind);
    send(&mut town, tom, downwind + DVec2::new(3.0, 0.0));
    let souls = [("Ann", ann), ("Tom", tom)].map(|(name, who)| {
        let soul = Soul::new(mind(name, "smith", "sharp"));
        soul.respect_all(&[("Ann", 0.8), ("Tom", 0.8), ("Vic", 0.7)]);
        town.animate_with(who, soul.clone());
        soul
    });
    let smells = |town: &Town, at: DVec2| town.steward().realm().ecs().resource::<Environment>().smells(at);
    let traced = |soul: &Soul| soul.noted(What::Traced);
    let found = (0..150).any(|_| {
        town.run(1.0);
        souls.iter().any(|soul| traced(soul).is_some())
    });
    let told = souls.each_ref().map(Soul::diary);
    let strength = smells(&town, downwind)[Smell::Carrion as usize];
    assert!(found, "{strength} at {downwind}, wind {wind}: {told:#?}");
    let finder = souls.iter().find(|soul| traced(soul).is_some()).expect("just found");
    let (smelt, traced) = (finder.noted(What::Smelt).expect("first"), traced(finder).expect("then"));
    assert!(smelt.tick < traced.tick && traced.whom.as_deref() == Some("Vic"), "{smelt:?} {traced:?}");
    let name = finder.open().mindset().name.clone();
    let answer = why(&name, traced.tick, 60.0, &finder.diary(), Some(town.steward().realm()));
    assert!(
        answer.because.iter().any(|why| why.contains("followed the smell to Vic")),
        "{:?}",
        answer.because
    );
    // It was cried out: both know it.
    town.run(3.0);
    for soul in &souls {
        let open = soul.open();
        let rumours = open.mindset().memory.rumours();
        let dead = |rumour: &&wold_mind::gossip::Rumour| rumour.matter.subject == BeingId::named("Vic");
        assert!(rumours.iter().find(dead).is_some(), "{} has not heard of it", open.mindset().name);
    }
}
