//! ESRI ASCII elevation rasters.
//!
//! A header of `ncols`, `nrows`, `xllcorner` (or `xllcenter`), `yllcorner` (or `yllcenter`), `cellsize` and, optionally,
//! `NODATA_value`, in any case and order, then the heights row by row from the north. Cells without data are kept as
//! such. Memory grows with the text, never with what its header claims.

use super::{HeightMap, MOST_CELLS};

/// What is wrong with a raster.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RasterError {
    #[error("the header lacks {0}")]
    Missing(&'static str),
    #[error("line {line}: {text:?} is not a number")]
    NotANumber { line: usize, text: String },
    #[error("line {line}: {name} must be {must}")]
    Header { line: usize, name: String, must: &'static str },
    #[error("line {line}: {name} {value} is more than the {MOST_CELLS} cells a map may have")]
    TooMany { line: usize, name: String, value: f64 },
    #[error("{columns} columns and {rows} rows make {wanted} cells, but there are {found}")]
    Count { columns: usize, rows: usize, wanted: usize, found: usize },
    #[error("no cell holds data")]
    NoData,
}

/// A raster of measured heights.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Cells along a row.
    pub columns: usize,
    /// Rows, from the north.
    pub rows: usize,
    /// West and south of the lower left corner.
    pub corner: [f64; 2],
    /// Side of a cell, in the raster's own unit.
    pub cell: f64,
    /// Heights row by row from the north-west; `None` without data.
    pub cells: Vec<Option<f64>>,
}

impl Raster {
    /// Reads a raster.
    ///
    /// ```
    /// use wold_genesis::heightmap::raster::Raster;
    /// let text = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n12 -9999\n";
    /// assert_eq!(Raster::parse(text)?.cells, [Some(12.0), None]);
    /// # Ok::<(), wold_genesis::heightmap::raster::RasterError>(())
    /// ```
    ///
    /// # Errors
    /// Names the line or the count that is wrong.
    pub fn parse(text: &str) -> Result<Self, RasterError> {
        let (mut columns, mut rows, mut cell) = (None, None, None);
        let (mut corner, mut centred) = ([None, None], [false, false]);
        let mut nodata = None;
        let mut cells = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            let number = |text: &str| {
                text.parse::<f64>()
                    .ok()
                    .filter(|v| v.is_finite())
                    .ok_or_else(|| RasterError::NotANumber { line: line_number, text: text.to_owned() })
            };
            if !first.starts_with(|c: char| c.is_ascii_alphabetic()) {
                for word in std::iter::once(first).chain(words) {
                    cells.push(number(word)?);
                }
                continue;
            }
            let name = first.to_ascii_lowercase();
            let header = |must| RasterError::Header { line: line_number, name: name.clone(), must };
            let value = number(words.next().ok_or_else(|| header("followed by a number"))?)?;
            let count = || {
                if value > MOST_CELLS as f64 {
                    return Err(RasterError::TooMany { line: line_number, name: name.clone(), value });
                }
                let whole = value.fract() == 0.0 && value >= 1.0;
                if whole { Ok(Some(value as usize)) } else { Err(header("a whole number above 0")) }
            };
            match name.as_str() {
                "ncols" => columns = count()?,
                "nrows" => rows = count()?,
                "cellsize" if value > 0.0 => cell = Some(value),
                "cellsize" => return Err(header("above 0")),
                "xllcorner" | "xllcenter" => {
                    (corner[0], centred[0]) = (Some(value), name.ends_with("center"));
                }
                "yllcorner" | "yllcenter" => {
                    (corner[1], centred[1]) = (Some(value), name.ends_with("center"));
                }
                "nodata_value" => nodata = Some(value),
                _ => return Err(header("a known field")),
            }
        }
        let columns = columns.ok_or(RasterError::Missing("ncols"))?;
        let rows = rows.ok_or(RasterError::Missing("nrows"))?;
        let cell = cell.ok_or(RasterError::Missing("cellsize"))?;
        let wanted = columns.saturating_mul(rows);
        if cells.len() != wanted {
            return Err(RasterError::Count { columns, rows, wanted, found: cells.len() });
        }
        let place = |i: usize, name| {
            let shift = if centred[i] { cell / 2.0 } else { 0.0 };
            corner[i].map(|v: f64| v - shift).ok_or(RasterError::Missing(name))
        };
        Ok(Self {
            columns,
            rows,
            corner: [place(0, "xllcorner")?, place(1, "yllcorner")?],
            cell,
            cells: cells.into_iter().map(|h| (Some(h) != nodata).then_some(h)).collect(),
        })
    }

    /// A height map with the south at row 0; cells without data take the height of the nearest with.
    ///
    /// # Errors
    /// When no cell holds data.
    pub fn to_map(&self) -> Result<HeightMap, RasterError> {
        let mut filled = self.cells.clone();
        // Spread heights outward from known cells, ring by ring.
        let mut front: Vec<usize> = (0..filled.len()).filter(|&i| filled[i].is_some()).collect();
        if front.is_empty() {
            return Err(RasterError::NoData);
        }
        while !front.is_empty() {
            let mut next = Vec::new();
            for index in front {
                let (x, y) = (index % self.columns, index / self.columns);
                let beside = [
                    (x > 0).then(|| index - 1),
                    (x + 1 < self.columns).then(|| index + 1),
                    (y > 0).then(|| index - self.columns),
                    (y + 1 < self.rows).then(|| index + self.columns),
                ];
                for other in beside.into_iter().flatten() {
                    if filled[other].is_none() {
                        filled[other] = filled[index];
                        next.push(other);
                    }
                }
            }
            front = next;
        }
        let cells = filled.chunks(self.columns).rev().flatten().map(|h| h.unwrap_or(0.0)).collect();
        Ok(HeightMap { width: self.columns, height: self.rows, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "NCOLS 3\nnrows 2\nxllcenter 10.5\nyllcorner 20\ncellsize 1\nNODATA_value -1\n1 2 -1\n4 -1 6\n";

    #[test]
    fn a_small_raster_is_read_and_filled() {
        let raster = Raster::parse(SMALL).expect("well formed");
        assert_eq!(raster.corner, [10.0, 20.0]);
        assert_eq!(raster.cells[2], None);
        let map = raster.to_map().expect("has data");
        assert_eq!((map.width, map.height), (3, 2));
        assert_eq!(map.at(0, 1), 1.0, "the north is up");
        assert_eq!((map.at(0, 0), map.at(2, 0)), (4.0, 6.0));
        assert!(map.cells.iter().all(|h| *h > 0.0));
    }

    #[test]
    fn malformed_rasters_name_what_is_wrong() {
        let broken = |from: &str, to: &str| Raster::parse(&SMALL.replace(from, to)).expect_err("broken");
        assert_eq!(broken("NCOLS 3\n", ""), RasterError::Missing("ncols"));
        assert_eq!(broken("4 -1 6", "4 -1"), RasterError::Count { columns: 3, rows: 2, wanted: 6, found: 5 });
        assert_eq!(broken("4 -1 6", "4 x 6"), RasterError::NotANumber { line: 8, text: "x".to_owned() });
        assert!(matches!(broken("NCOLS 3", "NCOLS -3"), RasterError::Header { line: 1, .. }));
        let error = broken("NCOLS 3", "NCOLS 99999999").to_string();
        assert_eq!(error, "line 1: ncols 99999999 is more than the 67108864 cells a map may have");
        assert!(matches!(broken("cellsize 1", "cellsize 0"), RasterError::Header { .. }));
        assert!(matches!(broken("cellsize", "dellsize"), RasterError::Header { .. }));
        assert!(matches!(broken("6", "nan"), RasterError::NotANumber { .. }));
        let empty = Raster::parse(&SMALL.replace("1 2 -1", "-1 -1 -1").replace("4 -1 6", "-1 -1 -1"));
        assert_eq!(empty.expect("well formed").to_map(), Err(RasterError::NoData));
    }

    #[test]
    fn rasters_measured_on_earth_are_read() {
        let data = std::env::var("WOLD_DATA").unwrap_or_else(|_| "../../../../shared/data".to_owned());
        for (name, columns, rows) in [("front-range-srtm.asc", 144, 144), ("west-bijou-gully.asc", 43, 89)] {
            let Ok(text) = std::fs::read_to_string(format!("{data}/terrain/{name}")) else {
                println!("skipped: no data");
                return;
            };
            let raster = Raster::parse(&text).expect("well formed");
            assert_eq!((raster.columns, raster.rows), (columns, rows));
            let (lo, hi) = raster.to_map().expect("has data").bounds();
            assert!(lo > 1_000.0 && hi < 5_000.0, "{name}: {lo} to {hi}");
        }
    }
}
