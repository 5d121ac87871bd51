//! A diary: what somebody noticed, concluded and decided, and why, for those who ask later.
//!
//! Contract: entries are typed and say when, what, about whom, where, and what it rests on. The last few hundred are kept; the same again within a while is not written twice. A household takes
//! what is new page by page and writes it down beside the world's log, so that `why` can be answered from the record.

use super::beliefs::Basis;
use super::report::Point;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_space::{DVec2, TICKS_PER_SECOND, Tick};

/// Entries kept in mind.
const MOST: usize = 256;
/// Longest words and names kept.
const LONGEST: usize = 96;
/// Ticks within which the same is not written twice.
const AGAIN: u64 = 10 * TICKS_PER_SECOND;

/// What a mind wrote down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Saw somebody do something, or somebody it minds.
    Noticed,
    /// Heard something that concerns it.
    Heard,
    /// Somebody it was after went out of sight.
    LostSight,
    /// Began or joined a search.
    Searches,
    /// Goes to look at a spot.
    Looks,
    /// Looked there: nobody.
    Cleared,
    /// Saw whom it sought.
    Found,
    /// Stopped searching.
    GaveUp,
    /// Hides.
    Hides,
    /// Thinks it is safe again.
    Calm,
    /// Decided to do something.
    Decided,
    /// Believes something new.
    Believed,
    /// Saw that it was wrong.
    Corrected,
    /// Told somebody to their face what they did.
    Accused,
    /// Struck somebody.
    Struck,
    /// Was struck.
    Suffered,
    /// Smelled something.
    Smelt,
    /// Goes after a smell.
    Trails,
    /// Came to what smelled.
    Traced,
    /// Smells it no more.
    LostScent,
}

impl What {
    /// After the writer's name.
    #[must_use]
    pub fn said(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Heard => "heard",
            Self::LostSight => "lost sight of",
            Self::Searches => "searches for",
            Self::Looks => "goes to look for",
            Self::Cleared => "did not find",
            Self::Found => "found",
            Self::GaveUp => "gave up",
            Self::Hides => "hides from",
            Self::Calm => "comes out again",
            Self::Decided => "decided",
            Self::Believed => "believes of",
            Self::Corrected => "was wrong about",
            Self::Accused => "accused",
            Self::Struck => "struck",
            Self::Suffered => "was struck by",
            Self::Smelt => "smelled something",
            Self::Trails => "goes after the smell",
            Self::Traced => "followed the smell to",
            Self::LostScent => "lost the scent",
        }
    }
}

/// What an entry rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// One's own eyes.
    Seen,
    /// One's own ears.
    Heard,
    /// One's own nose.
    Smelled,
    /// That one's word.
    Told(String),
    /// One's own conclusion.
    Inferred,
}

impl Ground {
    /// What a belief rests on, with the teller's name.
    #[must_use]
    pub fn of(basis: Basis, name: impl FnOnce(wold_mind::gossip::BeingId) -> String) -> Self {
        match basis {
            Basis::Seen => Self::Seen,
            Basis::Heard => Self::Heard,
            Basis::Told(by) => Self::Told(name(by)),
            Basis::Inferred => Self::Inferred,
        }
    }

    /// In words.
    #[must_use]
    pub fn said(&self) -> String {
        match self {
            Self::Seen => "saw it".into(),
            Self::Heard => "heard it".into(),
            Self::Smelled => "smelled it".into(),
            Self::Told(by) => format!("{by} said so"),
            Self::Inferred => "concluded it".into(),
        }
    }
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in the world's ticks.
    pub tick: Tick,
    /// What.
    pub what: What,
    /// About whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whom: Option<String>,
    /// Where that was, in metres east and north.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// What it rests on.
    pub ground: Ground,
    /// More about it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more: String,
}

impl Entry {
    /// A sentence about who wrote it.
    ///
    /// ```
    /// use wold_folk::diary::{Entry, Ground, What};
    /// use wold_space::{DVec2, Tick};
    /// let entry = Entry::new(Tick(40), What::LostSight, Ground::Seen).of("Rob").at(DVec2::new(3.0, 4.2)).saying("behind a wall");
    /// assert_eq!(entry.in_words("Stan"), "Stan lost sight of Rob at 3, 4: behind a wall (saw it)");
    /// ```
    #[must_use]
    pub fn in_words(&self, own: &str) -> String {
        let mut words = format!("{own} {}", self.what.said());
        if let Some(whom) = &self.whom {
            words = format!("{words} {whom}");
        }
        if let Some([x, y]) = self.at {
            words = format!("{words} at {x:.0}, {y:.0}");
        }
        if !self.more.is_empty() {
            words = format!("{words}: {}", self.more);
        }
        format!("{words} ({})", self.ground.said())
    }

    /// Something written down at a tick.
    #[must_use]
    pub fn new(tick: Tick, what: What, ground: Ground) -> Self {
        Self { tick, what, whom: None, at: None, ground, more: String::new() }
    }

    /// About somebody.
    #[must_use]
    pub fn of(mut self, whom: &str) -> Self {
        self.whom = Some(clipped(whom));
        self
    }

    /// There.
    #[must_use]
    pub fn at(mut self, place: DVec2) -> Self {
        let rounded = |metres: f64| libm::round(metres * 10.0) / 10.0 + 0.0;
        self.at = Some([rounded(place.x), rounded(place.y)]);
        self
    }

    /// With these words.
    #[must_use]
    pub fn saying(mut self, more: &str) -> Self {
        self.more = clipped(more);
        self
    }

    /// Whether it is as short and plain as a diary writes.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let short = |text: &str| text.len() <= LONGEST && !text.contains(char::is_control);
        let told = match &self.ground {
            Ground::Told(by) => short(by),
            _ => true,
        };
        told && short(&self.more)
            && self.whom.as_deref().is_none_or(short)
            && self.at.is_none_or(|at| at.iter().all(|axis| axis.is_finite()))
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self.what == earlier.what
            && self.whom == earlier.whom
            && self.more == earlier.more
            && self.tick.since(earlier.tick) < AGAIN
    }
}

/// As much of a text as is kept.
fn clipped(text: &str) -> String {
    let plain = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut kept = String::new();
    for letter in plain {
        if kept.len() + letter.len_utf8() > LONGEST {
            break;
        }
        kept.push(letter);
    }
    kept
}

/// Somebody's diary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diary {
    entries: VecDeque<Entry>,
    /// How many were written in all.
    written: u64,
}

impl Diary {
    /// The last entries, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Writes something down, unless it was just written.
    pub fn note(&mut self, entry: Entry) {
        if self.entries.iter().rev().take(16).any(|earlier| entry.repeats(earlier)) {
            return;
        }
        if self.entries.len() >= MOST {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
        self.written += 1;
    }

    /// How many were written in all: a reader's mark.
    #[must_use]
    pub fn mark(&self) -> u64 {
        self.written
    }

    /// Those written after a mark and still kept.
    pub fn after(&self, mark: u64) -> impl Iterator<Item = &Entry> {
        let new = self.written.saturating_sub(mark).min(self.entries.len() as u64);
        self.entries.iter().skip(self.entries.len() - new as usize)
    }

    /// A diary with what was kept of it, as far as it is sound, of so many ever written.
    #[must_use]
    pub fn kept(entries: Vec<Entry>, written: u64) -> Self {
        let skip = entries.len().saturating_sub(MOST);
        let entries: VecDeque<Entry> = entries.into_iter().skip(skip).filter(Entry::is_sound).collect();
        Self { written: written.max(entries.len() as u64), entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noticed(tick: u64, whom: &str) -> Entry {
        Entry::new(Tick(tick), What::Noticed, Ground::Seen).of(whom)
    }

    #[test]
    fn a_diary_keeps_the_last_entries_and_writes_nothing_twice() {
        let mut diary = Diary::default();
        diary.note(noticed(0, "Bo"));
        diary.note(noticed(20, "Bo"));
        assert_eq!(diary.mark(), 1, "it was just written");
        diary.note(noticed(20 + AGAIN, "Bo"));
        let mark = diary.mark();
        for n in 0..10_000 {
            diary.note(noticed(n, &format!("somebody {n}")));
        }
        assert_eq!((diary.entries().count(), diary.after(mark).count()), (MOST, MOST));
        assert_eq!(diary.after(diary.mark()).count(), 0);
    }

    #[test]
    fn an_entry_survives_being_written_down_and_a_bad_one_is_left_out() {
        let entry = noticed(5, &"x\n".repeat(500)).at(DVec2::new(1.04, -0.01)).saying("stole from Dan");
        assert!(entry.is_sound());
        let text = serde_json::to_string(&entry).expect("it can be written");
        assert_eq!(serde_json::from_str::<Entry>(&text).expect("and read"), entry);
        let long = Entry { more: "x".repeat(5000), ..noticed(6, "Bo") };
        let lost = Entry { at: Some([f64::NAN, 0.0]), ..noticed(7, "Bo") };
        let kept = Diary::kept(vec![entry.clone(), long, lost], 7);
        assert_eq!((kept.entries().collect::<Vec<_>>(), kept.mark()), (vec![&entry], 7));
    }
}
