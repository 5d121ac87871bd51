//! Answers that do not end have places of their own: whoever holds many of them open keeps nobody from the pages.

use std::net::SocketAddr;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::limits::Pool;
use super::seats::{Seat, Seats};

/// Where a request may take a place for an answer that does not end; a listener puts it into every request, with the guest's address.
#[derive(Clone, Debug)]
pub struct Streams {
    seats: Seats,
    peer: SocketAddr,
}

impl Streams {
    pub(super) fn new(seats: Seats, peer: SocketAddr) -> Self {
        Self { seats, peer }
    }

    /// Takes a place; it is free again when the seat is dropped. An error is the answer to give.
    #[allow(clippy::result_large_err)] // It is given back as it is.
    pub fn take(&self) -> Result<Seat, Response> {
        let refused = |refusal| (StatusCode::SERVICE_UNAVAILABLE, format!("{refusal}\n")).into_response();
        self.seats.take(self.peer.ip()).map_err(refused)
    }

    /// Where the request comes from.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }
}

/// A router that no listener serves, as in a test, has a place for itself.
impl<S: Sync> FromRequestParts<S> for Streams {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let alone = || Self::new(Seats::new(Pool { total: 1, per_address: 1 }), ([0, 0, 0, 0], 0).into());
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(alone))
    }
}
