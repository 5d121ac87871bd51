//! Candidates: cheap, no rays, always in the same order.
//!
//! Points one cannot stand on are left out, as are points in the same place, cover that somebody else has claimed, and everything outside the
//! generator's area. A trunk gives one point on the side away from whom one hides from. Square grids have a preference for eight directions; rings
//! have none; cones and arcs have their own. Open points are on the storey of the middle, or on every storey there is.

use super::measure::{Missing, direction, place};
use super::parse::MOST_CANDIDATES;
use super::{Around, Generator, Source};
use crate::ground::{Ground, Point};
use glam::DVec2;

/// What stands behind a candidate; numbers into the ground.
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
    /// On which storey.
    pub storey: u8,
    /// What is there.
    pub what: What,
}

impl Candidate {
    /// Where, with the storey.
    #[must_use]
    pub fn point(&self) -> Point {
        Point { at: self.at, storey: self.storey }
    }
}

impl Generator {
    /// Adds this generator's candidates.
    pub(super) fn generate(&self, ground: &dyn Ground, out: &mut Vec<Candidate>) -> Result<(), Missing> {
        let centre = place(ground, self.around)?;
        let area = match &self.area {
            None => None,
            Some(name) => {
                Some(ground.area(name).ok_or_else(|| Missing(format!("there is no area {name:?}")))?)
            }
        };
        let before = out.len();
        let mut add = |point: Point, what: What| {
            let Point { at, storey } = point;
            let inside = area.is_none_or(|area| area.contains(at));
            let near = centre.at.distance(at) <= self.radius || self.source == Source::Grid;
            let stands = matches!(what, What::Entity(_)) || ground.stands(point);
            if inside && near && stands {
                out.push(Candidate { at, storey, what });
            }
        };
        let floors = |at: DVec2| match self.floors {
            true => ground.storeys(at),
            false => centre.storey..=centre.storey,
        };
        match &self.source {
            Source::HideSpots(from) => {
                let from = place(ground, *from)?;
                for cover in 0..ground.covers().len() {
                    if let Some(at) = hide(ground, cover, Some(from.at)) {
                        add(at, What::Cover(cover));
                    }
                }
            }
            Source::CurrentHidePoint => {
                let target = place(ground, super::Object::Target).ok().map(|target| target.at);
                if let Some(cover) = ground.roles().current
                    && let Some(at) = hide(ground, cover, target)
                {
                    add(at, What::Cover(cover));
                }
            }
            Source::Rails => rails(ground, self.spacing, &mut |at, what| add(Point::ground(at), what)),
            Source::Grid => {
                let steps = (self.radius / self.spacing).floor() as i64;
                for j in -steps..=steps {
                    for i in -steps..=steps {
                        let at = centre.at + DVec2::new(i as f64, j as f64) * self.spacing;
                        floors(at).for_each(|storey| add(Point { at, storey }, What::Open));
                    }
                }
            }
            Source::Rings(inner) => {
                let rings = ((self.radius - inner) / self.spacing + 1e-9).floor() as u64;
                for ring in 0..=rings {
                    // Adding up steps may end a hair beyond the radius.
                    let radius = (inner + ring as f64 * self.spacing).min(self.radius * (1.0 - 1e-12));
                    ring_of(centre.at, radius, self.spacing, |at| {
                        floors(at).for_each(|storey| add(Point { at, storey }, What::Open));
                    });
                }
            }
            Source::Sector { from, towards, half } => {
                let ahead = direction(ground, *towards, centre.at)?;
                let ahead = if ahead == DVec2::ZERO { DVec2::X } else { ahead };
                let rings = ((self.radius - from) / self.spacing + 1e-9).floor() as u64;
                for ring in 0..=rings {
                    let radius = (from + ring as f64 * self.spacing).min(self.radius * (1.0 - 1e-12));
                    arc_of(centre.at, radius, self.spacing, (ahead, *half), |at| {
                        floors(at).for_each(|storey| add(Point { at, storey }, What::Open));
                    });
                }
            }
            Source::Own(own) => {
                let around = Around { centre, radius: self.radius, spacing: self.spacing };
                let made = (own.make)(ground, around);
                made.iter().take(MOST_CANDIDATES as usize).for_each(|made| add(made.point(), made.what));
            }
            Source::Entities(kind) => {
                for (i, entity) in ground.entities().iter().enumerate() {
                    if i != ground.roles().puppet && kind.as_ref().is_none_or(|kind| *kind == entity.kind) {
                        add(entity.point(), What::Entity(i));
                    }
                }
            }
            Source::Spots(kind) => {
                for (i, spot) in ground.spots().iter().enumerate().filter(|(_, spot)| spot.kind == *kind) {
                    add(Point::ground(spot.at), What::Spot(i));
                }
            }
        }
        let here = ground.here();
        if self.stay && !out[before..].iter().any(|candidate| candidate.point() == here) {
            out.push(Candidate { at: here.at, storey: here.storey, what: What::Open });
        }
        Ok(())
    }
}

/// Where one hides behind a cover; `None` if it does not hide from there or is taken.
fn hide(ground: &dyn Ground, cover: usize, from: Option<DVec2>) -> Option<Point> {
    let cover = &ground.covers()[cover];
    let point = |at: DVec2| Point { at, storey: cover.storey };
    if cover.claimed_by.as_ref().is_some_and(|who| *who != ground.puppet().name) {
        return None;
    }
    let Some(facing) = cover.facing else {
        let away = from.and_then(|from| (cover.at - from).try_normalize())?;
        return Some(point(cover.at + away * cover.radius));
    };
    let protects = match from.and_then(|from| (from - cover.at).try_normalize()) {
        Some(towards) => facing.dot(towards) >= cover.cone,
        None => from.is_none(),
    };
    protects.then(|| point(cover.at))
}

/// On each rail the point nearest to the asker, then points a spacing apart that keep a spacing from everybody else.
fn rails(ground: &dyn Ground, spacing: f64, add: &mut impl FnMut(DVec2, What)) {
    for (i, rail) in ground.rails().iter().enumerate() {
        let (way, length) = (rail.to - rail.from, rail.from.distance(rail.to));
        let free = |at: DVec2| ground.others().all(|other| other.at.distance(at) >= spacing);
        let share = (ground.puppet().at - rail.from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
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

/// Points on the part of a circle that lies within an angle to either side of a direction, its middle among them, about a spacing apart.
fn arc_of(centre: DVec2, radius: f64, spacing: f64, (ahead, half): (DVec2, f64), mut add: impl FnMut(DVec2)) {
    if radius <= 0.0 {
        return add(centre);
    }
    let steps = (half * radius / spacing).round().max(1.0);
    // A whole turn ends where it begins.
    let first = if half >= std::f64::consts::PI { 1 - steps as i64 } else { -(steps as i64) };
    for step in first..=steps as i64 {
        let angle = half * step as f64 / steps;
        add(centre + DVec2::new(libm::cos(angle), libm::sin(angle)).rotate(ahead) * radius);
    }
}
