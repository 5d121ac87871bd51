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
use tower_service::Service;

use super::hall::Hall;
use super::identity::Tls;
use super::metered::Metered;
use super::seats::Seats;
use super::streams::Streams;
use crate::refusal::Refusal;

#[cfg(any(target_os = "linux", target_os = "android"))]
/// Bytes the system may keep of a connection that are not on their way yet.
const UNSENT: u32 = 16 * 1024;

/// Takes TCP connections for ever and serves `pages` on them. When this ends, so do they: a browser that kept a connection would
/// otherwise go on reading the pages of a world that is closed. WebSockets have left them by then and say their own farewells.
pub(super) async fn accept(tcp: TcpListener, tls: Option<Tls>, pages: Router, hall: Arc<Hall>) {
    // A connection that becomes a guest's WebSocket leaves its seat here with that.
    let seats = Seats::new(hall.limits.pages);
    let streams = Seats::new(hall.limits.streams);
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
        let seat =
            if hall.gate.trusts(peer.ip()) { seats.take_for_many(peer.ip()) } else { seats.take(peer.ip()) };
        let seat = match seat {
            Ok(seat) => seat,
            Err(refusal) => {
                hall.refuse(refusal, peer);
                continue;
            }
        };
        // Updates are small and must not wait for each other, nor in the system's own queue, where no newer one can replace them.
        let _ = stream.set_nodelay(true);
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
        let stream = Metered::new(stream, hall.limits.inbound_bytes);
        let (hall, pages, tls, streams) = (hall.clone(), pages.clone(), tls.clone(), streams.clone());
        connections.spawn(async move {
            let _seat = seat;
            match tls {
                None => serve(stream, peer, pages, &hall, streams).await,
                Some(tls) => {
                    match tokio::time::timeout(hall.limits.handshake, tls.now().accept(stream)).await {
                        Ok(Ok(stream)) => serve(stream, peer, pages, &hall, streams).await,
                        Ok(Err(_)) => hall.refuse(Refusal::BadHandshake, peer),
                        Err(_) => hall.refuse(Refusal::HalfOpen, peer),
                    }
                }
            }
        });
    }
}

async fn serve<S>(stream: S, peer: SocketAddr, pages: Router, hall: &Arc<Hall>, streams: Seats)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let gatekeeper = hall.clone();
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        let gate = &gatekeeper.gate;
        let refused = gate.refuses(request.headers());
        let peer = gate.peer(peer, request.headers());
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Streams::new(streams.clone(), peer));
        let mut pages = pages.clone();
        async move {
            match refused {
                Some(answer) => Ok(answer),
                None => pages.call(request.map(Body::new)).await,
            }
        }
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
