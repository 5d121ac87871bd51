//! Who is wanted, and where they are said to be.

use super::Stance;
use crate::beliefs::Belief;
use crate::calling::ACTIONS;
use crate::fight::Ring;
use crate::mindset::Mindset;
use crate::rows::LAW;
use crate::sleuth::Sleuth;
use std::collections::BTreeSet;
use wold_guest::known::Known;
use wold_mind::gossip::{BeingId, Matter, Memory, Rumour};
use wold_space::DVec2;

/// Whether somebody is believed to have done something bad, by one's own eyes or by accounts that hold together, and has not been judged since. Whoever is taken is judged: who was let
/// go for want of accounts is not taken again for the same.
pub(super) fn is_culprit(mind: &Mindset, whom: BeingId, sleuth: &Sleuth) -> bool {
    let (judged, taken) = (ACTIONS.named("convict").ok(), ACTIONS.named("arrest").ok());
    let is_judgment = |matter: &Matter| {
        matter.subject == whom && Some(matter.action) == judged
            || matter.object == Some(whom) && Some(matter.action) == taken
    };
    let judgments =
        mind.memory.rumours().iter().filter(|rumour| is_judgment(&rumour.matter) && !rumour.denied);
    let settled = judgments.map(|rumour| rumour.matter.day).max();
    let bad = |rumour: &Rumour| {
        ACTIONS.row(rumour.matter.action).severity < -0.1 && settled.is_none_or(|day| rumour.matter.day > day)
    };
    let holds = |rumour: &Rumour| rumour.is_experience() || !sleuth.doubts(&rumour.matter, mind);
    let of_them =
        mind.memory.rumours().iter().filter(|rumour| rumour.matter.subject == whom && !rumour.denied);
    of_them.into_iter().any(|rumour| bad(rumour) && holds(rumour))
}

/// Whether a guard knows that somebody was sent away more than a day ago, for as long as the law says, by its own eyes or from a fellow: what is told from other towns is theirs to see to.
pub(super) fn is_banished(
    mind: &Mindset,
    whom: BeingId,
    guards: &BTreeSet<BeingId>,
    holds_days: Option<u32>,
) -> bool {
    let Ok(action) = ACTIONS.named("banish") else { return false };
    let of_them = |rumour: &&Rumour| {
        (rumour.matter.subject, rumour.matter.action) == (whom, action)
            && !rumour.denied
            && rumour.matter.day + 1 < mind.day
            && holds_days.is_none_or(|days| mind.day <= rumour.matter.day.saturating_add(days))
    };
    let knows = |rumour: &Rumour| rumour.teller().is_none_or(|teller| guards.contains(&teller));
    mind.memory.rumours().iter().filter(of_them).any(knows)
}

/// The nearest place where a culprit who is out of sight was seen or is usually found at this hour, unless one stands there.
pub(super) fn wanted(known: &Known, mind: &Mindset, stance: Stance<'_>, ring: &Ring) -> Option<DVec2> {
    let (here, hour) = (known.place(), known.time_of_day() * 24.0);
    let in_sight =
        |id: BeingId| known.entities().values().any(|other| BeingId::named(&other.card.name) == id);
    let seen = ACTIONS.named("seen").ok()?;
    let people = mind.memory.people().iter().filter(|person| person.respect < LAW.foes.foe);
    let culprits = people.filter(|person| {
        !stance.guards.contains(&person.id)
            && is_culprit(mind, person.id, stance.sleuth)
            && !in_sight(person.id)
    });
    let places = culprits.filter_map(|person| {
        let told = mind.memory.rumours().iter().find(|rumour| {
            (rumour.matter.subject, rumour.matter.action) == (person.id, seen) && !rumour.denied
        });
        let told = told.and_then(|rumour| rumour.matter.place);
        let told = told.map(|place| DVec2::new(f64::from(place.x), f64::from(place.y)));
        let believed = mind
            .beliefs
            .place_of(person.id)
            .filter(|belief| belief.sure_at(known.tick()) >= LAW.guards.believed);
        let told = believed.and_then(Belief::place).map(|(place, _)| place).or(told);
        let usual = || stance.ken.habits.forecast(person.id, hour, stance.ken.town?);
        told.or_else(|| {
            usual().filter(|expected| expected.chance >= LAW.guards.usual).map(|expected| expected.at)
        })
    });
    let near = places.filter(|place| (6.0..LAW.guards.wanted_metres).contains(&place.distance(here)));
    // Duty goes anywhere, but last to where it is dangerous.
    let dear = |place: &DVec2| place.distance(here) + LAW.guards.dread_metres * ring.danger(*place);
    near.min_by(|a, b| dear(a).total_cmp(&dear(b)))
}

/// The nearest place where somebody disrespected is said to be, unless one stands there; rather a farther one than one that is dangerous.
pub(super) fn rumoured_foe(memory: &Memory, here: DVec2, ring: &Ring) -> Option<DVec2> {
    let action = ACTIONS.named("seen").ok()?;
    memory
        .rumours()
        .iter()
        .filter(|rumour| rumour.matter.action == action && !rumour.denied)
        .filter(|rumour| memory.respect(rumour.matter.subject) < LAW.foes.foe)
        .filter_map(|rumour| rumour.matter.place)
        .map(|place| DVec2::new(f64::from(place.x), f64::from(place.y)))
        .filter(|place| place.distance(here) > 6.0 && ring.danger(*place) < LAW.foes.deadly)
        .min_by(|a, b| a.distance(here).total_cmp(&b.distance(here)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_mind::gossip::Temper;

    #[test]
    fn a_guard_minds_who_was_sent_away_from_the_day_after_until_that_lapses() {
        let mut mind = Mindset::new("Gard", Temper::default());
        let rogue = BeingId::named("Greta");
        let banish = ACTIONS.named("banish").expect("listed");
        mind.memory.witness(&ACTIONS, Matter::deed(rogue, banish, None, 3), None, 72.0);
        let mut minds = |day| {
            mind.day = day;
            is_banished(&mind, rogue, &BTreeSet::new(), Some(30))
        };
        assert_eq!([4, 5, 33, 34].map(&mut minds), [false, true, true, false]);
    }

    #[test]
    fn who_was_taken_and_let_go_is_taken_again_only_for_something_new() {
        let mut mind = Mindset::new("Gard", Temper::default());
        let [thief, victim, fellow] = ["Greta", "Milo", "Dora"].map(BeingId::named);
        let sees = |mind: &mut Mindset, who, action: &str, whom, day| {
            let action = ACTIONS.named(action).expect("listed");
            mind.memory.witness(
                &ACTIONS,
                Matter::deed(who, action, Some(whom), day),
                None,
                f64::from(day) * 24.0,
            );
        };
        let wanted = |mind: &Mindset| is_culprit(mind, thief, &Sleuth::default());
        sees(&mut mind, thief, "steal", victim, 3);
        assert!(wanted(&mind));
        sees(&mut mind, fellow, "arrest", thief, 4);
        assert!(!wanted(&mind), "the law has heard it");
        sees(&mut mind, thief, "steal", victim, 5);
        assert!(wanted(&mind));
    }
}
