//! What who only looks on says and is told, on which both codecs must agree.

use serde_json::{Value, json};
use wold_space::EntityId;
use wold_wire::message::Watching;
use wold_wire::{FromGuest, FromHost, Hello, Login};

/// Every wish there is, and what it is called.
pub fn looks_on() -> Vec<(&'static str, FromGuest, Value)> {
    let login = Login::Watch { whom: Some("Ann".into()) };
    let hello = FromGuest::Hello(Hello { protocol: 7, seed: None, view: 3, login });
    let value =
        json!({"type":"hello","protocol":7,"seed":null,"view":3,"login":{"type":"watch","whom":"Ann"}});
    vec![
        ("hello watch", hello, value),
        ("follow", FromGuest::Follow { whom: "Ann".into() }, json!({"type":"follow","whom":"Ann"})),
        ("fly", FromGuest::Fly { to: [-3, 70_000] }, json!({"type":"fly","to":[-3,70_000]})),
    ]
}

/// What is told of a viewpoint.
pub fn watched() -> Vec<(&'static str, FromHost, Value)> {
    let watching = Watching {
        whom: Some(EntityId(70_000)),
        name: "Ann".into(),
        low: [-4000, -3990],
        high: [4000, 4010],
        pace: 24,
        follows: true,
        sights: vec!["Ann".into(), "Bo".into()],
    };
    let value = json!({"type":"watching","whom":"70000","name":"Ann","low":[-4000,-3990],"high":[4000,4010],"pace":24,"follows":true,"sights":["Ann","Bo"]});
    vec![("watching", FromHost::Watching(watching), value)]
}
