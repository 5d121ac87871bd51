//! Houses, streets and open ground as areas and chokes.
//!
//! Contract: land is cut chunk by chunk ([`Piece`]) and put together ([`join`]): open ground that one can walk on becomes streets (where a road is), yards (beside a house) and open land, by
//! [`wold_senses::places::tiles`] on one-metre tiles; rooms are areas, doors, windows, stairs and open borders are chokes. [`Atlas`] keeps the pieces, cuts again only what changed, and publishes what it put together: the world's ears, and walkers, searchers
//! and fighters of a household each read one. [`around`] does it all at once, for tools that ask seldom.
//!
//! Not covered: trunks one walks around and furniture divide nothing. A wall that ends in the open parts what it runs between, but is heard around; [`Fences`] muffle what is heard across it.

mod atlas;
mod fences;
mod join;
mod piece;

pub use atlas::{Atlas, Window};
pub use fences::Fences;
pub use join::{Joined, join};
pub use piece::Piece;

use crate::walkable::{Sheet, Walkable, storey};
use crate::{Land, Measures};
use std::collections::BTreeMap;
use wold_lore::land::House;
use wold_senses::places::{Fault, Places, PlacesError};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, DVec3};

/// The widest window, in metres from its middle to its side.
pub const WIDEST: f64 = 64.0;
/// Open ground this near to a house is a yard, in metres.
const YARD: f64 = 3.0;

/// The areas of a piece of land, and what is needed to check them.
pub struct Neighbourhood<'a> {
    land: &'a Land,
    low: DVec2,
    high: DVec2,
    houses: Vec<&'a House>,
    /// Areas and chokes.
    pub places: Places,
}

/// Makes areas and chokes of the chunks within `half` metres of a place, at most [`WIDEST`]; of those whose land is held, and that from where houses reach in.
///
/// ```
/// use std::sync::Arc;
/// use wold_land::Land;
/// use wold_lore::land::Chunk;
/// use wold_space::{ChunkPos, DVec2};
/// let mut land = Land::default();
/// ChunkPos::default().around(2).for_each(|pos| land.put(Arc::new(Chunk::meadow(pos)), Default::default()));
/// let found = wold_land::places::around(&land, DVec2::splat(16.0), 16.0)?;
/// assert!(!found.places.areas().is_empty() && found.check().is_empty());
/// # Ok::<(), wold_senses::places::PlacesError>(())
/// ```
pub fn around(land: &Land, centre: DVec2, half: f64) -> Result<Neighbourhood<'_>, PlacesError> {
    let half = half.clamp(4.0, WIDEST);
    let (first, last) = (ChunkPos::of(centre - half), ChunkPos::of(centre + half - 0.5));
    let window = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y }));
    let pieces: Vec<Piece> = window.filter_map(|pos| Piece::cut(land, pos)).collect();
    let places = join(&pieces)?.places;
    let by_pos: BTreeMap<ChunkPos, &Piece> = pieces.iter().map(|piece| (piece.pos(), piece)).collect();
    let whole = join::whole_houses(&by_pos).into_iter();
    let houses = whole.filter_map(|((pos, number), _)| land.plot(pos)?.chunk.houses.get(number)).collect();
    let (low, high) = (first.origin(), last.origin() + CHUNK_METRES);
    Ok(Neighbourhood { land, low, high, houses, places })
}

impl Neighbourhood<'_> {
    /// Everything that looks wrong, walks that no choke explains included: of bodies on the ground, on ground floors and on the storeys above.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let measures = Measures::default();
        let sheet = Walkable::new(measures).around(self.land, self.low, self.high, 0.0);
        let ground = |at: DVec2| at.extend(f64::from(self.land.standing_height(at, 0)));
        let mut steps = Vec::new();
        collect_steps(&sheet, ground, &mut steps);
        for house in &self.houses {
            for level in 1..house.floors.len() as u8 {
                let sheet = storey(self.land, house, level, &measures);
                let floor = f64::from(house.floor_height(level));
                collect_steps(&sheet, |at| at.extend(floor), &mut steps);
            }
        }
        let mut faults = self.places.check();
        faults.extend(self.places.check_steps(steps));
        faults
    }

    /// The south-western and north-eastern corner of the window.
    #[must_use]
    pub fn window(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    /// How many houses lie in it whole.
    #[must_use]
    pub fn houses(&self) -> usize {
        self.houses.len()
    }
}

/// Every step between open points side by side.
fn collect_steps(sheet: &Sheet, put: impl Fn(DVec2) -> DVec3, into: &mut Vec<(DVec3, DVec3)>) {
    let map = sheet.map();
    for (x, y) in (0..map.height() as i32).flat_map(|y| (0..map.width() as i32).map(move |x| (x, y))) {
        for to in [(x + 1, y), (x, y + 1)] {
            if map.is_open(x, y) && map.is_open(to.0, to.1) {
                into.push((put(sheet.place((x, y))), put(sheet.place(to))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wold_chance::Seed;
    use wold_genesis::Genesis;
    use wold_senses::hearing::{Air, Sounds};
    use wold_senses::places::{AreaKind, ChokeKind};

    fn town(seed: u64, half: f64) -> (Land, DVec2) {
        let world = Genesis::new(Seed(seed));
        let centre = world.start();
        let mut land = Land::default();
        let (first, last) = (ChunkPos::of(centre - half - 32.0), ChunkPos::of(centre + half + 32.0));
        for pos in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y })) {
            land.put(std::sync::Arc::new(world.chunk(pos)), wold_wire::ChunkChanges::default());
        }
        (land, centre)
    }

    #[test]
    fn a_town_has_rooms_doors_windows_and_streets_and_no_fault() {
        for seed in [1, 42] {
            let (land, centre) = town(seed, 48.0);
            let found = around(&land, centre, 48.0).expect("fits");
            let kinds: BTreeSet<AreaKind> = found.places.areas().iter().map(|area| area.kind).collect();
            assert!(kinds.contains(&AreaKind::Room) && kinds.len() >= 3, "{kinds:?}");
            let chokes: BTreeSet<ChokeKind> = found.places.chokes().iter().map(|choke| choke.kind).collect();
            assert_eq!(chokes.len(), 4, "doors, windows, gaps and stairs: {chokes:?}");
            let faults: Vec<String> = found.check().iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "seed {seed}: {faults:#?}");
            let start =
                found.places.area_near(centre.extend(f64::from(land.height(centre))), 2.0).expect("outside");
            let lost: Vec<&str> = found
                .places
                .unreachable(start)
                .iter()
                .filter_map(|id| found.places.area(*id))
                .filter(|area| area.kind == AreaKind::Room)
                .map(|area| area.name.as_str())
                .collect();
            assert!(lost.is_empty(), "seed {seed}: nobody gets to {lost:?}");
        }
    }

    #[test]
    fn a_sound_gets_from_an_upper_room_into_the_street() {
        let (land, centre) = town(42, 32.0);
        let found = around(&land, centre, 32.0).expect("fits");
        let upper =
            found.places.areas().iter().find(|area| area.name.contains("storey 1")).expect("a storey");
        let sounds = Sounds::default();
        let shut = BTreeSet::new();
        let air = Air { places: &found.places, shut: &shut, walls: None, muffling: sounds.rows().muffling };
        let street = centre.extend(f64::from(land.height(centre)));
        let path = air.path(upper.centre, street).expect("heard");
        assert!(path.metres >= upper.centre.distance(street) && !path.chokes.is_empty());
    }
}
