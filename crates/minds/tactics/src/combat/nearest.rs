//! Who of many is nearest, without a look at all of them.
//!
//! A k-d tree within one list: the middle of a stretch parts it along x or y by turns. The answer is that of a look at all, the lowest number among equally near
//! ones; crowds that fight in a heap ask for some dozens of looks instead of thousands. Not for points that stand in the very same place by the hundred: all
//! of those are looked at.

use glam::DVec2;

/// Points with numbers, to be asked for the nearest.
pub(super) struct Nearest(Vec<(usize, DVec2)>);

/// Stretches this short are looked at whole.
const SHORT: usize = 8;

impl Nearest {
    pub fn new(mut points: Vec<(usize, DVec2)>) -> Self {
        part(&mut points, 0);
        Self(points)
    }

    /// The nearest, where it stands, and how many were looked at.
    pub fn to(&self, at: DVec2) -> (Option<(usize, DVec2)>, u64) {
        let mut search = Search { at, best: None, looks: 0 };
        search.through(&self.0, 0);
        (search.best.map(|(_, number, place)| (number, place)), search.looks)
    }
}

fn part(points: &mut [(usize, DVec2)], axis: usize) {
    if points.len() > SHORT {
        let middle = points.len() / 2;
        points.select_nth_unstable_by(middle, |a, b| a.1[axis].total_cmp(&b.1[axis]).then(a.0.cmp(&b.0)));
        let (below, above) = points.split_at_mut(middle);
        part(below, 1 - axis);
        part(&mut above[1..], 1 - axis);
    }
}

struct Search {
    at: DVec2,
    /// The distance squared, the number and the place.
    best: Option<(f64, usize, DVec2)>,
    looks: u64,
}

impl Search {
    fn look(&mut self, (number, place): (usize, DVec2)) {
        self.looks += 1;
        let far = self.at.distance_squared(place);
        if self.best.is_none_or(|(least, first, _)| far < least || far == least && number < first) {
            self.best = Some((far, number, place));
        }
    }

    fn through(&mut self, points: &[(usize, DVec2)], axis: usize) {
        if points.len() <= SHORT {
            return points.iter().for_each(|point| self.look(*point));
        }
        let middle = points.len() / 2;
        self.look(points[middle]);
        let off = self.at[axis] - points[middle].1[axis];
        let (below, above) = (&points[..middle], &points[middle + 1..]);
        let (near, far) = if off < 0.0 { (below, above) } else { (above, below) };
        self.through(near, 1 - axis);
        // Equally near ones on the other side may have a lower number.
        if self.best.is_none_or(|(least, ..)| off * off <= least) {
            self.through(far, 1 - axis);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nearest_is_that_of_a_look_at_all(
            // Whole numbers make many equally near ones.
            places in prop::collection::vec((0i32..12, 0i32..12), 1..200), at in (0i32..12, 0i32..12)
        ) {
            let point = |(x, y): (i32, i32)| DVec2::new(f64::from(x), f64::from(y));
            let points: Vec<(usize, DVec2)> = places.into_iter().map(point).enumerate().collect();
            let at = point(at);
            let far = |p: &&(usize, DVec2)| p.1.distance_squared(at);
            let sure = points.iter().min_by(|a, b| far(a).total_cmp(&far(b))).copied();
            prop_assert_eq!(Nearest::new(points).to(at).0, sure);
        }
    }

    #[test]
    fn few_of_a_crowd_are_looked_at() {
        let mut luck = wold_chance::Stream::named(wold_chance::Seed(1), "crowd", &[]);
        let crowd = (0..2000).map(|number| (number, DVec2::new(luck.unit(), luck.unit()))).collect();
        assert!(Nearest::new(crowd).to(DVec2::new(0.3, 0.6)).1 < 100);
        assert_eq!(Nearest::new(Vec::new()).to(DVec2::ZERO), (None, 0));
    }
}
