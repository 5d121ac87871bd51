//! The rules of gossip, one by one, and the two stories they were made for.

use super::*;
use proptest::prelude::*;
use wold_chance::{Seed, Stream};

const ASA: BeingId = BeingId(1);
const BO: BeingId = BeingId(2);
const CY: BeingId = BeingId(3);
const DEE: BeingId = BeingId(4);

fn luck() -> Stream {
    Stream::named(Seed(1), "gossip tests", &[])
}

/// A mind that respects those it is told of.
fn mind(own: BeingId, respects: &[(BeingId, f64)]) -> Memory {
    let mut memory = Memory::new(own, Temper::default());
    for &(whom, respect) in respects {
        memory.set_respect(whom, respect);
    }
    memory
}

fn deed(actions: &Actions, subject: BeingId, name: &str, object: BeingId) -> Matter {
    Matter::deed(subject, actions.named(name).expect("listed"), Some(object), 1)
}

#[test]
fn a_witness_lowers_the_respect_for_who_hits_a_friend_and_raises_it_for_who_hits_an_enemy() {
    let actions = Actions::published();
    let mut friendly = mind(ASA, &[(BO, 0.7), (CY, 0.9)]);
    friendly.witness(&actions, deed(&actions, BO, "hit", CY), None, 0.0);
    let expected = 0.7 - 0.2 * 0.4 / (1.0 + (-2.0_f64).exp());
    assert!((friendly.respect(BO) - expected).abs() < 1e-12);
    let mut hostile = mind(ASA, &[(BO, 0.7), (CY, 0.1)]);
    hostile.witness(&actions, deed(&actions, BO, "hit", CY), None, 0.0);
    assert!(hostile.respect(BO) > 0.7);
    assert_eq!(hostile.respect(CY), 0.1);
    assert_eq!(hostile.respect(ASA), 1.0);
}

#[test]
fn who_is_not_respected_is_not_listened_to() {
    let actions = Actions::published();
    let mut hearer = mind(ASA, &[(BO, 0.4)]);
    let tale = Tale::first_hand(BO, deed(&actions, CY, "kill", DEE));
    assert!(matches!(hearer.hear(&actions, &tale, &mut luck(), 0.0), Verdict::Refused { .. }));
    let mut hearer = mind(ASA, &[(BO, 0.9), (CY, 0.2)]);
    let second_hand = Tale { path: vec![CY, BO], ..tale };
    assert_eq!(hearer.hear(&actions, &second_hand, &mut luck(), 0.0), Verdict::NotTrusted { goodness: 0.2 });
    assert!(hearer.rumours().is_empty());
}

#[test]
fn a_doubted_tale_is_dropped_from_the_same_mouth_but_others_may_try() {
    let actions = Actions::published();
    let tale = |from| Tale::first_hand(from, deed(&actions, CY, "kill", DEE));
    let mut stream = luck();
    let mut hearer = mind(ASA, &[(BO, 0.5), (BeingId(9), 1.0)]);
    while !matches!(hearer.hear(&actions, &tale(BO), &mut stream, 0.0), Verdict::Doubted { .. }) {
        hearer = mind(ASA, &[(BO, 0.5), (BeingId(9), 1.0)]);
    }
    assert_eq!(hearer.hear(&actions, &tale(BO), &mut stream, 0.0), Verdict::DoubtedBefore);
    assert!(matches!(hearer.hear(&actions, &tale(BeingId(9)), &mut stream, 0.0), Verdict::Believed { .. }));
    assert_eq!(hearer.hear(&actions, &tale(BeingId(9)), &mut stream, 0.0), Verdict::HeardBefore);
}

#[test]
fn a_false_accusation_is_objected_to_and_undone() {
    let actions = Actions::published();
    let mut stream = luck();
    let mut believer = mind(ASA, &[(BO, 0.8), (CY, 1.0), (DEE, 0.9)]);
    // Cy is said to have killed Dee; then Asa meets Cy, whom it respects more than Bo.
    let mut accused = mind(CY, &[(ASA, 1.0), (BO, 1.0)]);
    let lie = Tale::first_hand(BO, deed(&actions, CY, "kill", DEE));
    while believer.rumours().is_empty() {
        believer.doubts.clear();
        believer.hear(&actions, &lie, &mut stream, 0.0);
    }
    let lowered = believer.respect(CY);
    assert!(lowered < 1.0);
    believer.set_respect(BO, 0.5);
    let told = tell(&mut believer, &mut accused, Topic::Being(CY), &actions, &mut stream, 1.0).expect("news");
    assert!(matches!(told.verdict, Verdict::Objected { .. }));
    assert_eq!(told.gave_in, Some(true));
    assert!((believer.respect(CY) - 1.0).abs() < 1e-12);
    assert!(believer.rumours()[0].denied && accused.rumours()[0].denied);
    assert_eq!(believer.rumours()[0].path, [CY]);
}

#[test]
fn one_who_did_it_does_not_object() {
    let actions = Actions::published();
    let matter = deed(&actions, CY, "steal", DEE);
    let mut thief = mind(CY, &[(BO, 1.0)]);
    thief.witness(&actions, matter, None, 0.0);
    let verdict = thief.hear(&actions, &Tale::first_hand(BO, matter), &mut luck(), 0.0);
    assert_eq!(verdict, Verdict::Duplicate);
    let denial = Tale { denied: true, ..Tale::first_hand(BO, matter) };
    assert!(matches!(thief.hear(&actions, &denial, &mut luck(), 0.0), Verdict::Contradicted { .. }));
    let mut innocent = mind(CY, &[(BO, 1.0)]);
    assert_eq!(innocent.hear(&actions, &denial, &mut luck(), 0.0), Verdict::Agreed);
}

#[test]
fn conflicting_rumours_are_weighed_and_the_loser_is_undone() {
    let actions = Actions::published();
    let matter = deed(&actions, CY, "kill", DEE);
    let mut hearer = mind(ASA, &[(BO, 0.95), (CY, 0.7), (DEE, 0.9), (BeingId(9), 1.0)]);
    let mut stream = luck();
    let claim = Tale::first_hand(BO, matter);
    while hearer.rumours().is_empty() {
        hearer.doubts.clear();
        hearer.hear(&actions, &claim, &mut stream, 0.0);
    }
    assert!(hearer.respect(CY) < 0.7);
    let denial = Tale { denied: true, ..Tale::first_hand(BeingId(9), matter) };
    assert!(matches!(hearer.hear(&actions, &denial, &mut stream, 1.0), Verdict::Overturned { .. }));
    assert!((hearer.respect(CY) - 0.7).abs() < 1e-12);
    // The claim again, from one who is trusted less than the denier: nothing changes.
    assert!(matches!(hearer.hear(&actions, &claim, &mut stream, 2.0), Verdict::Contradicted { .. }));
    // A denial that loses its credit gives way, and the claim works again.
    hearer.set_respect(BeingId(9), 0.3);
    assert!(matches!(hearer.hear(&actions, &claim, &mut stream, 3.0), Verdict::Overturned { .. }));
    assert!(hearer.respect(CY) < 0.7);
}

#[test]
fn a_discovered_lie_costs_its_teller_and_an_untold_error_is_forgotten() {
    let actions = Actions::published();
    let water = Matter::sighting(BeingId(77), actions.named("water").expect("listed"), Place { x: 4, y: 4 });
    let mut hearer = mind(ASA, &[(BO, 1.0)]);
    hearer.hear(&actions, &Tale::first_hand(BO, water), &mut luck(), 0.0);
    assert_eq!(hearer.discover_lie(&water, 1.0), Some(BO));
    assert_eq!(hearer.respect(BO), 0.8);
    assert!(hearer.rumours()[0].denied && hearer.rumours()[0].spreads);
    let mut alone = mind(ASA, &[]);
    alone.witness(&actions, water, None, 0.0);
    assert_eq!(alone.discover_lie(&water, 1.0), None);
    assert!(alone.rumours().is_empty());
}

#[test]
fn the_water_story() {
    let actions = Actions::published();
    let (action, thing) = (actions.named("water").expect("listed"), BeingId(77));
    let at = |x, y| Matter::sighting(thing, action, Place { x, y });
    let mut finder = mind(ASA, &[(BO, 1.0)]);
    let mut thirsty = mind(BO, &[(ASA, 0.9), (CY, 1.0)]);
    let mut stream = luck();
    finder.witness(&actions, at(10, 0), None, 0.0);
    thirsty.hear(&actions, &Tale::first_hand(CY, at(500, 0)), &mut stream, 0.0);
    while thirsty.rumours().len() < 2 {
        thirsty.doubts.clear();
        finder.rumours[0].told = Default::default();
        tell(&mut finder, &mut thirsty, Topic::Action(action), &actions, &mut stream, 0.0);
    }
    let (place, matter) = thirsty.nearest(action, Place { x: 0, y: 0 }).expect("was told");
    assert_eq!(place, Place { x: 10, y: 0 });
    assert_eq!(thirsty.confirm(&actions, matter, 2.0), Some(ASA));
    assert!(thirsty.recall(&matter).expect("kept").is_experience());
    assert!(thirsty.respect(ASA) > 0.9);
}

#[test]
fn orcs_and_humans_judge_one_killing_by_whom_they_hate() {
    let actions = Actions::published();
    let (orc, human) = (ClassId(1), ClassId(2));
    let kin = |class, hated, love: f64| Temper {
        prejudices: vec![(class, 0.9), (hated, love)],
        ..Temper::default()
    };
    let see = |temper: Temper| {
        let mut memory = Memory::new(CY, temper);
        let killer = memory.meet(ASA, Kind { class: orc, trade: ClassId(0) });
        memory.meet(BO, Kind { class: human, trade: ClassId(0) });
        memory.witness(&actions, deed(&actions, ASA, "kill", BO), None, 0.0);
        memory.respect(ASA) - killer
    };
    assert!(see(kin(orc, human, 0.1)) > 0.05, "an orc applauds");
    assert!(see(kin(human, orc, 0.1)) < 0.0, "a human condemns");
    assert!(see(kin(orc, human, 0.9)) < -0.2, "a mutant who loves humans condemns too");
}

#[test]
fn strangers_are_judged_by_those_one_knows() {
    let mut memory = mind(ASA, &[]);
    let (orc, smith) = (ClassId(1), ClassId(5));
    let kind = |class, trade| Kind { class, trade };
    memory.meet(BO, kind(orc, ClassId(0)));
    memory.set_respect(BO, 0.2);
    memory.meet(CY, kind(ClassId(0), smith));
    memory.set_respect(CY, 0.8);
    assert!((memory.impression(kind(orc, ClassId(0))) - 0.2).abs() < 1e-12);
    assert!((memory.impression(kind(orc, smith)) - 0.5).abs() < 1e-12);
    assert_eq!(memory.impression(Kind::default()), 0.5);
}

#[test]
fn small_talk_is_forgotten_first_and_sooner_by_the_clever() {
    let actions = Actions::published();
    let left = |intelligence, hours| {
        let mut memory = Memory::new(ASA, Temper { intelligence, ..Temper::default() });
        for (name, whom) in [("kill", BO), ("steal", CY), ("trade", DEE)] {
            memory.witness(&actions, deed(&actions, whom, name, ASA), None, 0.0);
        }
        memory.decay(hours);
        memory.rumours().len()
    };
    assert_eq!(left(0.5, 20.0), 3);
    assert_eq!(left(0.5, 50.0), 2);
    assert_eq!(left(1.0, 20.0), 2);
    assert_eq!(left(0.0, 150.0), 2, "the simple keep small talk");
    assert_eq!(left(0.5, 1e6), 1, "a killing is never forgotten");
}

#[test]
fn liars_put_bad_deeds_on_those_they_dislike() {
    let actions = Actions::published();
    let mut liar = Memory::new(ASA, Temper { honesty: 0.0, ..Temper::default() });
    liar.set_respect(DEE, 0.1);
    liar.witness(&actions, deed(&actions, BO, "steal", CY), None, 0.0);
    let tale = liar.choose(BeingId(50), Topic::Anything, &actions, &mut luck()).expect("has news");
    assert_eq!((tale.matter.subject, tale.path.as_slice()), (DEE, [ASA].as_slice()));
}

#[test]
fn asking_brings_what_was_asked_for_and_nobody_hears_their_own_tale_back() {
    let actions = Actions::published();
    let mut stream = luck();
    let mut knows = mind(ASA, &[(BO, 1.0)]);
    knows.witness(&actions, deed(&actions, CY, "steal", DEE), None, 0.0);
    let water = Matter::sighting(BeingId(77), actions.named("water").expect("listed"), Place { x: 1, y: 2 });
    knows.hear(&actions, &Tale::first_hand(BO, water), &mut stream, 0.0);
    let ask = Topic::Action(water.action);
    assert!(knows.choose(BO, ask, &actions, &mut stream).is_none());
    let tale = knows.choose(DEE, ask, &actions, &mut stream).expect("knows of water");
    assert_eq!((tale.matter, tale.path.as_slice()), (water, [BO, ASA].as_slice()));
    assert!(knows.choose(DEE, ask, &actions, &mut stream).is_none(), "told already");
}

proptest! {
    #[test]
    fn whatever_is_heard_can_be_undone_and_memory_stays_bounded(
        tellings in proptest::collection::vec((2_u64..9, 0_u16..9, 2_u64..9, 0_u32..3, any::<bool>(), 2_u64..9), 1..60)
    ) {
        let actions = Actions::published();
        let mut stream = luck();
        let capacity = Capacity { people: 6, rumours: 5, doubts: 3, hours: 72.0 };
        let mut memory = Memory::with_capacity(ASA, Temper { trust: 0.2, ..Temper::default() }, capacity);
        for (subject, action, object, day, denied, from) in tellings {
            let matter = Matter::deed(BeingId(subject), ActionId(action), Some(BeingId(object)), day);
            let before = memory.clone();
            let verdict = memory.hear(&actions, &Tale { denied, ..Tale::first_hand(BeingId(from), matter) }, &mut stream, 0.0);
            prop_assert!(memory.people().len() <= 6 && memory.rumours().len() <= 5 && memory.doubts.len() <= 3);
            prop_assert!(memory.people().iter().all(|p| (0.0..=1.0).contains(&p.respect)));
            prop_assert_eq!(memory.respect(ASA), 1.0);
            if let Verdict::Believed { changes } = verdict {
                let mut undone = memory.clone();
                undone.undo(&changes);
                for person in before.people().iter().filter(|p| undone.acquaintance(p.id).is_some()) {
                    prop_assert!((undone.respect(person.id) - person.respect).abs() < 1e-9);
                }
            }
        }
    }
}

#[test]
fn in_the_worlds_table_one_seen_murder_or_four_thefts_make_somebody_shunned_and_hearsay_less() {
    const SHUN: f64 = 0.3;
    let actions = Actions::deeds();
    // A stranger is met at 0.55, a neighbour at 0.65.
    let witness = || mind(ASA, &[(BO, 0.55), (CY, 0.65), (DEE, 0.7)]);
    let mut saw = witness();
    saw.witness(&actions, deed(&actions, BO, "kill", CY), None, 0.0);
    assert!(saw.respect(BO) < SHUN, "{}", saw.respect(BO));
    let mut heard = witness();
    let tale = Tale::first_hand(DEE, deed(&actions, BO, "kill", CY));
    let mut stream = luck();
    while heard.rumours().is_empty() {
        heard.doubts.clear();
        heard.hear(&actions, &tale, &mut stream, 0.0);
    }
    assert!((SHUN..0.45).contains(&heard.respect(BO)), "{}", heard.respect(BO));
    let mut robbed = witness();
    let thefts = (1..).find(|day| {
        let matter = Matter::deed(BO, actions.named("steal").expect("listed"), Some(CY), *day);
        robbed.witness(&actions, matter, None, 0.0);
        robbed.respect(BO) < SHUN
    });
    assert_eq!(thefts, Some(4));
}
