//! What a person's words mean: the one place where sentences are read.
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
//! Bo, have you a bite to eat?     Good morning, Bo!                 Goodbye, Bo.
//! Thank you, Bo.                  Leave them alone, Bo!             Stop in the name of the law, Bo!
//! Bo, what does bread cost?       Bo, why does bread cost so much?
//! ```
//!
//! Contract: a pure function of the words and the day. Day and source of a tale may be left out, they are today and "I saw it". Words that fit nothing here but call somebody are small
//! talk; words that call nobody mean nothing to minds. Nobody becomes a seller by words: what is for sale is shown, not claimed. Whether a speaker may say what they mean is
//! not decided here.

use crate::act::{Done, LONGEST_PATH, Matter, Meaning, Name, Question, Sight, SpeechAct, Tale, Verb};
use crate::land::ThingKind;

const ENDINGS: [char; 3] = ['.', '?', '!'];

/// How people greet, take leave, and the like.
const GREETINGS: [&str; 12] = [
    "good morning",
    "good day",
    "good evening",
    "good night",
    "hello",
    "hi",
    "hey",
    "well met",
    "greetings",
    "morning",
    "evening",
    "how do you do",
];
const FAREWELLS: [&str; 4] = ["goodbye", "farewell", "good bye", "bye"];
const THANKS: [&str; 2] = ["thank you", "thanks"];
const PLEAS: [&str; 2] = ["leave them alone", "leave me alone"];
/// What guards call. Whether it is the law depends on who says it.
const LAW: &str = "stop in the name of the law";

/// What words mean that were said on a day, if they mean something to minds.
///
/// ```
/// use wold_lore::act::{Meaning, Question};
/// use wold_lore::words::understand;
/// let asked = understand("Bo, what do you sell?", 1).expect("a question");
/// assert_eq!((asked.to.expect("to Bo").as_str(), asked.meaning), ("Bo", Meaning::Question(Question::Wares)));
/// assert_eq!(understand("It rains.", 1), None);
/// ```
#[must_use]
pub fn understand(said: &str, today: u32) -> Option<SpeechAct> {
    if let Some(rest) = said.strip_prefix("Listen, ") {
        let (to, rest) = rest.split_once(": ")?;
        return Some(SpeechAct {
            to: Some(Name::new(to.trim())?),
            meaning: Meaning::Tale(tale(rest, today)?),
        });
    }
    if let Some(question) = question(said) {
        return Some(SpeechAct::to_all(Meaning::Question(question)));
    }
    if let Some(act) = courtesy(said) {
        return Some(act);
    }
    let (to, rest) = addressed(said)?;
    let meaning = question(rest)
        .map(Meaning::Question)
        .or_else(|| courtesy(rest).map(|act| act.meaning))
        .or_else(|| accusation(rest, today));
    meaning.map(|meaning| SpeechAct { to: Some(to), meaning }).or_else(|| small_talk(said))
}

/// Whom a sentence is said to, and what: "Bo, tell me about Asa."
fn addressed(said: &str) -> Option<(Name, &str)> {
    let (to, rest) = said.split_once(", ")?;
    Some((Name::new(to.trim())?, rest.trim()))
}

/// The rest of a sentence that begins so, in whatever case, if the words end there.
fn strip<'a>(said: &'a str, beginning: &str) -> Option<&'a str> {
    let head = said.get(..beginning.len())?;
    let rest = &said[beginning.len()..];
    let ends = beginning.ends_with(' ') || !rest.starts_with(char::is_alphanumeric);
    (head.eq_ignore_ascii_case(beginning) && ends).then(|| rest.trim_start())
}

fn question(said: &str) -> Option<Question> {
    let name = |about: &str| Name::new(about.trim_end_matches(ENDINGS).trim());
    if let Some(about) = strip(said, "tell me about ") {
        return name(about).map(Question::About);
    }
    if let Some(about) = strip(said, "what do you think of ") {
        return name(about).map(Question::Opinion);
    }
    if let Some(thing) = strip(said, "what does ").or_else(|| strip(said, "why does ")) {
        let (thing, _) = thing.split_once(" cost")?;
        let kind = ThingKind::ALL.iter().find(|kind| kind.label() == thing.trim())?;
        return Some(Question::Price(*kind));
    }
    let questions = [
        ("why do you believe that", Question::Why),
        ("what do you sell", Question::Wares),
        ("have you a bite to eat", Question::Alms),
    ];
    questions
        .into_iter()
        .find(|(beginning, _)| strip(said, beginning).is_some())
        .map(|(_, question)| question)
}

/// Greetings, thanks and calls: a few fixed words, then whom they are for.
fn courtesy(said: &str) -> Option<SpeechAct> {
    let begins = |beginnings: &[&str]| beginnings.iter().find_map(|beginning| strip(said, beginning));
    let all = [
        (begins(&GREETINGS), Meaning::Greeting),
        (begins(&FAREWELLS), Meaning::Farewell),
        (begins(&THANKS), Meaning::Thanks),
        (begins(&PLEAS), Meaning::Plea),
        (begins(&[LAW]), Meaning::Law),
        (begins(&["i am sorry"]), Meaning::Apology),
    ];
    let (rest, meaning) = all.into_iter().find_map(|(rest, meaning)| Some((rest?, meaning)))?;
    // "Hello there, Bo. Going far?" is for Bo, and so is "Hi Bo!".
    let called = rest.split_once(',').map_or(rest, |(_, called)| called);
    let called = called.split(ENDINGS).next().unwrap_or_default().trim();
    Some(SpeechAct { to: Name::new(called), meaning })
}

/// "you stole from Cy on day 3!"
fn accusation(said: &str, today: u32) -> Option<Meaning> {
    let words = strip(said, "you ")?.trim_end_matches(ENDINGS);
    let (before, verb, rest) = verb_in(&format!(" {words}"), Verb::ALL, Verb::said)?;
    before.is_empty().then(|| done(verb, &rest, today)).flatten().map(Meaning::Accusation)
}

/// Words to somebody, about nothing that minds know of: "Bo, nice hat." "Nice hat, Bo!"
fn small_talk(said: &str) -> Option<SpeechAct> {
    let (before, after) = (said.split_once(", ")?.0, said.rsplit_once(", ")?.1);
    let last = after.trim_end_matches(ENDINGS);
    // A name is one or several words with capitals.
    let is_name = |text: &str| {
        text.split(' ').all(|word| word.starts_with(char::is_uppercase)) && !text.contains(ENDINGS)
    };
    let to = [last, before].into_iter().find(|text| is_name(text)).and_then(Name::new)?;
    Some(SpeechAct { to: Some(to), meaning: Meaning::Remark(None) })
}

fn tale(words: &str, today: u32) -> Option<Tale> {
    let (words, source) = words.split_once(". ").unwrap_or((words.trim_end_matches('.'), ""));
    let (denied, words) = match words.strip_prefix("it is not true that ") {
        Some(words) => (true, words),
        None => (false, words),
    };
    let matter = matter(words, today)?;
    let chain = source.trim_end_matches('.').strip_prefix("I heard it from ");
    let chain = chain.map(|chain| chain.trim_end_matches(", who saw it"));
    let tellers = chain.into_iter().flat_map(|chain| chain.split(", who heard it from "));
    let mut path: Vec<Name> =
        tellers.map(str::trim).filter(|name| !name.is_empty()).map(Name::new).collect::<Option<_>>()?;
    path.truncate(LONGEST_PATH);
    path.reverse();
    Some(Tale { matter, denied, path })
}

/// The longest of some verbs that is in a sentence, with the words before and after it.
fn verb_in<T: Copy>(words: &str, all: &[T], said: fn(T) -> &'static str) -> Option<(String, T, String)> {
    let found = all.iter().filter_map(|&verb| {
        let at = words.find(&format!(" {}", said(verb)))?;
        let after = &words[at + 1 + said(verb).len()..];
        (after.is_empty() || after.starts_with(' ')).then_some((at, verb, after))
    });
    let (at, verb, after) = found.max_by_key(|(_, verb, _)| said(*verb).len())?;
    Some((words[..at].trim().to_owned(), verb, after.trim().to_owned()))
}

fn matter(words: &str, today: u32) -> Option<Matter> {
    if let Some((subject, sight, rest)) = verb_in(words, Sight::ALL, Sight::said) {
        let (x, y) = rest.strip_prefix("at ")?.split_once(',')?;
        let place = [x.trim().parse().ok()?, y.trim().parse().ok()?];
        return Some(Matter::Sighting { subject: Name::new(&subject)?, sight, place });
    }
    let (subject, verb, rest) = verb_in(words, Verb::ALL, Verb::said)?;
    Some(Matter::Deed { subject: Name::new(&subject)?, deed: done(verb, &rest, today)? })
}

/// Whom something was done to and when: "Cy on day 3".
fn done(verb: Verb, rest: &str, today: u32) -> Option<Done> {
    let (object, day) = if let Some((object, day)) = rest.rsplit_once("on day ") {
        (object, day.trim().parse().ok()?)
    } else if let Some(object) = rest.strip_suffix("yesterday") {
        (object, today.saturating_sub(1))
    } else {
        (rest.strip_suffix("today").unwrap_or(rest), today)
    };
    let object = object.trim();
    let object = if object.is_empty() { None } else { Some(Name::new(object)?) };
    Some(Done { verb, object, day })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).expect("a name")
    }

    fn theft(day: u32) -> Done {
        Done { verb: Verb::Steal, object: Some(name("Cy Moss")), day }
    }

    #[test]
    fn who_is_called_by_name_is_meant() {
        let opinion = Question::Opinion(name("Asa Reed"));
        for (said, meaning) in [
            ("Bo, tell me about Asa Reed.", Meaning::Question(Question::About(name("Asa Reed")))),
            ("Bo, what do you think of Asa Reed?", Meaning::Question(opinion)),
            ("Bo, why do you believe that?", Meaning::Question(Question::Why)),
            ("Bo, I am sorry.", Meaning::Apology),
            ("Bo, what do you sell?", Meaning::Question(Question::Wares)),
            ("Bo, have you a bite to eat?", Meaning::Question(Question::Alms)),
            ("Good morning, Bo!", Meaning::Greeting),
            ("Hello, Bo. Going far?", Meaning::Greeting),
            ("Hi Bo!", Meaning::Greeting),
            ("Bo, hello!", Meaning::Greeting),
            ("Goodbye, Bo.", Meaning::Farewell),
            ("Thank you, Bo.", Meaning::Thanks),
            ("Leave them alone, Bo!", Meaning::Plea),
            ("Stop in the name of the law, Bo!", Meaning::Law),
            ("Bo, you stole from Cy Moss on day 3!", Meaning::Accusation(theft(3))),
            ("Bo, you stole from Cy Moss!", Meaning::Accusation(theft(7))),
            ("Bo, you there?", Meaning::Remark(None)),
            ("Nice hat, Bo!", Meaning::Remark(None)),
        ] {
            assert_eq!(understand(said, 7), Some(SpeechAct { to: Some(name("Bo")), meaning }), "{said}");
        }
        let asked = understand("Tell me about Asa Reed.", 7);
        assert_eq!(asked, Some(SpeechAct::to_all(Meaning::Question(Question::About(name("Asa Reed"))))));
    }

    #[test]
    fn tales_are_understood_with_or_without_day_and_source() {
        let told = |matter, denied, path: &[&str]| {
            let path = path.iter().map(|teller| name(teller)).collect();
            Some(SpeechAct::to("Bo", Meaning::Tale(Tale { matter, denied, path })))
        };
        let asa = |day| Matter::Deed { subject: name("Asa Reed"), deed: theft(day) };
        for (said, matter, denied, path) in [
            ("Listen, Bo: Asa Reed stole from Cy Moss.", asa(7), false, [].as_slice()),
            ("Listen, Bo: Asa Reed stole from Cy Moss today. I saw it.", asa(7), false, &[]),
            ("Listen, Bo: Asa Reed stole from Cy Moss yesterday. I saw it.", asa(6), false, &[]),
            (
                "Listen, Bo: it is not true that Asa Reed stole from Cy Moss on day 3. I was there.",
                asa(3),
                true,
                &[],
            ),
            (
                "Listen, Bo: Asa Reed stole from Cy Moss on day 3. I heard it from Dee, who heard it from Eli, who saw it.",
                asa(3),
                false,
                &["Eli", "Dee"],
            ),
        ] {
            assert_eq!(understand(said, 7), told(matter, denied, path), "{said}");
        }
        let well = Matter::Sighting { subject: name("the old well"), sight: Sight::Water, place: [10, -4] };
        let said = "Listen, Bo: the old well is to be found at 10,-4. I saw it.";
        assert_eq!(understand(said, 7), told(well, false, &[]));
    }

    #[test]
    fn other_words_are_neither_tales_nor_offers() {
        for said in [
            "Listen, Bo: nice weather.",
            "Listen, Bo",
            "Listen, : x hit ",
            "Listen, Bo: water is to be found at the hill.",
            "It rains.",
            ", tell me about .",
            "",
            "I am a seller",
            "hit",
        ] {
            assert_eq!(understand(said, 7), None, "{said}");
        }
        let coin = understand("Give me a coin, Bo, and have your pick: bread.", 7).map(|act| act.meaning);
        assert_eq!(coin, None);
        let coin = understand("Give me a coin, Bo", 7).map(|act| act.meaning);
        assert_eq!(coin, Some(Meaning::Remark(None)));
    }

    #[test]
    fn long_chains_and_long_names_stay_bounded() {
        let chain = vec!["Eli"; 30].join(", who heard it from ");
        let said = format!("Listen, Bo: Asa hit Cy. I heard it from {chain}, who saw it.");
        assert!(understand(&said, 1).expect("a tale").is_bounded());
        let long = "x".repeat(40);
        assert_eq!(understand(&format!("Listen, Bo: {long} hit Cy."), 1), None);
        assert_eq!(understand(&format!("{long}, tell me about Cy."), 1), None);
    }
}
