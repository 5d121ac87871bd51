//! The operator's window: `/inspect/ws` speaks JSON, `/inspect/map.png` draws the land, `/inspect/ways.png` where one can walk.

use super::operator::{self, Operator};
use super::reception::Desk;
use super::ticker::Event;
use crate::map::Chart;
use crate::transport::Streams;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use wold_inspect::gallery::Visit;
use wold_inspect::{Question, Report, ToHost, ToWorld, ways};
use wold_space::DVec2;

/// Time between two pictures of the world.
const REFRESH: Duration = Duration::from_millis(250);
/// Longest message an operator's page sends.
const LONGEST: usize = 4096;

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
        .route("/inspect/ways.png", get(draw_ways))
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
        Ok(Question::Host(ToHost::Token { token })) if operator::admits(&desk, &token, address) => {
            attend(socket, desk).await;
        }
        _ => {
            let text = "the operator's token is needed; `wold serve` prints the address with it";
            // Who is not let in may have gone already.
            let _ = say(&mut socket, &Report::error(text)).await;
        }
    }
}

async fn attend(mut socket: WebSocket, desk: Arc<Desk>) {
    let mut refresh = tokio::time::interval(REFRESH);
    let mut visit = Visit::default();
    loop {
        let reply = tokio::select! {
            _ = refresh.tick() => ask(&desk, ToWorld::State).await.map(|mut report| {
                if let Report::State(state) = &mut report {
                    visit.complete(state, &desk.gallery, &desk.figures);
                }
                report
            }),
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => answer(&desk, &text, &mut visit).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        let Some(reply) = reply else { return };
        if say(&mut socket, &reply).await.is_err() {
            return;
        }
    }
}

async fn say(socket: &mut WebSocket, report: &Report) -> Result<(), axum::Error> {
    let text = serde_json::to_string(report).expect("reports hold nothing that JSON does not");
    socket.send(Message::Text(text.into())).await
}

/// Asks the world's thread; `None` when it has stopped.
async fn ask(desk: &Desk, question: ToWorld) -> Option<Report> {
    let (reply, told) = tokio::sync::oneshot::channel();
    desk.events.try_send(Event::Ask { question, reply }).ok()?;
    told.await.ok()
}

/// Answers a question; whoever is selected is watched from then on.
async fn answer(desk: &Desk, text: &str, visit: &mut Visit) -> Option<Report> {
    match serde_json::from_str(text) {
        Ok(Question::Host(question)) => Some(answer_as_host(desk, &question)),
        Ok(Question::Minds(question)) => Some(desk.gallery.answer(question)),
        Ok(Question::World(question)) => {
            if let ToWorld::Select { id } = &question {
                visit.watch(*id);
            }
            ask(desk, question).await
        }
        Err(error) => Some(Report::error(format_args!("not understood: {error}"))),
    }
}

fn answer_as_host(desk: &Desk, question: &ToHost) -> Report {
    match question {
        // It has been let in already.
        ToHost::Token { .. } => Report::Done,
        ToHost::NewWorld { seed } => match desk.new_worlds.try_send(*seed) {
            Ok(()) => Report::Notice { text: format!("the world of seed {seed} opens in a moment") },
            Err(_) => Report::error("another world is being opened already"),
        },
    }
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
    picture(drawn, "max-age=3600")
}

/// Ground to draw, and the goal of a way from its middle.
#[derive(Deserialize)]
struct Ground {
    x: f64,
    y: f64,
    to_x: Option<f64>,
    to_y: Option<f64>,
}

async fn draw_ways(_: Operator, State(window): State<Window>, Query(ground): Query<Ground>) -> Response {
    let middle = DVec2::new(ground.x, ground.y);
    let goal = ground.to_x.zip(ground.to_y).map(|(x, y)| DVec2::new(x, y));
    let sane = |place: DVec2| place.is_finite() && place.abs().max_element() < 1e7;
    if !sane(middle) || !goal.is_none_or(sane) {
        return (StatusCode::BAD_REQUEST, "x and y are metres within 10,000 km\n").into_response();
    }
    let (reply, surveyed) = tokio::sync::oneshot::channel();
    let asked = window.desk.events.try_send(Event::Survey { middle, reply });
    let (Ok(()), Ok(survey)) = (asked, surveyed.await) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let drawn = tokio::task::spawn_blocking(move || {
        let picture = ways::paint(&survey, middle, goal);
        crate::map::encode(&picture.rgba, picture.width, picture.height, png::ColorType::Rgba)
    });
    picture(drawn.await, "no-store")
}

fn picture(drawn: Result<Vec<u8>, tokio::task::JoinError>, keep: &'static str) -> Response {
    match drawn {
        Ok(png) => {
            ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, keep)], png).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
