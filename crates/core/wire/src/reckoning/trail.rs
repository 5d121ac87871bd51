//! Where somebody was: what has been reported, played back a while later.

use std::collections::VecDeque;
use wold_space::DVec2;

/// The most places a trail keeps.
const LONGEST: usize = 128;

/// Reported places by time. Shown late enough, two of them surround every moment and nothing is guessed.
///
/// ```
/// use wold_space::DVec2;
/// use wold_wire::reckoning::Trail;
/// let mut trail = Trail::default();
/// trail.note(1.0, DVec2::new(10.0, 0.0));
/// trail.note(0.0, DVec2::ZERO);
/// assert_eq!(trail.place(0.25), Some(DVec2::new(2.5, 0.0)));
/// assert_eq!(trail.place(9.0), Some(DVec2::new(10.0, 0.0)), "the newest place stands");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    places: VecDeque<(f64, DVec2)>,
}

impl Trail {
    /// Notes a place, in whatever order places come. The oldest make room.
    pub fn note(&mut self, time: f64, place: DVec2) {
        let at = self.places.partition_point(|(t, _)| *t < time);
        if self.places.get(at).is_some_and(|(t, _)| *t == time) {
            return;
        }
        self.places.insert(at, (time, place));
        if self.places.len() > LONGEST {
            self.places.pop_front();
        }
    }

    /// Where it was, on the line between the two places around `time`; the first place before there was one, the last after.
    #[must_use]
    pub fn place(&self, time: f64) -> Option<DVec2> {
        let at = self.places.partition_point(|(t, _)| *t <= time);
        match (at.checked_sub(1).and_then(|i| self.places.get(i)), self.places.get(at)) {
            (Some(&(t0, p0)), Some(&(t1, p1))) => Some(p0.lerp(p1, (time - t0) / (t1 - t0))),
            (Some(&(_, place)), None) | (None, Some(&(_, place))) => Some(place),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_forgets_its_oldest_places_and_takes_none_twice() {
        let mut trail = Trail::default();
        assert_eq!(trail.place(0.0), None);
        for i in 0..1000 {
            trail.note(f64::from(i), DVec2::splat(f64::from(i)));
            trail.note(f64::from(i), DVec2::splat(-1.0));
        }
        assert_eq!(trail.places.len(), LONGEST);
        assert_eq!(trail.place(-5.0), Some(DVec2::splat(872.0)));
        assert_eq!(trail.place(990.5), Some(DVec2::splat(990.5)));
    }
}
