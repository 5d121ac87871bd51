//! What a search asks of a map of tiles.
//!
//! Everything is worked out once: who sees whom, how far every walk is. So thousands of searches on one map cost little each. Sight is decided between tiles, and from the middle of a shut door
//! one sees both sides.

use super::super::{Candidate, Ground};
use super::scene::{Scene, SceneError};
use crate::places::tiles::{Tile, TileConfig, survey};
use crate::places::{Places, PlacesError};
use wold_space::{CellIndex, DVec2, DVec3};
use wold_ways::Budget;
use wold_ways::search::Spread;
use wold_ways::tiles::{TileMap, sight};

/// A map that is ready to be searched.
#[derive(Clone, Debug)]
pub struct Board {
    side: f64,
    walk: TileMap,
    sight: TileMap,
    places: Places,
    /// The open tiles, and which of them each tile is.
    open: Vec<(i32, i32)>,
    number: Vec<Option<u16>>,
    /// Rows of bits: whether one open tile sees another.
    seen: Vec<u64>,
    words: usize,
    /// Metres one walks between open tiles; infinite where there is no way.
    metres: Vec<f32>,
    /// Whether somebody could hide there: walls on two sides.
    corners: Vec<bool>,
}

/// The most open tiles; tables grow with their square.
const MOST_OPEN: usize = 2000;

impl Board {
    /// Works everything out.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        let (width, height) = scene.size();
        let thing = |error: String| SceneError::Thing(error);
        let config = TileConfig { side: scene.side, ..TileConfig::default() };
        let survey = survey(width as u32, height as u32, |x, y| scene.tile(x, y), &config)
            .map_err(|error| thing(error.to_string()))?;
        let walk = survey.map.clone();
        let places = survey.into_places().map_err(|error: PlacesError| thing(error.to_string()))?;
        let mut sight =
            TileMap::all_blocked(width as u32, height as u32).map_err(|error| thing(error.to_string()))?;
        let (mut open, mut number) = (Vec::new(), vec![None; walk.len()]);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            sight.set_open(x, y, matches!(scene.tile(x, y), Tile::Ground(_) | Tile::Window));
            if walk.is_open(x, y) {
                number[(y * width + x) as usize] = Some(open.len() as u16);
                open.push((x, y));
            }
        }
        if open.len() > MOST_OPEN {
            return Err(thing(format!("the map has {} open tiles, more than {MOST_OPEN}", open.len())));
        }
        let mut board = Self {
            side: scene.side,
            words: open.len().div_ceil(64),
            seen: Vec::new(),
            metres: Vec::new(),
            corners: open.iter().map(|&(x, y)| is_corner(&walk, x, y)).collect(),
            walk,
            sight,
            places,
            open,
            number,
        };
        board.look();
        board.pace();
        Ok(board)
    }

    fn look(&mut self) {
        self.seen = vec![0; self.words * self.open.len()];
        for a in 0..self.open.len() {
            for b in a..self.open.len() {
                let (from, to) = (self.open[a], self.open[b]);
                if sight::walk(from, to, |x, y| (x, y) == to || self.sight.is_open(x, y)) {
                    self.seen[a * self.words + b / 64] |= 1 << (b % 64);
                    self.seen[b * self.words + a / 64] |= 1 << (a % 64);
                }
            }
        }
    }

    fn pace(&mut self) {
        self.metres = Vec::with_capacity(self.open.len() * self.open.len());
        for &(x, y) in &self.open {
            let start: Vec<CellIndex> = self.walk.cell(x, y).into_iter().collect();
            let mut spread = Spread::new(&self.walk, &start, f64::INFINITY);
            spread.run(&self.walk, &mut Budget::unlimited());
            let metres = self.open.iter().map(|&(x, y)| {
                let cost = self.walk.cell(x, y).and_then(|cell| spread.cost(cell));
                cost.map_or(f32::INFINITY, |tiles| (tiles * self.side) as f32)
            });
            self.metres.extend(metres);
        }
    }

    /// Areas and chokes of the map.
    #[must_use]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The open tiles; their place in this list is their number.
    #[must_use]
    pub fn open(&self) -> &[(i32, i32)] {
        &self.open
    }

    /// Which tiles can be walked.
    #[must_use]
    pub fn walkable(&self) -> &TileMap {
        &self.walk
    }

    /// The middle of a tile.
    #[must_use]
    pub fn middle(&self, (x, y): (i32, i32)) -> DVec3 {
        DVec3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0) * self.side
    }

    /// The number of the open tile at a point.
    #[must_use]
    pub fn number(&self, at: DVec3) -> Option<usize> {
        let (x, y) = self.tile(at);
        let cell = self.walk.cell(x, y)?;
        self.number[cell.slot()].map(usize::from)
    }

    fn tile(&self, at: DVec3) -> (i32, i32) {
        ((at.x / self.side).floor() as i32, (at.y / self.side).floor() as i32)
    }

    /// Whether one open tile sees another, by number.
    #[must_use]
    pub(super) fn sees_tile(&self, from: usize, to: usize) -> bool {
        self.seen[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// Metres one walks between open tiles, by number; infinite where there is no way.
    #[must_use]
    pub fn walk(&self, from: usize, to: usize) -> f64 {
        f64::from(self.metres[from * self.open.len() + to])
    }

    /// The next tile on the way to another, by number.
    #[must_use]
    pub fn next(&self, from: usize, to: usize) -> Option<usize> {
        if from == to || !self.walk(from, to).is_finite() {
            return None;
        }
        let steps = self.beside(from).into_iter().map(|(next, step)| (step + self.walk(next, to), next));
        steps.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, next)| next)
    }

    /// The tiles one can step to, with metres.
    #[must_use]
    pub fn beside(&self, from: usize) -> Vec<(usize, f64)> {
        let (x, y) = self.open[from];
        let Some(cell) = self.walk.cell(x, y) else { return Vec::new() };
        let steps = self.walk.steps(cell);
        steps
            .filter_map(|(to, tiles)| Some((usize::from(self.number[to.slot()]?), tiles * self.side)))
            .collect()
    }
}

fn is_corner(walk: &TileMap, x: i32, y: i32) -> bool {
    let walls =
        [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter(|(dx, dy)| !walk.is_open(x + dx, y + dy));
    walls.count() >= 2
}

impl Ground for Board {
    fn sees(&self, from: DVec3, to: DVec3) -> bool {
        match (self.number(from), self.number(to)) {
            (Some(from), Some(to)) => self.sees_tile(from, to),
            _ => false,
        }
    }

    fn candidates(&self, around: DVec3, radius: f64) -> Vec<Candidate> {
        let all = self.open.iter().enumerate().map(|(i, &tile)| (i, self.middle(tile)));
        let near = all.filter(|(_, at)| at.distance(around) <= radius);
        near.map(|(i, at)| Candidate { at, cover: self.corners[i] }).collect()
    }

    fn depth(&self, from: DVec3, way: DVec2, most: f64) -> f64 {
        let step = self.side / 4.0;
        let steps = (most / step).floor() as u32;
        let clear = (1..=steps).take_while(|&i| {
            let (x, y) = self.tile(from + (way * (f64::from(i) * step)).extend(0.0));
            self.sight.is_open(x, y)
        });
        (clear.count() as f64 * step).min(most)
    }

    fn ways(&self, from: DVec3, to: &[DVec3]) -> Vec<Option<f64>> {
        let Some(from) = self.number(from) else { return vec![None; to.len()] };
        let way = |to: &DVec3| Some(self.walk(from, self.number(*to)?)).filter(|far| far.is_finite());
        to.iter().map(way).collect()
    }
}
