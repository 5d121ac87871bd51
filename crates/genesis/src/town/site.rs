//! Where towns are.
//!
//! The plane is cut into shires; each holds at most one town, so that any place can be looked up alone. Two dozen spots
//! are weighed: flat and dry ground, fresh water or the sea within reach, not too high. The size follows a rank law:
//! the town that ranks k-th among the 25 shires around has about 1/√k of the largest's houses.

use crate::land::Land;
use glam::DVec2;
use wold_chance::{Seed, Stream};
use wold_space::land::HEIGHT_STEPS_PER_METRE;

/// Side of a shire in metres.
pub(crate) const SHIRE_METRES: f64 = 1536.0;

/// The most houses a town has.
const LARGEST: f64 = 40.0;
/// The fewest.
const SMALLEST: f64 = 12.0;
/// Spots weighed in a shire.
const SPOTS: usize = 24;
/// Ground that rises more than this across a town is left to goats, in metres.
const STEEPEST: f32 = 16.0;

/// A spot for a town.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Site {
    /// The middle of the market square, on even metres.
    pub centre: [i32; 2],
    /// Height of the ground there, a whole number of 1/32 m.
    pub level: f32,
    /// Houses to build.
    pub houses: usize,
    /// Whether fresh water is near.
    pub by_river: bool,
}

impl Site {
    /// The site in a shire, if people would build there. The shire at the origin always has one.
    pub fn in_shire(land: &Land, seed: Seed, shire: [i32; 2]) -> Option<Self> {
        let key = shire.map(|v| v as u64);
        let mut stream = Stream::named(seed, "site", &key);
        let capital = shire == [0, 0];
        let mut best: Option<(f32, Self)> = None;
        for _ in 0..SPOTS {
            let spot = |i: usize, stream: &mut Stream| {
                let along = stream.range(0.18, 0.82);
                (((f64::from(shire[i]) + along) * SHIRE_METRES / 2.0) as i32) * 2
            };
            let centre = [spot(0, &mut stream), spot(1, &mut stream)];
            let Some((score, level, by_river)) = weigh(land, centre, capital) else { continue };
            if best.as_ref().is_none_or(|(top, _)| score > *top) {
                best = Some((score, Self { centre, level, houses: 0, by_river }));
            }
        }
        let (score, mut site) = best?;
        if !capital && f64::from(score) < stream.range(0.1, 0.9) {
            return None;
        }
        site.houses = if capital { 36 } else { houses_by_rank(seed, shire) };
        Some(site)
    }
}

/// How good a spot is, the level it would be built on, and whether fresh water is near; `None` where nobody builds.
fn weigh(land: &Land, centre: [i32; 2], lenient: bool) -> Option<(f32, f32, bool)> {
    let middle = DVec2::new(f64::from(centre[0]), f64::from(centre[1]));
    let (mut lo, mut hi, mut sum) = (f32::MAX, f32::MIN, 0.0);
    for (i, j) in (-2..=2).flat_map(|j| (-2..=2).map(move |i| (i, j))) {
        let ground = land.survey(middle + DVec2::new(f64::from(i), f64::from(j)) * 45.0);
        if ground.water.is_some() {
            return None;
        }
        lo = lo.min(ground.height);
        hi = hi.max(ground.height);
        sum += ground.height;
    }
    let relief = hi - lo;
    let steepest = if lenient { STEEPEST * 2.0 } else { STEEPEST };
    if lo < 1.5 || relief > steepest || hi > 150.0 {
        return None;
    }
    let mut fresh = false;
    let mut sea = false;
    for turn in 0..8 {
        let angle = f64::from(turn) * std::f64::consts::FRAC_PI_4;
        let out = DVec2::new(libm::cos(angle), libm::sin(angle));
        for reach in [180.0, 320.0] {
            if let Some(level) = land.survey(middle + out * reach).water {
                fresh |= level > 0.0;
                sea |= level <= 0.0;
            }
        }
    }
    let level = ((sum / 25.0).max(2.0) * HEIGHT_STEPS_PER_METRE).round() / HEIGHT_STEPS_PER_METRE;
    let score = 0.75 - relief / STEEPEST * 0.6 + if fresh { 0.5 } else { 0.0 } + if sea { 0.25 } else { 0.0 };
    Some((score, level, fresh))
}

/// The rank law: standing is drawn by every shire alone, so neighbours agree on who is larger.
fn houses_by_rank(seed: Seed, shire: [i32; 2]) -> usize {
    let standing = |x: i32, y: i32| seed.child("standing", &[x as u64, y as u64]).0;
    let own = standing(shire[0], shire[1]);
    let rank = (-2..=2)
        .flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)))
        .filter(|&(dx, dy)| standing(shire[0].wrapping_add(dx), shire[1].wrapping_add(dy)) > own)
        .count()
        + 1;
    (LARGEST / (rank as f64).sqrt()).max(SMALLEST) as usize
}
