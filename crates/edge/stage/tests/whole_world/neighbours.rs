//! Neighbours live their day and treat people by what they think of them.

use wold_folk::Neighbour;
use wold_guest::known::Line;
use wold_lore::act::{self, Meaning, Verb};
use wold_lore::land::ThingKind;
use wold_mind::gossip::{Actions, BeingId, Matter, Place, Rumour};
use wold_mind::living::{Doing, Need, Profile, Trade};
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::village;
use wold_wire::{Intent, Refusal};
use wold_world::Decree;

pub const SCENE: DVec2 = DVec2::new(10.0, 10.0);
/// Where the village's well is.
const WELL: DVec2 = DVec2::new(12.0, 18.0);

pub use wold_stage::of_character as mind;

/// Somebody walks to a place and gets a mind, with these respects.
pub fn live(town: &mut Town, who: Who, mind: Neighbour, at: DVec2, respects: &[(&str, f64)]) -> Soul {
    town.walk(who, at);
    let soul = Soul::new(mind);
    soul.respect_all(respects);
    town.animate_with(who, soul.clone());
    soul
}

pub fn respect(window: &Soul, whom: &str) -> f64 {
    window.respect(whom)
}

pub fn say(town: &mut Town, who: Who, text: &str) {
    town.ask(who, Intent::say(text, None));
}

pub fn has_heard(town: &Town, who: Who, from: &str, text: &str) -> bool {
    town.known(who).lines().iter().any(|line| line.name == from && line.text.contains(text))
}

/// Whether somebody heard another mean something, in whatever words.
pub fn has_meant(town: &Town, who: Who, from: &str, meant: impl Fn(&Meaning) -> bool) -> bool {
    town.known(who).lines().iter().any(|line| line.name == from && line.meaning().is_some_and(&meant))
}

/// Whether a tale says that somebody stole from another, or denies it.
pub fn is_theft(meaning: &Meaning, thief: &str, victim: &str, so: bool) -> bool {
    let Meaning::Tale(tale) = meaning else { return false };
    let act::Matter::Deed { subject, deed } = &tale.matter else { return false };
    let object = deed.object.as_ref().is_some_and(|object| *object == *victim);
    *subject == *thief && object && deed.verb == Verb::Steal && tale.denied != so
}

pub fn strike_often(town: &mut Town, who: Who, whom: Who, times: usize) {
    for _ in 0..times {
        let body = town.body(whom);
        let at = town.truth(whom).place;
        if town.truth(who).place.distance(at) > 1.6 {
            town.walk(who, at + DVec2::new(1.0, 0.0));
        }
        let _ = town.refusal(who, Intent::Strike(body));
        town.run(0.8);
    }
}

#[test]
fn who_was_told_where_water_is_goes_there_finds_it_and_respects_the_teller() {
    let mut town = Town::new(village(31));
    let [ann, ben] = ["Ann", "Ben"].map(|name| town.join_locally(name));
    town.gather();
    let ann_mind = live(&mut town, ann, mind("Ann", "smith", "plain"), WELL + DVec2::new(3.0, 0.0), &[]);
    ann_mind.open().mindset_mut().needs.set(Need::Thirst, 1.0);
    let water = Actions::deeds().named("water").expect("listed");
    let well = Place { x: WELL.x as i32, y: WELL.y as i32 };
    let found = Matter::sighting(BeingId::named("water"), water, well);
    for _ in 0..60 {
        town.run(1.0);
        if ann_mind.open().mindset().memory.recall(&found).is_some() {
            break;
        }
    }
    assert!(ann_mind.open().mindset().memory.recall(&found).is_some(), "Ann found water");
    // Ann comes to where Ben lives, too far away for him to know the well.
    let far = WELL + DVec2::new(120.0, 0.0);
    let ann_body = town.still(ann);
    town.walk(ann, far + DVec2::new(3.0, 0.0));
    let ben_mind = live(&mut town, ben, mind("Ben", "smith", "sharp"), far, &[("Ann", 0.8)]);
    town.wake(ann, ann_body);
    town.run(2.0);
    ben_mind.open().mindset_mut().needs.set(Need::Thirst, 1.0);
    let mut told = false;
    for _ in 0..240 {
        town.run(1.0);
        let mind = ben_mind.open();
        let known = mind.mindset().memory.recall(&found);
        told |= known.is_some_and(|rumour| rumour.path == [BeingId::named("Ann")]);
        if told && known.is_some_and(Rumour::is_experience) {
            break;
        }
    }
    assert!(told, "Ben asked, and Ann told him: {:?}", town.known(ben).lines());
    let mind = ben_mind.open();
    let inner = mind.mindset();
    assert!(inner.memory.recall(&found).is_some_and(Rumour::is_experience), "Ben saw it himself");
    assert!(inner.memory.respect(BeingId::named("Ann")) > 0.85, "and thinks more of Ann");
    assert!(inner.needs.level(Need::Thirst) < 0.5, "he drank");
    drop(mind);
    assert!(town.truth(ben).place.distance(WELL) < 20.0);
}

/// What a human and an orc think of Lena before and after she strikes an orc, and after she killed him; nothing if one of them was not looking then.
fn killing(seed: u64) -> Option<[[f64; 2]; 3]> {
    let mut origin = village(seed);
    origin.config.flesh.fist = 0.12;
    let mut town = Town::new(origin);
    let names = ["Lena Hill", "Gerd Ashfang", "Rolf Baker", "Odo Rustblade"];
    let [lena, gerd, rolf, odo] = names.map(|name| town.join_locally(name));
    town.gather();
    town.walk(gerd, SCENE);
    town.walk(lena, SCENE + DVec2::new(1.2, 0.0));
    let human = live(&mut town, rolf, mind(names[2], "smith", "gentle"), SCENE + DVec2::new(4.0, 4.0), &[]);
    let orc = live(&mut town, odo, mind(names[3], "smith", "gentle"), SCENE + DVec2::new(-4.0, 4.0), &[]);
    town.run(2.0);
    assert!(respect(&human, names[0]) > 0.5 && respect(&human, names[1]) < 0.3, "hatred by class");
    assert!(respect(&orc, names[0]) < 0.3 && respect(&orc, names[1]) > 0.6);
    // Among the orcs this one had a name to lose with.
    orc.respect_all(&[(names[0], 0.6)]);
    let of_lena = || [respect(&human, names[0]), respect(&orc, names[0])];
    let before = of_lena();
    strike_often(&mut town, lena, gerd, 6);
    let struck = of_lena();
    strike_often(&mut town, lena, gerd, 4);
    assert!(town.known(gerd).is_fallen(), "nine such blows are too many");
    let kill = Actions::deeds().named("kill").expect("listed");
    let deed = Matter::deed(BeingId::named(names[0]), kill, Some(BeingId::named(names[1])), 1);
    let saw = |window: &Soul| window.open().mindset().memory.recall(&deed).is_some();
    (saw(&human) && saw(&orc)).then(|| [before, struck, of_lena()])
}

#[test]
fn blows_and_a_killing_between_folks_raise_the_doer_for_one_side_and_lower_her_for_the_other() {
    let [before, struck, killed] = (32..48).find_map(killing).expect("sooner or later both look");
    assert!(struck[0] > before[0] && struck[1] < before[1], "{before:?} {struck:?}");
    assert!(killed[0] >= struck[0], "a hero to some: {struck:?} {killed:?}");
    assert!(killed[1] < struck[1] - 0.05, "a murderer to others: {struck:?} {killed:?}");
}

#[test]
fn a_guard_calls_out_chases_and_strikes_who_strikes_others() {
    let mut town = Town::new(village(33));
    let [rogue, bo, guard] = ["Rogue", "Bo", "Wat"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(bo, SCENE);
    town.walk(rogue, SCENE + DVec2::new(1.2, 0.0));
    let at = SCENE + DVec2::new(4.0, 3.0);
    let watch = live(&mut town, guard, mind("Wat", "guard", "sharp"), at, &[("Bo", 0.7), ("Rogue", 0.5)]);
    town.run(2.0);
    strike_often(&mut town, rogue, bo, 4);
    town.run(8.0);
    let states = watch.open().glimpse().bent.clone();
    assert!(has_heard(&town, rogue, "Wat", "Stop in the name of the law, Rogue!"), "{states:?}");
    assert!(town.known(rogue).own().health < 255, "{states:?}");
}

#[test]
fn a_guard_leaves_a_fellow_guard_alone_who_strikes_without_a_word() {
    let mut town = Town::new(village(33));
    let [fellow, bo, guard] = ["Fellow", "Bo", "Wat"].map(|name| town.join_locally(name));
    town.gather();
    let who = town.body(fellow);
    town.steward_mut().decree(Decree::Appoint { who, guard: true });
    town.walk(bo, SCENE);
    town.walk(fellow, SCENE + DVec2::new(1.2, 0.0));
    let at = SCENE + DVec2::new(4.0, 3.0);
    let watch = live(&mut town, guard, mind("Wat", "guard", "sharp"), at, &[("Bo", 0.7), ("Fellow", 0.2)]);
    town.run(2.0);
    strike_often(&mut town, fellow, bo, 4);
    town.run(8.0);
    let states = watch.open().glimpse().bent.clone();
    assert!(!has_heard(&town, fellow, "Wat", "Stop in the name of the law"), "{states:?}");
    assert_eq!(town.known(fellow).own().health, 255, "{states:?}");
}

#[test]
fn brave_friends_help_in_a_fight_and_strangers_do_not() {
    for (respected, helps) in [(0.9, true), (0.5, false)] {
        let mut town = Town::new(village(34));
        let [rogue, bo, fay] = ["Rogue", "Bo", "Fay"].map(|name| town.join_locally(name));
        town.gather();
        town.walk(bo, SCENE);
        town.walk(rogue, SCENE + DVec2::new(1.2, 0.0));
        let at = SCENE + DVec2::new(3.0, 3.0);
        live(&mut town, fay, mind("Fay", "smith", "sharp"), at, &[("Bo", respected), ("Rogue", 0.5)]);
        town.run(2.0);
        strike_often(&mut town, rogue, bo, 4);
        town.run(6.0);
        assert_eq!(town.known(rogue).own().health < 255, helps, "Bo was respected {respected}");
        assert_eq!(has_heard(&town, rogue, "Fay", "Leave them alone, Rogue!"), helps);
    }
}

#[test]
fn a_merchant_deals_with_the_respected_and_not_with_others() {
    for (respected, sells) in [(0.6, true), (0.1, false)] {
        let mut town = Town::new(village(35));
        let [buyer, merchant] = ["Buyer", "Mia"].map(|name| town.join_locally(name));
        town.gather();
        for (who, thing, count) in [(merchant, ThingKind::Bread, 2), (buyer, ThingKind::Coin, 40)] {
            let who = town.body(who);
            (0..count).for_each(|_| town.steward_mut().decree(Decree::Grant { who, thing }));
        }
        town.walk(buyer, SCENE);
        let at = SCENE + DVec2::new(1.5, 0.0);
        let mia = live(&mut town, merchant, mind("Mia", "merchant", "sharp"), at, &[("Buyer", respected)]);
        let with = town.body(merchant);
        let ask =
            |town: &Town| town.known(buyer).market().offers(with).and_then(|it| it.ask(ThingKind::Bread));
        let near = |town: &mut Town| {
            let to = town.truth(merchant).place;
            if town.truth(buyer).place.distance(to) > 2.0 {
                town.walk(buyer, to + DVec2::new(1.2, 0.0));
            }
        };
        let told = (0..60).any(|_| {
            town.run(1.0);
            near(&mut town);
            ask(&town).is_some()
        });
        assert!(told, "everybody near is told what she sells");
        town.run(4.0);
        near(&mut town);
        say(&mut town, buyer, "Mia, what do you sell?");
        town.run(2.0);
        let offered =
            if sells { "Have your pick, Buyer: bread for" } else { "I have nothing to say to you, Buyer." };
        assert!(has_heard(&town, buyer, "Mia", offered), "{:?}", town.known(buyer).lines());
        near(&mut town);
        let coins = ask(&town).expect("she has some still");
        let deal = Intent::Deal { with, thing: ThingKind::Bread, count: 1, coins, buys: true };
        let refusal = if sells { None } else { Some(Refusal::NoDealing) };
        assert_eq!(town.refusal(buyer, deal), refusal, "at {coins} coins");
        assert_eq!(town.slot_of(buyer, ThingKind::Bread).is_some(), sells);
        drop(mia);
    }
}

#[test]
fn a_talker_hears_why_is_answered_by_name_and_is_not_answered_for_ever() {
    let mut town = Town::new(village(36));
    let [player, ken, lil] = ["Player", "Ken", "Lil"].map(|name| town.join_locally(name));
    town.gather();
    town.walk(player, SCENE);
    let at = |x: f64| SCENE + DVec2::new(x, 2.0);
    let ken_mind =
        live(&mut town, ken, mind("Ken", "smith", "sharp"), at(1.0), &[("Player", 1.0), ("Eve", 1.0)]);
    live(&mut town, lil, mind("Lil", "smith", "sharp"), at(-1.0), &[("Player", 0.9)]);
    town.run(1.0);
    say(&mut town, player, "Listen, Ken: Cal stole from Dan. I heard it from Eve, who saw it.");
    town.run(3.0);
    assert!(
        has_heard(&town, player, "Ken", "I will remember it, Player."),
        "{:?}",
        town.known(player).lines()
    );
    say(&mut town, player, "Ken, tell me about Cal.");
    town.run(4.0);
    say(&mut town, player, "Ken, why do you believe that?");
    town.run(3.0);
    assert!(has_heard(&town, player, "Ken", "You told me"), "{:?}", town.known(player).lines());
    assert!(has_heard(&town, player, "Ken", "had it from Eve, who saw it."));
    say(&mut town, player, "Ken, you stole from Dan!");
    town.run(3.0);
    assert!(has_meant(&town, player, "Ken", |meant| is_theft(meant, "Ken", "Dan", false)));
    assert!(respect(&ken_mind, "Player") < 0.95, "slander is not forgotten");
    say(&mut town, player, "Ken, you stole from Dan!");
    town.run(3.0);
    let denials = |line: &&Line| {
        line.name == "Ken" && line.meaning().is_some_and(|meant| is_theft(meant, "Ken", "Dan", false))
    };
    assert_eq!(
        town.known(player).lines().iter().filter(denials).count(),
        1,
        "nobody repeats itself at length"
    );
    assert!(
        has_heard(&town, player, "Ken", "I find that hard to believe, Player."),
        "but nobody is left unanswered"
    );
    say(&mut town, player, "Ken, I am sorry.");
    town.run(3.0);
    assert!(has_heard(&town, player, "Ken", "There is nothing to forgive, Player."));
    for _ in 0..12 {
        say(&mut town, player, "Ken, tell me about the well.");
        town.run(1.5);
    }
    assert!(has_heard(&town, player, "Ken", "The well is"), "{:?}", town.known(player).lines());
    assert!(has_heard(&town, player, "Ken", "Enough for now, Player."));
    let answers = town.known(player).lines().iter().filter(|line| line.text.contains("The well is")).count();
    assert!(answers <= 8, "{answers} answers");
    assert!(!has_heard(&town, player, "Lil", "The well is"), "Lil was not asked");
}

#[test]
fn people_work_by_day_meet_in_the_evening_and_sleep_at_home_by_the_worlds_clock() {
    let mut origin = village(37);
    (origin.config.day_minutes, origin.config.first_hour) = (6.0, 8.0);
    let mut town = Town::new(origin);
    let names = ["Ann", "Ben", "Cas", "Dora"];
    let people = names.map(|name| town.join_locally(name));
    town.gather();
    let minds: Vec<Soul> = people
        .iter()
        .zip(names)
        .map(|(&who, name)| {
            let soul = Soul::new(mind(name, "merchant", "sharp"));
            town.animate_with(who, soul.clone());
            soul
        })
        .collect();
    let doing = |minds: &[Soul]| -> Vec<Doing> {
        let decided = minds.iter().map(|mind| mind.open().decision());
        decided.map(|decision| decision.expect("they have decided").doing).collect()
    };
    let hours = |from: f64, to: f64| (to - from) * 15.0;
    town.run(hours(8.0, 12.0));
    assert!(doing(&minds).iter().filter(|doing| **doing == Doing::Work).count() >= 3, "{:?}", doing(&minds));
    let stalls: Vec<DVec2> = people.iter().map(|&who| town.truth(who).place).collect();
    for (n, a) in stalls.iter().enumerate() {
        assert!(a.distance(DVec2::new(24.0, 18.0)) < 25.0, "at the market: {a}");
        assert!(stalls[..n].iter().all(|b| a.distance(*b) > 0.7), "each at a stall of its own: {stalls:?}");
    }
    town.run(hours(12.0, 25.5));
    // Somebody may be up for a drink.
    assert!(doing(&minds).iter().filter(|doing| **doing == Doing::Sleep).count() >= 3, "{:?}", doing(&minds));
    for (mind, &who) in minds.iter().zip(&people) {
        let inner = mind.open().glimpse();
        if inner.decision.is_some_and(|decision| decision.doing != Doing::Sleep) {
            continue;
        }
        assert!(
            (24.0..27.0).contains(&inner.mindset.now),
            "the second day by the world's clock: {}",
            inner.mindset.now
        );
        let home = inner.home.expect("chosen");
        assert!(town.truth(who).place.distance(home) < 10.0, "asleep at home");
    }
    // The trades of the data file, and how human people are, are what the tests above count on.
    assert!(Trade::all().iter().any(|trade| trade.sells) && Profile::all().iter().any(|p| p.name == "sharp"));
}

#[test]
fn a_theft_seen_by_one_reaches_exactly_those_it_is_told_to() {
    let mut town = Town::new(village(38));
    let names = ["Wit", "Xen", "Yan", "Zoe"];
    let [wit, xen, yan, zoe] = names.map(|name| town.join_locally(name));
    town.gather();
    let theft = Matter::deed(
        BeingId::named("Rob"),
        Actions::deeds().named("steal").expect("listed"),
        Some(BeingId::named("Dan")),
        1,
    );
    let calm = |name: &str| mind(name, "smith", "gentle");
    let mut seen = calm("Wit");
    {
        let inner = seen.mindset_mut();
        inner.names.learn("Rob");
        inner.names.learn("Dan");
        inner.memory.witness(&Actions::deeds(), theft, None, 9.0);
    }
    live(&mut town, wit, seen, SCENE, &[("Dan", 0.9), ("Xen", 0.9)]);
    let trusting = [("Wit", 1.0), ("Xen", 1.0), ("Dan", 0.9)];
    let told = live(&mut town, xen, calm("Xen"), SCENE + DVec2::new(3.0, 0.0), &trusting);
    let far = SCENE + DVec2::new(60.0, 0.0);
    let apart = live(&mut town, yan, calm("Yan"), far, &trusting);
    let further = live(&mut town, zoe, calm("Zoe"), far + DVec2::new(3.0, 0.0), &trusting);
    let knows = |window: &Soul| window.open().mindset().memory.recall(&theft).map(|r| r.path.clone());
    for _ in 0..120 {
        town.run(1.0);
        if knows(&told).is_some() {
            break;
        }
    }
    assert_eq!(knows(&told), Some(vec![BeingId::named("Wit")]));
    town.run(20.0);
    assert_eq!((knows(&apart), knows(&further)), (None, None), "nobody told them");
    // Xen goes there, and what Yan and Zoe now know came by Xen.
    let body = town.still(xen);
    town.walk(xen, far + DVec2::new(1.5, 2.0));
    town.wake(xen, body);
    for _ in 0..120 {
        town.run(1.0);
        if knows(&apart).is_some() || knows(&further).is_some() {
            break;
        }
    }
    let path = knows(&apart).or(knows(&further));
    assert_eq!(path, Some(vec![BeingId::named("Wit"), BeingId::named("Xen")]), "witness first, teller last");
}

#[test]
fn the_crier_of_the_cookbook_shouts_each_piece_of_news_once() {
    let mut town = Town::new(village(39));
    let [crier, player] = ["Till Crier", "Player"].map(|name| town.join_locally(name));
    town.gather();
    let mut mind = crate::crier::Crier::new("Till Crier");
    let window = mind.neighbour.window();
    mind.neighbour.mindset_mut().memory.set_respect(BeingId::named("Player"), 1.0);
    town.animate_with(crier, mind);
    town.run(1.0);
    say(&mut town, player, "Listen, Till Crier: Rob stole from Dan. I saw it.");
    town.run(75.0);
    let cries = |town: &Town| {
        let lines = town.known(player).lines().iter();
        lines.filter(|line| line.text == "Hear, hear: Rob stole from Dan!").count()
    };
    assert_eq!(cries(&town), 1, "{:?}", town.known(player).lines());
    assert_eq!(window.look().trade, "crier");
}
