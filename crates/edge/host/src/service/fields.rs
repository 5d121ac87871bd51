//! Fields as an operator sees and changes them.

use super::ticker::Ticker;
use serde_json::{Value, json};
use wold_fields::engine::{Cell, Engine, Kind, LIMIT};
use wold_world::Decree;
use wold_world::environment::{CELL_METRES, Environment, TILE_CELLS};

/// The farthest an operator's event reaches, in cells.
const FARTHEST: f64 = 64.0;

fn error(text: impl std::fmt::Display) -> Value {
    json!({"type": "error", "text": text.to_string()})
}

fn engines(ticker: &Ticker) -> Option<[&Engine; 2]> {
    ticker.clockwork.steward().realm().ecs().resource::<Environment>().engines()
}

/// A field with every tile of it, and the names of all.
pub(super) fn show(ticker: &Ticker, name: &str) -> Value {
    let Some(engines) = engines(ticker) else { return error("this world has no fields") };
    let all = || engines.iter().flat_map(|engine| engine.book().iter().map(move |entry| (*engine, entry)));
    let found = all().find(|(_, (property, _))| property.name == name).or_else(|| all().next());
    let Some((engine, (property, layer))) = found else { return error("this world has no fields") };
    let kind = match property.kind {
        Kind::Scalar => "scalar",
        Kind::Polar => "polar",
        Kind::Cartesian => "cartesian",
    };
    let second = (property.kind != Kind::Scalar).then(|| layer.second());
    let tiles: Vec<Value> = engine
        .tiles()
        .map(|tile| {
            json!({"x": tile.x, "y": tile.y, "values": engine.layer(layer, tile),
                "second": second.and_then(|layer| engine.layer(layer, tile))})
        })
        .collect();
    let names: Vec<&str> = all().map(|(_, (property, _))| property.name.as_str()).collect();
    let events: Vec<&str> = engines.iter().flat_map(|engine| engine.event_kinds()).collect();
    json!({
        "type": "field", "name": property.name, "kind": kind, "names": names, "events": events,
        "side": TILE_CELLS, "cell_metres": CELL_METRES, "tiles": tiles,
    })
}

fn thousandths(value: f64) -> Option<i32> {
    (value.abs() <= f64::from(LIMIT)).then(|| (value * 1000.0).round() as i32)
}

/// Has a cell set with the next tick.
pub(super) fn set(ticker: &mut Ticker, name: String, cell: [i32; 2], value: f64) -> Value {
    let Some(engines) = engines(ticker) else { return error("this world has no fields") };
    let Some(value) = thousandths(value) else { return error(format!("values lie within ±{LIMIT}")) };
    let Some(engine) = engines.iter().find(|engine| engine.book().find(&name).is_some()) else {
        return error(format!("there is no field {name:?}"));
    };
    if let Err(problem) = engine.get(&name, Cell::new(cell[0].into(), cell[1].into())) {
        return error(problem);
    }
    ticker.clockwork.steward_mut().decree(Decree::SetField { property: name, cell, value });
    json!({"type": "done"})
}

/// Has something befall a place with the next step of its field.
pub(super) fn befall(ticker: &mut Ticker, kind: String, cell: [i32; 2], sizes: [f64; 3]) -> Value {
    let Some(engines) = engines(ticker) else { return error("this world has no fields") };
    if !engines.iter().any(|engine| engine.event_kinds().any(|known| known == kind)) {
        return error(format!("there is no event {kind:?}"));
    }
    let [radius, strength, span] = sizes;
    let sound = (0.0..=FARTHEST).contains(&radius) && (1.0..=10_000.0).contains(&span);
    let Some(strength) = thousandths(strength).filter(|_| sound) else {
        return error(format!(
            "reach is 0 to {FARTHEST} cells, strength within ±{LIMIT}, span 1 to 10000 steps"
        ));
    };
    ticker.clockwork.steward_mut().decree(Decree::Befall {
        kind,
        cell,
        radius: radius as u8,
        strength,
        span: span as u16,
    });
    json!({"type": "done"})
}
