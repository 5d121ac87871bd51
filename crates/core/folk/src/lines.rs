//! What people say when they have nothing to tell: short, varied, fitting the hour, the weather, the place and their trade. The words are a data file.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use wold_chance::Stream;

/// Part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Hour {
    Morning,
    Day,
    Evening,
    Night,
}

impl Hour {
    /// The part of the day at a time, 0 midnight to 1.
    #[must_use]
    pub fn of(time: f64) -> Self {
        match time * 24.0 {
            h if h < 5.5 => Self::Night,
            h if h < 11.0 => Self::Morning,
            h if h < 17.5 => Self::Day,
            h if h < 22.0 => Self::Evening,
            _ => Self::Night,
        }
    }

    /// What it is called in the data file.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Morning => "morning",
            Self::Day => "day",
            Self::Evening => "evening",
            Self::Night => "night",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    greetings: BTreeMap<String, Vec<String>>,
    replies: BTreeMap<String, Vec<String>>,
    reactions: BTreeMap<String, Vec<String>>,
    remark: Vec<Remark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Remark {
    tags: Vec<String>,
    say: Vec<String>,
    answers: Vec<String>,
}

static LINES: LazyLock<Lines> = LazyLock::new(|| {
    toml::from_str(include_str!("lines.toml")).expect("a test reads the lines that are compiled in")
});
/// Answers by what a remark is about.
static ANSWERS: LazyLock<BTreeMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut answers: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for remark in &LINES.remark {
        let about = answers.entry(remark.about()).or_default();
        about.extend(remark.answers.iter().map(String::as_str));
    }
    answers
});

impl Remark {
    /// What it is about: its tags.
    fn about(&self) -> String {
        self.tags.join(" ")
    }
}

/// A greeting for somebody.
#[must_use]
pub fn greeting(stream: &mut Stream, hour: Hour, name: &str) -> String {
    address(pick(stream, LINES.greetings.get(hour.label())), name)
}

/// An answer to a greeting.
#[must_use]
pub fn reply(stream: &mut Stream, name: &str) -> String {
    address(pick(stream, LINES.replies.get("plain")), name)
}

/// What one says to a tale of `name` about `whom`; `kind` is bad, good, other or doubted.
#[must_use]
pub fn reaction(stream: &mut Stream, kind: &str, name: &str, whom: &str) -> String {
    pick(stream, LINES.reactions.get(kind)).replace("{name}", name).replace("{whom}", whom)
}

/// Something to say where these tags hold, and what it is about; the more of them a remark is about, the likelier it is made.
#[must_use]
pub fn remark(stream: &mut Stream, holds: impl Fn(&str) -> bool) -> Option<(&'static str, String)> {
    let mut chosen: Option<&Remark> = None;
    let mut total = 0;
    for remark in LINES.remark.iter().filter(|remark| remark.tags.iter().all(|tag| holds(tag))) {
        let weight = (remark.tags.len() * remark.tags.len() * remark.say.len()) as u64;
        total += weight;
        if stream.below(total) < weight {
            chosen = Some(remark);
        }
    }
    chosen.map(|remark| (pick(stream, Some(&remark.say)), remark.about()))
}

/// An answer to a remark about something; nothing if there is nothing to say to that.
#[must_use]
pub fn answer(stream: &mut Stream, about: &str) -> Option<&'static str> {
    ANSWERS.get(about).and_then(|answers| stream.pick(answers)).copied()
}

/// Calls somebody by the first name.
fn address(line: &str, name: &str) -> String {
    line.replace("{name}", name.split(' ').next().unwrap_or(name))
}

fn pick(stream: &mut Stream, lines: Option<&'static Vec<String>>) -> &'static str {
    lines.and_then(|lines| stream.pick(lines)).map_or("Hm.", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;
    use wold_lore::act::Name;
    use wold_lore::intent::LONGEST_SPEECH;
    use wold_mind::living::Trade;

    const TAGS: [&str; 26] = [
        "morning",
        "day",
        "evening",
        "night",
        "rain",
        "snow",
        "wind",
        "hot",
        "cold",
        "cloud",
        "clear",
        "flood",
        "inn",
        "market",
        "home",
        "well",
        "field",
        "wild",
        "street",
        "work",
        "hungry",
        "tired",
        "fair",
        "feast",
        "midsummer",
        "midwinter",
    ];

    #[test]
    fn every_line_can_be_said() {
        for hour in [Hour::Morning, Hour::Day, Hour::Evening, Hour::Night] {
            assert!(LINES.greetings[hour.label()].iter().all(|line| line.contains("{name}")), "{hour:?}");
        }
        for kind in ["bad", "good", "other", "doubted"] {
            assert!(!LINES.reactions[kind].is_empty(), "{kind}");
        }
        let tables = [&LINES.greetings, &LINES.replies, &LINES.reactions];
        let fixed = tables.into_iter().flat_map(BTreeMap::values).flatten();
        let remarks = LINES.remark.iter().flat_map(|remark| remark.say.iter().chain(&remark.answers));
        for line in fixed.chain(remarks) {
            assert!(line.len() + 2 * 32 < LONGEST_SPEECH, "{line}");
        }
    }

    #[test]
    fn remarks_are_about_things_people_notice_and_all_have_answers() {
        let trades = Trade::all();
        for remark in &LINES.remark {
            for tag in &remark.tags {
                assert!(
                    TAGS.contains(&tag.as_str()) || trades.iter().any(|trade| trade.name == *tag),
                    "{tag}"
                );
            }
            assert!(!remark.say.is_empty() && !remark.answers.is_empty());
            assert!(Name::new(&remark.about()).is_some(), "{} is too long", remark.about());
        }
    }

    #[test]
    fn a_smith_speaks_of_the_anvil_in_the_evening_and_never_of_rain_in_the_sun() {
        let mut stream = Stream::named(Seed(1), "lines tests", &[]);
        let holds = |tag: &str| ["smith", "evening", "clear"].contains(&tag);
        let said: Vec<(&str, String)> = (0..200).filter_map(|_| remark(&mut stream, holds)).collect();
        let anvil = said.iter().find(|(line, _)| *line == "My arms ache from the anvil.");
        assert!(!said.iter().any(|(line, _)| line.contains("Rain") || line.contains("rain")));
        let (_, about) = anvil.expect("said sooner or later");
        assert!(answer(&mut stream, about).is_some());
        assert!(answer(&mut stream, "the king").is_none());
        assert_eq!(remark(&mut stream, |_| false), None);
    }
}
