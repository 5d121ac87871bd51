use super::super::{HtnError, fuzzing};
use super::model::What;
use super::*;
use proptest::prelude::*;
use std::path::PathBuf;

const SUPPER: &str = include_str!("../../../data/htn/supper.hddl");
const SUPPER_1: &str = include_str!("../../../data/htn/supper-1.hddl");

fn supper() -> Problem {
    Problem::parse(SUPPER, SUPPER_1).unwrap()
}

fn solve(problem: &Problem) -> Option<Solution> {
    match problem.solve(SolveConfig::default(), &mut |_| {}) {
        Solved::Plan(solution) => {
            assert_eq!(problem.judge(&solution), Ok(()));
            Some(solution)
        }
        Solved::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

fn changed(from: &str, to: &str) -> String {
    assert!(SUPPER.contains(from), "{from}");
    SUPPER.replacen(from, to, 1)
}

fn refuses(text: &str, line: usize, words: &str) {
    let error = HddlDomain::parse(text).expect_err("it is wrong");
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(error.line(), line, "{error}");
}

#[test]
fn supper_is_cooked_in_order_though_the_ways_lead_to_the_left() {
    let problem = supper();
    let solution = solve(&problem).unwrap();
    let steps = problem.steps(&solution);
    assert_eq!(
        steps,
        [
            "(walk bo yard cellar)",
            "(take bo turnip cellar)",
            "(walk bo cellar yard)",
            "(walk bo yard kitchen)",
            "(scrub pot)",
            "(cook bo turnip soup)",
            "(call-all bo)"
        ]
    );
    let text = super::super::TreeLine::text(&problem.lines(&solution, true));
    assert!(text.contains("- has-it: (has bo turnip) does not hold"), "{text}");
    assert!(text.contains("+ goes-for-it  [?there = cellar]"), "{text}");
    let ipc = problem.competition_text(&solution);
    assert!(ipc.starts_with("==>\n0 walk bo yard cellar\n") && ipc.ends_with("<==\n"), "{ipc}");
    assert!(ipc.contains("\nroot 8\n8 have-supper soup -> with-a-cook 9 "), "{ipc}");
}

#[test]
fn what_cannot_be_done_is_found_to_be_so() {
    let none = |problem: &str| solve(&Problem::parse(SUPPER, problem).unwrap());
    assert_eq!(none(&SUPPER_1.replace("(path yard cellar)", "")), None, "no way to the cellar");
    let held =
        SUPPER_1.replace("(at turnip cellar)", "(has bo turnip)").replace("(at bo yard)", "(at bo kitchen)");
    assert!(none(&held).is_some(), "Bo cooks");
}

#[test]
fn too_few_steps_and_too_many_objects_are_said() {
    let problem = supper();
    let few = SolveConfig { steps: 1, ..SolveConfig::default() };
    assert_eq!(problem.solve(few, &mut |_| {}), Solved::OutOfBudget);
    let tight = SolveConfig { grounding: 50, ..SolveConfig::default() };
    assert_eq!(problem.solve(tight, &mut |_| {}), Solved::TooBig);
}

#[test]
fn the_judge_finds_every_kind_of_fault() {
    let problem = supper();
    let good = solve(&problem).unwrap();
    let wrong = |change: &dyn Fn(&mut Solution)| {
        let mut solution = good.clone();
        change(&mut solution);
        problem.judge(&solution).expect_err("it is wrong")
    };
    let first =
        |solution: &Solution| solution.tree.iter().position(|d| matches!(d.what, What::Action(_))).unwrap();
    assert!(matches!(
        wrong(&|s| {
            let at = first(s);
            s.tree[at].args.reverse();
        }),
        Fault::WrongSubtasks(_)
    ));
    assert!(matches!(wrong(&|s| s.tree[1].by = None), Fault::WrongMethod(_)));
    assert!(matches!(
        wrong(&|s| s.tree[1].by.as_mut().unwrap().0 = 1),
        Fault::WrongMethod(_) | Fault::Broken | Fault::WrongType { .. }
    ));
    assert!(matches!(
        wrong(&|s| {
            s.tree[1].by.as_mut().unwrap().2.pop();
        }),
        Fault::WrongSubtasks(_)
    ));
    assert!(matches!(wrong(&|s| s.tree[1].by.as_mut().unwrap().2.swap(0, 1)), Fault::WrongSubtasks(_)));
    assert!(matches!(wrong(&|s| s.tree[1].by.as_mut().unwrap().1[1] = 0), Fault::WrongType { .. }));
    assert!(matches!(wrong(&|s| s.tree.clear()), Fault::Broken));
    // A plan for another beginning does not work here.
    let dirty = Problem::parse(SUPPER, &SUPPER_1.replace("(at bo yard)", "(at bo field)")).unwrap();
    assert!(matches!(dirty.judge(&good), Err(Fault::NotNow(_))));
    let more = Problem::parse(SUPPER, &SUPPER_1.replace("(called)", "(called) (clean pot)")).unwrap();
    assert_eq!(more.judge(&good), Err(Fault::NoGoal));
}

#[test]
fn what_the_language_has_and_we_have_not_is_refused_by_name() {
    refuses(
        "(define (domain d)\n (:requirements :strips\n :durative-actions))",
        3,
        "durative actions are not supported, line 3",
    );
    refuses("(define (domain d)\n (:durative-action a))", 2, "durative actions are not supported, line 2");
    refuses("(define (domain d) (:requirements :numeric-fluents))", 1, "numeric fluents are not supported");
    refuses("(define (domain d)\n (:derived (p) (q)))", 2, "derived predicates are not supported");
    refuses("(define (domain d)\n (:requirements :preferences))", 2, "preferences are not supported");
    refuses("(define (domain d)\n (:requirements :magic))", 2, "requirements like :magic are not supported");
    refuses(
        "(define (domain d) (:functions (f))\n (:action a :parameters ()\n :effect (increase (f) 1)))",
        3,
        "numeric fluents",
    );
    refuses(&changed("(< t1 t2) (< t2 t3) (< t3 t4)", "(< t1 t2) (< t3 t4)"), 30, "partly ordered subtasks");
    refuses(&changed("(< t3 t4)", "(< t3 t4) (< t4 t1)"), 30, "in a circle");
    let timed = SUPPER_1.replace("(:goal", "(:constraints (always (p))) (:goal");
    assert!(Problem::parse(SUPPER, &timed).unwrap_err().to_string().contains("constraints on trajectories"));
}

#[test]
fn costs_are_read_and_left_alone() {
    let domain = changed("(:task have-supper", "(:functions (total-cost) - number)\n (:task have-supper");
    let domain = domain.replace(":effect (clean ?t)", ":effect (and (clean ?t) (increase (total-cost) 1))");
    let problem = SUPPER_1.replace("(:init", "(:metric minimize (total-cost)) (:init (= (total-cost) 0)");
    assert!(solve(&Problem::parse(&domain, &problem).unwrap()).is_some());
}

#[test]
fn mistakes_are_named_with_their_line() {
    let line = |part: &str| SUPPER.lines().position(|line| line.contains(part)).unwrap() + 1;
    refuses(
        &changed("(clean pot) (forall", "(clen pot) (forall"),
        line("(clean pot) (forall"),
        "no predicate \"clen\"",
    );
    refuses(
        &changed("(has ?who ?what)\n    :ordered", "(has ?who)\n    :ordered"),
        line(":precondition (has ?who ?what)"),
        "takes 2 arguments, not 1",
    );
    refuses(
        &changed("(take ?who ?what ?there)", "(take ?who ?what ?where)"),
        line("(take ?who ?what ?there)"),
        "?where has no value",
    );
    refuses(
        &changed("(take ?who ?what ?there)", "(grab ?who ?what ?there)"),
        line("(take ?who ?what ?there)"),
        "no task \"grab\"",
    );
    let task = "(:task make-clean :parameters (?t - tool))";
    refuses(&changed(task, "(:task make-clean :parameters (?t - tols))"), line(task), "no type \"tols\"");
    let unknown = SUPPER_1.replace("(at asa kitchen)", "(at asa attic)");
    assert!(matches!(
        Problem::parse(SUPPER, &unknown),
        Err(ProblemError::Problem(HtnError::Unknown { line: 6, .. }))
    ));
    let other = SUPPER_1.replace("(:domain supper)", "(:domain dinner)");
    assert!(
        Problem::parse(SUPPER, &other).unwrap_err().to_string().contains("of \"dinner\", not of \"supper\"")
    );
    assert!(matches!(Problem::parse("(define", SUPPER_1), Err(ProblemError::Domain(_))));
}

#[test]
fn large_and_small_letters_are_the_same_unless_the_text_tells_them_apart() {
    let loud = SUPPER_1.replace("(at asa kitchen)", "(AT Asa KITCHEN)");
    assert!(solve(&Problem::parse(SUPPER, &loud).unwrap()).is_some());
    let told_apart = SUPPER_1
        .replace("asa bo - person", "asa Asa bo - person")
        .replace("(at asa kitchen)", "(at asa kitchen) (at Asa field)");
    assert!(solve(&Problem::parse(SUPPER, &told_apart).unwrap()).is_some());
}

#[test]
fn variables_of_the_problem_itself_are_chosen() {
    let free = SUPPER_1.replace(
        "(:htn :ordered-subtasks (and (t1 (have-supper soup))))",
        "(:htn :parameters (?d - cooked ?p - person) :subtasks (and (a (have-supper ?d)) (b (get-to ?p yard))) :ordering ((< a b)) :constraints (and (not (= ?p asa)) (sortof ?d - food)))",
    );
    let problem = Problem::parse(SUPPER, &free).unwrap();
    let solution = solve(&problem).unwrap();
    let chosen = &solution.tree[0].by.as_ref().unwrap().1;
    assert_eq!(problem.text("for", chosen), "for soup bo");
}

#[test]
fn variables_that_subtasks_have_for_themselves_are_chosen_one_after_the_other() {
    // Nine people go to nine places each: ten to the eighteenth ways at once, a hundred and sixty-two one by one.
    let people: Vec<String> = (0..9).map(|n| format!("w{n}")).collect();
    let variables: String = (0..9).map(|n| format!("?w{n} - person ?p{n} - place ")).collect();
    let tasks: String = (0..9).map(|n| format!("(get-to ?w{n} ?p{n})")).collect();
    let init: String = people.iter().map(|who| format!("(at {who} kitchen)")).collect();
    let text = format!(
        "(define (problem many) (:domain supper) (:objects {} - person a b c d e f g h - place)
          (:htn :parameters ({variables} ?idle - place) :ordered-subtasks (and {tasks})) (:init {init} (path kitchen a)) (:goal (at w8 a)))",
        people.join(" ")
    );
    let problem = Problem::parse(SUPPER, &text).unwrap();
    let solution = solve(&problem).unwrap();
    assert_eq!(problem.steps(&solution).last().map(String::as_str), Some("(walk w8 kitchen a)"));
    assert_eq!(solution.tree[0].by.as_ref().unwrap().2.len(), 9, "the pieces are put together again");
}

fn data() -> Option<PathBuf> {
    let root = std::env::var_os("WOLD_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data"),
        PathBuf::from,
    );
    Some(root.join("htn")).filter(|folder| folder.is_dir())
}

#[test]
fn the_problems_of_the_competition_are_solved_and_the_plans_are_right() {
    let Some(root) = data() else { return println!("skipped: no data") };
    let listed = |folder: PathBuf| {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mut count = 0;
    for folder in listed(root) {
        let domain = std::fs::read_to_string(folder.join("domain.hddl")).unwrap();
        for file in listed(folder).into_iter().filter(|file| !file.ends_with("domain.hddl")) {
            let problem = Problem::parse(&domain, &std::fs::read_to_string(&file).unwrap())
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(solve(&problem).is_some(), "{}", file.display());
            count += 1;
        }
    }
    assert!(count >= 36, "{count} problems");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_with_bytes_changed_are_read_and_solved_without_harm(
        which in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = if which { SUPPER } else { SUPPER_1 }.as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        fuzzing::read_anything(&bytes);
    }

    #[test]
    fn words_swapped_about_are_read_and_solved_without_harm(
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let mut words: Vec<&str> = SUPPER.split_inclusive(char::is_whitespace).collect();
        for (a, b) in swaps {
            let (a, b) = (a.index(words.len()), b.index(words.len()));
            words.swap(a, b);
        }
        fuzzing::read_anything(words.concat().as_bytes());
    }

    #[test]
    fn whatever_lies_where_a_plan_is_right_or_there_is_none(
        paths in prop::collection::vec((0_usize..6, 0_usize..6), 2..8), turnip in 0_usize..6, asa in 0_usize..6,
    ) {
        let places = ["kitchen", "yard", "field", "cellar", "attic", "barn"];
        let mut init = format!("(at asa {}) (at turnip {}) (made-of soup turnip)", places[asa], places[turnip]);
        for (a, b) in &paths {
            init += &format!("(path {} {})", places[*a], places[*b]);
        }
        let problem = format!(
            "(define (problem p) (:domain supper) (:objects asa - person turnip - raw soup - cooked yard field cellar attic barn - place)
              (:htn :ordered-subtasks (have-supper soup)) (:init {init}))"
        );
        let problem = Problem::parse(SUPPER, &problem).unwrap();
        // Reached by hand: from where Asa is to the turnip, and on to the kitchen.
        let mut near = vec![asa];
        let mut at = 0;
        while at < near.len() {
            for &(a, b) in &paths {
                for (from, to) in [(a, b), (b, a)] {
                    if from == near[at] && !near.contains(&to) {
                        near.push(to);
                    }
                }
            }
            at += 1;
        }
        let possible = near.contains(&turnip) && near.contains(&0);
        prop_assert_eq!(solve(&problem).is_some(), possible);
    }
}
