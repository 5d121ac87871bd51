//! The land one knows as the ground of questions, and ways over it that mind who looks.
//!
//! Contract: who sees what is the one sight's to say ([`Shades`]), from the eyes of who stands to the body of who stands; so walls with their doors, floors, furniture, trunks and hills hide, indoors, outdoors
//! and upstairs alike. Where one can stand and how far it is to walk is the [`Lay`]'s. Oneself, everybody on the other side whose eyes are minded, and everybody on one's own are there; the squad is
//! one's own side, the leader who has taken the foe, the player the nearest human at one's side. Fields: `enemyThreat`, `enemyProximity`, `allyThreat`, `allyProximity` by who stands where, `deaths` and
//! `traffic` by what the fighters of the household remember, `danger` by what one's own faction knows, `deadEnd` where only one other area
//! is beside the one a place is in.

use super::Ring;
use super::lay::{HALF, Lay};
use super::sides::{Sides, is_armed};
use crate::rows::FIGHT;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_land::{Obstacle, Shades};
use wold_space::{CellIndex, DVec2, EntityId, Tick};
use wold_tactics::claims::Thing;
use wold_tactics::cover::Watched;
use wold_tactics::ground::{Ground, Point};
use wold_tactics::influence::{AvenueConfig, Kernel, PointSource, avenues};
use wold_tactics::scene::{Cover, Entity, Roles};
use wold_ways::Budget;
use wold_ways::search::{Plan, Search};
use wold_wire::{EntityKind, Pose};

/// Foes whose eyes are minded, the nearest first.
const EYES: usize = 4;
/// Metres around within which something may hide: that far a foe may stand.
const REACH: f64 = HALF + 25.0;
/// Metres somebody runs in a second.
const SPEED: f64 = 4.0;
const GAZE_WIDTH: AvenueConfig = AvenueConfig { ends: 0.2, middle: 0.45 };
/// Places a search of a way may look at, and how many of them it may ask rays for; those beyond count as seen.
const MOST_STEPS: u64 = 20_000;
const MOST_LOOKS: u32 = 160;
/// Points along the side of a patch that is seen or hidden as one.
const PATCH: i32 = 3;

/// The ground about somebody who fights.
pub(super) struct Battleground<'a> {
    known: &'a Known,
    ring: &'a Ring,
    lay: &'a Lay,
    shades: Shades<'a>,
    entities: Vec<Entity>,
    roles: Roles,
    covers: Vec<Cover>,
    own: EntityId,
    now: Tick,
    /// How many foes' eyes are minded, and how many foes there are.
    pub minded: (usize, usize),
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

fn entity(name: String, faction: &str, at: Point, forward: DVec2, strength: f64) -> Entity {
    Entity {
        name,
        faction: faction.into(),
        kind: String::new(),
        at: at.at,
        storey: at.storey,
        forward: forward.normalize_or(DVec2::X),
        speed: SPEED,
        range: TOUCHING_METRES + SPEED,
        strength,
        destination: None,
    }
}

/// Where somebody looks.
pub(super) fn facing(other: &Sighted) -> DVec2 {
    DVec2::from_angle(f64::from(other.state.heading) / 256.0 * std::f64::consts::TAU)
}

/// Where somebody is.
fn point_of(known: &Known, other: &Sighted) -> Point {
    Point { at: known.place_of(other), storey: other.state.level }
}

/// What somebody counts for: health, and an axe twice.
fn strength(other: &Sighted) -> f64 {
    f64::from(other.state.health) / 255.0 * if is_armed(other) { 2.0 } else { 1.0 }
}

impl<'a> Battleground<'a> {
    /// The ground before everybody on the other side; the first of them is the target.
    pub fn new(known: &'a Known, lay: &'a Lay, ring: &'a Ring, sides: &Sides<'_>) -> Option<Self> {
        let (own, now) = (known.welcome()?.body, known.tick());
        let here = Point { at: known.place(), storey: known.level() };
        let oneself = entity("self".into(), "own", here, DVec2::X, f64::from(known.own().health) / 255.0);
        let of = |other: &Sighted, faction: &str| {
            entity(
                other.card.id.0.to_string(),
                faction,
                point_of(known, other),
                facing(other),
                strength(other),
            )
        };
        let against: Vec<&Sighted> = sides.against().take(EYES).collect();
        let near = |foe: &&&Sighted| known.place_of(foe).distance(here.at) < REACH;
        let minded = (against.iter().filter(near).count(), sides.against().count());
        let entities: Vec<Entity> = [oneself]
            .into_iter()
            .chain(against.iter().map(|foe| of(foe, "foe")))
            .chain(sides.friends.iter().map(|friend| of(friend, "own")))
            .collect();
        let roles = roles(known, ring, own, &against, &sides.friends);
        let mut covers = lay.covers.clone();
        for cover in &mut covers {
            cover.claimed_by = ring.is_taken(cover.at, own, now).then(|| "another".into());
        }
        let shades = Shades::around(known.land(), here.at, REACH);
        Some(Self { known, ring, lay, shades, entities, roles, covers, own, now, minded })
    }

    /// The same for those who only look at it.
    pub fn as_ground(&self) -> &dyn Ground {
        self
    }

    /// Walls about oneself, end to end, for whoever looks at a question.
    pub fn walls(&self) -> Vec<[f64; 4]> {
        let here = self.known.place();
        let mut near = Vec::new();
        self.known.land().obstacles(here, self.known.level(), HALF as f32, &mut near);
        let wall = |obstacle: Obstacle| match obstacle {
            Obstacle::Wall(a, b) => {
                let (a, b) = (here + a.as_dvec2(), here + b.as_dvec2());
                Some([a.x, a.y, b.x, b.y])
            }
            Obstacle::Post { .. } => None,
        };
        near.into_iter().filter_map(wall).collect()
    }

    /// The cheapest way from where one stands to a place on the same storey, by its length and by how much of it foes see.
    pub fn way(&self, to: DVec2, price: &Price<'_>) -> Option<Way> {
        let here = self.as_ground().here();
        let sheet = self.lay.sheet(here)?;
        let map = sheet.map();
        let cell = |at: DVec2| {
            let (x, y) = sheet.tile_near(at)?;
            map.cell(x, y)
        };
        let (from, goal) = (cell(here.at)?, cell(to)?);
        let place = |cell: CellIndex| sheet.place(map.place(cell));
        let looked: RefCell<BTreeMap<(i32, i32), u32>> = RefCell::default();
        let rays = Cell::new(0_u32);
        let watchers: Vec<Point> = self.as_ground().hostiles().map(Entity::point).collect();
        let eyes = |cell: CellIndex| {
            let (x, y) = map.place(cell);
            let patch = (x.div_euclid(PATCH), y.div_euclid(PATCH));
            if let Some(seen) = looked.borrow().get(&patch) {
                return *seen;
            }
            if rays.get() + watchers.len() as u32 > MOST_LOOKS {
                return watchers.len() as u32;
            }
            rays.set(rays.get() + watchers.len() as u32);
            let at = Point { at: place(cell), storey: here.storey };
            let seen = watchers.iter().filter(|eye| self.sees(**eye, at)).count() as u32;
            looked.borrow_mut().insert(patch, seen);
            seen
        };
        let avenue =
            price.gaze.map(|(eye, facing)| self.gaze(map, &cell, &place, eye, facing)).unwrap_or_default();
        // Who goes round somebody keeps out of arm's reach on the way.
        let in_reach =
            |at: DVec2| price.gaze.is_some_and(|(eye, _)| eye.distance(at) < FIGHT.refuge.kept_off_metres);
        let is_unsafe = |cell: CellIndex| {
            let at = place(cell);
            avenue.contains(&cell) || in_reach(at) || (price.shunned)(at)
        };
        let graph = Watched::new(map, eyes, price.seen, is_unsafe, FIGHT.refuge.shunned_cost);
        let mut budget = Budget::steps(MOST_STEPS);
        let route = Search::new().find(&graph, from, goal, Plan::AStar, &mut budget).complete()?;
        let places: Vec<DVec2> = route.cells.iter().map(|cell| place(*cell)).collect();
        let metres: f64 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let mut corners: Vec<DVec2> = places
            .windows(3)
            .filter(|three| (three[1] - three[0]).distance_squared(three[2] - three[1]) > 1e-6)
            .map(|three| three[1])
            .collect();
        corners.push(to);
        Some(Way { corners, metres, exposed: graph.exposed(&route.cells) * metres })
    }

    /// The ground somebody's eyes command: where it expects whoever comes.
    fn gaze(
        &self,
        map: &wold_ways::tiles::TileMap,
        cell: &impl Fn(DVec2) -> Option<CellIndex>,
        place: &impl Fn(CellIndex) -> DVec2,
        eye: DVec2,
        facing: DVec2,
    ) -> BTreeSet<CellIndex> {
        let ahead =
            (2..=FIGHT.refuge.gaze_metres as i32).rev().find_map(|far| cell(eye + facing * f64::from(far)));
        let (Some(home), Some(site)) = (cell(eye), ahead) else { return BTreeSet::new() };
        let at: Vec<DVec2> = (0..map.len() as u32).map(|cell| place(CellIndex(cell))).collect();
        avenues(map, &at, home, &[site], GAZE_WIDTH)
    }

    /// What those of one side count for at a point: all they can reach in a second, or hit.
    fn influence(&self, own: bool, reach: impl Fn(&Entity) -> f64, kernel: Kernel, at: Point) -> f64 {
        let side = self.entities.iter().filter(|entity| (entity.faction == "own") == own);
        let near = side.filter(|entity| entity.storey == at.storey);
        near.map(|entity| {
            let source =
                PointSource { at: entity.at, radius: reach(entity), strength: entity.strength, kernel };
            source.value(at.at)
        })
        .sum()
    }
}

/// Who is who, by number among oneself, foes and friends.
fn roles(known: &Known, ring: &Ring, own: EntityId, against: &[&Sighted], friends: &[&Sighted]) -> Roles {
    let first = 1 + against.len();
    let target = against.first().map(|foe| foe.card.id);
    let taken = |thing: &Thing| target.is_some_and(|foe| *thing == Thing::Target(foe.0));
    let holder = ring.claims(known.tick()).into_iter().find(|(thing, _)| taken(thing)).map(|(_, by)| by);
    let leader =
        holder.filter(|by| *by != own).and_then(|by| friends.iter().position(|one| one.card.id == by));
    let here = known.place();
    let humans = friends.iter().enumerate().filter(|(_, friend)| friend.card.kind == EntityKind::HUMAN);
    let far = |friend: &Sighted| known.place_of(friend).distance(here);
    let player = humans.min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|(number, _)| first + number);
    Roles {
        puppet: 0,
        target: target.map(|_| 1),
        player,
        leader: leader.map(|number| first + number),
        squad: [0].into_iter().chain((0..friends.len()).map(|number| first + number)).collect(),
        reference: None,
        current: None,
    }
}

impl Ground for Battleground<'_> {
    fn entities(&self) -> &[Entity] {
        &self.entities
    }

    fn roles(&self) -> &Roles {
        &self.roles
    }

    fn covers(&self) -> &[Cover] {
        &self.covers
    }

    fn stands(&self, at: Point) -> bool {
        self.lay.stands(at)
    }

    fn sees(&self, from: Point, to: Point) -> bool {
        let land = self.known.land();
        let eyes = land.eyes(from.at, from.storey, Pose::Standing);
        let mut body = land.figure(to.at, to.storey, Pose::Standing);
        body.eyes.height += FIGHT.refuge.crown_metres;
        self.shades.sees_body(eyes, &body)
    }

    fn walk(&self, to: Point) -> f64 {
        self.lay.walk(to)
    }

    fn value(&self, field: &str, at: Point) -> Option<f64> {
        Some(match field {
            "enemyThreat" => self.influence(false, |one| one.range, Kernel::Smooth, at),
            "enemyProximity" => self.influence(false, |one| one.speed, Kernel::Linear, at),
            "allyThreat" => self.influence(true, |one| one.range, Kernel::Smooth, at),
            "allyProximity" => self.influence(true, |one| one.speed, Kernel::Linear, at),
            "deaths" => self.ring.deaths_at(at.at),
            "danger" => self.ring.danger(at.at),
            "traffic" => self.ring.traffic_at(at.at),
            "deadEnd" => f64::from(u8::from(self.lay.is_dead_end(self.known.land(), at))),
            _ => return None,
        })
    }

    fn storeys(&self, at: DVec2) -> std::ops::RangeInclusive<u8> {
        let house = self.known.land().house_at(at, 0);
        0..=house.map_or(0, |house| (house.floors.len() as u8).saturating_sub(1))
    }

    fn is_claimed(&self, at: Point) -> bool {
        self.ring.is_taken(at.at, self.own, self.now)
    }
}

#[cfg(test)]
#[path = "ground_tests.rs"]
mod tests;
