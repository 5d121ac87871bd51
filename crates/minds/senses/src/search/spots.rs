//! Where somebody could hide, and what has been looked at.
//!
//! Contract: a spot is unsearched, in progress by exactly one searcher, or searched; since when is kept. Spots are made of candidates hidden from the estimated place, covers and corners first,
//! kept apart from each other; if those are too few, others hidden from it follow in a drawn order. Looking costs rays: at most one per spot in a second or two, and no more in a step than the
//! budget; what is due beyond it waits, the longest due first. When several see towards a spot, they take turns casting.

use super::config::{SearchConfig, ticks};
use super::ground::{Candidate, Ground};
use wold_chance::Stream;
use wold_space::{DVec2, DVec3, EntityId, Tick};

/// The number of a spot within its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotId(pub u32);

/// What has become of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotState {
    /// Nobody has looked.
    Unsearched,
    /// Somebody is on the way.
    InProgress(EntityId),
    /// Nobody was there.
    Searched,
}

/// A place that could hide somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Where.
    pub at: DVec3,
    /// What has become of it.
    pub state: SpotState,
    /// Since when.
    pub since: Tick,
    next_ray: Tick,
    turn: u32,
}

/// Somebody who looks along one or two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewer {
    /// Who.
    pub who: EntityId,
    /// Where its eyes are.
    pub at: DVec3,
    /// Where it faces, of length 1.
    pub facing: DVec2,
    /// Where it glances besides, and how far.
    pub glance: Option<(DVec2, f64)>,
}

impl Viewer {
    /// Whether a point is where it looks and near enough to be seen well.
    #[must_use]
    pub(crate) fn has_in_view(&self, at: DVec3, config: &SearchConfig) -> bool {
        let to = at - self.at;
        let far = to.length();
        if far > config.sight {
            return false;
        }
        let Some(way) = to.truncate().try_normalize() else { return true };
        let narrow = libm::cos(config.view.to_radians() / 2.0);
        let looks = |facing: DVec2, sight: f64| far <= sight && facing.dot(way) >= narrow;
        looks(self.facing, config.sight) || self.glance.is_some_and(|(facing, sight)| looks(facing, sight))
    }
}

/// All spots of a search.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    spots: Vec<Spot>,
    rays: u64,
}

impl Pool {
    /// All spots; a [`SpotId`] counts along them.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Rays cast so far.
    #[must_use]
    pub fn rays(&self) -> u64 {
        self.rays
    }

    pub(super) fn get(&self, id: SpotId) -> &Spot {
        &self.spots[id.0 as usize]
    }

    /// Makes spots until there are `most`. Gives how many are new, and of how many candidates.
    pub(super) fn grow(
        &mut self,
        ground: &dyn Ground,
        estimate: DVec3,
        radius: f64,
        (most, spacing): (u32, f64),
        now: Tick,
        luck: &mut Stream,
    ) -> (usize, usize) {
        let candidates = ground.candidates(estimate, radius);
        let (mut covers, mut others): (Vec<Candidate>, Vec<Candidate>) =
            candidates.iter().partition(|candidate| candidate.cover);
        covers.sort_by(|a, b| a.at.distance(estimate).total_cmp(&b.at.distance(estimate)));
        luck.shuffle(&mut others);
        let before = self.spots.len();
        for candidate in covers.into_iter().chain(others) {
            if self.spots.len() >= most as usize {
                break;
            }
            let crowded = self.spots.iter().any(|spot| spot.at.distance(candidate.at) < spacing);
            if crowded {
                continue;
            }
            self.rays += 1;
            if !ground.sees(estimate, candidate.at) {
                let state = SpotState::Unsearched;
                self.spots.push(Spot { at: candidate.at, state, since: now, next_ray: now, turn: 0 });
            }
        }
        (self.spots.len() - before, candidates.len())
    }

    /// Forgets spots that nobody has looked at or for; those of another estimate.
    pub(super) fn clear_all(&mut self) {
        self.spots.clear();
    }

    pub(super) fn open(&self) -> impl Iterator<Item = (SpotId, &Spot)> {
        let numbered = self.spots.iter().enumerate().map(|(i, spot)| (SpotId(i as u32), spot));
        numbered.filter(|(_, spot)| spot.state == SpotState::Unsearched)
    }

    pub(super) fn oldest_searched(&self) -> Option<(SpotId, Tick)> {
        let numbered = self.spots.iter().enumerate().filter(|(_, spot)| spot.state == SpotState::Searched);
        numbered.min_by_key(|(i, spot)| (spot.since, *i)).map(|(i, spot)| (SpotId(i as u32), spot.since))
    }

    pub(super) fn set(&mut self, id: SpotId, state: SpotState, now: Tick) {
        let spot = &mut self.spots[id.0 as usize];
        (spot.state, spot.since) = (state, now);
    }

    /// Casts the rays that are due. Gives the spots that were seen to be empty, and by whom.
    pub(super) fn look(
        &mut self,
        ground: &dyn Ground,
        viewers: &[Viewer],
        config: &SearchConfig,
        now: Tick,
        luck: &mut Stream,
    ) -> Vec<(SpotId, EntityId)> {
        let due = |spot: &Spot| spot.state != SpotState::Searched && spot.next_ray <= now;
        let mut line: Vec<usize> = (0..self.spots.len()).filter(|&i| due(&self.spots[i])).collect();
        line.sort_by_key(|&i| (self.spots[i].next_ray, i));
        let mut seen = Vec::new();
        let mut left = config.rays;
        for i in line {
            let at = self.spots[i].at;
            let mut eyes: Vec<&Viewer> = viewers.iter().filter(|v| v.has_in_view(at, config)).collect();
            if eyes.is_empty() {
                continue;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            eyes.sort_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)).then(a.who.cmp(&b.who)));
            let spot = &mut self.spots[i];
            let viewer = eyes[spot.turn as usize % eyes.len()];
            spot.turn += 1;
            spot.next_ray = Tick(now.0 + ticks(luck.range(config.ray_seconds.0, config.ray_seconds.1)));
            self.rays += 1;
            if ground.sees(viewer.at, at) {
                seen.push((SpotId(i as u32), viewer.who));
            }
        }
        seen
    }
}
