//! How much on edge a guest's character is.

use crate::form::{Id, Maybe, Named, Own, record};
use wold_lore::{Awareness, Rouse};
use wold_space::{DVec2, EntityId};

/// The guest's character is on edge, or calmer than it was: told when it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aware {
    /// How much on edge it is now.
    pub state: Awareness,
    /// Why.
    pub cause: Rouse,
    /// Of whom, as far as the character knows.
    pub about: Option<EntityId>,
    /// Where; rounded to the wire's steps on the way.
    pub place: Option<DVec2>,
}

record! { Aware, "[awareness](#awareness)" {
    state: Named<Awareness, 2>,
    cause: Named<Rouse, 4>,
    about: Maybe<Id>,
    place: Maybe<Own<DVec2>>,
} }
