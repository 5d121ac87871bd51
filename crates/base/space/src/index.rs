//! What is near a place, without a walk over everything.
//!
//! Contract: [`Index::near`] gives everything filed within `reach` of a place, and little else: whatever lies in the squares the reach touches. It comes row by row from the south, in
//! each row from the west, and within a square in the order in which it was filed; so the answer depends on nothing but what was filed. Cost: one sort to file all, one
//! binary search a row to ask.

use crate::DVec2;

/// Things filed by the square they lie in.
///
/// ```
/// use wold_space::{DVec2, index::Index};
///
/// let wells = [(DVec2::new(1.0, 1.0), "old well"), (DVec2::new(90.0, 4.0), "far well")];
/// let index = Index::new(8.0, wells);
/// assert_eq!(index.near(DVec2::new(3.0, 0.0), 4.0).collect::<Vec<_>>(), [&"old well"]);
/// ```
#[derive(Clone, Debug)]
pub struct Index<T> {
    side: f64,
    /// By row, then by column.
    filed: Vec<((i64, i64), T)>,
}

impl<T> Index<T> {
    /// Files things by squares of this side, in metres; best is about the reach that is asked for most.
    #[must_use]
    pub fn new(side: f64, things: impl IntoIterator<Item = (DVec2, T)>) -> Self {
        let mut filed: Vec<_> =
            things.into_iter().map(|(place, thing)| (square(side, place), thing)).collect();
        filed.sort_by_key(|(square, _)| *square);
        Self { side, filed }
    }

    /// Everything within `reach` metres of a place, and what else lies in the same squares.
    pub fn near(&self, place: DVec2, reach: f64) -> impl Iterator<Item = &T> {
        let (south, west) = square(self.side, place - reach);
        let (north, east) = square(self.side, place + reach);
        (south..=north).flat_map(move |row| {
            let first = self.filed.partition_point(|(square, _)| *square < (row, west));
            self.filed[first..].iter().take_while(move |(square, _)| *square <= (row, east)).map(|(_, it)| it)
        })
    }
}

fn square(side: f64, place: DVec2) -> (i64, i64) {
    let cell = |metres: f64| (metres / side).floor() as i64;
    (cell(place.y), cell(place.x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_that_is_within_reach_is_near_and_nothing_two_squares_beyond(
            places in prop::collection::vec((-50.0..50.0, -50.0..50.0), 0..80),
            at in (-60.0..60.0, -60.0..60.0), reach in 0.0..30.0, side in 0.5..40.0
        ) {
            let (places, at): (Vec<_>, _) = (places.into_iter().map(DVec2::from).collect(), DVec2::from(at));
            let index = Index::new(side, places.iter().copied().enumerate().map(|(i, place)| (place, i)));
            let near: Vec<usize> = index.near(at, reach).copied().collect();
            for (i, place) in places.iter().enumerate() {
                let far = (*place - at).abs().max_element();
                prop_assert!(place.distance(at) > reach || near.contains(&i));
                prop_assert!(far <= reach + side || !near.contains(&i));
            }
            let mut once = near.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), near.len(), "nothing comes twice");
        }
    }
}
