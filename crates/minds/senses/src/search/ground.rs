//! What a search asks of the land.

use wold_space::{DVec2, DVec3};

/// A point where somebody could hide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub at: DVec3,
    /// Beside something that hides: cover, a corner, an alley's mouth. Those are taken first.
    pub cover: bool,
}

/// The land as searchers know it.
pub trait Ground {
    /// Whether two points see each other. This is a ray: it is asked as rarely as can be.
    fn sees(&self, from: DVec3, to: DVec3) -> bool;

    /// Points somebody could stand at within `radius` metres of a place, always in the same order.
    fn candidates(&self, around: DVec3, radius: f64) -> Vec<Candidate>;

    /// How far one sees from a point in a direction of length 1, at most `most` metres. This is a ray, too.
    fn depth(&self, from: DVec3, way: DVec2, most: f64) -> f64;

    /// How little one likes to go to a point, for what is known of it: danger above 0, a reason to look there below. Nothing unless known better.
    fn dread(&self, _: DVec3) -> f64 {
        0.0
    }

    /// How far one walks from a point to each of others; nothing where one does not get. Straight unless known better.
    fn ways(&self, from: DVec3, to: &[DVec3]) -> Vec<Option<f64>> {
        to.iter().map(|to| Some(from.distance(*to))).collect()
    }
}
