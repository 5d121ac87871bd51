//! A census: who lives in a town when the world begins, by the seed alone.
//!
//! Contract: [`household`] makes the how-manieth household of a town without the ones before it, and [`find`] somebody by name: nothing is kept. Households come in pairs, a clan: both bear one
//! name, and where their ages allow it their heads are brother and sister. A household is a couple with the children they have at home and sometimes a parent of the head's, or somebody
//! alone. Over a town, about 14 in a hundred are below 7, as many below 14, 12 are 60 or older; about one grown person in ten lives alone, the others four to five in a house. Children
//! are born in wedlock to mothers of 20 to 41. Days before the world's first are counted backwards; a year has [`YEAR_DAYS`].
//!
//! What becomes of them is the world's business: the census is how it was on the first day.

mod clan;
mod names;

pub use names::{BOYS, FAMILIES, GIRLS, Sex, family, newborn};

use wold_chance::Seed;

/// Days in a year of somebody's life.
pub const YEAR_DAYS: i32 = 365;
/// Years from which somebody goes about on their own feet.
pub const ON_FEET: i32 = 3;

/// Somebody, as they were on the world's first day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citizen {
    /// What they are called.
    pub name: String,
    /// The day they were born on; the world's first is 1.
    pub born: i32,
    /// Mother and father, living or not, as far as anybody remembers.
    pub parents: Vec<String>,
    /// Whom they are married to.
    pub spouse: Option<String>,
    /// Which house of the town they live in.
    pub house: u16,
}

impl Citizen {
    /// Their age on the world's first day, in whole years.
    #[must_use]
    pub fn years(&self) -> i32 {
        (1 - self.born) / YEAR_DAYS
    }
}

/// The people of the how-manieth household of a town: its heads, their children, the eldest first, then their elders.
#[must_use]
pub fn household(seed: Seed, town: u16, number: u16) -> Vec<Citizen> {
    let members = clan::of(seed, town, number / 2);
    members.into_iter().filter(|member| member.house == number).collect()
}

/// Everybody of a town who goes about on their own feet on the first day, household by household; there is no end of them.
///
/// ```
/// use wold_chance::Seed;
/// use wold_genesis::people::settlers;
/// let town: Vec<_> = settlers(Seed(7), 0).take(60).collect();
/// assert_eq!(town[..10], settlers(Seed(7), 0).take(10).collect::<Vec<_>>()[..]);
/// let first = &town[0];
/// assert!(town.iter().filter(|other| other.house == first.house).count() >= 1);
/// ```
pub fn settlers(seed: Seed, town: u16) -> impl Iterator<Item = Citizen> {
    let all = (0..=u16::MAX).flat_map(move |number| household(seed, town, number));
    all.filter(|citizen| citizen.years() >= ON_FEET)
}

/// Somebody of the census by name, and the town they live in.
#[must_use]
pub fn find(seed: Seed, name: &str) -> Option<(u16, Citizen)> {
    let (town, clan) = clan::unpaired(names::Called::read(seed, name)?)?;
    let found = clan::of(seed, town, clan).into_iter().find(|member| member.name == name)?;
    Some((town, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn everybody(seed: u64, towns: u16, houses: u16) -> Vec<(u16, Citizen)> {
        let town = |town| (0..houses).flat_map(move |number| household(Seed(seed), town, number));
        (0..towns).flat_map(|t| town(t).map(move |citizen| (t, citizen))).collect()
    }

    #[test]
    fn a_town_has_as_many_children_and_old_people_as_a_town_has() {
        let all: Vec<Citizen> = (0..12).flat_map(|s| everybody(s, 2, 40)).map(|(_, it)| it).collect();
        let share = |least: i32, most: i32| {
            let so_old = |it: &&Citizen| (least..=most).contains(&it.years());
            all.iter().filter(so_old).count() as f64 / all.len() as f64
        };
        let bands = [share(0, 6), share(7, 13), share(14, 59), share(60, 120)];
        for (band, wanted) in bands.iter().zip([0.14, 0.14, 0.60, 0.12]) {
            assert!((band - wanted).abs() < 0.025, "{bands:?}");
        }
        assert!(all.iter().all(|it| (0..95).contains(&it.years())));
    }

    #[test]
    fn one_grown_person_in_ten_lives_alone_and_the_others_four_to_five_in_a_house() {
        let all: Vec<(u16, Citizen)> = (0..12)
            .flat_map(|s| everybody(s, 1, 60).into_iter().map(move |(_, it)| (s as u16, it)))
            .collect();
        let mut houses: BTreeMap<(u16, u16), usize> = BTreeMap::new();
        all.iter().for_each(|(s, it)| *houses.entry((*s, it.house)).or_default() += 1);
        let alone = houses.values().filter(|many| **many == 1).count();
        let grown = all.iter().filter(|(_, it)| it.years() >= 14).count();
        let share = alone as f64 / grown as f64;
        assert!((0.07..0.13).contains(&share), "{share}");
        let families: Vec<usize> = houses.values().copied().filter(|many| *many > 1).collect();
        let mean = families.iter().sum::<usize>() as f64 / families.len() as f64;
        assert!((4.0..5.2).contains(&mean), "{mean}");
        assert!(families.iter().all(|many| *many <= 8));
    }

    #[test]
    fn families_hang_together_and_nobody_is_called_as_another() {
        let all = everybody(9, 9, 18);
        let by_name: BTreeMap<&str, &(u16, Citizen)> =
            all.iter().map(|it| (it.1.name.as_str(), it)).collect();
        assert_eq!(by_name.len(), all.len());
        assert!(all.len() > 500, "{}", all.len());
        let mut siblings = 0;
        for (town, it) in &all {
            assert_eq!(find(Seed(9), &it.name), Some((*town, it.clone())));
            if let Some(spouse) = &it.spouse {
                let (_, other) = by_name[spouse.as_str()];
                assert_eq!(other.spouse.as_ref(), Some(&it.name));
                assert_eq!((other.house, family(&other.name)), (it.house, family(&it.name)));
                assert_ne!(Sex::of(&other.name), Sex::of(&it.name));
                assert!(it.years() >= 17);
            }
            let sexes: Vec<Option<Sex>> = it.parents.iter().map(|parent| Sex::of(parent)).collect();
            assert!(sexes.is_empty() || sexes == [Some(Sex::Female), Some(Sex::Male)], "{it:?}");
            for parent in &it.parents {
                // Who is dead is remembered by name and lives nowhere.
                let Some((_, parent)) = by_name.get(parent.as_str()) else { continue };
                assert!((16..56).contains(&(parent.years() - it.years())), "{it:?} of {parent:?}");
            }
            let of_same = |other: &&(u16, Citizen)| {
                !it.parents.is_empty() && other.1.parents == it.parents && other.1.house != it.house
            };
            siblings += all.iter().filter(of_same).count();
        }
        assert!(siblings > 20, "brothers and sisters live in the next house: {siblings}");
    }

    #[test]
    fn any_number_of_settlers_can_be_had_and_each_is_on_their_feet() {
        for count in [1, 2, 6, 37, 60, 250, 500] {
            let some: Vec<Citizen> = settlers(Seed(3), 0).take(count).collect();
            let names: BTreeSet<&String> = some.iter().map(|it| &it.name).collect();
            assert_eq!(names.len(), count);
            assert!(some.iter().all(|it| it.years() >= ON_FEET));
        }
    }
}
