//! The till: what a dealer asks and pays.
//!
//! Contract: a dealer keeps for each good it deals in a multiple of its worth. Once a day, when it opens, the multiple moves: up where more went than came since the day before, down where more came, or
//! where it lay there and nobody wanted it; a little by how full its store is, and some of the way to what the price field says of the place. It asks that much while it has some, and pays a share (`[till]` of `rows/thrift.toml`) of it while its store is short and its purse allows. Offers are told to the world when they change, a few at a time.

use super::Wish;
use super::carter::{Cargo, asking};
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::{COMPANY, Span, THRIFT};
use super::toil::pieces;
use super::villager::steps;
use std::collections::{BTreeMap, BTreeSet};
use wold_guest::known::Known;
use wold_lore::land::ThingKind;
use wold_lore::vocabulary::Word;
use wold_lore::{Good, Intent};
use wold_mind::living::{Doing, Trade};
use wold_space::EntityId;

/// People shunned at most.
const MOST_SHUNNED: usize = 64;
/// Offers told at once.
const AT_ONCE: usize = 4;

/// What a dealer asks and pays.
#[derive(Debug, Default)]
pub(super) struct Till {
    multiples: BTreeMap<ThingKind, f64>,
    day: u32,
    look_at: u64,
    /// Pieces of each good when it last looked, and how many came and went since it last made its prices.
    had: BTreeMap<ThingKind, u32>,
    flows: BTreeMap<ThingKind, (u32, u32)>,
    told: BTreeMap<(ThingKind, bool), u16>,
    shunned: BTreeSet<EntityId>,
}

/// The thing of a name.
pub(super) fn kind_named(name: &str) -> Option<ThingKind> {
    ThingKind::WORDS.iter().find(|kind| kind.label() == name).copied()
}

impl Till {
    /// Offers that have changed.
    pub fn mind(&mut self, moment: &Moment<'_>, mind: &Mindset, cargo: Option<&Cargo>) -> Vec<Wish> {
        let (known, trade) = (moment.known, moment.calling.trade);
        if known.step() < self.look_at || trade.deals.is_empty() && cargo.is_none() && self.told.is_empty() {
            return Vec::new();
        }
        self.look_at = known.step() + steps(THRIFT.till.look_seconds);
        self.count(known, trade);
        let open = moment.is_doing(Doing::Work) && moment.at_post && !moment.asleep;
        if open && self.day != known.day_number() {
            self.day = known.day_number();
            self.reckon(known, trade);
        }
        let mut wanted = if open { self.offers(known, trade) } else { BTreeMap::new() };
        // Who brought something from another town offers it while it deals.
        if moment.is_doing(Doing::Deal) && moment.at_post {
            let brought = cargo.into_iter().flat_map(|cargo| &cargo.sell);
            let town = moment.town.unwrap_or_else(|| known.place());
            wanted.extend(brought.map(|lot| ((lot.kind, false), asking(mind, town, lot.kind))));
            wanted.extend(
                cargo.into_iter().flat_map(|cargo| &cargo.bid).map(|lot| ((lot.kind, true), lot.coins)),
            );
        }
        for key in self.told.keys() {
            wanted.entry(*key).or_insert(0);
        }
        let news: Vec<((ThingKind, bool), u16)> = wanted
            .into_iter()
            .filter(|(key, coins)| self.told.get(key).copied().unwrap_or(0) != *coins)
            .take(AT_ONCE)
            .collect();
        let tell = |((kind, buys), coins): ((ThingKind, bool), u16)| {
            match coins {
                0 => drop(self.told.remove(&(kind, buys))),
                coins => drop(self.told.insert((kind, buys), coins)),
            }
            Wish::Do(Intent::Offer { thing: kind, coins, buys })
        };
        let mut wishes: Vec<Wish> = news.into_iter().map(tell).collect();
        wishes.extend(self.shun(known, mind));
        wishes
    }

    /// Has no dealings with who is held in too low respect, of those in sight; one at a time.
    fn shun(&mut self, known: &Known, mind: &Mindset) -> Option<Wish> {
        let people = known.entities().values().filter(|other| other.is_person());
        let judged =
            people.map(|other| (other.card.id, mind.respect(&other.card.name) < COMPANY.regard.shun));
        let (who, shuns) = judged.into_iter().find(|(who, low)| self.shunned.contains(who) != *low)?;
        if shuns {
            self.shunned.insert(who);
        } else {
            self.shunned.remove(&who);
        }
        if self.shunned.len() > MOST_SHUNNED {
            self.shunned.pop_first();
        }
        Some(Wish::Do(Intent::Shun { who, shuns }))
    }

    /// Notes what came and went since it last looked; what it ate itself is among it.
    fn count(&mut self, known: &Known, trade: &Trade) {
        for kind in trade.deals.iter().filter_map(|name| kind_named(name)) {
            let now = pieces(known, kind);
            let before = self.had.insert(kind, now).unwrap_or(now);
            let (came, went) = self.flows.entry(kind).or_default();
            *came += now.saturating_sub(before);
            *went += before.saturating_sub(now);
        }
    }

    /// Moves its prices by what came and went, what it has in store and what the field says.
    fn reckon(&mut self, known: &Known, trade: &Trade) {
        for kind in trade.deals.iter().filter_map(|name| kind_named(name)) {
            let there = pieces(known, kind);
            let short = 1.0 - f64::from(there) / store(kind);
            let (came, went) = self.flows.remove(&kind).unwrap_or_default();
            let pull = match (f64::from(came), f64::from(went)) {
                (0.0, 0.0) if there > 0 => -THRIFT.till.idle,
                (0.0, 0.0) => THRIFT.till.idle,
                (came, went) => (went - came) / came.max(went),
            };
            let (field, Span(first)) = (field_multiple(known, kind), THRIFT.till.first);
            let multiple = self.multiples.entry(kind).or_insert_with(|| field.clamp(first[0], first[1]));
            *multiple *= 1.0 + THRIFT.till.pace * pull + THRIFT.till.lean * short.clamp(-1.0, 1.0);
            *multiple += THRIFT.till.field * (field - *multiple);
            *multiple = multiple.clamp(THRIFT.till.least, THRIFT.till.most);
        }
    }

    fn offers(&self, known: &Known, trade: &Trade) -> BTreeMap<(ThingKind, bool), u16> {
        let purse = f64::from(pieces(known, ThingKind::Coin));
        let free = known.bag().iter().filter(|slot| slot.is_none()).count();
        let mut offers = BTreeMap::new();
        for kind in trade.deals.iter().filter_map(|name| kind_named(name)) {
            let there = pieces(known, kind);
            let multiple = self.multiples.get(&kind).copied().unwrap_or(1.0);
            let ask = (f64::from(kind.worth()) * multiple).round().max(1.0);
            let bid = (ask * THRIFT.till.bid).floor().max(1.0);
            if there > 0 {
                offers.insert((kind, false), ask as u16);
            }
            let room = there > 0 && there < kind.stack() || free > 1;
            if f64::from(there) < store(kind) && room && bid < purse * THRIFT.till.stake {
                offers.insert((kind, true), bid as u16);
            }
        }
        offers
    }
}

/// Pieces of a kind that fill a dealer's store.
pub(super) fn store(kind: ThingKind) -> f64 {
    match kind {
        _ if kind.worth() >= THRIFT.till.dear => THRIFT.till.dear_store,
        _ if Good::of(kind) == Some(Good::Food) => THRIFT.till.food_store,
        _ => THRIFT.till.other_store,
    }
}

/// How many times its ordinary price a kind costs where somebody stands, by the field.
pub(super) fn field_multiple(known: &Known, kind: ThingKind) -> f64 {
    let prices = known.surroundings().and_then(|around| around.here.prices);
    let price = prices
        .zip(Good::of(kind))
        .map(|(prices, good)| f64::from(prices[good as usize]) / 100.0 / f64::from(good.base()));
    price.unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::calling::trade;
    use super::super::scene::Scene;
    use super::*;

    fn carrying(loaves: u32) -> Scene {
        Scene::meadow().carrying(&[(ThingKind::Bread, loaves)])
    }

    /// What a merchant makes of a loaf's price who had so many, one look after the other, and then opens; with the till afterwards.
    fn reckoned(looks: &[u32]) -> (f64, Till) {
        let (mut till, merchant) = (Till::default(), trade("merchant").expect("there is one"));
        for loaves in looks {
            till.count(carrying(*loaves).guest.known(), merchant);
        }
        till.reckon(carrying(*looks.last().expect("some")).guest.known(), merchant);
        (till.multiples[&ThingKind::Bread], till)
    }

    #[test]
    fn a_dealers_multiple_rises_by_what_went_and_falls_by_what_came_or_lay_there() {
        // All end the day with as many, so that only what came and went tells them apart.
        let [sold, half, idle, bought] =
            [&[16, 10][..], &[13, 19, 10], &[10, 10], &[4, 10]].map(|looks| reckoned(looks).0);
        assert!(sold > half && half > idle && idle > bought, "{sold} {half} {idle} {bought}");
        let rows = &THRIFT.till;
        let lean = rows.lean * (1.0 - 10.0 / rows.food_store);
        let moved = |pull: f64| {
            let multiple = 1.0 + rows.pace * pull + lean;
            multiple + rows.field * (1.0 - multiple)
        };
        for (multiple, pull) in [(sold, 1.0), (half, 1.0 / 3.0), (idle, -rows.idle), (bought, -1.0)] {
            assert!((multiple - moved(pull)).abs() < 1e-9, "{multiple} for {pull}");
        }
    }

    #[test]
    fn what_came_and_went_moves_a_price_once() {
        let (first, mut till) = reckoned(&[16, 10]);
        let merchant = trade("merchant").expect("there is one");
        till.count(carrying(10).guest.known(), merchant);
        till.reckon(carrying(10).guest.known(), merchant);
        assert!(till.multiples[&ThingKind::Bread] < first, "nothing went on the second day");
    }

    /// What a dealer makes of a price of a kind of which it had so many that day, one look after the other.
    fn next_day(till: &mut Till, trade: &Trade, kind: ThingKind, looks: &[u32]) -> f64 {
        let with = |pieces: u32| match pieces {
            0 => Scene::meadow(),
            some => Scene::meadow().carrying(&[(kind, some)]),
        };
        looks.iter().for_each(|pieces| till.count(with(*pieces).guest.known(), trade));
        till.reckon(with(*looks.last().expect("some")).guest.known(), trade);
        till.multiples[&kind]
    }

    #[test]
    fn the_price_of_every_good_rises_in_a_dearth_falls_in_a_glut_and_returns_after_both() {
        for dealer in ["merchant", "grocer", "chandler", "innkeeper"] {
            let trade = trade(dealer).expect("there is one");
            for kind in trade.deals.iter().filter_map(|name| kind_named(name)) {
                let (half, full) = ((store(kind) * 0.5) as u32, store(kind) as u32);
                // On ordinary days one goes and one comes.
                let ordinary = [half, half - 1, half];
                let mut till = Till::default();
                let mut live = |days: u32, looks: &[u32]| {
                    (0..days).map(|_| next_day(&mut till, trade, kind, looks)).last().expect("some days")
                };
                let usual = live(40, &ordinary);
                let dear = live(6, &[0, 0]);
                let after = live(40, &ordinary);
                let cheap = live(6, &[full, full]);
                let later = live(40, &ordinary);
                let what = format!("{dealer}, {}: {usual} {dear} {after} {cheap} {later}", kind.label());
                assert!(dear > usual * 1.1 && cheap < usual * 0.95, "{what}");
                assert!((after / usual - 1.0).abs() < 0.03 && (later / usual - 1.0).abs() < 0.03, "{what}");
            }
        }
    }
}
