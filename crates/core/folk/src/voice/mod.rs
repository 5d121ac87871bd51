//! A voice: how somebody puts into words what it means.
//!
//! Every part of a mind says what it means by an act, with words that would do. The voice finds better ones: by a [`grammar`] with variants for the hour, what is spoken of and the [`tone`]: respect, mood, folk, trade and occasion;
//! people by the name one calls them, places by what stands there. Minds read acts and never words, so whatever the voice says, everybody understands the same.
//!
//! Contract: nobody says the same twice a day; greetings, thanks, calls and answers somebody waits for aside, and but for courtesies and the law nothing more than a few times. A remark that has been made is not made again; of what must be said, other words are found, or it is said that one repeats oneself.

mod grammar;
mod tone;

use super::haunts::Haunts;
use super::kinfolk::Kinfolk;
use super::lines::Hour;
use super::mindset::Mindset;
use crate::rows::WITS;
use grammar::Grammar;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use tone::Tone;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_lore::Relative;
use wold_lore::act::{Call, Done, Matter, Meaning, Name, Question, Sight, SpeechAct, Tale, Verb};
use wold_lore::intent::LONGEST_SPEECH;
use wold_lore::land::PlaceKind;
use wold_mind::gossip::BeingId;
use wold_mind::living::Occasion;
use wold_space::DVec2;
use wold_wire::Intent;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::parse(include_str!("voice.toml")).expect("a test reads the grammar that is compiled in")
});

/// How often other words are looked for.
const TRIES: usize = 12;
/// Lines of a day that are remembered.
const MOST_LINES: usize = 512;

/// Somebody's voice.
#[derive(Debug)]
pub(super) struct Voice {
    stream: Stream,
    day: u32,
    /// What it said today, by hash.
    said: BTreeSet<u64>,
    /// How often it has said what today, courtesies aside.
    calls: BTreeMap<u64, u8>,
}

/// Who speaks, and where.
pub(super) struct Scene<'a> {
    pub known: &'a Known,
    pub mind: &'a Mindset,
    pub town: Option<&'a Haunts>,
    /// The name of its trade.
    pub trade: &'static str,
    /// What day it is, if one unlike others.
    pub occasion: Option<&'static Occasion>,
    /// Whom it mourns.
    pub kinfolk: &'a Kinfolk,
}

impl Voice {
    pub fn new(own: Seed) -> Self {
        Self {
            stream: Stream::named(own, "voice", &[]),
            day: 0,
            said: BTreeSet::new(),
            calls: BTreeMap::new(),
        }
    }

    /// An intent in one's own words; nothing if it has nothing new to say.
    pub fn put(&mut self, intent: Intent, scene: &Scene<'_>) -> Option<Intent> {
        let Intent::Say { text, loudness, act: Some(act) } = intent else { return Some(intent) };
        if std::mem::replace(&mut self.day, scene.mind.day) != scene.mind.day {
            self.said.clear();
            self.calls.clear();
        }
        let text = self.find_words(&act, text, scene)?;
        // Whom the law calls on it must call on.
        let always =
            matches!(act.meaning, Meaning::Greeting | Meaning::Farewell | Meaning::Thanks | Meaning::Law);
        if !always && self.is_hoarse(&text) {
            return None;
        }
        Some(Intent::Say { text, loudness, act: Some(act) })
    }

    fn find_words(&mut self, act: &SpeechAct, base: String, scene: &Scene<'_>) -> Option<String> {
        let free = matches!(
            act.meaning,
            Meaning::Greeting
                | Meaning::Farewell
                | Meaning::Thanks
                | Meaning::Law
                | Meaning::Plea
                | Meaning::Hunt(_)
        );
        let mut worded = None;
        for _ in 0..TRIES {
            let text = self.word(act, &base, scene).unwrap_or_else(|| base.clone());
            let fits = text.len() <= LONGEST_SPEECH;
            if fits && self.is_new(&text) {
                return Some(text);
            }
            worded = Some(text).filter(|_| fits).or(worded);
        }
        if free {
            return worded;
        }
        if matches!(act.meaning, Meaning::Remark(_)) {
            return None;
        }
        for _ in 0..TRIES {
            let again = self.expand("again", scene, act, &|slot| (slot == "base").then(|| base.clone()))?;
            if again.len() <= LONGEST_SPEECH && self.is_new(&again) {
                return Some(again);
            }
        }
        // What one has repeated already is worth no third time, unless somebody waits for it.
        let owed = matches!(act.meaning, Meaning::Answer(_) | Meaning::Refusal(_) | Meaning::Offer(_));
        owed.then_some(base)
    }

    /// Whether it has said that often enough today, in these very words: who is about has heard it.
    fn is_hoarse(&mut self, text: &str) -> bool {
        if self.calls.len() >= MOST_LINES {
            self.calls.pop_first();
        }
        let times = self.calls.entry(BeingId::named(text).0).or_default();
        *times = times.saturating_add(1);
        *times > WITS.words.most_calls
    }

    /// Whether it has not said that today; from now on it has.
    fn is_new(&mut self, text: &str) -> bool {
        if self.said.len() >= MOST_LINES {
            self.said.pop_first();
        }
        self.said.insert(BeingId::named(text).0)
    }

    /// Words for an act; nothing where those it came with are the best.
    fn word(&mut self, act: &SpeechAct, base: &str, scene: &Scene<'_>) -> Option<String> {
        let plain = |slot: &str| (slot == "base").then(|| base.to_owned());
        match &act.meaning {
            Meaning::Greeting => {
                let hour = Hour::of(scene.known.time_of_day()).label();
                self.expand(&format!("greeting_{hour}"), scene, act, &plain)
            }
            Meaning::Law => self.expand("law", scene, act, &plain),
            Meaning::Plea => self.expand("plea", scene, act, &plain),
            Meaning::Tale(tale) => self.word_tale(tale, scene, act),
            Meaning::Question(question) => {
                let (symbol, about) = match question {
                    // Who asks after a kind of deed has suffered it, and says what is gone: more than the act.
                    Question::About(about) if Verb::named(about.as_str()).is_none() => {
                        ("ask_about", Some(about))
                    }
                    Question::About(_) => return None,
                    Question::Opinion(about) => ("ask_opinion", Some(about)),
                    Question::Wares => ("ask_wares", None),
                    Question::Alms => ("ask_alms", None),
                    Question::Price(kind) => {
                        let about = Some(kind.label().to_owned());
                        return self.expand("ask_price", scene, act, &|slot| {
                            about.clone().filter(|_| slot == "about")
                        });
                    }
                    Question::Why => return None,
                };
                let about = about.map(|about| self.call(about, scene, act));
                self.expand(symbol, scene, act, &|slot| about.clone().filter(|_| slot == "about"))
            }
            Meaning::Thanks => self.expand("thanks", scene, act, &plain),
            Meaning::Remark(Some(about)) if scene.kinfolk.late(about, scene.mind.day).is_some() => {
                let dead = scene.kinfolk.late(about, scene.mind.day);
                self.expand("lament", scene, act, &|slot| dead.clone().filter(|_| slot == "subject"))
            }
            // Who sells has said what it wants for each; who brings something says what.
            Meaning::Offer(goods) if goods.iter().all(|kind| scene.mind.trips.carries(*kind)) => {
                let goods: Vec<&str> = goods.iter().map(|kind| kind.label()).collect();
                let goods = goods.join(", ");
                self.expand("cart", scene, act, &|slot| (slot == "thing").then(|| goods.clone()))
            }
            Meaning::Price(cost) => {
                let by = cost.by.as_ref().map(|by| self.call(by, scene, act)).unwrap_or_default();
                let symbol = format!("price_{}", cost.why.name());
                self.expand(&symbol, scene, act, &|slot| match slot {
                    "coins" => Some(cost.coins.to_string()),
                    "thing" => Some(cost.thing.label().to_owned()),
                    "by" => Some(by.clone()),
                    _ => None,
                })
            }
            Meaning::Suit(suit) if scene.known.kin().is_some_and(|kin| kin.spouse().is_none()) => {
                self.expand(&format!("suit_{}", suit.name()), scene, act, &plain)
            }
            Meaning::Remark(_) => self.expand("remark", scene, act, &plain),
            Meaning::Hunt(hunt) => {
                let them = hunt.whom.as_ref().map(|whom| self.call(whom, scene, act));
                let symbol = match (hunt.call, &them, &act.to) {
                    (Call::Look, None, _) => "call_noise".to_owned(),
                    (Call::Watch, _, None) => "call_watch_all".to_owned(),
                    (call, ..) => format!("call_{}", call.name()),
                };
                let them = them.unwrap_or_else(|| "somebody".to_owned());
                self.expand(&symbol, scene, act, &|slot| (slot == "them").then(|| them.clone()))
            }
            _ => None,
        }
    }

    fn word_tale(&mut self, tale: &Tale, scene: &Scene<'_>, act: &SpeechAct) -> Option<String> {
        let (subject, verb, object, when, place) = match &tale.matter {
            Matter::Deed { subject, deed } => {
                let object = deed.object.as_ref().map(|object| self.whom(object, scene, act));
                let when = when(deed.day, scene.mind.day);
                (self.who(subject, scene, act), Some(self.verb(deed)), object, Some(when), None)
            }
            Matter::Sighting { subject, sight, place: [x, y] } => {
                let at = DVec2::new(f64::from(*x), f64::from(*y));
                let subject = match sight {
                    Sight::Seen | Sight::Dead => self.who(subject, scene, act),
                    Sight::Water => "water".to_owned(),
                };
                (subject, None, None, None, Some(where_is(at, scene)))
            }
        };
        let verb = verb.map(|verb| match verb.strip_prefix("was ") {
            Some(rest) if subject == "you" => format!("were {rest}"),
            _ => verb,
        });
        let tellers: Vec<String> =
            tale.path.iter().rev().map(|teller| self.whom(teller, scene, act)).collect();
        let witness = tale.path.first().map(|witness| self.who(witness, scene, act));
        let chain = tellers.join(", who had it from ");
        let between = tellers[..tellers.len().saturating_sub(1)].join(", who had it from ");
        let symbol = match (&tale.matter, tale.denied, tale.path.is_empty(), object.is_some()) {
            (Matter::Sighting { sight: Sight::Seen, .. }, ..) => "sighting",
            (Matter::Sighting { sight: Sight::Dead, .. }, ..) => "dead",
            (Matter::Sighting { .. }, ..) => "water",
            (_, true, true, true) => "denial",
            (_, true, true, false) => "denial_alone",
            (_, true, false, true) => "denial_heard",
            (_, true, false, false) => "denial_heard_alone",
            // Nobody says of their own deeds that they saw them.
            (_, false, true, true) if subject == "I" => "tale_own",
            (_, false, true, false) if subject == "I" => "tale_own_alone",
            (_, false, true, true) => "tale",
            (_, false, true, false) => "tale_alone",
            (_, false, false, true) => "tale_heard",
            (_, false, false, false) => "tale_heard_alone",
        };
        // Who has it from the witness does not say so twice.
        let by = if tale.path.len() == 1 { "heard_at_once" } else { "heard" };
        let how = self.expand(by, scene, act, &|slot| match slot {
            "witness" => witness.clone(),
            "chain" => Some(chain.clone()),
            "between" => Some(between.clone()),
            _ => None,
        });
        self.expand(symbol, scene, act, &|slot| match slot {
            "how" => how.clone(),
            "subject" => Some(subject.clone()),
            "object" => object.clone(),
            "verb" => verb.clone(),
            "when" => when.clone(),
            "where" => place.clone(),
            "witness" => witness.clone(),
            "chain" => Some(chain.clone()),
            _ => None,
        })
    }

    fn expand(
        &mut self,
        symbol: &str,
        scene: &Scene<'_>,
        act: &SpeechAct,
        more: &dyn Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let to = act.to.as_ref().map(Name::as_str);
        let respect = to.map_or(0.5, |to| scene.mind.respect(to));
        let tone = Tone::of(scene, respect);
        let slots = |slot: &str| match slot {
            "to" => to.map(str::to_owned),
            "first" => to.map(|to| first(to).to_owned()),
            "day" => scene.occasion.map(|occasion| occasion.name.clone()),
            slot => more(slot),
        };
        let text = GRAMMAR.expand(symbol, &tone, &slots, &mut self.stream)?;
        Some(large(&text))
    }

    fn verb(&mut self, done: &Done) -> String {
        let symbol = format!("verb_{}", done.verb.name());
        let worded = GRAMMAR.expand(&symbol, &Tone::plainly(), &|_| None, &mut self.stream);
        worded.unwrap_or_else(|| done.verb.said().to_owned())
    }

    /// Somebody who does something, as one calls them.
    fn who(&mut self, name: &Name, scene: &Scene<'_>, act: &SpeechAct) -> String {
        if *name == *scene.mind.name { "I".to_owned() } else { self.call(name, scene, act) }
    }

    /// Somebody to whom something is done.
    fn whom(&mut self, name: &Name, scene: &Scene<'_>, act: &SpeechAct) -> String {
        if *name == *scene.mind.name { "me".to_owned() } else { self.call(name, scene, act) }
    }

    /// What one calls somebody: you, what they are to one if the other is no kin, by the first name if nobody else one knows has it, or in full.
    fn call(&mut self, name: &Name, scene: &Scene<'_>, act: &SpeechAct) -> String {
        if act.to.as_ref() == Some(name) {
            return "you".to_owned();
        }
        let kin = scene.known.kin();
        let relative = kin.and_then(|kin| kin.to(name.as_str())).filter(|it| it.kinship.closeness() > 0);
        let hearer = kin.zip(act.to.as_ref()).and_then(|(kin, to)| kin.to(to.as_str()));
        if let Some(relative) = relative
            && hearer.is_none_or(|hearer| hearer.kinship.closeness() == 0)
            && self.stream.chance(WITS.words.by_kinship)
        {
            return of_kin(relative, first(name.as_str()));
        }
        let short = first(name.as_str());
        let namesakes = scene.mind.names.iter().filter(|other| first(other) == short).take(2).count();
        let familiar = namesakes == 1 && scene.mind.names.knows(BeingId::named(name.as_str()));
        if familiar && self.stream.chance(WITS.words.familiar) {
            short.to_owned()
        } else {
            name.as_str().to_owned()
        }
    }
}

/// One of the family, as one speaks of them to others.
fn of_kin(relative: &Relative, name: &str) -> String {
    let late = if relative.lives() { "" } else { "late " };
    format!("my {late}{} {name}", relative.kinship.label())
}

fn first(name: &str) -> &str {
    // "the market" is no first name.
    if name.starts_with(|c: char| c.is_lowercase()) { name } else { name.split(' ').next().unwrap_or(name) }
}

/// Every sentence begins large.
fn large(text: &str) -> String {
    let (mut begins, mut large) = (true, String::with_capacity(text.len()));
    for letter in text.chars() {
        if begins && letter.is_alphabetic() {
            large.extend(letter.to_uppercase());
        } else {
            large.push(letter);
        }
        begins = matches!(letter, '.' | '!' | '?') || begins && letter.is_whitespace();
    }
    large
}

/// When something was, from the day it is.
fn when(day: u32, today: u32) -> String {
    match today.checked_sub(day) {
        Some(0) => "today".to_owned(),
        Some(1) => "yesterday".to_owned(),
        Some(2) => "the day before yesterday".to_owned(),
        Some(days @ 3..=9) => format!("{days} days ago"),
        _ => format!("on day {day}"),
    }
}

/// Where a place is, by what stands there.
fn where_is(at: DVec2, scene: &Scene<'_>) -> String {
    let Some((kind, mark)) = scene.town.and_then(|town| town.landmark(at)) else {
        return "out there".to_owned();
    };
    let label = kind.label();
    match mark.distance(at) {
        d if d < WITS.words.at_metres
            && matches!(kind, PlaceKind::Market | PlaceKind::Inn | PlaceKind::Smithy) =>
        {
            format!("at the {label}")
        }
        d if d < WITS.words.at_metres => format!("by the {label}"),
        d if d < WITS.words.near_metres => format!("near the {label}"),
        d if d < WITS.words.aside_metres => format!("{} of the {label}", super::wording::wind(mark, at)),
        _ => "far out of town".to_owned(),
    }
}

#[cfg(test)]
mod tests;
