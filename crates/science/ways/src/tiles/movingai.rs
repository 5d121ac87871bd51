//! The file formats of the Moving AI benchmarks (Sturtevant, "Benchmarks for grid-based pathfinding", 2012).
//!
//! A map has four header lines (`type octile`, `height H`, `width W`, `map`) and H rows of W characters. Only octile maps are read: on a
//! map of `type tile` there are no diagonal steps, so every length would be another. `.`, `G` and `S`
//! are open (`S` is swamp, which here costs as much as ground); `@`, `O`, `T` and `W` are blocked. A scenario has a version
//! line and a line per query: bucket, map, width, height, start x, start y, goal x, goal y, optimal length.

use super::{MapError, TileMap};

/// What is wrong with a map or scenario file, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FormatError {
    /// A header line is missing or wrong.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Header {
        /// Counted from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// The size cannot be.
    #[error(transparent)]
    Size(#[from] MapError),
    /// A row is missing or has another length than the header says.
    #[error("line {line}: a row of {found} tiles where the width is {width}")]
    Row {
        /// Counted from 1.
        line: usize,
        /// Characters found.
        found: usize,
        /// Characters expected.
        width: u32,
    },
    /// Rows end early.
    #[error("{found} rows where the height is {height}")]
    Rows {
        /// Rows found.
        found: usize,
        /// Rows expected.
        height: u32,
    },
    /// A tile of no known kind.
    #[error("line {line}, column {column}: no tile is called {tile:?}")]
    Tile {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The character.
        tile: char,
    },
    /// A scenario line for a map of another size.
    #[error("line {line}: a query for a map of {width}x{height} tiles, but the map has {own}")]
    OtherMap {
        /// Counted from 1.
        line: usize,
        /// The width it names.
        width: u32,
        /// The height it names.
        height: u32,
        /// The size of the map.
        own: String,
    },
    /// A scenario line with too few fields or with a field that is not a number.
    #[error("line {line}: field {field} ({name}) is missing or not a number")]
    Field {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        field: usize,
        /// What it should hold.
        name: &'static str,
    },
}

/// Reads a map.
///
/// ```
/// let map = wold_ways::tiles::movingai::parse_map("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n")?;
/// assert!(!map.is_open(1, 0) && map.is_open(1, 1));
/// # Ok::<(), wold_ways::tiles::movingai::FormatError>(())
/// ```
pub fn parse_map(text: &str) -> Result<TileMap, FormatError> {
    let mut lines = text.lines().enumerate();
    let mut header = |expected: &'static str| {
        let (line, found) = lines.next().unwrap_or((0, ""));
        found.trim().strip_prefix(expected).map(|rest| rest.trim().to_string()).ok_or_else(|| {
            FormatError::Header { line: line + 1, expected, found: found.chars().take(40).collect() }
        })
    };
    let kind = header("type")?;
    if kind != "octile" {
        return Err(FormatError::Header { line: 1, expected: "type octile", found: format!("type {kind}") });
    }
    let number = |text: String, line, expected| {
        text.parse::<u32>().map_err(|_| FormatError::Header { line, expected, found: text })
    };
    let height = number(header("height")?, 2, "height and a number")?;
    let width = number(header("width")?, 3, "width and a number")?;
    header("map")?;
    let mut map = TileMap::all_blocked(width, height)?;
    let mut rows = 0;
    for (line, row) in lines.take(height as usize) {
        let row = row.strip_suffix('\r').unwrap_or(row);
        let found = row.chars().count();
        if found != width as usize {
            return Err(FormatError::Row { line: line + 1, found, width });
        }
        for (column, tile) in row.chars().enumerate() {
            match tile {
                '.' | 'G' | 'S' => map.set_open(column as i32, rows, true),
                '@' | 'O' | 'T' | 'W' => continue,
                _ => return Err(FormatError::Tile { line: line + 1, column: column + 1, tile }),
            };
        }
        rows += 1;
    }
    if rows as u32 != height {
        return Err(FormatError::Rows { found: rows as usize, height });
    }
    Ok(map)
}

/// One query of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Where it starts.
    pub from: (i32, i32),
    /// Where it should lead.
    pub to: (i32, i32),
    /// Width and height of the map it was made for.
    pub size: (u32, u32),
    /// The line it stands on, counted from 1.
    pub line: usize,
    /// The length of the shortest way, rounded to the digits in the file.
    pub optimal: f64,
}

/// Reads a scenario.
///
/// ```
/// let queries = wold_ways::tiles::movingai::parse_scen("version 1\n0\tm.map\t9\t9\t1\t2\t3\t4\t2.82843\n")?;
/// assert_eq!((queries[0].from, queries[0].to, queries[0].optimal), ((1, 2), (3, 4), 2.82843));
/// # Ok::<(), wold_ways::tiles::movingai::FormatError>(())
/// ```
pub fn parse_scen(text: &str) -> Result<Vec<Query>, FormatError> {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap_or((0, ""));
    if !first.trim().starts_with("version") {
        let found = first.chars().take(40).collect();
        return Err(FormatError::Header { line: 1, expected: "version", found });
    }
    lines
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(line, text)| {
            let fields: Vec<&str> = text.split_whitespace().collect();
            let wrong = |field, name| FormatError::Field { line: line + 1, field, name };
            let tile = |field: usize, name| {
                fields.get(field - 1).and_then(|f| f.parse::<i32>().ok()).ok_or(wrong(field, name))
            };
            let size = |field: usize, name| {
                fields.get(field - 1).and_then(|f| f.parse::<u32>().ok()).ok_or(wrong(field, name))
            };
            let length =
                fields.get(8).and_then(|f| f.parse::<f64>().ok()).filter(|l| l.is_finite() && *l >= 0.0);
            Ok(Query {
                from: (tile(5, "start x")?, tile(6, "start y")?),
                to: (tile(7, "goal x")?, tile(8, "goal y")?),
                size: (size(3, "width")?, size(4, "height")?),
                line: line + 1,
                optimal: length.ok_or(wrong(9, "optimal length"))?,
            })
        })
        .collect()
}

/// Makes sure that all queries of a scenario were made for a map of this size.
///
/// # Errors
/// Names the first line of another size.
pub fn check_size(queries: &[Query], map: &TileMap) -> Result<(), FormatError> {
    let own = (map.width(), map.height());
    match queries.iter().find(|query| query.size != own) {
        Some(Query { line, size: (width, height), .. }) => Err(FormatError::OtherMap {
            line: *line,
            width: *width,
            height: *height,
            own: format!("{}x{}", own.0, own.1),
        }),
        None => Ok(()),
    }
}

/// Whether a length is the one a scenario gives. Scenario files hold six significant digits.
#[must_use]
pub fn same_length(found: f64, optimal: f64) -> bool {
    (found - optimal).abs() <= 1e-5 * optimal.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_maps_are_refused_with_the_place() {
        let bad = |text: &str| parse_map(text).expect_err("malformed").to_string();
        assert_eq!(bad(""), "line 1: expected \"type\", found \"\"".replace("\"type\"", "type"));
        assert_eq!(
            bad("type octile\nheight x\nwidth 3\nmap\n"),
            "line 2: expected height and a number, found \"x\""
        );
        assert_eq!(
            bad("type octile\nheight 2\nwidth 3\nmap\n...\n..\n"),
            "line 6: a row of 2 tiles where the width is 3"
        );
        assert_eq!(bad("type octile\nheight 2\nwidth 3\nmap\n...\n"), "1 rows where the height is 2");
        assert_eq!(
            bad("type octile\nheight 1\nwidth 3\nmap\n.x.\n"),
            "line 5, column 2: no tile is called 'x'"
        );
        assert_eq!(
            bad("type tile\nheight 1\nwidth 1\nmap\n.\n"),
            "line 1: expected type octile, found \"type tile\""
        );
        assert!(bad("type octile\nheight 4000000000\nwidth 4000000000\nmap\n").contains("not between"));
    }

    #[test]
    fn scenarios_for_a_map_of_another_size_are_refused() {
        let map = parse_map("type octile\nheight 3\nwidth 3\nmap\n...\n...\n...\n").expect("a map");
        let queries =
            |size: &str| parse_scen(&format!("version 1\n0 m {size} 0 0 1 1 1.4142\n")).expect("a query");
        assert_eq!(check_size(&queries("3 3"), &map), Ok(()));
        let error = check_size(&queries("512 512"), &map).expect_err("another map").to_string();
        assert_eq!(error, "line 2: a query for a map of 512x512 tiles, but the map has 3x3");
    }

    #[test]
    fn bad_scenarios_are_refused_with_the_place() {
        let bad = |text: &str| parse_scen(text).expect_err("malformed").to_string();
        assert_eq!(bad("1 2 3"), "line 1: expected version, found \"1 2 3\"");
        assert_eq!(bad("version 1\n0 m 9 9 1 2 3\n"), "line 2: field 8 (goal y) is missing or not a number");
        assert_eq!(
            bad("version 1\n0 m 9 9 1 2 3 4 NaN\n"),
            "line 2: field 9 (optimal length) is missing or not a number"
        );
    }
}
