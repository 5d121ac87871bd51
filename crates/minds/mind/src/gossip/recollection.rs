//! A memory written down and taken up again: for worlds that stop and go on.

use super::action::{ActionId, Actions};
use super::memory::{Acquaintance, Memory};
use super::rumour::{BeingId, Matter, Rumour};
use serde::{Deserialize, Serialize};

/// What a mind knew at a moment. Its character and its bounds are not part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recollection {
    people: Vec<Acquaintance>,
    rumours: Vec<Rumour>,
    doubts: Vec<(Matter, bool, BeingId)>,
}

impl Recollection {
    /// Everybody who is known, oneself included, by id.
    #[must_use]
    pub fn people(&self) -> &[Acquaintance] {
        &self.people
    }

    /// Everything remembered, the oldest first.
    #[must_use]
    pub fn rumours(&self) -> &[Rumour] {
        &self.rumours
    }

    /// The same by another table of actions: `number` says what each of the old ones is called in the new table. What has no number there is forgotten.
    #[must_use]
    pub fn renumbered(mut self, number: impl Fn(ActionId) -> Option<ActionId>) -> Self {
        let rename =
            |matter: &mut Matter| number(matter.action).map(|action| matter.action = action).is_some();
        self.rumours.retain_mut(|rumour| rename(&mut rumour.matter));
        self.doubts.retain_mut(|(matter, ..)| rename(matter));
        self
    }
}

impl Memory {
    /// What it knows, to be written down.
    ///
    /// ```
    /// use wold_mind::gossip::{Actions, BeingId, Matter, Memory};
    /// let actions = Actions::deeds();
    /// let [me, rogue] = ["me", "rogue"].map(BeingId::named);
    /// let mut memory = Memory::new(me, Default::default());
    /// let blow = Matter::deed(rogue, actions.named("hit")?, Some(me), 1);
    /// memory.witness(&actions, blow, None, 0.0);
    /// let mut later = Memory::new(me, Default::default());
    /// later.recollect(memory.recollection(), &actions);
    /// assert_eq!(later.recall(&blow), memory.recall(&blow));
    /// assert_eq!(later.respect(rogue), memory.respect(rogue));
    /// # Ok::<(), wold_mind::gossip::ActionError>(())
    /// ```
    #[must_use]
    pub fn recollection(&self) -> Recollection {
        Recollection {
            people: self.people.clone(),
            rumours: self.rumours.clone(),
            doubts: self.doubts.clone(),
        }
    }

    /// Knows again what was written down, instead of what it knows. Written by whoever: what makes no sense is left out, what is too
    /// much is cut.
    pub fn recollect(&mut self, written: Recollection, actions: &Actions) {
        let known = |matter: &Matter| usize::from(matter.action.0) < actions.iter().count();
        let own = Acquaintance { respect: 1.0, ..self.people[self.own_place()] };
        self.people = written.people;
        self.people.retain(|person| person.id != own.id && (0.0..=1.0).contains(&person.respect));
        self.people.truncate(self.capacity.people.max(2) - 1);
        self.people.push(own);
        self.people.sort_by_key(|person| person.id);
        self.people.dedup_by_key(|person| person.id);
        self.rumours.clear();
        for rumour in written.rumours.into_iter().take(self.capacity.rumours) {
            if known(&rumour.matter) && rumour.is_sound() && self.find(&rumour.matter).is_none() {
                self.keep(rumour);
            }
        }
        self.doubts = written.doubts;
        self.doubts.retain(|(matter, ..)| known(matter));
        self.doubts.truncate(self.capacity.doubts);
    }

    fn own_place(&self) -> usize {
        self.people.binary_search_by_key(&self.own, |person| person.id).expect("everybody knows itself")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gossip::{ActionId, Capacity};

    #[test]
    fn what_makes_no_sense_is_left_out_and_what_is_too_much_is_cut() {
        let actions = Actions::deeds();
        let id = |n: u64| BeingId(n);
        let mut rich = Memory::new(id(0), Default::default());
        for n in 1..100 {
            rich.set_respect(id(n), 0.9);
            rich.witness(&actions, Matter::deed(id(n), ActionId(0), Some(id(n + 1)), 1), None, 1.0);
        }
        let mut written = rich.recollection();
        written.people[5].respect = f64::NAN;
        written.people[6].id = id(0);
        written.rumours[3].matter.action = ActionId(999);
        written.rumours[4].learnt = f64::NAN;
        let twice = written.rumours[5].clone();
        written.rumours.push(twice);
        let bounds = Capacity { people: 10, rumours: 50, ..Default::default() };
        let mut poor = Memory::with_capacity(id(0), Default::default(), bounds);
        poor.recollect(written, &actions);
        assert!(poor.people().len() <= 10 && poor.rumours().len() == 48, "{}", poor.rumours().len());
        assert_eq!(poor.respect(id(0)), 1.0);
        assert!(poor.people().windows(2).all(|pair| pair[0].id < pair[1].id));
        assert!(poor.rumours().iter().all(|rumour| usize::from(rumour.matter.action.0) < 20));
    }
}
