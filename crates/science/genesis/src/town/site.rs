//! Where towns are.
//!
//! The plane is cut into shires; each holds at most one town, so that any place can be looked up alone. Two dozen spots
//! are weighed: flat and dry ground, fresh water or the sea within reach, not too high. The size follows a rank law:
//! the town that ranks k-th among the 25 shires around has about 1/√k of the largest's houses.

use crate::land::Land;
use glam::DVec2;
use wold_chance::{Seed, Stream};
use wold_lore::land::HEIGHT_STEPS_PER_METRE;

/// Side of a shire in metres.
pub(crate) const SHIRE_METRES: f64 = 1536.0;

/// The most houses a town has.
const LARGEST: f64 = 40.0;
/// The fewest.
const SMALLEST: f64 = 12.0;
/// Houses of the town where the world begins.
const CAPITAL: usize = 36;
/// Spots weighed in a shire.
const SPOTS: usize = 24;
/// Ground that rises more than this across a town is left to goats, in metres.
const STEEPEST: f32 = 18.0;

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
        let mut stream = Stream::named(seed, "site", &shire.map(|v| v as u64));
        if shire == [0, 0] {
            return Some(Self { houses: CAPITAL, ..capital(land, &mut stream) });
        }
        let (score, site) = best_of(land, shire, SPOTS, STEEPEST, &mut stream)?;
        let built = f64::from(score) >= stream.range(0.1, 0.9);
        built.then(|| Self { houses: houses_by_rank(seed, shire), ..site })
    }
}

/// The best of a number of spots, with its score.
fn best_of(
    land: &Land,
    shire: [i32; 2],
    spots: usize,
    steepest: f32,
    stream: &mut Stream,
) -> Option<(f32, Site)> {
    let mut best: Option<(f32, Site)> = None;
    for _ in 0..spots {
        let mut even = |i: usize| {
            let along = stream.range(0.18, 0.82);
            (((f64::from(shire[i]) + along) * SHIRE_METRES / 2.0) as i32) * 2
        };
        let centre = [even(0), even(1)];
        if let Some((score, site)) = weigh(land, centre, steepest)
            && best.as_ref().is_none_or(|(top, _)| score > *top)
        {
            best = Some((score, site));
        }
    }
    best
}

/// Where the world begins. Ever steeper ground is accepted; should all of the shire be wet, the driest spot is filled up.
fn capital(land: &Land, stream: &mut Stream) -> Site {
    for steepest in [STEEPEST, 2.0 * STEEPEST, 5.0 * STEEPEST] {
        if let Some((_, site)) = best_of(land, [0, 0], 4 * SPOTS, steepest, stream) {
            return site;
        }
    }
    let middle = (SHIRE_METRES / 4.0) as i32 * 2;
    let ground = land.survey(DVec2::splat(f64::from(middle)));
    let level = ground.water.map_or(ground.height, |water| water + 1.0);
    Site { centre: [middle; 2], level: whole_steps(level.max(2.0)), houses: 0, by_river: false }
}

/// How good a spot is; `None` where nobody builds. No bank may be nearer than some 45 m to any part of the town.
fn weigh(land: &Land, centre: [i32; 2], steepest: f32) -> Option<(f32, Site)> {
    let middle = DVec2::new(f64::from(centre[0]), f64::from(centre[1]));
    let (mut lo, mut hi, mut sum) = (f32::MAX, f32::MIN, 0.0);
    for (i, j) in (-3..=3).flat_map(|j| (-3..=3).map(move |i| (i, j))) {
        let ground = land.survey(middle + DVec2::new(f64::from(i), f64::from(j)) * 40.0);
        lo = lo.min(ground.height);
        hi = hi.max(ground.height);
        sum += ground.height;
        if ground.water.is_some() || ground.wet > 0.35 || lo < 1.5 || hi - lo > steepest || hi > 150.0 {
            return None;
        }
    }
    let (mut fresh, mut sea) = (false, false);
    for turn in 0..8 {
        let angle = f64::from(turn) * std::f64::consts::FRAC_PI_4;
        let out = DVec2::new(libm::cos(angle), libm::sin(angle));
        for reach in [180.0, 240.0, 320.0] {
            let ground = land.survey(middle + out * reach);
            fresh |= ground.wet > 0.5;
            sea |= ground.water.is_some_and(|level| level <= 0.0);
        }
    }
    let score =
        0.75 - (hi - lo) / STEEPEST * 0.6 + if fresh { 0.5 } else { 0.0 } + if sea { 0.25 } else { 0.0 };
    let level = whole_steps((sum / 49.0).max(2.0));
    Some((score, Site { centre, level, houses: 0, by_river: fresh }))
}

fn whole_steps(metres: f32) -> f32 {
    (metres * HEIGHT_STEPS_PER_METRE).round() / HEIGHT_STEPS_PER_METRE
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
