//! Binding, serving and stopping: one port number, TCP for pages and WebSocket, UDP for WebTransport.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use wtransport::endpoint::Endpoint;
use wtransport::endpoint::endpoint_side::Server;
use wtransport::{ServerConfig, VarInt};

use super::gate::Gate;
use super::hall::Hall;
use super::identity::{Certificate, Credentials, LOOK, RENEWAL, Tls};
use super::limits::Limits;
use super::line::Connection;
use super::{door, websocket, webtransport};

/// Socket buffers: one tick's datagrams to a full house fit (512 × 1200 bytes, and the kernel's own cost of each).
const SOCKET_BUFFER: usize = 4 * 1024 * 1024;

/// Free ports tried when TCP and UDP do not get the same one.
const PORT_ATTEMPTS: usize = 16;

/// Where and how to listen.
#[derive(Clone, Debug)]
pub struct TransportConfig {
    /// Address to bind.
    pub bind: IpAddr,
    /// TCP and UDP port; 0 takes a free one.
    pub port: u16,
    /// Whether WebTransport is offered beside WebSocket.
    pub webtransport: bool,
    /// Where the certificate comes from.
    pub certificate: Certificate,
    /// Host names beside those of loopback that a certificate made on the spot is for.
    pub names: Vec<String>,
    /// Who may speak to the host by HTTP. Names and whether there is a certificate are filled in from the rest.
    pub gate: Gate,
    /// Bounds.
    pub limits: Limits,
}

impl Default for TransportConfig {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 7800,
            webtransport: true,
            certificate: Certificate::SelfSigned,
            names: Vec::new(),
            gate: Gate::default(),
            limits: Limits::default(),
        }
    }
}

/// Why the host cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// Somebody else listens there.
    #[error("port {port} is already in use ({protocol} on {address}); choose another with --port", port = .address.port())]
    PortInUse {
        /// `tcp` or `udp`.
        protocol: &'static str,
        /// The address wanted.
        address: SocketAddr,
    },
    /// The address cannot be bound for another reason.
    #[error("cannot listen on {protocol} {address}: {source}")]
    Bind {
        /// `tcp` or `udp`.
        protocol: &'static str,
        /// The address wanted.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The certificate or its key cannot be used.
    #[error("certificate: {0}")]
    Certificate(String),
}

impl TransportError {
    fn bind(protocol: &'static str, address: SocketAddr, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::AddrInUse => Self::PortInUse { protocol, address },
            _ => Self::Bind { protocol, address, source },
        }
    }
}

/// What guests must know to come in over WebTransport; it changes when the certificate is renewed.
#[derive(Clone, Debug, Default)]
pub struct Entrance {
    state: Arc<RwLock<Option<WebTransportEntrance>>>,
}

/// The entrance of now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebTransportEntrance {
    /// UDP port.
    pub port: u16,
    /// Hash to accept the certificate by; none if it is publicly signed.
    pub certificate_sha256: Option<[u8; 32]>,
}

impl Entrance {
    /// The entrance of now; none if WebTransport is not offered.
    #[must_use]
    pub fn now(&self) -> Option<WebTransportEntrance> {
        *self.state.read().expect("no holder of the entrance panics")
    }

    fn set(&self, entrance: WebTransportEntrance) {
        *self.state.write().expect("no holder of the entrance panics") = Some(entrance);
    }
}

/// A bound listener that serves nobody yet.
pub struct Listener {
    config: TransportConfig,
    address: SocketAddr,
    tcp: TcpListener,
    tls: Option<Tls>,
    credentials: Credentials,
    quic: Option<Arc<Endpoint<Server>>>,
    entrance: Entrance,
}

impl Listener {
    /// Binds both ports and readies the certificate. Install the metrics recorder before.
    pub async fn bind(config: TransportConfig) -> Result<Self, TransportError> {
        let credentials = config.certificate.credentials(&config.names).await?;
        let (tcp, udp, address) = bind_pair(&config).await?;
        let entrance = Entrance::default();
        let quic = match udp {
            None => None,
            Some(socket) => {
                let server = webtransport::server_config(socket, &credentials, &config.limits)?;
                let endpoint = serve_quic(server, address)?;
                entrance
                    .set(WebTransportEntrance { port: address.port(), certificate_sha256: credentials.hash });
                Some(Arc::new(endpoint))
            }
        };
        let tls = match config.certificate {
            Certificate::SelfSigned => None,
            Certificate::Files { .. } => Some(Tls::new(&credentials)?),
        };
        Ok(Self { config, address, tcp, tls, credentials, quic, entrance })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether pages are served over HTTPS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.tls.is_some()
    }

    /// What `/api/hello` tells about WebTransport.
    #[must_use]
    pub fn entrance(&self) -> Entrance {
        self.entrance.clone()
    }

    /// Opens the doors: serves `pages` and the route `/ws`, and hands out guests.
    #[must_use]
    pub fn serve(self, pages: Router) -> Serving {
        let gate =
            Gate { names: self.config.names.clone(), secure: self.is_secure(), ..self.config.gate.clone() };
        let (hall, connections) = Hall::new(self.config.limits.clone(), gate);
        let pages = pages.merge(websocket::route(hall.clone()));
        let mut doors = JoinSet::new();
        doors.spawn(door::accept(self.tcp, self.tls.clone(), pages, hall.clone()));
        if let Some(quic) = self.quic.clone() {
            doors.spawn(webtransport::accept(quic, hall.clone()));
        }
        let renewal =
            Renewal { quic: self.quic.clone(), tls: self.tls, entrance: self.entrance, config: self.config };
        doors.spawn(renewal.go_on(self.credentials));
        Serving { connections, doors, quic: self.quic }
    }
}

/// Open doors. Dropping it lets nobody new in; guests already inside stay.
pub struct Serving {
    /// Guests whose handshake is complete.
    pub connections: mpsc::Receiver<Connection>,
    doors: JoinSet<()>,
    quic: Option<Arc<Endpoint<Server>>>,
}

impl Serving {
    /// Lets nobody new in and ends every connection that is left. Dismiss the guests first, so that they read why.
    pub async fn stop(mut self, farewell: Duration) {
        self.doors.shutdown().await;
        drop(self.connections);
        if let Some(quic) = self.quic {
            quic.close(VarInt::from_u32(0), b"the host stopped");
            let _ = tokio::time::timeout(farewell, quic.wait_idle()).await;
        }
    }
}

/// Replaces certificates while the doors are open: those made on the spot before browsers find them too old, those of files when the
/// files change.
struct Renewal {
    quic: Option<Arc<Endpoint<Server>>>,
    tls: Option<Tls>,
    entrance: Entrance,
    config: TransportConfig,
}

impl Renewal {
    async fn go_on(self, mut current: Credentials) {
        let made_here = self.config.certificate == Certificate::SelfSigned;
        loop {
            tokio::time::sleep(if made_here { RENEWAL } else { LOOK }).await;
            let renewed = async {
                let credentials = self.config.certificate.credentials(&self.config.names).await?;
                if !credentials.is_same(&current) {
                    self.replace(&credentials)?;
                }
                Ok::<_, TransportError>(credentials)
            };
            match renewed.await {
                Ok(credentials) => current = credentials,
                // Half-written files are looked at again; the old certificate serves meanwhile.
                Err(error) => tracing::error!(%error, "the certificate was not renewed"),
            }
        }
    }

    fn replace(&self, credentials: &Credentials) -> Result<(), TransportError> {
        if let Some(tls) = &self.tls {
            tls.replace(credentials)?;
        }
        if let Some(quic) = &self.quic {
            // The socket in this configuration is not used: the endpoint keeps its own.
            let spare = udp_socket(SocketAddr::new(self.config.bind, 0))?;
            let server = webtransport::server_config(spare, credentials, &self.config.limits)?;
            quic.reload_config(server, false)
                .map_err(|error| TransportError::Certificate(error.to_string()))?;
        }
        if let Some(now) = self.entrance.now() {
            self.entrance.set(WebTransportEntrance { certificate_sha256: credentials.hash, ..now });
        }
        tracing::info!("the certificate was renewed");
        Ok(())
    }
}

async fn bind_pair(
    config: &TransportConfig,
) -> Result<(TcpListener, Option<UdpSocket>, SocketAddr), TransportError> {
    let wanted = SocketAddr::new(config.bind, config.port);
    let attempts = if config.port == 0 { PORT_ATTEMPTS } else { 1 };
    let mut taken = None;
    for _ in 0..attempts {
        let tcp =
            TcpListener::bind(wanted).await.map_err(|source| TransportError::bind("tcp", wanted, source))?;
        let address = tcp.local_addr().map_err(|source| TransportError::bind("tcp", wanted, source))?;
        if !config.webtransport {
            return Ok((tcp, None, address));
        }
        match udp_socket(address) {
            Ok(udp) => return Ok((tcp, Some(udp), address)),
            Err(error) => taken = Some(error),
        }
    }
    Err(taken.expect("at least one attempt was made"))
}

fn udp_socket(address: SocketAddr) -> Result<UdpSocket, TransportError> {
    let open = || {
        let domain = socket2::Domain::for_address(address);
        let socket = socket2::Socket::new(domain, socket2::Type::DGRAM, Some(socket2::Protocol::UDP))?;
        // The system may grant less; then a burst loses datagrams, which is their lot.
        let _ = socket.set_recv_buffer_size(SOCKET_BUFFER);
        let _ = socket.set_send_buffer_size(SOCKET_BUFFER);
        socket.bind(&address.into())?;
        Ok(socket.into())
    };
    open().map_err(|source| TransportError::bind("udp", address, source))
}

fn serve_quic(server: ServerConfig, address: SocketAddr) -> Result<Endpoint<Server>, TransportError> {
    Endpoint::server(server).map_err(|source| TransportError::bind("udp", address, source))
}
