//! Every route, with a page and without one.

use std::borrow::Cow;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use metrics_exporter_prometheus::PrometheusBuilder;
use tower_service::Service;

use super::*;

fn built(path: &str) -> Option<PageFile> {
    let (text, media_type) = match path {
        "index.html" => ("<h1>walk</h1>", "text/html"),
        "inspect.html" => ("<h1>inspect</h1>", "text/html"),
        "assets/main-1a2b.js" => {
            ("let wold = 'a text long enough to be worth compressing'", "text/javascript")
        }
        "icon.png" => ("png", "image/png"),
        _ => return None,
    };
    let bytes = Cow::Borrowed(text.as_bytes());
    let gzip = path.ends_with(".js").then(|| Cow::Borrowed(&b"as if compressed"[..]));
    Some(PageFile { tag: *blake3::hash(&bytes).as_bytes(), bytes, gzip, media_type: media_type.to_owned() })
}

fn unbuilt(_: &str) -> Option<PageFile> {
    None
}

fn site(files: fn(&str) -> Option<PageFile>, health: Result<(), String>) -> Router {
    router(Site {
        protocol: "0badf00d".to_owned(),
        version: 11,
        seed: 42,
        name: "Test".to_owned(),
        doors: Doors::Both,
        entrance: Entrance::default(),
        health: Arc::new(move || health.clone()),
        metrics: PrometheusBuilder::new().build_recorder().handle(),
        files,
    })
}

async fn ask(router: &Router, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router.clone().call(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    (parts.status, parts.headers, to_bytes(body, 1 << 20).await.unwrap().to_vec())
}

#[tokio::test]
async fn pages_have_addresses_types_and_caching() {
    let site = site(built, Ok(()));
    for (path, text, media_type, caching) in [
        ("/", "<h1>walk</h1>", "text/html; charset=utf-8", "no-cache"),
        ("/inspect", "<h1>inspect</h1>", "text/html; charset=utf-8", "no-cache"),
        ("/icon.png", "png", "image/png", "no-cache"),
        (
            "/assets/main-1a2b.js",
            "let wold",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let (status, headers, body) = ask(&site, path, &[]).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(String::from_utf8(body).unwrap().starts_with(text), "{path}");
        assert_eq!(
            (&headers["content-type"], &headers["cache-control"]),
            (&media_type.parse().unwrap(), &caching.parse().unwrap())
        );
        let tag = headers["etag"].to_str().unwrap();
        let (status, _, body) = ask(&site, path, &[("if-none-match", tag)]).await;
        assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
    }
    for path in ["/nothing", "/assets/none.js", "/../Cargo.toml", "/assets/../../x", "/%2e%2e/x"] {
        assert_eq!(ask(&site, path, &[]).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let (_, headers, body) = ask(&site, "/assets/main-1a2b.js", &[("accept-encoding", "gzip")]).await;
    assert_eq!(
        (&headers["content-encoding"], &body[..]),
        (&"gzip".parse().unwrap(), &b"as if compressed"[..])
    );
    let (_, headers, body) = ask(&site, "/assets/main-1a2b.js", &[("accept-encoding", "gzip;q=0, br")]).await;
    assert!(!headers.contains_key("content-encoding") && body.starts_with(b"let wold"));
}

#[tokio::test]
async fn without_a_built_page_the_way_to_one_is_shown() {
    let site = site(unbuilt, Ok(()));
    let (status, headers, body) = ask(&site, "/", &[]).await;
    let body = String::from_utf8(body).unwrap();
    assert!(status == StatusCode::OK && body.contains("npm run build"), "{body}");
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(ask(&site, "/league", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_host_says_how_it_is_and_how_to_come_in() {
    let well = site(unbuilt, Ok(()));
    assert_eq!(ask(&well, "/healthz", &[]).await.0, StatusCode::OK);
    let (status, headers, _) = ask(&well, "/metrics", &[]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    let (_, headers, body) = ask(&well, "/api/hello", &[]).await;
    let hello: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let expected = serde_json::json!({
        "protocol": "0badf00d", "version": 11, "seed": 42, "name": "Test", "doors": "both", "webtransport": null,
        "ws": "/ws"
    });
    assert_eq!((hello, &headers["cache-control"]), (expected, &"no-store".parse().unwrap()));

    let ill = site(unbuilt, Err("the disk is full".to_owned()));
    let (status, _, body) = ask(&ill, "/healthz", &[]).await;
    assert_eq!((status, body.as_slice()), (StatusCode::SERVICE_UNAVAILABLE, &b"the disk is full\n"[..]));
}

#[test]
fn embedded_files_stay_in_their_folder() {
    for path in ["../package.json", "../../Cargo.toml", "/etc/passwd", ""] {
        assert!(embedded(path).is_none(), "{path}");
    }
}

#[tokio::test]
async fn every_answer_tells_browsers_what_not_to_do() {
    let site = secured(site(built, Ok(())));
    for path in ["/", "/healthz", "/assets/main-1a2b.js", "/nothing"] {
        let (_, headers, _) = ask(&site, path, &[]).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("script-src 'self';"), "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}
