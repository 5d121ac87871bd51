//! Whose ground it is.

/// Who holds a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hold {
    /// Nobody's influence is worth mention.
    Empty,
    /// Ours.
    Mine,
    /// Theirs.
    Theirs,
    /// Both sides', neither's by much.
    Contested,
}

/// When a place counts as held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerritoryConfig {
    /// Less influence than this is none. Default 0.01.
    pub least: f64,
    /// From this share of the greater the lesser makes it contested. Default 0.35.
    pub contested: f64,
}

impl Default for TerritoryConfig {
    fn default() -> Self {
        Self { least: 0.01, contested: 0.35 }
    }
}

impl TerritoryConfig {
    /// Who holds a place, by the influence of both sides.
    ///
    /// ```
    /// use wold_tactics::influence::{Hold, TerritoryConfig};
    /// let rule = TerritoryConfig::default();
    /// assert_eq!(rule.hold(5.0, 4.0), Hold::Contested);
    /// assert_eq!(rule.hold(0.0, 0.0), Hold::Empty, "their difference would be the same");
    /// ```
    #[must_use]
    pub fn hold(&self, ours: f64, theirs: f64) -> Hold {
        let (some, others) = (ours > self.least, theirs > self.least);
        match (some, others) {
            (false, false) => Hold::Empty,
            (true, true) if ours.min(theirs) >= self.contested * ours.max(theirs) => Hold::Contested,
            _ if ours > theirs => Hold::Mine,
            _ => Hold::Theirs,
        }
    }
}

/// Where the sum of signed layers changes its sign: the frontier.
#[must_use]
pub fn frontier(values: &[f64]) -> Vec<usize> {
    let sign = |v: f64| if v == 0.0 { 0.0 } else { v.signum() };
    let crosses = |at: usize| at + 1 < values.len() && sign(values[at]) * sign(values[at + 1]) < 0.0;
    (0..values.len()).filter(|&at| values[at] == 0.0 || crosses(at)).collect()
}
