//! A scene: a small map with people, cover, spots and areas.
//!
//! Distances are metres, east is x, north is y, the south-western corner is the origin. Sight is decided between tiles: a line from centre to
//! centre is clear if it touches no opaque tile (see [`wold_ways::tiles::sight`]). Walking is over open tiles in eight directions without
//! cutting corners. A scene is flat: it is a [`Ground`] of one storey, whose fields are the influence of both sides.

mod parse;

pub(crate) use parse::SPOTS;
pub use parse::SceneError;

use crate::ground::{Ground, Point};
use crate::influence::{Field, Influence, Kind, Reach};
use glam::DVec2;
use std::cell::OnceCell;
use wold_ways::Budget;
use wold_ways::search::Spread;
use wold_ways::tiles::{MapError, TileMap, sight};

/// Somebody in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// Unique in the scene.
    pub name: String,
    /// The side; others are hostile.
    pub faction: String,
    /// What it is, such as `guard`.
    pub kind: String,
    /// Where it stands.
    pub at: DVec2,
    /// On which storey; 0 is the ground.
    pub storey: u8,
    /// Where it looks, of length 1.
    pub forward: DVec2,
    /// Metres per second.
    pub speed: f64,
    /// How far it can hit, in metres.
    pub range: f64,
    /// How much its influence counts.
    pub strength: f64,
    /// Where it is going, if anywhere.
    pub destination: Option<DVec2>,
}

impl Entity {
    /// Where it stands, with the storey.
    #[must_use]
    pub fn point(&self) -> Point {
        Point { at: self.at, storey: self.storey }
    }
}

/// Something to hide behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// Where it is: the place to stand if it has a direction, else the middle of the thing.
    pub at: DVec2,
    /// On which storey; 0 is the ground.
    pub storey: u8,
    /// The direction it protects against, of length 1; `None` is a trunk that protects against any.
    pub facing: Option<DVec2>,
    /// The cosine of half the protected angle.
    pub cone: f64,
    /// How far from the middle of a trunk one stands.
    pub radius: f64,
    /// Hides, but stops no arrow.
    pub soft: bool,
    /// Hides somebody who stands.
    pub high: bool,
    /// Who has taken it.
    pub claimed_by: Option<String>,
}

/// A stretch one can hide along.
#[derive(Clone, Debug, PartialEq)]
pub struct Rail {
    /// One end.
    pub from: DVec2,
    /// The other.
    pub to: DVec2,
    /// Hides, but stops no arrow.
    pub soft: bool,
    /// Hides somebody who stands.
    pub high: bool,
}

/// A place somebody marked by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// `choke`, `doorway`, `sniper`, `vantage` or `respawn`.
    pub kind: String,
    /// Where.
    pub at: DVec2,
}

/// A named polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Unique in the scene.
    pub name: String,
    /// Its corners, in order.
    pub corners: Vec<DVec2>,
}

impl Area {
    /// Whether a point is inside, by the even-odd rule.
    #[must_use]
    pub fn contains(&self, at: DVec2) -> bool {
        let mut inside = false;
        for (i, &a) in self.corners.iter().enumerate() {
            let b = self.corners[(i + 1) % self.corners.len()];
            if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        inside
    }
}

/// Who is who for the one that asks; numbers of entities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roles {
    /// The one that asks.
    pub puppet: usize,
    /// Whom it fights.
    pub target: Option<usize>,
    /// The player it is with; its eyes are the camera.
    pub player: Option<usize>,
    /// Whom it follows.
    pub leader: Option<usize>,
    /// Its squad, itself included.
    pub squad: Vec<usize>,
    /// A place of interest.
    pub reference: Option<DVec2>,
    /// The cover it uses now.
    pub current: Option<usize>,
}

/// A map with what stands on it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it is called.
    pub name: String,
    /// The side of a tile in metres.
    pub side: f64,
    /// Half the angle of the camera's view, in radians.
    pub half_view: f64,
    /// Everybody.
    pub entities: Vec<Entity>,
    /// Things to hide behind.
    pub covers: Vec<Cover>,
    /// Stretches to hide along.
    pub rails: Vec<Rail>,
    /// Marked places.
    pub spots: Vec<Spot>,
    /// Named polygons.
    pub areas: Vec<Area>,
    /// Who is who.
    pub roles: Roles,
    ground: TileMap,
    sight: TileMap,
    paths: OnceCell<Spread>,
    /// Influence as one walks, once somebody asks for it.
    layers: OnceCell<Box<Influence>>,
}

impl Scene {
    /// A scene over ground that is known otherwise than by a drawing: which tiles can be walked, and which seen through. The roles must name entities.
    pub fn of_ground(
        side: f64,
        (width, height): (u32, u32),
        is_open: impl Fn(i32, i32) -> bool,
        is_clear: impl Fn(i32, i32) -> bool,
        entities: Vec<Entity>,
        roles: Roles,
    ) -> Result<Self, SceneError> {
        let named = [Some(roles.puppet), roles.target, roles.player, roles.leader];
        if named.into_iter().flatten().chain(roles.squad.iter().copied()).any(|who| who >= entities.len()) {
            return Err(SceneError::Thing("roles".into(), "they name somebody who is not there".into()));
        }
        let map = |passes: &dyn Fn(i32, i32) -> bool| -> Result<TileMap, MapError> {
            let mut map = TileMap::all_blocked(width, height)?;
            for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                map.set_open(x, y, passes(x, y));
            }
            Ok(map)
        };
        let wrong = |error: MapError| SceneError::Thing("ground".into(), error.to_string());
        Ok(Self {
            name: String::new(),
            side,
            half_view: std::f64::consts::FRAC_PI_6,
            entities,
            covers: Vec::new(),
            rails: Vec::new(),
            spots: Vec::new(),
            areas: Vec::new(),
            roles,
            ground: map(&is_open).map_err(wrong)?,
            sight: map(&is_clear).map_err(wrong)?,
            paths: OnceCell::new(),
            layers: OnceCell::new(),
        })
    }

    /// Width and height in tiles.
    #[must_use]
    pub fn tiles(&self) -> (u32, u32) {
        (self.ground.width(), self.ground.height())
    }

    /// What can be walked, for searches of ways.
    #[must_use]
    pub fn ground(&self) -> &TileMap {
        &self.ground
    }

    /// The middle of a tile.
    #[must_use]
    pub fn middle(&self, (x, y): (i32, i32)) -> DVec2 {
        DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5) * self.side
    }

    /// The tile of a point.
    #[must_use]
    pub fn tile(&self, at: DVec2) -> (i32, i32) {
        let tile = (at / self.side).floor();
        (tile.x as i32, tile.y as i32)
    }

    /// Whether somebody can stand at a point.
    #[must_use]
    pub fn stands(&self, at: DVec2) -> bool {
        let (x, y) = self.tile(at);
        at.is_finite() && self.ground.is_open(x, y)
    }

    /// Whether a tile can be seen through.
    #[must_use]
    pub fn is_clear(&self, x: i32, y: i32) -> bool {
        self.sight.is_open(x, y)
    }

    /// Whether two points see each other.
    #[must_use]
    pub fn sees(&self, from: DVec2, to: DVec2) -> bool {
        self.tiles_see(self.tile(from), self.tile(to))
    }

    /// Whether two tiles see each other.
    #[must_use]
    pub fn tiles_see(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        // The line is walked from the same end either way, so that sight is mutual.
        sight::clear(&self.sight, from.min(to), from.max(to))
    }

    /// How far one walks from a tile to others, in tiles, at most `limit`; `None` where one does not get.
    pub fn walks_from(&self, from: (i32, i32), limit: f64) -> impl Fn((i32, i32)) -> Option<f64> + '_ {
        let sources: Vec<_> = self.ground.cell(from.0, from.1).into_iter().collect();
        let mut spread = Spread::new(&self.ground, &sources, limit);
        spread.run(&self.ground, &mut Budget::unlimited());
        move |(x, y)| self.ground.cell(x, y).and_then(|cell| spread.cost(cell))
    }

    /// How far the one that asks has to walk to a point; infinite if there is no way.
    #[must_use]
    pub fn path_distance(&self, to: DVec2) -> f64 {
        let paths = self.paths.get_or_init(|| {
            let (x, y) = self.tile(self.puppet().at);
            let sources: Vec<_> = self.ground.cell(x, y).into_iter().collect();
            let mut spread = Spread::new(&self.ground, &sources, f64::INFINITY);
            spread.run(&self.ground, &mut Budget::unlimited());
            spread
        });
        let (x, y) = self.tile(to);
        let cost = self.ground.cell(x, y).and_then(|cell| paths.cost(cell));
        cost.map_or(f64::INFINITY, |tiles| tiles * self.side)
    }

    /// The one that asks.
    #[must_use]
    pub fn puppet(&self) -> &Entity {
        &self.entities[self.roles.puppet]
    }

    /// Everybody but the one that asks.
    pub fn others(&self) -> impl Iterator<Item = &Entity> {
        let puppet = self.roles.puppet;
        self.entities.iter().enumerate().filter(move |(i, _)| *i != puppet).map(|(_, entity)| entity)
    }

    /// Everybody of another faction.
    pub fn hostiles(&self) -> impl Iterator<Item = &Entity> {
        let faction = &self.puppet().faction;
        self.entities.iter().filter(move |entity| entity.faction != *faction)
    }

    /// The mean place of the squad, if there is one.
    #[must_use]
    pub fn squad_centre(&self) -> Option<DVec2> {
        let squad = &self.roles.squad;
        let sum: DVec2 = squad.iter().map(|&i| self.entities[i].at).sum();
        (!squad.is_empty()).then(|| sum / squad.len() as f64)
    }
}

/// The fields of a scene: whose influence, and which.
const FIELDS: [(&str, bool, Kind); 4] = [
    ("enemyProximity", false, Kind::Proximity),
    ("enemyThreat", false, Kind::Threat),
    ("allyProximity", true, Kind::Proximity),
    ("allyThreat", true, Kind::Threat),
];

impl Ground for Scene {
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
        at.storey == 0 && Self::stands(self, at.at)
    }

    fn sees(&self, from: Point, to: Point) -> bool {
        Self::sees(self, from.at, to.at)
    }

    fn walk(&self, to: Point) -> f64 {
        self.path_distance(to.at)
    }

    fn value(&self, field: &str, at: Point) -> Option<f64> {
        let (_, own, kind) = FIELDS.iter().find(|(name, ..)| *name == field)?;
        let layers = self.layers.get_or_init(|| Box::new(Influence::of(self, Reach::Walked)));
        let side = &self.puppet().faction;
        let factions: std::collections::BTreeSet<&str> =
            self.entities.iter().map(|entity| entity.faction.as_str()).collect();
        let chosen = factions.into_iter().filter(|faction| (faction == side) == *own);
        let sample =
            |faction| layers.layer(faction, *kind).map_or(0.0, |layer| layer.sample(at.at / self.side));
        Some(chosen.map(sample).sum())
    }

    fn rails(&self) -> &[Rail] {
        &self.rails
    }

    fn spots(&self) -> &[Spot] {
        &self.spots
    }

    fn areas(&self) -> &[Area] {
        &self.areas
    }

    fn half_view(&self) -> f64 {
        self.half_view
    }
}
