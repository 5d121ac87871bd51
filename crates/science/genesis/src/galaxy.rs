//! A galaxy from one integer, to any depth.
//!
//! A cell of the star map holds a star with a given density; stars have planets, planets continents, those states,
//! those towns, those citizens. Every body's seed is a hash of its parent's seed, its level and its number, never a draw
//! from the parent's sequence: with one generator for all, as the textbook has it, a star's planets carry the seeds of
//! its neighbour stars. Each cell uses draws of its own, so any star is reached without making the others.
//!
//! Bodies change slowly with the galaxy's time: stars drift and are born and die, planets go round them.

use crate::names;
use wold_chance::{Seed, Stream};

/// Why a galaxy cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GalaxyError {
    #[error("the density of stars must lie between 0 and 1, not {0}")]
    Density(f64),
    #[error("a galaxy of {width} by {depth} cells is empty or has more than {most}")]
    Size { width: u32, depth: u32, most: u64 },
}

/// What a body is, from the largest to the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Star,
    Planet,
    Continent,
    State,
    Town,
    Citizen,
}

impl Level {
    /// The next smaller one.
    #[must_use]
    pub fn below(self) -> Option<Self> {
        match self {
            Self::Star => Some(Self::Planet),
            Self::Planet => Some(Self::Continent),
            Self::Continent => Some(Self::State),
            Self::State => Some(Self::Town),
            Self::Town => Some(Self::Citizen),
            Self::Citizen => None,
        }
    }

    /// What people call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Planet => "planet",
            Self::Continent => "continent",
            Self::State => "state",
            Self::Town => "town",
            Self::Citizen => "citizen",
        }
    }

    /// The fewest and the most of the next smaller ones.
    fn children(self) -> (u64, u64) {
        match self {
            Self::Star => (1, 9),
            Self::Planet => (0, 6),
            Self::Continent => (1, 8),
            Self::State => (2, 12),
            Self::Town => (10, 60),
            Self::Citizen => (0, 0),
        }
    }
}

/// A map of stars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Galaxy {
    seed: Seed,
    width: u32,
    depth: u32,
    density: f64,
}

/// A body: anything from a star to a citizen.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What it is.
    pub level: Level,
    /// What all below it grows from.
    pub seed: Seed,
    /// What it is called.
    pub name: String,
    /// How it moves, for stars and planets.
    pub path: Path,
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path {
    /// A star: a place in cells, a drift in cells per million years, and when it is born and dies, in million years.
    Drift {
        /// Where it is at time 0.
        at: [f64; 2],
        /// Cells per million years.
        drift: [f64; 2],
        /// Born and dead, in million years.
        life: [f64; 2],
        /// In masses of the sun.
        mass: f64,
    },
    /// A planet on an ellipse.
    Orbit {
        /// Half the long axis in astronomical units.
        axis: f64,
        /// 0 a circle, below 1.
        eccentricity: f64,
        /// Years for one turn, by Kepler's third law.
        period: f64,
        /// Where it is at time 0, in turns.
        phase: f64,
    },
    /// Bound to what it is part of.
    Bound,
}

impl Galaxy {
    /// The most cells of a map.
    pub const MOST_CELLS: u64 = 1 << 24;

    /// A galaxy of `width` by `depth` cells, each with a star at this density.
    ///
    /// # Errors
    /// When the density is no share or the map is empty or too large.
    pub fn new(seed: Seed, width: u32, depth: u32, density: f64) -> Result<Self, GalaxyError> {
        if !(0.0..=1.0).contains(&density) {
            return Err(GalaxyError::Density(density));
        }
        if !(1..=Self::MOST_CELLS).contains(&(u64::from(width) * u64::from(depth))) {
            return Err(GalaxyError::Size { width, depth, most: Self::MOST_CELLS });
        }
        Ok(Self { seed, width, depth, density })
    }

    /// The star of a cell, if it has one. Every cell takes the same number of draws of its own.
    #[must_use]
    pub fn star(&self, x: u32, y: u32) -> Option<Body> {
        if x >= self.width || y >= self.depth {
            return None;
        }
        let key = [u64::from(x), u64::from(y)];
        let mut stream = Stream::named(self.seed, "star", &key);
        if !stream.chance(self.density) {
            return None;
        }
        let at = [f64::from(x) + stream.unit(), f64::from(y) + stream.unit()];
        let drift = [stream.range(-2e-3, 2e-3), stream.range(-2e-3, 2e-3)];
        // Heavy stars are rare and die young.
        let mass = 0.2 / libm::pow(1.0 - stream.unit() * 0.999, 0.74);
        let lifetime = 10_000.0 / libm::pow(mass, 2.5);
        let born = stream.range(-lifetime, lifetime * 0.25);
        let path = Path::Drift { at, drift, life: [born, born + lifetime], mass };
        let name = names::star(&mut stream);
        Some(Body { level: Level::Star, seed: self.seed.child("body", &key), name, path })
    }

    /// All stars, row by row as the textbook goes: x first, then y.
    pub fn stars(&self) -> impl Iterator<Item = ([u32; 2], Body)> + '_ {
        (0..self.width)
            .flat_map(move |x| (0..self.depth).map(move |y| [x, y]))
            .filter_map(|[x, y]| self.star(x, y).map(|star| ([x, y], star)))
    }
}

impl Body {
    /// How many parts it has.
    #[must_use]
    pub fn parts(&self) -> u64 {
        let (least, most) = self.level.children();
        least + Stream::named(self.seed, "parts", &[]).below(most - least + 1)
    }

    /// One of its parts, without making the others.
    #[must_use]
    pub fn part(&self, index: u64) -> Option<Self> {
        let level = self.level.below().filter(|_| index < self.parts())?;
        let seed = self.seed.child(level.label(), &[index]);
        let mut stream = Stream::named(seed, "body", &[]);
        let name = match level {
            Level::Planet => format!("{} {}", self.name, roman(index + 1)),
            Level::Town => names::town(&mut stream, index.is_multiple_of(3)),
            Level::Citizen => names::person(&mut stream).to_owned(),
            _ => names::star(&mut stream),
        };
        let path = match (level, self.path) {
            (Level::Planet, Path::Drift { mass, .. }) => orbit(index, mass, &mut stream),
            _ => Path::Bound,
        };
        Some(Self { level, seed, name, path })
    }

    /// All its parts.
    pub fn all_parts(&self) -> impl Iterator<Item = Self> + '_ {
        (0..self.parts()).filter_map(|index| self.part(index))
    }

    /// Where it is at a time in years: a star in cells of the map, a planet in astronomical units from its star.
    /// `None` for a star not yet born or dead, and for what does not move by itself.
    #[must_use]
    pub fn position(&self, years: f64) -> Option<[f64; 2]> {
        match self.path {
            Path::Drift { at, drift, life, .. } => {
                let age = years / 1e6;
                (life[0]..life[1]).contains(&age).then(|| [at[0] + drift[0] * age, at[1] + drift[1] * age])
            }
            Path::Orbit { axis, eccentricity, period, phase } => {
                let mean = (phase + years / period).rem_euclid(1.0) * std::f64::consts::TAU;
                // Kepler's equation by Newton's method; eccentricities here are small.
                let mut anomaly = mean;
                for _ in 0..8 {
                    let error = anomaly - eccentricity * libm::sin(anomaly) - mean;
                    anomaly -= error / (1.0 - eccentricity * libm::cos(anomaly));
                }
                let minor = axis * libm::sqrt(1.0 - eccentricity * eccentricity);
                Some([axis * (libm::cos(anomaly) - eccentricity), minor * libm::sin(anomaly)])
            }
            Path::Bound => None,
        }
    }
}

/// Orbits spaced by a factor of about 1.6, as those of the sun's planets.
fn orbit(index: u64, mass: f64, stream: &mut Stream) -> Path {
    let axis = 0.3 * libm::pow(1.6, index as f64 + stream.range(-0.2, 0.2));
    let period = libm::sqrt(axis * axis * axis / mass);
    Path::Orbit { axis, eccentricity: stream.range(0.0, 0.25), period, phase: stream.unit() }
}

fn roman(mut n: u64) -> String {
    let mut text = String::new();
    for (value, digit) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while n >= value {
            text.push_str(digit);
            n -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wold_chance::lcg::Lcg;

    /// The star map as the textbook draws it, with one generator for all.
    fn textbook(seed: u64, width: u64, depth: u64, density: f64) -> Vec<([u64; 2], u64)> {
        let mut lcg = Lcg::certified(16_807, seed).expect("certified");
        (0..width)
            .flat_map(|x| (0..depth).map(move |y| [x, y]))
            .filter_map(|cell| if lcg.unit() < density { Some((cell, lcg.draw())) } else { None })
            .collect()
    }

    #[test]
    fn the_textbook_map_comes_out_and_its_planets_are_its_stars() {
        let stars = textbook(12_345, 4, 4, 0.3);
        assert_eq!(
            stars,
            [
                ([0, 0], 1_790_989_824),
                ([0, 2], 24_794_531),
                ([0, 3], 1_644_515_420),
                ([2, 0], 573_802_814),
                ([2, 3], 728_311_420),
                ([3, 0], 571_678_549),
                ([3, 1], 1_856_187_544),
                ([3, 2], 1_968_503_915),
                ([3, 3], 1_997_725_285),
            ]
        );
        assert_eq!(textbook(1, 100, 100, 0.1).len(), 1_002);
        let mut lcg = Lcg::certified(16_807, stars[0].1).expect("certified");
        lcg.integer(1, 10).expect("narrow");
        let planets: Vec<u64> = (0..4).map(|_| lcg.draw()).collect();
        assert_eq!(planets, [77_048_696, 24_794_531, 109_854_999, 1_644_515_420]);
        assert!(planets.contains(&stars[1].1), "a planet with the seed of another star");
    }

    #[test]
    fn no_two_bodies_share_a_seed() {
        let galaxy = Galaxy::new(Seed(12_345), 30, 30, 0.3).expect("valid");
        let mut seeds = BTreeSet::new();
        let mut bodies = 0;
        for (_, star) in galaxy.stars() {
            for planet in star.all_parts() {
                for continent in planet.all_parts() {
                    bodies += usize::from(seeds.insert(continent.seed));
                    assert!(bodies == seeds.len());
                }
                assert!(seeds.insert(planet.seed));
                bodies += 1;
            }
            assert!(seeds.insert(star.seed));
            bodies += 1;
        }
        assert!(bodies > 2_000);
    }

    #[test]
    fn any_body_is_reached_alone_and_always_the_same() {
        let galaxy = Galaxy::new(Seed(7), 100, 100, 0.1).expect("valid");
        let all: Vec<_> = galaxy.stars().collect();
        assert!((900..1_100).contains(&all.len()), "{}", all.len());
        let ([x, y], star) = &all[all.len() / 2];
        assert_eq!(galaxy.star(*x, *y).as_ref(), Some(star));
        let mut body = star.clone();
        for _ in 0..5 {
            let Some(next) = (0..body.parts()).find_map(|i| body.part(i)) else { break };
            assert_eq!(body.part(0), body.part(0));
            body = next;
        }
        assert!(body.level > Level::Planet || body.parts() == 0);
        assert_eq!(star.part(99), None);
        assert_eq!(galaxy.star(100, 0), None);
    }

    #[test]
    fn planets_keep_keplers_laws_and_stars_are_born_and_die() {
        let galaxy = Galaxy::new(Seed(3), 40, 40, 0.5).expect("valid");
        let (_, star) = galaxy.stars().next().expect("half the cells have one");
        let Path::Drift { mass, life, .. } = star.path else { panic!("stars drift") };
        for planet in star.all_parts() {
            let Path::Orbit { axis, eccentricity, period, .. } = planet.path else {
                panic!("planets go round")
            };
            assert!((period * period * mass - axis * axis * axis).abs() < 1e-9 * axis * axis * axis);
            let (a, b) = (planet.position(0.0).expect("moves"), planet.position(period).expect("moves"));
            assert!((a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-6);
            let far = libm::sqrt(a[0] * a[0] + a[1] * a[1]);
            assert!(far >= axis * (1.0 - eccentricity) - 1e-9 && far <= axis * (1.0 + eccentricity) + 1e-9);
        }
        assert_eq!(star.position((life[1] + 1.0) * 1e6), None);
        assert!(star.position((life[0] + life[1]) / 2.0 * 1e6).is_some());
        let alive = |years: f64| galaxy.stars().filter(|(_, s)| s.position(years).is_some()).count();
        assert_ne!(alive(0.0), alive(2e9), "a galaxy changes");
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(Galaxy::new(Seed(1), 4, 4, -0.1), Err(GalaxyError::Density(-0.1)));
        assert!(Galaxy::new(Seed(1), 4, 4, f64::NAN).is_err());
        assert!(matches!(Galaxy::new(Seed(1), 0, 4, 0.5), Err(GalaxyError::Size { .. })));
        assert!(matches!(Galaxy::new(Seed(1), u32::MAX, u32::MAX, 0.5), Err(GalaxyError::Size { .. })));
    }
}
