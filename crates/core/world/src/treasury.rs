//! The town's money and offices: what inhabitants are given when they come.
//!
//! Coins are struck only when more inhabitants live here at once than ever before, `purse` for each of these; an inhabitant who
//! leaves gives its coins back, the next one is paid from them. So whoever comes and goes makes no money: at most `purse` times the
//! largest number of inhabitants at once has ever been struck. Offices are filled by vacancy: one guard for every `guard_every` inhabitants.

use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// What the town has to give.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treasury {
    /// Coins given back and not given out again.
    pub coins: u32,
    /// The most inhabitants there have been at once.
    pub most_people: u32,
}

impl Kept for Treasury {
    const NAME: &'static str = "treasury";
}

impl Treasury {
    /// The coins a newcomer is given, who makes the number of inhabitants `people`.
    pub fn pay(&mut self, people: u32, purse: u32) -> u32 {
        let struck = people.saturating_sub(self.most_people) * purse;
        self.most_people = self.most_people.max(people);
        self.coins += struck;
        let paid = self.coins.min(purse);
        self.coins -= paid;
        paid
    }

    /// Takes coins back from one of `people` inhabitants.
    pub fn take_back(&mut self, coins: u32, people: u32) {
        self.coins += coins;
        // A world older than its treasury struck these people's coins without it.
        self.most_people = self.most_people.max(people);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_more_coins_are_about_than_were_struck_for_the_largest_crowd(comings in proptest::collection::vec((any::<bool>(), 0_u32..4), 0..200)) {
            let (purse, mut treasury, mut people, mut about, mut most) = (2, Treasury::default(), 0_u32, 0_u32, 0_u32);
            for (comes, brought_back) in comings {
                if comes {
                    people += 1;
                    about += treasury.pay(people, purse);
                } else if people > 0 {
                    people -= 1;
                    let back = brought_back.min(about);
                    about -= back;
                    treasury.take_back(back, people + 1);
                }
                most = most.max(people);
                prop_assert!(about + treasury.coins == most * purse);
            }
        }
    }
}
