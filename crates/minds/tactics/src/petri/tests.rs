//! Nets, tried.

use super::*;
use wold_chance::{Seed, Stream};

fn luck(seed: u64) -> Stream {
    Stream::named(Seed(seed), "petri tests", &[])
}

fn net(text: &str) -> Net {
    Net::parse(text).expect("a sound net")
}

/// Places by name, the first with a token, and transitions as (name, from, to).
fn drawn(places: &[&str], transitions: &[(&str, &str, &str)]) -> Net {
    let mut text = String::new();
    for (at, place) in places.iter().enumerate() {
        text += &format!("[[place]]\nname = '{place}'\ntokens = {}\n", u32::from(at == 0));
    }
    for (name, from, to) in transitions {
        text += &format!("[[transition]]\nname = '{name}'\nfrom = {{ {from} }}\nto = {{ {to} }}\n");
    }
    net(&text)
}

#[test]
fn a_token_forks_and_joins() {
    let net = drawn(
        &["p1", "p2", "p3", "p4", "p5"],
        &[("t1", "p1 = 1", "p2 = 1, p4 = 1"), ("t2", "p2 = 1", "p3 = 1"), ("t3", "p3 = 1, p4 = 1", "p5 = 1")],
    );
    let mut running = Running::new(&net, luck(1));
    let enabled = |running: &Running<'_>| -> Vec<u16> {
        (0..3).filter(|t| running.is_enabled(TransitionId(*t), None, 0)).collect()
    };
    for expected in [0, 1, 2] {
        assert_eq!(enabled(&running), [expected]);
        assert!(running.try_fire(TransitionId(expected), 0));
    }
    assert_eq!(running.marking(), [0, 0, 0, 0, 1]);
    assert_eq!(running.settle(0), Settled::Quiet(0));
}

#[test]
fn of_two_that_want_one_token_either_fires_but_not_both() {
    let text = "[[place]]\nname = 'p1'\ntokens = 1\n[[place]]\nname = 'a'\n[[place]]\nname = 'b'\n[[transition]]\nname = 't1'\nfrom = { p1 = 1 }\nto = { a = 1 }\n[[transition]]\nname = 't2'\nfrom = { p1 = 1 }\nto = { b = 1 }\n";
    let by_priority = net(text);
    let mut running = Running::new(&by_priority, luck(1));
    running.settle(0);
    assert_eq!(running.marking(), [0, 1, 0], "the earlier in the text");
    let urgent = net(&(text.to_owned() + "priority = 3"));
    let mut running = Running::new(&urgent, luck(1));
    running.settle(0);
    assert_eq!(running.marking(), [0, 0, 1], "the higher priority");
    let by_chance = net(&format!("conflict = 'random'\n{text}"));
    let mut ends = [0, 0];
    for seed in 0..100 {
        let mut running = Running::new(&by_chance, luck(seed));
        running.settle(0);
        assert_eq!(running.tokens(PlaceId(1)) + running.tokens(PlaceId(2)), 1);
        ends[running.tokens(PlaceId(2)) as usize] += 1;
    }
    assert!(ends.iter().all(|n| *n > 30), "{ends:?}");
}

#[test]
fn arcs_have_weights_and_sinks_only_take() {
    let net = drawn(&["a", "b"], &[("three", "a = 1", "b = 3"), ("sink", "b = 2", "")]);
    let mut running = Running::new(&net, luck(1));
    assert_eq!(running.settle(0), Settled::Quiet(2));
    assert_eq!(running.marking(), [0, 1], "one is left over: two are needed");
}

#[test]
fn a_net_that_goes_round_for_ever_is_stopped() {
    let net = drawn(&["a", "b"], &[("there", "a = 1", "b = 1"), ("back", "b = 1", "a = 1")]);
    let mut running = Running::new(&net, luck(1));
    assert_eq!(running.settle(0), Settled::OutOfBudget(MOST_FIRINGS));
}

#[test]
fn the_best_gets_the_thing_and_the_next_when_he_is_gone() {
    let net = Arbiter::net(1, 3, 40);
    let mut guns = Arbiter::new(&net);
    let near = |who: Colour| -(who.0 as f64 - 7.0).abs();
    for who in [3, 9, 6] {
        guns.settle(0, near);
        assert!(!(0..10).any(|who| guns.has(Colour(who))), "not before three have asked");
        guns.ask(Colour(who), 0);
        guns.ask(Colour(who), 0);
    }
    guns.settle(0, near);
    assert!(guns.has(Colour(6)));
    guns.leave(Colour(6), 5);
    guns.leave(Colour(9), 5);
    guns.settle(5, near);
    assert!(guns.has(Colour(3)), "the other who waited died");
}

#[test]
fn who_waits_too_long_for_company_is_served_alone() {
    let net = Arbiter::net(1, 3, 40);
    let mut guns = Arbiter::new(&net);
    guns.ask(Colour(1), 10);
    guns.settle(49, |_| 0.0);
    assert!(!guns.has(Colour(1)));
    guns.settle(50, |_| 0.0);
    assert!(guns.has(Colour(1)));
}

#[test]
fn tokens_are_conserved_over_a_million_events_with_deaths_in_every_state() {
    let net = Arbiter::net(1, 2, 40);
    let mut running = Running::new(&net, luck(1));
    let mut dice = luck(2);
    let busy = net.place("busy").expect("there");
    for event in 0..1_000_000 {
        // Now and then nothing happens for a while.
        let now = event * 3;
        let who = Colour(dice.below(8));
        running.event(if dice.chance(0.55) { "register" } else { "gone" }, who, now);
        running.settle_by(now, 100, |_, who| -(who.0 as f64));
        assert!(running.is_conserved() && running.tokens(busy) <= 1);
        let tokens: u64 = running.marking()[1..].iter().sum();
        assert!(tokens <= 8, "nobody is in the net twice: {:?}", running.marking());
    }
    assert!(running.firings().iter().all(|n| *n > 100), "every way was gone: {:?}", running.firings());
}

#[test]
fn invariants_and_dead_ends_are_found() {
    let net = drawn(&["a", "b", "c"], &[("t", "a = 1", "b = 2"), ("u", "b = 2", "c = 1")]);
    let found: Vec<String> = net.invariants().found.iter().map(|i| net.written(i)).collect();
    assert_eq!(found, ["2*a + b + 2*c = 2"]);
    let explored = net.explore(100);
    assert!(explored.complete);
    assert_eq!((explored.markings, explored.deadlocks, explored.never), (3, vec![vec![0, 0, 1]], vec![]));
    let growing = net_with_source();
    assert!(!growing.explore(50).complete && growing.invariants().found.is_empty());
}

fn net_with_source() -> Net {
    net("[[place]]\nname = 'a'\n[[transition]]\nname = 'in'\non = 'come'\nto = { a = 1 }")
}

#[test]
fn nets_that_make_no_sense_are_refused_by_name() {
    let place = "[[place]]\nname = 'a'\ntokens = 1\n[[place]]\nname = 'c'\ncoloured = true\n";
    let cases = [
        ("", "line 1: missing field `place`"),
        ("[[place]\n", "line 1: "),
        ("[[place]]\nname = 'a'\n[[place]]\nname = 'a'", "place \"a\": there are two"),
        ("[[place]]\nname = 'a b'", "letters"),
        ("[[place]]\nname = 'c'\ncoloured = true\ntokens = 1", "begins empty"),
        (&format!("{place}[[transition]]\nname = 't'\nto = {{ a = 1 }}"), "would fire for ever"),
        (&format!("{place}[[transition]]\nname = 't'\nfrom = {{ b = 1 }}"), "there is no place \"b\""),
        (&format!("{place}[[transition]]\nname = 't'\nfrom = {{ a = 0 }}"), "must weigh 1"),
        (&format!("{place}[[transition]]\nname = 't'\nfrom = {{ a = -1 }}"), "line "),
        (
            &format!("{place}[[transition]]\nname = 't'\nfrom = {{ a = 1 }}\nto = {{ c = 1 }}"),
            "whose would they be",
        ),
        (&format!("{place}[[transition]]\nname = 't'\nfrom = {{ a = 1 }}\nafter = 3"), "it takes none"),
        (&format!("conserved = ['a = 2']\n{place}"), "it begins with 1"),
        (&format!("conserved = ['a']\n{place}"), "it is written as in"),
        (
            &format!("conserved = ['a = 1']\n{place}[[transition]]\nname = 't'\nfrom = {{ a = 1 }}"),
            "changes a = 1 by -1",
        ),
        ("colour = 1", "unknown field"),
    ];
    for (text, reason) in cases {
        let error = Net::parse(text).expect_err(text).to_string();
        assert!(error.contains(reason) && !error.contains('\n'), "{text}\n{error}");
    }
}

#[test]
fn a_drawing_shows_every_place_and_transition() {
    let net = Arbiter::net(1, 2, 40);
    let mut running = Running::new(&net, luck(1));
    running.event("register", Colour(1), 0);
    let drawing = net.svg(Some((&running, 0)));
    for name in net.places.iter().map(|p| &p.name).chain(net.transitions.iter().map(|t| &t.name)) {
        assert!(drawing.contains(&format!(">{name}</text>")), "{name}");
    }
    assert!(drawing.contains("on register") && drawing.ends_with("</svg>\n"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_net_or_refused(text in "\\PC{0,200}") {
        let _ = Net::parse(&text);
    }
}

#[test]
fn tokens_are_counted_beyond_four_thousand_million() {
    let text = "[[place]]\nname = 'a'\n[[transition]]\nname = 't'\non = 'e'\nto = { a = 1000000 }";
    let net = Net::parse(text).expect("sound");
    let mut running = Running::new(&net, Stream::named(Seed(1), "many", &[]));
    for now in 0..5_000 {
        running.event("e", Colour(1), now);
    }
    assert_eq!(running.marking(), [5_000_000_000]);
}

#[test]
fn what_is_known_of_a_large_net_is_cut_short_and_says_so() {
    // Places in two rows, every transition between them: the sums are as many as the ways through.
    let mut text = String::new();
    for place in 0..300 {
        text += &format!("[[place]]\nname = 'p{place}'\ntokens = 1\n");
    }
    for number in 0..1_000 {
        let (from, to) = (number * 7 % 300, (number * 11 + 1 + number / 300) % 300);
        text += &format!(
            "[[transition]]\nname = 't{number}'\nfrom = {{ p{from} = 1 }}\nto = {{ p{to} = {} }}\n",
            1 + number % 2
        );
    }
    let net = Net::parse(&text).expect("sound");
    let explored = net.explore(10_000);
    assert!(!explored.complete);
    let invariants = net.invariants();
    assert!(invariants.found.iter().all(|invariant| net.holds(invariant).is_ok()));
}
