//! The bytes peers of a synchronised simulation tell each other, which the page reads and writes, too: `golden/lockstep.txt` holds them, one message each. Run
//! with `WOLD_BLESS=1` to write them anew.

use std::path::Path;
use wold_wire::lockstep::message::Evidence;
use wold_wire::lockstep::{Message, Order, Packet, PeerId, Piece, Said, Seat, State};

fn examples() -> Vec<(&'static str, Message)> {
    let seating = Said { command: 3, orders: vec![Order { seat: Seat(2), peer: PeerId(9) }] };
    let said = vec![seating, Said::default()];
    let piece = Piece { peer: PeerId(4), from: 70, said: said.clone() };
    let packet = Packet {
        view: 3,
        joined: true,
        wants_state: true,
        turn: 71,
        hashes: vec![u32::MAX, 0],
        acknowledged: 75,
        from: 72,
        said,
        gone: vec![piece.clone()],
    };
    let parts = vec![vec![i32::MIN, -1, 0, i32::MAX], Vec::new()];
    let state = State {
        turn: 71,
        seats: vec![None, Some((PeerId(0), 12))],
        ends: vec![(PeerId(1), 60)],
        ahead: vec![piece],
        parts: parts.clone(),
    };
    vec![
        ("packet", Message::Packet(packet)),
        ("state", Message::State(state)),
        ("evidence", Message::Evidence(Evidence { from: 70, turns: vec![parts] })),
    ]
}

#[test]
fn messages_are_the_same_bytes_as_ever_and_come_back_whole() {
    let mut lines = String::new();
    for (name, message) in examples() {
        let bytes = message.encode();
        assert_eq!(Message::decode(&bytes), Ok(message));
        for cut in 0..bytes.len() {
            assert!(Message::decode(&bytes[..cut]).is_err(), "{name} cut off at {cut} is no message");
        }
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        lines += &format!("{name}: {hex}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/lockstep.txt");
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &lines).expect("the file can be written");
    }
    assert_eq!(
        lines,
        std::fs::read_to_string(&path).expect("the file is there"),
        "the page reads these bytes, too"
    );
}
