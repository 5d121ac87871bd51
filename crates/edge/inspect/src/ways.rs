//! Where bodies can stand around a place, drawn to lay over the operator's map.
//!
//! Closed ground is dark; open ground is tinted by area ([`wold_land::places`]), and areas whose loss would cut the others off or that lead
//! nowhere else (dead ends) stand out. With a goal, the tree of the jump point search that walkers use is drawn, and the way it found.

use std::collections::BTreeSet;
use std::sync::Arc;
use wold_land::places::{Joined, Window};
use wold_land::walkable::Walkable;
use wold_land::{Land, Measures};
use wold_senses::places::AreaId;
use wold_space::DVec2;
use wold_steward::Steward;
use wold_ways::Budget;
use wold_ways::jump::Jumper;
use wold_world::ground::Ground;
use wold_world::quarters::Quarters;

/// Metres around the middle that are drawn.
const REACH: f64 = 64.0;
/// Places a drawn search may look at.
const MOST_STEPS: u64 = 200_000;

type Colour = [u8; 4];
const CLOSED: Colour = [10, 12, 18, 150];
const CHOKE: Colour = [255, 90, 60, 150];
const DEAD_END: Colour = [120, 90, 200, 120];
const LOOKED_AT: Colour = [255, 255, 255, 90];
const WAY: Colour = [255, 220, 60, 255];
/// Tints that tell neighbours apart.
const TINTS: [Colour; 6] = [
    [68, 119, 170, 90],
    [102, 204, 238, 90],
    [34, 136, 51, 90],
    [204, 187, 68, 90],
    [170, 51, 119, 90],
    [187, 187, 187, 90],
];

/// A picture, row by row from the north, four bytes (red, green, blue, opacity) a point.
pub struct Picture {
    /// Points from west to east.
    pub width: u32,
    /// Points from north to south.
    pub height: u32,
    /// The points.
    pub rgba: Vec<u8>,
}

/// The ground about a place and its areas: copied from the world, so that it can be drawn elsewhere.
pub struct Survey {
    land: Land,
    measures: Measures,
    places: Option<Arc<Joined>>,
}

/// Copies the ground about a place.
#[must_use]
pub fn survey(steward: &Steward, middle: DVec2) -> Survey {
    let ground = steward.realm().ecs().resource::<Ground>();
    let window = Window::around(middle, REACH);
    // Houses reach in from the west and the south.
    let held = Window::around(middle, 2.0 * REACH).chunks();
    Survey {
        land: ground.land.excerpt(held),
        measures: Measures::of(&steward.realm().config().physique),
        places: steward.realm().ecs().resource::<Quarters>().read(ground, window),
    }
}

/// Draws it: 257 by 257 points half a metre apart, north up, with the middle rounded to half metres; and the way from there to a goal.
#[must_use]
pub fn paint(survey: &Survey, middle: DVec2, goal: Option<DVec2>) -> Picture {
    let land = &survey.land;
    let sheet = Walkable::new(survey.measures).around(land, middle, middle, REACH);
    let map = sheet.map();
    let (width, height) = (map.width(), map.height());
    let mut pixels = vec![CLOSED; map.len()];
    let mut dot = |(x, y): (i32, i32), colour: Colour| {
        // The picture has north up, the map counts from the south.
        pixels[(height as usize - 1 - y as usize) * width as usize + x as usize] = colour;
    };
    let places = survey.places.as_ref().map(|joined| &joined.places);
    let set = |ids: Vec<AreaId>| ids.into_iter().collect::<BTreeSet<_>>();
    let (dead_ends, cuts) =
        places.map(|places| (set(places.dead_ends()), set(places.cuts()))).unwrap_or_default();
    let tiles = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    for tile in tiles.filter(|(x, y)| map.is_open(*x, *y)) {
        let at = sheet.place(tile);
        let stands = at.extend(f64::from(land.standing_height(at, 0)));
        let colour = match places.and_then(|places| places.area_near(stands, 1.0)) {
            Some(area) if dead_ends.contains(&area) => DEAD_END,
            Some(area) if cuts.contains(&area) => CHOKE,
            Some(area) => TINTS[area.0 as usize % TINTS.len()],
            None => TINTS[TINTS.len() - 1],
        };
        dot(tile, colour);
    }
    let ends = goal.and_then(|goal| sheet.tile_near(middle).zip(sheet.tile_near(goal)));
    if let Some((from, to)) = ends {
        let mut jumper = Jumper::new();
        let found = jumper.find(map, from, to, &mut Budget::steps(MOST_STEPS)).found();
        let branches = jumper.tree(map).into_iter().flat_map(|(end, start)| map.fill_in(&[start, end]));
        branches.for_each(|cell| dot(map.place(cell), LOOKED_AT));
        for cell in found.map(|route| map.fill_in(&route.cells)).unwrap_or_default() {
            dot(map.place(cell), WAY);
        }
    }
    Picture { width, height, rgba: pixels.concat() }
}
