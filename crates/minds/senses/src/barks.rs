//! Short lines that tell a listener what somebody noticed, without ever repeating a memorable one.
//!
//! Three tiers: lines about this very topic, lines for its family, lines for anything. A voice uses up the first, then the second, each line once and in an order of
//! its own; then it goes round the third, and never says the same twice running. So the first few times a listener learns what gave them away, and later is
//! not bored. One [`Voice`] is kept per audience, whoever speaks: what has been heard from one guard is stale from another.

use crate::settings::{self, SettingsError, wrong};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Stream;

/// Lines for anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// The lines.
    pub lines: Vec<String>,
}

/// Lines about one topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Where to go on when they are used up.
    pub family: Option<String>,
    /// The lines.
    pub lines: Vec<String>,
}

/// All lines; the default is the file this crate ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barks {
    anything: Lines,
    #[serde(default)]
    family: BTreeMap<String, Lines>,
    #[serde(default)]
    topic: BTreeMap<String, Topic>,
}

/// Bounds of a file.
const MOST_LINES: usize = 100_000;
const LONGEST_LINE: usize = 400;

impl Default for Barks {
    fn default() -> Self {
        Self::parse(include_str!("../data/barks.toml")).expect("the shipped lines are sound")
    }
}

impl Barks {
    /// Reads lines.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let barks: Self = settings::read(text)?;
        barks.check()?;
        Ok(barks)
    }

    /// Refuses what could fall silent or repeat itself.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.anything.lines.len() < 2 {
            return wrong("anything", "needs two lines at least, or the same would be said twice running");
        }
        for (name, topic) in &self.topic {
            match &topic.family {
                Some(family) if !self.family.contains_key(family) => {
                    return wrong(format!("topic {name:?}"), format!("there is no family {family:?}"));
                }
                _ => {}
            }
        }
        let all = self.all();
        let mut seen = BTreeSet::new();
        for line in &all {
            if line.is_empty() || line.len() > LONGEST_LINE {
                return wrong(format!("{line:.40?}"), format!("a line has 1 to {LONGEST_LINE} bytes"));
            }
            if !seen.insert(line) {
                return wrong(format!("{line:?}"), "stands there twice");
            }
        }
        if all.len() > MOST_LINES {
            return wrong("lines", format!("more than {MOST_LINES}"));
        }
        Ok(())
    }

    /// The lines about a topic, or those for its family; none for what is unknown, or for anything.
    fn lines(&self, topic: &str, tier: Tier) -> &[String] {
        let topic = self.topic.get(topic);
        let lines = match tier {
            Tier::Specific => topic.map(|topic| &topic.lines),
            Tier::Generic => {
                let family = topic.and_then(|topic| topic.family.as_ref());
                family.and_then(|name| self.family.get(name)).map(|family| &family.lines)
            }
            Tier::FullyGeneric => None,
        };
        lines.map_or(&[], Vec::as_slice)
    }

    fn all(&self) -> Vec<&str> {
        let lists = [&self.anything.lines].into_iter();
        let lists = lists.chain(self.family.values().map(|family| &family.lines));
        lists.chain(self.topic.values().map(|topic| &topic.lines)).flatten().map(String::as_str).collect()
    }
}

/// Which list a line is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// About this very topic.
    Specific,
    /// For its family.
    Generic,
    /// For anything.
    FullyGeneric,
}

/// A line that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said<'b> {
    /// Which list it is from.
    pub tier: Tier,
    /// Which line of that list.
    pub number: usize,
    /// The words.
    pub line: &'b str,
}

/// What one audience has heard.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_senses::barks::{Barks, Tier, Voice};
/// let (barks, mut voice) = (Barks::default(), Voice::new(Stream::named(Seed(1), "barks", &[])));
/// let tiers: Vec<Tier> = (0..6).map(|_| voice.say(&barks, "door").tier).collect();
/// assert_eq!(tiers[..2], [Tier::Specific; 2]);
/// assert_eq!(tiers[2..5], [Tier::Generic; 3]);
/// assert_eq!(tiers[5], Tier::FullyGeneric);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voice {
    luck: Stream,
    heard: BTreeSet<String>,
    /// Lines for anything that are left of this round.
    round: Vec<usize>,
    last: Option<usize>,
}

impl Voice {
    /// Nothing has been heard; which line comes when is the stream's.
    #[must_use]
    pub fn new(luck: Stream) -> Self {
        Self { luck, heard: BTreeSet::new(), round: Vec::new(), last: None }
    }

    /// A line about a topic; about an unknown one a line for anything.
    pub fn say<'b>(&mut self, barks: &'b Barks, topic: &str) -> Said<'b> {
        for tier in [Tier::Specific, Tier::Generic] {
            let lines = barks.lines(topic, tier).iter().enumerate();
            let fresh: Vec<(usize, &String)> =
                lines.filter(|(_, line)| !self.heard.contains(*line)).collect();
            if let Some((number, line)) = self.luck.pick(&fresh) {
                self.heard.insert((*line).clone());
                return Said { tier, number: *number, line };
            }
        }
        self.anything(barks)
    }

    /// Somebody else says one of the lines about a topic or its family within hearing: it is stale.
    pub fn overhear(&mut self, barks: &Barks, topic: &str, tier: Tier, number: usize) {
        self.heard.extend(barks.lines(topic, tier).get(number).cloned());
    }

    fn anything<'b>(&mut self, barks: &'b Barks) -> Said<'b> {
        let lines = &barks.anything.lines;
        // Other lines may have been loaded meanwhile.
        self.round.retain(|line| *line < lines.len());
        if self.round.is_empty() {
            self.round = (0..lines.len()).collect();
            self.luck.shuffle(&mut self.round);
            // Taken from the end: the last of the old round must not open the new one.
            if self.round.len() > 1 && self.round.last().copied() == self.last {
                self.round.rotate_right(1);
            }
        }
        self.last = self.round.pop();
        let number = self.last.unwrap_or_default();
        Said { tier: Tier::FullyGeneric, number, line: lines.get(number).map_or("", String::as_str) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wold_chance::Seed;

    fn voice(seed: u64) -> Voice {
        Voice::new(Stream::named(Seed(seed), "barks", &[]))
    }

    #[test]
    fn the_biggest_pool_is_the_one_for_anything() {
        let barks = Barks::default();
        assert!(barks.family.values().all(|family| family.lines.len() < barks.anything.lines.len()));
        assert!(barks.topic.values().all(|topic| topic.lines.len() < barks.anything.lines.len()));
    }

    #[test]
    fn a_family_used_up_by_one_topic_is_used_up_for_its_sister() {
        let (barks, mut voice) = (Barks::default(), voice(4));
        (0..5).for_each(|_| {
            voice.say(&barks, "door");
        });
        let tiers: Vec<_> = (0..3).map(|_| voice.say(&barks, "stall").tier).collect();
        assert_eq!(tiers, [Tier::Specific, Tier::Specific, Tier::FullyGeneric]);
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let refused = |text: &str| Barks::parse(text).expect_err(text).to_string();
        assert!(refused("[anything]\nlines = ['a']").contains("two lines"));
        assert!(refused("[anything]\nlines = ['a', 'a']").contains("twice"));
        let orphan = "[anything]\nlines = ['a', 'b']\n[topic.door]\nfamily = 'x'\nlines = []";
        assert!(refused(orphan).contains("no family \"x\""));
        assert!(refused("[anything]\nlines = ['a', 'b']\n[topic.door]\nlinse = []").starts_with("line "));
    }

    proptest! {
        #[test]
        fn no_memorable_line_is_ever_repeated_and_none_twice_running(
            seed: u64, said in prop::collection::vec(prop::sample::select(vec!["door", "stall", "heard", "?"]), 1..120),
        ) {
            let (barks, mut voice, mut again) = (Barks::default(), voice(seed), voice(seed));
            let (mut heard, mut last, mut tiers) = (BTreeSet::new(), "", BTreeMap::new());
            for topic in said {
                let said @ Said { tier, line, .. } = voice.say(&barks, topic);
                prop_assert_eq!(said, again.say(&barks, topic), "the same stream says the same");
                prop_assert!(tier == Tier::FullyGeneric || heard.insert(line), "{}", line);
                prop_assert!(line != last && !line.is_empty());
                let before = tiers.insert(topic, tier).unwrap_or(Tier::Specific);
                prop_assert!(tier >= before, "tiers are used up in order");
                last = line;
            }
        }
    }
}
