//! Slow motion as something that is used up.

/// How much slow motion a player has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReserveConfig {
    /// Second-seconds at the most: a stretch of 0.2 s for 5 s costs 1. Default 1.
    pub most: f64,
    /// What comes back each second while nothing is used. Default 0.05.
    pub refill: f64,
    /// The longest stretch in seconds. Default 0.3: more is seen by everybody around.
    pub longest: f64,
}

impl Default for ReserveConfig {
    fn default() -> Self {
        Self { most: 1.0, refill: 0.05, longest: 0.3 }
    }
}

/// What is left of it.
///
/// ```
/// use wold_wire::contours::{Reserve, ReserveConfig};
/// let config = ReserveConfig::default();
/// let mut reserve = Reserve::full(&config);
/// let used: f64 = (0..100).map(|_| reserve.stretch(&config, 0.2, 0.1) * 0.1).sum();
/// assert!((used - 1.0).abs() < 1e-9, "five seconds of a fifth, then none");
/// assert_eq!(reserve.stretch(&config, 0.2, 0.1), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reserve {
    left: f64,
}

impl Reserve {
    /// Nothing used yet.
    #[must_use]
    pub fn full(config: &ReserveConfig) -> Self {
        Self { left: config.most }
    }

    /// What is left.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Asks for a stretch of time for `seconds`, and answers the one that is granted: less if little is left.
    pub fn stretch(&mut self, config: &ReserveConfig, wanted: f64, seconds: f64) -> f64 {
        if wanted <= 0.0 || seconds <= 0.0 {
            self.left = (self.left + config.refill * seconds.max(0.0)).min(config.most);
            return 0.0;
        }
        let granted = wanted.min(config.longest).min(self.left / seconds);
        self.left -= granted * seconds;
        granted
    }
}
