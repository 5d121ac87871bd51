//! Influence: where each side may soon be, and what it can hit.
//!
//! Per faction two layers over the tiles of a scene. Proximity falls off linearly over the way one goes in a second; threat as 1 − (d/R)⁴ over one's
//! range; both times one's strength. [`Reach`] says whether influence passes walls, stops where sight does, or follows the ways one can walk. A
//! [`Recipe`] combines layers in a window about the one that asks. What somebody was stamped with is remembered, so that taking oneself out is exact
//! even after having moved.
//!
//! Besides these layers there are [`points`] without a grid, which are a [`Field`] as layers are, and [`GraphInfluence`] over regions. On top of them: whose ground it
//! is ([`TerritoryConfig`]), what happened where ([`history`]), and which way they will come ([`avenues`]).

mod avenue;
mod field;
#[cfg(test)]
mod field_tests;
mod graph;
pub mod history;
mod layer;
pub mod points;
mod recipe;
mod template;
mod territory;
#[cfg(test)]
mod tests;
mod working;

pub use avenue::{AvenueConfig, avenues, flank};
pub use field::{Field, Negative};
pub use graph::{Added, Falling, GraphInfluence, SideId, TableError};
pub use layer::Layer;
pub use points::{Kernel, PointSource};
pub use recipe::{Recipe, RecipeError, Source};
pub use template::{Falloff, Template};
pub use territory::{Hold, TerritoryConfig, frontier};
pub use working::WorkingMap;

use crate::scene::Scene;
use std::collections::BTreeMap;

/// How influence gets about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// As the crow flies.
    #[default]
    Straight,
    /// Only to what one sees.
    Seen,
    /// As far as one walks: a tiger behind a fence threatens nobody.
    Walked,
}

/// Seconds between rebuilds: how long somebody can go before the layers know.
const REFRESH: f64 = 1.0;

/// What a layer says of a faction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Where it may soon be.
    Proximity,
    /// What it can hit.
    Threat,
}

/// What somebody was stamped with.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stamp {
    tile: (i32, i32),
    /// In cells, for proximity and threat.
    radii: [f64; 2],
    strength: f32,
}

/// The layers of a scene.
#[derive(Clone, Debug)]
pub struct Influence {
    /// Per faction, proximity and threat.
    layers: BTreeMap<String, [Layer; 2]>,
    /// Per entity.
    stamps: Vec<Stamp>,
    /// Worked out once per kind and radius.
    templates: BTreeMap<(Kind, u64), Template>,
    reach: Reach,
    size: (u32, u32),
}

fn falloff(kind: Kind) -> Falloff {
    match kind {
        Kind::Proximity => Falloff::Power(1.0),
        Kind::Threat => Falloff::Power(4.0),
    }
}

/// Adds one stamp to a layer, the way influence reaches.
fn spread(layer: &mut Layer, scene: &Scene, reach: Reach, kind: Kind, stamp: &Stamp, template: &Template) {
    if reach == Reach::Straight {
        return layer.stamp(template, stamp.tile, stamp.strength);
    }
    let radius = stamp.radii[kind as usize];
    let ways = (reach == Reach::Walked).then(|| scene.walks_from(stamp.tile, radius));
    let (x, y) = stamp.tile;
    for dy in -template.half()..=template.half() {
        for dx in -template.half()..=template.half() {
            let cell = (x + dx, y + dy);
            let value = match &ways {
                Some(ways) => ways(cell).map_or(0.0, |walk| falloff(kind).at_distance(walk, radius) as f32),
                None if scene.tiles_see(stamp.tile, cell) => template.at(dx, dy),
                None => 0.0,
            };
            layer.add(cell.0, cell.1, value * stamp.strength);
        }
    }
}

impl Influence {
    /// The layers of everybody in a scene.
    #[must_use]
    pub fn of(scene: &Scene, reach: Reach) -> Self {
        let size = scene.tiles();
        let mut influence =
            Self { layers: BTreeMap::new(), stamps: Vec::new(), templates: BTreeMap::new(), reach, size };
        for entity in &scene.entities {
            let stamp = Stamp {
                tile: scene.tile(entity.at),
                radii: [(entity.speed * REFRESH / scene.side).ceil(), entity.range / scene.side]
                    .map(|radius| radius.max(1.0)),
                strength: entity.strength as f32,
            };
            let empty = || [Layer::new(size.0, size.1), Layer::new(size.0, size.1)];
            let layers = influence.layers.entry(entity.faction.clone()).or_insert_with(empty);
            for kind in [Kind::Proximity, Kind::Threat] {
                let radius = stamp.radii[kind as usize];
                let template = influence
                    .templates
                    .entry((kind, radius.to_bits()))
                    .or_insert_with(|| Template::new(radius, falloff(kind)));
                spread(&mut layers[kind as usize], scene, reach, kind, &stamp, template);
            }
            influence.stamps.push(stamp);
        }
        influence
    }

    /// A faction's layer over the whole scene; none for a faction nobody is of.
    #[must_use]
    pub fn layer(&self, faction: &str, kind: Kind) -> Option<&Layer> {
        self.layers.get(faction).map(|pair| &pair[kind as usize])
    }

    /// Cooks a recipe in a window about the one that asks, as wide as what it can reach and hit in a second.
    #[must_use]
    pub fn cook(&self, scene: &Scene, recipe: &Recipe) -> WorkingMap {
        let puppet = scene.puppet();
        let tile = scene.tile(puppet.at);
        let radius = ((puppet.range + puppet.speed * REFRESH) / scene.side).max(1.0);
        // Beyond the level there is nothing to look at.
        let half = (radius.ceil() as i32).min(self.size.0.max(self.size.1) as i32);
        let window = |masked: bool, value: &dyn Fn((i32, i32)) -> Option<f32>| WorkingMap {
            corner: (tile.0 - half, tile.1 - half),
            side: half as usize * 2 + 1,
            cells: (-half..=half)
                .flat_map(|dy| (-half..=half).map(move |dx| (tile.0 + dx, tile.1 + dy)))
                .map(value)
                .collect(),
            masked,
        };
        let inside =
            |(x, y): (i32, i32)| (0..self.size.0 as i32).contains(&x) && (0..self.size.1 as i32).contains(&y);
        let sides = |kind: Kind, mine: bool| {
            let layers = self.layers.iter().filter(|(faction, _)| (**faction == puppet.faction) == mine);
            let layers: Vec<&Layer> = layers.map(|(_, pair)| &pair[kind as usize]).collect();
            window(false, &|cell| {
                inside(cell).then(|| layers.iter().filter_map(|layer| layer.get(cell.0, cell.1)).sum())
            })
        };
        let own = |kind: Kind| {
            let mut layer = Layer::new(self.size.0, self.size.1);
            let stamp = &self.stamps[scene.roles.puppet];
            let template = &self.templates[&(kind, stamp.radii[kind as usize].to_bits())];
            spread(&mut layer, scene, self.reach, kind, stamp, template);
            window(false, &|cell| layer.get(cell.0, cell.1))
        };
        let interest = Template::new(radius, Falloff::Power(1.0));
        recipe.cook(&|source| match source {
            Source::EnemyProximity => sides(Kind::Proximity, false),
            Source::EnemyThreat => sides(Kind::Threat, false),
            Source::AllyProximity => sides(Kind::Proximity, true),
            Source::AllyThreat => sides(Kind::Threat, true),
            Source::OwnProximity => own(Kind::Proximity),
            Source::OwnThreat => own(Kind::Threat),
            Source::Interest => window(true, &|cell| {
                let value = interest.at(cell.0 - tile.0, cell.1 - tile.1);
                (inside(cell) && value > 0.0).then_some(value)
            }),
        })
    }
}
