//! What is near a place, without a walk over everything.
//!
//! Contract: [`Index::near`] gives everything filed within `reach` of a place, and little else: whatever lies in the squares the reach touches. It comes row by row from the south, in
//! each row from the west, and within a square in the order in which it was filed; so the answer depends on nothing but what was filed. Cost: one sort to file all, one
//! binary search a row to ask.
//!
//! A [`Register`] is for what is asked often and changes little: it is kept, and whoever moves, comes or goes is filed anew. It answers likewise, but within a square in the order of the keys.

use crate::DVec2;
use std::collections::{BTreeMap, BTreeSet};

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

/// Keys filed by the square they lie in, one square each, and filed anew one by one.
///
/// ```
/// use wold_space::{DVec2, index::Register};
///
/// let mut people = Register::new(8.0);
/// people.put("Asa", DVec2::new(1.0, 1.0));
/// people.put("Bo", DVec2::new(90.0, 4.0));
/// people.put("Asa", DVec2::new(85.0, 4.0));
/// assert_eq!(people.near(DVec2::new(88.0, 4.0), 4.0).collect::<Vec<_>>(), [&"Asa", &"Bo"]);
/// people.take(&"Bo");
/// assert_eq!(people.at(DVec2::new(88.0, 4.0)).count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Register<K> {
    side: f64,
    /// By row, then by column.
    squares: BTreeMap<(i64, i64), BTreeSet<K>>,
    filed: BTreeMap<K, (i64, i64)>,
}

impl<K: Ord + Copy> Register<K> {
    /// An empty register with squares of this side, in metres.
    #[must_use]
    pub fn new(side: f64) -> Self {
        Self { side, squares: BTreeMap::new(), filed: BTreeMap::new() }
    }

    /// Files a key, or files it anew. Costs next to nothing if it is still in its square.
    pub fn put(&mut self, key: K, place: DVec2) {
        let square = square(self.side, place);
        if self.filed.get(&key) == Some(&square) {
            return;
        }
        self.take(&key);
        self.squares.entry(square).or_default().insert(key);
        self.filed.insert(key, square);
    }

    /// Takes a key out, if it is filed.
    pub fn take(&mut self, key: &K) {
        let Some(square) = self.filed.remove(key) else { return };
        if let Some(keys) = self.squares.get_mut(&square) {
            keys.remove(key);
            if keys.is_empty() {
                self.squares.remove(&square);
            }
        }
    }

    /// Everything in the square of a place.
    pub fn at(&self, place: DVec2) -> impl Iterator<Item = &K> {
        self.squares.get(&square(self.side, place)).into_iter().flatten()
    }

    /// Everything within `reach` metres of a place, and what else lies in the same squares.
    pub fn near(&self, place: DVec2, reach: f64) -> impl Iterator<Item = &K> {
        let (south, west) = square(self.side, place - reach);
        let (north, east) = square(self.side, place + reach);
        (south..=north)
            .flat_map(move |row| self.squares.range((row, west)..=(row, east)).flat_map(|(_, keys)| keys))
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

        #[test]
        fn a_register_that_was_changed_one_by_one_answers_like_an_index_made_at_once(
            steps in prop::collection::vec((0_usize..12, prop::option::of((-50.0..50.0, -50.0..50.0))), 0..120),
            at in (-60.0..60.0, -60.0..60.0), reach in 0.0..30.0, side in 0.5..40.0
        ) {
            let mut register = Register::new(side);
            let mut places = BTreeMap::new();
            for (key, place) in steps {
                match place.map(DVec2::from) {
                    Some(place) => {
                        register.put(key, place);
                        places.insert(key, place);
                    }
                    None => {
                        register.take(&key);
                        places.remove(&key);
                    }
                }
            }
            let index = Index::new(side, places.into_iter().map(|(key, place)| (place, key)));
            let at = DVec2::from(at);
            prop_assert!(register.near(at, reach).eq(index.near(at, reach)));
        }
    }
}
