//! What guests are told of work and trade, on which both codecs must agree.

use serde_json::{Value, json};
use wold_lore::land::ThingKind;
use wold_lore::{Craft, Portion, Workplace};
use wold_space::EntityId;
use wold_wire::FromHost;
use wold_wire::message::Price;

/// One message of each kind, and what it is called.
pub fn traded() -> Vec<(&'static str, FromHost, Value)> {
    vec![
        (
            "crafts",
            FromHost::Crafts {
                crafts: vec![Craft {
                    name: "bake".into(),
                    at: Workplace::Hearth,
                    takes: vec![Portion { kind: ThingKind::Flour, count: 9 }],
                    gives: vec![Portion { kind: ThingKind::Bread, count: 12 }],
                    minutes: 45,
                    tool: Some(ThingKind::Tools),
                }],
            },
            json!({"type":"crafts","crafts":[{"name":"bake","at":1,"takes":[{"kind":17,"count":9}],"gives":[{"kind":3,"count":12}],"minutes":45,"tool":24}]}),
        ),
        (
            "stand",
            FromHost::Stand {
                who: EntityId(300),
                asks: vec![Price { kind: ThingKind::Bread, coins: 13 }],
                bids: vec![Price { kind: ThingKind::Log, coins: 8 }],
            },
            json!({"type":"stand","who":"300","asks":[{"kind":3,"coins":13}],"bids":[{"kind":4,"coins":8}]}),
        ),
    ]
}
