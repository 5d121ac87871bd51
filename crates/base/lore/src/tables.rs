//! Every vocabulary as a table, in one list.
//!
//! Contract: nothing here is stated a second time: rows come from the words themselves. Tables for other languages are written from this list, the page of the
//! protocol is checked against it, and [`meaning`] is what two ends of a line must agree on before they talk.

use crate::Deed;
use crate::act::{Call, Decline, Sight, Suit, Verb, Worth};
use crate::awareness::{Awareness, Rouse};
use crate::being::Being;
use crate::body::{Gesture, Guise, Pose, Repute};
use crate::craft::Workplace;
use crate::felt::{Channel, Good};
use crate::intent::{Gait, Loudness, Refusal};
use crate::kin::{Kinship, Stage};
use crate::land::{
    Ecosystem, EdgeKind, EdgeSide, FurnitureKind, GrowthKind, PlaceKind, Roof, RoomUse, ThingKind,
};
use crate::measure::Measure;
use crate::sense::{Amiss, Smell, Sound};
use crate::turn::{Bucket, Part};
use crate::vocabulary::Word;

/// One word of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number.
    pub number: u8,
    /// What code calls it.
    pub name: String,
    /// What people call it.
    pub label: &'static str,
    /// What more is said of it, one value for each of the table's columns.
    pub values: Vec<f64>,
}

/// One vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it lists: "things".
    pub name: &'static str,
    /// What one of its words is: "thing".
    pub what: &'static str,
    /// What the values of its rows are.
    pub columns: &'static [&'static str],
    /// Its words, by number.
    pub rows: Vec<Row>,
}

impl Table {
    /// The table of a vocabulary about whose words nothing more is told.
    #[must_use]
    pub fn of<W: Word>(name: &'static str) -> Self {
        Self::with(name, &[], |_: W| Vec::new())
    }

    /// The table of a vocabulary, with more about each word.
    #[must_use]
    pub fn with<W: Word>(
        name: &'static str,
        columns: &'static [&'static str],
        values: impl Fn(W) -> Vec<f64>,
    ) -> Self {
        let row = |word: &W| Row {
            number: word.number(),
            name: format!("{word:?}"),
            label: word.called(),
            values: values(*word),
        };
        Self { name, what: W::WHAT, columns, rows: W::WORDS.iter().map(row).collect() }
    }
}

/// All of them.
///
/// ```
/// let tables = wold_lore::tables::all();
/// let things = tables.iter().find(|table| table.name == "things").expect("things are told of");
/// assert_eq!((things.rows[0].label, things.columns), ("apple", &["nourishment", "worth"][..]));
/// ```
#[must_use]
pub fn all() -> Vec<Table> {
    // Written as people would: 0.45, not 0.44999998807907104.
    let plain = |value: f32| vec![(f64::from(value) * 1e6).round() / 1e6];
    vec![
        Table::of::<Ecosystem>("ecosystems"),
        Table::with("growths", &["trunk radius"], |it: GrowthKind| plain(it.trunk_radius())),
        Table::with("things", &["nourishment", "worth"], |it: ThingKind| {
            vec![plain(it.nourishment())[0], f64::from(it.worth())]
        }),
        Table::of::<PlaceKind>("places"),
        Table::of::<RoomUse>("room uses"),
        Table::of::<FurnitureKind>("furniture"),
        Table::of::<EdgeSide>("edge sides"),
        Table::of::<EdgeKind>("edges"),
        Table::of::<Roof>("roofs"),
        Table::with("beings", &["person"], |it: Being| vec![f64::from(u8::from(it.is_person()))]),
        Table::of::<Pose>("poses"),
        Table::of::<Gesture>("gestures"),
        Table::of::<Repute>("reputes"),
        Table::of::<Guise>("guises"),
        Table::of::<Gait>("gaits"),
        Table::with("loudness", &["reach"], |it: Loudness| vec![it.reach()]),
        Table::of::<Refusal>("refusals"),
        Table::of::<Deed>("deeds"),
        Table::of::<Verb>("verbs"),
        Table::of::<Sight>("sights"),
        Table::of::<Decline>("declines"),
        Table::of::<Awareness>("awareness"),
        Table::of::<Rouse>("rouses"),
        Table::of::<Call>("calls"),
        Table::with("channels", &["top"], |it: Channel| plain(it.top())),
        Table::of::<Sound>("sounds"),
        Table::of::<Amiss>("things amiss"),
        Table::of::<Smell>("smells"),
        Table::with("goods", &["base price"], |it: Good| plain(it.base())),
        Table::with("measures", &["value"], |it: Measure| vec![it.value()]),
        Table::of::<Part>("parts in fights"),
        Table::of::<Bucket>("turns at wells"),
        Table::of::<Workplace>("workplaces"),
        Table::of::<Stage>("stages of life"),
        Table::of::<Kinship>("kinships"),
        Table::of::<Suit>("suits"),
        Table::of::<Worth>("reasons for a price"),
    ]
}

/// All words with their numbers and values, as one text: two ends that have the same mean the same.
#[must_use]
pub fn meaning() -> String {
    let mut text = String::new();
    for table in all() {
        text += table.name;
        for row in &table.rows {
            text += &format!("\n{} {} {:?} {:?}", row.number, row.name, row.label, row.values);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_vocabulary_is_numbered_without_a_gap_and_calls_no_two_words_the_same() {
        for table in all() {
            for (number, row) in table.rows.iter().enumerate() {
                assert_eq!(usize::from(row.number), number, "{} of {}", row.name, table.name);
                assert_eq!(row.values.len(), table.columns.len(), "{} of {}", row.name, table.name);
            }
            let labels: BTreeSet<&str> = table.rows.iter().map(|row| row.label).collect();
            assert_eq!(labels.len(), table.rows.len(), "{}", table.name);
        }
    }

    #[test]
    fn a_word_that_changes_places_changes_the_meaning() {
        let said = meaning();
        assert!(said.contains("growths\n0 Oak \"oak\" [0.45]\n1 Birch"), "{said}");
        assert!(!said.contains("0 Birch"));
    }
}
