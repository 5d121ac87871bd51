//! Weddings: two who both said so become one household.
//!
//! Contract: who proposes to somebody by word of mouth is noted; if the other says yes within a day, both are free, grown, no kin and still within hearing, they are wed: a deed that others see. They live in the house of the
//! one who shares theirs with fewer, in an empty one if the town has one, and take the children with them who lived with them. The last proposal counts.

use super::family::Families;
use super::tidings::Tidings;
use super::{Life, Parish, Register, body_of};
use crate::deeds::record;
use crate::parts::{Body, Fallen, Person};
use bevy_ecs::prelude::*;
use wold_lore::act::{Meaning, SpeechAct, Suit};
use wold_lore::{Deed, Stage};
use wold_space::DVec2;

/// Days a proposal stands.
const STANDS: u32 = 1;
/// Metres within which a yes is heard.
const HEARD_METRES: f64 = 20.0;

/// Somebody speaks of marriage.
pub(crate) fn hear(world: &mut World, speaker: Entity, act: &SpeechAct) {
    let (Meaning::Suit(suit), Some(to)) = (&act.meaning, act.to.as_ref()) else { return };
    let Some(own) = world.get::<Person>(speaker).map(|person| person.name.clone()) else { return };
    let parish = Parish::of(world);
    let (today, known) = (parish.today, parish.lives(&own) && parish.lives(to.as_str()));
    if !known {
        return;
    }
    match suit {
        Suit::Propose => {
            let banns = &mut world.resource_mut::<Register>().banns;
            banns.insert(own, (to.as_str().to_owned(), today));
        }
        Suit::Decline => {
            let banns = &mut world.resource_mut::<Register>().banns;
            if banns.get(to.as_str()).is_some_and(|(whom, _)| *whom == own) {
                banns.remove(to.as_str());
            }
        }
        Suit::Accept => {
            let asked = parish.register.banns.get(to.as_str());
            let stands = asked.is_some_and(|(whom, day)| *whom == own && today <= day + STANDS);
            if stands && may_wed(world, &own, to.as_str()) {
                wed(world, to.as_str(), &own);
            }
        }
    }
}

fn may_wed(world: &World, one: &str, other: &str) -> bool {
    let parish = Parish::of(world);
    let names = parish.register.lives.get_key_value(one).map(|(name, _)| name.as_str());
    let kin = names.is_some_and(|one| Families::of(parish).are_kin(one, other));
    let near = place(world, one).zip(place(world, other)).is_some_and(|(a, b)| a.distance(b) < HEARD_METRES);
    one != other && parish.is_free(one) && parish.is_free(other) && !kin && near
}

/// Where somebody is who lives and is about.
fn place(world: &World, name: &str) -> Option<DVec2> {
    let (_, entity) = body_of(world, name)?;
    let body = world.entity(entity);
    body.get::<Body>().filter(|_| !body.contains::<Fallen>()).map(|body| body.0.place)
}

fn wed(world: &mut World, one: &str, other: &str) {
    let parish = Parish::of(world);
    let home = home_of(parish, one, other);
    let young = |name: &str| parish.years(name).is_some_and(|years| years < Stage::GROWN_YEARS);
    let lived_with = |parent: &str, child: &Life| {
        let house = parish.register.lives.get(parent).map(|life| (life.town, life.house));
        child.parents.iter().any(|it| it == parent) && house == Some((child.town, child.house))
    };
    let children = parish
        .living()
        .filter(|(name, life)| young(name) && (lived_with(one, life) || lived_with(other, life)));
    let movers: Vec<String> = children.map(|(name, _)| name).chain([one, other]).map(str::to_owned).collect();
    let mut register = world.resource_mut::<Register>();
    for (name, spouse) in [(one, other), (other, one)] {
        register.banns.remove(name);
        if let Some(life) = register.lives.get_mut(name) {
            life.spouse = Some(spouse.to_owned());
        }
    }
    for name in &movers {
        if let (Some((town, house)), Some(life)) = (home, register.lives.get_mut(name)) {
            (life.town, life.house) = (town, house);
        }
    }
    let bodies = body_of(world, one).zip(body_of(world, other));
    if let (Some(((doer, _), (object, _))), Some(place)) = (bodies, place(world, one)) {
        record(world, doer, Deed::Wed, Some(object), place);
    }
    let mut tidings = world.resource_mut::<Tidings>();
    movers.iter().for_each(|name| tidings.about(name));
}

/// Where two live who are wed.
fn home_of(parish: Parish<'_>, one: &str, other: &str) -> Option<(u16, u16)> {
    let lives = [one, other].map(|name| parish.register.lives.get(name));
    let [Some(first), Some(second)] = lives else { return None };
    let dwellers = |town: u16, house: u16| {
        parish.living().filter(|(_, life)| (life.town, life.house) == (town, house)).count()
    };
    let houses = parish.register.towns.get(&first.town).into_iter().flat_map(|town| &town.houses);
    let empty = houses.copied().find(|house| dwellers(first.town, *house) == 0);
    let alone = [first, second].map(|life| (dwellers(life.town, life.house), life.town, life.house));
    // Who lives alone has room for two.
    let [a, b] = alone;
    let (fewest, town, house) = if a.0 <= b.0 { a } else { b };
    match empty {
        Some(empty) if fewest > 1 => Some((first.town, empty)),
        _ => Some((town, house)),
    }
}
