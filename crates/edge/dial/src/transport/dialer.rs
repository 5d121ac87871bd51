//! Asking a host how to come in, and coming in.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use url::Url;
use wtransport::Endpoint;
use wtransport::endpoint::endpoint_side::Client;
use wtransport::tls::rustls;

use super::hello::Hello;
use super::line::Connection;
use super::{page, websocket, webtransport};

/// Which transport to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// WebTransport if the host offers it and it works, else WebSocket.
    #[default]
    Best,
    /// WebTransport or nothing.
    WebTransport,
    /// WebSocket.
    WebSocket,
}

/// How to connect.
#[derive(Clone, Debug)]
pub struct DialOptions {
    /// Which transport to take.
    pub way: Way,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// The own address to speak from. Default: whichever the system takes.
    pub source: Option<IpAddr>,
}

impl Default for DialOptions {
    fn default() -> Self {
        Self { way: Way::Best, timeout: Duration::from_secs(5), source: None }
    }
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    /// The address is not one.
    #[error("{url:?} is not the address of a host: {reason}; try http://127.0.0.1:7800")]
    Address {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The host does not answer, or not like one.
    #[error("no host answers at {url}: {reason}")]
    NoHello {
        /// Where it was asked.
        url: String,
        /// What happened.
        reason: String,
    },
    /// A transport that was asked for is not offered.
    #[error("the host does not offer WebTransport")]
    NotOffered,
    /// The system gives no socket.
    #[error("cannot open a socket: {0}")]
    Socket(#[source] std::io::Error),
    /// The host refused the connection, or it failed.
    #[error("the host did not let us in: {0}")]
    Refused(String),
    /// It took too long.
    #[error("the host did not let us in within {} s", .0.as_secs_f32())]
    TimedOut(Duration),
}

/// Makes connections to one host; all WebTransport ones share a socket.
pub struct Dialer {
    hello: Hello,
    websocket: Url,
    /// Where the host answered.
    address: SocketAddr,
    quic: Option<(Endpoint<Client>, String)>,
    options: DialOptions,
}

impl Dialer {
    /// Asks the host at `url` (`http://…` or `https://…`) for its hello.
    pub async fn new(url: &str, options: DialOptions) -> Result<Self, DialError> {
        // Fails only if another part of the program has chosen already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let bad = |reason: &dyn std::fmt::Display| DialError::Address {
            url: url.to_owned(),
            reason: reason.to_string(),
        };
        let base = Url::parse(url).map_err(|error| bad(&error))?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err(bad(&"it must begin with http:// or https://"));
        }
        let (hello, address) = ask(&base, &options).await?;
        let mut websocket = base.join(&hello.ws).map_err(|error| bad(&error))?;
        let scheme = if base.scheme() == "https" { "wss" } else { "ws" };
        websocket.set_scheme(scheme).map_err(|()| bad(&"it has no WebSocket counterpart"))?;
        let quic = match (&hello.webtransport, options.way) {
            (None, Way::WebTransport) => return Err(DialError::NotOffered),
            (None, _) | (_, Way::WebSocket) => None,
            (Some(offer), _) => {
                let hash = offer.hash().map_err(|()| DialError::NoHello {
                    url: base.to_string(),
                    reason: "its certificate hash is not one".to_owned(),
                })?;
                let host = SocketAddr::new(address.ip(), offer.port);
                let endpoint = webtransport::endpoint(host, hash, options.source)?;
                let host = base.host_str().expect("checked above");
                Some((endpoint, format!("https://{host}:{}/", offer.port)))
            }
        };
        Ok(Self { hello, websocket, address, quic, options })
    }

    /// What the host said.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The UDP port all WebTransport connections share, if they are made by that.
    #[must_use]
    pub fn udp_port(&self) -> Option<u16> {
        let (endpoint, _) = self.quic.as_ref()?;
        endpoint.local_addr().ok().map(|address| address.port())
    }

    /// Makes one more connection.
    pub async fn connect(&self) -> Result<Connection, DialError> {
        if let Some((endpoint, url)) = &self.quic {
            match self.in_time(webtransport::connect(endpoint, url)).await {
                Err(error) if self.options.way == Way::Best => {
                    tracing::info!(%error, "WebTransport does not work, trying WebSocket");
                }
                result => return result,
            }
        }
        self.in_time(websocket::connect(self.websocket.as_str(), self.address, self.options.source)).await
    }

    async fn in_time(
        &self,
        attempt: impl Future<Output = Result<Connection, DialError>>,
    ) -> Result<Connection, DialError> {
        let timeout = self.options.timeout;
        tokio::time::timeout(timeout, attempt).await.unwrap_or(Err(DialError::TimedOut(timeout)))
    }
}

/// Makes a single connection to the host at `url`.
pub async fn connect(url: &str, options: DialOptions) -> Result<Connection, DialError> {
    Dialer::new(url, options).await?.connect().await
}

/// The host's hello and the address that gave it.
async fn ask(base: &Url, options: &DialOptions) -> Result<(Hello, SocketAddr), DialError> {
    let silent = |reason: String| DialError::NoHello { url: base.to_string(), reason };
    let url = base.join("/api/hello").map_err(|error| silent(error.to_string()))?;
    let (body, address) = page::read(&url, options.source, options.timeout).await.map_err(silent)?;
    let hello =
        serde_json::from_slice(&body).map_err(|error| silent(format!("its hello is not one ({error})")))?;
    Ok((hello, address))
}
