//! Where walkers of this process mean to go: they tell, and the operator's window shows it.
//!
//! Only inhabitants that live in the host's own process tell their plans. A guest from outside keeps its own to itself: the host knows
//! its steering and nothing else.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use wold_space::{DVec2, EntityId};

/// The corners each walker still has ahead, the next one first.
#[derive(Default)]
pub(super) struct Plans(Mutex<BTreeMap<EntityId, Vec<DVec2>>>);

impl Plans {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<EntityId, Vec<DVec2>>> {
        self.0.lock().expect("no holder of the plans panics")
    }

    /// A walker has another plan, or none any more because it is gone.
    pub(super) fn tell(&self, walker: EntityId, corners: Option<&[DVec2]>) {
        match corners {
            Some(corners) => drop(self.lock().insert(walker, corners.to_vec())),
            None => drop(self.lock().remove(&walker)),
        }
    }

    /// The corners ahead of a walker, none while it rests; `None` if it tells nobody.
    pub(super) fn of(&self, walker: EntityId) -> Option<Vec<DVec2>> {
        self.lock().get(&walker).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_the_last_one_told_and_goes_with_its_walker() {
        let plans = Plans::default();
        let walker = EntityId(7);
        assert_eq!(plans.of(walker), None);
        plans.tell(walker, Some(&[DVec2::X, DVec2::Y]));
        plans.tell(walker, Some(&[DVec2::Y]));
        assert_eq!(plans.of(walker), Some(vec![DVec2::Y]));
        plans.tell(walker, Some(&[]));
        assert_eq!(plans.of(walker), Some(Vec::new()), "it rests");
        plans.tell(walker, None);
        assert_eq!(plans.of(walker), None);
    }
}
