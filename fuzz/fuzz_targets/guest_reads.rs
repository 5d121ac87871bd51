//! What an attacker may send a guest: `cargo +nightly fuzz run guest_reads`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wold_wire::lockstep::Message;
use wold_wire::{Down, Frame, Receiver};

fuzz_target!(|bytes: &[u8]| {
    let mut receiver = Receiver::default();
    let _ = Down::decode(&Frame::Reliable(bytes.to_vec().into()), &mut receiver);
    let _ = Down::decode(&Frame::Datagram(bytes.to_vec().into()), &mut receiver);
    let _ = Message::decode(bytes);
});
