//! What a walker of some sense asks of the ground, and how far an arm goes: shared by the world, inhabitants and the inspector.
//!
//! A walker plans for less than its body could just do, so that a step in the wrong direction ends in no river and on no cliff.

use crate::movement::Physique;

pub use wold_lore::measure::{ARM_METRES, BUILDING_METRES, TOUCHING_METRES};

/// What a body walks over of its own accord.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Metres a planned way keeps from what the body could touch.
    pub clearance: f32,
    /// Metres a walker keeps from it on the spot.
    pub elbow_room: f32,
    /// Deepest water waded through, in metres.
    pub wade: f32,
    /// Steepest rise over run walked up.
    pub steep: f32,
}

impl Measures {
    /// Those of a body.
    ///
    /// ```
    /// use wold_land::{Measures, Physique};
    /// let giant = Physique { radius: 0.6, swim_depth: 2.0, ..Physique::default() };
    /// assert!(Measures::of(&giant).wade > 1.5 && Measures::of(&giant).clearance > 0.6);
    /// ```
    #[must_use]
    pub fn of(physique: &Physique) -> Self {
        Self {
            clearance: physique.radius + 0.07,
            elbow_room: physique.radius + 0.03,
            wade: (physique.swim_depth - 0.4).max(0.0),
            steep: (physique.steepest - 0.2).max(0.0),
        }
    }
}

impl Default for Measures {
    fn default() -> Self {
        Self::of(&Physique::default())
    }
}
