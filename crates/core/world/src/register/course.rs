//! The course of life: what the turn of a day brings.
//!
//! Contract: once a day of the world, in the order of names and by chances named by seed, day and name: people die of age and fever, couples have children, children who can walk
//! are set down beside whoever they live with, orphans are taken in, vacant offices are filled, and where a town has lost people a family of the census comes to live in an empty house. Only who
//! is about dies or gives birth: nobody's life goes on while they are away. Nothing of it happens where inhabitants do not stay dead, or `kin.pace` is 0.

use super::family::Families;
use super::tidings::Tidings;
use super::{Life, Parish, Register, body_of, carry, enter, look_ones_age};
use crate::catalogue::Catalogue;
use crate::clock::{Now, day_number};
use crate::config::WorldConfig;
use crate::deeds::{fall, record};
use crate::graves::Passed;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person, SteeredBy};
use bevy_ecs::prelude::*;
use wold_chance::Stream;
use wold_genesis::people::{self, Citizen, ON_FEET, Sex, YEAR_DAYS, family, newborn};
use wold_lore::kin::{GUARD_YEARS, guard_is_wanted};
use wold_lore::{Deed, Stage};
use wold_space::{DVec2, EntityId};

/// The years in which women have children.
const FERTILE: std::ops::Range<u16> = 17..45;
/// Years from the birth of a child to that of the next.
const NEXT_CHILD: f64 = 1.5;

/// Lets a day pass if one has.
pub(crate) fn turn(world: &mut World) {
    let config = world.resource::<WorldConfig>();
    let today = day_number(config, world.resource::<Now>().0);
    let runs = config.is_mortal() && config.kin.pace > 0.0;
    let before = world.resource::<Register>().day;
    if before == today {
        return;
    }
    world.resource_mut::<Register>().day = today;
    if before == 0 || !runs {
        return;
    }
    let names: Vec<String> = Parish::of(world).living().map(|(name, _)| name.to_owned()).collect();
    for name in &names {
        age(world, name, before);
    }
    for name in &names {
        bear(world, name);
    }
    take_in_orphans(world);
    fill_offices(world);
    welcome_families(world);
    let mut tidings = world.resource_mut::<Tidings>();
    names.iter().for_each(|name| tidings.about(name));
}

/// Chance in somebody's life on a day.
fn chance(world: &World, what: &'static str, name: &str) -> Stream {
    let mut key = vec![u64::from(world.resource::<Register>().day)];
    key.extend(name.bytes().map(u64::from));
    Stream::named(world.resource::<Ground>().seed(), what, &key)
}

/// Somebody who is about and on their feet: the body, and where it is.
fn about(world: &World, name: &str) -> Option<(EntityId, Entity, DVec2)> {
    let (id, entity) = body_of(world, name)?;
    let body = world.entity(entity);
    let here = body.contains::<SteeredBy>() && !body.contains::<Away>() && !body.contains::<Fallen>();
    here.then(|| body.get::<Body>().map(|body| (id, entity, body.0.place))).flatten()
}

/// Somebody is a day older: may die, looks it, and is set down when it can walk.
fn age(world: &mut World, name: &str, before: u32) {
    let parish = Parish::of(world);
    let Some(years) = parish.years(name) else { return };
    let learns_to_walk = i32::from(years) >= ON_FEET
        && parish.years_on(name, before).is_some_and(|years| i32::from(years) < ON_FEET);
    if learns_to_walk && let Some((_, entity)) = body_of(world, name) {
        let families = Families::of(parish);
        let beside = families.housemates(name).into_iter().find_map(|other| about(world, other));
        if let Some((.., place)) = beside
            && let Some(mut body) = world.get_mut::<Body>(entity)
        {
            let level = body.0.level;
            body.0.put(place, level);
        }
    }
    let Some((id, entity, place)) = about(world, name) else { return };
    look_ones_age(world, name, entity);
    let kin = &world.resource::<WorldConfig>().kin;
    let risk = kin.mortality(years, kin.pace);
    if i32::from(years) >= ON_FEET && chance(world, "death", name).chance(risk) {
        world.entity_mut(entity).insert(Passed { years });
        fall(world, entity);
        record(world, id, Deed::Die, None, place);
    }
}

/// A wife may have a child.
fn bear(world: &mut World, mother: &str) {
    let parish = Parish::of(world);
    let Some(father) = parish.spouse(mother).map(str::to_owned) else { return };
    let fertile = parish.years(mother).is_some_and(|years| FERTILE.contains(&years));
    if Sex::of(mother) != Some(Sex::Female) || !fertile || about(world, &father).is_none() {
        return;
    }
    let Some((id, _, place)) = about(world, mother) else { return };
    let life = &parish.register.lives[mother];
    let (town, house) = (life.town, life.house);
    let kin = &world.resource::<WorldConfig>().kin;
    let founders = parish.register.towns.get(&town).map_or(0, |town| town.founders);
    let born = parish.life_day(parish.today);
    let families = Families::of(parish);
    let births = families.children(mother).iter().filter_map(|child| parish.register.lives.get(*child));
    let recent = births
        .map(|child| born - child.born)
        .min()
        .is_some_and(|days| f64::from(days) < NEXT_CHILD * f64::from(YEAR_DAYS));
    let full = parish.population(town) as f64 >= f64::from(founders) * (1.0 + kin.spread);
    let children = families.children(mother).iter().filter(|child| parish.lives(child)).count();
    let mut luck = chance(world, "birth", mother);
    if recent || full || !luck.chance(kin.fertility(children, kin.pace)) {
        return;
    }
    let sex = if luck.chance(0.5) { Sex::Female } else { Sex::Male };
    let seed = world.resource::<Ground>().seed();
    let taken = |name: &str| parish.register.lives.contains_key(name) || people::find(seed, name).is_some();
    let name = newborn(family(&father).or(family(mother)).unwrap_or("Foundling"), sex, &mut luck, taken);
    let parents = vec![mother.to_owned(), father];
    let life = Life { born, parents, spouse: None, town, house };
    world.resource_mut::<Register>().lives.insert(name.clone(), life);
    let child = carry(world, &name, place);
    let child = world.get::<Id>(child).map(|id| id.0);
    record(world, id, Deed::Birth, child, place);
    world.resource_mut::<Tidings>().about(&name);
}

/// Children with nobody grown in the house come to live with their nearest kin, or else with a couple.
fn take_in_orphans(world: &mut World) {
    let parish = Parish::of(world);
    let families = Families::of(parish);
    let grown = |name: &str| {
        parish.lives(name) && parish.years(name).is_some_and(|years| years >= Stage::GROWN_YEARS)
    };
    let alone = |name: &str| !grown(name) && !families.housemates(name).into_iter().any(grown);
    let homes = |name: &str, town: u16| {
        let kin = families.relatives(name).into_iter().map(|(other, _)| other).find(|other| grown(other));
        let couple = || {
            let wed = |(other, life): &(&str, &Life)| life.town == town && parish.spouse(other).is_some();
            let all: Vec<&str> = parish.living().filter(wed).map(|(other, _)| other).collect();
            chance(world, "orphan", name).pick(&all).copied()
        };
        let life = &parish.register.lives[kin.or_else(couple)?];
        Some((life.town, life.house))
    };
    let orphans = parish.living().filter(|(name, _)| alone(name));
    let moves: Vec<(String, (u16, u16))> =
        orphans.filter_map(|(name, life)| Some((name.to_owned(), homes(name, life.town)?))).collect();
    let mut register = world.resource_mut::<Register>();
    for (name, (town, house)) in moves {
        let life = register.lives.get_mut(&name).expect("just read");
        (life.town, life.house) = (town, house);
    }
}

/// Where a guard has died somebody else takes the office.
fn fill_offices(world: &mut World) {
    let every = world.resource::<WorldConfig>().environment.guard_every as usize;
    let catalogue = world.resource::<Catalogue>();
    if !guard_is_wanted(catalogue.inhabitants(), catalogue.guards(), every) {
        return;
    }
    let parish = Parish::of(world);
    let fit = |name: &&str| parish.years(name).is_some_and(|years| GUARD_YEARS.contains(&years));
    let free = |name: &str| about(world, name).filter(|(_, entity, _)| world.get::<Guard>(*entity).is_none());
    let fit: Vec<Entity> =
        parish.living().map(|(name, _)| name).filter(fit).filter_map(|name| Some(free(name)?.1)).collect();
    if let Some(next) = chance(world, "office", "").pick(&fit).copied() {
        world.entity_mut(next).insert(Guard);
    }
}

/// Whether a newcomer may be made a guard.
pub(crate) fn is_fit_for_office(world: &World, entity: Entity) -> bool {
    let years = world.get::<Person>(entity).and_then(|person| Parish::of(world).years(&person.name));
    years.is_none_or(|years| GUARD_YEARS.contains(&years))
}

/// Families come where a town has lost people and a house stands empty; where it has lost too many, they find room.
fn welcome_families(world: &mut World) {
    let towns: Vec<u16> = world.resource::<Register>().towns.keys().copied().collect();
    let seed = world.resource::<Ground>().seed();
    for town in towns {
        let parish = Parish::of(world);
        let place = &parish.register.towns[&town];
        let spread = world.resource::<WorldConfig>().kin.spread;
        let (people, founders) = (parish.population(town) as f64, f64::from(place.founders));
        let dwellers = |house: &u16| {
            parish.living().filter(|(_, life)| (life.town, life.house) == (town, *house)).count()
        };
        let house = place.houses.iter().copied().min_by_key(|house| (dwellers(house), *house));
        let Some(house) = house else { continue };
        let empty = dwellers(&house) == 0;
        let wanted = people < founders * (1.0 - spread) || empty && people < founders * (1.0 - spread / 2.0);
        if !wanted || founders < 2.0 {
            continue;
        }
        let number = place.households;
        // Children who are carried come with their parents.
        let walk = people::household(seed, town, number).into_iter().filter(|it| it.years() >= ON_FEET);
        walk.for_each(|citizen| enter(world, town, Citizen { house, ..citizen }, false));
        if let Some(place) = world.resource_mut::<Register>().towns.get_mut(&town) {
            place.households = number.saturating_add(1);
        }
    }
}
