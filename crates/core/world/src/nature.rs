//! What animals are like: the rows of `data/beings.toml`.
//!
//! Contract: [`of`] gives every animal's row, [`common`] what all have in common; they are read once. A row that names something nobody knows, or a number out of its range, is a defect a test finds.

mod ways;

pub(crate) use ways::ticks;
pub use ways::{Coming, Common, Herds, Ways};

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use wold_lore::land::{Ecosystem, PlaceKind, ThingKind};
use wold_lore::vocabulary::Word;
use wold_lore::{Being, Portion};

/// In what an animal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// On dry ground, which it does not leave.
    Land,
    /// In water, which it does not leave.
    Water,
    /// On the ground until it is frightened, then over whatever is there.
    Air,
}

/// By what an animal is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAt {
    /// A field of a town.
    Field,
    /// A house.
    House,
}

/// What an animal is like. `data/beings.toml` says what each row means.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Nature {
    pub being: Being,
    pub element: Element,
    pub lives_on: Vec<Ecosystem>,
    pub stock: Option<String>,
    pub heads: f64,
    pub flock: usize,
    pub range: f64,
    pub pace: [f32; 2],
    pub radius: f32,
    pub tame: bool,
    pub shy: f64,
    pub frail: f32,
    pub leaves: Vec<Portion>,
    pub bears: Option<ThingKind>,
    pub again_days: f64,
    pub kept_at: Option<KeptAt>,
    pub lot: f64,
    pub hunts: Vec<Being>,
    pub sight: f64,
    pub bite: f32,
    pub sated_hours: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    name: String,
    element: Element,
    #[serde(default)]
    lives_on: Vec<String>,
    stock: Option<String>,
    #[serde(default)]
    heads: f64,
    flock: usize,
    range: f64,
    pace: [f32; 2],
    radius: f32,
    #[serde(default)]
    tame: bool,
    shy: f64,
    frail: f32,
    leaves: BTreeMap<String, u8>,
    bears: Option<String>,
    #[serde(default)]
    again_days: f64,
    kept_at: Option<String>,
    #[serde(default)]
    lot: f64,
    #[serde(default)]
    hunts: Vec<String>,
    #[serde(default)]
    sight: f64,
    #[serde(default)]
    bite: f32,
    #[serde(default)]
    sated_hours: f64,
}

fn called<W: Word>(word: &str) -> W {
    let found = W::WORDS.iter().find(|it| it.called() == word).copied();
    found.unwrap_or_else(|| panic!("beings.toml names {word:?}, which is no {}", W::WHAT))
}

impl From<Text> for Nature {
    fn from(text: Text) -> Self {
        let kept = |at: &String| match called::<PlaceKind>(if at == "house" { "home" } else { at }) {
            PlaceKind::Home => KeptAt::House,
            _ => KeptAt::Field,
        };
        let leaves = text.leaves.iter().map(|(kind, count)| Portion { kind: called(kind), count: *count });
        Self {
            being: called(&text.name),
            element: text.element,
            lives_on: text.lives_on.iter().map(|word| called(word)).collect(),
            stock: text.stock,
            heads: text.heads,
            flock: text.flock,
            range: text.range,
            pace: text.pace,
            radius: text.radius,
            tame: text.tame,
            shy: text.shy,
            frail: text.frail,
            leaves: leaves.collect(),
            bears: text.bears.as_deref().map(called),
            again_days: text.again_days,
            kept_at: text.kept_at.as_ref().map(kept),
            lot: text.lot / 100.0,
            hunts: text.hunts.iter().map(|word| called(word)).collect(),
            sight: text.sight,
            bite: text.bite,
            sated_hours: text.sated_hours,
        }
    }
}

/// The whole file.
fn file() -> &'static (Common, Vec<Nature>) {
    static FILE: OnceLock<(Common, Vec<Nature>)> = OnceLock::new();
    FILE.get_or_init(|| {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            ways: Ways,
            herds: Herds,
            coming: Coming,
            being: Vec<Text>,
        }
        let File { ways, herds, coming, being } =
            toml::from_str(include_str!("../data/beings.toml")).expect("a test reads it");
        let common = Common { ways, herds, coming };
        if let Some(fault) = common.fault() {
            panic!("beings.toml: {fault}");
        }
        (common, being.into_iter().map(Nature::from).collect())
    })
}

/// What all animals have in common.
#[must_use]
pub fn common() -> &'static Common {
    &file().0
}

/// All rows, in the order of the file.
#[must_use]
pub fn all() -> &'static [Nature] {
    &file().1
}

/// What an animal is like.
///
/// # Panics
/// If it is asked of a person.
#[must_use]
pub fn of(being: Being) -> &'static Nature {
    static BY_NUMBER: OnceLock<Vec<Option<&'static Nature>>> = OnceLock::new();
    let rows = BY_NUMBER.get_or_init(|| {
        let row = |being: &Being| all().iter().find(|nature| nature.being == *being);
        Being::ALL.iter().map(row).collect()
    });
    rows[being as usize].expect("only animals have a nature")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_animal_has_a_row_and_lives_in_a_stock_or_is_kept() {
        for being in Being::animals() {
            let nature = of(being);
            assert!(nature.stock.is_some() != nature.kept_at.is_some(), "{being:?}");
            assert!(nature.stock.is_none() || nature.heads > 0.0 && !nature.lives_on.is_empty(), "{being:?}");
            assert!(nature.flock > 0 && nature.pace[0] < nature.pace[1] && nature.frail > 0.0, "{being:?}");
            assert!(nature.bears.is_none() || nature.again_days > 0.0, "{being:?}");
            assert!(nature.hunts.is_empty() || nature.sight > 0.0 && nature.bite > 0.0, "{being:?}");
        }
        assert_eq!(all().len(), Being::animals().count(), "each once");
    }

    #[test]
    fn what_animals_have_in_common_is_within_its_ranges_and_a_number_beyond_them_is_named() {
        assert_eq!(common().fault(), None);
        let mut hasty = *common();
        hasty.ways.feed_seconds = [9.0, 2.0];
        assert_eq!(hasty.fault().as_deref(), Some("feed_seconds must be 0.05 to 2, not 9"));
        let mut bold = *common();
        bold.coming.comes_metres = f64::NAN;
        assert!(bold.fault().is_some_and(|fault| fault.starts_with("comes_metres")));
    }

    #[test]
    fn no_two_kinds_of_one_stock_live_on_the_same_ground() {
        for (number, one) in all().iter().enumerate() {
            for other in &all()[number + 1..] {
                let shared = one.stock.is_some() && one.stock == other.stock;
                let meet = one.lives_on.iter().any(|ground| other.lives_on.contains(ground));
                assert!(!(shared && meet), "a kill of one would be a kill of the other: {one:?} {other:?}");
            }
        }
    }
}
