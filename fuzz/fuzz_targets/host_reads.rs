//! What an attacker may send a host: `cargo +nightly fuzz run host_reads`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wold_wire::{Frame, Up};

fuzz_target!(|bytes: &[u8]| {
    for frame in [Frame::Reliable(bytes.to_vec().into()), Frame::Datagram(bytes.to_vec().into())] {
        if let Ok(up) = Up::decode(&frame) {
            assert_eq!(Up::decode(&up.encode()), Ok(up));
        }
    }
});
