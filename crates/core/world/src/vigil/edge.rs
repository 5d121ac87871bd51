//! Who is on edge, and why.
//!
//! Contract: the world keeps the wits ([`Wits`]) of every inhabitant who is not at ease. Whatever befalls one goes through [`alarm`]: a meter that rises or falls, a crime before their eyes, a sound, a thing that
//! was changed. A change of state is told to the inhabitant's guest with its cause, and with whom and where as far as the character can know it: of whom it lost
//! sight, the last place it saw. The state makes eyes keener ([`super::keep`]) and calms by itself. Cost: by who is on edge.

use super::{Eyesight, guest_of};
use crate::books::Post;
use crate::clock::Now;
use crate::parts::{Away, Fallen, Person};
use crate::registry::{Kept, Roll};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_senses::awareness::{Awareness, Cause, Shift, Stimulus, Wits};
use wold_senses::vision::Why;
use wold_space::{DVec2, EntityId};
use wold_wire::FromHost;
use wold_wire::message::Aware;

/// What befalls somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alarm {
    /// What it is.
    pub stimulus: Stimulus,
    /// Whom it concerns, as far as they know.
    pub about: Option<EntityId>,
    /// Where.
    pub place: Option<DVec2>,
    /// What stood behind it, when it was seen.
    pub why: Option<Why>,
}

/// Everybody who is on edge.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OnEdge(BTreeMap<EntityId, Wary>);

/// Somebody on edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Wary {
    wits: Wits,
    /// Whom they saw last of those who hide, and where.
    saw: Option<(EntityId, DVec2)>,
}

impl Kept for OnEdge {
    const NAME: &'static str = "on edge";
}

impl OnEdge {
    /// How much on edge somebody is.
    #[must_use]
    pub fn state(&self, who: EntityId) -> Awareness {
        self.0.get(&who).map_or(Awareness::Unaware, |wary| wary.wits.state())
    }

    /// The last change of somebody's state, while they are on edge.
    #[must_use]
    pub fn last(&self, who: EntityId) -> Option<Shift> {
        self.0.get(&who)?.wits.last()
    }

    /// Everybody on edge, by id.
    pub fn iter(&self) -> impl Iterator<Item = (EntityId, Awareness)> {
        self.0.iter().map(|(who, wary)| (*who, wary.wits.state()))
    }

    /// Where somebody saw another last, if they are on edge about them.
    pub(super) fn saw(&self, who: EntityId, other: EntityId) -> Option<DVec2> {
        self.0.get(&who)?.saw.filter(|(seen, _)| *seen == other).map(|(_, place)| place)
    }

    /// Somebody on edge sees another somewhere.
    pub(super) fn see(&mut self, who: EntityId, other: EntityId, place: DVec2) {
        if let Some(wary) = self.0.get_mut(&who) {
            wary.saw = Some((other, place));
        }
    }
}

/// Something befalls an inhabitant; who plays has nerves of their own.
pub fn alarm(world: &mut World, who: EntityId, alarm: Alarm) {
    let Some(&entity) = world.resource::<Roll>().0.get(&who) else { return };
    let entity = world.entity(entity);
    let feels = entity.get::<Person>().is_some_and(|person| !person.human)
        && !entity.contains::<Fallen>()
        && !entity.contains::<Away>();
    if !feels {
        return;
    }
    let now = world.resource::<Now>().0;
    let nerves = world.resource::<Eyesight>().nerves.clone();
    let mut edge = world.resource_mut::<OnEdge>();
    let mut wary = edge.0.get(&who).copied().unwrap_or_default();
    let cause = Cause { stimulus: alarm.stimulus, about: alarm.about, why: alarm.why };
    let shift = wary.wits.feel(&nerves, now, cause);
    if let (Some(about), Some(place)) = (alarm.about, alarm.place) {
        wary.saw = Some((about, place));
    }
    if wary.wits.state() != Awareness::Unaware {
        edge.0.insert(who, wary);
    }
    if let Some(shift) = shift {
        tell(world, who, shift, alarm.place);
    }
}

fn tell(world: &mut World, who: EntityId, shift: Shift, place: Option<DVec2>) {
    let Cause { stimulus, about, .. } = shift.cause;
    let aware = Aware { state: shift.to, cause: stimulus.kind(), about, place };
    if let Some(guest) = guest_of(world, who) {
        world.resource_mut::<Post>().send(guest, FromHost::Aware(aware));
    }
}

/// Lets those calm for whom nothing has happened for a while, and forgets those who are gone.
pub(crate) fn calm(world: &mut World) {
    if world.resource::<OnEdge>().0.is_empty() {
        return;
    }
    let now = world.resource::<Now>().0;
    let nerves = world.resource::<Eyesight>().nerves.clone();
    let mut edge = std::mem::take(&mut world.resource_mut::<OnEdge>().0);
    let mut shifts = Vec::new();
    edge.retain(|who, wary| {
        let entity = world.resource::<Roll>().0.get(who).map(|entity| world.entity(*entity));
        let is_there = entity.is_some_and(|it| !it.contains::<Fallen>() && !it.contains::<Away>());
        if let Some(shift) = wary.wits.tick(&nerves, now).filter(|_| is_there) {
            shifts.push((*who, shift));
        }
        is_there && wary.wits.state() != Awareness::Unaware
    });
    world.resource_mut::<OnEdge>().0 = edge;
    for (who, shift) in shifts {
        tell(world, who, shift, None);
    }
}
