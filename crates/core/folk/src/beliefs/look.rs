//! Beliefs from what is seen, heard said and done.

use super::{Basis, Belief, Correction, Fault, What};
use crate::calling::ACTIONS;
use crate::mindset::Mindset;
use crate::moment::Ken;
use crate::rows::WITS;
use crate::villager::steps;
use wold_guest::known::{Known, Sighted};
use wold_lore::Deed;
use wold_mind::gossip::{BeingId, Tale};
use wold_space::DVec2;

/// How far somebody has taken in what tells where others are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlook {
    look_at: u64,
    /// Up to where deeds were taken in, and what was said.
    mark: Option<u64>,
    heard: Option<u64>,
}

impl Outlook {
    /// Looks about: believes what it sees, and gives up what it sees to be wrong.
    pub fn look(&mut self, known: &Known, mind: &mut Mindset) -> Vec<Correction> {
        let mut wrong = self.watch_hands(known, mind);
        self.listen(known, mind);
        if known.step() < self.look_at {
            return wrong;
        }
        self.look_at = known.step() + steps(WITS.beliefs.look_seconds);
        let now = known.tick();
        for other in known.entities().values().filter(|other| other.is_person()) {
            let about = BeingId::named(&other.card.name);
            let minded = mind.beliefs.place_of(about).is_some();
            let matters = minded || (mind.memory.respect(about) - 0.5).abs() >= WITS.beliefs.matters;
            let near = known.place_of(other).distance(known.place()) < WITS.beliefs.far_metres;
            if !matters || !near || !is_in_plain_sight(known, other) {
                continue;
            }
            let seen = |what: What| Belief { about, what, basis: Basis::Seen, since: now, sure: 1.0 };
            mind.names.learn(&other.card.name);
            let at = What::At { place: known.place_of(other), level: other.state.level };
            wrong.extend(mind.beliefs.take(seen(at)));
            if let Some(kind) = other.state.held_thing() {
                mind.beliefs.take(seen(What::Has(kind)));
            }
        }
        wrong.extend(self.miss(known, mind));
        mind.beliefs.fade(now);
        wrong
    }

    /// Whose voice one hears and whom one does not see is about: not far from where one is oneself.
    fn listen(&mut self, known: &Known, mind: &mut Mindset) {
        let mark = self.heard.replace(known.lines().mark()).unwrap_or(u64::MAX);
        for line in known.lines().after(mark).filter(|line| line.name != mind.name) {
            let about = BeingId::named(&line.name);
            let matters = (mind.memory.respect(about) - 0.5).abs() >= WITS.beliefs.matters;
            if !matters || known.entities().contains_key(&line.speaker) {
                continue;
            }
            mind.names.learn(&line.name);
            let what = What::At { place: known.place(), level: known.level() };
            let sure = if line.muffled { WITS.beliefs.muffled } else { WITS.beliefs.voice };
            mind.beliefs.take(Belief { about, what, basis: Basis::Heard, since: known.tick(), sure });
        }
    }

    /// Where somebody is likely to be who is not where they were thought to be: where they usually are at this hour.
    pub fn infer(known: &Known, mind: &mut Mindset, wrong: &Correction, ken: Ken<'_>) -> Option<Belief> {
        let about = wrong.before.about;
        if wrong.fault != Fault::NotThere {
            return None;
        }
        let usual = ken.habits.forecast(about, known.time_of_day() * 24.0, ken.town?)?;
        if usual.chance < WITS.beliefs.usual || usual.at.distance(known.place()) < WITS.beliefs.see_metres {
            return None;
        }
        let what = What::At { place: usual.at, level: 0 };
        let sure = usual.chance * WITS.beliefs.thought;
        let thought = Belief { about, what, basis: Basis::Inferred, since: known.tick(), sure };
        mind.beliefs.take(thought);
        Some(thought)
    }

    /// Those who are not where they were thought to be, though that place is in plain sight.
    fn miss(&self, known: &Known, mind: &mut Mindset) -> Vec<Correction> {
        let (here, level, now) = (known.place(), known.level(), known.tick());
        let is_empty = |belief: &&Belief| {
            let Some((place, storey)) = belief.place() else { return false };
            let fresh =
                belief.basis == Basis::Seen && now.since(belief.since) < steps(WITS.beliefs.just_now_seconds);
            let named = |other: &Sighted| BeingId::named(&other.card.name) == belief.about;
            !fresh
                && storey == level
                && here.distance(place) < WITS.beliefs.see_metres
                && known.land().in_sight(here, place, level)
                && !known.entities().values().any(|other| other.is_person() && named(other))
        };
        let gone: Vec<BeingId> =
            mind.beliefs.places.values().filter(is_empty).map(|belief| belief.about).collect();
        gone.into_iter().filter_map(|whom| mind.beliefs.missed(whom)).collect()
    }

    /// Who takes something has it, who gives or eats it has it no longer.
    fn watch_hands(&mut self, known: &Known, mind: &mut Mindset) -> Vec<Correction> {
        let mark = self.mark.replace(known.deeds().mark()).unwrap_or(u64::MAX);
        let mut wrong = Vec::new();
        for seen in known.deeds().after(mark) {
            let name = seen.saw.doer.and_then(|doer| known.name_of(doer));
            let (Some(kind), Some(name)) = (seen.saw.thing, name) else { continue };
            let about = BeingId::named(name);
            let has = |about| Belief {
                about,
                what: What::Has(kind),
                basis: Basis::Seen,
                since: known.tick(),
                sure: 1.0,
            };
            match seen.saw.deed {
                Deed::Take | Deed::Steal | Deed::Find => {
                    mind.names.learn(name);
                    mind.beliefs.take(has(about));
                }
                Deed::Drop | Deed::Eat => wrong.extend(mind.beliefs.parted(about, kind)),
                Deed::Give | Deed::Trade => {
                    wrong.extend(mind.beliefs.parted(about, kind));
                    if let Some(to) = seen.saw.object.and_then(|to| known.name_of(to)) {
                        mind.beliefs.take(has(BeingId::named(to)));
                    }
                }
                _ => {}
            }
        }
        wrong
    }

    /// Believes where somebody was seen, if it is told so and trusts the teller.
    pub fn hear(&self, known: &Known, tale: &Tale, mind: &mut Mindset) -> Option<Belief> {
        let place = tale.matter.place.filter(|_| !tale.denied)?;
        if ACTIONS.row(tale.matter.action).name != "seen" || tale.matter.subject == mind.memory.own() {
            return None;
        }
        let place = DVec2::new(f64::from(place.x), f64::from(place.y));
        let told = Belief {
            about: tale.matter.subject,
            what: What::At { place, level: 0 },
            basis: Basis::Told(tale.teller()),
            since: known.tick(),
            sure: (mind.memory.respect(tale.teller()) * WITS.beliefs.word).clamp(0.0, WITS.beliefs.word),
        };
        mind.beliefs.take(told);
        (mind.beliefs.place_of(told.about) == Some(&told)).then_some(told)
    }
}

/// Whether nothing stands between oneself and somebody one is told of: who just stepped behind something is told of a moment longer.
pub(crate) fn is_in_plain_sight(known: &Known, other: &Sighted) -> bool {
    let land = known.land();
    let eyes = land.eyes(known.place(), known.level(), known.own().pose);
    land.sees_body(eyes, &land.figure(known.place_of(other), other.state.level, other.state.pose))
}
