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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use wold_mind::gossip::{Matter, Temper};
    use wold_mind::living::Doing;

    const LOAF: EntityId = EntityId(70);

    /// Whether a thief would take another's loaf that lies there unwatched, on a day, after such deeds: who, what, to whom, when.
    fn dares(day: u32, deeds: &[(&str, &str, &str, u32)]) -> bool {
        let scene = Scene::meadow().lying(LOAF, 4.0, EntityId(99));
        let mut mind = Mindset::new("Ann", Temper::default());
        mind.day = day;
        for (who, action, whom, day) in deeds {
            let action = ACTIONS.named(action).expect("listed");
            let matter = Matter::deed(BeingId::named(who), action, Some(BeingId::named(whom)), *day);
            mind.memory.witness(&ACTIONS, matter, None, f64::from(*day) * 24.0);
        }
        opportunity(&scene.moment("thief", Doing::Work), &mind) == Some(LOAF)
    }

    #[test]
    fn a_thief_takes_one_thing_a_day_and_lies_low_once_the_law_had_it() {
        assert!(dares(3, &[]));
        assert!(!dares(3, &[("Ann", "steal", "Bo", 3)]), "enough for today");
        assert!(dares(4, &[("Ann", "steal", "Bo", 3)]));
        assert!(dares(3, &[("Cy", "steal", "Bo", 3)]), "what others take is theirs");
        assert!(!dares(9, &[("Greta", "arrest", "Ann", 4)]), "that was close");
        assert!(dares(4 + TOWN.stealing.wary_days, &[("Greta", "arrest", "Ann", 4)]), "and is forgotten");
        assert!(dares(9, &[("Greta", "arrest", "Cy", 4)]));
    }
}
