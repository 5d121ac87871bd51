//! What a browser sees before it is a guest: the page, `/healthz`, `/metrics` and `/api/hello`.
//!
//! [`router`] gives the routes to [`Listener::serve`](crate::transport::Listener::serve), which adds `/ws`.

mod files;
mod metrics_page;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::transport::Entrance;
pub use files::{PageFile, embedded};
pub use metrics_page::install_metrics;

/// Says whether the host is well, or what ails it.
pub type HealthCheck = Arc<dyn Fn() -> Result<(), String> + Send + Sync>;

/// What the pages tell.
#[derive(Clone)]
pub struct Site {
    /// Hash of the protocol; guests that say another one are refused.
    pub protocol: String,
    /// Number of the protocol, for guests that take words they do not know for something.
    pub version: u16,
    /// The world's seed.
    pub seed: u64,
    /// The world's name.
    pub name: String,
    /// Who is let in.
    pub doors: Doors,
    /// How to come in by WebTransport.
    pub entrance: Entrance,
    /// Asked by `/healthz`.
    pub health: HealthCheck,
    /// Shown by `/metrics`.
    pub metrics: PrometheusHandle,
    /// Where page files come from; [`embedded`] unless in a test.
    pub files: fn(&str) -> Option<PageFile>,
}

/// Who is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Doors {
    /// Those who come for a body, and those who only look on.
    Both,
    /// Nobody who only looks on.
    Bodies,
    /// Nobody else.
    Watchers,
}

#[derive(Serialize)]
struct Hello {
    protocol: String,
    version: u16,
    seed: u64,
    name: String,
    doors: Doors,
    webtransport: Option<WebTransportHello>,
    ws: &'static str,
}

#[derive(Serialize)]
struct WebTransportHello {
    port: u16,
    certificate_sha256: Option<String>,
}

/// All routes but `/ws`.
pub fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/{page}", get(page))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .route("/api/hello", get(hello))
        .fallback(file)
        .with_state(site)
}

/// What every answer says to browsers: only our own scripts run, nobody shows our pages inside theirs, addresses are told to nobody,
/// and a file is what it is called. Sockets go wherever the page was told the host is; styles may stand in the page, since the
/// drawing library writes some.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self' ws: wss: https:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Puts the security headers on every answer of a router.
pub fn secured(router: Router) -> Router {
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    })
}

/// Pages with an address of their own.
const PAGES: [&str; 4] = ["inspect", "arena", "league", "parlour"];

async fn index(State(site): State<Site>, headers: HeaderMap) -> Response {
    match (site.files)("index.html") {
        Some(file) => file.respond("index.html", &headers),
        None => files::no_page(StatusCode::OK),
    }
}

async fn page(State(site): State<Site>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let is_page = PAGES.contains(&name.as_str());
    let path = if is_page { format!("{name}.html") } else { name };
    match (site.files)(&path) {
        Some(file) => file.respond(&path, &headers),
        None if is_page => files::no_page(StatusCode::NOT_FOUND),
        None => not_found(),
    }
}

async fn file(State(site): State<Site>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    match (site.files)(path) {
        Some(file) => file.respond(path, &headers),
        None => not_found(),
    }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here\n").into_response()
}

async fn healthz(State(site): State<Site>) -> Response {
    match (site.health)() {
        Ok(()) => "ok\n".into_response(),
        Err(ailment) => (StatusCode::SERVICE_UNAVAILABLE, format!("{ailment}\n")).into_response(),
    }
}

async fn metrics(State(site): State<Site>) -> Response {
    let text = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (text, site.metrics.render()).into_response()
}

async fn hello(State(site): State<Site>) -> Response {
    let webtransport = site.entrance.now().map(|now| WebTransportHello {
        port: now.port,
        certificate_sha256: now
            .certificate_sha256
            .map(|hash| hash.iter().map(|byte| format!("{byte:02x}")).collect()),
    });
    let hello = Hello {
        protocol: site.protocol,
        version: site.version,
        seed: site.seed,
        name: site.name,
        doors: site.doors,
        webtransport,
        ws: "/ws",
    };
    // The certificate's hash changes at every start.
    ([(header::CACHE_CONTROL, "no-store")], Json(hello)).into_response()
}

#[cfg(test)]
mod tests;
