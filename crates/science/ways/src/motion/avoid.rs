//! Many walkers among each other without collisions: optimal reciprocal collision avoidance (van den Berg et al., 2011), by
//! `dodgy_2d`. Each takes half the blame for a collision ahead; nobody talks to anybody.

use dodgy_2d::{Agent, AvoidanceOptions, Vec2 as Plain};
use std::borrow::Cow;
use wold_space::Vec2;

/// A walker to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Where it is.
    pub position: Vec2,
    /// Metres per second.
    pub velocity: Vec2,
    /// Where it would go if it were alone, in metres per second.
    pub wish: Vec2,
    /// Half its width.
    pub radius: f32,
    /// The fastest it goes.
    pub max_speed: f32,
}

/// How far walkers look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AvoidConfig {
    /// Seconds ahead that must be free of collisions.
    pub horizon: f32,
    /// Metres beyond which others are left out.
    pub sight: f32,
    /// The most neighbours that count, nearest first.
    pub neighbours: usize,
}

impl Default for AvoidConfig {
    fn default() -> Self {
        Self { horizon: 2.0, sight: 6.0, neighbours: 10 }
    }
}

/// The velocity nearest to each walker's wish that keeps clear of the others for the horizon; `step` is the length of a
/// tick in seconds.
#[must_use]
pub fn velocities(walkers: &[Walker], config: &AvoidConfig, step: f32) -> Vec<Vec2> {
    let agents: Vec<Agent> = walkers.iter().map(|walker| agent(walker, 1.0)).collect();
    // Sorted by x, so that only those within sight along it are looked at.
    let mut order: Vec<usize> = (0..walkers.len()).collect();
    order.sort_by(|&a, &b| walkers[a].position.x.total_cmp(&walkers[b].position.x).then(a.cmp(&b)));
    let mut found = vec![Vec2::ZERO; walkers.len()];
    let mut first = 0;
    for at in 0..order.len() {
        let i = order[at];
        let here = walkers[i].position;
        while walkers[order[first]].position.x < here.x - config.sight {
            first += 1;
        }
        let mut near: Vec<(f32, usize)> = order[first..]
            .iter()
            .take_while(|&&j| walkers[j].position.x <= here.x + config.sight)
            .filter(|&&j| j != i)
            .map(|&j| (walkers[j].position.distance_squared(here), j))
            .filter(|(apart, _)| *apart <= config.sight * config.sight)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(config.neighbours);
        let neighbours: Vec<Cow<Agent>> = near.iter().map(|&(_, j)| Cow::Borrowed(&agents[j])).collect();
        found[i] = dodge(&walkers[i], &agents[i], &neighbours, config, step);
    }
    found
}

/// The same for one walker who sees others, of whom it knows how they move now: their wishes do not count. Those who stand
/// are walked around; those who walk are trusted to do their half. Others beyond sight, and the farthest ones of too many, are
/// left out.
///
/// ```
/// use wold_space::Vec2;
/// use wold_ways::motion::avoid::{AvoidConfig, Walker, velocity};
/// let walk = Vec2::new(1.5, 0.0);
/// let me = Walker { position: Vec2::ZERO, velocity: walk, wish: walk, radius: 0.3, max_speed: 1.5 };
/// let standing = Walker { position: Vec2::new(1.5, 0.1), velocity: Vec2::ZERO, wish: Vec2::ZERO, ..me };
/// let chosen = velocity(&me, &[standing], &AvoidConfig::default(), 0.05);
/// assert!(chosen.x > 0.3 && chosen.y < -0.1, "on, and round it to the freer side: {chosen}");
/// ```
#[must_use]
pub fn velocity(me: &Walker, others: &[Walker], config: &AvoidConfig, step: f32) -> Vec2 {
    const STANDING: f32 = 0.05;
    let mut near: Vec<(f32, &Walker)> = others
        .iter()
        .map(|other| (other.position.distance_squared(me.position), other))
        .filter(|(apart, _)| *apart <= config.sight * config.sight)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(config.neighbours);
    let share = |other: &Walker| if other.velocity.length() < STANDING { 0.0 } else { 1.0 };
    let neighbours: Vec<Cow<Agent>> =
        near.iter().map(|(_, other)| Cow::Owned(agent(other, share(other)))).collect();
    dodge(me, &agent(me, 1.0), &neighbours, config, step)
}

fn plain(v: Vec2) -> Plain {
    Plain::new(v.x, v.y)
}

fn agent(walker: &Walker, share: f32) -> Agent {
    Agent {
        position: plain(walker.position),
        velocity: plain(walker.velocity),
        radius: walker.radius,
        avoidance_responsibility: share,
    }
}

fn dodge(walker: &Walker, agent: &Agent, neighbours: &[Cow<Agent>], config: &AvoidConfig, step: f32) -> Vec2 {
    let options = AvoidanceOptions {
        obstacle_margin: 0.0,
        time_horizon: config.horizon,
        obstacle_time_horizon: config.horizon,
    };
    let wish = plain(walker.wish);
    let found = agent.compute_avoiding_velocity(neighbours, &[], wish, walker.max_speed, step, &options);
    Vec2::new(found.x, found.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_of_walkers_changes_sides_without_touching() {
        let count = 16;
        let at = |i: usize, far: f32| {
            let angle = i as f32 / count as f32 * std::f32::consts::TAU + 0.01;
            Vec2::new(libm::cosf(angle), libm::sinf(angle)) * far
        };
        let mut walkers: Vec<Walker> = (0..count)
            .map(|i| Walker {
                position: at(i, 8.0),
                velocity: Vec2::ZERO,
                wish: Vec2::ZERO,
                radius: 0.3,
                max_speed: 1.5,
            })
            .collect();
        let goals: Vec<Vec2> = walkers.iter().map(|w| -w.position).collect();
        let mut closest = f32::INFINITY;
        for _ in 0..800 {
            for (walker, goal) in walkers.iter_mut().zip(&goals) {
                // A little to the right, as people do: perfect symmetry would stop everybody.
                walker.wish = Vec2::new(0.97, -0.24).rotate((*goal - walker.position).clamp_length_max(1.3));
            }
            let next = velocities(&walkers, &AvoidConfig::default(), 0.05);
            for (walker, velocity) in walkers.iter_mut().zip(next) {
                walker.velocity = velocity;
                walker.position += velocity * 0.05;
            }
            for i in 0..count {
                for j in i + 1..count {
                    closest = closest.min(walkers[i].position.distance(walkers[j].position));
                }
            }
        }
        assert!(closest > 0.55, "they came as near as {closest}");
        let arrived = walkers.iter().zip(&goals).filter(|(w, g)| w.position.distance(**g) < 0.5).count();
        assert!(arrived == count, "{arrived} arrived");
    }
}
