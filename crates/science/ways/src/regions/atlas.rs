//! Regions, and which of them touch.
//!
//! Each chunk of the map is cut by [`super::rectangles`]; then slivers are merged into a neighbour of the same kind, if the
//! two stay within the greatest side and their centre stays inside them. Every tile, open or not, belongs to exactly one
//! region. Two open regions are joined if one can step between them; the way costs the distance of their centres. Nobody steps where
//! something stands between two tiles ([`Regions::walled`]), and no region has that in it.

use super::partition::{PartitionConfig, Rect, walled_rectangles};
use crate::search::{Graph, Links};
use crate::tiles::TileMap;
use std::collections::{BTreeMap, BTreeSet};
use wold_space::CellIndex;

/// The number of a region within one [`Regions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

impl RegionId {
    /// As a place of the region graph.
    #[must_use]
    pub fn place(self) -> CellIndex {
        CellIndex(self.0)
    }
}

/// A part of the map that is all of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// What it is made of.
    pub rects: Vec<Rect>,
    /// Whether one can be in it.
    pub open: bool,
    /// The kind of ground, as it was given.
    pub kind: u8,
    /// The tile in its middle; always one of its own.
    pub centre: (i32, i32),
}

impl Region {
    fn tiles(&self) -> u32 {
        self.rects.iter().map(Rect::tiles).sum()
    }

    fn bounds(&self) -> Rect {
        let mut rects = self.rects.iter();
        let first = *rects.next().expect("a region has a rectangle");
        rects.fold(first, |all, rect| all.around(rect))
    }

    /// The middle of the mass, as a tile.
    fn middle(rects: &[Rect]) -> (i32, i32) {
        let (mut x, mut y, mut tiles) = (0.0, 0.0, 0.0);
        for rect in rects {
            let mass = f64::from(rect.tiles());
            x += mass * (f64::from(rect.x) + f64::from(rect.width) / 2.0);
            y += mass * (f64::from(rect.y) + f64::from(rect.height) / 2.0);
            tiles += mass;
        }
        ((x / tiles).floor() as i32, (y / tiles).floor() as i32)
    }

    fn is_sliver(&self, config: &PartitionConfig) -> bool {
        let bounds = self.bounds();
        bounds.width.min(bounds.height) < config.sliver_side && self.tiles() < config.sliver_tiles
    }
}

/// All regions of one version of a map.
///
/// ```
/// use wold_ways::{regions::{PartitionConfig, Regions}, tiles::TileMap};
/// let map = TileMap::new(20, 45)?;
/// let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
/// assert_eq!(regions.iter().count(), 6, "six pieces of ten by fifteen");
/// # Ok::<(), wold_ways::tiles::MapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    config: PartitionConfig,
    /// By id; a slot is empty between the removal of a region and the next that takes it.
    regions: Vec<Option<Region>>,
    owner: Vec<RegionId>,
    links: Links,
    size: (u32, u32),
    version: u64,
}

impl Regions {
    /// Cuts the whole map. `kind` tells grounds apart; blocked and open tiles always are.
    #[must_use]
    pub fn new(map: &TileMap, kind: impl Fn(i32, i32) -> u8, config: PartitionConfig) -> Self {
        Self::walled(map, kind, |_, _| false, config)
    }

    /// The same where something may stand between two tiles side by side, asked for from the south or the west.
    #[must_use]
    pub fn walled(
        map: &TileMap,
        kind: impl Fn(i32, i32) -> u8,
        parts: impl Fn((i32, i32), (i32, i32)) -> bool,
        config: PartitionConfig,
    ) -> Self {
        let config =
            PartitionConfig { max_side: config.max_side.max(1), chunk: config.chunk.max(1), ..config };
        let mut new = Self {
            config,
            regions: Vec::new(),
            owner: vec![RegionId(u32::MAX); map.len()],
            links: Links::default(),
            size: (map.width(), map.height()),
            version: map.version(),
        };
        for chunk in new.chunks() {
            new.cut_chunk(map, &kind, &parts, chunk);
        }
        new.join(&parts);
        new
    }

    fn chunks(&self) -> Vec<Rect> {
        let (width, height) = self.size;
        let side = self.config.chunk;
        let starts = |end: u32| (0..end).step_by(side as usize);
        let chunk = |x: u32, y: u32| Rect { x, y, width: side.min(width - x), height: side.min(height - y) };
        starts(height).flat_map(|y| starts(width).map(move |x| chunk(x, y))).collect()
    }

    fn slot(&self, x: u32, y: u32) -> usize {
        (y * self.size.0 + x) as usize
    }

    fn cut_chunk(
        &mut self,
        map: &TileMap,
        kind: &impl Fn(i32, i32) -> u8,
        parts: &impl Fn((i32, i32), (i32, i32)) -> bool,
        chunk: Rect,
    ) {
        let parts =
            |(x, y): (u32, u32), (tx, ty): (u32, u32)| parts((x as i32, y as i32), (tx as i32, ty as i32));
        let of = |x: u32, y: u32| {
            let (x, y) = (x as i32, y as i32);
            u32::from(kind(x, y)) << 1 | u32::from(map.is_open(x, y))
        };
        let mut free = 0;
        let mut fresh = Vec::new();
        for rect in walled_rectangles(chunk, self.config.max_side, of, parts) {
            while self.regions.get(free).is_some_and(Option::is_some) {
                free += 1;
            }
            if free == self.regions.len() {
                self.regions.push(None);
            }
            let made_of = of(rect.x, rect.y);
            let rects = vec![rect];
            let centre = Region::middle(&rects);
            self.regions[free] =
                Some(Region { rects, open: made_of & 1 == 1, kind: (made_of >> 1) as u8, centre });
            let id = RegionId(free as u32);
            for (x, y) in rect.cells() {
                let slot = self.slot(x, y);
                self.owner[slot] = id;
            }
            fresh.push(id);
        }
        for id in fresh {
            if self.get(id).is_some_and(|region| region.is_sliver(&self.config)) {
                self.merge(id, chunk, &parts);
            }
        }
    }

    /// Merges a sliver into the neighbour within its chunk that shares the longest border with it, if one fits.
    fn merge(&mut self, id: RegionId, chunk: Rect, parts: &impl Fn((u32, u32), (u32, u32)) -> bool) {
        let Some(sliver) = self.get(id).cloned() else { return };
        let mut borders: BTreeMap<RegionId, u32> = BTreeMap::new();
        let mut apart: BTreeSet<RegionId> = BTreeSet::new();
        for here in sliver.rects.iter().flat_map(Rect::cells) {
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let (x, y) = (here.0.wrapping_add_signed(dx), here.1.wrapping_add_signed(dy));
                if chunk.contains(x, y) {
                    let other = self.owner[self.slot(x, y)];
                    *borders.entry(other).or_default() += 1;
                    if parts(here.min((x, y)), here.max((x, y))) {
                        apart.insert(other);
                    }
                }
            }
        }
        borders.retain(|other, _| *other != id && !apart.contains(other));
        let mut candidates: Vec<(u32, RegionId)> =
            borders.into_iter().map(|(id, shared)| (shared, id)).collect();
        candidates.sort_unstable_by_key(|&(shared, id)| (std::cmp::Reverse(shared), id));
        for (_, other) in candidates {
            let Some(host) = self.get(other) else { continue };
            let all = host.bounds().around(&sliver.bounds());
            if (host.open, host.kind) != (sliver.open, sliver.kind)
                || all.width.max(all.height) > self.config.max_side
            {
                continue;
            }
            let rects = [host.rects.as_slice(), sliver.rects.as_slice()].concat();
            let centre = Region::middle(&rects);
            if !rects.iter().any(|r| r.contains(centre.0 as u32, centre.1 as u32)) {
                continue;
            }
            for (x, y) in sliver.rects.iter().flat_map(Rect::cells) {
                let slot = self.slot(x, y);
                self.owner[slot] = other;
            }
            self.regions[other.0 as usize] =
                Some(Region { rects, open: sliver.open, kind: sliver.kind, centre });
            self.regions[id.0 as usize] = None;
            return;
        }
    }

    /// Finds which open regions touch.
    fn join(&mut self, parts: impl Fn((i32, i32), (i32, i32)) -> bool) {
        let mut pairs = Vec::new();
        let (width, height) = self.size;
        for y in 0..height {
            for x in 0..width {
                let here = self.owner[self.slot(x, y)];
                for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
                    if to_x < width && to_y < height {
                        let there = self.owner[self.slot(to_x, to_y)];
                        let step = ((x as i32, y as i32), (to_x as i32, to_y as i32));
                        let meet = here != there && self.is_open(here) && self.is_open(there);
                        if meet && !parts(step.0, step.1) {
                            pairs.push((here.min(there), here.max(there)));
                        }
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut links = Links::new(self.regions.len());
        for (a, b) in pairs {
            links.join(a.place(), b.place(), self.apart(a, b).max(1.0));
        }
        self.links = links;
    }

    fn is_open(&self, id: RegionId) -> bool {
        self.get(id).is_some_and(|region| region.open)
    }

    /// The distance between the centres of two regions.
    #[must_use]
    pub fn apart(&self, a: RegionId, b: RegionId) -> f64 {
        let (Some(a), Some(b)) = (self.get(a), self.get(b)) else { return 0.0 };
        let (dx, dy) = (f64::from(a.centre.0 - b.centre.0), f64::from(a.centre.1 - b.centre.1));
        (dx * dx + dy * dy).sqrt()
    }

    /// A region by its id.
    #[must_use]
    pub fn get(&self, id: RegionId) -> Option<&Region> {
        self.regions.get(id.0 as usize)?.as_ref()
    }

    /// The region a tile belongs to.
    #[must_use]
    pub fn at(&self, cell: CellIndex) -> Option<RegionId> {
        self.owner.get(cell.slot()).copied()
    }

    /// All regions, by rising id.
    pub fn iter(&self) -> impl Iterator<Item = (RegionId, &Region)> {
        self.regions.iter().enumerate().filter_map(|(id, r)| Some((RegionId(id as u32), r.as_ref()?)))
    }

    /// Which regions are joined, as a graph of their ids.
    #[must_use]
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// How they were cut.
    #[must_use]
    pub fn config(&self) -> &PartitionConfig {
        &self.config
    }

    /// The version of the map they were cut from.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }
}

impl Graph for Regions {
    fn places(&self) -> usize {
        self.regions.len()
    }

    fn ways_from(&self, place: CellIndex, way: impl FnMut(CellIndex, f64)) {
        self.links.ways_from(place, way);
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.apart(RegionId(from.0), RegionId(to.0))
    }

    fn is_open(&self, place: CellIndex) -> bool {
        Regions::is_open(self, RegionId(place.0))
    }

    fn version(&self) -> u64 {
        self.version
    }
}
