//! What is around, as a scene: houses and trunks, the one who asks and its foe.

use crate::known::{Known, Sighted};
use serde_json::{Value, json};
use wold_space::DVec2;
use wold_tactics::cover::{Panel, hide_spots, outline};
use wold_tactics::query::{Answer, Fate, Query};
use wold_tactics::scene::{Cover, Entity, Roles, Scene};
use wold_world::land::Obstacle;

/// Tiles of a metre to each side.
const HALF: i32 = 20;

/// A scene and the place of its corner in the world.
pub(super) struct Ground {
    pub scene: Scene,
    pub corner: DVec2,
    /// The outlines of houses.
    pub walls: Vec<Panel>,
}

fn entity(name: &str, faction: &str, at: DVec2, forward: DVec2) -> Entity {
    Entity {
        name: name.into(),
        faction: faction.into(),
        kind: String::new(),
        at,
        forward: forward.normalize_or(DVec2::X),
        speed: 4.0,
        range: 2.0,
        strength: 1.0,
        destination: None,
    }
}

impl Ground {
    /// The ground about somebody who fights somebody.
    pub fn around(known: &Known, foe: &Sighted) -> Option<Self> {
        let (here, level) = (known.place(), known.level());
        let corner = here.floor() - DVec2::splat(f64::from(HALF));
        let middle = |x: i32, y: i32| corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let side = HALF * 2 + 1;
        let mut trunks = Vec::new();
        known.land().obstacles(here, level, HALF as f32, &mut trunks);
        let trunks: Vec<(DVec2, f64)> = trunks
            .into_iter()
            .filter_map(|obstacle| match obstacle {
                Obstacle::Post { at, radius } => Some((here + at.as_dvec2(), f64::from(radius))),
                Obstacle::Wall(..) => None,
            })
            .collect();
        let mut house = vec![false; (side * side) as usize];
        let mut shut = house.clone();
        for (cell, (y, x)) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))).enumerate() {
            let at = middle(x, y);
            house[cell] = level == 0 && known.land().house_at(at, 0).is_some();
            shut[cell] = house[cell]
                || known.land().depth(at) > 0.5
                || trunks.iter().any(|(trunk, radius)| trunk.distance(at) < radius + 0.3);
        }
        let at = |cells: &[bool], x: i32, y: i32| cells[(y * side + x) as usize];
        let to = known.place_of(foe);
        let own = entity("self", "own", here - corner, to - here);
        let other = entity("foe", "foe", to - corner, here - to);
        let roles = Roles { puppet: 0, target: Some(1), ..Roles::default() };
        let size = (side as u32, side as u32);
        let scene = Scene::of_ground(
            1.0,
            size,
            |x, y| !at(&shut, x, y),
            |x, y| !at(&house, x, y),
            vec![own, other],
            roles,
        );
        let mut scene = scene.ok()?;
        let walls = outline(size, 1.0, 0.6, |x, y| if at(&house, x, y) { 3.0 } else { 0.0 });
        scene.covers = hide_spots(&walls, 2.0, |at| scene.stands(at));
        scene.covers.extend(trunks.iter().map(|(trunk, radius)| Cover {
            at: *trunk - corner,
            facing: None,
            cone: 0.0,
            radius: radius + 0.6,
            soft: true,
            high: true,
            claimed_by: None,
        }));
        Some(Self { scene, corner, walls })
    }

    /// A question and its answer, for those who want to see why: every candidate and what became of it, and the walls that hide.
    pub fn shown(&self, query: &Query, answer: &Answer) -> Value {
        let mut candidates = Vec::new();
        for (number, report) in answer.tried.iter().enumerate() {
            let choice = &query.options[number];
            for (at, (candidate, fate)) in report.candidates.iter().zip(&report.fates).enumerate() {
                let won = answer.option == Some(number)
                    && answer.results.first().is_some_and(|r| r.candidate == at);
                let (fate, why) = match fate {
                    _ if won => ("won", None),
                    Fate::Passed(..) => ("passed", None),
                    Fate::Partial(..) => ("partial", None),
                    Fate::Failed(criterion) => ("failed", Some(choice.criteria[*criterion].text())),
                };
                let place = candidate.at + self.corner;
                candidates.push(json!({ "x": place.x, "y": place.y, "fate": fate, "why": why }));
            }
        }
        let walls: Vec<Value> = self
            .walls
            .iter()
            .map(|wall| {
                let (a, b) = wall.base();
                let (a, b) = (a + self.corner, b + self.corner);
                json!([a.x, a.y, b.x, b.y])
            })
            .collect();
        let eye = self.scene.entities[1].at + self.corner;
        json!({ "name": query.name, "eye": [eye.x, eye.y], "candidates": candidates, "walls": walls })
    }
}
