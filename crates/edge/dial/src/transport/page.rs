//! One page of a host, read whole.
//!
//! Each page has a connection of its own; nothing is followed, kept or sent along. `https` trusts the system's authorities.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use url::{Host, Position, Url};
use wtransport::tls::build_native_cert_store;
use wtransport::tls::rustls::ClientConfig;
use wtransport::tls::rustls::pki_types::ServerName;

/// The longest page that is read, in bytes.
const LONGEST: usize = 16 * 1024;

/// What a host answered, and from which address. Whatever goes wrong is said in one line.
pub(crate) async fn read(
    url: &Url,
    source: Option<IpAddr>,
    timeout: Duration,
) -> Result<(Bytes, SocketAddr), String> {
    let late = |_| Err(format!("it did not answer within {} s", timeout.as_secs_f32()));
    tokio::time::timeout(timeout, ask(url, source)).await.unwrap_or_else(late)
}

async fn ask(url: &Url, source: Option<IpAddr>) -> Result<(Bytes, SocketAddr), String> {
    let stream = reach_any(url, source).await.map_err(|error| error.to_string())?;
    let address = stream.peer_addr().map_err(|error| error.to_string())?;
    let body = if url.scheme() == "https" {
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
        let config = ClientConfig::builder()
            .with_root_certificates(Arc::new(build_native_cert_store()))
            .with_no_client_auth();
        let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
        get(url, stream.map_err(|error| error.to_string())?).await
    } else {
        get(url, stream).await
    };
    Ok((body?, address))
}

async fn get(
    url: &Url,
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
) -> Result<Bytes, String> {
    let failed = |error: hyper::Error| root_cause(&error);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
    // Ends with the sender, whose answer tells of its errors, too.
    tokio::spawn(connection);
    let request = Request::get(&url[Position::BeforePath..Position::AfterQuery])
        .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
        .body(Empty::<Bytes>::new())
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(failed)?;
    if !answer.status().is_success() {
        return Err(format!("it answered {}", answer.status()));
    }
    let body = Limited::new(answer.into_body(), LONGEST).collect().await;
    Ok(body.map_err(|error| format!("its answer: {}", root_cause(&*error)))?.to_bytes())
}

/// Tries the addresses of a host in turn; the last failure counts.
async fn reach_any(url: &Url, source: Option<IpAddr>) -> io::Result<TcpStream> {
    let port = url.port_or_known_default().unwrap_or(80);
    let hosts: Vec<SocketAddr> = match url.host() {
        Some(Host::Ipv4(ip)) => vec![(ip, port).into()],
        Some(Host::Ipv6(ip)) => vec![(ip, port).into()],
        Some(Host::Domain(name)) => tokio::net::lookup_host((name, port)).await?.collect(),
        None => Vec::new(),
    };
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "it has no address");
    for host in hosts.into_iter().filter(|host| source.is_none_or(|own| own.is_ipv4() == host.is_ipv4())) {
        match reach(host, source).await {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// A connection to `host`, from the own address `source` if one is given.
pub(super) async fn reach(host: SocketAddr, source: Option<IpAddr>) -> io::Result<TcpStream> {
    let socket = if host.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(source) = source {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    let stream = socket.connect(host).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The innermost error: "connection refused" says more than "error sending request".
fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
