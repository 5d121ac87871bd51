//! A fight step by step: the slow way to know who wins.
//!
//! Two rows of units face each other. Every tenth of a second each living unit turns to the nearest enemy; if that is in reach and the pause is over it
//! strikes (damage ±20 %, nine blows of ten hit), else it walks towards it. All decide by where everybody stood when the step began, and blows of a
//! step land together, so neither side is favoured. Ends when a side is beaten or after five minutes; the side with more health wins, and with equal
//! health nobody does.

use super::armies::{Armies, UnitType};
use super::battle::Battle;
use super::model::Force;
use super::nearest::Nearest;
use glam::DVec2;
use wold_chance::Stream;

/// How a skirmish ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Which side won, if one did.
    pub winner: Option<usize>,
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

/// Looks from one unit at another that a fight, or many, may still take; a look is the unit of work here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks(pub u64);

impl Looks {
    /// As many as it takes.
    pub const UNLIMITED: Self = Self(u64::MAX);

    fn pay(&mut self, looks: u64) -> bool {
        let left = self.0.checked_sub(looks);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Fights once; `None` if the looks do not last to the end.
pub fn fight(
    types: &[UnitType],
    counts: &[Vec<u32>; 2],
    health: [f64; 2],
    luck: &mut Stream,
    looks: &mut Looks,
) -> Option<End> {
    let mut units = deploy(types, counts, health);
    let mut steps = 0;
    loop {
        // Everybody decides by where everybody stood when the step began: nobody moves first.
        let stand = [0, 1].map(|side| -> Vec<(usize, DVec2)> {
            let alive = units.iter().enumerate().filter(|(_, u)| u.side == side && u.health > 0.0);
            alive.map(|(number, unit)| (number, unit.at)).collect()
        });
        let left = [0, 1].map(|side: usize| stand[side].len() as u32);
        if steps == LONGEST || left.contains(&0) {
            let sum =
                |side: usize| units.iter().filter(|u| u.side == side).map(|u| u.health.max(0.0)).sum::<f64>();
            let (ours, theirs) = (sum(0), sum(1));
            return Some(End { winner: (ours != theirs).then_some(usize::from(theirs > ours)), left, steps });
        }
        steps += 1;
        let mut blows: Vec<(usize, f64)> = Vec::new();
        for (side, other) in [(0, 1), (1, 0)] {
            let foes = Nearest::new(stand[other].clone());
            for &(me, at) in &stand[side] {
                let (nearest, looked) = foes.to(at);
                if !looks.pay(looked) {
                    return None;
                }
                let Some((foe, place)) = nearest else { continue };
                let (kind, to) = (&types[units[me].kind], place - at);
                units[me].ready -= STEP;
                if to.length() > kind.range {
                    // Two who walk towards each other meet half-way.
                    let gap = (to.length() - kind.range / 2.0) / 2.0;
                    units[me].at += to.normalize_or_zero() * (kind.speed * STEP).min(gap);
                } else if units[me].ready <= 0.0 {
                    units[me].ready = kind.pause;
                    if luck.chance(HITS) {
                        blows.push((foe, kind.damage * luck.range(0.8, 1.2)));
                    }
                }
            }
        }
        for (whom, damage) in blows {
            units[whom].health -= damage;
        }
    }
}

/// How many fights ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Fights fought.
    pub fights: u32,
    /// Won by the first side.
    pub won: u32,
    /// Won by nobody.
    pub drawn: u32,
}

impl Wins {
    /// The first side's share; a draw is half a win. Half if nothing was fought.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.fights == 0 {
            return 0.5;
        }
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(self.fights)
    }
}

/// Fights so many times, or until the looks are spent; tells of each.
#[must_use]
pub fn wins(
    armies: &Armies,
    fights: u32,
    luck: &Stream,
    looks: &mut Looks,
    mut tell: impl FnMut(u32),
) -> Wins {
    let mut wins = Wins::default();
    for number in 0..fights {
        let mut luck = luck.split(u64::from(number));
        let Some(end) = fight(&armies.types, &armies.counts, armies.health, &mut luck, looks) else { break };
        wins.fights += 1;
        wins.won += u32::from(end.winner == Some(0));
        wins.drawn += u32::from(end.winner.is_none());
        tell(wins.fights);
    }
    wins
}

/// Fights random battles of up to `most` units per side and type, as data to learn from; fewer if the looks are spent; tells of each. A draw is won by a coin.
#[must_use]
pub fn battles(
    types: &[UnitType],
    context: &str,
    count: usize,
    most: u64,
    luck: &Stream,
    looks: &mut Looks,
    mut tell: impl FnMut(u64),
) -> Vec<Battle> {
    let battle = |number: u64| {
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
        let end = fight(types, &counts, health, &mut luck, looks)?;
        tell(number + 1);
        let won = end.winner.map_or_else(|| luck.chance(0.5), |winner| winner == 0);
        Some(Battle { context: context.to_owned(), a, b, won })
    };
    (0..count as u64).map_while(battle).collect()
}
