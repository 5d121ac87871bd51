//! What bodies and things are made of: the components every world has.

use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use wold_land::Motion;
use wold_lore::Owner;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId, GuestId, Tick};
use wold_wire::message::BAG_SLOTS;
use wold_wire::{Gesture, Steering};

/// Declares that a component is part of the world's state, under a name that files keep.
macro_rules! kept {
    ($($part:ty = $name:literal),+ $(,)?) => { $(impl Kept for $part { const NAME: &'static str = $name; })+ };
}

/// Its name in the world's books. Every entity with one is saved.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Id(pub EntityId);

/// A body that moves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body(pub Motion);

/// What a body was last told to do with its feet.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steered(pub Steering);

/// Flesh.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vitals {
    /// 1 unhurt to 0 dead.
    pub health: f32,
    /// 0 sated to 1 starving.
    pub hunger: f32,
}

/// Somebody.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// What people call them.
    pub name: String,
    /// Chooses their looks.
    pub look: u32,
    /// Whether a human steers them.
    pub human: bool,
}

/// The guest who steers this body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SteeredBy(pub GuestId);

/// Somebody who is not in the world now but will come back: kept, not simulated, not seen.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away;

/// Somebody who keeps the law: told of crime around, and held in respect where they are.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard;

/// What somebody carries.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bag {
    /// The things, by slot.
    pub slots: [Option<EntityId>; BAG_SLOTS],
    /// The slot whose thing is in the hand.
    pub held: Option<u8>,
}

impl Bag {
    /// The thing in a slot.
    #[must_use]
    pub fn get(&self, slot: u8) -> Option<EntityId> {
        self.slots.get(usize::from(slot)).copied().flatten()
    }

    /// The first free slot.
    #[must_use]
    pub fn free(&self) -> Option<u8> {
        self.slots.iter().position(Option::is_none).map(|slot| slot as u8)
    }

    /// Takes the thing out of a slot.
    pub fn remove(&mut self, slot: u8) -> Option<EntityId> {
        if self.held == Some(slot) {
            self.held = None;
        }
        self.slots.get_mut(usize::from(slot))?.take()
    }
}

/// The thing in somebody's bag that they wear.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wears(pub EntityId);

/// Something that can be picked up.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// Whether it burns, if it can.
    pub lit: bool,
}

/// Where a thing lies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lies {
    /// Where.
    pub place: DVec2,
    /// On which storey.
    pub level: u8,
}

/// Who carries a thing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedBy(pub EntityId);

/// Whose a thing is, where that is not plain ([`crate::owners`]): of what was put down, and of what somebody carries that is another's.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// Whose.
    pub by: Owner,
    /// Since when it has been lying there, or with who took it.
    pub since: Tick,
}

/// The last thing a body was seen doing.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acting {
    /// What.
    pub gesture: Gesture,
    /// How often it did anything, so that a repeat is seen.
    pub count: u8,
}

impl Acting {
    /// Does something others see.
    pub fn act(&mut self, gesture: Gesture) {
        self.gesture = gesture;
        self.count = self.count.wrapping_add(1);
    }

    /// As the wire carries it.
    #[must_use]
    pub fn bits(&self) -> u8 {
        (self.gesture as u8 & 15) | ((self.count & 3) << 4)
    }
}

/// How soon somebody may do something again.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// No blow or cut before this.
    pub arm_free: Tick,
    /// Words said lately; one is forgiven every second.
    pub talk: u8,
    /// When talk was last forgiven.
    pub talk_since: Tick,
}

/// Somebody dead, waiting to rise.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    /// Since when.
    pub since: Tick,
}

kept! {
    Id = "id", Body = "body", Steered = "steered", Vitals = "vitals", Person = "person", SteeredBy = "steered_by",
    Away = "away", Bag = "bag", Thing = "thing", Lies = "lies", CarriedBy = "carried_by", Owned = "owned", Acting = "acting",
    Pace = "pace", Fallen = "fallen", Guard = "guard", Wears = "wears",
}
