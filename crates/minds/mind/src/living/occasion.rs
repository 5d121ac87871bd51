//! Occasions: days that are not like others, a market day or a feast. A data file.
//!
//! Contract: on a day of an occasion its plan stands before that of the trade for the hours it names, but for who would sleep then and for trades it spares. Of several occasions of a day the first in
//! the file counts, of several parts the first that is for the trade.

use super::trade::{Doing, LivingError, Stretch, Trade, Whereabouts};
use serde::Deserialize;

/// What sort of day it is: what people wish each other and speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OccasionKind {
    Fair,
    Feast,
}

impl OccasionKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Fair, Self::Feast];

    /// What it is called in data files.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Feast => "feast",
        }
    }
}

/// A day that comes again and again.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occasion {
    /// What it is called.
    pub name: String,
    /// What sort of day it is.
    pub kind: OccasionKind,
    /// Days from one to the next.
    pub every: u32,
    /// The first day it is on; the world's first day is 1.
    pub first: u32,
    /// Trades that keep their day as it is.
    #[serde(default)]
    pub except: Vec<String>,
    /// What is done, and by whom.
    #[serde(default)]
    part: Vec<Part>,
}

/// What some do on an occasion.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Who; everybody if it names nobody.
    #[serde(default)]
    trades: Vec<String>,
    plan: Vec<Stretch>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OccasionFile {
    occasion: Vec<Occasion>,
}

impl Occasion {
    /// The occasions of the default world.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::parse(include_str!("../../data/living/occasions.toml"), &Trade::all())
            .expect("the built-in occasions are tested")
    }

    /// Reads occasions from TOML: one `[[occasion]]` each, for people of these trades.
    ///
    /// # Errors
    /// Names line or occasion and what is wrong there.
    pub fn parse(text: &str, trades: &[Trade]) -> Result<Vec<Self>, LivingError> {
        let file: OccasionFile = toml::from_str(text).map_err(|e| LivingError::at(text, &e))?;
        for (at, occasion) in file.occasion.iter().enumerate() {
            let refuse = |why: String| Err(LivingError::of(format!("occasion {:?}: {why}", occasion.name)));
            if occasion.every == 0 || occasion.first == 0 {
                return refuse("days are counted from 1".into());
            }
            if file.occasion[..at].iter().any(|other| other.name == occasion.name) {
                return refuse("it is there twice".into());
            }
            let stretches = occasion.part.iter().flat_map(|part| &part.plan);
            if let Some(hour) = stretches.flat_map(Stretch::hours).find(|hour| !(0.0..=24.0).contains(hour)) {
                return refuse(format!("{hour} is no hour of the day"));
            }
            let mut named = occasion.except.iter().chain(occasion.part.iter().flat_map(|part| &part.trades));
            if let Some(name) = named.find(|name| trades.iter().all(|trade| trade.name != **name)) {
                return refuse(format!("there is no trade {name:?}"));
            }
        }
        Ok(file.occasion)
    }

    /// The occasion of a day.
    ///
    /// ```
    /// use wold_mind::living::Occasion;
    /// let all = Occasion::all();
    /// assert_eq!(Occasion::of(&all, 6).map(|day| day.name.as_str()), Some("market day"));
    /// assert_eq!(Occasion::of(&all, 2), None);
    /// ```
    #[must_use]
    pub fn of(all: &[Self], day: u32) -> Option<&Self> {
        all.iter().find(|it| day >= it.first && (day - it.first).is_multiple_of(it.every))
    }

    /// What somebody of a trade does on it at an hour; nothing if what the trade says.
    fn at(&self, trade: &Trade, hour: f64) -> Option<(Doing, Whereabouts)> {
        if self.except.contains(&trade.name) {
            return None;
        }
        let is_for = |part: &&Part| part.trades.is_empty() || part.trades.contains(&trade.name);
        let stretch = self.part.iter().find(is_for)?.plan.iter().find(|stretch| stretch.covers(hour))?;
        Some((stretch.doing, stretch.at))
    }
}

/// What somebody of a trade is to do at an hour of a day, whatever it needs.
///
/// ```
/// use wold_mind::living::{Doing, Occasion, Trade, Whereabouts, planned};
/// let (all, smith) = (Occasion::all(), &Trade::all()[0]);
/// let on = |day| planned(smith, Occasion::of(&all, day), 10.0);
/// assert_eq!(on(2).0, Doing::Work);
/// assert_eq!(on(6), (Doing::Deal, Whereabouts::Market));
/// ```
#[must_use]
pub fn planned(trade: &Trade, occasion: Option<&Occasion>, hour: f64) -> (Doing, Whereabouts) {
    let plain = trade.at(hour);
    let festive = occasion.and_then(|occasion| occasion.at(trade, hour.rem_euclid(24.0)));
    festive.filter(|_| plain.0 != Doing::Sleep).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_feast_everybody_but_the_guards_comes_together_and_who_sleeps_sleeps() {
        let (all, trades) = (Occasion::all(), Trade::all());
        let feast = Occasion::of(&all, 16).expect("midsummer of the second year");
        assert_eq!((feast.name.as_str(), feast.kind), ("midsummer", OccasionKind::Feast));
        for trade in &trades {
            let (doing, at) = planned(trade, Some(feast), 19.0);
            let spared = feast.except.contains(&trade.name) || trade.at(19.0).0 == Doing::Sleep;
            assert!(spared || (doing, at) == (Doing::Meet, Whereabouts::Market), "{} {doing:?}", trade.name);
            assert_eq!(planned(trade, Some(feast), 9.0), trade.at(9.0), "until then it is a day like others");
            assert_eq!(planned(trade, Some(feast), 3.0 + 24.0), trade.at(3.0));
        }
        let baker = trades.iter().find(|trade| trade.name == "baker").expect("there is one");
        assert_eq!(planned(baker, Some(feast), 20.0).0, Doing::Sleep, "the dough does not wait");
    }

    #[test]
    fn in_a_year_of_twelve_days_there_are_two_market_days_and_two_feasts() {
        let all = Occasion::all();
        let of_year = |from: u32| -> Vec<(u32, OccasionKind)> {
            (from..from + 12).filter_map(|day| Some((day - from, Occasion::of(&all, day)?.kind))).collect()
        };
        let (fair, feast) = (OccasionKind::Fair, OccasionKind::Feast);
        assert_eq!(of_year(1), [(3, feast), (5, fair), (9, feast), (11, fair)]);
        assert_eq!(of_year(1), of_year(13));
    }

    #[test]
    fn bad_files_are_refused() {
        let said = |text: &str| Occasion::parse(text, &Trade::all()).expect_err("bad").to_string();
        let fair = "[[occasion]]\nname='x'\nkind='fair'\nevery=3\nfirst=1\n";
        assert!(said(&fair.replace("every=3", "every=0")).contains("counted from 1"));
        assert!(said(&fair.replace("'fair'", "'wake'")).starts_with("line 3"));
        assert!(said(&format!("{fair}except=['juggler']\n")).contains("no trade \"juggler\""));
        assert!(said(&format!("{fair}{fair}")).contains("twice"));
        let part = "[[occasion.part]]\nplan=[{from=3,to=99,do='meet',at='inn'}]\n";
        assert!(said(&format!("{fair}{part}")).contains("99 is no hour"));
    }
}
