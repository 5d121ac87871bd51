//! Candidates: cheap, no rays, always in the same order.
//!
//! Points one cannot stand on are left out, as are points in the same place, cover that somebody else has claimed, and everything outside the
//! generator's area. A trunk gives one point on the side away from whom one hides from. Square grids have a preference for eight directions; rings
//! have none.

use super::measure::{Missing, place};
use super::{Generator, Source};
use crate::scene::Scene;
use glam::DVec2;

/// What stands behind a candidate; numbers into the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A point in the open.
    Open,
    /// A cover.
    Cover(usize),
    /// A place along a rail.
    Rail(usize),
    /// Somebody.
    Entity(usize),
    /// A marked place.
    Spot(usize),
}

/// A place that may be the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub at: DVec2,
    /// What is there.
    pub what: What,
}

impl Generator {
    /// Adds this generator's candidates.
    pub(super) fn generate(&self, scene: &Scene, out: &mut Vec<Candidate>) -> Result<(), Missing> {
        let centre = place(scene, self.around)?;
        let area = match &self.area {
            None => None,
            Some(name) => Some(
                scene
                    .areas
                    .iter()
                    .find(|area| area.name == *name)
                    .ok_or_else(|| Missing(format!("there is no area {name:?}")))?,
            ),
        };
        let before = out.len();
        let mut add = |at: DVec2, what: What| {
            let inside = area.is_none_or(|area| area.contains(at));
            let near = centre.distance(at) <= self.radius || self.source == Source::Grid;
            let stands = matches!(what, What::Entity(_)) || scene.stands(at);
            if inside && near && stands {
                out.push(Candidate { at, what });
            }
        };
        match &self.source {
            Source::HideSpots(from) => {
                let from = place(scene, *from)?;
                for cover in 0..scene.covers.len() {
                    if let Some(at) = hide(scene, cover, Some(from)) {
                        add(at, What::Cover(cover));
                    }
                }
            }
            Source::CurrentHidePoint => {
                let target = place(scene, super::Object::Target).ok();
                if let Some(cover) = scene.roles.current
                    && let Some(at) = hide(scene, cover, target)
                {
                    add(at, What::Cover(cover));
                }
            }
            Source::Rails => rails(scene, self.spacing, &mut add),
            Source::Grid => {
                let steps = (self.radius / self.spacing).floor() as i64;
                for j in -steps..=steps {
                    for i in -steps..=steps {
                        add(centre + DVec2::new(i as f64, j as f64) * self.spacing, What::Open);
                    }
                }
            }
            Source::Rings(inner) => {
                let rings = ((self.radius - inner) / self.spacing + 1e-9).floor() as u64;
                for ring in 0..=rings {
                    // Adding up steps may end a hair beyond the radius.
                    let radius = (inner + ring as f64 * self.spacing).min(self.radius * (1.0 - 1e-12));
                    ring_of(centre, radius, self.spacing, |at| add(at, What::Open));
                }
            }
            Source::Entities(kind) => {
                for (i, entity) in scene.entities.iter().enumerate() {
                    if i != scene.roles.puppet && kind.as_ref().is_none_or(|kind| *kind == entity.kind) {
                        add(entity.at, What::Entity(i));
                    }
                }
            }
            Source::Spots(kind) => {
                for (i, spot) in scene.spots.iter().enumerate().filter(|(_, spot)| spot.kind == *kind) {
                    add(spot.at, What::Spot(i));
                }
            }
        }
        let here = scene.puppet().at;
        if self.stay && !out[before..].iter().any(|candidate| candidate.at == here) {
            out.push(Candidate { at: here, what: What::Open });
        }
        Ok(())
    }
}

/// Where one hides behind a cover; `None` if it does not hide from there or is taken.
fn hide(scene: &Scene, cover: usize, from: Option<DVec2>) -> Option<DVec2> {
    let cover = &scene.covers[cover];
    if cover.claimed_by.as_ref().is_some_and(|who| *who != scene.puppet().name) {
        return None;
    }
    let Some(facing) = cover.facing else {
        let away = from.and_then(|from| (cover.at - from).try_normalize())?;
        return Some(cover.at + away * cover.radius);
    };
    let protects = match from.and_then(|from| (from - cover.at).try_normalize()) {
        Some(towards) => facing.dot(towards) >= cover.cone,
        None => from.is_none(),
    };
    protects.then_some(cover.at)
}

/// On each rail the point nearest to the asker, then points a spacing apart that keep a spacing from everybody else.
fn rails(scene: &Scene, spacing: f64, add: &mut impl FnMut(DVec2, What)) {
    for (i, rail) in scene.rails.iter().enumerate() {
        let (way, length) = (rail.to - rail.from, rail.from.distance(rail.to));
        let free = |at: DVec2| scene.others().all(|other| other.at.distance(at) >= spacing);
        let share = (scene.puppet().at - rail.from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
        let nearest = rail.from + way * share.clamp(0.0, 1.0);
        if free(nearest) {
            add(nearest, What::Rail(i));
        }
        let steps = (length / spacing).floor().min(10_000.0) as u64;
        for step in 0..=steps {
            let at = rail.from + way * (step as f64 * spacing / length.max(f64::MIN_POSITIVE)).min(1.0);
            if at != nearest && free(at) {
                add(at, What::Rail(i));
            }
        }
    }
}

/// Points on a circle, about a spacing apart and at least eight.
fn ring_of(centre: DVec2, radius: f64, spacing: f64, mut add: impl FnMut(DVec2)) {
    if radius <= 0.0 {
        return add(centre);
    }
    let count = (std::f64::consts::TAU * radius / spacing).round().max(8.0);
    for i in 0..count as u64 {
        let angle = std::f64::consts::TAU * i as f64 / count;
        add(centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius);
    }
}
