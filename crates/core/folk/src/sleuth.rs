//! What somebody does about deeds it did not see: it misses what is gone, asks who was there, watches whom it suspects, and accuses whom it believes to have done it.
//!
//! Contract: of its own things that lie about it remembers where; one that is not there when it looks again, was not taken up by itself and not taken before its eyes, is gone. Nobody is asked twice
//! about one day's thefts, nobody accused twice of the same. What to make of accounts is [`Suspicions`]' affair.

use super::Wish;
use super::calling::ACTIONS;
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::{COMPANY, LAW};
use super::suspicion::{Case, Source, Suspect, Suspicions};
use super::talk::Spoken;
use super::villager::steps;
use super::witness::own_body;
use std::collections::{BTreeMap, BTreeSet};
use wold_guest::known::{Known, Sighted};
use wold_lore::act::{Done, Meaning, Name, Question, Verb};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_mind::gossip::{BeingId, Matter, Tale};
use wold_space::{DVec2, EntityId};

/// Things minded, and people asked or accused that are remembered.
const MOST_THINGS: usize = 16;
const MOST_NOTED: usize = 64;

/// Something of its own that lies about.
#[derive(Clone, Debug)]
struct Lying {
    at: DVec2,
    kind: ThingKind,
    seen: u64,
    /// Since when it is not where it was.
    missed: Option<u64>,
    /// Who was near it since it was last seen.
    near: BTreeSet<BeingId>,
}

/// Somebody's suspicions, and what it does about them.
#[derive(Debug, Default)]
pub(super) struct Sleuth {
    suspicions: Suspicions,
    mine: BTreeMap<EntityId, Lying>,
    look_at: u64,
    think_at: u64,
    ask_at: u64,
    watch_at: u64,
    asked: BTreeSet<(u32, BeingId)>,
    accused: BTreeSet<Matter>,
    /// Whom it told that it has an eye on them.
    warned: BTreeSet<BeingId>,
    /// Whom it accused just now, of what.
    said: Option<(String, Matter)>,
}

impl Sleuth {
    /// Hears a tale.
    pub fn hear(&mut self, tale: &Tale, own: BeingId) {
        self.suspicions.hear(tale, own);
    }

    /// Sees somebody do something bad to somebody.
    pub fn see(&mut self, matter: &Matter, own: BeingId) {
        self.suspicions.see(matter, own);
    }

    /// Whether what one heard of a matter is contradicted too much to be held against its subject.
    pub fn doubts(&self, matter: &Matter, mind: &Mindset) -> bool {
        self.suspicions.doubts(matter, mind)
    }

    /// Who is suspected of what: cases with their suspects, the likeliest first.
    pub fn suspects(&self, mind: &Mindset) -> Vec<(Matter, Suspect)> {
        let all = |case: &Case| {
            case.weigh(mind).into_iter().map(|it| (case.matter(it.who), it)).collect::<Vec<_>>()
        };
        self.suspicions.cases().flat_map(all).collect()
    }

    /// Whom it accused since this was last asked, of what.
    pub fn take_accused(&mut self) -> Option<(String, Matter)> {
        self.said.take()
    }

    /// Looks after its own things.
    pub fn look(&mut self, known: &Known, mind: &Mindset) {
        let step = known.step();
        if step < self.look_at {
            return;
        }
        self.look_at = step + steps(LAW.theft.look_seconds);
        let me = own_body(known);
        for (id, _) in known.owners().iter().filter(|(_, owner)| me.is_some() && owner.person() == me) {
            let Some(thing) = known.entities().get(id) else { continue };
            if let Some(kind) =
                thing.thing().filter(|_| self.mine.len() < MOST_THINGS || self.mine.contains_key(id))
            {
                let lying =
                    Lying { at: thing.state.place(), kind, seen: step, missed: None, near: BTreeSet::new() };
                self.mine.insert(*id, lying);
            }
        }
        let carried = |id: EntityId| known.bag().iter().flatten().any(|slot| slot.id == id);
        self.mine.retain(|id, lying| !carried(*id) && step < lying.seen + steps(LAW.theft.give_up_seconds));
        let mut gone = Vec::new();
        for (id, lying) in self.mine.iter_mut().filter(|(id, _)| !known.entities().contains_key(id)) {
            let people = known.entities().values().filter(|other| other.is_person());
            let near =
                people.filter(|other| known.place_of(other).distance(lying.at) < LAW.theft.near_metres);
            lying.near.extend(near.map(|other| BeingId::named(&other.card.name)));
            let sees = known.place().distance(lying.at) < LAW.theft.see_metres
                && known.land().in_sight(known.place(), lying.at, known.level());
            if sees && step >= *lying.missed.get_or_insert(step) + steps(LAW.theft.gone_seconds) {
                gone.push((*id, lying.kind, lying.near.clone()));
            }
        }
        for (id, kind, near) in gone {
            self.mine.remove(&id);
            if !saw_theft(known, kind) {
                self.suspicions.miss(kind, near, mind);
            }
        }
    }

    /// Says or does something about its suspicions, if there is somebody to say it to.
    pub fn act(&mut self, moment: &Moment<'_>, mind: &Mindset) -> Option<Vec<Wish>> {
        let (known, step, own) = (moment.known, moment.known.step(), mind.memory.own());
        if step < self.think_at {
            return None;
        }
        self.think_at = step + steps(LAW.theft.think_seconds);
        let concerned = |case: &&Case| {
            let victim = case.victim();
            victim == own || mind.memory.acquaintance(victim).is_some_and(|it| it.respect >= LAW.theft.dear)
        };
        for case in self.suspicions.cases().filter(concerned) {
            let suspects = case.weigh(mind);
            for suspect in &suspects {
                let matter = case.matter(suspect.who);
                let Some(other) = beside(known, suspect.who) else { continue };
                if suspect.belief >= LAW.evidence.accuse
                    && self.accused.len() < MOST_NOTED
                    && !self.accused.contains(&matter)
                {
                    self.accused.insert(matter);
                    let said = accuse(mind, &other.card.name, &matter, suspect.strongest.as_ref())?;
                    self.said = Some((other.card.name.clone(), matter));
                    return Some(vec![Wish::Face(known.place_of(other)), Wish::Do(said.intent())]);
                }
            }
            let is_clear = suspects.first().is_some_and(|suspect| suspect.belief >= LAW.evidence.accuse);
            if case.victim() != own || is_clear {
                continue;
            }
            if let Some(gone) = case.gone
                && step >= self.ask_at
                && self.asked.len() < MOST_NOTED
            {
                let fits = |other: &&Sighted| {
                    let id = BeingId::named(&other.card.name);
                    mind.memory.respect(id) >= COMPANY.regard.shun && !self.asked.contains(&(mind.day, id))
                };
                if let Some(other) = in_reach(known).find(fits) {
                    self.ask_at = step + steps(LAW.theft.ask_seconds);
                    self.asked.insert((mind.day, BeingId::named(&other.card.name)));
                    let said = ask(&other.card.name, gone)?;
                    return Some(vec![Wish::Face(known.place_of(other)), Wish::Do(said.intent())]);
                }
            }
            let suspicious = suspects
                .iter()
                .find(|suspect| suspect.plausibility >= LAW.theft.suspicious && suspect.belief > 0.0);
            if let Some(other) = suspicious.and_then(|suspect| beside(known, suspect.who))
                && step >= self.watch_at
                && moment.at_post
            {
                self.watch_at = step + steps(LAW.theft.watch_seconds);
                let mut wishes = vec![Wish::Face(known.place_of(other))];
                let name = &other.card.name;
                if self.warned.len() < MOST_NOTED && self.warned.insert(BeingId::named(name)) {
                    wishes.push(Wish::Do(
                        Spoken::answer(name, format!("I have an eye on you, {name}.")).intent(),
                    ));
                }
                return Some(wishes);
            }
        }
        None
    }
}

/// Whether one just saw a thing of one's own being stolen.
fn saw_theft(known: &Known, kind: ThingKind) -> bool {
    let since = known.step().saturating_sub(steps(LAW.theft.just_seen_seconds));
    let me = own_body(known);
    known.deeds().iter().any(|seen| {
        let whose = seen.saw.whose.and_then(Owner::person);
        seen.step >= since && seen.saw.deed == Deed::Steal && seen.saw.thing == Some(kind) && whose == me
    })
}

/// People one can speak to.
fn in_reach(known: &Known) -> impl Iterator<Item = &Sighted> {
    let (here, level) = (known.place(), known.level());
    let people =
        known.entities().values().filter(move |other| other.is_person() && other.state.level == level);
    people.filter(move |other| known.place_of(other).distance(here) < LAW.theft.speak_metres)
}

/// Somebody, if they are within speaking distance.
fn beside(known: &Known, whom: BeingId) -> Option<&Sighted> {
    in_reach(known).find(|other| BeingId::named(&other.card.name) == whom)
}

/// "Cy, my bread is gone. Who was here?"
fn ask(name: &str, gone: ThingKind) -> Option<Spoken> {
    let about = Name::new("steal")?;
    let are = if gone == ThingKind::Berries { "are" } else { "is" };
    let text = format!("{name}, my {} {are} gone. Who was here?", gone.label());
    Some(Spoken::to(name, text, Meaning::Question(Question::About(about))))
}

/// "Bo, you stole from me! Cy saw it and told me."
fn accuse(mind: &Mindset, name: &str, matter: &Matter, strongest: Option<&Source>) -> Option<Spoken> {
    let row = ACTIONS.row(matter.action);
    let victim = matter.object?;
    let whom = mind.names.of(victim);
    let done = Done { verb: Verb::named(&row.name)?, object: Some(Name::new(whom)?), day: matter.day };
    let whom = if victim == mind.memory.own() { "me" } else { whom };
    let why = match strongest {
        Some(Source::Seen) => "I saw it.".to_owned(),
        Some(Source::Told(path)) => match path.as_slice() {
            [] => String::new(),
            [witness] => format!("{} saw it and told me.", mind.names.of(*witness)),
            [witness, .., teller] => {
                format!("{} told me, and {} saw it.", mind.names.of(*teller), mind.names.of(*witness))
            }
        },
        Some(Source::Near) => "You were there when it went.".to_owned(),
        None => String::new(),
    };
    let text = format!("{name}, you {} {whom}! {why}", row.past);
    Some(Spoken::to(name, text.trim_end().to_owned(), Meaning::Accusation(done)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_mind::gossip::Temper;

    #[test]
    fn an_accusation_names_its_strongest_evidence_and_says_me_for_oneself() {
        let mut mind = Mindset::new("Ada", Temper::default());
        let [cy, dee] = ["Cy", "Dee"].map(|name| mind.names.learn(name));
        let steal = ACTIONS.named("steal").expect("listed");
        let matter = Matter::deed(BeingId::named("Bo"), steal, Some(mind.memory.own()), 3);
        let said = |source: Source| accuse(&mind, "Bo", &matter, Some(&source)).expect("all names are known");
        for (source, text) in [
            (Source::Told(vec![cy]), "Bo, you stole from me! Cy saw it and told me."),
            (Source::Told(vec![cy, dee]), "Bo, you stole from me! Dee told me, and Cy saw it."),
            (Source::Seen, "Bo, you stole from me! I saw it."),
        ] {
            let said = said(source);
            assert_eq!(said.text, text);
            let done = Done { verb: Verb::Steal, object: Name::new("Ada"), day: 3 };
            assert_eq!(said.act.meaning, Meaning::Accusation(done), "what is meant names everybody");
        }
    }
}
