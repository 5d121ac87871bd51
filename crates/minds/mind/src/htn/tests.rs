use super::*;
use proptest::prelude::*;
use std::sync::Arc;

const WEAPON: &str = include_str!("../../data/htn/weapon.htn");
const MEDIC: &str = include_str!("../../data/htn/medic.htn");
const DEFEND: &str = include_str!("../../data/htn/defend.htn");
const SCENES: [&str; 4] = [
    include_str!("../../data/htn/weapon.facts"),
    include_str!("../../data/htn/medic.facts"),
    include_str!("../../data/htn/grenade.facts"),
    include_str!("../../data/htn/defend.facts"),
];

const EXPLAINED: SearchConfig = SearchConfig { depth: 200, explains: true };

fn names(plan: &Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| &*step.name).collect()
}

fn texts(plan: &Plan) -> Vec<String> {
    plan.steps.iter().map(ToString::to_string).collect()
}

fn search(domain: &str, scene: &str) -> (Search, Scene) {
    let domain = Arc::new(Domain::parse(domain).unwrap());
    let scene = Scene::parse(scene).unwrap();
    let (task, args) = scene.task.clone().expect("the scene has a task");
    (Search::new(domain, &task, &args, scene.facts.clone(), EXPLAINED).unwrap(), scene)
}

fn plan(domain: &str, scene: &str) -> Option<Plan> {
    let (mut search, mut scene) = search(domain, scene);
    match search.run(&mut scene, 1_000_000) {
        Outcome::Found(plan) => Some(plan),
        Outcome::Failed => None,
        other => panic!("{other:?}"),
    }
}

fn fails(domain: &str, line: usize, words: &str) {
    let error = Domain::parse(domain).expect_err("it is wrong");
    assert_eq!(error.line(), line, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

fn attack(distance: f64, lines: &[&str]) -> Option<String> {
    let mut scene = format!("(:task (attack x)) (distance_to_threat x {distance})");
    for weapon in lines {
        scene +=
            &format!("(:answer (request_line_of_attack x {weapon}) (:know (line_of_attack x {weapon})))");
    }
    plan(WEAPON, &scene).map(|plan| plan.steps[0].args[0].to_string())
}

#[test]
fn the_weapon_goes_by_distance_and_the_first_that_fits_wins() {
    let both = ["bullets", "missiles"];
    assert_eq!(attack(15.0, &both).as_deref(), Some("attack_using_bullets"));
    assert_eq!(attack(20.0, &both).as_deref(), Some("attack_using_bullets"));
    assert_eq!(attack(20.1, &both).as_deref(), Some("attack_using_missiles"));
    assert_eq!(attack(60.0, &both).as_deref(), Some("attack_using_missiles"));
    assert_eq!(attack(61.0, &both), None);
    assert_eq!(attack(15.0, &["missiles"]), None, "too near for missiles");
    assert_eq!(attack(20.0, &["missiles"]).as_deref(), Some("attack_using_missiles"));
}

#[test]
fn what_was_asked_for_is_tested_by_the_next_condition_and_stays_known() {
    let (mut search, mut scene) = search(WEAPON, SCENES[0]);
    let Outcome::Found(plan) = search.run(&mut scene, 10_000) else { panic!() };
    assert_eq!(
        texts(&plan),
        [
            "(!begin_plan attack_using_bullets)",
            "(!wield_weapon bullets)",
            "(!fire_weapon intruder)",
            "(!end_plan)"
        ]
    );
    let learnt = search.take_learnt();
    assert_eq!(learnt.len(), 1);
    assert_eq!(&*learnt[0].0, "line_of_attack");
}

#[test]
fn the_medics_primitives_come_in_the_order_of_the_book() {
    let plan = plan(MEDIC, SCENES[1]).unwrap();
    assert_eq!(
        names(&plan),
        [
            "!begin_plan",
            "!log_color",
            "!broadcast",
            "!select_target",
            "!walk_to",
            "!wield_weapon",
            "!use_item_on_entity",
            "!end_plan"
        ]
    );
    assert_eq!(texts(&plan)[2], "(!broadcast 30 10 medic_revives [Soldier:TimV])");
    assert_eq!(texts(&plan)[6], "(!use_item_on_entity [Soldier:TimV] crouching)");
    // On foot, the ability, the third branch of it, walking, switching.
    assert_eq!(plan.trace, Trace(vec![1, 1, 2, 1, 1]));
    let text = plan.tree.unwrap().text(false);
    let order = [
        "- in a vehicle: no fact (in_vehicle ?vehicle)",
        "+ on foot",
        "- self preservation: no fact (grenade_near ?grenade)",
        "+ medic revive",
        "- revive, abort: no fact (plan medic_revive ?who)",
        "- revive, continue: no fact (plan medic_revive ?who)",
        "+ revive  [?who = [Soldier:TimV], ?dist = 12, ?place = 5416]",
        "- there already: no fact (at 5416)",
        "+ walk",
        "- in hand: no fact (wields revive_gun)",
        "+ switch",
        "(!use_item_on_entity [Soldier:TimV] crouching)",
    ];
    let mut rest = text.as_str();
    for part in order {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} in {text}"));
        rest = &rest[at + part.len()..];
    }
}

fn medic() -> (Runner, Scene) {
    let scene = Scene::parse(SCENES[1]).unwrap();
    let domain = Arc::new(Domain::parse(MEDIC).unwrap());
    (Runner::new(domain, "behave", &[], RunnerConfig::default()).unwrap(), scene)
}

#[test]
fn a_grenade_interrupts_a_revival_and_without_one_the_same_plan_goes_on() {
    let (mut runner, mut adviser) = medic();
    let mut facts = adviser.facts.clone();
    assert_eq!(runner.think(0.0, &mut facts, &mut adviser), Verdict::Began);
    let before = runner.plan().unwrap().clone();
    // Bookkeeping is carried out on the way to the first step of the body.
    assert_eq!(&*runner.step(0.0, &mut facts).unwrap().name, "!log_color");
    assert!(facts.knows("plan", &[Some("medic_revive".into()), Some("[Soldier:TimV]".into())]));
    assert_eq!(runner.think(0.2, &mut facts, &mut adviser), Verdict::Resting);
    assert_eq!(runner.think(0.5, &mut facts, &mut adviser), Verdict::Kept(Kept::Continued));
    assert!(Arc::ptr_eq(&before, runner.plan().unwrap()));
    facts.remember("grenade_near", &["grenade_7".into()]);
    assert_eq!(runner.think(1.0, &mut facts, &mut adviser), Verdict::Better);
    assert_eq!(names(runner.plan().unwrap()), ["!begin_plan", "!crouch", "!end_plan"]);
}

#[test]
fn a_plan_that_means_nothing_any_more_is_aborted_by_an_earlier_branch() {
    let (mut runner, mut adviser) = medic();
    let mut facts = adviser.facts.clone();
    runner.think(0.0, &mut facts, &mut adviser);
    runner.step(0.0, &mut facts);
    facts.forget("down", &[], true);
    assert_eq!(runner.think(0.5, &mut facts, &mut adviser), Verdict::Better);
    assert_eq!(names(runner.plan().unwrap()), ["!log_color", "!end_plan"]);
    runner.step(0.5, &mut facts);
    runner.done();
    assert_eq!(runner.step(0.6, &mut facts), None);
    assert!(!facts.knows("plan", &[None, None]));
    // A plan that has come to its end makes it think at once; with nobody to revive the branch below is taken.
    assert_eq!(runner.think(0.6, &mut facts, &mut adviser), Verdict::Began);
    assert_eq!(names(runner.plan().unwrap()), ["!scan_around"]);
}

#[test]
fn a_step_that_fails_voids_the_whole_plan() {
    let (mut runner, mut adviser) = medic();
    let mut facts = adviser.facts.clone();
    runner.think(0.0, &mut facts, &mut adviser);
    runner.step(0.0, &mut facts);
    runner.failed(&mut facts);
    assert!(runner.plan().is_none() && !facts.knows("plan", &[None, None]));
    assert_eq!(runner.think(0.1, &mut facts, &mut adviser), Verdict::Began);
}

#[test]
fn equal_traces_with_other_steps_change_the_plan_and_later_branches_do_not() {
    let text = r#"
        (:method (act)
          (:branch "flee" (wolf ?wolf) ((!flee ?wolf)))
          (:branch "gather" (ripe ?bush) ((!walk ?bush) (!pick ?bush)))
          (:branch "rest" () ((!rest))))"#;
    let domain = Arc::new(Domain::parse(text).unwrap());
    let mut runner = Runner::new(domain, "act", &[], RunnerConfig::default()).unwrap();
    let mut facts = Facts::default();
    facts.remember("ripe", &["elder".into()]);
    assert_eq!(runner.think(0.0, &mut facts, &mut Nobody), Verdict::Began);
    assert_eq!(runner.plan().unwrap().trace, Trace(vec![1]), "refused branches are counted");
    assert_eq!(runner.think(1.0, &mut facts, &mut Nobody), Verdict::Kept(Kept::Same));
    facts.forget("ripe", &[], true);
    facts.remember("ripe", &["hazel".into()]);
    assert_eq!(runner.think(2.0, &mut facts, &mut Nobody), Verdict::Changed);
    assert_eq!(texts(runner.plan().unwrap()), ["(!walk hazel)", "(!pick hazel)"]);
    facts.forget("ripe", &[], true);
    assert_eq!(runner.think(3.0, &mut facts, &mut Nobody), Verdict::Kept(Kept::NothingBetter));
    assert_eq!(texts(runner.plan().unwrap()), ["(!walk hazel)", "(!pick hazel)"]);
    facts.remember("wolf", &["grey".into()]);
    assert_eq!(runner.think(4.0, &mut facts, &mut Nobody), Verdict::Better);
}

#[test]
fn what_is_left_of_the_running_plan_is_no_new_plan() {
    let text = r#"
        (:method (fetch)
          (:branch "fetch" () ((go) (!pick))))
        (:method (go)
          (:branch "there" (at well) ())
          (:branch "walk" () ((!walk well))))"#;
    let mut runner =
        Runner::new(Arc::new(Domain::parse(text).unwrap()), "fetch", &[], RunnerConfig::default()).unwrap();
    let mut facts = Facts::default();
    runner.think(0.0, &mut facts, &mut Nobody);
    runner.step(0.0, &mut facts);
    runner.done();
    facts.remember("at", &["well".into()]);
    assert_eq!(runner.think(1.0, &mut facts, &mut Nobody), Verdict::Kept(Kept::Same));
    assert_eq!(&*runner.step(1.0, &mut facts).unwrap().name, "!pick");
}

#[test]
fn the_search_goes_back_over_values_and_over_plans_of_tasks() {
    let text = r#"
        (:operator (!take ?thing) (:forget (here ?thing)) (:remember (have ?thing)))
        (:operator (!mend ?a ?b) (:when (have ?a) (have ?b) (fit ?a ?b)))
        (:method (mend)
          (:branch "with two things" (and (here ?a)) ((!take ?a) (second ?a))))
        (:method (second ?a)
          (:branch "another" (and (here ?b) (not (= ?a ?b))) ((get ?b) (!mend ?a ?b))))
        (:method (get ?b)
          (:branch "leave it" (light ?b) ())
          (:branch "take it" () ((!take ?b))))"#;
    let scene = "(:task (mend)) (here rope) (here nail) (here plank) (light plank) (fit nail plank)";
    let plan = plan(text, scene).unwrap();
    assert_eq!(texts(&plan), ["(!take nail)", "(!take plank)", "(!mend nail plank)"]);
    assert_eq!(plan.trace, Trace(vec![0, 0, 1]));
}

#[test]
fn what_a_plan_forgets_comes_back_when_the_search_goes_back() {
    let text = r#"
        (:method (m)
          (:branch "a" () ((!forget key **) (!remember - lost key) (open)))
          (:branch "b" () ((open))))
        (:method (open) (:branch "open" (and (key ?k _) (not (lost key))) ((!open ?k))))"#;
    let plan = plan(text, "(:task (m)) (key brass 1)").unwrap();
    assert_eq!(texts(&plan), ["(!open brass)"]);
}

#[test]
fn stopping_after_every_step_changes_nothing() {
    for (domain, scene) in [(WEAPON, SCENES[0]), (MEDIC, SCENES[1]), (MEDIC, SCENES[2]), (DEFEND, SCENES[3])]
    {
        let whole = plan(domain, scene).unwrap();
        let (mut search, mut scene) = search(domain, scene);
        let mut slices = 0;
        let pieced = loop {
            slices += 1;
            match search.run(&mut scene, 1) {
                Outcome::OutOfBudget => {}
                Outcome::Found(plan) => break plan,
                other => panic!("{other:?}"),
            }
        };
        assert!(slices > 3);
        assert_eq!(pieced, whole);
    }
}

#[test]
fn a_slow_search_goes_on_at_the_next_thought_and_an_endless_one_is_given_up() {
    let text = "(:method (m) (:branch \"b\" (and (n ?a) (n ?b) (n ?c) (call lt ?a ?b) (call lt ?b ?c) (call lt ?c 0)) ((!x))))";
    let domain = Arc::new(Domain::parse(text).unwrap());
    let config = RunnerConfig { steps: 100, most_steps: 1_000, ..RunnerConfig::default() };
    let mut runner = Runner::new(domain, "m", &[], config).unwrap();
    let mut facts = Facts::default();
    (0..50).for_each(|n| facts.remember("n", &[f64::from(n).into()]));
    assert_eq!(runner.think(0.0, &mut facts, &mut Nobody), Verdict::Thinking);
    let verdicts: Vec<Verdict> = (0..10).map(|_| runner.think(0.1, &mut facts, &mut Nobody)).collect();
    assert!(verdicts.contains(&Verdict::GivenUp), "{verdicts:?}");
}

#[test]
fn recursion_without_end_ends() {
    let same = "(:method (m ?x) (:branch \"again\" () ((!step) (m ?x))))";
    assert_eq!(plan(same, "(:task (m 1))"), None);
    let deeper = "(:method (m ?x) (:branch \"again\" () ((m (call add ?x 1)))))";
    let (mut search, mut scene) = search(deeper, "(:task (m 1))");
    assert_eq!(search.run(&mut scene, 1_000_000), Outcome::Failed);
    assert!(search.tree().unwrap().text(true).contains("more than 200 methods"));
}

#[test]
fn a_squads_order_is_a_sequence_and_members_go_by_their_class() {
    let plan = plan(DEFEND, SCENES[3]).unwrap();
    assert_eq!(texts(&plan)[0], "(!forget member_status haas **)");
    assert_eq!(texts(&plan)[4], "(!order haas set_area_restrictions areas_3_4_9)");
    assert_eq!(plan.steps.last().unwrap().to_string(), "(!end_command_sequence haas)");
    let domain = Arc::new(Domain::parse(DEFEND).unwrap());
    let mut runner =
        Runner::new(domain, "defend_marker", &["bridge".into()], RunnerConfig::default()).unwrap();
    let mut facts = Facts::default();
    facts.remember("class", &["engineer".into()]);
    let mut done = Vec::new();
    for round in 0..2 {
        assert_eq!(runner.think(f64::from(round), &mut facts, &mut Nobody), Verdict::Began);
        while let Some(step) = runner.step(f64::from(round), &mut facts) {
            done.push(step.name.to_string());
            runner.done();
        }
    }
    // The turret stands, and the branch for everybody is there for the time after.
    assert_eq!(done, ["!walk_to", "!place_turret", "!walk_to", "!scan_around"]);
}

#[test]
fn facts_for_a_while_are_forgotten() {
    let mut facts = Facts::default();
    facts.remember_until("heard", &["shot".into()], 5.0);
    facts.expire(4.9);
    assert!(facts.knows("heard", &[None]));
    facts.expire(5.0);
    assert!(facts.is_empty());
}

#[test]
fn domains_are_checked_with_lines() {
    fails("(:method (a)\n (:branch \"b\" () ((c))))", 2, "no method \"c\"");
    fails("(:method (a)\n (:branch \"b\" () ((a 1))))", 2, "takes 0 arguments, not 1");
    fails("(:method (a)\n (:branch \"b\" () ((!x 1) \n(!x))))", 3, "takes 1 arguments, not 0");
    fails("(:method (a)\n (:branch \"b\" (and (p ?x)\n (p ?x ?y)) ()))", 3, "takes 1 arguments, not 2");
    fails("(:method (a)\n (:branch \"b\" (not (p ?x)) ((!x ?x))))", 2, "?x has no value");
    fails("(:method (a)\n (:branch \"b\" (or (p ?x) (q ?y)) ((!x ?x))))", 2, "?x has no value");
    fails("(:method (a)\n (:branch \"b\" (call le ?x 3) ()))", 2, "?x has no value");
    fails("(:method (a)\n (:branch \"b\" (call far 3) ()))", 2, "no function \"far\"");
    fails("(:call far ?x)\n(:method (a)\n (:branch \"b\" (call far 3 4) ()))", 3, "takes 1 arguments, not 2");
    fails("(:method (a)\n (:branch \"b\" (p @x) ()))", 2, "no constant \"x\"");
    fails("(:method (a)\n (:branch \"b\" () ((continue) (!x))))", 2, "no other task");
    fails("(:method (a) (:branch \"b\" () ()))\n(:method (a) (:branch \"b\" () ()))", 2, "on line 1");
    fails("(:method (a)\n (:branch \"b\" ()))", 2, "expected (:branch");
    fails("(:methods)", 1, "expected :domain");
    fails("", 1, "no method");
    fails("(:method (a) (:branch \"b\" ()\n ((!remember soon x))))", 2, "number of seconds");
}

#[test]
fn branches_that_are_never_reached_are_found_and_others_are_not() {
    fails(
        "(:method (a)\n (:branch \"all\" () ((!x)))\n (:branch \"some\" (p) ((!y))))",
        3,
        "the one on line 2",
    );
    fails(
        "(:method (a)\n (:branch \"p\" (p ?x) ((b)))\n (:branch \"pq\" (and (p ?x) (q ?x)) ((!y))))\n(:method (b) (:branch \"x\" () ((!x))))",
        3,
        "never reached",
    );
    // The upper one may fail later, so the lower one has its turn.
    let may_fail =
        "(:operator (!x) (:when (p)))\n(:method (a) (:branch \"u\" () ((!x))) (:branch \"l\" () ((!y))))";
    assert!(Domain::parse(may_fail).is_ok());
    // What comes after the method may fail.
    let after = "(:operator (!z) (:when (p)))\n(:method (m) (:branch \"m\" () ((a) (!z))))\n\
                 (:method (a) (:branch \"u\" () ((!x))) (:branch \"l\" () ((!remember - p))))";
    assert!(Domain::parse(after).is_ok());
    assert_eq!(names(&plan(after, "(:task (m))").unwrap()), ["!remember", "!z"]);
}

#[test]
fn a_bad_text_is_refused_and_the_old_one_stays() {
    let (mut runner, mut adviser) = medic();
    let mut facts = adviser.facts.clone();
    runner.think(0.0, &mut facts, &mut adviser);
    let before = runner.plan().unwrap().clone();
    assert_eq!(runner.reload("(:method (behave)").unwrap_err().line(), 1);
    assert!(runner.reload("(:method (other) (:branch \"b\" () ()))").is_err());
    assert_eq!(runner.think(1.0, &mut facts, &mut adviser), Verdict::Kept(Kept::Same));
    runner.reload("(:method (behave) (:branch \"dance\" () ((!dance))))").unwrap();
    assert!(Arc::ptr_eq(&before, runner.plan().unwrap()));
    assert_eq!(runner.think(1.1, &mut facts, &mut adviser), Verdict::Changed);
    assert_eq!(names(runner.plan().unwrap()), ["!dance"]);
}

#[test]
fn numbers_can_be_reckoned_with() {
    let text = "(:method (m) (:branch \"b\" (and (n ?a) (= ?b (call mul ?a 2)) (call gt ?b 7) (call add ?b 1 ?c)) ((!x ?b ?c))))";
    assert_eq!(texts(&plan(text, "(:task (m)) (n 3) (n 4)").unwrap()), ["(!x 8 9)"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_with_bytes_changed_are_read_without_harm(
        which in 0_usize..7,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let texts = [WEAPON, MEDIC, DEFEND, SCENES[0], SCENES[1], SCENES[2], SCENES[3]];
        let mut bytes = texts[which].as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        fuzzing::read_anything(&bytes);
    }

    #[test]
    fn any_slicing_of_the_budget_finds_the_same_plan(slice in 1_u64..40, fall in 0.0..100.0_f64) {
        let scene = format!(
            "(:task (attack x)) (distance_to_threat x {fall}) (:answer (request_line_of_attack x missiles) (:know (line_of_attack x missiles)))"
        );
        let (mut pieces, mut adviser) = search(WEAPON, &scene);
        let pieced = loop {
            match pieces.run(&mut adviser, slice) {
                Outcome::OutOfBudget => {}
                other => break other,
            }
        };
        let (mut whole, mut adviser) = search(WEAPON, &scene);
        prop_assert_eq!(pieced, whole.run(&mut adviser, u64::MAX));
    }
}
