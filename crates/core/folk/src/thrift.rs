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
