//! Finding the way over the land one holds: around what stands in the way, through doors, up and down stairs.
//!
//! Storeys are joined by flights of stairs; within a storey the way is the shortest over points half a metre apart
//! ([`wold_land::walkable`]). What is far off, or behind something, is asked of the places all share ([`Atlas`]): the chain of areas to
//! it is found first, and the way to as far along it as a short search reaches; the rest is planned from there. Where the goal
//! lies beyond the land that is held, the way leads as far in its direction as it can.

use wold_land::places::{Atlas, Window};
use wold_land::walkable::{Walkable, flights, storey};
use wold_land::{Land, Measures};
use wold_lore::land::House;
use wold_space::{ChunkPos, DVec2};
use wold_ways::jump::Jumper;
use wold_ways::{Budget, Outcome};

/// Metres around start and goal that a way may use; the second try is wider.
const MARGINS: [f64; 2] = [12.0, 40.0];
/// Places a search may look at before it takes the best it has.
const MOST_STEPS: u64 = 20_000;
/// Metres of a far goal's direction that are planned at once.
const HORIZON: f64 = 60.0;
/// Rings of chunks about a walker whose areas are looked at for a far goal: as far as the horizon.
const RINGS: i32 = 2;
/// Chokes a search by areas may look at, and metres by which start and goal may lie beside an area.
const MOST_CHOKES: u64 = 2_000;
const BESIDE: f64 = 4.0;

/// A place on a storey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Where, in metres.
    pub place: DVec2,
    /// On which storey, 0 the ground.
    pub level: u8,
}

impl Spot {
    /// A place on the ground.
    #[must_use]
    pub fn ground(place: DVec2) -> Self {
        Self { place, level: 0 }
    }
}

/// Remembers the land's open points between two questions.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    walkable: Walkable,
    jumper: Jumper,
    atlas: Atlas,
}

impl Guide {
    /// Reads the places others read, too.
    pub fn read(&mut self, atlas: Atlas) {
        self.atlas = atlas;
    }

    /// Plans from now on for a body of these measures.
    pub fn fit(&mut self, measures: Measures) {
        if *self.walkable.measures() != measures {
            self.walkable = Walkable::new(measures);
        }
    }

    /// The corners of the way from one spot to another, the last one nearest to the goal; `None` if there is no way.
    pub fn route(&mut self, land: &Land, from: Spot, to: Spot) -> Option<Vec<DVec2>> {
        let start_house = land.house_at(from.place, from.level).filter(|_| from.level > 0);
        let goal_house = land.house_at(to.place, to.level).filter(|_| to.level > 0);
        let same = start_house.zip(goal_house).is_some_and(|(a, b)| a.corner == b.corner);
        // The lowest storey the way must touch.
        let bottom = if same { from.level.min(to.level) } else { 0 };
        let mut way = Vec::new();
        let mut at = from;
        if let Some(house) = start_house {
            while at.level > bottom {
                at = self.descend(land, house, at, &mut way)?;
            }
        }
        let mut climb = Vec::new();
        let mut goal = to;
        if let Some(house) = goal_house {
            while goal.level > bottom {
                goal = self.descend(land, house, goal, &mut climb)?;
            }
        }
        if goal.level > 0 {
            let house = start_house.or(goal_house)?;
            way.extend(self.on_storey(land, house, goal.level, at.place, goal.place)?);
        } else {
            let (stage, reached) = self.on_ground(land, at.place, goal.place)?;
            way.extend(stage);
            if reached != goal.place {
                // The rest is planned from there.
                return Some(way);
            }
        }
        climb.reverse();
        way.extend(climb.into_iter().skip(1));
        if to.level > 0 {
            way.push(to.place);
        }
        Some(way)
    }

    /// Leads down one storey; `way` gets every corner, beginning with the spot itself when a climb is planned backwards.
    fn descend(&mut self, land: &Land, house: &House, at: Spot, way: &mut Vec<DVec2>) -> Option<Spot> {
        let mut flight = flights(house, at.level - 1)?;
        flight.reverse();
        way.extend(self.on_storey(land, house, at.level, at.place, flight[0])?);
        way.extend(&flight[1..]);
        Some(Spot { place: flight[flight.len() - 1], level: at.level - 1 })
    }

    fn on_storey(
        &mut self,
        land: &Land,
        house: &House,
        level: u8,
        from: DVec2,
        to: DVec2,
    ) -> Option<Vec<DVec2>> {
        storey(land, house, level, self.walkable.measures())
            .way(&mut self.jumper, from, to, &mut Budget::steps(MOST_STEPS))
            .complete()
    }

    /// The way to a goal on the ground or towards it, and where it leads.
    fn on_ground(&mut self, land: &Land, from: DVec2, to: DVec2) -> Option<(Vec<DVec2>, DVec2)> {
        let aim = in_reach(land, from, to);
        let direct = if aim == to { self.search(land, from, to, MARGINS[0]) } else { None };
        if let Some(way) = direct {
            return Some((way, to));
        }
        let by_areas = self.stage(land, from, aim).and_then(|stage| {
            let way = self.search(land, from, stage, MARGINS[0])?;
            Some((way, stage))
        });
        by_areas.or_else(|| Some((self.search(land, from, aim, MARGINS[1])?, aim)))
    }

    /// The last place along the chain of areas to a goal that a short search finds: no farther than the horizon, and with all that comes before it within the margin of the two.
    fn stage(&self, land: &Land, from: DVec2, to: DVec2) -> Option<DVec2> {
        let joined = self.atlas.about(land, Window::rings(ChunkPos::of(from), RINGS))?;
        let point = |at: DVec2| at.extend(f64::from(land.standing_height(at, 0)));
        let path = joined.places.path(point(from), point(to), BESIDE, &mut Budget::steps(MOST_CHOKES))?;
        let beyond = path.chokes.iter().zip(&path.areas[1..]).filter_map(|(choke, area)| {
            let choke = joined.places.choke(*choke)?;
            Some(choke.nodes_in(*area).first().unwrap_or(&choke.at).truncate())
        });
        let (mut low, mut high) = (from, from);
        let (mut walked, mut last) = (0.0, from);
        let mut stage = None;
        for place in beyond.chain([to]) {
            walked += place.distance(last);
            last = place;
            let near = |at: DVec2| at.clamp(from.min(place), from.max(place)).distance(at) <= MARGINS[0];
            if walked > HORIZON {
                break;
            }
            // What juts out beyond the margin now may lie within it again farther on.
            if near(low) && near(high) {
                stage = Some(place);
            }
            (low, high) = (low.min(place), high.max(place));
        }
        stage
    }

    fn search(&mut self, land: &Land, from: DVec2, to: DVec2, margin: f64) -> Option<Vec<DVec2>> {
        let sheet = self.walkable.around(land, from, to, margin);
        match sheet.way(&mut self.jumper, from, to, &mut Budget::steps(MOST_STEPS)).outcome {
            Outcome::Complete(way) | Outcome::Partial(way, _) => Some(way),
            Outcome::Unreachable(_) | Outcome::OutOfBudget => None,
        }
    }
}

/// The goal, or the farthest place towards it on held land.
fn in_reach(land: &Land, from: DVec2, to: DVec2) -> DVec2 {
    let way = to - from;
    let length = way.length();
    let holds = |place: DVec2| land.plot(ChunkPos::of(place)).is_some();
    if length <= HORIZON && holds(to) {
        return to;
    }
    let reach = length.min(HORIZON);
    (1..=20)
        .rev()
        .map(|n| from + way * (reach / length * f64::from(n) / 20.0))
        .find(|&p| holds(p))
        .unwrap_or(to)
}
