//! Carters: how somebody lives from what things cost in two towns.
//!
//! Contract: a carter knows the prices it was told at a stall, and how old each is ([`Trips`]); of the field of prices it knows nothing. In the morning it buys at the market what, by what it remembers, fetches more in
//! the other town than it costs here, a few lots and never all its coins; of what is wanted there and not here it buys from whoever made it, at its own price; then it drinks and takes the road. Without a load it goes to see what things cost, every few days (`[carting]` of `rows/road.toml`). What it loaded elsewhere it sells to
//! those who deal in it, and at its own price to anybody. The night it spends at the inn, and the next morning it goes home the same way.

use super::dealing::spare_food;
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::ROAD;
use super::till::kind_named;
use super::toil::pieces;
use super::villager::steps;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_guest::known::Known;
use wold_lore::land::ThingKind;
use wold_mind::living::{Doing, Need, Trade};
use wold_space::DVec2;

/// Prices remembered.
const MOST_QUOTES: usize = 96;

/// The middle of a town, in whole metres.
type Square = [i32; 2];

fn square(at: DVec2) -> Square {
    [at.x.round() as i32, at.y.round() as i32]
}

/// What a thing cost in a town when one was last told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Quote {
    /// The town.
    pub town: [i32; 2],
    /// What.
    pub kind: ThingKind,
    /// The least anybody asked for one.
    pub ask: Option<u16>,
    /// The most anybody paid for one.
    pub bid: Option<u16>,
    /// When, in hours since the midnight before the world began.
    pub hour: f64,
}

/// What somebody remembers of prices, and what it carries from where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trips {
    quotes: Vec<Quote>,
    /// What it loaded, and in which town.
    load: Vec<(ThingKind, Square)>,
    /// The day it last took the road; 0 before the first time.
    set_out: u32,
    /// What was brought to it by the road: by whom, and when last.
    #[serde(default)]
    brought: Vec<(ThingKind, String, f64)>,
}

impl Trips {
    /// What is remembered of a thing in a town.
    #[must_use]
    fn quote(&self, town: [i32; 2], kind: ThingKind) -> Option<&Quote> {
        self.quotes.iter().find(|quote| (quote.town, quote.kind) == (town, kind))
    }

    fn note(&mut self, quote: Quote) {
        let known = self.quotes.iter_mut().find(|old| (old.town, old.kind) == (quote.town, quote.kind));
        if let Some(old) = known {
            *old = quote;
            return;
        }
        if self.quotes.len() >= MOST_QUOTES {
            let oldest = (0..self.quotes.len())
                .min_by(|a, b| self.quotes[*a].hour.total_cmp(&self.quotes[*b].hour))
                .unwrap_or(0);
            self.quotes.swap_remove(oldest);
        }
        self.quotes.push(quote);
    }

    /// Somebody brought a thing by the road.
    pub(super) fn receive(&mut self, kind: ThingKind, by: &str, hour: f64) {
        self.brought.retain(|(other, ..)| *other != kind);
        self.brought.push((kind, by.to_owned(), hour));
    }

    /// Who brought a thing by the road last, and when.
    pub(super) fn brought(&self, kind: ThingKind) -> Option<(&str, f64)> {
        self.brought.iter().find(|(other, ..)| *other == kind).map(|(_, by, hour)| (by.as_str(), *hour))
    }

    /// What one of a kind is believed to fetch in a town at an hour.
    fn fetches(&self, town: Square, kind: ThingKind, hour: f64) -> f64 {
        let ordinary = f64::from(kind.worth()) * ROAD.carting.fetches;
        let Some(quote) = self.quote(town, kind) else { return ordinary };
        let believed = libm::pow(ROAD.carting.believed, (hour - quote.hour).max(0.0) / 24.0);
        // Where nobody buys it one may still stand and offer it.
        let told = quote.bid.map_or(ordinary * ROAD.carting.unwanted, f64::from);
        told * believed
    }

    /// Whether one carries things of a kind that were loaded in some town.
    pub(super) fn carries(&self, kind: ThingKind) -> bool {
        self.loaded(kind).is_some()
    }

    /// Where what one carries of a kind was loaded.
    fn loaded(&self, kind: ThingKind) -> Option<Square> {
        self.load.iter().find(|(other, _)| *other == kind).map(|(_, town)| *town)
    }
}

/// So many of a kind, and for how many coins each: at most where one buys, at least where one sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lot {
    pub kind: ThingKind,
    pub count: u32,
    pub coins: u16,
}

/// What a carter means to buy and to sell where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cargo {
    /// At stalls.
    pub buy: Vec<Lot>,
    /// From whoever comes to it.
    pub bid: Vec<Lot>,
    pub sell: Vec<Lot>,
}

/// What a carter is to do about its journey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Journey {
    /// Nothing now.
    Stay,
    /// Drink, before it goes.
    Drink,
    /// Take the road: to the town of that middle, or home.
    To(Option<DVec2>),
}

/// Somebody's carting.
#[derive(Debug, Default)]
pub(super) struct Carter {
    cargo: Option<Cargo>,
    look_at: u64,
    had: BTreeMap<ThingKind, u32>,
    first_day: u32,
}

impl Carter {
    /// What it means to buy and sell here; nothing unless it carts.
    pub fn cargo(&self) -> Option<&Cargo> {
        self.cargo.as_ref()
    }

    /// Looks at what things cost and works out what to do. `towns` are its own and the next.
    pub fn mind(&mut self, moment: &Moment<'_>, mind: &mut Mindset, towns: Option<[DVec2; 2]>) -> Journey {
        let (known, trade) = (moment.known, moment.calling.trade);
        let Some(towns) = towns.filter(|_| !trade.carries.is_empty()) else {
            self.cargo = None;
            return Journey::Stay;
        };
        if known.step() < self.look_at {
            return Journey::Stay;
        }
        self.look_at = known.step() + steps(ROAD.carting.look_seconds);
        if self.first_day == 0 {
            self.first_day = known.day_number();
        }
        let Some(here) =
            towns.iter().position(|town| town.distance(known.place()) < ROAD.journeys.town_metres)
        else {
            self.cargo = None;
            return Journey::Stay;
        };
        let (town, other) = (square(towns[here]), square(towns[1 - here]));
        self.keep_books(known, trade, mind, town);
        let hour = known.time_of_day() * 24.0;
        let today = known.day_number();
        let leaves = mind.trips.set_out < today;
        let buys = leaves && ROAD.carting.loading.contains(hour);
        let cargo = Cargo {
            buy: if buys { wanted(known, trade, mind, [town, other]) } else { Vec::new() },
            bid: bids(known, trade, &mind.trips, [town, other]),
            sell: for_sale(known, trade, &mind.trips, town),
        };
        self.cargo = Some(cargo);
        if !leaves || !moment.is_doing(Doing::Work) || !ROAD.carting.leaving.contains(hour) {
            return Journey::Stay;
        }
        let is_laden = mind.trips.load.iter().any(|(_, from)| *from == town);
        let last = mind.trips.set_out.max(self.first_day);
        if here == 0 && !is_laden && today < last + ROAD.carting.see_days {
            return Journey::Stay;
        }
        if mind.needs.level(Need::Thirst) > ROAD.carting.thirsty && hour < ROAD.carting.late_hour {
            return Journey::Drink;
        }
        mind.trips.set_out = today;
        Journey::To((here == 0).then_some(towns[1]))
    }

    /// Notes what things cost here, and what was loaded where.
    fn keep_books(&mut self, known: &Known, trade: &Trade, mind: &mut Mindset, town: Square) {
        let hour = known.hours();
        for kind in carried(trade) {
            let told = known.market().stands().filter(|(who, _)| known.entities().contains_key(who));
            let (mut ask, mut bid) = (None::<u16>, None::<u16>);
            for (_, offers) in told {
                ask = ask.into_iter().chain(offers.ask(kind)).min();
                bid = bid.into_iter().chain(offers.bid(kind)).max();
            }
            if ask.is_some() || bid.is_some() {
                mind.trips.note(Quote { town, kind, ask, bid, hour });
            }
            let has = pieces(known, kind);
            let had = self.had.insert(kind, has).unwrap_or(has);
            if has == 0 {
                mind.trips.load.retain(|(other, _)| *other != kind);
            } else if has > had {
                mind.trips.load.retain(|(other, _)| *other != kind);
                mind.trips.load.push((kind, town));
            }
        }
    }
}

/// The things of a trade that are carried.
fn carried(trade: &Trade) -> impl Iterator<Item = ThingKind> {
    trade.carries.iter().filter_map(|name| kind_named(name))
}

/// What is worth taking along, the best bargain first.
fn wanted(known: &Known, trade: &Trade, mind: &Mindset, [here, there]: [Square; 2]) -> Vec<Lot> {
    let purse = f64::from(pieces(known, ThingKind::Coin));
    let hour = known.hours();
    let mut lots: Vec<(f64, Lot)> = Vec::new();
    for kind in carried(trade) {
        // What comes from there is not taken back.
        if mind.trips.loaded(kind).is_some_and(|from| from != here) && pieces(known, kind) > 0 {
            continue;
        }
        let Some(ask) = mind.trips.quote(here, kind).and_then(|quote| quote.ask) else { continue };
        let fetches = mind.trips.fetches(there, kind, hour);
        let gain = fetches / f64::from(ask.max(1));
        let room = ROAD.carting.pieces.min(kind.stack()).saturating_sub(pieces(known, kind));
        let count = ((purse * ROAD.carting.stake / f64::from(ask.max(1))) as u32).min(room);
        if gain >= ROAD.carting.worth_it && count > 0 {
            lots.push((gain, Lot { kind, count, coins: (fetches / ROAD.carting.worth_it) as u16 }));
        }
    }
    lots.sort_by(|a, b| b.0.total_cmp(&a.0));
    lots.into_iter().take(ROAD.carting.lots).map(|(_, lot)| lot).collect()
}

/// What it would take along and nobody here pays as much for: what it is known to fetch there, less one's living.
fn bids(known: &Known, trade: &Trade, trips: &Trips, [here, there]: [Square; 2]) -> Vec<Lot> {
    let purse = f64::from(pieces(known, ThingKind::Coin));
    let mut lots: Vec<(f64, Lot)> = Vec::new();
    for kind in carried(trade).filter(|kind| trips.loaded(*kind).is_none_or(|from| from == here)) {
        if trips.quote(there, kind).is_none_or(|quote| quote.bid.is_none()) {
            continue;
        }
        let coins = trips.fetches(there, kind, known.hours()) * ROAD.carting.bids;
        let others = trips.quote(here, kind).and_then(|quote| quote.bid).map_or(0.0, f64::from);
        let room = ROAD.carting.pieces.min(kind.stack()).saturating_sub(pieces(known, kind));
        if coins >= 1.0 && coins.floor() > others && room > 0 && coins < purse * ROAD.carting.stake {
            let lot = Lot { kind, count: room, coins: coins as u16 };
            lots.push((coins / f64::from(kind.worth().max(1)), lot));
        }
    }
    lots.sort_by(|a, b| b.0.total_cmp(&a.0));
    lots.into_iter().take(ROAD.carting.lots).map(|(_, lot)| lot).collect()
}

/// What was loaded elsewhere and is for sale here: what one would take for it, at least.
fn for_sale(known: &Known, trade: &Trade, trips: &Trips, here: Square) -> Vec<Lot> {
    let from_elsewhere = |kind: &ThingKind| trips.loaded(*kind).is_some_and(|from| from != here);
    let lots = carried(trade).filter(from_elsewhere).map(|kind| {
        let has = pieces(known, kind);
        let count = if kind.nourishment() > 0.0 { has.min(spare_food(known, kind)) } else { has };
        Lot { kind, count, coins: (f64::from(kind.worth()) * ROAD.carting.least).ceil() as u16 }
    });
    lots.filter(|lot| lot.count > 0).collect()
}

/// What a carter asks for what it brought, of who comes to it: a little less than others here, or what is ordinary.
pub(super) fn asking(mind: &Mindset, here: DVec2, kind: ThingKind) -> u16 {
    let ordinary = (f64::from(kind.worth()) * ROAD.carting.asks).round() as u16;
    let others = mind.trips.quote(square(here), kind).and_then(|quote| quote.ask);
    others.map_or(ordinary, |ask| ask.saturating_sub(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Square = [0, 0];
    const THERE: Square = [900, 0];

    fn quote(town: Square, kind: ThingKind, bid: Option<u16>, hour: f64) -> Quote {
        Quote { town, kind, ask: None, bid, hour }
    }

    #[test]
    fn a_price_is_believed_less_the_older_it_is_and_the_newest_word_counts() {
        let mut trips = Trips::default();
        assert!((trips.fetches(THERE, ThingKind::Bread, 10.0) - 13.0 * ROAD.carting.fetches).abs() < 1e-9);
        trips.note(quote(THERE, ThingKind::Bread, Some(20), 10.0));
        let [fresh, old] = [10.0, 10.0 + 72.0].map(|hour| trips.fetches(THERE, ThingKind::Bread, hour));
        assert!(fresh == 20.0 && old < 18.0 && old > 15.0, "{fresh} {old}");
        trips.note(quote(THERE, ThingKind::Bread, Some(9), 40.0));
        assert!(trips.fetches(THERE, ThingKind::Bread, 40.0) <= 9.0);
        assert!(trips.quote(HERE, ThingKind::Bread).is_none(), "each town has its prices");
    }

    #[test]
    fn only_so_many_prices_are_remembered_the_oldest_go_first() {
        let mut trips = Trips::default();
        for n in 0..2 * MOST_QUOTES as i32 {
            trips.note(quote([n, 0], ThingKind::Bread, Some(5), f64::from(n)));
        }
        assert_eq!(trips.quotes.len(), MOST_QUOTES);
        assert!(trips.quote([2 * MOST_QUOTES as i32 - 1, 0], ThingKind::Bread).is_some());
        assert!(trips.quote([0, 0], ThingKind::Bread).is_none());
    }
}
