//! Who is an operator: whoever brings the token, in the header `Authorization: Bearer …` or as the first word on a socket; never in an
//! address, which ends up in histories and logs. Wrong tokens are counted by address as wrong passwords are.

use super::inspector::Window;
use super::reception::Desk;
use crate::accounts::Attempt;
use crate::transport::Streams;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Proof that a request is an operator's.
pub(super) struct Operator;

impl FromRequestParts<Window> for Operator {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, window: &Window) -> Result<Self, Response> {
        let Ok(streams) = Streams::from_request_parts(parts, window).await;
        let address = streams.peer().ip();
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = bearer.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        if admits(window.desk(), token, address) { Ok(Self) } else { Err(refused()) }
    }
}

/// Whether a token opens the operator's window to somebody at an address, who has not guessed too often.
pub(super) fn admits(desk: &Desk, token: &str, address: IpAddr) -> bool {
    if desk.operator.matches(token) {
        return desk.register().may_guess(address, desk.age());
    }
    let _ = desk.register().attempt(Attempt::Password, address, desk.age());
    false
}

fn refused() -> Response {
    (StatusCode::FORBIDDEN, "the operator's token is needed; `wold serve` prints the address with it\n")
        .into_response()
}
