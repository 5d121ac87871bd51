//! Tales as sentences: what inhabitants and people say to each other, and how it is understood.
//!
//! ```text
//! Listen, Bo: Asa stole from Cy today. I saw it.
//! Listen, Bo: Asa stole from Cy yesterday. I saw it.
//! Listen, Bo: Asa stole from Cy on day 3. I heard it from Dee, who heard it from Eli, who saw it.
//! Listen, Bo: it is not true that Asa stole from Cy on day 3. I was there.
//! Listen, Bo: the old well is to be found at 10,-4. I saw it.
//! Tell me about Asa.
//! Bo, tell me about Asa.          Bo, what do you think of Asa?     Bo, why do you believe that?
//! Bo, you stole from Cy on day 3! Bo, I am sorry.                   Bo, what do you sell?
//! Bo, have you a bite to eat?
//! ```
//! Anybody within hearing may take a tale in, whoever it is meant for. People who play can say the same sentences; day and source may
//! be left out, they are today and "I saw it". Who is called by name answers; an open question is answered by who stands nearest.

use std::collections::BTreeMap;
use wold_mind::gossip::{Actions, BeingId, Kind, Matter, Place, Tale, Topic, sentence};

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

/// What somebody said, understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Understood {
    /// A tale, and whom it was meant for.
    Tale(Tale, BeingId),
    /// Something asked or said of one, or of whoever is nearest.
    Turn(Turn, Option<BeingId>),
}

/// What one says to another besides tales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A question about somebody, something, or some place, by what it is called.
    Ask(String),
    /// Why the last thing told is believed.
    Why,
    /// An apology.
    Sorry,
    /// What is for sale.
    Sell,
    /// Something to eat, for nothing.
    Beg,
}

/// The topic of a name: a kind of deed or sighting, else a being.
#[must_use]
pub fn topic(about: &str, actions: &Actions) -> Topic {
    actions.named(about).map_or_else(|_| Topic::Being(BeingId::named(about)), Topic::Action)
}

/// The longest speech the world carries.
const LONGEST: usize = wold_wire::intent::LONGEST_SPEECH;

/// A tale as a sentence to somebody. Nothing if it cannot be said: a name was never heard, or it is too long.
#[must_use]
pub fn say(tale: &Tale, to: &str, today: u32, actions: &Actions, names: &Names) -> Option<String> {
    let everybody =
        [tale.matter.subject].into_iter().chain(tale.matter.object).chain(tale.path.iter().copied());
    if !everybody.into_iter().all(|being| names.knows(being)) {
        return None;
    }
    let mut words = sentence(&tale.matter, tale.denied, actions, |being| names.of(being).to_owned());
    if tale.matter.place.is_none() {
        let day = tale.matter.day;
        words = match today.checked_sub(day) {
            Some(0) => format!("{words} today"),
            Some(1) => format!("{words} yesterday"),
            _ => format!("{words} on day {day}"),
        };
    }
    let source = |path: &[BeingId]| match path {
        [] | [_] if tale.denied => "I was there".to_owned(),
        [] | [_] => "I saw it".to_owned(),
        [before @ .., _] => {
            let tellers: Vec<&str> = before.iter().rev().map(|&teller| names.of(teller)).collect();
            format!("I heard it from {}, who saw it", tellers.join(", who heard it from "))
        }
    };
    let whole = |path: &[BeingId]| format!("Listen, {to}: {words}. {}.", source(path));
    let said = whole(&tale.path);
    if said.len() <= LONGEST {
        return Some(said);
    }
    // Too long a chain: the witness and the last are enough to judge it by.
    let ends: Vec<BeingId> = match tale.path.as_slice() {
        [first, .., last] => vec![*first, *last],
        path => path.to_vec(),
    };
    Some(whole(&ends)).filter(|said| said.len() <= LONGEST)
}

/// A question about somebody.
#[must_use]
pub fn ask(about: &str) -> String {
    format!("Tell me about {about}.")
}

/// What a sentence of `speaker` means, if it is one of these.
#[must_use]
pub fn understand(
    said: &str,
    speaker: BeingId,
    today: u32,
    actions: &Actions,
    names: &mut Names,
) -> Option<Understood> {
    if let Some(turn) = turn(said) {
        return Some(Understood::Turn(turn, None));
    }
    if let Some((to, rest)) = addressed(said) {
        let to = BeingId::named(to);
        if let Some(turn) = turn(rest) {
            return Some(Understood::Turn(turn, Some(to)));
        }
        let deed = strip(rest, "you ")?;
        let words = format!("{} {}", said.split_once(", ")?.0.trim(), deed.trim_end_matches(ENDINGS));
        let matter = matter(&words, today, actions, names)?;
        return Some(Understood::Tale(Tale::first_hand(speaker, matter), to));
    }
    let (to, rest) = said.strip_prefix("Listen, ")?.split_once(": ")?;
    let (words, source) = rest.split_once(". ").unwrap_or((rest.trim_end_matches('.'), ""));
    let (denied, words) = match words.strip_prefix("it is not true that ") {
        Some(words) => (true, words),
        None => (false, words),
    };
    let matter = matter(words, today, actions, names)?;
    let mut path: Vec<BeingId> = source
        .trim_end_matches('.')
        .strip_prefix("I heard it from ")
        .map(|chain| chain.trim_end_matches(", who saw it"))
        .into_iter()
        .flat_map(|chain| chain.split(", who heard it from "))
        .filter(|name| !name.is_empty())
        .take(8)
        .map(|name| names.learn(name.trim()))
        .collect();
    path.reverse();
    path.push(speaker);
    let tale = Tale { matter, denied, at: matter.place, path, kinds: [Kind::default(); 2] };
    Some(Understood::Tale(tale, BeingId::named(to.trim())))
}

const ENDINGS: [char; 3] = ['.', '?', '!'];

/// Whom a sentence is said to, and what: "Bo, tell me about Asa." None of "Listen, …", which is for all.
fn addressed(said: &str) -> Option<(&str, &str)> {
    let (to, rest) = said.split_once(", ")?;
    (!to.is_empty() && to != "Listen").then(|| (to.trim(), rest.trim()))
}

/// The rest of a sentence that begins so, in whatever case its first letter is.
fn strip<'a>(said: &'a str, beginning: &str) -> Option<&'a str> {
    let head = said.get(..beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then(|| said[beginning.len()..].trim_start())
}

fn turn(said: &str) -> Option<Turn> {
    let about = strip(said, "tell me about ").or_else(|| strip(said, "what do you think of "));
    if let Some(about) = about {
        let about = about.trim_end_matches(ENDINGS).trim();
        return (!about.is_empty()).then(|| Turn::Ask(about.to_owned()));
    }
    let turns = [
        ("why do you believe that", Turn::Why),
        ("i am sorry", Turn::Sorry),
        ("what do you sell", Turn::Sell),
        ("have you a bite to eat", Turn::Beg),
    ];
    turns.into_iter().find(|(beginning, _)| strip(said, beginning).is_some()).map(|(_, turn)| turn)
}

/// Whether a sentence is a turn of talk for minds rather than a greeting.
#[must_use]
pub fn is_for_minds(said: &str) -> bool {
    let turned = |rest: &str| turn(rest).is_some() || strip(rest, "you ").is_some();
    said.starts_with("Listen, ")
        || turn(said).is_some()
        || addressed(said).is_some_and(|(_, rest)| turned(rest))
}

fn matter(words: &str, today: u32, actions: &Actions, names: &mut Names) -> Option<Matter> {
    // The longest verb that fits: "was seen" before "seen".
    let (at, action, row) = actions
        .iter()
        .filter_map(|(id, row)| {
            let at = words.find(&format!(" {}", row.past))?;
            let after = &words[at + 1 + row.past.len()..];
            (after.is_empty() || after.starts_with(' ')).then_some((at, id, row))
        })
        .max_by_key(|(_, _, row)| row.past.len())?;
    let subject = words[..at].trim();
    let rest = words[at + 1 + row.past.len()..].trim();
    if subject.is_empty() {
        return None;
    }
    let subject = names.learn(subject);
    if row.is_place {
        let (x, y) = rest.strip_prefix("at ")?.split_once(',')?;
        let place = Place { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? };
        return Some(Matter::sighting(subject, action, place));
    }
    let (object, day) = if let Some((object, day)) = rest.rsplit_once("on day ") {
        (object, day.trim().parse().ok()?)
    } else if let Some(object) = rest.strip_suffix("yesterday") {
        (object, today.saturating_sub(1))
    } else {
        (rest.strip_suffix("today").unwrap_or(rest), today)
    };
    let object = object.trim();
    let object = (!object.is_empty()).then(|| names.learn(object));
    Some(Matter::deed(subject, action, object, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(all: &[&str]) -> Names {
        let mut names = Names::default();
        all.iter().for_each(|name| {
            names.learn(name);
        });
        names
    }

    #[test]
    fn what_is_said_is_understood_as_it_was_meant() {
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
                    let said = say(&tale, "Cy Moss", today, &actions, &names).expect("all names are known");
                    let back = understand(&said, id("Bo"), today, &actions, &mut names);
                    assert_eq!(back, Some(Understood::Tale(tale.clone(), id("Cy Moss"))), "{said}");
                }
            }
        }
        let plain =
            understand("Listen, Bo: Asa Reed stole from Cy Moss.", id("Eli"), 7, &actions, &mut names);
        let today = Matter { day: 7, ..theft };
        assert_eq!(plain, Some(Understood::Tale(Tale::first_hand(id("Eli"), today), id("Bo"))));
        let asked = understand(&ask("Asa Reed"), id("Eli"), 7, &actions, &mut names);
        assert_eq!(asked, Some(Understood::Turn(Turn::Ask("Asa Reed".into()), None)));
        assert_eq!(topic("Asa Reed", &actions), Topic::Being(id("Asa Reed")));
        assert_eq!(topic("water", &actions), Topic::Action(water.action));
    }

    #[test]
    fn who_is_called_by_name_is_meant() {
        let actions = Actions::deeds();
        let mut names = known(&["Asa Reed", "Cy Moss"]);
        let id = BeingId::named;
        for (said, turn) in [
            ("Bo, tell me about Asa Reed.", Turn::Ask("Asa Reed".into())),
            ("Bo, what do you think of Asa Reed?", Turn::Ask("Asa Reed".into())),
            ("Bo, why do you believe that?", Turn::Why),
            ("Bo, I am sorry.", Turn::Sorry),
            ("Bo, what do you sell?", Turn::Sell),
            ("Bo, have you a bite to eat?", Turn::Beg),
        ] {
            assert!(is_for_minds(said), "{said}");
            let made = understand(said, id("Eli"), 7, &actions, &mut names);
            assert_eq!(made, Some(Understood::Turn(turn, Some(id("Bo")))), "{said}");
        }
        let accused = understand("Asa Reed, you stole from Cy Moss!", id("Eli"), 7, &actions, &mut names);
        let steal = actions.named("steal").expect("listed");
        let theft = Matter::deed(id("Asa Reed"), steal, Some(id("Cy Moss")), 7);
        assert_eq!(accused, Some(Understood::Tale(Tale::first_hand(id("Eli"), theft), id("Asa Reed"))));
        for plain in ["Good morning, Bo!", "Hello, Bo. Going far?", "Bo, you there?", ", tell me about ."] {
            assert_eq!(understand(plain, id("Eli"), 7, &actions, &mut names), None, "{plain}");
        }
    }

    #[test]
    fn other_talk_is_not_taken_for_a_tale_and_long_chains_are_cut() {
        let actions = Actions::deeds();
        let mut names = Names::default();
        for said in [
            "Good morning, Bo!",
            "Listen, Bo: nice weather.",
            "Listen, Bo",
            "Listen, : x hit ",
            "Listen, Bo: water is to be found at the hill.",
        ] {
            let made = understand(said, BeingId(1), 1, &actions, &mut names);
            assert!(
                !matches!(
                    made,
                    Some(Understood::Tale(Tale { matter: Matter { place: Some(_), .. }, .. }, _))
                ),
                "{said}"
            );
        }
        assert_eq!(understand("Listen, Bo: nice weather.", BeingId(1), 1, &actions, &mut names), None);
        let long: Vec<String> =
            (0..9).map(|n| format!("Somebody With A Very Long Name Number {n}")).collect();
        let ids: Vec<BeingId> = long.iter().map(|name| names.learn(name)).collect();
        let matter = Matter::deed(ids[0], actions.named("hit").expect("listed"), Some(ids[1]), 1);
        let tale = Tale { path: ids.clone(), ..Tale::first_hand(ids[0], matter) };
        let said = say(&tale, "Bo", 1, &actions, &names).expect("fits once cut");
        assert!(said.len() <= LONGEST);
        let Some(Understood::Tale(back, _)) = understand(&said, ids[8], 1, &actions, &mut names) else {
            panic!("{said}")
        };
        assert_eq!(back.path, [ids[0], ids[8]]);
    }
}
