//! Centres in the living world: where people already go.
//!
//! The named spots around the first town (its square, inn and smithy, crossroads, fields, bridges, ruins, lookouts on hills) become
//! centres, at most `MOST` and at least `APART` metres from each other, worth by what they are; where there are too few, the
//! highest free ground of each quarter is added. Only what can be reached on foot from the square counts: dry, not inside
//! a house, no steeper than bodies climb.

use crate::map::{Centre, LONGEST_NAME, Links, Map, MapError};
use std::collections::VecDeque;
use wold_genesis::Genesis;
use wold_land::{Land, Measures};
use wold_lore::land::PlaceKind;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2};
use wold_world::ChunkSource;

/// Metres around the start that the war reaches.
pub const RADIUS: f64 = 176.0;
/// Metres between two centres at least.
const APART: f64 = 22.0;
/// Centres at most, and those below which hills are added.
const MOST: usize = 24;
const FEW: usize = 14;
/// Side of the squares by which reach is judged.
const CELL: f64 = 2.0;
/// Room in metres that soldiers abreast need; how steep and how deep they go is every walker's measure.
const ROOM: f32 = 0.6;

/// The squares somebody can stand on who comes from the start.
#[derive(Clone, Debug)]
pub struct Reach {
    corner: DVec2,
    side: usize,
    open: Vec<bool>,
}

impl Reach {
    fn survey(genesis: &Genesis) -> Self {
        let start = genesis.start();
        let corner = start - RADIUS;
        let side = (2.0 * RADIUS / CELL) as usize;
        let measures = Measures::default();
        let mut land = Land::default();
        let (low, high) = (ChunkPos::of(corner - CHUNK_METRES), ChunkPos::of(start + RADIUS + CHUNK_METRES));
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                land.put(ChunkSource::chunk(genesis, ChunkPos { x, y }), Default::default());
            }
        }
        let place =
            |cell: usize| corner + DVec2::new((cell % side) as f64 + 0.5, (cell / side) as f64 + 0.5) * CELL;
        let mut obstacles = Vec::new();
        let mut free = |at: DVec2| {
            obstacles.clear();
            land.obstacles(at, 0, ROOM, &mut obstacles);
            obstacles.is_empty() && land.depth(at) < measures.wade && land.house_at(at, 0).is_none()
        };
        let standing: Vec<bool> = (0..side * side).map(|cell| free(place(cell))).collect();
        let mut reach = Self { corner, side, open: vec![false; side * side] };
        let Some(first) = (0..standing.len())
            .filter(|&cell| standing[cell])
            .min_by(|&a, &b| place(a).distance(start).total_cmp(&place(b).distance(start)))
        else {
            return reach;
        };
        let mut queue = VecDeque::from([first]);
        reach.open[first] = true;
        while let Some(cell) = queue.pop_front() {
            let (x, y) = (cell % side, cell / side);
            let next = [
                (x > 0).then(|| cell - 1),
                (x + 1 < side).then(|| cell + 1),
                (y > 0).then(|| cell - side),
                (y + 1 < side).then(|| cell + side),
            ];
            for other in next.into_iter().flatten() {
                let rise = (land.height(place(other)) - land.height(place(cell))).abs() / CELL as f32;
                if standing[other] && !reach.open[other] && rise < measures.steep {
                    reach.open[other] = true;
                    queue.push_back(other);
                }
            }
        }
        reach
    }

    /// The middle of the square nearest to a place that can be reached.
    #[must_use]
    pub fn nearest(&self, place: DVec2) -> DVec2 {
        let middle = |cell: usize| {
            self.corner + DVec2::new((cell % self.side) as f64 + 0.5, (cell / self.side) as f64 + 0.5) * CELL
        };
        let far = |cell: &usize| middle(*cell).distance_squared(place);
        let open = (0..self.open.len()).filter(|&cell| self.open[cell]);
        open.min_by(|a, b| far(a).total_cmp(&far(b))).map_or(place, middle)
    }
}

fn worth(kind: PlaceKind) -> Option<f64> {
    Some(match kind {
        PlaceKind::Market => 25.0,
        PlaceKind::Lookout => 22.0,
        PlaceKind::Bridge => 19.0,
        PlaceKind::Mine | PlaceKind::Ruin => 17.0,
        PlaceKind::Crossroads => 14.0,
        PlaceKind::Inn | PlaceKind::Smithy => 13.0,
        PlaceKind::Well => 12.0,
        PlaceKind::Field => 10.0,
        PlaceKind::Town | PlaceKind::Home => return None,
    })
}

/// The map of a living world, and where one can stand. Places are in units of `scale` metres from
/// the south-west corner, which is [`RADIUS`] west and south of the start.
pub fn survey(genesis: &Genesis, scale: f64) -> Result<(Map, Reach), MapError> {
    let start = genesis.start();
    let reach = Reach::survey(genesis);
    let corner = start - RADIUS;
    let mut spots: Vec<(DVec2, f64, String)> = Vec::new();
    let mut add = |place: DVec2, size: f64, name: String| {
        let at = reach.nearest(place);
        let inside = (at - start).abs().max_element() < RADIUS - 4.0;
        let off = at.distance(place) > 12.0;
        if spots.len() < MOST && inside && !off && spots.iter().all(|(other, ..)| other.distance(at) >= APART)
        {
            spots.push((at, size, name));
        }
        spots.len()
    };
    for place in genesis.places_near(start, RADIUS) {
        if let Some(size) = worth(place.kind) {
            add(place.at, size, place.name.clone());
        }
    }
    // The land in squares, the highest free spot of each, from the highest down.
    const QUARTERS: usize = 6;
    let mut hills: Vec<(f32, DVec2)> = Vec::new();
    let step = 2.0 * RADIUS / QUARTERS as f64;
    for quarter in 0..QUARTERS * QUARTERS {
        let base = corner + DVec2::new((quarter % QUARTERS) as f64, (quarter / QUARTERS) as f64) * step;
        let points =
            (0..25).map(|n| base + DVec2::new(f64::from(n % 5) + 0.5, f64::from(n / 5) + 0.5) * step / 5.0);
        let highest = points.map(|at| (genesis.height(at), at)).max_by(|a, b| a.0.total_cmp(&b.0));
        hills.extend(highest);
    }
    hills.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (height, at) in hills {
        let count = add(at, 16.0, format!("Hill of {height:.0} m"));
        if count >= FEW {
            break;
        }
    }
    // Names of the land may be long; the page has room for so many letters.
    let short = |name: String| name.chars().take(LONGEST_NAME).collect();
    let (centres, names) = spots
        .into_iter()
        .map(|(at, size, name)| (Centre { at: (at - corner) / scale, size }, short(name)))
        .unzip();
    let map = Map::new(
        "living".into(),
        DVec2::splat(2.0 * RADIUS / scale),
        centres,
        Links::RelativeNeighbourhood,
        &[],
    )?;
    Ok((map.named(names)?, reach))
}
