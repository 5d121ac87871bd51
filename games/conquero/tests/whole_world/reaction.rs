//! From one's hand to the others' screens: one tick and the way there.

use super::front::Front;
use wold_conquero::plugin::news::SWING;
use wold_space::DVec2;
use wold_wire::network::LinkConfig;
use wold_wire::{EntityState, Gesture, Intent, Steering};

/// Milliseconds between two looks of a guest.
const STEP: f64 = 50.0;

/// Lets the first player do something and counts the milliseconds until the second reads the snapshot that shows it.
fn delay(
    front: &mut Front,
    act: impl FnOnce(&mut Front),
    shows: impl Fn(&EntityState, &EntityState) -> bool,
) -> f64 {
    let body = front.town.body(0);
    let state = |front: &Front| front.town.known(1).entities()[&body].state;
    let before = state(front);
    act(front);
    // The guests' half of this tick sends it.
    front.tick();
    let mut steps = 0.0;
    while !shows(&before, &state(front)) {
        front.tick();
        steps += 1.0;
        assert!(steps < 40.0, "it is never seen");
    }
    steps * STEP
}

#[test]
fn what_one_does_is_seen_within_a_tick_and_the_way_there() {
    // Lossless, and the time of arrival not on the edge of a tick: else a step would wait for the next one.
    let links = [
        LinkConfig::LOCAL,
        LinkConfig::LAN,
        LinkConfig::TOWN,
        LinkConfig { loss: 0.0, ..LinkConfig::CONTINENT },
    ];
    for link in links {
        let mut front = Front::with_players("teams=2 members=1", &[link; 2]);
        let spot = DVec2::new(600.0, 700.0);
        front.put(0, spot);
        front.put(1, spot + DVec2::new(60.0, 0.0));
        front.run(3.0);
        let way = 2.0 * (link.latency_ms + link.jitter_ms);
        // A guest looks at what has come twenty times a second.
        let most = ((STEP + way) / STEP).ceil() * STEP;
        for n in 0..12_u8 {
            let heading = 10 + n * 20;
            let turn = |front: &mut Front| {
                front.town.guest(0).steer(Steering { heading, ..Steering::default() });
            };
            let turned = delay(&mut front, turn, |_, now| now.heading == heading);
            assert!(turned <= most, "a turn over {link:?} took {turned} ms");
            front.run(1.0);
            let swing = |front: &mut Front| {
                front.town.guest(0).wish(Intent::Game { verb: SWING, payload: vec![heading] });
            };
            let struck = |before: &EntityState, now: &EntityState| {
                now.gesture != before.gesture && now.gesture & 15 == Gesture::Strike as u8
            };
            let swung = delay(&mut front, swing, struck);
            assert!(swung <= most, "a swing over {link:?} took {swung} ms");
            front.run(1.0);
        }
    }
}
