//! What people are called who come from outside, and what a name tells of who bears it. Who lives here from the first day has a name of the census ([`wold_genesis::people`]). Names of one kind
//! and seed never repeat below [`DISTINCT`].

use wold_chance::{Seed, Stream};
use wold_genesis::people::{BOYS, FAMILIES, GIRLS};

const TRAVELLERS: [&str; 25] = [
    "Ambler",
    "Bridges",
    "Byroad",
    "Crossing",
    "Drifter",
    "Eastward",
    "Farer",
    "Ferry",
    "Fourways",
    "Gale",
    "Hence",
    "Highway",
    "Lantern",
    "Milestone",
    "Northward",
    "Outland",
    "Pilgrim",
    "Ranger",
    "Rover",
    "Sail",
    "Southward",
    "Stranger",
    "Tracker",
    "Walker",
    "Westward",
];

const ORCS: [&str; 25] = [
    "Ashfang",
    "Blackmaw",
    "Bonegnaw",
    "Brokentusk",
    "Cinderhide",
    "Coldclaw",
    "Dreadhowl",
    "Earcutter",
    "Flintjaw",
    "Foulbrew",
    "Gravelgut",
    "Grimscar",
    "Hollowskull",
    "Ironbelly",
    "Mirefoot",
    "Mudsnout",
    "Nightgrin",
    "Oneeye",
    "Rotwood",
    "Rustblade",
    "Skullkicker",
    "Sourblood",
    "Stonechewer",
    "Thornback",
    "Wargrider",
];

/// How many names of a kind differ at the least.
pub const DISTINCT: usize = (GIRLS.len() + BOYS.len()) * 25;

/// Where somebody is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folk {
    /// Lives here.
    Villager,
    /// Came by the road.
    Traveller,
    /// Of the orcs, whom few here love.
    Orc,
}

impl Folk {
    /// All folks.
    pub const ALL: [Self; 3] = [Self::Villager, Self::Traveller, Self::Orc];

    /// What it is called in data files.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Villager => "villager",
            Self::Traveller => "traveller",
            Self::Orc => "orc",
        }
    }

    fn bynames(self) -> &'static [&'static str] {
        match self {
            Self::Villager => &FAMILIES,
            Self::Traveller => &TRAVELLERS,
            Self::Orc => &ORCS,
        }
    }

    /// Of which folk somebody is, as far as the name tells.
    ///
    /// ```
    /// use wold_chance::Seed;
    /// use wold_folk::names::{Folk, name};
    /// for folk in Folk::ALL {
    ///     assert_eq!(Folk::of(&name(Seed(1), folk, 1234)), Some(folk));
    /// }
    /// assert_eq!(Folk::of("Asa"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let byname = name.split(' ').nth(1)?;
        Self::ALL.into_iter().find(|folk| folk.bynames().contains(&byname))
    }
}

/// The name of the `number`-th of them.
///
/// ```
/// use wold_chance::Seed;
/// use wold_folk::names::{Folk, name};
/// let all: std::collections::BTreeSet<String> = (0..2000).map(|n| name(Seed(1), Folk::Villager, n)).collect();
/// assert_eq!(all.len(), 2000);
/// assert!(all.iter().all(|name| name.len() <= 20));
/// assert!(!all.contains(&name(Seed(1), Folk::Traveller, 0)));
/// ```
#[must_use]
pub fn name(seed: Seed, folk: Folk, number: usize) -> String {
    let bynames = folk.bynames();
    // Stepping by a number without common factors visits every pair once.
    const STRIDE: usize = 387;
    let given = GIRLS.len() + BOYS.len();
    let pairs = given * bynames.len();
    let start = Stream::named(seed, "names", &[]).below(pairs as u64) as usize;
    let pair = (start + number * STRIDE) % pairs;
    let first = if pair.is_multiple_of(2) { GIRLS[pair % given / 2] } else { BOYS[pair % given / 2] };
    let plain = format!("{first} {}", bynames[pair / given]);
    match number / pairs {
        0 => plain,
        round => format!("{plain} {}", round + 1),
    }
}
