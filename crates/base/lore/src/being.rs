//! What lives and moves: people, and the animals of the land. What an animal is like is a row of `crates/core/world/data/beings.toml`.

use crate::vocabulary;

vocabulary! {
    /// What lives and moves. People come as guests; animals are the land's own, or somebody's.
    Being, "being" {
        /// A person steered by a program.
        Inhabitant = 0 "inhabitant",
        /// A person steered by a human.
        Human = 1 "human",
        Hen = 2 "hen",
        Rabbit = 3 "rabbit",
        Deer = 4 "deer",
        Wolf = 5 "wolf",
        Sheep = 6 "sheep",
        Cow = 7 "cow",
        Fish = 8 "fish",
        Bird = 9 "bird",
    }
}

impl Being {
    /// Whether it is somebody one can talk to.
    #[must_use]
    pub const fn is_person(self) -> bool {
        matches!(self, Self::Inhabitant | Self::Human)
    }

    /// All that are no persons.
    pub fn animals() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|being| !being.is_person())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_no_animals() {
        assert_eq!(Being::animals().count() + 2, Being::ALL.len());
        assert!(Being::animals().all(|being| being != Being::Human));
    }
}
