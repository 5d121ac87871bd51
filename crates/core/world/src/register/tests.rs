use super::*;
use crate::command::{Act, Command};
use crate::treasury::Treasury;
use crate::{Origin, Realm};
use wold_genesis::people::{Sex, settlers};
use wold_lore::SpeechAct;
use wold_lore::act::{Meaning, Suit};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Kinship};
use wold_space::GuestId;
use wold_wire::{FromHost, Intent};

/// A day in so many ticks, as short as it can be.
const DAY: u64 = 120;

fn enters(guest: u64, name: &str) -> Command {
    Command { guest: GuestId(guest), number: 0, act: Act::Enter { name: name.into(), human: false, look: 0 } }
}

/// A world whose days are short, and the first so many of its census in it.
fn town(seed: u64, people: usize, pace: f64) -> Realm {
    let mut origin = Origin::meadow(seed);
    (origin.config.day_minutes, origin.config.kin.pace) = (0.1, pace);
    // Nobody hungers, and nobody lies about for long.
    (origin.config.flesh.hunger_minutes, origin.config.flesh.bury_minutes) = (1_000_000.0, 0.01);
    let mut realm = Realm::new(origin);
    let names = settlers(Seed(seed), 0).take(people).map(|citizen| citizen.name);
    realm.step(names.enumerate().map(|(n, name)| enters(n as u64 + 1, &name)).collect());
    realm
}

/// Lets days pass, letting in whoever lives here and is not in; the deeds that were done.
fn live(realm: &mut Realm, days: u64) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for tick in 0..days * DAY {
        let missing = if tick % DAY == 0 { missing(realm) } else { Vec::new() };
        let guest = |n: usize| 1_000 + realm.now().0 * 100 + n as u64;
        let commands = missing.iter().enumerate().map(|(n, name)| enters(guest(n), name)).collect();
        deeds.extend(realm.step(commands).deeds.into_iter().map(|deed| deed.kind));
    }
    deeds
}

fn missing(realm: &Realm) -> Vec<String> {
    let is_in = |name: &str| {
        let body = body_of(realm.ecs(), name);
        body.is_some_and(|(_, entity)| realm.ecs().get::<Away>(entity).is_none())
    };
    realm.parish().residents().filter(|name| !is_in(name)).map(str::to_owned).collect()
}

fn count(deeds: &[Deed], kind: Deed) -> usize {
    deeds.iter().filter(|deed| **deed == kind).count()
}

#[test]
fn a_family_is_entered_as_the_census_has_it_and_told_who_it_is() {
    let mut origin = Origin::meadow(5);
    origin.config.kin.pace = 1.0;
    let mut realm = Realm::new(origin);
    let all: Vec<Citizen> = settlers(Seed(5), 0).take(40).collect();
    let enter = all.iter().enumerate().map(|(n, it)| enters(n as u64 + 1, &it.name)).collect();
    let mail = realm.step(enter).mail;
    let told = |guest: u64| {
        mail.iter().find_map(|letter| match &letter.message {
            FromHost::Kin(kin) if letter.to == GuestId(guest) => Some(kin.clone()),
            _ => None,
        })
    };
    for (n, it) in all.iter().enumerate() {
        let kin = told(n as u64 + 1).expect("everybody is told");
        assert_eq!((kin.house, i32::from(kin.years)), (it.house, it.years()));
        let here = |name: &String| all.iter().any(|other| other.name == *name);
        if let Some(spouse) = it.spouse.as_ref().filter(|name| here(name)) {
            let wanted = if Sex::of(spouse) == Some(Sex::Female) { Kinship::Wife } else { Kinship::Husband };
            assert_eq!(kin.to(spouse).map(|it| it.kinship), Some(wanted));
        }
        for parent in it.parents.iter().filter(|name| here(name)) {
            let kinship = kin.to(parent).map(|it| it.kinship);
            assert!(matches!(kinship, Some(Kinship::Mother | Kinship::Father)), "{kinship:?}");
        }
    }
    let carried = realm.parish().living().count() - 40;
    assert!((1..8).contains(&carried), "some have small children: {carried}");
    assert_eq!(realm.parish().residents().count(), 40);
}

#[test]
fn a_town_keeps_its_number_over_years_with_births_and_deaths() {
    // Sixty days of five years each would be three hundred; ten years at a month a day are enough here.
    let (mut births, mut deaths) = (0, 0);
    for seed in [3, 4] {
        let mut realm = town(seed, 60, 30.0);
        let founders = realm.parish().living().count();
        for _ in 0..12 {
            let deeds = live(&mut realm, 10);
            births += count(&deeds, Deed::Birth);
            deaths += count(&deeds, Deed::Die);
            let people = realm.parish().living().count() as f64 / founders as f64;
            assert!((0.75..1.25).contains(&people), "{people} of the founders");
        }
        assert_eq!(missing(&realm).len(), 0);
    }
    // Ten years of two towns: about two a year are born in each, and about as many die.
    let a_year = |many: usize| many as f64 / 19.7;
    assert!((1.0..3.5).contains(&a_year(births)), "{births} births");
    assert!((1.0..3.5).contains(&a_year(deaths)), "{deaths} deaths");
}

#[test]
fn a_generation_passes_in_a_month_where_the_pace_is_high_and_nothing_where_it_is_none() {
    let mut realm = town(7, 30, 300.0);
    let before: BTreeSet<String> = realm.parish().living().map(|(name, _)| name.to_owned()).collect();
    let deeds = live(&mut realm, 30);
    let after: BTreeSet<String> = realm.parish().living().map(|(name, _)| name.to_owned()).collect();
    let (births, deaths) = (count(&deeds, Deed::Birth), count(&deeds, Deed::Die));
    assert!(births > 5 && deaths > 5, "{births} births, {deaths} deaths");
    assert!(after.difference(&before).count() > 8 && before.difference(&after).count() > 8);
    let years = |name: &String| realm.parish().years(name).expect("they live");
    assert!(after.iter().all(|name| years(name) < 110));
    let mut still = town(7, 30, 0.0);
    let deeds = live(&mut still, 30);
    assert_eq!((count(&deeds, Deed::Birth), count(&deeds, Deed::Die)), (0, 0));
}

#[test]
fn what_the_dead_leave_goes_to_spouse_then_child_and_no_coin_is_lost() {
    let mut realm = town(5, 40, 0.0);
    let coins = |realm: &mut Realm| {
        let mut things = realm.ecs_mut().query::<(Entity, &crate::parts::Thing)>();
        let coins = things.iter(realm.ecs()).filter(|(_, it)| it.kind == ThingKind::Coin);
        let lying: usize = coins.map(|(it, _)| crate::stacks::amount(realm.ecs(), it) as usize).sum();
        lying + realm.ecs().resource::<Treasury>().coins as usize
    };
    let purse = |realm: &Realm, name: &str| {
        let (_, entity) = body_of(realm.ecs(), name).expect("in");
        crate::stacks::carried(realm.ecs(), entity, ThingKind::Coin)
    };
    let before = coins(&mut realm);
    let wed = realm.parish().living().find(|(name, _)| realm.parish().spouse(name).is_some());
    let dead = wed.expect("a town has couples").0.to_owned();
    let spouse = realm.parish().spouse(&dead).expect("wed").to_owned();
    let had = purse(&realm, &spouse);
    let (_, body) = body_of(realm.ecs(), &dead).expect("in");
    crate::deeds::fall(realm.ecs_mut(), body);
    let mail: Vec<_> = (0..60).flat_map(|_| realm.step(Vec::new()).mail).collect();
    assert!(realm.is_buried(&dead) && realm.parish().is_free(&spouse));
    assert_eq!(purse(&realm, &spouse), had + 2, "the purse");
    assert_eq!(coins(&mut realm), before);
    let knows =
        |kin: &wold_lore::Kin| kin.to(&dead).is_some_and(|it| it.died == Some(1) && it.grave.is_some());
    assert!(mail.iter().any(|it| matches!(&it.message, FromHost::Kin(kin) if knows(kin))), "they are told");
}

#[test]
fn the_register_comes_back_with_the_world_and_one_without_it_takes_stock() {
    let mut realm = town(5, 20, 50.0);
    live(&mut realm, 8);
    let saved = realm.save();
    let mut again = town(5, 0, 50.0);
    again.restore(&saved).expect("its own state");
    assert_eq!(again.hash(), realm.hash());
    assert_eq!(again.ecs().resource::<Register>(), realm.ecs().resource::<Register>());
    let (first, second) = (live(&mut realm, 4), live(&mut again, 4));
    assert_eq!((first, realm.hash()), (second, again.hash()), "they go on alike");
    // A world from before there was a register.
    *again.ecs_mut().resource_mut::<Register>() = Register::default();
    let people = again.ecs_mut().query::<&Person>().iter(again.ecs()).count();
    take_stock(again.ecs_mut());
    assert_eq!(again.parish().living().count(), people);
    let grown =
        again.parish().living().all(|(name, _)| again.parish().years(name).is_some_and(|it| it >= 18));
    assert!(grown, "nobody knows their ages, so they are grown");
}

#[test]
fn two_who_both_said_so_are_wed_and_share_a_house_and_nobody_else_is() {
    let mut realm = town(5, 60, 0.0);
    let free: Vec<String> = {
        let parish = realm.parish();
        parish.living().map(|(name, _)| name).filter(|name| parish.is_free(name)).map(str::to_owned).collect()
    };
    let of = |sex: Sex| free.iter().find(|name| Sex::of(name) == Some(sex)).expect("some are single").clone();
    let he = of(Sex::Male);
    let stranger = |her: &&String| {
        let parish = realm.parish();
        let (own, _) = parish.register.lives.get_key_value(&he).expect("he lives here");
        Sex::of(her) == Some(Sex::Female) && !family::Families::of(parish).are_kin(own, her)
    };
    let she = free.iter().find(stranger).expect("a town has more than one family").clone();
    let guest = |realm: &Realm, name: &str| {
        let (id, _) = body_of(realm.ecs(), name).expect("in");
        *realm.guests().0.iter().find(|(_, body)| **body == id).expect("steered").0
    };
    let say = |realm: &mut Realm, who: &str, to: &str, suit: Suit| {
        let act = Act::Intent(Intent::say("Well?", Some(SpeechAct::to(to, Meaning::Suit(suit)))));
        let command = Command { guest: guest(realm, who), number: realm.now().0 as u32, act };
        realm.step(vec![command]).deeds.into_iter().map(|deed| deed.kind).collect::<Vec<_>>()
    };
    assert_eq!(count(&say(&mut realm, &she, &he, Suit::Accept), Deed::Wed), 0, "nobody asked");
    say(&mut realm, &he, &she, Suit::Propose);
    say(&mut realm, &she, &he, Suit::Decline);
    assert_eq!(count(&say(&mut realm, &she, &he, Suit::Accept), Deed::Wed), 0, "she had said no");
    (0..100).for_each(|_| drop(realm.step(Vec::new())));
    say(&mut realm, &he, &she, Suit::Propose);
    assert_eq!(count(&say(&mut realm, &she, &he, Suit::Accept), Deed::Wed), 1);
    let parish = realm.parish();
    assert_eq!((parish.spouse(&he), parish.spouse(&she)), (Some(she.as_str()), Some(he.as_str())));
    assert_eq!(parish.register.lives[&he].house, parish.register.lives[&she].house);
    assert!(!parish.is_free(&he));
}
