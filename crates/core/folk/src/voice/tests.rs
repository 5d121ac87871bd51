use super::*;
use crate::rows::WITS;
use std::collections::BTreeMap;
use wold_lore::act::Hunt;
use wold_lore::land::ThingKind;
use wold_mind::gossip::Temper;

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn mind() -> Mindset {
    let mut mind = Mindset::new("Ada Reed", Temper::default());
    ["Bo Miller", "Cy Moss", "Cy Baker"].iter().for_each(|name| {
        mind.names.learn(name);
    });
    mind.day = 4;
    mind
}

fn tale(path: &[&str], denied: bool) -> SpeechAct {
    let deed = Done { verb: Verb::Steal, object: Some(name("Cy Moss")), day: 3 };
    let matter = Matter::Deed { subject: name("Bo Miller"), deed };
    let path = path.iter().map(|teller| name(teller)).collect();
    SpeechAct::to("Eva Dyer", Meaning::Tale(Tale { matter, denied, path }))
}

fn said(voice: &mut Voice, mind: &Mindset, act: &SpeechAct, base: &str) -> Option<String> {
    let known = Known::new(wold_guest::known::SightConfig::default());
    let scene = Scene {
        known: &known,
        mind,
        town: None,
        trade: "smith",
        occasion: None,
        kinfolk: &Kinfolk::default(),
    };
    match voice.put(Intent::say(base, Some(act.clone())), &scene) {
        Some(Intent::Say { text, act: said, .. }) => {
            assert_eq!(said.as_deref(), Some(act), "what is meant stays");
            Some(text)
        }
        _ => None,
    }
}

#[test]
fn the_grammar_knows_every_verb_and_every_hour() {
    for verb in Verb::ALL {
        assert!(GRAMMAR.has(&format!("verb_{}", verb.name())), "{verb:?}");
    }
    for hour in [Hour::Morning, Hour::Day, Hour::Evening, Hour::Night] {
        assert!(GRAMMAR.has(&format!("greeting_{}", hour.label())));
    }
    for call in Call::ALL {
        assert!(GRAMMAR.has(&format!("call_{}", call.name())), "{call:?}");
    }
}

#[test]
fn calls_of_a_search_name_who_is_looked_for_and_are_not_the_same_again_and_again() {
    let (mind, mut voice) = (mind(), Voice::new(Seed(8)));
    let hunt = Hunt { call: Call::Found, whom: Some(name("Bo Miller")), place: None };
    let act = SpeechAct::to_all(Meaning::Hunt(hunt));
    let calls: Vec<String> =
        (0..30).filter_map(|_| said(&mut voice, &mind, &act, "There is Bo Miller!")).collect();
    assert!(calls.iter().all(|call| call.contains("Bo")), "{calls:?}");
    let different: BTreeSet<&String> = calls.iter().collect();
    let most = different.iter().map(|one| calls.iter().filter(|call| call == one).count()).max();
    assert!(different.len() >= 5 && most <= Some(usize::from(WITS.words.most_calls)), "{calls:?}");
}

#[test]
fn a_tale_is_told_in_many_words_and_names_everybody_in_it() {
    let (mind, mut voice) = (mind(), Voice::new(Seed(3)));
    let mut shapes = BTreeSet::new();
    for _ in 0..200 {
        for act in [tale(&[], false), tale(&["Dee Hall"], false), tale(&[], true)] {
            let text = said(&mut voice, &mind, &act, "Listen.").unwrap_or_default();
            if text.is_empty() || text.contains("Listen.") {
                continue;
            }
            assert!(text.contains("Bo") && text.contains("Cy Moss"), "{text}");
            assert!(text.matches("Dee").count() <= 1, "who has it from a witness says so once: {text}");
            assert!(!text.contains('[') && !text.contains('{'), "{text}");
            shapes.insert(text);
        }
    }
    assert!(shapes.len() > 150, "{}", shapes.len());
}

#[test]
fn who_tells_of_its_own_deeds_does_not_say_that_it_saw_them() {
    let (mind, mut voice) = (mind(), Voice::new(Seed(6)));
    let deed = Done { verb: Verb::Help, object: Some(name("Cy Moss")), day: 4 };
    let matter = Matter::Deed { subject: name("Ada Reed"), deed };
    let act = SpeechAct::to("Eva Dyer", Meaning::Tale(Tale { matter, denied: false, path: Vec::new() }));
    for _ in 0..40 {
        let text = said(&mut voice, &mind, &act, "I helped Cy Moss today.").unwrap_or_default();
        assert!(!text.contains("saw") && !text.contains("eyes") && !text.contains("{"), "{text}");
    }
}

#[test]
fn nobody_says_the_same_twice_a_day_and_a_remark_only_once() {
    let (mut mind, mut voice) = (mind(), Voice::new(Seed(4)));
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..300 {
        let text = said(&mut voice, &mind, &tale(&[], false), "Bo Miller stole from Cy Moss.");
        text.into_iter().for_each(|text| *times.entry(text).or_default() += 1);
    }
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    let remark = SpeechAct::to_all(Meaning::Remark(None));
    let rain: Vec<String> =
        (0..600).filter_map(|_| said(&mut voice, &mind, &remark, "Rain again.")).collect();
    let different: BTreeSet<&String> = rain.iter().collect();
    assert_eq!(different.len(), rain.len());
    assert!(rain.len() < 120, "there is an end to it: {}", rain.len());
    mind.day = 5;
    assert!(said(&mut voice, &mind, &remark, "Rain again.").is_some(), "tomorrow it may be said again");
}

#[test]
fn namesakes_are_called_in_full_and_whom_one_speaks_to_is_you() {
    let (mind, mut voice) = (mind(), Voice::new(Seed(5)));
    let known = Known::new(wold_guest::known::SightConfig::default());
    let scene = Scene {
        known: &known,
        mind: &mind,
        town: None,
        trade: "smith",
        occasion: None,
        kinfolk: &Kinfolk::default(),
    };
    let act = SpeechAct::to("Bo Miller", Meaning::Greeting);
    let mut called =
        |whom: &str| -> BTreeSet<String> { (0..40).map(|_| voice.call(&name(whom), &scene, &act)).collect() };
    assert_eq!(called("Cy Moss").into_iter().collect::<Vec<_>>(), ["Cy Moss"]);
    assert_eq!(called("Bo Miller").into_iter().collect::<Vec<_>>(), ["you"]);
    assert_eq!(
        (when(4, 4).as_str(), when(2, 4).as_str(), when(9, 4).as_str()),
        ("today", "the day before yesterday", "on day 9")
    );
}

#[test]
fn every_sentence_begins_large() {
    assert_eq!(
        large("have you heard? yesterday it rained. so it is"),
        "Have you heard? Yesterday it rained. So it is"
    );
    assert_eq!(large("no: not me!"), "No: not me!");
}

#[test]
fn who_asks_after_a_theft_keeps_its_words_and_who_asks_about_somebody_finds_others() {
    let (mind, mut voice) = (mind(), Voice::new(Seed(9)));
    let about = |whom: &str| SpeechAct::to("Eva Dyer", Meaning::Question(Question::About(name(whom))));
    let gone = "Eva Dyer, my bread is gone. Who was here?";
    assert_eq!(said(&mut voice, &mind, &about("steal"), gone).as_deref(), Some(gone));
    let asked = said(&mut voice, &mind, &about("Bo Miller"), "Well?").unwrap_or_default();
    assert!(asked.contains("Bo") && !asked.contains("Well?"), "{asked}");
}

#[test]
fn who_came_by_the_road_says_what_it_brings_and_who_sells_keeps_its_prices() {
    let (mut mind, mut voice) = (mind(), Voice::new(Seed(10)));
    let offer = SpeechAct::to("Eva Dyer", Meaning::Offer(vec![ThingKind::Bread]));
    let prices = "Have your pick, Eva Dyer: bread for 12.";
    assert_eq!(said(&mut voice, &mind, &offer, prices).as_deref(), Some(prices));
    let load = serde_json::json!({ "quotes": [], "load": [[ThingKind::Bread, [0, 0]]], "set_out": 1 });
    mind.trips = serde_json::from_value(load).expect("trips");
    let brought = said(&mut voice, &mind, &offer, "Here.").unwrap_or_default();
    assert!(brought.contains("bread") && !brought.contains("Here."), "{brought}");
}
