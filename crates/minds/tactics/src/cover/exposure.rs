//! How much of a walk is seen, and what that costs.
//!
//! cost = length + Σ over enemies of exposed·(bias − 1) + length·(safety if the ground is unsafe). For one enemy that is exposed·bias + concealed + …; every
//! term is at least the length (biases from 1, safety from 0), so straight-line guesses stay too low. Shadows of one enemy are united: two walls in a
//! row hide no more than one.

use super::Panel;
use glam::DVec3;

/// Somebody not to be seen by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enemy {
    /// Where its eyes are.
    pub eye: DVec3,
    /// What a metre in its sight costs, from 1.
    pub bias: f64,
}

/// What of a walk is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// Metres of the walk.
    pub length: f64,
    /// Metres of it in sight.
    pub exposed: f64,
}

/// The union of intervals, in order, without overlaps.
pub(super) fn unite(mut intervals: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    intervals.retain(|(start, end)| start < end);
    intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut united: Vec<(f64, f64)> = Vec::new();
    for (start, end) in intervals {
        match united.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => united.push((start, end)),
        }
    }
    united
}

/// The shares of a walk that panels hide from an eye, in order, without overlaps.
fn shadows<'p>(
    panels: impl IntoIterator<Item = &'p Panel>,
    eye: DVec3,
    from: DVec3,
    to: DVec3,
) -> Vec<(f64, f64)> {
    unite(panels.into_iter().filter_map(|panel| panel.shadow(eye, from, to)).collect())
}

impl Exposure {
    /// Of a straight walk before one enemy, behind these panels.
    #[must_use]
    pub fn of<'p>(panels: impl IntoIterator<Item = &'p Panel>, eye: DVec3, from: DVec3, to: DVec3) -> Self {
        let length = from.distance(to);
        let hidden: f64 = shadows(panels, eye, from, to).into_iter().map(|(start, end)| end - start).sum();
        Self { length, exposed: length * (1.0 - hidden).max(0.0) }
    }

    /// Of a straight walk before several enemies, each behind panels of its own: a metre counts once however many see it.
    #[must_use]
    pub fn to_any<'p>(
        enemies: impl IntoIterator<Item = (DVec3, &'p [Panel])>,
        from: DVec3,
        to: DVec3,
    ) -> Self {
        let mut seen = Vec::new();
        for (eye, panels) in enemies {
            let mut open = 0.0;
            for (start, end) in shadows(panels, eye, from, to) {
                seen.push((open, start));
                open = end;
            }
            seen.push((open, 1.0));
        }
        let length = from.distance(to);
        let seen: f64 = unite(seen).into_iter().map(|(start, end)| end - start).sum();
        Self { length, exposed: length * seen.min(1.0) }
    }

    /// What the walk costs with one enemy.
    ///
    /// ```
    /// let walk = wold_tactics::cover::Exposure { length: 10.0, exposed: 6.0 };
    /// assert_eq!(walk.cost(3.0, false, 0.5), 22.0);
    /// assert_eq!(walk.cost(3.0, true, 0.5), 27.0);
    /// assert_eq!(walk.cost(1.0, false, 0.5), 10.0);
    /// ```
    #[must_use]
    pub fn cost(&self, bias: f64, is_unsafe: bool, safety: f64) -> f64 {
        self.length
            + self.exposed * (bias.max(1.0) - 1.0)
            + if is_unsafe { self.length * safety.max(0.0) } else { 0.0 }
    }
}
