//! What a world's games might tell: every extent, nothing and predicted.

use serde_json::{Value, json};
use wold_wire::herald::{Field, Kind, Manifest, Policy};

pub fn kinds() -> Manifest {
    let fields = vec![
        Field::real(-500, 500, 10).going_by("vx", 5).named("x"),
        Field::whole(-20, 20).named("vx"),
        Field::flag().named("fell"),
        Field::count().or_nothing().named("points"),
        Field::id().named("body"),
        Field::letters(24).named("name"),
    ];
    Manifest { kinds: vec![Kind { name: "race/runner".into(), policy: Policy::Reckoned, every: 2, fields }] }
}

pub fn kinds_json() -> Value {
    let field = |name: &str, extent: Value, optional: bool, predicted: Value| json!({"name":name,"extent":extent,"optional":optional,"predicted":predicted});
    json!({"kinds":[{"name":"race/runner","policy":"reckoned","every":2,"fields":[
        field("x", json!({"kind":"real","least":-500,"most":500,"steps":10}), false, json!({"by":"vx","slack":5})),
        field("vx", json!({"kind":"whole","least":-20,"most":20}), false, Value::Null),
        field("fell", json!({"kind":"flag"}), false, Value::Null),
        field("points", json!({"kind":"count"}), true, Value::Null),
        field("body", json!({"kind":"id"}), false, Value::Null),
        field("name", json!({"kind":"letters","most":24}), false, Value::Null),
    ]}]})
}
