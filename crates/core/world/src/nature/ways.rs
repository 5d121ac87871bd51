//! What all animals have in common: the tables `[ways]`, `[herds]` and `[coming]` of `data/beings.toml`.

use serde::Deserialize;
use wold_space::TICKS_PER_SECOND;

/// What animals make up their minds by.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// Ticks between two looks about.
    pub look_ticks: u64,
    /// Seconds a frightened animal runs on.
    pub fright_seconds: f64,
    /// And one that flies.
    pub flight_seconds: f64,
    /// Seconds an animal feeds, at least and at most.
    pub feed_seconds: [f64; 2],
    /// Seconds it walks, at least and at most.
    pub walk_seconds: [f64; 2],
    /// How often it walks on when it has fed, 0 to 1.
    pub walks: f64,
    /// How much of its shyness is left towards who sneaks up where it looks, 0 to 1.
    pub sneaked_ahead: f64,
    /// And from behind.
    pub sneaked_behind: f64,
    /// How much of its shyness an animal that hunts has towards people at least.
    pub company_least: f64,
    /// How much each of them adds.
    pub company_each: f64,
    /// And how much it has at most.
    pub company_most: f64,
    /// Metres from which prey minds a hunter at least.
    pub hunter_metres: f64,
    /// Metres at which one bites.
    pub bite_metres: f64,
    /// Seconds between two bites.
    pub bite_seconds: f64,
    /// Metres within which kept animals follow their keeper.
    pub follow_metres: f64,
    /// And within which they then keep to it.
    pub about_metres: f64,
}

/// What those are like that people keep.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Herds {
    /// Metres across which a herd is spread at first.
    pub spread_metres: f64,
    /// Metres from which somebody can tend an animal.
    pub tend_metres: f64,
    /// Metres from the walls of a house at which its yard is.
    pub yard_metres: f64,
    /// Seconds for which an animal that is tended stands still.
    pub still_seconds: f64,
}

/// How wild ones come and go.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coming {
    /// Seconds between two turns of a tile.
    pub turn_seconds: f64,
    /// Metres nobody may be within where an animal comes.
    pub comes_metres: f64,
    /// And where one goes.
    pub goes_metres: f64,
    /// Metres about another of its kind where one comes.
    pub beside_metres: f64,
    /// How many bodies more than there should be are let be: numbers that waver move nobody.
    pub slack: usize,
}

/// All three.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    /// What animals make up their minds by.
    pub ways: Ways,
    /// What those are like that people keep.
    pub herds: Herds,
    /// How wild ones come and go.
    pub coming: Coming,
}

/// Ticks in so many seconds.
pub(crate) fn ticks(seconds: f64) -> u64 {
    libm::round(seconds * TICKS_PER_SECOND as f64) as u64
}

impl Common {
    /// What is out of its range, if anything is.
    pub(super) fn fault(&self) -> Option<String> {
        let Self { ways, herds, coming } = self;
        let rows = [
            ("look_ticks", ways.look_ticks as f64, 1.0, 200.0),
            ("fright_seconds", ways.fright_seconds, 0.05, 600.0),
            ("flight_seconds", ways.flight_seconds, 0.05, 600.0),
            ("feed_seconds", ways.feed_seconds[0], 0.05, ways.feed_seconds[1]),
            ("feed_seconds", ways.feed_seconds[1], 0.05, 3600.0),
            ("walk_seconds", ways.walk_seconds[0], 0.05, ways.walk_seconds[1]),
            ("walk_seconds", ways.walk_seconds[1], 0.05, 3600.0),
            ("walks", ways.walks, 0.0, 1.0),
            ("sneaked_ahead", ways.sneaked_ahead, 0.0, 1.0),
            ("sneaked_behind", ways.sneaked_behind, 0.0, 1.0),
            ("company_least", ways.company_least, 0.0, 2.0),
            ("company_each", ways.company_each, 0.0, 2.0),
            // What frightens is looked for within twice an animal's shyness.
            ("company_most", ways.company_most, 0.0, 2.0),
            ("hunter_metres", ways.hunter_metres, 0.0, 100.0),
            ("bite_metres", ways.bite_metres, 0.1, 10.0),
            ("bite_seconds", ways.bite_seconds, 0.05, 60.0),
            ("follow_metres", ways.follow_metres, 0.0, 100.0),
            ("about_metres", ways.about_metres, 0.0, 100.0),
            ("spread_metres", herds.spread_metres, 0.1, 50.0),
            ("tend_metres", herds.tend_metres, 0.1, 10.0),
            ("yard_metres", herds.yard_metres, 0.5, 20.0),
            ("still_seconds", herds.still_seconds, 0.0, 600.0),
            ("turn_seconds", coming.turn_seconds, 0.05, 600.0),
            ("comes_metres", coming.comes_metres, 0.0, 500.0),
            ("goes_metres", coming.goes_metres, 0.0, 500.0),
            ("beside_metres", coming.beside_metres, 0.1, 50.0),
            ("slack", coming.slack as f64, 0.0, 100.0),
        ];
        let out = rows.into_iter().find(|(_, value, least, most)| !(*least..=*most).contains(value));
        out.map(|(name, value, least, most)| format!("{name} must be {least} to {most}, not {value}"))
    }
}
