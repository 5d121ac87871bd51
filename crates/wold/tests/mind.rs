//! `wold mind` as a user runs it.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn data(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../minds/mind/data").join(file).display().to_string()
}

fn mind(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).arg("mind").args(arguments).output().expect("the program runs")
}

fn answer(arguments: &[&str]) -> Value {
    let output = mind(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Exit code 2, nothing on stdout, one line on stderr that holds these words.
fn refuses(arguments: &[&str], words: &str) {
    let output = mind(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(said.contains(words) && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
}

/// The respect of one for another at the end of a story.
fn respect(story: &Value, who: &str, whom: &str) -> f64 {
    let minds = story["minds"].as_array().expect("minds");
    let mind = minds.iter().find(|mind| mind["name"] == who).expect("there");
    mind["respects"][whom].as_f64().unwrap_or_else(|| panic!("{who} does not know {whom}"))
}

fn knows(story: &Value, who: &str) -> usize {
    let minds = story["minds"].as_array().expect("minds");
    let mind = minds.iter().find(|mind| mind["name"] == who).expect("there");
    mind["rumours"].as_array().map_or(0, Vec::len)
}

#[test]
fn a_theft_reaches_exactly_those_it_was_told_to() {
    let story = answer(&["gossip", &data("gossip/theft.toml")]);
    let informed: Vec<usize> = ["Thief", "Merchant", "Witness", "Guard", "Innkeeper", "Hermit"]
        .map(|who| knows(&story, who))
        .to_vec();
    assert_eq!(informed, [1, 1, 1, 1, 1, 0]);
    let innkeeper =
        story["minds"].as_array().expect("minds").iter().find(|m| m["name"] == "Innkeeper").expect("there");
    assert_eq!(innkeeper["rumours"][0]["path"], json!(["Witness", "Guard"]));
    assert!(respect(&story, "Innkeeper", "Thief") < 0.6);
    assert_eq!(respect(&story, "Hermit", "Thief"), 0.6);
}

#[test]
fn a_false_accusation_is_objected_to_and_undone() {
    let story = answer(&["gossip", &data("gossip/accusation.toml")]);
    let steps = story["steps"].as_array().expect("steps");
    assert!(steps[0]["text"].as_str().is_some_and(|t| t.contains("believes it")), "{}", steps[0]);
    assert!(
        steps[1]["text"].as_str().is_some_and(|t| t.contains("objects") && t.contains("gives in")),
        "{}",
        steps[1]
    );
    assert!((respect(&story, "Neighbour", "Baker") - 1.0).abs() < 1e-9);
}

#[test]
fn the_water_and_the_orcs() {
    let water = answer(&["gossip", &data("gossip/water.toml")]);
    assert!(respect(&water, "Bo", "Asa") > 0.9 && respect(&water, "Bo", "Cy") < 1.0);
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("orcs.svg");
    let orcs = answer(&["gossip", &data("gossip/orcs.toml"), "--svg", &picture.display().to_string()]);
    assert!(respect(&orcs, "Uzra", "Grash") > 0.9);
    assert!(respect(&orcs, "Ben", "Grash") < 0.2);
    assert!(respect(&orcs, "Mild", "Grash") < 0.9);
    assert!(std::fs::read_to_string(picture).expect("drawn").starts_with("<svg"));
}

#[test]
fn charts_run_and_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("menu.svg");
    let arguments = [
        "chart",
        &data("charts/menu.toml"),
        "--events",
        "next,next,choose",
        "--svg",
        &picture.display().to_string(),
    ];
    let run = answer(&arguments);
    assert_eq!(run["steps"][3], json!({ "event": "choose", "actions": ["run(2)"], "states": ["execution"] }));
    assert!(std::fs::read_to_string(picture).expect("drawn").contains("execution"));
    let patrol = answer(&[
        "chart",
        &data("charts/patrol.toml"),
        "--events",
        "arrived,attacked,11",
        "--set",
        "health=0.1",
    ]);
    assert_eq!(patrol["steps"][3]["states"], json!(["homing"]));
}

#[test]
fn reasoning_answers() {
    let noise = answer(&["bayes", &data("reason/guard.bif"), "--given", "noise=yes", "--query", "intruder"]);
    assert!((noise["answers"]["intruder"]["yes"].as_f64().expect("a number") - 0.680511).abs() < 1e-6);
    let who = answer(&["dempster", &data("reason/intruder.toml")]);
    assert!((who["intervals"]["enemy"]["belief"].as_f64().expect("a number") - 0.731707).abs() < 1e-6);
    let yager = answer(&["dempster", &data("reason/intruder.toml"), "--rule", "yager"]);
    assert!(yager["intervals"]["enemy"]["belief"].as_f64() < who["intervals"]["enemy"]["belief"].as_f64());
    let student = [
        "fuzzy",
        &data("reason/student.fuzzy"),
        "--set",
        "slept=5",
        "--set",
        "ate=13",
        "--set",
        "minutes=12",
    ];
    assert_eq!(answer(&student)["decision"], "coffee");
    let queens = answer(&["csp", "queens:8"]);
    assert_eq!((&queens["solutions"], &queens["different"]), (&json!(92), &json!(12)));
    let monkey = answer(&["csp", "monkey", &data("reason/monkey.txt")]);
    assert_eq!(monkey["complete"], true);
    let boxer = answer(&["sequence", "--learn", "JJHJJHJJH", "--after", "JJ", "--produce", "6"]);
    assert!(boxer["next"]["H"].as_f64() > Some(0.8) && boxer["made"].as_str().map(str::len) == Some(6));
    let best = answer(&["optimise", "--problem", "peaks", "--method", "swarm"]);
    assert!(best["results"][0]["score"].as_f64() > Some(0.9));
    let hmm = answer(&["learn", "hmm", "--series", "sswswwsswrrrrrrrrrrswswsw"]);
    assert_eq!(hmm["states"].as_array().map(Vec::len), Some(25));
}

#[test]
fn wishes_that_can_be_met_in_part_are_weighed() {
    let supper = answer(&["prefer", &data("reason/supper.toml")]);
    assert_eq!(supper["ranked"][0]["name"], "the baker on the market", "{supper}");
    let camp = answer(&["prefer", &data("reason/camp.toml")]);
    assert_eq!(
        (&camp["values"], &camp["proven"]),
        (&json!({ "where": "wood", "when": "dusk" }), &json!(true))
    );
    let chase = answer(&["prefer", &data("reason/chase.toml")]);
    assert_eq!(chase["direction"], 5);
    assert!((chase["degree"].as_f64().expect("a number") - 0.904799).abs() < 1e-6, "{chase}");
    refuses(&["prefer", &data("reason/intruder.toml")], "intruder.toml");
}

#[test]
fn trees_are_grown_saved_and_applied() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("days.json").display().to_string();
    let cases = data("reason/days.csv");
    let grown = answer(&["tree", "train", &cases, "--target", "play", "--wild", "--out", &tree]);
    assert_eq!((&grown["right"], &grown["leaves"]), (&json!(14), &json!(5)));
    assert!(
        String::from_utf8_lossy(&mind(&["tree", "show", &tree]).stdout).contains("outlook = overcast: yes")
    );
    let sunny = ["tree", "apply", &tree, "--set", "outlook=sunny", "--set", "humidity=70"];
    assert_eq!(answer(&sunny)["decision"], "yes");
    assert_eq!(answer(&["tree", "apply", &tree, "--cases", &cases, "--target", "play"])["right"], 14);
}

#[test]
fn hunts_are_counted() {
    let hunts = answer(&["wumpus", "--games", "4000", "--seed", "1"]);
    assert!((hunts["won"].as_f64().expect("a rate") - 0.772).abs() < 0.03, "{hunts}");
    assert_eq!(hunts, answer(&["wumpus", "--games", "4000", "--seed", "1"]));
    assert!(
        answer(&["wumpus", "--games", "500", "--cave", "torus:5", "--stirs"])["won"].as_f64() > Some(0.05)
    );
}

#[test]
fn bad_input_is_one_clear_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let story = "[[being]]\nname='A'\n[[step]]\ntell = { from='A', to='B' }\n";
    refuses(&["gossip", &file("a.toml", story)], "line 3: there is nobody called \"B\"");
    let story = "[[being]]\nname='A'\n[[step]]\ndeed = { subject='A', action='juggle' }\n";
    refuses(&["gossip", &file("b.toml", story)], "there is no action \"juggle\"");
    refuses(
        &["chart", &file("c.toml", "start='a'\n[[state]]\nname='a'\non=['x -> b']\n")],
        "line 4: the target \"b\"",
    );
    refuses(&["bayes", &file("d.bif", "variable x { type discrete [2] {a, b}; }")], "table of \"x\"");
    refuses(&["bayes", &data("reason/guard.bif"), "--given", "noise"], "not NAME=VALUE");
    let masses =
        "frame=['a','b']\n[[source]]\nname='s'\nmasses=[{set=['a'],mass=0.8},{set=['b'],mass=0.8}]\n";
    refuses(&["dempster", &file("e.toml", masses)], "sum to 1.6");
    refuses(&["csp", "queens:0"], "1 to 64");
    refuses(&["csp", "sudoku"], "no puzzle");
    refuses(&["tree", "train", &data("reason/days.csv"), "--target", "mood"], "no column \"mood\"");
    refuses(&["wumpus", "--cave", "donut"], "no cave");
    refuses(&["sequence", "--learn", ""], "1 to 256");
    refuses(&["optimise", "--method", "luck"], "no method");
    refuses(&["gossip", "nowhere.toml"], "cannot read nowhere.toml");
}

#[test]
fn what_is_not_known_is_asked_for_and_what_is_endless_is_refused() {
    refuses(&["fuzzy", &data("reason/student.fuzzy"), "--set", "slept=5"], "--set ate=NUMBER");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("text").to_owned()
    };
    let chart = file("zero.toml", "start = 'a'\n[[state]]\nname = 'a'\non = ['after 0 -> a']\n");
    refuses(&["chart", &chart, "--events", "1"], "line 4");
    let cases = file("xor.csv", "0,0,0\n0,1,1\n");
    refuses(&["learn", "net", &cases, "--rounds", "99999999999", "--hidden", "256"], "--rounds");
    refuses(&["learn", "net", &file("nan.csv", "nan,1\n0,1\n")], "line 1");
    let wild = file("n.csv", "a,y\nnan,1\ninf,2\n3,1\n");
    refuses(&["tree", "train", &wild, "--target", "y", "--wild"], "line 2");
}

/// The names of a plan's primitives.
fn primitives(plan: &Value) -> Vec<String> {
    let steps = plan["plan"].as_array().expect("a plan");
    let name = |step: &Value| {
        step.as_str().and_then(|s| s.trim_matches(['(', ')']).split(' ').next()).expect("a name").to_owned()
    };
    steps.iter().map(name).collect()
}

#[test]
fn a_medic_plans_in_the_order_of_the_book_and_a_grenade_interrupts_it() {
    let (domain, facts, grenade) =
        (data("htn/medic.htn"), data("htn/medic.facts"), data("htn/grenade.facts"));
    let plan = answer(&["plan", &domain, "--facts", &facts]);
    assert_eq!(
        primitives(&plan),
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
    assert_eq!(plan["trace"], json!([1, 1, 2, 1, 1]));
    let flees = answer(&["plan", &domain, "--facts", &grenade]);
    assert_eq!(primitives(&flees), ["!begin_plan", "!log_color", "!walk_to", "!end_plan"]);
    let times = answer(&["plan", &domain, "--facts", &facts, "--facts", &facts, "--facts", &grenade]);
    let times = times["times"].as_array().expect("three times");
    assert_eq!(times[0]["verdict"], "a plan begins");
    assert_eq!(times[1]["verdict"], "the running plan goes on: a branch says continue");
    assert!(
        times[2]["verdict"].as_str().is_some_and(|verdict| verdict.starts_with("a better plan")),
        "{}",
        times[2]
    );
    let text = mind(&["plan", &domain, "--facts", &facts, "--trace"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    for part in [
        "- in a vehicle: no fact (in_vehicle ?vehicle) (line 8)",
        "+ on foot",
        "  1. (!begin_plan medic_revive",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

#[test]
fn a_turret_chooses_its_weapon_by_distance() {
    let folder = tempfile::tempdir().expect("a folder");
    let weapon = |distance: &str| {
        let facts = folder.path().join("turret.facts");
        let text = std::fs::read_to_string(data("htn/weapon.facts")).expect("there");
        std::fs::write(&facts, text.replace("intruder 15", &format!("intruder {distance}")))
            .expect("written");
        answer(&["plan", &data("htn/weapon.htn"), "--facts", &facts.display().to_string()])
    };
    assert_eq!(weapon("20")["plan"][0], "(!begin_plan attack_using_bullets)");
    assert_eq!(weapon("20.1")["plan"][0], "(!begin_plan attack_using_missiles)");
    let none = weapon("61");
    assert_eq!((none["outcome"].as_str(), &none["plan"]), (Some("no plan"), &Value::Null));
    let out =
        answer(&["plan", &data("htn/weapon.htn"), "--facts", &data("htn/weapon.facts"), "--budget", "3"]);
    assert_eq!(out["outcome"], "out of budget");
    let squad = answer(&["plan", &data("htn/defend.htn"), "--facts", &data("htn/defend.facts")]);
    assert_eq!(primitives(&squad).first().map(String::as_str), Some("!forget"));
    assert_eq!(primitives(&squad).last().map(String::as_str), Some("!end_command_sequence"));
}

#[test]
fn a_problem_in_hddl_is_solved_and_judged() {
    let (domain, problem) = (data("htn/supper.hddl"), data("htn/supper-1.hddl"));
    let plan = answer(&["plan", &domain, "--facts", &problem]);
    assert_eq!((&plan["valid"], plan["plan"].as_array().map(Vec::len)), (&json!(true), Some(7)));
    let text = mind(&["plan", &domain, "--facts", &problem, "--trace"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains("- has-it: (has bo turnip) does not hold") && text.contains("plan, valid"),
        "{text}"
    );
    let ipc = mind(&["plan", &domain, "--facts", &problem, "--ipc"]);
    assert!(ipc.stdout.starts_with(b"==>\n0 walk bo yard cellar\n"));
}

#[test]
fn bad_domains_are_refused_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let facts = data("htn/medic.facts");
    let unbound = write("a.htn", "(:method (behave)\n  (:branch \"b\" () ((!x ?y))))");
    refuses(&["plan", &unbound, "--facts", &facts], "line 2: ?y has no value there");
    let dead = write("b.htn", "(:method (behave)\n (:branch \"b\" () ())\n (:branch \"c\" (p) ()))");
    refuses(&["plan", &dead, "--facts", &facts], "line 3: the branch \"c\" is never reached");
    let timed = write("c.hddl", "(define (domain d)\n (:durative-action fly))");
    refuses(
        &["plan", &timed, "--facts", &data("htn/supper-1.hddl")],
        "durative actions are not supported, line 2",
    );
    let wrong = write(
        "d.hddl",
        "(define (problem p)\n (:domain supper) (:htn :ordered-subtasks (and)) (:init\n (at asa)))",
    );
    refuses(&["plan", &data("htn/supper.hddl"), "--facts", &wrong], "d.hddl: line 3:");
    refuses(&["plan", &data("htn/medic.htn"), "--facts", &write("e.facts", "(a ?b)")], "line 1");
    refuses(&["plan", &data("htn/medic.htn"), "--facts", &facts, "--task", "fly"], "no method \"fly\"");
    refuses(&["plan", "nowhere.htn", "--facts", &facts], "nowhere.htn");
}
