//! Who can see what: the one rule for reach, looks, speech, witnesses and what guests are told.
//!
//! Contract: [`Shades::sees`] says whether a straight line between two bodies' places is clear. What is in the way are the walls of every
//! house the line passes through, on the storey it is on, and the walls people built. Doors and windows hide nothing: from inside one sees out through
//! them, and in from outside. Storeys hide each other, but for a flight of stairs: who is on it sees, and is seen from, the storey it leads to.
//!
//! Not covered: trees, stones and furniture, which are slim or low; hills; darkness. How far somebody sees is for the asker to say.
//!
//! Cost: a line is held against the rectangles of houses first, and against walls only in those it crosses. Whoever asks many lines around one place takes
//! [`Shades::around`] it once.

use crate::land::{Land, Plot, stairs_at};
use wold_space::land::{Edge, EdgeKind, EdgeSide, House};
use wold_space::{ChunkPos, DVec2};

/// What can hide something around a place.
pub struct Shades<'a> {
    land: &'a Land,
    houses: Vec<(DVec2, DVec2, &'a House)>,
    built: Vec<&'a Plot>,
}

impl<'a> Shades<'a> {
    /// What can hide something from somebody else, both within a rectangle of land.
    #[must_use]
    pub fn within(land: &'a Land, low: DVec2, high: DVec2) -> Self {
        let (first, last) = (ChunkPos::of(low), ChunkPos::of(high));
        let mut shades = Self { land, houses: Vec::new(), built: Vec::new() };
        // Houses reach into the chunks east and north of their own.
        for y in first.y - 1..=last.y {
            for x in first.x - 1..=last.x {
                let Some(plot) = land.plot(ChunkPos { x, y }) else { continue };
                for house in &plot.chunk.houses {
                    let far = house.corner + DVec2::new(f64::from(house.width), f64::from(house.depth));
                    if house.corner.cmple(high).all() && far.cmpge(low).all() {
                        shades.houses.push((house.corner, far, house));
                    }
                }
                if !plot.changes.built.is_empty() {
                    shades.built.push(plot);
                }
            }
        }
        shades
    }

    /// What can hide something within `reach` metres of a place.
    #[must_use]
    pub fn around(land: &'a Land, place: DVec2, reach: f64) -> Self {
        Self::within(land, place - reach, place + reach)
    }

    /// Whether nothing here hides anything.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.houses.is_empty() && self.built.is_empty()
    }

    /// Whether somebody at one place and storey sees something at another.
    #[must_use]
    pub fn sees(&self, from: DVec2, from_level: u8, to: DVec2, to_level: u8) -> bool {
        match from_level.abs_diff(to_level) {
            0 => self.is_open(from, to, from_level),
            1 => {
                let below = from_level.min(to_level);
                let (low, high) = if from_level == below { (from, to) } else { (to, from) };
                let Some(house) = self.land.house_at(low, below) else { return false };
                let on_stairs = [low, high].iter().any(|place| stairs_at(house, below, *place).is_some());
                on_stairs
                    && house.covers(below + 1, high)
                    && [below, below + 1].iter().all(|level| self.is_open(from, to, *level))
            }
            _ => false,
        }
    }

    /// Whether the two see each other, or can before either has taken a few steps of `margin` metres in all: to the side, where no wall stops them.
    /// Whoever comes round a corner is known before it is passed.
    #[must_use]
    pub fn nearly_sees(&self, from: DVec2, from_level: u8, to: DVec2, to_level: u8, margin: f64) -> bool {
        if self.sees(from, from_level, to, to_level) {
            return true;
        }
        if from_level != to_level {
            return false;
        }
        let level = from_level;
        let side = (to - from).perp().normalize_or_zero() * margin;
        let between = self.between(from.min(to) - margin, from.max(to) + margin);
        // Nobody steps aside through a wall.
        let can_step = |place: DVec2, aside: DVec2| between.is_open(place, place + aside, level);
        [side, -side].into_iter().any(|aside| {
            let (mine, theirs) = (from + aside, to + aside);
            let is_open = |a: DVec2, b: DVec2| between.is_open(a, b, level);
            (is_open(mine, to) && can_step(from, aside))
                || (is_open(from, theirs) && can_step(to, aside))
                || (is_open(mine, theirs) && can_step(from, aside) && can_step(to, aside))
        })
    }

    /// Those shades that reach into a rectangle.
    fn between(&self, low: DVec2, high: DVec2) -> Self {
        let meets =
            |(corner, far, _): &&(DVec2, DVec2, &House)| corner.cmple(high).all() && far.cmpge(low).all();
        let houses = self.houses.iter().filter(meets).copied().collect();
        Self { land: self.land, houses, built: self.built.clone() }
    }

    fn is_open(&self, from: DVec2, to: DVec2, level: u8) -> bool {
        let mut crossed =
            self.houses.iter().filter(|(low, high, _)| crosses_box(from, to, *low, *high)).map(|(.., h)| h);
        let hidden = crossed.any(|house| house_hides(house, from, to, level));
        !hidden && (level != 0 || !self.built.iter().any(|plot| built_hides(plot, from, to)))
    }
}

impl Land {
    /// Whether somebody at one place and storey sees something at another: [`Shades::sees`] for a single line.
    #[must_use]
    pub fn sees(&self, from: DVec2, from_level: u8, to: DVec2, to_level: u8) -> bool {
        Shades::within(self, from.min(to), from.max(to)).sees(from, from_level, to, to_level)
    }

    /// [`Land::sees`] on one storey.
    #[must_use]
    pub fn in_sight(&self, from: DVec2, to: DVec2, level: u8) -> bool {
        self.sees(from, level, to, level)
    }
}

/// Whether a line meets a rectangle.
fn crosses_box(from: DVec2, to: DVec2, low: DVec2, high: DVec2) -> bool {
    if from.min(to).cmpgt(high).any() || from.max(to).cmplt(low).any() {
        return false;
    }
    // All four corners strictly on one side of the line: it passes by.
    let along = to - from;
    let side = |x: f64, y: f64| along.perp_dot(DVec2::new(x, y) - from);
    let sides = [side(low.x, low.y), side(high.x, low.y), side(low.x, high.y), side(high.x, high.y)];
    !(sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0))
}

fn house_hides(house: &House, from: DVec2, to: DVec2, level: u8) -> bool {
    let Some(floor) = house.floors.get(usize::from(level)) else { return false };
    let (from, to) = (from - house.corner, to - house.corner);
    let walls = floor.edges.iter().filter(|edge| edge.kind == EdgeKind::Wall);
    walls.copied().any(|edge| crosses_edge(edge, from, to))
}

fn built_hides(plot: &Plot, from: DVec2, to: DVec2) -> bool {
    let corner = plot.chunk.pos.origin();
    let (from, to) = (from - corner, to - corner);
    if from.min(to).cmpgt(DVec2::splat(33.0)).any() || from.max(to).cmplt(DVec2::ZERO).any() {
        return false;
    }
    let walls = plot.changes.built.iter().filter(|(_, kind)| **kind == EdgeKind::Wall);
    walls.map(|(&(x, y, side), &kind)| Edge { x, y, side, kind }).any(|edge| crosses_edge(edge, from, to))
}

/// Whether a line crosses a metre of wall, its ends included. A line along a wall only grazes it.
fn crosses_edge(edge: Edge, from: DVec2, to: DVec2) -> bool {
    let (x, y) = (f64::from(edge.x), f64::from(edge.y));
    // Turned so that every wall runs along the first axis.
    let (from, to, along, across) = match edge.side {
        EdgeSide::South => (from, to, x, y),
        EdgeSide::West => (DVec2::new(from.y, from.x), DVec2::new(to.y, to.x), y, x),
    };
    let (before, after) = (from.y - across, to.y - across);
    if before == after || before * after > 0.0 {
        return false;
    }
    let at = from.x + (to.x - from.x) * (before / (before - after));
    (along..=along + 1.0).contains(&at)
}

#[cfg(test)]
mod tests;
