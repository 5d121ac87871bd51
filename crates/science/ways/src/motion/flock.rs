//! Flocks (Reynolds, "Flocks, herds and schools", 1987; in the form of Smed and Hakonen, 2006).
//!
//! Each boid adds weighted rules to its velocity, which is then clamped and added to its place. With the nearest mate `m` at
//! distance `|v|`: separation is `(1 − 2d/(|v| + d))` along `v`, which pushes within `d` and pulls beyond; alignment is the mean
//! heading of the `mates` nearest (one, classically); cohesion is the unit vector to the centre of all visible mates, or
//! nothing there; avoidance is the unit vector away from the nearest thing to avoid within its distance, or nothing. A unit
//! vector of nothing is a random one. A boid that sees nobody, or leads, keeps its velocity; it avoids all the same.
//!
//! Sequential update lets each boid see those already moved; concurrent update lets all see the state before the step, and
//! takes twice the memory. Neighbours come from a spatial hash whose cells are as wide as one sees, so a step takes time
//! in proportion to the boids and to how many each sees.

use serde::{Deserialize, Serialize};
use wold_chance::{Seed, Stream};
use wold_space::DVec2;

/// One of a flock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid {
    /// Where it is.
    pub position: DVec2,
    /// How far it goes in a step.
    pub velocity: DVec2,
}

/// Who sees whose state in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// Those already moved are seen where they are now.
    Sequential,
    /// All are seen as they were before the step.
    #[default]
    Concurrent,
}

/// How a flock behaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FlockConfig {
    /// Weight of keeping the distance.
    pub separation: f64,
    /// Weight of heading the same way.
    pub alignment: f64,
    /// Weight of staying together.
    pub cohesion: f64,
    /// Weight of keeping off things; large for prey, near zero for predators.
    pub avoidance: f64,
    /// The fastest, per step.
    pub max_speed: f64,
    /// The distance mates keep.
    pub separation_distance: f64,
    /// The distance from which things are avoided.
    pub avoidance_distance: f64,
    /// How far one sees.
    pub sight: f64,
    /// How many of the nearest mates give the heading.
    pub mates: usize,
    /// Who sees whose state.
    pub update: Update,
}

impl Default for FlockConfig {
    fn default() -> Self {
        Self {
            separation: 1.0,
            alignment: 1.0,
            cohesion: 1.0,
            avoidance: 1.0,
            max_speed: 2.0,
            separation_distance: 10.0,
            avoidance_distance: 10.0,
            sight: 30.0,
            mates: 1,
            update: Update::Concurrent,
        }
    }
}

/// A flock, and what it keeps off.
#[derive(Clone, Debug)]
pub struct Flock {
    /// Its members, in a fixed order.
    pub boids: Vec<Boid>,
    /// What it avoids.
    pub obstacles: Vec<DVec2>,
    /// Which of it goes its own way, if any.
    pub leader: Option<usize>,
    config: FlockConfig,
    draws: Stream,
    hash: SpatialHash,
    /// The obstacles by cells as wide as they are avoided from.
    fence: SpatialHash,
    before: Vec<Boid>,
}

/// −1 at no distance, 0 at `keep`, towards 1 far away.
///
/// ```
/// use wold_ways::motion::flock::pull;
/// for (far, expected) in [(0.0, -1.0), (2.5, -0.6), (5.0, -1.0 / 3.0), (10.0, 0.0), (20.0, 1.0 / 3.0), (30.0, 0.5), (90.0, 0.8)] {
///     assert!((pull(far, 10.0) - expected as f64).abs() < 1e-12);
/// }
/// ```
#[must_use]
pub fn pull(distance: f64, keep: f64) -> f64 {
    1.0 - 2.0 * keep / (distance + keep)
}

impl Flock {
    /// A flock; all its chance comes from `seed`.
    #[must_use]
    pub fn new(boids: Vec<Boid>, config: FlockConfig, seed: Seed) -> Self {
        let draws = Stream::named(seed, "flock", &[]);
        let (hash, fence) = (SpatialHash::new(config.sight), SpatialHash::new(config.avoidance_distance));
        Self { boids, obstacles: Vec::new(), leader: None, config, draws, hash, fence, before: Vec::new() }
    }

    /// Moves everybody once.
    pub fn step(&mut self) {
        self.before.clone_from(&self.boids);
        self.hash.fill(self.boids.iter().map(|b| b.position));
        self.fence.fill(self.obstacles.iter().copied());
        for i in 0..self.boids.len() {
            let moved = self.moved(i);
            if self.config.update == Update::Sequential {
                self.before[i] = moved;
                self.hash.relocate(i as u32, moved.position);
            }
            self.boids[i] = moved;
        }
    }

    fn moved(&mut self, i: usize) -> Boid {
        let boid = self.before[i];
        let config = self.config;
        let mut push = DVec2::ZERO;
        if self.leader != Some(i)
            && let Some(seen) = self.look(i)
        {
            let apart = seen.nearest.position - boid.position;
            let separation = self.unit(apart) * pull(apart.length(), config.separation_distance);
            let alignment = self.unit(seen.heading);
            let to_centre = seen.centre - boid.position;
            let cohesion = to_centre.normalize_or_zero();
            push +=
                separation * config.separation + alignment * config.alignment + cohesion * config.cohesion;
        }
        let mut nearest = (config.avoidance_distance, None);
        self.fence.around(boid.position, |j| {
            let away = boid.position - self.obstacles[j as usize];
            if away.length() < nearest.0 {
                nearest = (away.length(), Some(away));
            }
        });
        if let Some(away) = nearest.1 {
            push += self.unit(away) * config.avoidance;
        }
        let velocity = (boid.velocity + push).clamp_length_max(config.max_speed);
        Boid { position: boid.position + velocity, velocity }
    }

    /// What a boid sees of its mates: the nearest, the heading of the nearest few, the centre of all.
    fn look(&self, i: usize) -> Option<Seen> {
        let here = self.before[i].position;
        let reach = self.config.sight * self.config.sight;
        let wanted = self.config.mates.max(1);
        let mut near: Vec<(f64, u32)> = Vec::new();
        let (mut sum, mut count) = (DVec2::ZERO, 0u32);
        self.hash.around(here, |j| {
            let mate = self.before[j as usize].position;
            let apart = mate.distance_squared(here);
            if j as usize == i || apart > reach {
                return;
            }
            sum += mate;
            count += 1;
            let place = near.partition_point(|known| *known < (apart, j));
            if place < wanted {
                near.insert(place, (apart, j));
                near.truncate(wanted);
            }
        });
        let nearest = self.before[near.first()?.1 as usize];
        let heading = near.iter().map(|&(_, j)| self.before[j as usize].velocity.normalize_or_zero()).sum();
        Some(Seen { nearest, heading, centre: sum / f64::from(count) })
    }

    fn unit(&mut self, vector: DVec2) -> DVec2 {
        vector.try_normalize().unwrap_or_else(|| {
            let angle = self.draws.unit() * std::f64::consts::TAU;
            DVec2::new(libm::cos(angle), libm::sin(angle))
        })
    }
}

struct Seen {
    nearest: Boid,
    heading: DVec2,
    centre: DVec2,
}

/// Points by square cells, chained within each; as many chains as points, whatever the extent.
#[derive(Clone, Debug)]
struct SpatialHash {
    side: f64,
    heads: Vec<u32>,
    next: Vec<u32>,
    cells: Vec<(i32, i32)>,
}

const END: u32 = u32::MAX;

impl SpatialHash {
    fn new(side: f64) -> Self {
        let side = if side.is_finite() && side > 0.0 { side } else { 1.0 };
        Self { side, heads: Vec::new(), next: Vec::new(), cells: Vec::new() }
    }

    fn cell(&self, point: DVec2) -> (i32, i32) {
        ((point.x / self.side).floor() as i32, (point.y / self.side).floor() as i32)
    }

    fn chain(&self, (x, y): (i32, i32)) -> usize {
        let mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
        (mixed ^ mixed >> 15) as usize & (self.heads.len() - 1)
    }

    fn fill(&mut self, points: impl Iterator<Item = DVec2>) {
        self.cells.clear();
        let cells: Vec<(i32, i32)> = points.map(|p| self.cell(p)).collect();
        self.cells = cells;
        self.heads.clear();
        self.heads.resize(self.cells.len().next_power_of_two().max(1), END);
        self.next.clear();
        self.next.resize(self.cells.len(), END);
        // From the last to the first, so that chains run upwards.
        for i in (0..self.cells.len()).rev() {
            let chain = self.chain(self.cells[i]);
            self.next[i] = self.heads[chain];
            self.heads[chain] = i as u32;
        }
    }

    fn relocate(&mut self, i: u32, point: DVec2) {
        let (old, new) = (self.cells[i as usize], self.cell(point));
        if old == new {
            return;
        }
        let chain = self.chain(old);
        if self.heads[chain] == i {
            self.heads[chain] = self.next[i as usize];
        } else {
            let mut at = self.heads[chain];
            while self.next[at as usize] != i {
                at = self.next[at as usize];
            }
            self.next[at as usize] = self.next[i as usize];
        }
        let chain = self.chain(new);
        self.cells[i as usize] = new;
        self.next[i as usize] = self.heads[chain];
        self.heads[chain] = i;
    }

    fn around(&self, point: DVec2, mut each: impl FnMut(u32)) {
        let (x, y) = self.cell(point);
        for cell in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x.wrapping_add(dx), y.wrapping_add(dy)))) {
            let mut at = self.heads[self.chain(cell)];
            while at != END {
                // Chains are shared by cells that hash alike.
                if self.cells[at as usize] == cell {
                    each(at);
                }
                at = self.next[at as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(update: Update) -> Flock {
        let boids = vec![
            Boid { position: DVec2::ZERO, velocity: DVec2::X },
            Boid { position: DVec2::new(20.0, 0.0), velocity: DVec2::new(0.0, 2.0) },
        ];
        Flock::new(boids, FlockConfig { update, ..FlockConfig::default() }, Seed(1))
    }

    #[test]
    fn the_worked_step_comes_out() {
        for update in [Update::Sequential, Update::Concurrent] {
            let mut flock = pair(update);
            flock.step();
            let expected = DVec2::new(7.0 / 3.0, 1.0).normalize() * 2.0;
            assert!((flock.boids[0].velocity - expected).length() < 1e-12);
            assert!((flock.boids[0].position - DVec2::new(1.838, 0.788)).length() < 1e-3);
        }
    }

    #[test]
    fn sequential_and_concurrent_updates_differ_in_what_the_second_sees() {
        let (mut one, mut two) = (pair(Update::Sequential), pair(Update::Concurrent));
        one.step();
        two.step();
        assert_eq!(one.boids[0], two.boids[0]);
        assert_ne!(one.boids[1], two.boids[1]);
    }

    #[test]
    fn a_leader_goes_its_own_way_but_avoids() {
        let mut flock = pair(Update::Concurrent);
        flock.leader = Some(0);
        flock.step();
        assert_eq!(flock.boids[0].velocity, DVec2::X);
        flock.obstacles.push(flock.boids[0].position + DVec2::new(0.0, 3.0));
        flock.step();
        assert!(flock.boids[0].velocity.y < 0.0);
    }

    #[test]
    fn nobody_in_sight_and_coincidence_are_no_trouble() {
        let still = Boid { position: DVec2::ZERO, velocity: DVec2::ZERO };
        let mut alone = Flock::new(vec![still], FlockConfig::default(), Seed(1));
        alone.step();
        assert_eq!(alone.boids[0], still);
        let mut twins = Flock::new(vec![still; 2], FlockConfig::default(), Seed(1));
        twins.step();
        assert!(twins.boids.iter().all(|b| b.position.is_finite()));
        assert_ne!(twins.boids[0], twins.boids[1], "chance parts them");
    }

    #[test]
    fn a_crowd_comes_apart_to_its_distance() {
        let mut draws = Stream::named(Seed(3), "crowd", &[]);
        let boids = (0..60)
            .map(|_| Boid { position: DVec2::new(draws.unit(), draws.unit()) * 20.0, velocity: DVec2::ZERO })
            .collect();
        let config = FlockConfig { separation_distance: 4.0, separation: 2.0, ..FlockConfig::default() };
        let mut flock = Flock::new(boids, config, Seed(3));
        let crowding = |flock: &Flock| {
            let near = |i: usize| {
                let others = flock.boids.iter().enumerate().filter(|(j, _)| *j != i);
                others
                    .map(|(_, b)| b.position.distance(flock.boids[i].position))
                    .fold(f64::INFINITY, f64::min)
            };
            (0..60).map(near).sum::<f64>() / 60.0
        };
        let before = crowding(&flock);
        for _ in 0..200 {
            flock.step();
        }
        assert!(crowding(&flock) > before, "mates keep their distance");
    }

    #[test]
    fn a_flock_parts_round_an_obstacle_and_comes_together_again() {
        let boids = (0..40)
            .map(|i| Boid {
                position: DVec2::new(f64::from(i % 5) * 3.0, f64::from(i / 5) * 3.0 - 10.5),
                velocity: DVec2::X,
            })
            .collect();
        let config = FlockConfig {
            separation_distance: 3.0,
            separation: 0.05,
            alignment: 0.6,
            cohesion: 0.01,
            avoidance: 0.2,
            avoidance_distance: 8.0,
            sight: 60.0,
            max_speed: 1.0,
            ..FlockConfig::default()
        };
        let mut flock = Flock::new(boids, config, Seed(4));
        let pillar = DVec2::new(60.0, 0.0);
        flock.obstacles.push(pillar);
        let (mut nearest, mut passed) = (f64::INFINITY, [0; 2]);
        for _ in 0..400 {
            let before = flock.boids.clone();
            flock.step();
            for (old, new) in before.iter().zip(&flock.boids) {
                nearest = nearest.min(new.position.distance(pillar));
                if old.position.x < pillar.x && new.position.x >= pillar.x {
                    passed[usize::from(new.position.y > 0.0)] += 1;
                }
            }
        }
        assert!(nearest > 2.0, "somebody came within {nearest:.1} m of the pillar");
        assert!(passed[0] >= 15 && passed[1] >= 15, "it parted: {passed:?} passed on either side");
        let centre = flock.boids.iter().map(|b| b.position).sum::<DVec2>() / 40.0;
        let spread = flock.boids.iter().map(|b| b.position.distance(centre)).fold(0.0, f64::max);
        assert!(
            centre.x > pillar.x && spread < 15.0,
            "together again beyond it: {centre}, {spread:.1} m from its middle"
        );
    }
}
