//! Hosts that are none, and what a guest says about them.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use wold_dial::transport::{DialError, DialOptions, Dialer, Way};

/// A server that answers `GET /api/hello` with this.
async fn impostor(status: StatusCode, hello: String) -> String {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/api/hello", get(move || async move { (status, hello) }));
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn hello(webtransport: &str) -> String {
    format!(r#"{{"protocol":"p","seed":1,"name":"n","webtransport":{webtransport},"ws":"/ws"}}"#)
}

async fn failure(url: &str) -> DialError {
    Dialer::new(url, DialOptions::default()).await.err().expect("this is no host")
}

#[tokio::test]
async fn what_is_not_an_address_is_refused_with_an_example() {
    for url in ["", "127.0.0.1:7800", "ftp://host/", "http://"] {
        let error = failure(url).await;
        assert!(matches!(error, DialError::Address { .. }), "{url}: {error}");
        assert!(error.to_string().contains("try http://"), "{error}");
    }
}

#[tokio::test]
async fn whoever_is_not_a_host_is_told_from_one() {
    let free = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let bad_hash = hello(r#"{"port":1,"certificate_sha256":"xyz"}"#);
    let urls = [
        format!("http://{free}"),
        impostor(StatusCode::NOT_FOUND, String::new()).await,
        impostor(StatusCode::OK, "<html>".to_owned()).await,
        impostor(StatusCode::OK, "x".repeat(1024 * 1024)).await,
        impostor(StatusCode::OK, bad_hash).await,
    ];
    for url in urls {
        let error = failure(&url).await;
        assert!(matches!(error, DialError::NoHello { .. }), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[tokio::test]
async fn a_host_that_says_hello_and_lets_nobody_in_is_no_way_in() {
    let url = impostor(StatusCode::OK, hello("null")).await;
    let dialer = Dialer::new(&url, DialOptions::default()).await.unwrap();
    assert_eq!((dialer.hello().seed, dialer.hello().name.as_str()), (1, "n"));
    assert!(matches!(dialer.connect().await, Err(DialError::Refused(_))));
    let options = DialOptions { way: Way::WebTransport, ..DialOptions::default() };
    assert!(matches!(Dialer::new(&url, options).await, Err(DialError::NotOffered)));
}
