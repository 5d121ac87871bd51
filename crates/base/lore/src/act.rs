//! Acts of speech: what somebody means by what they say.
//!
//! Words are for people, acts are for minds. An act says whom the words are meant for and what they mean: a greeting, a tale, a question. Whoever it speaks of it
//! calls by name, for gossip is about people out of sight. It never says who speaks: that is known of the one who is heard.
//!
//! Contract: everything in an act is bounded, so whoever reads one from a network or a log needs no further check of its size.

use crate::land::ThingKind;
use crate::vocabulary::Word;
use serde::{Deserialize, Serialize};

/// Longest name of a person, or of what is spoken of, in bytes.
pub const LONGEST_NAME: usize = 32;
/// The most people through whom a tale came before its speaker.
pub const LONGEST_PATH: usize = 8;
/// The most goods offered at once.
pub const MOST_GOODS: usize = 8;

/// What somebody or something is called: some letters, at most [`LONGEST_NAME`] bytes of them, no line breaks and no space around them.
///
/// ```
/// use wold_lore::act::Name;
/// assert_eq!(Name::new("Asa Reed").map(|name| name.as_str().len()), Some(8));
/// assert_eq!(Name::new(" Asa"), None);
/// assert_eq!(Name::new(""), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Some text that is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no name of at most {LONGEST_NAME} bytes")]
pub struct NoName;

impl Name {
    /// That text as a name, if it is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        Self::try_from(text.to_owned()).ok()
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is called so without its article: "well" for "the well".
    #[must_use]
    pub fn plain(&self) -> &str {
        let articles = ["the ", "a ", "an "];
        articles.iter().find_map(|article| self.0.strip_prefix(article)).unwrap_or(&self.0)
    }
}

impl TryFrom<String> for Name {
    type Error = NoName;

    fn try_from(text: String) -> Result<Self, NoName> {
        let fits = !text.is_empty()
            && text.len() <= LONGEST_NAME
            && text.trim() == text
            && !text.chars().any(char::is_control);
        if fits { Ok(Self(text)) } else { Err(NoName) }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

/// Declares a small vocabulary: numbers that never change once given, a name in data files, and what it is called in a sentence.
macro_rules! words {
    ($(#[$doc:meta])* $type:ident, $what:literal: $($variant:ident = $number:literal $name:literal $said:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $type { $($variant = $number),+ }

        impl $type {
            /// All of them, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// What data files call it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// What it is called in a sentence.
            #[must_use]
            pub fn said(self) -> &'static str {
                match self { $(Self::$variant => $said),+ }
            }

            /// The one that data files call so.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.name() == name)
            }

        }

        impl Word for $type {
            const WHAT: &'static str = $what;
            const WORDS: &'static [Self] = Self::ALL;

            fn number(self) -> u8 {
                self as u8
            }

            fn called(self) -> &'static str {
                self.said()
            }
        }
    };
}

words! {
    /// What people tell of each other: somebody did it, often to somebody.
    Verb, "verb":
    Hit = 0 "hit" "hit", Kill = 1 "kill" "killed", Steal = 2 "steal" "stole from", Give = 3 "give" "gave something to",
    Heal = 4 "heal" "healed", Help = 5 "help" "helped", Trade = 6 "trade" "traded with", Fell = 7 "fell" "felled a tree",
    Find = 8 "find" "found a treasure", Arrest = 9 "arrest" "arrested", Convict = 10 "convict" "was found guilty of wronging",
    Wed = 11 "wed" "married", Bear = 12 "bear" "gave birth to", Die = 13 "die" "died",
    Banish = 14 "banish" "was banished", Expel = 15 "expel" "drove out", Proclaim = 16 "proclaim" "set a price on the head of",
    Claim = 17 "claim" "was paid for the taking of",
}

words! {
    /// What people tell of places: somebody or something is there.
    Sight, "sight":
    Seen = 0 "seen" "was seen", Water = 1 "water" "is to be found", Dead = 2 "dead" "lies dead",
}

words! {
    /// Why somebody does not trade or give.
    Decline, "refusal of a deal":
    NoDealing = 0 "no_dealing" "I do not deal with you", NothingLeft = 1 "nothing_left" "I have nothing left",
    NoSeller = 2 "no_seller" "I sell nothing", NothingToSpare = 3 "nothing_to_spare" "I have nothing to spare",
    TooLittle = 4 "too_little" "that is not enough",
}

words! {
    /// What people call to each other when they look for somebody.
    Call, "call of a search":
    Alarm = 0 "alarm" "stop them", Lost = 1 "lost" "they are gone", Look = 2 "look" "I go and look", Watch = 3 "watch" "I watch",
    Clear = 4 "clear" "nobody is here", Found = 5 "found" "there they are", GiveUp = 6 "give_up" "it is no use",
}

words! {
    /// Why a thing costs what it does.
    Worth, "reason for a price":
    Ordinary = 0 "ordinary" "that is what it always cost", Scarce = 1 "scarce" "little is brought to me",
    Plenty = 2 "plenty" "I have more than I can sell", Carted = 3 "carted" "it came by the road from another town",
    FewCarts = 4 "few_carts" "little has come by the road of late", Frost = 5 "frost" "nothing grows in this cold",
}

words! {
    /// What one says to whom one would marry, or who asks.
    Suit, "suit":
    Propose = 0 "propose" "will you marry me", Accept = 1 "accept" "yes, I will", Decline = 2 "decline" "no, let us stay what we are",
}

/// What a tale is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Matter {
    /// Somebody did something on a day.
    Deed {
        /// Who.
        subject: Name,
        /// What.
        deed: Done,
    },
    /// Somebody or something is at a place.
    Sighting {
        /// Who or what.
        subject: Name,
        /// Whether it was seen there, or is always there.
        sight: Sight,
        /// East and north, in whole metres.
        place: [i32; 2],
    },
}

/// What somebody is said to have done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Done {
    /// What.
    pub verb: Verb,
    /// To whom.
    pub object: Option<Name>,
    /// The day on which; the world's first is 1.
    pub day: u32,
}

/// What one tells another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tale {
    /// What it is about.
    pub matter: Matter,
    /// Whether it is said not to be so.
    pub denied: bool,
    /// From whom the speaker has it, the witness first; nobody if the speaker was there. At most [`LONGEST_PATH`].
    pub path: Vec<Name>,
}

/// What a thing costs, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cost {
    /// What.
    pub thing: ThingKind,
    /// Coins for one.
    pub coins: u16,
    /// Why so many.
    pub why: Worth,
    /// Who brought it last, or used to, if somebody did.
    pub by: Option<Name>,
}

/// What one asks another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    /// What is known of somebody, something, or some place.
    About(Name),
    /// What is thought of somebody.
    Opinion(Name),
    /// Why the last thing told is believed.
    Why,
    /// What is for sale.
    Wares,
    /// Whether there is something to eat, for nothing.
    Alms,
    /// What a thing costs, and why.
    Price(ThingKind),
}

/// What is called out in a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hunt {
    /// What.
    pub call: Call,
    /// Who is looked for; nobody if it is not known who it was.
    pub whom: Option<Name>,
    /// Where they were last, or where one goes: east and north, in whole metres.
    pub place: Option<[i32; 2]>,
}

/// A line out of the book of lines that everybody has: what it is about and which of its lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quip {
    /// What it is about.
    pub topic: Name,
    /// Whether it is one for all topics of its family.
    pub family: bool,
    /// Which line.
    pub line: u16,
}

/// What is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Meaning {
    /// Somebody is greeted.
    Greeting,
    /// Somebody takes leave.
    Farewell,
    /// Something is told.
    Tale(Tale),
    /// Something is asked.
    Question(Question),
    /// What was asked or said is answered. If it was asked why: from whom one has it, the witness first; nobody if one was there. At most [`LONGEST_PATH`].
    Answer(Option<Vec<Name>>),
    /// Things are for sale. At most [`MOST_GOODS`].
    Offer(Vec<ThingKind>),
    /// One does not trade or give.
    Refusal(Decline),
    /// Somebody is thanked.
    Thanks,
    /// Whom it is said to is told to have done something.
    Accusation(Done),
    /// One is sorry.
    Apology,
    /// Whom it is said to is to stop in the name of the law.
    Law,
    /// Whom it is said to is to leave others alone.
    Plea,
    /// Small talk, about something if that is known.
    Remark(Option<Name>),
    /// Something is called out to those who look for somebody.
    Hunt(Hunt),
    /// Something noticed is remarked on, in words that others know too.
    Quip(Quip),
    /// Whom it is said to is asked to marry, or answered.
    Suit(Suit),
    /// What a thing costs is told, and why.
    Price(Cost),
}

/// What somebody means by what they say, and whom it is meant for; whoever hears it if for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpeechAct {
    /// Whom it is said to.
    pub to: Option<Name>,
    /// What is meant.
    pub meaning: Meaning,
}

impl SpeechAct {
    /// An act meant for somebody. Whoever has no name one can call is nobody.
    #[must_use]
    pub fn to(whom: &str, meaning: Meaning) -> Self {
        Self { to: Name::new(whom), meaning }
    }

    /// An act meant for whoever hears it.
    #[must_use]
    pub fn to_all(meaning: Meaning) -> Self {
        Self { to: None, meaning }
    }

    /// Everybody and everything it calls by name.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        let (first, second, path): (Option<&Name>, Option<&Name>, &[Name]) = match &self.meaning {
            Meaning::Tale(tale) => match &tale.matter {
                Matter::Deed { subject, deed } => (Some(subject), deed.object.as_ref(), &tale.path),
                Matter::Sighting { subject, .. } => (Some(subject), None, &tale.path),
            },
            Meaning::Question(Question::About(about) | Question::Opinion(about)) => (Some(about), None, &[]),
            Meaning::Answer(Some(path)) => (None, None, path),
            Meaning::Accusation(done) => (done.object.as_ref(), None, &[]),
            Meaning::Remark(about) => (about.as_ref(), None, &[]),
            Meaning::Hunt(hunt) => (hunt.whom.as_ref(), None, &[]),
            Meaning::Price(cost) => (cost.by.as_ref(), None, &[]),
            _ => (None, None, &[]),
        };
        self.to.iter().chain(first).chain(second).chain(path)
    }

    /// Whether its lists are no longer than they may be.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        match &self.meaning {
            Meaning::Tale(Tale { path, .. }) | Meaning::Answer(Some(path)) => path.len() <= LONGEST_PATH,
            Meaning::Offer(goods) => goods.len() <= MOST_GOODS,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbered_without_a_gap_and_found_by_name() {
        for (number, &verb) in Verb::ALL.iter().enumerate() {
            assert_eq!(verb as usize, number);
            assert_eq!((Verb::numbered(number as u8), Verb::named(verb.name())), (Ok(verb), Some(verb)));
        }
        for (number, &sight) in Sight::ALL.iter().enumerate() {
            assert_eq!(sight as usize, number);
            assert_eq!(Sight::named(sight.name()), Some(sight));
        }
        for (number, &decline) in Decline::ALL.iter().enumerate() {
            assert_eq!(decline as usize, number);
            assert_eq!(Decline::named(decline.name()), Some(decline));
        }
        for (number, &why) in Worth::ALL.iter().enumerate() {
            assert_eq!((why as usize, Worth::named(why.name())), (number, Some(why)));
        }
        for (number, &call) in Call::ALL.iter().enumerate() {
            assert_eq!((call as usize, Call::named(call.name())), (number, Some(call)));
        }
        assert!(Verb::numbered(18).is_err() && Verb::named("seen").is_none());
    }

    #[test]
    fn a_name_is_bounded_and_one_line() {
        assert!(Name::new(&"a".repeat(LONGEST_NAME)).is_some());
        for bad in [&"a".repeat(LONGEST_NAME + 1), "", "a\nb", "a ", "\u{7}"] {
            assert_eq!(Name::new(bad), None, "{bad:?}");
        }
        for (text, plain) in
            [("the well", "well"), ("an inn", "inn"), ("a lantern", "lantern"), ("Ana", "Ana")]
        {
            assert_eq!(Name::new(text).as_ref().map(Name::plain), Some(plain));
        }
    }

    #[test]
    fn an_act_knows_whom_it_calls_by_name() {
        let name = |text| Name::new(text).expect("a name");
        let deed = Done { verb: Verb::Steal, object: Some(name("Cy")), day: 3 };
        let matter = Matter::Deed { subject: name("Asa"), deed };
        let tale = Meaning::Tale(Tale { matter, denied: false, path: vec![name("Eli"), name("Dee")] });
        let act = SpeechAct::to("Bo", tale);
        let names: Vec<&str> = act.names().map(Name::as_str).collect();
        assert_eq!(names, ["Bo", "Asa", "Cy", "Eli", "Dee"]);
        assert!(act.is_bounded());
        let long = Meaning::Answer(Some(vec![name("Eli"); LONGEST_PATH + 1]));
        assert!(!SpeechAct::to_all(long).is_bounded());
    }
}
