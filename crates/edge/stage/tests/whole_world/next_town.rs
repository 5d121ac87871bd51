//! Two towns: word of a murder goes by the road with who saw it, and is told in the next town with from whom.

use super::neighbours::live;
use wold_chance::Seed;
use wold_folk::{Neighbour, SharedMap, VillagerConfig};
use wold_genesis::Genesis;
use wold_genesis::people::{Citizen, settlers};
use wold_lore::act::{self, Meaning, Verb};
use wold_lore::land::ThingKind;
use wold_mind::gossip::{Actions, BeingId, Matter};
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::Town;
use wold_stage::village::grown;
use wold_wire::{Intent, Outcome};
use wold_world::Decree;

const SEED: u64 = 9137;

/// Grown people of a town, the first of each household.
fn people_of(town: u16) -> impl Iterator<Item = Citizen> {
    let mut last = None;
    settlers(Seed(SEED), town)
        .filter(|it| (20..50).contains(&it.years()))
        .filter(move |it| last.replace(it.house) != Some(it.house))
}

fn neighbour(citizen: &Citizen, town: usize, trade: &str, map: &SharedMap) -> Neighbour {
    let habits = VillagerConfig { travel: 0.0, ..VillagerConfig::default() };
    Neighbour::new(Seed(SEED), &citizen.name, habits).with_map(map.clone()).of_town(town).of_trade(trade)
}

#[test]
fn the_day_after_a_murder_a_stranger_in_the_next_town_has_heard_of_it_and_says_from_whom() {
    let genesis = Genesis::new(Seed(SEED));
    let squares = genesis.settled(2);
    let mut origin = grown(SEED);
    (origin.config.first_hour, origin.config.fauna) = (16.0, 0.0);
    (origin.config.environment.guard_every, origin.config.kin.pace) = (0, 0.0);
    // One blow, before anybody can run.
    origin.config.flesh.axe = 1.0;
    let mut town = Town::new(origin);
    let map = SharedMap::default();
    // Who notices everything, so that nothing depends on luck.
    let is_sharp = |it: &Citizen| neighbour(it, 0, "carter", &map).glimpse().profile == "sharp";
    let carter = people_of(0).find(is_sharp).expect("one of many");
    let victim = people_of(0).find(|it| it.house != carter.house).expect("others live there");
    let stranger = people_of(1).next().expect("people live there");
    let [cart, dead, far] = [&carter, &victim, &stranger].map(|it| town.settle(&it.name));
    let [mordred, asker] = ["Mordred", "Asker"].map(|name| town.join_locally(name));
    town.gather();
    assert!(town.truth(cart).place.distance(squares[0]) < 40.0, "everybody arrives in their own town");
    assert!(town.truth(far).place.distance(squares[1]) < 40.0);
    // Out of earshot: who has heard a tale told to others is told another one.
    town.put(asker, squares[1] + DVec2::new(70.0, -50.0));
    // The carter has wares to take along, and sees what Mordred does.
    let scene = town.truth(cart).place;
    town.put(mordred, scene + DVec2::new(2.0, 0.0));
    town.put(dead, scene + DVec2::new(3.0, 0.0));
    let respects = [(victim.name.as_str(), 0.9)];
    let witness = live(&mut town, cart, neighbour(&carter, 0, "carter", &map), scene, &respects);
    // Whom it respects that much it always believes.
    let told = [(carter.name.as_str(), 1.0), (victim.name.as_str(), 0.8)];
    let hearer = Soul::new(neighbour(&stranger, 1, "merchant", &map));
    hearer.respect_all(&told);
    town.animate_with(far, hearer.clone());
    let (who, body) = (town.body(mordred), town.body(dead));
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Axe });
    town.run(1.0);
    let axe = town.slot_of(mordred, ThingKind::Axe).expect("granted");
    assert_eq!(town.ask(mordred, Intent::Hold { slot: axe }), Outcome::Done);
    let kill = Actions::deeds().named("kill").expect("listed");
    let murder = Matter::deed(BeingId::named("Mordred"), kill, Some(BeingId::named(&victim.name)), 1);
    assert_eq!(town.refusal(mordred, Intent::Strike(body)), None);
    town.run(2.0);
    assert!(witness.open().mindset().memory.recall(&murder).is_some(), "the carter saw it");
    // Nobody is to be struck over it on the way.
    town.put(mordred, scene + DVec2::new(-120.0, 0.0));
    let who = town.body(cart);
    (0..12).for_each(|_| town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Log }));
    let heard = |soul: &Soul| soul.open().mindset().memory.recall(&murder).map(|rumour| rumour.path.clone());
    let mut minutes = 0;
    while heard(&hearer).is_none() && minutes < 29 {
        town.run(60.0);
        minutes += 1;
    }
    assert_eq!(town.known(asker).day_number(), 2, "the next day");
    assert_eq!(heard(&hearer), Some(vec![BeingId::named(&carter.name)]), "and from the carter");
    // Whoever asks there is told, and from whom.
    let beside = town.truth(far).place + DVec2::new(1.5, 0.0);
    town.put(asker, beside);
    town.run(1.0);
    town.ask(asker, Intent::say(format!("{}, tell me about Mordred.", stranger.name), None));
    let tells = |meaning: &Meaning| {
        let Meaning::Tale(tale) = meaning else { return false };
        let act::Matter::Deed { subject, deed } = &tale.matter else { return false };
        let by: Vec<&str> = tale.path.iter().map(act::Name::as_str).collect();
        *subject == *"Mordred" && deed.verb == Verb::Kill && by == [carter.name.as_str()]
    };
    let said = |town: &Town| {
        town.known(asker)
            .lines()
            .iter()
            .any(|line| line.name == stranger.name && line.meaning().is_some_and(tells))
    };
    for _ in 0..20 {
        town.run(1.0);
    }
    assert!(said(&town), "{:?}", town.known(asker).lines());
}
