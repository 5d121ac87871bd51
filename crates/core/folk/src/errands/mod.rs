//! Errands: how people get by from each other.
//!
//! The hungry buy from who sells, farmers and hunters bring what they gathered, beggars ask, the kind give, friends tend each other's wounds, merchants
//! lay out wares and thieves wait until nobody stands by them. All of it is words and hands that everybody near sees and hears: who sells one
//! learns by asking, or by overhearing who was asked.
//!
//! * `sellers`: who sells, whom one chooses, and how one looks for them. `stall`: where a merchant stands and what it lays out. `theft`: when a thief dares.
//!
//! Contract: an errand is thought of every few seconds at most, walks up to one person or thing, does one deed there and is over; what it waits for
//! too long it gives up. What is remembered of others is bounded.

mod sellers;
mod stall;
mod theft;

pub(super) use stall::at_stall;

use super::calling::{CHILD, ELDER};
use super::carter::Cargo;
use super::choice::Marked;
use super::counter::{food, slot_of};
use super::dealing::deals_with;
use super::haggling::Haggling;
use super::mindset::Mindset;
use super::moment::{Ken, Moment};
use super::provide::Provider;
use super::rows::{COMPANY, TOWN};
use super::talk::Spoken;
use super::villager::steps;
use super::{Spot, Wish};
use sellers::{Seeking, Sellers, Sought, wants_to_buy};
use stall::ware_to_lay_out;
use std::collections::BTreeMap;
use theft::opportunity;
use wold_chance::Stream;
use wold_guest::known::{Line, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_lore::act::{Meaning, Question};
use wold_lore::land::ThingKind;
use wold_mind::gossip::BeingId;
use wold_mind::living::{Doing, Whereabouts};
use wold_space::{DVec2, EntityId};
use wold_wire::{Gait, Intent, Pose, Target};

/// People whose answers are remembered.
const MOST_ASKED: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Errand {
    Ask,
    Deal,
    Beg,
    Feed,
    Tend,
    Steal,
}

#[derive(Clone, Copy, Debug)]
struct Going {
    errand: Errand,
    /// To whom or what.
    to: EntityId,
    until: u64,
    /// Where that was when one set out.
    at: Option<DVec2>,
}

/// What somebody knows of trade, and what it is about.
#[derive(Debug, Default)]
pub(super) struct Errands {
    going: Option<Going>,
    sellers: Sellers,
    seeking: Option<Seeking>,
    next: u64,
    ask_at: u64,
    /// With whom it dealt lately, and when.
    dealt: BTreeMap<EntityId, u64>,
    lay_at: u64,
    /// When each was asked for something.
    asked: BTreeMap<BeingId, u64>,
    /// What is to be handed to whom at once.
    alms: Option<(u8, EntityId)>,
    provider: Provider,
    /// What it means to buy and sell here, if it carries goods from town to town.
    cargo: Option<Cargo>,
    /// What it says over a deal.
    haggling: Haggling,
}

impl Errands {
    /// Means to buy and sell this from now on, besides what it needs.
    pub fn cart(&mut self, cargo: Option<&Cargo>) {
        if self.cargo.as_ref() != cargo {
            self.cargo = cargo.cloned();
        }
    }

    /// Learns from what is said who sells.
    pub fn overhear(&mut self, line: &Line, own: &str, step: u64) {
        self.sellers.overhear(line, own, step);
    }

    fn may_ask(&self, whom: BeingId) -> bool {
        self.asked.len() < MOST_ASKED && !self.asked.contains_key(&whom)
    }
}

impl Errands {
    /// Hands something over as soon as it may.
    pub fn give(&mut self, slot: u8, to: EntityId) {
        self.alms = Some((slot, to));
    }

    /// How it last chose among sellers, the best first.
    pub fn ranked(&self) -> &[Marked] {
        &self.sellers.ranked
    }

    /// What is to be done about others now; nothing if nothing is.
    pub fn run(
        &mut self,
        moment: &Moment<'_>,
        mind: &Mindset,
        ken: Ken<'_>,
        stream: &mut Stream,
    ) -> Option<Vec<Wish>> {
        let known = moment.known;
        if let Some((slot, to)) = self.alms.take() {
            return Some(vec![Wish::Do(Intent::Give { slot, to })]);
        }
        if let Some(going) = self.going {
            return self.proceed(moment, going, stream);
        }
        if let Some(seeking) = self.seeking.take() {
            return self.seek(moment, seeking, stream);
        }
        if known.step() < self.next {
            return None;
        }
        self.next = known.step() + steps(TOWN.errands.between_seconds * stream.range(0.7, 1.5));
        self.asked.retain(|_, since| known.step() < *since + steps(TOWN.errands.ask_again_seconds));
        if known.step() >= self.lay_at
            && let Some(slot) = ware_to_lay_out(moment)
        {
            self.lay_at = known.step() + steps(TOWN.stall.lay_again_seconds);
            return Some(vec![Wish::Do(Intent::Drop { slot })]);
        }
        self.sellers.note_prices(known);
        self.dealt.retain(|_, since| known.step() < *since + steps(TOWN.errands.deal_again_seconds));
        self.sellers.rank(moment, mind, ken);
        let Some((errand, to)) = self.think_of(moment, mind) else {
            let seeking = self.sellers.set_out(moment, ken)?;
            return self.seek(moment, seeking, stream);
        };
        let until = known.step() + steps(TOWN.errands.errand_seconds);
        self.proceed(moment, Going { errand, to, until, at: None }, stream)
    }

    /// Looks for a seller, and deals with it when it is met.
    fn seek(&mut self, moment: &Moment<'_>, seeking: Seeking, stream: &mut Stream) -> Option<Vec<Wish>> {
        match self.sellers.seek_on(moment.known, seeking) {
            Sought::Met(seller) => {
                let until = moment.known.step() + steps(TOWN.errands.errand_seconds);
                self.proceed(moment, Going { errand: Errand::Deal, to: seller, until, at: None }, stream)
            }
            Sought::Going(seeking, wishes) => {
                self.seeking = Some(seeking);
                Some(wishes)
            }
            Sought::Nowhere => None,
        }
    }

    /// Walks on, or does what one came for.
    fn proceed(&mut self, moment: &Moment<'_>, mut going: Going, stream: &mut Stream) -> Option<Vec<Wish>> {
        let known = moment.known;
        self.going = None;
        let other = known.entities().get(&going.to).filter(|other| other.state.level == known.level())?;
        let at = known.place_of(other);
        if known.step() >= going.until
            || at.distance(known.place()) > TOWN.errands.eye_metres + TOWN.errands.give_up_metres
        {
            return None;
        }
        let near = if going.errand == Errand::Deal { TOWN.errands.counter_metres } else { TOUCHING_METRES };
        if at.distance(known.place()) < near {
            return Some(self.carry_out(moment, going.errand, other, stream));
        }
        let moved = going.at.is_none_or(|before| before.distance(at) > 1.0);
        let gait = if going.errand == Errand::Steal { Gait::Sneak } else { Gait::Walk };
        if moved {
            going.at = Some(at);
        }
        self.going = Some(going);
        let go = Wish::Go { to: Spot { place: at, level: known.level() }, gait, near: near * 0.7 };
        Some(if moved { vec![go] } else { Vec::new() })
    }

    fn think_of(&self, moment: &Moment<'_>, mind: &Mindset) -> Option<(Errand, EntityId)> {
        let (known, decision) = (moment.known, moment.decision?);
        let (here, step) = (known.place(), known.step());
        let mut near: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == known.level())
            .filter(|other| other.state.pose != Pose::Fallen)
            .map(|other| (other, other.state.place().distance(here)))
            .filter(|(_, distance)| *distance < TOWN.errands.near_metres)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        let first = |wanted: &dyn Fn(&Sighted, BeingId) -> bool| {
            let mut people = near.iter().map(|(other, _)| (*other, BeingId::named(&other.card.name)));
            let fits = |(other, id): &(&Sighted, BeingId)| {
                mind.memory.respect(*id) >= COMPANY.regard.shun && wanted(other, *id)
            };
            people.find(fits).map(|(other, _)| other.card.id)
        };
        let tended = |other: &Sighted, id| {
            other.state.health < TOWN.errands.wounded && mind.memory.respect(id) >= TOWN.errands.tended
        };
        if slot_of(known, ThingKind::Herb).is_some()
            && let Some(friend) = first(&tended)
        {
            return Some((Errand::Tend, friend));
        }
        if let Some(whom) = self.provider.whom(moment) {
            return Some((Errand::Feed, whom));
        }
        let provisions = food(known).count();
        let about_town = matches!(decision.at, Whereabouts::Inn | Whereabouts::Market);
        let buys = wants_to_buy(moment);
        // Of those who sell here the one it likes best.
        let here_too =
            |marked: &&Marked| first(&|_, id| id == marked.who && self.sellers.sells(id, step)).is_some();
        if buys && let Some(best) = self.sellers.ranked.iter().find(here_too) {
            return first(&|_, id| id == best.who).map(|seller| (Errand::Deal, seller));
        }
        if !matches!(decision.doing, Doing::Sleep | Doing::Flee)
            && let Some(dealer) = self.dealer_near(moment, mind)
        {
            return Some((Errand::Deal, dealer));
        }
        let is_new = |_: &Sighted, id: BeingId| self.may_ask(id) && !self.sellers.knows(id);
        if step >= self.ask_at {
            // Who earns nothing asks those about the house.
            let depends = [CHILD, ELDER].contains(&moment.calling.trade.name.as_str());
            let begs = decision.doing == Doing::Beg || depends && known.own().hunger >= TOWN.errands.peckish;
            // A child goes to its own before it asks strangers.
            let is_own = |name: &str| known.kin().is_some_and(|kin| kin.to(name).is_some());
            let anybody = !depends || known.own().hunger >= TOWN.errands.hungry;
            if begs && provisions == 0 {
                let asks = |other: &Sighted, id| self.may_ask(id) && (anybody || is_own(&other.card.name));
                return first(&asks).map(|whom| (Errand::Beg, whom));
            }
            if buys && about_town && self.sellers.ranked.is_empty() {
                return first(&is_new).map(|whom| (Errand::Ask, whom));
            }
        }
        opportunity(moment, mind).map(|thing| (Errand::Steal, thing))
    }

    /// The nearest dealer in sight with whom there is something to do, and with whom it has not just dealt: far ones only for who came to deal.
    fn dealer_near(&self, moment: &Moment<'_>, mind: &Mindset) -> Option<EntityId> {
        let known = moment.known;
        let reach =
            if moment.is_doing(Doing::Deal) { TOWN.errands.market_metres } else { TOWN.errands.near_metres };
        let open = known.market().stands().filter(|(who, _)| !self.dealt.contains_key(who));
        let dealers = open.filter_map(|(who, _)| {
            let other = known.entities().get(&who)?;
            let far = known.place_of(other).distance(known.place());
            let shunned = mind.memory.respect(BeingId::named(&other.card.name)) < COMPANY.regard.shun;
            let there = other.state.level == known.level() && other.state.pose != Pose::Fallen;
            // One goes a few steps farther to who is liked.
            let liked = TOWN.errands.liked_metres * mind.memory.respect(BeingId::named(&other.card.name));
            (there && !shunned && far < reach).then_some((who, far - liked))
        });
        let mut dealers: Vec<(EntityId, f64)> = dealers.collect();
        dealers.sort_by(|a, b| a.1.total_cmp(&b.1));
        dealers
            .into_iter()
            .map(|(who, _)| who)
            .find(|who| !deals_with(moment, *who, self.cargo.as_ref()).is_empty())
    }

    fn carry_out(
        &mut self,
        moment: &Moment<'_>,
        errand: Errand,
        other: &Sighted,
        stream: &mut Stream,
    ) -> Vec<Wish> {
        let known = moment.known;
        let (id, name, step) = (other.card.id, &other.card.name, known.step());
        let mut wishes = vec![Wish::Stop, Wish::Face(known.place_of(other))];
        match errand {
            Errand::Ask | Errand::Beg => {
                self.ask_at = step + steps(TOWN.errands.ask_anybody_seconds * stream.range(0.7, 1.5));
                self.asked.insert(BeingId::named(name), step);
                let (words, question) = match errand {
                    Errand::Beg => ("have you a bite to eat", Question::Alms),
                    _ => ("what do you sell", Question::Wares),
                };
                let asked = Spoken::to(name, format!("{name}, {words}?"), Meaning::Question(question));
                wishes.push(Wish::Do(asked.intent()));
            }
            Errand::Deal => {
                if self.dealt.len() >= MOST_ASKED {
                    self.dealt.pop_first();
                }
                self.dealt.insert(id, step);
                let deals = deals_with(moment, id, self.cargo.as_ref());
                wishes.extend(self.haggling.say(moment, name, &deals, self.cargo.as_ref(), stream));
                wishes.extend(deals.into_iter().map(Wish::Do));
            }
            Errand::Feed => {
                let meal = self.provider.serve(known, id);
                wishes.extend(meal.map(|slot| Wish::Do(Intent::Give { slot, to: id })));
            }
            Errand::Tend => {
                let herb = slot_of(known, ThingKind::Herb);
                wishes.extend(herb.map(|slot| Wish::Do(Intent::Use { slot, on: Target::Entity(id) })));
            }
            Errand::Steal => wishes.push(Wish::Do(Intent::Take(id))),
        }
        wishes
    }
}
