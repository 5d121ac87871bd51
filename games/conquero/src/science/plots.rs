//! A war's figures as pictures, beside those of the people who played it first (Lanctot 2005).

use super::chart::{Chart, Series};
use super::journeys::{Journeys, class};
use super::log::{Entry, Log};
use crate::map::Map;
use crate::war::{Event, STEP};

/// Moves of classes 1 to 7 of 4,457 that people made; the rest is class 0.
const PEOPLE: [u32; 7] = [41, 24, 48, 268, 34, 0, 940];
const PEOPLE_MOVES: f64 = 4457.0;
/// Seconds of a bar of rest times, and bars.
const REST: f64 = 5.0;
const RESTS: usize = 24;
/// Bars over the time of a war, at most.
const TIMES: u64 = 34;

/// A picture by the name of its file.
pub type Picture = (&'static str, String);

/// All pictures of a war but that of its ways.
#[must_use]
pub fn plots(log: &Log, journeys: &Journeys, map: &Map) -> Vec<Picture> {
    vec![
        ("events.svg", events(log).bars()),
        ("destinations.svg", destinations(journeys, map).bars()),
        ("classes.svg", classes(journeys, map).bars()),
        ("rests.svg", rests(journeys).bars()),
    ]
}

/// What happened, over time.
fn events(log: &Log) -> Chart {
    let minutes = |step: u64| step as f64 * STEP / 60.0;
    let last = log.entries.last().map_or(1, Entry::step).max(1);
    let bin = (minutes(last) / TIMES as f64).ceil().max(1.0);
    let bins = (minutes(last) / bin).ceil().max(1.0) as usize;
    let mut counts = [vec![0.0; bins], vec![0.0; bins], vec![0.0; bins]];
    for entry in &log.entries {
        let Entry::War { step, event } = entry else { continue };
        let kind = match event {
            Event::Capture { .. } => 0,
            Event::Hurt { .. } => 1,
            Event::Kill { .. } => 2,
            Event::Respawn { .. } => continue,
        };
        counts[kind][((minutes(*step) / bin) as usize).min(bins - 1)] += 1.0 / bin;
    }
    let [captures, hits, deaths] = counts;
    Chart {
        title: "What happened".into(),
        across: "minute".into(),
        up: "in a minute".into(),
        labels: (0..bins).map(|at| format!("{:.0}", at as f64 * bin)).collect(),
        series: vec![
            Series::new("captures", captures),
            Series::new("hits", hits),
            Series::new("deaths", deaths),
        ],
    }
}

/// Where moves went: how often to each centre, by road or not.
fn destinations(journeys: &Journeys, map: &Map) -> Chart {
    let mut counts = [vec![0.0; map.centres.len()], vec![0.0; map.centres.len()]];
    for one in &journeys.moves {
        let joined = map.roads[one.from.index()].contains(&one.to);
        counts[usize::from(!joined)][one.to.index()] += 1.0;
    }
    let [roads, others] = counts;
    let size = |at: usize| map.centres[at].size;
    Chart {
        title: "Where moves went".into(),
        across: "centre (its size)".into(),
        up: "moves".into(),
        labels: (0..map.centres.len()).map(|at| format!("{}({})", at + 1, size(at))).collect(),
        series: vec![Series::new("to a neighbour", roads), Series::new("elsewhere", others)],
    }
}

/// Which heuristics foresaw the moves.
fn classes(journeys: &Journeys, map: &Map) -> Chart {
    let mut counts = [0.0; 8];
    for one in &journeys.moves {
        counts[usize::from(class(map, one.from, one.to))] += 1.0;
    }
    let percent =
        |counts: &[f64], all: f64| counts.iter().map(|count| 100.0 * count / all.max(1.0)).collect();
    let foreseen: f64 = PEOPLE.iter().map(|&count| f64::from(count)).sum();
    let people: Vec<f64> = std::iter::once(PEOPLE_MOVES - foreseen).chain(PEOPLE.map(f64::from)).collect();
    Chart {
        title: "Which heuristics were right: 1 size/distance, 2 size²/distance, 4 size/distance², added up"
            .into(),
        across: "class".into(),
        up: "% of moves".into(),
        labels: (0..8).map(|class| class.to_string()).collect(),
        series: vec![
            Series::new("this war", percent(&counts, journeys.moves.len() as f64)),
            Series::new("people, 2005", percent(&people, PEOPLE_MOVES)),
        ],
    }
}

/// How long they stayed.
fn rests(journeys: &Journeys) -> Chart {
    let mut counts = vec![0.0; RESTS];
    for one in &journeys.moves {
        counts[((one.stayed / REST) as usize).min(RESTS - 1)] += 1.0;
    }
    let label = |at: usize| match at + 1 {
        RESTS => format!("{:.0}+", at as f64 * REST),
        _ => format!("{:.0}", at as f64 * REST),
    };
    Chart {
        title: "How long they stayed at a centre".into(),
        across: format!("seconds, bars of {REST}"),
        up: "stays".into(),
        labels: (0..RESTS).map(label).collect(),
        series: vec![Series::new("stays", counts)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::tests::written;
    use super::*;
    use crate::bots::Kind;

    #[test]
    fn every_move_and_event_is_in_the_pictures() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Simple, 6.0), &map).expect("a log");
        let journeys = Journeys::of(&log, &map);
        let sum = |series: &[Series]| -> f64 { series.iter().flat_map(|series| &series.values).sum() };
        let moves = journeys.moves.len() as f64;
        assert_eq!(sum(&destinations(&journeys, &map).series), moves);
        assert_eq!(sum(&rests(&journeys).series), moves);
        assert!((sum(&classes(&journeys, &map).series) - 200.0).abs() < 1e-9, "both add up to all");
        let counts = journeys.counts;
        let happened = (counts.captures + counts.hurts + counts.kills) as f64;
        assert!((sum(&events(&log).series) - happened).abs() < 1e-6, "bars of one minute");
        assert!(plots(&log, &journeys, &map).iter().all(|(_, svg)| !svg.contains("NaN")));
    }
}
