//! Scores with their certainty.
//!
//! A win counts 1, a draw ½. The interval is Wilson's at 95 %, on the mean score; draws only make it wider than needed.

/// What a player has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game by its payoff for the player.
    pub fn add(&mut self, payoff: i32) {
        match payoff.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Wins and half the draws over all games; ½ before the first.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The true score lies in here with 95 % confidence.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        let n = f64::from(self.games());
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let p = self.score();
        let centre = p + Z * Z / (2.0 * n);
        let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let width = 1.0 + Z * Z / n;
        (((centre - reach) / width).max(0.0), ((centre + reach) / width).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_score_and_narrows() {
        let few = Tally { wins: 7, draws: 2, losses: 1 };
        let many = Tally { wins: 700, draws: 200, losses: 100 };
        assert_eq!((few.score(), many.score()), (0.8, 0.8));
        let width = |(low, high): (f64, f64)| high - low;
        assert!(few.interval().0 < 0.8 && few.interval().1 > 0.8);
        assert!(width(many.interval()) < width(few.interval()) / 5.0);
        assert_eq!(Tally::default().interval(), (0.0, 1.0));
        // Wilson's interval for 8 of 10.
        let (low, high) = Tally { wins: 8, draws: 0, losses: 2 }.interval();
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3, "{low} {high}");
    }
}
