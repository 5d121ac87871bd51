//! Leagues as pictures: SVG text that pages and printers take.
//!
//! [`sheet`] draws a column for each round and a box for each bout. In brackets a box stands between those its players
//! came from, with lines to them; other formats are stacked. [`curves`] draws the ratings over the matches. Names are
//! escaped. At most [`MOST_BOUTS`] bouts and [`MOST_CURVES`] curves are drawn, the rest is said in words.

use crate::desk::Line;
use crate::format::{Outcome, Player};
use crate::league::League;
use crate::plan::Plan;
use std::collections::BTreeMap;
use std::fmt::Write;
use wold_space::text::escape;

/// The most bouts on a sheet.
pub const MOST_BOUTS: usize = 2_000;
/// The most curves of a picture.
pub const MOST_CURVES: usize = 40;

const WIDTH: f64 = 190.0;
const GAP: f64 = 50.0;
const HEIGHT: f64 = 44.0;
const STEP: f64 = 56.0;
const TOP: f64 = 40.0;

const STYLE: &str = "<style>\
    text{font:13px system-ui,sans-serif;fill:#2b2620}\
    .head{font-weight:600;fill:#6b5f4b}\
    .box{fill:#fbf7ee;stroke:#b8a888}\
    .open{fill:#fff3cf;stroke:#b07a18}\
    .way{fill:none;stroke:#b8a888}\
    .won{font-weight:700}\
    .lost{fill:#6f675b}\
    .grid{stroke:#e3d9c5}\
    .curve{fill:none;stroke-width:2}\
    </style>";

/// A name that fits a box.
fn short(text: &str) -> String {
    let mut name: String = text.chars().take(20).collect();
    if name.len() < text.len() {
        name.push('…');
    }
    escape(&name)
}

/// All rounds of a league.
#[must_use]
pub fn sheet(league: &League) -> String {
    let mut lines = league.contest().sheet();
    let left_out = lines.len().saturating_sub(MOST_BOUTS);
    lines.truncate(MOST_BOUTS);
    let bracket = matches!(
        league.announcement().format,
        Plan::SingleElimination(_) | Plan::DoubleElimination { .. } | Plan::KingOfTheHill
    );
    let places = places(&lines, bracket);
    let mut drawn = String::new();
    let mut last: BTreeMap<Player, usize> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        let (x, y) = places[at];
        for player in [line.bout.home, line.bout.away].into_iter().flatten() {
            if let Some(&from) = last.get(&player).filter(|_| bracket) {
                let (fx, fy) = (places[from].0 + WIDTH, places[from].1 + HEIGHT / 2.0);
                let middle = x - GAP / 2.0;
                let _ =
                    write!(drawn, "<path class=\"way\" d=\"M{fx} {fy}H{middle}V{}H{x}\"/>", y + HEIGHT / 2.0);
            }
            last.insert(player, at);
        }
        draw_box(&mut drawn, league, line, x, y);
    }
    let rounds = lines.last().map_or(0, |line| line.round + 1);
    for round in 0..rounds {
        let x = 10.0 + f64::from(round) * (WIDTH + GAP);
        let _ = write!(drawn, "<text class=\"head\" x=\"{x}\" y=\"22\">Round {}</text>", round + 1);
    }
    let bottom = places.iter().map(|place| place.1).fold(TOP, f64::max) + STEP;
    if left_out > 0 {
        let _ = write!(drawn, "<text x=\"10\" y=\"{}\">and {left_out} more</text>", bottom + 10.0);
    }
    let width = 20.0 + f64::from(rounds.max(1)) * (WIDTH + GAP) - GAP;
    picture(width, bottom + 20.0, &format!("{}: all rounds", escape(&league.announcement().name)), &drawn)
}

fn picture(width: f64, height: f64, title: &str, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\"><title>{title}</title>{STYLE}{inside}</svg>"
    )
}

/// The upper left corner of every bout's box.
fn places(lines: &[Line], bracket: bool) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(lines.len());
    let mut heights: BTreeMap<Player, f64> = BTreeMap::new();
    for round in lines.chunk_by(|a, b| a.round == b.round) {
        let x = 10.0 + f64::from(round[0].round) * (WIDTH + GAP);
        let start = places.len();
        let mut free = TOP;
        for line in round {
            let sides = [line.bout.home, line.bout.away];
            let from: Vec<f64> =
                sides.into_iter().flatten().filter_map(|player| heights.get(&player).copied()).collect();
            let between = from.iter().sum::<f64>() / from.len().max(1) as f64;
            let y = if bracket && !from.is_empty() { between.max(free) } else { free };
            free = y + STEP;
            places.push((x, y));
        }
        for (line, place) in round.iter().zip(&places[start..]) {
            for player in [line.bout.home, line.bout.away].into_iter().flatten() {
                heights.insert(player, place.1);
            }
        }
    }
    places
}

fn draw_box(drawn: &mut String, league: &League, line: &Line, x: f64, y: f64) {
    let waits = line.outcome.is_none();
    let class = if waits { "box open" } else { "box" };
    let _ = write!(
        drawn,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\"/>"
    );
    let bye = line.bout.players().is_none();
    for (side, (player, down)) in [(line.bout.home, 17.0), (line.bout.away, 36.0)].into_iter().enumerate() {
        let won = match line.outcome {
            Some(Outcome::Home) => side == 0,
            Some(Outcome::Away) => side == 1,
            _ => false,
        };
        let class = match line.outcome {
            Some(_) if won && !bye => "won",
            Some(Outcome::Tie) | None => "",
            Some(_) if bye => "",
            Some(_) => "lost",
        };
        let name = player.map_or("–".into(), |player| short(&league.entrant(player).name));
        let _ = write!(drawn, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{name}</text>", x + 8.0, y + down);
        let score = match (bye, line.outcome) {
            (true, _) if player.is_some() => "rests".into(),
            (true, _) => String::new(),
            (_, Some(Outcome::Tie)) => "½".into(),
            _ if waits && line.won == [0, 0] => String::new(),
            // Decided without a game.
            _ if line.won == [0, 0] => if won { "w/o" } else { "" }.into(),
            _ => line.won[side].to_string(),
        };
        let _ = write!(
            drawn,
            "<text class=\"{class}\" text-anchor=\"end\" x=\"{}\" y=\"{}\">{score}</text>",
            x + WIDTH - 8.0,
            y + down
        );
    }
}

/// The rating of everybody over the league.
#[must_use]
pub fn curves(league: &League) -> String {
    const PLOT: (f64, f64) = (640.0, 300.0);
    const LEFT: f64 = 60.0;
    let all = league.curves();
    let standings = league.standings();
    let shown: Vec<usize> = standings
        .iter()
        .take(MOST_CURVES)
        .filter_map(|standing| league.player(&standing.name).ok().map(Player::index))
        .collect();
    let ratings = || shown.iter().flat_map(|&player| all[player].iter().map(|point| point.rating));
    let (low, high) = (ratings().fold(f64::INFINITY, f64::min), ratings().fold(f64::NEG_INFINITY, f64::max));
    let span = (high - low).max(1.0);
    let matches = all.iter().flatten().map(|point| point.after).max().unwrap_or(0).max(1);
    let x = |after: u32| LEFT + PLOT.0 * f64::from(after) / f64::from(matches);
    let y = |rating: f64| 20.0 + PLOT.1 * (1.0 - (rating - low) / span);
    let mut drawn = String::new();
    for part in 0..=4 {
        let rating = low + span * f64::from(part) / 4.0;
        let at = y(rating);
        let _ = write!(
            drawn,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}h{}\"/><text text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{rating:.0}</text>",
            PLOT.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    // Labels of curves that end together are pushed apart.
    let mut ends: Vec<(f64, usize)> =
        shown.iter().map(|&player| (all[player].last().map_or(0.0, |p| y(p.rating)), player)).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = 8.0_f64;
    for &(end, player) in &ends {
        let hue = shown.iter().position(|&other| other == player).unwrap_or(0) * 137 % 360;
        let points: Vec<String> = all[player]
            .iter()
            .map(|point| format!("{:.1} {:.1}", x(point.after), y(point.rating)))
            .chain(all[player].last().map(|point| format!("{:.1} {:.1}", x(matches), y(point.rating))))
            .collect();
        let label = end.max(free) + 4.0;
        free = end.max(free) + 15.0;
        let _ = write!(
            drawn,
            "<path class=\"curve\" stroke=\"hsl({hue} 60% 38%)\" d=\"M{}\"/>\
             <text x=\"{}\" y=\"{label:.1}\" style=\"fill:hsl({hue} 60% 30%)\">{}</text>",
            points.join("L"),
            LEFT + PLOT.0 + 8.0,
            short(&league.entrant(Player(player as u32)).name)
        );
    }
    let foot = PLOT.1 + 42.0;
    let _ = write!(drawn, "<text x=\"{LEFT}\" y=\"{foot}\">0</text>");
    let _ = write!(
        drawn,
        "<text text-anchor=\"end\" x=\"{}\" y=\"{foot}\">{matches} matches</text>",
        LEFT + PLOT.0
    );
    let title = format!("{}: ratings", escape(&league.announcement().name));
    picture(LEFT + PLOT.0 + 190.0, (PLOT.1 + 60.0).max(free + 10.0), &title, &drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::Announcement;

    fn cup(names: &[&str]) -> League {
        let players: Vec<String> = names.iter().map(|name| format!("{{\"name\":{name:?}}}")).collect();
        let text = format!(
            "{{\"name\":\"cup\",\"format\":{{\"format\":\"single-elimination\"}},\"players\":[{}]}}",
            players.join(",")
        );
        let announced: Announcement = serde_json::from_str(&text).expect("an announcement");
        League::open(announced).expect("a cup")
    }

    #[test]
    fn a_final_stands_between_its_semi_finals() {
        let mut league = cup(&["ada", "bob", "cyd", "dan"]);
        league.report_between("ada", "dan", Outcome::Home).expect("open");
        league.report_between("bob", "cyd", Outcome::Home).expect("open");
        let lines = league.contest().sheet();
        let places = places(&lines, true);
        assert!((places[2].1 - (places[0].1 + places[1].1) / 2.0).abs() < 1e-9);
        let drawn = sheet(&league);
        assert_eq!(drawn.matches("<rect").count(), 3);
        assert_eq!(drawn.matches("class=\"way\"").count(), 2);
        assert_eq!(drawn.matches("box open").count(), 1 + STYLE.matches("box open").count());
    }

    #[test]
    fn boxes_of_a_round_never_overlap() {
        let names: Vec<String> = (0..23).map(|n| format!("p{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut league = cup(&names);
        while let Some(game) = league.open_matches().first().cloned() {
            league.report(game.id, crate::Report::Away).expect("open");
        }
        let lines = league.contest().sheet();
        let places = places(&lines, true);
        for (i, a) in lines.iter().enumerate() {
            for (j, b) in lines.iter().enumerate().skip(i + 1) {
                assert!(a.round != b.round || (places[i].1 - places[j].1).abs() >= STEP - 1e-9);
            }
        }
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let league = cup(&["<script>alert(1)</script>", "a&b"]);
        for drawn in [sheet(&league), curves(&league)] {
            assert!(!drawn.contains("<script") && drawn.contains("&lt;script") && drawn.contains("a&amp;b"));
        }
    }
}
