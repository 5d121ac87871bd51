//! Who may speak to this host by HTTP: by which name it was called, from which page, and from where really.
//!
//! * A page of another site must not open sockets here with its reader's network position: a request with an `Origin` must come from
//!   our own page, or from one that the operator allows.
//! * A name that anybody can point at this machine (DNS rebinding) would make a foreign page our own: over plain HTTP, only addresses,
//!   `localhost` and the host's own names are answered. A certificate proves the name by itself.
//! * Behind a proxy every guest would have one address; of the proxies the operator trusts, the address they forward counts.
//!
//! Programs send no `Origin` and are let through: these checks protect browsers from pages, not the host from programs.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};

/// What the gate knows.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// Names of this host beside addresses and `localhost`; asked only without a certificate of its own.
    pub names: Vec<String>,
    /// Pages of other origins that may open sockets, as `https://example.org`.
    pub origins: Vec<String>,
    /// Proxies whose word about a guest's address counts.
    pub proxies: Vec<IpAddr>,
    /// Whether a certificate vouches for the name.
    pub secure: bool,
}

impl Gate {
    /// Why a request is not answered, if it is not.
    pub fn refuses(&self, headers: &HeaderMap) -> Option<Response> {
        let host = text(headers, header::HOST).unwrap_or_default();
        if !self.knows(host) {
            let words = "this host is not called that; name it in host_names\n";
            return Some((StatusCode::MISDIRECTED_REQUEST, words).into_response());
        }
        let origin = text(headers, header::ORIGIN)?;
        if self.allows(origin, host) {
            return None;
        }
        let words = "pages of other sites are not answered; allow them in allowed_origins\n";
        Some((StatusCode::FORBIDDEN, Body::from(words)).into_response())
    }

    /// Whether a page of this origin may speak to the host by that name.
    #[must_use]
    pub fn allows(&self, origin: &str, host: &str) -> bool {
        let own = origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host));
        own || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }

    fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        let plain = name.trim_start_matches('[').trim_end_matches(']');
        self.secure
            || !self.proxies.is_empty()
            || plain.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Where a request really comes from: what a trusted proxy says last, if `peer` is one.
    #[must_use]
    pub fn peer(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        if !self.trusts(peer.ip()) {
            return peer;
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let hops: Vec<IpAddr> =
            forwarded.flat_map(|value| value.split(',')).filter_map(|hop| hop.trim().parse().ok()).collect();
        // The last hop that is no proxy of ours: whatever stands before it, the guest may have written itself.
        let guest = hops.into_iter().rev().find(|hop| !self.trusts(*hop));
        guest.map_or(peer, |guest| SocketAddr::new(guest, peer.port()))
    }

    /// Whether an address is that of a proxy the operator trusts.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.contains(&address.to_canonical())
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        // An IPv6 address without brackets has colons of its own.
        Some((name, port))
            if port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), value.parse().expect("plain")))
            .collect()
    }

    fn status(gate: &Gate, pairs: &[(&'static str, &str)]) -> Option<StatusCode> {
        gate.refuses(&headers(pairs)).map(|answer| answer.status())
    }

    #[test]
    fn foreign_pages_and_foreign_names_are_not_answered() {
        let gate = Gate {
            names: vec!["wold.example".into()],
            origins: vec!["https://friend.example".into()],
            ..Gate::default()
        };
        for host in [
            "127.0.0.1:7800",
            "localhost:7800",
            "[::1]:7800",
            "192.168.0.7",
            "wold.example:80",
            "WOLD.example",
        ] {
            assert_eq!(status(&gate, &[("host", host)]), None, "{host}");
            let own = format!("http://{host}");
            assert_eq!(status(&gate, &[("host", host), ("origin", &own)]), None, "{host}");
            assert_eq!(status(&gate, &[("host", host), ("origin", "https://friend.example")]), None);
            for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
                assert_eq!(status(&gate, &[("host", host), ("origin", origin)]), Some(StatusCode::FORBIDDEN));
            }
        }
        let rebound = [("host", "evil.example:7800"), ("origin", "http://evil.example:7800")];
        assert_eq!(status(&gate, &rebound), Some(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(
            status(&Gate { secure: true, ..gate }, &rebound),
            None,
            "a certificate vouches for the name"
        );
    }

    #[test]
    fn only_a_trusted_proxy_says_where_a_guest_is() {
        let [proxy, guest, liar]: [IpAddr; 3] =
            ["10.0.0.1", "203.0.113.9", "198.51.100.1"].map(|a| a.parse().expect("one"));
        let gate = Gate { proxies: vec![proxy], ..Gate::default() };
        let said = headers(&[("x-forwarded-for", "198.51.100.1, 203.0.113.9, 10.0.0.1")]);
        assert_eq!(
            gate.peer((proxy, 9).into(), &said).ip(),
            guest,
            "what stands before was the guest's own invention"
        );
        assert_eq!(gate.peer((liar, 9).into(), &said).ip(), liar);
        assert_eq!(gate.peer((proxy, 9).into(), &HeaderMap::new()).ip(), proxy);
    }
}
