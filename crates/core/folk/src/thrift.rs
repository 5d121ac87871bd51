//! Thrift: how people manage what they have, as data (`thrift.toml`).

use serde::Deserialize;
use std::sync::LazyLock;

/// The settings compiled in.
pub(super) static THRIFT: LazyLock<Thrift> =
    LazyLock::new(|| toml::from_str(include_str!("thrift.toml")).expect("a test reads it"));

/// All of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Thrift {
    pub providing: Providing,
    pub dealing: Dealing,
    pub till: Tills,
}

/// How who earns feeds those of its house who do not.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Providing {
    /// Meals handed to each of them in a day at most.
    pub meals: u32,
    /// Seconds from one to the next.
    pub again_seconds: f64,
    /// Nourishment it keeps for itself.
    pub kept: f32,
    /// Metres from which it walks up to them.
    pub metres: f64,
}

/// How who does not deal by trade buys and sells.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Dealing {
    /// How many times its worth somebody pays for a thing.
    pub dearest: f64,
    /// Nourishment somebody likes to carry.
    pub larder: f32,
    /// What who sells food keeps beyond that.
    pub hearty: f32,
    /// Rounds of a craft for which somebody buys.
    pub rounds: u32,
    /// Coins kept back from what one can do without.
    pub kept_back: u32,
    /// Pieces bought or sold in one deal.
    pub most: u32,
    /// Hunger, of 255, from which any price is paid.
    pub starving: u8,
}

/// How dealers make their prices.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tills {
    /// What a dealer pays, as a share of what it asks.
    pub bid: f64,
    /// Pieces it likes to have of a food, of what is dear, and of anything else.
    pub food_store: f64,
    pub dear_store: f64,
    pub other_store: f64,
    /// How much a multiple moves in a day by what came and went, by what is in store, and how far towards what the field says.
    #[serde(rename = "move")]
    pub pace: f64,
    pub lean: f64,
    pub field: f64,
    /// The least and the most multiple.
    pub least: f64,
    pub most: f64,
    /// The share of its purse a dealer spends on one good at most.
    pub stake: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_compiled_in_are_read_and_a_row_nobody_knows_is_refused() {
        assert!(THRIFT.providing.meals > 0 && THRIFT.providing.kept > 0.0);
        let more = include_str!("thrift.toml").replace("meals = 1 ", "plates = 2\nmeals = 1 ");
        assert!(toml::from_str::<Thrift>(&more).is_err());
    }
}
