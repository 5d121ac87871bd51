//! Minds that can be looked into: inhabitants of this process open a window, and the operator's page looks through it.
//!
//! A guest from outside keeps its mind to itself, as it keeps its plans. What a mind holds is its own affair; here it is JSON that says who it is,
//! what it needs, does, thinks of people and has heard, and when and where it learnt of a matter.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use wold_space::EntityId;

/// A mind to look into. Looking must be quick: the mind's own thread waits for it.
pub trait Insight: Send + Sync {
    /// All of it: an object for the operator's page.
    fn portrait(&self) -> Value;

    /// How and when it learnt of a matter, by the key its portrait gives it; nothing if it never did.
    fn learnt(&self, matter: &str) -> Option<Value>;
}

/// The windows that are open.
#[derive(Default)]
pub(super) struct Minds(Mutex<BTreeMap<EntityId, Arc<dyn Insight>>>);

impl Minds {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<EntityId, Arc<dyn Insight>>> {
        self.0.lock().expect("no holder of the minds panics")
    }

    /// Somebody opens a window into its mind, or closes it because it leaves.
    pub(super) fn show(&self, whose: EntityId, mind: Option<Arc<dyn Insight>>) {
        match mind {
            Some(mind) => drop(self.lock().insert(whose, mind)),
            None => drop(self.lock().remove(&whose)),
        }
    }

    /// What a mind holds; null if it is closed to us.
    pub(super) fn portrait(&self, whose: EntityId) -> Value {
        let mind = self.lock().get(&whose).cloned();
        json!({"type": "mind", "id": whose.0.to_string(), "mind": mind.map(|mind| mind.portrait())})
    }

    /// Who learnt of a matter when, where and from whom: in the order in which it spread.
    pub(super) fn spread(&self, matter: &str) -> Value {
        let minds: Vec<(EntityId, Arc<dyn Insight>)> =
            self.lock().iter().map(|(id, mind)| (*id, mind.clone())).collect();
        let mut steps: Vec<Value> = minds
            .iter()
            .filter_map(|(id, mind)| {
                let mut step = mind.learnt(matter)?;
                step["id"] = json!(id.0.to_string());
                Some(step)
            })
            .collect();
        let hour = |step: &Value| step["hour"].as_f64().unwrap_or(f64::MAX);
        steps.sort_by(|a, b| hour(a).total_cmp(&hour(b)));
        json!({"type": "spread", "matter": matter, "minds": minds.len(), "steps": steps})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Simple(f64);

    impl Insight for Simple {
        fn portrait(&self) -> Value {
            json!({"name": "Simple"})
        }

        fn learnt(&self, matter: &str) -> Option<Value> {
            (matter == "theft").then(|| json!({"hour": self.0}))
        }
    }

    #[test]
    fn a_rumour_is_followed_through_the_minds_in_the_order_of_hearing() {
        let minds = Minds::default();
        for (id, hour) in [(1, 9.5), (2, 8.0), (3, 20.0)] {
            minds.show(EntityId(id), Some(Arc::new(Simple(hour))));
        }
        minds.show(EntityId(3), None);
        let spread = minds.spread("theft");
        assert_eq!(spread["minds"], 2);
        assert_eq!(spread["steps"], json!([{"hour": 8.0, "id": "2"}, {"hour": 9.5, "id": "1"}]));
        assert_eq!(minds.spread("gift")["steps"], json!([]));
        assert_eq!(minds.portrait(EntityId(1))["mind"]["name"], "Simple");
        assert_eq!(minds.portrait(EntityId(3))["mind"], Value::Null);
    }
}
