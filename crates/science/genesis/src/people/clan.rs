//! A clan: two households of one name.

use super::names::{Called, SHARE, Sex};
use super::{Citizen, YEAR_DAYS};
use wold_chance::{Seed, Stream};

/// The share of households that are somebody alone, and of these who are old.
const ALONE: f64 = 0.26;
const ALONE_AND_OLD: f64 = 0.3;
/// The ages of wives, and how much older or younger than theirs their husbands are.
const WIFE: [i32; 2] = [22, 57];
const HUSBAND: [i32; 2] = [-2, 6];
/// How old mothers are when the first child comes, and at most; years between two, and how many of those that may come do.
const FIRST_CHILD: [i32; 2] = [20, 24];
const LAST_CHILD: i32 = 41;
const BETWEEN: [i32; 2] = [2, 5];
const COMES: f64 = 0.6;
const MOST_CHILDREN: usize = 4;
/// Years from which children have left home.
const LEAVES: i32 = 23;
/// How much older than their eldest a parent is, the least age of one who needs company, the greatest, and how many have it; and how many of these come as a couple.
const PARENT: [i32; 2] = [20, 30];
const ELDER: [i32; 2] = [58, 84];
const WITH_ELDER: f64 = 0.85;
const BOTH: f64 = 0.3;
/// The most years between brothers and sisters.
const SIBLINGS: i32 = 15;

/// The serial number of a town's clan among all of the world's: small for few towns and clans, and no two the same.
pub(super) fn paired(town: u16, clan: u16) -> usize {
    let (town, clan) = (usize::from(town), usize::from(clan));
    (town + clan) * (town + clan + 1) / 2 + town
}

/// The town and the clan of a serial number.
pub(super) fn unpaired(serial: usize) -> Option<(u16, u16)> {
    let mut diagonal = 0;
    while (diagonal + 1) * (diagonal + 2) / 2 <= serial {
        diagonal += 1;
        // Farther than any town or clan there can be.
        if diagonal > 2 * usize::from(u16::MAX) {
            return None;
        }
    }
    let town = serial - diagonal * (diagonal + 1) / 2;
    Some((u16::try_from(town).ok()?, u16::try_from(diagonal - town).ok()?))
}

/// Everybody of a clan, its first household before the second.
pub(super) fn of(seed: Seed, town: u16, clan: u16) -> Vec<Citizen> {
    let stream = Stream::named(seed, "clan", &[town.into(), clan.into()]);
    let mut book = Book { called: Called::of(seed, paired(town, clan)), given: [0; 2], stream };
    let parents = [Sex::Female, Sex::Male].map(|sex| book.name(sex)).to_vec();
    let heads = [0, 1].map(|_| Head::draw(&mut book.stream));
    let siblings = (heads[0].years - heads[1].years).abs() <= SIBLINGS;
    let eldest = if siblings { heads[0].years.max(heads[1].years) } else { heads[0].years };
    let elder = eldest + book.range(PARENT);
    let mut people = Vec::new();
    for (number, head) in heads.into_iter().enumerate() {
        let house = clan.saturating_mul(2).saturating_add(number as u16);
        let parents = if number == 0 || siblings { parents.clone() } else { Vec::new() };
        book.fill(head, house, parents, &mut people);
        let needs = (ELDER[0]..=ELDER[1]).contains(&elder) && heads[0].is_wed;
        if number == 0 && needs && book.stream.chance(WITH_ELDER) {
            book.take_in(elder, house, &mut people);
        }
    }
    people
}

/// The first of a household.
#[derive(Clone, Copy)]
struct Head {
    sex: Sex,
    years: i32,
    is_wed: bool,
}

impl Head {
    fn draw(stream: &mut Stream) -> Self {
        let sex = if stream.chance(0.5) { Sex::Female } else { Sex::Male };
        let is_wed = !stream.chance(ALONE);
        let mut range = |[least, most]: [i32; 2]| least + stream.below((most - least + 1) as u64) as i32;
        let years = match (is_wed, sex) {
            (true, Sex::Female) => range(WIFE),
            (true, Sex::Male) => range(WIFE) + range(HUSBAND),
            (false, _) if range([0, 99]) < (ALONE_AND_OLD * 100.0) as i32 => range([60, 78]),
            (false, _) => range([20, 59]),
        };
        Self { sex, years, is_wed }
    }
}

/// The names and the chance of a clan.
struct Book {
    called: Called,
    /// Given names used, of girls and of boys.
    given: [usize; 2],
    stream: Stream,
}

impl Book {
    fn range(&mut self, [least, most]: [i32; 2]) -> i32 {
        least + self.stream.below((most - least + 1) as u64) as i32
    }

    /// The next name of a girl or a boy; of the other where there are no more.
    fn name(&mut self, sex: Sex) -> String {
        let sex = if self.given[sex as usize] < SHARE { sex } else { sex.other() };
        let number = self.given[sex as usize];
        self.given[sex as usize] += 1;
        self.called.name(sex, number)
    }

    /// The day somebody was born on who is so many years old on the first.
    fn born(&mut self, years: i32) -> i32 {
        1 - years * YEAR_DAYS - self.stream.below(YEAR_DAYS as u64) as i32
    }

    /// A head and, if they are wed, the spouse and the children at home.
    fn fill(&mut self, head: Head, house: u16, parents: Vec<String>, people: &mut Vec<Citizen>) {
        let name = self.name(head.sex);
        let born = self.born(head.years);
        let mut first = Citizen { name, born, parents, spouse: None, house };
        if !head.is_wed {
            return people.push(first);
        }
        let apart = self.range(HUSBAND);
        let years = if head.sex == Sex::Female { head.years + apart } else { head.years - apart }.max(20);
        let second = Citizen {
            name: self.name(head.sex.other()),
            born: self.born(years),
            parents: Vec::new(),
            spouse: Some(first.name.clone()),
            house,
        };
        first.spouse = Some(second.name.clone());
        let (mother, father) = if head.sex == Sex::Female { (&first, &second) } else { (&second, &first) };
        let (parents, age) = (vec![mother.name.clone(), father.name.clone()], mother.years());
        people.extend([first, second]);
        let (mut at, mut children) = (self.range(FIRST_CHILD), 0);
        while at <= age.min(LAST_CHILD) && children < MOST_CHILDREN {
            let years = age - at;
            if years <= LEAVES && self.stream.chance(COMES) {
                let sex = if self.stream.chance(0.5) { Sex::Female } else { Sex::Male };
                let child = Citizen {
                    name: self.name(sex),
                    born: self.born(years),
                    parents: parents.clone(),
                    spouse: None,
                    house,
                };
                people.push(child);
                children += 1;
            }
            at += self.range(BETWEEN);
        }
    }

    /// The parents of the head come to live with them, or the one who is left.
    fn take_in(&mut self, years: i32, house: u16, people: &mut Vec<Citizen>) {
        let parents = [0, 1].map(|sex| self.called.name(if sex == 0 { Sex::Female } else { Sex::Male }, 0));
        let both = self.stream.chance(BOTH);
        let widow = usize::from(self.stream.chance(0.35));
        for (number, name) in parents.iter().enumerate() {
            if both || number == widow {
                let spouse = both.then(|| parents[1 - number].clone());
                let born = self.born(years);
                people.push(Citizen { name: name.clone(), born, parents: Vec::new(), spouse, house });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_clan_of_every_town_has_a_number_of_its_own_that_tells_it() {
        let mut all = BTreeSet::new();
        for town in 0..40 {
            for clan in 0..40 {
                let serial = paired(town, clan);
                assert!(all.insert(serial));
                assert_eq!(unpaired(serial), Some((town, clan)));
            }
        }
        assert_eq!(unpaired(usize::MAX), None);
    }
}
