//! Haggling: what is said over a deal.
//!
//! Contract: who brought something from another town says what, once a day to each it sells it to; who pays dearly may ask why, once a day. Nothing is bargained: prices are what dealers ask.

use super::Wish;
use super::carter::Cargo;
use super::moment::Moment;
use super::rows::THRIFT;
use super::talk::Spoken;
use std::collections::BTreeSet;
use wold_chance::Stream;
use wold_lore::act::{MOST_GOODS, Meaning, Question};
use wold_lore::land::ThingKind;
use wold_wire::Intent;

/// What somebody says over its deals.
#[derive(Debug, Default)]
pub(super) struct Haggling {
    /// The day on which it last asked why something is so dear.
    wondered: u32,
    /// The day on which it last said where its goods come from, and to whom it did.
    told: (u32, BTreeSet<String>),
}

impl Haggling {
    /// What to say to somebody with whom one is about to do these deals, if anything.
    pub fn say(
        &mut self,
        moment: &Moment<'_>,
        name: &str,
        deals: &[Intent],
        cargo: Option<&Cargo>,
        stream: &mut Stream,
    ) -> Option<Wish> {
        let sells = |kind: ThingKind| {
            deals.iter().any(|deal| matches!(deal, Intent::Deal { thing, buys: false, .. } if *thing == kind))
        };
        let brought = cargo.into_iter().flat_map(|cargo| &cargo.sell).map(|lot| lot.kind);
        let sold: Vec<ThingKind> = brought.filter(|kind| sells(*kind)).take(MOST_GOODS).collect();
        let today = moment.known.day_number();
        if self.told.0 != today {
            self.told = (today, BTreeSet::new());
        }
        if !sold.is_empty() && self.told.1.insert(name.to_owned()) {
            let goods: Vec<&str> = sold.iter().map(|kind| kind.label()).collect();
            let text = format!("From the next town, {name}: {}.", goods.join(", "));
            return Some(Wish::Do(Spoken::to(name, text, Meaning::Offer(sold)).intent()));
        }
        let is_dear = |deal: &Intent| match deal {
            Intent::Deal { thing, coins, buys: true, .. } => {
                (f64::from(*coins) >= f64::from(thing.worth()) * THRIFT.haggling.dear).then_some(*thing)
            }
            _ => None,
        };
        let dear = deals.iter().find_map(is_dear)?;
        if self.wondered == today || !stream.chance(THRIFT.haggling.wonders) {
            return None;
        }
        self.wondered = today;
        let text = format!("{name}, why does {} cost so much?", dear.label());
        Some(Wish::Do(Spoken::to(name, text, Meaning::Question(Question::Price(dear))).intent()))
    }
}
