//! The truth: a fenced yard, the people, animals and things in it, and how they move. The same seed is the same yard.
//!
//! Walkers turn and stop, one runner runs about and one chases a ball and kicks it, a cart goes in long bends, animals graze and bolt, and
//! two archers among the walkers shoot at the onlooker in the middle and at each other. Every arrow is a mover of its own, from its flight's
//! beginning to its end. Nobody leaves the yard.

use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_wire::reckoning::{Mover, Report};

/// Steps of the truth in a second.
pub const STEPS_PER_SECOND: usize = 100;
/// Seconds of a step.
pub const STEP: f64 = 1.0 / STEPS_PER_SECOND as f64;
/// Half the side of the yard in metres.
pub const HALF_SIDE: f64 = 40.0;
/// What the ground takes from a ball, in m/s²: the same its predictors believe.
const BALL_BRAKE: f64 = 1.5;
const ARROW_SPEED: f64 = 30.0;
/// Seconds between two arrows.
const VOLLEY: f64 = 2.5;
const WALKERS: usize = 5;
const ANIMALS: usize = 2;
/// The walkers who shoot.
const ARCHERS: [usize; 2] = [0, 1];

/// Something set going at a moment, that then moves by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// When, in seconds.
    pub time: f64,
    /// From where.
    pub place: DVec2,
    /// How fast.
    pub velocity: DVec2,
    /// Which mover did it.
    pub thrower: usize,
    /// Whether it rolls out on the ground.
    pub rolls: bool,
}

impl Throw {
    /// Place and velocity after the throw, bouncing off the fence.
    pub fn at(&self, time: f64) -> (DVec2, DVec2) {
        let (d, speed) = ((time - self.time).max(0.0), self.velocity.length());
        let brake = if self.rolls { BALL_BRAKE } else { 0.0 };
        let rolled = if brake > 0.0 { d.min(speed / brake) } else { d };
        let share = if speed > 0.0 { 1.0 - brake * rolled / speed } else { 0.0 };
        let way = if speed > 0.0 { rolled - brake * rolled * rolled / (2.0 * speed) } else { 0.0 };
        let free = self.place + self.velocity * way;
        let ((x, sx), (y, sy)) = (folded(free.x), folded(free.y));
        (DVec2::new(x, y), self.velocity * share * DVec2::new(sx, sy))
    }
}

/// A coordinate that went on through fences as one that was thrown back by them, and the sign of its speed.
fn folded(free: f64) -> (f64, f64) {
    let turn = (free + HALF_SIDE).rem_euclid(4.0 * HALF_SIDE);
    if turn <= 2.0 * HALF_SIDE { (turn - HALF_SIDE, 1.0) } else { (3.0 * HALF_SIDE - turn, -1.0) }
}

/// Where a straight way out of the yard meets the fence.
pub fn fence(from: DVec2, to: DVec2) -> Option<DVec2> {
    let reach = to.abs().max_element();
    let inner = from.abs().max_element();
    if reach <= HALF_SIDE || inner > HALF_SIDE {
        return None;
    }
    let axis = |a: f64, b: f64| if b.abs() > HALF_SIDE { (HALF_SIDE.copysign(b) - a) / (b - a) } else { 1.0 };
    Some(from.lerp(to, axis(from.x, to.x).min(axis(from.y, to.y))))
}

/// One mover's life.
pub struct Track {
    /// What it is.
    pub mover: Mover,
    /// The step its life begins with.
    pub first: usize,
    /// Step by step.
    pub steps: Vec<Report>,
    /// What set it going, if it moves by itself.
    pub throws: Vec<Throw>,
}

impl Track {
    /// The truth at a step, if it lives then.
    pub fn at(&self, step: usize) -> Option<&Report> {
        self.steps.get(step.checked_sub(self.first)?)
    }

    /// Whether somebody decides where it goes.
    pub fn is_willed(&self) -> bool {
        self.throws.is_empty()
    }
}

/// Everything that happens.
pub struct Yard {
    /// Who and what moves.
    pub tracks: Vec<Track>,
    /// How many steps it lasts.
    pub steps: usize,
}

impl Yard {
    /// Lets everybody live for so many seconds.
    pub fn new(seed: u64, seconds: usize) -> Self {
        let steps = seconds * STEPS_PER_SECOND;
        let chance = |name: &str, number: usize| Stream::named(Seed(seed), name, &[number as u64]);
        let mut tracks: Vec<Track> = Vec::new();
        let mut willed = |mover, name: &str, count: usize| {
            for number in 0..count {
                tracks.push(live(Body::new(mover, chance(name, number)), steps));
            }
        };
        willed(Mover::Walker, "walker", WALKERS);
        willed(Mover::Runner, "runner", 1);
        willed(Mover::Cart, "cart", 1);
        willed(Mover::Animal, "animal", ANIMALS);
        let footballer = tracks.len();
        tracks.extend(football(chance("football", 0), steps, footballer));
        tracks.extend(arrows(&chance("arrows", 0), &tracks, steps));
        Self { tracks, steps }
    }
}

/// Somebody who moves at will.
struct Body {
    mover: Mover,
    chance: Stream,
    place: DVec2,
    velocity: DVec2,
    heading: f64,
    bend: f64,
    wanted: f64,
    /// Seconds until it thinks again.
    left: f64,
}

impl Body {
    fn new(mover: Mover, mut chance: Stream) -> Self {
        let place = DVec2::new(chance.range(-25.0, 25.0), chance.range(-25.0, 25.0));
        let heading = chance.range(0.0, std::f64::consts::TAU);
        Self { mover, chance, place, velocity: DVec2::ZERO, heading, bend: 0.0, wanted: 0.0, left: 0.0 }
    }

    /// Decides what to do for a while.
    fn think(&mut self) {
        let chance = &mut self.chance;
        match self.mover {
            Mover::Walker => {
                self.left = chance.range(1.0, 6.0);
                self.heading += chance.range(-2.0, 2.0);
                self.wanted = if chance.chance(0.25) { 0.0 } else { 1.4 };
            }
            Mover::Runner => {
                self.left = chance.range(0.8, 4.0);
                self.heading += chance.range(-1.5, 1.5);
                self.wanted = if chance.chance(0.15) { 0.0 } else { 4.5 };
            }
            Mover::Cart => {
                self.left = chance.range(2.0, 6.0);
                self.bend = chance.range(-0.5, 0.5);
                self.wanted = chance.range(3.0, 8.0);
            }
            // Arrows and balls do not think; animals bolt now and then, and graze otherwise.
            _ => {
                let bolts = chance.chance(0.1);
                self.left = if bolts { 1.5 } else { chance.range(0.4, 2.0) };
                self.heading += chance.range(-2.5, 2.5);
                self.wanted = if bolts { 5.0 } else { chance.range(-0.6, 0.8).max(0.0) };
            }
        }
    }

    /// The m/s² it can make.
    fn strength(&self) -> f64 {
        match self.mover {
            Mover::Walker => 12.0,
            Mover::Cart => 2.5,
            _ => 16.0,
        }
    }

    /// Where it goes to instead, near the fence.
    fn shy(&mut self) {
        let margin = if self.mover == Mover::Cart { 20.0 } else { 0.3 };
        let out = self.place.abs().max_element() > HALF_SIDE - margin
            && self.place.dot(DVec2::from_angle(self.heading)) > 0.0;
        if !out {
            return;
        }
        let home = (-self.place).to_angle();
        if self.mover == Mover::Cart {
            // A cart cannot turn on the spot: it bends homewards as hard as it may.
            self.bend = 0.8 * DVec2::from_angle(self.heading).perp_dot(-self.place).signum();
        } else {
            self.heading = home + self.chance.range(-0.6, 0.6);
        }
    }

    fn step(&mut self, time: f64) -> Report {
        self.left -= STEP;
        if self.left <= 0.0 {
            self.think();
        }
        self.shy();
        self.advance(time)
    }

    fn advance(&mut self, time: f64) -> Report {
        self.heading += self.bend * STEP;
        let speed = self.velocity.length();
        let most = self.strength() * STEP;
        let velocity = DVec2::from_angle(self.heading) * (speed + (self.wanted - speed).clamp(-most, most));
        let acceleration = (velocity - self.velocity) / STEP;
        // A turn on the spot is no acceleration that will go on.
        let acceleration = if acceleration.length() > 40.0 { DVec2::ZERO } else { acceleration };
        self.velocity = velocity;
        let bound = DVec2::splat(HALF_SIDE);
        self.place = (self.place + velocity * STEP).clamp(-bound, bound);
        Report { time, place: self.place, velocity, acceleration }
    }
}

fn live(mut body: Body, steps: usize) -> Track {
    let steps = (0..steps).map(|step| body.step(step as f64 * STEP)).collect();
    Track { mover: body.mover, first: 0, steps, throws: Vec::new() }
}

/// Somebody who runs after a ball, and the ball.
fn football(chance: Stream, steps: usize, footballer: usize) -> [Track; 2] {
    let mut body = Body::new(Mover::Runner, chance);
    let mut throw =
        Throw { time: 0.0, place: DVec2::ZERO, velocity: DVec2::ZERO, thrower: footballer, rolls: true };
    let (mut runs, mut rolls, mut throws) = (Vec::new(), Vec::new(), vec![throw]);
    for step in 0..steps {
        let time = step as f64 * STEP;
        let (place, _) = throw.at(time);
        // Who has kicked it lets it roll for a moment.
        if body.place.distance(place) < 0.5 && time - throw.time > 1.0 {
            let way = DVec2::from_angle(body.chance.range(0.0, std::f64::consts::TAU));
            throw = Throw { time, place, velocity: way * body.chance.range(3.0, 8.0), ..throw };
            throws.push(throw);
        }
        let (place, velocity) = throw.at(time);
        body.heading = (place - body.place).to_angle();
        body.wanted = 5.0;
        runs.push(body.advance(time));
        // What rolls slows down by itself: its acceleration is what the ground takes.
        let acceleration = -velocity.normalize_or_zero() * BALL_BRAKE;
        rolls.push(Report { time, place, velocity, acceleration });
    }
    [
        Track { mover: Mover::Runner, first: 0, steps: runs, throws: Vec::new() },
        Track { mover: Mover::Ball, first: 0, steps: rolls, throws },
    ]
}

/// Arrows by turns from each archer, at the onlooker in the middle and at the other archer.
fn arrows(chance: &Stream, tracks: &[Track], steps: usize) -> Vec<Track> {
    let mut chance = chance.clone();
    let mut flights = Vec::new();
    let volley = (VOLLEY * STEPS_PER_SECOND as f64) as usize;
    for (number, first) in (volley..steps).step_by(volley).enumerate() {
        let (archer, other) = (ARCHERS[number % 2], ARCHERS[1 - number % 2]);
        let place = tracks[archer].steps[first].place;
        let target = if number % 4 < 2 { DVec2::ZERO } else { tracks[other].steps[first].place };
        let aim = target + DVec2::new(chance.range(-0.5, 0.5), chance.range(-0.5, 0.5)) - place;
        let time = first as f64 * STEP;
        let velocity = aim.normalize_or(DVec2::X) * ARROW_SPEED;
        let throw = Throw { time, place, velocity, thrower: archer, rolls: false };
        let length = ((aim.length() / ARROW_SPEED * STEPS_PER_SECOND as f64) as usize).max(1);
        let flight = (first..(first + length).min(steps))
            .map(|step| {
                let time = step as f64 * STEP;
                let (place, velocity) = throw.at(time);
                Report { time, place, velocity, acceleration: DVec2::ZERO }
            })
            .collect();
        flights.push(Track { mover: Mover::Arrow, first, steps: flight, throws: vec![throw] });
    }
    flights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_leaves_the_yard_or_is_faster_than_its_row_says() {
        let yard = Yard::new(3, 60);
        for track in &yard.tracks {
            let row = track.mover.row();
            for pair in track.steps.windows(2) {
                assert!(pair[1].place.abs().max_element() <= HALF_SIDE + 1e-6, "{}", row.name);
                let speed = pair[0].place.distance(pair[1].place) / STEP;
                assert!(speed <= row.fastest + 1e-6, "{} at {speed}", row.name);
            }
        }
        let arrows = yard.tracks.iter().filter(|track| track.mover == Mover::Arrow).count();
        assert!(arrows > 15);
        let kicks = yard.tracks.iter().find(|track| track.mover == Mover::Ball).expect("a ball").throws.len();
        assert!((6..40).contains(&kicks), "{kicks} kicks");
    }

    #[test]
    fn the_fence_stops_whoever_goes_out() {
        assert_eq!(fence(DVec2::ZERO, DVec2::new(80.0, 0.0)), Some(DVec2::new(40.0, 0.0)));
        assert_eq!(fence(DVec2::ZERO, DVec2::new(80.0, 160.0)), Some(DVec2::new(20.0, 40.0)));
        assert_eq!(fence(DVec2::ZERO, DVec2::new(30.0, -40.0)), None);
    }

    #[test]
    fn a_ball_comes_back_from_the_fence() {
        let velocity = DVec2::new(8.0, 0.0);
        let throw = Throw { time: 0.0, place: DVec2::new(35.0, 0.0), velocity, thrower: 0, rolls: true };
        let (place, velocity) = throw.at(60.0);
        assert!(place.x < 30.0 && velocity == DVec2::ZERO, "{place}");
        assert!(throw.at(1.0).1.x < 0.0);
    }
}
