//! Who watches which choke.
//!
//! Contract: every guard that can walk to a choke of the watched area gets one, on the outer side (on the inner, if it stands inside). Chokes are filled evenly: none is given to a second
//! guard while one that somebody free could watch has none, so several guards never all watch the same. Among what is even, the shortest walk decides, then the lower numbers.

use super::{AreaId, ChokeId, Places};
use std::collections::BTreeMap;
use wold_space::{DVec3, EntityId};

/// Somebody who can watch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard {
    /// Who.
    pub who: EntityId,
    /// Where it stands now.
    pub at: DVec3,
}

/// Where somebody should stand, and what it watches.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// Who.
    pub who: EntityId,
    /// What it watches.
    pub choke: ChokeId,
    /// Where it stands for that.
    pub stand: DVec3,
    /// Where it can fall back to and still see the choke.
    pub fallback: Vec<DVec3>,
    /// Metres it walks there.
    pub metres: f64,
}

impl Places {
    /// Spreads guards over the chokes that lead to an area.
    #[must_use]
    pub fn guard(&self, area: AreaId, guards: &[Guard]) -> Vec<Post> {
        let mut posts = Vec::new();
        let mut offers: Vec<Post> = guards.iter().flat_map(|guard| self.offers(area, guard)).collect();
        offers.sort_by(|a, b| {
            a.metres.total_cmp(&b.metres).then(a.who.cmp(&b.who)).then(a.choke.cmp(&b.choke))
        });
        let mut watched: BTreeMap<ChokeId, u32> = BTreeMap::new();
        while !offers.is_empty() {
            let count = |post: &Post| watched.get(&post.choke).copied().unwrap_or(0);
            // The first of the least watched: `min_by_key` keeps the order of equals.
            let Some(best) = offers.iter().min_by_key(|post| count(post)).cloned() else { break };
            *watched.entry(best.choke).or_default() += 1;
            offers.retain(|post| post.who != best.who);
            posts.push(best);
        }
        posts.sort_by_key(|post| post.who);
        posts
    }

    /// Every choke a guard could watch.
    fn offers(&self, area: AreaId, guard: &Guard) -> Vec<Post> {
        let Some(reach) = self.walks_from(guard.at) else { return Vec::new() };
        let inside = self.area_near(guard.at, 1.0) == Some(area);
        let offer = |&id: &ChokeId| {
            let choke = self.choke(id)?;
            let side = if inside { area } else { choke.beyond(area)? };
            let (stand, rest) = choke.nodes_in(side).split_first()?;
            let metres = reach.to(self, *stand, side)?.metres;
            Some(Post { who: guard.who, choke: id, stand: *stand, fallback: rest.to_vec(), metres })
        };
        self.chokes_of(area).iter().filter_map(offer).collect()
    }
}
