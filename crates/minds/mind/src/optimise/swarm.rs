//! A swarm that flies through the space of solutions.

use super::{Found, Judge, Objective, Optimiser};
use wold_chance::Stream;

/// Members fly toward the best place they and the swarm know, keep a distance from each other, and never fly slower than a
/// minimum: they pass over crowded peaks that are not the highest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swarm {
    /// How many fly. Default 40.
    pub members: usize,
    /// How much of its speed a member keeps. Default 0.75.
    pub inertia: f64,
    /// Pull of the member's own best place. Default 1.6.
    pub own: f64,
    /// Pull of the swarm's best place. Default 0.7.
    pub shared: f64,
    /// Distance kept, as a share of the space. Default 0.06.
    pub distance: f64,
    /// Least speed, as a share of the space. Default 0.01.
    pub slowest: f64,
}

impl Default for Swarm {
    fn default() -> Self {
        Self { members: 40, inertia: 0.75, own: 1.6, shared: 0.7, distance: 0.06, slowest: 0.01 }
    }
}

struct Member {
    at: Vec<f64>,
    speed: Vec<f64>,
    best: Vec<f64>,
    score: f64,
}

impl Optimiser for Swarm {
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found {
        let mut judge = Judge::new(objective, evaluations);
        let widths: Vec<f64> = judge.bounds.iter().map(|(lo, hi)| (hi - lo).max(f64::MIN_POSITIVE)).collect();
        let mut swarm: Vec<Member> = Vec::new();
        for _ in 0..self.members.max(1) {
            let at = judge.random(stream);
            let score = judge.score(&at);
            let speed = widths.iter().map(|w| w * stream.range(-0.1, 0.1)).collect();
            swarm.push(Member { best: at.clone(), at, speed, score });
        }
        while !judge.is_over() {
            for number in 0..swarm.len() {
                let away = self.avoid(&swarm, number, &widths);
                let member = &mut swarm[number];
                for (d, push) in away.iter().enumerate() {
                    let pull = self.own * stream.unit() * (member.best[d] - member.at[d])
                        + self.shared * stream.unit() * (judge.found.solution[d] - member.at[d]);
                    member.speed[d] = self.inertia * member.speed[d] + pull + push;
                }
                let speed =
                    member.speed.iter().zip(&widths).map(|(v, w)| v / w * (v / w)).sum::<f64>().sqrt();
                if speed < self.slowest {
                    // Too slow: on in the same direction, or in any if it stands.
                    for (v, w) in member.speed.iter_mut().zip(&widths) {
                        *v = if speed > 1e-12 {
                            *v * self.slowest / speed
                        } else {
                            w * self.slowest * stream.range(-1.0, 1.0)
                        };
                    }
                }
                member.at.iter_mut().zip(&member.speed).for_each(|(x, v)| *x += v);
                judge.clamp(&mut member.at);
                let score = judge.score(&member.at);
                if score > member.score {
                    member.score = score;
                    member.best.clone_from(&member.at);
                }
            }
        }
        judge.found
    }
}

impl Swarm {
    /// A push away from the nearest other, if it is too near.
    fn avoid(&self, swarm: &[Member], number: usize, widths: &[f64]) -> Vec<f64> {
        let gap = |other: &Member| -> Vec<f64> {
            swarm[number].at.iter().zip(&other.at).zip(widths).map(|((a, b), w)| (a - b) / w).collect()
        };
        let length = |gap: &[f64]| gap.iter().map(|d| d * d).sum::<f64>().sqrt();
        let others = swarm.iter().enumerate().filter(|(at, _)| *at != number).map(|(_, other)| gap(other));
        let nearest = others.min_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or_default();
        let near = length(&nearest);
        if nearest.is_empty() || near >= self.distance || near == 0.0 {
            return vec![0.0; widths.len()];
        }
        let push = 0.5 * (self.distance - near) / near;
        nearest.iter().zip(widths).map(|(d, w)| d * push * w).collect()
    }
}
