//! Who is what to whom.

use super::{Life, Parish};
use std::collections::BTreeMap;
use wold_genesis::people::Sex;
use wold_lore::act::Name;
use wold_lore::kin::MOST_RELATIVES;
use wold_lore::{Kin, Kinship, Relative};
use wold_space::DVec2;

/// The families of a parish: made once for as many questions as there are.
#[derive(Debug)]
pub struct Families<'a> {
    parish: Parish<'a>,
    /// Children by parent.
    children: BTreeMap<&'a str, Vec<&'a str>>,
    /// The living by town and house.
    houses: BTreeMap<(u16, u16), Vec<&'a str>>,
}

impl<'a> Families<'a> {
    /// The families of a parish.
    #[must_use]
    pub fn of(parish: Parish<'a>) -> Self {
        let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, life) in &parish.register.lives {
            for parent in &life.parents {
                children.entry(parent).or_default().push(name);
            }
        }
        let mut houses: BTreeMap<(u16, u16), Vec<&str>> = BTreeMap::new();
        for (name, life) in parish.living() {
            houses.entry((life.town, life.house)).or_default().push(name);
        }
        Self { parish, children, houses }
    }

    fn life(&self, name: &str) -> Option<&'a Life> {
        self.parish.register.lives.get(name)
    }

    /// The children of somebody, dead or alive.
    #[must_use]
    pub fn children(&self, name: &str) -> &[&'a str] {
        self.children.get(name).map_or(&[], Vec::as_slice)
    }

    fn parents(&self, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.life(name).into_iter().flat_map(|life| &life.parents).map(String::as_str)
    }

    fn siblings(&self, name: &str) -> Vec<&'a str> {
        let of = |parent: &'a str| self.children(parent).iter().copied();
        let mut siblings: Vec<&str> =
            self.parents(name).flat_map(of).filter(|other| *other != name).collect();
        siblings.sort_unstable();
        siblings.dedup();
        siblings
    }

    /// Who lives under the same roof.
    #[must_use]
    pub fn housemates(&self, name: &str) -> Vec<&'a str> {
        let here = self.life(name).and_then(|life| self.houses.get(&(life.town, life.house)));
        here.into_iter().flatten().copied().filter(|other| *other != name).collect()
    }

    /// Everybody who is something to somebody, the nearest first; nobody twice.
    #[must_use]
    pub fn relatives(&self, name: &'a str) -> Vec<(&'a str, Kinship)> {
        use Kinship as K;
        let mut found: Vec<(&str, Kinship)> = Vec::new();
        let mut add = |other: &'a str, [she, he]: [Kinship; 2]| {
            let known = other == name || found.iter().any(|(it, _)| *it == other);
            // Whom nobody wrote of is but a name.
            if !known && self.life(other).is_some() {
                found.push((other, if Sex::of(other) == Some(Sex::Female) { she } else { he }));
            }
        };
        let spouse = self.life(name).and_then(|life| life.spouse.as_deref());
        spouse.into_iter().for_each(|it| add(it, [K::Wife, K::Husband]));
        self.parents(name).for_each(|it| add(it, [K::Mother, K::Father]));
        self.children(name).iter().for_each(|it| add(it, [K::Daughter, K::Son]));
        let siblings = self.siblings(name);
        siblings.iter().for_each(|it| add(it, [K::Sister, K::Brother]));
        for parent in self.parents(name) {
            self.parents(parent).for_each(|it| add(it, [K::Grandmother, K::Grandfather]));
        }
        for child in self.children(name) {
            self.children(child).iter().for_each(|it| add(it, [K::Granddaughter, K::Grandson]));
        }
        let aunts: Vec<&str> = self.parents(name).flat_map(|parent| self.siblings(parent)).collect();
        aunts.iter().for_each(|it| add(it, [K::Aunt, K::Uncle]));
        for sibling in &siblings {
            self.children(sibling).iter().for_each(|it| add(it, [K::Niece, K::Nephew]));
        }
        for aunt in &aunts {
            self.children(aunt).iter().for_each(|it| add(it, [K::Cousin, K::Cousin]));
        }
        self.housemates(name).into_iter().for_each(|it| add(it, [K::Housemate, K::Housemate]));
        found
    }

    /// Whether two are so near of kin that they may not marry.
    #[must_use]
    pub fn are_kin(&self, one: &'a str, other: &str) -> bool {
        self.relatives(one)
            .iter()
            .any(|(it, kinship)| *it == other && kinship.closeness() > 0 && !kinship.is_wedlock())
    }

    /// What somebody is told of itself and its family, and where those lie who are dead.
    #[must_use]
    pub fn told(&self, name: &'a str, graves: &BTreeMap<String, DVec2>) -> Option<Kin> {
        let life = self.life(name)?;
        let told = |(other, kinship): (&str, Kinship)| {
            let died = self.parish.died(other);
            let name = Name::new(other).filter(|_| died.is_none() || kinship.closeness() > 0)?;
            let grave = graves.get(other).map(|at| [at.x as i32, at.y as i32]);
            Some(Relative { name, kinship, years: self.parish.years(other)?, died, grave })
        };
        let mut relatives: Vec<Relative> = self.relatives(name).into_iter().filter_map(told).collect();
        // The dead make room for the living.
        relatives.sort_by_key(|relative| !relative.lives());
        relatives.truncate(MOST_RELATIVES);
        Some(Kin { years: self.parish.years(name)?, town: life.town, house: life.house, relatives })
    }
}
