//! Guess a Number: everybody has a number, and in turn each names one; whoever else has it drops out, until one is left.
//!
//! Contract: a round is choosing, guessing, showing. People choose their number and guess by commands `1..=`[`RANGE`]; who takes too long is drawn for, as bots are. Guesses
//! go round in the order of seats, each round beginning one seat on; who has dropped out does not guess, and a round ends with the guess that leaves one. Bots guess
//! what nobody has named yet. Every peer knows all numbers: a page that shows only what it should is all that keeps them secret.
//!
//! After Smed and Hakonen (2006), algorithm 9.5; there the dropped may still guess and the loop may run over.

use crate::dice::Dice;
use wold_wire::lockstep::{Component, Misfit, Simulation};

/// The highest number; the lowest is 1.
pub const RANGE: i32 = 20;
/// Turns to choose in.
pub const CHOOSING: i32 = 300;
/// Turns to guess in.
pub const GUESSING: i32 = 240;
/// Turns a bot thinks.
const THINKING: i32 = 24;
/// Turns a finished round is shown.
pub const SHOWING: i32 = 120;

/// Phases of a round.
pub const CHOOSE: i32 = 0;
/// Numbers are named.
pub const NAME: i32 = 1;
/// One is left.
pub const SHOW: i32 = 2;

/// The game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// Each number, 0 while it is not chosen.
    secrets: Vec<i32>,
    /// 1 for those still in.
    inside: Vec<i32>,
    wins: Vec<i32>,
    /// Phase, turns in it, whose turn it is, who began the round.
    round: [i32; 4],
    /// Who named a number last, which, and how many it hit.
    last: [i32; 3],
    /// How often each number was named this round.
    named: Vec<i32>,
    dice: Dice,
}

impl Guess {
    /// A first round for 2 to 8 players.
    #[must_use]
    pub fn new(players: usize, seed: u32) -> Self {
        let players = players.clamp(2, 8);
        Self {
            secrets: vec![0; players],
            inside: vec![1; players],
            wins: vec![0; players],
            round: [CHOOSE, 0, 0, 0],
            last: [-1, 0, 0],
            named: vec![0; RANGE as usize],
            dice: Dice(seed),
        }
    }

    /// Rounds won.
    #[must_use]
    pub fn wins(&self) -> &[i32] {
        &self.wins
    }

    /// Who is still in.
    #[must_use]
    pub fn inside(&self) -> &[i32] {
        &self.inside
    }

    /// A number for somebody who does not choose: one that nobody has named, if there is any. It may be its own, which somebody else may have, too.
    fn draw(&mut self) -> i32 {
        let fresh: Vec<i32> = (1..=RANGE).filter(|number| self.named[*number as usize - 1] == 0).collect();
        match fresh.len() as i32 {
            0 => self.dice.roll(RANGE) + 1,
            some => fresh[self.dice.roll(some) as usize],
        }
    }

    fn choose(&mut self, commands: &[Option<u32>]) {
        let late = self.round[1] >= CHOOSING;
        for (seat, command) in commands.iter().enumerate() {
            if self.secrets[seat] == 0 {
                self.secrets[seat] = match chosen(*command) {
                    Some(number) => number,
                    None if command.is_none() || late => self.dice.roll(RANGE) + 1,
                    None => 0,
                };
            }
        }
        if self.secrets.iter().all(|secret| *secret > 0) {
            self.round = [NAME, 0, self.round[3], self.round[3]];
        }
    }

    fn name(&mut self, commands: &[Option<u32>]) {
        let who = self.round[2] as usize;
        let number = match chosen(commands[who]) {
            Some(number) => number,
            None if self.round[1] >= GUESSING => self.draw(),
            None if commands[who].is_none() && self.round[1] >= THINKING => self.draw(),
            None => return,
        };
        let mut hit = 0;
        for seat in 0..self.secrets.len() {
            if seat != who && self.inside[seat] == 1 && self.secrets[seat] == number {
                self.inside[seat] = 0;
                hit += 1;
            }
        }
        self.named[number as usize - 1] += 1;
        self.last = [who as i32, number, hit];
        if self.inside.iter().sum::<i32>() == 1 {
            self.wins[who] += 1;
            self.round = [SHOW, 0, who as i32, self.round[3]];
            return;
        }
        let seats = self.secrets.len();
        let next = (1..seats).map(|n| (who + n) % seats).find(|seat| self.inside[*seat] == 1);
        self.round = [NAME, 0, next.unwrap_or(who) as i32, self.round[3]];
    }

    fn next_round(&mut self) {
        self.secrets.fill(0);
        self.inside.fill(1);
        self.named.fill(0);
        self.last = [-1, 0, 0];
        self.round = [CHOOSE, 0, 0, (self.round[3] + 1) % self.secrets.len() as i32];
    }
}

/// The number of a command, if it is one.
fn chosen(command: Option<u32>) -> Option<i32> {
    command.filter(|number| (1..=RANGE as u32).contains(number)).map(|number| number as i32)
}

impl Simulation for Guess {
    fn seats(&self) -> usize {
        self.secrets.len()
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        self.round[1] += 1;
        match self.round[0] {
            CHOOSE => self.choose(commands),
            NAME => self.name(commands),
            _ if self.round[1] >= SHOWING => self.next_round(),
            _ => {}
        }
    }

    fn components(&self) -> Vec<Component> {
        let part = |name, words: &[i32]| Component { name, words: words.to_vec() };
        vec![
            part("secrets", &self.secrets),
            part("inside", &self.inside),
            part("wins", &self.wins),
            part("round", &self.round),
            part("last", &self.last),
            part("named", &self.named),
            part("dice", &[self.dice.0 as i32]),
        ]
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        let [secrets, inside, wins, round, last, named, dice] = parts else {
            return Err(Misfit { part: "state" });
        };
        let misfit = |part| Misfit { part };
        let seats = self.seats();
        if secrets.len() != seats || secrets.iter().any(|secret| !(0..=RANGE).contains(secret)) {
            return Err(misfit("secrets"));
        }
        let known = inside.iter().all(|inside| (0..=1).contains(inside)) && inside.contains(&1);
        if inside.len() != seats || !known {
            return Err(misfit("inside"));
        }
        if wins.len() != seats {
            return Err(misfit("wins"));
        }
        let round: [i32; 4] = round[..].try_into().map_err(|_| misfit("round"))?;
        if !(CHOOSE..=SHOW).contains(&round[0]) || !(0..=CHOOSING).contains(&round[1]) {
            return Err(misfit("round"));
        }
        if round[2..].iter().any(|seat| !(0..seats as i32).contains(seat)) {
            return Err(misfit("round"));
        }
        let last: [i32; 3] = last[..].try_into().map_err(|_| misfit("last"))?;
        if named.len() != RANGE as usize {
            return Err(misfit("named"));
        }
        let [dice] = dice[..] else { return Err(misfit("dice")) };
        *self = Self {
            secrets: secrets.clone(),
            inside: inside.clone(),
            wins: wins.clone(),
            round,
            last,
            named: named.clone(),
            dice: Dice(dice as u32),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(numbers: &[u32]) -> Guess {
        let mut game = Guess::new(numbers.len(), 1);
        let commands: Vec<Option<u32>> = numbers.iter().map(|number| Some(*number)).collect();
        game.step(&commands);
        assert_eq!(game.round[0], NAME);
        game
    }

    #[test]
    fn others_with_the_number_drop_out_and_the_dropped_do_not_guess() {
        let mut game = choose(&[5, 7, 7, 9]);
        game.step(&[Some(7), Some(0), Some(0), Some(0)]);
        assert_eq!((game.inside.clone(), game.last), (vec![1, 0, 0, 1], [0, 7, 2]));
        assert_eq!(game.round[2], 3, "seats 1 and 2 are out");
        game.step(&[Some(9), Some(9), Some(9), Some(0)]);
        assert_eq!(game.inside, [1, 0, 0, 1], "and only who is asked may guess");
        game.step(&[Some(0), Some(0), Some(0), Some(9)]);
        assert_eq!(game.inside, [1, 0, 0, 1], "one's own number hits nobody");
        game.step(&[Some(9), Some(0), Some(0), Some(0)]);
        assert_eq!((game.round[0], game.wins.clone()), (SHOW, vec![1, 0, 0, 0]));
    }

    #[test]
    fn one_guess_may_leave_one() {
        let mut game = choose(&[5, 7, 7, 7]);
        game.step(&[Some(7), Some(0), Some(0), Some(0)]);
        assert_eq!((game.round[0], game.wins[0]), (SHOW, 1));
    }

    #[test]
    fn who_takes_too_long_is_drawn_for() {
        let mut game = Guess::new(3, 4);
        (0..CHOOSING).for_each(|_| game.step(&[Some(0), None, Some(0)]));
        assert!(game.secrets.iter().all(|secret| (1..=RANGE).contains(secret)));
        (0..GUESSING).for_each(|_| game.step(&[Some(0); 3]));
        assert_eq!(game.last[0], 0);
    }

    #[test]
    fn bots_come_to_an_end_every_round() {
        for seed in 0..200 {
            let mut game = Guess::new(2 + seed as usize % 7, seed);
            let bots = vec![None; game.seats()];
            let turns = (1..).find(|_| {
                game.step(&bots);
                game.round[0] == SHOW
            });
            assert!(turns < Some(20 * 40 * THINKING), "{turns:?}");
        }
    }
}
