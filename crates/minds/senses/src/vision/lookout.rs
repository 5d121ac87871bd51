//! Everybody's eyes in a tick.
//!
//! For each pair of watcher and target within reach: what could be ([`Sight::consider`]) is judged at once and costs no ray. Pairs in a shape want a look, eight rays;
//! a tick's budget goes to those who have waited longest, of equals in the order of their ids, in one batch. Between looks the last one holds. A pair waits from the
//! tick after its last look (or from when it first wanted one), so the queue is first come, first served, and nobody is passed over: with so many pairs wanting
//! looks no two looks of one are farther apart than the ticks it takes to look at all pairs once, and who stays in sight is perceived at most that many ticks later than with rays for
//! all. The order of the lists given makes no difference, nor does who answers the rays.

use super::body::{PARTS, Parts};
use super::rays::{Budget, Ray, Rays};
use super::sight::{Prospect, Sight, Target, Unseen, Watcher, Why};
use crate::detect::{Meter, Notice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::index::Index;
use wold_space::{EntityId, Tick};

/// A meter passed an edge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// When.
    pub tick: Tick,
    /// Who watches.
    pub watcher: EntityId,
    /// Who is watched.
    pub target: EntityId,
    /// What the watcher made of it before.
    pub from: Notice,
    /// And now.
    pub to: Notice,
    /// The meter.
    pub value: f64,
    /// Why.
    pub why: Why,
}

/// How it stands between a watcher and a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gaze {
    /// The meter: what a player is shown.
    pub meter: Meter,
    /// Why it stands there.
    pub why: Why,
    /// Since when it waits for a look.
    waits: Tick,
    /// What the last look saw, while they are in a shape.
    seen: Option<Parts>,
    /// When it last was in a shape.
    wanted: Tick,
}

impl Gaze {
    fn fresh(now: Tick, sight: &Sight, target: &Target) -> Self {
        let why = blank(sight, Some(target), Unseen::NotLookedYet);
        Self { meter: Meter::default(), why, waits: now, seen: None, wanted: now }
    }
}

/// Ticks for which a pair that is out of every shape keeps its turn.
const KEEP: u64 = 40;

/// All meters of all watchers.
///
/// ```
/// use glam::{DVec2, DVec3};
/// use std::collections::BTreeSet;
/// use wold_senses::{awareness::Awareness, detect::Notice};
/// use wold_senses::vision::{Budget, Lookout, Motion, Ray, Sight, Stance, Target, Watcher};
/// use wold_space::{EntityId, Tick};
/// let guard = Watcher {
///     id: EntityId(1), eyes: DVec3::new(0.0, 0.0, 1.7), facing: DVec2::X, state: Awareness::Unaware, knows: BTreeSet::new(),
/// };
/// let thief = Target {
///     id: EntityId(2), place: DVec3::new(6.0, 0.0, 0.0), height: 1.75, facing: DVec2::Y, stance: Stance::Standing,
///     motion: Motion::Walking, in_cover: false, guise: None, light: 0.8,
/// };
/// let (sight, mut lookout, open) = (Sight::default(), Lookout::default(), |_: Ray| true);
/// let mut tick = |t| lookout.tick(Tick(t), &sight, &[guard.clone()], &[thief.clone()], &open, Budget::default());
/// let seen: Vec<_> = (0..40).flat_map(&mut tick).collect();
/// assert_eq!(seen[1].to, Notice::Perceived);
/// assert_eq!(seen[1].why.parts.count(), 8);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lookout {
    pairs: BTreeMap<(EntityId, EntityId), Gaze>,
    rays: usize,
}

impl Lookout {
    /// One tick; tells what changed, by watcher and target.
    pub fn tick(
        &mut self,
        now: Tick,
        sight: &Sight,
        watchers: &[Watcher],
        targets: &[Target],
        rays: &dyn Rays,
        budget: Budget,
    ) -> Vec<Change> {
        let near = near(sight, watchers, targets);
        self.look(now, sight, &near, rays, budget);
        let mut changes = Vec::new();
        for (pair, gaze) in &mut self.pairs {
            let judged = near.get(pair);
            gaze.why = why(sight, judged, gaze);
            let Some((from, to)) = gaze.meter.step(&sight.meter, gaze.why.seconds) else { continue };
            let (value, why) = (gaze.meter.value(), gaze.why);
            changes.push(Change { tick: now, watcher: pair.0, target: pair.1, from, to, value, why });
        }
        self.pairs.retain(|_, gaze| !gaze.meter.is_idle() || now.since(gaze.wanted) <= KEEP);
        changes
    }

    /// Gives looks to those who have waited longest.
    fn look(&mut self, now: Tick, sight: &Sight, near: &Near<'_>, rays: &dyn Rays, budget: Budget) {
        let mut queue = Vec::new();
        for (pair, (_, target, prospect)) in near {
            if prospect.is_err() {
                continue;
            }
            let gaze = self.pairs.entry(*pair).or_insert_with(|| Gaze::fresh(now, sight, target));
            gaze.wanted = now;
            queue.push((gaze.waits, *pair));
        }
        queue.sort_unstable();
        queue.truncate(budget.looks());
        let mut asked = Vec::with_capacity(queue.len() * PARTS);
        for (_, pair) in &queue {
            let (watcher, target, _) = &near[pair];
            let parts = target.stance.parts(target.place, target.height, target.facing);
            asked.extend(parts.map(|to| Ray { from: watcher.eyes, to }));
        }
        let answers = rays.are_clear(&asked);
        self.rays = asked.len();
        for ((_, pair), answers) in queue.iter().zip(answers.chunks(PARTS)) {
            if let Some(gaze) = self.pairs.get_mut(pair) {
                (gaze.seen, gaze.waits) = (Some(Parts::of(answers)), now.next());
            }
        }
        // A look is worth nothing once they have left the shape: who comes back is looked at again.
        for gaze in self.pairs.values_mut().filter(|gaze| gaze.wanted != now) {
            gaze.seen = None;
        }
    }

    /// A watcher perceives a target at once: whoever begins to hide before somebody's eyes is not hidden from them.
    pub fn perceive(&mut self, now: Tick, sight: &Sight, watcher: EntityId, target: &Target) {
        let pair = (watcher, target.id);
        self.pairs.entry(pair).or_insert_with(|| Gaze::fresh(now, sight, target)).meter = Meter::full();
    }

    /// How it stands between two, if there is anything between them.
    #[must_use]
    pub fn gaze(&self, watcher: EntityId, target: EntityId) -> Option<&Gaze> {
        self.pairs.get(&(watcher, target))
    }

    /// The number a player is shown of a watcher, 0 to 1.
    #[must_use]
    pub fn meter(&self, watcher: EntityId, target: EntityId) -> f64 {
        self.gaze(watcher, target).map_or(0.0, |gaze| gaze.meter.value())
    }

    /// All pairs between which there is something, by watcher and target.
    pub fn iter(&self) -> impl Iterator<Item = (EntityId, EntityId, &Gaze)> {
        self.pairs.iter().map(|((watcher, target), gaze)| (*watcher, *target, gaze))
    }

    /// Rays the last tick asked for.
    #[must_use]
    pub fn rays(&self) -> usize {
        self.rays
    }

    /// Somebody died or left for good.
    pub fn forget(&mut self, who: EntityId) {
        self.pairs.retain(|(watcher, target), _| *watcher != who && *target != who);
    }
}

/// Pairs within reach, and what could be between them.
type Near<'a> = BTreeMap<(EntityId, EntityId), (&'a Watcher, &'a Target, Result<Prospect, Unseen>)>;

fn near<'a>(sight: &Sight, watchers: &'a [Watcher], targets: &'a [Target]) -> Near<'a> {
    let reach = sight.reach();
    // Bodies lie a little off their place; shapes are judged by their middle, so the level distance is enough.
    let index = Index::new(reach.max(1.0), targets.iter().map(|target| (target.place.truncate(), target)));
    let mut near = BTreeMap::new();
    for watcher in watchers {
        for target in index.near(watcher.eyes.truncate(), reach) {
            if watcher.id != target.id {
                let prospect = sight.consider(watcher, target);
                near.insert((watcher.id, target.id), (watcher, *target, prospect));
            }
        }
    }
    near
}

fn blank(sight: &Sight, target: Option<&Target>, unseen: Unseen) -> Why {
    Why {
        shape: None,
        distance: None,
        parts: Parts::default(),
        needed: target.map_or(0, |target| sight.needed(target)),
        light: target.map_or(0.0, |target| target.light),
        seconds: None,
        unseen: Some(unseen),
    }
}

fn why(sight: &Sight, judged: Option<&(&Watcher, &Target, Result<Prospect, Unseen>)>, gaze: &Gaze) -> Why {
    let Some((_, target, prospect)) = judged else {
        // Beyond every reach, or not there at all: what was known of the target last is still the best to tell.
        let unseen = Some(Unseen::OutsideShapes);
        return Why {
            shape: None,
            distance: None,
            parts: Parts::default(),
            seconds: None,
            unseen,
            ..gaze.why
        };
    };
    let prospect = match prospect {
        Ok(prospect) => prospect,
        Err(unseen) => return blank(sight, Some(target), *unseen),
    };
    let found = Why {
        shape: Some(prospect.shape),
        distance: Some(prospect.distance),
        ..blank(sight, Some(target), Unseen::NotLookedYet)
    };
    let Some(parts) = gaze.seen else { return found };
    let enough = parts.count() >= found.needed;
    let unseen = (!enough).then_some(Unseen::Hidden);
    Why { parts, seconds: enough.then_some(prospect.seconds), unseen, ..found }
}
