//! What the page `/parlour` talks to: `/parlour/ws` is the way in.
//!
//! Pages of one table compute their game themselves and tell each other what their people do, directly where they can. The host says who is there, in one order for all
//! ([`salon`]), hands on what pages need to find each other, and carries their words itself where they cannot. It knows no rules and no positions. Everything
//! is bounded: guests, tables, company at a table, the length and number of messages, and what may wait for a slow page.

pub mod salon;
mod socket;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use socket::Room;
use wold_host::transport::Streams;

/// A game that tables may play, as the program lists it.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How many may play.
    pub seats: &'static [usize],
}

/// Longest message of a page.
const LONGEST: usize = 16 * 1024;

/// The routes.
pub fn routes(games: Vec<Offered>) -> Router {
    Router::new().route("/parlour/ws", get(come_in)).with_state(Room::new(games))
}

async fn come_in(State(room): State<Room>, upgrade: WebSocketUpgrade, streams: Streams) -> Response {
    let place = match streams.take() {
        Ok(place) => place,
        Err(answer) => return answer,
    };
    upgrade.max_message_size(LONGEST).on_upgrade(move |socket| async move {
        room.attend(socket).await;
        drop(place);
    })
}
