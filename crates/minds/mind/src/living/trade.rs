//! Trades and profiles: how a day goes, and how well somebody does what they do. Data files.

use super::needs::Need;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What somebody does for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Doing {
    Work,
    Eat,
    Drink,
    Meet,
    Sleep,
    Rest,
    Patrol,
    Beg,
    Warm,
    Flee,
    Deal,
}

impl Doing {
    /// What it is called.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Eat => "eat",
            Self::Drink => "drink",
            Self::Meet => "meet",
            Self::Sleep => "sleep",
            Self::Rest => "rest",
            Self::Patrol => "patrol",
            Self::Beg => "beg",
            Self::Warm => "warm",
            Self::Flee => "flee",
            Self::Deal => "deal",
        }
    }

    /// Which need it serves most.
    #[must_use]
    pub fn serves(self) -> Need {
        match self {
            Self::Work | Self::Patrol | Self::Beg | Self::Deal => Need::Purpose,
            Self::Eat => Need::Hunger,
            Self::Drink => Need::Thirst,
            Self::Meet => Need::Company,
            Self::Sleep | Self::Rest => Need::Sleep,
            Self::Warm => Need::Warmth,
            Self::Flee => Need::Safety,
        }
    }
}

/// Where it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Whereabouts {
    Home,
    Work,
    Inn,
    Market,
    Well,
    Field,
    Wild,
    Street,
    Water,
}

impl Whereabouts {
    /// What it is called in data files.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Work => "work",
            Self::Inn => "inn",
            Self::Market => "market",
            Self::Well => "well",
            Self::Field => "field",
            Self::Wild => "wild",
            Self::Street => "street",
            Self::Water => "water",
        }
    }
}

/// A part of a day.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// Hour it begins, 0 to 24.
    pub from: f64,
    /// Hour it ends; before `from` if it crosses midnight.
    pub to: f64,
    /// What is done.
    #[serde(rename = "do")]
    pub doing: Doing,
    /// Where.
    pub at: Whereabouts,
}

impl Stretch {
    /// The hours it begins and ends.
    pub(super) fn hours(&self) -> [f64; 2] {
        [self.from, self.to]
    }

    pub(super) fn covers(&self, hour: f64) -> bool {
        if self.from <= self.to {
            (self.from..self.to).contains(&hour)
        } else {
            hour >= self.from || hour < self.to
        }
    }
}

/// How people of a trade live.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trade {
    /// What it is called.
    pub name: String,
    /// The day, the first stretch that fits counts.
    pub plan: Vec<Stretch>,
    /// Where the work is, for trades that say only "work".
    #[serde(default = "at_work")]
    pub work: Whereabouts,
    /// How much more or less than others they feel a need: factors.
    #[serde(default)]
    pub needs: BTreeMap<Need, f64>,
    /// Traits that differ from others'.
    #[serde(default)]
    pub temper: TemperText,
    /// What else they are up to: a chart of [`super::bent`].
    pub bent: Option<String>,
    /// Whether they deal in what they carry.
    #[serde(default)]
    pub sells: bool,
    /// Whether they bring what they gather to those who sell.
    #[serde(default)]
    pub supplies: bool,
    /// Whether they take what is not theirs when nobody looks.
    #[serde(default)]
    pub steals: bool,
    /// The crafts they work at, by their names in the world's file, the first that can be done first.
    #[serde(default)]
    pub crafts: Vec<String>,
    /// What they buy and sell again, by the names of things.
    #[serde(default)]
    pub deals: Vec<String>,
    /// What of it they fetch themselves, and how much of it they like to have, by the names of things: an inn's larder. Once half of it is gone they buy the rest.
    #[serde(default)]
    pub larder: BTreeMap<String, u32>,
    /// The animals they stalk and kill while they work, by their names.
    #[serde(default)]
    pub hunts: Vec<String>,
    /// The land those animals live on, by the names of ecosystems.
    #[serde(default)]
    pub grounds: Vec<String>,
    /// What they carry to the next town and back, by the names of things: who carries something is on the road every other day.
    #[serde(default)]
    pub carries: Vec<String>,
    /// How many of sixty people are of this trade; nobody is born to one that does not say.
    #[serde(default)]
    pub hands: f64,
}

fn at_work() -> Whereabouts {
    Whereabouts::Work
}

/// Traits a trade brings with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemperText {
    /// How seldom they twist tales.
    pub honesty: Option<f64>,
    /// How clever they are.
    pub intelligence: Option<f64>,
    /// How long they remember.
    pub memory: Option<f64>,
}

/// How well somebody does what they do: what makes them human, and how hard to deal with.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What it is called.
    pub name: String,
    /// Seconds before they react.
    pub reaction: f64,
    /// Chance to do the wrong thing, 0 to 1.
    pub error: f64,
    /// Share of what happens that they notice, 0 to 1.
    pub attention: f64,
    /// 0 flees at the first blow, 1 never.
    pub courage: f64,
}

/// What is wrong with a file of trades, profiles or occasions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LivingError(String);

impl LivingError {
    pub(super) fn of(what: String) -> Self {
        Self(what)
    }

    /// What is wrong with a text, and where.
    pub(super) fn at(text: &str, error: &toml::de::Error) -> Self {
        Self(crate::place_of(text, error))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TradeFile {
    trade: Vec<Trade>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    profile: Vec<Profile>,
}

impl Trade {
    /// The trades of the default world.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::parse(include_str!("../../data/living/trades.toml")).expect("the built-in trades are tested")
    }

    /// Reads trades from TOML: one `[[trade]]` each.
    ///
    /// # Errors
    /// Names line or trade and what is wrong there.
    pub fn parse(text: &str) -> Result<Vec<Self>, LivingError> {
        let file: TradeFile = toml::from_str(text).map_err(|e| LivingError::at(text, &e))?;
        for (at, trade) in file.trade.iter().enumerate() {
            let name = &trade.name;
            if trade.plan.is_empty() || file.trade[..at].iter().any(|other| other.name == *name) {
                return Err(LivingError(format!("trade {name:?} has no plan or is there twice")));
            }
            if let Some(hour) =
                trade.plan.iter().flat_map(Stretch::hours).find(|hour| !(0.0..=24.0).contains(hour))
            {
                return Err(LivingError(format!("trade {name:?}: {hour} is no hour of the day")));
            }
            if let Some(bent) = trade.bent.as_deref().filter(|bent| super::bent(bent).is_none()) {
                return Err(LivingError(format!("trade {name:?}: there is no bent {bent:?}")));
            }
            let traits = [trade.temper.honesty, trade.temper.intelligence, trade.temper.memory];
            if traits.into_iter().flatten().any(|value| !(0.0..=1.0).contains(&value)) {
                return Err(LivingError(format!("trade {name:?}: traits lie within 0 to 1")));
            }
        }
        Ok(file.trade)
    }

    /// What the plan says for an hour; at home asleep where it says nothing.
    #[must_use]
    pub fn at(&self, hour: f64) -> (Doing, Whereabouts) {
        let hour = hour.rem_euclid(24.0);
        let stretch = self.plan.iter().find(|stretch| stretch.covers(hour));
        stretch.map_or((Doing::Sleep, Whereabouts::Home), |s| (s.doing, s.at))
    }
}

/// Which trade each of a town's people takes up, by how many hands a trade has among sixty: the first few people already have the trades a town needs most, and however many there are, each trade has
/// its share. The one furthest behind its share comes next; of equals the first in the list.
///
/// ```
/// use wold_mind::living::{Trade, shared_out};
/// let trades = Trade::all();
/// let of_sixty = (0..60).map(|number| shared_out(&trades, number)).filter(|name| *name == Some("farmer")).count();
/// assert!((5..=12).contains(&of_sixty));
/// ```
#[must_use]
pub fn shared_out(trades: &[Trade], number: usize) -> Option<&str> {
    let all: f64 = trades.iter().map(|trade| trade.hands).sum();
    let mut taken = vec![0.0; trades.len()];
    let mut last = None;
    for people in 0..=number {
        let behind = |at: usize| trades[at].hands / all * (people + 1) as f64 - taken[at];
        let next = (0..trades.len()).filter(|at| trades[*at].hands > 0.0);
        last = next.fold(None, |best: Option<usize>, at| match best {
            Some(best) if behind(best) >= behind(at) => Some(best),
            _ => Some(at),
        });
        taken[last?] += 1.0;
    }
    last.map(|at| trades[at].name.as_str())
}

impl Profile {
    /// The profiles of the default world.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::parse(include_str!("../../data/living/profiles.toml"))
            .expect("the built-in profiles are tested")
    }

    /// Reads profiles from TOML: one `[[profile]]` each.
    ///
    /// # Errors
    /// Names line or profile and what is wrong there.
    pub fn parse(text: &str) -> Result<Vec<Self>, LivingError> {
        let file: ProfileFile = toml::from_str(text).map_err(|e| LivingError::at(text, &e))?;
        for profile in &file.profile {
            let shares = [profile.error, profile.attention, profile.courage];
            let sound =
                (0.0..=60.0).contains(&profile.reaction) && shares.iter().all(|s| (0.0..=1.0).contains(s));
            if !sound {
                let reason = "reaction lies within 0 to 60, the rest within 0 to 1";
                return Err(LivingError(format!("profile {:?}: {reason}", profile.name)));
            }
        }
        Ok(file.profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trade_fills_its_day_and_has_its_share_of_a_town() {
        let trades = Trade::all();
        let names: Vec<&str> = trades.iter().map(|trade| trade.name.as_str()).collect();
        assert_eq!(
            names[..8],
            ["smith", "farmer", "merchant", "guard", "innkeeper", "hunter", "thief", "beggar"]
        );
        let shared: Vec<&str> = (0..60).filter_map(|number| shared_out(&trades, number)).collect();
        for trade in trades.iter().filter(|trade| trade.hands > 0.0) {
            let count = shared.iter().filter(|name| **name == trade.name).count();
            assert!(count >= 1, "{} {count}", trade.name);
        }
        let first: Vec<&str> = shared[..6].to_vec();
        assert!(first.contains(&"farmer") && first.contains(&"merchant"), "{first:?}");
        for trade in &trades {
            let sleeps =
                (0..240).filter(|tenth| trade.at(f64::from(*tenth) / 10.0).0 == Doing::Sleep).count();
            assert!((50..140).contains(&sleeps), "{} sleeps {sleeps} tenths", trade.name);
            assert!(
                ["child", "elder"].contains(&trade.name.as_str())
                    || (0..24).any(|hour| trade.at(f64::from(hour)).0.serves() == Need::Purpose),
                "{}",
                trade.name
            );
        }
        assert_eq!(trades[0].at(12.5), (Doing::Eat, Whereabouts::Inn));
        assert_eq!(trades[6].at(23.0), (Doing::Work, Whereabouts::Street));
        assert_eq!(Profile::all().len(), 3);
    }

    #[test]
    fn bad_files_are_refused() {
        let said = |text: &str| Trade::parse(text).expect_err("bad").to_string();
        assert!(said("[[trade]]\nname='x'\nplan=[]\n").contains("no plan"));
        let plan = "[[trade]]\nname='x'\nplan=[{from=3,to=99,do='work',at='home'}]\n";
        assert!(said(plan).contains("99 is no hour"));
        assert!(said(&plan.replace("'work'", "'juggle'")).starts_with("line 3"));
        assert!(
            Profile::parse("[[profile]]\nname='x'\nreaction=1\nerror=2\nattention=1\ncourage=1\n").is_err()
        );
    }
}
