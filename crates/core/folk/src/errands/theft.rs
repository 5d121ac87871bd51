//! Theft: when somebody who takes such things dares.

use crate::moment::Moment;
use crate::rows::TOWN;
use crate::witness::own_body;
use wold_space::EntityId;

/// Something of somebody's that nobody minds just now, for those who take such things.
pub(super) fn opportunity(moment: &Moment<'_>) -> Option<EntityId> {
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
