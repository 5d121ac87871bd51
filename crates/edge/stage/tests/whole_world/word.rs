//! Word of mouth: what is known of somebody goes where people go, and no faster.

use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_stage::town::{Town, Who};
use wold_wire::network::LinkConfig;
use wold_wire::{Intent, Outcome};
use wold_world::environment::Environment;
use wold_world::{Decree, Origin};

pub const HERE: DVec2 = DVec2::new(20.0, 20.0);
/// The next town: ten cells on.
const THERE: DVec2 = DVec2::new(184.0, 20.0);

pub fn send(town: &mut Town, who: Who, to: DVec2) {
    town.put(who, to);
}

fn regard(town: &Town, who: Who, at: DVec2) -> f32 {
    town.steward().realm().ecs().resource::<Environment>().regard(town.body(who), at)
}

/// Two towns, a murderer, its victim and perhaps a witness in one, a stranger in the other; the murder is done.
pub fn murder(seen: bool) -> (Town, [Who; 4]) {
    murder_in(Origin::meadow(5), seen)
}

/// The same in a world of its own.
pub fn murder_in(origin: Origin, seen: bool) -> (Town, [Who; 4]) {
    let mut town = Town::new(origin);
    let people = ["Mordred", "Vera", "Will", "Stan"].map(|name| town.join(name, LinkConfig::LAN));
    town.gather();
    let [murderer, victim, witness, stranger] = people;
    send(&mut town, murderer, HERE);
    send(&mut town, victim, HERE + DVec2::new(1.0, 0.0));
    send(&mut town, witness, if seen { HERE + DVec2::new(0.0, 12.0) } else { THERE });
    send(&mut town, stranger, THERE + DVec2::new(0.0, 3.0));
    let who = town.body(murderer);
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Axe });
    town.run(1.0);
    let axe = town.slot_of(murderer, ThingKind::Axe).expect("granted");
    assert_eq!(town.ask(murderer, Intent::Hold { slot: axe }), Outcome::Done);
    let at = town.body(victim);
    for _ in 0..5 {
        assert_eq!(town.ask(murderer, Intent::Strike(at)), Outcome::Done);
        town.run(0.8);
    }
    assert!(town.known(victim).is_fallen());
    // Nobody who was there moves: the world knows, the next town does not.
    town.run(20.0);
    (town, people)
}

#[test]
fn a_murder_is_known_in_the_next_town_only_after_a_traveller_walked_there() {
    let (mut town, [murderer, _, witness, stranger]) = murder(true);
    assert!(regard(&town, murderer, HERE) < -0.5, "{}", regard(&town, murderer, HERE));
    assert_eq!(regard(&town, murderer, THERE), 0.0, "nobody has been there since");
    assert_eq!(regard(&town, stranger, HERE), 0.0, "others are not blamed");
    town.run(40.0);
    assert_eq!(regard(&town, murderer, THERE), 0.0, "time alone tells nobody");

    town.walk(witness, HERE + DVec2::new(50.0, 0.0));
    assert_eq!(regard(&town, murderer, THERE), 0.0, "the traveller is on the way");
    town.walk(witness, THERE);
    town.run(20.0);
    assert!(regard(&town, murderer, THERE) < -0.5, "{}", regard(&town, murderer, THERE));
    assert_eq!(regard(&town, witness, THERE), 0.0, "the messenger is not blamed");

    send(&mut town, murderer, THERE);
    town.run(3.0);
    let felt = |who| town.known(who).surroundings().expect("told every two seconds").here.regarded();
    assert!(felt(murderer) < 0.0, "who comes there feels it: {}", felt(murderer));
    assert_eq!(felt(stranger), 0.0);
}

#[test]
fn a_murder_nobody_saw_is_not_told() {
    let (mut town, [murderer, victim, ..]) = murder(false);
    town.walk(murderer, HERE + DVec2::new(40.0, 0.0));
    assert_eq!(regard(&town, murderer, HERE), 0.0);
    let crime = |at| town.steward().realm().ecs().resource::<Environment>().crime(at);
    assert!(crime(HERE) > 0.0, "but somebody found the blood");
    assert!(!town.known(victim).is_fallen(), "and the victim has risen");
}
