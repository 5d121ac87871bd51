//! How people walk.

use super::{rows, table};

table! {
    /// How people walk.
    GAIT: Going in "gait.toml" {
        way: Ways,
        manners: Manners,
    }
}

rows! {
    /// Who walks to a goal.
    struct Ways {
        /// Seconds between two looks ahead.
        look_seconds: f64 => [0.05, 10.0],
        /// Metres looked ahead.
        look_metres: f64 => [0.1, 20.0],
        /// Degrees tried to the kept side, then to the other.
        turns: [f64; 5] => [0.0, 180.0],
        /// Seconds without coming nearer before the side is changed.
        patience_seconds: f64 => [0.05, 600.0],
        /// Changes of side before the goal is given up.
        changes: u32 => [0.0, 1000.0],
        /// Seconds without coming nearer before one looks about.
        stalled_seconds: f64 => [0.05, 600.0],
        /// Metres from a corner at which it is turned.
        corner_metres: f64 => [0.05, 5.0],
        /// Metres that count as coming nearer.
        headway_metres: f64 => [0.05, 20.0],
        /// Metres by which an arrival may miss what was asked for: points are half a metre apart.
        slack_metres: f64 => [0.0, 10.0],
        /// Breath, of 255, below which running stops, and from which it begins again.
        breath: [u8; 2] => [0.0, 255.0],
    }
}

rows! {
    /// Who walks among others.
    struct Manners {
        /// Seconds thought ahead: more than one makes people dance around each other.
        ahead_seconds: f32 => [0.1, 10.0],
        /// Metres within which others are minded.
        sight_metres: f32 => [0.5, 50.0],
        /// Others minded at once.
        neighbours: usize => [1.0, 64.0],
        /// Metres kept between two bodies.
        room_metres: f32 => [0.0, 1.0],
    }
}
