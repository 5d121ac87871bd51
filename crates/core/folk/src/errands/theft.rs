//! Theft: when somebody who takes such things dares.
//!
//! Contract: who has had its haul for the day wants no more; whom the law took lies low for some days (`[stealing]` of `rows/town.toml`), as far as it remembers either.

use crate::calling::ACTIONS;
use crate::mindset::Mindset;
use crate::moment::Moment;
use crate::rows::TOWN;
use crate::witness::own_body;
use wold_mind::gossip::{BeingId, Rumour};
use wold_space::EntityId;

/// Something of somebody's that nobody minds just now, for those who take such things.
pub(super) fn opportunity(moment: &Moment<'_>, mind: &Mindset) -> Option<EntityId> {
    let known = moment.known;
    let takes = moment.calling.trade.steals && known.bag().iter().any(Option::is_none);
    if !takes || lies_low(mind) || has_its_haul(mind) {
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

/// What it remembers to have seen of some action within so many days, today among them.
fn lately<'a>(mind: &'a Mindset, action: &str, days: u32) -> impl Iterator<Item = &'a Rumour> {
    let action = ACTIONS.named(action).ok();
    let since = (mind.day + 1).saturating_sub(days);
    mind.memory.rumours().iter().filter(move |rumour| {
        Some(rumour.matter.action) == action && rumour.matter.day >= since && rumour.is_experience()
    })
}

/// Whether the law had it so lately that it keeps its hands to itself.
fn lies_low(mind: &Mindset) -> bool {
    let (me, days) = (BeingId::named(&mind.name), TOWN.stealing.wary_days);
    let taken = lately(mind, "arrest", days).any(|rumour| rumour.matter.object == Some(me));
    taken || lately(mind, "convict", days).any(|rumour| rumour.matter.subject == me)
}

/// Whether it has taken enough today.
fn has_its_haul(mind: &Mindset) -> bool {
    let me = BeingId::named(&mind.name);
    lately(mind, "steal", 1).filter(|rumour| rumour.matter.subject == me).count() >= TOWN.stealing.haul
}
