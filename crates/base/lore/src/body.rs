//! Bodies: how they hold themselves, what they are seen doing, what they are.

use crate::being::Being;
use crate::land::ThingKind;
use crate::vocabulary;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// How a body holds itself.
    #[derive(Default)]
    Pose, "pose" {
        #[default]
        Standing = 0 "standing",
        Walking = 1 "walking",
        Running = 2 "running",
        Sneaking = 3 "sneaking",
        Sitting = 4 "sitting",
        Lying = 5 "lying",
        Swimming = 6 "swimming",
        Fallen = 7 "fallen",
    }
}

impl Pose {
    /// The pose with that number; all eight three-bit numbers are poses.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        Self::ALL[usize::from(bits & 7)]
    }
}

vocabulary! {
    /// A short act that others see. The wire adds a two-bit counter so that a repeated gesture is seen again.
    #[derive(Default)]
    Gesture, "gesture" {
        #[default]
        None = 0 "none",
        Strike = 1 "strike",
        Take = 2 "take",
        Drop = 3 "drop",
        Eat = 4 "eat",
        Give = 5 "give",
        Wave = 6 "wave",
        Chop = 7 "chop",
        Build = 8 "build",
        Hurt = 9 "hurt",
        Heal = 10 "heal",
        Work = 11 "work",
        Shoot = 12 "shoot",
    }
}

vocabulary! {
    /// How somebody is spoken of where the one stands who looks.
    #[derive(Default)]
    Repute, "repute" {
        #[default]
        None = 0 "none",
        Good = 1 "good",
        Bad = 2 "bad",
    }
}

vocabulary! {
    /// What somebody wears to be taken for somebody else.
    #[derive(Default)]
    Guise, "guise" {
        #[default]
        None = 0 "their own clothes",
        Hood = 1 "somebody in a hood",
        Coat = 2 "a guard's coat",
    }
}

/// Where a guise stands in the number that chooses somebody's looks; below it is how far in life they are ([`crate::Stage`]), and what is their own.
const GUISE_SHIFT: u32 = 30;

impl Guise {
    /// What a thing makes of who wears it, if it can be worn.
    #[must_use]
    pub fn of(kind: ThingKind) -> Option<Self> {
        match kind {
            ThingKind::Hood => Some(Self::Hood),
            ThingKind::Coat => Some(Self::Coat),
            _ => None,
        }
    }

    /// The looks of somebody who is dressed so. Under a hood all look alike.
    ///
    /// ```
    /// use wold_lore::Guise;
    /// assert_eq!(Guise::in_look(Guise::Coat.look(77)), Guise::Coat);
    /// assert_eq!(Guise::Hood.look(77), Guise::Hood.look(78));
    /// ```
    #[must_use]
    pub fn look(self, own: u32) -> u32 {
        let own = if self == Self::Hood { 0 } else { own & ((1 << GUISE_SHIFT) - 1) };
        (self as u32) << GUISE_SHIFT | own
    }

    /// How somebody is dressed who looks so.
    #[must_use]
    pub fn in_look(look: u32) -> Self {
        Self::ALL.get((look >> GUISE_SHIFT) as usize).copied().unwrap_or_default()
    }
}

/// What an entity is: told once, when it comes into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EntityKind {
    /// Somebody, or an animal.
    Being(Being),
    /// Something that can be picked up.
    Thing(ThingKind),
}

impl EntityKind {
    /// A person steered by a human.
    pub const HUMAN: Self = Self::Being(Being::Human);
    /// A person steered by a program.
    pub const INHABITANT: Self = Self::Being(Being::Inhabitant);

    /// Whether it is somebody one can talk to.
    #[must_use]
    pub fn is_person(self) -> bool {
        matches!(self, Self::Being(being) if being.is_person())
    }

    /// What people call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Being(being) => being.label(),
            Self::Thing(thing) => thing.label(),
        }
    }
}
