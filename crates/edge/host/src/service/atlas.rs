//! `/map/SEED/X/Y.png`: the land from above for everybody, in sheets of 256 m, the same drawing as `wold world draw`.
//!
//! The land follows from the seed, which every guest is told, or from the game that brings it, so a map of it gives nothing away: people, things
//! and what was built since are not on it. Each address may have a few new sheets a second drawn. Readers ask each time whether a sheet is still the same, because another game may bring other land. Sheets are drawn one at a time on one core, so that readers of maps cannot slow the world down, and the last ones are kept.

use crate::bucket::{BucketMap, Rate};
use crate::map::Chart;
use crate::transport::Streams;
use crate::transport::seats::household;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::Semaphore;

/// Metres and pixels a sheet is wide.
const SHEET: u32 = 256;
/// Sheets kept, at about 60 KiB each.
const KEPT: usize = 256;
/// Readers that may wait for a sheet at once; more are told to come back.
const MOST_WAITING: usize = 64;
/// Sheets drawn for one address: a minimap's worth at once, then two a second.
const NEW_SHEETS: Rate = Rate { per_second: 2.0, burst: 96.0 };
/// Addresses whose sheets are counted apart.
const MOST_ADDRESSES: usize = 4096;
/// Sheets lie within 10,000 km of the origin, as the world does.
const FARTHEST: i32 = 40_000;

type Place = (i32, i32);

struct Atlas {
    chart: Chart,
    seed: u64,
    pen: Semaphore,
    seats: Semaphore,
    sheets: Mutex<Sheets>,
    readers: Mutex<BucketMap<IpAddr>>,
    birth: Instant,
}

impl Atlas {
    fn new(chart: Chart, seed: u64) -> Self {
        Self {
            chart,
            seed,
            pen: Semaphore::new(1),
            seats: Semaphore::new(MOST_WAITING),
            sheets: Mutex::default(),
            readers: Mutex::new(BucketMap::new(NEW_SHEETS, MOST_ADDRESSES)),
            birth: Instant::now(),
        }
    }

    /// Whether one more sheet is drawn for whoever reads at an address.
    fn may_ask(&self, reader: IpAddr) -> bool {
        let mut readers = self.readers.lock().expect("nobody panics with the readers");
        readers.take(household(reader), self.birth.elapsed())
    }
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

pub(super) fn routes(chart: Chart, seed: u64) -> Router {
    let atlas = Arc::new(Atlas::new(chart, seed));
    Router::new().route("/map/{seed}/{x}/{sheet}", get(sheet)).with_state(atlas)
}

async fn sheet(
    State(atlas): State<Arc<Atlas>>,
    Path((seed, x, name)): Path<(u64, i32, String)>,
    streams: Streams,
    asked: HeaderMap,
) -> Response {
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
            if !atlas.may_ask(streams.peer().ip()) {
                let later = [(header::RETRY_AFTER, "5")];
                return (StatusCode::TOO_MANY_REQUESTS, later, "not so many maps at once\n").into_response();
            }
            let chart = atlas.chart.clone();
            let size = f64::from(SHEET);
            let draw = move || chart.draw_alone(f64::from(x) * size, f64::from(y) * size, size, SHEET);
            let Ok(png) = tokio::task::spawn_blocking(draw).await.map(Bytes::from) else {
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            };
            atlas.sheets.lock().expect("nobody panics with the sheets").keep((x, y), png.clone());
            png
        }
    };
    let mark = format!("\"{}\"", &blake3::hash(&png).to_hex()[..16]);
    let same = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes());
    let headers = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, mark),
    ];
    if same { (StatusCode::NOT_MODIFIED, headers).into_response() } else { (headers, png).into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
    use tower_service::Service;
    use wold_chance::Seed;
    use wold_genesis::Genesis;

    async fn get(router: &mut Router, path: &str) -> Response {
        let request = Request::builder().uri(path).body(Body::empty()).expect("a plain request");
        router.call(request).await.expect("routes do not fail")
    }

    #[tokio::test]
    async fn a_sheet_is_the_drawing_of_its_land_and_others_are_not_found() {
        let chart = Chart::Grown(Genesis::new(Seed(42)));
        let mut atlas = routes(chart.clone(), 42);
        let answer = get(&mut atlas, "/map/42/-1/0.png").await;
        assert_eq!(answer.status(), StatusCode::OK);
        let mark = answer.headers()[header::ETAG].clone();
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a whole body");
        assert_eq!(body, chart.draw(-256.0, 0.0, 256.0, SHEET));
        let again = Request::builder().uri("/map/42/-1/0.png").header(header::IF_NONE_MATCH, mark);
        let again = atlas.call(again.body(Body::empty()).expect("a plain request")).await;
        assert_eq!(again.expect("routes do not fail").status(), StatusCode::NOT_MODIFIED);
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
    fn one_reader_does_not_have_the_whole_world_drawn() {
        let atlas = Atlas::new(Chart::Grown(Genesis::new(Seed(42))), 42);
        let [greedy, modest]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let granted = (0..1000).filter(|_| atlas.may_ask(greedy)).count();
        assert!((96..200).contains(&granted), "{granted}");
        assert!(atlas.may_ask(modest), "others are not held up");
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
