//! Providing: who earns feeds those of its house who do not.
//!
//! Contract: whoever is grown hands something to eat to the children and the old of its family that it meets, so many times a day each, while it keeps enough for itself ([`Providing`]). Who is of the family, and how old, the
//! world has told it; how hungry they are nobody asks.

use super::counter::food;
use super::dealing::larder;
use super::moment::Moment;
use super::rows::{Providing, THRIFT};
use super::villager::steps;
use std::collections::BTreeMap;
use wold_guest::known::{Known, Sighted};
use wold_lore::land::ThingKind;
use wold_lore::{Kin, Stage};
use wold_space::EntityId;
use wold_wire::Pose;

/// Those one remembers to have fed today; nobody's family is larger.
const MOST_FED: usize = wold_lore::kin::MOST_RELATIVES;

/// Whom somebody has fed today.
#[derive(Debug, Default)]
pub(super) struct Provider {
    day: u32,
    /// How often, and when last.
    fed: BTreeMap<EntityId, (u32, u64)>,
}

impl Provider {
    /// Whom to hand a meal to now: the nearest who is due.
    pub fn whom(&self, moment: &Moment<'_>) -> Option<EntityId> {
        let known = moment.known;
        let kin = known.kin().filter(|kin| kin.stage() == Stage::Grown)?;
        meal(known, &THRIFT.providing)?;
        let far = |other: &Sighted| known.place_of(other).distance(known.place());
        let due = known.entities().values().filter(|other| {
            depends(kin, &other.card.name)
                && other.state.level == known.level()
                && other.state.pose != Pose::Fallen
                && far(other) < THRIFT.providing.metres
                && self.is_due(other.card.id, known)
        });
        due.min_by(|a, b| far(a).total_cmp(&far(b))).map(|other| other.card.id)
    }

    fn is_due(&self, whom: EntityId, known: &Known) -> bool {
        let today = self.day == known.day_number();
        let fed = self.fed.get(&whom).filter(|_| today);
        fed.is_none_or(|(meals, last)| {
            *meals < THRIFT.providing.meals && known.step() >= last + steps(THRIFT.providing.again_seconds)
        })
    }

    /// The slot of what it hands to somebody, and notes that it did.
    pub fn serve(&mut self, known: &Known, whom: EntityId) -> Option<u8> {
        let slot = meal(known, &THRIFT.providing)?;
        if self.day != known.day_number() {
            (self.day, self.fed) = (known.day_number(), BTreeMap::new());
        }
        if self.fed.len() < MOST_FED || self.fed.contains_key(&whom) {
            let (meals, last) = self.fed.entry(whom).or_default();
            (*meals, *last) = (*meals + 1, known.step());
        }
        Some(slot)
    }
}

/// Whether somebody is of the family, and too young or too old to earn.
fn depends(kin: &Kin, name: &str) -> bool {
    kin.to(name).is_some_and(|relative| {
        relative.lives() && relative.kinship.closeness() > 0 && Stage::at(relative.years) != Stage::Grown
    })
}

/// The slot of the heartiest it can spare.
fn meal(known: &Known, providing: &Providing) -> Option<u8> {
    let spare = larder(known) - providing.kept;
    let fits = food(known).filter(|(_, kind): &(u8, ThingKind)| kind.nourishment() <= spare);
    fits.max_by(|a, b| a.1.nourishment().total_cmp(&b.1.nourishment())).map(|(slot, _)| slot)
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;
    use wold_lore::act::Name;
    use wold_lore::{Kinship, Relative};
    use wold_mind::living::Doing;
    use wold_wire::FromHost;

    fn relative(name: &str, kinship: Kinship, years: u16) -> Relative {
        Relative { name: Name::new(name).expect("a name"), kinship, years, died: None, grave: None }
    }

    /// Somebody of so many years with a small daughter and a grown brother beside it, and something to eat.
    fn family(years: u16, loaves: u32) -> Scene {
        let relatives =
            vec![relative("Ida Reed", Kinship::Daughter, 6), relative("Odo Reed", Kinship::Brother, 30)];
        let kin = FromHost::Kin(Kin { years, town: 0, house: 0, relatives });
        let scene = Scene::meadow().told(kin).carrying(&[(ThingKind::Bread, loaves)]);
        scene.beside(2, "Odo Reed", 2.0).beside(3, "Ida Reed", 4.0).beside(4, "Ivo Ash", 1.0)
    }

    #[test]
    fn children_of_the_family_are_fed_so_often_a_day_and_nobody_else_is() {
        let scene = family(31, 9);
        let moment = scene.moment("smith", Doing::Work);
        let mut provider = Provider::default();
        assert_eq!(provider.whom(&moment), Some(EntityId(3)), "neither the stranger nor the grown brother");
        assert_eq!(provider.serve(moment.known, EntityId(3)), Some(0));
        assert_eq!(provider.whom(&moment), None, "it has just eaten");
        provider.fed.insert(EntityId(3), (THRIFT.providing.meals, 0));
        provider.day = moment.known.day_number();
        assert!(!provider.is_due(EntityId(3), moment.known), "so many times a day");
        provider.day += 1;
        assert!(provider.is_due(EntityId(3), moment.known), "another day");
    }

    #[test]
    fn who_has_hardly_enough_for_itself_or_is_a_child_feeds_nobody() {
        for scene in [family(31, 1), family(9, 9)] {
            assert_eq!(Provider::default().whom(&scene.moment("smith", Doing::Work)), None);
        }
    }
}
