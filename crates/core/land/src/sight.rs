//! Who can see what: the one rule for reach, looks, speech, witnesses, light and what guests are told.
//!
//! Contract: [`Shades::sees`] says whether a straight line between two points of the air is clear. In its way are the walls, floors and furniture of houses with the openings in them, walls that people
//! built, what grows and stands in the open, each as high as it is, and the ground itself. Which point is asked first does not matter. A [`Figure`] is a body as it holds
//! itself: it is seen by its head or its middle ([`Shades::sees_body`]).
//!
//! [`Shades::nearly_sees`] is the same rule with a margin, for what can come into sight in a moment. How dark it is and how far somebody sees is for the asker to say.
//!
//! Cost: a line is held against the rectangles of houses first, and against walls only in those it crosses; against the ground only where that reaches as high as the line. Whoever asks many lines
//! around one place takes [`Shades::around`] it once.

mod figure;
mod line;
mod open;
mod screens;

pub use figure::{Figure, TALL};
pub(crate) use open::Relief;
pub(crate) use screens::Screen;

use crate::plots::{Land, Plot};
use line::Line;
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeSet;
use wold_lore::land::Door;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, DVec3};

/// A point in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub place: DVec2,
    /// How high above the world's zero.
    pub height: f64,
}

impl From<DVec3> for Point {
    fn from(at: DVec3) -> Self {
        Self { place: at.truncate(), height: at.z }
    }
}

/// What can hide something around a place.
pub struct Shades<'a> {
    land: &'a Land,
    screens: Vec<Shade<'a>>,
    built: Vec<&'a Plot>,
    /// All land here, the highest first.
    plots: Vec<&'a Plot>,
}

/// A house, and which doors of its chunk stand open.
#[derive(Clone, Copy)]
struct Shade<'a> {
    screen: &'a Screen,
    open: &'a BTreeSet<Door>,
}

impl Shade<'_> {
    fn is_near(&self, line: &Line, margin: f64) -> bool {
        line.meets(self.screen.middle, self.screen.half + margin)
    }

    fn hides(&self, line: &Line) -> bool {
        self.is_near(line, 0.0) && self.screen.hides(line, self.open)
    }
}

/// The few shades a line, or one a few steps beside it, can meet.
struct Between<'s> {
    land: &'s Land,
    screens: SmallVec<[Shade<'s>; 8]>,
    built: SmallVec<[&'s Plot; 4]>,
    high: SmallVec<[&'s Plot; 4]>,
    /// Which screen hid last: it most likely hides the next line, too.
    last: Cell<usize>,
}

/// Ground that rises by no more than this, in metres, hides nobody who stands.
const LEVEL: f64 = 1.0;
/// How far who walks up a hill rises in a moment, in metres.
const CREST: f64 = 0.3;

impl<'a> Shades<'a> {
    /// What can hide something from somebody else, both within a rectangle of land.
    #[must_use]
    pub fn within(land: &'a Land, low: DVec2, high: DVec2) -> Self {
        let (first, last) = (ChunkPos::of(low - 1.0), ChunkPos::of(high + 1.0));
        let mut shades = Self { land, screens: Vec::new(), built: Vec::new(), plots: Vec::new() };
        // Houses reach into the chunks east and north of their own.
        for y in first.y - 1..=last.y {
            for x in first.x - 1..=last.x {
                let Some(plot) = land.plot(ChunkPos { x, y }) else { continue };
                let meets = |screen: &&Screen| {
                    (screen.middle - screen.half).cmple(high).all()
                        && (screen.middle + screen.half).cmpge(low).all()
                };
                let screens = plot.screens().iter().filter(meets);
                shades.screens.extend(screens.map(|screen| Shade { screen, open: &plot.open }));
                if !plot.changes.built.is_empty() {
                    shades.built.push(plot);
                }
                if x >= first.x && y >= first.y {
                    shades.plots.push(plot);
                }
            }
        }
        shades.plots.sort_by(|a, b| b.relief().top.total_cmp(&a.relief().top));
        shades
    }

    /// What can hide something within `reach` metres of a place.
    #[must_use]
    pub fn around(land: &'a Land, place: DVec2, reach: f64) -> Self {
        Self::within(land, place - reach, place + reach)
    }

    /// What can hide two points from each other.
    #[must_use]
    pub fn between(land: &'a Land, one: Point, other: Point) -> Self {
        Self::within(land, one.place.min(other.place), one.place.max(other.place))
    }

    /// Whether nothing here hides anybody for long: no house, no wall, no hill.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        let bottom = self.plots.iter().map(|plot| plot.relief().bottom).fold(f64::INFINITY, f64::min);
        let top = self.plots.first().map_or(bottom, |plot| plot.relief().top);
        self.screens.is_empty() && self.built.is_empty() && top - bottom <= LEVEL
    }

    /// Whether one sees from one point to another.
    #[must_use]
    pub fn sees(&self, from: Point, to: Point) -> bool {
        let line = Line::new(from, to);
        let half = DVec2::splat(CHUNK_METRES / 2.0);
        let hides = |shade: &Shade| {
            shade.hides(&line) || shade.is_near(&line, 0.0) && shade.screen.furniture_hides(&line)
        };
        let meets = |plot: &&&Plot| line.meets(plot.chunk.pos.origin() + half, half + open::RIM);
        !self.screens.iter().any(hides)
            && !self.built.iter().filter(|plot| meets(plot)).any(|plot| open::built_hides(plot, &line))
            && !self
                .plots
                .iter()
                .filter(|plot| meets(plot))
                .any(|plot| open::ground_hides(self.land, plot, &line) || open::post_hides(plot, &line))
    }

    /// Whether somebody is seen from a point: the head, or the middle of the body.
    #[must_use]
    pub fn sees_body(&self, from: Point, body: &Figure) -> bool {
        self.sees(from, body.eyes) || self.sees(from, body.middle)
    }

    /// Whether two points see each other, or can before either has gone `margin` metres: to the side or, where one is above the other, ahead, where no wall stops them. Whoever comes round a corner is known
    /// before it is passed. What is narrower than the margin (a trunk, a stall, a cupboard) hides nobody for so long and is not asked; a hill has no corner, but who comes up is known a little before they show.
    #[must_use]
    pub fn nearly_sees(&self, from: Point, to: Point, margin: f64) -> bool {
        let between = self.about(from, to, margin);
        (between.is_open(from, to) || between.opens(from, to, margin)) && !between.is_hill(from, to)
    }

    /// The same without the margin: no wall, no floor and no hill is in between now. What is narrow is not asked here either.
    #[must_use]
    pub fn is_clear_between(&self, from: Point, to: Point) -> bool {
        let between = self.about(from, to, 0.0);
        between.is_open(from, to) && !between.is_hill(from, to)
    }

    /// Those shades that come within `margin` metres of a line.
    fn about(&self, from: Point, to: Point, margin: f64) -> Between<'a> {
        let line = Line::new(from, to);
        let screens = self.screens.iter().filter(|shade| shade.is_near(&line, margin)).copied();
        let half = DVec2::splat(CHUNK_METRES / 2.0);
        let meets = |plot: &&&Plot| line.meets(plot.chunk.pos.origin() + half, half + margin);
        let built = self.built.iter().filter(meets).copied();
        let high = self.plots.iter().take_while(|plot| plot.relief().top > line.low).filter(meets).copied();
        Between {
            land: self.land,
            screens: screens.collect(),
            built: built.collect(),
            high: high.collect(),
            last: Cell::new(0),
        }
    }
}

impl Between<'_> {
    /// Whether a step of either shows the other.
    fn opens(&self, from: Point, to: Point, margin: f64) -> bool {
        let ahead = (to.place - from.place).normalize_or_zero() * margin;
        let side = ahead.perp();
        let moved = |point: Point, by: DVec2| Point { place: point.place + by, ..point };
        // Nobody steps aside through a wall.
        let mine = |step: Point| self.is_open(step, to) && self.is_open(from, step);
        let theirs = |step: Point| self.is_open(from, step) && self.is_open(to, step);
        let both = |my: Point, their: Point| {
            self.is_open(my, their) && self.is_open(from, my) && self.is_open(to, their)
        };
        let aside = [side, -side].into_iter().any(|aside| {
            let (my, their) = (moved(from, aside), moved(to, aside));
            mine(my) || theirs(their) || both(my, their)
        });
        let is_above = (from.height - to.height).abs() > LEVEL;
        aside || is_above && (mine(moved(from, ahead)) || theirs(moved(to, -ahead)))
    }

    /// Whether the ground hides two points even if either comes up a little.
    fn is_hill(&self, from: Point, to: Point) -> bool {
        let up = |point: Point| Point { height: point.height + CREST, ..point };
        let line = Line::new(up(from), up(to));
        self.high.iter().any(|plot| open::ground_hides(self.land, plot, &line))
    }

    /// Whether no wall and no floor is in between.
    fn is_open(&self, from: Point, to: Point) -> bool {
        let line = Line::new(from, to);
        let last = self.last.get();
        if self.screens.get(last).is_some_and(|shade| shade.hides(&line)) {
            return false;
        }
        let others = self.screens.iter().enumerate().filter(|(index, _)| *index != last);
        if let Some((index, _)) = others.into_iter().find(|(_, shade)| shade.hides(&line)) {
            self.last.set(index);
            return false;
        }
        !self.built.iter().any(|plot| open::built_hides(plot, &line))
    }
}

#[cfg(test)]
mod tests;
