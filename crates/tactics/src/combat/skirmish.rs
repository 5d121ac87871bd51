//! A fight step by step: the slow way to know who wins.
//!
//! Two rows of units face each other. Every tenth of a second each living unit turns to the nearest enemy; if that is in reach and the pause is over it
//! strikes (damage ±20 %, nine blows of ten hit), else it walks towards it. Blows of a step land together. Ends when a side is beaten or after five
//! minutes, which the side with more health wins.

use super::armies::{Armies, UnitType};
use super::battle::Battle;
use super::model::Force;
use glam::DVec2;
use wold_chance::Stream;

/// How a skirmish ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Whether the first side won.
    pub won: bool,
    /// Units left of both.
    pub left: [u32; 2],
    /// Steps it took.
    pub steps: u32,
}

#[derive(Clone, Copy)]
struct Unit {
    at: DVec2,
    side: usize,
    kind: usize,
    health: f64,
    ready: f64,
}

const STEP: f64 = 0.1;
const LONGEST: u32 = 3000;
const HITS: f64 = 0.9;

fn deploy(types: &[UnitType], counts: &[Vec<u32>; 2], health: [f64; 2]) -> Vec<Unit> {
    let mut units = Vec::new();
    for (side, counts) in counts.iter().enumerate() {
        let all: Vec<usize> =
            counts.iter().enumerate().flat_map(|(kind, n)| std::iter::repeat_n(kind, *n as usize)).collect();
        let wide = (all.len() as f64).sqrt().ceil().max(1.0) * 2.0;
        for (number, kind) in all.into_iter().enumerate() {
            let (row, column) = ((number as f64 / wide).floor(), number as f64 % wide);
            let x = (4.0 + row) * if side == 0 { -1.0 } else { 1.0 };
            let at = DVec2::new(x, column - wide / 2.0);
            units.push(Unit { at, side, kind, health: types[kind].health * health[side], ready: 0.0 });
        }
    }
    units
}

/// Fights once.
pub fn fight(types: &[UnitType], counts: &[Vec<u32>; 2], health: [f64; 2], luck: &mut Stream) -> End {
    let mut units = deploy(types, counts, health);
    let left = |units: &[Unit]| {
        [0, 1].map(|side| units.iter().filter(|u| u.side == side && u.health > 0.0).count() as u32)
    };
    let mut steps = 0;
    while steps < LONGEST && left(&units).iter().all(|n| *n > 0) {
        steps += 1;
        let mut blows: Vec<(usize, f64)> = Vec::new();
        for me in 0..units.len() {
            let own = units[me];
            if own.health <= 0.0 {
                continue;
            }
            let foes =
                units.iter().enumerate().filter(|(_, other)| other.side != own.side && other.health > 0.0);
            let nearest = foes
                .min_by(|a, b| own.at.distance_squared(a.1.at).total_cmp(&own.at.distance_squared(b.1.at)));
            let Some((foe, other)) = nearest else { continue };
            let (kind, to) = (&types[own.kind], other.at - own.at);
            units[me].ready -= STEP;
            if to.length() > kind.range {
                units[me].at += to.normalize_or_zero() * (kind.speed * STEP).min(to.length());
            } else if units[me].ready <= 0.0 {
                units[me].ready = kind.pause;
                if luck.chance(HITS) {
                    blows.push((foe, kind.damage * luck.range(0.8, 1.2)));
                }
            }
        }
        for (whom, damage) in blows {
            units[whom].health -= damage;
        }
    }
    let sum = |side: usize| units.iter().filter(|u| u.side == side).map(|u| u.health.max(0.0)).sum::<f64>();
    End { won: sum(0) > sum(1), left: left(&units), steps }
}

/// The share of so many fights the first side wins.
#[must_use]
pub fn wins(armies: &Armies, fights: u32, luck: &Stream) -> f64 {
    let won = (0..fights).filter(|number| {
        let mut luck = luck.split(u64::from(*number));
        fight(&armies.types, &armies.counts, armies.health, &mut luck).won
    });
    won.count() as f64 / f64::from(fights.max(1))
}

/// Fights random battles of up to `most` units per side and type, as data to learn from.
#[must_use]
pub fn battles(types: &[UnitType], context: &str, count: usize, most: u64, luck: &Stream) -> Vec<Battle> {
    (0..count as u64)
        .map(|number| {
            let mut luck = luck.split(number);
            let counts = [(); 2].map(|()| {
                let mut counts: Vec<u32> = types.iter().map(|_| luck.below(most + 1) as u32).collect();
                if counts.iter().all(|n| *n == 0) {
                    counts[0] = 1;
                }
                counts
            });
            let health = [luck.range(0.5, 1.0), luck.range(0.5, 1.0)];
            let force = |side: usize| Force {
                units: counts[side].iter().map(|n| f64::from(*n)).sum(),
                health: counts[side].iter().map(|n| f64::from(*n) * health[side]).collect(),
            };
            let (a, b) = (force(0), force(1));
            let won = fight(types, &counts, health, &mut luck).won;
            Battle { context: context.to_owned(), a, b, won }
        })
        .collect()
}
