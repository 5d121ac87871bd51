//! Interest by medium: who takes note of whom.
//!
//! Contract: in each medium everybody has a *focus*, the metres within which they take note, and a *nimbus*, the metres within which they can be noticed. Somebody is aware of another if the focus of the one and the
//! nimbus of the other meet ([`meets`]): `distance ≤ focus + nimbus`. That goes one way: who lies in the grass sees who looks for them and is not seen. Both are rows of a file, by kind and pose; a row that is not there limits
//! nothing, and the medium's own rule decides alone: lines of sight, the way of sounds, the air. The formula comes before that rule, since it is cheap; before both come cells, which are cheaper still and must hold whatever the
//! formula admits ([`Auras::farthest`]).

use crate::settings::{SettingsError, read, within, wrong};
use serde::Deserialize;
use wold_lore::Pose;

/// By what somebody is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Medium {
    /// What is seen.
    Sight,
    /// Noises.
    Hearing,
    /// Words.
    Speech,
    /// What the wind carries.
    Smell,
}

impl Medium {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Sight, Self::Hearing, Self::Speech, Self::Smell];

    /// Its name.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Sight => "sight",
            Self::Hearing => "hearing",
            Self::Speech => "speech",
            Self::Smell => "smell",
        }
    }
}

/// What is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Somebody who talks and trades.
    Person,
    /// An animal.
    Animal,
    /// What lies about.
    Thing,
}

/// How far somebody notices, and is noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aura {
    /// Metres within which they take note.
    pub focus: f64,
    /// Metres within which they can be noticed; infinite where only the medium's own rule limits it.
    pub nimbus: f64,
}

impl Default for Aura {
    fn default() -> Self {
        Self { focus: 0.0, nimbus: f64::INFINITY }
    }
}

/// Whether a focus and a nimbus meet.
///
/// ```
/// use wold_senses::aura::meets;
/// // Who hides keeps small and looks far: five metres of looking do not find them at eight, and ten find the seeker.
/// assert!(!meets(5.0, 1.0, 8.0));
/// assert!(meets(10.0, 5.0, 8.0));
/// ```
#[must_use]
pub fn meets(focus: f64, nimbus: f64, distance: f64) -> bool {
    distance <= focus + nimbus
}

const MEDIA: usize = Medium::ALL.len();
const SORTS: usize = 3;

/// The auras of everything, in all media.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Auras {
    table: [[[Aura; Pose::ALL.len()]; SORTS]; MEDIA],
}

impl Default for Auras {
    /// The shipped rows.
    fn default() -> Self {
        Self::parse(include_str!("../data/auras.toml")).expect("the shipped auras are tested")
    }
}

/// Metres a row may say.
const MOST: f64 = 1000.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    aura: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    medium: Medium,
    of: Sort,
    pose: Option<String>,
    focus: Option<f64>,
    nimbus: Option<f64>,
}

impl Auras {
    /// Auras that limit nothing.
    #[must_use]
    pub fn boundless() -> Self {
        Self { table: [[[Aura::default(); Pose::ALL.len()]; SORTS]; MEDIA] }
    }

    /// Reads and checks a file. Later rows win over earlier ones, so that rows for a pose follow those for any.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let file: File = read(text)?;
        let mut auras = Self::boundless();
        for row in file.aura {
            let poses: Vec<Pose> = match &row.pose {
                None => Pose::ALL.to_vec(),
                Some(word) => match Pose::ALL.iter().find(|pose| pose.label() == word) {
                    Some(pose) => vec![*pose],
                    None => return wrong("pose", format!("there is none called {word:?}")),
                },
            };
            for metres in [row.focus, row.nimbus].into_iter().flatten() {
                within("an aura", metres, 0.0..=MOST)?;
            }
            for pose in poses {
                let aura = &mut auras.table[row.medium as usize][row.of as usize][pose as usize];
                aura.focus = row.focus.unwrap_or(aura.focus);
                aura.nimbus = row.nimbus.unwrap_or(aura.nimbus);
            }
        }
        Ok(auras)
    }

    /// The aura of something that holds itself so.
    #[must_use]
    pub fn of(&self, medium: Medium, sort: Sort, pose: Pose) -> Aura {
        self.table[medium as usize][sort as usize][pose as usize]
    }

    /// The most metres at which the formula admits anybody whose nimbus it limits: what cells must cover.
    #[must_use]
    pub fn farthest(&self, medium: Medium) -> f64 {
        let all = || self.table[medium as usize].iter().flatten();
        let most = |metres: &dyn Fn(&Aura) -> f64| {
            all().map(metres).filter(|metres| metres.is_finite()).fold(0.0, f64::max)
        };
        most(&|aura| aura.focus) + most(&|aura| aura.nimbus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shipped_rows_are_read_and_nonsense_is_named() {
        let auras = Auras::default();
        let sneaking = auras.of(Medium::Sight, Sort::Person, Pose::Sneaking);
        let standing = auras.of(Medium::Sight, Sort::Person, Pose::Standing);
        assert!(sneaking.nimbus < standing.nimbus && standing.focus > 0.0);
        assert_eq!(auras.of(Medium::Smell, Sort::Thing, Pose::Standing), Aura::default());
        for (text, said) in [
            (
                "[[aura]]\nmedium = \"sight\"\nof = \"person\"\npose = \"flying\"",
                "there is none called \"flying\"",
            ),
            ("[[aura]]\nmedium = \"sight\"\nof = \"person\"\nnimbus = -1", "-1 is not 0 to 1000"),
            ("[[aura]]\nmedium = \"thought\"\nof = \"person\"", "line 2"),
        ] {
            let wrong = Auras::parse(text).expect_err(text).to_string();
            assert!(wrong.contains(said), "{wrong}");
        }
    }

    #[test]
    fn who_hides_sees_who_seeks_and_is_not_seen() {
        let rows = "[[aura]]\nmedium = \"sight\"\nof = \"person\"\nfocus = 5\nnimbus = 5\n\n\
                    [[aura]]\nmedium = \"sight\"\nof = \"person\"\npose = \"lying\"\nfocus = 10\nnimbus = 1\n";
        let auras = Auras::parse(rows).expect("rows");
        let of = |pose| auras.of(Medium::Sight, Sort::Person, pose);
        let (seeker, hider) = (of(Pose::Standing), of(Pose::Lying));
        assert!(!meets(seeker.focus, hider.nimbus, 8.0) && meets(hider.focus, seeker.nimbus, 8.0));
        // By ear they are as they are to everybody.
        let ear = auras.of(Medium::Hearing, Sort::Person, Pose::Lying);
        assert!(meets(0.0, ear.nimbus, 8.0));
        assert_eq!(auras.farthest(Medium::Sight), 15.0);
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC*") {
            let _ = Auras::parse(&text);
        }
    }
}
