//! The engine's promises, on charts that people run.

use super::*;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Default)]
struct Stage {
    acts: Vec<String>,
    senses: BTreeMap<String, f64>,
    notices: Vec<String>,
}

impl Environment for Stage {
    fn act(&mut self, action: &str, arguments: &[f64]) {
        let given: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        self.acts.push(format!("{action} {}", given.join(" ")).trim().to_owned());
    }

    fn sense(&self, name: &str) -> f64 {
        self.senses.get(name).copied().unwrap_or(0.0)
    }

    fn go_on(&mut self, activity: &str) {
        self.acts.push(format!("({activity})"));
    }

    fn notice(&mut self, notice: Notice<'_>) {
        self.notices.push(format!("{notice:?}"));
    }
}

fn begin(text: &str) -> (Context, Stage) {
    let chart = Chart::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let (mut context, mut stage) = (Context::new(Arc::new(chart)), Stage::default());
    context.start(&mut stage).expect("comes to rest");
    (context, stage)
}

fn feed(context: &mut Context, stage: &mut Stage, events: &str) {
    for event in events.split_whitespace() {
        context.call(event, &[], stage).expect("comes to rest");
    }
}

fn outputs(text: &str, events: &str) -> String {
    let (mut context, mut stage) = begin(text);
    feed(&mut context, &mut stage, events);
    stage.acts.iter().map(|act| act.trim_start_matches("out ")).collect::<Vec<_>>().join(" ")
}

#[test]
fn transducers_say_what_they_should() {
    let rhythm = include_str!("../../data/charts/rhythm.toml");
    assert_eq!(outputs(rhythm, "ti taa ti ti taa taa ti"), "0 0 0 1 0 1 0");
    let refrain = include_str!("../../data/charts/refrain.toml");
    assert_eq!(outputs(refrain, "ti taa taa ti taa taa ti"), "0 0 0 1 0 0 1");
}

#[test]
fn the_menu_takes_an_extra_step_past_its_end_and_remembers_where_it_was() {
    let (mut context, mut stage) = begin(include_str!("../../data/charts/menu.toml"));
    feed(&mut context, &mut stage, "next next next next next");
    assert_eq!(stage.acts, ["show 1", "show 2", "show 0", "show 1"]);
    feed(&mut context, &mut stage, "next next choose");
    assert_eq!(
        (context.current(), stage.acts.last().map(String::as_str)),
        (vec!["execution"], Some("run 2"))
    );
    feed(&mut context, &mut stage, "done");
    assert_eq!(context.current(), ["browsing", "past_end"], "history leads back");
    feed(&mut context, &mut stage, "previous help");
    assert_eq!(context.current(), ["guide", "reading", "playing"]);
    feed(&mut context, &mut stage, "ahead ahead back back back pause");
    assert_eq!((context.variable("s"), context.is_in("paused")), (Some(-1.0), true));
    feed(&mut context, &mut stage, "close");
    assert_eq!(context.current(), ["browsing", "item"], "both ended, so the guide completed");
}

#[test]
fn three_signals_in_any_order_are_accepted_and_repeats_are_not() {
    let text = include_str!("../../data/charts/each_once.toml");
    for order in ["e f g", "e g f", "f e g", "f g e", "g e f", "g f e"] {
        let (mut context, mut stage) = begin(text);
        feed(&mut context, &mut stage, order);
        assert_eq!(context.current(), ["continue"], "{order}");
    }
    for order in ["e e", "f g f", "g e g", "e f e"] {
        let (mut context, mut stage) = begin(text);
        feed(&mut context, &mut stage, order);
        assert_eq!(context.current(), ["error"], "{order}");
    }
}

#[test]
fn independent_regions_ignore_each_others_events() {
    let (mut context, mut stage) = begin(include_str!("../../data/charts/ranger.toml"));
    feed(&mut context, &mut stage, "torch walk torch torch");
    assert_eq!(context.current(), ["alive", "walking", "torch_lit"]);
    feed(&mut context, &mut stage, "stop eat");
    context.advance(29.0, &mut stage).expect("rests");
    assert!(context.is_in("eating"));
    context.advance(1.0, &mut stage).expect("rests");
    assert!(context.is_in("standing") && context.is_in("torch_lit"));
    feed(&mut context, &mut stage, "die");
    assert!(context.is_finished());
}

#[test]
fn changes_fire_when_they_become_true_and_times_only_if_their_guard_holds() {
    let (mut context, mut stage) = begin(include_str!("../../data/charts/patrol.toml"));
    stage.senses.insert("health".into(), 1.0);
    feed(&mut context, &mut stage, "arrived enemy");
    assert!(context.is_in("attacking"));
    stage.senses.insert("health".into(), 0.1);
    context.run(&mut stage).expect("rests");
    assert!(context.is_in("retreating"));
    feed(&mut context, &mut stage, "cornered");
    assert!(context.is_in("retreating"), "near death it flees again at once");
    stage.senses.insert("pursued".into(), 1.0);
    context.advance(11.0, &mut stage).expect("rests");
    assert!(context.is_in("retreating"));
    feed(&mut context, &mut stage, "shaken_off");
    assert!(context.is_in("homing"));
}

const NEST: &str = r#"
    start = "house"
    [[state]]
    name = "house"
    start = "room"
    entry = "enter(1)"
    exit = "leave(1)"
    on = ["out -> yard", "again / act(7) -> house"]
    [[state]]
    name = "room"
    in = "house"
    start = "chair"
    entry = "enter(2)"
    exit = "leave(2)"
    [[state]]
    name = "chair"
    in = "room"
    entry = "enter(3)"
    exit = "leave(3)"
    on = ["up -> window"]
    [[state]]
    name = "window"
    in = "room"
    entry = "enter(4)"
    exit = "leave(4)"
    [[state]]
    name = "last_room"
    in = "house"
    kind = "history"
    [[state]]
    name = "as_it_was"
    in = "house"
    kind = "deep history"
    [[state]]
    name = "yard"
    on = ["back -> last_room", "return -> as_it_was", "peep -> window"]
"#;

#[test]
fn leaving_goes_outward_and_entering_inward() {
    let (mut context, mut stage) = begin(NEST);
    assert_eq!(stage.acts, ["enter 1", "enter 2", "enter 3"]);
    stage.acts.clear();
    feed(&mut context, &mut stage, "again");
    let all = ["leave 3", "leave 2", "leave 1", "act 7", "enter 1", "enter 2", "enter 3"];
    assert_eq!(stage.acts, all, "a self-transition leaves and enters");
    feed(&mut context, &mut stage, "up out");
    assert_eq!(context.current(), ["yard"], "what is not handled inside goes up");
    stage.acts.clear();
    feed(&mut context, &mut stage, "back");
    assert_eq!(stage.acts, ["enter 1", "enter 2", "enter 3"], "shallow history knows the room, not the seat");
    feed(&mut context, &mut stage, "up out return");
    assert!(context.is_in("window"), "deep history knows both");
    feed(&mut context, &mut stage, "out peep");
    assert_eq!(context.current(), ["house", "room", "window"]);
    assert!(!context.call("sneeze", &[], &mut stage).expect("rests"));
    assert_eq!(stage.notices.last().map(String::as_str), Some("Ignored(\"sneeze\")"));
}

#[test]
fn machines_are_copied_into_states_and_run_on_their_own() {
    let text = r#"
        start = "two"
        [[machine]]
        name = "lamp"
        start = "off"
        [[machine.state]]
        name = "off"
        on = ["flip -> on"]
        [[machine.state]]
        name = "on"
        on = ["flip -> broken"]
        [[machine.state]]
        name = "broken"
        kind = "final"
        [[state]]
        name = "two"
        machine = "lamp"
        on = ["-> dark"]
        [[state]]
        name = "dark"
        machine = "lamp"
    "#;
    let (mut context, mut stage) = begin(text);
    assert_eq!(context.current(), ["two", "two/off"]);
    feed(&mut context, &mut stage, "flip flip");
    assert_eq!(context.current(), ["dark", "dark/off"]);
}

#[test]
fn arguments_reach_guards_and_actions_and_a_calculator_can_be_built() {
    struct Stack(Vec<f64>, Vec<f64>);
    impl Environment for Stack {
        fn act(&mut self, action: &str, arguments: &[f64]) {
            if action == "push" {
                return self.0.extend(arguments);
            }
            let (Some(b), Some(a)) = (self.0.pop(), self.0.pop()) else { return };
            self.0.push(if action == "add" { a + b } else { a / b });
        }

        fn go_on(&mut self, _: &str) {
            self.1.extend(self.0.last());
        }
    }
    let text = r#"
        start = "ready"
        [[state]]
        name = "ready"
        do = "print"
        on = ["digit [arg0 >= 0] / push(arg0)", "plus / add", "over / divide"]
    "#;
    let chart = Arc::new(Chart::parse(text).expect("sound"));
    let (mut context, mut stack) = (Context::new(chart), Stack(vec![], vec![]));
    context.start(&mut stack).expect("rests");
    for (event, given) in [("digit", 3.0), ("digit", 1.0), ("plus", 0.0), ("digit", 4.0), ("over", 0.0)] {
        context.signal(event, &[given]);
    }
    context.advance(0.1, &mut stack).expect("rests");
    assert_eq!(stack.1, [1.0]);
}

#[test]
fn the_right_hand_leads_round_every_wall_and_back() {
    struct Maze {
        walls: Vec<&'static [u8]>,
        at: (i32, i32),
        heading: usize,
        seen: Vec<(i32, i32)>,
    }
    const WAYS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    impl Maze {
        fn clear(&self, turn: usize) -> bool {
            let (dx, dy) = WAYS[(self.heading + turn) % 4];
            self.walls[(self.at.1 + dy) as usize][(self.at.0 + dx) as usize] == b'.'
        }
    }
    impl Environment for Maze {
        fn act(&mut self, action: &str, _: &[f64]) {
            match action {
                "left" => self.heading = (self.heading + 3) % 4,
                "right" => self.heading = (self.heading + 1) % 4,
                _ => {
                    let (dx, dy) = WAYS[self.heading];
                    self.at = (self.at.0 + dx, self.at.1 + dy);
                    self.seen.push(self.at);
                }
            }
        }

        fn sense(&self, name: &str) -> f64 {
            f64::from(u8::from(self.clear(if name == "right" { 1 } else { 0 })))
        }
    }
    let walls = vec![&b"#######"[..], b"#.#...#", b"#.#.#.#", b"#...#.#", b"#.###.#", b"#.....#", b"#######"];
    let open: usize = walls.iter().map(|row| row.iter().filter(|&&c| c == b'.').count()).sum();
    let mut maze = Maze { walls, at: (1, 1), heading: 0, seen: vec![(1, 1)] };
    let chart = Chart::parse(include_str!("../../data/charts/wall_follower.toml")).expect("sound");
    let mut context = Context::new(Arc::new(chart));
    context.start(&mut maze).expect("rests");
    for _ in 0..60 {
        context.call("step", &[], &mut maze).expect("rests");
    }
    let visited: std::collections::BTreeSet<_> = maze.seen.iter().collect();
    assert_eq!(visited.len(), open);
    assert!(maze.seen.iter().filter(|&&at| at == (1, 1)).count() > 1, "it came back");
}

#[test]
fn bad_charts_are_refused_with_line_and_reason() {
    let said = |text: &str| Chart::parse(text).expect_err("bad").to_string();
    let head = "start = 'a'\n[[state]]\nname = 'a'\n";
    assert_eq!(said(&format!("{head}on = ['x -> b']\n")), "line 4: the target \"b\" is no state");
    assert_eq!(said(&format!("{head}[[state]]\nname = 'b'\n")), "line 4: state \"b\" cannot be reached");
    assert_eq!(
        said("start = 'z'\n[[state]]\nname = 'a'\n"),
        "line 1: the start \"z\" is no state of its region"
    );
    assert!(said(&format!("{head}on = ['x [y > 1]']\n")).starts_with("line 4: \"y\" is neither"));
    assert!(said(&format!("{head}in = 'q'\n")).contains("neither a region nor a state"));
    assert!(said(&format!("{head}machine = 'm'\n")).contains("no machine \"m\""));
    assert!(said(&format!("{head}on = ['after soon -> a']\n")).contains("not a time"));
    assert!(said(&format!("{head}colour = 1\n")).starts_with("line 4"));
    let loops = "start = 'a'\n[[machine]]\nname='m'\nstart='s'\n[[machine.state]]\nname='s'\nmachine='m'\n[[state]]\nname='a'\nmachine='m'\n";
    assert!(said(loops).contains("deeper than"));
}

#[test]
fn a_chart_that_never_rests_is_stopped() {
    let text = "name='spin'\nstart='a'\n[[state]]\nname='a'\non=['-> b']\n[[state]]\nname='b'\non=['-> a']\n";
    let mut context = Context::new(Arc::new(Chart::parse(text).expect("sound")));
    let error = context.start(&mut Stage::default()).expect_err("spins");
    assert!(error.to_string().contains("\"spin\" does not come to rest"));
}

#[test]
fn lints_name_what_is_questionable() {
    let chart = Chart::parse(
        "start='a'\nvars={n=0}\n[[state]]\nname='a'\nentry='n += 1'\nexit='n = 0'\non=['x -> d', 'x -> b']\n\
         [[state]]\nname='b'\nstart='c'\non=['-> a']\n[[state]]\nname='c'\nin='b'\non=['y -> a']\n[[state]]\nname='d'\non=['-> c']\n",
    )
    .expect("sound");
    let remarks: Vec<String> = chart.lint().into_iter().map(|r| format!("{} {}", r.line, r.text)).collect();
    for words in
        ["3 \"a\" computes in its exit", "3 \"a\" counts on entry", "never fires", "\"d\" is left at once"]
    {
        assert!(remarks.iter().any(|r| r.contains(words)), "{words}: {remarks:?}");
    }
    assert!(remarks.iter().any(|r| r.contains("into the inside")));
    assert!(remarks.iter().any(|r| r.contains("leads out of")));
    let patrol = Chart::parse(include_str!("../../data/charts/patrol.toml")).expect("sound");
    assert_eq!(patrol.lint(), []);
}

#[test]
fn the_picture_shows_every_state_and_marks_the_current_one() {
    let (context, _) = begin(include_str!("../../data/charts/menu.toml"));
    let chart = Chart::parse(include_str!("../../data/charts/menu.toml")).expect("sound");
    let picture = chart.svg(&context.current());
    for name in ["browsing", "item", "past_end", "guide", "reading", "paused", "execution"] {
        assert!(picture.contains(&format!(">{name}</text>")), "{name}");
    }
    assert_eq!(picture.matches("#f3d98b").count(), 2);
    assert!(picture.contains("next [e &lt; n - 1]"));
}

#[test]
fn rings_without_time_are_refused_when_read_and_so_are_times_too_short_to_tell() {
    let refused = |text: &str| Chart::parse(text).map(|_| ()).expect_err(text);
    let alone = refused("start = 'a'\n[[state]]\nname = 'a'\non = ['after 0 -> a']");
    assert_eq!((alone.line, alone.reason.contains("without end")), (4, true), "{alone}");
    refused(
        "start = 'a'\n[[state]]\nname = 'a'\non = ['after 0 -> b', 'go -> a']\n[[state]]\nname = 'b'\non = ['after 0 -> a']",
    );
    refused("start = 'a'\n[[state]]\nname = 'a'\non = ['after 0.0001 -> a']");
    for ends in [
        "start = 'a'\n[[state]]\nname = 'a'\non = ['after 0 -> b']\n[[state]]\nname = 'b'\non = ['after 1 -> a']",
        "start = 'a'\nsenses = ['dark']\n[[state]]\nname = 'a'\non = ['after 0 [dark] -> a']",
    ] {
        Chart::parse(ends).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn timers_that_follow_each_other_too_fast_run_away_instead_of_stalling_and_the_chart_lives_on() {
    let (mut context, mut stage) = begin(
        "start = 'a'\nsenses = ['dark']\n[[state]]\nname = 'a'\non = ['after 0 [not dark] / tick() -> a', 'go -> b']\n\
         [[state]]\nname = 'b'",
    );
    let error = context.advance(2.0, &mut stage).expect_err("never rests");
    assert!(error.to_string().contains("3000 steps"), "{error}");
    assert_eq!(stage.acts.len(), 3_000);
    context.call("go", &[], &mut stage).expect("rests");
    assert!(context.is_in("b"));
    // A thousand times a second is still a clock.
    let (mut context, mut stage) =
        begin("start = 'a'\n[[state]]\nname = 'a'\non = ['after 0.001 / tick() -> a']");
    context.advance(60.0, &mut stage).expect("rests");
    assert!((59_990..=60_001).contains(&stage.acts.len()), "{}", stage.acts.len());
}
