//! A delay that changes gently.

/// How gently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EasedConfig {
    /// Seconds of delay gained or lost in a second. Below 1 shown time never stands still or runs back. Default 0.5: things are shown at
    /// half to one and a half times their speed.
    pub give: f64,
}

impl Default for EasedConfig {
    fn default() -> Self {
        Self { give: 0.5 }
    }
}

/// The delay a thing is shown with, on its way to the delay it should have.
///
/// Measured delays jitter, and a player who leaves takes its peak away at once; a thing shown by the bare number would bounce in time.
///
/// ```
/// use wold_wire::contours::{Eased, EasedConfig};
/// let mut eased = Eased::new(0.5);
/// // Who was half a second late has left: the thing catches up within a second instead of at once.
/// assert_eq!(eased.towards(&EasedConfig::default(), 0.0, 0.1), 0.45);
/// for _ in 0..9 {
///     eased.towards(&EasedConfig::default(), 0.0, 0.1);
/// }
/// assert!(eased.delay().abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eased {
    delay: f64,
}

impl Eased {
    /// Begins with a delay.
    #[must_use]
    pub fn new(delay: f64) -> Self {
        Self { delay }
    }

    /// The delay now.
    #[must_use]
    pub fn delay(&self) -> f64 {
        self.delay
    }

    /// Goes towards a delay for `seconds`, and answers how far it got.
    pub fn towards(&mut self, config: &EasedConfig, wanted: f64, seconds: f64) -> f64 {
        let most = config.give * seconds;
        self.delay += (wanted - self.delay).clamp(-most, most);
        self.delay
    }
}
