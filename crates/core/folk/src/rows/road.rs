//! How people travel, and live from what things cost in two towns.

use super::{Span, rows, table};

table! {
    /// How people travel, and live from what things cost in two towns.
    ROAD: Road in "road.toml" {
        journeys: Journeys,
        carting: Carting,
    }
}

rows! {
    /// Who goes from town to town.
    struct Journeys {
        /// Metres from the middle of a town within which one is in it, and beyond which one takes the road to it.
        town_metres: f64 => [10.0, 5000.0],
        /// Metres within which other towns are thought of by who strolls.
        travel_metres: f64 => [0.0, 100000.0],
        /// Metres of a trail that are skipped when one is that near.
        skip_metres: f64 => [1.0, 100.0],
    }
}

rows! {
    /// Carters.
    struct Carting {
        /// Seconds between two looks at what things cost.
        look_seconds: f64 => [0.0, 3600.0],
        /// Days after which one goes without a load, to see what things cost.
        see_days: u32 => [0.0, 1000.0],
        /// The hours of the day between which one buys for the road.
        loading: Span => [0.0, 24.0],
        /// And sets out.
        leaving: Span => [0.0, 24.0],
        /// Thirst with which nobody takes the road.
        thirsty: f64 => [0.0, 1.0],
        /// The hour from which one goes all the same.
        late_hour: f64 => [0.0, 24.0],
        /// How much of what is remembered of a price is still believed after a day.
        believed: f64 => [0.0, 1.0],
        /// How many times what it costs a thing must fetch, by what one believes.
        worth_it: f64 => [0.01, 100.0],
        /// What a thing of which one knows nothing there is thought to fetch, of its worth.
        fetches: f64 => [0.0, 100.0],
        /// And of that where nobody was seen to buy it.
        unwanted: f64 => [0.0, 1.0],
        /// What one asks for it oneself, of its worth.
        asks: f64 => [0.0, 100.0],
        /// What one pays who makes or gathers a thing, of what it fetches.
        bids: f64 => [0.0, 100.0],
        /// The least one takes for a thing, of its worth.
        least: f64 => [0.0, 100.0],
        /// Lots bought for a journey.
        lots: usize => [0.0, 100.0],
        /// Pieces of one.
        pieces: u32 => [0.0, 255.0],
        /// The share of the purse that goes into one.
        stake: f64 => [0.0, 1.0],
    }
}
