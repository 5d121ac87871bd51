//! Word goes round: deeds are seen by who sees them, told by speech, believed or not.

use super::neighbours::{has_meant, is_theft};
use wold_chance::Seed;
use wold_folk::Neighbour;
use wold_folk::VillagerConfig;
use wold_lore::act::{Meaning, Name};
use wold_lore::land::ThingKind;
use wold_mind::gossip::{Actions, BeingId, Matter, Verdict};
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::{APPLE_AT, village};
use wold_wire::Intent;

const SCENE: DVec2 = DVec2::new(10.0, 10.0);

/// Somebody walks to a place and gets a mind that keeps near it, with these respects.
fn neighbour(town: &mut Town, who: Who, name: &str, at: DVec2, respects: &[(&str, f64)]) -> Soul {
    of_trade("smith", town, who, name, at, respects)
}

fn of_trade(trade: &str, town: &mut Town, who: Who, name: &str, at: DVec2, respects: &[(&str, f64)]) -> Soul {
    town.walk(who, at);
    let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
    let mind = Neighbour::new(Seed(3), name, habits).of_trade(trade);
    let soul = Soul::new(mind);
    soul.respect_all(respects);
    town.animate_with(who, soul.clone());
    soul
}

fn deed(subject: &str, action: &str, object: &str) -> Matter {
    let action = Actions::deeds().named(action).expect("listed");
    Matter::deed(BeingId::named(subject), action, Some(BeingId::named(object)), 1)
}

/// What a mind holds of a matter: whether it denies it, and through whom it came.
fn holds(window: &Soul, matter: &Matter) -> Option<(bool, Vec<BeingId>)> {
    window.open().mindset().memory.recall(matter).map(|rumour| (rumour.denied, rumour.path.clone()))
}

fn respect(window: &Soul, whom: &str) -> f64 {
    window.respect(whom)
}

fn say(town: &mut Town, who: Who, text: &str) {
    town.ask(who, Intent::say(text, None));
}

#[test]
fn a_blow_seen_by_one_witness_reaches_exactly_those_it_is_told_to() {
    let mut town = Town::new(village(5));
    let [asa, bo, wit] = ["Asa", "Bo", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(bo, SCENE);
    town.walk(asa, SCENE + DVec2::new(1.2, 0.0));
    let witness =
        of_trade("beggar", &mut town, wit, "Wit", SCENE + DVec2::new(3.0, 3.0), &[("Bo", 0.9), ("Asa", 0.6)]);
    town.run(2.0);
    let blow = deed("Asa", "hit", "Bo");
    let mut seen = None;
    for _ in 0..6 {
        // Attention may slip; the arm needs a moment between two blows.
        assert_eq!(town.refusal(asa, Intent::Strike(town.body(bo))), None);
        town.run(2.0);
        seen = holds(&witness, &blow);
        if seen.is_some() {
            break;
        }
    }
    assert_eq!(seen, Some((false, vec![])), "seen, not heard of");
    assert!(respect(&witness, "Asa") < 0.6);
    // The witness holds its tongue until whom it is to tell can listen.
    let mind = town.still(wit);
    let [xen, yan] = ["Xen", "Yan"].map(|name| town.join_locally(name));
    town.gather();
    let far = neighbour(&mut town, yan, "Yan", SCENE + DVec2::new(50.0, 0.0), &[("Wit", 1.0)]);
    let beside = town.truth(wit).place + DVec2::new(1.5, 0.0);
    let told = neighbour(&mut town, xen, "Xen", beside, &[("Wit", 1.0), ("Bo", 0.9), ("Asa", 0.6)]);
    // Nobody listens in the moment they come in.
    town.run(2.0);
    town.wake(wit, mind);
    for _ in 0..600 {
        // Xen's day would lead away, and Yan's here.
        town.put(xen, town.truth(wit).place + DVec2::new(1.5, 0.0));
        town.put(yan, SCENE + DVec2::new(50.0, 0.0));
        town.run(1.0);
        if holds(&told, &blow).is_some() {
            break;
        }
    }
    assert_eq!(holds(&told, &blow), Some((false, vec![BeingId::named("Wit")])), "told by the witness");
    assert!(respect(&told, "Asa") < 0.6);
    assert_eq!(holds(&far, &blow), None, "nobody told Yan");
}

#[test]
fn who_takes_what_another_put_down_steals_in_the_eyes_of_who_saw_it() {
    let mut town = Town::new(village(8));
    let [dan, rob, wit] = ["Dan", "Rob", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    town.fetch(dan, ThingKind::Apple, APPLE_AT);
    let scene = APPLE_AT - DVec2::new(0.0, 8.0);
    town.walk(rob, scene + DVec2::new(1.5, 0.0));
    town.walk(dan, scene);
    let witness =
        neighbour(&mut town, wit, "Wit", scene + DVec2::new(-2.0, 3.0), &[("Dan", 0.9), ("Rob", 0.6)]);
    town.run(2.0);
    let theft = deed("Rob", "steal", "Dan");
    for _ in 0..8 {
        let slot = town.slot_of(dan, ThingKind::Apple).or(town.slot_of(rob, ThingKind::Apple));
        let owner = if town.slot_of(dan, ThingKind::Apple).is_some() { dan } else { rob };
        let slot = slot.expect("one of them has it");
        assert_eq!(town.refusal(owner, Intent::Drop { slot }), None);
        town.run(1.5);
        let apple = town.things(rob, ThingKind::Apple)[0];
        let taker = if owner == dan { rob } else { dan };
        assert_eq!(town.refusal(taker, Intent::Take(apple)), None);
        town.run(1.5);
        if holds(&witness, &theft).is_some() {
            break;
        }
    }
    assert_eq!(holds(&witness, &theft), Some((false, vec![])));
    assert!(respect(&witness, "Rob") < 0.6);
}

#[test]
fn a_false_accusation_is_objected_to_and_undone() {
    let mut town = Town::new(village(6));
    let [liar, bel, cal] = ["Liar", "Bel", "Cal"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(liar, SCENE);
    let respects = [("Liar", 0.7), ("Cal", 1.0), ("Dan", 0.9)];
    let believer = neighbour(&mut town, bel, "Bel", SCENE + DVec2::new(2.0, 0.0), &respects);
    let away = SCENE + DVec2::new(60.0, 0.0);
    let accused = neighbour(&mut town, cal, "Cal", away, &[("Bel", 1.0), ("Liar", 1.0)]);
    town.run(1.0);
    let mut theft = deed("Cal", "steal", "Dan");
    let mut was_believed = false;
    for day in 1..12 {
        theft.day = day;
        let lie = format!("Listen, Bel: Cal stole from Dan on day {day}. I saw it.");
        say(&mut town, liar, &lie);
        town.run(2.0);
        let believes = |(said, verdict): &(String, Verdict)| {
            *said == lie && matches!(verdict, Verdict::Believed { changes } if !changes.is_empty())
        };
        was_believed = believer.open().mindset().verdicts.iter().any(believes);
        if was_believed {
            break;
        }
    }
    assert!(was_believed, "for a moment Bel thought worse of Cal");
    // Cal comes by, and Bel speaks of it.
    let mind = town.still(cal);
    town.walk(cal, SCENE + DVec2::new(2.0, 3.0));
    town.wake(cal, mind);
    for _ in 0..180 {
        if holds(&believer, &theft).is_some_and(|(denied, _)| denied) {
            break;
        }
        town.run(1.0);
    }
    assert_eq!(holds(&accused, &theft), Some((true, vec![])), "Cal knows better");
    assert_eq!(
        holds(&believer, &theft),
        Some((true, vec![BeingId::named("Cal")])),
        "and was believed: {:?}",
        town.known(liar).lines()
    );
    assert!((respect(&believer, "Cal") - 1.0).abs() < 1e-9, "as if it had never been said");
}

#[test]
fn a_thug_strikes_whom_it_does_not_respect_and_nobody_else() {
    let mut town = Town::new(village(9));
    let [foe, friend, thug] = ["Foe", "Friend", "Thug"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(foe, SCENE);
    town.walk(friend, SCENE + DVec2::new(0.0, 4.0));
    let mind = of_trade(
        "thief",
        &mut town,
        thug,
        "Thug",
        SCENE + DVec2::new(5.0, 2.0),
        &[("Foe", 0.1), ("Friend", 0.9)],
    );
    town.run(20.0);
    assert!(town.known(foe).own().health < 255, "{:?}", mind.open().glimpse().bent);
    assert_eq!(town.known(friend).own().health, 255);
}

#[test]
fn one_can_ask_and_is_told_what_is_known_and_by_whom() {
    let mut town = Town::new(village(7));
    let [player, ken] = ["Player", "Ken"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(player, SCENE);
    let knows =
        neighbour(&mut town, ken, "Ken", SCENE + DVec2::new(2.0, 0.0), &[("Player", 1.0), ("Cal", 0.6)]);
    town.run(1.0);
    say(&mut town, player, "Listen, Ken: Cal stole from Dan on day 1. I heard it from Eve, who saw it.");
    for _ in 0..40 {
        town.run(1.0);
        let eve = BeingId::named("Eve");
        // Eve is a stranger: half of what she is said to have seen is believed.
        knows.open().mindset_mut().memory.set_respect(eve, 1.0);
        say(&mut town, player, "Listen, Ken: Cal stole from Dan on day 2. I heard it from Eve, who saw it.");
        if holds(&knows, &Matter { day: 2, ..deed("Cal", "steal", "Dan") }).is_some() {
            break;
        }
    }
    let other = town.join_locally("Other");
    town.gather();
    town.walk(other, SCENE + DVec2::new(0.0, 2.0));
    knows.open().mindset_mut().memory.set_respect(BeingId::named("Other"), 0.9);
    say(&mut town, other, "Tell me about Cal.");
    town.run(6.0);
    let through = |meant: &Meaning| match meant {
        Meaning::Tale(tale) => tale.path.iter().map(Name::as_str).eq(["Eve", "Player"]),
        _ => false,
    };
    let told = has_meant(&town, other, "Ken", |meant| is_theft(meant, "Cal", "Dan", true) && through(meant));
    assert!(told, "{:?}", town.known(other).lines());
}
