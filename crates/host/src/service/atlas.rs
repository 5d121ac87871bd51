//! `/map/SEED/X/Y.png`: the land from above for everybody, in sheets of 256 m, the same drawing as `wold world draw`.
//!
//! The land follows from the seed, which every guest is told, so a map of it gives nothing away: people, things and what was built since are
//! not on it. Sheets are drawn one at a time on one core, so that readers of maps cannot slow the world down, and the last ones are kept.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;
use wold_genesis::Genesis;

/// Metres and pixels a sheet is wide.
const SHEET: u32 = 256;
/// Sheets kept, at about 60 KiB each.
const KEPT: usize = 256;
/// Readers that may wait for a sheet at once; more are told to come back.
const MOST_WAITING: usize = 64;
/// Sheets lie within 10,000 km of the origin, as the world does.
const FARTHEST: i32 = 40_000;

type Place = (i32, i32);

struct Atlas {
    genesis: Genesis,
    seed: u64,
    pen: Semaphore,
    seats: Semaphore,
    sheets: Mutex<Sheets>,
}

#[derive(Default)]
struct Sheets {
    drawn: HashMap<Place, Bytes>,
    order: VecDeque<Place>,
}

impl Sheets {
    fn keep(&mut self, place: Place, sheet: Bytes) {
        if self.order.len() >= KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.drawn.remove(&oldest);
        }
        if self.drawn.insert(place, sheet).is_none() {
            self.order.push_back(place);
        }
    }
}

pub(super) fn routes(genesis: Genesis, seed: u64) -> Router {
    let atlas = Atlas {
        genesis,
        seed,
        pen: Semaphore::new(1),
        seats: Semaphore::new(MOST_WAITING),
        sheets: Mutex::default(),
    };
    Router::new().route("/map/{seed}/{x}/{sheet}", get(sheet)).with_state(Arc::new(atlas))
}

async fn sheet(State(atlas): State<Arc<Atlas>>, Path((seed, x, name)): Path<(u64, i32, String)>) -> Response {
    let Some(y) = name.strip_suffix(".png").and_then(|y| y.parse::<i32>().ok()) else {
        return (StatusCode::BAD_REQUEST, "a sheet is /map/SEED/X/Y.png\n").into_response();
    };
    if seed != atlas.seed || x.abs() > FARTHEST || y.abs() > FARTHEST {
        return (StatusCode::NOT_FOUND, "there is no such sheet\n").into_response();
    }
    let Ok(_seat) = atlas.seats.try_acquire() else {
        let later = [(header::RETRY_AFTER, "2")];
        return (StatusCode::SERVICE_UNAVAILABLE, later, "too many wait for maps\n").into_response();
    };
    let _pen = atlas.pen.acquire().await.expect("the pen is never put away");
    let kept = atlas.sheets.lock().expect("nobody panics with the sheets").drawn.get(&(x, y)).cloned();
    let png = match kept {
        Some(png) => png,
        None => {
            let genesis = atlas.genesis.clone();
            let size = f64::from(SHEET);
            let draw = move || {
                crate::map::draw_alone(&genesis, f64::from(x) * size, f64::from(y) * size, size, SHEET)
            };
            let Ok(png) = tokio::task::spawn_blocking(draw).await.map(Bytes::from) else {
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            };
            atlas.sheets.lock().expect("nobody panics with the sheets").keep((x, y), png.clone());
            png
        }
    };
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "max-age=86400")];
    (headers, png).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
    use tower_service::Service;
    use wold_chance::Seed;

    async fn get(router: &mut Router, path: &str) -> Response {
        let request = Request::builder().uri(path).body(Body::empty()).expect("a plain request");
        router.call(request).await.expect("routes do not fail")
    }

    #[tokio::test]
    async fn a_sheet_is_the_drawing_of_its_land_and_others_are_not_found() {
        let genesis = Genesis::new(Seed(42));
        let mut atlas = routes(genesis.clone(), 42);
        let answer = get(&mut atlas, "/map/42/-1/0.png").await;
        assert_eq!(answer.status(), StatusCode::OK);
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a whole body");
        assert_eq!(body, crate::map::draw(&genesis, -256.0, 0.0, 256.0, SHEET));
        for (path, status) in [
            ("/map/7/0/0.png", StatusCode::NOT_FOUND),
            ("/map/42/50000/0.png", StatusCode::NOT_FOUND),
            ("/map/42/0/0.jpg", StatusCode::BAD_REQUEST),
            ("/map/42/x/0.png", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(get(&mut atlas, path).await.status(), status, "{path}");
        }
    }

    #[test]
    fn only_the_last_sheets_are_kept() {
        let mut sheets = Sheets::default();
        for x in 0..KEPT as i32 + 3 {
            sheets.keep((x, 0), Bytes::new());
        }
        assert_eq!((sheets.drawn.len(), sheets.order.len()), (KEPT, KEPT));
        assert!(!sheets.drawn.contains_key(&(2, 0)) && sheets.drawn.contains_key(&(3, 0)));
    }
}
