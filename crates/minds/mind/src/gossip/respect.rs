//! How a deed changes the respect for those involved: three models.
//!
//! With w = (hear or see) · severity · gravity (the last 1 in the source), b the respect for the subject, c for the object, σ the logistic function:
//!
//! | model | change for the subject |
//! |---|---|
//! | [`Model::Plain`] | w · a |
//! | [`Model::Difference`] | w · a · (c - b) |
//! | [`Model::Regard`] | w · a · (c - ½) · σ(10 (b - ½)) |
//!
//! and the same for the object with roles exchanged. A deed done to nobody in particular counts as done to somebody fully
//! respected. Teller and first teller change by w · a in every model. Sources: Helin 2003, section 5.10.2 and appendix A.

use serde::Deserialize;

/// Which formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// The deed alone counts.
    Plain,
    /// The deed counts by how much more one respects the other.
    Difference,
    /// The deed counts by how one regards whom it was done to, and more for those who have a name to lose.
    #[default]
    Regard,
}

impl Model {
    /// The model of that number, 1 to 3.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Self> {
        [Self::Plain, Self::Difference, Self::Regard].get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The change of the respect `of` one involved, where the respect for the other is `other`; `weight` is w · a. Not clamped.
    ///
    /// ```
    /// use wold_mind::gossip::Model;
    /// let change = Model::Regard.change(0.8, 0.0, -1.0); // one hates the victim: the deed pleases
    /// assert!((change - 0.476).abs() < 5e-4);
    /// ```
    #[must_use]
    pub fn change(self, of: f64, other: f64, weight: f64) -> f64 {
        match self {
            Self::Plain => weight,
            Self::Difference => weight * (other - of),
            Self::Regard => weight * (other - 0.5) * logistic(10.0 * (of - 0.5)),
        }
    }
}

/// 1 / (1 + e^-x).
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_give_the_published_values() {
        for (of, other, expected) in
            [(0.1, 0.0, 0.009), (0.8, 0.0, 0.476), (1.0, 0.1, 0.397), (1.0, 0.8, -0.298)]
        {
            let change = Model::Regard.change(of, other, -1.0);
            assert!((change - expected).abs() < 5e-4, "{of} {other}: {change}");
        }
        for (of, other, expected) in [(0.1, 1.0, -0.9), (0.5, 0.5, 0.0), (0.7, 0.5, 0.2)] {
            assert!((Model::Difference.change(of, other, -1.0) - expected).abs() < 1e-12);
        }
        assert_eq!(Model::Plain.change(0.3, 0.9, -0.16), -0.16);
        assert_eq!([0, 1, 2, 3, 4].map(Model::numbered)[1..4].iter().flatten().count(), 3);
        assert_eq!((Model::numbered(0), Model::numbered(4)), (None, None));
    }
}
