//! What a guest knows of work and trade: the crafts of its world, and what people it met sell and buy.

use std::collections::BTreeMap;
use wold_lore::Craft;
use wold_lore::land::ThingKind;
use wold_space::EntityId;
use wold_wire::FromHost;
use wold_wire::message::Price;

/// People whose offers are remembered.
const MOST_STANDS: usize = 128;

/// What somebody sold and bought when it was last told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The step at which it was told.
    pub step: u64,
    /// What they ask for what they sell.
    pub asks: Vec<Price>,
    /// What they pay for what they buy.
    pub bids: Vec<Price>,
}

impl Offers {
    /// What they ask for one of a kind.
    #[must_use]
    pub fn ask(&self, kind: ThingKind) -> Option<u16> {
        price(&self.asks, kind)
    }

    /// What they pay for one of a kind.
    #[must_use]
    pub fn bid(&self, kind: ThingKind) -> Option<u16> {
        price(&self.bids, kind)
    }
}

fn price(prices: &[Price], kind: ThingKind) -> Option<u16> {
    prices.iter().find(|price| price.kind == kind).map(|price| price.coins)
}

/// Work and trade as a guest knows them.
#[derive(Clone, Debug, Default)]
pub struct Market {
    crafts: Vec<Craft>,
    stands: BTreeMap<EntityId, Offers>,
}

impl Market {
    /// The crafts of the world, in the order by which wishes name them.
    #[must_use]
    pub fn crafts(&self) -> &[Craft] {
        &self.crafts
    }

    /// The craft of a name, with its number.
    #[must_use]
    pub fn craft(&self, name: &str) -> Option<(u8, &Craft)> {
        let at = self.crafts.iter().position(|craft| craft.name == name)?;
        Some((at as u8, &self.crafts[at]))
    }

    /// What somebody offers, as far as it was told.
    #[must_use]
    pub fn offers(&self, who: EntityId) -> Option<&Offers> {
        self.stands.get(&who)
    }

    /// Everybody who offers something.
    pub fn stands(&self) -> impl Iterator<Item = (EntityId, &Offers)> {
        self.stands.iter().map(|(who, offers)| (*who, offers))
    }

    pub(crate) fn take(&mut self, message: FromHost, step: u64) {
        match message {
            FromHost::Crafts { crafts } => self.crafts = crafts,
            FromHost::Stand { who, asks, bids } => {
                if asks.is_empty() && bids.is_empty() {
                    self.stands.remove(&who);
                    return;
                }
                self.stands.insert(who, Offers { step, asks, bids });
                if self.stands.len() > MOST_STANDS {
                    let oldest =
                        self.stands.iter().min_by_key(|(_, offers)| offers.step).map(|(who, _)| *who);
                    oldest.map(|who| self.stands.remove(&who));
                }
            }
            _ => {}
        }
    }
}
