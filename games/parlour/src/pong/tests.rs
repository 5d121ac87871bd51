use super::*;
use proptest::prelude::*;
use wold_space::DVec2;
use wold_wire::contours::{Contours, Player, Thing};

fn moment(pong: &Pong) -> (i32, bool) {
    (pong.judged().0, pong.round[0] > 0)
}

#[test]
fn the_rules_are_read_and_leave_room_for_old_news() {
    let rules = &*RULES;
    assert!(rules.slow_motion.give < TURN && rules.ball.least_flight <= rules.ball.first_flight);
    assert!(rules.ball.least_flight - rules.slow_motion.longest >= 20 * TURN, "a second");
}

#[test]
fn bots_return_serve_and_win_rounds() {
    for seed in 0..20 {
        let mut pong = Pong::new(seed);
        let mut returns = 0;
        for turn in 0.. {
            let before = moment(&pong);
            pong.step(&[None; 2]);
            returns += usize::from(moment(&pong).0 > before.0 && !moment(&pong).1);
            if pong.wins.iter().sum::<i32>() > 0 {
                break;
            }
            assert!(turn < 40_000, "nobody wins: {pong:?}");
        }
        assert!(returns > 10, "{returns} serves and returns");
        while pong.round[0] > 0 {
            pong.step(&[None; 2]);
        }
        assert_eq!(pong.scores, [0; 2], "the next round begins at nought");
    }
}

/// The ball on its way from seat 0 to the middle of the other end, where the paddle is.
fn towards_the_second() -> Pong {
    let mut pong = Pong::new(1);
    while pong.round[0] > 0 {
        pong.step(&[Some(0); 2]);
    }
    pong.leg = Leg { striker: 0, age: 0, start: 0, slope: 0, ahead: 0, flight: RULES.ball.first_flight };
    pong
}

/// Turns until the next is judged, by a command of each.
fn judged_after(pong: &mut Pong, commands: impl Fn(i32) -> [u32; 2]) -> i32 {
    let before = pong.judged().0;
    let turns = (1..).find(|turn| {
        pong.step(&commands(*turn).map(Some));
        pong.judged().0 > before
    });
    turns.expect("some turn comes")
}

#[test]
fn slow_motion_at_the_target_gives_it_time_and_sends_the_ball_back_sooner() {
    let flight = RULES.ball.first_flight;
    assert_eq!(judged_after(&mut towards_the_second(), |_| [0, 0]), flight / TURN);
    let mut pong = towards_the_second();
    assert_eq!(judged_after(&mut pong, |_| [0, SLOW]), flight / TURN + 6, "three tenths of a second longer");
    assert_eq!((pong.leg.striker, pong.leg.ahead), (1, 6000));
    assert_eq!(
        judged_after(&mut pong, |_| [0, 0]),
        (flight - RULES.ball.hurry) / TURN - 5,
        "and shorter back"
    );
}

#[test]
fn slow_motion_is_used_up_and_comes_back() {
    let mut pong = towards_the_second();
    let held = (0..200).filter(|_| {
        pong.step(&[Some(0), Some(SLOW)]);
        pong.stretches[1] == RULES.slow_motion.longest
    });
    let held = held.count() as i32;
    assert!((25..40).contains(&held), "{held} turns");
    assert!(pong.stretches[1] < 1000, "{:?}", pong.stretches);
    (0..300).for_each(|_| pong.step(&[Some(0), Some(0)]));
    assert_eq!(pong.reserves[1], RULES.slow_motion.most);
}

#[test]
fn a_state_comes_back_whole_and_a_strange_one_is_refused() {
    let mut pong = Pong::new(3);
    (0..700).for_each(|_| pong.step(&[None, Some(SLOW)]));
    let parts: Vec<Vec<i32>> = pong.components().into_iter().map(|part| part.words).collect();
    let mut other = Pong::new(99);
    assert_eq!(other.load(&parts), Ok(()));
    assert_eq!(other, pong);
    for spoilt in 0..parts.len() {
        let mut wrong = parts.clone();
        wrong[spoilt].push(0);
        assert!(other.load(&wrong).is_err() && other == pong);
        if spoilt < parts.len() - 3 {
            wrong[spoilt] = vec![i32::MIN; parts[spoilt].len()];
            assert!(other.load(&wrong).is_err() && other == pong);
        }
    }
}

/// The first time, in turns after it was struck, at which a leg is shown at its target's end to an onlooker who has the other's news `delay` turns late.
fn seen_to_arrive(leg: &Leg, stretch: i32, onlooker: usize, delay: f64) -> f64 {
    let turns = |thousandths: i32| f64::from(thousandths) / f64::from(TURN);
    let (length, flight) = (2.0 * f64::from(RULES.court.half_length), turns(leg.flight));
    let late = |seat: usize| if seat == onlooker { 0.0 } else { delay };
    let players = [
        Player { place: DVec2::ZERO, delay: late(0), slow: turns(leg.ahead) },
        Player { place: DVec2::new(length, 0.0), delay: late(1), slow: turns(stretch) },
    ];
    let velocity = DVec2::new(length / flight, 0.0);
    let gone = |time: f64| {
        let thing = Thing { place: velocity * time, velocity, thrower: Some(0) };
        time - Contours { players: &players, onlooker, shadows: true }.delay(&thing)
    };
    let (mut before, mut after) = (0.0, flight + 30.0);
    for _ in 0..80 {
        let middle = (before + after) / 2.0;
        if gone(middle) < flight { before = middle } else { after = middle }
    }
    after
}

proptest! {
    #[test]
    fn who_struck_the_ball_sees_it_arrive_when_word_of_that_arrives(
        flight in 26_000i32..=36_000, ahead in 0i32..=6000, stretch in 0i32..=6000, delay in 0.0f64..16.0,
    ) {
        let leg = Leg { striker: 0, age: 0, start: 0, slope: 0, ahead, flight };
        let target = seen_to_arrive(&leg, stretch, 1, delay);
        let striker = seen_to_arrive(&leg, stretch, 0, delay);
        prop_assert!((target - f64::from(flight - ahead + stretch) / 1000.0).abs() < 1e-6, "as it is judged");
        prop_assert!((striker - target - delay).abs() < 1e-6, "{striker} {target}");
    }

    #[test]
    fn the_ball_stays_between_the_sides(start in -20_000i32..20_000, slope in -2100i32..2100, gone in 0i32..60_000) {
        let leg = Leg { striker: 0, age: 0, start, slope, ahead: 0, flight: 30_000 };
        let room = RULES.court.half_width - RULES.ball.radius;
        prop_assert!(leg.along(gone).abs() <= room);
        prop_assert!((leg.along(gone + 100) - leg.along(gone)).abs() <= slope.abs() / 10 + 1);
    }
}
