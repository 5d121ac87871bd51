//! Pong over a long line: two players who see each other late, and a ball that each sees hit where and when it does.
//!
//! Contract: a player's commands hold at once, and every turn has those of both. The ball goes from end to end in *legs*, straight and at an even speed, mirrored at the sides.
//! Whether a leg is returned is judged at its target alone: by the paddle there, in the turn in which the target is shown the ball at its end. So nobody is hit by news that is
//! still under way, and a page that shows each end as old as its news, and the ball by temporal contours in between ([`wold_wire::contours`]), never shows the ball jump: who
//! struck it sees it returned or missed exactly when word of that arrives. News must be younger than the shortest flight less the longest slow motion, 1 s by
//! the rules in `data/pong.json`; a page waits before it is older.
//!
//! *Slow motion* is a delay of the ball at one's own end. As the target one has so much more time; whoever returns a ball in slow motion sends it ahead, and it is at the other
//! end earlier by the delay it was struck with. Each turn costs the delay held, what is used up comes back slowly, and it never changes what was shown.
//!
//! After Smed and Hakonen (2006), section 9.4 and exercise 9-13.

mod rules;

pub use rules::{RULES, Rules};

use crate::dice::Dice;
use crate::round::scaled;
use wold_wire::lockstep::{Component, Misfit, Simulation};

/// A command: move towards one side.
pub const BACK: u32 = 1;
/// The other way.
pub const FORTH: u32 = 2;
/// Slow motion, with either or neither.
pub const SLOW: u32 = 4;

/// Thousandths of a turn in one.
pub const TURN: i32 = 1000;
/// Thousandths of a turn before a bot takes note of a new leg: it sees late, as people do.
const REACTION: i32 = 9000;
/// Longest age of a leg that is told apart.
const OLDEST: i32 = 1_000_000;

/// Nothing to be judged: the ball waits at somebody's paddle.
const WAITING: i32 = 0;

/// A way of the ball from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Whose end it began at.
    pub striker: i32,
    /// Thousandths of a turn since.
    pub age: i32,
    /// Where along that end.
    pub start: i32,
    /// How far to the side it goes in a turn.
    pub slope: i32,
    /// By how much the striker sent it ahead.
    pub ahead: i32,
    /// Thousandths of a turn from end to end; 0 while there is none.
    pub flight: i32,
}

impl Leg {
    const NONE: Self = Self { striker: 0, age: 0, start: 0, slope: 0, ahead: 0, flight: WAITING };

    /// Along the ends when it has gone so long, mirrored at the sides.
    #[must_use]
    pub fn along(&self, gone: i32) -> i32 {
        let room = RULES.court.half_width - RULES.ball.radius;
        let far = (self.start + scaled(self.slope, gone, TURN) + room).rem_euclid(4 * room);
        if far <= 2 * room { far - room } else { 3 * room - far }
    }

    /// Whose end it goes to.
    #[must_use]
    pub fn target(&self) -> usize {
        1 - self.striker as usize
    }

    fn words(&self) -> [i32; 6] {
        [self.striker, self.age, self.start, self.slope, self.ahead, self.flight]
    }

    fn of(words: &[i32]) -> Option<Self> {
        let [striker, age, start, slope, ahead, flight] = words[..] else { return None };
        let Rules { court, ball, slow_motion, paddle, .. } = &*RULES;
        let sound = (0..=1).contains(&striker)
            && (0..=OLDEST).contains(&age)
            && start.abs() <= court.half_width
            && slope.abs() <= paddle.steepest + ball.roughness
            && (0..=slow_motion.longest).contains(&ahead)
            && (0..=ball.first_flight).contains(&flight);
        sound.then_some(Self { striker, age, start, slope, ahead, flight })
    }
}

/// The game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pong {
    leg: Leg,
    /// Each paddle's middle.
    paddles: [i32; 2],
    /// The delay of the ball at each end, and what is left of slow motion.
    stretches: [i32; 2],
    reserves: [i32; 2],
    scores: [i32; 2],
    wins: [i32; 2],
    /// Turns until the next serve, who serves, what was judged so far, and who judged last.
    round: [i32; 4],
    /// How wrong each bot aims.
    aims: [i32; 2],
    dice: Dice,
}

impl Pong {
    /// A first round for two.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut dice = Dice(seed);
        let server = dice.roll(2);
        Self {
            leg: Leg::NONE,
            paddles: [0; 2],
            stretches: [0; 2],
            reserves: [RULES.slow_motion.most; 2],
            scores: [0; 2],
            wins: [0; 2],
            round: [RULES.round.pause, server, 0, server],
            aims: [0; 2],
            dice,
        }
    }

    /// The ball's way; without a flight it waits at the server's paddle.
    #[must_use]
    pub fn leg(&self) -> Leg {
        self.leg
    }

    /// Each paddle's middle.
    #[must_use]
    pub fn paddles(&self) -> [i32; 2] {
        self.paddles
    }

    /// The delay of the ball at each end, in thousandths of a turn.
    #[must_use]
    pub fn stretches(&self) -> [i32; 2] {
        self.stretches
    }

    /// Points of the round.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Rounds won.
    #[must_use]
    pub fn wins(&self) -> &[i32] {
        &self.wins
    }

    /// How many serves, returns and goals there were, and who judged the last.
    #[must_use]
    pub fn judged(&self) -> (i32, usize) {
        (self.round[2], self.round[3] as usize)
    }

    /// The age at which the target is shown the ball at its end.
    #[must_use]
    pub fn due(&self) -> i32 {
        self.leg.flight - self.leg.ahead + self.stretches[self.leg.target()]
    }

    /// What the bot of a seat does: goes where the ball will arrive, or to the middle, and slows the ball when it would come too late.
    #[must_use]
    pub fn pilot(&self, seat: usize) -> u32 {
        let comes = self.round[0] == 0 && self.leg.target() == seat && self.leg.age >= REACTION;
        let goal = if comes { self.leg.along(self.leg.flight) + self.aims[seat] } else { 0 };
        let off = goal - self.paddles[seat];
        let motion = match off {
            off if off > RULES.paddle.step => FORTH,
            off if off < -RULES.paddle.step => BACK,
            _ => 0,
        };
        let turns = (off.abs() - RULES.paddle.half) / RULES.paddle.step;
        let late = comes && turns * TURN > self.due() - self.leg.age;
        motion + if late { SLOW } else { 0 }
    }

    /// Lets slow motion grow or shrink by a turn.
    fn stretch(&mut self, seat: usize, wanted: bool) {
        let slow = &RULES.slow_motion;
        let (stretch, reserve) = (&mut self.stretches[seat], &mut self.reserves[seat]);
        let granted = wanted && *reserve >= *stretch + slow.give;
        *stretch = (*stretch + if granted { slow.give } else { -slow.give }).clamp(0, slow.longest);
        let refill = if *stretch == 0 { slow.refill } else { 0 };
        *reserve = (*reserve - *stretch + refill).clamp(0, slow.most);
    }

    fn judge(&mut self, seat: usize) {
        self.round[2] = self.round[2].wrapping_add(1) & i32::MAX;
        self.round[3] = seat as i32;
        let spread = RULES.paddle.half * 3 / 2;
        for aim in &mut self.aims {
            *aim = self.dice.roll(2 * spread + 1) - spread;
        }
    }

    /// A new leg from a seat's paddle.
    fn send(&mut self, seat: usize, age: i32, start: i32, flight: i32) {
        let Rules { ball, paddle, .. } = &*RULES;
        let off = (start - self.paddles[seat]).clamp(-paddle.half, paddle.half);
        let slope = scaled(off, paddle.steepest, paddle.half) + self.dice.roll(2 * ball.roughness + 1)
            - ball.roughness;
        let ahead = self.stretches[seat];
        self.leg = Leg { striker: seat as i32, age, start, slope, ahead, flight };
        self.judge(seat);
    }

    /// The ball is at its target, since `over` thousandths of a turn.
    fn arrive(&mut self, over: i32) {
        let Rules { ball, paddle, round, .. } = &*RULES;
        let seat = self.leg.target();
        let along = self.leg.along(self.leg.flight);
        if (along - self.paddles[seat]).abs() <= paddle.half + ball.radius {
            let flight = (self.leg.flight - ball.hurry).max(ball.least_flight);
            self.send(seat, over, along, flight);
            return;
        }
        let scorer = 1 - seat;
        self.scores[scorer] += 1;
        self.round[0] = round.pause;
        self.round[1] = seat as i32;
        if self.scores[scorer] >= round.target {
            self.wins[scorer] += 1;
            self.round[0] = round.rest;
        }
        self.judge(seat);
    }

    fn serve(&mut self) {
        if self.scores.iter().any(|score| *score >= RULES.round.target) {
            self.scores = [0; 2];
        }
        let seat = self.round[1] as usize;
        let aside = self.dice.roll(2 * RULES.paddle.half + 1) - RULES.paddle.half;
        self.send(seat, 0, self.paddles[seat], RULES.ball.first_flight);
        self.leg.slope = scaled(aside, RULES.paddle.steepest, 2 * RULES.paddle.half);
    }
}

impl Simulation for Pong {
    fn seats(&self) -> usize {
        2
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        let before = self.stretches;
        let wishes = [0, 1].map(|seat| commands[seat].unwrap_or_else(|| self.pilot(seat)));
        let room = RULES.court.half_width - RULES.paddle.half;
        for (seat, wish) in wishes.into_iter().enumerate() {
            let motion = i32::from(wish & 3 == FORTH) - i32::from(wish & 3 == BACK);
            self.paddles[seat] = (self.paddles[seat] + motion * RULES.paddle.step).clamp(-room, room);
            self.stretch(seat, wish & SLOW != 0);
        }
        self.leg.age = (self.leg.age + TURN).min(OLDEST);
        if self.round[0] > 0 {
            self.round[0] -= 1;
            if self.round[0] == 0 {
                self.serve();
            }
            return;
        }
        let late = self.leg.age - self.due();
        if late >= 0 {
            // How fast the ball is shown at its target in this turn.
            let seat = self.leg.target();
            let pace = TURN - (self.stretches[seat] - before[seat]);
            self.arrive(scaled(late, TURN, pace));
        }
    }

    fn components(&self) -> Vec<Component> {
        let part = |name, words: &[i32]| Component { name, words: words.to_vec() };
        vec![
            part("leg", &self.leg.words()),
            part("paddles", &self.paddles),
            part("stretches", &self.stretches),
            part("reserves", &self.reserves),
            part("scores", &self.scores),
            part("wins", &self.wins),
            part("round", &self.round),
            part("aims", &self.aims),
            part("dice", &[self.dice.0 as i32]),
        ]
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        let [leg, paddles, stretches, reserves, scores, wins, round, aims, dice] = parts else {
            return Err(Misfit { part: "state" });
        };
        let Rules { court, slow_motion, round: rounds, .. } = &*RULES;
        let pair = |part, words: &[i32], least: i32, most: i32| {
            let pair: [i32; 2] = words.try_into().map_err(|_| Misfit { part })?;
            let fits = pair.iter().all(|word| (least..=most).contains(word));
            if fits { Ok(pair) } else { Err(Misfit { part }) }
        };
        let width = court.half_width;
        let misfit = |part| Misfit { part };
        let round: [i32; 4] = round[..].try_into().map_err(|_| misfit("round"))?;
        let seats = |word| (0..=1).contains(&word);
        if !(0..=rounds.rest).contains(&round[0]) || !seats(round[1]) || round[2] < 0 || !seats(round[3]) {
            return Err(misfit("round"));
        }
        let leg = Leg::of(leg).ok_or(misfit("leg"))?;
        if round[0] == 0 && leg.flight == WAITING {
            return Err(misfit("leg"));
        }
        let [dice] = dice[..] else { return Err(misfit("dice")) };
        *self = Self {
            leg,
            paddles: pair("paddles", paddles, -width, width)?,
            stretches: pair("stretches", stretches, 0, slow_motion.longest)?,
            reserves: pair("reserves", reserves, 0, slow_motion.most)?,
            scores: pair("scores", scores, 0, rounds.target)?,
            wins: pair("wins", wins, 0, i32::MAX)?,
            round,
            aims: pair("aims", aims, -width, width)?,
            dice: Dice(dice as u32),
        };
        Ok(())
    }
}

#[cfg(test)]
#[path = "pong/tests.rs"]
mod tests;
