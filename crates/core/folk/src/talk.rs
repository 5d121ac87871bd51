//! Tales between minds and mouths: how what is known is put into words with what is meant by them, and how what was meant is taken in.
//!
//! ```text
//! Listen, Bo: Asa stole from Cy today. I saw it.
//! Listen, Bo: Asa stole from Cy on day 3. I heard it from Dee, who heard it from Eli, who saw it.
//! Listen, Bo: it is not true that Asa stole from Cy on day 3. I was there.
//! ```
//! The words are for people; minds take in the act beside them and never the words. Anybody within hearing may take a tale in, whoever it is meant for. Who is called by name answers; an
//! open question is answered by who stands nearest. People who play say such sentences, too, and the world understands them ([`wold_lore::words`]).
//!
//! Contract: a tale is its speaker's word, whatever path is claimed for it: the one who is heard is always the last of it.

use super::rows::WITS;
use std::collections::BTreeMap;
use wold_lore::act::{self, LONGEST_PATH, Meaning, Name, Question, Sight, SpeechAct, Verb};
use wold_mind::gossip::{Actions, BeingId, Kind, Matter, Place, Tale, Topic};
use wold_wire::Intent;

/// Names by what they are known as. Bounded: a mind does not need the name of somebody it has forgotten.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<BeingId, String>);

/// Names kept.
const MOST_NAMES: usize = 512;

impl Names {
    /// The being of that name.
    pub fn learn(&mut self, name: &str) -> BeingId {
        let id = BeingId::named(name);
        if self.0.len() < MOST_NAMES {
            self.0.entry(id).or_insert_with(|| name.to_owned());
        }
        id
    }

    /// The name of somebody; "somebody" if it was never heard.
    #[must_use]
    pub fn of(&self, being: BeingId) -> &str {
        self.0.get(&being).map_or("somebody", String::as_str)
    }

    /// The name of somebody as an act calls them, if it was ever heard.
    fn name(&self, being: BeingId) -> Option<Name> {
        self.0.get(&being).and_then(|name| Name::new(name))
    }

    /// The names of all of a path, if all were heard; of a long one the witness and the last.
    pub(super) fn path(&self, path: &[BeingId]) -> Option<Vec<Name>> {
        match path {
            [first, .., last] if path.len() > LONGEST_PATH => {
                Some(vec![self.name(*first)?, self.name(*last)?])
            }
            path => path.iter().map(|&being| self.name(being)).collect(),
        }
    }

    /// All names heard.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Whether the name was heard.
    #[must_use]
    pub fn knows(&self, being: BeingId) -> bool {
        self.0.contains_key(&being)
    }
}

/// Words, and what is meant by them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The words.
    pub text: String,
    /// What is meant.
    pub act: SpeechAct,
}

impl Spoken {
    /// Words to somebody.
    #[must_use]
    pub fn to(whom: &str, text: String, meaning: Meaning) -> Self {
        Self { text, act: SpeechAct::to(whom, meaning) }
    }

    /// Words that answer somebody and mean no more than they say.
    #[must_use]
    pub fn answer(whom: &str, text: String) -> Self {
        Self::to(whom, text, Meaning::Answer(None))
    }

    /// The wish to say it.
    #[must_use]
    pub fn intent(self) -> Intent {
        Intent::say(self.text, Some(self.act))
    }
}

/// The topic of a name: a kind of deed as it was done lately, a kind of sighting, else a being.
#[must_use]
pub fn topic(about: &str, actions: &Actions, today: u32) -> Topic {
    let Ok(action) = actions.named(about) else { return Topic::Being(BeingId::named(about)) };
    if actions.row(action).is_place {
        return Topic::Action(action);
    }
    Topic::Lately(action, today.saturating_sub(WITS.words.lately_days))
}

/// The longest speech the world carries.
const LONGEST: usize = wold_lore::intent::LONGEST_SPEECH;

/// A tale as words to somebody. Nothing if it cannot be said: a name was never heard, or it is too long.
#[must_use]
pub fn say(tale: &Tale, to: &str, today: u32, actions: &Actions, names: &Names) -> Option<Spoken> {
    let matter = matter_of(&tale.matter, actions, names)?;
    let listener = BeingId::named(to);
    let mut words = sentence_between(tale, listener, actions, names);
    if tale.matter.place.is_none() {
        let day = tale.matter.day;
        words = match today.checked_sub(day) {
            Some(0) => format!("{words} today"),
            Some(1) => format!("{words} yesterday"),
            _ => format!("{words} on day {day}"),
        };
    }
    let spoken = |before: &[BeingId]| {
        let path = before.iter().map(|&teller| names.name(teller)).collect::<Option<Vec<Name>>>()?;
        let called = |(being, name): (&BeingId, &'_ Name)| match *being == listener {
            true => "you".to_owned(),
            false => name.as_str().to_owned(),
        };
        let tellers: Vec<String> = before.iter().zip(&path).rev().map(called).collect();
        let source = match tellers.as_slice() {
            [] if tale.denied => "I was there".to_owned(),
            [] => "I saw it".to_owned(),
            tellers => format!("I heard it from {}, who saw it", tellers.join(", who heard it from ")),
        };
        let text = format!("Listen, {to}: {words}. {source}.");
        let fits = text.len() <= LONGEST && path.len() <= LONGEST_PATH;
        let told = act::Tale { matter: matter.clone(), denied: tale.denied, path };
        fits.then(|| Spoken::to(to, text, Meaning::Tale(told)))
    };
    let before = tale.path.split_last().map_or(&[][..], |(_, before)| before);
    // Too long a chain: the witness and the last are enough to judge it by.
    spoken(before).or_else(|| spoken(before.get(..1)?))
}

/// What a tale says, between its teller and a listener: "you stole from me".
fn sentence_between(tale: &Tale, listener: BeingId, actions: &Actions, names: &Names) -> String {
    let (matter, row) = (&tale.matter, actions.row(tale.matter.action));
    let speaker = tale.teller();
    let called = |being: BeingId, oneself: &str| match being {
        being if being == speaker => oneself.to_owned(),
        being if being == listener => "you".to_owned(),
        being => names.of(being).to_owned(),
    };
    // The one verb here that bends.
    let past = match row.past.strip_prefix("was ") {
        Some(rest) if matter.subject == listener => format!("were {rest}"),
        _ => row.past.clone(),
    };
    let mut words = format!("{} {past}", called(matter.subject, "I"));
    if let Some(object) = matter.object {
        let oneself = if object == matter.subject { "myself" } else { "me" };
        words = format!("{words} {}", called(object, oneself));
    }
    if let Some(place) = matter.place {
        words = format!("{words} at {},{}", place.x, place.y);
    }
    if tale.denied { format!("it is not true that {words}") } else { words }
}

/// What somebody means who tells of something it saw itself; nothing if a name in it was never heard.
#[must_use]
pub(super) fn meant(tale: &Tale, actions: &Actions, names: &Names) -> Option<Meaning> {
    let matter = matter_of(&tale.matter, actions, names)?;
    Some(Meaning::Tale(act::Tale { matter, denied: tale.denied, path: Vec::new() }))
}

/// A matter as an act calls it.
fn matter_of(matter: &Matter, actions: &Actions, names: &Names) -> Option<act::Matter> {
    let (subject, action) = (names.name(matter.subject)?, &actions.row(matter.action).name);
    if let Some(place) = matter.place {
        return Some(act::Matter::Sighting {
            subject,
            sight: Sight::named(action)?,
            place: [place.x, place.y],
        });
    }
    let object = match matter.object {
        Some(object) => Some(names.name(object)?),
        None => None,
    };
    let deed = act::Done { verb: Verb::named(action)?, object, day: matter.day };
    Some(act::Matter::Deed { subject, deed })
}

/// A question to somebody about somebody or something. Nothing if what is asked about has no name.
#[must_use]
pub fn ask(whom: &str, about: &str) -> Option<Spoken> {
    let text = format!("{whom}, tell me about {about}.");
    Some(Spoken::to(whom, text, Meaning::Question(Question::About(Name::new(about)?))))
}

/// What is told by an act of `speaker`: a tale, or an accusation, which is a tale of who makes it.
#[must_use]
pub fn tale_of(act: &SpeechAct, speaker: BeingId, actions: &Actions, names: &mut Names) -> Option<Tale> {
    let mut deed = |subject: &Name, done: &act::Done| {
        let action = actions.named(done.verb.name()).ok()?;
        let subject = names.learn(subject.as_str());
        let object = done.object.as_ref().map(|object| names.learn(object.as_str()));
        Some(Matter::deed(subject, action, object, done.day))
    };
    let (matter, denied, path): (Matter, bool, &[Name]) = match &act.meaning {
        Meaning::Accusation(done) => (deed(act.to.as_ref()?, done)?, false, &[]),
        Meaning::Tale(told) => {
            let matter = match &told.matter {
                act::Matter::Deed { subject, deed: done } => deed(subject, done)?,
                act::Matter::Sighting { subject, sight, place: [x, y] } => {
                    let action = actions.named(sight.name()).ok()?;
                    let subject = names.learn(subject.as_str());
                    Matter::sighting(subject, action, Place { x: *x, y: *y })
                }
            };
            (matter, told.denied, &told.path)
        }
        _ => return None,
    };
    let before = path.iter().map(|teller| names.learn(teller.as_str()));
    let mut path: Vec<BeingId> = before.filter(|teller| *teller != speaker).collect();
    path.push(speaker);
    Some(Tale { matter, denied, at: matter.place, path, kinds: [Kind::default(); 2] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::words::understand;

    fn known(all: &[&str]) -> Names {
        let mut names = Names::default();
        all.iter().for_each(|name| {
            names.learn(name);
        });
        names
    }

    fn name(text: &str) -> Name {
        Name::new(text).expect("a name")
    }

    #[test]
    fn what_people_tell_of_is_called_the_same_in_the_table_of_actions() {
        let actions = Actions::deeds();
        for (_, row) in actions.iter() {
            let said = match row.is_place {
                true => Sight::named(&row.name).map(Sight::said),
                false => Verb::named(&row.name).map(Verb::said),
            };
            assert_eq!(said, Some(row.past.as_str()), "{}", row.name);
        }
        assert_eq!(actions.iter().count(), Verb::ALL.len() + Sight::ALL.len());
    }

    #[test]
    fn what_is_meant_is_what_is_said_and_comes_back_as_the_tale_it_was() {
        let actions = Actions::deeds();
        let mut names = known(&["Asa Reed", "Cy Moss", "Bo", "Dee", "Eli", "the old well"]);
        let id = BeingId::named;
        let steal = actions.named("steal").expect("listed");
        let theft = Matter::deed(id("Asa Reed"), steal, Some(id("Cy Moss")), 3);
        let felled = Matter::deed(id("Asa Reed"), actions.named("fell").expect("listed"), None, 2);
        let water = Matter::sighting(
            id("the old well"),
            actions.named("water").expect("listed"),
            Place { x: 10, y: -4 },
        );
        for matter in [theft, felled, water] {
            for (denied, path) in [
                (false, vec![id("Bo")]),
                (true, vec![id("Bo")]),
                (false, vec![id("Eli"), id("Dee"), id("Bo")]),
            ] {
                let tale = Tale { matter, denied, at: matter.place, path, kinds: [Kind::default(); 2] };
                for today in [1, 2, 3, 4, 9] {
                    let said = say(&tale, "Gil", today, &actions, &names).expect("all names are known");
                    let text = &said.text;
                    assert_eq!(
                        understand(text, today).as_ref(),
                        Some(&said.act),
                        "who types it means it: {text}"
                    );
                    let back = tale_of(&said.act, id("Bo"), &actions, &mut names);
                    assert_eq!(back.as_ref(), Some(&tale), "{text}");
                }
            }
        }
        let asked = ask("Bo", "Asa Reed").expect("a name");
        assert_eq!(understand(&asked.text, 7), Some(asked.act));
        assert_eq!(topic("Asa Reed", &actions, 9), Topic::Being(id("Asa Reed")));
        assert_eq!(topic("water", &actions, 9), Topic::Action(water.action));
        let steal = actions.named("steal").expect("listed");
        assert_eq!(topic("steal", &actions, 9), Topic::Lately(steal, 9 - WITS.words.lately_days));
    }

    #[test]
    fn speaker_and_listener_are_i_and_you_in_the_words_and_themselves_in_the_act() {
        let actions = Actions::deeds();
        let names = known(&["Ada", "Bo", "Cy", "Dee"]);
        let id = BeingId::named;
        let steal = actions.named("steal").expect("listed");
        let told = |thief: &str, victim: &str, path: &[&str], denied: bool, to: &str| {
            let matter = Matter::deed(id(thief), steal, Some(id(victim)), 1);
            let path = path.iter().map(|teller| id(teller)).collect();
            let tale = Tale { path, denied, ..Tale::first_hand(id("Ada"), matter) };
            say(&tale, to, 1, &actions, &names).expect("all names are known")
        };
        for (said, text) in [
            (told("Bo", "Ada", &["Ada"], false, "Cy"), "Listen, Cy: Bo stole from me today. I saw it."),
            (told("Bo", "Cy", &["Ada"], false, "Cy"), "Listen, Cy: Bo stole from you today. I saw it."),
            (
                told("Ada", "Cy", &["Ada"], true, "Bo"),
                "Listen, Bo: it is not true that I stole from Cy today. I was there.",
            ),
            (
                told("Bo", "Dee", &["Cy", "Ada"], false, "Cy"),
                "Listen, Cy: Bo stole from Dee today. I heard it from you, who saw it.",
            ),
        ] {
            assert_eq!(said.text, text);
        }
        let said = told("Bo", "Ada", &["Ada"], false, "Cy");
        let Meaning::Tale(tale) = said.act.meaning else { panic!("a tale") };
        let deed = act::Done { verb: Verb::Steal, object: Some(name("Ada")), day: 1 };
        assert_eq!(tale.matter, act::Matter::Deed { subject: name("Bo"), deed });
        let seen = Matter::sighting(id("Cy"), actions.named("seen").expect("listed"), Place { x: 1, y: 2 });
        let said = say(&Tale::first_hand(id("Ada"), seen), "Cy", 1, &actions, &names).expect("names");
        assert_eq!(said.text, "Listen, Cy: you were seen at 1,2. I saw it.");
    }

    #[test]
    fn a_tale_is_its_speakers_word_whatever_path_is_claimed_for_it() {
        let actions = Actions::deeds();
        let mut names = Names::default();
        let id = BeingId::named;
        let told = |path: &[&str]| {
            let deed = act::Done { verb: Verb::Kill, object: Some(name("Cy")), day: 3 };
            let matter = act::Matter::Deed { subject: name("Asa"), deed };
            let path = path.iter().map(|teller| name(teller)).collect();
            SpeechAct::to("Bo", Meaning::Tale(act::Tale { matter, denied: false, path }))
        };
        let mut path = |claimed: &[&str]| {
            tale_of(&told(claimed), id("Liar"), &actions, &mut names).map(|tale| tale.path)
        };
        assert_eq!(path(&["Saint"]), Some(vec![id("Saint"), id("Liar")]), "not Saint's, but Liar's of Saint");
        assert_eq!(path(&["Liar"]), Some(vec![id("Liar")]));
        assert_eq!(path(&["Liar", "Saint"]), Some(vec![id("Saint"), id("Liar")]));
        let done = act::Done { verb: Verb::Steal, object: Some(name("Cy")), day: 7 };
        let accused = SpeechAct::to("Asa", Meaning::Accusation(done));
        let steal = actions.named("steal").expect("listed");
        let theft = Matter::deed(id("Asa"), steal, Some(id("Cy")), 7);
        let tale = tale_of(&accused, id("Eli"), &actions, &mut names);
        assert_eq!(tale, Some(Tale::first_hand(id("Eli"), theft)), "an accusation is a tale of who makes it");
        let greeting = SpeechAct::to("Asa", Meaning::Greeting);
        assert_eq!(tale_of(&greeting, id("Eli"), &actions, &mut names), None);
    }

    #[test]
    fn long_chains_are_cut_and_what_has_no_name_is_not_told() {
        let actions = Actions::deeds();
        let mut names = Names::default();
        let long: Vec<String> = (0..9).map(|n| format!("Somebody With A Long Name No {n}")).collect();
        let ids: Vec<BeingId> = long.iter().map(|name| names.learn(name)).collect();
        let matter = Matter::deed(ids[0], actions.named("hit").expect("listed"), Some(ids[1]), 1);
        let tale = Tale { path: ids.clone(), ..Tale::first_hand(ids[0], matter) };
        let said = say(&tale, "Bo", 1, &actions, &names).expect("fits once cut");
        assert!(said.text.len() <= LONGEST && said.act.is_bounded());
        let back = tale_of(&said.act, ids[8], &actions, &mut names).expect("a tale");
        assert_eq!(back.path, [ids[0], ids[8]]);
        let stranger = Tale { path: vec![BeingId(7), ids[8]], ..tale.clone() };
        assert_eq!(say(&stranger, "Bo", 1, &actions, &names), None);
        let nameless = names.learn(&"x".repeat(40));
        let tale = Tale { path: vec![nameless, ids[8]], ..tale };
        assert_eq!(say(&tale, "Bo", 1, &actions, &names), None, "too long to be called by");
    }
}
