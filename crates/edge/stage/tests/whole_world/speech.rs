//! What is said counts by what is meant, and by who may mean it.

use super::neighbours::{SCENE, live, mind, say, strike_often};
use wold_lore::act::{Done, Matter, Meaning, Name, SpeechAct, Tale, Verb};
use wold_lore::land::ThingKind;
use wold_mind::gossip::{Actions, BeingId, Matter as Remembered};
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::Town;
use wold_stage::village::village;
use wold_wire::Intent;
use wold_world::{Decree, Origin};

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

/// "Cal stole from Dan", on a day, as somebody has it from others.
fn theft(day: u32, path: &[&str]) -> Meaning {
    let deed = Done { verb: Verb::Steal, object: Some(name("Dan")), day };
    let path = path.iter().map(|teller| name(teller)).collect();
    Meaning::Tale(Tale { matter: Matter::Deed { subject: name("Cal"), deed }, denied: false, path })
}

/// Through whom a mind has that theft, if it knows of it.
fn heard_through(window: &Soul, day: u32) -> Option<Vec<BeingId>> {
    let steal = Actions::deeds().named("steal").expect("listed");
    let theft = Remembered::deed(BeingId::named("Cal"), steal, Some(BeingId::named("Dan")), day);
    window.open().mindset().memory.recall(&theft).map(|rumour| rumour.path.clone())
}

#[test]
fn the_laws_words_are_the_law_in_a_guards_mouth_alone() {
    for is_guard in [false, true] {
        let mut town = Town::new(village(34));
        let [rogue, bo, fay] = ["Rogue", "Bo", "Fay"].map(|name| town.join_locally(name));
        town.gather();
        let who = town.body(rogue);
        town.steward_mut().decree(Decree::Appoint { who, guard: is_guard });
        town.walk(bo, SCENE);
        town.walk(rogue, SCENE + DVec2::new(1.2, 0.0));
        let at = SCENE + DVec2::new(3.0, 3.0);
        live(&mut town, fay, mind("Fay", "smith", "sharp"), at, &[("Bo", 0.95), ("Rogue", 0.8)]);
        town.run(2.0);
        say(&mut town, rogue, "Stop in the name of the law, Bo!");
        town.run(1.0);
        strike_often(&mut town, rogue, bo, 4);
        town.run(6.0);
        let struck_back = town.known(rogue).own().health < 255;
        assert_eq!(struck_back, !is_guard, "whether a friend stands up to who called the law first");
    }
}

#[test]
fn who_asks_for_a_coin_in_a_sellers_words_is_no_seller() {
    // Nothing to eat lies about there.
    let mut origin = Origin::meadow(51);
    (origin.config.first_hour, origin.config.day_minutes) = (12.2, 240.0);
    origin.config.flesh.hunger_minutes = 8.0;
    let mut town = Town::new(origin);
    let [player, ben] = ["Player", "Ben"].map(|name| town.join_locally(name));
    town.gather();
    for (who, thing) in [(ben, ThingKind::Coin), (player, ThingKind::Bread)] {
        let who = town.body(who);
        town.steward_mut().decree(Decree::Grant { who, thing });
    }
    live(&mut town, ben, mind("Ben", "smith", "sharp"), SCENE, &[("Player", 0.9)]);
    town.run(150.0);
    // Says it beside Ben, again and again, until he pays.
    let paid = |town: &mut Town, times: usize, act: Option<SpeechAct>| {
        (0..times).any(|_| {
            let beside = town.truth(ben).place + DVec2::new(1.5, 0.0);
            town.walk(player, beside);
            town.ask(player, Intent::say("Give me a coin, Ben, and have your pick: bread.", act.clone()));
            town.run(8.0);
            town.slot_of(player, ThingKind::Coin).is_some()
        })
    };
    assert!(!paid(&mut town, 6, None), "words alone are no offer");
    let offer = SpeechAct::to("Ben", Meaning::Offer(vec![ThingKind::Bread]));
    assert!(!paid(&mut town, 3, Some(offer)), "nor is what they mean");
    town.ask(player, Intent::Offer { thing: ThingKind::Bread, coins: 1, buys: false });
    assert!(paid(&mut town, 12, None), "bread at a price is: {:?}", town.known(ben).lines());
}

#[test]
fn a_tale_is_remembered_by_its_act_whatever_the_words_and_by_words_that_people_type() {
    let mut town = Town::new(village(36));
    let [player, ken] = ["Player", "Ken"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(player, SCENE);
    let at = SCENE + DVec2::new(1.0, 2.0);
    let listener = live(&mut town, ken, mind("Ken", "smith", "sharp"), at, &[("Player", 1.0), ("Eve", 1.0)]);
    town.run(1.0);
    let act = SpeechAct::to("Ken", theft(1, &["Eve"]));
    town.ask(player, Intent::say("Hör zu, Ken: Cal hat Dan bestohlen.", Some(act)));
    town.run(3.0);
    let by_eve = Some(["Eve", "Player"].map(BeingId::named).to_vec());
    assert_eq!(heard_through(&listener, 1), by_eve, "{:?}", town.known(ken).lines());
    assert_eq!(heard_through(&listener, 2), None);
    say(&mut town, player, "Listen, Ken: Cal stole from Dan on day 2. I heard it from Eve, who saw it.");
    town.run(3.0);
    assert_eq!(heard_through(&listener, 2), by_eve);
    let meant =
        |town: &Town| town.known(ken).lines().iter().filter_map(|line| line.meaning().cloned()).collect();
    let meant: Vec<Meaning> = meant(&town);
    assert!(meant.contains(&theft(1, &["Eve"])) && meant.contains(&theft(2, &["Eve"])), "{meant:?}");
}

#[test]
fn whoever_claims_anothers_account_is_believed_as_much_as_themselves() {
    let mut town = Town::new(village(36));
    let [liar, ken] = ["Liar", "Ken"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(liar, SCENE);
    let at = SCENE + DVec2::new(1.0, 2.0);
    let listener = live(&mut town, ken, mind("Ken", "smith", "sharp"), at, &[("Liar", 0.1), ("Saint", 1.0)]);
    town.run(1.0);
    for (day, path) in [(1, ["Saint"].as_slice()), (2, &["Saint", "Liar"]), (3, &["Liar", "Saint"]), (4, &[])]
    {
        let act = SpeechAct::to("Ken", theft(day, path));
        town.ask(liar, Intent::say("Saint saw it!", Some(act)));
        town.run(2.0);
        assert_eq!(heard_through(&listener, day), None, "it is Liar who says so: {path:?}");
    }
    // Once Liar is somebody to believe, it is still Liar who said it.
    let respect = |whom| listener.open().mindset_mut().memory.set_respect(BeingId::named(whom), 1.0);
    respect("Liar");
    let act = SpeechAct::to("Ken", theft(5, &["Liar", "Saint"]));
    town.ask(liar, Intent::say("Saint saw it!", Some(act)));
    town.run(2.0);
    assert_eq!(heard_through(&listener, 5), Some(["Saint", "Liar"].map(BeingId::named).to_vec()));
}
