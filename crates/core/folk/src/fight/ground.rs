//! What is around, as a scene: houses, trees and stones one knows of, oneself, friend and foe; and ways over it that mind who looks.
//!
//! Tiles of a metre, twenty to each side. Houses, trees and stalls hide who stands behind them; stones and wells hide who crouches; steps of the terrain hide
//! as they are high. What is felled hides nobody any more. Flat otherwise: nobody fights across storeys.

use super::sides::Sides;
use std::collections::BTreeSet;
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_lore::land::GrowthKind;
use wold_space::{CellIndex, ChunkPos, DVec2};
use wold_tactics::cover::{CoverField, CoverMapConfig, Covered, Enemy, OwnerId, Panel, hide_spots, outline};
use wold_tactics::influence::{AvenueConfig, avenues};
use wold_tactics::scene::{Cover, Entity, Roles, Scene};
use wold_ways::Budget;
use wold_ways::search::{Plan, Search};

/// Tiles of a metre to each side.
const HALF: i32 = 20;
/// Foes whose eyes are minded, the nearest first.
const EYES: usize = 4;
/// Heights of eyes and of what is to be hidden, in metres over the ground.
const EYE: f64 = 1.6;
const BODY: f64 = 1.0;
/// What a wall and a tree hide, and what a stone does.
const HIGH: f64 = 3.0;
const LOW: f64 = 1.1;
/// Steps of the terrain are taken in halves of a metre.
const RISE: f64 = 0.5;
/// Metres one keeps from the surface of a trunk.
const CLEAR: f64 = 0.45;
/// How far ahead somebody's eyes command the ground, and how wide.
const GAZE: f64 = 9.0;
const GAZE_WIDTH: AvenueConfig = AvenueConfig { ends: 0.2, middle: 0.45 };
/// Places a search of a way may look at.
const MOST_STEPS: u64 = 3_000;

/// A scene and the place of its corner in the world.
pub(super) struct Ground {
    pub scene: Scene,
    pub corner: DVec2,
    /// What hides: outlines of houses, trees, stones and steps of the terrain.
    pub walls: Vec<Panel>,
    /// How many foes' eyes are minded, and how many foes there are.
    pub minded: (usize, usize),
    /// Heights of the tiles' ground over one's own.
    heights: Vec<f64>,
}

/// A way that minds who looks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    /// Its corners in the world, the goal last.
    pub corners: Vec<DVec2>,
    /// How long it is.
    pub metres: f64,
    /// How much of it is seen, by one foe or several.
    pub exposed: f64,
}

/// What makes a step dear.
pub(super) struct Price<'a> {
    /// What a metre in a foe's sight costs, from 1.
    pub seen: f64,
    /// Whose gaze is to be kept out of, and where it looks.
    pub gaze: Option<(DVec2, DVec2)>,
    /// Ground to keep off.
    pub shunned: &'a dyn Fn(DVec2) -> bool,
}

/// What a metre of shunned ground costs besides.
const SHUNNED: f64 = 3.0;

struct Trunk {
    at: DVec2,
    radius: f64,
    top: f64,
}

/// How high something that grows or stands hides.
fn top(kind: GrowthKind) -> f64 {
    use GrowthKind as G;
    match kind {
        tree if tree.is_tree() => HIGH,
        G::Stall | G::Ruin | G::MineMouth => HIGH,
        G::Boulder | G::Stone | G::Well | G::IronOre | G::CopperOre | G::GoldOre => LOW,
        _ => 0.0,
    }
}

fn trunks(known: &Known, here: DVec2) -> Vec<Trunk> {
    let reach = DVec2::splat(f64::from(HALF) + 1.0);
    let (low, high) = (ChunkPos::of(here - reach), ChunkPos::of(here + reach));
    let near = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }));
    let mut trunks = Vec::new();
    for plot in near.filter_map(|pos| known.land().plot(pos)) {
        for (index, growth) in plot.chunk.growths.iter().enumerate() {
            let radius = f64::from(growth.trunk_radius());
            if radius > 0.0 && !plot.changes.gone.contains(&(index as u16)) {
                let at = plot.chunk.pos.origin() + growth.local().as_dvec2();
                trunks.push(Trunk { at, radius, top: top(growth.kind) });
            }
        }
    }
    trunks
}

fn entity(name: String, faction: &str, at: DVec2, forward: DVec2) -> Entity {
    Entity {
        name,
        faction: faction.into(),
        kind: String::new(),
        at,
        forward: forward.normalize_or(DVec2::X),
        speed: 4.0,
        range: TOUCHING_METRES,
        strength: 1.0,
        destination: None,
    }
}

/// Where somebody looks.
pub(super) fn facing(other: &Sighted) -> DVec2 {
    DVec2::from_angle(f64::from(other.state.heading) / 256.0 * std::f64::consts::TAU)
}

impl Ground {
    /// The ground about oneself before everybody on the other side; the first of them is the target.
    pub fn around(known: &Known, sides: &Sides<'_>) -> Option<Self> {
        let (here, level) = (known.place(), known.level());
        let corner = here.floor() - DVec2::splat(f64::from(HALF));
        let side = HALF * 2 + 1;
        let tiles = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let middle = |(x, y): (i32, i32)| corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let trunks = if level == 0 { trunks(known, here) } else { Vec::new() };
        let ground = f64::from(known.land().height(here));
        let wade = crate::legs::measures(known).wade;
        let mut heights = Vec::with_capacity((side * side) as usize);
        let mut tops = heights.clone();
        let mut shut = Vec::new();
        for at in tiles().map(middle) {
            let house = level == 0 && known.land().house_at(at, 0).is_some();
            let height = libm::round((f64::from(known.land().height(at)) - ground) / RISE) * RISE;
            heights.push(height);
            tops.push(if house { HIGH } else { 0.0 });
            shut.push(house || known.land().depth(at) > wade);
        }
        let slot = |(x, y): (i32, i32)| {
            let inside = (0..side).contains(&x) && (0..side).contains(&y);
            inside.then_some((y * side + x) as usize)
        };
        for trunk in &trunks {
            let tile = ((trunk.at - corner).floor().x as i32, (trunk.at - corner).floor().y as i32);
            if let Some(cell) = slot(tile) {
                tops[cell] = tops[cell].max(trunk.top);
            }
            for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
                let near = (tile.0 + dx, tile.1 + dy);
                if let Some(cell) = slot(near) {
                    shut[cell] |= middle(near).distance(trunk.at) < trunk.radius + CLEAR;
                }
            }
        }
        let own = entity("self".into(), "own", here - corner, DVec2::X);
        let of = |other: &&Sighted, faction: &str| {
            entity(other.card.id.0.to_string(), faction, known.place_of(other) - corner, facing(other))
        };
        let against: Vec<&Sighted> = sides.against().take(EYES).collect();
        // Whoever is beyond the ground's rim sees nothing of it here.
        let on_ground = |foe: &&&Sighted| {
            let tile = (known.place_of(foe) - corner).floor();
            slot((tile.x as i32, tile.y as i32)).is_some()
        };
        let minded = (against.iter().filter(on_ground).count(), sides.against().count());
        let others = against.iter().map(|foe| of(foe, "foe"));
        let entities: Vec<Entity> = [own]
            .into_iter()
            .chain(others)
            .chain(sides.friends.iter().map(|friend| of(friend, "own")))
            .collect();
        let target = (!against.is_empty()).then_some(1);
        let roles = Roles { puppet: 0, target, ..Roles::default() };
        let size = (side as u32, side as u32);
        let cell = |x: i32, y: i32| (y * side + x) as usize;
        let open = |x, y| !shut[cell(x, y)];
        let clear = |x, y| tops[cell(x, y)] < HIGH;
        let mut scene = Scene::of_ground(1.0, size, open, clear, entities, roles).ok()?;
        let walls = outline(size, 1.0, 0.6, |x, y| heights[cell(x, y)] + tops[cell(x, y)]);
        scene.covers = hide_spots(&walls, 2.0, |at| scene.stands(at));
        // Behind a trunk one hides from any side.
        scene.covers.extend(trunks.iter().filter(|trunk| trunk.top > 0.0).map(|trunk| Cover {
            at: trunk.at - corner,
            facing: None,
            cone: 0.0,
            radius: trunk.radius + CLEAR + 0.2,
            soft: trunk.top >= HIGH,
            high: trunk.top >= HIGH,
            claimed_by: None,
        }));
        Some(Self { scene, corner, walls, minded, heights })
    }

    /// Marks cover that others have taken.
    pub fn mind_claims(&mut self, taken: impl Fn(DVec2) -> bool) {
        for cover in &mut self.scene.covers {
            cover.claimed_by = taken(cover.at + self.corner).then(|| "another".into());
        }
    }

    /// The eyes of the other side, in the scene.
    fn eyes(&self, seen: f64) -> Vec<Enemy> {
        let foes = self
            .scene
            .hostiles()
            .map(|foe| Enemy { eye: foe.at.extend(self.height(self.scene.tile(foe.at)) + EYE), bias: seen });
        foes.collect()
    }

    fn height(&self, tile: (i32, i32)) -> f64 {
        let cell = self.scene.ground().cell(tile.0, tile.1);
        cell.map_or(0.0, |cell| self.heights[cell.slot()])
    }

    /// The cheapest way from where one stands to a place of the world, by its length and by how much of it foes see.
    pub fn way(&self, to: DVec2, price: &Price<'_>) -> Option<Way> {
        let map = self.scene.ground();
        let tile = |at: DVec2| {
            let (x, y) = self.scene.tile(at);
            map.cell(x, y)
        };
        let (from, goal) = (tile(self.scene.puppet().at)?, tile(to - self.corner)?);
        let eyes = self.eyes(price.seen);
        let owned = |(at, wall): (usize, &Panel)| (OwnerId(at as u64), *wall);
        let config = CoverMapConfig { size: 16, ..CoverMapConfig::default() };
        // Tables are looked up by where the eyes are: no others are needed.
        let cover = CoverField::new(
            self.walls.iter().enumerate().map(owned).collect(),
            eyes.iter().map(|enemy| enemy.eye).collect(),
            config,
        );
        let avenue = price.gaze.map(|(eye, facing)| self.gaze(eye - self.corner, facing)).unwrap_or_default();
        let place = |cell: CellIndex| {
            let tile = map.place(cell);
            self.scene.middle(tile).extend(self.height(tile) + BODY)
        };
        let is_unsafe = |cell: CellIndex| {
            avenue.contains(&cell) || (price.shunned)(self.scene.middle(map.place(cell)) + self.corner)
        };
        let graph = Covered::new(map, &cover, &eyes, place, is_unsafe, SHUNNED);
        let mut budget = Budget::steps(MOST_STEPS);
        let route = Search::new().find(&graph, from, goal, Plan::AStar, &mut budget).complete()?;
        let middle = |cell: CellIndex| self.scene.middle(map.place(cell)) + self.corner;
        let places: Vec<DVec2> = route.cells.iter().map(|cell| middle(*cell)).collect();
        let metres = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let mut corners: Vec<DVec2> = places
            .windows(3)
            .filter(|three| (three[1] - three[0]).distance_squared(three[2] - three[1]) > 1e-6)
            .map(|three| three[1])
            .collect();
        corners.push(to);
        Some(Way { corners, metres, exposed: graph.exposed(&route.cells) })
    }

    /// The ground somebody's eyes command: where it expects whoever comes.
    fn gaze(&self, eye: DVec2, facing: DVec2) -> BTreeSet<CellIndex> {
        let map = self.scene.ground();
        let tile = |at: DVec2| {
            let (x, y) = self.scene.tile(at);
            map.cell(x, y).filter(|_| map.is_open(x, y))
        };
        let ahead = (2..=GAZE as i32).rev().find_map(|far| tile(eye + facing * f64::from(far)));
        let (Some(home), Some(site)) = (tile(eye), ahead) else { return BTreeSet::new() };
        let at: Vec<DVec2> =
            (0..map.len() as u32).map(|cell| self.scene.middle(map.place(CellIndex(cell)))).collect();
        avenues(map, &at, home, &[site], GAZE_WIDTH)
    }
}

#[cfg(test)]
#[path = "ground_tests.rs"]
mod tests;
