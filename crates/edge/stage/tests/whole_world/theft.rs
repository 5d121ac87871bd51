//! Theft, as the world knows it: who sees it notes it, who does not knows nothing, and the law comes.

use super::neighbours::{live, mind};
use super::word::{HERE, send};
use wold_folk::VillagerConfig;
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_mind::gossip::{Actions, BeingId, Matter};
use wold_space::{DVec2, EntityId};
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::{BEHIND_THE_WALL, COIN_AT, village};
use wold_wire::{Intent, Refusal};
use wold_world::environment::Environment;
use wold_world::{Decree, Origin};

fn theft() -> Matter {
    let steal = Actions::deeds().named("steal").expect("listed");
    Matter::deed(BeingId::named("Rob"), steal, Some(BeingId::named("Dan")), 1)
}

fn knows(window: &Soul) -> bool {
    window.open().mindset().memory.recall(&theft()).is_some()
}

/// Dan puts down an apple of his own.
fn lay_apple(town: &mut Town, dan: Who) -> EntityId {
    let who = town.body(dan);
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Apple });
    town.run(0.5);
    let slot = town.slot_of(dan, ThingKind::Apple).expect("granted");
    let apple = town.known(dan).bag()[usize::from(slot)].expect("in that slot").id;
    assert_eq!(town.refusal(dan, Intent::Drop { slot }), None);
    town.run(0.5);
    apple
}

/// Rob takes the apple and puts it back, so that it can be stolen again.
fn steal_and_drop(town: &mut Town, rob: Who, apple: EntityId) {
    assert_eq!(town.refusal(rob, Intent::Take(apple)), None);
    town.run(0.5);
    let slot = town.slot_of(rob, ThingKind::Apple).expect("taken");
    assert_eq!(town.refusal(rob, Intent::Drop { slot }), None);
    town.run(0.5);
}

#[test]
fn a_witness_notes_a_theft_only_when_the_world_has_done_it() {
    for allowed in [true, false] {
        let mut origin = village(61);
        origin.config.property.theft = allowed;
        let mut town = Town::new(origin);
        let [dan, rob, wit] = ["Dan", "Rob", "Wit"].map(|name| town.join_locally(name));
        town.gather();
        send(&mut town, dan, HERE);
        send(&mut town, rob, HERE + DVec2::new(1.2, 0.0));
        let at = HERE + DVec2::new(2.0, 5.0);
        let witness = live(&mut town, wit, mind("Wit", "smith", "sharp"), at, &[("Dan", 0.9)]);
        town.run(1.0);
        let apple = lay_apple(&mut town, dan);
        assert!(town.known(rob).owners().contains_key(&apple), "whose it is one sees");
        // Attention may slip.
        for _ in 0..8 {
            if allowed {
                steal_and_drop(&mut town, rob, apple);
            } else {
                assert_eq!(town.refusal(rob, Intent::Take(apple)), Some(Refusal::NotYours));
            }
            town.run(0.5);
        }
        assert_eq!(knows(&witness), allowed);
        let told = town.known(wit).deeds().iter().filter(|seen| seen.saw.deed == Deed::Steal).count();
        assert_eq!(told > 0, allowed);
    }
}

#[test]
fn who_looks_on_learns_when_a_thing_is_nobodys_any_more() {
    let mut origin = village(63);
    origin.config.property.lost_minutes = 0.1;
    let mut town = Town::new(origin);
    let [dan, rob] = ["Dan", "Rob"].map(|name| town.join_locally(name));
    town.gather();
    send(&mut town, dan, HERE);
    send(&mut town, rob, HERE + DVec2::new(1.2, 0.0));
    town.run(1.0);
    let apple = lay_apple(&mut town, dan);
    assert!(town.known(rob).owners().contains_key(&apple), "it is Dan's");
    town.run(7.5);
    assert!(town.known(rob).entities().contains_key(&apple), "it still lies there");
    assert!(!town.known(rob).owners().contains_key(&apple), "and is lost");
}

#[test]
fn a_thief_behind_a_wall_is_not_seen() {
    let mut town = Town::new(village(62));
    let [dan, rob, wit] = ["Dan", "Rob", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    send(&mut town, dan, COIN_AT + DVec2::new(-0.7, 0.3));
    send(&mut town, rob, COIN_AT + DVec2::new(0.7, 0.3));
    send(&mut town, wit, BEHIND_THE_WALL);
    town.run(0.5);
    let apple = lay_apple(&mut town, dan);
    for _ in 0..4 {
        steal_and_drop(&mut town, rob, apple);
    }
    let thefts =
        |who: Who| town.known(who).deeds().iter().filter(|seen| seen.saw.deed == Deed::Steal).count();
    assert_eq!([dan, rob, wit].map(thefts), [4, 4, 0]);
    assert!(!town.known(wit).owners().contains_key(&apple), "nor is it known what lies there");
}

#[test]
fn thefts_that_were_seen_draw_a_guard() {
    let mut town = Town::new(Origin::meadow(5));
    let [dan, rob, wit, stan] = ["Dan", "Rob", "Wit", "Stan"].map(|name| town.join_locally(name));
    town.gather();
    send(&mut town, dan, HERE);
    send(&mut town, rob, HERE + DVec2::new(1.0, 0.0));
    send(&mut town, wit, HERE + DVec2::new(0.0, 8.0));
    send(&mut town, stan, HERE + DVec2::new(46.0, 0.0));
    let who = town.body(stan);
    town.steward_mut().decree(Decree::Appoint { who, guard: true });
    let stay = VillagerConfig { spread: 0.0, range: 1.0, travel: 0.0, ..VillagerConfig::default() };
    town.animate(stan, "Stan", stay);
    town.run(5.0);
    assert!(town.truth(stan).place.distance(HERE) > 40.0, "nothing calls him");
    let apple = lay_apple(&mut town, dan);
    for _ in 0..4 {
        steal_and_drop(&mut town, rob, apple);
    }
    town.run(2.0);
    let crime = town.steward().realm().ecs().resource::<Environment>().crime(HERE);
    assert!(crime > 1.0, "{crime}");
    let came = (0..90).any(|_| {
        town.run(1.0);
        town.truth(stan).place.distance(HERE) < 16.0
    });
    assert!(came, "the guard is at {}", town.truth(stan).place);
}
