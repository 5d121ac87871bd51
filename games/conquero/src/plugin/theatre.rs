//! Where the war is in the world: a map laid over the land.

use super::bowl::Bowl;
use super::living::{self, Reach};
use super::setup::Country;
use crate::map::{Map, MapError};
use crate::rules::Rulebook;
use bevy_ecs::prelude::Resource;
use std::sync::Arc;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_space::DVec2;

/// Metres of one unit of a map: the classic map is 240 by 200 m, and whoever is nearer than 4 m to a centre is near it.
pub const METRES: f64 = 0.2;

/// A map laid over the land; not state, because it follows from the world's seed and settings.
#[derive(Resource, Clone, Debug)]
pub struct Theatre {
    /// The centres.
    pub map: Arc<Map>,
    /// The rules.
    pub rules: Arc<Rulebook>,
    /// The map's south-west corner in the world.
    pub corner: DVec2,
    /// For draws.
    pub seed: Seed,
    land: Land,
}

#[derive(Clone, Debug)]
enum Land {
    Bowl(Arc<Bowl>),
    Living { reach: Arc<Reach>, start: DVec2 },
}

impl Theatre {
    /// The theatre a world of this seed has.
    pub fn new(ground: Country, genesis: &Genesis) -> Result<Self, MapError> {
        let (seed, rules) = (genesis.seed().child("conquero", &[]), Arc::new(Rulebook::default()));
        Ok(match ground {
            Country::Classic => {
                let map = Map::classic();
                let corner = -map.extent * METRES / 2.0;
                let bowl = Bowl::new(&map, corner, METRES, seed);
                Self { map: Arc::new(map), rules, corner, seed, land: Land::Bowl(Arc::new(bowl)) }
            }
            Country::Living => {
                let (map, reach) = living::survey(genesis, METRES)?;
                let start = genesis.start();
                let land = Land::Living { reach: Arc::new(reach), start };
                Self { map: Arc::new(map), rules, corner: start - living::RADIUS, seed, land }
            }
        })
    }

    /// The land it brings along, if it is not the world's own.
    #[must_use]
    pub fn bowl(&self) -> Option<&Arc<Bowl>> {
        match &self.land {
            Land::Bowl(bowl) => Some(bowl),
            Land::Living { .. } => None,
        }
    }

    /// A place of the map in the world.
    #[must_use]
    pub fn in_world(&self, place: DVec2) -> DVec2 {
        self.corner + place * METRES
    }

    /// A place of the world on the map.
    #[must_use]
    pub fn on_map(&self, place: DVec2) -> DVec2 {
        (place - self.corner) / METRES
    }

    /// Where those who only watch wait.
    #[must_use]
    pub fn stand(&self) -> DVec2 {
        match &self.land {
            Land::Bowl(bowl) => bowl.ledge(),
            Land::Living { start, .. } => *start,
        }
    }

    /// Whether somebody who only watches would be in the way there.
    #[must_use]
    pub fn is_closed(&self, place: DVec2) -> bool {
        matches!(&self.land, Land::Bowl(bowl) if bowl.holds(place))
    }

    /// Free ground near a place of the map, in the world.
    #[must_use]
    pub fn footing(&self, place: DVec2) -> DVec2 {
        let wanted = self.in_world(place);
        match &self.land {
            Land::Living { reach, .. } => reach.nearest(wanted),
            Land::Bowl(bowl) => {
                let around = (0..40).map(|n| {
                    // A spiral of golden turns finds free ground soon wherever there is some.
                    let (turn, far) = (f64::from(n) * 2.399_963, f64::from(n) * 0.25);
                    wanted + DVec2::new(libm::cos(turn), libm::sin(turn)) * far
                });
                around.into_iter().find(|&at| bowl.is_free(at)).unwrap_or(wanted)
            }
        }
    }
}
