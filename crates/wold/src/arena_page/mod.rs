//! What the page `/arena` talks to: `/api/arena/games` lists the games, `/arena/ws` is a table to sit at.
//!
//! A socket holds one game. The page says `open`, `play`, `think`, `stop` or `undo` in JSON; the table answers with the position
//! after every change, with thoughts while an engine thinks, and with one clear `error` for whatever cannot be. Everything is
//! bounded: tables, searches at a time, seconds a search, the length of a message, and engines are only those a game offers.

mod table;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::Semaphore;
use wold_arena::table::{GAMES, open};

/// Tables at a time.
const MOST_TABLES: usize = 200;
/// Engines that think at a time; the rest of the machine belongs to the world.
const MOST_SEARCHES: usize = 2;
/// Longest message of a page.
const LONGEST: usize = 2048;

/// What all tables share.
#[derive(Clone)]
struct Room {
    tables: Arc<Semaphore>,
    searches: Arc<Semaphore>,
}

/// The routes.
pub fn routes() -> Router {
    let room = Room {
        tables: Arc::new(Semaphore::new(MOST_TABLES)),
        searches: Arc::new(Semaphore::new(MOST_SEARCHES)),
    };
    Router::new().route("/api/arena/games", get(games)).route("/arena/ws", get(sit_down)).with_state(room)
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

async fn sit_down(State(room): State<Room>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(seat) = room.tables.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "every table is taken\n").into_response();
    };
    upgrade.max_message_size(LONGEST).on_upgrade(move |socket| async move {
        table::attend(socket, room.searches).await;
        drop(seat);
    })
}
