//! The TCP door: HTTP/1.1 with upgrades, plain or TLS, with the same care for half-open and too many connections as QUIC.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower_service::Service;

use super::hall::Hall;
use super::seats::Seats;
use crate::refusal::Refusal;

/// Requests for the page come over connections of their own beside the guest's one; a browser opens up to six.
const PAGE_CONNECTIONS: usize = 64;

/// Takes TCP connections for ever and serves `pages` on them. When this ends, so do they: a browser that kept a connection would
/// otherwise go on reading the pages of a world that is closed. WebSockets have left them by then and say their own farewells.
pub(super) async fn accept(tcp: TcpListener, tls: Option<TlsAcceptor>, pages: Router, hall: Arc<Hall>) {
    let limits = &hall.limits;
    // A WebSocket guest holds one of these as well as its seat in the house.
    let seats = Seats::new(limits.connections + 4 * PAGE_CONNECTIONS, limits.per_address + PAGE_CONNECTIONS);
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let (stream, peer) = match tcp.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, or the peer is already gone: give others time to finish.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            }
        };
        let seat = match seats.take(peer.ip()) {
            Ok(seat) => seat,
            Err(refusal) => {
                hall.refuse(refusal, peer);
                continue;
            }
        };
        // Updates are small and must not wait for each other.
        let _ = stream.set_nodelay(true);
        let (hall, pages, tls) = (hall.clone(), pages.clone(), tls.clone());
        connections.spawn(async move {
            let _seat = seat;
            match tls {
                None => serve(stream, peer, pages, &hall).await,
                Some(tls) => match tokio::time::timeout(hall.limits.handshake, tls.accept(stream)).await {
                    Ok(Ok(stream)) => serve(stream, peer, pages, &hall).await,
                    Ok(Err(_)) => hall.refuse(Refusal::BadHandshake, peer),
                    Err(_) => hall.refuse(Refusal::HalfOpen, peer),
                },
            }
        });
    }
}

async fn serve<S>(stream: S, peer: SocketAddr, pages: Router, hall: &Hall)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        pages.clone().call(request.map(Body::new))
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hall.limits.handshake)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    match served {
        Err(error) if error.is_timeout() => hall.refuse(Refusal::HalfOpen, peer),
        Err(error) if error.is_parse() => hall.refuse(Refusal::BadHandshake, peer),
        // A browser that closes a tab is nobody's fault.
        Ok(()) | Err(_) => {}
    }
}
