//! How a world wants the game: one line of its settings, such as `conquero map=living teams=5 minutes=10 rounds=3`.

use crate::map::{MOST_AGENTS, MOST_TEAMS};
use std::str::FromStr;

/// Which land it is played on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Country {
    /// The 24 centres of the classic map, in a bowl of their own.
    #[default]
    Classic,
    /// Squares, inns, fields and lookouts around the first town of the living world.
    Living,
}

/// How the game is played in a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Where. Default the classic map.
    pub ground: Country,
    /// How many teams. Default 2.
    pub teams: usize,
    /// Seats of each team; more are made when more people come. Default 4.
    pub members: usize,
    /// Minutes of a round; 0 lets it go on for ever. Default 0.
    pub minutes: f64,
    /// Rounds that decide a series; 0 for rounds without end. Default 0.
    pub rounds: u32,
    /// Whether holding every centre ends a round. Default false: a struggle without end.
    pub conquest: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { ground: Country::Classic, teams: 2, members: 4, minutes: 0.0, rounds: 0, conquest: false }
    }
}

impl FromStr for Setup {
    type Err = String;

    /// Reads the words after the game's name.
    fn from_str(words: &str) -> Result<Self, String> {
        let mut setup = Self::default();
        for word in words.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let number = |least: f64, most: f64| match value.parse::<f64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number),
                _ => Err(format!("{word:?}: {name} is a number from {least} to {most}")),
            };
            match (name, value) {
                ("map", "classic") => setup.ground = Country::Classic,
                ("map", "living") => setup.ground = Country::Living,
                ("map", _) => return Err(format!("{word:?}: the maps are classic and living")),
                ("teams", _) => setup.teams = number(1.0, MOST_TEAMS as f64)? as usize,
                ("members", _) => setup.members = number(1.0, 64.0)? as usize,
                ("minutes", _) => setup.minutes = number(0.0, 1440.0)?,
                ("rounds", _) => setup.rounds = number(0.0, 99.0)? as u32,
                ("conquest", "") => setup.conquest = true,
                _ => return Err(format!("there is no setting {word:?} of Conquero")),
            }
        }
        if setup.teams * setup.members > MOST_AGENTS {
            return Err(format!("{} teams of {} are too many", setup.teams, setup.members));
        }
        Ok(setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_bad_ones_named() {
        let setup: Setup =
            "map=living teams=5 members=4 minutes=2.5 rounds=3 conquest".parse().expect("sound");
        assert_eq!((setup.ground, setup.teams, setup.rounds, setup.conquest), (Country::Living, 5, 3, true));
        assert_eq!("".parse::<Setup>(), Ok(Setup::default()));
        for bad in ["map=moon", "teams=0", "teams=x", "minutes=nan", "minutes=-1", "speed=3", "conquest=1"] {
            assert!(bad.parse::<Setup>().expect_err("bad").contains(bad), "{bad}");
        }
    }
}
