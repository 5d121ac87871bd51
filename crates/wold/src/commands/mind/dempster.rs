//! `wold mind dempster`: combine evidence.

use super::read;
use crate::commands::{input, output};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use wold_mind::evidence::{Combination, Evidence, Rule};

/// Combines evidence by Dempster and Shafer, Yager, or Dubois and Prade.
#[derive(Args)]
#[command(after_help = "Example: wold mind dempster crates/minds/mind/data/reason/intruder.toml")]
pub struct Dempster {
    /// The frame and the sources, a TOML file.
    evidence: PathBuf,
    /// The rule: dempster, yager or dubois-prade; the file's own if absent.
    #[arg(long)]
    rule: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    frame: Vec<String>,
    rule: Option<String>,
    source: Vec<Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    name: String,
    masses: Vec<Mass>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mass {
    set: Vec<String>,
    mass: f64,
}

impl Dempster {
    /// Combines and prints.
    pub fn run(self) -> Result<()> {
        let text = read(&self.evidence)?;
        let place = self.evidence.display().to_string();
        let file: File = input::settings(&self.evidence, &text)?;
        let rule = match self.rule.or(file.rule).as_deref() {
            None | Some("dempster") => Rule::Dempster,
            Some("yager") => Rule::Yager,
            Some("dubois-prade") => Rule::DuboisPrade,
            Some(other) => bail!("there is no rule {other:?}: dempster, yager or dubois-prade"),
        };
        let mut all: Option<Combination> = None;
        let mut conflicts = Vec::new();
        for source in &file.source {
            let sets: Vec<(Vec<&str>, f64)> =
                source.masses.iter().map(|m| (m.set.iter().map(String::as_str).collect(), m.mass)).collect();
            let masses: Vec<(&[&str], f64)> =
                sets.iter().map(|(set, mass)| (set.as_slice(), *mass)).collect();
            let name = || format!("{place}: source {:?}", source.name);
            let body = Evidence::new(&file.frame, &masses).with_context(name)?;
            match &mut all {
                None => all = Some(Combination::new(&body, rule)),
                Some(before) => conflicts.push(before.add(&body).with_context(name)?),
            }
        }
        let Some(all) = all.map(Combination::finish) else { bail!("{place}: there is no source") };
        if self.json {
            let masses: Vec<_> =
                all.masses().map(|(set, mass)| json!({ "set": all.members(set), "mass": mass })).collect();
            let intervals: serde_json::Map<_, _> = file
                .frame
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    let set = 1 << at;
                    (
                        name.clone(),
                        json!({ "belief": all.belief(set), "plausibility": all.plausibility(set) }),
                    )
                })
                .collect();
            return output::print_json(
                &json!({ "masses": masses, "conflicts": conflicts, "intervals": intervals }),
            );
        }
        let mut out = String::new();
        for (set, mass) in all.masses() {
            out += &format!("{mass:.6} {{{}}}\n", all.members(set).join(", "));
        }
        for (at, name) in file.frame.iter().enumerate() {
            let set = 1 << at;
            out +=
                &format!("{name}: believed {:.6}, plausible {:.6}\n", all.belief(set), all.plausibility(set));
        }
        if let Some(last) = conflicts.last() {
            let of = if rule == Rule::Dempster { "at the last step" } else { "of all together" };
            out += &format!("conflict {of}: {last:.6}\n");
        }
        output::print(&out)
    }
}
