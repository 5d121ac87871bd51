//! Travellers for simulations: places, roads between them, and who goes where.
//!
//! * [`Atlas`]: places with sizes, joined by the relative neighbourhood graph: two places are joined unless a third is nearer to both than they are
//!   to each other.
//! * [`Movement`]: how the next place is chosen. *Random*: any, by size / distance². *Simple*: 45 in 100 any at all, else a
//!   neighbour by size / distance². *Chooser*: in as many moves as any heuristic was observed to explain (1,355 of 4,457), a decision tree ([`tree`]) says for each
//!   neighbour which of size / distance, size² / distance and size / distance² to trust, and these vote; else any neighbour.
//! * [`Walkers`]: agents on curved paths, hovering at a place until they choose the next.
//!
//! After Lanctot (2005), sections 4.2, 5.1 and 5.3 to 5.5.

pub mod tree;

use crate::engine::Traveller;
use std::str::FromStr;
use tree::Tree;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_space::graph::relative_neighbourhood;

/// A place worth going to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where.
    pub at: DVec2,
    /// How much there is to see.
    pub size: f64,
}

/// Places and the roads between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Atlas {
    /// The places.
    pub places: Vec<Place>,
    /// For each place, those it is joined to.
    pub roads: Vec<Vec<usize>>,
    /// Width and height of the land.
    pub extent: DVec2,
}

impl Atlas {
    /// Places joined by their relative neighbourhood graph.
    #[must_use]
    pub fn new(places: Vec<Place>, extent: DVec2) -> Self {
        let points: Vec<DVec2> = places.iter().map(|place| place.at).collect();
        let mut roads = vec![Vec::new(); places.len()];
        for (a, b) in relative_neighbourhood(&points) {
            roads[a].push(b);
            roads[b].push(a);
        }
        roads.iter_mut().for_each(|road| road.sort_unstable());
        Self { places, roads, extent }
    }

    /// Places drawn at random, sizes 10 to 25.
    #[must_use]
    pub fn random(count: usize, extent: DVec2, seed: Seed) -> Self {
        let mut draws = Stream::named(seed, "atlas", &[]);
        let place = |_| Place {
            at: DVec2::new(draws.range(0.05, 0.95) * extent.x, draws.range(0.05, 0.95) * extent.y),
            size: draws.range(10.0, 25.0),
        };
        Self::new((0..count).map(place).collect(), extent)
    }

    /// The same atlas stretched over another extent.
    #[must_use]
    pub fn over(mut self, extent: DVec2) -> Self {
        let scale = extent / self.extent;
        self.places.iter_mut().for_each(|place| place.at *= scale);
        self.extent = extent;
        self
    }

    fn weight(&self, from: usize, to: usize) -> f64 {
        self.places[to].size / self.places[from].at.distance_squared(self.places[to].at).max(1e-9)
    }
}

/// How the next place is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Movement {
    /// Any place, by size / distance².
    #[default]
    Random,
    /// 45 in 100 any place at all, else a neighbour.
    Simple,
    /// A neighbour, by the vote of heuristics that a tree chooses.
    Chooser(Tree),
}

impl FromStr for Movement {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "random" => Ok(Self::Random),
            "simple" => Ok(Self::Simple),
            "chooser" => Ok(Self::Chooser(Tree::default())),
            _ => Err(format!("unknown movement {name:?}; there are random, simple and chooser")),
        }
    }
}

/// The share of moves that any of the heuristics explained.
const EXPLAINED: f64 = 1_355.0 / 4_457.0;

impl Movement {
    /// The place to go to next.
    #[must_use]
    pub fn next(&self, atlas: &Atlas, from: usize, draws: &mut Stream) -> usize {
        let others: Vec<usize> = (0..atlas.places.len()).filter(|p| *p != from).collect();
        let near = if atlas.roads[from].is_empty() { &others } else { &atlas.roads[from] };
        match self {
            Self::Random => weighed(atlas, from, &others, draws),
            Self::Simple if draws.chance(0.45) => draws.pick(&others).copied().unwrap_or(from),
            Self::Simple => weighed(atlas, from, near, draws),
            Self::Chooser(tree) => {
                let chosen = if draws.chance(EXPLAINED) { voted(atlas, from, near, tree) } else { None };
                chosen.or_else(|| draws.pick(near).copied()).unwrap_or(from)
            }
        }
    }
}

/// One of `among` by size / distance².
fn weighed(atlas: &Atlas, from: usize, among: &[usize], draws: &mut Stream) -> usize {
    let total: f64 = among.iter().map(|to| atlas.weight(from, *to)).sum();
    let mut mark = draws.unit() * total;
    for to in among {
        mark -= atlas.weight(from, *to);
        if mark < 0.0 {
            return *to;
        }
    }
    among.last().copied().unwrap_or(from)
}

/// The neighbour that most of the heuristics put first which the tree trusts for one way or another; the strongest by size / distance² among equals. `None` if it
/// trusts none.
fn voted(atlas: &Atlas, from: usize, near: &[usize], tree: &Tree) -> Option<usize> {
    let far = |to: usize| atlas.places[from].at.distance(atlas.places[to].at).max(1e-9);
    let size = |to: usize| atlas.places[to].size;
    let heuristics: [&dyn Fn(usize) -> f64; 3] =
        [&|to| size(to) / far(to), &|to| size(to) * size(to) / far(to), &|to| size(to) / (far(to) * far(to))];
    let first = |h: &dyn Fn(usize) -> f64| near.iter().copied().max_by(|a, b| h(*a).total_cmp(&h(*b)));
    let others = near.len().saturating_sub(1).max(1) as f64;
    let share =
        |more: &dyn Fn(usize) -> bool| near.iter().filter(|other| more(**other)).count() as f64 / others;
    let mut votes: Vec<usize> = Vec::new();
    for &to in near {
        let class = tree.class(&[
            near.len() as f64,
            size(to),
            far(to) / atlas.extent.length(),
            share(&|other| size(other) > size(to)),
            share(&|other| far(other) < far(to)),
        ]);
        votes.extend((0..3).filter(|bit| class >> bit & 1 == 1).filter_map(|bit| first(heuristics[bit])));
    }
    let count = |to: usize| votes.iter().filter(|vote| **vote == to).count();
    let most = |a: &usize, b: &usize| {
        count(*a).cmp(&count(*b)).then(heuristics[2](*a).total_cmp(&heuristics[2](*b)))
    };
    near.iter().copied().max_by(most).filter(|to| count(*to) > 0)
}

/// An agent on its way.
#[derive(Clone, Debug, PartialEq)]
struct Walker {
    to: usize,
    /// Where its path begins.
    start: DVec2,
    /// How far along, 0 to 1; at 1 it hovers.
    along: f64,
    /// How far its path bends to the side, as a share of its length, and in which shape.
    bend: f64,
    shape: u64,
    at: DVec2,
    velocity: DVec2,
}

/// Agents between the places of an atlas.
#[derive(Clone, Debug)]
pub struct Walkers {
    atlas: Atlas,
    movement: Movement,
    pace: f64,
    walkers: Vec<Walker>,
    seed: Seed,
    step: u64,
}

/// The chance that a hovering agent chooses the next place in a step.
const NEW_GOAL: f64 = 0.01;

impl Walkers {
    /// Agents at random places; each goes `pace` per step.
    #[must_use]
    pub fn new(atlas: Atlas, movement: Movement, count: usize, pace: f64, seed: Seed) -> Self {
        let mut draws = Stream::named(seed, "walkers", &[]);
        let walker = |_| {
            let home = draws.below(atlas.places.len() as u64) as usize;
            let at = atlas.places.get(home).map_or(DVec2::ZERO, |place| place.at);
            Walker { to: home, start: at, along: 1.0, bend: 0.0, shape: 0, at, velocity: DVec2::ZERO }
        };
        let walkers = (0..count).map(walker).collect();
        Self { atlas, movement, pace, walkers, seed, step: 0 }
    }

    /// Everybody goes one step on.
    pub fn step(&mut self) {
        self.step += 1;
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            let mut draws = Stream::named(self.seed, "walk", &[self.step, number as u64]);
            if walker.along >= 1.0 && draws.chance(NEW_GOAL) && self.atlas.places.len() > 1 {
                walker.to = self.movement.next(&self.atlas, walker.to, &mut draws);
                walker.start = walker.at;
                (walker.along, walker.bend, walker.shape) = (0.0, draws.range(-0.2, 0.2), draws.below(5));
            }
            let before = walker.at;
            if walker.along < 1.0 {
                let (a, b) = (walker.start, self.atlas.places[walker.to].at);
                walker.along = (walker.along + self.pace / a.distance(b).max(self.pace)).min(1.0);
                walker.at = along(a, b, walker.along, walker.bend, walker.shape);
            } else {
                let home = self.atlas.places[walker.to].at;
                let turn = draws.range(-0.5, 0.5);
                let (sin, cos) = (libm::sin(turn), libm::cos(turn));
                let v = if walker.velocity.length() < 1e-9 { DVec2::X } else { walker.velocity.normalize() };
                let turned = DVec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos);
                let back = home - walker.at;
                let way = if back.length() > self.pace * 6.0 { back.normalize() } else { turned };
                walker.at += way * self.pace * 0.5;
            }
            walker.at = walker.at.clamp(DVec2::ZERO, self.atlas.extent - DVec2::splat(1e-6));
            walker.velocity = walker.at - before;
        }
    }

    /// Where everybody is.
    #[must_use]
    pub fn travellers(&self) -> Vec<Traveller> {
        self.walkers.iter().map(|w| Traveller { at: w.at, velocity: w.velocity, guard: false }).collect()
    }
}

/// A point of a curved path: a sine, a parabola, a cubic, a quartic or a composite of sines that is 0 at both ends, laid between two points.
fn along(a: DVec2, b: DVec2, t: f64, bend: f64, shape: u64) -> DVec2 {
    let off = match shape {
        0 => libm::sin(std::f64::consts::PI * t),
        1 => 4.0 * t * (1.0 - t),
        2 => 10.0 * t * (1.0 - t) * (0.5 - t),
        3 => 16.0 * t * t * (1.0 - t) * (1.0 - t),
        _ => 0.7 * libm::sin(std::f64::consts::PI * t) + 0.3 * libm::sin(3.0 * std::f64::consts::PI * t),
    };
    a + (b - a) * t + (b - a).perp() * (off * bend)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atlas() -> Atlas {
        Atlas::random(24, DVec2::new(1_200.0, 1_000.0), Seed(1))
    }

    #[test]
    fn everybody_gets_around_and_stays_on_the_map() {
        for name in ["random", "simple", "chooser"] {
            let movement: Movement = name.parse().expect("a known name");
            let atlas = atlas().over(DVec2::new(120.0, 100.0));
            let mut walkers = Walkers::new(atlas, movement.clone(), 40, 1.0, Seed(3));
            let start = walkers.travellers();
            for _ in 0..1_000 {
                walkers.step();
                let all = walkers.travellers();
                assert!(
                    all.iter().all(|t| t.at.cmpge(DVec2::ZERO).all() && t.at.x < 120.0 && t.at.y < 100.0)
                );
                assert!(all.iter().all(|t| t.velocity.length() < 3.0), "{movement:?}");
            }
            let moved =
                walkers.travellers().iter().zip(&start).filter(|(a, b)| a.at.distance(b.at) > 10.0).count();
            assert!(moved > 20, "{movement:?}: {moved}");
        }
    }

    #[test]
    fn people_who_choose_stay_on_the_roads() {
        let atlas = atlas();
        let chooser: Movement = "chooser".parse().expect("a known name");
        let mut draws = Stream::named(Seed(1), "test", &[]);
        for from in 0..24 {
            for _ in 0..20 {
                let to = chooser.next(&atlas, from, &mut draws);
                assert!(atlas.roads[from].contains(&to));
            }
        }
        assert!("swift".parse::<Movement>().is_err());
    }

    #[test]
    fn another_tree_sends_people_elsewhere() {
        let atlas = atlas();
        let tree = |text: &str| Tree::parse(text).expect("well formed");
        let (by_size, by_nearness) =
            (tree("size <= 0: 2\nsize > 0: 2\n"), tree("size <= 0: 4\nsize > 0: 4\n"));
        let chosen = |tree: &Tree| -> Vec<_> {
            (0..24).map(|from| voted(&atlas, from, &atlas.roads[from], tree)).collect()
        };
        assert_ne!(chosen(&by_size), chosen(&by_nearness));
        assert_eq!(voted(&atlas, 0, &atlas.roads[0], &tree("size <= 0: 0\nsize > 0: 0\n")), None);
    }
}
