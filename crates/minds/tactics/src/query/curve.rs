//! Curves from 0..1 to 0..1.

/// How a normalised value counts.
///
/// ```
/// use wold_tactics::query::Curve;
/// assert_eq!(Curve::Square.of(0.5), 0.25);
/// assert!((Curve::Sine.of(0.5) - 1.0).abs() < 1e-12, "the middle is ideal");
/// assert_eq!(Curve::Sigmoid.of(0.0), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// x.
    #[default]
    Linear,
    /// x².
    Square,
    /// √x.
    Root,
    /// sin(πx): the middle counts most, so a range makes an ideal radius of its mean.
    Sine,
    /// A logistic of steepness 10 about ½, stretched to reach 0 and 1.
    Sigmoid,
}

impl Curve {
    /// All, by name.
    pub(crate) const NAMES: [(&str, Self); 5] = [
        ("linear", Self::Linear),
        ("square", Self::Square),
        ("sqrt", Self::Root),
        ("sine", Self::Sine),
        ("sigmoid", Self::Sigmoid),
    ];

    /// The value at `x`, always 0 to 1.
    #[must_use]
    pub fn of(self, x: f64) -> f64 {
        let x = x.clamp(0.0, 1.0);
        let logistic = |x: f64| 1.0 / (1.0 + libm::exp(-10.0 * (x - 0.5)));
        let y = match self {
            Self::Linear => x,
            Self::Square => x * x,
            Self::Root => x.sqrt(),
            Self::Sine => libm::sin(std::f64::consts::PI * x),
            Self::Sigmoid => (logistic(x) - logistic(0.0)) / (logistic(1.0) - logistic(0.0)),
        };
        y.clamp(0.0, 1.0)
    }
}
