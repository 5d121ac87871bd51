//! One question for every kind of influence: how much is here, which way does it rise, and where near by is it greatest.

use super::{Layer, WorkingMap};
use glam::DVec2;

/// Something that has a value everywhere.
pub trait Field {
    /// The value at a point; 0 where nothing is known.
    fn sample(&self, at: DVec2) -> f64;

    /// The direction in which it rises, by how much per unit of distance.
    fn gradient(&self, at: DVec2) -> DVec2;

    /// The point within a distance with the greatest value, and it. Never farther away than asked; `None` if there is nowhere to look.
    fn best_in(&self, centre: DVec2, radius: f64) -> Option<(DVec2, f64)>;
}

/// The negative of a field: its best places are the other's worst.
#[derive(Clone, Copy, Debug)]
pub struct Negative<'f, F>(pub &'f F);

impl<F: Field> Field for Negative<'_, F> {
    fn sample(&self, at: DVec2) -> f64 {
        -self.0.sample(at)
    }

    fn gradient(&self, at: DVec2) -> DVec2 {
        -self.0.gradient(at)
    }

    fn best_in(&self, centre: DVec2, radius: f64) -> Option<(DVec2, f64)> {
        best_sampled(self, centre, radius)
    }
}

/// The best of a ring pattern of samples, improved by climbing with a step that is halved where it does not help; stays inside the disc.
pub(super) fn best_sampled(field: &impl Field, centre: DVec2, radius: f64) -> Option<(DVec2, f64)> {
    if !(centre.is_finite() && radius.is_finite() && radius >= 0.0) {
        return None;
    }
    // A hair inside, so that rounding never leaves the disc, however small it is and however far from the origin.
    let hair = radius * 1e-12 + centre.abs().max_element() * 8.0 * f64::EPSILON;
    let radius = (radius - hair).max(0.0);
    let mut starts = vec![centre];
    for (ring, count) in [(1.0, 6), (2.0, 12), (3.0, 18), (4.0, 24)] {
        for spoke in 0..count {
            let angle = std::f64::consts::TAU * f64::from(spoke) / f64::from(count);
            starts.push(centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * (radius * ring / 4.0));
        }
    }
    let mut values: Vec<(DVec2, f64)> = starts.into_iter().map(|at| (at, field.sample(at))).collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Several starts: one hill may hide another.
    let climbed = values.into_iter().take(4).map(|(at, value)| climb(field, centre, radius, at, value));
    climbed.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn climb(field: &impl Field, centre: DVec2, radius: f64, mut at: DVec2, mut value: f64) -> (DVec2, f64) {
    let mut step = radius / 4.0;
    for _ in 0..48 {
        let Some(up) = field.gradient(at).try_normalize() else { break };
        let next = centre + (at + up * step - centre).clamp_length_max(radius);
        let there = field.sample(next);
        if there > value {
            (at, value) = (next, there);
        } else {
            step /= 2.0;
        }
    }
    (at, value)
}

/// Layers are fields over their cells: between the middles of cells values change linearly.
impl Field for Layer {
    fn sample(&self, at: DVec2) -> f64 {
        bilinear(at, |x, y| self.get(x, y).map(f64::from))
    }

    fn gradient(&self, at: DVec2) -> DVec2 {
        slope(self, at)
    }

    fn best_in(&self, centre: DVec2, radius: f64) -> Option<(DVec2, f64)> {
        best_cell(centre, radius, |x, y| self.get(x, y).map(f64::from))
    }
}

impl Field for WorkingMap {
    fn sample(&self, at: DVec2) -> f64 {
        bilinear(at, |x, y| self.get((x, y)).map(f64::from))
    }

    fn gradient(&self, at: DVec2) -> DVec2 {
        slope(self, at)
    }

    fn best_in(&self, centre: DVec2, radius: f64) -> Option<(DVec2, f64)> {
        best_cell(centre, radius, |x, y| self.get((x, y)).map(f64::from))
    }
}

fn bilinear(at: DVec2, cell: impl Fn(i32, i32) -> Option<f64>) -> f64 {
    let corner = (at - DVec2::splat(0.5)).floor();
    let share = at - DVec2::splat(0.5) - corner;
    let (x, y) = (corner.x as i32, corner.y as i32);
    let value = |dx: i32, dy: i32| cell(x.saturating_add(dx), y.saturating_add(dy)).unwrap_or(0.0);
    let row = |dy: i32| value(0, dy) * (1.0 - share.x) + value(1, dy) * share.x;
    row(0) * (1.0 - share.y) + row(1) * share.y
}

fn slope(field: &impl Field, at: DVec2) -> DVec2 {
    let along = |step: DVec2| (field.sample(at + step) - field.sample(at - step)) / (2.0 * step.length());
    DVec2::new(along(DVec2::X * 0.5), along(DVec2::Y * 0.5))
}

fn best_cell(centre: DVec2, radius: f64, cell: impl Fn(i32, i32) -> Option<f64>) -> Option<(DVec2, f64)> {
    if !(centre.is_finite() && (0.0..=4096.0).contains(&radius)) {
        return None;
    }
    let (low, high) = ((centre - DVec2::splat(radius)).floor(), (centre + DVec2::splat(radius)).ceil());
    let mut best: Option<(DVec2, f64)> = None;
    for y in low.y as i32..=high.y as i32 {
        for x in low.x as i32..=high.x as i32 {
            let at = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            if let Some(value) = cell(x, y).filter(|_| at.distance(centre) <= radius)
                && best.is_none_or(|(_, most)| value > most)
            {
                best = Some((at, value));
            }
        }
    }
    best
}
