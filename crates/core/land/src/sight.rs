//! Who can see what: the one rule for reach, looks, speech, witnesses and what guests are told.
//!
//! Contract: [`Shades::sees`] says whether a straight line between two bodies' places is clear. What is in the way are the walls of every
//! house the line passes through, on the storey it is on, and the walls people built. Doors and windows hide nothing: from inside one sees out through
//! them, and in from outside. Storeys hide each other, but for a flight of stairs: who is on it sees, and is seen from, the storey it leads to.
//!
//! [`Land::line_is_clear`] is the finer rule, for a part of a body at its own height: there what grows, what stands in rooms and the ground hide, too, as far up as they
//! reach. How dark it is and how far somebody sees is for the asker to say.
//!
//! Cost: a line is held against the rectangles of houses first, and against walls only in those it crosses. Whoever asks many lines around one place takes
//! [`Shades::around`] it once.

mod line;
mod screens;

pub use line::Point;
pub(crate) use screens::Screen;

use crate::plots::{Land, Plot, stairs_at};
use screens::edge_is_crossed;
use smallvec::SmallVec;
use std::cell::Cell;
use wold_lore::land::{Edge, EdgeKind};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2};

/// What can hide something around a place.
pub struct Shades<'a> {
    land: &'a Land,
    screens: Vec<&'a Screen>,
    built: Vec<&'a Plot>,
}

/// The few shades a line, or one a few steps beside it, can meet.
struct Between<'s> {
    screens: SmallVec<[&'s Screen; 8]>,
    built: SmallVec<[&'s Plot; 4]>,
    /// Which screen hid last: it most likely hides the next line, too.
    last: Cell<usize>,
}

impl<'a> Shades<'a> {
    /// What can hide something from somebody else, both within a rectangle of land.
    #[must_use]
    pub fn within(land: &'a Land, low: DVec2, high: DVec2) -> Self {
        let (first, last) = (ChunkPos::of(low), ChunkPos::of(high));
        let mut shades = Self { land, screens: Vec::new(), built: Vec::new() };
        // Houses reach into the chunks east and north of their own.
        for y in first.y - 1..=last.y {
            for x in first.x - 1..=last.x {
                let Some(plot) = land.plot(ChunkPos { x, y }) else { continue };
                let meets = |screen: &&Screen| {
                    (screen.middle - screen.half).cmple(high).all()
                        && (screen.middle + screen.half).cmpge(low).all()
                };
                shades.screens.extend(plot.screens().iter().filter(meets));
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
        self.screens.is_empty() && self.built.is_empty()
    }

    /// Whether somebody at one place and storey sees something at another.
    #[must_use]
    pub fn sees(&self, from: DVec2, from_level: u8, to: DVec2, to_level: u8) -> bool {
        self.sees_past(&self.between(from, to, 0.0), from, from_level, to, to_level)
    }

    fn sees_past(&self, between: &Between, from: DVec2, from_level: u8, to: DVec2, to_level: u8) -> bool {
        match from_level.abs_diff(to_level) {
            0 => between.is_open(from, to, from_level),
            1 => {
                let below = from_level.min(to_level);
                let (low, high) = if from_level == below { (from, to) } else { (to, from) };
                let Some(house) = self.land.house_at(low, below) else { return false };
                let on_stairs = [low, high].iter().any(|place| stairs_at(house, below, *place).is_some());
                on_stairs
                    && house.covers(below + 1, high)
                    && [below, below + 1].iter().all(|level| between.is_open(from, to, *level))
            }
            _ => false,
        }
    }

    /// Whether the two see each other, or can before either has taken a few steps of `margin` metres in all: to the side, where no wall stops them.
    /// Whoever comes round a corner is known before it is passed.
    #[must_use]
    pub fn nearly_sees(&self, from: DVec2, from_level: u8, to: DVec2, to_level: u8, margin: f64) -> bool {
        let between = self.between(from, to, margin);
        if self.sees_past(&between, from, from_level, to, to_level) {
            return true;
        }
        if from_level != to_level {
            return false;
        }
        let is_open = |a: DVec2, b: DVec2| between.is_open(a, b, from_level);
        let side = (to - from).perp().normalize_or_zero() * margin;
        [side, -side].into_iter().any(|aside| {
            let (mine, theirs) = (from + aside, to + aside);
            // Nobody steps aside through a wall.
            (is_open(mine, to) && is_open(from, mine))
                || (is_open(from, theirs) && is_open(to, theirs))
                || (is_open(mine, theirs) && is_open(from, mine) && is_open(to, theirs))
        })
    }

    /// Those shades that come within `margin` metres of a line.
    fn between(&self, from: DVec2, to: DVec2, margin: f64) -> Between<'a> {
        let line = Line::new(from, to);
        let screens =
            self.screens.iter().filter(|screen| line.meets(screen.middle, screen.half + margin)).copied();
        let half = DVec2::splat(CHUNK_METRES / 2.0);
        // A wall on a chunk's northern or eastern rim belongs to it.
        let built = self
            .built
            .iter()
            .filter(|plot| line.meets(plot.chunk.pos.origin() + half, half + margin))
            .copied();
        Between { screens: screens.collect(), built: built.collect(), last: Cell::new(0) }
    }
}

impl Between<'_> {
    fn is_open(&self, from: DVec2, to: DVec2, level: u8) -> bool {
        let line = Line::new(from, to);
        let hides = |screen: &Screen| line.meets(screen.middle, screen.half) && screen.hides(from, to, level);
        let last = self.last.get();
        if self.screens.get(last).is_some_and(|screen| hides(screen)) {
            return false;
        }
        let others = self.screens.iter().enumerate().filter(|(index, _)| *index != last);
        if let Some((index, _)) = others.into_iter().find(|(_, screen)| hides(screen)) {
            self.last.set(index);
            return false;
        }
        level != 0 || !self.built.iter().any(|plot| built_hides(plot, from, to))
    }
}

/// A line, ready to be held against many rectangles.
struct Line {
    middle: DVec2,
    along: DVec2,
    half: DVec2,
}

impl Line {
    fn new(from: DVec2, to: DVec2) -> Self {
        let along = to - from;
        Self { middle: (from + to) / 2.0, along, half: along.abs() / 2.0 }
    }

    /// Whether it meets a rectangle given by its middle and how far it reaches from there. Rounding may let it meet one it only just misses.
    fn meets(&self, middle: DVec2, half: DVec2) -> bool {
        const SLACK: f64 = 1e-6;
        let away = middle - self.middle;
        let reach = half + self.half + SLACK;
        away.x.abs() <= reach.x
            && away.y.abs() <= reach.y
            && self.along.perp_dot(away).abs()
                <= half.x * self.along.y.abs()
                    + half.y * self.along.x.abs()
                    + SLACK * (self.along.x.abs() + self.along.y.abs())
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

fn built_hides(plot: &Plot, from: DVec2, to: DVec2) -> bool {
    let corner = plot.chunk.pos.origin();
    let (from, to) = (from - corner, to - corner);
    if from.min(to).cmpgt(DVec2::splat(33.0)).any() || from.max(to).cmplt(DVec2::ZERO).any() {
        return false;
    }
    let walls = plot.changes.built.iter().filter(|(_, kind)| **kind == EdgeKind::Wall);
    walls.map(|(&(x, y, side), &kind)| Edge { x, y, side, kind }).any(|edge| edge_is_crossed(edge, from, to))
}

#[cfg(test)]
mod tests;
