//! `wold mind gossip`: a story of deeds and tellings.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use wold_mind::gossip::scenario::{Happening, Scenario};
use wold_mind::gossip::sentence;
use wold_space::text::escape;

/// Plays a story of deeds and tellings, and explains who believes what.
#[derive(Args)]
#[command(after_help = "Example: wold mind gossip crates/minds/mind/data/gossip/accusation.toml")]
pub struct Gossip {
    /// The story, a TOML file.
    scenario: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Draw who told whom into this SVG file.
    #[arg(long)]
    svg: Option<PathBuf>,
}

impl Gossip {
    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        let text = read(&self.scenario)?;
        let place = || self.scenario.display().to_string();
        let mut scenario = Scenario::parse(&text).with_context(place)?;
        let happenings = scenario.play().with_context(place)?;
        if let Some(path) = &self.svg {
            output::write_whole(path, draw(&scenario, &happenings).as_bytes())?;
        }
        if self.json { print_json(&scenario, &happenings) } else { print_text(&scenario, &happenings) }
    }
}

fn print_text(scenario: &Scenario, happenings: &[Happening]) -> Result<()> {
    let mut out = String::new();
    for happening in happenings {
        let _ = writeln!(out, "{:>3}. {}", happening.step, happening.text);
        for (who, whom, by, to) in &happening.changes {
            let _ = writeln!(out, "       {who}'s respect for {whom} {by:+.3} to {to:.3}");
        }
    }
    for mind in scenario.minds() {
        let name = |being| scenario.name(being);
        let known = mind.rumours().iter().map(|rumour| {
            let words = sentence(&rumour.matter, rumour.denied, scenario.actions(), name);
            match rumour.teller() {
                None => format!("{words} (first hand)"),
                Some(_) => {
                    let path: Vec<String> = rumour.path.iter().map(|&id| name(id)).collect();
                    format!("{words} (from {})", path.join(" > "))
                }
            }
        });
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            let _ = writeln!(out, "{} knows: {}", name(mind.own()), known.join("; "));
        }
    }
    output::print(&out)
}

fn print_json(scenario: &Scenario, happenings: &[Happening]) -> Result<()> {
    let name = |being| scenario.name(being);
    let steps: Vec<_> = happenings
        .iter()
        .map(|h| {
            let changes: Vec<_> = h
                .changes
                .iter()
                .map(|(who, whom, by, to)| json!({ "who": who, "for": whom, "by": by, "to": to }))
                .collect();
            let spoken = h
                .spoken
                .as_ref()
                .map(|(from, to, taken)| json!({ "from": from, "to": to, "believed": taken }));
            json!({ "step": h.step, "text": h.text, "spoken": spoken, "changes": changes })
        })
        .collect();
    let minds: Vec<_> = scenario
        .minds()
        .iter()
        .map(|mind| {
            let respects: serde_json::Map<_, _> =
                mind.people().iter().map(|p| (name(p.id), json!(p.respect))).collect();
            let rumours: Vec<_> = mind
                .rumours()
                .iter()
                .map(|r| {
                    json!({
                        "text": sentence(&r.matter, r.denied, scenario.actions(), name),
                        "denied": r.denied,
                        "path": r.path.iter().map(|&id| name(id)).collect::<Vec<_>>(),
                        "spreads": r.spreads,
                    })
                })
                .collect();
            json!({ "name": name(mind.own()), "respects": respects, "rumours": rumours })
        })
        .collect();
    output::print_json(&json!({ "steps": steps, "minds": minds }))
}

/// Everybody on a circle, arrows for tellings: full where believed, dashed where not.
fn draw(scenario: &Scenario, happenings: &[Happening]) -> String {
    let names: Vec<String> = scenario.minds().iter().map(|mind| scenario.name(mind.own())).collect();
    let (size, radius) = (640.0, 230.0);
    let place = |number: usize| {
        let turn = std::f64::consts::TAU * number as f64 / names.len() as f64 - std::f64::consts::FRAC_PI_2;
        (size / 2.0 + radius * turn.cos(), size / 2.0 + radius * turn.sin())
    };
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size} {size}' font-family='sans-serif' font-size='14'>\
         <rect width='100%' height='100%' fill='#fbfaf6'/><defs><marker id='a' viewBox='0 0 8 8' refX='8' refY='4' \
         markerWidth='9' markerHeight='9' orient='auto'><path d='M0 0L8 4L0 8z' fill='#345'/></marker></defs>"
    );
    for happening in happenings {
        let Some((from, to, taken)) = &happening.spoken else { continue };
        let at = |name: &String| names.iter().position(|n| n == name).map(place);
        let (Some((x1, y1)), Some((x2, y2))) = (at(from), at(to)) else { continue };
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
        let dash = if *taken { "" } else { " stroke-dasharray='6 5'" };
        let (mx, my) = (f64::midpoint(x1, x2) + uy * 26.0, f64::midpoint(y1, y2) - ux * 26.0);
        let _ = write!(
            out,
            "<path d='M{:.0} {:.0}Q{mx:.0} {my:.0} {:.0} {:.0}' fill='none' stroke='#345' stroke-width='1.6'{dash} \
             marker-end='url(#a)'><title>{}</title></path><circle cx='{:.0}' cy='{:.0}' r='10' fill='#345'/>\
             <text x='{:.0}' y='{:.0}' text-anchor='middle' fill='#fff' font-size='11'>{}</text>",
            x1 + ux * 34.0,
            y1 + uy * 34.0,
            x2 - ux * 34.0,
            y2 - uy * 34.0,
            escape(&happening.text),
            f64::midpoint(x1, x2) + uy * 13.0,
            f64::midpoint(y1, y2) - ux * 13.0,
            f64::midpoint(x1, x2) + uy * 13.0,
            f64::midpoint(y1, y2) - ux * 13.0 + 4.0,
            happening.step
        );
    }
    for (number, (mind, name)) in scenario.minds().iter().zip(&names).enumerate() {
        let (x, y) = place(number);
        let fill = if mind.rumours().is_empty() { "#ffffff" } else { "#f3d98b" };
        let _ = write!(
            out,
            "<circle cx='{x:.0}' cy='{y:.0}' r='30' fill='{fill}' stroke='#444'/><text x='{x:.0}' y='{:.0}' \
             text-anchor='middle'>{}</text>",
            y + 5.0,
            escape(name)
        );
    }
    out + "</svg>\n"
}
