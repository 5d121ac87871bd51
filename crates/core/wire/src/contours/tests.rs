use super::*;
use proptest::prelude::*;

fn x(v: f64) -> DVec2 {
    DVec2::new(v, 0.0)
}

/// Thrower at 0, target at `distance`, seen by one of them; news takes `delay` either way.
fn pair(onlooker: usize, distance: f64, delay: f64, slow: [f64; 2]) -> [Player; 2] {
    let late = |who: usize| if who == onlooker { 0.0 } else { delay };
    [
        Player { place: x(0.0), delay: late(0), slow: slow[0] },
        Player { place: x(distance), delay: late(1), slow: slow[1] },
    ]
}

/// Where a thing at 1 m/s is shown at a time.
fn shown(players: &[Player], onlooker: usize, shadows: bool, time: f64) -> f64 {
    let thing = Thing { place: x(time), velocity: x(1.0), thrower: Some(0) };
    time - Contours { players, onlooker, shadows }.delay(&thing)
}

/// When a thing that is thrown at 0 with a speed is first shown at the target.
fn hit(players: &[Player], onlooker: usize, speed: f64) -> f64 {
    let target = players[1].place.x;
    let view = Contours { players, onlooker, shadows: true };
    let at = |time: f64| {
        let thing = Thing { place: x(time * speed), velocity: x(speed), thrower: Some(0) };
        (time - view.delay(&thing)) * speed
    };
    let (mut before, mut after) = (0.0, target / speed + 3.0);
    for _ in 0..80 {
        let middle = (before + after) / 2.0;
        if at(middle) < target { before = middle } else { after = middle }
    }
    after
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn without_shadows_the_delay_grows_evenly_to_the_remote_player() {
    let players = pair(0, 2.0, 0.5, [0.0; 2]);
    for (time, place) in [(0.5, 0.375), (1.0, 0.75), (1.5, 1.125), (2.0, 1.5)] {
        assert!(near(shown(&players, 0, false, time), place), "{time}");
    }
    let target = pair(1, 2.0, 0.5, [0.0; 2]);
    assert!(near(shown(&target, 1, false, 0.5), 0.125), "the flaw: seen before the throw is known");
}

#[test]
fn with_shadows_the_thrower_sees_the_hit_when_its_answer_arrives() {
    let players = pair(0, 2.0, 0.5, [0.0; 2]);
    for (time, place) in [(2.0, 1.6), (2.5, 2.0), (3.0, 2.6), (5.0, 5.0)] {
        assert!(near(shown(&players, 0, true, time), place), "{time}");
    }
}

#[test]
fn with_shadows_the_target_sees_the_throw_when_it_is_known() {
    let players = pair(1, 2.0, 0.5, [0.0; 2]);
    for (time, place) in [(0.5, 0.0), (1.0, 2.0 / 3.0), (1.5, 4.0 / 3.0), (2.0, 2.0)] {
        assert!(near(shown(&players, 1, true, time), place), "{time}");
    }
}

#[test]
fn slow_motion_moves_the_hit_for_both() {
    for (slow, thrower, target) in
        [([0.0, 0.0], 2.5, 2.0), ([0.2, 0.0], 2.3, 1.8), ([0.0, 0.2], 2.7, 2.2), ([0.7, 0.0], 1.8, 1.3)]
    {
        assert!(near(hit(&pair(0, 2.0, 0.5, slow), 0, 1.0), thrower), "{slow:?}");
        assert!(near(hit(&pair(1, 2.0, 0.5, slow), 1, 1.0), target), "{slow:?}");
    }
}

#[test]
fn players_in_one_place_have_no_contour_between_them() {
    let players = pair(0, 0.0, 0.5, [0.0; 2]);
    assert_eq!(shown(&players, 0, false, 0.0), 0.0);
    assert!(shown(&players, 0, true, 0.3).is_finite());
}

#[test]
fn what_arrives_before_it_is_known_is_shown_now() {
    let players = pair(1, 2.0, 2.5, [0.0; 2]);
    assert!(is_critical(2.0, 2.5, 1.0));
    assert_eq!(shown(&players, 1, true, 1.0), 1.0);
    assert!(
        shown(&pair(0, 2.0, 2.5, [0.0; 2]), 0, true, 1.0) < 1.0,
        "the thrower still waits for the answer"
    );
}

/// The onlooker at 0, two others at 10 and 20 with delays of 0.4 and 0.6.
fn row() -> [Player; 3] {
    [(0.0, 0.0), (10.0, 0.4), (20.0, 0.6)].map(|(place, delay)| Player { place: x(place), delay, slow: 0.0 })
}

fn along(metres: f64) -> Thing {
    Thing { place: x(metres), velocity: x(0.001), thrower: Some(0) }
}

#[test]
fn a_thing_that_returns_is_least_late_between_players_and_one_that_is_held_is_not() {
    let players = row();
    let view = Contours { players: &players, onlooker: 0, shadows: false };
    let (mut returning, mut held, mut keeping) = (Vec::new(), Held::default(), Vec::new());
    for step in 0..=400 {
        let thing = along(f64::from(step) / 10.0);
        returning.push(view.delay(&thing));
        keeping.push(held.delay(&view, &thing));
    }
    assert!(near(returning[100], 0.4) && near(returning[200], 0.6) && near(returning[400], 0.0));
    assert!((keeping[100] - 0.4).abs() < 0.01 && (keeping[200] - 0.6).abs() < 0.01, "{}", keeping[100]);
    assert!((keeping[400] - 0.6).abs() < 0.01, "kept behind the last");
    let late = |delays: &[f64]| delays.iter().filter(|&&delay| delay > 0.05).count();
    assert!(late(&keeping) > late(&returning));
    let falls = |delays: &[f64]| delays.windows(2).filter(|pair| pair[1] < pair[0] - 1e-9).count();
    assert_eq!(falls(&keeping), 0);
    assert!(falls(&returning) > 100);
}

#[test]
fn a_held_thing_comes_to_now_at_the_onlooker() {
    let players = row();
    let view = Contours { players: &players, onlooker: 0, shadows: false };
    let mut held = Held::starting(0.6);
    let delays: Vec<f64> = (0..=200)
        .map(|step| {
            let thing =
                Thing { place: x(20.0 - f64::from(step) / 10.0), velocity: x(-1.0), thrower: Some(2) };
            held.delay(&view, &thing)
        })
        .collect();
    assert!((delays[100] - 0.4).abs() < 0.01 && delays[199].abs() < 0.01, "{} {}", delays[100], delays[199]);
}

#[test]
fn jitter_and_leaving_do_not_make_shown_time_run_back() {
    let config = EasedConfig::default();
    let mut eased = Eased::new(0.0);
    let mut before = f64::NEG_INFINITY;
    for step in 0..500 {
        let now = f64::from(step) * 0.02;
        // The measured delay jumps between 0.2 and 0.5, and from step 300 on the player is gone.
        let wanted = if step >= 300 { 0.0 } else { 0.2 + f64::from(step * 7919 % 4) * 0.1 };
        let shown = now - eased.towards(&config, wanted, 0.02);
        assert!(shown > before, "step {step}");
        before = shown;
    }
    assert!(near(eased.delay(), 0.0));
}

proptest! {
    #[test]
    fn who_throws_sees_the_hit_one_delay_after_who_is_hit(
        distance in 5.0f64..80.0, speed in 1.0f64..20.0, delay in 0.0f64..0.2, thrower in 0.0f64..0.3, target in 0.0f64..0.3,
    ) {
        prop_assume!(!is_critical(distance, delay + target, speed));
        let slow = [thrower, target];
        let sent = hit(&pair(0, distance, delay, slow), 0, speed);
        let felt = hit(&pair(1, distance, delay, slow), 1, speed);
        prop_assert!((sent - (felt + delay)).abs() < 1e-6, "{sent} {felt}");
        prop_assert!((felt - (distance / speed - thrower + target)).abs() < 1e-6);
    }

    #[test]
    fn no_thing_is_later_than_the_latest_player(
        places in prop::collection::vec((-50.0f64..50.0, -50.0f64..50.0, 0.0f64..1.0), 1..6),
        thing in (-60.0f64..60.0, -60.0f64..60.0), velocity in (-30.0f64..30.0, -30.0f64..30.0), shadows in any::<bool>(),
    ) {
        let mut players: Vec<Player> =
            places.iter().map(|&(a, b, delay)| Player { place: DVec2::new(a, b), delay, slow: 0.0 }).collect();
        players[0].delay = 0.0;
        let view = Contours { players: &players, onlooker: 0, shadows };
        let thing = Thing { place: thing.into(), velocity: velocity.into(), thrower: None };
        let most = players.iter().map(|player| player.delay).fold(0.0, f64::max);
        let late = view.delay(&thing);
        prop_assert!((0.0..=most + 1e-9).contains(&late), "{late} of {most}");
    }
}
