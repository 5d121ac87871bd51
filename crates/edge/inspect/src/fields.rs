//! Fields as an operator sees and changes them.

use crate::inspected::Problem;
use crate::report::{FieldKind, FieldReport, FieldTile};
use wold_fields::engine::{Cell, Engine, Kind, LIMIT};
use wold_steward::Steward;
use wold_world::Decree;
use wold_world::environment::{CELL_METRES, Environment, TILE_CELLS};

/// The farthest an operator's event reaches, in cells.
const FARTHEST: f64 = 64.0;
/// The longest it lasts, in steps of its field.
const LONGEST: f64 = 10_000.0;

fn engines(steward: &Steward) -> Result<[&Engine; 3], Problem> {
    steward.realm().ecs().resource::<Environment>().engines().ok_or(Problem::NoFields)
}

/// A field with every tile of it, and the names of all.
pub(crate) fn show(steward: &Steward, name: &str) -> Result<FieldReport, Problem> {
    let engines = engines(steward)?;
    let all = || engines.iter().flat_map(|engine| engine.book().iter().map(move |entry| (*engine, entry)));
    let found = all().find(|(_, (property, _))| property.name == name).or_else(|| all().next());
    let (engine, (property, layer)) = found.ok_or(Problem::NoFields)?;
    let kind = match property.kind {
        Kind::Scalar => FieldKind::Scalar,
        Kind::Polar => FieldKind::Polar,
        Kind::Cartesian => FieldKind::Cartesian,
    };
    let second = (property.kind != Kind::Scalar).then(|| layer.second());
    let tiles = engine.tiles().filter_map(|tile| {
        Some(FieldTile {
            x: tile.x,
            y: tile.y,
            values: engine.layer(layer, tile)?,
            second: second.and_then(|layer| engine.layer(layer, tile)),
        })
    });
    Ok(FieldReport {
        name: property.name.clone(),
        kind,
        names: all().map(|(_, (property, _))| property.name.clone()).collect(),
        events: engines.iter().flat_map(|engine| engine.event_kinds()).map(str::to_owned).collect(),
        side: TILE_CELLS,
        cell_metres: CELL_METRES,
        tiles: tiles.collect(),
    })
}

fn thousandths(value: f64) -> Option<i32> {
    (value.abs() <= f64::from(LIMIT)).then(|| (value * 1000.0).round() as i32)
}

/// The decree that sets a cell.
pub(crate) fn set(steward: &Steward, name: String, cell: [i32; 2], value: f64) -> Result<Decree, Problem> {
    let engines = engines(steward)?;
    let value = thousandths(value).ok_or(Problem::TooMuch(LIMIT))?;
    let Some(engine) = engines.iter().find(|engine| engine.book().find(&name).is_some()) else {
        return Err(Problem::NoSuchField(name));
    };
    engine.get(&name, Cell::new(cell[0].into(), cell[1].into()))?;
    Ok(Decree::SetField { property: name, cell, value })
}

/// The decree that lets something befall a place; sizes are its reach, strength and span.
pub(crate) fn befall(
    steward: &Steward,
    kind: String,
    cell: [i32; 2],
    sizes: [f64; 3],
) -> Result<Decree, Problem> {
    if !engines(steward)?.iter().any(|engine| engine.event_kinds().any(|known| known == kind)) {
        return Err(Problem::NoSuchEvent(kind));
    }
    let [radius, strength, span] = sizes;
    let sound = (0.0..=FARTHEST).contains(&radius) && (1.0..=LONGEST).contains(&span);
    let Some(strength) = thousandths(strength).filter(|_| sound) else {
        return Err(Problem::EventTooLarge { reach: FARTHEST, strength: LIMIT, span: LONGEST });
    };
    Ok(Decree::Befall { kind, cell, radius: radius as u8, strength, span: span as u16 })
}
