//! What a transport carries: opaque bytes with one of two promises.

use bytes::Bytes;

/// One unit a transport hands over whole; what is inside is none of its business.
///
/// ```
/// use wold_wire::Frame;
/// let frame = Frame::Reliable("hello".into());
/// assert_eq!((frame.len(), frame.is_datagram()), (5, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// May be lost, doubled or overtaken; never waits for another frame.
    Datagram(Bytes),
    /// Arrives once and in order, or the connection ends.
    Reliable(Bytes),
}

impl Frame {
    /// The payload.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        match self {
            Self::Datagram(bytes) | Self::Reliable(bytes) => bytes,
        }
    }

    /// The payload, taken out.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        match self {
            Self::Datagram(bytes) | Self::Reliable(bytes) => bytes,
        }
    }

    /// Bytes of payload.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes().len()
    }

    /// Whether the payload is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// Whether the frame may be lost.
    #[must_use]
    pub fn is_datagram(&self) -> bool {
        matches!(self, Self::Datagram(_))
    }
}
