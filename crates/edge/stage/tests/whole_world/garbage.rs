//! Bytes that make no sense harm nobody, wherever they come from.

use proptest::collection::vec;
use proptest::prelude::*;
use wold_stage::town::{Town, towards};
use wold_stage::village::village;
use wold_wire::network::LinkConfig;
use wold_wire::{
    Acks, Frame, FromGuest, FromHost, Gait, Hello, Intent, Login, Loudness, Outcome, Seq, Steering,
    SteeringPacket,
};

const ADA: usize = 0;
const BOB: usize = 1;
const CARA: usize = 2;

fn three() -> Town {
    let mut town = Town::new(village(1));
    for name in ["Ada", "Bob", "Cara"] {
        town.join(name, LinkConfig::LAN);
    }
    town.gather();
    town
}

/// Bob can speak, and sees Cara where she is. Where Ada is, who sends or gets the garbage, is her own business: a flipped number may have sent her
/// steering far ahead, so that she walks on.
fn bob_is_well(town: &mut Town) {
    let say = Intent::say("all is well", None);
    assert_eq!(town.ask(BOB, say), Outcome::Done);
    town.run(1.0);
    let seen = town.sees(BOB, CARA).expect("Cara is in view");
    assert!(seen.distance(town.truth(CARA).place) < 0.06);
}

/// Sensible frames from a guest, to be damaged.
fn sensible() -> Vec<Vec<u8>> {
    let hello = Hello { protocol: 1, seed: Some(7), view: 3, login: Login::Guest { name: "Eve".into() } };
    let say = Intent::Say { text: "hello there".into(), loudness: Loudness::Shout, act: None };
    let steering = Steering { east: 5, north: -9, heading: 77, gait: Gait::Run };
    let acks = Acks { newest: Some(Seq(9)), before: 5 };
    vec![
        FromGuest::Hello(hello).encode(),
        FromGuest::Do { number: 3, intent: say }.encode(),
        FromGuest::Dropped(vec![Default::default(); 20]).encode(),
        SteeringPacket { acks, newest: Seq(12), steerings: vec![steering; 5] }.encode(),
    ]
}

/// Random bytes, or sensible ones with a few bits flipped and the end cut off.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let damaged =
        (0..4usize, vec((0..400usize, 0..8u32), 1..6), 0..60usize).prop_map(|(which, flips, cut)| {
            let mut bytes = sensible()[which].clone();
            for (at, bit) in flips {
                let length = bytes.len();
                bytes[at % length] ^= 1 << bit;
            }
            bytes.truncate(bytes.len().saturating_sub(cut).max(1));
            bytes
        });
    prop_oneof![vec(any::<u8>(), 0..300), damaged]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_guest_that_sends_garbage_harms_only_itself(
        frames in vec((garbage(), any::<bool>()), 60),
    ) {
        let mut town = three();
        for (bytes, datagram) in frames {
            // A damaged hello that still decodes is a hello: the session layer sees it, not the world.
            if !datagram && matches!(FromGuest::decode(&bytes), Ok(FromGuest::Hello(_))) {
                continue;
            }
            let bytes = bytes.into();
            town.send_raw(ADA, if datagram { Frame::Datagram(bytes) } else { Frame::Reliable(bytes) });
            town.tick();
        }
        town.run(2.0);
        bob_is_well(&mut town);
    }

    #[test]
    fn a_host_that_sends_garbage_does_not_break_its_guest(frames in vec(vec(any::<u8>(), 0..300), 60)) {
        let mut town = three();
        for bytes in frames {
            // Garbage that decodes is a message, and a host may say what it likes.
            if FromHost::decode(&bytes).is_err() {
                town.hand_raw(BOB, Frame::Reliable(bytes.into()));
            }
            town.tick();
        }
        bob_is_well(&mut town);
    }
}

#[test]
fn a_line_that_flips_bits_is_survived() {
    let mut town = three();
    town.set_link(ADA, LinkConfig { corrupt: 0.3, ..LinkConfig::LAN });
    for tick in 0..400u32 {
        town.guest(BOB).steer(towards(f64::from(tick), Gait::Walk));
        town.guest(ADA).steer(towards(f64::from(tick * 2), Gait::Walk));
        town.tick();
    }
    assert!(town.people[ADA].garbled > 0, "some of it cannot be read");
    town.set_link(ADA, LinkConfig::LAN);
    town.guest(BOB).steer(Steering::default());
    town.run(4.0);
    bob_is_well(&mut town);
}
