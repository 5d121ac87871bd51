//! Living: needs, the day of a trade, and deciding what to do now.
//!
//! * [`Needs`]: what presses, by curves; [`Trade`]: how the day goes, a data file; [`Profile`]: how human somebody is, another.
//! * [`Occasion`]: market days and feasts, a third; [`planned`]: what the day's plan says, trade and occasion together.
//! * [`decide`]: the plan, unless a need presses more; [`bent`]: what some are up to besides, as state charts.

mod decide;
mod needs;
mod occasion;
mod trade;

pub use decide::{Decision, decide};
pub use needs::{Curve, Need, Needs};
pub use occasion::{Occasion, OccasionKind, planned};
pub use trade::{Doing, LivingError, Profile, Stretch, TemperText, Trade, Whereabouts, shared_out};

use crate::chart::Chart;

/// The charts of what people are up to besides their trade.
pub const BENTS: [&str; 4] = ["townsman", "guard", "thug", "informer"];

/// The chart of what somebody is up to besides its trade, one of [`BENTS`]. Activities are `live` (as the trade says), `attack`,
/// `flee`, `heal`, `loot`, `seek`, `note`, `hunt`, `hide` and `home`; `call` and `cry` are things to shout; senses say what is in sight.
#[must_use]
pub fn bent(name: &str) -> Option<Chart> {
    let text = match name {
        "thug" => include_str!("../../data/living/thug.toml"),
        "townsman" => include_str!("../../data/living/townsman.toml"),
        "guard" => include_str!("../../data/living/guard.toml"),
        "informer" => include_str!("../../data/living/informer.toml"),
        _ => return None,
    };
    Some(Chart::parse(text).expect("the built-in charts are tested"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bents_are_sound_charts_without_remarks() {
        for name in BENTS {
            assert_eq!(bent(name).expect("known").lint(), [], "{name}");
        }
        assert!(bent("saint").is_none());
    }
}
