//! Both ends together: whoever reads what it is told holds what it may know.

use super::crier::Crier;
use super::*;
use crate::told;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_space::{EntityId, Tick};

#[derive(Clone, Debug, PartialEq)]
struct Flag {
    owner: Option<u8>,
    share: u8,
    contested: bool,
    name: String,
}

told! { Flag = "test/flag" {
    owner: Field::whole(0, 7).or_nothing(),
    share: Field::whole(0, 255),
    contested: Field::flag(),
    name: Field::letters(12),
} }

#[derive(Clone, Debug, PartialEq)]
struct Runner {
    x: f64,
    vx: f64,
    body: EntityId,
}

told! { Runner = "test/runner" {
    x: Field::real(-500, 500, 10).going_by("vx", 5),
    vx: Field::real(-20, 20, 10),
    body: Field::id(),
} }

#[derive(Clone, Debug, PartialEq)]
struct Goal {
    by: u16,
}

told! { Goal = "test/goal" { by: Field::count() } }

const FLAG: usize = 0;
const RUNNER: usize = 1;
const GOAL: usize = 2;
const STONE: usize = 3;

#[derive(Clone, Debug, PartialEq)]
struct Stone {
    weight: u32,
}

told! { Stone = "test/stone" { weight: Field::count() } }

fn manifest() -> Manifest {
    Manifest {
        kinds: vec![
            Kind::of::<Flag>(Policy::Delta, 2),
            Kind::of::<Runner>(Policy::Reckoned, 1),
            Kind::of::<Goal>(Policy::Passing, 1),
            Kind::of::<Stone>(Policy::Once, 1),
        ],
    }
}

fn crier() -> Crier {
    Crier::new(manifest(), Vec::new()).expect("a sound manifest")
}

fn hearer() -> Hearer {
    Hearer::new(manifest()).expect("a sound manifest")
}

fn row<T: Told>(kind: usize, it: &T) -> Row {
    it.row(&manifest().kinds[kind].fields)
}

fn hear(hearer: &mut Hearer, letters: Vec<Vec<u8>>) -> Vec<Call> {
    letters.into_iter().flat_map(|letter| hearer.take(&letter).expect("our own letter")).collect()
}

fn red() -> Circles {
    Circles::one(0)
}

fn blue() -> Circles {
    Circles::one(1)
}

/// One tick in which these rows stand.
fn tick(crier: &mut Crier, now: u64, rows: impl IntoIterator<Item = (usize, u64, Row, Circles)>) {
    crier.begin(Tick(now));
    for (kind, key, row, circles) in rows {
        crier.post(kind, key, row, circles);
    }
    crier.finish();
}

fn flag(owner: Option<u8>, share: u8) -> Flag {
    Flag { owner, share, contested: false, name: "Mühle am Bach".into() }
}

#[test]
fn a_row_is_told_whole_then_by_what_changed_then_as_gone() {
    let (mut crier, mut hearer) = (crier(), hearer());
    let all = Circles::EVERYBODY;
    tick(&mut crier, 2, [(FLAG, 4, row(FLAG, &flag(None, 0)), all)]);
    let whole = crier.letters(Circles::NONE, all);
    let size = whole[0].len();
    hear(&mut hearer, whole);
    let told: Flag = hearer.row(4).expect("told");
    assert_eq!(
        (told.owner, told.name.as_str()),
        (None, "Mühle am Ba"),
        "what is too long is cut between letters"
    );
    tick(&mut crier, 3, [(FLAG, 4, row(FLAG, &flag(Some(3), 9)), all)]);
    assert!(crier.letters(all, all).is_empty(), "it is looked at every second tick");
    tick(&mut crier, 4, [(FLAG, 4, row(FLAG, &flag(Some(3), 9)), all)]);
    let change = crier.letters(all, all);
    assert!(change[0].len() + 8 < size, "{} bytes where all are {size}", change[0].len());
    hear(&mut hearer, change);
    assert_eq!(hearer.row::<Flag>(4).map(|flag| (flag.owner, flag.share)), Some((Some(3), 9)));
    tick(&mut crier, 5, []);
    hear(&mut hearer, crier.letters(all, all));
    assert_eq!(hearer.row::<Flag>(4), None);
    tick(&mut crier, 6, []);
    assert!(crier.letters(all, all).is_empty(), "nothing is told twice");
}

#[test]
fn what_is_told_once_stays_as_it_was_told() {
    let (mut crier, mut hearer) = (crier(), hearer());
    let all = Circles::EVERYBODY;
    tick(&mut crier, 1, [(STONE, 1, row(STONE, &Stone { weight: 5 }), all)]);
    hear(&mut hearer, crier.letters(Circles::NONE, all));
    tick(&mut crier, 2, [(STONE, 1, row(STONE, &Stone { weight: 6 }), all)]);
    assert!(crier.letters(all, all).is_empty());
    assert_eq!(hearer.row::<Stone>(1), Some(Stone { weight: 5 }));
}

#[test]
fn a_runner_is_told_of_when_it_turns_and_believed_to_run_on_between() {
    let (mut crier, mut hearer) = (crier(), hearer());
    let all = Circles::EVERYBODY;
    let (mut letters, mut worst) = (0, 0.0_f64);
    for now in 1..=400_u64 {
        // There and back again, five seconds each way at 7 m/s.
        let phase = now % 200;
        let (along, vx) = if phase < 100 { (phase, 7.0) } else { (200 - phase, -7.0) };
        let truth = Runner { x: along as f64 * 0.35, vx, body: EntityId(u64::MAX - 1) };
        tick(&mut crier, now, [(RUNNER, 1, row(RUNNER, &truth), all)]);
        let news = crier.letters(if now == 1 { Circles::NONE } else { all }, all);
        letters += news.len();
        hear(&mut hearer, news);
        let believed: Runner = hearer.row_by(1, Tick(now)).expect("told");
        worst = worst.max((believed.x - truth.x).abs());
        assert_eq!(believed.body, truth.body);
    }
    assert!((4..=10).contains(&letters), "{letters} letters for four turns");
    assert!(worst < 0.61, "half a metre of slack and a step of rounding: {worst}");
}

#[test]
fn each_circle_is_told_its_own_and_who_changes_sides_learns_and_forgets() {
    let (mut crier, mut guest) = (crier(), hearer());
    let rows = || {
        [
            (FLAG, 1, row(FLAG, &flag(Some(1), 1)), red()),
            (FLAG, 2, row(FLAG, &flag(Some(2), 2)), blue()),
            (FLAG, 3, row(FLAG, &flag(Some(3), 3)), red().and(blue())),
        ]
    };
    let held = |guest: &Hearer| guest.rows::<Flag>().map(|(key, _)| key).collect::<Vec<_>>();
    tick(&mut crier, 1, rows());
    hear(&mut guest, crier.letters(Circles::NONE, red()));
    assert_eq!(held(&guest), [1, 3]);
    tick(&mut crier, 2, rows());
    hear(&mut guest, crier.letters(red(), blue()));
    assert_eq!(held(&guest), [2, 3]);
    crier.begin(Tick(3));
    rows().into_iter().for_each(|(kind, key, row, circles)| crier.post(kind, key, row, circles));
    crier.call(GOAL, row(GOAL, &Goal { by: 9 }), red());
    crier.call(GOAL, row(GOAL, &Goal { by: 8 }), blue());
    crier.finish();
    let calls = hear(&mut guest, crier.letters(blue(), blue()));
    let heard: Vec<_> = calls.iter().filter_map(|call| guest.heard::<Goal>(call)).collect();
    assert_eq!(heard, [Goal { by: 8 }]);
    assert_eq!(guest.heard::<Flag>(&calls[0]), None, "it is no flag");
}

#[test]
fn perceivers_are_told_of_bodies_as_they_come_and_go() {
    let mut crier = Crier::new(manifest(), vec![Whom::Perceivers; 4]).expect("sound");
    let (mut guest, mut ear) = (hearer(), Ear::default());
    let all = Circles::EVERYBODY;
    let stand = |share: u8| (1..=3).map(move |key| (FLAG, key, row(FLAG, &flag(None, share)), all));
    let mut step = |now, share, crossed: &[u64], seen: &[u64]| {
        tick(&mut crier, now, stand(share));
        assert!(crier.letters(Circles::NONE, all).is_empty(), "circles know nothing of them");
        let letters = crier.letters_near(&mut ear, crossed.iter().copied(), |key| seen.contains(&key));
        hear(&mut guest, letters);
        guest.rows::<Flag>().map(|(key, flag)| (key, flag.share)).collect::<Vec<_>>()
    };
    assert_eq!(step(2, 0, &[1], &[1]), [(1, 0)]);
    assert_eq!(step(4, 7, &[], &[1]), [(1, 7)]);
    assert_eq!(step(6, 8, &[1, 2], &[2]), [(2, 8)], "one goes, one comes");
    assert_eq!(step(8, 9, &[], &[2]), [(2, 9)]);
}

#[test]
fn what_a_field_cannot_hold_becomes_the_nearest_it_can() {
    let mut crier = crier();
    let mut guest = hearer();
    let wild = Runner { x: f64::NAN, vx: 1e9, body: EntityId(7) };
    tick(
        &mut crier,
        2,
        [
            (RUNNER, 1, row(RUNNER, &wild), Circles::EVERYBODY),
            (FLAG, 1, vec![Value::Letters("no".into()); 9], Circles::EVERYBODY),
            (77, 1, Vec::new(), Circles::EVERYBODY),
        ],
    );
    hear(&mut guest, crier.letters(Circles::NONE, Circles::EVERYBODY));
    assert_eq!(guest.row::<Runner>(1), Some(Runner { x: -500.0, vx: 20.0, body: EntityId(7) }));
    assert_eq!(
        guest.row::<Flag>(1),
        Some(Flag { owner: None, share: 0, contested: false, name: "no".into() })
    );
}

#[test]
fn bad_manifests_are_refused_with_their_reason() {
    let kind = |fields: Vec<Field>| Kind { name: "a/b".into(), policy: Policy::Reckoned, every: 1, fields };
    let check = |kinds: Vec<Kind>| Manifest { kinds }.check().expect_err("no manifest").to_string();
    let x = || Field::whole(0, 1).named("x");
    assert_eq!(check(vec![kind(vec![]), kind(vec![])]), r#""a/b" stands twice"#);
    assert_eq!(check(vec![kind(vec![x(), x()])]), r#""a/b: x" stands twice"#);
    assert!(check(vec![kind(vec![Field::flag()])]).starts_with(r#""" is no name"#));
    assert!(check(vec![kind(vec![Field::whole(3, 3).named("x")])]).contains("range of \"x\""));
    assert!(check(vec![kind(vec![Field::real(-2, i32::MAX, u32::MAX).named("x")])]).contains("range"));
    assert!(check(vec![kind(vec![x().going_by("vx", 1)])]).contains("\"x\" cannot go by \"vx\""));
    assert!(
        check(vec![kind((0..33).map(|n| Field::flag().named(&format!("f{n}"))).collect())]).contains("33")
    );
    assert_eq!(check(vec![kind(vec![]); 65]), "65 kinds are told, and 64 can be");
}

/// A world that does anything: rows that come, change, change sides and go, guests who do so too.
fn whatever(seed: u64, ticks: u64) -> (Crier, Vec<(Circles, Hearer)>, Vec<Vec<u8>>) {
    let mut luck = Stream::named(Seed(seed), "herald.test", &[]);
    let mut crier = crier();
    let mut rows: BTreeMap<(usize, u64), (Row, Circles)> = BTreeMap::new();
    let mut guests: Vec<(Circles, Hearer)> = Vec::new();
    let mut post = Vec::new();
    let sides = [Circles::NONE, red(), blue(), red().and(blue())];
    for now in 1..=ticks {
        for _ in 0..luck.below(6) {
            let (kind, key) = ([FLAG, RUNNER, STONE][luck.below(3) as usize], luck.below(8));
            let number = luck.below(200);
            let row = match kind {
                FLAG => row(FLAG, &flag((number < 7).then_some(number as u8), number as u8)),
                RUNNER => {
                    let (x, vx) = (number as f64 - 100.0, number as f64 / 10.0 - 10.0);
                    row(RUNNER, &Runner { x, vx, body: EntityId(key << 40) })
                }
                _ => row(STONE, &Stone { weight: number as u32 }),
            };
            rows.insert((kind, key), (row, sides[luck.below(4) as usize]));
            if luck.below(5) == 0 {
                rows.remove(&(kind, luck.below(8)));
            }
        }
        tick(&mut crier, now, rows.iter().map(|(&(kind, key), (row, side))| (kind, key, row.clone(), *side)));
        for (side, hearer) in &mut guests {
            let before = *side;
            if luck.below(10) == 0 {
                *side = sides[luck.below(4) as usize];
            }
            let letters = crier.letters(before, *side);
            post.extend(letters.iter().cloned());
            hear(hearer, letters);
        }
        if luck.below(8) == 0 {
            let side = sides[luck.below(4) as usize];
            let mut late = hearer();
            hear(&mut late, crier.letters(Circles::NONE, side));
            guests.push((side, late));
        }
    }
    (crier, guests, post)
}

#[test]
fn whoever_comes_whenever_holds_exactly_what_it_may_know_as_it_was_told_to_all() {
    for seed in 0..40 {
        let (crier, guests, _) = whatever(seed, 120);
        assert!(guests.len() > 3);
        for (side, guest) in &guests {
            for kind in [FLAG, RUNNER, STONE] {
                for key in 0..8 {
                    let may = crier.told(kind, key).filter(|_| crier.may_know(kind, key, *side));
                    // Since when means something where something is predicted.
                    let plain = |(row, base)| (row, if kind == RUNNER { base } else { Tick(0) });
                    let (held, may) = (guest.values(kind, key).map(plain), may.map(plain));
                    assert_eq!(held, may, "seed {seed}, kind {kind}, row {key}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn spoilt_letters_are_refused_or_read_and_never_half_taken(seed in 0u64..200, at in any::<prop::sample::Index>(), flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), cut in any::<bool>()) {
        let (_, _, post) = whatever(seed, 40);
        prop_assume!(!post.is_empty());
        let mut letter = at.get(&post).clone();
        for (byte, bits) in &flips {
            let byte = byte.index(letter.len());
            letter[byte] ^= bits;
        }
        if cut {
            letter.truncate(flips[0].0.index(letter.len() + 1));
        }
        let mut guest = hearer();
        for whole in &post[..post.len() / 2] {
            let _ = guest.take(whole);
        }
        let held = |guest: &Hearer| -> Vec<_> {
            let keys: BTreeSet<u64> = (0..8).collect();
            keys.iter().flat_map(|&key| (0..4).map(move |kind| (kind, key))).map(|(kind, key)| guest.values(kind, key).map(|(row, base)| (row.clone(), base))).collect()
        };
        let before = held(&guest);
        if guest.take(&letter).is_err() {
            prop_assert_eq!(before, held(&guest));
        }
    }

    #[test]
    fn any_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = hearer().take(&bytes);
    }
}

#[test]
fn who_is_told_anew_what_another_holds_holds_the_same() {
    let (mut crier, mut first) = (crier(), hearer());
    let all = Circles::EVERYBODY;
    let runner = |x| row(RUNNER, &Runner { x, vx: 4.0, body: EntityId(9) });
    tick(&mut crier, 2, [(FLAG, 4, row(FLAG, &flag(Some(2), 7)), all), (RUNNER, 1, runner(10.0), all)]);
    hear(&mut first, crier.letters(Circles::NONE, all));
    let stones = (0..12_000).map(|key| (STONE, key, row(STONE, &Stone { weight: key as u32 }), all));
    tick(&mut crier, 4, stones.chain([(RUNNER, 1, runner(10.4), all)]));
    hear(&mut first, crier.letters(all, all));
    let mut second = hearer();
    let letters = first.retold();
    assert!(letters.len() > 1 && letters.iter().all(|letter| letter.len() <= crier::LONGEST_LETTER));
    hear(&mut second, letters);
    for (kind, keys) in [(FLAG, 0..10), (RUNNER, 0..10), (STONE, 0..12_001)] {
        for key in keys {
            assert_eq!(first.values(kind, key), second.values(kind, key), "{kind} {key}");
        }
    }
    assert!(hearer().retold().is_empty());
}
