//! Graves: inhabitants who die stay dead.
//!
//! Contract: an inhabitant who fell lies there for `flesh.bury_minutes`; then they are buried in the open near by, under a stone that says who they were and how they ended, while the bell strikes once. The coins they let
//! fall and that nobody took, and whatever else is theirs, go to their spouse, else to their eldest child, else the coins to the town; their office is free, their guest is told that this life is over, and nobody bears the name again. Who plays rises
//! ([`crate::life`]); where a game is played, or `flesh.mortal` is false, everybody does.

use crate::books::{GuestBook, Post};
use crate::clock::{Now, day_number, toll};
use crate::config::WorldConfig;
use crate::deeds::record;
use crate::ground::Ground;
use crate::owners;
use crate::parts::{Body, Id, Lies, Person, SteeredBy, Thing};
use crate::realm::{despawn, spawn};
use crate::register::{self, tidings::Tidings};
use crate::registry::{Kept, Roll};
use crate::stacks::{amount, grant};
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId, GuestId};
use wold_wire::FromHost;
use wold_wire::message::TurnedAway;

/// Strokes of the bell when somebody is buried.
const KNELL: u8 = 1;
/// Metres around the dead in which their coins lie.
const PURSE_METRES: f64 = 2.0;
/// Metres from one spot to the next when a grave is looked for, and how many rings of spots.
const SPADE_METRES: f64 = 1.5;
const RINGS: u32 = 12;
/// Metres from one stone to the next.
const ROOM_METRES: f64 = 1.0;
/// The deepest water somebody is buried in.
const DRY: f32 = 0.05;

/// How somebody ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The day.
    pub day: u32,
    /// Who killed them, by name; nobody if hunger, age or a fever did.
    pub by: Option<String>,
}

/// Everybody who died and is buried, by name.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departed(pub BTreeMap<String, End>);

impl Kept for Departed {
    const NAME: &'static str = "departed";
}

/// Who killed somebody: on the dead until they are buried.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlainBy(pub String);

impl Kept for SlainBy {
    const NAME: &'static str = "slain_by";
}

/// Somebody who died of age or a fever: on the dead until they are buried, then on their stone.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// How old they were, in years.
    pub years: u16,
}

impl Kept for Passed {
    const NAME: &'static str = "passed";
}

/// What a stone says.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epitaph {
    /// Who lies there.
    pub name: String,
    /// How they ended.
    pub end: End,
}

impl Kept for Epitaph {
    const NAME: &'static str = "epitaph";
}

impl Epitaph {
    /// What it says of who died of age or a fever, or otherwise.
    #[must_use]
    pub fn told(&self, passed: Option<&Passed>) -> String {
        let Self { name, end: End { day, by } } = self;
        match (by, passed) {
            (Some(by), _) => format!("Here lies {name}, killed by {by} on day {day}."),
            (None, Some(Passed { years })) => {
                format!("Here lies {name}, who died on day {day} at the age of {years}.")
            }
            (None, None) => format!("Here lies {name}, who starved on day {day}."),
        }
    }
}

/// Buries somebody who fell.
pub(crate) fn bury(world: &mut World, dead: Entity) {
    let (Some(person), Some(body)) =
        (world.get::<Person>(dead).cloned(), world.get::<Body>(dead).map(|b| b.0))
    else {
        return;
    };
    let id = world.get::<Id>(dead).expect("every entity of the roll has an id").0;
    let by = world.get::<SlainBy>(dead).map(|slain| slain.0.clone());
    let day = day_number(world.resource::<WorldConfig>(), world.resource::<Now>().0);
    let end = End { day, by };
    let heir = register::heir(world, &person.name);
    let coins = gather_coins(world, id, body.place);
    bequeath(world, id, heir, coins);
    let place = resting_place(world, body.place);
    let stone = Thing { kind: ThingKind::Gravestone, lit: false };
    let epitaph = Epitaph { name: person.name.clone(), end: end.clone() };
    let stone = spawn(world, (stone, Lies { place, level: 0 }, epitaph));
    if let Some(passed) = world.get::<Passed>(dead).copied() {
        world.entity_mut(stone).insert(passed);
    }
    record(world, id, Deed::Bury, None, place);
    toll(world, KNELL);
    world.resource_mut::<Tidings>().about(&person.name);
    world.resource_mut::<Departed>().0.insert(person.name, end);
    if let Some(guest) = world.get::<SteeredBy>(dead).map(|by| by.0) {
        world.resource_mut::<GuestBook>().0.remove(&guest);
        turn_away(world, guest);
    }
    despawn(world, id);
}

/// Tells somebody that their life is over.
pub(crate) fn turn_away(world: &mut World, guest: GuestId) {
    let text = "You are dead and buried.".to_owned();
    let message = FromHost::TurnedAway { reason: TurnedAway::Dead, text };
    world.resource_mut::<Post>().send(guest, message);
}

/// What was somebody's is now another's: their heir's, or the coins the town's and the rest nobody's.
fn bequeath(world: &mut World, whose: EntityId, heir: Option<(EntityId, Entity)>, coins: Vec<EntityId>) {
    for coin in coins {
        let pieces = amount(world, world.resource::<Roll>().0[&coin]);
        despawn(world, coin);
        let left = heir.map_or(pieces, |(id, heir)| grant(world, (heir, id), ThingKind::Coin, pieces));
        world.resource_mut::<Treasury>().coins += left;
    }
    match heir {
        Some((heir, _)) => owners::pass_on(world, whose, heir),
        None => owners::release(world, whose),
    }
}

/// What the dead had in their purse and nobody took.
fn gather_coins(world: &mut World, whose: EntityId, about: DVec2) -> Vec<EntityId> {
    let mut lying = world.query::<(Entity, &Id, &Thing, &Lies)>();
    let near = |thing: &Thing, lies: &Lies| {
        thing.kind == ThingKind::Coin && lies.place.distance(about) < PURSE_METRES
    };
    let coins: Vec<(Entity, EntityId)> = lying
        .iter(world)
        .filter(|(.., thing, lies)| near(thing, lies))
        .map(|(e, id, ..)| (e, id.0))
        .collect();
    let theirs = |(entity, _): &(Entity, EntityId)| {
        owners::owner_of(world, *entity).and_then(Owner::person) == Some(whose)
    };
    let mut theirs: Vec<EntityId> = coins.into_iter().filter(theirs).map(|(_, id)| id).collect();
    theirs.sort_unstable();
    theirs
}

/// The nearest spot in the open that is dry and has no stone yet; where they fell if there is none.
fn resting_place(world: &mut World, from: DVec2) -> DVec2 {
    let mut stones = world.query_filtered::<&Lies, With<Epitaph>>();
    let stones: Vec<DVec2> = stones.iter(world).map(|lies| lies.place).collect();
    let land = &world.resource::<Ground>().land;
    let is_free = |at: &DVec2| {
        land.house_at(*at, 0).is_none()
            && land.depth(*at) <= DRY
            && !stones.iter().any(|stone| stone.distance(*at) < ROOM_METRES)
    };
    let ring = |ring: u32| {
        (0..ring.max(1) * 8).map(move |n| {
            let turn = f64::from(n) / f64::from(ring.max(1) * 8) * std::f64::consts::TAU;
            from + DVec2::new(libm::cos(turn), libm::sin(turn)) * (f64::from(ring) * SPADE_METRES)
        })
    };
    (0..RINGS).flat_map(ring).find(is_free).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Act, Command};
    use crate::parts::Vitals;
    use crate::{Origin, Realm};
    use wold_space::TICKS_PER_SECOND;

    fn enters(guest: u64, name: &str, human: bool) -> Command {
        Command { guest: GuestId(guest), number: 0, act: Act::Enter { name: name.into(), human, look: 0 } }
    }

    fn turned_away(mail: &[crate::books::Mail], guest: u64) -> bool {
        let dead =
            |message: &FromHost| matches!(message, FromHost::TurnedAway { reason: TurnedAway::Dead, .. });
        mail.iter().any(|letter| letter.to == GuestId(guest) && dead(&letter.message))
    }

    #[test]
    fn an_inhabitant_who_dies_is_buried_and_never_comes_again_but_who_plays_rises() {
        let mut origin = Origin::meadow(3);
        (origin.config.flesh.bury_minutes, origin.config.flesh.starving) = (0.05, 600.0);
        let mut realm = Realm::new(origin);
        realm.step(vec![enters(1, "Bo", false), enters(2, "Ann", true)]);
        let coins = realm.ecs().resource::<Treasury>().coins;
        for guest in [1, 2] {
            let id = realm.body_of(GuestId(guest)).expect("in");
            let entity = realm.ecs().resource::<Roll>().0[&id];
            realm.ecs_mut().get_mut::<Vitals>(entity).expect("in").hunger = 1.0;
        }
        let reports: Vec<_> = (0..15 * TICKS_PER_SECOND).map(|_| realm.step(Vec::new())).collect();
        let deeds: Vec<Deed> =
            reports.iter().flat_map(|report| &report.deeds).map(|deed| deed.kind).collect();
        assert_eq!(deeds.iter().filter(|deed| **deed == Deed::Bury).count(), 1, "{deeds:?}");
        assert!(reports.iter().any(|report| turned_away(&report.mail, 1)));
        assert!(realm.is_buried("Bo") && !realm.is_buried("Ann"));
        assert!(realm.body_of(GuestId(1)).is_none() && realm.body_of(GuestId(2)).is_some());
        assert_eq!(realm.ecs().resource::<Treasury>().coins, coins + 2, "the town has his purse");
        let mut stones = realm.ecs_mut().query::<&Epitaph>();
        let told: Vec<String> = stones.iter(realm.ecs()).map(|stone| stone.told(None)).collect();
        assert_eq!(told, ["Here lies Bo, who starved on day 1."]);
        let report = realm.step(vec![enters(7, "Bo", false)]);
        assert!(turned_away(&report.mail, 7) && realm.body_of(GuestId(7)).is_none());
    }
}
