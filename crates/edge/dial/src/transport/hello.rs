//! What a host says of itself at `GET /api/hello`.

use serde::{Deserialize, Serialize};

/// The host's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Name of the protocol and its version; a guest that speaks another one is refused.
    pub protocol: String,
    /// Seed the world grew from.
    pub seed: u64,
    /// Name of the world.
    pub name: String,
    /// How to come in by WebTransport, if that is offered.
    pub webtransport: Option<WebTransportHello>,
    /// Path of the WebSocket entrance.
    pub ws: String,
}

/// The WebTransport entrance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebTransportHello {
    /// UDP port.
    pub port: u16,
    /// Hash to accept the certificate by, 64 hexadecimal digits; none if it is publicly signed.
    pub certificate_sha256: Option<String>,
}

impl WebTransportHello {
    /// The hash as bytes: `Ok(None)` if none is given, an error if it is not one.
    pub(super) fn hash(&self) -> Result<Option<[u8; 32]>, ()> {
        let Some(text) = &self.certificate_sha256 else { return Ok(None) };
        if text.len() != 64 || !text.is_ascii() {
            return Err(());
        }
        let mut hash = [0; 32];
        for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |index: usize| char::from(digits[index]).to_digit(16).ok_or(());
            *byte = (digit(0)? * 16 + digit(1)?) as u8;
        }
        Ok(Some(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: Option<String>) -> Result<Option<[u8; 32]>, ()> {
        WebTransportHello { port: 1, certificate_sha256: text }.hash()
    }

    #[test]
    fn only_64_hexadecimal_digits_are_a_hash() {
        assert_eq!(hash(None), Ok(None));
        assert_eq!(hash(Some("0f".repeat(32))), Ok(Some([15; 32])));
        for bad in ["", "0f", &"0f".repeat(33), &"0g".repeat(32), &"ä".repeat(32)] {
            assert_eq!(hash(Some(bad.to_owned())), Err(()), "{bad}");
        }
    }
}
