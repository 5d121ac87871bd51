//! What words mean, and whether their speaker may mean it.
//!
//! Contract: a pure function of the logged words and act, the day, and what the world knows of the speaker. An act that does not fit its speaker is dropped, the words stay: a call
//! of the law is a guard's, an offer is of what one carries, an accusation is of somebody, a path leads to its speaker and not through them. Words of a person that come without an act
//! are understood here and nowhere else; programs say what they mean.

use super::Doer;
use crate::clock::{Now, day_number};
use crate::config::WorldConfig;
use crate::parts::{Bag, Guard, Person, Thing};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_lore::act::{Meaning, Name, SpeechAct};
use wold_lore::land::ThingKind;
use wold_lore::words::understand;
use wold_wire::text::one_line;

/// What somebody means by words, as far as the world lets them mean it.
pub(super) fn meant(world: &World, doer: &Doer, text: &str, act: Option<SpeechAct>) -> Option<SpeechAct> {
    let speaker = world.get::<Person>(doer.entity)?;
    let mut act = match act {
        Some(act) => act,
        None if speaker.human => {
            let today = day_number(world.resource::<WorldConfig>(), world.resource::<Now>().0);
            understand(text, today)?
        }
        None => return None,
    };
    let is_clean = |name: &Name| one_line(name.as_str()) == name.as_str();
    if !act.is_bounded() || !act.names().all(is_clean) || !fits(world, doer, &act) {
        return None;
    }
    if let Meaning::Tale(tale) = &mut act.meaning {
        // Nobody has it from themselves: what they say is their own word.
        tale.path.retain(|teller| *teller != *speaker.name);
    }
    Some(act)
}

/// Whether somebody is one to say this.
fn fits(world: &World, doer: &Doer, act: &SpeechAct) -> bool {
    match &act.meaning {
        Meaning::Law => world.get::<Guard>(doer.entity).is_some(),
        Meaning::Accusation(_) => act.to.is_some(),
        Meaning::Offer(goods) => {
            let mut carried = carried(world, doer);
            goods.iter().all(|kind| {
                let at = carried.iter().position(|had| had == kind);
                at.map(|at| carried.swap_remove(at)).is_some()
            })
        }
        _ => true,
    }
}

/// What somebody has in the bag.
fn carried(world: &World, doer: &Doer) -> Vec<ThingKind> {
    let roll = &world.resource::<Roll>().0;
    let slots = world.get::<Bag>(doer.entity).map(|bag| bag.slots).unwrap_or_default();
    let things = slots.into_iter().flatten().filter_map(|id| world.get::<Thing>(*roll.get(&id)?));
    things.map(|thing| thing.kind).collect()
}

#[cfg(test)]
mod tests {
    use crate::command::{Act, Command, Decree};
    use crate::{Origin, Realm};
    use std::sync::Arc;
    use wold_lore::act::{Done, Matter, Meaning, Name, Question, SpeechAct, Tale, Verb};
    use wold_lore::land::ThingKind;
    use wold_space::GuestId;
    use wold_wire::{FromHost, Intent};

    const PERSON: u64 = 1;
    const PROGRAM: u64 = 2;

    /// A meadow with somebody who plays, Ann, and a program, Bo.
    fn two() -> Realm {
        let mut realm = Realm::new(Origin::meadow(3));
        let enter = |guest, name: &str, human| Command {
            guest: GuestId(guest),
            number: 1,
            act: Act::Enter { name: name.into(), human, look: 0 },
        };
        realm.step(vec![enter(PERSON, "Ann", true), enter(PROGRAM, "Bo", false)]);
        realm
    }

    /// What the other hears: the words, and what is meant by them.
    fn heard(
        realm: &mut Realm,
        speaker: u64,
        text: &str,
        act: Option<SpeechAct>,
    ) -> (String, Option<Arc<SpeechAct>>) {
        let act = Act::Intent(Intent::say(text, act));
        let report = realm.step(vec![Command { guest: GuestId(speaker), number: 0, act }]);
        let listener = GuestId(PERSON + PROGRAM - speaker);
        let mail = report.mail.iter().filter(|letter| letter.to == listener);
        let mut lines = mail.filter_map(|letter| match &letter.message {
            FromHost::Heard { text, act, .. } => Some((text.clone(), act.clone())),
            _ => None,
        });
        lines.next().expect("they stand beside each other")
    }

    fn meaning(realm: &mut Realm, speaker: u64, text: &str, act: Option<SpeechAct>) -> Option<Meaning> {
        heard(realm, speaker, text, act).1.map(|act| act.meaning.clone())
    }

    fn decree(realm: &mut Realm, decree: Decree) {
        realm.step(vec![Command { guest: GuestId(0), number: 0, act: Act::Decree(decree) }]);
    }

    #[test]
    fn the_law_is_called_by_guards_alone_whoever_uses_its_words() {
        let mut realm = two();
        let words = "Stop in the name of the law, Bo!";
        let law = || Some(SpeechAct::to("Bo", Meaning::Law));
        assert_eq!(heard(&mut realm, PERSON, words, None), (words.to_owned(), None), "typed");
        assert_eq!(heard(&mut realm, PERSON, words, law()), (words.to_owned(), None), "or claimed");
        let who = realm.body_of(GuestId(PERSON)).expect("in");
        decree(&mut realm, Decree::Appoint { who, guard: true });
        assert_eq!(meaning(&mut realm, PERSON, words, None), Some(Meaning::Law), "a guard may type it");
        assert_eq!(meaning(&mut realm, PERSON, words, law()), Some(Meaning::Law));
    }

    #[test]
    fn one_offers_what_one_carries_and_nobody_sells_by_words() {
        let mut realm = two();
        let offer = |goods: &[ThingKind]| Some(SpeechAct::to("Bo", Meaning::Offer(goods.to_vec())));
        let words = "Give me a coin, Bo, and have your pick: bread.";
        assert!(!matches!(meaning(&mut realm, PERSON, words, None), Some(Meaning::Offer(_))));
        assert_eq!(meaning(&mut realm, PERSON, words, offer(&[ThingKind::Bread])), None, "there is no bread");
        let who = realm.body_of(GuestId(PERSON)).expect("in");
        decree(&mut realm, Decree::Grant { who, thing: ThingKind::Bread });
        let bread = Some(Meaning::Offer(vec![ThingKind::Bread]));
        assert_eq!(meaning(&mut realm, PERSON, words, offer(&[ThingKind::Bread])), bread);
        assert_eq!(
            meaning(&mut realm, PERSON, words, offer(&[ThingKind::Bread; 2])),
            None,
            "one loaf is not two"
        );
    }

    #[test]
    fn words_of_people_are_understood_and_programs_say_what_they_mean() {
        let mut realm = two();
        let asked = |to: &str| format!("{to}, what do you sell?");
        let wares = Some(Meaning::Question(Question::Wares));
        assert_eq!(meaning(&mut realm, PERSON, &asked("Bo"), None), wares);
        assert_eq!(meaning(&mut realm, PROGRAM, &asked("Ann"), None), None);
        let act = SpeechAct::to("Ann", Meaning::Question(Question::Wares));
        assert_eq!(meaning(&mut realm, PROGRAM, "Was gibt es, Ann?", Some(act)), wares);
    }

    #[test]
    fn nobody_has_a_tale_from_themselves_and_no_name_breaks_a_line() {
        let mut realm = two();
        let name = |text: &str| Name::new(text).expect("a name");
        let tale = |subject: &str, path: &[&str]| {
            let deed = Done { verb: Verb::Steal, object: None, day: 1 };
            let matter = Matter::Deed { subject: name(subject), deed };
            let path = path.iter().map(|teller| name(teller)).collect();
            Meaning::Tale(Tale { matter, denied: false, path })
        };
        let say = |realm: &mut Realm, told: Meaning| {
            meaning(realm, PERSON, "Listen.", Some(SpeechAct::to("Bo", told)))
        };
        assert_eq!(say(&mut realm, tale("Asa", &["Ann"])), Some(tale("Asa", &[])), "it is her own word");
        assert_eq!(say(&mut realm, tale("Asa", &["Eve", "Ann"])), Some(tale("Asa", &["Eve"])));
        assert_eq!(say(&mut realm, tale("As\u{202e}a", &[])), None, "turns the line around");
        let long = Meaning::Answer(Some(vec![name("Eve"); 100]));
        assert_eq!(say(&mut realm, long), None, "no guest sends so much, and nobody is told");
        let nobody = SpeechAct::to_all(Meaning::Accusation(Done { verb: Verb::Hit, object: None, day: 1 }));
        assert_eq!(meaning(&mut realm, PERSON, "You hit!", Some(nobody)), None);
    }

    #[test]
    fn the_same_words_mean_the_same_when_a_log_is_replayed() {
        let words = "Listen, Bo: Asa stole from Cy today. I saw it.";
        let once = meaning(&mut two(), PERSON, words, None);
        assert!(matches!(once, Some(Meaning::Tale(_))));
        assert_eq!(meaning(&mut two(), PERSON, words, None), once);
    }
}
