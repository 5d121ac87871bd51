//! What the page `/arena` talks to: `/api/arena/games` lists the games, `/arena/ws` is a table to sit at.
//!
//! A socket holds one game. The page says `open`, `play`, `think`, `stop` or `undo` in JSON; the table answers with the position
//! after every change, with thoughts while an engine thinks, and with one clear `error` for whatever cannot be. Everything is
//! bounded: tables, searches at a time in all and from an address, seconds and positions of a search, the length of a message, and engines are
//! only those a game offers. Nothing of a game is computed on the threads that serve the world: whatever a page asks for waits for its turn
//! ([`room`]) and is done apart, and a search ends when its page leaves.

mod room;
mod search;
mod table;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use room::Room;
use serde_json::{Value, json};
use wold_arena::table::{GAMES, open};
use wold_host::transport::Streams;

/// Longest message of a page.
const LONGEST: usize = 2048;

/// The routes.
pub fn routes() -> Router {
    Router::new()
        .route("/api/arena/games", get(games))
        .route("/arena/ws", get(sit_down))
        .with_state(Room::new())
}

async fn games() -> Json<Value> {
    let games: Vec<Value> = GAMES
        .iter()
        .map(|game| {
            let engines = open(game.name, None).map(|table| table.engines()).unwrap_or_default();
            json!({ "name": game.name, "about": game.about, "engines": engines })
        })
        .collect();
    Json(json!({ "games": games }))
}

async fn sit_down(State(room): State<Room>, upgrade: WebSocketUpgrade, streams: Streams) -> Response {
    let place = match streams.take() {
        Ok(place) => place,
        Err(answer) => return answer,
    };
    let Some(seat) = room.seat() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "every table is taken\n").into_response();
    };
    upgrade.max_message_size(LONGEST).on_upgrade(move |socket| async move {
        table::attend(socket, &room, Some(streams.peer().ip())).await;
        drop((seat, place));
    })
}
