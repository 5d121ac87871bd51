//! Scenes from text.
//!
//! ```toml
//! name = "yard"
//! side = 1.0                 # metres per tile
//! map = """
//! .a..#
//! ..T.b
//! """
//! puppet = "asa"             # who asks; also target, player, leader, squad = [..], reference = [x, y], current = number of a cover
//! [[entity]]
//! name = "asa"
//! glyph = "a"                # or at = [x, y]
//! faction = "town"
//! [[entity]]
//! name = "bo"
//! glyph = "b"
//! [[cover]]
//! at = [1.5, 0.5]
//! facing = [1, 0]            # without: a trunk that covers from any side
//! ```
//! Tiles: `.` open, `#` wall, `T` tree (stops feet and eyes, soft cover from any side), `O` boulder (stops feet, hard low cover from any side),
//! `~` water (stops feet). The first row is the north.

use super::{Area, Cover, Entity, Rail, Roles, Scene, Spot};
use crate::line_at;
use glam::DVec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use wold_ways::tiles::{Drawing, Drawn, TileMap};

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// The text is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// Something in it makes no sense.
    #[error("{0}: {1}")]
    Thing(String, String),
}

fn wrong<T>(thing: impl Into<String>, reason: impl Into<String>) -> Result<T, SceneError> {
    Err(SceneError::Thing(thing.into(), reason.into()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default = "one")]
    side: f64,
    #[serde(default = "sixty")]
    view: f64,
    map: String,
    puppet: String,
    target: Option<String>,
    player: Option<String>,
    leader: Option<String>,
    #[serde(default)]
    squad: Vec<String>,
    reference: Option<[f64; 2]>,
    current: Option<usize>,
    entity: Vec<EntityText>,
    #[serde(default)]
    cover: Vec<CoverText>,
    #[serde(default)]
    rail: Vec<RailText>,
    #[serde(default)]
    spot: Vec<SpotText>,
    #[serde(default)]
    area: Vec<AreaText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntityText {
    name: String,
    glyph: Option<char>,
    at: Option<[f64; 2]>,
    #[serde(default)]
    faction: String,
    #[serde(default)]
    kind: String,
    forward: Option<[f64; 2]>,
    #[serde(default = "walking")]
    speed: f64,
    #[serde(default = "throw")]
    range: f64,
    #[serde(default = "one")]
    strength: f64,
    destination: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverText {
    at: [f64; 2],
    facing: Option<[f64; 2]>,
    #[serde(default = "half_turn")]
    cone: f64,
    #[serde(default = "one")]
    radius: f64,
    #[serde(default)]
    soft: bool,
    #[serde(default)]
    high: bool,
    claimed_by: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RailText {
    from: [f64; 2],
    to: [f64; 2],
    #[serde(default)]
    soft: bool,
    #[serde(default)]
    high: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotText {
    kind: String,
    at: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaText {
    name: String,
    corners: Vec<[f64; 2]>,
}

fn one() -> f64 {
    1.0
}

fn walking() -> f64 {
    3.0
}

fn throw() -> f64 {
    8.0
}

fn sixty() -> f64 {
    60.0
}

fn half_turn() -> f64 {
    180.0
}

/// The kinds of marked places.
pub(crate) const SPOTS: [&str; 5] = ["choke", "doorway", "sniper", "vantage", "respawn"];

/// The longest side of a scene in tiles: scenes are small.
const MOST_TILES: usize = 1024;

fn point(thing: &str, at: [f64; 2]) -> Result<DVec2, SceneError> {
    let at = DVec2::from(at);
    if at.is_finite() { Ok(at) } else { wrong(thing, "a coordinate is not a number") }
}

fn direction(thing: &str, way: [f64; 2]) -> Result<DVec2, SceneError> {
    point(thing, way)?
        .try_normalize()
        .map_or_else(|| wrong(thing, "a direction must be longer than zero"), Ok)
}

impl Scene {
    /// Reads a scene.
    ///
    /// ```
    /// use wold_tactics::scene::Scene;
    /// let scene = Scene::parse("map = '.a.'\npuppet = 'asa'\n[[entity]]\nname = 'asa'\nglyph = 'a'")?;
    /// assert_eq!(scene.puppet().at, glam::DVec2::new(1.5, 0.5));
    /// # Ok::<(), wold_tactics::scene::SceneError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, SceneError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(text, span.start));
            SceneError::Text(line, error.message().replace('\n', " "))
        })?;
        if !(0.01..=1000.0).contains(&file.side) {
            return wrong("side", format!("{} is not 0.01 to 1000", file.side));
        }
        if !(1.0..=180.0).contains(&file.view) {
            return wrong("view", format!("{} is not 1 to 180 degrees", file.view));
        }
        let mut covers = Vec::new();
        let (ground, sight, glyphs) = draw(&file, &mut covers)?;
        let entities =
            file.entity.iter().map(|text| entity(text, &glyphs)).collect::<Result<Vec<_>, SceneError>>()?;
        // Who stands beside the map would be seen by nobody, and nobody would be told.
        let size = DVec2::new(f64::from(ground.width()), f64::from(ground.height())) * file.side;
        let off = |at: DVec2| at.cmplt(DVec2::ZERO).any() || at.cmpge(size).any();
        if let Some(entity) = entities.iter().find(|entity| off(entity.at)) {
            let DVec2 { x, y } = entity.at;
            let place = format!("({x}, {y}) is off the map, which is {} m by {} m", size.x, size.y);
            return wrong(format!("entity {:?}", entity.name), place);
        }
        for (i, entity) in entities.iter().enumerate() {
            if entities[..i].iter().any(|other| other.name == entity.name) {
                return wrong(format!("entity {:?}", entity.name), "there are two of that name");
            }
        }
        if let Some((glyph, _)) =
            glyphs.iter().find(|(glyph, _)| !file.entity.iter().any(|e| e.glyph == Some(**glyph)))
        {
            return wrong("map", format!("{glyph:?} is neither a tile nor an entity's glyph"));
        }
        for (i, text) in file.cover.iter().enumerate() {
            let thing = format!("cover {i}");
            if !(text.radius > 0.0 && text.radius <= 100.0 && text.cone > 0.0 && text.cone <= 360.0) {
                return wrong(thing, "radius must be above 0 and at most 100, cone above 0 and at most 360");
            }
            covers.push(Cover {
                at: point(&thing, text.at)?,
                storey: 0,
                facing: text.facing.map(|way| direction(&thing, way)).transpose()?,
                cone: libm::cos(text.cone.to_radians() / 2.0),
                radius: text.radius,
                soft: text.soft,
                high: text.high,
                claimed_by: text.claimed_by.clone(),
            });
        }
        let rails = file.rail.iter().enumerate().map(|(i, rail)| {
            let thing = format!("rail {i}");
            let (from, to) = (point(&thing, rail.from)?, point(&thing, rail.to)?);
            Ok(Rail { from, to, soft: rail.soft, high: rail.high })
        });
        let spots = file.spot.iter().enumerate().map(|(i, spot)| {
            let thing = format!("spot {i}");
            if !SPOTS.contains(&spot.kind.as_str()) {
                return wrong(thing, format!("{:?} is none of {}", spot.kind, SPOTS.join(", ")));
            }
            Ok(Spot { kind: spot.kind.clone(), at: point(&thing, spot.at)? })
        });
        let areas = file.area.iter().map(|area| {
            let thing = format!("area {:?}", area.name);
            if area.corners.len() < 3 {
                return wrong(thing, "an area has at least three corners");
            }
            let corners = area.corners.iter().map(|&at| point(&thing, at)).collect::<Result<_, _>>()?;
            Ok(Area { name: area.name.clone(), corners })
        });
        let roles = roles(&file, &entities, covers.len())?;
        Ok(Self {
            rails: rails.collect::<Result<_, _>>()?,
            spots: spots.collect::<Result<_, _>>()?,
            areas: areas.collect::<Result<_, _>>()?,
            name: file.name,
            side: file.side,
            half_view: file.view.to_radians() / 2.0,
            entities,
            covers,
            roles,
            ground,
            sight,
            paths: std::cell::OnceCell::new(),
            layers: std::cell::OnceCell::new(),
        })
    }
}

type Glyphs = BTreeMap<char, DVec2>;

/// The tiles that can be walked and seen through; trees and boulders; where letters stand.
fn draw(file: &File, covers: &mut Vec<Cover>) -> Result<(TileMap, TileMap, Glyphs), SceneError> {
    let row_of = |row: usize| format!("map row {}", row + 1);
    let map = Drawing::read(&file.map, MOST_TILES)
        .map_err(|error| SceneError::Thing(row_of(error.row()), error.to_string()))?;
    let (width, height) = map.size();
    let all_open =
        || TileMap::new(width, height).map_err(|error| SceneError::Thing("map".into(), error.to_string()));
    let (mut ground, mut sight, mut glyphs) = (all_open()?, all_open()?, Glyphs::new());
    for Drawn { tile: (x, y), row, glyph } in map.letters() {
        let at = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5) * file.side;
        ground.set_open(x, y, !matches!(glyph, '#' | 'T' | 'O' | '~'));
        sight.set_open(x, y, !matches!(glyph, '#' | 'T'));
        match glyph {
            '.' | '#' | '~' => {}
            'T' | 'O' => covers.push(Cover {
                at,
                storey: 0,
                facing: None,
                cone: -1.0,
                radius: file.side,
                soft: glyph == 'T',
                high: glyph == 'T',
                claimed_by: None,
            }),
            letter => {
                if glyphs.insert(letter, at).is_some() {
                    return wrong(row_of(row), format!("{letter:?} stands twice"));
                }
            }
        }
    }
    Ok((ground, sight, glyphs))
}

fn entity(text: &EntityText, glyphs: &Glyphs) -> Result<Entity, SceneError> {
    let thing = format!("entity {:?}", text.name);
    let at = match (text.at, text.glyph) {
        (Some(at), None) => point(&thing, at)?,
        (None, Some(glyph)) => match glyphs.get(&glyph) {
            Some(at) => *at,
            None => return wrong(thing, format!("the map shows no {glyph:?}")),
        },
        _ => return wrong(thing, "give either at or glyph"),
    };
    for (what, number, low, high) in [
        ("speed", text.speed, 0.0, 1000.0),
        ("range", text.range, 0.0, 10_000.0),
        ("strength", text.strength, -100.0, 100.0),
    ] {
        if !(low..=high).contains(&number) {
            return wrong(thing, format!("{what} must be {low} to {high}, not {number}"));
        }
    }
    Ok(Entity {
        name: text.name.clone(),
        faction: text.faction.clone(),
        kind: text.kind.clone(),
        at,
        storey: 0,
        forward: text.forward.map_or(Ok(DVec2::X), |way| direction(&thing, way))?,
        speed: text.speed,
        range: text.range,
        strength: text.strength,
        destination: text.destination.map(|at| point(&thing, at)).transpose()?,
    })
}

fn roles(file: &File, entities: &[Entity], covers: usize) -> Result<Roles, SceneError> {
    let find = |role: &str, name: &str| {
        let found = entities.iter().position(|entity| entity.name == name);
        found.map_or_else(|| wrong(role, format!("there is no entity {name:?}")), Ok)
    };
    let maybe = |role: &str, name: &Option<String>| name.as_ref().map(|name| find(role, name)).transpose();
    if let Some(current) = file.current.filter(|&current| current >= covers) {
        return wrong(
            "current",
            format!("there is no cover {current}; trees and boulders come first, from 0"),
        );
    }
    Ok(Roles {
        puppet: find("puppet", &file.puppet)?,
        target: maybe("target", &file.target)?,
        player: maybe("player", &file.player)?,
        leader: maybe("leader", &file.leader)?,
        squad: file.squad.iter().map(|name| find("squad", name)).collect::<Result<_, _>>()?,
        reference: file.reference.map(|at| point("reference", at)).transpose()?,
        current: file.current,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_stands_off_the_map() {
        let scene = |at: &str| {
            Scene::parse(&format!("side = 2\nmap = '...'\npuppet = 'a'\n[[entity]]\nname = 'a'\nat = {at}"))
        };
        assert!(scene("[5.9, 1.9]").is_ok());
        for at in ["[6.0, 1.0]", "[1.0, 2.0]", "[-0.1, 1.0]", "[1e300, 1.0]"] {
            let error = scene(at).expect_err(at).to_string();
            assert!(
                error.contains("entity \"a\"") && error.contains("is off the map, which is 6 m by 2 m"),
                "{error}"
            );
        }
        assert!(scene("[nan, 1.0]").is_err());
    }
}
