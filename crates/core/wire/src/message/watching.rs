//! Where somebody who only looks on looks from.

use super::LONGEST_NAME;
use crate::form::{Bit, Bits16, Id, List, Maybe, Metres, Text, record};
use wold_space::EntityId;

/// Names of viewpoints one message may hold.
pub const MOST_SIGHTS: usize = 16;

/// A watcher's viewpoint, and how it may be moved: told after the welcome and whenever it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// Whom the viewpoint follows; nobody where it flies.
    pub whom: Option<EntityId>,
    /// By which name, or what the viewpoint is called.
    pub name: String,
    /// The south-western corner of where it may go, in metres.
    pub low: [i32; 2],
    /// The north-eastern one.
    pub high: [i32; 2],
    /// Metres it flies in a second; 0 where it does not fly.
    pub pace: u16,
    /// Whether people can be followed by name. Where they cannot, the names of [`Self::sights`] still can.
    pub follows: bool,
    /// What else there is to watch, by name: what a relay carries.
    pub sights: Vec<String>,
}

record! { Watching, "[viewpoint](#watching)" {
    whom: Maybe<Id>,
    name: Text<LONGEST_NAME>,
    low: Metres,
    high: Metres,
    pace: Bits16,
    follows: Bit,
    sights: List<Text<LONGEST_NAME>, MOST_SIGHTS, 7>,
} }
