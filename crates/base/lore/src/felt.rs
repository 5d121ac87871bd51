//! What is felt of a place: weather and ground from cell to cell, and what things cost there.

use crate::land::ThingKind;
use crate::vocabulary;

/// Metres along the side of a cell of what is felt.
pub const CELL_METRES: f64 = 16.0;

/// The highest step in which a channel is told.
pub const TOP_STEP: u8 = 15;

vocabulary! {
    /// What varies from cell to cell.
    Channel, "channel" {
        /// How clouded the sky is, 0 to 1.
        Cloud = 0 "cloud",
        /// What falls: rain, or snow below 0 °C.
        Falling = 1 "falling",
        /// How wet the soil is, 0 to 1.
        Soil = 2 "soil",
        /// Water standing on the ground.
        Flood = 3 "flood",
        /// Snow lying.
        Snow = 4 "snow",
        /// How densely plants grow, 0 to 1.
        Vegetation = 5 "vegetation",
        /// How unsafe it is held to be; told to guards alone.
        Crime = 6 "crime",
    }
}

impl Channel {
    /// The value of the highest step; that of step 0 is 0.
    #[must_use]
    pub fn top(self) -> f32 {
        match self {
            Self::Cloud | Self::Soil | Self::Vegetation => 1.0,
            Self::Falling => 3.0,
            Self::Flood | Self::Snow => 8.0,
            Self::Crime => 60.0,
        }
    }

    /// The share of its top that is something. Guards follow even a faint trail.
    fn least(self) -> f32 {
        if self == Self::Crime { 0.002 } else { 0.02 }
    }

    /// The step of a value. The least that is something is never told as nothing.
    #[must_use]
    pub fn step(self, value: f32) -> u8 {
        let share = (value / self.top()).clamp(0.0, 1.0);
        let step = (share * f32::from(TOP_STEP)).round() as u8;
        if step == 0 && share > self.least() { 1 } else { step }
    }
}

vocabulary! {
    /// What has a price, whatever thing it is.
    Good, "good" { Food = 0 "food", Wood = 1 "wood", Tools = 2 "tools", Cloth = 3 "cloth" }
}

impl Good {
    /// The good a thing counts as, if it is traded.
    #[must_use]
    pub fn of(kind: ThingKind) -> Option<Self> {
        use ThingKind as T;
        match kind {
            T::Apple | T::Berries | T::Mushroom | T::Bread | T::Herb | T::Meat | T::Fish | T::Egg => {
                Some(Self::Food)
            }
            T::Grain | T::Flour | T::Ale | T::Milk => Some(Self::Food),
            T::Log | T::Plank => Some(Self::Wood),
            T::Axe | T::Lantern | T::Tools | T::Ore => Some(Self::Tools),
            T::Wool | T::Hide | T::Cloth | T::Clothes | T::Hood => Some(Self::Cloth),
            T::Stone | T::Coin | T::Coat | T::Gravestone | T::Bow | T::Arrow => None,
        }
    }

    /// What it costs where there is neither plenty nor want, in coins.
    #[must_use]
    pub fn base(self) -> f32 {
        match self {
            Self::Food => 4.0,
            Self::Wood => 6.0,
            Self::Tools => 20.0,
            Self::Cloth => 14.0,
        }
    }
}
