//! Dealing: what somebody wants to buy and sell, and with whom.
//!
//! Contract: who does not deal by trade wants food for a day or two, what its crafts take for two rounds, the tool of its craft, and, when it can afford it, wood for its hearth and clothes; it sells what its crafts
//! made and what it gathered beyond its own need. It deals only with people whose offers it was told of, pays no more than so many times what a thing is worth (`[dealing]` of `rows/thrift.toml`), unless it starves, and never its last
//! coins on what it can do without.

use super::carter::Cargo;
use super::moment::Moment;
use super::rows::THRIFT;
use super::till::kind_named;
use super::toil::pieces;
use wold_guest::known::Known;
use wold_guest::market::Offers;
use wold_lore::Intent;
use wold_lore::land::ThingKind;
use wold_lore::vocabulary::Word;
use wold_mind::living::Trade;
use wold_space::EntityId;

/// So many of a kind that somebody wants or has too many of.
type Some = (ThingKind, u32);

/// What somebody wants to buy, what presses most first; `spare` is what it can do without.
fn wants(known: &Known, trade: &Trade) -> (Vec<Some>, Vec<Some>) {
    let crafts: Vec<_> = trade.crafts.iter().filter_map(|name| known.market().craft(name)).collect();
    let dealt = |kind: ThingKind| trade.deals.iter().any(|name| kind_named(name) == Some(kind));
    let mut pressing = Vec::new();
    let carried = larder(known);
    if carried < THRIFT.dealing.larder {
        let lack = THRIFT.dealing.larder - carried;
        let edible = ThingKind::WORDS.iter().filter(|kind| kind.nourishment() > THRIFT.dealing.filling);
        pressing.extend(edible.map(|kind| (*kind, (lack / kind.nourishment()).ceil() as u32)));
    }
    for (_, craft) in &crafts {
        for portion in &craft.takes {
            let (have, want) =
                (pieces(known, portion.kind), u32::from(portion.count) * THRIFT.dealing.rounds);
            if have < want {
                pressing.push((portion.kind, want - have));
            }
        }
    }
    let mut spare = Vec::new();
    for tool in crafts.iter().filter_map(|(_, craft)| craft.tool) {
        if pieces(known, tool) == 0 && !spare.contains(&(tool, 1)) {
            spare.push((tool, 1));
        }
    }
    // Dealers by trade fill their stores from others at their own price; some fetch what their guests eat.
    if trade.deals.is_empty() {
        for kind in [ThingKind::Log, ThingKind::Clothes] {
            if pieces(known, kind) == 0 && !dealt(kind) {
                spare.push((kind, 1));
            }
        }
    }
    for (name, &want) in &trade.larder {
        let Some(kind) = kind_named(name) else { continue };
        let have = pieces(known, kind);
        if have < want / 2 {
            spare.push((kind, want - have));
        }
    }
    (pressing, spare)
}

/// What somebody has to sell.
fn sales(known: &Known, trade: &Trade) -> Vec<Some> {
    let crafts: Vec<_> = trade.crafts.iter().filter_map(|name| known.market().craft(name)).collect();
    let needed = |kind: ThingKind| -> u32 {
        let takes = crafts.iter().flat_map(|(_, craft)| &craft.takes).filter(|portion| portion.kind == kind);
        takes.map(|portion| u32::from(portion.count) * THRIFT.dealing.rounds).sum()
    };
    // What it deals in itself waits for customers, or two innkeepers would carry the same ale to and fro.
    let dealt = |kind: ThingKind| trade.deals.iter().any(|name| kind_named(name) == Some(kind));
    let made = |kind: ThingKind| !dealt(kind) && crafts.iter().any(|(_, craft)| craft.makes(kind));
    let hunted = |kind: ThingKind| !trade.hunts.is_empty() && kind == ThingKind::Hide;
    let gathered = |kind: ThingKind| {
        hunted(kind) || trade.supplies && (kind.nourishment() > 0.0 || kind == ThingKind::Herb)
    };
    let mut kinds: Vec<ThingKind> = Vec::new();
    for slot in known.bag().iter().flatten() {
        if (made(slot.kind) || gathered(slot.kind)) && !kinds.contains(&slot.kind) {
            kinds.push(slot.kind);
        }
    }
    // Who sells food keeps more than it would buy, or it would carry the same apples to and fro.
    let mut spare = larder(known) - THRIFT.dealing.larder - THRIFT.dealing.hearty;
    let mut sold = Vec::new();
    for kind in kinds {
        let mut count = pieces(known, kind).saturating_sub(needed(kind));
        if kind.nourishment() > 0.0 {
            count = count.min((spare.max(0.0) / kind.nourishment()) as u32);
            spare -= count as f32 * kind.nourishment();
        }
        if count > 0 {
            sold.push((kind, count));
        }
    }
    sold
}

/// How many of a food somebody can part with and keep what it likes to carry.
pub(super) fn spare_food(known: &Known, kind: ThingKind) -> u32 {
    let spare = larder(known) - THRIFT.dealing.larder;
    (spare.max(0.0) / kind.nourishment().max(0.01)) as u32
}

/// Whether somebody carries less food than it likes to.
pub(super) fn lacks_food(known: &Known) -> bool {
    larder(known) < THRIFT.dealing.larder
}

/// How much there is to eat in somebody's bag.
pub(super) fn larder(known: &Known) -> f32 {
    known.bag().iter().flatten().map(|slot| slot.kind.nourishment() * slot.count as f32).sum()
}

/// What somebody would do with another, by the offers it was told of: the deals, what presses first.
pub(super) fn deals_with(moment: &Moment<'_>, with: EntityId, cargo: Option<&Cargo>) -> Vec<Intent> {
    let (known, trade) = (moment.known, moment.calling.trade);
    let Some(offers) = known.market().offers(with) else { return Vec::new() };
    let mut deals = Vec::new();
    for (kind, count) in sales(known, trade) {
        if let Some(coins) = offers.bid(kind) {
            let count = count.min(THRIFT.dealing.most) as u8;
            deals.push(Intent::Deal { with, thing: kind, count, coins, buys: false });
        }
    }
    deals.extend(cargo.into_iter().flat_map(|cargo| carting(cargo, with, offers)));
    let mut purse = pieces(known, ThingKind::Coin);
    let (pressing, spare) = wants(known, trade);
    let starving = known.own().hunger >= THRIFT.dealing.starving;
    let mut fed = false;
    for ((kind, count), kept) in pressing
        .into_iter()
        .map(|want| (want, 0))
        .chain(spare.into_iter().map(|want| (want, THRIFT.dealing.kept_back)))
    {
        let Some(coins) = offers.ask(kind) else { continue };
        let is_food = kind.nourishment() > 0.0 && kept == 0;
        let fair =
            f64::from(coins) <= f64::from(kind.worth()) * THRIFT.dealing.dearest || is_food && starving;
        if !fair || is_food && std::mem::replace(&mut fed, true) {
            continue;
        }
        let affordable = purse.saturating_sub(kept) / u32::from(coins.max(1));
        let count = count.min(affordable).min(THRIFT.dealing.most);
        if count > 0 {
            purse -= count * u32::from(coins);
            deals.push(Intent::Deal { with, thing: kind, count: count as u8, coins, buys: true });
        }
    }
    deals
}

/// What a carter does with somebody: it sells what it brought for what it is worth to it, and buys what it means to take along.
fn carting(cargo: &Cargo, with: EntityId, offers: &Offers) -> Vec<Intent> {
    let sold = cargo.sell.iter().filter_map(|lot| {
        let coins = offers.bid(lot.kind).filter(|coins| *coins >= lot.coins)?;
        Some((lot, coins, false))
    });
    let bought = cargo.buy.iter().filter_map(|lot| {
        let coins = offers.ask(lot.kind).filter(|coins| *coins <= lot.coins)?;
        Some((lot, coins, true))
    });
    let deal = |(lot, coins, buys): (&super::carter::Lot, u16, bool)| {
        let count = lot.count.min(THRIFT.dealing.most) as u8;
        Intent::Deal { with, thing: lot.kind, count, coins, buys }
    };
    sold.chain(bought).map(deal).collect()
}

#[cfg(test)]
mod tests {
    use super::super::carter::Lot;
    use super::super::scene::Scene;
    use super::*;
    use ThingKind as T;
    use wold_lore::Craft;
    use wold_mind::living::Doing;
    use wold_wire::message::Price;

    #[test]
    fn a_carter_sells_to_who_pays_enough_and_buys_where_it_is_cheap_enough() {
        let price = |kind, coins| Price { kind, coins };
        let offers = Offers {
            step: 0,
            asks: vec![price(ThingKind::Grain, 3), price(ThingKind::Fish, 14)],
            bids: vec![price(ThingKind::Log, 9), price(ThingKind::Wool, 2)],
        };
        let lot = |kind, count, coins| Lot { kind, count, coins };
        let cargo = Cargo {
            bid: Vec::new(),
            buy: vec![lot(ThingKind::Grain, 40, 4), lot(ThingKind::Fish, 5, 11)],
            sell: vec![lot(ThingKind::Log, 5, 4), lot(ThingKind::Wool, 5, 6), lot(ThingKind::Ale, 5, 2)],
        };
        let with = EntityId(7);
        let deal = |thing, count, coins, buys| Intent::Deal { with, thing, count, coins, buys };
        let deals = carting(&cargo, with, &offers);
        assert_eq!(deals, [deal(ThingKind::Log, 5, 9, false), deal(ThingKind::Grain, 24, 3, true)]);
    }

    fn bake() -> Craft {
        toml::from_str(
            "name = \"bake\"\nat = \"hearth\"\ntakes = { flour = 6 }\ngives = { bread = 12 }\nminutes = 30",
        )
        .expect("a craft")
    }

    /// What a baker with these things does with somebody who asks and bids so.
    fn deals(things: &[(T, u32)], asks: &[(T, u16)], bids: &[(T, u16)]) -> Vec<(T, u8, bool)> {
        let scene = Scene::meadow().knowing(vec![bake()]).carrying(things).offered(2, asks, bids);
        let deals = deals_with(&scene.moment("baker", Doing::Deal), EntityId(2), None);
        let row = |deal: &Intent| match deal {
            Intent::Deal { thing, count, buys, .. } => (*thing, *count, *buys),
            other => panic!("{other:?} is no deal"),
        };
        deals.iter().map(row).collect()
    }

    #[test]
    fn a_baker_sells_bread_beyond_its_need_and_buys_flour_for_two_rounds() {
        let found = deals(&[(T::Bread, 24), (T::Coin, 100)], &[(T::Flour, 3)], &[(T::Bread, 4)]);
        assert!(found.contains(&(T::Flour, 12, true)), "{found:?}");
        let sold = found.iter().find(|(kind, _, buys)| *kind == T::Bread && !buys).expect("bread is sold");
        assert!((1..24).contains(&sold.1), "it keeps some to eat: {found:?}");
    }

    #[test]
    fn nobody_pays_more_than_it_has_or_than_a_thing_is_worth() {
        let worth = T::Flour.worth() as u16;
        assert_eq!(deals(&[(T::Bread, 4), (T::Coin, 500)], &[(T::Flour, worth * 9)], &[]), []);
        let poor = deals(&[(T::Bread, 4), (T::Coin, u32::from(worth) * 5)], &[(T::Flour, worth)], &[]);
        assert_eq!(poor, [(T::Flour, 5, true)], "as many as its coins buy");
    }

    #[test]
    fn who_is_fed_and_supplied_has_nothing_to_do_with_a_dealer() {
        let enough = [(T::Bread, 4), (T::Flour, 12), (T::Log, 1), (T::Clothes, 1), (T::Coin, 90)];
        assert_eq!(deals(&enough, &[(T::Flour, 3), (T::Log, 2), (T::Bread, 3)], &[]), []);
    }
}
