//! Scenes from text.
//!
//! ```toml
//! name = "cottage"
//! side = 1.0                 # metres per tile
//! seconds = 60               # how long the search may take
//! trigger = "lost"           # or "noise" (nobody knows of an enemy), "fight" (somebody heard one)
//! map = """
//! #######
//! #1...L#
//! #..#+##
//! #2.#.H#
//! #######
//! """
//! [search]                   # any setting of a search
//! radius = 12.0
//! ```
//! Tiles: `#` wall, `o` something that hides (stops feet and eyes), `+` shut door (stops eyes, not feet), `=` window (stops feet), `.` floor, `,` yard, `:` street, `;` open land.
//! `1` to `9` are searchers, `H` is where the hider hides, `L` where it was last seen and sets out from; without `L` it is at `H` all along. The first row is the north.

use super::super::SearchConfig;
use crate::places::AreaKind;
use crate::places::tiles::{Tile, drawn};
use serde::Deserialize;
use wold_space::text::line_at;
use wold_ways::tiles::{Drawing, Drawn};

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// The text is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// Something in the map makes no sense, on that line of the file.
    #[error("line {0}: {1}")]
    Map(usize, String),
    /// Something else makes no sense.
    #[error("{0}")]
    Thing(String),
}

/// What the search begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Begins {
    #[default]
    Lost,
    Noise,
    Fight,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default = "one")]
    side: f64,
    seconds: f64,
    #[serde(default)]
    trigger: Begins,
    map: toml::Spanned<String>,
    #[serde(default)]
    search: SearchConfig,
}

fn one() -> f64 {
    1.0
}

/// A map with searchers and somebody who hides.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it is called.
    pub name: String,
    /// Metres along a tile.
    pub side: f64,
    /// How long a search may take.
    pub seconds: f64,
    /// How it is searched.
    pub search: SearchConfig,
    pub(super) begins: Begins,
    width: i32,
    height: i32,
    tiles: Vec<Tile>,
    /// The searchers' tiles, in the order of their digits.
    pub searchers: Vec<(i32, i32)>,
    /// Where the hider hides.
    pub hider: (i32, i32),
    /// Where it was last seen.
    pub last_seen: (i32, i32),
}

impl Scene {
    /// The most tiles along a side.
    pub const LONGEST: usize = 64;

    /// Reads a scene.
    pub fn parse(text: &str) -> Result<Self, SceneError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = line_at(text, error.span().map_or(0, |span| span.start));
            SceneError::Text(line, error.message().lines().collect::<Vec<_>>().join(", "))
        })?;
        for (what, value, low, high) in
            [("side", file.side, 0.25, 10.0), ("seconds", file.seconds, 1.0, 3600.0)]
        {
            if !(low..=high).contains(&value) {
                return Err(SceneError::Thing(format!("{what} must be {low} to {high}, not {value}")));
            }
        }
        let search =
            SearchConfig { limit_seconds: file.seconds.min(file.search.limit_seconds), ..file.search };
        search.check().map_err(|error| SceneError::Thing(format!("search: {error}")))?;
        let first = line_at(text, file.map.span().start);
        // A map in three quotes begins on the line after them.
        let skipped =
            text[file.map.span()].lines().next().is_some_and(|line| line.trim_end().ends_with("\"\"\""));
        Self::drawn(&file, search, first + usize::from(skipped))
    }

    fn drawn(file: &File, search: SearchConfig, first: usize) -> Result<Self, SceneError> {
        let wrong = |row: usize, reason: String| SceneError::Map(first + row, reason);
        let map = Drawing::read(file.map.get_ref(), Self::LONGEST)
            .map_err(|error| wrong(error.row(), error.to_string()))?;
        let (width, height) = map.size();
        let mut scene = Self {
            name: file.name.clone(),
            side: file.side,
            seconds: file.seconds,
            search,
            begins: file.trigger,
            width: width as i32,
            height: height as i32,
            tiles: vec![Tile::Wall; (width * height) as usize],
            searchers: Vec::new(),
            hider: (0, 0),
            last_seen: (0, 0),
        };
        let mut figures: Vec<(char, (i32, i32))> = Vec::new();
        for Drawn { tile: (x, y), row, glyph } in map.letters() {
            let tile = match glyph {
                'o' => Tile::Wall,
                '1'..='9' | 'H' | 'L' => {
                    if figures.iter().any(|(other, _)| *other == glyph) {
                        return Err(wrong(row, format!("{glyph:?} stands twice")));
                    }
                    figures.push((glyph, (x, y)));
                    under(&map, (x, y))
                }
                glyph => drawn(glyph).ok_or_else(|| wrong(row, format!("{glyph:?} is no tile")))?,
            };
            scene.tiles[(y * scene.width + x) as usize] = tile;
        }
        figures.sort_unstable();
        let find = |glyph: char| figures.iter().find(|(g, _)| *g == glyph).map(|(_, at)| *at);
        let Some(hider) = find('H') else {
            return Err(SceneError::Thing("the map shows no hider: H".into()));
        };
        scene.hider = hider;
        scene.last_seen = find('L').unwrap_or(hider);
        scene.searchers = figures.iter().filter(|(g, _)| g.is_ascii_digit()).map(|(_, at)| *at).collect();
        if scene.searchers.is_empty() {
            return Err(SceneError::Thing("the map shows no searcher: 1 to 9".into()));
        }
        Ok(scene)
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// What a tile is; wall beyond the map.
    #[must_use]
    pub fn tile(&self, x: i32, y: i32) -> Tile {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside { self.tiles[(y * self.width + x) as usize] } else { Tile::Wall }
    }
}

/// A figure stands on what is beside it.
fn under(map: &Drawing, (x, y): (i32, i32)) -> Tile {
    let beside = [(x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1)];
    let mut ground = beside.into_iter().filter_map(|tile| drawn(map.glyph(tile)?));
    ground.find(|tile| matches!(tile, Tile::Ground(_))).unwrap_or(Tile::Ground(AreaKind::Room))
}
