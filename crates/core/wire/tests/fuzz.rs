//! A short fuzz of every decoder; `fuzz/` runs the same functions for as long as you like.

use proptest::prelude::*;
use wold_wire::typed::{Down, Up};
use wold_wire::{Frame, FromGuest, Hello, Receiver};

/// What an attacker may send a host.
fn host_reads(bytes: &[u8]) {
    for frame in [Frame::Reliable(bytes.to_vec().into()), Frame::Datagram(bytes.to_vec().into())] {
        if let Ok(up) = Up::decode(&frame) {
            if let Up::Message(message) = &up {
                // A hello's protocol is found without reading the rest, and nothing else has one.
                let protocol =
                    if let FromGuest::Hello(hello) = message { Some(hello.protocol) } else { None };
                assert_eq!(Hello::protocol_of(bytes), protocol);
            }
            // What decodes must encode, and decode to the same.
            assert_eq!(Up::decode(&up.encode()), Ok(up));
        }
    }
}

/// What an attacker may send a guest.
fn guest_reads(bytes: &[u8]) {
    let mut receiver = Receiver::default();
    let _ = Down::decode(&Frame::Reliable(bytes.to_vec().into()), &mut receiver);
    let _ = Down::decode(&Frame::Datagram(bytes.to_vec().into()), &mut receiver);
}

fn golden(file: &str) -> Vec<Vec<u8>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(file);
    let text = std::fs::read_to_string(path).expect("golden files are in the repository");
    let entries: Vec<serde_json::Value> = serde_json::from_str(&text).expect("golden files are JSON");
    let byte = |hex: &str, i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hex");
    entries
        .iter()
        .filter_map(|entry| entry["hex"].as_str())
        .map(|hex| (0..hex.len() / 2).map(|i| byte(hex, i)).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_are_refused_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        host_reads(&bytes);
        guest_reads(&bytes);
    }

    #[test]
    fn mutated_messages_are_refused_without_harm(
        which in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut all = golden("from_guest.json");
        all.extend(golden("steering.json"));
        all.extend(golden("from_host.json"));
        all.extend(golden("snapshots.json"));
        let mut bytes = which.get(&all).clone();
        for (at, value) in &flips {
            let at = at.index(bytes.len());
            bytes[at] = *value;
        }
        if flips.len() % 2 == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        host_reads(&bytes);
        guest_reads(&bytes);
    }

    /// A conversation in which packets are damaged: whatever is taken all the same, the next are read without harm.
    #[test]
    fn damaged_conversations_are_read_without_harm(
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u32..8), 1..40),
    ) {
        let mut packets = golden("snapshots.json");
        for (which, at, bit) in &flips {
            let packet = which.index(packets.len());
            let at = at.index(packets[packet].len());
            packets[packet][at] ^= 1 << bit;
        }
        let mut receiver = Receiver::default();
        for packet in &packets {
            let _ = receiver.take(packet);
        }
    }
}
