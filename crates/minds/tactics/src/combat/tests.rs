//! Predictions, tried.

use super::lanchester::survivors;
use super::model::{features, logistic};
use super::skirmish::Looks;
use super::*;
use wold_chance::{Seed, Stream};

fn luck(seed: u64) -> Stream {
    Stream::named(Seed(seed), "combat tests", &[])
}

fn close(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b}");
}

fn force(units: f64, health: &[f64]) -> Force {
    Force { units, health: health.to_vec() }
}

#[test]
fn a_thousand_beat_five_hundred_twice() {
    for (n, first, second) in [(2.0, 866.0, 707.1), (1.56, 766.8, 483.3)] {
        let (left, none) = survivors((1.0, 1000.0), (1.0, 500.0), n);
        close(left, first, 0.05);
        assert_eq!(none, 0.0);
        close(survivors((1.0, left), (1.0, 500.0), n).0, second, 0.05);
    }
    let (left, _) = survivors((1.0, 1000.0), (1.0, 500.0), 1.0);
    assert_eq!(survivors((1.0, left), (1.0, 500.0), 1.0), (0.0, 0.0), "man for man it is a draw");
    assert_eq!(survivors((0.0, 10.0), (0.0, 10.0), 2.0), (0.0, 0.0));
}

#[test]
fn the_law_agrees_with_its_equations() {
    for n in [1.0, 1.56, 2.0] {
        let (mut a, mut b, step) = (100.0_f64, 80.0_f64, 1e-4);
        while a > 0.01 && b > 0.01 {
            let (da, db) = (-0.9 * libm::pow(a, 2.0 - n) * b, -1.1 * libm::pow(b, 2.0 - n) * a);
            (a, b) = (a + da * step, b + db * step);
        }
        let (left, _) = survivors((1.1, 100.0), (0.9, 80.0), n);
        close(a, left, 0.6);
    }
}

#[test]
fn the_features_of_two_battles_are_those_of_the_table() {
    let rows = [
        (force(5.0, &[3.80, 0.95]), force(6.0, &[4.20, 0.0]), [[-0.40, 0.95], [-2.097, 2.340], [-6.2, 4.75]]),
        (force(11.0, &[10.0, 1.0]), force(10.0, &[7.0, 3.0]), [[3.0, -2.0], [12.883, -7.062], [40.0, -19.0]]),
    ];
    for (a, b, expected) in rows {
        for (n, expected) in [1.0, 1.56, 2.0].into_iter().zip(expected) {
            for (found, expected) in features(&a, &b, n).into_iter().zip(expected) {
                close(found, expected, 0.0011);
            }
        }
    }
    // Player by player, the second type of the second row is 3.830 of ours and 10.892 of theirs.
    let ours: Vec<f64> = force(11.0, &[10.0, 1.0]).parts(1.56).collect();
    let theirs: Vec<f64> = force(10.0, &[7.0, 3.0]).parts(1.56).collect();
    close(ours[1], 3.830, 0.001);
    close(theirs[1], 10.892, 0.001);
}

fn planted(battles: u64, weights: &[f64], exponent: f64, seed: u64) -> Vec<Battle> {
    let truth = Model { exponent, weights: weights.to_vec() };
    (0..battles)
        .map(|number| {
            let mut luck = luck(seed).split(number);
            let mut side = || {
                let counts: Vec<f64> = weights.iter().map(|_| luck.below(9) as f64 + 1.0).collect();
                let hurt = luck.range(0.4, 1.0);
                Force { units: counts.iter().sum(), health: counts.iter().map(|n| n * hurt).collect() }
            };
            let (a, b) = (side(), side());
            let won = luck.chance(truth.wins(&a, &b));
            Battle { context: String::new(), a, b, won }
        })
        .collect()
}

#[test]
fn planted_weights_are_found_again_from_five_hundred_battles() {
    let truth = [0.10, 0.30, 0.05];
    let base = Model { exponent: 1.5, weights: vec![1.0; 3] };
    let fitted = base.fit(&planted(500, &truth, 1.6, 11), FitConfig { prior: 1e-3, ..FitConfig::default() });
    let found = &fitted.model;
    // Exponent and weights trade a common factor; what counts are the proportions.
    for (weight, true_weight) in found.weights.iter().zip(truth) {
        close(weight / found.weights[1], true_weight / truth[1], 0.1 * true_weight / truth[1] + 0.02);
    }
    close(found.exponent, 1.6, 0.25);
    assert!(
        fitted.intervals.iter().all(|(low, high)| low < high && high - low < 0.8),
        "{:?}",
        fitted.intervals
    );
    let unseen = planted(2000, &truth, 1.6, 12);
    let (learned, guessed) = (
        Judgement::of(found, &unseen),
        Judgement::of(&base.fit(&unseen[..9], FitConfig::default()).model, &unseen),
    );
    assert!(learned.brier < guessed.brier, "{} {}", learned.brier, guessed.brier);
    assert!(learned.auc > 0.9, "{}", learned.auc);
}

#[test]
fn what_is_printed_of_weights_holds_the_truth_about_as_often_as_it_says() {
    for (truth, exponent) in [([0.10, 0.30], 1.56), ([0.05, 0.15], 1.3)] {
        let base = Model { exponent: 1.5, weights: vec![1.0; 2] };
        let (mut held, mut all, mut exponents) = (0, 0, 0);
        for seed in 100..200 {
            let fitted = base.fit(&planted(500, &truth, exponent, seed), FitConfig::default());
            for ((low, high), truth) in fitted.intervals.iter().zip(truth) {
                held += u32::from((*low..=*high).contains(&truth));
                all += 1;
            }
            exponents += u32::from((fitted.exponent.0..=fitted.exponent.1).contains(&exponent));
        }
        // Four standard errors of a hundred draws of 95 % are 9 %: the two weights of a fit go together.
        assert!(held >= 86 * all / 100, "{held} of {all} intervals hold the truth");
        assert!(exponents >= 86, "{exponents} of 100 intervals hold the exponent");
    }
}

#[test]
fn chances_are_calibrated() {
    let truth = [0.08, 0.2];
    let fitted = Model { exponent: 1.5, weights: vec![1.0; 2] }
        .fit(&planted(2000, &truth, 1.4, 5), FitConfig::default());
    let judged = Judgement::of(&fitted.model, &planted(5000, &truth, 1.4, 6));
    for (count, predicted, won) in judged.calibration.iter().filter(|bin| bin.0 > 100) {
        close(*predicted, *won, 0.06 + 1.0 / *count as f64);
    }
    assert_eq!(judged.confusion.iter().sum::<usize>(), 5000);
}

fn troops() -> Vec<UnitType> {
    let unit = |name: &str, health, damage, range, speed| UnitType {
        name: name.into(),
        health,
        damage,
        pause: 1.0,
        range,
        speed,
    };
    vec![
        unit("soldier", 50.0, 6.0, 1.2, 3.0),
        unit("archer", 25.0, 6.0, 9.0, 3.0),
        unit("troll", 200.0, 20.0, 2.0, 2.0),
    ]
}

#[test]
fn what_is_learned_from_skirmishes_predicts_others_better_than_tables_do() {
    let types = troops();
    let (lessons, unseen) = (
        skirmish::battles(&types, "field", 300, 5, &luck(1), &mut Looks::UNLIMITED.clone(), |_| {}),
        skirmish::battles(&types, "field", 200, 5, &luck(2), &mut Looks::UNLIMITED.clone(), |_| {}),
    );
    let armies = Armies {
        exponent: 1.56,
        types,
        names: Default::default(),
        counts: Default::default(),
        health: [1.0; 2],
    };
    let base = armies.static_model();
    let learned = Judgement::of(&base.fit(&lessons, FitConfig::default()).model, &unseen);
    let table = Judgement::of(&base.fit(&lessons[..9], FitConfig::default()).model, &unseen);
    assert!(learned.brier < table.brier && learned.brier < 0.1, "{} {}", learned.brier, table.brier);
}

#[test]
fn mirrored_armies_win_half_of_their_skirmishes() {
    for (count, range) in [(1, 1.0), (4, 1.0), (30, 1.0), (8, 1.5), (20, 1.5)] {
        let unit = UnitType { name: "s".into(), health: 50.0, damage: 5.0, pause: 1.0, range, speed: 3.0 };
        let armies = Armies {
            exponent: 1.56,
            types: vec![unit],
            names: Default::default(),
            counts: [vec![count], vec![count]],
            health: [1.0; 2],
        };
        let wins = skirmish::wins(&armies, 4000, &luck(3), &mut Looks::UNLIMITED.clone(), |_| {});
        close(wins.share(), 0.5, 0.03);
    }
}

#[test]
fn fights_too_large_for_the_looks_they_may_take_are_given_up() {
    let armies = Armies {
        exponent: 1.56,
        types: vec![UnitType { health: 1e6, damage: 0.001, ..troops()[0].clone() }],
        names: Default::default(),
        counts: [vec![300], vec![300]],
        health: [1.0; 2],
    };
    let mut looks = Looks(1_000_000);
    let wins = skirmish::wins(&armies, 100, &luck(3), &mut looks, |_| {});
    assert_eq!((wins.fights, looks), (0, Looks(0)));
    assert!(skirmish::battles(&armies.types, "field", 100, 300, &luck(1), &mut Looks(10), |_| {}).is_empty());
}

#[test]
fn a_context_is_padded_until_it_has_battles_of_its_own() {
    let mut portfolio = Portfolio::new(Model { exponent: 1.5, weights: vec![1.0] }, 50, FitConfig::default());
    let battle = |context: &str, won| Battle {
        context: context.into(),
        a: force(2.0, &[2.0]),
        b: force(1.0, &[1.0]),
        won,
    };
    (0..80).for_each(|_| portfolio.note(battle("field", true)));
    (0..20).for_each(|_| portfolio.note(battle("siege", false)));
    let lessons = portfolio.lessons("siege");
    assert_eq!((lessons.len(), lessons.iter().filter(|b| b.context == "siege").count()), (50, 20));
    portfolio.learn("siege");
    portfolio.learn("field");
    let (a, b) = (force(2.0, &[2.0]), force(1.0, &[1.0]));
    assert!(portfolio.model("field").wins(&a, &b) > portfolio.model("siege").wins(&a, &b) + 0.2);
    (0..60).for_each(|_| portfolio.note(battle("siege", false)));
    assert!(portfolio.lessons("siege").iter().all(|battle| battle.context == "siege"));
}

#[test]
fn battles_of_equals_teach_nothing_and_one_of_unequals_little() {
    let base = Model { exponent: 1.5, weights: vec![1.0, 2.0] };
    let battle = |b: Force| Battle { context: String::new(), a: force(1.0, &[1.0, 0.0]), b, won: true };
    for count in [0, 1, 40] {
        let fitted = base.fit(&vec![battle(force(1.0, &[1.0, 0.0])); count], FitConfig::default());
        assert_eq!((fitted.model, fitted.told), (base.clone(), Told::Nothing), "{count}");
    }
    let unequal = battle(force(1.0, &[0.5, 0.0]));
    let fitted = base.fit(std::slice::from_ref(&unequal), FitConfig::default());
    let chance = fitted.model.wins(&unequal.a, &unequal.b);
    assert!(
        fitted.told == Told::Scale && (0.6..0.9).contains(&chance),
        "one battle makes nobody sure: {chance}"
    );
    assert!(Judgement::of(&base, &[]).brier.is_sign_positive());
}

#[test]
fn few_battles_leave_the_static_proportions() {
    let base = Model { exponent: 1.5, weights: vec![1.0, 2.0] };
    let fitted = base.fit(&planted(9, &[0.1, 0.2], 1.5, 1), FitConfig::default());
    close(fitted.model.weights[1] / fitted.model.weights[0], 2.0, 1e-9);
    assert_eq!(base.fit(&[], FitConfig::default()).model, base);
}

#[test]
fn armies_and_tables_that_make_no_sense_are_refused() {
    let unit = "[[type]]\nname = 's'\nhealth = 1\ndamage = 1\n";
    let army = "[[army]]\nname = 'x'\nunits = { s = 1 }\n";
    let cases = [
        ("", "line 1: missing field"),
        (&format!("exponent = 3\n{unit}{army}{army}"), "exponent: it is 1 to 2"),
        (&format!("{unit}{army}"), "there are two, not 1"),
        (&format!("{unit}{unit}{army}{army}"), "two of that name"),
        (&format!("{unit}{army}[[army]]\nname = 'y'\nunits = {{ troll = 1 }}"), "there is no type \"troll\""),
        (&format!("{unit}{army}[[army]]\nname = 'y'\nunits = {{ s = 3000000 }}"), "at most 2000 units"),
        (&format!("{unit}{army}[[army]]\nname = 'y'\nunits = {{ s = -1 }}"), "line "),
        (&format!("{}{army}{army}", unit.replace("health = 1", "health = nan")), "above 0"),
    ];
    for (text, reason) in cases {
        let error = Armies::parse(text).expect_err(text).to_string();
        assert!(error.contains(reason) && !error.contains('\n'), "{error}");
    }
    let tables = [
        ("", "head"),
        ("winner,a_units", "no column \"a_s\""),
        ("winner,a_units,a_s,b_units,b_s\na,1,1,1", "4 cells"),
        ("winner,a_units,a_s,b_units,b_s\nc,1,1,1,1", "a or b"),
        ("winner,a_units,a_s,b_units,b_s\na,1,nan,1,1", "is no number"),
    ];
    for (text, reason) in tables {
        let error = read_battles(text, &["s"]).expect_err(text).to_string();
        assert!(error.contains(reason), "{error}");
    }
    let battles = planted(5, &[0.1], 1.5, 3);
    assert_eq!(read_battles(&write_battles(&battles, &["s"]), &["s"]), Ok(battles));
}

proptest::proptest! {
    #[test]
    fn more_of_the_same_never_lowers_the_chance(units in 1.0f64..50.0, more in 0.0f64..20.0, exponent in 1.0f64..2.0) {
        let model = Model { exponent, weights: vec![0.05] };
        let foe = force(20.0, &[20.0]);
        let chance = |n: f64| model.wins(&force(n, &[n]), &foe);
        proptest::prop_assert!(chance(units + more) >= chance(units));
        proptest::prop_assert!((chance(units) + model.wins(&foe, &force(units, &[units])) - 1.0).abs() < 1e-12);
        proptest::prop_assert_eq!(logistic(0.0), 0.5);
    }
}
