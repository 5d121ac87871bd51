//! Published vectors of linear congruential generators.

use super::*;
use crate::cycle::find_cycle;

#[test]
fn a_short_period_repeats() {
    let small = Lcg::new(5, 5, 12, 5).expect("parameters are below 12");
    assert_eq!(small.take(8).collect::<Vec<_>>(), [6, 11, 0, 5, 6, 11, 0, 5]);
}

#[test]
fn the_certified_generators_give_their_published_numbers() {
    let first = |a: u64| Lcg::certified(a, 1).expect("certified").take(5).collect::<Vec<_>>();
    assert_eq!(first(16_807), [16_807, 282_475_249, 1_622_650_073, 984_943_658, 1_144_108_930]);
    assert_eq!(first(48_271), [48_271, 182_605_794, 1_291_394_886, 1_914_720_637, 2_078_669_041]);
    for (a, x10000) in [(16_807, 1_043_618_065), (48_271, 399_268_537)] {
        assert_eq!(Lcg::certified(a, 1).expect("certified").nth(9_999), Some(x10000));
    }
}

#[test]
fn schrage_agrees_with_wide_arithmetic() {
    let constants = [(127_773, 2_836), (54_542, 1_481), (51_924, 10_855), (44_488, 3_399), (30_845, 23_902)];
    for (a, expected) in CERTIFIED.into_iter().zip(constants) {
        let mut one = Lcg::certified(a, 1).expect("certified");
        let mut two = one.clone();
        assert_eq!(one.schrage(), Some(expected));
        for _ in 0..10_000 {
            assert_eq!(one.draw_by_schrage(), Some(two.draw()));
        }
    }
    let mut unfit = Lcg::new(65_539, 0, 1 << 31, 1).expect("below 2^31");
    assert!(unfit.draw_by_schrage().is_some() == (((1u64 << 31) % 65_539) <= (1 << 31) / 65_539));
    assert_eq!(Lcg::new(7, 3, 10, 1).expect("small").draw_by_schrage(), None);
}

#[test]
fn sums_modulo_m_never_overflow() {
    let m = u64::MAX;
    assert_eq!(modulo_sum(m - 1, m - 1, m), m - 2);
    assert_eq!(modulo_sum(3, 4, 10), 7);
    assert_eq!(modulo_sum(6, 4, 10), 0);
    assert_eq!(modulo_sum(0, 0, 10), 0);
}

#[test]
fn jumping_ahead_equals_walking_with_and_without_increment() {
    for (a, c, m) in [(16_807, 0, MERSENNE_31), (21, 11, 256), (5, 5, 12), (1, 7, 1000)] {
        let start = Lcg::new(a, c, m, 5).expect("valid");
        for draws in [0, 1, 2, 3, 17, 255, 1_000] {
            let mut walked = start.clone();
            (0..draws).for_each(|_| {
                walked.draw();
            });
            let mut jumped = start.clone();
            jumped.jump(draws);
            assert_eq!(jumped, walked, "{draws} of {a} {c} {m}");
        }
    }
}

#[test]
fn twelve_blocks_of_the_certified_generators_start_where_the_table_says() {
    const TABLE: [[u64; 5]; 12] = [
        [1, 1, 1, 1, 1],
        [1_695_056_031, 129_559_008, 289_615_684, 128_178_418, 1_694_409_695],
        [273_600_077, 1_210_108_086, 1_353_057_761, 947_520_058, 521_770_721],
        [1_751_115_243, 881_279_780, 1_827_749_946, 1_501_823_498, 304_319_863],
        [2_134_894_400, 1_401_015_190, 1_925_115_505, 406_334_307, 1_449_974_771],
        [1_522_630_933, 649_553_291, 9_087_743, 539_991_689, 69_880_877],
        [939_811_632, 388_125_325, 1_242_165_306, 1_290_683_230, 994_596_602],
        [839_436_708, 753_392_767, 1_088_988_122, 1_032_093_784, 1_446_470_955],
        [551_911_115, 1_234_047_880, 1_487_897_448, 390_041_908, 1_348_226_252],
        [1_430_160_775, 1_917_314_738, 535_616_434, 2_115_657_586, 1_729_938_365],
        [1_729_719_750, 615_965_832, 1_294_221_370, 1_620_264_524, 2_106_684_069],
        [490_674_121, 301_910_397, 1_493_238_629, 1_789_935_850, 343_628_718],
    ];
    for (column, a) in CERTIFIED.into_iter().enumerate() {
        let blocks = Lcg::certified(a, 1).expect("certified").blocks(MERSENNE_31 - 1, 12);
        let starts: Vec<u64> = blocks.iter().map(Lcg::state).collect();
        assert_eq!(starts, TABLE.iter().map(|row| row[column]).collect::<Vec<_>>(), "multiplier {a}");
    }
    assert_eq!((MERSENNE_31 - 1) / 12, 178_956_970);
    assert_eq!((MERSENNE_31 - 1) / 1_000, 2_147_483);
}

#[test]
fn the_full_period_test_agrees_with_counting() {
    for (a, c, m) in [
        (21, 11, 256),
        (137, 187, 256),
        (5, 5, 12),
        (7, 5, 12),
        (7, 5, 18),
        (1, 1, 100),
        (22, 11, 256),
        (3, 2, 16),
    ] {
        let lcg = Lcg::new(a, c, m, 0).expect("valid");
        let cycle = find_cycle(0, |x| step(a, c, m, x));
        assert_eq!(lcg.has_full_period(), cycle.length == m, "{a} {c} {m}: {cycle:?}");
    }
}

#[test]
fn periods_of_the_demonstration_generators() {
    let period = |a: u64, c: u64, m: u64| find_cycle(1, |x| step(a, c, m, x)).length;
    assert_eq!(period(21, 11, 256), 256);
    assert_eq!(period(137, 187, 256), 256);
    assert_eq!(period(78, 0, 127), 126);
    assert_eq!(period(799, 0, 2_039), 2_038);
}

#[test]
fn inverse_multipliers_run_the_same_sequence_backwards() {
    assert_eq!(799 * 393 % 2_039, 1);
    let mut forward: Vec<u64> = Lcg::new(799, 0, 2_039, 1).expect("valid").take(2_038).collect();
    let backward: Vec<u64> = Lcg::new(393, 0, 2_039, 1).expect("valid").take(2_038).collect();
    forward.pop();
    forward.reverse();
    assert_eq!(forward[..], backward[..2_037]);
}

#[test]
fn las_vegas_rejects_the_last_bucket() {
    // m = 10, width 4: buckets of 2, so 8 and 9 are thrown again.
    let lcg = Lcg::new(1, 1, 10, 9).expect("counts 0 to 9");
    let mut counter = lcg.clone();
    let drawn: Vec<u64> = (0..8).map(|_| counter.integer(0, 4).expect("in range")).collect();
    assert_eq!(drawn, [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(counter.state(), 7);
    assert_eq!(counter.integer(0, 4), Ok(0));
    assert_eq!(counter.state(), 0, "8 and 9 were skipped");
    // m = 100, width 9: buckets of 11, only 99 is rejected.
    let mut hundred = Lcg::new(1, 1, 100, 98).expect("counts");
    assert_eq!(hundred.integer(0, 9), Ok(0));
    assert_eq!(hundred.state(), 0);
}

#[test]
fn taking_remainders_is_not_uniform() {
    let (mut by_mod, mut by_floor) = ([0; 4], [0; 4]);
    for x in 0..10usize {
        by_mod[x % 4] += 1;
        by_floor[x * 4 / 10] += 1;
    }
    assert_eq!((by_mod, by_floor), ([3, 3, 2, 2], [3, 2, 3, 2]));
}

#[test]
fn without_increment_every_bucket_is_full() {
    // All 126 states of a prime modulus: with the shift each of 7 numbers comes up 18 times.
    let mut lcg = Lcg::new(78, 0, 127, 1).expect("valid");
    let mut seen = [0; 7];
    for _ in 0..126 {
        seen[lcg.integer(0, 7).expect("in range") as usize] += 1;
    }
    assert_eq!(seen, [18; 7]);
}

#[test]
fn bad_parameters_are_named() {
    assert_eq!(Lcg::new(1, 1, 1, 0), Err(LcgError::Modulus(1)));
    assert_eq!(
        Lcg::new(12, 1, 12, 0),
        Err(LcgError::TooLarge { what: "multiplier", value: 12, modulus: 12 })
    );
    assert_eq!(Lcg::new(5, 0, 12, 0), Err(LcgError::ZeroSeed));
    assert!(Lcg::new(5, 1, 12, 0).expect("valid").integer(3, 3).is_err());
}

#[test]
fn generators_near_the_largest_modulus_are_judged_at_once_and_stay_below_one() {
    let prime = 18_446_744_073_709_551_557;
    assert!(!Lcg::new(5, 1, prime, 1).expect("valid").has_full_period());
    assert!(Lcg::new(1, 1, prime, 1).expect("valid").has_full_period());
    assert!(!Lcg::new(5, 1, (1 << 61) - 1, 1).expect("valid").has_full_period());
    let mut last = Lcg::new(1, 0, prime, prime - 1).expect("valid");
    assert!(last.unit() < 1.0);
}

#[test]
fn a_generator_that_stands_still_where_draws_are_thrown_again_is_found_out() {
    // X' = X: its only number lies beyond the last whole bucket of three.
    let mut stuck = Lcg::new(1, 0, 8, 7).expect("sound");
    assert_eq!(stuck.integer(0, 4), Err(LcgError::NeverInRange));
    assert_eq!(Lcg::new(1, 0, 8, 1).expect("sound").integer(0, 4), Ok(0));
}
