//! Tone: which variants of a phrase somebody may choose from, beside the plain ones.
//!
//! Contract: a tone has one variant for the respect for whom it speaks to, one for the mood if there is any, one for its folk, one for its trade and one for the day if that is like no other. The mood is the first
//! of those that hold: afraid, sad, hungry, cold, tired, merry.

use super::Scene;
use crate::calling::trades;
use crate::lines::Hour;
use crate::names::Folk;
use crate::rows::{COMPANY, WITS};
use wold_mind::living::{Need, OccasionKind};

/// What somebody feels for whom it speaks to.
const REGARDS: [&str; 3] = ["warm", "plain", "cool"];
/// How somebody feels.
const MOODS: [&str; 6] = ["afraid", "sad", "hungry", "cold", "tired", "merry"];

/// The variants that hold for somebody who speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tone(Vec<&'static str>);

impl Tone {
    /// How somebody speaks now to whom it respects so much.
    pub fn of(scene: &Scene<'_>, respect: f64) -> Self {
        let regard = match respect {
            r if r >= WITS.words.warm => "warm",
            r if r < WITS.words.cool => "cool",
            _ => "plain",
        };
        let folk = Folk::of(&scene.mind.name).map(Folk::label);
        let day = scene.occasion.map(|occasion| occasion.kind.label());
        let all = [Some(regard), mood(scene), folk, Some(scene.trade), day];
        Self(all.into_iter().flatten().collect())
    }

    /// A tone with just this variant.
    pub fn plainly() -> Self {
        Self(vec!["plain"])
    }

    /// Its variants.
    pub fn variants(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().copied()
    }
}

/// Whether a phrase may be for that.
pub(super) fn is_variant(name: &str) -> bool {
    REGARDS.contains(&name)
        || MOODS.contains(&name)
        || Folk::ALL.iter().any(|folk| folk.label() == name)
        || OccasionKind::ALL.iter().any(|kind| kind.label() == name)
        || trades().any(|trade| trade.name == name)
}

fn mood(scene: &Scene<'_>) -> Option<&'static str> {
    let presses = |need| scene.mind.needs.level(need) >= WITS.words.pressed;
    let late = Hour::of(scene.known.time_of_day()) == Hour::Evening
        && scene.known.time_of_day() * 24.0 > COMPANY.greeting.late_hour;
    let feast = scene.occasion.is_some_and(|occasion| occasion.kind == OccasionKind::Feast);
    let content = || Need::ALL.iter().all(|need| scene.mind.needs.level(*need) < WITS.words.content);
    let holds = [
        presses(Need::Safety),
        scene.kinfolk.mourns(scene.mind.day),
        presses(Need::Hunger),
        presses(Need::Warmth),
        presses(Need::Sleep) || late && !feast,
        feast || content(),
    ];
    MOODS.into_iter().zip(holds).find_map(|(mood, holds)| holds.then_some(mood))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calling::OCCASIONS;
    use crate::kinfolk::Kinfolk;
    use crate::mindset::Mindset;
    use wold_guest::known::{Known, SightConfig};
    use wold_mind::gossip::Temper;
    use wold_mind::living::Occasion;

    #[test]
    fn who_speaks_does_so_by_regard_mood_folk_trade_and_day() {
        let known = Known::new(SightConfig::default());
        let mut mind = Mindset::new("Ada Reed", Temper::default());
        let (at_peace, all) = (Kinfolk::default(), &*OCCASIONS);
        let tone = |mind: &Mindset, day: u32, respect: f64| {
            let occasion = Occasion::of(all, day);
            let scene =
                Scene { known: &known, mind, town: None, trade: "smith", occasion, kinfolk: &at_peace };
            Tone::of(&scene, respect).variants().collect::<Vec<_>>()
        };
        Need::ALL.into_iter().for_each(|need| mind.needs.set(need, 0.5));
        assert_eq!(tone(&mind, 2, 0.5), ["plain", "villager", "smith"]);
        assert_eq!(tone(&mind, 4, 0.9), ["warm", "merry", "villager", "smith", "feast"]);
        mind.needs.set(Need::Hunger, 0.95);
        assert_eq!(tone(&mind, 6, 0.1), ["cool", "hungry", "villager", "smith", "fair"]);
        Need::ALL.into_iter().for_each(|need| mind.needs.set(need, 0.0));
        assert_eq!(tone(&mind, 2, 0.5), ["plain", "merry", "villager", "smith"]);
        assert!(["warm", "sad", "orc", "feast", "guard"].into_iter().all(is_variant) && !is_variant("loud"));
    }
}
