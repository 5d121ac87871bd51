//! What a cell holds: named scalars and vectors, kept as layers of `f32`.

use super::EngineError;
use serde::{Deserialize, Serialize};

/// Scalars stay within `±LIMIT`.
pub const LIMIT: f32 = 5_000.0;

/// What a property's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// One number within `±LIMIT`; one layer.
    Scalar,
    /// A vector as angle and length; two layers.
    Polar,
    /// A vector as its parts to the east and to the north; two layers.
    Cartesian,
}

/// A property as a system declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name, like `moisture`; unique in an engine.
    pub name: String,
    /// What its value is.
    pub kind: Kind,
    /// What cells hold at first; the second number counts for vectors.
    pub initial: [f32; 2],
    /// How many of its layers, from the first, its system moves every step. What does not move is kept once, what moves
    /// twice: simultaneous updates read the one and write the other.
    pub moving: usize,
}

impl Property {
    /// A scalar that moves.
    #[must_use]
    pub fn scalar(name: &str, initial: f32) -> Self {
        Self { name: name.to_owned(), kind: Kind::Scalar, initial: [initial, 0.0], moving: 1 }
    }

    /// A vector as angle and length that moves.
    #[must_use]
    pub fn polar(name: &str, angle: f32, length: f32) -> Self {
        Self { name: name.to_owned(), kind: Kind::Polar, initial: [angle, length], moving: 2 }
    }

    /// A vector by its parts that moves.
    #[must_use]
    pub fn cartesian(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Cartesian, initial: [0.0; 2], moving: 2 }
    }

    /// The same, changed by events alone.
    #[must_use]
    pub fn still(self) -> Self {
        Self { moving: 0, ..self }
    }

    /// The same vector, turned by its system but neither lengthened nor shortened.
    #[must_use]
    pub fn turning(self) -> Self {
        Self { moving: 1, ..self }
    }

    pub(super) fn layers(&self) -> usize {
        if self.kind == Kind::Scalar { 1 } else { 2 }
    }
}

/// The number of a layer in the cells of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LayerId(pub(super) u16);

impl LayerId {
    /// As a place in a slice with one entry per layer.
    #[must_use]
    pub fn slot(self) -> usize {
        usize::from(self.0)
    }

    /// The second layer of a vector.
    #[must_use]
    pub fn second(self) -> Self {
        Self(self.0 + 1)
    }
}

/// All properties of an engine, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    entries: Vec<(Property, LayerId, usize)>,
    /// The entry of every layer.
    layers: Vec<u16>,
}

impl Book {
    pub(super) fn enter(&mut self, property: Property, owner: usize) -> Result<LayerId, EngineError> {
        if self.find(&property.name).is_some() {
            return Err(EngineError::Twice(property.name));
        }
        if !property.initial.iter().all(|v| v.is_finite()) {
            return Err(EngineError::NotANumber(property.name));
        }
        let layer = LayerId(self.layers.len() as u16);
        self.layers.extend(vec![self.entries.len() as u16; property.layers()]);
        self.entries.push((property, layer, owner));
        Ok(layer)
    }

    /// The first layer of a property.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<LayerId> {
        self.entry(name).map(|(_, layer, _)| *layer)
    }

    /// The first layer of a property that must be there.
    ///
    /// # Errors
    /// When no system declared it.
    pub fn need(&self, name: &str) -> Result<LayerId, EngineError> {
        self.find(name).ok_or_else(|| EngineError::NoProperty(name.to_owned()))
    }

    /// All properties in the order they were declared, each with its first layer.
    pub fn iter(&self) -> impl Iterator<Item = (&Property, LayerId)> {
        self.entries.iter().map(|(property, layer, _)| (property, *layer))
    }

    pub(super) fn entry(&self, name: &str) -> Option<&(Property, LayerId, usize)> {
        self.entries.iter().find(|(property, ..)| property.name == name)
    }

    /// The property of a layer, its first layer and its owner.
    pub(super) fn of_layer(&self, layer: LayerId) -> Option<&(Property, LayerId, usize)> {
        self.entries.get(usize::from(*self.layers.get(layer.slot())?))
    }

    pub(super) fn owner_of(&self, layer: LayerId) -> Option<usize> {
        self.of_layer(layer).map(|(_, _, owner)| *owner)
    }

    pub(super) fn layer_count(&self) -> usize {
        self.layers.len()
    }

    /// The initial value of every layer.
    pub(super) fn initial(&self) -> Vec<f32> {
        self.entries.iter().flat_map(|(p, ..)| p.initial[..p.layers()].iter().copied()).collect()
    }

    /// The moving layers of a system, in order.
    pub(super) fn moving(&self, owner: usize) -> Vec<LayerId> {
        let own = self.entries.iter().filter(|(_, _, o)| *o == owner);
        own.flat_map(|(p, first, _)| (0..p.moving as u16).map(|i| LayerId(first.0 + i))).collect()
    }
}
