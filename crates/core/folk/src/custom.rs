//! Custom: how people get by from each other.
//!
//! The hungry buy from who sells, farmers and hunters bring what they gathered, beggars ask, the kind give, friends tend each other's wounds, merchants
//! lay out wares and thieves wait until nobody stands by them. All of it is words and hands that everybody near sees and hears: who sells one
//! learns by asking, or by overhearing who was asked.
//!
//! Contract: an errand is thought of every few seconds at most, walks up to one person or thing, does one deed there and is over; what it waits for
//! too long it gives up. What is remembered of others is bounded.

use super::neighbour::{Neighbour, SHUN, steps};
use super::post::Post;
use super::talk::Spoken;
use super::window::open;
use super::witness::own_body;
use super::{Spot, Wish};
use std::collections::{BTreeMap, BTreeSet};
use wold_guest::known::{Known, Line, Sighted};
use wold_land::market;
use wold_land::measures::TOUCHING_METRES;
use wold_lore::act::{Decline, Meaning, Question};
use wold_lore::land::{GrowthKind, ThingKind};
use wold_mind::gossip::BeingId;
use wold_mind::living::{Doing, Whereabouts};
use wold_space::{DVec2, EntityId};
use wold_wire::{Gait, Intent, Pose, Target};

/// Metres within which somebody is walked up to, a thing is eyed, and from which a hand reaches.
const NEAR_METRES: f64 = 9.0;
const EYE_METRES: f64 = 15.0;
/// Metres an owner must be away from a thing before a thief dares.
const UNWATCHED_METRES: f64 = 3.0;
/// Metres around a post in the market within which a stall is looked for.
const STALLS_METRES: f64 = 30.0;
/// Seconds an errand may take, and until the next is thought of.
const ERRAND_SECONDS: f64 = 15.0;
const BETWEEN_SECONDS: f64 = 4.0;
/// Seconds until the same person is asked again, until anybody is, until more is brought, and until the next ware is laid out.
const ASK_AGAIN: f64 = 600.0;
const ASK_ANYBODY: f64 = 40.0;
const SUPPLY_AGAIN: f64 = 120.0;
const LAY_AGAIN: f64 = 45.0;
/// Seconds a seller without goods is left alone, and one who does not deal with oneself.
const SOLD_OUT: f64 = 300.0;
const REFUSED: f64 = 1440.0;
/// Hunger, of 255, from which one buys; health below which a friend needs a herb.
const PECKISH: u8 = 60;
const WOUNDED: u8 = 200;
/// Respect from which somebody is tended and given to.
const TENDED: f64 = 0.6;
const PITIED: f64 = 0.45;
/// Wares kept in the bag, and laid out.
const IN_STOCK: usize = 2;
const LAID_OUT: usize = 2;
/// People whose answers are remembered.
const MOST_ASKED: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Errand {
    Ask,
    Buy,
    Supply,
    Beg,
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

/// Until which step a seller is of no use to buyers, and to oneself at all.
#[derive(Clone, Copy, Debug, Default)]
struct Shop {
    sold_out: u64,
    refuses: u64,
}

/// What somebody knows of trade, and what it is about.
#[derive(Default)]
pub(super) struct Custom {
    going: Option<Going>,
    next: u64,
    ask_at: u64,
    supply_at: u64,
    lay_at: u64,
    /// Who deals in things, and who is known not to.
    sellers: BTreeMap<BeingId, Shop>,
    others: BTreeSet<BeingId>,
    /// When each was asked for something.
    asked: BTreeMap<BeingId, u64>,
    /// What is to be handed to whom at once.
    alms: Option<(u8, EntityId)>,
}

impl Custom {
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
        let shop = match act.meaning {
            Meaning::Offer(_) => Shop::default(),
            Meaning::Refusal(Decline::NothingLeft) => {
                Shop { sold_out: step + steps(SOLD_OUT), ..before.unwrap_or_default() }
            }
            Meaning::Refusal(Decline::NoDealing) if act.to.as_ref().is_some_and(|to| *to == *own) => {
                Shop { refuses: step + steps(REFUSED), ..before.unwrap_or_default() }
            }
            _ => return,
        };
        if before.is_some() || self.sellers.len() < MOST_ASKED {
            self.sellers.insert(speaker, shop);
        }
    }

    fn sells(&self, whom: BeingId, step: u64) -> bool {
        self.sellers.get(&whom).is_some_and(|shop| step >= shop.sold_out.max(shop.refuses))
    }

    fn buys(&self, whom: BeingId, step: u64) -> bool {
        self.sellers.get(&whom).is_some_and(|shop| step >= shop.refuses)
    }

    fn knows(&self, whom: BeingId) -> bool {
        self.sellers.contains_key(&whom) || self.others.contains(&whom)
    }

    fn may_ask(&self, whom: BeingId) -> bool {
        self.asked.len() < MOST_ASKED && !self.asked.contains_key(&whom)
    }
}

impl Neighbour {
    /// What is to be done about others now; nothing if nothing is.
    pub(super) fn run_errand(&mut self, known: &Known) -> Option<Vec<Wish>> {
        if let Some((slot, to)) = self.custom.alms.take() {
            return Some(vec![Wish::Do(Intent::Give { slot, to })]);
        }
        if let Some(going) = self.custom.going {
            return self.proceed(known, going);
        }
        if known.step() < self.custom.next {
            return None;
        }
        self.custom.next = known.step() + steps(BETWEEN_SECONDS * self.stream.range(0.7, 1.5));
        self.custom.asked.retain(|_, since| known.step() < *since + steps(ASK_AGAIN));
        if let Some(slot) = self.ware_to_lay_out(known) {
            self.custom.lay_at = known.step() + steps(LAY_AGAIN);
            return Some(vec![Wish::Do(Intent::Drop { slot })]);
        }
        let (errand, to) = self.think_of_errand(known)?;
        let until = known.step() + steps(ERRAND_SECONDS);
        self.proceed(known, Going { errand, to, until, at: None })
    }

    /// Walks on, or does what one came for.
    fn proceed(&mut self, known: &Known, mut going: Going) -> Option<Vec<Wish>> {
        self.custom.going = None;
        let other = known.entities().get(&going.to).filter(|other| other.state.level == known.level())?;
        let at = known.place_of(other);
        if known.step() >= going.until || at.distance(known.place()) > EYE_METRES + 5.0 {
            return None;
        }
        if at.distance(known.place()) < TOUCHING_METRES {
            return Some(self.carry_out(known, going.errand, other));
        }
        let moved = going.at.is_none_or(|before| before.distance(at) > 1.0);
        let gait = if going.errand == Errand::Steal { Gait::Sneak } else { Gait::Walk };
        if moved {
            going.at = Some(at);
        }
        self.custom.going = Some(going);
        let go = Wish::Go { to: Spot { place: at, level: known.level() }, gait, near: TOUCHING_METRES * 0.7 };
        Some(if moved { vec![go] } else { Vec::new() })
    }

    fn think_of_errand(&mut self, known: &Known) -> Option<(Errand, EntityId)> {
        let decision = open(&self.inner).decision?;
        let (here, step) = (known.place(), known.step());
        let mut near: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == known.level())
            .filter(|other| other.state.pose != Pose::Fallen)
            .map(|other| (other, other.state.place().distance(here)))
            .filter(|(_, distance)| *distance < NEAR_METRES)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        let window = self.inner.clone();
        let inner = open(&window);
        let first = |wanted: &dyn Fn(&Sighted, BeingId) -> bool| {
            let mut people = near.iter().map(|(other, _)| (*other, BeingId::named(&other.card.name)));
            let fits =
                |(other, id): &(&Sighted, BeingId)| inner.memory.respect(*id) >= SHUN && wanted(other, *id);
            people.find(fits).map(|(other, _)| other.card.id)
        };
        let tended = |other: &Sighted, id| other.state.health < WOUNDED && inner.memory.respect(id) >= TENDED;
        if slot_of(known, ThingKind::Herb).is_some()
            && let Some(friend) = first(&tended)
        {
            return Some((Errand::Tend, friend));
        }
        let provisions = food(known).count();
        let about_town = matches!(decision.at, Whereabouts::Inn | Whereabouts::Market);
        let buys = !self.trade.sells
            && provisions == 0
            && known.own().hunger >= PECKISH
            && slot_of(known, ThingKind::Coin).is_some();
        let open_shop = |_: &Sighted, id: BeingId| self.custom.sells(id, step);
        if buys && let Some(seller) = first(&open_shop) {
            return Some((Errand::Buy, seller));
        }
        if self.trade.supplies
            && provisions >= 2
            && step >= self.custom.supply_at
            && let Some(seller) = first(&|_, id| self.custom.buys(id, step))
        {
            return Some((Errand::Supply, seller));
        }
        let is_new = |_: &Sighted, id: BeingId| self.custom.may_ask(id) && !self.custom.knows(id);
        if step >= self.custom.ask_at {
            if decision.doing == Doing::Beg && provisions == 0 {
                return first(&|_, id| self.custom.may_ask(id)).map(|whom| (Errand::Beg, whom));
            }
            if (buys || self.trade.supplies && provisions >= 2) && about_town {
                return first(&is_new).map(|whom| (Errand::Ask, whom));
            }
        }
        drop(inner);
        self.opportunity(known).map(|thing| (Errand::Steal, thing))
    }

    /// Something of somebody's that nobody minds just now, for those who take such things.
    fn opportunity(&mut self, known: &Known) -> Option<EntityId> {
        if !self.trade.steals || known.bag().iter().all(Option::is_some) {
            return None;
        }
        let unwatched = |id: EntityId, owner: EntityId| {
            let thing = known.entities().get(&id)?.state.place();
            let owner = known.entities().get(&owner);
            let away = owner.is_none_or(|owner| owner.state.place().distance(thing) > UNWATCHED_METRES);
            (away && thing.distance(known.place()) < EYE_METRES).then_some(id)
        };
        let me = own_body(known);
        let others = known.owners().iter().filter_map(|(id, owner)| Some((*id, owner.person()?)));
        others.filter(|(_, owner)| Some(*owner) != me).find_map(|(id, owner)| unwatched(id, owner))
    }

    /// The slot of something to put before one's stall.
    fn ware_to_lay_out(&self, known: &Known) -> Option<u8> {
        let decision = open(&self.inner).decision?;
        let tends_stall =
            self.trade.sells && decision.doing == Doing::Work && decision.at == Whereabouts::Market;
        let stall = market::is_at_stall(known.land(), known.place());
        if !tends_stall || !stall || known.step() < self.custom.lay_at || !self.body.keeps_post(known) {
            return None;
        }
        let me = own_body(known);
        let laid = known.owners().values().filter(|owner| owner.person() == me).count();
        let wares: Vec<u8> = food(known).map(|(slot, _)| slot).collect();
        (laid < LAID_OUT && wares.len() > IN_STOCK).then(|| wares[0])
    }

    fn carry_out(&mut self, known: &Known, errand: Errand, other: &Sighted) -> Vec<Wish> {
        let (id, name, step) = (other.card.id, &other.card.name, known.step());
        let mut wishes = vec![Wish::Stop, Wish::Face(known.place_of(other))];
        match errand {
            Errand::Ask | Errand::Beg => {
                self.custom.ask_at = step + steps(ASK_ANYBODY * self.stream.range(0.7, 1.5));
                self.custom.asked.insert(BeingId::named(name), step);
                let (words, question) = match errand {
                    Errand::Beg => ("have you a bite to eat", Question::Alms),
                    _ => ("what do you sell", Question::Wares),
                };
                let asked = Spoken::to(name, format!("{name}, {words}?"), Meaning::Question(question));
                wishes.push(Wish::Do(asked.intent()));
            }
            Errand::Buy | Errand::Supply => {
                let paid = slot_of(known, ThingKind::Coin);
                let brought = food(known).next().map(|(slot, _)| slot);
                if errand == Errand::Supply {
                    self.custom.supply_at = step + steps(SUPPLY_AGAIN);
                }
                let slot = if errand == Errand::Buy { paid } else { brought };
                wishes.extend(slot.map(|slot| Wish::Do(Intent::Give { slot, to: id })));
            }
            Errand::Tend => {
                let herb = slot_of(known, ThingKind::Herb);
                wishes.extend(herb.map(|slot| Wish::Do(Intent::Use { slot, on: Target::Entity(id) })));
            }
            Errand::Steal => wishes.push(Wish::Do(Intent::Take(id))),
        }
        wishes
    }

    /// What it says to one who begs; what it gives is handed over at once.
    pub(super) fn charity(&mut self, known: &Known, line: &Line, respect: f64) -> Spoken {
        let spare = food(known).next().filter(|_| !self.trade.sells && known.own().hunger < PECKISH * 2);
        // The gentle give nearly always, the sharp seldom.
        let kind = respect >= PITIED && self.stream.chance(1.1 - self.profile.courage);
        match spare.filter(|_| kind) {
            Some((slot, thing)) => {
                self.custom.alms = Some((slot, line.speaker));
                Spoken::answer(&line.name, format!("Here, take this {}, {}.", thing.label(), line.name))
            }
            None => decline(&line.name, Decline::NothingToSpare, ""),
        }
    }

    /// Tells the body to leave its own wares alone while they are for sale; what is others' it leaves alone anyway.
    pub(super) fn mind_wares(&mut self, known: &Known) {
        let at_work = open(&self.inner).decision.is_some_and(|decision| decision.doing == Doing::Work);
        let for_sale = self.trade.sells && at_work;
        let me = own_body(known);
        let owned = known.owners().iter().filter(|(_, owner)| for_sale && owner.person() == me);
        let things: BTreeSet<EntityId> = owned.map(|(id, _)| *id).collect();
        self.body.leave_alone(things);
    }
}

/// Says no to somebody, and what more there is to say.
pub(super) fn decline(to: &str, why: Decline, more: &str) -> Spoken {
    Spoken::to(to, format!("{}, {to}.{more}", why.said()), Meaning::Refusal(why))
}

/// The same post at a stall near by, if there is one: the same stall every day.
pub(super) fn at_stall(known: &Known, post: Post) -> Post {
    let plots = known.land().plots();
    let growths = plots.flat_map(|plot| plot.chunk.growths.iter().map(|growth| (plot.chunk.pos, growth)));
    let stalls: Vec<DVec2> = growths
        .filter(|(_, growth)| growth.kind == GrowthKind::Stall)
        .map(|(pos, growth)| pos.origin() + growth.local().as_dvec2())
        .filter(|at| at.distance(post.anchor) < STALLS_METRES)
        .collect();
    let own = (post.corner % stalls.len().max(1) as u64) as usize;
    stalls.get(own).map_or(post.clone(), |&anchor| Post { anchor, ..post })
}

/// What somebody has to eat or to sell, by slot.
pub(super) fn food(known: &Known) -> impl Iterator<Item = (u8, ThingKind)> {
    let slots = known.bag().iter().enumerate();
    slots
        .filter_map(|(at, slot)| Some((at as u8, slot.as_ref()?.kind)))
        .filter(|(_, kind)| kind.nourishment() > 0.0)
}

/// The first slot with a thing of a kind.
pub(super) fn slot_of(known: &Known, kind: ThingKind) -> Option<u8> {
    known.bag().iter().position(|slot| slot.is_some_and(|slot| slot.kind == kind)).map(|at| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::SpeechAct;
    use wold_wire::Loudness;

    #[test]
    fn one_learns_who_sells_by_listening_and_never_knows_too_many() {
        let mut custom = Custom::default();
        let line = |name: &str, to: &str, meaning: Meaning| Line {
            step: 0,
            speaker: EntityId(1),
            name: name.to_owned(),
            loudness: Loudness::Talk,
            text: "Give me a coin, and have your pick.".to_owned(),
            act: Some(Arc::new(SpeechAct::to(to, meaning))),
        };
        let mut hear = |name: &str, to: &str, meaning: Meaning| {
            custom.overhear(&line(name, to, meaning), "Ann", 100);
            let id = BeingId::named(name);
            [custom.sells(id, 100), custom.buys(id, 100), custom.knows(id)]
        };
        let offer = || Meaning::Offer(vec![ThingKind::Bread]);
        let no = Meaning::Refusal;
        assert_eq!(hear("Mia", "Bo", Meaning::Greeting), [false; 3], "whatever the words are");
        assert_eq!(hear("Mia", "Bo", offer()), [true; 3]);
        assert_eq!(hear("Mia", "Bo", no(Decline::NothingLeft)), [false, true, true]);
        assert_eq!(hear("Mia", "Bo", no(Decline::NoDealing)), [false, true, true], "Bo's trouble");
        assert_eq!(hear("Mia", "Ann", no(Decline::NoDealing)), [false, false, true]);
        assert_eq!(hear("Cy", "Ann", no(Decline::NoSeller)), [false, false, true]);
        for n in 0..1000 {
            hear(&format!("smith {n}"), "Ann", no(Decline::NoSeller));
            hear(&format!("merchant {n}"), "Ann", offer());
        }
        assert!(custom.sellers.len() <= MOST_ASKED && custom.others.len() <= MOST_ASKED);
        assert!(custom.sells(BeingId::named("merchant 5"), 100));
    }
}
