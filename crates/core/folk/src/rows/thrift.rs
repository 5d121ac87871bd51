//! How people manage what they have.

use super::{Span, rows, table};

table! {
    /// How people manage what they have.
    THRIFT: Thrift in "thrift.toml" {
        providing: Providing,
        dealing: Dealing,
        till: Tills,
        counter: Counter,
        haggling: Haggles,
        shops: Shops,
    }
}

rows! {
    /// Who earns feeds those of its house who do not.
    struct Providing {
        /// Meals handed to each of them in a day at most; who is still hungry asks.
        meals: u32 => [0.0, 24.0],
        /// Seconds from one to the next.
        again_seconds: f64 => [0.0, 86400.0],
        /// Nourishment it keeps for itself.
        kept: f32 => [0.0, 10.0],
        /// Metres from which it walks up to them.
        metres: f64 => [0.0, 100.0],
    }
}

rows! {
    /// Who does not deal by trade buys for its own use, and sells what it made.
    struct Dealing {
        /// How many times its worth somebody pays for a thing, unless it starves.
        dearest: f64 => [0.0, 100.0],
        /// Nourishment somebody likes to carry: two days' worth or so.
        larder: f32 => [0.0, 10.0],
        /// Nourishment who sells food keeps beyond that, or it would carry the same apples to and fro.
        hearty: f32 => [0.0, 10.0],
        /// Nourishment a thing must have more of to be bought as food.
        filling: f32 => [0.0, 10.0],
        /// Rounds of a craft for which somebody buys.
        rounds: u32 => [0.0, 100.0],
        /// Coins kept from what one can do without.
        kept_back: u32 => [0.0, 100000.0],
        /// Pieces in one deal.
        most: u32 => [1.0, 255.0],
        /// Hunger, of 255, from which any price is paid.
        starving: u8 => [0.0, 255.0],
    }
}

rows! {
    /// Who deals by trade makes its prices.
    struct Tills {
        /// Seconds between two looks at the store.
        look_seconds: f64 => [0.0, 3600.0],
        /// What it pays, as a share of what it asks: the rest is the town's tithe and its living.
        bid: f64 => [0.0, 1.0],
        /// Pieces it likes to have of a food.
        food_store: f64 => [1.0, 10000.0],
        /// Pieces it likes to have of what is dear.
        dear_store: f64 => [1.0, 10000.0],
        /// Pieces it likes to have of anything else.
        other_store: f64 => [1.0, 10000.0],
        /// Coins of worth from which a thing is dear.
        dear: u32 => [1.0, 100000.0],
        /// How much a price moves in a day on which all went and nothing came, as a share.
        pace: f64 => [0.0, 1.0],
        /// How much of that it moves where nothing came or went: down while there is some, up where there is none.
        idle: f64 => [0.0, 1.0],
        /// How much it moves in a day with an empty store, as a share.
        lean: f64 => [0.0, 1.0],
        /// How far it follows the price field in a day.
        field: f64 => [0.0, 1.0],
        /// Within what share of a thing's worth it believes the price field on its first day.
        first: Span => [0.0, 100.0],
        /// The least it asks, of a thing's worth, whatever happens.
        least: f64 => [0.0, 100.0],
        /// And the most.
        most: f64 => [0.0, 100.0],
        /// The share of its purse it spends on one good at most.
        stake: f64 => [0.0, 1.0],
    }
}

rows! {
    /// Who is asked what things cost, or for alms.
    struct Counter {
        /// Respect from which somebody is given to.
        pitied: f64 => [0.0, 1.0],
        /// How often one gives, less one's courage.
        gentle: f64 => [0.0, 2.0],
        /// Hours of the world's clock for which what came by the road is still talked about.
        lately_hours: f64 => [0.0, 10000.0],
        /// Degrees below which nothing grows.
        frost: f32 => [-50.0, 50.0],
        /// The share of a full store below which there is little.
        little: f64 => [0.0, 1.0],
        /// And above which there is much.
        much: f64 => [0.0, 1.0],
    }
}

rows! {
    /// What is said over a deal.
    struct Haggles {
        /// How many times its worth a thing costs that one asks why.
        dear: f64 => [0.0, 100.0],
        /// How often one does.
        wonders: f64 => [0.0, 1.0],
    }
}

rows! {
    /// How one chooses among those who sell food.
    struct Shops {
        /// Metres that are too far for a meal.
        far_metres: f64 => [1.0, 10000.0],
        /// Hours after which word of a shop is worth nothing.
        stale_hours: f64 => [0.1, 10000.0],
        /// Nourishment of the best meal there is.
        hearty: f64 => [0.01, 10.0],
        /// What is not known counts so much.
        unknown: f64 => [0.0, 1.0],
        /// What any side counts at least: a single bad one does not rule a shop out.
        least: f64 => [0.0, 1.0],
        /// What it counts that a shop is near, respected, cheap, good and lately heard of, to who is fed.
        weights: [f64; 5] => [0.0, 1.0],
        /// What is added to each for who starves.
        hungry: [f64; 5] => [-1.0, 1.0],
    }
}
