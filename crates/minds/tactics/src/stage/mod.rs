//! The stage manager: many may surround somebody, few may strike at once.
//!
//! Everybody has a stage: eight slots round them and two capacities. Who stands in a slot weighs what its kind weighs, and the sum is at most the grid
//! capacity; attacks under way weigh what the attack weighs, and the sum is at most the attack capacity. Fighters remember nothing: each update they
//! say whom they want to fight and are told where to stand ([`Part`]): in a slot, waiting before a free one, or away. Difficulty is a factor for the two
//! capacities of the one who is attacked, nothing else.
//!
//! Who gets a slot: those in the middle of an attack keep theirs (it is locked until the attack ends); then those who hold one and stand inside the
//! circle; then who has waited longer than `patience` (if one of those does not fit, nobody newer gets in ahead); then others inside; then holders outside
//! (they are robbed by those inside); then the rest; each by how long they have waited, then by id. Of those with a slot, who has wanted to strike for
//! longest is next. Which slot: every other one while that is enough, so that they stand all round; among those the assignment with the least way in sum, where
//! changing a slot must save more than `hysteresis`. While several are let in, one has the face of the one in the middle (who is nearest before its eyes); for all others a slot
//! at the rim of its back counts as `flank` metres more way than one in its back, one beside it somewhat more, and one in front more than twice that: who comes second comes from behind. An attack ends the claim: who has struck queues up again.
//!
//! Who asks nobody (a human) is counted all the same ([`StageManager::strikes_anyway`]). Who gives up ([`StageManager::leave`]) frees what it held about others; the stage about
//! itself and all who are on it stay. The manager is plain state: it can be saved and read again, without its sizes, which are its owner's to set.
//!
//! Not supported: stages that share slots, slots at several heights.

mod assign;
mod cool;
mod manager;
mod place;
#[cfg(test)]
mod tests;

pub use assign::least_cost;
pub use cool::{Attack, CoolDowns};
pub use manager::{Refusal, StageManager, View};
pub use place::{Part, SLOTS, direction};

/// Somebody who fights or is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct FighterId(pub u64);

/// A kind of fighter; cool-downs know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct KindId(pub u16);

/// Sizes of a stage, in metres and ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageConfig {
    /// What the fighters in slots may weigh in sum. Default 12.
    pub grid_capacity: u32,
    /// What attacks under way may weigh in sum. Default 10.
    pub attack_capacity: u32,
    /// How near an attacker steps to strike. Default 1.4.
    pub strike: f64,
    /// The radius at which those with a slot stand. Default 2.6.
    pub approach: f64,
    /// The radius outside which the others stay. Default 4.5.
    pub outer: f64,
    /// Metres a change of slots must save in sum. Default 0.75.
    pub hysteresis: f64,
    /// Metres of way that standing behind somebody busy is worth, against standing beside. Default 5.5.
    pub flank: f64,
    /// Ticks after which a waiter who does not fit lets nobody newer in. Default 200.
    pub patience: u64,
    /// Ticks after which somebody who did not ask again has left. Default 40.
    pub lease: u64,
}

impl Default for StageConfig {
    fn default() -> Self {
        Self {
            grid_capacity: 12,
            attack_capacity: 10,
            strike: 1.4,
            approach: 2.6,
            outer: 4.5,
            hysteresis: 0.75,
            flank: 5.5,
            patience: 200,
            lease: 40,
        }
    }
}

/// How hard it is, for the one who is attacked: factors of the two capacities.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Difficulty {
    /// Of the grid capacity.
    pub grid: f64,
    /// Of the attack capacity.
    pub attack: f64,
}

impl Default for Difficulty {
    fn default() -> Self {
        Self { grid: 1.0, attack: 1.0 }
    }
}

impl Difficulty {
    /// The capacities of a config under this difficulty; never below one attacker's worth of nothing.
    #[must_use]
    pub fn capacities(self, config: &StageConfig) -> (u32, u32) {
        let scaled = |capacity: u32, by: f64| {
            let by = if by.is_finite() { by.clamp(0.0, 1000.0) } else { 1.0 };
            (f64::from(capacity) * by).round() as u32
        };
        (scaled(config.grid_capacity, self.grid), scaled(config.attack_capacity, self.attack))
    }
}
