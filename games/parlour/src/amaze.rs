//! Amaze: two teams in a maze, after crystals and each other.
//!
//! Contract: players walk from cell to cell, [`STEP`] turns each, where no wall is; who comes to a crystal has a point for its team, and a new one lies elsewhere.
//! A spark flies straight on in the direction one faces until a wall or somebody of the other team, who is sent home and dazed, another point. Teams are seats
//! in turn: even against odd. The first team to reach the target wins; the next round has another maze. Bots go the shortest way to a crystal and shoot at
//! whom they face, a little slower on their feet than people.
//!
//! After Smed and Hakonen (2006), exercise 8-8, which asks for the network of such a game and leaves its rules open.

use crate::amaze::maze::{HEIGHT, Maze, WIDTH, offset};
use crate::dice::Dice;
use wold_wire::lockstep::{Component, Misfit, Simulation};

pub mod maze;

/// Turns from a cell to the next.
pub const STEP: i32 = 4;
/// Turns somebody who was hit is dazed.
pub const DAZED: i32 = 40;
/// Turns between two sparks.
pub const RELOAD: i32 = 24;
/// Turns a spark is seen.
pub const FLASH: i32 = 5;
/// Turns between two rounds.
pub const PAUSE: i32 = 100;
/// Points that win a round.
pub const TARGET: i32 = 15;
/// Crystals at a time.
pub const CRYSTALS: usize = 4;
/// Added to a direction to shoot as well. Directions are 1 east, 2 south, 3 west, 4 north, 0 none.
pub const SHOOT: u32 = 8;

/// Somebody in the maze, as words: x, y, facing, turns until the next step, turns dazed, turns until the next spark, how far the last spark flew, how long it is
/// still seen.
type Runner = [i32; 8];

/// The game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amaze {
    runners: Vec<Runner>,
    crystals: Vec<[i32; 2]>,
    scores: [i32; 2],
    wins: [i32; 2],
    /// Turns until the next round.
    pause: i32,
    /// What the maze grows from.
    seed: u32,
    dice: Dice,
    /// Follows from the seed.
    maze: Maze,
}

impl Amaze {
    /// A first round for 2, 4, 6 or 8 players.
    #[must_use]
    pub fn new(players: usize, seed: u32) -> Self {
        let players = players.clamp(2, 8) / 2 * 2;
        let mut amaze = Self {
            runners: vec![[0; 8]; players],
            crystals: vec![[0; 2]; CRYSTALS],
            scores: [0; 2],
            wins: [0; 2],
            pause: 0,
            seed,
            dice: Dice(seed),
            maze: Maze::grown(seed),
        };
        amaze.set_out();
        amaze
    }

    /// Points of each team.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Rounds won by each team.
    #[must_use]
    pub fn wins(&self) -> &[i32] {
        &self.wins
    }

    /// Where a seat's team is at home: opposite corners.
    fn home(seat: usize) -> [i32; 2] {
        if seat.is_multiple_of(2) { [0, 0] } else { [WIDTH - 1, HEIGHT - 1] }
    }

    fn set_out(&mut self) {
        for seat in 0..self.runners.len() {
            let [x, y] = Self::home(seat);
            self.runners[seat] = [x, y, if seat.is_multiple_of(2) { 0 } else { 2 }, 0, 0, 0, 0, 0];
        }
        (0..CRYSTALS).for_each(|crystal| self.lay(crystal));
    }

    fn lay(&mut self, crystal: usize) {
        let place = self.dice.roll(WIDTH * HEIGHT);
        self.crystals[crystal] = [place % WIDTH, place / WIDTH];
    }

    /// How far one sees or shoots, and the first of the other team there.
    fn ahead(&self, seat: usize) -> (i32, Option<usize>) {
        let [mut x, mut y, facing, ..] = self.runners[seat];
        let (dx, dy) = offset(facing);
        for far in 0.. {
            if far > 0 {
                let there = |runner: &Runner| runner[0] == x && runner[1] == y && runner[4] == 0;
                let foe = |other: &usize| other % 2 != seat % 2 && there(&self.runners[*other]);
                if let Some(foe) = (0..self.runners.len()).find(foe) {
                    return (far, Some(foe));
                }
            }
            if !self.maze.open(x, y, facing) {
                return (far, None);
            }
            (x, y) = (x + dx, y + dy);
        }
        unreachable!("every maze has a wall around it")
    }

    /// What the bot of a seat does.
    #[must_use]
    pub fn pilot(&self, seat: usize) -> u32 {
        let [x, y, _, busy, _, reload, ..] = self.runners[seat];
        let shoot = if reload == 0 && self.ahead(seat).1.is_some() { SHOOT } else { 0 };
        let walk = if busy == 0 { self.maze.towards(x, y, &self.crystals) } else { 0 };
        walk + shoot
    }

    fn shoot(&mut self, seat: usize) {
        let (far, hit) = self.ahead(seat);
        let runner = &mut self.runners[seat];
        [runner[5], runner[6], runner[7]] = [RELOAD, far, FLASH];
        if let Some(foe) = hit {
            let [x, y] = Self::home(foe);
            self.runners[foe][..2].copy_from_slice(&[x, y]);
            self.runners[foe][3..5].copy_from_slice(&[0, DAZED]);
            self.score(seat);
        }
    }

    fn walk(&mut self, seat: usize, facing: i32, pace: i32) {
        let [x, y, ..] = self.runners[seat];
        self.runners[seat][2] = facing;
        if !self.maze.open(x, y, facing) {
            return;
        }
        let (dx, dy) = offset(facing);
        let place = [x + dx, y + dy];
        self.runners[seat][..2].copy_from_slice(&place);
        self.runners[seat][3] = pace;
        for crystal in 0..CRYSTALS {
            if self.crystals[crystal] == place {
                self.lay(crystal);
                self.score(seat);
            }
        }
    }

    fn score(&mut self, seat: usize) {
        let team = seat % 2;
        self.scores[team] += 1;
        if self.scores[team] >= TARGET && self.pause == 0 {
            self.wins[team] += 1;
            self.pause = PAUSE;
        }
    }

    fn next_round(&mut self) {
        self.seed = self.dice.roll(1 << 24) as u32;
        self.maze = Maze::grown(self.seed);
        self.scores = [0; 2];
        self.set_out();
    }
}

impl Simulation for Amaze {
    fn seats(&self) -> usize {
        self.runners.len()
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        for runner in &mut self.runners {
            for clock in [3, 4, 5, 7] {
                runner[clock] -= i32::from(runner[clock] > 0);
            }
        }
        if self.pause > 0 {
            self.pause -= 1;
            if self.pause == 0 {
                self.next_round();
            }
            return;
        }
        for (seat, command) in commands.iter().enumerate() {
            let wish = command.unwrap_or_else(|| self.pilot(seat));
            let pace = if command.is_some() { STEP } else { STEP + 2 };
            if self.runners[seat][4] > 0 || self.pause > 0 {
                continue;
            }
            if wish & SHOOT != 0 && self.runners[seat][5] == 0 {
                self.shoot(seat);
            }
            let direction = (wish & 7) as i32;
            if (1..=4).contains(&direction) && self.runners[seat][3] == 0 {
                self.walk(seat, direction - 1, pace);
            }
        }
    }

    fn components(&self) -> Vec<Component> {
        let part = |name, words: Vec<i32>| Component { name, words };
        vec![
            part("runners", self.runners.concat()),
            part("crystals", self.crystals.concat()),
            part("scores", self.scores.to_vec()),
            part("wins", self.wins.to_vec()),
            part("round", vec![self.pause, self.seed as i32]),
            part("dice", vec![self.dice.0 as i32]),
        ]
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        let [runners, crystals, scores, wins, round, dice] = parts else {
            return Err(Misfit { part: "state" });
        };
        let misfit = |part| Misfit { part };
        let inside = |place: &[i32]| (0..WIDTH).contains(&place[0]) && (0..HEIGHT).contains(&place[1]);
        if runners.len() != 8 * self.runners.len() || crystals.len() != 2 * CRYSTALS {
            return Err(misfit("runners"));
        }
        let runners: Vec<Runner> = runners.chunks(8).map(|words| std::array::from_fn(|n| words[n])).collect();
        let sound = |runner: &Runner| {
            inside(runner) && (0..4).contains(&runner[2]) && runner[3..].iter().all(|n| (0..=99).contains(n))
        };
        if !runners.iter().all(sound) {
            return Err(misfit("runners"));
        }
        let crystals: Vec<[i32; 2]> = crystals.chunks(2).map(|words| [words[0], words[1]]).collect();
        if !crystals.iter().all(|place| inside(place)) {
            return Err(misfit("crystals"));
        }
        let scores: [i32; 2] = scores[..].try_into().map_err(|_| misfit("scores"))?;
        let wins: [i32; 2] = wins[..].try_into().map_err(|_| misfit("wins"))?;
        let [pause @ 0..=PAUSE, seed] = round[..] else { return Err(misfit("round")) };
        let [dice] = dice[..] else { return Err(misfit("dice")) };
        let seed = seed as u32;
        *self = Self {
            runners,
            crystals,
            scores,
            wins,
            pause,
            seed,
            dice: Dice(dice as u32),
            maze: Maze::grown(seed),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody of each team, face to face in a corridor.
    fn face_to_face() -> Amaze {
        let mut amaze = Amaze::new(2, 1);
        let eastward = |x: &i32| amaze.maze.open(*x, 3, 0);
        let x = (0..WIDTH - 1).find(eastward).expect("some corridor");
        amaze.runners[0][..3].copy_from_slice(&[x, 3, 0]);
        amaze.runners[1][..3].copy_from_slice(&[x + 1, 3, 2]);
        amaze
    }

    #[test]
    fn a_spark_sends_home_and_dazes_and_is_a_point() {
        let mut amaze = face_to_face();
        amaze.step(&[Some(SHOOT), Some(0)]);
        assert_eq!(amaze.scores, [1, 0]);
        assert_eq!(amaze.runners[1][..2], [WIDTH - 1, HEIGHT - 1]);
        let before = amaze.runners[1];
        amaze.step(&[Some(0), Some(3)]);
        assert_eq!(amaze.runners[1][..2], before[..2], "the dazed stand");
        amaze.step(&[Some(SHOOT), Some(0)]);
        assert_eq!(amaze.runners[0][5], RELOAD - 2, "a spark takes its time");
    }

    #[test]
    fn a_crystal_is_a_point_and_another_lies_elsewhere() {
        let mut amaze = face_to_face();
        let [x, y, ..] = amaze.runners[0];
        amaze.crystals = vec![[x + 1, y], [0, 10], [0, 10], [0, 10]];
        amaze.step(&[Some(1), Some(0)]);
        assert_eq!((amaze.scores, amaze.runners[0][3]), ([1, 0], STEP));
        assert_ne!(amaze.crystals[0], [x + 1, y]);
    }

    #[test]
    fn walls_hold() {
        let mut amaze = Amaze::new(4, 9);
        amaze.step(&[Some(4), Some(2), Some(3), Some(1)]);
        let places: Vec<[i32; 2]> = amaze.runners.iter().map(|r| [r[0], r[1]]).collect();
        assert_eq!(places, [[0, 0], [14, 10], [0, 0], [14, 10]], "nobody leaves the maze");
    }

    #[test]
    fn bots_win_rounds_and_each_has_a_maze_of_its_own() {
        let mut amaze = Amaze::new(4, 3);
        let first = amaze.seed;
        (0..6000).for_each(|_| amaze.step(&[None; 4]));
        assert!(amaze.wins.iter().sum::<i32>() >= 1, "{:?}", amaze.scores);
        assert_ne!(amaze.seed, first);
    }

    #[test]
    fn a_state_comes_back_whole() {
        let mut amaze = Amaze::new(6, 3);
        (0..500).for_each(|_| amaze.step(&[None; 6]));
        let parts: Vec<Vec<i32>> = amaze.components().into_iter().map(|part| part.words).collect();
        let mut other = Amaze::new(6, 77);
        assert_eq!((other.load(&parts), other == amaze), (Ok(()), true));
        let mut strange = parts;
        strange[0][2] = 9;
        assert_eq!(other.load(&strange), Err(Misfit { part: "runners" }));
    }
}
