//! What is said: how many lines, of how many shapes, and how often the same from one mouth.
//!
//! Contract: the shape of a line is what is left when names, goods and numbers are taken out of it. A name is a word written large that does not begin a sentence, or one that is
//! part of somebody's name. Repeats are counted per speaker and day, word for word; greetings, farewells and thanks are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use wold_lore::act::{Meaning, SpeechAct};
use wold_lore::land::ThingKind;
use wold_space::EntityId;

/// Lines by one speaker in one day.
type Said = BTreeMap<(EntityId, u64), (u32, String)>;

/// What a town says.
#[derive(Debug, Default)]
pub(crate) struct Speech {
    pub lines: u64,
    pub most_repeats: u32,
    /// Who said the same most often in a day, what, and how often.
    pub repeated: Option<(EntityId, String, u32)>,
    /// For each the line they repeated most in a day.
    pub by_speaker: BTreeMap<EntityId, (u32, String)>,
    shapes: BTreeSet<u64>,
    names: BTreeSet<String>,
    goods: BTreeSet<String>,
    today: Said,
    day: u32,
}

impl Speech {
    pub fn new() -> Self {
        let goods = ThingKind::ALL.iter().flat_map(|kind| {
            let label = kind.label().to_lowercase();
            [format!("{label}s"), label]
        });
        Self { goods: goods.collect(), ..Self::default() }
    }

    /// Somebody of this name is about.
    pub fn meet(&mut self, name: &str) {
        self.names.extend(name.split_whitespace().map(str::to_lowercase));
    }

    /// How many shapes lines had.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// Somebody says something on a day.
    pub fn hear(&mut self, day: u32, speaker: EntityId, text: &str, act: Option<&SpeechAct>) {
        if std::mem::replace(&mut self.day, day) != day {
            self.today.clear();
        }
        self.lines += 1;
        let shape = hash(&self.shape(text));
        self.shapes.insert(shape);
        let polite = act.is_some_and(|act| {
            matches!(act.meaning, Meaning::Greeting | Meaning::Farewell | Meaning::Thanks)
        });
        if polite {
            return;
        }
        let (count, line) = self.today.entry((speaker, hash(&text))).or_insert_with(|| (0, text.to_owned()));
        *count += 1;
        if *count > self.most_repeats {
            self.most_repeats = *count;
            self.repeated = Some((speaker, line.clone(), *count));
        }
        let own = self.by_speaker.entry(speaker).or_default();
        if *count > own.0 {
            *own = (*count, line.clone());
        }
    }

    fn shape(&self, text: &str) -> String {
        let mut shape = String::with_capacity(text.len());
        let (mut begins, mut last) = (true, "");
        for word in text.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let bare = bare.strip_suffix("'s").unwrap_or(bare);
            let low = bare.to_lowercase();
            let large = bare.chars().next().is_some_and(char::is_uppercase);
            let piece = if bare.chars().any(|c| c.is_ascii_digit()) {
                "#"
            } else if self.names.contains(&low) && large || (large && !begins && bare != "I") {
                "N"
            } else if self.goods.contains(&low) {
                "G"
            } else {
                ""
            };
            if piece.is_empty() || piece != last {
                shape.push_str(if piece.is_empty() { &low } else { piece });
                shape.push(' ');
            }
            last = piece;
            begins = word.ends_with(['.', '!', '?', ':']);
        }
        shape
    }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_in_names_goods_and_numbers_have_one_shape() {
        let mut speech = Speech::new();
        ["Ada Gardener", "Odo Smith"].iter().for_each(|name| speech.meet(name));
        let mut hear = |text| speech.hear(1, EntityId(1), text, None);
        hear("Ada, an apple costs 4 coins.");
        hear("Odo, an axe costs 20 coins.");
        hear("Listen: Odo Smith stole bread of Ada Gardener's.");
        hear("Listen: Ada stole berries of Odo's.");
        assert_eq!((speech.lines, speech.shapes()), (4, 2));
    }

    #[test]
    fn repeats_count_for_one_speaker_and_one_day_and_greetings_do_not() {
        let mut speech = Speech::new();
        for (day, who) in [(1, 1), (1, 1), (1, 2), (2, 1)] {
            speech.hear(day, EntityId(who), "Tell me about water.", None);
        }
        let greeting = SpeechAct { to: None, meaning: Meaning::Greeting };
        (0..9).for_each(|_| speech.hear(2, EntityId(1), "Good morning.", Some(&greeting)));
        assert_eq!(speech.repeated, Some((EntityId(1), "Tell me about water.".into(), 2)));
    }
}
