//! Groups and their members.
//!
//! A character belongs to groups to a degree. What it does touches each group by that degree; how it is regarded at a place is the mean of its
//! groups' repute there, weighted by the degrees. Who wants to join is screened: by a rule, or by the vote of the members.

use crate::engine::{Cell, Engine, EngineError, Event};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::DVec2;

/// The number of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u32);

/// The number of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CharacterId(pub u64);

/// Who may join a group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Screening {
    /// Everybody.
    Open,
    /// Whoever is regarded at least so well where they ask.
    Regard(f32),
    /// Whoever gets more than this share of the members' weight.
    Vote(f32),
}

/// All groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Groups {
    screening: BTreeMap<GroupId, Screening>,
    members: BTreeMap<CharacterId, BTreeMap<GroupId, f32>>,
}

impl Groups {
    /// Founds a group, or changes whom it takes.
    pub fn found(&mut self, group: GroupId, screening: Screening) {
        self.screening.insert(group, screening);
    }

    /// Takes a character into a group to a degree of 0 to 1 if the group's screening lets it; `regard` is how it is regarded where it
    /// asks, `votes` the members that are for it. Returns whether it was taken.
    pub fn join(
        &mut self,
        who: CharacterId,
        group: GroupId,
        degree: f32,
        regard: f32,
        votes: &[CharacterId],
    ) -> bool {
        let lets = match self.screening.get(&group) {
            None => false,
            Some(Screening::Open) => true,
            Some(Screening::Regard(least)) => regard >= *least,
            Some(Screening::Vote(share)) => {
                let weight = |who: &CharacterId| self.degree(*who, group);
                let all: f32 = self.members.keys().map(weight).sum();
                let mut voters = votes.to_vec();
                voters.sort_unstable();
                voters.dedup();
                all == 0.0 || voters.iter().map(weight).sum::<f32>() > share * all
            }
        };
        if lets && degree > 0.0 && degree <= 1.0 {
            self.members.entry(who).or_default().insert(group, degree);
        }
        lets && degree > 0.0 && degree <= 1.0
    }

    /// Lets a character go.
    pub fn leave(&mut self, who: CharacterId, group: GroupId) {
        if let Some(groups) = self.members.get_mut(&who) {
            groups.remove(&group);
        }
    }

    /// To what degree a character belongs to a group.
    #[must_use]
    pub fn degree(&self, who: CharacterId, group: GroupId) -> f32 {
        self.members.get(&who).and_then(|groups| groups.get(&group)).copied().unwrap_or(0.0)
    }

    /// What a deed of a character does: one event for each of its groups, weighted by its degree.
    #[must_use]
    pub fn deed(&self, who: CharacterId, place: DVec2, severity: f32) -> Vec<Event> {
        let groups = self.members.get(&who).into_iter().flatten();
        groups
            .map(|(group, degree)| Event::new("deed", place).sized(0.0, severity * degree).about(group.0))
            .collect()
    }

    /// How a character is regarded at a place: the mean of its groups' repute there, weighted by its degrees; 0 for whom nobody knows.
    ///
    /// # Errors
    /// When the cell is not loaded or a group has no field.
    pub fn regard(&self, who: CharacterId, engine: &Engine, cell: Cell) -> Result<f32, EngineError> {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (group, degree) in self.members.get(&who).into_iter().flatten() {
            sum += degree * engine.get(&format!("repute.{}", group.0), cell)?;
            weights += degree;
        }
        Ok(if weights > 0.0 { sum / weights } else { 0.0 })
    }
}
