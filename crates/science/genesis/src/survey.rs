//! Looking at the world point by point, as maps do.

use crate::Genesis;
use crate::buckets::tract_of;
use crate::tract::Tract;
use glam::{DVec2, Vec2, Vec3};
use std::cell::RefCell;
use std::sync::Arc;
use wold_lore::land::Ecosystem;

/// What a map needs to know of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPoint {
    /// Metres over the sea.
    pub height: f32,
    /// Surface of the water over it.
    pub water: Option<f32>,
    /// What lives there.
    pub ecosystem: Ecosystem,
    /// Moisture of the soil, 0 to 1.
    pub moisture: f32,
    /// Metres of rise per metre east and north.
    pub slope: Vec2,
    /// How much of it is road, 0 to 1.
    pub road: f32,
    /// Whether a house stands there.
    pub house: bool,
    /// Colour of the bare soil by moisture, 0 to 1 a channel.
    pub soil: Vec3,
}

/// A surveyor who remembers the tract it stands in.
pub struct Survey<'a> {
    world: &'a Genesis,
    scale: f64,
    step: f64,
    here: RefCell<Option<([i32; 2], Arc<Tract>)>>,
}

impl<'a> Survey<'a> {
    /// A surveyor for a map of `scale` metres per pixel: slopes are measured over a pixel, and on coarse maps the traces
    /// of rain are left out and roads drawn wider than they are.
    #[must_use]
    pub fn new(world: &'a Genesis, scale: f64) -> Self {
        Self { world, scale, step: scale.clamp(2.0, 16.0), here: RefCell::new(None) }
    }

    /// What a point is like.
    #[must_use]
    pub fn at(&self, point: DVec2) -> MapPoint {
        let inner = self.world.inner();
        let land = &inner.country.land;
        let tract = self.tract(point);
        let look = |tract: &Tract, p: DVec2| {
            if self.scale > 6.0 { tract.outline(land, p) } else { tract.ground(land, p) }
        };
        let worked = look(&tract, point);
        let towards = |offset: DVec2| {
            let there = point + offset;
            let rise = look(&self.tract(there), there).ground.height - worked.ground.height;
            rise / self.step as f32
        };
        let slope = Vec2::new(towards(DVec2::X * self.step), towards(DVec2::Y * self.step));
        let (ecosystem, moisture) = tract.life(&inner.climate, point, &worked, slope.length());
        let house = tract.towns.iter().any(|town| town.lots.iter().any(|lot| lot.house.holds(point)));
        let soil = crate::draw::soil(ecosystem, moisture);
        let widened = tract.road_distance(point).is_some_and(|d| f64::from(d) < self.scale * 0.75);
        let road = if widened && worked.ground.water.is_none() { worked.road.max(0.85) } else { worked.road };
        MapPoint {
            height: worked.ground.height,
            water: worked.ground.water,
            ecosystem,
            moisture,
            slope,
            road,
            house,
            soil,
        }
    }

    fn tract(&self, point: DVec2) -> Arc<Tract> {
        let key = tract_of(point);
        let mut here = self.here.borrow_mut();
        match &*here {
            Some((held, tract)) if *held == key => Arc::clone(tract),
            _ => {
                let tract = self.world.inner().tract(point);
                *here = Some((key, Arc::clone(&tract)));
                tract
            }
        }
    }
}
