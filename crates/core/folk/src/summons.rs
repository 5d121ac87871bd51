//! Being called on by the law: who it is, and whether there is any use in running.
//!
//! Contract: somebody is called from when a guard says its name in the name of the law, for a while, as long as that guard is in sight and near; it is cornered while the guard is within an arm's length or two. The world
//! lets nobody speak for the law but guards, so the act alone tells. What one does about it is for one's chart to say.

use super::beliefs::is_in_plain_sight;
use super::rows::LAW;
use super::villager::steps;
use wold_guest::known::Known;
use wold_lore::act::Meaning;

/// Who was last called on, by whom and when.
#[derive(Clone, Debug, Default)]
pub(super) struct Summons {
    lines: Option<u64>,
    by: Option<(String, u64)>,
}

impl Summons {
    /// Takes in whether the law calls on somebody of this name.
    pub fn listen(&mut self, known: &Known, name: &str) {
        let mark = self.lines.replace(known.lines().mark()).unwrap_or(u64::MAX);
        for line in known.lines().after(mark) {
            let meant = line.act.as_deref().and_then(|act| act.to.as_ref()).is_some_and(|to| *to == *name);
            if meant && matches!(line.meaning(), Some(Meaning::Law)) && line.name != name {
                self.by = Some((line.name.clone(), known.step()));
            }
        }
        self.by.take_if(|(_, since)| known.step() >= *since + steps(LAW.summons.heed_seconds));
    }

    /// Whether who called is near enough to be heeded.
    pub fn is_called(&self, known: &Known) -> bool {
        self.is_within(known, LAW.summons.heed_metres)
    }

    /// Whether who called has one by the collar, nearly.
    pub fn is_cornered(&self, known: &Known) -> bool {
        self.is_within(known, LAW.summons.cornered_metres)
    }

    fn is_within(&self, known: &Known, metres: f64) -> bool {
        let Some((by, _)) = &self.by else { return false };
        let caller = known.entities().values().find(|other| other.is_person() && other.card.name == *by);
        caller.is_some_and(|guard| {
            guard.state.level == known.level()
                && known.place_of(guard).distance(known.place()) < metres
                && is_in_plain_sight(known, guard)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;
    use std::sync::Arc;
    use wold_lore::act::SpeechAct;
    use wold_space::EntityId;
    use wold_wire::{FromHost, Loudness};

    /// A guard so many metres away calls on somebody, and Ann listens.
    fn called(metres: f64, whom: &str, meaning: Meaning) -> [bool; 2] {
        let scene = Scene::meadow().beside(7, "Gus", metres);
        let mut summons = Summons::default();
        summons.listen(scene.guest.known(), "Ann");
        let act = Some(Arc::new(SpeechAct::to(whom, meaning)));
        let heard = FromHost::Heard {
            speaker: EntityId(7),
            name: "Gus".into(),
            loudness: Loudness::Shout,
            text: "Stop!".into(),
            act,
            muffled: false,
        };
        let scene = scene.told(heard);
        summons.listen(scene.guest.known(), "Ann");
        [summons.is_called(scene.guest.known()), summons.is_cornered(scene.guest.known())]
    }

    #[test]
    fn the_law_is_heeded_from_near_by_and_by_whom_it_calls_alone() {
        assert_eq!(called(4.0, "Ann", Meaning::Law), [true, false]);
        assert_eq!(called(1.5, "Ann", Meaning::Law), [true, true]);
        assert_eq!(called(15.0, "Ann", Meaning::Law), [false, false], "there is still time to run");
        assert_eq!(called(1.5, "Bo", Meaning::Law), [false, false]);
        assert_eq!(called(1.5, "Ann", Meaning::Plea), [false, false]);
    }
}
