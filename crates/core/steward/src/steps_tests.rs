use super::*;
use wold_chance::{Seed, Stream};

fn going(east: i8) -> Steering {
    Steering { east, ..Steering::default() }
}

/// The packet of step `newest`, which repeats those before it as guests do.
fn packet(newest: u16, way: impl Fn(u16) -> Steering) -> SteeringPacket {
    let first = newest.saturating_sub(3).max(1);
    SteeringPacket {
        newest: Seq(newest),
        steerings: (first..=newest).map(way).collect(),
        ..SteeringPacket::default()
    }
}

#[test]
fn a_step_that_is_late_counts_as_done_if_it_only_goes_on() {
    let mut steps = Steps::default();
    let straight = |_| going(127);
    steps.take(&packet(1, straight));
    assert_eq!(steps.next(true), Some(going(127)));
    // Two are lost, and told again by the third.
    for seq in [2, 3] {
        assert_eq!(steps.next(true), None);
        assert_eq!(steps.applied(), Some(Seq(seq)), "it counts as done");
    }
    steps.take(&packet(4, straight));
    assert_eq!(steps.next(true), None);
    assert_eq!(steps.applied(), Some(Seq(4)), "and is not done again");
}

#[test]
fn a_late_turn_is_done_late_and_leaves_a_step_in_store() {
    let mut steps = Steps::default();
    let way = |n| going(if n < 3 { 127 } else { -127 });
    for n in 1..=2 {
        steps.take(&packet(n, way));
        steps.next(true);
    }
    steps.next(true);
    assert_eq!((steps.steering, steps.applied()), (going(127), Some(Seq(3))), "it goes on");
    steps.take(&packet(4, way));
    steps.next(true);
    assert_eq!((steps.steering, steps.applied()), (going(-127), Some(Seq(3))), "the turn is done after all");
    steps.next(true);
    assert_eq!(steps.applied(), Some(Seq(4)));
    assert_eq!(steps.waiting.len(), 0);
}

#[test]
fn steps_that_are_always_late_are_waited_for_after_a_second() {
    let mut steps = Steps::default();
    let straight = |_| going(127);
    steps.take(&packet(1, straight));
    steps.next(true);
    // From now on each comes two ticks late.
    let mut ahead = Vec::new();
    for n in 0..60_u16 {
        steps.next(true);
        if n >= 2 {
            steps.take(&packet(n, straight));
        }
        ahead.push(steps.ahead());
    }
    assert!(ahead[..15].iter().any(|&ahead| ahead >= 2), "{ahead:?}");
    assert!(ahead[45..].iter().all(|&ahead| ahead <= 1), "{ahead:?}");
}

#[test]
fn who_goes_straight_on_over_a_bad_line_does_as_many_steps_as_it_told_of() {
    let mut luck = Stream::named(Seed(5), "bad line", &[]);
    let mut steps = Steps::default();
    let mut under_way: Vec<(u32, u16)> = Vec::new();
    let mut done = Vec::new();
    for tick in 0..1200_u32 {
        if !luck.chance(0.1) {
            // Three ticks under way, or four.
            under_way.push((tick + 3 + luck.below(2) as u32, tick as u16 + 1));
        }
        for (_, n) in under_way.extract_if(.., |(due, _)| *due <= tick) {
            steps.take(&packet(n, |_| going(127)));
        }
        steps.next(true);
        done.push(steps.applied().map_or(0, |seq| i64::from(seq.0)) - i64::from(tick));
    }
    // How far the host is behind the guest's steps changes only when it finds a better distance, by one step.
    let changes = done[20..].windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(changes <= 12, "{changes} corrections a minute");
}

#[test]
fn whoever_comes_back_after_a_silence_loses_no_step() {
    let mut steps = Steps::default();
    steps.take(&packet(1, |_| going(127)));
    for _ in 0..40 {
        steps.next(true);
    }
    assert_eq!(steps.steering.east, 0, "it stands");
    steps.take(&packet(2, |_| going(-127)));
    assert_eq!(steps.next(true).map(|now| now.east), Some(-127));
    assert_eq!(steps.applied(), Some(Seq(2)));
}

#[test]
fn packets_of_any_kind_keep_the_store_bounded() {
    let mut luck = Stream::named(Seed(6), "nonsense", &[]);
    let mut steps = Steps::default();
    for _ in 0..5000 {
        let (newest, count) = (luck.below(65_536) as u16, luck.below(9) as usize);
        let steerings = vec![going(luck.below(127) as i8); count];
        steps.take(&SteeringPacket { newest: Seq(newest), steerings, ..SteeringPacket::default() });
        if luck.chance(0.3) {
            steps.take_unnumbered(going(3));
        }
        assert!(steps.waiting.len() <= MOST_WAITING);
        steps.next(luck.chance(0.7));
        assert!(steps.ahead() <= i32::from(i16::MAX));
    }
}

#[test]
fn who_tells_of_changes_alone_is_neither_guessed_nor_hurried() {
    let mut steps = Steps::default();
    steps.take(&packet(1, |_| going(127)));
    let changes = (0..100).filter(|_| steps.next(false).is_some()).count();
    assert_eq!((changes, steps.applied()), (1, Some(Seq(1))));
}
