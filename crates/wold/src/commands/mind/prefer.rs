//! `wold mind prefer`: the best of several options, or of all ways to put values together, or of all ways to run.

use super::read;
use crate::commands::{input, output};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_mind::preference::chase::Situation;
use wold_mind::preference::{Fcsp, Owa, Weighting};

/// Steps of the search for the best values, and values a constraint may speak of.
const MOST_STEPS: usize = 5_000_000;
const MOST_DEGREES: usize = 100_000;

/// Chooses under wishes that can be met in part.
#[derive(Args)]
#[command(after_help = "Example: wold mind prefer crates/minds/mind/data/reason/supper.toml")]
pub struct Prefer {
    /// Options with their degrees, variables with constraints, or a chase: a TOML file.
    wishes: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// soft-and (default), minimum, maximum or average.
    aggregate: Option<String>,
    /// yager (default) or implication.
    weighting: Option<String>,
    #[serde(default)]
    criterion: Vec<Criterion>,
    #[serde(default)]
    option: Vec<Choice>,
    #[serde(default)]
    variable: Vec<Variable>,
    #[serde(default)]
    constraint: Vec<Constraint>,
    chase: Option<Chase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Criterion {
    name: String,
    weight: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    name: String,
    degrees: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variable {
    name: String,
    values: Vec<String>,
}

/// A degree for every combination of the values of some variables, the last one running fastest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Constraint {
    on: Vec<String>,
    weight: f64,
    degrees: Vec<f64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chase {
    field: (f64, f64),
    own: (f64, f64),
    enemy: Option<(f64, f64)>,
    prey: Option<(f64, f64)>,
    pond: Option<(f64, f64)>,
    sight: f64,
    smell: f64,
    directions: usize,
}

impl File {
    fn aggregate(&self, count: usize) -> Result<Owa> {
        Ok(match self.aggregate.as_deref() {
            None | Some("soft-and") => Owa::soft_and(count),
            Some("minimum") => Owa::minimum(count),
            Some("maximum") => Owa::maximum(count),
            Some("average") => Owa::average(count),
            Some(other) => bail!("there is no aggregate {other:?}: soft-and, minimum, maximum or average"),
        })
    }

    fn weighting(&self) -> Result<Weighting> {
        Ok(match self.weighting.as_deref() {
            None | Some("yager") => Weighting::Yager,
            Some("implication") => Weighting::Implication,
            Some(other) => bail!("there is no weighting {other:?}: yager or implication"),
        })
    }

    /// The options, the best first.
    fn rank(&self) -> Result<Vec<(&str, f64)>> {
        let (weighting, aggregate) = (self.weighting()?, self.aggregate(self.criterion.len())?);
        let unit = |what: &str, value: f64| {
            ensure!((0.0..=1.0).contains(&value), "{what} has {value}, not within 0 to 1");
            Ok(value)
        };
        let mut ranked = Vec::new();
        for option in &self.option {
            let (given, asked) = (option.degrees.len(), self.criterion.len());
            ensure!(given == asked, "option {:?} has {given} degrees for {asked} criteria", option.name);
            let mut weighted = Vec::new();
            for (degree, criterion) in option.degrees.iter().zip(&self.criterion) {
                let weight = unit(&criterion.name, criterion.weight)?;
                weighted.push(weighting.apply(unit(&option.name, *degree)?, weight));
            }
            ranked.push((option.name.as_str(), aggregate.of(&weighted)));
        }
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(ranked)
    }

    /// The best values for the variables.
    fn solve(&self) -> Result<Value> {
        let mut problem = Fcsp::new(self.variable.iter().map(|variable| variable.values.len()).collect());
        for constraint in &self.constraint {
            let at = |name: &String| {
                let found = self.variable.iter().position(|variable| variable.name == *name);
                found.with_context(|| format!("there is no variable {name:?}"))
            };
            let on: Vec<usize> = constraint.on.iter().map(at).collect::<Result<_>>()?;
            let sizes: Vec<usize> = on.iter().map(|&variable| self.variable[variable].values.len()).collect();
            let needed = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
            let needed =
                needed.filter(|&needed| needed <= MOST_DEGREES).context("a constraint is too large")?;
            let given = constraint.degrees.len();
            let of = constraint.on.join(", ");
            ensure!(
                !on.is_empty() && given == needed,
                "the constraint on {of} has {given} degrees, not {needed}"
            );
            ensure!((0.0..=1.0).contains(&constraint.weight), "the weight of {of} is not within 0 to 1");
            problem.add(&on, constraint.weight, move |values| {
                let number = values.iter().zip(&sizes).fold(0, |number, (value, size)| number * size + value);
                constraint.degrees[number]
            });
        }
        let best = problem.solve(self.weighting()?, &self.aggregate(self.constraint.len())?, MOST_STEPS);
        let values: serde_json::Map<String, Value> = (self.variable.iter().zip(&best.values))
            .map(|(variable, &value)| (variable.name.clone(), json!(variable.values[value])))
            .collect();
        Ok(json!({ "values": values, "degree": best.degree, "proven": best.is_proven }))
    }
}

impl Prefer {
    /// Chooses and prints.
    pub fn run(self) -> Result<()> {
        let text = read(&self.wishes)?;
        let place = self.wishes.display().to_string();
        let file: File = input::settings(&self.wishes, &text)?;
        let found = match (&file.chase, file.option.is_empty(), file.variable.is_empty()) {
            (Some(chase), true, true) => {
                ensure!((1..=1_000_000).contains(&chase.directions), "{place}: 1 to a million directions");
                let Chase { field, own, enemy, prey, pond, sight, smell, directions } = *chase;
                let situation = Situation { field, own, enemy, prey, pond, sight, smell };
                let (number, heading, degree) = situation.decide(directions, &file.aggregate(4)?);
                json!({ "direction": number, "heading": heading, "degree": degree })
            }
            (None, false, true) => {
                let ranked = file.rank().with_context(|| place.clone())?;
                let ranked: Vec<Value> =
                    ranked.iter().map(|(name, score)| json!({ "name": name, "score": score })).collect();
                json!({ "ranked": ranked })
            }
            (None, true, false) => file.solve().with_context(|| place.clone())?,
            _ => bail!("{place}: give options, variables or a chase, one of them"),
        };
        if self.json {
            return output::print_json(&found);
        }
        let mut out = String::new();
        for option in found["ranked"].as_array().into_iter().flatten() {
            out += &format!(
                "{:.6} {}\n",
                option["score"].as_f64().unwrap_or(0.0),
                option["name"].as_str().unwrap_or("")
            );
        }
        for (name, value) in found["values"].as_object().into_iter().flatten() {
            out += &format!("{name}: {}\n", value.as_str().unwrap_or(""));
        }
        if let Some(degree) = found["degree"].as_f64() {
            out += &format!("degree {degree:.6}\n");
        }
        if let Some(heading) = found["heading"].as_f64() {
            out += &format!("direction {} at {heading:.6} rad\n", found["direction"]);
        }
        output::print(&out)
    }
}
