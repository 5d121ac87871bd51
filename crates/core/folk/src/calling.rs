//! What somebody is born to: a trade, a profile and a character, all by seed and name.

use super::around::prejudices;
use super::rows::COMPANY;
use std::sync::LazyLock;
use wold_chance::Stream;
use wold_mind::gossip::{Actions, Temper};
use wold_mind::living::{Occasion, Profile, Trade};

/// What all neighbours share: the tables of actions, trades, profiles and occasions.
pub(super) static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::deeds);
static TRADES: LazyLock<Vec<Trade>> = LazyLock::new(Trade::all);
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(Profile::all);
pub(super) static OCCASIONS: LazyLock<Vec<Occasion>> = LazyLock::new(Occasion::all);

/// Trades nobody is born to: an office, and how the young and the old spend their days.
const APART: [&str; 3] = ["guard", CHILD, ELDER];
/// How children live, and the old.
pub(super) const CHILD: &str = "child";
pub(super) const ELDER: &str = "elder";

/// What somebody lives from and how human it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calling {
    pub trade: &'static Trade,
    pub profile: &'static Profile,
}

impl Calling {
    /// Draws one, and the character that goes with it. Guards are not born but appointed by the world.
    pub fn draw(name: &str, stream: &mut Stream) -> (Self, Temper) {
        // Whoever carries goods is sent: it takes two towns.
        let chosen =
            |trade: &&'static Trade| !APART.contains(&trade.name.as_str()) && trade.carries.is_empty();
        let trades: Vec<&'static Trade> = TRADES.iter().filter(chosen).collect();
        let trade = stream.pick(&trades).copied().unwrap_or(&TRADES[0]);
        let profile = stream.pick(&PROFILES).unwrap_or(&PROFILES[0]);
        let plain = Temper::default();
        let temper = Temper {
            intelligence: trade.temper.intelligence.unwrap_or_else(|| stream.range(0.2, 0.9)),
            honesty: trade.temper.honesty.unwrap_or(plain.honesty),
            memory: trade.temper.memory.unwrap_or_else(|| stream.range(0.5, 1.0)),
            prejudices: prejudices(name, stream.chance(COMPANY.regard.odd)),
            ..plain
        };
        (Self { trade, profile }, temper)
    }

    /// Whether it stays out of the fights of others: a child, or old.
    pub fn is_meek(&self) -> bool {
        [CHILD, ELDER].contains(&self.trade.name.as_str())
    }

    /// Whether it keeps the law.
    pub fn is_guard(&self) -> bool {
        self.trade.name == "guard"
    }
}

/// The occasion of a day, if it is not like others.
pub(super) fn occasion(day: u32) -> Option<&'static Occasion> {
    Occasion::of(&OCCASIONS, day)
}

/// All trades that are compiled in.
pub(super) fn trades() -> impl Iterator<Item = &'static Trade> {
    TRADES.iter()
}

/// Those trades that go nowhere.
static SETTLED: LazyLock<Vec<Trade>> =
    LazyLock::new(|| TRADES.iter().filter(|trade| trade.carries.is_empty()).cloned().collect());

/// The trade of the how-manieth of a town's people; nobody carries goods to another town unless people live there.
pub(super) fn shared_out(number: usize, is_next_settled: bool) -> Option<&'static Trade> {
    let trades = if is_next_settled { &TRADES } else { &SETTLED };
    trade(wold_mind::living::shared_out(trades, number)?)
}

/// The trade of that name among those compiled in.
pub(super) fn trade(name: &str) -> Option<&'static Trade> {
    TRADES.iter().find(|trade| trade.name == name)
}
