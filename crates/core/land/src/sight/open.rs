//! What hides in the open: the ground itself, what grows and stands on it, and walls people built.
//!
//! Contract: hills hide what is behind them; the ground is asked every metre, and only where it reaches as high as the line ([`Relief`]). A plant hides as far up as it is tall
//! ([`wold_lore::land::GrowthKind::shade`]) unless it is gone, a built wall as high as people build. Cost: by the chunks a line crosses and by what grows in them.

use super::line::Line;
use super::screens::{Stretch, turned};
use crate::plots::{Land, Plot};
use wold_lore::land::{BUILT_METRES, Chunk, EdgeKind, EdgeSide, HEIGHT_STEPS_PER_METRE, LATTICE};
use wold_space::{CHUNK_METRES, DVec2, Vec2};

/// Metres between two looks at the ground, and how far it must be above the line to hide.
const STRIDE: f64 = 1.0;
const BUMP: f64 = 0.1;
/// Cells along a chunk's side for which the highest ground is known, and vertices from one to the next.
const CELLS: usize = 4;
const SPAN: usize = (LATTICE - 1) / CELLS;
/// Steps that are asked about at once: as many as a cell is wide.
const STRETCH: u32 = 8;

/// How high the ground of a chunk reaches, cell by cell, and what stands on it.
#[derive(Clone, Debug)]
pub(crate) struct Relief {
    /// The highest and the lowest ground.
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// The highest ground of each cell and those around it.
    about: [f32; CELLS * CELLS],
    posts: Box<[Post]>,
}

/// Something round that stands on the ground.
#[derive(Clone, Copy, Debug)]
struct Post {
    at: DVec2,
    radius: f64,
    top: f64,
    /// Its number in the chunk.
    index: u16,
}

impl Relief {
    pub(crate) fn of(chunk: &Chunk) -> Self {
        let metres = |steps: i16| f32::from(steps) / HEIGHT_STEPS_PER_METRE;
        let mut cells = [f32::NEG_INFINITY; CELLS * CELLS];
        for (index, &height) in chunk.heights.iter().enumerate() {
            let (i, j) = (index % LATTICE, index / LATTICE);
            // A vertex on a border belongs to the cells on both sides of it.
            let sides = |n: usize| n.saturating_sub(1) / SPAN..=(n / SPAN).min(CELLS - 1);
            for (column, row) in sides(i).flat_map(|column| sides(j).map(move |row| (column, row))) {
                let cell = &mut cells[row * CELLS + column];
                *cell = cell.max(metres(height));
            }
        }
        let about = std::array::from_fn(|index| {
            let near = |n: usize| n.saturating_sub(1)..=(n + 1).min(CELLS - 1);
            let (row, column) = (index / CELLS, index % CELLS);
            let around = near(row).flat_map(|row| near(column).map(move |column| row * CELLS + column));
            around.map(|cell| cells[cell]).fold(f32::NEG_INFINITY, f32::max)
        });
        let top = cells.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let bottom = chunk.heights.iter().copied().min().map_or(0.0, metres);
        let growths = chunk.growths.iter().enumerate().filter_map(|(index, growth)| {
            let (radius, tall) = growth.kind.shade();
            let top = f64::from(chunk.height(growth.local()) + tall);
            let at = chunk.pos.origin() + growth.local().as_dvec2();
            let index = u16::try_from(index).ok()?;
            (radius > 0.0).then_some(Post { at, radius: f64::from(radius), top, index })
        });
        let posts = growths.collect();
        Self { top: top.into(), bottom: bottom.into(), about, posts }
    }

    /// Whether the ground about a point, as far as a cell goes, is anywhere above a height.
    fn reaches(&self, local: Vec2, height: f64) -> bool {
        let cell = |metres: f32| ((metres * (CELLS as f32 / CHUNK_METRES as f32)) as usize).min(CELLS - 1);
        f64::from(self.about[cell(local.y) * CELLS + cell(local.x)]) > height
    }
}

/// Whether the ground of a chunk is in the way of a line. Inside of houses there is none.
pub(super) fn ground_hides(land: &Land, plot: &Plot, line: &Line) -> bool {
    let relief = plot.relief();
    let corner = plot.chunk.pos.origin();
    if relief.top <= line.low + BUMP {
        return false;
    }
    let Some((first, last)) = line.within(corner, corner + CHUNK_METRES) else { return false };
    let steps = (line.length() / STRIDE).ceil().max(1.0);
    let first = (first * steps).ceil().max(1.0) as u32;
    let end = (last * steps).floor().min(steps - 1.0) as u32 + 1;
    let height = |step: u32| line.height(f64::from(step) / steps) + BUMP;
    let local = |step: u32| (line.place(f64::from(step) / steps) - corner).as_vec2();
    // No step of a stretch is farther from its middle than a cell is wide.
    (first..end).step_by(STRETCH as usize).any(|start| {
        let past = (start + STRETCH).min(end);
        relief.reaches(local(start + (past - start) / 2), height(start).min(height(past - 1)))
            && (start..past).any(|step| {
                f64::from(plot.chunk.height(local(step))) > height(step)
                    && land.house_at(line.place(f64::from(step) / steps), 0).is_none()
            })
    })
}

/// Whether something that grows or stands in a chunk is in the way of a line.
pub(super) fn post_hides(plot: &Plot, line: &Line) -> bool {
    plot.relief().posts.iter().any(|post| {
        post.top >= line.low
            && line.passes(post.at, post.radius).is_some_and(|height| height <= post.top)
            && !plot.changes.gone.contains(&post.index)
    })
}

/// Whether a wall that people built in a chunk is in the way of a line.
pub(super) fn built_hides(plot: &Plot, line: &Line) -> bool {
    let corner = plot.chunk.pos.origin();
    let (from, to) = (line.from.truncate() - corner, line.to.truncate() - corner);
    let walls = plot.changes.built.iter().filter(|(_, kind)| **kind == EdgeKind::Wall);
    walls.map(|(&edge, _)| edge).any(|(x, y, side)| {
        let (wall, from, to, along) = match side {
            EdgeSide::South => (Stretch::metre(y, x), from, to, Vec2::X),
            EdgeSide::West => (Stretch::metre(x, y), turned(from), turned(to), Vec2::Y),
        };
        let foot = Vec2::new(f32::from(x), f32::from(y)) + along / 2.0;
        let top = || f64::from(plot.chunk.height(foot) + BUILT_METRES);
        wall.crossed(from, to).is_some_and(|share| line.height(share) <= top())
    })
}

/// How far a chunk's posts and walls reach beyond it.
pub(super) const RIM: DVec2 = DVec2::new(1.0, 1.0);
