//! A livelihood: which trade somebody takes up who finds no work at its own.
//!
//! Contract: a trade draws by the best price that dealers it was told of pay for anything its crafts make, as a multiple of what the thing is worth; one whose goods nobody it knows of
//! buys draws little (`[livelihood]` of `rows/work.toml`), and its own not at all. Trades are drawn in proportion, so that not all of a town run after the same.

use super::calling;
use super::rows::WORK;
use wold_chance::Stream;
use wold_guest::known::Known;
use wold_lore::land::ThingKind;
use wold_mind::living::Trade;

/// Another trade than its own, if there is any with crafts.
pub(super) fn another(known: &Known, own: &Trade, stream: &mut Stream) -> Option<&'static Trade> {
    let open = calling::trades()
        .filter(|trade| trade.hands > 0.0 && !trade.crafts.is_empty() && trade.name != own.name);
    let drawn: Vec<(&'static Trade, f64)> = open.map(|trade| (trade, promise(known, trade))).collect();
    let mut left = stream.unit() * drawn.iter().map(|(_, promise)| promise).sum::<f64>();
    let chosen = drawn.iter().find(|(_, promise)| {
        left -= promise;
        left < 0.0
    });
    chosen.or(drawn.last()).map(|(trade, _)| *trade)
}

/// How much a trade draws.
fn promise(known: &Known, trade: &Trade) -> f64 {
    let made =
        trade.crafts.iter().filter_map(|name| known.market().craft(name)).flat_map(|(_, craft)| &craft.gives);
    let paid = made.filter_map(|portion| paid(known, portion.kind)).fold(WORK.livelihood.unsought, f64::max);
    paid.powf(WORK.livelihood.keen)
}

/// What is paid for a thing at most, as a multiple of its worth, as far as one was told.
fn paid(known: &Known, kind: ThingKind) -> Option<f64> {
    let bids = known.market().stands().filter_map(|(_, offers)| offers.bid(kind));
    bids.max().map(|coins| f64::from(coins) / f64::from(kind.worth().max(1)))
}

#[cfg(test)]
mod tests {
    use super::super::calling::trade;
    use super::super::scene::Scene;
    use super::*;
    use wold_chance::Seed;
    use wold_lore::Craft;

    /// How often in a thousand a shepherd without sheep takes up woodcutting where logs fetch so much.
    fn woodcutters(coins: u16) -> usize {
        let craft = |text: &str| -> Craft { toml::from_str(text).expect("a craft") };
        let wood = craft("name = \"cut wood\"\nat = \"tree\"\ngives = { log = 4 }\nminutes = 40");
        let bake = craft("name = \"bake\"\nat = \"hearth\"\ngives = { bread = 12 }\nminutes = 30");
        let bids = [(ThingKind::Log, coins), (ThingKind::Bread, ThingKind::Bread.worth() as u16)];
        let bids = &bids[usize::from(coins == 0)..];
        let scene = Scene::meadow().knowing(vec![wood, bake]).offered(2, &[], bids);
        let mut stream = Stream::named(Seed(4), "livelihood", &[]);
        let own = trade("shepherd").expect("there is one");
        let taken =
            |stream: &mut Stream| another(scene.guest.known(), own, stream).map(|trade| trade.name.clone());
        (0..1_000).filter(|_| taken(&mut stream).as_deref() == Some("woodcutter")).count()
    }

    #[test]
    fn the_dearer_what_a_trade_makes_the_more_take_it_up_and_nobody_its_own() {
        let worth = ThingKind::Log.worth() as u16;
        let (unsought, fair, dear) = (woodcutters(0), woodcutters(worth), woodcutters(worth * 3));
        assert!(unsought * 3 < fair && fair < dear, "{unsought} {fair} {dear}");
        assert!(dear < 1_000, "others are still taken up");
        let scene = Scene::meadow();
        let mut stream = Stream::named(Seed(4), "livelihood", &[1]);
        let own = trade("shepherd").expect("there is one");
        for _ in 0..200 {
            let taken = another(scene.guest.known(), own, &mut stream).expect("there are trades");
            assert!(taken.name != own.name && !taken.crafts.is_empty());
        }
    }
}
