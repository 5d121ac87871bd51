//! Bytes that both codecs, Rust's and the page's, must agree on.
//!
//! Each file in `golden/` is a list of `{name, hex, value}`; `value` is what the bytes mean, as JSON the page's tests compare
//! with. Run with `WOLD_BLESS=1` to write them anew after a deliberate change, and raise `PROTOCOL_VERSION` with it.

mod golden {
    pub mod acts;
    pub mod kinds;
    pub mod sensed;
    pub mod traded;
    pub mod watched;
}

use golden::acts::acts;
use golden::kinds::{kinds, kinds_json};
use golden::sensed::sensed;
use golden::traded::traded;
use golden::watched::{looks_on, watched};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use wold_lore::land::{
    Chunk, Door, Ecosystem, Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, Growth, GrowthKind,
    House, LATTICE, Lift, Place, PlaceKind, Roof, RoomUse, Sprout, Stairs, ThingKind, VERTICES,
};
use wold_lore::{Deed, Owner};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, Tick};
use wold_wire::message::{BAG_SLOTS, Saw, Slot, TurnedAway};
use wold_wire::snapshot::SenderConfig;
use wold_wire::state::course_vector;
use wold_wire::surroundings::Here;
use wold_wire::*;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn check(file: &str, entries: &[Value]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(file);
    let lines: Vec<String> = entries.iter().map(|e| format!("  {e}")).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("golden file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "{file} differs; if that is meant, bless it and raise PROTOCOL_VERSION");
}

#[allow(clippy::needless_pass_by_value)] // the value is spent in the macro
fn entry(name: &str, bytes: &[u8], value: Value) -> Value {
    json!({ "name": name, "hex": hex(bytes), "value": value })
}

#[test]
fn what_guests_say_has_not_changed() {
    let chunk = ChunkPos { x: -4, y: 900 };
    let hello = |login| {
        FromGuest::Hello(Hello { protocol: 0xfa8f_3ae2, seed: Some(0xdead_beef_0000_002a), view: 6, login })
    };
    let deed = |number, intent| FromGuest::Do { number, intent };
    let cases: Vec<(&str, FromGuest, Value)> = vec![
        (
            "hello guest",
            hello(Login::Guest { name: "Ann".into() }),
            json!({"type":"hello","protocol":0xfa8f_3ae2u32,"seed":"16045690981097406506","view":6,"login":{"type":"guest","name":"Ann"}}),
        ),
        (
            "hello account",
            hello(Login::Account { name: "Bo".into(), password: "pässword".into() }),
            json!({"type":"hello","protocol":0xfa8f_3ae2u32,"seed":"16045690981097406506","view":6,"login":{"type":"account","name":"Bo","password":"pässword"}}),
        ),
        (
            "hello register",
            hello(Login::Register { name: "Cy".into(), password: "secret12".into(), guest: None }),
            json!({"type":"hello","protocol":0xfa8f_3ae2u32,"seed":"16045690981097406506","view":6,"login":{"type":"register","name":"Cy","password":"secret12","guest":null}}),
        ),
        (
            "hello register as the guest one is",
            hello(Login::Register { name: "Cy".into(), password: "secret12".into(), guest: Some([7; 16]) }),
            json!({"type":"hello","protocol":0xfa8f_3ae2u32,"seed":"16045690981097406506","view":6,"login":{"type":"register","name":"Cy","password":"secret12","guest":"07".repeat(16)}}),
        ),
        (
            "hello inhabitant",
            hello(Login::Inhabitant { name: "Di".into(), pass: "bread and salt".into() }),
            json!({"type":"hello","protocol":0xfa8f_3ae2u32,"seed":"16045690981097406506","view":6,"login":{"type":"inhabitant","name":"Di","pass":"bread and salt"}}),
        ),
        (
            "hello resume",
            FromGuest::Hello(Hello {
                protocol: 7,
                seed: None,
                view: 3,
                login: Login::Resume { token: [9; 16] },
            }),
            json!({"type":"hello","protocol":7,"seed":null,"view":3,"login":{"type":"resume","token":"09".repeat(16)}}),
        ),
        (
            "say",
            deed(1, Intent::Say { text: "Grüß dich!".into(), loudness: Loudness::Shout, act: None }),
            json!({"type":"do","number":1,"intent":{"type":"say","text":"Grüß dich!","loudness":2,"act":null}}),
        ),
        (
            "look",
            deed(2, Intent::Look(Target::Entity(EntityId(70_000)))),
            json!({"type":"do","number":2,"intent":{"type":"look","target":{"type":"entity","id":"70000"}}}),
        ),
        (
            "take",
            deed(300, Intent::Take(EntityId(u64::MAX))),
            json!({"type":"do","number":300,"intent":{"type":"take","id":"18446744073709551615"}}),
        ),
        (
            "drop",
            deed(4, Intent::Drop { slot: 7 }),
            json!({"type":"do","number":4,"intent":{"type":"drop","slot":7}}),
        ),
        (
            "use on nothing",
            deed(5, Intent::Use { slot: 0, on: Target::Nothing }),
            json!({"type":"do","number":5,"intent":{"type":"use","slot":0,"on":{"type":"nothing"}}}),
        ),
        (
            "use on growth",
            deed(6, Intent::Use { slot: 1, on: Target::Growth { chunk, index: 513 } }),
            json!({"type":"do","number":6,"intent":{"type":"use","slot":1,"on":{"type":"growth","chunk":[-4,900],"index":513}}}),
        ),
        (
            "use on edge",
            deed(7, Intent::Use { slot: 2, on: Target::Edge { chunk, x: 31, y: 2, side: EdgeSide::West } }),
            json!({"type":"do","number":7,"intent":{"type":"use","slot":2,"on":{"type":"edge","chunk":[-4,900],"x":31,"y":2,"side":1}}}),
        ),
        (
            "give",
            deed(8, Intent::Give { slot: 3, to: EntityId(12) }),
            json!({"type":"do","number":8,"intent":{"type":"give","slot":3,"to":"12"}}),
        ),
        (
            "strike",
            deed(9, Intent::Strike(EntityId(13))),
            json!({"type":"do","number":9,"intent":{"type":"strike","id":"13"}}),
        ),
        (
            "hold",
            deed(10, Intent::Hold { slot: 5 }),
            json!({"type":"do","number":10,"intent":{"type":"hold","slot":5}}),
        ),
        (
            "door",
            deed(
                12,
                Intent::Door { chunk, door: Door { house: 3, level: 1, x: 7, y: 9, side: EdgeSide::West } },
            ),
            json!({"type":"do","number":12,"intent":{"type":"door","chunk":{"x":-4,"y":900},"door":{"house":3,"level":1,"x":7,"y":9,"side":1}}}),
        ),
        (
            "close",
            deed(13, Intent::Close { foe: EntityId(300) }),
            json!({"type":"do","number":13,"intent":{"type":"close","foe":"300"}}),
        ),
        (
            "draw",
            deed(14, Intent::Draw { chunk, place: 2 }),
            json!({"type":"do","number":14,"intent":{"type":"draw","chunk":[-4,900],"place":2}}),
        ),
        (
            "game",
            deed(11, Intent::Game { verb: 513, payload: vec![1, 2, 255] }),
            json!({"type":"do","number":11,"intent":{"type":"game","verb":513,"payload":"0102ff"}}),
        ),
        ("view", FromGuest::View { rings: 8 }, json!({"type":"view","rings":8})),
        (
            "dropped",
            FromGuest::Dropped(vec![chunk, ChunkPos { x: 0, y: -1 }]),
            json!({"type":"dropped","chunks":[[-4,900],[0,-1]]}),
        ),
        ("ping", FromGuest::Ping { mark: 0xfeed_f00d }, json!({"type":"ping","mark":0xfeed_f00du32})),
        ("goodbye", FromGuest::Goodbye, json!({"type":"goodbye"})),
    ];
    let mut cases = cases;
    cases.extend(looks_on());
    for (name, act, value) in acts() {
        let say = deed(1, Intent::say("Bo, hear this.", Some(act)));
        let value = json!({"type":"do","number":1,"intent":{"type":"say","text":"Bo, hear this.","loudness":0,"act":value}});
        cases.push((name, say, value));
    }
    let mut entries = Vec::new();
    for (name, message, value) in cases {
        let bytes = message.encode();
        assert_eq!(FromGuest::decode(&bytes), Ok(message), "{name}");
        entries.push(entry(name, &bytes, value));
    }
    check("from_guest.json", &entries);
}

#[test]
fn steering_has_not_changed() {
    let walk = Steering { east: -90, north: 127, heading: 200, gait: Gait::Run };
    let still = Steering { heading: 3, gait: Gait::Sit, ..Default::default() };
    let as_json =
        |s: &Steering| json!({"east": s.east, "north": s.north, "heading": s.heading, "gait": s.gait as u8});
    let mut entries = Vec::new();
    for (name, acks, steerings) in [
        ("first", Acks::default(), vec![still]),
        ("walking", Acks { newest: Some(Seq(65_535)), before: 0x8000_0001 }, vec![still, walk, walk, walk]),
        ("nothing", Acks { newest: Some(Seq(1)), before: 0 }, vec![]),
    ] {
        let packet = SteeringPacket { acks, newest: Seq(77), steerings };
        let bytes = packet.encode();
        assert_eq!(SteeringPacket::decode(&bytes), Ok(packet.clone()), "{name}");
        let value = json!({
            "ack": packet.acks.newest.map(|s| s.0), "before": packet.acks.before, "newest": 77,
            "steerings": packet.steerings.iter().map(as_json).collect::<Vec<_>>(),
        });
        entries.push(entry(name, &bytes, value));
    }
    check("steering.json", &entries);
}

fn busy_chunk() -> Chunk {
    let pos = ChunkPos { x: -3, y: 7 };
    let mut chunk = Chunk::meadow(pos);
    for i in 0..VERTICES {
        let (column, row) = ((i % LATTICE) as i16, (i / LATTICE) as i16);
        chunk.heights[i] = column * 9 - row * row / 3 + (column * row) % 5;
        chunk.moisture[i] = (i % 256) as u8;
        if row < 3 {
            chunk.water[i] = -16 + row;
            chunk.ecosystems[i] = Ecosystem::River;
        }
        if column == 8 {
            chunk.road[i] = 200;
        }
    }
    chunk.growths.push(Growth { kind: GrowthKind::Oak, at: [4095, 17], size: 130, turn: 9 });
    chunk.growths.push(Growth { kind: GrowthKind::MineMouth, at: [0, 2048], size: 255, turn: 255 });
    chunk.sprouts.push(Sprout { kind: ThingKind::Apple, at: [5, 4000] });
    chunk.places.push(Place {
        kind: PlaceKind::Inn,
        name: "The Öak".into(),
        at: pos.origin() + DVec2::new(3.5, 30.25),
    });
    chunk.houses.push(House {
        corner: pos.origin() + DVec2::new(4.0, 6.0),
        width: 3,
        depth: 2,
        base: -40,
        floors: vec![
            Floor {
                rooms: vec![1, 1, 2, 1, 0, 2],
                uses: vec![RoomUse::Hall, RoomUse::Taproom],
                edges: vec![
                    Edge { x: 3, y: 2, side: EdgeSide::West, kind: EdgeKind::Window },
                    Edge { x: 0, y: 0, side: EdgeSide::South, kind: EdgeKind::Door },
                ],
                stairs: Some(Stairs { x: 0, y: 1, quarter: 1, length: 3 }),
                furniture: vec![Furniture { kind: FurnitureKind::Counter, x: 2, y: 1, quarter: 3 }],
            },
            Floor {
                rooms: vec![1; 6],
                uses: vec![RoomUse::Bedroom],
                edges: vec![],
                stairs: None,
                furniture: vec![],
            },
        ],
        roof: Roof::Hip,
        facade: 5,
    });
    chunk
}

fn chunk_json(c: &Chunk) -> Value {
    let floor = |f: &Floor| {
        json!({
            "rooms": f.rooms, "uses": f.uses.iter().map(|u| *u as u8).collect::<Vec<_>>(),
            "edges": f.edges.iter().map(|e| json!([e.x, e.y, e.side as u8, e.kind as u8])).collect::<Vec<_>>(),
            "stairs": f.stairs.map(|s| json!([s.x, s.y, s.quarter, s.length])),
            "furniture": f.furniture.iter().map(|p| json!([p.kind as u8, p.x, p.y, p.quarter])).collect::<Vec<_>>(),
        })
    };
    json!({
        "pos": [c.pos.x, c.pos.y], "heights": c.heights.to_vec(), "water": c.water.to_vec(), "moisture": c.moisture.to_vec(),
        "ecosystems": c.ecosystems.iter().map(|e| *e as u8).collect::<Vec<_>>(), "road": c.road.to_vec(),
        "growths": c.growths.iter().map(|g| json!([g.kind as u8, g.at[0], g.at[1], g.size, g.turn])).collect::<Vec<_>>(),
        "sprouts": c.sprouts.iter().map(|s| json!([s.kind as u8, s.at[0], s.at[1]])).collect::<Vec<_>>(),
        "places": c.places.iter().map(|p| json!({"kind": p.kind as u8, "name": p.name, "at": [p.at.x, p.at.y]})).collect::<Vec<_>>(),
        "houses": c.houses.iter().map(|h| json!({
            "corner": [h.corner.x, h.corner.y], "width": h.width, "depth": h.depth, "base": h.base,
            "roof": h.roof as u8, "facade": h.facade, "floors": h.floors.iter().map(floor).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

#[test]
fn what_the_host_says_has_not_changed() {
    let changes = ChunkChanges {
        version: 300,
        gone: BTreeSet::from([0, 5, 400]),
        built: BTreeMap::from([((3, 31, EdgeSide::West), EdgeKind::Door)]),
        lift: Lift([0, 5, -7, 32_000, -32_000, 1, 2, 3, 4]),
    };
    let changes_json =
        json!({"version":300,"gone":[0,5,400],"built":[[3,31,1,1]],"lift":[0,5,-7,32000,-32000,1,2,3,4]});
    let mut slots = [None; BAG_SLOTS];
    slots[2] = Some(Slot { kind: ThingKind::Lantern, id: EntityId(99), count: 1 });
    let welcome = Welcome {
        guest: GuestId(5),
        body: EntityId(1 << 50),
        seed: 42,
        tick: Tick(123_456),
        token: [0xab; 16],
        operator: true,
        view: 6,
        world: "Wold".into(),
        physique: Physique { walk: 2.5, ..Physique::default() },
        decided: 300,
        manifest: Arc::new(kinds()),
    };
    let land = busy_chunk();
    let land_json = chunk_json(&land);
    let cases: Vec<(&str, FromHost, Value)> = vec![
        (
            "welcome",
            FromHost::Welcome(welcome),
            json!({"type":"welcome","guest":"5","body":"1125899906842624","seed":"42","tick":123_456,"token":"ab".repeat(16),"operator":true,"view":6,"world":"Wold","physique":[2.5,5.5,1.1f32,1.4f32,24.0,0.35f32,1.1f32,0.9f32,0.05f32,0.09f32],"decided":300,"manifest":kinds_json()}),
        ),
        (
            "turned away",
            FromHost::TurnedAway { reason: TurnedAway::NameTaken, text: "that name is taken".into() },
            json!({"type":"turnedAway","reason":3,"text":"that name is taken"}),
        ),
        (
            "chunk",
            FromHost::Chunk { land: Arc::new(land), changes: changes.clone() },
            json!({"type":"chunk","land":land_json,"changes":changes_json}),
        ),
        (
            "changed",
            FromHost::Changed { pos: ChunkPos { x: 1, y: -1 }, changes },
            json!({"type":"changed","pos":[1,-1],"changes":changes_json}),
        ),
        ("forget", FromHost::Forget(ChunkPos { x: 1, y: 2 }), json!({"type":"forget","pos":[1,2]})),
        (
            "heard",
            FromHost::Heard {
                speaker: EntityId(8),
                name: "Ann".into(),
                loudness: Loudness::Whisper,
                text: "psst".into(),
                act: None,
                muffled: true,
            },
            json!({"type":"heard","speaker":"8","name":"Ann","loudness":1,"text":"psst","act":null,"muffled":true}),
        ),
        (
            "answer done",
            FromHost::Answer { number: 1000, outcome: Outcome::Done },
            json!({"type":"answer","number":1000,"outcome":{"type":"done"}}),
        ),
        (
            "answer told",
            FromHost::Answer { number: 1, outcome: Outcome::Told("an oak".into()) },
            json!({"type":"answer","number":1,"outcome":{"type":"told","text":"an oak"}}),
        ),
        (
            "answer seen",
            FromHost::Answer {
                number: 3,
                outcome: Outcome::Seen(
                    "Ann, a guard, is in good health.".into(),
                    Bearing { who: EntityId(300), guard: true, repute: Repute::Bad },
                ),
            },
            json!({"type":"answer","number":3,"outcome":{"type":"seen","text":"Ann, a guard, is in good health.","who":"300","guard":true,"repute":2}}),
        ),
        (
            "answer refused",
            FromHost::Answer { number: 2, outcome: Outcome::Refused(Refusal::HandsFull) },
            json!({"type":"answer","number":2,"outcome":{"type":"refused","refusal":4,"text":"your bag is full"}}),
        ),
        (
            "bag",
            FromHost::Bag { slots, held: Some(2), worn: None },
            json!({"type":"bag","slots":[null,null,{"kind":7,"id":"99","count":1},null,null,null,null,null],"held":2,"worn":null}),
        ),
        (
            "empty bag",
            FromHost::Bag { slots: [None; BAG_SLOTS], held: None, worn: None },
            json!({"type":"bag","slots":[null,null,null,null,null,null,null,null],"held":null,"worn":null}),
        ),
        (
            "clock",
            FromHost::Clock { tick: Tick(500), day: 32_768, days: 3, paused: false },
            json!({"type":"clock","tick":500,"day":32768,"days":3,"paused":false}),
        ),
        (
            "notice",
            FromHost::Notice("the host stops in a moment".into()),
            json!({"type":"notice","text":"the host stops in a moment"}),
        ),
        ("pong", FromHost::Pong { mark: 0xfeed_f00d }, json!({"type":"pong","mark":0xfeed_f00du32})),
        ("goodbye", FromHost::Goodbye("bye".into()), json!({"type":"goodbye","text":"bye"})),
        ("told", FromHost::Told { letter: vec![7, 0] }, json!({"type":"told","letter":"0700"})),
        (
            "felt",
            FromHost::Felt(Felt {
                corner: [-12, 70_000],
                here: Here {
                    wind_turn: 32,
                    wind_speed: 50,
                    warmth: 158,
                    regard: -61,
                    prices: Some([412, 600, 65_535, 1400]),
                    duty: true,
                    smells: [3, 0, 1, 2],
                },
                changes: [
                    vec![(0, 15), (48, 1)],
                    vec![],
                    vec![(24, 7)],
                    vec![],
                    vec![],
                    (0..49).map(|i| (i, i % 16)).collect(),
                    vec![(3, 9)],
                ],
            }),
            json!({"type":"felt","corner":[-12,70000],"wind_turn":32,"wind_speed":50,"warmth":158,"regard":-61,
                "prices":[412,600,65535,1400],"duty":true,"smells":[3,0,1,2],
                "changes":[[[0,15],[48,1]],[],[[24,7]],[],[],(0..49).map(|i| json!([i, i % 16])).collect::<Vec<_>>(),[[3,9]]]}),
        ),
        (
            "felt nothing special",
            FromHost::Felt(Felt::default()),
            json!({"type":"felt","corner":[0,0],"wind_turn":0,"wind_speed":0,"warmth":0,"regard":0,"prices":null,"duty":false,"smells":[0,0,0,0],
                "changes":[[],[],[],[],[],[],[]]}),
        ),
        (
            "saw a theft",
            FromHost::Saw(Saw {
                doer: Some(EntityId(7)),
                deed: Deed::Steal,
                object: Some(EntityId(u64::MAX)),
                thing: Some(ThingKind::Bread),
                whose: Some(Owner::Person(EntityId(300))),
                place: DVec2::new(-12.5, 70_000.25),
            }),
            json!({"type":"saw","doer":"7","deed":"steals","object":"18446744073709551615","thing":ThingKind::Bread as u8,
                "whose":"300","place":[-12.5,70000.25]}),
        ),
        (
            "saw a find",
            FromHost::Saw(Saw {
                doer: None,
                deed: Deed::Find,
                object: None,
                thing: None,
                whose: None,
                place: DVec2::ZERO,
            }),
            json!({"type":"saw","doer":null,"deed":"finds","object":null,"thing":null,"whose":null,"place":[0.0,0.0]}),
        ),
        (
            "the market's",
            FromHost::Whose { thing: EntityId(9), owner: Some(Owner::Market) },
            json!({"type":"whose","thing":"9","owner":"market"}),
        ),
        (
            "somebody's",
            FromHost::Whose { thing: EntityId(9), owner: Some(Owner::Person(EntityId(8))) },
            json!({"type":"whose","thing":"9","owner":"8"}),
        ),
        (
            "nobody's any more",
            FromHost::Whose { thing: EntityId(9), owner: None },
            json!({"type":"whose","thing":"9","owner":null}),
        ),
    ];
    let mut cases = cases;
    cases.extend(sensed());
    cases.extend(traded());
    cases.extend(watched());
    for (name, act, value) in acts() {
        let heard = FromHost::Heard {
            speaker: EntityId(8),
            name: "Ann".into(),
            loudness: Loudness::Talk,
            text: "Bo, hear this.".into(),
            act: Some(Arc::new(act)),
            muffled: false,
        };
        let value = json!({"type":"heard","speaker":"8","name":"Ann","loudness":0,"text":"Bo, hear this.","act":value,"muffled":false});
        cases.push((name, heard, value));
    }
    let mut entries = Vec::new();
    for (name, message, value) in cases {
        let bytes = message.encode();
        assert_eq!(FromHost::decode(&bytes), Ok(message), "{name}");
        entries.push(entry(name, &bytes, value));
    }
    check("from_host.json", &entries);
}

fn state_json(s: &EntityState) -> Value {
    json!({"x":s.x,"y":s.y,"course":s.course,"speed":s.speed,"heading":s.heading,"level":s.level,"pose":s.pose as u8,"gesture":s.gesture,"held":s.held,"health":s.health})
}

/// A conversation of snapshots: bodies walk, turn, act, enter, leave; every third packet is lost, and for six seconds no acknowledgement
/// comes back, so that first the guest is told of itself alone, and then of everything anew.
#[test]
fn a_conversation_of_snapshots_has_not_changed() {
    let mut sender = Sender::new(SenderConfig::default());
    let mut receiver = Receiver::default();
    let mut entries = Vec::new();
    let state = |id: u64, t: u64| EntityState {
        x: (id * 1000 + t * id) as i32,
        y: -(t as i32) * 7,
        course: (t / 3 * 5) as u8,
        speed: if id == 2 { 0 } else { 22 },
        heading: (t * 3) as u8,
        level: (id % 3) as u8,
        pose: Pose::from_bits((t / 4) as u8),
        gesture: (t / 5 % 64) as u8,
        held: id as u8,
        health: 255 - t as u8,
    };
    let card = |id: u64| {
        let kind = if id == 3 { EntityKind::Thing(ThingKind::Bread) } else { EntityKind::HUMAN };
        Arc::new(Card { id: EntityId(id), kind, name: format!("E{id}"), look: id as u32 * 77 })
    };
    for t in 0..150 {
        let tick = Tick(1000 + t);
        match t {
            0 => (1..4).for_each(|id| sender.enter(tick, card(id), state(id, t), 5.0)),
            9 => sender.leave(tick, EntityId(2)),
            18 => sender.enter(tick, card(2), state(2, t), 5.0),
            15 => {
                let card = Card {
                    id: EntityId(1 << 40),
                    kind: EntityKind::INHABITANT,
                    name: "Späte".into(),
                    look: 1,
                };
                sender.enter(tick, Arc::new(card), state(9, t), 50.0);
            }
            _ => {}
        }
        for id in 1..4 {
            sender.offer(tick, EntityId(id), state(id, t), 5.0);
        }
        let own = OwnState {
            steering: (t > 2 && t != 20).then_some(Seq((t - t % 5 + t / 15 * 40) as u16)),
            place: DVec2::new(-5.25 + t as f64 + (t / 13 * 5000) as f64, 1000.5),
            velocity: if t % 7 == 6 { DVec2::ZERO } else { DVec2::new(20.0 + (t / 6) as f64, -1.5) },
            level: (t / 11) as u8,
            pose: Pose::Running,
            stamina: 250 - t as u8 / 2,
            health: 200u8.wrapping_sub((t / 9 * 20) as u8),
            hunger: t as u8,
        };
        let bytes = sender.pack(tick, own);
        if t % 3 == 2 {
            continue;
        }
        let news = receiver.take(&bytes).expect("our own packets decode").expect("packets come in order");
        let acks = receiver.acks();
        if !(28..138).contains(&t) {
            sender.acknowledged(tick, &acks);
        }
        let value = json!({
            "tick": news.tick.0,
            "own": {"steering": news.own.steering.map(|s| s.0), "place": [news.own.place.x, news.own.place.y], "velocity": [news.own.velocity.x, news.own.velocity.y],
                "level": news.own.level, "pose": news.own.pose as u8, "stamina": news.own.stamina, "health": news.own.health, "hunger": news.own.hunger},
            "entered": news.entered.iter().map(|(c, s)| json!({"id": c.id.0.to_string(), "name": c.name, "look": c.look,
                "kind": match c.kind { EntityKind::Being(being) => json!(being.label()), EntityKind::Thing(k) => json!(k as u8) }, "state": state_json(s)})).collect::<Vec<_>>(),
            "updated": news.updated.iter().map(|(id, s)| json!({"id": id.0.to_string(), "state": state_json(s)})).collect::<Vec<_>>(),
            "left": news.left.iter().map(|id| id.0.to_string()).collect::<Vec<_>>(),
            "ack": acks.newest.map(|s| s.0), "before": acks.before,
        });
        entries.push(entry(&format!("tick {}", tick.0), &bytes, value));
    }
    check("snapshots.json", &entries);
}

#[test]
fn prediction_has_not_changed() {
    let mut entries = Vec::new();
    for course in [0u8, 1, 63, 64, 100, 128, 191, 255] {
        for (speed, ticks) in [(22u8, 1u64), (22, 7), (255, 20), (80, 50), (0, 9)] {
            let state = EntityState { x: -500, y: 900, course, speed, ..Default::default() };
            let then = state.predicted(ticks);
            entries.push(json!({"course": course, "vector": [course_vector(course).0, course_vector(course).1], "speed": speed, "ticks": ticks, "from": [-500, 900], "to": [then.x, then.y]}));
        }
    }
    check("prediction.json", &entries);
}
