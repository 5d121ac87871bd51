//! A roster: whom a household lets in.
//!
//! Contract: whoever the world's register has that lives and walks, and, while fewer have settled than are wanted, the next of the census who have never been there. Nobody is named twice: who
//! was named comes in, and the dead are not called again. So children come when they can walk, families when the world sends for them, and after a stop those who lived there before.

use std::collections::BTreeSet;
use wold_chance::Seed;
use wold_genesis::people::settlers;
use wold_lore::kin::{Residents, Settle};

/// Whom a household has let in so far.
#[derive(Debug, Default)]
pub struct Roster {
    named: BTreeSet<String>,
    /// How many of the census it has called.
    called: usize,
}

impl Roster {
    /// Those who are to be let in now and have not been, by name.
    pub fn new_ones(&mut self, residents: &Residents, census: &Census) -> Vec<String> {
        let living = residents.people.iter().filter(|(_, lives)| **lives).map(|(name, _)| name);
        let mut new: Vec<String> = living.filter(|name| !self.named.contains(*name)).cloned().collect();
        if self.called == 0 {
            let missing = census.count.saturating_sub(residents.settled);
            self.called = census.count;
            let unknown = census.names().filter(|name| !residents.people.contains_key(name));
            new.extend(unknown.take(missing));
        }
        self.named.extend(new.iter().cloned());
        new
    }
}

/// Who lives in the towns of a world on its first day.
#[derive(Clone, Copy, Debug)]
pub struct Census {
    /// The world's seed.
    pub seed: Seed,
    /// How many.
    pub count: usize,
    /// How many of them live in one town before the next settle in the next.
    pub townsfolk: usize,
    /// How they are shared out where they would all live in one.
    pub settle: Settle,
}

impl Census {
    /// How many live in each town, from the first on.
    #[must_use]
    pub fn towns(self) -> Vec<usize> {
        let townsfolk = self.townsfolk.max(1);
        let next_door = self.settle.next_door(self.count);
        if self.count <= townsfolk && next_door > 0 {
            return vec![self.count - next_door, next_door];
        }
        let towns = self.count.div_ceil(townsfolk).min(usize::from(u16::MAX));
        (0..towns).map(|town| townsfolk.min(self.count - town * townsfolk)).collect()
    }

    /// Their names, town by town.
    pub fn names(self) -> impl Iterator<Item = String> {
        let towns = self.towns().into_iter().enumerate();
        towns.flat_map(move |(town, people)| {
            settlers(self.seed, town as u16).take(people).map(|citizen| citizen.name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(count: usize) -> Census {
        Census { seed: Seed(4), count, townsfolk: 60, settle: Settle::default() }
    }

    #[test]
    fn a_new_world_is_settled_by_its_census_town_by_town() {
        let all: BTreeSet<String> = census(500).names().collect();
        assert_eq!(all.len(), 500);
        assert!(census(60).names().all(|name| all.contains(&name)));
        assert_eq!(census(500).towns(), [60, 60, 60, 60, 60, 60, 60, 60, 20]);
        assert_eq!(census(60).towns(), [48, 12], "a fifth live in the next town");
        assert_eq!(census(12).towns(), [12], "few stay together");
        let mut roster = Roster::default();
        assert_eq!(roster.new_ones(&Residents::default(), &census(10)).len(), 10);
        assert!(roster.new_ones(&Residents::default(), &census(10)).is_empty(), "nobody is called twice");
    }

    #[test]
    fn whom_the_register_has_comes_and_the_dead_are_not_replaced_by_strangers() {
        let lives = |name: &str, lives: bool| (name.to_owned(), lives);
        let mut residents = Residents { people: [lives("Ada", true), lives("Bo", false)].into(), settled: 2 };
        let mut roster = Roster::default();
        assert_eq!(roster.new_ones(&residents, &census(2)), ["Ada"]);
        residents.people.insert("Cy".into(), true);
        assert_eq!(roster.new_ones(&residents, &census(2)), ["Cy"], "a child that walks");
        let mut more = Roster::default();
        assert_eq!(
            more.new_ones(&residents, &census(5)).len(),
            2 + 3,
            "and where more are wanted, more come"
        );
    }
}
