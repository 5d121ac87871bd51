//! What inhabitants of this process show of themselves: their minds, where they mean to go, their fights.
//!
//! A guest from outside keeps its mind and its plans to itself: the host knows its steering and nothing else. Looking in never stops the world.

use crate::figures::Figures;
use crate::question::ToMinds;
use crate::report::{LayerReport, MindMark, PlanLine, Report, SpreadReport, SpreadStep, StateReport};
use crate::turns;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use wold_folk::Window;
use wold_folk::layers::{self, Mark};
use wold_folk::portrait;
use wold_folk::report::Key;
use wold_folk::report::fights::FightsReport;
use wold_folk::report::mind::{Lesson, MindReport};
use wold_space::{DVec2, EntityId};

/// A mind that can be looked into. Looking must be quick, and holds up nobody who thinks.
pub trait Mind: Send + Sync {
    /// All of it.
    fn report(&self) -> MindReport;

    /// How it learnt of a matter, by the key its report gives it; nothing if it never did.
    fn learnt(&self, matter: &str) -> Option<Lesson>;

    /// What it shows of itself in a layer of the map, if anything.
    fn mark(&self, layer: &str) -> Option<Mark>;
}

impl Mind for Window {
    fn report(&self) -> MindReport {
        portrait::portrait(&self.look())
    }

    fn learnt(&self, matter: &str) -> Option<Lesson> {
        portrait::learnt(&self.look(), matter)
    }

    fn mark(&self, layer: &str) -> Option<Mark> {
        layers::mark(layer, &self.look())
    }
}

/// Everything that is shown.
#[derive(Default)]
pub struct Gallery {
    minds: Mutex<BTreeMap<EntityId, Arc<dyn Mind>>>,
    plans: Mutex<BTreeMap<EntityId, Vec<DVec2>>>,
    fights: Mutex<Option<Arc<FightsReport>>>,
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().expect("no holder of the gallery panics")
}

impl Gallery {
    /// Somebody lets its mind be looked into, or no longer because it leaves.
    pub fn show_mind(&self, whose: EntityId, mind: Option<Arc<dyn Mind>>) {
        match mind {
            Some(mind) => drop(lock(&self.minds).insert(whose, mind)),
            None => drop(lock(&self.minds).remove(&whose)),
        }
    }

    /// A walker has another plan, the next corner first, or none any more because it is gone.
    pub fn tell_plan(&self, walker: EntityId, corners: Option<&[DVec2]>) {
        match corners {
            Some(corners) => drop(lock(&self.plans).insert(walker, corners.to_vec())),
            None => drop(lock(&self.plans).remove(&walker)),
        }
    }

    /// This is how fights stand.
    pub fn tell_fights(&self, report: FightsReport) {
        *lock(&self.fights) = Some(Arc::new(report));
    }

    /// How fights stood when they were last told of.
    #[must_use]
    pub fn fights(&self) -> Option<Arc<FightsReport>> {
        lock(&self.fights).clone()
    }

    /// Where a walker means to go.
    #[must_use]
    pub fn plan(&self, walker: EntityId) -> PlanLine {
        let point = |corner: &DVec2| [corner.x, corner.y];
        let corners = lock(&self.plans).get(&walker).map(|corners| corners.iter().map(point).collect());
        PlanLine { id: walker.into(), corners }
    }

    /// Answers a question about minds.
    #[must_use]
    pub fn answer(&self, question: ToMinds) -> Report {
        match question {
            ToMinds::Mind { id } => Report::Mind { id, mind: self.mind(id).map(|mind| mind.report()) },
            ToMinds::Spread { matter } => Report::Spread(self.spread(matter)),
            ToMinds::Layer { layer } => Report::Layer(self.layer(layer)),
        }
    }

    fn mind(&self, id: Key) -> Option<Arc<dyn Mind>> {
        lock(&self.minds).get(&id.entity()).cloned()
    }

    fn minds(&self) -> Vec<(EntityId, Arc<dyn Mind>)> {
        lock(&self.minds).iter().map(|(id, mind)| (*id, mind.clone())).collect()
    }

    /// Who learnt of a matter when, where and from whom: in the order in which it spread.
    fn spread(&self, matter: String) -> SpreadReport {
        let minds = self.minds();
        let step = |(id, mind): &(EntityId, Arc<dyn Mind>)| {
            Some(SpreadStep { id: (*id).into(), lesson: mind.learnt(&matter)? })
        };
        let mut steps: Vec<SpreadStep> = minds.iter().filter_map(step).collect();
        steps.sort_by(|a, b| a.lesson.hour.total_cmp(&b.lesson.hour));
        SpreadReport { minds: minds.len(), steps, matter }
    }

    fn layer(&self, layer: String) -> LayerReport {
        let mark = |(id, mind): &(EntityId, Arc<dyn Mind>)| {
            Some(MindMark { id: (*id).into(), mark: mind.mark(&layer)? })
        };
        LayerReport { marks: self.minds().iter().filter_map(mark).collect(), layer }
    }
}

/// What one page has seen so far, and whom it watches.
#[derive(Debug, Default)]
pub struct Visit {
    seen: u64,
    watched: Option<EntityId>,
}

impl Visit {
    /// From now on this one is watched.
    pub fn watch(&mut self, id: Key) {
        self.watched = Some(id.entity());
    }

    /// Adds to the state what is not the world's to tell: plans, fights, and the ticks this page has not seen yet.
    pub fn complete(&mut self, state: &mut StateReport, gallery: &Gallery, figures: &Figures) {
        state.ticks = figures.since(self.seen).iter().map(Into::into).collect();
        self.seen = state.ticks.last().map_or(self.seen, |cost| cost.tick);
        let told = gallery.fights().map(|fights| (*fights).clone());
        state.fights = turns::joined(told, state.fights.take());
        state.plan = self.watched.map(|walker| gallery.plan(walker));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Simple(f64);

    impl Mind for Simple {
        fn report(&self) -> MindReport {
            unreachable!("nobody looks into it here")
        }

        fn learnt(&self, matter: &str) -> Option<Lesson> {
            let lesson =
                Lesson { name: "Simple".into(), x: 0.0, y: 0.0, hour: self.0, from: None, denied: false };
            (matter == "theft").then_some(lesson)
        }

        fn mark(&self, layer: &str) -> Option<Mark> {
            let mark = Mark { kind: "late".into(), strength: self.0 / 24.0, at: None, about: None };
            (layer == "hours" && self.0 > 9.0).then_some(mark)
        }
    }

    fn gallery() -> Gallery {
        let gallery = Gallery::default();
        for (id, hour) in [(1, 9.5), (2, 8.0), (3, 20.0)] {
            gallery.show_mind(EntityId(id), Some(Arc::new(Simple(hour))));
        }
        gallery.show_mind(EntityId(3), None);
        gallery
    }

    #[test]
    fn a_rumour_is_followed_through_the_minds_in_the_order_of_hearing() {
        let spread = gallery().spread("theft".into());
        let hours: Vec<(Key, f64)> = spread.steps.iter().map(|step| (step.id, step.lesson.hour)).collect();
        assert_eq!(spread.minds, 2);
        assert_eq!(hours, [(EntityId(2).into(), 8.0), (EntityId(1).into(), 9.5)]);
        assert_eq!(gallery().spread("gift".into()).steps, []);
    }

    #[test]
    fn a_layer_has_the_marks_of_those_who_show_something_in_it() {
        let Report::Layer(layer) = gallery().answer(ToMinds::Layer { layer: "hours".into() }) else {
            panic!("a layer was asked for")
        };
        assert_eq!(layer.marks.iter().map(|mark| mark.id).collect::<Vec<_>>(), [EntityId(1).into()]);
        assert_eq!(gallery().layer("dreams".into()).marks, []);
    }

    #[test]
    fn who_is_gone_or_from_outside_keeps_its_mind_to_itself() {
        let asked = ToMinds::Mind { id: EntityId(3).into() };
        assert_eq!(gallery().answer(asked), Report::Mind { id: EntityId(3).into(), mind: None });
    }

    #[test]
    fn a_plan_is_the_last_one_told_and_goes_with_its_walker() {
        let gallery = Gallery::default();
        let walker = EntityId(7);
        assert_eq!(gallery.plan(walker).corners, None);
        gallery.tell_plan(walker, Some(&[DVec2::X, DVec2::Y]));
        gallery.tell_plan(walker, Some(&[DVec2::Y]));
        assert_eq!(gallery.plan(walker).corners, Some(vec![[0.0, 1.0]]));
        gallery.tell_plan(walker, Some(&[]));
        assert_eq!(gallery.plan(walker).corners, Some(Vec::new()), "it rests");
        gallery.tell_plan(walker, None);
        assert_eq!(gallery.plan(walker).corners, None);
    }
}
