//! Walking to a place: around what stands in the way, through doors, and giving up when it does not work.
//!
//! A [`Guide`] gives the corners of the way, and the legs go straight from one to the next. Whoever comes no nearer for a second, or was
//! given no way, looks a little ahead and, if something is there, in directions ever farther to one side, then to the other; the first free one
//! is taken. After some seconds without headway the way is asked anew and the side changed, and after a few changes the goal is given up.

use super::guide::{Guide, Spot};
use super::manners;
use crate::rows::GAIT;
use crate::villager::steps;
use std::f64::consts::TAU;
use wold_guest::known::Known;
use wold_land::places::Atlas;
use wold_land::{Measures, Obstacle};
use wold_space::{DVec2, Vec2};
use wold_wire::state::turn_to_byte;
use wold_wire::{Gait, Steering};

/// How walking goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walk {
    /// Nowhere to go.
    #[default]
    Idle,
    /// On the way.
    Going,
    /// There.
    Arrived,
    /// Given up.
    Stuck,
}

/// How often a way that ended short of its goal is continued: each stage is up to sixty metres.
const MOST_STAGES: u32 = 200;

/// Legs.
#[derive(Clone, Debug)]
pub struct Legs {
    guide: Guide,
    goal: Spot,
    /// Corners of the way, the next one last.
    route: Vec<DVec2>,
    /// Whether the corners are those of a way that was found.
    planned: bool,
    /// How often the way may still be asked anew where it ended short of the goal.
    stages: u32,
    gait: Gait,
    near: f64,
    walk: Walk,
    direction: DVec2,
    heading: u8,
    left_hand: bool,
    nearest: f64,
    nearest_at: u64,
    changes: u32,
    winded: bool,
    phase: u64,
}

impl Legs {
    /// Legs at rest; `number` sets their habits apart from others'.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self {
            guide: Guide::default(),
            goal: Spot { place: DVec2::ZERO, level: 0 },
            route: Vec::new(),
            planned: false,
            stages: 0,
            gait: Gait::Walk,
            near: 0.0,
            walk: Walk::Idle,
            direction: DVec2::ZERO,
            heading: (number.wrapping_mul(97) & 255) as u8,
            left_hand: number.is_multiple_of(2),
            nearest: f64::INFINITY,
            nearest_at: 0,
            changes: 0,
            winded: false,
            phase: number,
        }
    }

    /// Reads the places others read, too.
    pub fn read(&mut self, atlas: Atlas) {
        self.guide.read(atlas);
    }

    /// How it goes.
    #[must_use]
    pub fn walk(&self) -> Walk {
        self.walk
    }

    /// Sets out.
    pub fn go(&mut self, known: &Known, to: Spot, gait: Gait, near: f64) {
        self.goal = to;
        self.stages = MOST_STAGES;
        self.gait = gait;
        self.near = near;
        self.walk = Walk::Going;
        self.changes = 0;
        self.ask_the_way(known);
    }

    /// Sets out along corners that somebody else has found, the goal last. Who gets stuck on them asks for a way of its own.
    pub fn follow(&mut self, known: &Known, corners: Vec<DVec2>, level: u8, gait: Gait, near: f64) {
        let Some(&place) = corners.last() else { return };
        self.goal = Spot { place, level };
        self.stages = MOST_STAGES;
        self.gait = gait;
        self.near = near;
        self.walk = Walk::Going;
        self.changes = 0;
        self.planned = true;
        self.route = corners;
        self.route.reverse();
        self.direction = DVec2::ZERO;
        self.begin_waypoint(known);
    }

    fn ask_the_way(&mut self, known: &Known) {
        let here = Spot { place: known.place(), level: known.level() };
        self.guide.fit(measures(known));
        let route = self.guide.route(known.land(), here, self.goal);
        self.planned = route.is_some();
        // Where no way is found, perhaps because land is still to come, straight on is as good as anything.
        self.route = route.unwrap_or_else(|| vec![self.goal.place]);
        self.route.reverse();
        self.direction = DVec2::ZERO;
        self.begin_waypoint(known);
    }

    /// The corners still ahead, the next one last.
    #[must_use]
    pub fn route(&self) -> &[DVec2] {
        &self.route
    }

    /// Stays where one is, standing, sitting or ducked.
    pub fn rest(&mut self, gait: Gait) {
        self.route.clear();
        self.gait = gait;
        self.walk = Walk::Idle;
    }

    /// Turns towards a place.
    pub fn face(&mut self, known: &Known, place: DVec2) {
        if let Some(direction) = (place - known.place()).try_normalize() {
            self.heading = heading(direction);
        }
    }

    fn begin_waypoint(&mut self, known: &Known) {
        self.nearest = f64::INFINITY;
        self.nearest_at = known.step();
    }

    /// This step's steering.
    pub fn step(&mut self, known: &Known) -> Steering {
        let Some(&waypoint) = self.route.last() else { return self.stand() };
        let way = waypoint - known.place();
        let distance = way.length();
        let near = if self.route.len() == 1 { self.near } else { GAIT.way.corner_metres };
        if distance <= near {
            self.route.pop();
            self.begin_waypoint(known);
            if self.route.is_empty() {
                let short = known.level() != self.goal.level
                    || self.goal.place.distance(known.place()) > self.near + GAIT.way.slack_metres;
                if short && self.stages > 0 {
                    self.stages -= 1;
                    self.ask_the_way(known);
                } else {
                    self.walk = if short { Walk::Stuck } else { Walk::Arrived };
                }
                return self.stand();
            }
        } else if self.loses_patience(known.step(), distance) {
            if self.changes > GAIT.way.changes {
                self.route.clear();
                self.walk = Walk::Stuck;
            } else {
                self.ask_the_way(known);
            }
            return self.stand();
        } else if self.planned
            && known.step().saturating_sub(self.nearest_at) < steps(GAIT.way.stalled_seconds)
        {
            self.direction = way / distance;
        } else if self.direction == DVec2::ZERO
            || (known.step() + self.phase).is_multiple_of(steps(GAIT.way.look_seconds))
        {
            self.direction = self.look(known, way / distance, distance);
        }
        self.heading = heading(self.direction);
        let gait = self.pace(known.own().stamina);
        let mut wish = self.direction * (distance * 1.5).clamp(0.3, 1.0);
        // Whoever gets no further that way pushes gently through the throng.
        if known.step().saturating_sub(self.nearest_at) < steps(GAIT.way.stalled_seconds) {
            wish = manners::among(known, wish, speed(known, gait));
        }
        Steering {
            east: libm::round(wish.x * 127.0) as i8,
            north: libm::round(wish.y * 127.0) as i8,
            heading: self.heading,
            gait,
        }
    }

    fn stand(&self) -> Steering {
        let gait = match self.gait {
            Gait::Sit => Gait::Sit,
            // Who sneaked somewhere stands up there, unless it wants to lurk.
            Gait::Sneak if self.walk == Walk::Idle => Gait::Sneak,
            _ => Gait::Walk,
        };
        Steering { heading: self.heading, gait, ..Default::default() }
    }

    fn pace(&mut self, breath: u8) -> Gait {
        self.winded = breath < if self.winded { GAIT.way.breath[1] } else { GAIT.way.breath[0] };
        if self.winded && self.gait == Gait::Run { Gait::Walk } else { self.gait }
    }

    fn loses_patience(&mut self, step: u64, distance: f64) -> bool {
        if distance < self.nearest - GAIT.way.headway_metres {
            self.nearest = distance;
            self.nearest_at = step;
        } else if step.saturating_sub(self.nearest_at) > steps(GAIT.way.patience_seconds) {
            self.nearest_at = step;
            self.left_hand = !self.left_hand;
            self.changes += 1;
            return true;
        }
        false
    }

    /// The direction to take: straight on if free, else the first free one to the kept side, else to the other.
    fn look(&mut self, known: &Known, straight: DVec2, distance: f64) -> DVec2 {
        let mut obstacles = Vec::new();
        let (land, place, level) = (known.land(), known.place(), known.level());
        let measures = measures(known);
        land.obstacles(place, level, GAIT.way.look_metres as f32 + measures.elbow_room, &mut obstacles);
        let reach = distance.min(GAIT.way.look_metres);
        let open = level == 0 && land.house_at(place, 0).is_none();
        let wading = land.depth(place) > measures.wade;
        let is_free = |direction: DVec2| {
            if !is_clear(&obstacles, direction.as_vec2(), reach as f32, measures.elbow_room) {
                return false;
            }
            let ahead = place + direction * reach;
            if !open || land.house_at(ahead, 0).is_some() {
                return true;
            }
            let rise = (land.height(ahead) - land.height(place)) / reach.max(0.5) as f32;
            rise < measures.steep && (wading || land.depth(ahead) <= measures.wade)
        };
        if is_free(straight) {
            return straight;
        }
        for side in [self.left_hand, !self.left_hand] {
            let sign = if side { 1.0 } else { -1.0 };
            for turn in GAIT.way.turns {
                let direction = DVec2::from_angle(sign * turn.to_radians()).rotate(straight);
                if is_free(direction) {
                    self.left_hand = side;
                    return direction;
                }
            }
        }
        // Hemmed in: lean on whatever it is and slide.
        straight
    }
}

/// Metres per second on level ground.
fn speed(known: &Known, gait: Gait) -> f32 {
    let Some(physique) = known.welcome().map(|welcome| &welcome.physique) else { return 0.0 };
    match gait {
        Gait::Run => physique.run,
        Gait::Sneak => physique.sneak,
        Gait::Walk => physique.walk,
        Gait::Sit => 0.0,
    }
}

fn heading(direction: DVec2) -> u8 {
    turn_to_byte(libm::atan2(direction.y, direction.x) / TAU)
}

/// What the world's bodies walk over.
pub(crate) fn measures(known: &Known) -> Measures {
    known.welcome().map_or_else(Measures::default, |welcome| Measures::of(&welcome.physique))
}

/// Whether a walker keeps clear of everything on the way. What it touches already only counts if it would come nearer.
fn is_clear(obstacles: &[Obstacle], direction: Vec2, reach: f32, clearance: f32) -> bool {
    const STRIDE: f32 = 0.4;
    obstacles.iter().all(|obstacle| {
        let at_start = gap(obstacle, Vec2::ZERO);
        let mut way = STRIDE.min(reach);
        loop {
            let now = gap(obstacle, direction * way);
            if now < clearance && now < at_start {
                return false;
            }
            if way >= reach {
                return true;
            }
            way = (way + STRIDE).min(reach);
        }
    })
}

/// Metres between a point and an obstacle's surface.
fn gap(obstacle: &Obstacle, at: Vec2) -> f32 {
    match *obstacle {
        Obstacle::Post { at: post, radius } => post.distance(at) - radius,
        Obstacle::Wall(a, b) => {
            let along = b - a;
            let share = ((at - a).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            (a + along * share).distance(at)
        }
    }
}

#[cfg(test)]
#[path = "legs_tests.rs"]
mod tests;
