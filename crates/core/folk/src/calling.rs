//! What somebody is born to: a trade, a profile and a character, all by seed and name.

use super::around::prejudices;
use std::sync::LazyLock;
use wold_chance::Stream;
use wold_mind::gossip::{Actions, Temper};
use wold_mind::living::{Profile, Trade};

/// What all neighbours share: the tables of actions, trades and profiles.
pub(super) static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::deeds);
static TRADES: LazyLock<Vec<Trade>> = LazyLock::new(Trade::all);
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(Profile::all);

/// Respect below which somebody is shunned.
pub(super) const SHUN: f64 = 0.3;
/// How many in a hundred feel otherwise about other folks than their own does.
const ODD: f64 = 0.08;

/// What somebody lives from and how human it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calling {
    pub trade: &'static Trade,
    pub profile: &'static Profile,
}

impl Calling {
    /// Draws one, and the character that goes with it. Guards are not born but appointed by the world.
    pub fn draw(name: &str, stream: &mut Stream) -> (Self, Temper) {
        let trades: Vec<&'static Trade> = TRADES.iter().filter(|trade| trade.name != "guard").collect();
        let trade = stream.pick(&trades).copied().unwrap_or(&TRADES[0]);
        let profile = stream.pick(&PROFILES).unwrap_or(&PROFILES[0]);
        let plain = Temper::default();
        let temper = Temper {
            intelligence: trade.temper.intelligence.unwrap_or_else(|| stream.range(0.2, 0.9)),
            honesty: trade.temper.honesty.unwrap_or(plain.honesty),
            memory: trade.temper.memory.unwrap_or_else(|| stream.range(0.5, 1.0)),
            prejudices: prejudices(name, stream.chance(ODD)),
            ..plain
        };
        (Self { trade, profile }, temper)
    }

    /// Whether it keeps the law.
    pub fn is_guard(&self) -> bool {
        self.trade.name == "guard"
    }
}

/// The trade of that name among those compiled in.
pub(super) fn trade(name: &str) -> Option<&'static Trade> {
    TRADES.iter().find(|trade| trade.name == name)
}
