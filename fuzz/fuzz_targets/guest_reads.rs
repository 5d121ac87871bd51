//! What an attacker may send a guest: `cargo +nightly fuzz run guest_reads`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wold_wire::lockstep::Message;
use wold_wire::{Down, Frame, Receiver};

fuzz_target!(|bytes: &[u8]| {
    let mut receiver = Receiver::default();
    let _ = Down::decode(&Frame::Reliable(bytes.to_vec().into()), &mut receiver);
    let _ = Down::decode(&Frame::Datagram(bytes.to_vec().into()), &mut receiver);
    // Snapshots one after the other, each as long as its first byte says: what is taken changes how the next are read.
    let (mut receiver, mut rest) = (Receiver::default(), bytes);
    while let Some((&length, behind)) = rest.split_first() {
        let (packet, next) = behind.split_at(usize::from(length).min(behind.len()));
        let _ = receiver.take(packet);
        rest = next;
    }
    let _ = Message::decode(bytes);
});
