//! 2n-Gong: a regular polygon of 2n sides, each the goal of one of 2n players, and one ball.
//!
//! Contract: each turn paddles move along their sides, then the ball moves straight on. Where it meets a side it is reflected and keeps its speed, whether a paddle
//! is there or not: there is no kick-off after a goal. Where no paddle is, it is a goal for whoever touched the ball last; in one's own goal it takes a point away.
//! A paddle that moves turns the ball a little its way. The first to reach the target wins the round; the next begins after a pause. A bot foresees where the
//! ball arrives but aims badly, newly so at each bounce. For n from 2 to 6.
//!
//! After Smed and Hakonen (2006), exercise 8-10.

use crate::dice::Dice;
use crate::round::{CIRCLE, ONE, cosine, scaled, sine, turned};
use wold_wire::lockstep::{Component, Misfit, Simulation};

/// From the middle to each side.
pub const APOTHEM: i32 = 30_000;
/// The ball's radius.
pub const BALL: i32 = 800;
/// How far the ball goes in a turn.
pub const SPEED: i32 = 1000;
/// How much a moving paddle turns the ball.
const SPIN: i32 = 90;
/// How much any paddle may turn it, so that no ball goes the same way for ever.
const ROUGHNESS: i32 = 30;
/// The flattest angle off a paddle, against straight back.
const FLATTEST: i32 = 620;
/// Turns between two rounds.
pub const PAUSE: i32 = 80;
/// Points that win a round.
pub const TARGET: i32 = 10;

/// A command: move towards the side's beginning, or its end; anything else stands.
pub const BACK: u32 = 1;
/// The other way.
pub const FORTH: u32 = 2;

/// The game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gong {
    /// Where the ball is, and its heading.
    ball: [i32; 3],
    /// Who touched it last, or -1.
    touched: i32,
    /// Each paddle's middle, from its side's middle.
    paddles: Vec<i32>,
    /// How wrong each bot aims.
    aims: Vec<i32>,
    scores: Vec<i32>,
    wins: Vec<i32>,
    /// Turns until the next round, the last goal's side, its scorer, and goals so far.
    round: [i32; 4],
    dice: Dice,
}

impl Gong {
    /// A first round for 4, 6, 8, 10 or 12 players.
    #[must_use]
    pub fn new(players: usize, seed: u32) -> Self {
        let players = players.clamp(4, 12) / 2 * 2;
        let mut gong = Self {
            ball: [0; 3],
            touched: -1,
            paddles: vec![0; players],
            aims: vec![0; players],
            scores: vec![0; players],
            wins: vec![0; players],
            round: [0, -1, -1, 0],
            dice: Dice(seed),
        };
        gong.ball[2] = gong.dice.roll(CIRCLE);
        gong
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

    /// Half the length of a side.
    #[must_use]
    pub fn half_side(&self) -> i32 {
        let corner = CIRCLE / 2 / self.paddles.len() as i32;
        scaled(APOTHEM, sine(corner), cosine(corner))
    }

    /// Half the length of a paddle.
    #[must_use]
    pub fn half_paddle(&self) -> i32 {
        self.half_side() * 2 / 9
    }

    /// The direction out of a side.
    fn outward(&self, side: usize) -> i32 {
        side as i32 * CIRCLE / self.paddles.len() as i32
    }

    /// How far out towards a side the ball is, and how far along it.
    fn seen_from(&self, side: usize) -> (i32, i32) {
        let out = self.outward(side);
        let [x, y, _] = self.ball.map(i64::from);
        let (s, c) = (i64::from(sine(out)), i64::from(cosine(out)));
        (((x * c + y * s) / i64::from(ONE)) as i32, ((y * c - x * s) / i64::from(ONE)) as i32)
    }

    /// What the bot of a seat does: goes where the ball will arrive, if it comes here, else to the middle.
    #[must_use]
    pub fn pilot(&self, seat: usize) -> u32 {
        let course = self.ball[2] - self.outward(seat);
        let (out, along) = self.seen_from(seat);
        let mut goal = 0;
        if cosine(course) > ONE / 8 {
            let arrives = along + scaled(APOTHEM - BALL - out, sine(course), cosine(course));
            if arrives.abs() <= self.half_side() {
                goal = arrives + self.aims[seat];
            }
        }
        let step = self.half_side() / 12;
        match goal - self.paddles[seat] {
            off if off > step => FORTH,
            off if off < -step => BACK,
            _ => 0,
        }
    }

    /// The ball meets a side, `deep` behind it.
    fn strike(&mut self, side: usize, deep: i32, along: i32, motion: i32) {
        let out = self.outward(side);
        self.ball[0] -= scaled(2 * deep, cosine(out), ONE);
        self.ball[1] -= scaled(2 * deep, sine(out), ONE);
        // Against straight back from the side.
        let mut off = turned(out - self.ball[2]);
        if (along - self.paddles[side]).abs() <= self.half_paddle() + BALL / 2 {
            self.touched = side as i32;
            off += self.dice.roll(2 * ROUGHNESS + 1) - ROUGHNESS - motion * SPIN;
            off = off.clamp(-FLATTEST, FLATTEST);
        } else if self.touched >= 0 {
            self.score(side);
        }
        self.ball[2] = (out + CIRCLE / 2 + off).rem_euclid(CIRCLE);
        let spread = self.half_paddle() * 8 / 5;
        for seat in 0..self.aims.len() {
            self.aims[seat] = self.dice.roll(2 * spread + 1) - spread;
        }
    }

    fn score(&mut self, side: usize) {
        let scorer = self.touched as usize;
        self.scores[scorer] += if scorer == side { -1 } else { 1 };
        self.round[1..3].copy_from_slice(&[side as i32, self.touched]);
        self.round[3] += 1;
        if self.scores[scorer] >= TARGET {
            self.wins[scorer] += 1;
            self.round[0] = PAUSE;
        }
    }

    fn move_ball(&mut self, motions: &[i32]) {
        self.ball[0] += scaled(SPEED, cosine(self.ball[2]), ONE);
        self.ball[1] += scaled(SPEED, sine(self.ball[2]), ONE);
        // In a corner it meets two sides in one turn, the deeper first.
        for _ in 0..2 {
            let mut deepest = (0, 0, 0);
            for side in 0..self.paddles.len() {
                let (out, along) = self.seen_from(side);
                let deep = out - (APOTHEM - BALL);
                if deep > deepest.0 && cosine(self.ball[2] - self.outward(side)) > 0 {
                    deepest = (deep, side, along);
                }
            }
            let (deep, side, along) = deepest;
            if deep == 0 || self.round[0] > 0 {
                return;
            }
            self.strike(side, deep, along, motions[side]);
        }
    }

    fn next_round(&mut self) {
        self.scores.fill(0);
        self.touched = -1;
        self.ball = [0, 0, self.dice.roll(CIRCLE)];
    }
}

impl Simulation for Gong {
    fn seats(&self) -> usize {
        self.paddles.len()
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        let motion = |seat: usize| match commands[seat].unwrap_or_else(|| self.pilot(seat)) {
            BACK => -1,
            FORTH => 1,
            _ => 0,
        };
        let motions: Vec<i32> = (0..self.paddles.len()).map(motion).collect();
        let (step, room) = (self.half_side() / 12, self.half_side() - self.half_paddle());
        for (paddle, motion) in self.paddles.iter_mut().zip(&motions) {
            *paddle = (*paddle + motion * step).clamp(-room, room);
        }
        if self.round[0] == 0 {
            self.move_ball(&motions);
        } else {
            self.round[0] -= 1;
            if self.round[0] == 0 {
                self.next_round();
            }
        }
    }

    fn components(&self) -> Vec<Component> {
        let part = |name, words: &[i32]| Component { name, words: words.to_vec() };
        vec![
            part("ball", &self.ball),
            part("touched", &[self.touched]),
            part("paddles", &self.paddles),
            part("aims", &self.aims),
            part("scores", &self.scores),
            part("wins", &self.wins),
            part("round", &self.round),
            part("dice", &[self.dice.0 as i32]),
        ]
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        let [ball, touched, paddles, aims, scores, wins, round, dice] = parts else {
            return Err(Misfit { part: "state" });
        };
        let seats = self.seats();
        let misfit = |part| Misfit { part };
        let ball: [i32; 3] = ball[..].try_into().map_err(|_| misfit("ball"))?;
        if ball[..2].iter().any(|place| place.abs() > 2 * APOTHEM) || !(0..CIRCLE).contains(&ball[2]) {
            return Err(misfit("ball"));
        }
        let [touched] = touched[..] else { return Err(misfit("touched")) };
        if !(-1..seats as i32).contains(&touched) {
            return Err(misfit("touched"));
        }
        if [paddles, aims, scores, wins].iter().any(|list| list.len() != seats)
            || paddles.iter().chain(aims).any(|place| place.abs() > 2 * APOTHEM)
        {
            return Err(misfit("paddles"));
        }
        let round: [i32; 4] = round[..].try_into().map_err(|_| misfit("round"))?;
        if !(0..=PAUSE).contains(&round[0]) {
            return Err(misfit("round"));
        }
        let [dice] = dice[..] else { return Err(misfit("dice")) };
        *self = Self {
            ball,
            touched,
            paddles: paddles.clone(),
            aims: aims.clone(),
            scores: scores.clone(),
            wins: wins.clone(),
            round,
            dice: Dice(dice as u32),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn inside(gong: &Gong) -> bool {
        (0..gong.seats()).all(|side| gong.seen_from(side).0 <= APOTHEM - BALL + 2)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

        #[test]
        fn the_ball_stays_inside_and_keeps_its_speed(half in 2usize..7, seed: u32) {
            let mut gong = Gong::new(2 * half, seed);
            for _ in 0..3000 {
                let before = gong.ball;
                let played = gong.round[0] == 0;
                gong.step(&vec![None; 2 * half]);
                prop_assert!(inside(&gong), "{:?}", gong.ball);
                let [dx, dy] = [gong.ball[0] - before[0], gong.ball[1] - before[1]].map(f64::from);
                // A turn without a bounce goes the whole way.
                if played && gong.ball[2] == before[2] && gong.round[0] == 0 {
                    let gone = dx.hypot(dy) / f64::from(SPEED);
                    prop_assert!((gone - 1.0).abs() < 0.005, "{gone}");
                }
            }
        }
    }

    /// A ball on its way straight to the middle of side 0.
    fn towards_the_first_side(players: usize) -> Gong {
        let mut gong = Gong::new(players, 1);
        gong.ball = [APOTHEM - BALL - 500, 0, 0];
        gong
    }

    #[test]
    fn a_wall_reflects_the_way_a_mirror_does() {
        let mut gong = towards_the_first_side(6);
        gong.ball = [APOTHEM - BALL - 10, 12_000, 300];
        gong.paddles[0] = -20_000;
        gong.step(&[Some(0); 6]);
        assert_eq!(gong.ball[2], 1500, "30 degrees from one side become 30 to the other");
    }

    #[test]
    fn a_goal_is_a_point_for_who_touched_last_and_one_less_in_the_own() {
        for (touched, scores) in [(2, [0, 0, 1, 0]), (0, [-1, 0, 0, 0]), (-1, [0; 4])] {
            let mut gong = towards_the_first_side(4);
            (gong.touched, gong.paddles[0]) = (touched, 20_000);
            gong.step(&[Some(0); 4]);
            assert_eq!(gong.scores, scores);
            assert_eq!((gong.touched, gong.ball[2]), (touched, 1800), "and the ball goes on");
        }
    }

    #[test]
    fn a_paddle_saves_and_a_moving_one_turns_the_ball() {
        let off = |command| {
            let mut gong = towards_the_first_side(4);
            gong.touched = 2;
            gong.step(&[Some(command), Some(0), Some(0), Some(0)]);
            assert_eq!((gong.touched, gong.scores[2]), (0, 0));
            gong.ball[2] - 1800
        };
        assert!(off(0).abs() <= ROUGHNESS);
        assert!(off(FORTH) < -ROUGHNESS && off(BACK) > ROUGHNESS, "towards where the paddle goes");
    }

    #[test]
    fn somebody_wins_and_the_next_round_begins_at_nought() {
        let mut gong = Gong::new(4, 5);
        let bots = [None; 4];
        while gong.round[0] == 0 {
            gong.step(&bots);
        }
        assert_eq!((gong.wins.iter().sum::<i32>(), gong.scores.iter().max()), (1, Some(&TARGET)));
        (0..PAUSE).for_each(|_| gong.step(&bots));
        assert_eq!((gong.ball[..2].to_vec(), gong.scores.clone()), (vec![0, 0], vec![0; 4]));
    }

    #[test]
    fn a_state_comes_back_whole_and_a_strange_one_is_refused() {
        let mut gong = Gong::new(8, 3);
        (0..200).for_each(|_| gong.step(&[None; 8]));
        let parts: Vec<Vec<i32>> = gong.components().into_iter().map(|part| part.words).collect();
        let mut other = Gong::new(8, 99);
        assert_eq!(other.load(&parts), Ok(()));
        assert_eq!(other, gong);
        assert!(Gong::new(6, 1).load(&parts).is_err());
        for spoilt in 0..parts.len() {
            let mut wrong = parts.clone();
            wrong[spoilt].push(0);
            assert!(other.load(&wrong).is_err() && other == gong);
        }
    }
}
