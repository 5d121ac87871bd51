//! What people of the towns are called: a given name that says girl or boy, and the name of a family.
//!
//! Contract: no given name is in both lists, so [`Sex::of`] a name is plain. A clan has a share of [`SHARE`] given names of each list with its family's name, and no other clan
//! has the same share of the same name; where all shares are taken names are counted ("Ada Miller 2"). So no two people of a census are called the same, and [`Called::read`] finds the clan of a
//! name without looking at any other.

use wold_chance::{Seed, Stream};

/// Given names of girls.
pub const GIRLS: [&str; 40] = [
    "Ada", "Berta", "Cora", "Edda", "Elin", "Frida", "Gerd", "Gisla", "Hilda", "Ida", "Jorun", "Karla",
    "Lena", "Mara", "Nele", "Ottla", "Pia", "Runa", "Siv", "Ulla", "Wenda", "Yrsa", "Alma", "Bele", "Dora",
    "Ebba", "Fenja", "Greta", "Helga", "Inga", "Jutta", "Kaja", "Liv", "Merle", "Nora", "Oda", "Rieke",
    "Svea", "Thea", "Wilma",
];
/// Given names of boys.
pub const BOYS: [&str; 40] = [
    "Alric", "Bram", "Cuno", "Dorn", "Egon", "Fenn", "Hanno", "Ivo", "Jost", "Kuno", "Lutz", "Milo", "Odo",
    "Rolf", "Till", "Veit", "Wido", "Zeno", "Anno", "Arne", "Bodo", "Brun", "Detlef", "Emil", "Falk", "Gero",
    "Hauke", "Henk", "Imre", "Jasper", "Knut", "Lars", "Magnus", "Niels", "Ole", "Piet", "Rurik", "Sven",
    "Thilo", "Ulf",
];
/// Names of families.
pub const FAMILIES: [&str; 50] = [
    "Baker",
    "Brook",
    "Carter",
    "Cobbler",
    "Cooper",
    "Dyer",
    "Fisher",
    "Fletcher",
    "Forester",
    "Gardener",
    "Hearth",
    "Hill",
    "Hunter",
    "Joiner",
    "Mason",
    "Meadow",
    "Miller",
    "Orchard",
    "Potter",
    "Reed",
    "Shepherd",
    "Smith",
    "Tailor",
    "Thatcher",
    "Weaver",
    "Ash",
    "Barrow",
    "Birch",
    "Chandler",
    "Draper",
    "Elm",
    "Farrier",
    "Glover",
    "Hayward",
    "Heath",
    "Hopper",
    "Kettle",
    "Linden",
    "Marsh",
    "Moss",
    "Plum",
    "Rook",
    "Sawyer",
    "Tanner",
    "Thorn",
    "Turner",
    "Vine",
    "Wainwright",
    "Wheeler",
    "Woods",
];

/// Given names of each list that a clan may use.
pub(super) const SHARE: usize = 8;
/// Shares of one family's name.
const SHARES: usize = GIRLS.len() / SHARE;
/// Clans before names are counted.
const ROUND: usize = SHARES * FAMILIES.len();

/// Girl or boy, woman or man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sex {
    /// A girl or a woman.
    Female,
    /// A boy or a man.
    Male,
}

impl Sex {
    /// What a name says of who bears it; nothing where it is none of the towns'.
    ///
    /// ```
    /// use wold_genesis::people::Sex;
    /// assert_eq!(Sex::of("Ada Miller"), Some(Sex::Female));
    /// assert_eq!(Sex::of("Odo"), Some(Sex::Male));
    /// assert_eq!(Sex::of("Asa"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let given = name.split(' ').next()?;
        if GIRLS.contains(&given) {
            return Some(Self::Female);
        }
        BOYS.contains(&given).then_some(Self::Male)
    }

    /// The other.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Female => Self::Male,
            Self::Male => Self::Female,
        }
    }

    fn list(self) -> &'static [&'static str; 40] {
        match self {
            Self::Female => &GIRLS,
            Self::Male => &BOYS,
        }
    }
}

/// The family's part of a name; nothing of who has but one.
#[must_use]
pub fn family(name: &str) -> Option<&str> {
    name.split(' ').nth(1)
}

/// The names of a clan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called {
    seed: Seed,
    family: usize,
    share: usize,
    round: usize,
}

impl Called {
    /// Those of the how-manieth clan of the world.
    pub fn of(seed: Seed, serial: usize) -> Self {
        let family = families(seed)[serial % FAMILIES.len()];
        Self { seed, family, share: serial / FAMILIES.len() % SHARES, round: serial / ROUND }
    }

    /// The how-manieth clan of the world somebody of that name would be of.
    pub fn read(seed: Seed, name: &str) -> Option<usize> {
        let mut words = name.split(' ');
        let (given, family) = (words.next()?, words.next()?);
        let round = match words.next() {
            None => 0,
            Some(count) => count.parse::<usize>().ok()?.checked_sub(1).filter(|round| *round > 0)?,
        };
        let place = families(seed).iter().position(|number| FAMILIES[*number] == family)?;
        let number = FAMILIES.iter().position(|other| *other == family)?;
        let sex = Sex::of(given)?;
        let at = order(seed, number, sex).iter().position(|other| sex.list()[*other] == given)?;
        round.checked_mul(ROUND)?.checked_add(at / SHARE * FAMILIES.len() + place)
    }

    /// The name of its how-manieth girl or boy; below [`SHARE`].
    pub fn name(self, sex: Sex, number: usize) -> String {
        let given = sex.list()[order(self.seed, self.family, sex)[self.share * SHARE + number % SHARE]];
        counted(given, FAMILIES[self.family], self.round)
    }
}

/// A name for somebody new of a family: the first free one from a place in the list that chance gives.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_genesis::people::{Sex, newborn};
/// let mut chance = Stream::named(Seed(1), "birth", &[]);
/// let name = newborn("Miller", Sex::Female, &mut chance, |_| false);
/// assert!(name.ends_with(" Miller") && Sex::of(&name) == Some(Sex::Female));
/// assert_ne!(newborn("Miller", Sex::Female, &mut chance, |other| other == name), name);
/// ```
#[must_use]
pub fn newborn(family: &str, sex: Sex, chance: &mut Stream, is_taken: impl Fn(&str) -> bool) -> String {
    let list = sex.list();
    let start = chance.below(list.len() as u64) as usize;
    let named = |n: usize| counted(list[(start + n) % list.len()], family, n / list.len());
    (0..).map(named).find(|name| !is_taken(name)).expect("there is no end of numbers")
}

fn counted(given: &str, family: &str, round: usize) -> String {
    match round {
        0 => format!("{given} {family}"),
        round => format!("{given} {family} {}", round + 1),
    }
}

/// The families of a world, in the order in which its clans bear their names.
fn families(seed: Seed) -> [usize; FAMILIES.len()] {
    let mut order = std::array::from_fn(|n| n);
    Stream::named(seed, "families", &[]).shuffle(&mut order);
    order
}

/// The given names of a family in the order in which its clans share them out.
fn order(seed: Seed, family: usize, sex: Sex) -> [usize; GIRLS.len()] {
    let mut order = std::array::from_fn(|n| n);
    Stream::named(seed, "given names", &[family as u64, sex as u64]).shuffle(&mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_given_name_says_girl_or_boy_and_no_name_is_long() {
        let all: BTreeSet<&str> = GIRLS.into_iter().chain(BOYS).collect();
        assert_eq!(all.len(), GIRLS.len() + BOYS.len());
        assert_eq!(FAMILIES.into_iter().collect::<BTreeSet<_>>().len(), FAMILIES.len());
        let longest = |list: &[&str]| list.iter().map(|name| name.len()).max().unwrap_or(0);
        assert!(longest(&GIRLS).max(longest(&BOYS)) + longest(&FAMILIES) < 20);
    }

    #[test]
    fn no_two_clans_share_a_name_and_a_name_tells_its_clan() {
        let mut all = BTreeSet::new();
        for serial in (0..300).chain(900..930) {
            let called = Called::of(Seed(5), serial);
            for sex in [Sex::Female, Sex::Male] {
                for name in (0..SHARE).map(|n| called.name(sex, n)) {
                    assert_eq!(Called::read(Seed(5), &name), Some(serial), "{name}");
                    assert_eq!(Sex::of(&name), Some(sex));
                    assert!(all.insert(name));
                }
            }
        }
        for none in ["Ada", "Ada Nobody", "Asa Miller", "Ada Miller 1", "Ada Miller x"] {
            assert_eq!(Called::read(Seed(5), none), None, "{none}");
        }
    }
}
