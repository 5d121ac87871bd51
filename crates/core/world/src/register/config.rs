//! How lives go: the rows of `[kin]` in a world's file.

use serde::{Deserialize, Serialize};

/// Years from which somebody may be wed.
pub const WED_YEARS: u16 = 17;

/// How fast people age, are born and die. Chances are for a year of somebody's life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KinConfig {
    /// Days of people's lives that a day of the world is; 0 stops the course of life. A laboratory that wants a generation in a month takes 300. Default 1.
    pub pace: f64,
    /// Chance of a first child; of another it is divided by one more than there are. Default 1.4.
    pub births: f64,
    /// Chance to die at sixty. Default 0.035.
    pub old_age: f64,
    /// Years in which that chance doubles. Default 8.
    pub doubling_years: f64,
    /// Chance to die of a fever, at any age from three on. Default 0.01.
    pub fever: f64,
    /// How far from the number it was founded with a town may be: above it nobody is born, and halfway below it families come. Default 0.2.
    pub spread: f64,
}

impl Default for KinConfig {
    fn default() -> Self {
        Self { pace: 1.0, births: 1.4, old_age: 0.035, doubling_years: 8.0, fever: 0.01, spread: 0.2 }
    }
}

impl KinConfig {
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 6] {
        [
            ("kin.pace", self.pace, 0.0, 1_000.0),
            ("kin.births", self.births, 0.0, 10.0),
            ("kin.old_age", self.old_age, 0.0, 10.0),
            ("kin.doubling_years", self.doubling_years, 1.0, 1_000.0),
            ("kin.fever", self.fever, 0.0, 10.0),
            ("kin.spread", self.spread, 0.0, 1.0),
        ]
    }

    /// How likely somebody of so many years is to die within so many days of life. It grows with every year and is never certain.
    #[must_use]
    pub fn mortality(&self, years: u16, days: f64) -> f64 {
        let doublings = ((f64::from(years) - 60.0) / self.doubling_years.max(1.0)).min(60.0);
        within(self.fever + self.old_age * libm::exp2(doublings), days)
    }

    /// How likely a couple with so many children is to have one more within so many days of life.
    #[must_use]
    pub fn fertility(&self, children: usize, days: f64) -> f64 {
        within(self.births / (children as f64 + 1.0), days)
    }
}

/// The chance that something happens within some days that happens so often a year.
fn within(a_year: f64, days: f64) -> f64 {
    1.0 - libm::exp(-a_year.max(0.0) * days / f64::from(wold_genesis::people::YEAR_DAYS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_die_more_often_every_year_and_hardly_anybody_sees_a_hundred() {
        let kin = KinConfig::default();
        let year = |years| kin.mortality(years, 365.0);
        assert!((3..109).all(|years| year(years) < year(years + 1) && year(years + 1) < 1.0));
        assert!(year(10) < 0.02 && year(40) < 0.025, "the young do not die of age");
        let alive = |from: u16, to: u16| (from..to).map(|years| 1.0 - year(years)).product::<f64>();
        assert!((0.35..0.75).contains(&alive(3, 60)), "{}", alive(3, 60));
        assert!((0.2..0.6).contains(&alive(60, 70)), "{}", alive(60, 70));
        assert!((0.000_1..0.03).contains(&alive(60, 90)), "{}", alive(60, 90));
        assert!(alive(60, 100) < 0.001);
        // A day's chances come to a year's.
        let days = (0..365).map(|_| 1.0 - kin.mortality(70, 1.0)).product::<f64>();
        assert!((1.0 - days - year(70)).abs() < 1e-9);
    }
}
