//! Bounded height maps: the six classic generators, filters, and maps measured on Earth.
//!
//! * [`Recipe`]: simple random, limited random, particle deposition, fault lines, circle hills, diamond-square.
//! * [`HeightMap`]: the map, with blur, stretch and halving.
//! * [`raster`]: ESRI ASCII elevation rasters.
//!
//! For worlds without an edge see [`crate::elevation`].

mod generators;
pub mod raster;

use std::str::FromStr;
use wold_chance::{Seed, Stream};

/// The most cells a map may have: 64 million.
pub const MOST_CELLS: usize = 1 << 26;

/// Why a map cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum HeightMapError {
    #[error("a map of {width} by {height} cells is empty or has more than {MOST_CELLS}")]
    Size { width: usize, height: usize },
    #[error(
        "unknown generator {0:?}; there are simple, limited, particles, faults, hills and diamond-square"
    )]
    Unknown(String),
    #[error("{what} must be {must}, not {value}")]
    Parameter { what: &'static str, must: &'static str, value: f64 },
}

/// A rectangle of heights, row by row from y = 0.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMap {
    /// Cells along x.
    pub width: usize,
    /// Cells along y.
    pub height: usize,
    /// Heights, `y * width + x`.
    pub cells: Vec<f64>,
}

/// A way to make a map of heights from 0 to `top`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recipe {
    /// Every cell by itself.
    Simple,
    /// Every cell near its western and southern neighbours: within half of `step`.
    Limited {
        /// The widest step, in heights.
        step: f64,
    },
    /// Grains dropped by a wanderer, each rolling until it lies.
    Particles {
        /// Grains.
        count: u64,
        /// Height of a grain.
        grain: f64,
        /// The steepest step between neighbours at which a grain stays; at least a grain.
        repose: f64,
    },
    /// Lines across the map, one side up, the other down.
    Faults {
        /// Lines.
        count: u32,
        /// Height of one step.
        step: f64,
    },
    /// Round hills put on each other.
    Hills {
        /// Hills.
        count: u32,
        /// Radius in cells.
        radius: f64,
        /// Height of one hill.
        size: f64,
    },
    /// Midpoints displaced ever less.
    DiamondSquare {
        /// The first displacement, in heights.
        spread: f64,
        /// How fast it falls: halved each round at 1.
        smoothness: f64,
    },
}

impl FromStr for Recipe {
    type Err = HeightMapError;

    /// A generator by name with its customary parameters for heights up to 256.
    fn from_str(name: &str) -> Result<Self, HeightMapError> {
        Ok(match name {
            "simple" => Self::Simple,
            "limited" => Self::Limited { step: 64.0 },
            "particles" => Self::Particles { count: 10_000_000, grain: 1.0, repose: 4.0 },
            "faults" => Self::Faults { count: 1_000, step: 2.0 },
            "hills" => Self::Hills { count: 400, radius: 32.0, size: 16.0 },
            "diamond-square" => Self::DiamondSquare { spread: 128.0, smoothness: 1.0 },
            _ => return Err(HeightMapError::Unknown(name.to_owned())),
        })
    }
}

impl HeightMap {
    /// A flat map.
    ///
    /// # Errors
    /// When it would be empty or too large.
    pub fn flat(width: usize, height: usize, level: f64) -> Result<Self, HeightMapError> {
        match width.checked_mul(height) {
            Some(cells) if (1..=MOST_CELLS).contains(&cells) => {
                Ok(Self { width, height, cells: vec![level; cells] })
            }
            _ => Err(HeightMapError::Size { width, height }),
        }
    }

    /// Makes a map of any size with heights from 0 to `top`.
    ///
    /// ```
    /// use wold_chance::Seed;
    /// use wold_genesis::heightmap::HeightMap;
    /// let map = HeightMap::generate("diamond-square".parse()?, 100, 60, 256.0, Seed(1))?;
    /// assert!(map.cells.iter().all(|h| (0.0..=256.0).contains(h)));
    /// # Ok::<(), wold_genesis::heightmap::HeightMapError>(())
    /// ```
    ///
    /// # Errors
    /// When the size or a parameter makes no sense.
    pub fn generate(
        recipe: Recipe,
        width: usize,
        height: usize,
        top: f64,
        seed: Seed,
    ) -> Result<Self, HeightMapError> {
        if !(top > 0.0 && top.is_finite()) {
            return Err(HeightMapError::Parameter {
                what: "the greatest height",
                must: "above 0",
                value: top,
            });
        }
        let map = Self::flat(width, height, 0.0)?;
        let mut stream = Stream::named(seed, "heightmap", &[]);
        generators::generate(recipe, map, top, &mut stream)
    }

    /// Height of a cell; beyond the edge the nearest.
    #[must_use]
    pub fn at(&self, x: isize, y: isize) -> f64 {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        self.cells[y * self.width + x]
    }

    /// The least and the greatest height.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.cells.iter().fold((f64::MAX, f64::MIN), |(lo, hi), &h| (lo.min(h), hi.max(h)))
    }

    /// Each cell becomes the mean of the nine around it.
    #[must_use]
    pub fn blurred(&self) -> Self {
        let mut out = self.clone();
        for (index, cell) in out.cells.iter_mut().enumerate() {
            let (x, y) = ((index % self.width) as isize, (index / self.width) as isize);
            *cell = (-1..=1)
                .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                .map(|(dx, dy)| self.at(x + dx, y + dy))
                .sum::<f64>()
                / 9.0;
        }
        out
    }

    /// Stretched so that the heights fill 0 to `top`; a flat map becomes all 0.
    #[must_use]
    pub fn stretched(&self, top: f64) -> Self {
        let (lo, hi) = self.bounds();
        let scale = if hi > lo { top / (hi - lo) } else { 0.0 };
        Self { cells: self.cells.iter().map(|h| (h - lo) * scale).collect(), ..self.clone() }
    }

    /// Half as wide and high: each cell the mean of two by two; with an odd side the last takes three.
    #[must_use]
    pub fn halved(&self) -> Self {
        let spans = |side: usize| -> Vec<std::ops::Range<usize>> {
            let count = (side / 2).max(1);
            (0..count).map(|i| i * 2..if i + 1 == count { side } else { i * 2 + 2 }).collect()
        };
        let (columns, rows) = (spans(self.width), spans(self.height));
        let mut cells = Vec::with_capacity(columns.len() * rows.len());
        for row in &rows {
            for column in &columns {
                let sum: f64 = row
                    .clone()
                    .flat_map(|y| column.clone().map(move |x| (x, y)))
                    .map(|(x, y)| self.cells[y * self.width + x])
                    .sum();
                cells.push(sum / (row.len() * column.len()) as f64);
            }
        }
        Self { width: columns.len(), height: rows.len(), cells }
    }
}

#[cfg(test)]
mod tests;
