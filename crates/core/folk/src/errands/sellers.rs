//! Sellers: who deals in food, by what one hears and sees; how one chooses among them, and looks for one.
//!
//! Contract: who sells one learns by asking, by overhearing who was asked, and by the offers one was told of. A seller without goods, or one who refused, is left alone for a while; one that is not where it is
//! usually found, too. What is remembered is bounded.

use super::MOST_ASKED;
use crate::choice::{Marked, Shop, rank};
use crate::counter::slot_of;
use crate::dealing::lacks_food;
use crate::mindset::Mindset;
use crate::moment::{Ken, Moment};
use crate::rows::{COMPANY, TOWN};
use crate::villager::steps;
use crate::{Spot, Wish};
use std::collections::{BTreeMap, BTreeSet};
use wold_guest::known::{Known, Line};
use wold_lore::act::{Decline, Meaning};
use wold_lore::land::ThingKind;
use wold_mind::gossip::BeingId;
use wold_mind::living::Doing;
use wold_space::{DVec2, EntityId};
use wold_wire::Gait;
use wold_wire::message::Price;

/// What is known of a seller.
#[derive(Clone, Copy, Debug, Default)]
struct Dealer {
    /// Until which step it is of no use to buyers, and to oneself at all.
    sold_out: u64,
    refuses: u64,
    /// When it was last heard of.
    heard: u64,
    /// The nourishment of the best it offered, and how many times the ordinary price food cost where it was.
    food: Option<f64>,
    price: Option<f64>,
}

/// On the way to where a seller is expected to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seeking {
    whom: BeingId,
    to: DVec2,
    until: u64,
    /// When to set out anew.
    again: u64,
}

/// How looking for a seller goes.
pub(super) enum Sought {
    /// There it is.
    Met(EntityId),
    /// On the way, with what is to be done for it.
    Going(Seeking, Vec<Wish>),
    /// Nowhere: another time, or another seller.
    Nowhere,
}

/// What somebody knows of those who sell.
#[derive(Debug, Default)]
pub(super) struct Sellers {
    dealers: BTreeMap<BeingId, Dealer>,
    /// Who is known not to deal in things.
    others: BTreeSet<BeingId>,
    /// How it last chose among them, the best first.
    pub ranked: Vec<Marked>,
}

impl Sellers {
    /// Learns from what is said who sells.
    pub fn overhear(&mut self, line: &Line, own: &str, step: u64) {
        let Some(act) = &line.act else { return };
        let speaker = BeingId::named(&line.name);
        if act.meaning == Meaning::Refusal(Decline::NoSeller) {
            // Who has talked to so many may ask them all again.
            if self.others.len() >= MOST_ASKED {
                self.others.clear();
            }
            self.others.insert(speaker);
            return;
        }
        let before = self.dealers.get(&speaker).copied();
        let dealer = Dealer { heard: step, ..before.unwrap_or_default() };
        let dealer = match &act.meaning {
            Meaning::Offer(goods) => {
                let best = goods.iter().map(|kind| f64::from(kind.nourishment())).max_by(f64::total_cmp);
                Dealer { heard: step, food: best, price: dealer.price, ..Dealer::default() }
            }
            Meaning::Refusal(Decline::NothingLeft) => {
                Dealer { sold_out: step + steps(TOWN.sellers.sold_out_seconds), ..dealer }
            }
            Meaning::Refusal(Decline::NoDealing) if act.to.as_ref().is_some_and(|to| *to == *own) => {
                Dealer { refuses: step + steps(TOWN.sellers.refused_seconds), ..dealer }
            }
            _ => return,
        };
        if before.is_some() || self.dealers.len() < MOST_ASKED {
            self.dealers.insert(speaker, dealer);
        }
    }

    /// Whether somebody is known to sell, and not to be out of goods or unwilling.
    pub fn sells(&self, whom: BeingId, step: u64) -> bool {
        self.dealers.get(&whom).is_some_and(|shop| step >= shop.sold_out.max(shop.refuses))
    }

    /// Whether it is known of somebody whether it sells.
    pub fn knows(&self, whom: BeingId) -> bool {
        self.dealers.contains_key(&whom) || self.others.contains(&whom)
    }

    /// Notes who sells food, of those it was told of and sees, and what it costs there.
    pub fn note_prices(&mut self, known: &Known) {
        for (who, offers) in known.market().stands() {
            let Some(other) = known.entities().get(&who) else { continue };
            let food = offers.asks.iter().filter(|price| price.kind.nourishment() > 0.0);
            let ratio = |price: &Price| f64::from(price.coins) / f64::from(price.kind.worth().max(1));
            let cheapest = food.clone().map(ratio).min_by(f64::total_cmp);
            let best = food.map(|price| f64::from(price.kind.nourishment())).max_by(f64::total_cmp);
            let id = BeingId::named(&other.card.name);
            let before = self.dealers.get(&id).copied();
            if before.is_none() && (best.is_none() || self.dealers.len() >= MOST_ASKED) {
                continue;
            }
            let dealer = before.unwrap_or_default();
            // Who has nothing to eat left is of no use to who is hungry, until it has some again.
            let sold_out =
                if best.is_some() { 0 } else { known.step() + steps(TOWN.sellers.sold_out_seconds) };
            let (price, food) = (cheapest.or(dealer.price), best.or(dealer.food));
            self.dealers.insert(id, Dealer { sold_out, heard: known.step(), price, food, ..dealer });
        }
    }

    /// Ranks those who sell by what is known of them, if it wants to buy.
    pub fn rank(&mut self, moment: &Moment<'_>, mind: &Mindset, ken: Ken<'_>) {
        let (known, step) = (moment.known, moment.known.step());
        if !wants_to_buy(moment) || self.dealers.is_empty() {
            return;
        }
        let open = self.dealers.iter().filter(|(id, _)| self.sells(**id, step));
        let shops: Vec<Shop> = open
            .filter(|(id, _)| mind.memory.respect(**id) >= COMPANY.regard.shun)
            .filter_map(|(&who, dealer)| {
                let (at, _) = find(known, who, ken)?;
                Some(Shop {
                    who,
                    metres: at.distance(known.place()),
                    respect: mind.memory.respect(who),
                    price: dealer.price,
                    food: dealer.food,
                    age: step.saturating_sub(dealer.heard) as f64 / steps(3600.0) as f64,
                })
            })
            .collect();
        self.ranked = rank(&shops, f64::from(known.own().hunger) / 255.0);
    }

    /// Sets out for the best seller, to where it is usually found at this hour.
    pub fn set_out(&self, moment: &Moment<'_>, ken: Ken<'_>) -> Option<Seeking> {
        let known = moment.known;
        let hungry = known.own().hunger >= TOWN.errands.hungry || moment.is_doing(Doing::Eat);
        if !hungry || !wants_to_buy(moment) {
            return None;
        }
        let best = self.ranked.iter().find(|marked| self.sells(marked.who, known.step()))?.who;
        let (to, _) = find(known, best, ken)?;
        let until = known.step() + steps(TOWN.sellers.seek_seconds);
        Some(Seeking { whom: best, to, until, again: 0 })
    }

    /// Goes on looking for a seller; gives up where it should be and is not.
    pub fn seek_on(&mut self, known: &Known, mut seeking: Seeking) -> Sought {
        let step = known.step();
        let met = known.entities().values().find(|other| {
            BeingId::named(&other.card.name) == seeking.whom
                && other.state.level == known.level()
                && known.place_of(other).distance(known.place()) < TOWN.errands.eye_metres
        });
        if let Some(seller) = met {
            return Sought::Met(seller.card.id);
        }
        if step >= seeking.until || seeking.to.distance(known.place()) < TOWN.sellers.arrived_metres {
            let dealer = self.dealers.entry(seeking.whom).or_default();
            dealer.sold_out = dealer.sold_out.max(step + steps(TOWN.sellers.sold_out_seconds));
            return Sought::Nowhere;
        }
        if step < seeking.again {
            return Sought::Going(seeking, Vec::new());
        }
        seeking.again = step + steps(TOWN.sellers.again_seconds);
        let near = TOWN.sellers.arrived_metres * 0.6;
        let go = Wish::Go { to: Spot::ground(seeking.to), gait: Gait::Walk, near };
        Sought::Going(seeking, vec![go])
    }
}

/// Whether it has less to eat than it likes to carry, and can pay.
pub(super) fn wants_to_buy(moment: &Moment<'_>) -> bool {
    let known = moment.known;
    !moment.calling.trade.sells && lacks_food(known) && slot_of(known, ThingKind::Coin).is_some()
}

/// Where somebody is, if in sight, else where it is likely to be at this hour; and how likely.
fn find(known: &Known, whom: BeingId, ken: Ken<'_>) -> Option<(DVec2, f64)> {
    let mut people = known.entities().values().filter(|other| other.is_person());
    if let Some(other) = people.find(|other| BeingId::named(&other.card.name) == whom) {
        return Some((known.place_of(other), 1.0));
    }
    let expected = ken.habits.forecast(whom, known.time_of_day() * 24.0, ken.town?)?;
    (expected.chance >= TOWN.sellers.likely).then_some((expected.at, expected.chance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::SpeechAct;
    use wold_wire::Loudness;

    #[test]
    fn one_learns_who_sells_by_listening_and_never_knows_too_many() {
        let mut sellers = Sellers::default();
        let line = |name: &str, to: &str, meaning: Meaning| Line {
            step: 0,
            speaker: EntityId(1),
            name: name.to_owned(),
            loudness: Loudness::Talk,
            text: "Give me a coin, and have your pick.".to_owned(),
            act: Some(Arc::new(SpeechAct::to(to, meaning))),
            muffled: false,
        };
        let mut hear = |name: &str, to: &str, meaning: Meaning| {
            sellers.overhear(&line(name, to, meaning), "Ann", 100);
            let id = BeingId::named(name);
            [sellers.sells(id, 100), sellers.knows(id)]
        };
        let offer = || Meaning::Offer(vec![ThingKind::Bread]);
        let no = Meaning::Refusal;
        assert_eq!(hear("Mia", "Bo", Meaning::Greeting), [false; 2], "whatever the words are");
        assert_eq!(hear("Mia", "Bo", offer()), [true; 2]);
        assert_eq!(hear("Mia", "Bo", no(Decline::NothingLeft)), [false, true]);
        assert_eq!(hear("Mia", "Bo", no(Decline::NoDealing)), [false, true], "Bo's trouble");
        assert_eq!(hear("Mia", "Ann", no(Decline::NoDealing)), [false, true]);
        assert_eq!(hear("Cy", "Ann", no(Decline::NoSeller)), [false, true]);
        for n in 0..1000 {
            hear(&format!("smith {n}"), "Ann", no(Decline::NoSeller));
            hear(&format!("merchant {n}"), "Ann", offer());
        }
        assert!(sellers.dealers.len() <= MOST_ASKED && sellers.others.len() <= MOST_ASKED);
        assert!(sellers.sells(BeingId::named("merchant 5"), 100));
    }
}
