//! How people work.

use super::{Span, rows, table};

table! {
    /// How people work.
    WORK: Work in "work.toml" {
        toil: Toiling,
        livelihood: Livelihoods,
        hearth: Hearths,
        stalking: Stalking,
    }
}

rows! {
    /// Who works at the crafts of its trade.
    struct Toiling {
        /// Seconds between two words that one works.
        say_seconds: f64 => [0.05, 60.0],
        /// Metres from a place of work that are near enough.
        at_metres: f64 => [0.1, 10.0],
        /// Metres within which plants, stones, water, animals and houses are looked for.
        far_metres: f64 => [1.0, 500.0],
        /// Pieces of what it makes that are enough to go and sell.
        plenty: u32 => [1.0, 10000.0],
        /// How many times as long as it should somebody tries a piece of work.
        slow: f64 => [1.0, 100.0],
        /// And hours besides.
        wait_hours: f64 => [0.0, 24.0],
        /// Hours for which a place is left alone where nothing came of it.
        left_hours: f64 => [0.0, 1000.0],
        /// Hours for which an animal one was busy with is let be.
        tended_hours: f64 => [0.0, 1000.0],
        /// Metres about a bank where nothing bit that are left alone.
        fished_metres: f64 => [0.0, 500.0],
        /// Seconds until it looks for a place again where it found none.
        look_seconds: f64 => [0.0, 3600.0],
        /// Hours without a place of work after which somebody is idle.
        idle_hours: f64 => [0.0, 10000.0],
    }
}

rows! {
    /// Who takes up another trade.
    struct Livelihoods {
        /// What goods nobody is known to buy count for, as a multiple of their worth.
        unsought: f64 => [0.001, 100.0],
        /// The power by which dear goods draw more than cheap ones.
        keen: f64 => [0.0, 10.0],
    }
}

rows! {
    /// Who comes home in the evening lights its hearth.
    struct Hearths {
        /// The hours between which one does: nobody gets up at night for it.
        evening: Span => [0.0, 24.0],
        /// Hours after which one lets it be.
        try_hours: f64 => [0.0, 24.0],
    }
}

rows! {
    /// Who hunts animals.
    struct Stalking {
        /// Metres within which game is gone for.
        seen_metres: f64 => [0.0, 500.0],
        /// Metres from which one sneaks.
        wary_metres: f64 => [0.0, 500.0],
        /// Metres from which one shoots who has a bow.
        bow_metres: f64 => [0.0, 60.0],
        /// Seconds between two shots.
        bow_seconds: f64 => [0.0, 60.0],
        /// Arrows below which one makes new ones first.
        few: u32 => [0.0, 60.0],
        /// Metres within which what a kill left is fetched.
        fetch_metres: f64 => [0.0, 500.0],
        /// Metres from its post beyond which a hunter turns back.
        roam_metres: f64 => [0.0, 5000.0],
        /// How far it looks about at a time, in metres.
        look_metres: f64 => [0.0, 500.0],
        /// Metres within which one has come to where one meant to look for game.
        there_metres: f64 => [0.0, 500.0],
        /// Seconds for which land where there was none is not walked again.
        walked_seconds: f64 => [0.0, 86400.0],
        /// Seconds after which game one cannot get near is left alone.
        chase_seconds: f64 => [0.0, 3600.0],
        /// And for how long.
        left_seconds: f64 => [0.0, 3600.0],
        /// Seconds between two blows.
        blow_seconds: f64 => [0.0, 60.0],
        /// Seconds between two settings-out.
        again_seconds: f64 => [0.0, 60.0],
        /// Pieces of meat that are enough.
        plenty: u32 => [1.0, 10000.0],
    }
}
