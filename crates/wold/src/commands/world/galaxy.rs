//! `wold world galaxy`: stars, planets and what is on them.

use crate::commands::output;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use wold_chance::Seed;
use wold_genesis::galaxy::{Body, Galaxy as Map, Path};

/// Explore a galaxy.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold world galaxy --seed 12345 --size 4x4 --density 0.3 --json\n  \
                        wold world galaxy --seed 12345 --size 4x4 --density 0.3 --visit 0,1/2/0")]
pub struct Galaxy {
    /// The galaxy's seed.
    #[arg(long)]
    seed: u64,
    /// Cells, as WIDTHxDEPTH.
    #[arg(long, default_value = "16x16")]
    size: String,
    /// Share of cells with a star, 0 to 1.
    #[arg(long, default_value_t = 0.3, allow_negative_numbers = true)]
    density: f64,
    /// Time in years.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    years: f64,
    /// A body to look at: the cell of a star, then numbers of planet, continent, state, town and citizen.
    #[arg(long)]
    visit: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Galaxy {
    /// Lists the stars, or one body and its parts.
    pub fn run(self) -> Result<()> {
        let [width, depth] = output::pair(&self.size, 'x')?;
        let map = Map::new(Seed(self.seed), width, depth, self.density)?;
        match &self.visit {
            Some(route) => {
                let body = visit(&map, route)?;
                let parts: Vec<Body> = body.all_parts().collect();
                if self.json {
                    let mut value = describe(&body, self.years);
                    value["parts"] = parts.iter().map(|p| describe(p, self.years)).collect();
                    return output::print_json(&value);
                }
                let mut text = line(&body, self.years);
                parts.iter().for_each(|p| text.push_str(&format!("  {}", line(p, self.years))));
                output::print(&text)
            }
            None => {
                let stars = map.stars().filter(|(_, star)| star.position(self.years).is_some());
                if self.json {
                    let list: Vec<Value> = stars
                        .map(|(cell, star)| {
                            let mut value = describe(&star, self.years);
                            value["cell"] = json!(cell);
                            value["planets"] = json!(star.parts());
                            value
                        })
                        .collect();
                    return output::print_json(
                        &json!({ "seed": self.seed, "years": self.years, "stars": list }),
                    );
                }
                let lines: Vec<String> =
                    stars.map(|([x, y], star)| format!("{x},{y} {}", line(&star, self.years))).collect();
                output::print(&lines.concat())
            }
        }
    }
}

/// Follows a route such as `0,1/2/0`.
fn visit(map: &Map, route: &str) -> Result<Body> {
    let mut steps = route.split('/');
    let [x, y] = output::pair(steps.next().unwrap_or_default(), ',')?;
    let mut body = map.star(x, y).with_context(|| format!("there is no star at {x},{y}"))?;
    for step in steps {
        let index: u64 = step.parse().with_context(|| format!("{step:?} is not a whole number"))?;
        body = body
            .part(index)
            .with_context(|| format!("{} has {} parts, no number {index}", body.name, body.parts()))?;
    }
    Ok(body)
}

fn line(body: &Body, years: f64) -> String {
    let place = body.position(years).map_or_else(String::new, |[x, y]| format!(" at {x:.3},{y:.3}"));
    format!("{} {}{place}, {} parts\n", body.level.label(), body.name, body.parts())
}

fn describe(body: &Body, years: f64) -> Value {
    let mut value = json!({ "kind": body.level.label(), "name": body.name, "seed": body.seed });
    if let Some(position) = body.position(years) {
        value["position"] = json!(position);
    }
    match body.path {
        Path::Drift { life, mass, .. } => {
            value["mass"] = json!(mass);
            value["life"] = json!(life);
        }
        Path::Orbit { axis, eccentricity, period, .. } => {
            value["orbit"] = json!({ "axis": axis, "eccentricity": eccentricity, "period": period });
        }
        Path::Bound => {}
    }
    value
}
