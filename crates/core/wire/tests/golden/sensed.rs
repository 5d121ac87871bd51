//! What guests are told of doors, nerves, noises and turns, on which both codecs must agree.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use wold_lore::land::{Door, EdgeSide};
use wold_lore::sense::{Amiss, Sound};
use wold_lore::{Awareness, Bucket, Part, Rouse};
use wold_space::{ChunkPos, DVec2, EntityId, Tick};
use wold_wire::FromHost;
use wold_wire::message::Aware;

/// One message of each kind, and what it is called.
pub fn sensed() -> Vec<(&'static str, FromHost, Value)> {
    vec![
        (
            "law",
            FromHost::Law { guards: "input here 0 100\n".into(), banish_days: 30 },
            json!({"type":"law","guards":"input here 0 100\n","banish_days":30}),
        ),
        (
            "doors",
            FromHost::Doors {
                pos: ChunkPos { x: 1, y: -1 },
                open: BTreeSet::from([Door { house: 3, level: 1, x: 7, y: 9, side: EdgeSide::South }]),
            },
            json!({"type":"doors","pos":{"x":1,"y":-1},"open":[{"house":3,"level":1,"x":7,"y":9,"side":0}]}),
        ),
        (
            "aware",
            FromHost::Aware(Aware {
                state: Awareness::Searching,
                cause: Rouse::LostSight,
                about: Some(EntityId(8)),
                place: Some(DVec2::new(-12.5, 70_000.25)),
            }),
            json!({"type":"aware","state":"searching","cause":"lost sight","about":"8","place":[-12.5,70000.25]}),
        ),
        (
            "noise",
            FromHost::Noise { sound: Sound::Blow, turn: 64, metres: 12, loudness: 200, muffled: true },
            json!({"type":"noise","sound":6,"turn":64,"metres":12,"loudness":200,"muffled":true}),
        ),
        (
            "amiss",
            FromHost::Amiss { what: Amiss::Stall, chunk: ChunkPos { x: 1, y: -1 }, east: 8, north: 255 },
            json!({"type":"amiss","what":2,"chunk":[1,-1],"east":8,"north":255}),
        ),
        (
            "missed",
            FromHost::Missed { who: EntityId(9), chunk: ChunkPos { x: 0, y: 2 }, east: 0, north: 4 },
            json!({"type":"missed","who":"9","chunk":[0,2],"east":0,"north":4}),
        ),
        (
            "part",
            FromHost::Part {
                foe: EntityId(9),
                part: Part::Strike,
                turn: 96,
                eighths: 11,
                others: 3,
                until: Tick(1234),
            },
            json!({"type":"part","foe":"9","part":3,"turn":96,"eighths":11,"others":3,"until":1234}),
        ),
        (
            "bucket",
            FromHost::Bucket { chunk: ChunkPos { x: 0, y: 2 }, place: 1, turn: Bucket::Draws },
            json!({"type":"bucket","chunk":[0,2],"place":1,"turn":1}),
        ),
    ]
}
