//! What the page `/league` talks to.
//!
//! * `GET /api/leagues`, `GET /api/leagues/{id}`: what there is, and which games engines play; `GET /api/leagues/events`: a line whenever it changes.
//! * `POST /api/leagues/{id}/{enter,withdraw,report}` by people in the world, who show the token of their visit.
//! * `POST /api/leagues` and `/api/leagues/{id}/{begin,decide,undo}`, and all the others, by the operator.
//!
//! Matches between engines are played by one thread of the host's, one at a time; the rest of the machine belongs to the
//! world. People with a match to play are told so in the world.

mod keeper;
#[cfg(test)]
mod tests;

use crate::hall::{Hall, play_open};
use crate::venue::offers;
use crate::{FairError, Games};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use keeper::{Keeper, Refused};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use tokio::sync::watch;
use wold_contest::league::{Announcement, Entrant};
use wold_contest::{MatchId, Outcome, Report};
use wold_host::service::Liaison;
use wold_host::transport::Streams;

/// Longest request.
const LONGEST: usize = 64 * 1024;
/// How often the thread that plays looks for work.
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_millis(200);

/// What all requests share.
struct Office {
    keeper: Mutex<Keeper>,
    liaison: Liaison,
    games: Games,
    /// Counts changes.
    changed: watch::Sender<u64>,
}

impl Office {
    fn keeper(&self) -> MutexGuard<'_, Keeper> {
        self.keeper.lock().expect("no holder of the leagues panics")
    }

    /// Tells pages that something changed, and people that they have a match.
    fn spread(&self, id: &str) {
        let calls = self.keeper().calls(id);
        for call in calls {
            self.liaison.tell(&call.name, &call.words);
        }
        self.changed.send_modify(|count| *count += 1);
    }
}

type Shared = State<Arc<Office>>;

/// The routes; leagues are kept in `folder`, and may be played in these games besides the board games.
pub fn routes(folder: PathBuf, games: Games, liaison: Liaison) -> Router {
    let office = Arc::new(Office {
        keeper: Mutex::new(Keeper::open(folder)),
        liaison,
        games,
        changed: watch::Sender::new(0),
    });
    let player = Arc::downgrade(&office);
    let spawned = std::thread::Builder::new().name("leagues".into()).spawn(move || play(&player));
    if let Err(error) = spawned {
        tracing::warn!("engines will not play: {error}");
    }
    Router::new()
        .route("/api/leagues", get(list).post(announce))
        .route("/api/leagues/events", get(events))
        .route("/api/leagues/{id}", get(show))
        .route("/api/leagues/{id}/{deed}", post(deed))
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(office)
}

/// Why a league's engines do not go on.
#[derive(Debug, thiserror::Error)]
enum Unplayed {
    #[error(transparent)]
    Fair(#[from] FairError),
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Plays matches between engines until the host is gone.
fn play(office: &Weak<Office>) {
    let mut hopeless = std::collections::BTreeSet::new();
    while let Some(office) = office.upgrade() {
        let waiting = office.keeper().engines_wait();
        match waiting {
            Some((id, league)) if !hopeless.contains(&id) => {
                if let Err(error) = play_one(&office, &id, league) {
                    tracing::warn!("league {id}: {error}");
                    hopeless.insert(id);
                }
            }
            _ => {
                drop(office);
                std::thread::sleep(LOOK_EVERY);
            }
        }
    }
}

/// Plays the open matches between engines of a league, and takes each result as it comes.
fn play_one(office: &Office, id: &str, mut league: wold_contest::league::League) -> Result<(), Unplayed> {
    let hall = Hall::new(&league, office.games)?.one_at_a_time();
    let mut seen = league.contest().sheet();
    play_open(&hall, &mut league, |league| {
        for line in league.contest().sheet() {
            let before = seen.iter().find(|other| other.id == line.id && other.round == line.round);
            let Some((home, away)) = line.bout.players() else { continue };
            let names = [home, away].map(|player| league.entrant(player).name.clone());
            let won = before.map_or([0, 0], |before| before.won);
            let mut keeper = office.keeper();
            for (side, outcome) in [(0, Outcome::Home), (1, Outcome::Away)] {
                for _ in won[side]..line.won[side] {
                    keeper.decide(id, &names[0], &names[1], outcome.into())?;
                }
            }
            if line.outcome == Some(Outcome::Tie) && before.is_none_or(|before| before.outcome.is_none()) {
                keeper.decide(id, &names[0], &names[1], Report::Tie)?;
            }
        }
        seen = league.contest().sheet();
        office.spread(id);
        Ok::<(), Unplayed>(())
    })?;
    Ok(())
}

async fn list(State(office): Shared) -> Json<Value> {
    Json(json!({ "leagues": office.keeper().list(), "games": offers(office.games) }))
}

async fn show(State(office): Shared, Path(id): Path<String>) -> Response {
    answer(office.keeper().show(&id))
}

async fn events(State(office): Shared, streams: Streams) -> Response {
    let seat = match streams.take() {
        Ok(seat) => seat,
        Err(answer) => return answer,
    };
    let changes = office.changed.subscribe();
    let stream =
        futures_util::stream::unfold((changes, true, seat), |(mut changes, first, seat)| async move {
            if !first {
                changes.changed().await.ok()?;
            }
            let count = *changes.borrow_and_update();
            let event = Event::default().data(count.to_string());
            Some((Ok::<_, std::convert::Infallible>(event), (changes, false, seat)))
        });
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    token: String,
    league: Announcement,
}

async fn announce(State(office): Shared, body: String) -> Response {
    let New { token, league } = match serde_json::from_str(&body) {
        Ok(new) => new,
        Err(error) => return refused(StatusCode::BAD_REQUEST, &format!("not understood: {error}")),
    };
    if !office.liaison.is_operator(&token) {
        return refused(StatusCode::FORBIDDEN, "only the operator may announce a league");
    }
    let announced = office.keeper().announce(league);
    if let Ok(id) = &announced {
        office.spread(id);
    }
    answer(announced.map(|id| json!({ "id": id })))
}

/// What somebody wants of a league; which fields are needed depends on the deed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// Of a visit to the world, or the operator's.
    token: String,
    name: Option<String>,
    engine: Option<String>,
    game: Option<MatchId>,
    home: Option<String>,
    away: Option<String>,
    /// How it ended, or who did not come.
    outcome: Option<Report>,
}

async fn deed(State(office): Shared, Path((id, deed)): Path<(String, String)>, body: String) -> Response {
    let wish: Wish = match serde_json::from_str(&body) {
        Ok(wish) => wish,
        Err(error) => return refused(StatusCode::BAD_REQUEST, &format!("not understood: {error}")),
    };
    let operator = office.liaison.is_operator(&wish.token);
    let person = if operator { None } else { office.liaison.bearer(&wish.token) };
    if !operator && person.is_none() {
        return refused(StatusCode::FORBIDDEN, "enter the world first, then come back to this page");
    }
    let name = person.clone().or_else(|| wish.name.clone());
    let need = |what: Option<String>, field: &str| what.ok_or_else(|| format!("{field} is missing"));
    let pair = || -> Result<(String, String), String> {
        Ok((need(wish.home.clone(), "home")?, need(wish.away.clone(), "away")?))
    };
    let done: Result<Result<Value, Refused>, String> = (|| {
        let mut keeper = office.keeper();
        Ok(match (deed.as_str(), operator) {
            ("enter", _) => {
                let engine = wish.engine.clone().filter(|_| operator);
                let entrant = Entrant { name: need(name, "name")?, engine };
                keeper.enter(&id, entrant).map(|()| json!({}))
            }
            ("withdraw", _) => keeper.withdraw(&id, &need(name, "name")?).map(|()| json!({})),
            ("report", false) => {
                let outcome = wish.outcome.ok_or("outcome is missing")?;
                let game = wish.game.ok_or("game is missing")?;
                let by = need(name, "name")?;
                keeper.claim(&id, game, &by, outcome).map(|settled| json!({ "settled": settled }))
            }
            ("decide", true) => {
                let (home, away) = pair()?;
                let outcome = wish.outcome.ok_or("outcome is missing")?;
                keeper.decide(&id, &home, &away, outcome).map(|()| json!({}))
            }
            ("undo", true) => {
                let (home, away) = pair()?;
                keeper.undo(&id, &home, &away).map(|()| json!({}))
            }
            ("begin", true) => keeper.begin(&id).map(|()| json!({})),
            _ => return Err(format!("{deed:?} is nothing you can do here")),
        })
    })();
    match done {
        Err(words) => refused(StatusCode::BAD_REQUEST, &words),
        Ok(done) => {
            if done.is_ok() {
                office.spread(&id);
            }
            answer(done)
        }
    }
}

fn answer(done: Result<Value, Refused>) -> Response {
    match done {
        Ok(value) => Json(value).into_response(),
        Err(error @ Refused::NoLeague(_)) => refused(StatusCode::NOT_FOUND, &error.to_string()),
        Err(error @ Refused::Disk(_)) => refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        Err(error) => refused(StatusCode::CONFLICT, &error.to_string()),
    }
}

fn refused(status: StatusCode, words: &str) -> Response {
    (status, Json(json!({ "error": words }))).into_response()
}
