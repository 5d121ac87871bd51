//! One step of everything.

use super::property::LayerId;
use super::region::REGION_ROWS;
use super::rim::copy_rim;
use super::system::{Traveller, Window};
use super::tile::{Cells, Tile, TilePos};
use super::yard::Yard;
use super::{Engine, System};
use rayon::prelude::*;

/// Fewer cells are done sooner than another thread is called.
const CELLS_WORTH_A_THREAD: usize = 8_192;

impl Engine {
    /// Makes one step: events and travellers first, then all cells of all systems at once.
    pub fn step(&mut self, travellers: &[Traveller]) {
        self.begin(travellers);
        self.complete();
    }

    /// Begins a step that [`Engine::advance`] carries on, for those who cannot give all its time at once. Until it is done everybody reads the state
    /// before it; whoever changes a cell meanwhile completes it first. How it is cut alters no result.
    pub fn begin(&mut self, travellers: &[Traveller]) {
        self.complete();
        self.prepare(travellers);
        self.refresh_derived();
        self.exchange_moved();
        self.choose_awake();
        self.under_way = Some(0);
    }

    /// Carries a step that was begun on until `part` of `parts` of its tiles are done. Does nothing between steps.
    pub fn advance(&mut self, part: u32, parts: u32) {
        let Some(done) = self.under_way else { return };
        let goal =
            if part >= parts { self.tiles.len() } else { self.tiles.len() * part as usize / parts as usize };
        for tile in self.tiles.values_mut().take(goal).skip(done) {
            for (index, system) in self.systems.iter().enumerate() {
                move_cells(system.as_ref(), index, &self.moving[index], tile, self.step);
            }
        }
        self.under_way = Some(goal.max(done));
        if part >= parts {
            self.under_way = None;
            self.finish();
            self.step += 1;
        }
    }

    /// Ends the step that is under way, if one is.
    pub fn complete(&mut self) {
        self.advance(1, 1);
    }

    fn prepare(&mut self, travellers: &[Traveller]) {
        let (due, later) = std::mem::take(&mut self.events).into_iter().partition(|e| e.at <= self.step);
        self.events = later;
        let due: Vec<_> = due;
        let mut systems = std::mem::take(&mut self.systems);
        for system in &mut systems {
            system.prepare(&mut Yard {
                step: self.step,
                events: &due,
                travellers,
                layout: &self.layout,
                book: &self.book,
                tiles: &mut self.tiles,
                listeners: &self.listeners,
            });
        }
        self.systems = systems;
    }

    /// Recomputes what is derived from layers that changed since.
    pub(super) fn refresh_derived(&mut self) {
        let mut changed = std::mem::take(&mut self.borders_changed);
        for tile in self.tiles.values_mut() {
            changed |= std::mem::take(&mut tile.still_changed);
        }
        if !changed {
            return;
        }
        let all: Vec<LayerId> = (0..self.book.layer_count() as u16).map(LayerId).collect();
        self.exchange(&all);
        for index in 0..self.systems.len() {
            let Some(derived) = self.systems[index].derived() else { continue };
            let positions: Vec<TilePos> = self.tiles.keys().copied().collect();
            for pos in positions {
                let stamp = self.stamp(pos, &derived.from);
                let known = self.derived_from.entry(pos).or_default();
                known.resize(self.systems.len(), 0);
                if known[index] == stamp {
                    continue;
                }
                known[index] = stamp;
                let tile = self.tiles.get_mut(&pos).expect("the position was just listed");
                let mut out: Vec<Vec<f32>> =
                    derived.layers.iter().map(|layer| tile.now[layer.slot()].clone()).collect();
                self.systems[index].derive(&Cells::of(tile, self.step), &mut out);
                for (layer, values) in derived.layers.iter().zip(out) {
                    tile.now[layer.slot()] = values;
                }
                tile.mark();
            }
            self.exchange(&derived.layers);
        }
    }

    /// One number that changes when these layers change in a tile or beside it.
    fn stamp(&self, pos: TilePos, layers: &[LayerId]) -> u64 {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let tiles = around.filter_map(|(dx, dy)| self.tiles.get(&self.layout.beside(pos, dx, dy)?));
        tiles.map(|tile| 1 + layers.iter().map(|layer| tile.changes[layer.slot()]).sum::<u64>()).sum()
    }

    /// Decides which regions are computed: those with change in them, around them, or in what they listen to.
    fn choose_awake(&mut self) {
        for (index, system) in self.systems.iter().enumerate() {
            let stirred = system.stirs(self.step);
            let positions: Vec<TilePos> = self.tiles.keys().copied().collect();
            for pos in positions {
                let regions = &self.tiles[&pos].regions[index];
                let (columns, rows) = (regions.columns as i64, regions.rows as i64);
                let all_loud = regions.loud.iter().all(|l| *l);
                let awake: Vec<bool> = if stirred || all_loud {
                    vec![true; regions.awake.len()]
                } else {
                    (0..rows * columns).map(|i| self.hears(index, pos, i % columns, i / columns)).collect()
                };
                let tile = self.tiles.get_mut(&pos).expect("the position was just listed");
                let was = std::mem::replace(&mut tile.regions[index].awake, awake);
                let (width, height) = (tile.width, tile.height);
                for (i, was) in was.into_iter().enumerate() {
                    if was && !tile.regions[index].awake[i] {
                        // It falls asleep: both buffers must hold the same.
                        let rect = tile.regions[index].rect(i, width, height);
                        tile.settle(&self.moving[index], &rect);
                    }
                }
            }
        }
    }

    /// Whether a region of a system has reason to be computed.
    fn hears(&self, system: usize, pos: TilePos, column: i64, row: i64) -> bool {
        let loud = |heeded: usize, column: i64, row: i64| {
            let own = &self.tiles[&pos].regions[heeded];
            let (columns, rows) = (own.columns as i64, own.rows as i64);
            let (dx, dy) = (column.div_euclid(columns), row.div_euclid(rows));
            let there = self.layout.beside(pos, dx as i32, dy as i32);
            let Some(tile) = there.and_then(|p| self.tiles.get(&p)) else { return false };
            tile.regions[heeded].loud[(row.rem_euclid(rows) * columns + column.rem_euclid(columns)) as usize]
        };
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        self.heeds[system]
            .iter()
            .any(|heeded| around.clone().any(|(dx, dy)| loud(*heeded, column + dx, row + dy)))
    }

    /// Lets the state after the step be the state.
    fn finish(&mut self) {
        self.systems.iter_mut().for_each(|system| system.finish());
        let patchwork = matches!(self.layout.extent, super::Extent::Patchwork { .. });
        for (index, system) in self.systems.iter().enumerate() {
            let rest = system.rest();
            for tile in self.tiles.values_mut() {
                let (width, height) = (tile.width, tile.height);
                let slept = !tile.regions[index].awake.contains(&true);
                if slept {
                    // Nothing was written, and both buffers hold the same.
                    tile.regions[index].loud.fill(false);
                    tile.regions[index].reports.fill(super::region::Report::default());
                    continue;
                }
                tile.mark();
                for layer in &self.moving[index] {
                    let (now, next) = (&mut tile.now[layer.slot()], &mut tile.next[layer.slot()]);
                    std::mem::swap(now, next);
                    if patchwork {
                        // What was last known beyond an open edge must not alternate with the buffers.
                        copy_rim(next, now, width, height);
                    }
                }
                let regions = &mut tile.regions[index];
                for (i, report) in regions.reports.iter_mut().enumerate() {
                    if !regions.awake[i] {
                        *report = super::region::Report::default();
                    }
                    regions.loud[i] = report.change > rest;
                }
            }
        }
    }
}

/// Moves the awake cells of one system in one tile, on as many threads as there are.
fn move_cells(system: &dyn System, index: usize, own: &[LayerId], tile: &mut Tile, step: u64) {
    let (stride, height, width) = (tile.stride(), tile.height, tile.width);
    let mut regions = std::mem::replace(&mut tile.regions[index], super::region::Regions::new(0, 0));
    let mut next = std::mem::take(&mut tile.next);
    let mut reports = std::mem::take(&mut regions.reports);
    for (report, awake) in reports.iter_mut().zip(&regions.awake) {
        if *awake {
            *report = super::region::Report::default();
        }
    }
    if regions.awake.contains(&true) {
        let threads = rayon::current_num_threads();
        let worth = width * height / CELLS_WORTH_A_THREAD;
        let shares = if threads == 1 { 1 } else { (threads * 4).min(regions.rows).min(worth).max(1) };
        let per_share = regions.rows.div_ceil(shares);
        let cells = Cells::of(tile, step);
        // Each share owns whole rows of regions of every layer.
        let mut layers: Vec<_> = Vec::new();
        let mut picked: Vec<&mut Vec<f32>> = Vec::new();
        for (slot, layer) in next.iter_mut().enumerate() {
            if own.iter().any(|l| l.slot() == slot) {
                picked.push(layer);
            }
        }
        for layer in picked {
            let inner = &mut layer[stride..(height + 1) * stride];
            layers.push(inner.chunks_mut(per_share * REGION_ROWS * stride));
        }
        let jobs: Vec<_> = reports
            .chunks_mut(per_share * regions.columns)
            .enumerate()
            .map(|(share, reports)| {
                let slices: Vec<&mut [f32]> = layers.iter_mut().filter_map(Iterator::next).collect();
                (share * per_share, reports, slices)
            })
            .collect();
        let work = |(first, reports, slices): (usize, &mut [_], Vec<&mut [f32]>)| {
            let last = (first + per_share).min(regions.rows);
            let mut window = Window {
                rect: super::Rect { x0: 0, x1: 0, y0: 0, y1: 0 },
                first_row: first * REGION_ROWS,
                stride,
                layers: slices,
                reports,
                region_columns: regions.columns,
            };
            for rect in regions.rects(first..last, width, height) {
                window.rect = rect;
                system.step(&cells, &mut window);
            }
        };
        if jobs.len() == 1 {
            jobs.into_iter().for_each(work);
        } else {
            jobs.into_par_iter().for_each(work);
        }
    }
    regions.reports = reports;
    tile.next = next;
    tile.regions[index] = regions;
}
