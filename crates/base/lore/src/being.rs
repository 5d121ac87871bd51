//! What lives and moves: people, and the animals of the land with their nature.

use crate::land::{Ecosystem, ThingKind};
use crate::vocabulary;

vocabulary! {
    /// What lives and moves. People come as guests; animals are the land's own.
    Being, "being" {
        /// A person steered by a program.
        Inhabitant = 0 "inhabitant",
        /// A person steered by a human.
        Human = 1 "human",
        Hen = 2 "hen",
    }
}

/// What an animal is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nature {
    /// Where it lives.
    pub lives_on: &'static [Ecosystem],
    /// How many there are on a hectare of such land, where it is as rich as can be.
    pub a_hectare: f32,
    /// How many keep together.
    pub flock: u8,
    /// How fast it walks and runs, in m/s.
    pub pace: [f32; 2],
    /// Its radius in metres.
    pub radius: f32,
    /// Metres at which it runs from people; those who sneak come twice as near.
    pub shy: f64,
    /// How much less than a person it bears: a blow takes so many times what it takes from one.
    pub frail: f32,
    /// What is left of it when it is killed.
    pub leaves: ThingKind,
}

impl Being {
    /// Whether it is somebody one can talk to.
    #[must_use]
    pub fn is_person(self) -> bool {
        self.nature().is_none()
    }

    /// What it is like, if it is an animal.
    #[must_use]
    pub fn nature(self) -> Option<Nature> {
        use Ecosystem as E;
        match self {
            Self::Inhabitant | Self::Human => None,
            Self::Hen => Some(Nature {
                lives_on: &[E::Town, E::Farmland],
                a_hectare: 3.0,
                flock: 4,
                pace: [0.7, 3.2],
                radius: 0.15,
                shy: 2.5,
                frail: 20.0,
                leaves: ThingKind::Meat,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_animal_can_live_somewhere_and_people_are_no_animals() {
        for being in Being::ALL {
            let Some(nature) = being.nature() else {
                assert!(matches!(being, Being::Inhabitant | Being::Human));
                continue;
            };
            assert!(!nature.lives_on.is_empty() && nature.flock > 0 && nature.a_hectare > 0.0, "{being:?}");
            assert!(nature.pace[0] < nature.pace[1] && nature.frail > 0.0, "{being:?}");
        }
    }
}
