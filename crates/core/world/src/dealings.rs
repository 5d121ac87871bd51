//! What people did to each other a moment ago, by which the world knows a trade and a rescue.
//!
//! Contract: something given back within [`DEAL_SECONDS`] makes a trade of both; who strikes one that struck another within [`RESCUE_SECONDS`] helps that other.
//! State, for what is decided depends on it; at most [`MOST`] gifts and blows are kept, the oldest go first.

use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, TICKS_PER_SECOND, Tick};

/// Seconds within which something given back makes a trade.
const DEAL_SECONDS: u64 = 4;
/// Seconds within which a blow is answered for another.
const RESCUE_SECONDS: u64 = 10;
/// Gifts and blows kept, each.
const MOST: usize = 512;

/// One thing somebody did to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Recent<T> {
    from: EntityId,
    to: EntityId,
    what: T,
    at: Tick,
}

/// Gifts and blows of late.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dealings {
    gifts: VecDeque<Recent<ThingKind>>,
    blows: VecDeque<Recent<()>>,
}

impl Kept for Dealings {
    const NAME: &'static str = "dealings";
}

/// Both sides of a trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trade {
    /// Who paid, or else gave first.
    pub buyer: EntityId,
    /// The other.
    pub seller: EntityId,
    /// What the buyer got.
    pub ware: ThingKind,
}

impl Dealings {
    /// Notes a gift; if it answers another, both are a trade.
    pub(crate) fn give(&mut self, from: EntityId, to: EntityId, thing: ThingKind, at: Tick) -> Option<Trade> {
        self.gifts.retain(|gift| at.since(gift.at) < DEAL_SECONDS * TICKS_PER_SECOND);
        let first = self.gifts.iter().position(|gift| (gift.from, gift.to) == (to, from));
        let Some(first) = first.and_then(|first| self.gifts.remove(first)) else {
            push(&mut self.gifts, Recent { from, to, what: thing, at });
            return None;
        };
        let second_paid = thing == ThingKind::Coin && first.what != ThingKind::Coin;
        Some(match second_paid {
            true => Trade { buyer: from, seller: to, ware: first.what },
            false => Trade { buyer: to, seller: from, ware: thing },
        })
    }

    /// Notes a blow; whom it helps, if somebody.
    pub(crate) fn strike(&mut self, from: EntityId, to: EntityId, at: Tick) -> Option<EntityId> {
        self.blows.retain(|blow| at.since(blow.at) < RESCUE_SECONDS * TICKS_PER_SECOND);
        let helped =
            self.blows.iter().rev().find(|blow| blow.from == to && blow.to != from).map(|blow| blow.to);
        self.blows.retain(|blow| (blow.from, blow.to) != (from, to));
        push(&mut self.blows, Recent { from, to, what: (), at });
        helped
    }
}

fn push<T>(recent: &mut VecDeque<Recent<T>>, what: Recent<T>) {
    if recent.len() >= MOST {
        recent.pop_front();
    }
    recent.push_back(what);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ThingKind::{Apple, Bread, Coin};

    const ANN: EntityId = EntityId(1);
    const BEN: EntityId = EntityId(2);
    const CAS: EntityId = EntityId(3);

    #[test]
    fn who_pays_has_bought_whoever_gave_first() {
        let mut dealings = Dealings::default();
        assert_eq!(dealings.give(ANN, BEN, Coin, Tick(1)), None);
        let bought = Some(Trade { buyer: ANN, seller: BEN, ware: Bread });
        assert_eq!(dealings.give(BEN, ANN, Bread, Tick(40)), bought);
        assert_eq!(dealings.give(BEN, ANN, Bread, Tick(41)), None, "a trade is over when both gave");
        assert_eq!(dealings.give(ANN, BEN, Coin, Tick(42)), bought);
        assert_eq!(dealings.give(ANN, BEN, Apple, Tick(50)), None);
        assert_eq!(dealings.give(BEN, ANN, Bread, Tick(51)), bought, "barter");
        assert_eq!(dealings.give(ANN, BEN, Apple, Tick(60)), None);
        assert_eq!(dealings.give(CAS, ANN, Bread, Tick(61)), None, "from somebody else");
        assert_eq!(
            dealings.give(BEN, ANN, Coin, Tick(60 + DEAL_SECONDS * TICKS_PER_SECOND)),
            None,
            "too late"
        );
    }

    #[test]
    fn who_strikes_a_striker_helps_whom_it_struck_and_nobody_helps_itself() {
        let mut dealings = Dealings::default();
        assert_eq!(dealings.strike(ANN, BEN, Tick(1)), None);
        assert_eq!(dealings.strike(BEN, ANN, Tick(2)), None, "it defends itself");
        assert_eq!(dealings.strike(CAS, ANN, Tick(3)), Some(BEN));
        assert_eq!(dealings.strike(CAS, ANN, Tick(1 + RESCUE_SECONDS * TICKS_PER_SECOND)), None, "long past");
        for n in 0..2 * MOST as u64 {
            dealings.strike(EntityId(n), EntityId(n + 1), Tick(500));
            dealings.give(EntityId(n), EntityId(n + 1), Apple, Tick(500));
        }
        assert_eq!((dealings.blows.len(), dealings.gifts.len()), (MOST, MOST));
    }
}
