//! Errands: how people get by from each other.
//!
//! The hungry buy from who sells, farmers and hunters bring what they gathered, beggars ask, the kind give, friends tend each other's wounds, merchants
//! lay out wares and thieves wait until nobody stands by them. All of it is words and hands that everybody near sees and hears: who sells one
//! learns by asking, or by overhearing who was asked.
//!
//! Contract: an errand is thought of every few seconds at most, walks up to one person or thing, does one deed there and is over; what it waits for
//! too long it gives up. What is remembered of others is bounded.

use super::calling::{CHILD, ELDER};
use super::carter::Cargo;
use super::choice::{Marked, Shop, rank};
use super::counter::{food, slot_of};
use super::dealing::{deals_with, lacks_food};
use super::haggling::Haggling;
use super::mindset::Mindset;
use super::moment::{Ken, Moment};
use super::post::Post;
use super::provide::Provider;
use super::rows::{COMPANY, TOWN};
use super::talk::Spoken;
use super::villager::steps;
use super::witness::own_body;
use super::{Spot, Wish};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Stream;
use wold_guest::known::{Known, Line, Sighted};
use wold_land::market;
use wold_land::measures::TOUCHING_METRES;
use wold_lore::act::{Decline, Meaning, Question};
use wold_lore::land::{GrowthKind, ThingKind};
use wold_mind::gossip::BeingId;
use wold_mind::living::{Doing, Whereabouts};
use wold_space::{DVec2, EntityId};
use wold_wire::message::Price;
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
struct Seeking {
    whom: BeingId,
    to: DVec2,
    until: u64,
    /// When to set out anew.
    again: u64,
}

/// What somebody knows of trade, and what it is about.
#[derive(Debug, Default)]
pub(super) struct Errands {
    going: Option<Going>,
    seeking: Option<Seeking>,
    /// How it last chose among sellers, the best first.
    ranked: Vec<Marked>,
    next: u64,
    ask_at: u64,
    /// With whom it dealt lately, and when.
    dealt: BTreeMap<EntityId, u64>,
    lay_at: u64,
    /// Who deals in things, and who is known not to.
    sellers: BTreeMap<BeingId, Dealer>,
    others: BTreeSet<BeingId>,
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
        let before = self.sellers.get(&speaker).copied();
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
        if before.is_some() || self.sellers.len() < MOST_ASKED {
            self.sellers.insert(speaker, dealer);
        }
    }

    fn sells(&self, whom: BeingId, step: u64) -> bool {
        self.sellers.get(&whom).is_some_and(|shop| step >= shop.sold_out.max(shop.refuses))
    }

    fn knows(&self, whom: BeingId) -> bool {
        self.sellers.contains_key(&whom) || self.others.contains(&whom)
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
        &self.ranked
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
            return self.seek_on(moment, seeking, stream);
        }
        if known.step() < self.next {
            return None;
        }
        self.next = known.step() + steps(TOWN.errands.between_seconds * stream.range(0.7, 1.5));
        self.asked.retain(|_, since| known.step() < *since + steps(TOWN.errands.ask_again_seconds));
        if let Some(slot) = self.ware_to_lay_out(moment) {
            self.lay_at = known.step() + steps(TOWN.stall.lay_again_seconds);
            return Some(vec![Wish::Do(Intent::Drop { slot })]);
        }
        self.note_prices(known);
        self.dealt.retain(|_, since| known.step() < *since + steps(TOWN.errands.deal_again_seconds));
        self.rank(moment, mind, ken);
        let Some((errand, to)) = self.think_of(moment, mind) else {
            return self.set_out(moment, ken, stream);
        };
        let until = known.step() + steps(TOWN.errands.errand_seconds);
        self.proceed(moment, Going { errand, to, until, at: None }, stream)
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

    /// Notes who sells food, of those it was told of and sees, and what it costs there.
    fn note_prices(&mut self, known: &Known) {
        for (who, offers) in known.market().stands() {
            let Some(other) = known.entities().get(&who) else { continue };
            let food = offers.asks.iter().filter(|price| price.kind.nourishment() > 0.0);
            let ratio = |price: &Price| f64::from(price.coins) / f64::from(price.kind.worth().max(1));
            let cheapest = food.clone().map(ratio).min_by(f64::total_cmp);
            let best = food.map(|price| f64::from(price.kind.nourishment())).max_by(f64::total_cmp);
            let id = BeingId::named(&other.card.name);
            let before = self.sellers.get(&id).copied();
            if before.is_none() && (best.is_none() || self.sellers.len() >= MOST_ASKED) {
                continue;
            }
            let dealer = before.unwrap_or_default();
            // Who has nothing to eat left is of no use to who is hungry, until it has some again.
            let sold_out =
                if best.is_some() { 0 } else { known.step() + steps(TOWN.sellers.sold_out_seconds) };
            let (price, food) = (cheapest.or(dealer.price), best.or(dealer.food));
            self.sellers.insert(id, Dealer { sold_out, heard: known.step(), price, food, ..dealer });
        }
    }

    /// Ranks those who sell by what is known of them, if it wants to buy.
    fn rank(&mut self, moment: &Moment<'_>, mind: &Mindset, ken: Ken<'_>) {
        let (known, step) = (moment.known, moment.known.step());
        if !wants_to_buy(moment) || self.sellers.is_empty() {
            return;
        }
        let open = self.sellers.iter().filter(|(id, _)| self.sells(**id, step));
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
    fn set_out(&mut self, moment: &Moment<'_>, ken: Ken<'_>, stream: &mut Stream) -> Option<Vec<Wish>> {
        let known = moment.known;
        let hungry = known.own().hunger >= TOWN.errands.hungry || moment.is_doing(Doing::Eat);
        if !hungry || !wants_to_buy(moment) {
            return None;
        }
        let best = self.ranked.iter().find(|marked| self.sells(marked.who, known.step()))?.who;
        let (to, _) = find(known, best, ken)?;
        let until = known.step() + steps(TOWN.sellers.seek_seconds);
        self.seek_on(moment, Seeking { whom: best, to, until, again: 0 }, stream)
    }

    /// Goes on looking for a seller; deals with it when it is met, and gives up where it should be and is not.
    fn seek_on(
        &mut self,
        moment: &Moment<'_>,
        mut seeking: Seeking,
        stream: &mut Stream,
    ) -> Option<Vec<Wish>> {
        let known = moment.known;
        let step = known.step();
        let met = known.entities().values().find(|other| {
            BeingId::named(&other.card.name) == seeking.whom
                && other.state.level == known.level()
                && known.place_of(other).distance(known.place()) < TOWN.errands.eye_metres
        });
        if let Some(seller) = met {
            let until = step + steps(TOWN.errands.errand_seconds);
            return self.proceed(
                moment,
                Going { errand: Errand::Deal, to: seller.card.id, until, at: None },
                stream,
            );
        }
        if step >= seeking.until || seeking.to.distance(known.place()) < TOWN.sellers.arrived_metres {
            // Not there: another time, or another seller.
            let dealer = self.sellers.entry(seeking.whom).or_default();
            dealer.sold_out = dealer.sold_out.max(step + steps(TOWN.sellers.sold_out_seconds));
            return None;
        }
        let sets_out = step >= seeking.again;
        if sets_out {
            seeking.again = step + steps(TOWN.sellers.again_seconds);
        }
        self.seeking = Some(seeking);
        let go = Wish::Go {
            to: Spot::ground(seeking.to),
            gait: Gait::Walk,
            near: TOWN.sellers.arrived_metres * 0.6,
        };
        Some(if sets_out { vec![go] } else { Vec::new() })
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
        let here_too = |marked: &&Marked| first(&|_, id| id == marked.who && self.sells(id, step)).is_some();
        if buys && let Some(best) = self.ranked.iter().find(here_too) {
            return first(&|_, id| id == best.who).map(|seller| (Errand::Deal, seller));
        }
        if !matches!(decision.doing, Doing::Sleep | Doing::Flee)
            && let Some(dealer) = self.dealer_near(moment, mind)
        {
            return Some((Errand::Deal, dealer));
        }
        let is_new = |_: &Sighted, id: BeingId| self.may_ask(id) && !self.knows(id);
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
            if buys && about_town && self.ranked.is_empty() {
                return first(&is_new).map(|whom| (Errand::Ask, whom));
            }
        }
        opportunity(moment).map(|thing| (Errand::Steal, thing))
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

    /// The slot of something to put before one's stall.
    fn ware_to_lay_out(&self, moment: &Moment<'_>) -> Option<u8> {
        let (known, decision) = (moment.known, moment.decision?);
        let tends_stall =
            moment.calling.trade.sells && decision.doing == Doing::Work && decision.at == Whereabouts::Market;
        let stall = market::is_at_stall(known.land(), known.place());
        if !tends_stall || !stall || known.step() < self.lay_at || !moment.at_post {
            return None;
        }
        let me = own_body(known);
        let laid = known.owners().values().filter(|owner| owner.person() == me).count();
        let wares: Vec<u8> = food(known).map(|(slot, _)| slot).collect();
        (laid < TOWN.stall.laid_out && wares.len() > TOWN.stall.in_bag).then(|| wares[0])
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

/// Whether it has less to eat than it likes to carry, and can pay.
fn wants_to_buy(moment: &Moment<'_>) -> bool {
    let known = moment.known;
    !moment.calling.trade.sells && lacks_food(known) && slot_of(known, ThingKind::Coin).is_some()
}

/// Something of somebody's that nobody minds just now, for those who take such things.
fn opportunity(moment: &Moment<'_>) -> Option<EntityId> {
    let known = moment.known;
    if !moment.calling.trade.steals || known.bag().iter().all(Option::is_some) {
        return None;
    }
    let unwatched = |id: EntityId, owner: EntityId| {
        let thing = known.entities().get(&id)?.state.place();
        let owner = known.entities().get(&owner);
        let away =
            owner.is_none_or(|owner| owner.state.place().distance(thing) > TOWN.errands.unwatched_metres);
        (away && thing.distance(known.place()) < TOWN.errands.eye_metres).then_some(id)
    };
    let me = own_body(known);
    let others = known.owners().iter().filter_map(|(id, owner)| Some((*id, owner.person()?)));
    // Nobody robs who is of the family or under the same roof.
    let is_kin = |owner: EntityId| {
        let name = known.name_of(owner);
        known.kin().zip(name).is_some_and(|(kin, name)| kin.to(name).is_some())
    };
    let mut strangers = others.filter(|(_, owner)| Some(*owner) != me && !is_kin(*owner));
    strangers.find_map(|(id, owner)| unwatched(id, owner))
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

/// The same post at a stall near by, if there is one: the same stall every day.
pub(super) fn at_stall(known: &Known, post: Post) -> Post {
    let plots = known.land().plots();
    let growths = plots.flat_map(|plot| plot.chunk.growths.iter().map(|growth| (plot.chunk.pos, growth)));
    let stalls: Vec<DVec2> = growths
        .filter(|(_, growth)| growth.kind == GrowthKind::Stall)
        .map(|(pos, growth)| pos.origin() + growth.local().as_dvec2())
        .filter(|at| at.distance(post.anchor) < TOWN.stall.stall_metres)
        .collect();
    let own = (post.corner % stalls.len().max(1) as u64) as usize;
    stalls.get(own).map_or(post.clone(), |&anchor| Post { anchor, ..post })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::SpeechAct;
    use wold_wire::Loudness;

    #[test]
    fn one_learns_who_sells_by_listening_and_never_knows_too_many() {
        let mut errands = Errands::default();
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
            errands.overhear(&line(name, to, meaning), "Ann", 100);
            let id = BeingId::named(name);
            [errands.sells(id, 100), errands.knows(id)]
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
        assert!(errands.sellers.len() <= MOST_ASKED && errands.others.len() <= MOST_ASKED);
        assert!(errands.sells(BeingId::named("merchant 5"), 100));
    }
}
