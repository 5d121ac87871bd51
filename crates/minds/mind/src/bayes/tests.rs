use super::*;
use std::io::Read;
use wold_chance::{Seed, Stream};

fn guard() -> Network {
    Network::parse(include_str!("../../data/reason/guard.bif")).expect("sound")
}

/// A published network, if the data is there.
fn published(name: &str) -> Option<Network> {
    let root = std::env::var("WOLD_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/data").into());
    let Ok(file) = std::fs::File::open(format!("{root}/bayes/{name}.bif.gz")) else {
        println!("skipped: no data");
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a gzip file of text");
    Some(Network::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// The answer by adding up all worlds that agree with what is given; only where little is left open.
fn by_enumeration(network: &Network, query: usize, given: &[(usize, usize)]) -> Vec<f64> {
    let nodes = network.nodes();
    let mut sums = vec![0.0; nodes[query].values.len()];
    let mut world = vec![0; nodes.len()];
    given.iter().for_each(|&(g, v)| world[g] = v);
    let open: Vec<usize> = (0..nodes.len()).filter(|n| given.iter().all(|(g, _)| g != n)).collect();
    loop {
        let chance: f64 = nodes
            .iter()
            .enumerate()
            .map(|(n, node)| {
                let row = node.parents.iter().fold(0, |row, &p| row * nodes[p].values.len() + world[p]);
                node.table[row * node.values.len() + world[n]]
            })
            .product();
        sums[world[query]] += chance;
        let Some(at) = open.iter().rposition(|&n| world[n] + 1 < nodes[n].values.len()) else { break };
        world[open[at]] += 1;
        open[at + 1..].iter().for_each(|&n| world[n] = 0);
    }
    let all: f64 = sums.iter().sum();
    sums.into_iter().map(|s| s / all).collect()
}

/// The answer by drawing worlds that agree with the evidence, each weighted by how likely the evidence was in it.
fn by_sampling(network: &Network, query: usize, given: &[(usize, usize)], stream: &mut Stream) -> Vec<f64> {
    let nodes = network.nodes();
    let mut sums = vec![0.0; nodes[query].values.len()];
    let mut order: Vec<usize> = Vec::new();
    while order.len() < nodes.len() {
        order.extend(
            (0..nodes.len())
                .find(|n| !order.contains(n) && nodes[*n].parents.iter().all(|p| order.contains(p))),
        );
    }
    for _ in 0..200_000 {
        let (mut world, mut weight) = (vec![0; nodes.len()], 1.0);
        for &n in &order {
            let node = &nodes[n];
            let row = node.parents.iter().fold(0, |row, &p| row * nodes[p].values.len() + world[p]);
            let chances = &node.table[row * node.values.len()..][..node.values.len()];
            if let Some(&(_, value)) = given.iter().find(|(g, _)| *g == n) {
                world[n] = value;
                weight *= chances[value];
            } else {
                let mut mark = stream.unit();
                world[n] = chances
                    .iter()
                    .position(|c| {
                        mark -= c;
                        mark < 0.0
                    })
                    .unwrap_or(chances.len() - 1);
            }
        }
        sums[world[query]] += weight;
    }
    let all: f64 = sums.iter().sum();
    sums.into_iter().map(|s| s / all).collect()
}

#[test]
fn one_alarm_is_weighed_right() {
    for (prior, hit, false_alarm, expected) in
        [(0.1, 0.9, 0.1, 0.5), (0.1, 0.95, 0.1, 0.51351), (0.1, 0.9, 0.05, 0.66667)]
    {
        assert!((revise(prior, hit, false_alarm).expect("possible") - expected).abs() < 1e-5);
    }
    assert_eq!(revise(0.5, 0.0, 0.0), None);
}

#[test]
fn the_guard_hears_a_noise() {
    let guard = guard();
    let yes = |query: &str, given: &[(&str, &str)]| guard.query(query, given).expect("possible")[0].1;
    for (query, given, expected) in [
        ("sentry", vec![], 0.3),
        ("intruder", vec![], 0.66),
        ("noise", vec![], 0.7825),
        ("intruder", vec![("noise", "yes")], 0.680511),
        ("sentry", vec![("noise", "yes")], 0.346965),
        ("round", vec![("noise", "yes")], 0.346965),
        ("intruder", vec![("noise", "no")], 0.586207),
        ("sentry", vec![("noise", "no")], 0.131034),
        ("noise", vec![("round", "yes")], 0.905),
        ("noise", vec![("round", "no")], 0.73),
        ("intruder", vec![("noise", "yes"), ("round", "yes")], 0.104972),
        ("intruder", vec![("noise", "yes"), ("sentry", "yes")], 0.104972),
        ("intruder", vec![("noise", "yes"), ("round", "no")], 0.986301),
        ("noise", vec![("intruder", "yes")], 0.806818),
        ("sentry", vec![("intruder", "yes")], 0.0454545),
    ] {
        assert!((yes(query, &given) - expected).abs() < 1e-6, "{query} {given:?}");
    }
    assert_eq!(yes("noise", &[("noise", "yes")]), 1.0);
    let never = guard.query("noise", &[("round", "yes"), ("sentry", "no")]);
    assert_eq!(never, Err(BayesError::Impossible));
}

#[test]
fn published_networks_agree_with_enumeration() {
    let mut stream = Stream::named(Seed(3), "bayes tests", &[]);
    for name in ["asia", "cancer"] {
        let Some(network) = published(name) else { return };
        for query in 0..network.nodes().len() {
            for _ in 0..6 {
                let mut given = Vec::new();
                for n in (0..network.nodes().len()).filter(|&n| n != query) {
                    if stream.chance(0.3) {
                        given.push((n, stream.below(network.nodes()[n].values.len() as u64) as usize));
                    }
                }
                let Ok(answer) = network.posterior(query, &given) else { continue };
                for (a, b) in answer.iter().zip(by_enumeration(&network, query, &given)) {
                    assert!((a - b).abs() < 1e-6, "{name} {query} {given:?}");
                }
            }
        }
    }
}

/// A world drawn from the network, parents before children.
fn drawn(network: &Network, stream: &mut Stream) -> Vec<usize> {
    let nodes = network.nodes();
    let mut world: Vec<Option<usize>> = vec![None; nodes.len()];
    while let Some(next) =
        (0..nodes.len()).find(|&n| world[n].is_none() && nodes[n].parents.iter().all(|&p| world[p].is_some()))
    {
        let row = nodes[next]
            .parents
            .iter()
            .fold(0, |row, &p| row * nodes[p].values.len() + world[p].expect("drawn before"));
        let count = nodes[next].values.len();
        let (mut left, mut value) = (stream.unit(), 0);
        while value + 1 < count && left >= nodes[next].table[row * count + value] {
            left -= nodes[next].table[row * count + value];
            value += 1;
        }
        world[next] = Some(value);
    }
    world.into_iter().map(|value| value.expect("no cycles")).collect()
}

#[test]
fn every_variable_of_the_alarm_network_agrees_with_enumeration_of_the_whole() {
    let Some(alarm) = published("alarm") else { return };
    let mut stream = Stream::named(Seed(5), "bayes tests", &[]);
    for query in 0..37 {
        for _ in 0..3 {
            // Of a world that can be, eight variables are left open, one of them the query.
            let world = drawn(&alarm, &mut stream);
            let mut open = vec![query];
            while open.len() < 8 {
                let other = stream.below(37) as usize;
                if !open.contains(&other) {
                    open.push(other);
                }
            }
            let given: Vec<(usize, usize)> =
                (0..37).filter(|n| !open.contains(n)).map(|n| (n, world[n])).collect();
            let answer = alarm.posterior(query, &given).expect("it can be");
            let expected = by_enumeration(&alarm, query, &given);
            assert_eq!(answer.len(), expected.len());
            for (a, b) in answer.iter().zip(expected) {
                assert!((a - b).abs() < 1e-6, "{} {given:?}", alarm.nodes()[query].name);
            }
        }
    }
}

#[test]
fn the_alarm_network_agrees_with_enumeration_of_its_relevant_part_and_with_samples() {
    let Some(alarm) = published("alarm") else { return };
    assert_eq!(alarm.nodes().len(), 37);
    let mut stream = Stream::named(Seed(4), "bayes tests", &[]);
    let mut checked = 0;
    for query in 0..37 {
        // Only the query's ancestors matter when nothing below is given: few enough to enumerate.
        let mut kept = vec![query];
        let mut at = 0;
        while at < kept.len() {
            for &parent in &alarm.nodes()[kept[at]].parents {
                if !kept.contains(&parent) {
                    kept.push(parent);
                }
            }
            at += 1;
        }
        let worlds: f64 = kept.iter().map(|&n| alarm.nodes()[n].values.len() as f64).product();
        if worlds > 2e5 || kept.len() < 2 {
            continue;
        }
        let nodes = kept.iter().map(|&n| {
            let mut node = alarm.nodes()[n].clone();
            for parent in &mut node.parents {
                *parent = kept.iter().position(|k| k == parent).expect("kept");
            }
            node
        });
        let part = Network::new(nodes.collect()).expect("a part is a network");
        let last = kept.len() - 1;
        let given = [(kept[last], 0)];
        let answer = alarm.posterior(query, &given).expect("possible");
        for (a, b) in answer.iter().zip(by_enumeration(&part, 0, &[(last, 0)])) {
            assert!((a - b).abs() < 1e-6, "{}", alarm.nodes()[query].name);
        }
        checked += 1;
    }
    assert!(checked >= 15, "{checked}");
    let given = [alarm.value("HRBP", "HIGH").expect("there"), alarm.value("PRESS", "LOW").expect("there")];
    let query = alarm.variable("KINKEDTUBE").expect("there");
    let answer = alarm.posterior(query, &given).expect("possible");
    for (a, b) in answer.iter().zip(by_sampling(&alarm, query, &given, &mut stream)) {
        assert!((a - b).abs() < 0.01, "{answer:?}");
    }
}

#[test]
fn tables_are_learnt_from_cases() {
    let (guard, mut stream) = (guard(), Stream::named(Seed(5), "bayes tests", &[]));
    let mut counts = Counts::new(&guard, 1.0);
    for _ in 0..50_000 {
        let mut world = [0; 4];
        for (n, node) in guard.nodes().iter().enumerate() {
            let row = node.parents.iter().fold(0, |row, &p| row * 2 + world[p]);
            world[n] = usize::from(!stream.chance(node.table[row * 2]));
        }
        counts.add(&world).expect("fits");
    }
    let mut taught = guard.clone();
    counts.teach(&mut taught);
    let likely = taught.query("intruder", &[("noise", "yes")]).expect("possible")[0].1;
    assert!((likely - 0.680511).abs() < 0.01, "{likely}");
    assert!(matches!(counts.add(&[0, 0]), Err(BayesError::Row { found: 2, wanted: 4, .. })));
    assert!(counts.add(&[0, 0, 9, 0]).is_err());
}

#[test]
fn bad_networks_are_refused_with_the_reason() {
    let text = include_str!("../../data/reason/guard.bif");
    let said = |text: &str| Network::parse(text).expect_err("bad").to_string();
    assert!(
        said(&text.replace("0.3, 0.7", "0.3, 0.6")).contains("row 1 of the table of \"round\" sums to 0.8")
    );
    assert!(said(&text.replace("0.3, 0.7", "1.3, -0.3")).contains("no probability"));
    assert!(said(&text.replace("( round )", "( round | noise )")).contains("has 2 numbers"));
    let circle =
        text.replace("( round ) { table 0.3, 0.7; }", "( round | noise ) { (yes) 0.3, 0.7; (no) 0.3, 0.7; }");
    assert!(said(&circle).contains("circle"));
    assert!(said(&text.replace("(no, no)", "(no, maybe)")).starts_with("line 20: \"intruder\" has no value"));
    assert!(said(&text.replace("table 0.3", "table x")).contains("not a number"));
    assert!(said("variable x {").contains("too soon"));
    assert!(said("").contains("no variable"));
    assert!(guard().query("moon", &[]).is_err());
    assert!(guard().query("noise", &[("round", "maybe")]).expect_err("bad").to_string().contains("yes, no"));
}

#[test]
fn what_contradicts_itself_cannot_happen() {
    let network = guard();
    for given in [&[("noise", "yes"), ("noise", "no")][..], &[("intruder", "yes"), ("intruder", "no")]] {
        assert_eq!(network.query("intruder", given), Err(BayesError::Impossible));
    }
    let twice = network.query("intruder", &[("noise", "yes"), ("noise", "yes")]).expect("the same twice");
    assert_eq!(twice, network.query("intruder", &[("noise", "yes")]).expect("once"));
}

#[test]
fn tables_that_say_two_things_are_refused_with_their_line() {
    let two = "variable b {\n  type discrete [ 2 ] { y, n };\n}\nvariable a {\n  type discrete [ 2 ] { y, n };\n}\n";
    let flat = |name: &str| format!("probability ( {name} ) {{\n  table 0.5, 0.5;\n}}\n");
    let own = "probability ( a | a ) {\n  table 0.5, 0.5, 0.5, 0.5;\n}\n";
    let twice = "probability ( a | b, b ) {\n  (y, y) 0.4, 0.6;\n  (y, n) 0.3, 0.7;\n  (n, y) 0.1, 0.9;\n  (n, n) 0.2, 0.8;\n}\n";
    for (text, line, reason) in [
        (format!("{two}{}{twice}", flat("b")), 10, "parent"),
        (format!("{two}{own}"), 7, "its own"),
        (format!("{two}{}{}{}", flat("b"), flat("a"), flat("a")), 13, "table already"),
        (two.replacen("[ 2 ]", "[ 7 ]", 1), 2, "[ 7 ] values"),
        (two.replacen("{ y, n }", "{ y, y }", 1), 2, "twice"),
    ] {
        let error = Network::parse(&text).expect_err(reason);
        let BayesError::Syntax { line: found, reason: said } = &error else { panic!("{error}") };
        assert!(said.contains(reason) && *found == line, "{error}, not line {line}");
    }
}
