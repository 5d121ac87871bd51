use super::outlaws::Outlaws;
use super::*;
use crate::command::{Act, Command};
use crate::{Origin, Realm};
use wold_lore::act::{Done, Name, Tale};
use wold_space::GuestId;
use wold_wire::{Intent, Steering};

const GUARD: u64 = 1;
const ROGUE: u64 = 2;
const BO: u64 = 3;
const CY: u64 = 4;
const NAMES: [&str; 4] = ["Gerda Guard", "Ron Rogue", "Bo", "Cy"];

/// A meadow where everybody stands together and the first keeps the law.
fn meadow() -> Realm {
    meadow_on(std::sync::Arc::new(crate::source::Meadow))
}

/// The same on other land.
fn meadow_on(source: std::sync::Arc<dyn crate::ChunkSource>) -> Realm {
    let mut origin = Origin { source, ..Origin::meadow(7) };
    origin.config.environment.guard_every = 1;
    origin.config.justice.trial_seconds = 2.0;
    (origin.config.justice.theft_coins, origin.config.justice.hours_a_coin) = (2, 3.0);
    origin.config.justice.blow_coins = 1;
    let mut realm = Realm::new(origin);
    let enter = |(n, name): (usize, &str)| {
        let act = Act::Enter { name: name.to_owned(), human: false, look: 0 };
        Command { guest: GuestId(n as u64 + 1), number: 0, act }
    };
    realm.step(vec![enter((0, NAMES[0]))]);
    realm.ecs_mut().resource_mut::<WorldConfig>().environment.guard_every = 0;
    realm.step(NAMES.into_iter().enumerate().skip(1).map(enter).collect());
    let place = body(&realm, GUARD).place;
    for (n, _) in NAMES.iter().enumerate() {
        let entity = entity(&realm, n as u64 + 1);
        realm.ecs_mut().get_mut::<Body>(entity).expect("in").0.place =
            place + DVec2::new(n as f64 * 0.9, 0.0);
    }
    realm
}

fn id(realm: &Realm, guest: u64) -> EntityId {
    realm.body_of(GuestId(guest)).expect("in")
}

fn entity(realm: &Realm, guest: u64) -> Entity {
    realm.ecs().resource::<Roll>().0[&id(realm, guest)]
}

fn body(realm: &Realm, guest: u64) -> wold_land::Motion {
    realm.ecs().get::<Body>(entity(realm, guest)).expect("in").0
}

fn does(realm: &mut Realm, guest: u64, intent: Intent) -> Vec<Deed> {
    let command = Command { guest: GuestId(guest), number: 0, act: Act::Intent(intent) };
    realm.step(vec![command]).deeds.iter().map(|deed| deed.kind).collect()
}

fn says(realm: &mut Realm, guest: u64, to: &str, meaning: Meaning) -> Vec<Deed> {
    does(realm, guest, Intent::say("Hear me!", Some(SpeechAct::to(to, meaning))))
}

/// Tells that Ron stole from Bo today, or that he did not.
fn tale(denied: bool) -> Meaning {
    let object = Name::new(NAMES[2]);
    let deed = Done { verb: Verb::Steal, object, day: 1 };
    let subject = Name::new(NAMES[1]).expect("a name");
    Meaning::Tale(Tale { matter: act::Matter::Deed { subject, deed }, denied, path: Vec::new() })
}

fn sits(realm: &mut Realm, guest: u64) {
    does(realm, guest, Intent::Move(Steering { gait: Gait::Sit, ..Steering::default() }));
}

fn coins(realm: &Realm, guest: u64) -> usize {
    let entity = realm.ecs().resource::<Roll>().0[&id(realm, guest)];
    stacks::carried(realm.ecs(), entity, ThingKind::Coin) as usize
}

fn passes(realm: &mut Realm, seconds: u64) -> Vec<Deed> {
    let deeds = (0..seconds * TICKS_PER_SECOND).flat_map(|_| realm.step(Vec::new()).deeds);
    deeds.map(|deed| deed.kind).collect()
}

#[test]
fn who_is_found_guilty_by_two_who_were_there_pays_the_victim() {
    let mut realm = meadow();
    assert!(realm.part::<Guard>(id(&realm, GUARD)).is_some() && coins(&realm, ROGUE) == 2);
    says(&mut realm, BO, NAMES[0], tale(false));
    says(&mut realm, CY, NAMES[0], tale(false));
    assert_eq!(says(&mut realm, GUARD, NAMES[1], Meaning::Law), [Deed::Say], "he stands, and is not beaten");
    sits(&mut realm, ROGUE);
    assert_eq!(says(&mut realm, GUARD, NAMES[1], Meaning::Law), [Deed::Arrest, Deed::Say]);
    let before = body(&realm, ROGUE).place;
    does(&mut realm, ROGUE, Intent::Move(Steering { east: 127, ..Steering::default() }));
    let deeds = passes(&mut realm, 3);
    assert!(deeds.contains(&Deed::Convict), "{deeds:?}");
    assert_eq!((coins(&realm, ROGUE), coins(&realm, BO)), (0, 4));
    assert!(realm.part::<Held>(id(&realm, ROGUE)).is_none(), "paid and free");
    assert!(body(&realm, ROGUE).place.distance(before) < 3.0, "held until then");
    assert!(realm.justice().docket.iter().next().is_none());
}

#[test]
fn one_voice_and_a_denial_hold_nobody_and_hearsay_is_no_account() {
    let mut realm = meadow();
    says(&mut realm, BO, NAMES[0], tale(false));
    let Meaning::Tale(heard) = tale(false) else { unreachable!() };
    let heard = Tale { path: vec![Name::new(NAMES[2]).expect("a name")], ..heard };
    says(&mut realm, CY, NAMES[0], Meaning::Tale(heard));
    sits(&mut realm, ROGUE);
    says(&mut realm, GUARD, NAMES[1], Meaning::Law);
    assert!(realm.part::<Held>(id(&realm, ROGUE)).is_some());
    says(&mut realm, CY, NAMES[0], tale(true));
    let deeds = passes(&mut realm, 3);
    assert!(deeds.contains(&Deed::Acquit) && !deeds.contains(&Deed::Convict));
    assert_eq!(coins(&realm, ROGUE), 2);
}

#[test]
fn who_cannot_pay_sits_and_may_do_nothing_but_talk() {
    let mut realm = meadow();
    let rogue = id(&realm, ROGUE);
    let matter = Matter { accused: rogue, deed: Deed::Kill, victim: None, day: 1 };
    realm.ecs_mut().resource_mut::<Justice>().docket.see(matter);
    sits(&mut realm, ROGUE);
    says(&mut realm, GUARD, NAMES[1], Meaning::Law);
    passes(&mut realm, 3);
    let held = *realm.part::<Held>(rogue).expect("a killer is held");
    assert_eq!(held.custody, Custody::Sentence);
    let drop = Command { guest: GuestId(ROGUE), number: 5, act: Act::Intent(Intent::Drop { slot: 7 }) };
    let report = realm.step(vec![drop]);
    let refused = |mail: &crate::books::Mail| {
        let held = wold_wire::Outcome::Refused(wold_wire::Refusal::Held);
        matches!(&mail.message, FromHost::Answer { outcome, .. } if *outcome == held)
    };
    assert!(report.mail.iter().any(refused));
    let hours = realm.config().justice.kill_hours;
    let minutes = hours / 24.0 * realm.config().day_minutes;
    let seconds = held.until.since(realm.now()) as f64 * STEP_SECONDS;
    assert!((seconds / 60.0 - minutes).abs() < 0.2, "{seconds}");
}

/// A meadow with a market in the first chunk.
struct Fair;

impl crate::ChunkSource for Fair {
    fn chunk(&self, pos: ChunkPos) -> std::sync::Arc<wold_lore::land::Chunk> {
        let mut chunk = wold_lore::land::Chunk::meadow(pos);
        if pos == ChunkPos::default() {
            let at = DVec2::new(16.0, 16.0);
            chunk.places.push(wold_lore::land::Place {
                kind: PlaceKind::Market,
                name: "the market".into(),
                at,
            });
        }
        std::sync::Arc::new(chunk)
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        Some(DVec2::new(16.0 + f64::from(town) * 1500.0, 16.0))
    }
}

/// Charges the rogue with something the law saw, and lets it be taken and judged.
fn judged(realm: &mut Realm, deed: Deed, day: u32) -> Vec<Deed> {
    let rogue = id(realm, ROGUE);
    let matter = Matter { accused: rogue, deed, victim: None, day };
    realm.ecs_mut().resource_mut::<Justice>().docket.see(matter);
    beside(realm);
    sits(realm, ROGUE);
    let mut deeds = says(realm, GUARD, NAMES[1], Meaning::Law);
    deeds.extend(passes(realm, 3));
    deeds
}

/// Puts the guard beside the rogue, wherever it was taken.
fn beside(realm: &mut Realm) {
    let (at, guard) = (body(realm, ROGUE).place, entity(realm, GUARD));
    realm.ecs_mut().get_mut::<Body>(guard).expect("in").0.place = at + DVec2::new(0.9, 0.0);
}

/// Lets go of whom the law holds.
fn free(realm: &mut Realm, guest: u64) {
    let entity = entity(realm, guest);
    realm.ecs_mut().entity_mut(entity).remove::<Held>();
}

#[test]
fn who_is_judged_a_third_time_is_banished_moves_to_the_next_town_and_is_driven_out_when_back() {
    let mut realm = meadow_on(std::sync::Arc::new(Fair));
    for day in 1..=2 {
        let deeds = judged(&mut realm, Deed::Strike, day);
        assert!(deeds.contains(&Deed::Convict) && !deeds.contains(&Deed::Banish), "{deeds:?}");
        free(&mut realm, ROGUE);
    }
    let deeds = judged(&mut realm, Deed::Steal, 3);
    assert!(deeds.contains(&Deed::Banish), "{deeds:?}");
    let rogue = id(&realm, ROGUE);
    let banished = realm.ecs().resource::<Outlaws>().0[&rogue].banished.expect("sent away");
    assert_eq!(realm.parish().register.lives[NAMES[1]].town, 1, "he lives in the next town from now on");
    free(&mut realm, ROGUE);
    beside(&mut realm);
    sits(&mut realm, ROGUE);
    assert!(!says(&mut realm, GUARD, NAMES[1], Meaning::Law).contains(&Deed::Expel), "he has a day to go");
    realm.ecs_mut().resource_mut::<Outlaws>().0.get_mut(&rogue).expect("there").banished =
        Some(outlaws::Banished { leave_by: realm.now(), ..banished });
    assert!(says(&mut realm, GUARD, NAMES[1], Meaning::Law).contains(&Deed::Expel));
    assert!(realm.part::<Held>(rogue).is_none(), "he is not held for it");
    assert!(!says(&mut realm, GUARD, NAMES[1], Meaning::Law).contains(&Deed::Expel), "and has an hour again");
}

#[test]
fn who_is_banished_from_one_town_is_not_thrown_back_by_the_next_while_that_lasts() {
    let mut realm = meadow_on(std::sync::Arc::new(Fair));
    assert!(judged(&mut realm, Deed::Kill, 1).contains(&Deed::Banish));
    let rogue = id(&realm, ROGUE);
    let sent = |realm: &Realm| {
        let banished = realm.ecs().resource::<Outlaws>().0[&rogue].banished.expect("sent away");
        (banished, realm.parish().register.lives[NAMES[1]].town)
    };
    let (first, home) = sent(&realm);
    assert_eq!(home, 1);
    for day in 2..=5 {
        free(&mut realm, ROGUE);
        let deeds = judged(&mut realm, if day == 5 { Deed::Kill } else { Deed::Steal }, day);
        assert!(deeds.contains(&Deed::Convict) && !deeds.contains(&Deed::Banish), "{deeds:?}");
    }
    assert_eq!(sent(&realm), (first, 1), "however often and for whatever he is judged there");
    free(&mut realm, ROGUE);
    realm.ecs_mut().resource_mut::<Outlaws>().0.get_mut(&rogue).expect("there").banished =
        Some(outlaws::Banished { until_day: 0, ..first });
    assert!(judged(&mut realm, Deed::Kill, 6).contains(&Deed::Banish), "it is over, and he killed again");
    assert_eq!(
        sent(&realm).1,
        1,
        "he was judged in the town he was sent away from: he lives in the other one"
    );
}

#[test]
fn a_killer_at_large_has_a_price_and_who_helped_is_paid_when_the_law_takes_it() {
    let mut realm = meadow_on(std::sync::Arc::new(Fair));
    realm.ecs_mut().resource_mut::<Treasury>().coins = 100;
    realm.ecs_mut().resource_mut::<WorldConfig>().justice.bounty_hours = 0.05;
    let (rogue, bo, cy) = (id(&realm, ROGUE), id(&realm, BO), id(&realm, CY));
    let matter = Matter { accused: rogue, deed: Deed::Kill, victim: None, day: 1 };
    realm.ecs_mut().resource_mut::<Justice>().docket.see(matter);
    let deeds = passes(&mut realm, 6);
    assert_eq!(deeds.iter().filter(|deed| **deed == Deed::Proclaim).count(), 1, "{deeds:?}");
    assert_eq!(realm.ecs().resource::<Outlaws>().0[&rogue].bounty, 60);
    // Bo tells a guard where he is, and Cy strikes him.
    let subject = Name::new(NAMES[1]).expect("a name");
    let at = body(&realm, ROGUE).place;
    let matter = act::Matter::Sighting { subject, sight: Sight::Seen, place: [at.x as i32, at.y as i32] };
    says(&mut realm, BO, NAMES[0], Meaning::Tale(Tale { matter, denied: false, path: Vec::new() }));
    let before = [coins(&realm, BO), coins(&realm, CY)];
    outlaws::strike(realm.ecs_mut(), cy, rogue);
    sits(&mut realm, ROGUE);
    let deeds = says(&mut realm, GUARD, NAMES[1], Meaning::Law);
    assert_eq!(deeds.iter().filter(|deed| **deed == Deed::Claim).count(), 2, "{deeds:?} {bo:?}");
    assert_eq!([coins(&realm, BO), coins(&realm, CY)], before.map(|had| had + 30), "they share it");
    assert_eq!(realm.ecs().resource::<Treasury>().coins, 40);
    let deeds = passes(&mut realm, 3);
    assert!(deeds.contains(&Deed::Banish), "who killed is sent away at once: {deeds:?}");
}
