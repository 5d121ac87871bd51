//! The whole state as bytes, and as one number.

use super::property::LayerId;
use super::region::{Regions, Report};
use super::system::Event;
use super::tile::TilePos;
use super::{Engine, EngineError, Layout};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wold_chance::mix;

#[derive(Serialize, Deserialize)]
struct Stored {
    layout: Layout,
    names: Vec<String>,
    step: u64,
    /// Whether a step was begun; what moved of it is worked out again.
    under_way: bool,
    events: Vec<Event>,
    systems: Vec<Vec<u8>>,
    tiles: Vec<StoredTile>,
}

#[derive(Serialize, Deserialize)]
struct StoredTile {
    pos: TilePos,
    /// Every layer with its rim: at an open edge the rim is all that is known of what lies beyond.
    layers: Vec<Packed>,
    regions: Vec<Regions>,
}

/// Numbers as bytes, written and read at once, and as one number where all are the same, as most layers of most tiles are: hosts hash snapshots every second.
struct Packed(Vec<u8>);

impl Packed {
    fn of(values: &[f32]) -> Self {
        let same = |value: &f32| value.to_bits() == values[0].to_bits();
        let values = if values.iter().all(same) { &values[..1] } else { values };
        let mut bytes = vec![0; values.len() * 4];
        for (chunk, value) in bytes.chunks_exact_mut(4).zip(values) {
            chunk.copy_from_slice(&value.to_le_bytes());
        }
        Self(bytes)
    }

    fn values(&self) -> impl Iterator<Item = f32> {
        self.0.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes))
    }

    fn fits(&self, cells: usize) -> bool {
        self.0.len() == cells * 4 || self.0.len() == 4
    }

    fn unpack(&self, cells: usize) -> Vec<f32> {
        let mut values: Vec<f32> = self.values().collect();
        values.resize(cells, values[0]);
        values
    }
}

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(from).map(|bytes| Self(bytes.to_vec()))
    }
}

impl Engine {
    /// The whole state.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let tiles = self.tiles.iter().map(|(pos, tile)| StoredTile {
            pos: *pos,
            layers: tile.now.iter().map(|layer| Packed::of(layer)).collect(),
            regions: tile.regions.clone(),
        });
        let stored = self.stored(tiles.collect());
        postcard::to_stdvec(&stored).expect("plain data in memory can always be written")
    }

    /// Whether a state can be read and is that of an engine with other properties than this one has.
    #[must_use]
    pub fn is_of_others(&self, bytes: &[u8]) -> bool {
        let names = self.book.iter().map(|(property, _)| &property.name);
        postcard::from_bytes::<Stored>(bytes).is_ok_and(|stored| !names.eq(&stored.names))
    }

    /// Takes back a state that an engine with the same layout and systems gave; on failure nothing changes but the state
    /// of systems.
    ///
    /// # Errors
    /// When the bytes are damaged, or of another layout or other systems.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        let wrong = EngineError::Snapshot;
        let stored: Stored = postcard::from_bytes(bytes).map_err(|_| wrong("it cannot be read"))?;
        if stored.layout != self.layout {
            return Err(wrong("its cells lie otherwise"));
        }
        let names = self.book.iter().map(|(property, _)| &property.name);
        if !names.eq(&stored.names) || stored.systems.len() != self.systems.len() {
            return Err(wrong("it has other properties"));
        }
        let (width, height) = self.layout.tile_size();
        let shape = Regions::new(width, height);
        let cells = (width + 2) * (height + 2);
        for tile in &stored.tiles {
            let whole = tile.layers.len() == self.book.layer_count()
                && tile.regions.len() == self.systems.len()
                && tile.layers.iter().all(|layer| layer.fits(cells))
                && tile.regions.iter().all(|r| {
                    (r.columns, r.rows) == (shape.columns, shape.rows)
                        && r.awake.len() == shape.awake.len()
                        && r.loud.len() == shape.loud.len()
                });
            if !whole {
                return Err(wrong("a tile has another size"));
            }
            if !tile.layers.iter().flat_map(Packed::values).all(f32::is_finite) {
                return Err(wrong("a value is not a number"));
            }
        }
        for (system, bytes) in self.systems.iter_mut().zip(&stored.systems) {
            system.load(bytes)?;
        }
        self.under_way = None;
        self.tiles.clear();
        self.derived_from.clear();
        self.step = stored.step;
        self.events = stored.events;
        // All tiles before any contents: a tile that comes wakes those around it.
        stored.tiles.iter().for_each(|tile| self.load_tile(tile.pos));
        for StoredTile { pos, layers, regions } in stored.tiles {
            let tile = self.tiles.get_mut(&pos).expect("all tiles were just loaded");
            let layers: Vec<Vec<f32>> = layers.iter().map(|layer| layer.unpack(cells)).collect();
            for layer in self.moving.iter().flatten() {
                tile.next[layer.slot()].clone_from(&layers[layer.slot()]);
            }
            tile.now = layers;
            tile.regions = regions;
            tile.mark();
            for regions in &mut tile.regions {
                regions.reports = vec![Report::default(); regions.awake.len()];
            }
        }
        self.under_way = stored.under_way.then_some(0);
        Ok(())
    }

    /// The loaded tiles, row by row, each with a stamp: as long as an engine's tile keeps its stamp, the bytes of its layers stay the same.
    pub fn stamps(&self) -> impl Iterator<Item = (TilePos, [u64; 2])> {
        self.tiles.iter().map(|(pos, tile)| (*pos, tile.stamp))
    }

    /// Appends the layers of a tile as bytes: with those of all tiles and [`Engine::frame_bytes`] the whole state, for those who hash it piece by piece.
    pub fn layer_bytes(&self, pos: TilePos, bytes: &mut Vec<u8>) {
        for layer in self.tiles.get(&pos).iter().flat_map(|tile| &tile.now) {
            let packed = Packed::of(layer);
            bytes.extend((packed.0.len() as u32).to_le_bytes());
            bytes.extend(packed.0);
        }
    }

    /// Appends all of the state but the layers of tiles.
    pub fn frame_bytes(&self, bytes: &mut Vec<u8>) {
        let tiles = self.tiles.iter().map(|(pos, tile)| StoredTile {
            pos: *pos,
            layers: Vec::new(),
            regions: tile.regions.clone(),
        });
        let frame = self.stored(tiles.collect());
        bytes.extend(postcard::to_stdvec(&frame).expect("plain data in memory can always be written"));
    }

    fn stored(&self, tiles: Vec<StoredTile>) -> Stored {
        Stored {
            layout: self.layout,
            names: self.book.iter().map(|(property, _)| property.name.clone()).collect(),
            step: self.step,
            under_way: self.under_way.is_some(),
            events: self.events.clone(),
            systems: self.systems.iter().map(|system| system.save()).collect(),
            tiles,
        }
    }

    /// One number for the state: equal states have equal hashes.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = mix(self.step);
        let mut put = |value: u64| hash = mix(hash.rotate_left(23) ^ value);
        for (pos, tile) in &self.tiles {
            put(u64::from(pos.x as u32) | u64::from(pos.y as u32) << 32);
            for layer in 0..self.book.layer_count() as u16 {
                for row in tile.now[LayerId(layer).slot()].chunks(tile.stride()).skip(1).take(tile.height) {
                    row[1..=tile.width].iter().for_each(|v| put(u64::from(v.to_bits())));
                }
            }
        }
        for system in &self.systems {
            system.save().iter().for_each(|byte| put(u64::from(*byte)));
        }
        hash
    }
}
