//! A scene with the fate of every candidate.

use crate::commands::sim::picture::{Picture, scale_for};
use wold_space::DVec2;
use wold_tactics::query::{Answer, Fate};
use wold_tactics::scene::Scene;

const OPEN: [f32; 3] = [200.0, 196.0, 184.0];
const CLOSED: [f32; 3] = [150.0, 160.0, 170.0];
const OPAQUE: [f32; 3] = [70.0, 66.0, 62.0];
const WINNER: [u8; 3] = [255; 3];
const PASSED: [u8; 3] = [0, 140, 60];
const FAILED: [u8; 3] = [200, 50, 40];
const PARTIAL: [u8; 3] = [40, 90, 200];
const PUPPET: [u8; 3] = [240, 200, 0];
const TARGET: [u8; 3] = [150, 0, 150];
const OTHER: [u8; 3] = [0, 0, 0];

/// Draws two ways, the shortest below, and places to hide.
pub fn ways(scene: &Scene, shortest: &[DVec2], hidden: &[DVec2], hides: &[DVec2]) -> Picture {
    let (mut picture, pixels) = backdrop(scene);
    let metre = pixels / scene.side;
    for (places, size, colour) in [(hides, 0.15, PARTIAL), (shortest, 0.3, FAILED), (hidden, 0.22, PASSED)] {
        for place in places {
            picture.disc((place.x * metre, place.y * metre), size * pixels, colour);
        }
    }
    people(&mut picture, scene, pixels);
    picture
}

/// The land of a scene, and how many pixels a tile has.
fn backdrop(scene: &Scene) -> (Picture, f64) {
    let (width, height) = (scene.tiles().0 as usize, scene.tiles().1 as usize);
    let pixels = scale_for(width) * 2;
    let picture = Picture::new(width, height, pixels, false, |cell| {
        let (x, y) = ((cell % width) as i32, (cell / width) as i32);
        let middle = middle_of(scene, x, y);
        match (scene.is_clear(x, y), scene.stands(middle.into())) {
            (false, _) => OPAQUE,
            (true, false) => CLOSED,
            (true, true) => OPEN,
        }
    });
    (picture, pixels as f64)
}

/// Draws the last option tried.
pub fn draw(scene: &Scene, answer: &Answer) -> Picture {
    let (mut picture, pixels) = backdrop(scene);
    let metre = pixels / scene.side;
    let winner = answer.results.first().map(|place| place.candidate);
    if let Some(report) = answer.tried.last() {
        for (i, (candidate, fate)) in report.candidates.iter().zip(&report.fates).enumerate() {
            let colour = match fate {
                _ if winner == Some(i) => WINNER,
                Fate::Passed(..) => PASSED,
                Fate::Failed(_) => FAILED,
                Fate::Partial(..) => PARTIAL,
            };
            let size = if winner == Some(i) { 0.4 } else { 0.18 };
            picture.disc((candidate.at.x * metre, candidate.at.y * metre), size * pixels, colour);
        }
    }
    people(&mut picture, scene, pixels);
    picture
}

fn people(picture: &mut Picture, scene: &Scene, pixels: f64) {
    let metre = pixels / scene.side;
    for (i, entity) in scene.entities.iter().enumerate() {
        let colour = match Some(i) {
            i if i == Some(scene.roles.puppet) => PUPPET,
            i if i == scene.roles.target => TARGET,
            _ => OTHER,
        };
        picture.disc((entity.at.x * metre, entity.at.y * metre), 0.3 * pixels, colour);
    }
}

/// The middle of a tile.
fn middle_of(scene: &Scene, x: i32, y: i32) -> [f64; 2] {
    [(f64::from(x) + 0.5) * scene.side, (f64::from(y) + 0.5) * scene.side]
}
