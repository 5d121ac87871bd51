//! Economy: stocks, needs and prices of goods; goods and what is known of prices go along with travellers. Needs [`crate::traffic::Traffic`] beside it.
//!
//! Per good four properties: `stock.NAME`, `price.NAME` (both move), `need.NAME` and `yield.NAME` (per step, set from outside: a town needs grain, a field
//! yields it).
//!
//! Each step:
//! * **produce and use**: the stock gains the yield, loses the need as far as it reaches, and `rot` of it spoils.
//! * **price**: where there is need or yield, with `cover` the need's worth of the stock over `horizon` steps, the price moves by
//!   `adjust · (wanted - there) / (wanted + there)` of itself: scarcity raises it, plenty lowers it, within `1/most` to `most` times the base.
//!   Elsewhere it forgets and drifts to what passing travellers tell.
//! * **trade**: where traffic leads to a neighbour that pays more, up to `carried` of the stock goes there; the more, the more it pays. Goods are conserved.
//! * **news**: travellers tell prices ahead: the price of a cell moves by `told` of the way to that of the cell they come from.
//!
//! Events, about good number `subject`: `harvest`, `sell` (stock is added), `buy` (stock is taken and paid for), `theft` (stock is taken, and what is left must fetch what all
//! of it would have, at most twice its price), `fire` (stock and yield burn by the strength), `inflation` (all prices rise by the strength).

use crate::angle::direction;
use crate::engine::{Book, Cells, EngineError, Event, Here, LayerId, Layout, Property, System, Window, Yard};
use crate::flow::{Membership, Spread};
use crate::stencil::{Lattice, Stencil, Way};
use serde::{Deserialize, Serialize};

/// The numbers of the economy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct EconomyRules {
    pub goods: Vec<String>,
    pub base: Vec<f32>,
    pub adjust: f32,
    pub horizon: f32,
    pub most: f32,
    pub forget: f32,
    pub carried: f32,
    pub told: f32,
    pub rot: f32,
}

impl EconomyRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        let count = self.goods.len();
        rule("goods", "1 to 32 names", count as f32, (1..=32).contains(&count))?;
        rule("base", "as many prices as goods", self.base.len() as f32, self.base.len() == count)?;
        for base in &self.base {
            rule("base", "prices above 0 and up to 100", *base, *base > 0.0 && *base <= 100.0)?;
        }
        let shares = [
            ("adjust", self.adjust),
            ("forget", self.forget),
            ("carried", self.carried),
            ("told", self.told),
            ("rot", self.rot),
        ];
        for (what, value) in shares {
            rule(what, "0 to 1", value, (0.0..=1.0).contains(&value))?;
        }
        rule("horizon", "1 or more", self.horizon, self.horizon >= 1.0)?;
        rule("most", "above 1 and up to 50", self.most, self.most > 1.0 && self.most <= 50.0)
    }
}

impl Default for EconomyRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().economy
    }
}

#[derive(Clone, Copy, Debug)]
struct Good {
    stock: LayerId,
    price: LayerId,
    need: LayerId,
    yields: LayerId,
    base: f32,
}

/// The economy of an engine.
pub struct Economy {
    rules: EconomyRules,
    stencil: Stencil,
    membership: Membership,
    goods: Vec<Good>,
    traffic: Option<LayerId>,
}

impl Economy {
    /// An economy by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: EconomyRules) -> Result<Self, EngineError> {
        rules.check()?;
        let (stencil, membership) = (Stencil::new(Lattice::Square), Membership::default());
        Ok(Self { rules, stencil, membership, goods: Vec::new(), traffic: None })
    }

    /// The shares of what leaves the cell at `slot` that go each way with the traffic.
    fn shares(&self, cells: &Cells<'_>, slot: usize, ways: &[Way]) -> [f32; 8] {
        let traffic = self.traffic.expect("an engine binds its systems before it uses them");
        let (east, north) = (cells.layer(traffic)[slot], cells.layer(traffic.second())[slot]);
        if east * east + north * north < 1e-12 {
            return [0.0; 8];
        }
        self.membership.shares(direction(east, north), ways)
    }

    /// Goods on their way from the cell at `slot`: to where they fetch more.
    fn sent(&self, cells: &Cells<'_>, good: &Good, shares: &[f32; 8], slot: usize, ways: &[Way]) -> [f32; 8] {
        let stock = cells.layer(good.stock)[slot];
        let mut sent = [0.0; 8];
        if stock <= 0.0 {
            return sent;
        }
        let prices = cells.layer(good.price);
        for ((sent, share), way) in sent.iter_mut().zip(shares).zip(ways) {
            if *share > 0.0 {
                let there = slot as isize + way.dy as isize * cells.stride as isize + way.dx as isize;
                // From a rim cell some ways lead beyond what is kept; nobody asks for these.
                let pays = prices.get(there as usize).map_or(0.0, |p| p / prices[slot].max(1e-6));
                *sent = share * (self.rules.carried * stock * (0.5 * pays).clamp(0.0, 1.0));
            }
        }
        sent
    }

    fn moved(&self, cells: &Cells<'_>, good: &Good, here: Here, trade: Option<&Trade<'_>>) -> [f32; 2] {
        let rules = &self.rules;
        let get = |layer: LayerId| cells.layer(layer)[here.slot];
        let (stock, price, need, yields) =
            (get(good.stock), get(good.price), get(good.need), get(good.yields));
        let traded = trade.map_or(0.0, |trade| trade.spread.gain(&trade.sent, here));
        let there = (stock + yields + traded).max(0.0);
        let left = (there - need.min(there)) * (1.0 - rules.rot);

        let (wanted, have) = (need * rules.horizon, left + yields * rules.horizon);
        let mut new = if wanted + have > 0.01 {
            price * (1.0 + rules.adjust * (wanted - have) / (wanted + have))
        } else {
            price + rules.forget * (good.base - price)
        };
        new += trade.map_or(0.0, |trade| self.news(cells, good, here, price, trade));
        [left, new.clamp(good.base / rules.most, good.base * rules.most)]
    }

    /// How far what travellers tell moves the price.
    fn news(&self, cells: &Cells<'_>, good: &Good, here: Here, price: f32, trade: &Trade<'_>) -> f32 {
        let prices = cells.layer(good.price);
        let mut moved = 0.0;
        trade.spread.around(here, |_, way, slot, there| {
            moved += self.rules.told * trade.shares[there][way.back] * (prices[slot] - price);
        });
        moved
    }
}

/// Where traffic leads in a block, and what of a good it carries.
struct Trade<'a> {
    spread: Spread<'a>,
    shares: &'a [[f32; 8]],
    sent: Vec<[f32; 8]>,
}

impl System for Economy {
    fn name(&self) -> &'static str {
        "economy"
    }

    fn properties(&self) -> Vec<Property> {
        let of = |(name, base): (&String, &f32)| {
            [
                Property::scalar(&format!("stock.{name}"), 0.0),
                Property::scalar(&format!("price.{name}"), *base),
                Property::scalar(&format!("need.{name}"), 0.0).still(),
                Property::scalar(&format!("yield.{name}"), 0.0).still(),
            ]
        };
        self.rules.goods.iter().zip(&self.rules.base).flat_map(of).collect()
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["produce", "price", "trade", "news"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["harvest", "sell", "buy", "theft", "fire", "inflation"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        self.stencil = Stencil::new(layout.lattice);
        self.traffic = Some(book.need("traffic")?);
        let good = |(name, base): (&String, &f32)| {
            Ok(Good {
                stock: book.need(&format!("stock.{name}"))?,
                price: book.need(&format!("price.{name}"))?,
                need: book.need(&format!("need.{name}"))?,
                yields: book.need(&format!("yield.{name}"))?,
                base: *base,
            })
        };
        self.goods =
            self.rules.goods.iter().zip(&self.rules.base).map(good).collect::<Result<_, EngineError>>()?;
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        self.traffic.into_iter().flat_map(|layer| [layer, layer.second()]).collect()
    }

    fn rest(&self) -> f32 {
        1e-4
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let events = yard.events;
        for event in events {
            if event.kind == "inflation" {
                self.goods.iter().for_each(|good| inflate(yard, event, good));
            } else if let Some(good) = self.goods.get(event.subject as usize) {
                befall(yard, event, good);
            }
        }
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let traffic = self.traffic.expect("an engine binds its systems before it uses them");
        out.blocks(|out| {
            let rect = out.rect;
            let spread = Spread::new(&self.stencil, cells, rect);
            let quiet = spread.is_bare(traffic) && spread.is_bare(traffic.second());
            let shares = (!quiet).then(|| spread.map(|_, slot, ways| self.shares(cells, slot, ways)));
            let trades: Vec<Option<Trade<'_>>> = self
                .goods
                .iter()
                .map(|good| {
                    let shares = shares.as_deref()?;
                    let sent =
                        spread.map(|index, slot, ways| self.sent(cells, good, &shares[index], slot, ways));
                    Some(Trade { spread, shares, sent })
                })
                .collect();
            let mut changed = vec![0.0_f32; rect.x1 - rect.x0];
            for y in rect.y0..rect.y1 {
                changed.fill(0.0);
                for (number, (good, trade)) in self.goods.iter().zip(&trades).enumerate() {
                    let [stocks, prices] = out.rows([number * 2, number * 2 + 1], y);
                    for (i, x) in (rect.x0..rect.x1).enumerate() {
                        let here = Here { x, y, slot: cells.slot(x, y) };
                        [stocks[i], prices[i]] = self.moved(cells, good, here, trade.as_ref());
                        stocks[i] = stocks[i].min(crate::engine::LIMIT);
                        let (old_stock, old_price) =
                            (cells.layer(good.stock)[here.slot], cells.layer(good.price)[here.slot]);
                        changed[i] += (stocks[i] - old_stock).abs() + (prices[i] - old_price).abs();
                    }
                }
                out.report(y, &changed, &changed);
            }
        });
    }
}

fn inflate(yard: &mut Yard<'_>, event: &Event, good: &Good) {
    for spot in yard.disc(event.place, event.radius) {
        let price = yard.get(good.price, spot.cell).unwrap_or(good.base);
        yard.set(good.price, spot.cell, price * (1.0 + event.strength).max(0.01));
    }
}

fn befall(yard: &mut Yard<'_>, event: &Event, good: &Good) {
    for spot in yard.disc(event.place, event.radius) {
        let stock = yard.get(good.stock, spot.cell).unwrap_or(0.0);
        let amount = event.strength.max(0.0);
        match event.kind.as_str() {
            "harvest" | "sell" => yard.set(good.stock, spot.cell, stock + amount),
            "buy" => yard.set(good.stock, spot.cell, (stock - amount).max(0.0)),
            "theft" => {
                let left = (stock - amount).max(0.0);
                yard.set(good.stock, spot.cell, left);
                let price = yard.get(good.price, spot.cell).unwrap_or(good.base);
                yard.set(good.price, spot.cell, price * (stock / left.max(1e-6)).clamp(1.0, 2.0));
            }
            "fire" => {
                let keep = 1.0 - amount.min(1.0);
                yard.set(good.stock, spot.cell, stock * keep);
                let yields = yard.get(good.yields, spot.cell).unwrap_or(0.0);
                yard.set(good.yields, spot.cell, yields * keep);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Engine, Traveller};
    use crate::traffic::{Traffic, TrafficRules};
    use wold_space::DVec2;
    use wold_space::grid::Rim;

    const FIELD: Cell = Cell { x: 5, y: 8 };
    const TOWN: Cell = Cell { x: 30, y: 8 };

    fn road() -> Engine {
        let layout = Layout::whole(Lattice::Square, 40, 16, Rim::Bounded).expect("a fine size");
        let traffic = Traffic::new(TrafficRules::default()).expect("fine rules");
        let economy = Economy::new(EconomyRules::default()).expect("fine rules");
        let mut engine =
            Engine::new(layout, vec![Box::new(traffic), Box::new(economy)]).expect("fine systems");
        engine.set("yield.grain", FIELD, 2.0).expect("inside");
        engine.set("need.grain", TOWN, 1.0).expect("inside");
        engine
    }

    /// Carters go from the field to the town, one after the other.
    fn carters(step: u32) -> Vec<Traveller> {
        let at = |lead: u32| DVec2::new(4.0 + f64::from((step + lead * 10) % 30), 8.5);
        (0..3).map(|lead| Traveller { at: at(lead), velocity: DVec2::new(1.0, 0.0), guard: false }).collect()
    }

    #[test]
    fn what_is_stolen_is_laid_on_the_price_of_what_is_left_and_what_is_bought_is_not() {
        let after = |kind: &str| {
            let mut engine = road();
            engine.set("stock.grain", TOWN, 8.0).expect("inside");
            let place = DVec2::new(TOWN.x as f64 + 0.5, TOWN.y as f64 + 0.5);
            engine
                .announce(Event { radius: 0.0, strength: 2.0, ..Event::new(kind, place) })
                .expect("it is one of its kinds");
            engine.step(&[]);
            ["stock.grain", "price.grain"].map(|layer| engine.get(layer, TOWN).expect("inside"))
        };
        let ([bought, paid], [stolen, asked]) = (after("buy"), after("theft"));
        assert_eq!(bought, stolen, "as much is gone");
        assert!((asked / paid - 8.0 / 6.0).abs() < 1e-3, "{asked} against {paid}");
    }

    #[test]
    fn carters_bring_the_grain_and_the_price_falls() {
        let [mut cut_off, mut served] = [0, 1].map(|_| road());
        for step in 0..600 {
            cut_off.step(&[]);
            served.step(&carters(step));
        }
        let price = |engine: &Engine, cell| engine.get("price.grain", cell).expect("inside");
        assert!(price(&cut_off, TOWN) > price(&cut_off, FIELD) * 5.0, "scarce here, plenty there");
        assert!(price(&served, TOWN) < price(&cut_off, TOWN) / 2.0, "{}", price(&served, TOWN));
    }

    #[test]
    fn events_move_stocks_and_prices() {
        let mut engine = road();
        let town = DVec2::new(30.5, 8.5);
        engine.announce(Event::new("harvest", town).sized(0.0, 400.0)).expect("known");
        engine.step(&[]);
        let full = engine.get("stock.grain", TOWN).expect("inside");
        assert!(full > 390.0);
        engine.announce(Event::new("buy", town).sized(0.0, 100.0)).expect("known");
        engine.announce(Event::new("fire", town).sized(0.0, 0.5)).expect("known");
        engine.step(&[]);
        let left = engine.get("stock.grain", TOWN).expect("inside");
        assert!((140.0..152.0).contains(&left), "{left}");
        let before = engine.get("price.grain", TOWN).expect("inside");
        engine.announce(Event::new("inflation", town).sized(5.0, 0.5)).expect("known");
        engine.step(&[]);
        let after = engine.get("price.grain", TOWN).expect("inside");
        assert!(after > before * 1.3, "{before} to {after}");
    }

    #[test]
    fn trade_conserves_goods() {
        let layout = Layout::whole(Lattice::Square, 40, 16, Rim::Torus).expect("a fine size");
        let traffic = Traffic::new(TrafficRules::default()).expect("fine rules");
        let economy = Economy::new(EconomyRules { rot: 0.0, ..EconomyRules::default() }).expect("fine rules");
        let mut engine =
            Engine::new(layout, vec![Box::new(traffic), Box::new(economy)]).expect("fine systems");
        (0..40).for_each(|x| engine.set("stock.grain", Cell::new(x, 8), x as f32).expect("inside"));
        let before = engine.total("stock.grain").expect("declared");
        (0..200).for_each(|step| engine.step(&carters(step)));
        let after = engine.total("stock.grain").expect("declared");
        assert!((after - before).abs() < before * 1e-4, "{before} became {after}");
    }
}
