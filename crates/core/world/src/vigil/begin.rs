//! The moment somebody begins to sneak: whoever has them in sight then is not fooled.
//!
//! Contract: everybody near looks once, and their rays come out of the same quota as the meters'. Who begins where too many begin at once waits, plain to all, for a tick with rays for every pair of eyes near; whose turn
//! is first goes round by the tick, so that nobody waits for ever. Before more eyes than there are rays for, the nearest look. Who waits is decided by the tick and by who is where, by nothing else.

use std::collections::BTreeSet;
use wold_land::{Land, Motion, Shades};
use wold_senses::vision::{Lookout, Sight, Target, Watcher};
use wold_space::{EntityId, Tick};

/// Rays of a look at a body: at its eyes and at its middle.
pub(super) const GLANCE: u32 = 2;

/// Who looks, and by what.
pub(super) struct Eyes<'a> {
    pub now: Tick,
    pub sight: &'a Sight,
    pub watchers: &'a [Watcher],
    pub land: &'a Land,
}

/// What came of the looks.
#[derive(Default)]
pub(super) struct Glances {
    /// Who was looked at by all who could, and hides from now on.
    pub begun: BTreeSet<EntityId>,
    /// Rays that were cast; both of a look are counted though the first may do.
    pub rays: u32,
}

/// Lets those near look at whoever begins to sneak, with at most so many rays: those who see them keep seeing them.
pub(super) fn glance(
    lookout: &mut Lookout,
    eyes: &Eyes<'_>,
    beginners: &[(&Target, Motion)],
    most: u32,
) -> Glances {
    let mut glances = Glances::default();
    let first = eyes.now.0.checked_rem(beginners.len() as u64).unwrap_or(0) as usize;
    for (target, motion) in beginners[first..].iter().chain(&beginners[..first]) {
        let could = |watcher: &&Watcher| eyes.sight.consider(watcher, target).is_ok();
        let mut near: Vec<&Watcher> = eyes.watchers.iter().filter(could).collect();
        let left = ((most - glances.rays) / GLANCE) as usize;
        if near.len() > left {
            if glances.rays > 0 {
                continue;
            }
            let far = |watcher: &Watcher| watcher.eyes.distance_squared(target.place);
            near.sort_by(|a, b| far(a).total_cmp(&far(b)));
            near.truncate(left);
        }
        let shades = Shades::around(eyes.land, motion.place, eyes.sight.reach());
        let figure = eyes.land.figure(motion.place, motion.level, motion.pose);
        for watcher in &near {
            if shades.sees_body(watcher.eyes.into(), &figure) {
                lookout.perceive(eyes.now, eyes.sight, watcher.id, target);
            }
        }
        glances.rays += near.len() as u32 * GLANCE;
        glances.begun.insert(target.id);
    }
    glances
}
