//! Tidings: who is told that something changed in their family.

use super::Parish;
use super::family::Families;
use crate::books::Post;
use crate::graves::Epitaph;
use crate::parts::{Lies, SteeredBy};
use bevy_ecs::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wold_space::{DVec2, GuestId};
use wold_wire::FromHost;

/// In whose lives something changed this tick; nothing that is kept.
#[derive(Resource, Debug, Default)]
pub(crate) struct Tidings(BTreeSet<String>);

impl Tidings {
    /// Something changed in somebody's life.
    pub(crate) fn about(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }
}

/// Tells everybody in whose family something changed.
pub(crate) fn tell(world: &mut World) {
    let news = std::mem::take(&mut world.resource_mut::<Tidings>().0);
    if news.is_empty() {
        return;
    }
    let mut stones = world.query::<(&Epitaph, &Lies)>();
    let graves: BTreeMap<String, DVec2> =
        stones.iter(world).map(|(epitaph, lies)| (epitaph.name.clone(), lies.place)).collect();
    let families = Families::of(Parish::of(world));
    let lives = &world.resource::<super::Register>().lives;
    let mut concerned: BTreeSet<&str> = BTreeSet::new();
    for (name, _) in news.iter().filter_map(|name| lives.get_key_value(name)) {
        concerned.insert(name);
        concerned.extend(families.relatives(name).into_iter().map(|(other, _)| other));
    }
    let letter = |name: &&str| {
        let (_, entity) = super::body_of(world, name)?;
        let guest = world.get::<SteeredBy>(entity)?.0;
        Some((guest, FromHost::Kin(families.told(name, &graves)?)))
    };
    let letters: Vec<(GuestId, FromHost)> = concerned.iter().filter_map(letter).collect();
    letters.into_iter().for_each(|(guest, message)| world.resource_mut::<Post>().send(guest, message));
}
