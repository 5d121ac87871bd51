//! The register: who lives here, when they were born, to whom, with whom and where.
//!
//! Contract: an inhabitant is entered when it first comes in: as the census has it ([`wold_genesis::people`]) if it is of the census, with the ages of the world's first day; else as a grown
//! person without kin. From then on the register is the truth. Nobody is ever struck out: the dead are those of [`Departed`]. Ages are counted on a calendar of lives, which runs `kin.pace` days for each
//! of the world's ([`Parish::life_day`]). Children below [`ON_FEET`] years are carried: they have a body that waits, and come in by the door like everybody once they walk.
//!
//! * [`course`]: what a day brings: deaths, births, newcomers; [`family`]: who is what to whom; [`tidings`]: who is told of it; [`wedding`]: how two become one.

pub mod config;
pub(crate) mod course;
pub mod family;
pub(crate) mod tidings;
pub(crate) mod wedding;

use crate::bearer::Bearer;
use crate::catalogue::{self, Catalogue};
use crate::clock::{Now, day_number};
use crate::config::WorldConfig;
use crate::graves::Departed;
use crate::ground::Ground;
use crate::parts::{Acting, Away, Bag, Body, Guard, Id, Pace, Person, Steered, Vitals};
use crate::realm::spawn;
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tidings::Tidings;
use wold_chance::{Seed, Stream};
use wold_genesis::people::{self, Citizen, ON_FEET, YEAR_DAYS};
use wold_land::Motion;
use wold_lore::Stage;
use wold_lore::kin::Residents;
use wold_space::{DVec2, EntityId};

/// The ages in years of those who come without a past, and the houses they are given.
const STRANGERS: [u64; 2] = [18, 50];
const STRANGERS_HOUSES: u64 = 16;

/// What is written of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    /// The day of birth on the calendar of lives.
    pub born: i32,
    /// Mother and father, as far as anybody remembers.
    pub parents: Vec<String>,
    /// Whom they married last.
    pub spouse: Option<String>,
    /// The how-manieth town they live in.
    pub town: u16,
    /// Which house of it.
    pub house: u16,
}

/// What is written of a town.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Town {
    /// How many it was founded with, children that are carried included.
    pub founders: u32,
    /// How many of these came on their own feet.
    pub on_feet: u32,
    /// Households of the census that have come.
    pub households: u16,
    /// Houses that somebody lived in.
    pub houses: BTreeSet<u16>,
}

/// Who lives here.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Everybody who ever lived here, by name.
    pub lives: BTreeMap<String, Life>,
    /// The towns they live in.
    pub towns: BTreeMap<u16, Town>,
    /// The day whose course has been run; 0 before the first.
    pub day: u32,
    /// Who asked whom to marry, and on which day.
    pub banns: BTreeMap<String, (String, u32)>,
}

impl Kept for Register {
    const NAME: &'static str = "register";
}

/// The register as it reads on a day.
#[derive(Clone, Copy, Debug)]
pub struct Parish<'a> {
    /// Who ever lived here.
    pub register: &'a Register,
    departed: &'a Departed,
    pace: f64,
    today: u32,
}

impl<'a> Parish<'a> {
    /// The register of a world, now.
    #[must_use]
    pub fn of(world: &'a World) -> Self {
        let config = world.resource::<WorldConfig>();
        let today = day_number(config, world.resource::<Now>().0);
        let (register, departed) = (world.resource::<Register>(), world.resource::<Departed>());
        Self { register, departed, pace: config.kin.pace, today }
    }

    /// The day of the calendar of lives that a day of the world is; both begin with 1.
    #[must_use]
    pub fn life_day(&self, day: u32) -> i32 {
        let passed = f64::from(day.saturating_sub(1)) * self.pace;
        1 + passed.min(f64::from(i32::MAX / 2)) as i32
    }

    /// Whether somebody of that name lives here.
    #[must_use]
    pub fn lives(&self, name: &str) -> bool {
        self.register.lives.contains_key(name) && !self.departed.0.contains_key(name)
    }

    /// Everybody who lives here, by name.
    pub fn living(&self) -> impl Iterator<Item = (&'a str, &'a Life)> + use<'a> {
        let departed = self.departed;
        let all = self.register.lives.iter().filter(|(name, _)| !departed.0.contains_key(*name));
        all.map(|(name, life)| (name.as_str(), life))
    }

    /// How old somebody is in whole years, or was at the end; nothing of who is not written of.
    #[must_use]
    pub fn years(&self, name: &str) -> Option<u16> {
        let day = self.departed.0.get(name).map_or(self.today, |end| end.day);
        self.years_on(name, day)
    }

    fn years_on(&self, name: &str, day: u32) -> Option<u16> {
        let life = self.register.lives.get(name)?;
        let days = self.life_day(day).saturating_sub(life.born).max(0);
        Some((days / YEAR_DAYS).min(i32::from(u16::MAX)) as u16)
    }

    /// The day somebody died, if they did.
    #[must_use]
    pub fn died(&self, name: &str) -> Option<u32> {
        self.departed.0.get(name).map(|end| end.day)
    }

    /// The living spouse of somebody.
    #[must_use]
    pub fn spouse(&self, name: &str) -> Option<&'a str> {
        let spouse = self.register.lives.get(name)?.spouse.as_deref()?;
        self.lives(spouse).then_some(spouse)
    }

    /// Whether somebody may be wed: grown, and not bound to somebody who lives.
    #[must_use]
    pub fn is_free(&self, name: &str) -> bool {
        let grown = self.years(name).is_some_and(|years| years >= config::WED_YEARS);
        grown && self.lives(name) && self.spouse(name).is_none()
    }

    /// Everybody who lives here and walks, by name: who is to be let in.
    pub fn residents(&self) -> impl Iterator<Item = &'a str> {
        let walks = |name: &str| self.years(name).is_some_and(|years| i32::from(years) >= ON_FEET);
        self.living().map(|(name, _)| name).filter(move |name| walks(name))
    }

    /// Who is to be let in, for those who let them in.
    #[must_use]
    pub fn to_be_let_in(&self) -> Residents {
        let mut people: BTreeMap<String, bool> =
            self.register.lives.keys().map(|name| (name.clone(), false)).collect();
        people.extend(self.residents().map(|name| (name.to_owned(), true)));
        let settled = self.register.towns.values().map(|town| town.on_feet as usize).sum();
        Residents { people, settled }
    }

    /// How many live in a town, those who are carried included.
    #[must_use]
    pub fn population(&self, town: u16) -> usize {
        self.living().filter(|(_, life)| life.town == town).count()
    }
}

/// The body of somebody, here or away.
pub(crate) fn body_of(world: &World, name: &str) -> Option<(EntityId, Entity)> {
    let people = world.resource::<Catalogue>().named(name);
    let own = |entity: &Entity| world.get::<Person>(*entity).is_some_and(|person| !person.human);
    let entity = catalogue::first(world, people.filter(own))?;
    Some((world.get::<Id>(entity)?.0, entity))
}

/// The town somebody lives in, or will as the census has it; the first one for who has none.
pub(crate) fn home_town(world: &World, name: &str) -> u16 {
    if !is_kept(world) {
        return 0;
    }
    match world.resource::<Register>().lives.get(name) {
        Some(life) => life.town,
        None => people::find(world.resource::<Ground>().seed(), name).map_or(0, |(town, _)| town),
    }
}

/// How many came to live in somebody's town on their own feet, and how many guards there are among them; of who is not written of, all there are.
pub(crate) fn watch_of(world: &mut World, entity: Entity) -> (usize, usize) {
    let register = world.resource::<Register>();
    let town_of = |person: &Person| register.lives.get(&person.name).map(|life| life.town);
    let Some(town) = world.get::<Person>(entity).and_then(town_of).filter(|_| register.towns.len() > 1)
    else {
        let catalogue = world.resource::<Catalogue>();
        return (catalogue.inhabitants(), catalogue.guards());
    };
    let townsfolk = register.towns.get(&town).map_or(0, |town| town.on_feet as usize);
    let mut guards = world.query_filtered::<&Person, With<Guard>>();
    let register = world.resource::<Register>();
    let of_town = |person: &&Person| register.lives.get(&person.name).map(|life| life.town) == Some(town);
    (townsfolk, guards.iter(world).filter(of_town).count())
}

/// Whether there is a register: where a game is played people come and go by its rules.
fn is_kept(world: &World) -> bool {
    world.resource::<WorldConfig>().games.is_empty()
}

/// An inhabitant comes in: it is entered if it is not, and everybody it concerns is told.
pub(crate) fn enrol(world: &mut World, name: &str, entity: Entity) {
    if !is_kept(world) {
        return;
    }
    if !world.resource::<Register>().lives.contains_key(name) {
        let seed = world.resource::<Ground>().seed();
        match people::find(seed, name) {
            Some((town, citizen)) => {
                let households = citizen.house.saturating_add(1);
                enter(world, town, citizen, true);
                let mut register = world.resource_mut::<Register>();
                let place = register.towns.entry(town).or_default();
                place.households = place.households.max(households);
            }
            None => enter(world, 0, stranger(world, seed, name), true),
        }
    }
    carry_children(world, name, entity);
    look_ones_age(world, name, entity);
    world.resource_mut::<Tidings>().about(name);
}

/// Writes somebody of the census down, as old as on the world's first day.
fn enter(world: &mut World, town: u16, citizen: Citizen, founds: bool) {
    let parish = Parish::of(world);
    // Who comes later has not grown older on the way.
    let born = citizen.born.saturating_add(parish.life_day(parish.today) - 1);
    let walks = citizen.years() >= ON_FEET;
    let spouse = citizen.spouse.filter(|spouse| parish.lives(spouse));
    let Citizen { name, parents, house, .. } = citizen;
    let mut register = world.resource_mut::<Register>();
    if let Some(other) = spouse.as_ref().and_then(|spouse| register.lives.get_mut(spouse)) {
        other.spouse = Some(name.clone());
    }
    let place = register.towns.entry(town).or_default();
    place.houses.insert(house);
    if founds {
        place.founders += 1;
        place.on_feet += u32::from(walks);
    }
    register.lives.insert(name, Life { born, parents, spouse, town, house });
}

/// Somebody without a past.
fn stranger(world: &World, seed: Seed, name: &str) -> Citizen {
    let key: Vec<u64> = name.bytes().map(u64::from).collect();
    let mut stream = Stream::named(seed, "stranger", &key);
    let days = (STRANGERS[0] + stream.below(STRANGERS[1] - STRANGERS[0])) as i32 * YEAR_DAYS;
    let born = 1 - days - stream.below(YEAR_DAYS as u64) as i32;
    let used = world.resource::<Register>().towns.get(&0).map_or(0, |town| town.households);
    let house = stream.below(STRANGERS_HOUSES.max(used.into())) as u16;
    Citizen { name: name.to_owned(), born, parents: Vec::new(), spouse: None, house }
}

/// The children of the census who are carried come with the first of their parents.
fn carry_children(world: &mut World, parent: &str, bearer: Entity) {
    let seed = world.resource::<Ground>().seed();
    let Some((town, citizen)) = people::find(seed, parent) else { return };
    let is_new = |child: &Citizen, world: &World| {
        let register = &world.resource::<Register>().lives;
        child.years() < ON_FEET
            && child.parents.iter().any(|it| it == parent)
            && !register.contains_key(&child.name)
    };
    for mut child in people::household(seed, town, citizen.house) {
        if is_new(&child, world) {
            let (name, founds) = (child.name.clone(), is_founder(world, parent));
            child.house = world.resource::<Register>().lives[parent].house;
            enter(world, town, child, founds);
            let place = world.get::<Body>(bearer).map_or(DVec2::ZERO, |body| body.0.place);
            carry(world, &name, place);
        }
    }
}

/// Whether somebody was there when the town was founded: they live where the census has them.
fn is_founder(world: &World, name: &str) -> bool {
    let seed = world.resource::<Ground>().seed();
    let life = world.resource::<Register>().lives.get(name);
    people::find(seed, name).zip(life).is_some_and(|((_, citizen), life)| citizen.born == life.born)
}

/// Somebody new who is carried: a body that waits.
pub(crate) fn carry(world: &mut World, name: &str, place: DVec2) -> Entity {
    let key: Vec<u64> = name.bytes().map(u64::from).collect();
    let look = Stream::named(world.resource::<Ground>().seed(), "looks", &key).next_u32();
    let parts = (
        Body(Motion { place, stamina: 1.0, ..Default::default() }),
        Steered::default(),
        Vitals { health: 1.0, hunger: 0.0 },
        Person { name: name.to_owned(), look: Stage::Child.look(look), human: false },
        Bag::default(),
        Acting::default(),
        Pace::default(),
        Away,
    );
    spawn(world, parts)
}

/// Looks as old as one is.
pub(crate) fn look_ones_age(world: &mut World, name: &str, entity: Entity) {
    let Some(years) = Parish::of(world).years(name) else { return };
    let Some(look) = world.get::<Person>(entity).map(|person| person.look) else { return };
    let aged = Stage::at(years).look(look);
    if aged != look {
        world.get_mut::<Person>(entity).expect("just seen").look = aged;
    }
}

/// Enters everybody who lives here and is not written of: a world from before there was a register.
pub(crate) fn take_stock(world: &mut World) {
    if !is_kept(world) {
        return;
    }
    let mut people = world.query::<(Entity, &Person, Option<&Bearer>)>();
    let known = &world.resource::<Register>().lives;
    let own = |person: &Person| !person.human && !known.contains_key(&person.name);
    let mut unknown: Vec<(String, Entity)> = people
        .iter(world)
        .filter(|(_, person, bearer)| own(person) && bearer.is_none())
        .map(|(entity, person, _)| (person.name.clone(), entity))
        .collect();
    unknown.sort();
    for (name, entity) in unknown {
        let seed = world.resource::<Ground>().seed();
        let citizen = stranger(world, seed, &name);
        enter(world, 0, citizen, true);
        look_ones_age(world, &name, entity);
    }
}

/// Who inherits from somebody: the spouse, else the eldest child that lives.
pub(crate) fn heir(world: &World, name: &str) -> Option<(EntityId, Entity)> {
    let parish = Parish::of(world);
    if let Some(spouse) = parish.spouse(name) {
        return body_of(world, spouse);
    }
    let children = parish.living().filter(|(_, life)| life.parents.iter().any(|parent| parent == name));
    let mut children: Vec<(i32, &str)> = children.map(|(child, life)| (life.born, child)).collect();
    children.sort_unstable();
    children.into_iter().find_map(|(_, child)| body_of(world, child))
}

#[cfg(test)]
mod tests;
