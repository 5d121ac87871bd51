//! Places behind panels.

use super::Panel;
use crate::scene::{Cover, Rail};
use glam::DVec2;

/// How far from a panel one stands.
const STAND: f64 = 0.5;
/// What hides somebody who stands, in metres over the foot; less hides who crouches.
const STANDING: f64 = 1.6;
/// Half of what a panel protects against from a place behind it: 60 degrees, as a cosine.
const CONE: f64 = 0.5;

fn sides(panel: &Panel) -> Option<(DVec2, DVec2, DVec2, bool)> {
    let (a, b) = panel.base();
    let along = (b - a).try_normalize()?;
    let foot = panel.corners.iter().map(|corner| corner.z).fold(f64::INFINITY, f64::min);
    Some((a, b, along.perp(), panel.top() - foot >= STANDING))
}

/// Directional places to hide, on both sides of every upright panel, about a spacing apart, where one can stand.
pub(super) fn hide_spots(panels: &[Panel], spacing: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Cover> {
    let mut spots = Vec::new();
    for (a, b, normal, high) in panels.iter().filter_map(sides) {
        let count = (a.distance(b) / spacing.max(0.1)).ceil().clamp(1.0, 1000.0) as u32;
        for side in [normal, -normal] {
            for number in 0..count {
                let share = (f64::from(number) + 0.5) / f64::from(count);
                let at = a.lerp(b, share) + side * STAND;
                if stands(at) {
                    let radius = a.distance(b) / 2.0;
                    spots.push(Cover {
                        at,
                        storey: 0,
                        facing: Some(-side),
                        cone: CONE,
                        radius,
                        soft: false,
                        high,
                        claimed_by: None,
                    });
                }
            }
        }
    }
    spots
}

/// Stretches to hide along: both sides of every upright panel at least so long, where one can stand at both ends.
pub(super) fn rails(panels: &[Panel], least: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Rail> {
    let mut rails = Vec::new();
    for (a, b, normal, high) in panels.iter().filter_map(sides).filter(|(a, b, ..)| a.distance(*b) >= least) {
        for side in [normal, -normal] {
            let inward = (b - a).normalize_or_zero() * STAND.min(a.distance(b) / 2.0);
            let (from, to) = (a + side * STAND + inward, b + side * STAND - inward);
            if stands(from) && stands(to) {
                rails.push(Rail { from, to, soft: false, high });
            }
        }
    }
    rails
}
