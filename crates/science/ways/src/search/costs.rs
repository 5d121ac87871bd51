//! Data added to what steps cost: terrain, danger, crowds, any field.
//!
//! A step into a tile costs `length · Πᵢ mᵢ(tile) + Σⱼ wⱼ · aⱼ(tile)`, with multiplying layers `m` (terrain, stance) and adding
//! layers `a` (danger, influence). The guess is the octile distance times the product of the smallest multipliers, so it
//! stays consistent whatever the data; a guess scaled beyond that says it is not to be trusted.

use super::graph::{Graph, Trust};
use crate::tiles::TileMap;
use serde::{Deserialize, Serialize};
use wold_space::CellIndex;

/// How a layer enters the cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blend {
    /// The step costs so many times its length: swamp, crouching.
    Multiply,
    /// This weight times the value comes on top: danger, smell, the gaze of enemies.
    Add {
        /// What one unit of the layer costs.
        weight: f64,
    },
}

/// A value per tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// What it is, for explanations.
    pub name: String,
    /// How it enters the cost.
    pub blend: Blend,
    /// In the order of the tiles.
    pub values: Vec<f32>,
}

/// Why a layer was not taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LayerError {
    /// It has another number of values than the map has tiles.
    #[error("layer {name:?} has {found} values where the map has {tiles} tiles")]
    Size {
        /// The layer.
        name: String,
        /// Its values.
        found: usize,
        /// The map's tiles.
        tiles: usize,
    },
    /// A value that would make a step free, endless or worse.
    #[error("layer {name:?}: {value} at tile {tile} cannot be a cost")]
    Value {
        /// The layer.
        name: String,
        /// Where.
        tile: CellIndex,
        /// What.
        value: f64,
    },
}

/// A map with layers of costs.
///
/// ```
/// use wold_ways::search::{Plan, Search, costs::{Blend, Costed, Layer}};
/// use wold_ways::{Budget, tiles::TileMap};
/// let map = TileMap::drawn(&["...", "...", "..."]);
/// let mut swamp = Layer { name: "swamp".into(), blend: Blend::Multiply, values: vec![1.0; 9] };
/// swamp.values[4] = 5.0;
/// let land = Costed::new(&map, vec![swamp])?;
/// let (from, to) = (map.cell(0, 1).unwrap(), map.cell(2, 1).unwrap());
/// let found = Search::new().find(&land, from, to, Plan::AStar, &mut Budget::unlimited());
/// assert!(!found.complete().unwrap().cells.contains(&map.cell(1, 1).unwrap()), "round the swamp");
/// # Ok::<(), wold_ways::search::costs::LayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Costed<'a> {
    map: &'a TileMap,
    layers: Vec<Layer>,
    floor: f64,
    scale: f64,
}

impl<'a> Costed<'a> {
    /// Checks and takes the layers.
    pub fn new(map: &'a TileMap, layers: Vec<Layer>) -> Result<Self, LayerError> {
        let mut floor = 1.0;
        for layer in &layers {
            if layer.values.len() != map.len() {
                let (name, found) = (layer.name.clone(), layer.values.len());
                return Err(LayerError::Size { name, found, tiles: map.len() });
            }
            let mut least = f64::INFINITY;
            for (tile, &value) in layer.values.iter().enumerate() {
                let value = match layer.blend {
                    Blend::Multiply => f64::from(value),
                    Blend::Add { weight } => f64::from(value) * weight,
                };
                let fits = value.is_finite()
                    && if layer.blend == Blend::Multiply { value > 0.0 } else { value >= 0.0 };
                if !fits {
                    let (name, tile) = (layer.name.clone(), CellIndex(tile as u32));
                    return Err(LayerError::Value { name, tile, value });
                }
                least = least.min(value);
            }
            if layer.blend == Blend::Multiply {
                floor *= least;
            }
        }
        Ok(Self { map, layers, floor, scale: floor })
    }

    /// Guesses `scale` times the octile distance instead. Beyond the smallest multiplier that finds ways sooner that may be
    /// longer, and [`Graph::trust`] says so.
    #[must_use]
    pub fn guessing(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// What entering a tile costs, layer by layer: the name and its factor or addition. For explanations.
    pub fn explain(&self, tile: CellIndex) -> impl Iterator<Item = (&str, f64)> {
        self.layers.iter().map(move |layer| {
            let value = f64::from(layer.values[tile.slot()]);
            let part = match layer.blend {
                Blend::Multiply => value,
                Blend::Add { weight } => value * weight,
            };
            (layer.name.as_str(), part)
        })
    }
}

impl Graph for Costed<'_> {
    fn places(&self) -> usize {
        self.map.len()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        for (next, step) in self.map.steps(place) {
            let (mut factor, mut extra) = (1.0, 0.0);
            for layer in &self.layers {
                let value = f64::from(layer.values[next.slot()]);
                match layer.blend {
                    Blend::Multiply => factor *= value,
                    Blend::Add { weight } => extra += value * weight,
                }
            }
            way(next, step * factor + extra);
        }
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.map.octile(from, to) * self.scale
    }

    fn trust(&self) -> Trust {
        if self.scale <= self.floor { Trust::Consistent } else { Trust::None }
    }

    fn is_open(&self, place: CellIndex) -> bool {
        Graph::is_open(self.map, place)
    }

    fn version(&self) -> u64 {
        self.map.version()
    }
}
