//! Who the host says it is: files of the operator, or a certificate made on the spot.
//!
//! Browsers accept a self-signed certificate for WebTransport when the page knows its SHA-256 hash, it uses ECDSA P-256 and is
//! valid for at most 14 days. It is made anew at each start and renewed every [`RENEWAL`] while the host runs.

use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use tokio_rustls::TlsAcceptor;
use wtransport::Identity;
use wtransport::tls::rustls;
use wtransport::tls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::TransportError;

/// How often a certificate made on the spot is replaced; half of the 14 days it may live.
pub(super) const RENEWAL: Duration = Duration::from_secs(7 * 24 * 3600);

/// How often an operator's certificate files are looked at.
pub(super) const LOOK: Duration = Duration::from_secs(60);

/// The TLS side of the TCP door; files that changed replace it while it is open.
#[derive(Clone)]
pub(super) struct Tls(Arc<RwLock<TlsAcceptor>>);

impl Tls {
    pub fn new(credentials: &Credentials) -> Result<Self, TransportError> {
        Ok(Self(Arc::new(RwLock::new(Self::acceptor(credentials)?))))
    }

    /// What new connections are met with.
    pub fn now(&self) -> TlsAcceptor {
        self.0.read().expect("no holder of the certificate panics").clone()
    }

    /// New connections are met with this one.
    pub fn replace(&self, credentials: &Credentials) -> Result<(), TransportError> {
        *self.0.write().expect("no holder of the certificate panics") = Self::acceptor(credentials)?;
        Ok(())
    }

    fn acceptor(credentials: &Credentials) -> Result<TlsAcceptor, TransportError> {
        Ok(TlsAcceptor::from(Arc::new(credentials.tls(b"http/1.1")?)))
    }
}

/// Where the certificate comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Certificate {
    /// Made at start, known to guests by its hash. The page itself is served over plain HTTP.
    #[default]
    SelfSigned,
    /// PEM files that a public authority signed. The page is served over HTTPS with them.
    Files {
        /// The chain, own certificate first.
        chain: PathBuf,
        /// The private key, PKCS#8.
        key: PathBuf,
    },
}

/// A certificate ready for use.
pub(super) struct Credentials {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    /// Given for a certificate that guests must know by its hash.
    pub hash: Option<[u8; 32]>,
}

impl Certificate {
    /// Makes or loads it. `names` are the host names a certificate made on the spot is for, beside those of loopback.
    pub(super) async fn credentials(&self, names: &[String]) -> Result<Credentials, TransportError> {
        let (identity, by_hash) = match self {
            Self::SelfSigned => {
                let loopback = ["localhost", "127.0.0.1", "::1"];
                let names = loopback.into_iter().chain(names.iter().map(String::as_str));
                let identity = Identity::self_signed(names)
                    .map_err(|_| TransportError::Certificate("a host name is not valid in one".into()))?;
                (identity, true)
            }
            Self::Files { chain, key } => {
                let identity = Identity::load_pemfiles(chain, key).await.map_err(|error| {
                    TransportError::Certificate(format!("{} and {}: {error}", chain.display(), key.display()))
                })?;
                (identity, false)
            }
        };
        let certificates = identity.certificate_chain().as_slice();
        let Some(own) = certificates.first() else {
            return Err(TransportError::Certificate("the chain file holds no certificate".into()));
        };
        let key = PrivateKeyDer::try_from(identity.private_key().secret_der().to_vec())
            .map_err(|error| TransportError::Certificate(format!("private key: {error}")))?;
        Ok(Credentials {
            hash: by_hash.then(|| *own.hash().as_ref()),
            chain: certificates.iter().map(|each| CertificateDer::from(each.der().to_vec())).collect(),
            key,
        })
    }
}

impl Credentials {
    /// Whether it is the same certificate.
    pub fn is_same(&self, other: &Self) -> bool {
        self.chain == other.chain && self.key.secret_der() == other.key.secret_der()
    }

    /// The TLS side of a server that speaks `protocol`.
    pub fn tls(&self, protocol: &[u8]) -> Result<rustls::ServerConfig, TransportError> {
        let mut tls =
            rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()
                .and_then(|builder| {
                    builder.with_no_client_auth().with_single_cert(self.chain.clone(), self.key.clone_key())
                })
                .map_err(|error| TransportError::Certificate(error.to_string()))?;
        tls.alpn_protocols = vec![protocol.to_vec()];
        // Who comes back shows what it was given and proves nothing anew; kept by the guest, since memory here would hold few.
        tls.ticketer = rustls::crypto::ring::Ticketer::new()
            .map_err(|error| TransportError::Certificate(error.to_string()))?;
        Ok(tls)
    }
}
