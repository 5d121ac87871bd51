//! A stall: where one stands in the market, and what one lays out before it.

use crate::counter::food;
use crate::moment::Moment;
use crate::post::Post;
use crate::rows::TOWN;
use crate::witness::own_body;
use wold_guest::known::Known;
use wold_land::market;
use wold_lore::land::GrowthKind;
use wold_mind::living::{Doing, Whereabouts};
use wold_space::DVec2;

/// The same post at a stall near by, if there is one: the same stall every day.
pub(crate) fn at_stall(known: &Known, post: Post) -> Post {
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

/// The slot of something to put before one's stall.
pub(super) fn ware_to_lay_out(moment: &Moment<'_>) -> Option<u8> {
    let (known, decision) = (moment.known, moment.decision?);
    let tends_stall =
        moment.calling.trade.sells && decision.doing == Doing::Work && decision.at == Whereabouts::Market;
    let stall = market::is_at_stall(known.land(), known.place());
    if !tends_stall || !stall || !moment.at_post {
        return None;
    }
    let me = own_body(known);
    let laid = known.owners().values().filter(|owner| owner.person() == me).count();
    let wares: Vec<u8> = food(known).map(|(slot, _)| slot).collect();
    (laid < TOWN.stall.laid_out && wares.len() > TOWN.stall.in_bag).then(|| wares[0])
}
