//! Standards: what a report of life must hold for a town to bear watching.
//!
//! Contract: [`Standards::missed`] names every figure that falls short, with what is asked; nothing where all hold. What takes weeks to show (opinions that spread, prices that move) is asked only of reports of at least
//! [`Standards::weeks_days`] days.

use crate::report::LifeReport;

/// What is asked of a town.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standards {
    /// The most share of their lives people may be stuck in one want. Default 0.01.
    pub stuck_share: f64,
    /// The most share of their lives they may starve. Default 0.01.
    pub starving_share: f64,
    /// The most share of their lives they may be parched. Default 0.05.
    pub thirsting_share: f64,
    /// The least share of first-hand rumours that is true. Default 0.99.
    pub first_hand_true_share: f64,
    /// How often somebody may say the same in a day. Default 3.
    pub most_repeats_in_a_day: u32,
    /// Shapes of speech for every day lived, until [`Self::speech_shapes`] is reached. Default 500.
    pub shapes_a_day: f64,
    /// Shapes of speech that are enough. Default 1,000.
    pub speech_shapes: usize,
    /// The share by which the number of people may move. Default 0.2.
    pub people_share: f64,
    /// Days from which what takes weeks is asked. Default 20.
    pub weeks_days: f64,
    /// After weeks, the least share of respects above 0.75. Default 0.1.
    pub respects_above_075: f64,
    /// After weeks in which crimes were done, the least share of respects below 0.35. Default 0.03.
    pub respects_below_035: f64,
    /// After weeks, how far every good's price has moved at the least, as a share of its mean. Default 0.05.
    pub price_share: f64,
}

impl Default for Standards {
    fn default() -> Self {
        Self {
            stuck_share: 0.01,
            starving_share: 0.01,
            thirsting_share: 0.05,
            first_hand_true_share: 0.99,
            most_repeats_in_a_day: 3,
            shapes_a_day: 500.0,
            speech_shapes: 1_000,
            people_share: 0.2,
            weeks_days: 20.0,
            respects_above_075: 0.1,
            respects_below_035: 0.03,
            price_share: 0.05,
        }
    }
}

impl Standards {
    /// What falls short, in words; nothing where all holds.
    #[must_use]
    pub fn missed(&self, report: &LifeReport) -> Vec<String> {
        let mut missed = Vec::new();
        let mut ask = |holds: bool, what: String| {
            if !holds {
                missed.push(what);
            }
        };
        let percent = |share: f64| format!("{:.2} %", share * 100.0);
        let most = |what: &str, is: f64, asked: f64| {
            (is <= asked, format!("{what}: {}, at most {} is asked", percent(is), percent(asked)))
        };
        let least = |what: &str, is: f64, asked: f64| {
            (is >= asked, format!("{what}: {}, at least {} is asked", percent(is), percent(asked)))
        };
        let shares = [
            most("stuck in one want", report.stuck_share, self.stuck_share),
            most("starving", report.starving_share, self.starving_share),
            most("parched", report.thirsting_share, self.thirsting_share),
            least("true first-hand rumours", report.first_hand_true_share, self.first_hand_true_share),
        ];
        shares.into_iter().for_each(|(holds, what)| ask(holds, what));
        let repeats = (report.most_repeats_in_a_day, self.most_repeats_in_a_day);
        ask(
            repeats.0 <= repeats.1,
            format!("the same line {} times in a day, at most {} is asked", repeats.0, repeats.1),
        );
        let shapes = ((self.shapes_a_day * report.days) as usize).min(self.speech_shapes);
        ask(
            report.speech_shapes >= shapes,
            format!("{} shapes of speech, at least {shapes} are asked", report.speech_shapes),
        );
        ask(report.coins_conserved, "coins came from nowhere or went there".to_owned());
        let span = report.people_most.saturating_sub(report.people_fewest) as f64;
        ask(
            span <= self.people_share * report.people_most as f64,
            format!("{} to {} people, a fifth is asked at most", report.people_fewest, report.people_most),
        );
        if report.days >= self.weeks_days {
            let above = least("respects above 0.75", report.respects_above_075, self.respects_above_075);
            ask(above.0, above.1);
            let below = least("respects below 0.35", report.respects_below_035, self.respects_below_035);
            ask(below.0 || report.crimes == 0, below.1);
            for (good, price) in &report.prices {
                let moved = (price.most - price.least) / price.mean.max(f64::MIN_POSITIVE);
                let (holds, what) = least(&format!("the price of {good} moved"), moved, self.price_share);
                ask(holds, what);
            }
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Price;

    fn good() -> LifeReport {
        LifeReport {
            days: 30.0,
            people: 60,
            people_most: 62,
            people_fewest: 58,
            first_hand_true_share: 1.0,
            speech_shapes: 2_000,
            coins_conserved: true,
            respects_above_075: 0.2,
            respects_below_035: 0.05,
            crimes: 9,
            prices: [("food", Price { mean: 4.0, least: 3.0, most: 5.0 })].into(),
            ..LifeReport::default()
        }
    }

    #[test]
    fn a_good_month_misses_nothing_and_each_fault_is_named_alone() {
        let standards = Standards::default();
        assert_eq!(standards.missed(&good()), Vec::<String>::new());
        let spoil: [fn(&mut LifeReport); 9] = [
            |report| report.stuck_share = 0.02,
            |report| report.starving_share = 0.02,
            |report| report.thirsting_share = 0.2,
            |report| report.first_hand_true_share = 0.98,
            |report| report.most_repeats_in_a_day = 4,
            |report| report.speech_shapes = 999,
            |report| report.coins_conserved = false,
            |report| report.people_fewest = 40,
            |report| report.respects_below_035 = 0.0,
        ];
        for (number, spoil) in spoil.iter().enumerate() {
            let mut report = good();
            spoil(&mut report);
            assert_eq!(standards.missed(&report).len(), 1, "fault {number}: {:?}", standards.missed(&report));
        }
        let still = Price { mean: 4.0, least: 3.99, most: 4.01 };
        let report = LifeReport { prices: [("food", still)].into(), ..good() };
        assert_eq!(standards.missed(&report), ["the price of food moved: 0.50 %, at least 5.00 % is asked"]);
    }

    #[test]
    fn what_takes_weeks_is_not_asked_of_two_days() {
        let two_days = LifeReport { days: 2.0, respects_above_075: 0.0, respects_below_035: 0.0, ..good() };
        assert_eq!(Standards::default().missed(&two_days), Vec::<String>::new());
    }
}
