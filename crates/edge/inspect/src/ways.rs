//! Where bodies can stand around a place, drawn to lay over the operator's map.
//!
//! Closed ground is dark; open ground is tinted by region, and regions whose loss would cut their neighbours off (chokes) or that lead
//! nowhere else (dead ends) stand out. With a goal, the tree of the jump point search that walkers use is drawn, and the way it found.

use wold_land::Measures;
use wold_land::walkable::{Sheet, Walkable};
use wold_space::DVec2;
use wold_steward::Steward;
use wold_ways::Budget;
use wold_ways::jump::Jumper;
use wold_ways::regions::topology::standings;
use wold_ways::regions::{PartitionConfig, Regions};
use wold_world::ground::Ground;

/// Metres around the middle that are drawn.
const REACH: f64 = 64.0;
/// Places a drawn search may look at.
const MOST_STEPS: u64 = 200_000;
/// Steps from a region within which its loss would be felt.
const CHOKE_DEPTH: u32 = 8;

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

/// The ground about a place, half metre by half metre: copied from the world, so that it can be drawn elsewhere.
#[must_use]
pub fn survey(steward: &Steward, middle: DVec2) -> Sheet {
    let land = &steward.realm().ecs().resource::<Ground>().land;
    let measures = Measures::of(&steward.realm().config().physique);
    Walkable::new(measures).around(land, middle, middle, REACH)
}

/// Draws it: 257 by 257 points half a metre apart, north up, with the middle rounded to half metres; and the way from there to a goal.
#[must_use]
pub fn paint(sheet: &Sheet, middle: DVec2, goal: Option<DVec2>) -> Picture {
    let map = sheet.map();
    let (width, height) = (map.width(), map.height());
    let mut pixels = vec![CLOSED; map.len()];
    let mut dot = |(x, y): (i32, i32), colour: Colour| {
        // The picture has north up, the map counts from the south.
        pixels[(height as usize - 1 - y as usize) * width as usize + x as usize] = colour;
    };
    let regions = Regions::new(map, |_, _| 0, PartitionConfig::default());
    let standings = standings(regions.links(), CHOKE_DEPTH);
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let open = map.cell(x, y).filter(|_| map.is_open(x, y));
            let Some(region) = open.and_then(|cell| regions.at(cell)) else { continue };
            let colour = match standings.get(region.0 as usize) {
                Some(standing) if standing.dead_end => DEAD_END,
                Some(standing) if standing.choke => CHOKE,
                _ => TINTS[region.0 as usize % TINTS.len()],
            };
            dot((x, y), colour);
        }
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
