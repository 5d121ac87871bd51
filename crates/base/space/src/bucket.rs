//! A token bucket: how often something may happen, with time as an argument.
//!
//! A bucket holds at most `burst` tokens and gains `per_second` of them each second; one deed costs one token.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How often something may happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// Deeds per second in the long run.
    pub per_second: f64,
    /// Deeds at once after a long rest.
    pub burst: f64,
}

/// One bucket. Times are counted from any fixed moment and may not run backwards (if they do, nothing is gained).
///
/// ```
/// use std::time::Duration;
/// use wold_space::bucket::{Rate, TokenBucket};
/// let rate = Rate { per_second: 1.0, burst: 2.0 };
/// let mut bucket = TokenBucket::full(rate, Duration::ZERO);
/// assert!(bucket.take(rate, Duration::ZERO) && bucket.take(rate, Duration::ZERO));
/// assert!(!bucket.take(rate, Duration::from_millis(900)));
/// assert!(bucket.take(rate, Duration::from_millis(1000)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    tokens: f64,
    seen: Duration,
}

impl TokenBucket {
    /// A rested bucket.
    #[must_use]
    pub fn full(rate: Rate, now: Duration) -> Self {
        Self { tokens: rate.burst, seen: now }
    }

    /// Takes one token, or says that there is none.
    pub fn take(&mut self, rate: Rate, now: Duration) -> bool {
        let granted = self.has(rate, now);
        if granted {
            self.tokens -= 1.0;
        }
        granted
    }

    /// Whether there is a token; takes none.
    pub fn has(&mut self, rate: Rate, now: Duration) -> bool {
        self.refill(rate, now);
        self.tokens >= 1.0
    }

    /// Takes so many tokens, whether they are there or not: what is beyond is a debt that time pays.
    pub fn spend(&mut self, tokens: f64) {
        self.tokens -= tokens;
    }

    /// How long it takes until no debt is left; nothing if there is none.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wold_space::bucket::{Rate, TokenBucket};
    /// let rate = Rate { per_second: 10.0, burst: 5.0 };
    /// let mut bucket = TokenBucket::full(rate, Duration::ZERO);
    /// bucket.spend(25.0);
    /// assert_eq!(bucket.debt(rate, Duration::from_secs(1)), Some(Duration::from_secs(1)));
    /// assert_eq!(bucket.debt(rate, Duration::from_secs(2)), None);
    /// ```
    pub fn debt(&mut self, rate: Rate, now: Duration) -> Option<Duration> {
        self.refill(rate, now);
        (self.tokens < 0.0).then(|| Duration::from_secs_f64(-self.tokens / rate.per_second))
    }

    /// Whether it has rested: a full bucket is as good as a new one.
    pub fn is_full(&mut self, rate: Rate, now: Duration) -> bool {
        self.refill(rate, now);
        self.tokens >= rate.burst
    }

    fn refill(&mut self, rate: Rate, now: Duration) {
        let gained = now.saturating_sub(self.seen).as_secs_f64() * rate.per_second;
        self.tokens = (self.tokens + gained).min(rate.burst);
        self.seen = self.seen.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_runs_backwards_gives_nothing() {
        let rate = Rate { per_second: 1.0, burst: 3.0 };
        let mut bucket = TokenBucket::full(rate, Duration::from_secs(10));
        for _ in 0..3 {
            assert!(bucket.take(rate, Duration::from_secs(10)));
        }
        assert!(!bucket.take(rate, Duration::from_secs(5)));
        assert!(!bucket.take(rate, Duration::from_secs(10)), "the step back is not paid twice");
    }
}
