//! Which way to run: away from an enemy, after a prey, to a pond, and not into a corner.
//!
//! Contract: tries `directions` evenly spaced headings from -π and keeps the strictly best. Criteria: avoid the enemy, chase the
//! prey, go to the pond, stay in the middle; each weighted (Yager) by how well its cause is perceived, 1 near and 0 from the
//! range of sight or smell on; put together by a soft-and. Pursuit and flight are graded by 1 - |angle| / π. After Smed & Hakonen
//! 2006, section 7.3.4, with its angles put right.

use super::{Owa, Weighting};
use std::f64::consts::{PI, TAU};

/// A field, what is perceived on it, and how far.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Width and height of the field.
    pub field: (f64, f64),
    /// Where one stands.
    pub own: (f64, f64),
    /// Who is to be avoided.
    pub enemy: Option<(f64, f64)>,
    /// Who is to be caught.
    pub prey: Option<(f64, f64)>,
    /// Where one is healed.
    pub pond: Option<(f64, f64)>,
    /// How far one sees.
    pub sight: f64,
    /// How far one smells water.
    pub smell: f64,
}

impl Situation {
    /// How good a heading is, with the four criteria that say so.
    #[must_use]
    pub fn judge(&self, heading: f64, aggregate: &Owa) -> (f64, [f64; 4]) {
        let towards = |target: Option<(f64, f64)>| {
            target.map_or(0.0, |(x, y)| {
                let (dx, dy) = (x - self.own.0, y - self.own.1);
                let bearing = if dx == 0.0 && dy == 0.0 { heading } else { libm::atan2(dy, dx) };
                1.0 - wrap(bearing - heading).abs() / PI
            })
        };
        let perceived = |target: Option<(f64, f64)>, range: f64| {
            target.map_or(0.0, |(x, y)| {
                (1.0 - libm::hypot(x - self.own.0, y - self.own.1) / range).clamp(0.0, 1.0)
            })
        };
        let (x, y) = (self.own.0 + libm::cos(heading), self.own.1 + libm::sin(heading));
        let central = |at: f64, size: f64| 1.0 - (2.0 * at / size - 1.0).abs();
        let middle = central(x, self.field.0).min(central(y, self.field.1)).max(0.0);
        let fear = perceived(self.enemy, self.sight);
        let weigh = |degree, weight| Weighting::Yager.apply(degree, weight);
        let criteria = [
            weigh(1.0 - towards(self.enemy), fear),
            weigh(towards(self.prey), perceived(self.prey, self.sight)),
            weigh(towards(self.pond), perceived(self.pond, self.smell)),
            weigh(middle, fear),
        ];
        (aggregate.of(&criteria), criteria)
    }

    /// The best of so many headings, its number and its degree.
    #[must_use]
    pub fn decide(&self, directions: usize, aggregate: &Owa) -> (usize, f64, f64) {
        let mut best = (0, -PI, f64::NEG_INFINITY);
        for number in 0..directions.max(1) {
            let heading = -PI + TAU * number as f64 / directions.max(1) as f64;
            let degree = self.judge(heading, aggregate).0;
            if degree > best.2 {
                best = (number, heading, degree);
            }
        }
        best
    }
}

/// An angle into -π to π.
fn wrap(angle: f64) -> f64 {
    let turned = (angle + PI).rem_euclid(TAU);
    turned - PI
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_enemy_prey_and_pond_one_runs_aslant() {
        let situation = Situation {
            field: (100.0, 100.0),
            own: (50.0, 50.0),
            enemy: Some((20.0, 50.0)),
            prey: Some((50.0, 80.0)),
            pond: Some((90.0, 50.0)),
            sight: 60.0,
            smell: 40.0,
        };
        let soft = Owa::soft_and(4);
        let (number, heading, degree) = situation.decide(8, &soft);
        assert_eq!(number, 5);
        assert!((heading - PI / 4.0).abs() < 1e-12 && (degree - 0.904799).abs() < 1e-6, "{degree}");
        let (_, criteria) = situation.judge(heading, &soft);
        for (found, expected) in criteria.iter().zip([0.86603, 0.86603, 1.0, 0.9929]) {
            assert!((found - expected).abs() < 1e-4, "{criteria:?}");
        }
        for (heading, expected) in [(0.0, 0.879828), (PI / 2.0, 0.879828), (-PI, 0.510122)] {
            assert!((situation.judge(heading, &soft).0 - expected).abs() < 1e-6, "{heading}");
        }
        let printed = situation.decide(8, &Owa::soft_and_as_printed(4));
        assert!(printed.0 == 5 && (printed.2 - 0.718551).abs() < 1e-6);
    }

    #[test]
    fn standing_on_ones_prey_or_seeing_nobody_is_no_trouble() {
        let mut situation = Situation {
            field: (10.0, 10.0),
            own: (5.0, 5.0),
            enemy: None,
            prey: Some((5.0, 5.0)),
            pond: None,
            sight: 3.0,
            smell: 3.0,
        };
        assert!(situation.decide(16, &Owa::soft_and(4)).2.is_finite());
        situation.prey = None;
        assert_eq!(situation.decide(16, &Owa::soft_and(4)).2, 1.0);
    }
}
