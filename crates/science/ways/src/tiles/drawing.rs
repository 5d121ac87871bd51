//! Maps drawn as text, a letter a tile, the first row the north.

/// What is wrong with a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// No tiles, or too many.
    #[error("{width} x {height} tiles; each side must be 1 to {most}")]
    Size {
        /// Tiles in the first row.
        width: usize,
        /// Rows.
        height: usize,
        /// How many there may be along a side.
        most: usize,
    },
    /// A row is longer or shorter than the first.
    #[error("{tiles} tiles, not {width} as in the first row")]
    Ragged {
        /// Which line of the text, the first 0.
        row: usize,
        /// Its tiles.
        tiles: usize,
        /// Those of the first.
        width: usize,
    },
}

impl DrawingError {
    /// The line of the text it is about, the first 0.
    #[must_use]
    pub fn row(&self) -> usize {
        match *self {
            Self::Size { .. } => 0,
            Self::Ragged { row, .. } => row,
        }
    }
}

/// A letter of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its tile, counted from the south-west.
    pub tile: (i32, i32),
    /// Its line of the text, the first 0.
    pub row: usize,
    /// Itself.
    pub glyph: char,
}

/// A map drawn as text.
///
/// ```
/// use wold_ways::tiles::Drawing;
/// let map = Drawing::read("#a\n..", 8)?;
/// assert_eq!((map.size(), map.glyph((1, 1)), map.glyph((2, 0))), ((2, 2), Some('a'), None));
/// assert_eq!(Drawing::read("..\n.", 8).unwrap_err().to_string(), "1 tiles, not 2 as in the first row");
/// # Ok::<(), wold_ways::tiles::DrawingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    rows: Vec<Vec<char>>,
    /// Empty lines before it.
    before: usize,
}

impl Drawing {
    /// Reads a drawing of at most `most` tiles along a side; empty lines before and behind it do not count.
    pub fn read(text: &str, most: usize) -> Result<Self, DrawingError> {
        let drawn = text.trim_start_matches('\n');
        let before = text.len() - drawn.len();
        let rows: Vec<Vec<char>> =
            drawn.trim_end_matches('\n').lines().map(|row| row.chars().collect()).collect();
        let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
        if !((1..=most).contains(&width) && (1..=most).contains(&height)) {
            return Err(DrawingError::Size { width, height, most });
        }
        match rows.iter().position(|row| row.len() != width) {
            Some(row) => Err(DrawingError::Ragged { row: before + row, tiles: rows[row].len(), width }),
            None => Ok(Self { rows, before }),
        }
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.rows[0].len() as u32, self.rows.len() as u32)
    }

    /// The letter of a tile, if it is on the map.
    #[must_use]
    pub fn glyph(&self, (x, y): (i32, i32)) -> Option<char> {
        let row = self.rows.len().checked_sub(1 + usize::try_from(y).ok()?)?;
        self.rows[row].get(usize::try_from(x).ok()?).copied()
    }

    /// Every letter, from the north-west on.
    pub fn letters(&self) -> impl Iterator<Item = Drawn> + '_ {
        let (height, before) = (self.rows.len() as i32, self.before);
        self.rows.iter().enumerate().flat_map(move |(row, letters)| {
            let y = height - 1 - row as i32;
            (0..).zip(letters).map(move |(x, glyph)| Drawn { tile: (x, y), row: before + row, glyph: *glyph })
        })
    }
}
