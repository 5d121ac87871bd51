//! The operator's window: `/inspect/ws` speaks JSON, `/inspect/map.png` draws the land, `/inspect/ways.png` where one can walk.

use super::fields;
use super::influence;
use super::operator::{self, Operator};
use super::reception::Desk;
use super::ticker::{Event, Ticker};
use crate::map::Chart;
use crate::transport::Streams;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use wold_space::land::ThingKind;
use wold_space::{CHUNK_METRES, ChunkPos, EntityId};
use wold_steward::Stage;
use wold_wire::EntityKind;
use wold_wire::state::metres_to_steps;
use wold_world::Decree;

/// Time between two pictures of the world.
const REFRESH: Duration = Duration::from_millis(250);
/// Longest message an operator's page sends.
const LONGEST: usize = 4096;
/// Commands shown for an entity.
const COMMANDS_SHOWN: usize = 20;

#[derive(Clone)]
pub(super) struct Window {
    desk: Arc<Desk>,
    chart: Chart,
}

impl Window {
    pub(super) fn desk(&self) -> &Desk {
        &self.desk
    }
}

pub(super) fn routes(desk: Arc<Desk>, chart: Chart) -> Router {
    Router::new()
        .route("/inspect/ws", get(open))
        .route("/inspect/map.png", get(map))
        .route("/inspect/ways.png", get(super::ways::draw))
        .with_state(Window { desk, chart })
}

async fn open(State(window): State<Window>, streams: Streams, upgrade: WebSocketUpgrade) -> Response {
    match streams.take() {
        Ok(seat) => upgrade.max_message_size(LONGEST).on_upgrade(move |socket| async move {
            let _seat = seat;
            greet(socket, window.desk, streams.peer().ip()).await;
        }),
        Err(answer) => answer,
    }
}

/// Waits for the token, which must be the first word.
async fn greet(mut socket: WebSocket, desk: Arc<Desk>, address: IpAddr) {
    let first = tokio::time::timeout(desk.handshake, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return };
    match serde_json::from_str(&text) {
        Ok(Question::Token { token }) if operator::admits(&desk, &token, address) => {
            attend(socket, desk).await;
        }
        _ => {
            let text = "the operator's token is needed; `wold serve` prints the address with it";
            let error = json!({"type": "error", "text": text});
            let _ = socket.send(Message::Text(error.to_string().into())).await;
        }
    }
}

/// What an operator's page asks.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Question {
    /// The first word: who asks may.
    Token {
        token: String,
    },
    Select {
        id: String,
    },
    /// Look into somebody's mind.
    Mind {
        id: String,
    },
    /// Follow a rumour through all minds, by the key a mind gives it.
    Spread {
        matter: String,
    },
    Pause,
    Resume,
    Step,
    /// Put somebody elsewhere, in metres.
    Move {
        id: String,
        x: f64,
        y: f64,
    },
    /// Give somebody a thing, by its name.
    Grant {
        id: String,
        thing: String,
    },
    /// Make somebody a guard, or no longer one.
    Appoint {
        id: String,
        guard: bool,
    },
    /// Show a field; the first there is if the name is of none.
    Field {
        name: String,
    },
    /// Show a layer of influence about a fighter, or about the first there is.
    Influence {
        layer: String,
        id: Option<String>,
    },
    /// Set a field in a cell.
    SetField {
        name: String,
        cell: [i32; 2],
        value: f64,
    },
    /// Let something befall a place.
    Befall {
        kind: String,
        cell: [i32; 2],
        radius: f64,
        strength: f64,
        span: f64,
    },
    /// Close this world and open the one of another seed.
    NewWorld {
        seed: u64,
    },
}

async fn attend(mut socket: WebSocket, desk: Arc<Desk>) {
    let mut refresh = tokio::time::interval(REFRESH);
    let mut seen_tick = 0;
    let mut watched = None;
    loop {
        let reply = tokio::select! {
            _ = refresh.tick() => {
                let state = ask(&desk, picture).await;
                state.map(|mut state| {
                    let ticks = desk.figures.since(seen_tick);
                    seen_tick = ticks.last().map_or(seen_tick, |cost| cost.tick);
                    state["ticks"] = ticks.iter().map(tick_json).collect();
                    state["fights"] = desk.fights.lock().expect("no holder of the fights panics").clone();
                    state["plan"] = watched.map_or(Value::Null, |walker| plan(&desk, walker));
                    state
                })
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => answer(&desk, &text, &mut watched).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        let Some(reply) = reply else { return };
        if socket.send(Message::Text(reply.to_string().into())).await.is_err() {
            return;
        }
    }
}

/// Asks the world's thread; `None` when it has stopped.
pub(super) async fn ask<T: Send + 'static>(
    desk: &Desk,
    question: impl FnOnce(&mut Ticker) -> T + Send + 'static,
) -> Option<T> {
    let (tell, told) = tokio::sync::oneshot::channel();
    let event = Event::Ask(Box::new(move |ticker| drop(tell.send(question(ticker)))));
    desk.events.try_send(event).ok()?;
    told.await.ok()
}

/// Answers a question; whoever is selected is `watched` from then on.
async fn answer(desk: &Desk, text: &str, watched: &mut Option<EntityId>) -> Option<Value> {
    let question = match serde_json::from_str::<Question>(text) {
        Ok(question) => question,
        Err(error) => return Some(json!({"type": "error", "text": format!("not understood: {error}")})),
    };
    match question {
        Question::Token { .. } => Some(json!({"type": "done"})),
        Question::Select { id } => match entity_id(&id) {
            Ok(id) => {
                *watched = Some(id);
                ask(desk, move |ticker| entity(ticker, id)).await
            }
            Err(error) => Some(error),
        },
        Question::Mind { id } => {
            Some(entity_id(&id).map_or_else(|error| error, |id| desk.minds.portrait(id)))
        }
        Question::Spread { matter } => Some(desk.minds.spread(&matter)),
        Question::Move { id, x, y } => {
            let farthest = f64::from(ChunkPos::LIMIT) * CHUNK_METRES;
            if !(x.abs() < farthest && y.abs() < farthest) {
                return Some(json!({"type": "error", "text": format!("{x}, {y} is outside the world")}));
            }
            let to = [metres_to_steps(x), metres_to_steps(y)];
            decree(desk, &id, |who| Decree::Move { who, to }).await
        }
        Question::Grant { id, thing } => match ThingKind::ALL.iter().find(|kind| kind.label() == thing) {
            Some(&thing) => decree(desk, &id, |who| Decree::Grant { who, thing }).await,
            None => Some(json!({"type": "error", "text": format!("there is no {thing:?}")})),
        },
        Question::Appoint { id, guard } => decree(desk, &id, |who| Decree::Appoint { who, guard }).await,
        Question::Field { name } => ask(desk, move |ticker| fields::show(ticker, &name)).await,
        Question::Influence { layer, id } => {
            let whose = id.and_then(|id| entity_id(&id).ok());
            let fights = desk.fights.lock().expect("no holder of the fights panics").clone();
            ask(desk, move |ticker| influence::show(ticker, &fights, &layer, whose)).await
        }
        Question::SetField { name, cell, value } => {
            ask(desk, move |ticker| fields::set(ticker, name, cell, value)).await
        }
        Question::Befall { kind, cell, radius, strength, span } => {
            ask(desk, move |ticker| fields::befall(ticker, kind, cell, [radius, strength, span])).await
        }
        Question::Pause => {
            ask(desk, |ticker| {
                if !ticker.clockwork.is_alone() {
                    return json!({"type": "error", "text": "others are in the world; it cannot stand still"});
                }
                ticker.clockwork.set_paused(true);
                json!({"type": "paused", "paused": true})
            })
            .await
        }
        Question::Resume => {
            ask(desk, |ticker| {
                ticker.clockwork.set_paused(false);
                json!({"type": "paused", "paused": false})
            })
            .await
        }
        Question::NewWorld { seed } => Some(match desk.new_worlds.try_send(seed) {
            Ok(()) => {
                json!({"type": "notice", "text": format!("the world of seed {seed} opens in a moment")})
            }
            Err(_) => json!({"type": "error", "text": "another world is being opened already"}),
        }),
        Question::Step => {
            ask(desk, |ticker| {
                if !ticker.clockwork.is_paused() {
                    return json!({"type": "error", "text": "pause first"});
                }
                ticker.clockwork.owe_step();
                json!({"type": "paused", "paused": true})
            })
            .await
        }
    }
}

fn entity_id(text: &str) -> Result<EntityId, Value> {
    let error = || json!({"type": "error", "text": format!("{text:?} is no entity")});
    text.parse().map(EntityId).map_err(|_| error())
}

/// Has something done to a person with the next tick.
async fn decree(desk: &Desk, id: &str, what: impl FnOnce(EntityId) -> Decree) -> Option<Value> {
    let who = match entity_id(id) {
        Ok(who) => who,
        Err(error) => return Some(error),
    };
    let decree = what(who);
    ask(desk, move |ticker| {
        if ticker
            .clockwork
            .steward()
            .replicator()
            .all()
            .all(|(card, _)| card.id != who || matches!(card.kind, EntityKind::Thing(_)))
        {
            return json!({"type": "error", "text": format!("nobody named {who} is in the world")});
        }
        ticker.clockwork.steward_mut().decree(decree);
        json!({"type": "done"})
    })
    .await
}

/// Where somebody means to go: the corners ahead, or null if it keeps them to itself.
fn plan(desk: &Desk, walker: EntityId) -> Value {
    let corners = desk.plans.of(walker);
    let corners =
        corners.map(|corners| corners.iter().map(|corner| json!([corner.x, corner.y])).collect::<Vec<_>>());
    json!({"id": walker.0.to_string(), "corners": corners})
}

fn tick_json(cost: &super::figures::TickCost) -> Value {
    let stages: serde_json::Map<String, Value> = Stage::ALL
        .iter()
        .zip(cost.stages)
        .map(|(stage, ms)| (stage.label().to_string(), json!(ms)))
        .collect();
    json!({"tick": cost.tick, "total_ms": cost.total_ms, "stages": stages, "late": cost.late})
}

fn picture(ticker: &mut Ticker) -> Value {
    let sessions: Vec<_> = ticker.clockwork.steward().sessions().collect();
    let entities: Vec<Value> = ticker
        .clockwork
        .steward()
        .replicator()
        .all()
        .map(|(card, state)| {
            let kind = match card.kind {
                EntityKind::Human => "human".to_string(),
                EntityKind::Inhabitant => "inhabitant".to_string(),
                EntityKind::Thing(kind) => kind.label().to_string(),
            };
            let place = state.place();
            let guest = sessions.iter().find(|s| s.body == Some(card.id)).map(|s| s.guest.0.to_string());
            json!({
                "id": card.id.0.to_string(), "kind": kind, "name": card.name, "x": place.x, "y": place.y,
                "level": state.level, "heading": state.heading, "pose": format!("{:?}", state.pose).to_lowercase(),
                "health": f64::from(state.health) / 255.0, "guest": guest,
            })
        })
        .collect();
    let guests: Vec<Value> = sessions
        .iter()
        .map(|session| {
            let outbox = ticker.outbox(session.guest);
            let traffic = outbox.map(crate::transport::Outbox::traffic).unwrap_or_default();
            json!({
                "id": session.guest.0.to_string(), "name": session.name, "human": session.human,
                "entity": session.body.map(|body| body.0.to_string()),
                "address": outbox.map_or("in process".to_string(), |o| o.peer().to_string()),
                "transport": outbox.map_or("memory", |o| o.carrier().label()),
                "bytes_in": traffic.bytes_in, "bytes_out": traffic.bytes_out, "dropped": traffic.dropped,
                "perceives": session.perceives, "updates": session.stats.updates, "lost": session.stats.lost,
            })
        })
        .collect();
    json!({
        "type": "state", "tick": ticker.clockwork.steward().realm().now().0, "paused": ticker.clockwork.is_paused(),
        "time_of_day": ticker.clockwork.steward().realm().time_of_day(), "entities": entities, "guests": guests,
    })
}

fn entity(ticker: &mut Ticker, id: EntityId) -> Value {
    let Some(parts) = ticker.clockwork.steward().realm().describe(id) else {
        return json!({"type": "error", "text": format!("entity {id} is not in the world")});
    };
    let components: serde_json::Map<String, Value> =
        parts.into_iter().map(|(name, text)| (name.to_string(), Value::String(text))).collect();
    let commands: Vec<Value> = ticker
        .clockwork
        .steward()
        .commands_of(id)
        .take(COMMANDS_SHOWN)
        .map(|(tick, command)| json!({"tick": tick.0, "text": format!("{:?}", command.act)}))
        .collect();
    json!({"type": "entity", "id": id.0.to_string(), "components": components, "commands": commands})
}

/// A square of land to draw.
#[derive(Deserialize)]
struct Square {
    x: f64,
    y: f64,
    size: f64,
    #[serde(default = "default_pixels")]
    pixels: u32,
}

fn default_pixels() -> u32 {
    256
}

async fn map(_: Operator, State(window): State<Window>, Query(square): Query<Square>) -> Response {
    let reasonable = square.x.abs() < 1e7 && square.y.abs() < 1e7 && (16.0..=2048.0).contains(&square.size);
    if !reasonable || !(16..=1024).contains(&square.pixels) {
        return (StatusCode::BAD_REQUEST, "size is 16 to 2048 m, pixels 16 to 1024\n").into_response();
    }
    let chart = window.chart.clone();
    let Square { x, y, size, pixels } = square;
    let drawn = tokio::task::spawn_blocking(move || chart.draw(x, y, size, pixels)).await;
    match drawn {
        Ok(png) => ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "max-age=3600")], png)
            .into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
